//! Vector registers to whose numbers M0 is added, from `s_set_gpr_idx_on` to `s_set_gpr_idx_off`.
//!
//! Which instructions lie between the two has to be seen from the text, so nothing may branch there, as
//! nothing does in code that is compiled. What an instruction reads there is copied to temporaries before it,
//! and what it writes to its place after it.

use super::registers::M0;
use super::valu::{Operands, Source, source_type};
use super::{Lowering, Outcome};
use crate::inst::{AmdInst, Reg, VGPR0};
use crate::meaning::{Indexing, Meaning};
use crate::row;
use op::Op;
use std::sync::Arc;
use uop::{Custom, Machine, SReg, Src, Trap, Uop, VReg};

/// Why a branch cannot be run there.
pub(super) const LEFT: &str = "a branch before s_set_gpr_idx_off";

const DST: u8 = 8;
/// Bits of M0: what is added, and the operands.
const AMOUNT: u32 = 0xff;
const OPERANDS: u32 = 0xf000;

impl Lowering<'_> {
    pub(super) fn index(&mut self, inst: &AmdInst, indexing: Indexing) -> Outcome {
        let operands = match inst.operands().last().map(|operand| operand.value) {
            Some(crate::inst::OperandValue::Imm(bits)) => bits as u32 & 15,
            _ => 0,
        };
        match indexing {
            Indexing::On => {
                self.set_amount(inst)?;
                self.set_m0(OPERANDS, operands << 12);
                self.indexed = operands as u8;
            }
            Indexing::Amount => self.set_amount(inst)?,
            Indexing::Operands => {
                self.set_m0(OPERANDS, operands << 12);
                if self.indexed != 0 {
                    self.indexed = operands as u8;
                }
            }
            Indexing::Off => {
                self.indexed = 0;
                self.b.push(Uop::Nop);
            }
        }
        Ok(())
    }

    fn set_amount(&mut self, inst: &AmdInst) -> Outcome {
        let amount = self.scalar_source(inst, &inst.operands()[0], row::OperandType::I32)?;
        let mask = self.b.scalar_constant(AMOUNT);
        self.scalar(Op::BfiB32, M0, &[mask, amount, M0]);
        Ok(())
    }

    fn set_m0(&mut self, mask: u32, bits: u32) {
        let (mask, bits) = (self.b.scalar_constant(mask), self.b.scalar_constant(bits));
        self.scalar(Op::BfiB32, M0, &[mask, bits, M0]);
    }

    /// Where a source is once M0 is added to its number.
    pub(super) fn shift_source(
        &mut self,
        index: usize,
        kind: row::OperandSlot,
        source: &mut Source,
    ) {
        let Src::Vector(reg) = source.src else {
            return;
        };
        if self.indexed & !DST & (1 << index) == 0 || source.constant.is_some() {
            return;
        }
        let words = source_type(kind).dwords().into();
        let copy = self.temporary(words);
        let shift = self.shift(copy, reg, words, false);
        self.b.push(shift);
        source.src = copy.into();
    }

    /// Lets a result go to a temporary, which holds what was in its place before; the step that brings it
    /// there afterwards.
    pub(super) fn shifted_destination(
        &mut self,
        inst: &AmdInst,
        operands: &mut Operands,
    ) -> Result<Option<Uop>, String> {
        if self.indexed == 0 {
            return Ok(None);
        }
        if let Meaning::ReadLane | Meaning::WriteLane | Meaning::ReadFirstLane | Meaning::Swap =
            inst.row().meaning
        {
            return Err("between lanes, M0 is added to no register's number".into());
        }
        let Some(dst) = operands.dst.filter(|_| self.indexed & DST != 0) else {
            return Ok(None);
        };
        let (reg, words) = (self.vgpr(dst), u16::from(dst.dwords.max(1)));
        let copy = self.temporary(words);
        let before = self.shift(copy, reg, words, false);
        self.b.push(before);
        operands.dst = Some(Reg {
            code: VGPR0 + copy.0,
            ..dst
        });
        Ok(Some(self.shift(reg, copy, words, true)))
    }

    fn shift(&mut self, dst: VReg, src: VReg, words: u16, writes: bool) -> Uop {
        Uop::Custom(Arc::new(Shift {
            dst,
            src,
            words,
            writes,
            vgprs: self.layout.vgprs,
        }))
    }
}

/// A copy to or from registers to whose numbers M0 is added.
#[derive(Debug)]
struct Shift {
    dst: VReg,
    src: VReg,
    words: u16,
    /// It is the number of the destination.
    writes: bool,
    vgprs: u16,
}

impl Custom for Shift {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let by = (machine.scalar(M0) & AMOUNT) as u16;
        let named = if self.writes { self.dst } else { self.src };
        let last = named.0 + by + self.words - 1;
        if last >= self.vgprs {
            let what = format!("M0 leads to vector register {last}, which does not exist");
            return Err(Trap::Illegal(what));
        }
        let (dst, src) = match self.writes {
            true => (self.dst.plus(by), self.src),
            false => (self.dst, self.src.plus(by)),
        };
        let exec = machine.exec();
        for word in 0..self.words {
            for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0) {
                let value = machine.vector(src.plus(word))[lane];
                machine.vector_mut(dst.plus(word))[lane] = value;
            }
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.src], vec![self.dst])
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![M0], Vec::new())
    }
}
