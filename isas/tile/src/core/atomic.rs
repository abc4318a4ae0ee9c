//! What atomics do to an element.

use super::number::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};

/// The operation and type of an atomic, by the low five bits of `memuop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomicOp(pub u8);

impl AtomicOp {
    /// Bytes of an element.
    pub fn bytes(self) -> usize {
        if self.0 & 0b1_1000 == 0b1_1000 { 2 } else { 4 }
    }

    /// The new value of an element.
    pub fn apply(self, old: u32, operand: u32) -> u32 {
        match self.0 {
            0b00000 => old.wrapping_add(operand),
            0b00001 => old.wrapping_sub(operand),
            0b00010 => old.min(operand),
            0b00011 => old.max(operand),
            0b00100 => old & operand,
            0b00101 => old | operand,
            0b00110 => old ^ operand,
            0b00111 => operand,
            0b01010 => (old as i32).min(operand as i32) as u32,
            0b01011 => (old as i32).max(operand as i32) as u32,
            0b10000..=0b10011 => {
                let result = float(self.0 & 3, f32::from_bits(old), f32::from_bits(operand));
                canonical(result).to_bits()
            }
            0b11000..=0b11011 => {
                let (old, operand) = (f16_to_f32(old as u16), f16_to_f32(operand as u16));
                f32_to_f16(float(self.0 & 3, old, operand)).into()
            }
            0b11100..=0b11111 => {
                let (old, operand) = (bf16_to_f32(old as u16), bf16_to_f32(operand as u16));
                f32_to_bf16(float(self.0 & 3, old, operand)).into()
            }
            _ => old,
        }
    }
}

fn float(op: u8, old: f32, operand: f32) -> f32 {
    match op {
        0 => old + operand,
        1 => old - operand,
        2 => minimum(old, operand),
        _ => maximum(old, operand),
    }
}

pub fn canonical(value: f32) -> f32 {
    if value.is_nan() {
        f32::from_bits(0x7fc0_0000)
    } else {
        value
    }
}

/// The lesser; a number where the other is NaN; -0 is less than +0.
pub fn minimum(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => f32::from_bits(0x7fc0_0000),
        (true, false) => b,
        (false, true) => a,
        _ if a == b => f32::from_bits(a.to_bits() | b.to_bits() & 0x8000_0000),
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    }
}

/// The greater; a number where the other is NaN; -0 is less than +0.
pub fn maximum(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => f32::from_bits(0x7fc0_0000),
        (true, false) => b,
        (false, true) => a,
        _ if a == b && a.is_sign_negative() => b,
        _ => {
            if a >= b {
                a
            } else {
                b
            }
        }
    }
}
