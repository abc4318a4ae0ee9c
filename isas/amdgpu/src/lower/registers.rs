//! Where everything is in the engine's register files, where a source's bits are, and where a result goes.
//!
//! Scalar registers keep the numbers that instruction fields give them, so that the loader, the
//! debugger and the lowering speak of the same register by the manual's code. What has no code
//! (SCC, MODE, temporaries) follows. Vector registers come first in their file, as many as the
//! program names, and accumulation registers from the 256th on; temporaries follow, then constants.

use super::Lowering;
use crate::constant::{self, inline_int};
use crate::inst::{self, AmdInst, AmdOperand, OperandValue, Reg, RegisterHalf};
use crate::row::{OperandType, SIGNED_LITERAL};
use op::Op;
use uop::{Apertures, Cond, MaskOp, Resources, SReg, Src, Unset, Uop, VReg};

/// `s0`; the others follow in order.
pub const SGPR0: SReg = SReg(0);
/// `vcc_lo`; `vcc_hi` follows.
pub const VCC: SReg = SReg(inst::VCC_LO);
/// `ttmp0`; `ttmp15` is the last.
pub const TTMP0: SReg = SReg(inst::TTMP0);
/// `m0`.
pub const M0: SReg = SReg(inst::M0);
/// Where the mask of active lanes can be read. Writes need a `MaskOp::Set` besides.
pub const EXEC: SReg = SReg(inst::EXEC_LO);
/// 0 or 1.
pub const SCC: SReg = SReg(128);
/// The MODE register as `s_getreg` shows it.
pub const MODE: SReg = SReg(129);
/// What the hardware calls STATUS, for `s_getreg`.
pub const STATUS: SReg = SReg(130);
/// Results that go nowhere.
pub(crate) const SINK: SReg = SReg(131);
/// Widest destination that may be `null`.
const SINK_WORDS: u16 = 16;
pub(crate) const SCALAR_TEMPORARY: SReg = SReg(SINK.0 + SINK_WORDS);
pub(crate) const SCALAR_TEMPORARIES: u16 = 16;
/// `null` as a resource descriptor: words that are never written.
pub(crate) const ZEROS: SReg = SReg(SCALAR_TEMPORARY.0 + SCALAR_TEMPORARIES);
const ZERO_WORDS: u16 = 4;
/// SCC as a source of 64 bits: a copy, and a word that is never written.
pub(crate) const WIDE_SCC: SReg = SReg(ZEROS.0 + ZERO_WORDS);
/// The address of the global data share.
pub const GDS: SReg = SReg(WIDE_SCC.0 + 2);
const SCALARS: u16 = GDS.0 + 2;

pub(crate) const VECTOR_TEMPORARIES: u16 = 24;

/// The number of `a0` among vector registers.
pub const ACCUMULATORS: u16 = inst::AGPR0 - inst::VGPR0;

/// Sizes that depend on the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Vector registers that can be named: `v0` to the last; all of them where there are accumulation
    /// registers, so that the number of a register tells what it is.
    pub vgprs: u16,
    /// Accumulation registers that can be named, behind them.
    pub agprs: u16,
}

impl Layout {
    /// `s0` on.
    pub fn sgpr(self, n: u16) -> SReg {
        SReg(n)
    }

    /// `vN`, or `aN` by its number from [`ACCUMULATORS`] on.
    pub fn vgpr(self, n: u16) -> VReg {
        VReg(n)
    }

    /// Registers that can be named.
    pub fn vectors(self) -> u16 {
        self.vgprs + self.agprs
    }

    /// What waves start without: all that can be written, but for EXEC.
    pub(crate) fn unset(self) -> Unset {
        let one = |reg: SReg| reg.0..reg.0 + 1;
        Unset {
            vectors: self.vectors(),
            scalars: vec![SGPR0.0..VCC.0 + 2, one(M0), one(SCC)],
            local: true,
            private: true,
        }
    }

    pub(crate) fn resources(self) -> Resources {
        Resources {
            vectors: self.vectors() + VECTOR_TEMPORARIES,
            scalars: SCALARS,
            exec: Some(EXEC),
            ended_waves_arrive: true,
            nans: op::Nans::First,
            stand_ins: super::channel::STAND_INS.to_vec(),
            ..Resources::default()
        }
    }
}

/// The bits of an inline constant or literal for an operand of type `ty`. Narrow values are in the
/// low bits.
pub(super) fn constant_bits(inst: &AmdInst, value: OperandValue, ty: OperandType) -> Option<u64> {
    match value {
        OperandValue::Inline(inline) => Some(inline_bits(inline, ty)),
        OperandValue::Literal => {
            let literal = inst.literal.unwrap_or(0);
            Some(match ty {
                OperandType::F64 => u64::from(literal) << 32,
                OperandType::I64 if inst.row().has(SIGNED_LITERAL) => literal as i32 as i64 as u64,
                _ => literal.into(),
            })
        }
        OperandValue::Imm(value) => Some(value as i64 as u64),
        _ => None,
    }
}

fn inline_bits(inline: u8, ty: OperandType) -> u64 {
    if (128..=208).contains(&inline) {
        let value = inline_int(inline.into());
        return match ty {
            OperandType::I64 | OperandType::F64 => value as i64 as u64,
            OperandType::I16 | OperandType::F16 | OperandType::Bf16 => (value as u16).into(),
            OperandType::V2F16Splat => u64::from(value as u16) * 0x1_0001,
            OperandType::V2Bf16 => upper_halves(value as u32),
            _ => (value as u32).into(),
        };
    }
    let which = usize::from(inline).wrapping_sub(240).min(8);
    match ty {
        OperandType::I64 | OperandType::F64 => constant::F64[which],
        OperandType::I16 | OperandType::F16 | OperandType::V2F16 => constant::F16[which].into(),
        OperandType::V2F16Splat => u64::from(constant::F16[which]) * 0x1_0001,
        OperandType::Bf16 => constant::BF16[which].into(),
        OperandType::V2Bf16 => upper_halves(constant::F32[which]),
        _ => constant::F32[which].into(),
    }
}

/// A pair of bfloat16 has twice the upper half of the constant that 32 bits would hold.
fn upper_halves(word: u32) -> u64 {
    u64::from(word >> 16) * 0x1_0001
}

/// What the register with this code holds, where that is the same in all waves.
pub(crate) fn same_for_all(reg: u16, apertures: &Apertures) -> Option<u64> {
    Some(match reg {
        inst::NULL => 0,
        // Where scratch memory is, does not show, and no access is tried again.
        inst::FLAT_SCRATCH..=inst::FLAT_SCRATCH_BASE_HI => 0,
        inst::SHARED_BASE => apertures.local.start,
        236 => apertures.local.end.wrapping_sub(1),
        237 => apertures.private.start,
        inst::PRIVATE_LIMIT => apertures.private.end.wrapping_sub(1),
        _ => return None,
    })
}

impl Lowering<'_> {
    /// A scalar source of one word, or of two where `ty` has so many.
    pub fn scalar_source(
        &mut self,
        inst: &AmdInst,
        operand: &AmdOperand,
        ty: OperandType,
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
        if let Some(bits) = same_for_all(reg, &self.options.apertures) {
            return Ok(self.scalar_value(bits, wide));
        }
        Ok(match reg {
            0..=inst::EXEC_HI => SReg(reg),
            inst::SCC if !wide => SCC,
            inst::SCC => {
                self.scalar(Op::MovB32, WIDE_SCC, &[SCC]);
                WIDE_SCC
            }
            inst::VCCZ | inst::EXECZ => {
                let mask = if reg == inst::VCCZ { VCC } else { EXEC };
                let to = self.scalar_temporary(1);
                let (equal, zero) = self.mask_zero_test();
                self.scalar(equal, to, &[mask, zero]);
                to
            }
            inst::POPS_EXITING_WAVE_ID => {
                return Err("src_pops_exiting_wave_id is for graphics".into());
            }
            inst::LDS_DIRECT => return Err("lds_direct is for graphics".into()),
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
    pub fn scalar_destination(&self, operand: &AmdOperand) -> Result<SReg, String> {
        match operand.value {
            OperandValue::Reg(reg) if reg.code == inst::NULL => Ok(SINK),
            OperandValue::Reg(reg) if reg.code <= inst::EXEC_HI => Ok(SReg(reg.code)),
            OperandValue::Reg(Reg {
                code: inst::FLAT_SCRATCH..inst::FLAT_SCRATCH_BASE_LO,
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
pub(super) fn vector_of(operand: &AmdOperand) -> Result<Reg, String> {
    match operand.value {
        OperandValue::Reg(reg) if reg.is_vgpr() => Ok(reg),
        _ => Err("a vector register was expected".into()),
    }
}

pub(super) fn is_high(reg: Reg) -> bool {
    reg.half == RegisterHalf::High
}
