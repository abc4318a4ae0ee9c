//! Operands: where a source's bits are, and where a result goes.

use super::Lowering;
use super::layout::{EXEC, SCC, SINK, VCC, WIDE_SCC};
use crate::constant::{self, inline_int};
use crate::inst as code;
use crate::inst::{Half, Reg};
use crate::inst::{Inst, Operand, OperandValue};
use crate::row::{SIGNED_LITERAL, Ty};
use op::Op;
use uop::{Cond, MaskOp, SReg, Src, Uop, VReg};

/// The bits of an inline constant or literal for an operand of type `ty`. Narrow values are in the
/// low bits.
pub(super) fn constant_bits(inst: &Inst, value: OperandValue, ty: Ty) -> Option<u64> {
    match value {
        OperandValue::Inline(inline) => Some(inline_bits(inline, ty)),
        OperandValue::Literal => {
            let literal = inst.literal.unwrap_or(0);
            Some(match ty {
                Ty::F64 => u64::from(literal) << 32,
                Ty::I64 if inst.row().has(SIGNED_LITERAL) => literal as i32 as i64 as u64,
                _ => literal.into(),
            })
        }
        OperandValue::Imm(value) => Some(value as i64 as u64),
        _ => None,
    }
}

fn inline_bits(inline: u8, ty: Ty) -> u64 {
    if (128..=208).contains(&inline) {
        let value = inline_int(inline.into());
        return match ty {
            Ty::I64 | Ty::F64 => value as i64 as u64,
            Ty::I16 | Ty::F16 | Ty::Bf16 => (value as u16).into(),
            Ty::V2F16Splat => u64::from(value as u16) * 0x1_0001,
            Ty::V2Bf16 => upper_halves(value as u32),
            _ => (value as u32).into(),
        };
    }
    let which = usize::from(inline).wrapping_sub(240).min(8);
    match ty {
        Ty::I64 | Ty::F64 => constant::F64[which],
        Ty::I16 | Ty::F16 | Ty::V2F16 => constant::F16[which].into(),
        Ty::V2F16Splat => u64::from(constant::F16[which]) * 0x1_0001,
        Ty::Bf16 => constant::BF16[which].into(),
        Ty::V2Bf16 => upper_halves(constant::F32[which]),
        _ => constant::F32[which].into(),
    }
}

/// A pair of bfloat16 has twice the upper half of the constant that 32 bits would hold.
fn upper_halves(word: u32) -> u64 {
    u64::from(word >> 16) * 0x1_0001
}

impl Lowering<'_> {
    /// A scalar source of one word, or of two where `ty` has so many.
    pub fn scalar_source(
        &mut self,
        inst: &Inst,
        operand: &Operand,
        ty: Ty,
    ) -> Result<SReg, String> {
        let wide = ty.dwords() == 2;
        if let Some(bits) = constant_bits(inst, operand.value, ty) {
            return Ok(self.scalar_value(bits, wide));
        }
        match operand.value {
            OperandValue::Reg(reg) if !reg.is_vgpr() => self.scalar_register(reg.code, wide),
            _ => Err("a scalar source that is no scalar".into()),
        }
    }

    /// A constant in the scalar file.
    pub fn scalar_value(&mut self, bits: u64, wide: bool) -> SReg {
        match wide {
            true => self.b.scalar_constant64(bits),
            false => self.b.scalar_constant(bits as u32),
        }
    }

    /// Where the register with this code can be read.
    pub fn scalar_register(&mut self, reg: u16, wide: bool) -> Result<SReg, String> {
        let apertures = &self.options.apertures;
        Ok(match reg {
            code::NULL => self.scalar_value(0, wide),
            0..=code::EXEC_HI => SReg(reg),
            code::SCC if !wide => SCC,
            code::SCC => {
                self.scalar(Op::MovB32, WIDE_SCC, &[SCC]);
                WIDE_SCC
            }
            code::VCCZ | code::EXECZ => {
                let mask = if reg == code::VCCZ { VCC } else { EXEC };
                let to = self.scalar_temporary(1);
                let (equal, zero) = self.mask_zero_test();
                self.scalar(equal, to, &[mask, zero]);
                to
            }
            // Where scratch memory is, does not show, and no access is tried again.
            code::FLAT_SCRATCH..code::FLAT_SCRATCH_BASE_LO => self.scalar_value(0, wide),
            235 => self.scalar_value(apertures.local.start, wide),
            236 => self.scalar_value(apertures.local.end.wrapping_sub(1), wide),
            237 => self.scalar_value(apertures.private.start, wide),
            238 => self.scalar_value(apertures.private.end.wrapping_sub(1), wide),
            code::FLAT_SCRATCH_BASE_LO | code::FLAT_SCRATCH_BASE_HI => self.scalar_value(0, wide),
            code::POPS_EXITING_WAVE_ID => {
                return Err("src_pops_exiting_wave_id is for graphics".into());
            }
            code::LDS_DIRECT => return Err("lds_direct is for graphics".into()),
            _ => return Err(format!("scalar source {reg}")),
        })
    }

    /// The comparison of a lane mask with zero, and the zero.
    pub fn mask_zero_test(&mut self) -> (Op, SReg) {
        match self.wide_masks() {
            true => (Op::EqU64, self.b.scalar_constant64(0)),
            false => (Op::EqU32, self.b.scalar_constant(0)),
        }
    }

    /// Where a scalar result goes; `null` swallows it.
    pub fn scalar_destination(&self, operand: &Operand) -> Result<SReg, String> {
        match operand.value {
            OperandValue::Reg(reg) if reg.code == code::NULL => Ok(SINK),
            OperandValue::Reg(reg) if reg.code <= code::EXEC_HI => Ok(SReg(reg.code)),
            OperandValue::Reg(Reg {
                code: code::FLAT_SCRATCH..code::FLAT_SCRATCH_BASE_LO,
                ..
            }) => Ok(SINK),
            _ => Err("a register that cannot be written".into()),
        }
    }

    /// To be called after `words` registers from `reg` on were written: EXEC takes effect.
    pub fn wrote(&mut self, reg: SReg, words: u16) {
        if reg <= EXEC.plus(1) && reg.0 + words > EXEC.0 {
            self.b.push(Uop::Mask(MaskOp::Set(EXEC)));
        }
    }

    pub fn scalar(&mut self, op: Op, dst: SReg, src: &[SReg]) {
        let mut three = [SReg(0); 3];
        three[..src.len()].copy_from_slice(src);
        self.b.push(Uop::Scalar {
            op,
            dst,
            src: three,
        });
    }

    pub fn lane(&mut self, op: Op, dst: VReg, src: &[Src]) {
        let mut three = [Src::None; 3];
        three[..src.len()].copy_from_slice(src);
        self.b.push(Uop::PerLane {
            op,
            dst,
            src: three,
        });
    }

    pub fn branch(&mut self, when: Cond, to: u64) {
        let to = self.b.label_at(to).0;
        self.b.push(Uop::Branch { when, to });
    }

    /// Copies a lane mask.
    pub fn copy_mask(&mut self, dst: SReg, src: SReg) {
        let op = if self.wide_masks() {
            Op::MovB64
        } else {
            Op::MovB32
        };
        self.scalar(op, dst, &[src]);
    }

    pub fn wide_masks(&self) -> bool {
        self.options.wave == crate::target::Wave::W64
    }

    pub fn mask_words(&self) -> u16 {
        self.options.wave.mask_dwords().into()
    }

    pub fn vgpr(&self, reg: Reg) -> VReg {
        self.layout.vgpr(reg.vgpr_index())
    }
}

/// The vector register of an operand that can be nothing else.
pub(super) fn vector_of(operand: &Operand) -> Result<Reg, String> {
    match operand.value {
        OperandValue::Reg(reg) if reg.is_vgpr() => Ok(reg),
        _ => Err("a vector register was expected".into()),
    }
}

pub(super) fn is_high(reg: Reg) -> bool {
    reg.half == Half::High
}
