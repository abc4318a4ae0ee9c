//! Conversions, and arithmetic on single halves.

use op::Op;
use uop::{Src, VReg};

use super::Lowering;
use crate::encoding::WaveInst;
use crate::meaning::Type;
use crate::row::{Bits, Operand, Slot};

/// How a conversion computes: directly, or by an operation that takes the rounding mode too.
enum How {
    Plain(Op),
    Mode(Op),
}

pub fn cvt(inst: &WaveInst, lower: &mut Lowering) {
    let [to, from] = inst.types();
    let mode = inst.fields.b & 3;
    let source = half_in(inst, lower, inst.row.operands[1], 0);
    let (value, to_half) = match inst.row.operands[0] {
        Operand::HalfOut(bits) if inst.fields.bits(bits) != 0 => (lower.temp(1), Some(bits)),
        _ => (lower.d(inst), None),
    };
    match how(to, from, mode) {
        How::Plain(op) => lower.op(op, value, &[source]),
        How::Mode(op) => {
            let mode = lower.constant(mode.into());
            lower.op(op, value, &[source, mode]);
        }
    }
    if let Some(bits) = to_half {
        half_out(inst, lower, value, bits);
    }
}

fn how(to: Type, from: Type, mode: u8) -> How {
    use How::{Mode, Plain};
    use Type::{F16, F32, F64, S32, U32};
    match (to, from) {
        (S32, F32) if mode == 1 => Plain(Op::CvtI32F32),
        (U32, F32) if mode == 1 => Plain(Op::CvtU32F32),
        (S32, F32) => Mode(Op::CvtRoundI32F32),
        (U32, F32) => Mode(Op::CvtRoundU32F32),
        (S32, F16) => Mode(Op::CvtRoundI32F16),
        (U32, F16) => Mode(Op::CvtRoundU32F16),
        (S32, F64) => Mode(Op::CvtRoundI32F64),
        (U32, F64) => Mode(Op::CvtRoundU32F64),
        (F32, S32) if mode == 0 => Plain(Op::CvtF32I32),
        (F32, U32) if mode == 0 => Plain(Op::CvtF32U32),
        (F32, S32) => Mode(Op::CvtRoundF32I32),
        (F32, U32) => Mode(Op::CvtRoundF32U32),
        (F16, S32) => Mode(Op::CvtRoundF16I32),
        (F16, U32) => Mode(Op::CvtRoundF16U32),
        (F64, S32) => Plain(Op::CvtF64I32),
        (F64, U32) => Plain(Op::CvtF64U32),
        (F32, F16) => Plain(Op::CvtF32F16),
        (F32, F64) => Mode(Op::CvtRoundF32F64),
        (F16, F32) => Mode(Op::CvtRoundF16F32),
        (F16, F64) => Mode(Op::CvtRoundF16F64),
        (F64, F32) => Plain(Op::CvtF64F32),
        (F64, F16) => Plain(Op::CvtF64F16),
        (F32, F32) => Mode(Op::RintRoundF32),
        (F64, F64) => Mode(Op::RintRoundF64),
        // Half precision, and nothing else: equal integer types do not decode.
        _ => Plain([Op::RintF16, Op::TruncF16, Op::FloorF16, Op::CeilF16][usize::from(mode)]),
    }
}

/// `rd = op(ra, rb, rc)` on one half of each.
pub fn half(inst: &WaveInst, lower: &mut Lowering, op: Op) {
    let mut src = [Src::None; 3];
    for (i, &operand) in inst.row.operands[1..].iter().enumerate() {
        src[i] = half_in(inst, lower, operand, i as u16);
    }
    let clamp = (inst.fields.flags & 32 != 0).then_some(Op::SaturateF16);
    let Operand::HalfOut(bits) = inst.row.operands[0] else {
        return;
    };
    if inst.fields.bits(bits) == 0 {
        return lower.per_lane(op, lower.d(inst), src, clamp);
    }
    let value = lower.temp(3);
    lower.per_lane(op, value, src, clamp);
    half_out(inst, lower, value, bits);
}

/// A source whose low half is the operand; `temp` is free for it.
fn half_in(inst: &WaveInst, lower: &mut Lowering, operand: Operand, temp: u16) -> Src {
    let (slot, bits) = match operand {
        Operand::HalfIn(slot, bits) => (slot, bits),
        Operand::SourceHalf(bits) if inst.immediate().is_none() => (Slot::B, bits),
        Operand::SourceHalf(_) => return lower.b(inst),
        _ => return lower.a(inst),
    };
    let register = Src::Vector(VReg(inst.fields.get(slot).into()));
    if inst.fields.bits(bits) == 0 {
        return register;
    }
    let low = lower.temp(temp);
    let sixteen = lower.constant(16);
    lower.op(Op::ShrU32, low, &[register, sixteen]);
    low.into()
}

/// Puts the low half of `value` into the half of rd that `bits` select.
fn half_out(inst: &WaveInst, lower: &mut Lowering, value: VReg, bits: Bits) {
    let dst = lower.d(inst);
    match inst.fields.bits(bits) {
        1 => lower.op(Op::PackLowHighB16, dst, &[value.into(), dst.into()]),
        _ => lower.op(Op::PackLowLowB16, dst, &[dst.into(), value.into()]),
    }
}
