//! Numbers as operands: which have a code, which become literals.

use super::{Arg, ArgKind};
use crate::constant;
use crate::row::Ty;

pub(super) fn read_as_literal(kind: &ArgKind, ty: Ty) -> bool {
    match (kind, ty) {
        (ArgKind::Float(_), Ty::V2I16) => true,
        (ArgKind::Float(value), Ty::I16 | Ty::V2Bf16) => {
            constant::to_f32(*value) == Some(INVERSE_2PI)
        }
        (ArgKind::Int(value), ty) if ty.is_packed() && ty != Ty::V2F32 => !fits(*value, 16),
        _ => false,
    }
}

#[derive(Clone, Copy)]
pub(super) enum Constant {
    Inline(u8),
    Literal(u32),
}

/// Whether a number fits in so many bits, signed or unsigned.
pub(super) fn fits(value: i64, bits: u32) -> bool {
    let high = 1i64 << bits;
    value < high && value >= -(high >> 1)
}

pub(super) fn int_constant(value: i64, ty: Ty, lit: bool, arg: &Arg) -> Option<Constant> {
    let pick = |code: Option<u8>, literal: u32| match code {
        Some(code) if !lit => Constant::Inline(code),
        _ => Constant::Literal(literal),
    };
    match ty {
        Ty::I64 | Ty::F64 => {
            if let (Some(code), false) = (constant::f64_code(value as u64), lit) {
                return Some(Constant::Inline(code));
            }
            // Signs on an integer would mean something else for the double it becomes.
            let signed = (arg.neg || arg.abs) && ty == Ty::F64;
            let bits = (fits(value, 32) && !signed).then_some(value as u32)?;
            // An integer is the upper half of a double, which may have a code after all.
            let code = constant::inline_literal(bits, ty).filter(|_| ty == Ty::F64);
            Some(pick(code, bits))
        }
        Ty::I16 => fits(value, 16).then(|| pick(constant::int_code(value), value as u32)),
        Ty::F16 => {
            fits(value, 16).then(|| pick(constant::f16_code(value as u16), value as u16 as u32))
        }
        Ty::Bf16 => {
            fits(value, 16).then(|| pick(constant::bf16_code(value as u16), value as u16 as u32))
        }
        _ => {
            fits(value, 32).then(|| pick(constant::inline_literal(value as u32, ty), value as u32))
        }
    }
}

pub(super) fn float_constant(value: f64, ty: Ty, lit: bool) -> Option<Constant> {
    let pick = |code: Option<u8>, literal: u32| match code {
        Some(code) if !lit => Constant::Inline(code),
        _ => Constant::Literal(literal),
    };
    Some(match ty {
        Ty::F64 => {
            let high = (value.to_bits() >> 32) as u32;
            // Of a number too small for the upper half nothing is left.
            let code = constant::f64_code(value.to_bits());
            pick(code.or(constant::int_code(0).filter(|_| high == 0)), high)
        }
        Ty::I64 => Constant::Inline(constant::f64_code(value.to_bits()).filter(|_| !lit)?),
        Ty::F16 | Ty::V2F16 | Ty::V2F16Splat => {
            let bits = constant::to_f16(value)?;
            let code = match ty {
                Ty::F16 => constant::f16_code(bits),
                _ => constant::inline_literal(bits as u32, ty),
            };
            pick(code, bits as u32)
        }
        Ty::Bf16 | Ty::V2Bf16 => {
            // Single ones must be small enough for the other kind of half float.
            if ty == Ty::Bf16 {
                constant::to_f16(value)?;
            }
            // Written with as many digits as a float has, 1/(2π) is cut off and not rounded.
            let bits = match value == SHORT_INVERSE_2PI && !lit {
                true => 0x3e22,
                false => constant::to_bf16(value)?,
            };
            let code = match ty {
                Ty::Bf16 => constant::bf16_code(bits),
                _ => constant::inline_literal(bits as u32, ty),
            };
            pick(code, bits as u32)
        }
        // Integer operands see the bits of a 32-bit float.
        Ty::I16 if constant::to_f16(value).is_none() => return None,
        _ => {
            let bits = constant::to_f32(value)?;
            pick(constant::f32_code(bits), bits)
        }
    })
}

/// A number that need only fit 32 bits, made to fit 16: what is too large becomes infinity, what is
/// too small is rounded.
pub(super) fn clip_to_half(value: f64, ty: Ty) -> Option<f64> {
    constant::to_f32(value)?;
    let fits = match ty {
        Ty::V2Bf16 => constant::to_bf16(value),
        _ => constant::to_f16(value),
    };
    Some(match fits {
        Some(_) => value,
        None if value.abs() > 1.0 => value * f64::INFINITY,
        None => (value / SMALLEST_F16).round_ties_even() * SMALLEST_F16,
    })
}

/// The distance of half floats below the normal ones.
const SMALLEST_F16: f64 = 1.0 / 16_777_216.0;
const INVERSE_2PI: u32 = 0x3e22_f983;
const SHORT_INVERSE_2PI: f64 = 0.159_154_94;

/// Negates or makes absolute the bits of a number.
pub(super) fn fold_signs(kind: &ArgKind, ty: Ty, neg: bool, abs: bool) -> Option<Constant> {
    let change = |bits: u32, sign: u32| {
        let bits = if abs { bits & !sign } else { bits };
        if neg { bits ^ sign } else { bits }
    };
    let forced = matches!(kind, ArgKind::LitInt(_) | ArgKind::LitFloat(_));
    let plain;
    let kind = match kind {
        ArgKind::LitInt(value) => {
            plain = ArgKind::Int(*value);
            &plain
        }
        ArgKind::LitFloat(value) => {
            plain = ArgKind::Float(*value);
            &plain
        }
        kind => kind,
    };
    let (bits, sign) = match (ty, kind) {
        (Ty::F32 | Ty::I32, ArgKind::Int(value)) => (*value as u32, 1 << 31),
        (Ty::F32 | Ty::I32, ArgKind::Float(value)) => (constant::to_f32(*value)?, 1 << 31),
        (Ty::F16, ArgKind::Int(value)) => (*value as u16 as u32, 1 << 15),
        (Ty::F16, ArgKind::Float(value)) => (constant::to_f16(*value)? as u32, 1 << 15),
        (Ty::Bf16, ArgKind::Int(value)) => (*value as u16 as u32, 1 << 15),
        (Ty::Bf16, ArgKind::Float(value)) => (constant::to_bf16(*value)? as u32, 1 << 15),
        (Ty::F64, ArgKind::Float(value)) => {
            let mut value = *value;
            if abs {
                value = value.abs();
            }
            if neg {
                value = -value;
            }
            return float_constant(value, ty, forced);
        }
        _ => return None,
    };
    let bits = change(bits, sign);
    let code = match ty {
        Ty::F32 | Ty::I32 => constant::f32_code(bits),
        Ty::F16 => constant::f16_code(bits as u16),
        _ => constant::bf16_code(bits as u16),
    };
    Some(match code {
        Some(code) if !forced => Constant::Inline(code),
        _ => Constant::Literal(bits),
    })
}
