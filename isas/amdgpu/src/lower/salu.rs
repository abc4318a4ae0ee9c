//! Scalar arithmetic: SOP1, SOP2, SOPC and the arithmetic of SOPK.

use super::float::{self, FloatMode, ScalarByMode};
use super::registers::{EXEC, M0, SCC};
use super::{Lowering, Outcome};
use crate::inst as code;
use crate::inst::{AmdInst, AmdOperand, OperandValue};
use crate::meaning::{Meaning, Relative, Scc};
use crate::row::{self, Imm, OperandType};
use op::Op;
use op::Op::*;
use std::sync::Arc;
use uop::{Custom, Machine, MaskOp, SReg, Trap, Uop};

impl Lowering<'_> {
    pub fn salu(&mut self, inst: &AmdInst, meaning: Meaning) -> Outcome {
        let operands = inst.operands();
        match meaning {
            Meaning::Scalar(op, scc) => {
                let src = self.scalar_sources(inst, 1)?;
                self.scalar_result(&operands[0], op, &src, scc)
            }
            Meaning::ScalarAccumulate(op) => {
                let mut src = self.scalar_sources(inst, 1)?;
                src.push(self.scalar_destination(&operands[0])?);
                self.scalar_result(&operands[0], op, &src, Scc::Keep)
            }
            Meaning::ScalarCarry(op, out) => {
                let mut src = self.scalar_sources(inst, 1)?;
                src.push(SCC);
                // SCC is a source of both, so the new one waits.
                let carry = self.scalar_temporary(2);
                self.scalar(out, carry, &src);
                self.scalar_result(&operands[0], op, &src, Scc::Keep)?;
                self.scalar(MovB32, SCC, &[carry]);
                Ok(())
            }
            Meaning::ScalarSelect(op) => {
                let mut src = self.scalar_sources(inst, 1)?;
                if src.len() == 1 {
                    src.push(self.scalar_destination(&operands[0])?);
                }
                self.scalar_result(&operands[0], op, &[SCC, src[0], src[1]], Scc::Keep)
            }
            Meaning::Compare(op) => {
                let src = self.scalar_sources(inst, 0)?;
                let args = src.iter().map(|&reg| (reg, Vec::new())).collect();
                self.emit_scalar(op, SCC, args, 0, false);
                Ok(())
            }
            Meaning::CompareNot(op) => {
                let src = self.scalar_sources(inst, 0)?;
                self.scalar(op, SCC, &src);
                let one = self.b.scalar_constant(1);
                self.scalar(XorB32, SCC, &[SCC, one]);
                Ok(())
            }
            Meaning::ScalarAfter(first, op, scc) => {
                let src = self.scalar_sources(inst, 1)?;
                let inverted = self.scalar_temporary(2);
                self.scalar(first, inverted, &src);
                self.scalar_result(&operands[0], op, &[inverted], scc)
            }
            Meaning::SaveExec(op) => {
                let src = self.scalar_sources(inst, 1)?[0];
                let new = self.scalar_temporary(2);
                self.scalar_flag(op, new, &[src, EXEC]);
                let dst = self.scalar_destination(&operands[0])?;
                self.copy_words(op, dst, EXEC);
                self.copy_exec(op, new);
                Ok(())
            }
            Meaning::WriteExec(op, source_first) => {
                let src = self.scalar_sources(inst, 1)?[0];
                let pair = if source_first {
                    [src, EXEC]
                } else {
                    [EXEC, src]
                };
                self.scalar_flag(op, EXEC, &pair);
                self.b.push(Uop::Mask(MaskOp::Set(EXEC)));
                let dst = self.scalar_destination(&operands[0])?;
                self.copy_words(op, dst, EXEC);
                Ok(())
            }
            Meaning::ScalarConstant(op, scc) => {
                let dst = self.scalar_destination(&operands[0])?;
                let imm = self.scalar_sources(inst, 1)?[0];
                self.scalar_result(&operands[0], op, &[dst, imm], scc)
            }
            Meaning::ShiftAdd(by) => {
                let src = self.scalar_sources(inst, 1)?;
                let by = self.b.scalar_constant(by.into());
                let carry = self.scalar_temporary(2);
                self.scalar(ShlAddCarryOutU32, carry, &[src[0], by, src[1]]);
                self.scalar_result(&operands[0], ShlAddU32, &[src[0], by, src[1]], Scc::Keep)?;
                self.scalar(MovB32, SCC, &[carry]);
                Ok(())
            }
            Meaning::MoveRelative(relative) => self.scalar_move_relative(inst, relative),
            Meaning::Index(indexing) => self.index(inst, indexing),
            _ => self.control(inst, meaning),
        }
    }

    /// Sources from operand `first` on.
    pub fn scalar_sources(&mut self, inst: &AmdInst, first: usize) -> Result<Vec<SReg>, String> {
        let kinds = &inst.row().operands[first..];
        let operands = &inst.operands()[first..];
        let mut sources = Vec::with_capacity(3);
        for (kind, operand) in kinds.iter().zip(operands) {
            sources.push(self.one_scalar_source(inst, *kind, operand)?);
        }
        Ok(sources)
    }

    fn one_scalar_source(
        &mut self,
        inst: &AmdInst,
        kind: row::OperandSlot,
        operand: &AmdOperand,
    ) -> Result<SReg, String> {
        let ty = match kind {
            row::OperandSlot::SSrc(ty) | row::OperandSlot::K(ty) => ty,
            row::OperandSlot::S(2) => OperandType::I64,
            row::OperandSlot::S(_) => OperandType::I32,
            row::OperandSlot::Imm(imm) => {
                let OperandValue::Imm(value) = operand.value else {
                    return Err("an immediate was expected".into());
                };
                let value = match imm {
                    Imm::Unsigned16 => u32::from(value as u16),
                    _ => value as i16 as u32,
                };
                return Ok(self.b.scalar_constant(value));
            }
            _ => return Err("this operand of a scalar instruction".into()),
        };
        self.scalar_source(inst, operand, ty)
    }

    /// `dst = op(src)` with what follows from it.
    fn scalar_result(&mut self, dst: &AmdOperand, op: Op, src: &[SReg], scc: Scc) -> Outcome {
        let words = op.signature().result.registers() as u16;
        let dst = self.scalar_destination(dst)?;
        if float::reads_mode(op) {
            let args = src.iter().map(|&reg| (reg, Vec::new())).collect();
            self.emit_scalar(op, dst, args, 0, false);
        } else if let Scc::Of(flag) = scc {
            // The result may overwrite a source, and SCC may be one.
            let reads_scc = src.contains(&SCC);
            let to = if reads_scc {
                self.scalar_temporary(2)
            } else {
                SCC
            };
            self.scalar(flag, to, src);
            self.scalar(op, dst, src);
            if reads_scc {
                self.scalar(MovB32, SCC, &[to]);
            }
        } else if let Scc::NonZero = scc {
            self.scalar_flag(op, dst, src);
        } else {
            self.scalar(op, dst, src);
        }
        self.wrote(dst, words);
        Ok(())
    }

    /// `dst = op(args)` as MODE has it; each argument comes with what is done to it whatever MODE
    /// is.
    pub fn emit_scalar(
        &mut self,
        op: Op,
        dst: SReg,
        args: Vec<(SReg, Vec<Op>)>,
        omod: i32,
        clamp: bool,
    ) {
        let mut src = [SReg(0); 3];
        let Some(mode) = self.float_mode(op) else {
            let mut before = [const { Vec::new() }; 3];
            for (i, (reg, ops)) in args.into_iter().enumerate() {
                (src[i], before[i]) = (reg, ops);
            }
            let how = self.by_mode(op, before, omod, clamp);
            let scalar = ScalarByMode { how, dst, src };
            self.b.push(Uop::Custom(Arc::new(scalar)));
            return;
        };
        let count = args.len();
        for (i, (reg, before)) in args.into_iter().enumerate() {
            src[i] = self.through_scalar(reg, before, op.signature().args[i], mode);
        }
        let result = op.signature().result;
        let (op, rounding) = mode.variant(op);
        if let Some(rounding) = rounding {
            src[count] = self.b.scalar_constant(rounding);
        }
        let count = op.signature().args.len();
        self.scalar(op, dst, &src[..count]);
        for op in mode.finish(result, omod, clamp) {
            self.scalar(op, dst, &[dst]);
        }
    }

    /// Where a scalar argument is after everything that is done to it.
    fn through_scalar(&mut self, reg: SReg, before: Vec<Op>, ty: op::Ty, mode: FloatMode) -> SReg {
        let mut reg = reg;
        let mut to = None;
        for op in before.into_iter().chain(mode.flush(ty, false)) {
            let to = *to.get_or_insert_with(|| self.scalar_temporary(1));
            self.scalar(op, to, &[reg]);
            reg = to;
        }
        reg
    }

    /// `dst = op(src)`, and SCC says whether the result is not zero.
    fn scalar_flag(&mut self, op: Op, dst: SReg, src: &[SReg]) {
        let mut three = [SReg(0); 3];
        three[..src.len()].copy_from_slice(src);
        self.b.push(Uop::ScalarFlag {
            op,
            dst,
            src: three,
            flag: SCC,
        });
    }

    /// EXEC becomes `new`, as wide as the result of `op`.
    fn copy_exec(&mut self, op: Op, new: SReg) {
        let words = op.signature().result.registers() as u16;
        if words == self.mask_words() {
            // The engine keeps the register in step with the mask.
            self.b.push(Uop::Mask(MaskOp::Set(new)));
        } else {
            self.copy_words(op, EXEC, new);
            self.b.push(Uop::Mask(MaskOp::Set(EXEC)));
        }
    }

    fn copy_words(&mut self, like: Op, dst: SReg, src: SReg) {
        let wide = like.signature().result.registers() == 2;
        self.scalar(if wide { MovB64 } else { MovB32 }, dst, &[src]);
    }

    fn scalar_move_relative(&mut self, inst: &AmdInst, relative: Relative) -> Outcome {
        let words = if inst.row().operands[0] == row::SD64 {
            2
        } else {
            1
        };
        let dst = self.scalar_destination(&inst.operands()[0])?;
        let src = self.scalar_sources(inst, 1)?[0];
        self.b.push(Uop::Custom(Arc::new(ScalarRelative {
            dst,
            src,
            words,
            relative,
        })));
        Ok(())
    }
}

/// Moves between scalar registers whose numbers M0 adds to.
#[derive(Debug)]
struct ScalarRelative {
    dst: SReg,
    src: SReg,
    words: u16,
    relative: Relative,
}

impl Custom for ScalarRelative {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (from, to) = self.relative.distances(machine.scalar(M0));
        let shifted = |reg: SReg, by: Option<u32>| {
            let number = u32::from(reg.0).wrapping_add(by.unwrap_or(0));
            if by.is_some() && number > u32::from(code::TTMP_LAST) {
                let what = format!("M0 leads to scalar register {number}, which does not exist");
                return Err(Trap::Illegal(what));
            }
            Ok(SReg(number as u16))
        };
        let src = shifted(self.src, from)?;
        let dst = shifted(self.dst, to)?;
        for word in 0..self.words {
            let value = machine.scalar(src.plus(word));
            machine.set_scalar(dst.plus(word), value);
        }
        Ok(())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![self.src, M0], vec![self.dst])
    }
}
