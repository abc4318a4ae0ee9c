//! Least and greatest as AMD has them. In IEEE mode of RDNA 3 (`min`, `max`) a signalling NaN wins and
//! is made quiet, a quiet one loses, and of two quiet ones the first is left. RDNA 4's other pair
//! (`minimum`, `maximum`) lets any NaN win, a signalling one first.

use crate::formats::{f16_to_f32, f32_to_f16};
use crate::{F16, F16x2};

lane_ops! { ieee keeps nan:
    /// The lesser of `a` and `b`: a quiet NaN loses, a signalling one wins; -0 is less than +0.
    MinIeeeF32 = min_ieee_f32(a: f32, b: f32) -> f32 { pick(a, b, less(a, b)) }
    /// The greater of `a` and `b`: a quiet NaN loses, a signalling one wins; -0 is less than +0.
    MaxIeeeF32 = max_ieee_f32(a: f32, b: f32) -> f32 { pick(a, b, less(b, a)) }
    /// `min(min(a, b), c)` as `min_ieee_f32`.
    Min3IeeeF32 = min3_ieee_f32(a: f32, b: f32, c: f32) -> f32 {
        min_ieee_f32(min_ieee_f32(a, b), c)
    }
    /// `max(max(a, b), c)` as `max_ieee_f32`.
    Max3IeeeF32 = max3_ieee_f32(a: f32, b: f32, c: f32) -> f32 {
        max_ieee_f32(max_ieee_f32(a, b), c)
    }
    /// `max(min(a, b), c)`.
    MinMaxIeeeF32 = min_max_ieee_f32(a: f32, b: f32, c: f32) -> f32 {
        max_ieee_f32(min_ieee_f32(a, b), c)
    }
    /// `min(max(a, b), c)`.
    MaxMinIeeeF32 = max_min_ieee_f32(a: f32, b: f32, c: f32) -> f32 {
        min_ieee_f32(max_ieee_f32(a, b), c)
    }
    /// The middle one of three; with a NaN among them, `min3_ieee_f32`.
    Med3IeeeF32 = med3_ieee_f32(a: f32, b: f32, c: f32) -> f32 {
        let (low, high) = (min_ieee_f32(a, b), max_ieee_f32(a, b));
        let middle = max_ieee_f32(min_ieee_f32(high, c), low);
        let nan = a.is_nan() | b.is_nan() | c.is_nan();
        if nan { min3_ieee_f32(a, b, c) } else { middle }
    }

    /// The lesser of `a` and `b`: a quiet NaN loses, a signalling one wins; -0 is less than +0.
    MinIeeeF64 = min_ieee_f64(a: f64, b: f64) -> f64 { pick64(a, b, less64(a, b)) }
    /// The greater of `a` and `b`: a quiet NaN loses, a signalling one wins; -0 is less than +0.
    MaxIeeeF64 = max_ieee_f64(a: f64, b: f64) -> f64 { pick64(a, b, less64(b, a)) }

    /// As `min_ieee_f32`.
    MinIeeeF16 = min_ieee_f16(a: F16, b: F16) -> F16 { via(min_ieee_f32(wide(a), wide(b))) }
    /// As `max_ieee_f32`.
    MaxIeeeF16 = max_ieee_f16(a: F16, b: F16) -> F16 { via(max_ieee_f32(wide(a), wide(b))) }
    /// As `min3_ieee_f32`.
    Min3IeeeF16 = min3_ieee_f16(a: F16, b: F16, c: F16) -> F16 {
        via(min3_ieee_f32(wide(a), wide(b), wide(c)))
    }
    /// As `max3_ieee_f32`.
    Max3IeeeF16 = max3_ieee_f16(a: F16, b: F16, c: F16) -> F16 {
        via(max3_ieee_f32(wide(a), wide(b), wide(c)))
    }
    /// As `min_max_ieee_f32`.
    MinMaxIeeeF16 = min_max_ieee_f16(a: F16, b: F16, c: F16) -> F16 {
        via(min_max_ieee_f32(wide(a), wide(b), wide(c)))
    }
    /// As `max_min_ieee_f32`.
    MaxMinIeeeF16 = max_min_ieee_f16(a: F16, b: F16, c: F16) -> F16 {
        via(max_min_ieee_f32(wide(a), wide(b), wide(c)))
    }
    /// As `med3_ieee_f32`.
    Med3IeeeF16 = med3_ieee_f16(a: F16, b: F16, c: F16) -> F16 {
        via(med3_ieee_f32(wide(a), wide(b), wide(c)))
    }
    /// `min_ieee_f16` of each half.
    MinIeeeF16x2 = min_ieee_f16x2(a: F16x2, b: F16x2) -> F16x2 { a.zip(b, min_ieee_f16) }
    /// `max_ieee_f16` of each half.
    MaxIeeeF16x2 = max_ieee_f16x2(a: F16x2, b: F16x2) -> F16x2 { a.zip(b, max_ieee_f16) }

    /// The lesser of `a` and `b`: a NaN wins, a signalling one first; -0 is less than +0.
    MinimumF32 = minimum_f32(a: f32, b: f32) -> f32 { prefer(a, b, less(a, b)) }
    /// The greater of `a` and `b`: a NaN wins, a signalling one first; -0 is less than +0.
    MaximumF32 = maximum_f32(a: f32, b: f32) -> f32 { prefer(a, b, less(b, a)) }
    /// `minimum(minimum(a, b), c)`.
    Minimum3F32 = minimum3_f32(a: f32, b: f32, c: f32) -> f32 {
        minimum_f32(minimum_f32(a, b), c)
    }
    /// `maximum(maximum(a, b), c)`.
    Maximum3F32 = maximum3_f32(a: f32, b: f32, c: f32) -> f32 {
        maximum_f32(maximum_f32(a, b), c)
    }
    /// `maximum(minimum(a, b), c)`.
    MinimumMaximumF32 = minimum_maximum_f32(a: f32, b: f32, c: f32) -> f32 {
        maximum_f32(minimum_f32(a, b), c)
    }
    /// `minimum(maximum(a, b), c)`.
    MaximumMinimumF32 = maximum_minimum_f32(a: f32, b: f32, c: f32) -> f32 {
        minimum_f32(maximum_f32(a, b), c)
    }
    /// As `minimum_f32`.
    MinimumF64 = minimum_f64(a: f64, b: f64) -> f64 { prefer64(a, b, less64(a, b)) }
    /// As `maximum_f32`.
    MaximumF64 = maximum_f64(a: f64, b: f64) -> f64 { prefer64(a, b, less64(b, a)) }
    /// As `minimum_f32`.
    MinimumF16 = minimum_f16(a: F16, b: F16) -> F16 { via(minimum_f32(wide(a), wide(b))) }
    /// As `maximum_f32`.
    MaximumF16 = maximum_f16(a: F16, b: F16) -> F16 {
        via(maximum_f32(wide(a), wide(b)))
    }
    /// As `minimum3_f32`.
    Minimum3F16 = minimum3_f16(a: F16, b: F16, c: F16) -> F16 {
        via(minimum3_f32(wide(a), wide(b), wide(c)))
    }
    /// As `maximum3_f32`.
    Maximum3F16 = maximum3_f16(a: F16, b: F16, c: F16) -> F16 {
        via(maximum3_f32(wide(a), wide(b), wide(c)))
    }
    /// `minimum3_f16` of each half.
    Minimum3F16x2 = minimum3_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 {
        a.zip3(b, c, minimum3_f16)
    }
    /// `maximum3_f16` of each half.
    Maximum3F16x2 = maximum3_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 {
        a.zip3(b, c, maximum3_f16)
    }
    /// As `minimum_maximum_f32`.
    MinimumMaximumF16 = minimum_maximum_f16(a: F16, b: F16, c: F16) -> F16 {
        via(minimum_maximum_f32(wide(a), wide(b), wide(c)))
    }
    /// As `maximum_minimum_f32`.
    MaximumMinimumF16 = maximum_minimum_f16(a: F16, b: F16, c: F16) -> F16 {
        via(maximum_minimum_f32(wide(a), wide(b), wide(c)))
    }
    /// `minimum_f16` of each half.
    MinimumF16x2 = minimum_f16x2(a: F16x2, b: F16x2) -> F16x2 { a.zip(b, minimum_f16) }
    /// `maximum_f16` of each half.
    MaximumF16x2 = maximum_f16x2(a: F16x2, b: F16x2) -> F16x2 {
        a.zip(b, maximum_f16)
    }
}

/// A NaN wins, a signalling one over a quiet one, the first of a kind over the second.
#[inline(always)]
fn prefer(a: f32, b: f32, first: bool) -> f32 {
    let (x, y) = (a.to_bits(), b.to_bits());
    let number = if first { x } else { y };
    let second = if is_nan(y) { y } else { number };
    let quiet = if is_nan(x) { x } else { second };
    let signal = if signals(y) { y | QUIET } else { quiet };
    f32::from_bits(if signals(x) { x | QUIET } else { signal })
}

#[inline(always)]
fn prefer64(a: f64, b: f64, first: bool) -> f64 {
    let (x, y) = (a.to_bits(), b.to_bits());
    let number = if first { x } else { y };
    let second = if is_nan64(y) { y } else { number };
    let quiet = if is_nan64(x) { x } else { second };
    let signal = if signals64(y) { y | QUIET64 } else { quiet };
    f64::from_bits(if signals64(x) { x | QUIET64 } else { signal })
}

/// Less than, with -0 below +0; false with a NaN.
#[inline(always)]
fn less(a: f32, b: f32) -> bool {
    (a < b) | ((a == b) & a.is_sign_negative())
}

#[inline(always)]
fn less64(a: f64, b: f64) -> bool {
    (a < b) | ((a == b) & a.is_sign_negative())
}

/// `a` where it is chosen, or `b` is no number. On bits, so that hosts agree about NaNs.
#[inline(always)]
fn pick(a: f32, b: f32, first: bool) -> f32 {
    let (x, y) = (a.to_bits(), b.to_bits());
    let number = if first | is_nan(y) { x } else { y };
    let second = if signals(y) { y | QUIET } else { number };
    f32::from_bits(if signals(x) { x | QUIET } else { second })
}

#[inline(always)]
fn pick64(a: f64, b: f64, first: bool) -> f64 {
    let (x, y) = (a.to_bits(), b.to_bits());
    let number = if first | is_nan64(y) { x } else { y };
    let second = if signals64(y) { y | QUIET64 } else { number };
    f64::from_bits(if signals64(x) { x | QUIET64 } else { second })
}

const QUIET: u32 = 0x40_0000;
const QUIET64: u64 = 1 << 51;

#[inline(always)]
fn is_nan(bits: u32) -> bool {
    bits & 0x7fff_ffff > 0x7f80_0000
}

#[inline(always)]
fn is_nan64(bits: u64) -> bool {
    bits & !(1 << 63) > 0x7ff0_0000_0000_0000
}

#[inline(always)]
fn signals64(bits: u64) -> bool {
    is_nan64(bits) & (bits & QUIET64 == 0)
}

#[inline(always)]
fn signals(bits: u32) -> bool {
    is_nan(bits) & (bits & QUIET == 0)
}

/// A half as `f32`, a NaN with its bits.
#[inline(always)]
fn wide(a: F16) -> f32 {
    let bits = u32::from(a.0);
    let nan = (bits & 0x8000) << 16 | 0x7f80_0000 | (bits & 0x3ff) << 13;
    let number = f16_to_f32(a).to_bits();
    f32::from_bits(if bits & 0x7fff > 0x7c00 { nan } else { number })
}

/// Back to a half: one of those that went in, or a NaN with its bits.
#[inline(always)]
fn via(a: f32) -> F16 {
    let bits = a.to_bits();
    let nan = (bits >> 16 & 0x8000 | 0x7c00 | bits >> 13 & 0x3ff) as u16;
    F16(if is_nan(bits) { nan } else { f32_to_f16(a).0 })
}
