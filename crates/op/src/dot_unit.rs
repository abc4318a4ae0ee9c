//! Dot products of small floats as units of hardware add them up.
//!
//! Products are exact. The largest term sets a grid, what lies below it is cut off each term, and the
//! sum of what is left is rounded once. So results are neither those of a chain of additions nor
//! exact sums, and which bits are lost tells units apart. Two ways of cutting are known.
//!
//! Everything here is an `f64`: factors have at most 11 bits and terms are at most 27 bits above the
//! grid, so that products, multiples of the grid and their sums are all exact.

use crate::formats::{e4m3_to_f32, e5m2_to_f32, f16_to_f32, f64_to_f16};
use crate::{Bf16, Bf16x2, F16, F16x2};

lane_ops! { dot_unit keeps nan:
    /// `c` plus the products of two pairs; terms are cut in the frame of `c`'s sign.
    Dot2FramedF32F16 = dot2_framed_f32_f16(a: F16x2, b: F16x2, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Framed, halves(a.0), halves(b.0), [DotFormat::Half; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of two pairs; terms are cut in the frame of `c`'s sign.
    Dot2FramedF32Bf16 = dot2_framed_f32_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Framed, halves(a.0), halves(b.0), [DotFormat::Bfloat; 2], c.to_bits(), Total::Single))
    }
    /// As `dot2_framed_f32_f16`, rounded to half precision.
    Dot2FramedF16 = dot2_framed_f16(a: F16x2, b: F16x2, c: F16) -> F16 {
        F16(dot(DotUnit::Framed, halves(a.0), halves(b.0), [DotFormat::Half; 2], widen(c.0, DotFormat::Half), Total::Half) as u16)
    }
    /// As `dot2_framed_f32_bf16`, with the lower half of the result cut off.
    Dot2FramedBf16 = dot2_framed_bf16(a: Bf16x2, b: Bf16x2, c: Bf16) -> Bf16 {
        Bf16(dot(DotUnit::Framed, halves(a.0), halves(b.0), [DotFormat::Bfloat; 2], widen(c.0, DotFormat::Bfloat), Total::Bfloat) as u16)
    }
    /// `c` plus the products of two pairs; terms are cut downwards.
    Dot2FlooredF32F16 = dot2_floored_f32_f16(a: F16x2, b: F16x2, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Floored, halves(a.0), halves(b.0), [DotFormat::Half; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of two pairs; terms are cut downwards.
    Dot2FlooredF32Bf16 = dot2_floored_f32_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Floored, halves(a.0), halves(b.0), [DotFormat::Bfloat; 2], c.to_bits(), Total::Single))
    }
    /// As `dot2_floored_f32_f16`, rounded to half precision.
    Dot2FlooredF16 = dot2_floored_f16(a: F16x2, b: F16x2, c: F16) -> F16 {
        F16(dot(DotUnit::Floored, halves(a.0), halves(b.0), [DotFormat::Half; 2], widen(c.0, DotFormat::Half), Total::Half) as u16)
    }
    /// As `dot2_floored_f32_bf16`, with the lower half of the result cut off.
    Dot2FlooredBf16 = dot2_floored_bf16(a: Bf16x2, b: Bf16x2, c: Bf16) -> Bf16 {
        Bf16(dot(DotUnit::Floored, halves(a.0), halves(b.0), [DotFormat::Bfloat; 2], widen(c.0, DotFormat::Bfloat), Total::Bfloat) as u16)
    }
    /// `c` plus the products of four bytes, of 4 exponent bits in both; terms are cut downwards.
    Dot4FlooredE4m3 = dot4_floored_e4m3(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Floored, bytes(a), bytes(b), [DotFormat::E4m3; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of four bytes, of 5 exponent bits in both; terms are cut downwards.
    Dot4FlooredE5m2 = dot4_floored_e5m2(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Floored, bytes(a), bytes(b), [DotFormat::E5m2; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of four bytes, of 4 exponent bits in `a`, 5 in `b`; terms are cut
    /// downwards.
    Dot4FlooredE4m3E5m2 = dot4_floored_e4m3_e5m2(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Floored, bytes(a), bytes(b), [DotFormat::E4m3, DotFormat::E5m2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of four bytes, of 5 exponent bits in `a`, 4 in `b`; terms are cut
    /// downwards.
    Dot4FlooredE5m2E4m3 = dot4_floored_e5m2_e4m3(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(DotUnit::Floored, bytes(a), bytes(b), [DotFormat::E5m2, DotFormat::E4m3], c.to_bits(), Total::Single))
    }
}

/// How a unit cuts its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotUnit {
    /// Toward zero. A term whose sign is not that of the accumulator counts as its complement, which
    /// is one less than its negation, zeros included. Subnormals are zeros, but for half factors and
    /// results.
    Framed,
    /// Toward minus infinity, pairs of products first. Subnormals are kept.
    Floored,
}

/// What becomes of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// A single number.
    Single,
    /// A half.
    Half,
    /// A single number without its lower half.
    Bfloat,
}

/// How the factors are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotFormat {
    /// Halves.
    Half,
    /// The upper halves of single numbers.
    Bfloat,
    /// Bytes with 4 exponent bits.
    E4m3,
    /// Bytes with 5 exponent bits.
    E5m2,
}

/// What comes of a factor that is NaN, whichever it is.
const NAN_OF_FACTOR: u32 = 0xffc0_0a3d;
/// What comes of infinity times zero, and of infinities of both signs.
const NAN_OF_NO_NUMBER: u32 = 0xffc0_0000;
/// Bits of a product, and of the accumulator, that are above the grid.
const PRODUCT_BITS: i32 = 24;
const TERM_BITS: i32 = 26;
/// The grid of what is zero: finer than any that counts.
const FINEST: i32 = -900;

/// `c` (the bits of a single number) plus the products of `a` and `b`.
#[inline(never)]
pub fn dot<const N: usize>(
    unit: DotUnit,
    a: [u32; N],
    b: [u32; N],
    formats: [DotFormat; 2],
    c: u32,
    total: Total,
) -> u32 {
    let a = a.map(|raw| formats[0].value(raw, unit));
    let b = b.map(|raw| formats[1].value(raw, unit));
    let products: [f64; N] = std::array::from_fn(|i| a[i] * b[i]);
    let start = f64::from(f32::from_bits(c));
    if a.iter().chain(&b).any(|factor| factor.is_nan()) {
        return total.special(NAN_OF_FACTOR);
    }
    let no_number = match formats[0].is_byte() {
        true => NAN_OF_FACTOR,
        false => NAN_OF_NO_NUMBER,
    };
    // Infinities of both signs add up to NaN.
    let endless = |terms: &[f64]| -> f64 { terms.iter().filter(|it| !it.is_finite()).sum() };
    let without_start = endless(&products);
    if without_start.is_nan() {
        return total.special(no_number);
    }
    if start.is_nan() {
        return total.special(c | 0x40_0000);
    }
    match endless(&[without_start, start]) {
        0.0 => {}
        sum if sum.is_nan() => return total.special(no_number),
        sum => return total.special((sum as f32).to_bits()),
    }
    let start = match unit {
        DotUnit::Framed if start.abs() < power(-126) => 0.0_f64.copysign(start),
        _ => start,
    };
    let grids: [i32; N] = std::array::from_fn(|i| match products[i] == 0.0 {
        true => FINEST,
        false => formats[0].scale(a[i]) + formats[1].scale(b[i]) - PRODUCT_BITS,
    });
    match unit {
        DotUnit::Framed => framed(start, &products, &grids, total),
        // Bytes share a grid, others have one for each pair.
        DotUnit::Floored => {
            let together = if formats[0].is_byte() { N } else { 2 };
            floored(start, &products, &grids, together, total)
        }
    }
}

fn framed(start: f64, products: &[f64], grids: &[i32], total: Total) -> u32 {
    let terms = || products.iter().chain([&start]);
    if terms().all(|term| *term == 0.0) {
        return 0;
    }
    let least = if total == Total::Half { -14 } else { FINEST };
    let largest = terms().map(|term| exponent(*term)).fold(least, i32::max);
    let grid = coarsest(grids).max(largest - TERM_BITS);
    // In units of the grid, and as seen by an accumulator that is not negative.
    let sum: f64 = terms()
        .map(|term| {
            let size = (term.abs() / power(grid)).floor();
            match term.is_sign_negative() == start.is_sign_negative() {
                true => size,
                false => -size - 1.0,
            }
        })
        .sum();
    let sum = if start.is_sign_negative() { -sum } else { sum };
    total.round(sum * power(grid), false)
}

fn floored(start: f64, products: &[f64], grids: &[i32], together: usize, total: Total) -> u32 {
    let least = if total == Total::Half { -14 } else { -126 };
    let grid = coarsest(grids).max(exponent(start).max(least) - TERM_BITS);
    let floor = |value: f64, grid: i32| (value / power(grid)).floor();
    // An accumulator of which nothing is left does not count, unless it is one of the least numbers.
    let mut sum = match start.abs() < power(grid) && grid > least {
        true => 0.0,
        false => floor(start, grid),
    };
    for (products, grids) in products.chunks(together).zip(grids.chunks(together)) {
        let own = coarsest(grids);
        let part: f64 = products.iter().map(|product| floor(*product, own)).sum();
        sum += floor(part * power(own), grid);
    }
    total.round(sum * power(grid), true)
}

fn coarsest(grids: &[i32]) -> i32 {
    grids.iter().copied().fold(FINEST, i32::max)
}

/// Two to a power that an `f64` can have.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// That of the leading bit; no number here is subnormal as an `f64`.
fn exponent(value: f64) -> i32 {
    match value == 0.0 {
        true => FINEST,
        false => (value.to_bits() >> 52 & 0x7ff) as i32 - 1023,
    }
}

impl DotFormat {
    /// What a factor is worth to a unit.
    pub(crate) fn value(self, raw: u32, unit: DotUnit) -> f64 {
        let value = f64::from(match self {
            DotFormat::Half => f16_to_f32(F16(raw as u16)),
            DotFormat::Bfloat => f32::from_bits(raw << 16),
            DotFormat::E4m3 => e4m3_to_f32(raw),
            DotFormat::E5m2 => e5m2_to_f32(raw),
        });
        let keeps_subnormals = unit == DotUnit::Floored || self == DotFormat::Half;
        match value.abs() < power(self.least()) && !keeps_subnormals {
            true => 0.0_f64.copysign(value),
            false => value,
        }
    }

    /// The exponent of the least number that is not subnormal.
    fn least(self) -> i32 {
        match self {
            DotFormat::Half | DotFormat::E5m2 => -14,
            DotFormat::Bfloat => -126,
            DotFormat::E4m3 => -6,
        }
    }

    /// The exponent that a factor is written with.
    pub(crate) fn scale(self, value: f64) -> i32 {
        exponent(value).max(self.least())
    }

    fn is_byte(self) -> bool {
        matches!(self, DotFormat::E4m3 | DotFormat::E5m2)
    }
}

impl Total {
    /// An infinity or NaN.
    fn special(self, bits: u32) -> u32 {
        match (self, bits) {
            (Total::Single, _) => bits,
            (Total::Half, NAN_OF_FACTOR) => 0xfe3d,
            (Total::Bfloat, NAN_OF_FACTOR) => 0xfffd,
            (Total::Half, _) => bits >> 16 & 0x8000 | 0x7c00 | bits >> 13 & 0x3ff,
            (Total::Bfloat, _) => bits >> 16,
        }
    }

    /// Rounded to nearest even. Zeros are positive.
    fn round(self, sum: f64, subnormals: bool) -> u32 {
        let single = match subnormals {
            true => sum as f32,
            false => without_subnormals(sum),
        };
        match self {
            Total::Half => positive_zero(f64_to_f16(sum).0.into(), 1 << 15),
            Total::Single => positive_zero(single.to_bits(), 1 << 31),
            Total::Bfloat => positive_zero(single.to_bits(), 1 << 31) >> 16,
        }
    }
}

fn positive_zero(bits: u32, sign: u32) -> u32 {
    if bits == sign { 0 } else { bits }
}

/// What is too small even when it is rounded, to as many bits as a larger number would have, is 0.
fn without_subnormals(sum: f64) -> f32 {
    const FAR: i32 = 64;
    if sum.abs() >= power(-100) {
        return sum as f32;
    }
    let rounded = f64::from((sum * power(FAR)) as f32) / power(FAR);
    if rounded.abs() < power(-126) {
        0.0
    } else {
        rounded as f32
    }
}

/// A half number as a single one, NaNs as they are.
pub fn widen(raw: u16, format: DotFormat) -> u32 {
    let wide = u32::from(raw);
    match format {
        DotFormat::Half if raw & 0x7fff > 0x7c00 => {
            (wide & 0x8000 | 0x7f80) << 16 | (wide & 0x3ff) << 13
        }
        DotFormat::Half => f16_to_f32(F16(raw)).to_bits(),
        _ => wide << 16,
    }
}

#[inline(always)]
fn halves(pair: u32) -> [u32; 2] {
    [pair & 0xffff, pair >> 16]
}

#[inline(always)]
fn bytes(four: u32) -> [u32; 4] {
    four.to_le_bytes().map(u32::from)
}
