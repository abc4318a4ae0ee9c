//! SDWA: parts of registers as sources, and a part of the destination.

use super::{Lowering, Source};
use crate::encoding::Form;
use crate::inst::AmdInst;
use op::Op;
use uop::{Src, VReg};

/// A part of a register, by the number that selects it.
#[derive(Clone, Copy)]
struct Part {
    lowest: u32,
    width: u32,
}

/// What becomes of the rest of the destination, by number.
const PAD: i32 = 0;
const SEXT: i32 = 1;

impl Part {
    /// Nothing for the whole register.
    fn of(number: i32) -> Option<Part> {
        let (lowest, width) = match number {
            0..=3 => (8 * number as u32, 8),
            4 | 5 => (16 * (number as u32 - 4), 16),
            _ => return None,
        };
        Some(Part { lowest, width })
    }
}

/// What is done to the destination after the instruction has written all of it.
pub(super) struct Merge {
    to: VReg,
    part: Part,
    unused: i32,
    /// What was there before, where the rest stays.
    old: Option<VReg>,
}

impl Merge {
    /// To be made before the instruction is carried out.
    pub fn begin(l: &mut Lowering, inst: &AmdInst, to: Option<VReg>) -> Option<Merge> {
        if inst.encoding.form != Form::Sdwa || inst.row().takes_bytes() {
            return None;
        }
        let (to, part) = (to?, Part::of(inst.mods.dst_sel)?);
        let unused = inst.mods.dst_unused;
        let old = (!matches!(unused, PAD | SEXT)).then(|| {
            let old = l.temporary(1);
            l.lane(Op::MovB32, old, &[to.into()]);
            old
        });
        Some(Merge {
            to,
            part,
            unused,
            old,
        })
    }

    pub fn finish(self, l: &mut Lowering) {
        let Merge { to, part, .. } = self;
        let lowest = l.b.constant(part.lowest);
        if let Some(old) = self.old {
            let mask = l.b.constant(u32::MAX >> (32 - part.width) << part.lowest);
            if part.lowest > 0 {
                l.lane(Op::ShlB32, to, &[to.into(), lowest.into()]);
            }
            return l.lane(Op::BfiB32, to, &[mask.into(), to.into(), old.into()]);
        }
        let (zero, width) = (l.b.constant(0), l.b.constant(part.width));
        let extract = match self.unused {
            SEXT => Op::BfeI32,
            _ => Op::BfeU32,
        };
        l.lane(extract, to, &[to.into(), zero.into(), width.into()]);
        if part.lowest > 0 {
            l.lane(Op::ShlB32, to, &[to.into(), lowest.into()]);
        }
    }
}

/// The part of a source that the instruction names.
pub(super) fn select(
    l: &mut Lowering,
    inst: &AmdInst,
    index: usize,
    sext: bool,
    source: &mut Source,
) {
    let number = match index {
        0 => inst.mods.src0_sel,
        _ => inst.mods.src1_sel,
    };
    let Some(part) = Part::of(number) else {
        return;
    };
    let (lowest, width) = (l.b.constant(part.lowest), l.b.constant(part.width));
    let extract = if sext { Op::BfeI32 } else { Op::BfeU32 };
    let to = l.temporary(1);
    l.lane(extract, to, &[source.src, lowest.into(), width.into()]);
    source.src = Src::Vector(to);
    source.constant = None;
}
