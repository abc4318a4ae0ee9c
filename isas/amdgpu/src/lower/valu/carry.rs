//! Carries, selection by a mask, and wide multiplication: what reads or writes one bit per lane.

use super::super::layout::SINK;
use super::super::{Lowering, Outcome};
use super::{Operands, Source};
use crate::inst::Inst;
use op::Op;
use uop::{SReg, Src};

/// The lane mask of a carry, as 0 or 1 in every lane.
const CARRY_IN: u16 = super::SCRATCH + 6;
/// A mask result that waits until the sources have been read.
const CARRY_OUT: u16 = 4;

pub(super) fn select(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let mask = operands.mask.ok_or("no mask")?;
    let half = inst.row().name == "v_cndmask_b16";
    let op = if half { Op::SelectB16 } else { Op::SelectB32 };
    let lanes = l.lanes_of_mask(mask);
    let [if_clear, if_set] = operands.sources[..] else {
        return Err("operands of a selection".into());
    };
    let chosen = Operands {
        dst: operands.dst,
        sources: vec![lanes, if_set, if_clear],
        ..Operands::default()
    };
    l.apply(inst, op, &chosen)
}

pub(super) fn add(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = if inst.mods.clamp != 0 {
        Op::AddSatU32
    } else {
        Op::AddU32
    };
    with_mask(l, inst, operands, op, Op::AddOverflowU32)
}

pub(super) fn sub(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = if inst.mods.clamp != 0 {
        Op::SubSatU32
    } else {
        Op::SubU32
    };
    with_mask(l, inst, operands, op, Op::LtU32)
}

pub(super) fn subrev(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    sub(l, inst, &swapped(operands))
}

pub(super) fn add_with_carry(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let operands = carried(l, operands)?;
    let op = match inst.mods.clamp {
        0 => Op::AddCarryU32,
        _ => Op::AddCarrySatU32,
    };
    with_mask(l, inst, &operands, op, Op::AddCarryOutU32)
}

pub(super) fn sub_with_borrow(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let operands = carried(l, operands)?;
    let op = match inst.mods.clamp {
        0 => Op::SubBorrowU32,
        _ => Op::SubBorrowSatU32,
    };
    with_mask(l, inst, &operands, op, Op::SubBorrowOutU32)
}

pub(super) fn subrev_with_borrow(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    sub_with_borrow(l, inst, &swapped(operands))
}

pub(super) fn mad_u64(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = match inst.mods.clamp {
        0 => Op::MadWideU32,
        _ => Op::MadWideSatU32,
    };
    with_mask(l, inst, operands, op, Op::MadWideCarryOutU32)
}

pub(super) fn mad_i64(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = match inst.mods.clamp {
        0 => Op::MadWideI32,
        _ => Op::MadWideSatI32,
    };
    with_mask(l, inst, operands, op, Op::MadWideSignI32)
}

fn swapped(operands: &Operands) -> Operands {
    let mut sources = operands.sources.clone();
    sources.swap(0, 1);
    copy(operands, sources)
}

fn carried(l: &mut Lowering, operands: &Operands) -> Result<Operands, String> {
    let mask = operands.mask.ok_or("no carry")?;
    let mut sources = operands.sources.clone();
    sources.push(l.lanes_of_mask(mask));
    Ok(copy(operands, sources))
}

fn copy(operands: &Operands, sources: Vec<Source>) -> Operands {
    Operands {
        dst: operands.dst,
        mask_dst: operands.mask_dst,
        mask: operands.mask,
        sources,
        ..Operands::default()
    }
}

/// `dst = op(sources)`, and one bit per lane from `flag` on the same sources.
pub(super) fn with_mask(
    l: &mut Lowering,
    inst: &Inst,
    operands: &Operands,
    op: Op,
    flag: Op,
) -> Outcome {
    let to = operands.mask_dst.ok_or("no mask destination")?;
    if to == SINK {
        return l.apply(inst, op, operands);
    }
    let words = l.mask_words();
    let overwrites = |source: &Source| {
        let (reg, count) = match source.src {
            Src::Scalar(reg) => (reg, 1),
            Src::ScalarPair(reg) => (reg, 2),
            Src::Vector(_) | Src::None => return false,
        };
        reg.0 < to.0 + words && to.0 < reg.0 + count
    };
    // Where the mask overwrites a source, it waits until that has been read.
    let aside = operands.sources.iter().any(overwrites);
    let first = if aside {
        l.layout.scalar_temporary(CARRY_OUT)
    } else {
        to
    };
    l.compare_into(first, flag, &operands.sources)?;
    l.apply(inst, op, operands)?;
    if aside {
        l.copy_mask(to, first);
    }
    l.wrote(to, words);
    Ok(())
}

impl Lowering<'_> {
    fn lanes_of_mask(&mut self, mask: SReg) -> Source {
        let dst = self.layout.temporary(CARRY_IN);
        self.b.push(uop::Uop::LanesFromMask { dst, mask });
        Source::of(dst.into())
    }
}
