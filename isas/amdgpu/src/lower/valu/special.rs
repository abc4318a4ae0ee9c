//! Vector instructions that take several steps.

use super::super::registers::{SINK, VCC};
use super::super::{Lowering, Outcome};
use super::{Operands, Source};
use crate::inst::AmdInst;
use crate::row;
use op::{Op, Ty};
use uop::{SReg, Src, Uop, VReg};

impl Lowering<'_> {
    /// The low half of a 32-bit result goes to a half register.
    pub(super) fn half_result(&mut self, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
        let dst = operands.dst.ok_or("no destination")?;
        if super::clears_high_half(inst) {
            return self.plain(op, self.vgpr(dst), operands);
        }
        let to = self.temporary(1);
        self.plain(op, to, operands)?;
        self.write_half(dst, to);
        Ok(())
    }

    /// `v_cvt_f32_fp8`: one byte of the source.
    pub(super) fn byte_source(&mut self, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
        let dst = operands.dst.ok_or("no destination")?;
        let mut src = operands.sources[0].src;
        if inst.mods.byte_sel != 0 {
            let by = self.b.constant(8 * inst.mods.byte_sel as u32);
            let to = self.temporary(1);
            self.lane(Op::ShrU32, to, &[src, by.into()]);
            src = to.into();
        }
        self.convert_byte(inst, op, self.vgpr(dst), src);
        Ok(())
    }

    /// Converts a byte as the modifiers of the result have it.
    fn convert_byte(&mut self, inst: &AmdInst, op: Op, to: VReg, byte: Src) {
        let byte = Source::of(byte).arg(Ty::U32);
        self.emit(op, to, vec![byte], inst.mods.omod, inst.mods.clamp != 0);
    }

    /// `v_cvt_pk_f32_fp8`: two bytes of one half.
    pub(super) fn two_byte_source(
        &mut self,
        inst: &AmdInst,
        op: Op,
        operands: &Operands,
    ) -> Outcome {
        let dst = self.vgpr(operands.dst.ok_or("no destination")?);
        let (first, second) = (self.temporary(1), self.temporary(1));
        self.plain(Op::MovB32, first, operands)?;
        let by = self.b.constant(8);
        self.lane(Op::ShrU32, second, &[first.into(), by.into()]);
        self.convert_byte(inst, op, dst, first.into());
        self.convert_byte(inst, op, dst.plus(1), second.into());
        Ok(())
    }

    /// `v_cvt_sr_fp8_f32`: into one byte of the destination.
    pub(super) fn byte_result(&mut self, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
        let to = self.vgpr(operands.dst.ok_or("no destination")?);
        let result = self.temporary(1);
        self.plain(op, result, operands)?;
        let which = match inst.row().selects_byte() {
            true => inst.mods.op_sel >> 2,
            false => inst.mods.byte_sel,
        };
        let at = 8 * (which as u32 & 3);
        let by = self.b.constant(at);
        let mask = self.b.constant(0xff << at);
        self.lane(Op::ShlB32, result, &[result.into(), by.into()]);
        self.lane(Op::BfiB32, to, &[mask.into(), result.into(), to.into()]);
        Ok(())
    }

    pub(super) fn swap(&mut self, inst: &AmdInst, operands: &Operands) -> Outcome {
        let dst = operands.dst.ok_or("no destination")?;
        let other = super::vector_of(&inst.operands()[1])?;
        let (a, b) = (self.vgpr(dst), self.vgpr(other));
        let kept = self.temporary(1);
        if inst.row().operands[0] == row::D32 {
            self.lane(Op::MovB32, kept, &[a.into()]);
            self.lane(Op::MovB32, a, &[b.into()]);
            self.lane(Op::MovB32, b, &[kept.into()]);
            return Ok(());
        }
        let taken = self.temporary(1);
        for (reg, half, to) in [(a, dst, kept), (b, other, taken)] {
            let op = match super::is_high(half) {
                true => Op::HighB16,
                false => Op::MovB32,
            };
            self.lane(op, to, &[reg.into()]);
        }
        self.write_half(dst, taken);
        self.write_half(other, kept);
        Ok(())
    }

    /// Two halves side by side, with their signs changed but otherwise as they are.
    pub(super) fn pack_halves(&mut self, operands: &Operands) -> Outcome {
        let dst = operands.dst.ok_or("no destination")?;
        let mut halves = [Src::None; 2];
        for (half, source) in halves.iter_mut().zip(&operands.sources) {
            *half = self.settle(source.arg(Ty::F16), Ty::F16, true);
        }
        self.lane(Op::PackLowLowB16, self.vgpr(dst), &halves);
        Ok(())
    }

    /// `fma`, scaled back by a power of two in lanes whose bit of VCC is set.
    pub(super) fn div_fmas(
        &mut self,
        inst: &AmdInst,
        fma: Op,
        scaling: Op,
        operands: &Operands,
    ) -> Outcome {
        let words = fma.signature().result.registers() as u16;
        let dst = operands.dst.ok_or("no destination")?;
        let (result, scaled) = (self.temporary(words), self.temporary(words));
        for (op, to) in [(fma, result), (scaling, scaled)] {
            self.apply_to(Some(inst), op, operands, to, None)?;
        }
        let lanes = self.lanes_of_mask(VCC).src;
        let select = if words == 2 {
            Op::SelectB64
        } else {
            Op::SelectB32
        };
        let chosen = [lanes, scaled.into(), result.into()];
        self.lane(select, self.vgpr(dst), &chosen);
        Ok(())
    }

    /// Four sums of distances, from each of the first four bytes of the first source on.
    pub(super) fn distances(&mut self, op: Op, operands: &Operands) -> Outcome {
        let dst = operands.dst.ok_or("no destination")?;
        let [a, b, c] = operands.sources[..] else {
            return Err("operands of a sum of distances".into());
        };
        let (low, high) = halves_of(a.src)?;
        let Src::Vector(old) = c.src else {
            return Err("operands of a sum of distances".into());
        };
        let sums = self.temporary(4);
        for i in 0..4 {
            let by = self.b.constant(i.into());
            let to = sums.plus(i);
            self.lane(Op::AlignByteB32, to, &[high, low, by.into()]);
            self.lane(op, to, &[to.into(), b.src, old.plus(i).into()]);
        }
        for i in 0..4 {
            let to = self.vgpr(dst).plus(i);
            self.lane(Op::MovB32, to, &[sums.plus(i).into()]);
        }
        Ok(())
    }

    /// `v_s_exp_f32` and its like: a vector function of a scalar.
    pub(super) fn on_scalar(&mut self, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
        let dst = operands.mask_dst.ok_or("no destination")?;
        let operand = &inst.operands()[1];
        let ty = op.signature().result;
        let source_type = match ty {
            Ty::F16 => row::OperandType::F16,
            _ => row::OperandType::F32,
        };
        let source = self.scalar_source(inst, operand, source_type)?;
        let to = self.scalar_temporary(1);
        let sign = super::sign_op(ty, operand.neg, operand.abs);
        let before = sign.into_iter().collect();
        let (omod, clamp) = (inst.mods.omod, inst.mods.clamp != 0);
        self.emit_scalar(op, to, vec![(source, before)], omod, clamp);
        self.scalar(Op::MovB32, dst, &[to]);
        self.wrote(dst, 1);
        Ok(())
    }

    /// `dst = op(sources)`, and one bit per lane from `flag` on the same sources.
    pub(super) fn with_mask(
        &mut self,
        inst: &AmdInst,
        operands: &Operands,
        op: Op,
        flag: Op,
    ) -> Outcome {
        let to = operands.mask_dst.ok_or("no mask destination")?;
        if to == SINK {
            return self.apply(inst, op, operands);
        }
        let words = self.mask_words();
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
        let first = if aside { self.scalar_temporary(2) } else { to };
        self.compare_into(first, flag, &operands.sources)?;
        self.apply(inst, op, operands)?;
        if aside {
            self.copy_mask(to, first);
        }
        self.wrote(to, words);
        Ok(())
    }

    /// The bit of every lane, as 0 or 1.
    pub(super) fn lanes_of_mask(&mut self, mask: SReg) -> Source {
        let dst = self.temporary(1);
        self.b.push(Uop::LanesFromMask { dst, mask });
        Source::of(dst.into())
    }

    /// `to = op(sources)` with the sources' modifiers, none of the result's.
    fn plain(&mut self, op: Op, to: VReg, operands: &Operands) -> Outcome {
        self.apply_to(None, op, operands, to, None)
    }
}

/// The two words of a 64-bit source.
fn halves_of(src: Src) -> Result<(Src, Src), String> {
    match src {
        Src::Vector(reg) => Ok((reg.into(), reg.plus(1).into())),
        Src::ScalarPair(reg) => Ok((reg.into(), reg.plus(1).into())),
        _ => Err("a 64-bit source was expected".into()),
    }
}
