//! Inline constants: numbers that a source field can hold without a literal.

use crate::row::OperandType;
use op::formats::{bf16_to_f32, f16_to_f32, f64_to_bf16, f64_to_f16};

/// The value of an inline integer, by code.
pub fn inline_int(code: u16) -> i32 {
    match code {
        128..=192 => code as i32 - 128,
        _ => 192 - code as i32,
    }
}

/// The code of a small integer.
pub fn int_code(value: i64) -> Option<u8> {
    match value {
        0..=64 => Some((128 + value) as u8),
        -16..=-1 => Some((192 - value) as u8),
        _ => None,
    }
}

/// Bit patterns of the float constants from code 240 on; the last is 1/(2π).
pub(crate) const F32: [u32; 9] = [
    0x3f00_0000,
    0xbf00_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x4000_0000,
    0xc000_0000,
    0x4080_0000,
    0xc080_0000,
    0x3e22_f983,
];
pub(crate) const F16: [u16; 9] = [
    0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118,
];
pub(crate) const BF16: [u16; 9] = [
    0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4080, 0xc080, 0x3e22,
];
pub(crate) const F64: [u64; 9] = [
    0x3fe0_0000_0000_0000,
    0xbfe0_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x4000_0000_0000_0000,
    0xc000_0000_0000_0000,
    0x4010_0000_0000_0000,
    0xc010_0000_0000_0000,
    0x3fc4_5f30_6dc9_c882,
];

fn position<T: PartialEq>(list: &[T; 9], value: T) -> Option<u8> {
    list.iter()
        .position(|v| *v == value)
        .map(|index| 240 + index as u8)
}

pub fn f32_code(bits: u32) -> Option<u8> {
    int_code(bits as i32 as i64).or_else(|| position(&F32, bits))
}

pub fn f16_code(bits: u16) -> Option<u8> {
    int_code(bits as i16 as i64).or_else(|| position(&F16, bits))
}

pub fn bf16_code(bits: u16) -> Option<u8> {
    int_code(bits as i16 as i64).or_else(|| position(&BF16, bits))
}

pub fn f64_code(bits: u64) -> Option<u8> {
    int_code(bits as i64).or_else(|| position(&F64, bits))
}

/// The inline constant that a 32-bit literal equals when read as `ty`.
pub fn inline_literal(literal: u32, ty: OperandType) -> Option<u8> {
    match ty {
        OperandType::I32 | OperandType::F32 | OperandType::V2F32 => f32_code(literal),
        OperandType::I64 => f64_code(literal as u64),
        OperandType::F64 => f64_code((literal as u64) << 32),
        // Of a 16-bit operand's literal only the low half counts.
        OperandType::F16 => f16_code(literal as u16),
        OperandType::Bf16 => bf16_code(literal as u16),
        OperandType::I16 => f32_code(literal),
        OperandType::V2F16 => packed(literal, f16_code),
        OperandType::V2Bf16 => packed(literal, bf16_code),
        OperandType::V2I16 => int_code(literal as i32 as i64).or_else(|| position(&F32, literal)),
        OperandType::V2F16Splat => int_code(literal as i32 as i64).or_else(|| {
            let half = literal as u16;
            (literal >> 16 == half as u32)
                .then(|| f16_code(half))
                .flatten()
        }),
    }
}

/// A packed literal is inline if its high half is zero and the low one is inline, or if all of it
/// is a small integer.
fn packed(literal: u32, half: fn(u16) -> Option<u8>) -> Option<u8> {
    int_code(literal as i32 as i64).or_else(|| {
        (literal >> 16 == 0)
            .then(|| half(literal as u16).filter(|&code| code >= 240))
            .flatten()
    })
}

/// The bits of a float constant as a 16-bit integer operand sees them.
pub fn f16_bits(code: u8) -> u16 {
    F16.get((code as usize).wrapping_sub(240))
        .copied()
        .unwrap_or(0)
}

/// Rounds to 32 bits; nothing if the number is too large or too small to be one.
pub fn to_f32(value: f64) -> Option<u32> {
    let narrow = value as f32;
    let large = narrow.is_infinite() && value.is_finite();
    // Rounding changed the value to one below the normal numbers.
    let small = f64::from(narrow) != value && narrow.abs() < f32::MIN_POSITIVE;
    (!large && !small).then(|| narrow.to_bits())
}

/// Rounds to a half float.
pub fn to_f16(value: f64) -> Option<u16> {
    let rounded = f64_to_f16(value);
    fits(value, f16_to_f32(rounded), f16_to_f32(op::F16(0x0400))).then_some(rounded.0)
}

/// Rounds to a bfloat16.
pub fn to_bf16(value: f64) -> Option<u16> {
    let rounded = f64_to_bf16(value);
    let least = bf16_to_f32(op::Bf16(0x0080));
    fits(value, bf16_to_f32(rounded), least).then_some(rounded.0)
}

/// As with 32 bits: neither too large, nor rounded to one below the least normal number.
fn fits(value: f64, rounded: f32, least: f32) -> bool {
    let large = rounded.is_infinite() && value.is_finite();
    let small = f64::from(rounded) != value && rounded.abs() < least;
    !large && !small && !value.is_nan()
}
