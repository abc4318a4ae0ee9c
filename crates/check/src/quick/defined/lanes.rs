//! Movement between lanes.

use super::{Defined, Mask, add, has};
use crate::quick::flow::NONE_ACTIVE;
use op::Op;
use uop::{CrossOp, Custom, Program, SReg, Src, Uop, VReg};

impl Defined {
    /// False where what is moved depends on something that is not defined.
    pub(super) fn take_cross(
        &mut self,
        program: &Program,
        uop: &Uop,
        cross: &CrossOp,
        gone: u8,
    ) -> bool {
        let whole = |this: &Defined, reg: SReg| this.is_whole(reg, 1);
        match *cross {
            // Where no lane is active, the first is read nevertheless.
            CrossOp::ReadFirst { dst, src } => {
                let read = match gone & NONE_ACTIVE {
                    0 => &self.active.defined,
                    _ => &self.everywhere,
                };
                let first = self.active.whole && self.has_first(src.0);
                let defined = first || has(read, src.0);
                self.set_state(dst, 1, defined);
            }
            CrossOp::ReadLane { dst, src, lane } => {
                if !whole(self, lane) {
                    return false;
                }
                let put = self.constant(program, lane);
                let put = put.and_then(|lane| self.set_aside.get(&(src.0, lane)).cloned());
                let defined = put.is_some() || has(&self.everywhere, src.0);
                self.set_state(dst, 1, defined);
                if let Some(mask) = put.filter(|_| self.lanes != 64) {
                    self.masks.insert(dst.0, mask);
                }
            }
            CrossOp::WriteLane { dst, src, lane } => {
                if !whole(self, lane) {
                    return false;
                }
                let mask = self.mask(program, src);
                self.write_lane(program, dst, (src, lane), mask);
            }
            CrossOp::Permute { dst, src, index } => {
                let known = match index {
                    Src::Vector(reg) => has(&self.active.defined, reg.0),
                    Src::Scalar(reg) | Src::ScalarPair(reg) => whole(self, reg),
                    Src::None => true,
                };
                if !known {
                    return false;
                }
                self.define_if(has(&self.everywhere, src.0), dst, 1);
            }
            CrossOp::Shuffle(ref shuffle) => {
                let read = match shuffle.inactive {
                    true => &self.everywhere,
                    false => &self.active.defined,
                };
                let mut sources = shuffle.src.0..shuffle.src.0 + shuffle.words;
                let good = sources.all(|reg| has(read, reg));
                self.define_if(good, shuffle.dst, shuffle.words);
                if let Some((found, _)) = shuffle.found {
                    self.set_state(found, self.mask_words(), true);
                }
            }
            CrossOp::Reduce { .. } | CrossOp::Scan { .. } => {
                if !self.reads(uop) {
                    return false;
                }
                self.writes(uop, true);
            }
        }
        true
    }

    /// An operation on masks, of which the bits of active lanes count.
    pub(super) fn take_masks(&mut self, op: &dyn Custom, [asked, changed]: [Option<SReg>; 2]) {
        let (reads, writes) = op.vectors();
        let known = asked.is_none_or(|mask| self.decides(mask))
            && reads.iter().all(|reg| has(&self.active.defined, reg.0));
        for reg in writes {
            self.define_if(known, reg, 1);
        }
        if let Some(mask) = changed {
            let words = self.mask_words();
            match known && !self.is_whole(mask, words) {
                true => self.change_lanes(mask),
                false => self.set_state(mask, words, known),
            }
        }
    }

    /// Lane 0 is defined, of which there always is one.
    fn has_first(&self, register: u16) -> bool {
        has(&self.firsts, register) || has(&self.everywhere, register)
    }

    /// Lane 0 alone gets what an operation makes of that of others.
    pub(super) fn take_first_lane(&mut self, op: Op, dst: VReg, src: &[VReg; 3]) {
        let signature = op.signature();
        let mut args = signature.args.iter().zip(src);
        let known = args.all(|(ty, reg)| {
            let mut registers = reg.0..reg.0 + ty.registers() as u16;
            registers.all(|reg| self.has_first(reg))
        });
        for reg in dst.0..dst.0 + signature.result.registers() as u16 {
            match known {
                true => add(&mut self.firsts, reg),
                false => self.undefine(reg),
            }
        }
    }

    /// A scalar goes to one lane of a vector register.
    fn write_lane(&mut self, program: &Program, dst: VReg, (src, lane): (SReg, SReg), mask: Mask) {
        let at = self.constant(program, lane);
        if !self.is_whole(src, 1) {
            // What other lanes have been given stays.
            let others = std::mem::take(&mut self.set_aside);
            self.undefine(dst.0);
            self.set_aside = others;
            self.set_aside
                .retain(|to, _| to.0 != dst.0 || at.is_some_and(|at| to.1 != at));
            for mask in self.set_aside.values_mut() {
                super::remove(&mut mask.defined, dst.0);
            }
        } else if let Some(at) = at {
            self.set_aside.insert((dst.0, at), mask);
        } else {
            // Which mask is where is not known any more, but all are defined.
            self.set_aside.retain(|to, _| to.0 != dst.0);
        }
    }

    /// The number of a lane, where a scalar is a constant.
    fn constant(&self, program: &Program, reg: SReg) -> Option<u32> {
        let at = reg.0.checked_sub(program.resources.scalars)?;
        let value = program.scalar_constants.get(usize::from(at))?;
        Some(value % self.lanes)
    }

    /// Active lanes of registers get values that are defined or not.
    fn define_if(&mut self, defined: bool, first: VReg, count: u16) {
        for reg in first.0..first.0 + count {
            match defined {
                true => self.define(reg),
                false => self.undefine(reg),
            }
        }
    }
}
