//! Number formats that Rust doesn't have: half precision, bfloat16, and pairs of 16-bit values in one lane.

/// IEEE 754 binary16, by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct F16(pub u16);

/// bfloat16, the upper half of an `f32`, by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bf16(pub u16);

/// Two `u16`, the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct U16x2(pub u32);

/// Two `i16`, the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct I16x2(pub u32);

/// Two [`F16`], the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct F16x2(pub u32);

/// Two [`Bf16`], the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bf16x2(pub u32);
