//! What atomics do to an element.

use super::alu::Element;
use op::float::{max_num_f32, min_num_f32};

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
            0b10000..=0b10011 => self.float(Element::F32, old, operand),
            0b11000..=0b11011 => self.float(Element::F16, old, operand),
            0b11100..=0b11111 => self.float(Element::Bf16, old, operand),
            _ => old,
        }
    }

    fn float(self, element: Element, old: u32, operand: u32) -> u32 {
        let (old, operand) = (element.widen(old), element.widen(operand));
        element.narrow(match self.0 & 3 {
            0 => old + operand,
            1 => old - operand,
            2 => min_num_f32(old, operand),
            _ => max_num_f32(old, operand),
        })
    }
}
