//! 32-bit floating point.
//!
//! Round to nearest, ties to even; subnormals are kept. An arithmetic result that is NaN is the
//! canonical quiet NaN, because hosts disagree about which NaN to pass on.

use crate::formats::{canonical, canonical_root, fma_odd};

lane_ops! { float:
    /// `a + b`, rounded to nearest, ties to even.
    AddF32 = add_f32(a: f32, b: f32) -> f32 { canonical(a + b) }
    /// `a - b`, rounded to nearest, ties to even.
    SubF32 = sub_f32(a: f32, b: f32) -> f32 nan(difference) { canonical(a - b) }
    /// `a * b`, rounded to nearest, ties to even.
    MulF32 = mul_f32(a: f32, b: f32) -> f32 { canonical(a * b) }
    /// `a * b + c` with one rounding.
    FmaF32 = fma_f32(a: f32, b: f32, c: f32) -> f32 nan(product) { canonical(a.mul_add(b, c)) }
        | without fma { canonical(fma_odd(a, b, c) as f32) }
    /// `a * b`, rounded, plus `c`, rounded.
    MadF32 = mad_f32(a: f32, b: f32, c: f32) -> f32 { canonical(a * b + c) }
    /// `a * b`, but 0 when either is 0, whatever the other is.
    MulZeroF32 = mul_zero_f32(a: f32, b: f32) -> f32 {
        let product = canonical(a * b);
        if (a == 0.0) | (b == 0.0) { 0.0 } else { product }
    }
    /// `a * b + c` with one rounding, but `c` when `a` or `b` is 0, whatever the other is.
    FmaZeroF32 = fma_zero_f32(a: f32, b: f32, c: f32) -> f32 {
        let sum = if (a == 0.0) | (b == 0.0) { c } else { a.mul_add(b, c) };
        canonical(sum)
    } | without fma {
        let sum = if (a == 0.0) | (b == 0.0) { c } else { fma_odd(a, b, c) as f32 };
        canonical(sum)
    }
    /// `a / b`, rounded to nearest, ties to even; `x / 0` is an infinity.
    DivF32 = div_f32(a: f32, b: f32) -> f32 { canonical(a / b) }
    /// The remainder of `a / b` with the quotient rounded toward zero: exact, the sign of `a`.
    RemF32 = rem_f32(a: f32, b: f32) -> f32 { canonical(remainder(a, b)) }
    /// The square root of `a`, correctly rounded.
    SqrtF32 = sqrt_f32(a: f32) -> f32 { canonical_root(a.sqrt()) }
    /// `1 / a`, correctly rounded.
    RcpF32 = rcp_f32(a: f32) -> f32 { canonical(1.0 / a) }
    /// `1 / sqrt(a)`, computed in `f64` and rounded; an infinity of the same sign for zero.
    RsqrtF32 = rsqrt_f32(a: f32) -> f32 { canonical_root((1.0 / f64::from(a).sqrt()) as f32) }

    /// The lesser of `a` and `b`: a NaN loses, -0 is less than +0.
    MinNumF32 = min_num_f32(a: f32, b: f32) -> f32 {
        let lesser = if less(a, b) | b.is_nan() { a } else { b };
        canonical(lesser)
    }
    /// The greater of `a` and `b`: a NaN loses, -0 is less than +0.
    MaxNumF32 = max_num_f32(a: f32, b: f32) -> f32 {
        let greater = if less(b, a) | b.is_nan() { a } else { b };
        canonical(greater)
    }
    /// The least of three: NaNs lose.
    Min3NumF32 = min3_num_f32(a: f32, b: f32, c: f32) -> f32 { min_num_f32(min_num_f32(a, b), c) }
    /// The greatest of three: NaNs lose.
    Max3NumF32 = max3_num_f32(a: f32, b: f32, c: f32) -> f32 { max_num_f32(max_num_f32(a, b), c) }
    /// The middle one of three; with a NaN among them, the least of the others.
    Med3NumF32 = med3_num_f32(a: f32, b: f32, c: f32) -> f32 {
        let middle = max_num_f32(min_num_f32(max_num_f32(a, b), c), min_num_f32(a, b));
        let nan = a.is_nan() | b.is_nan() | c.is_nan();
        if nan { min3_num_f32(a, b, c) } else { middle }
    }
    /// `max(min(a, b), c)`: NaNs lose.
    MinMaxNumF32 = min_max_num_f32(a: f32, b: f32, c: f32) -> f32 {
        max_num_f32(min_num_f32(a, b), c)
    }
    /// `min(max(a, b), c)`: NaNs lose.
    MaxMinNumF32 = max_min_num_f32(a: f32, b: f32, c: f32) -> f32 {
        min_num_f32(max_num_f32(a, b), c)
    }

    /// The greatest integral value not above `a`.
    FloorF32 = floor_f32(a: f32) -> f32 { canonical(a.floor()) }
    /// The least integral value not below `a`.
    CeilF32 = ceil_f32(a: f32) -> f32 { canonical(a.ceil()) }
    /// `a` without its fraction.
    TruncF32 = trunc_f32(a: f32) -> f32 { canonical(a.trunc()) }
    /// The integral value nearest to `a`, ties to even.
    RintF32 = rint_f32(a: f32) -> f32 { canonical(a.round_ties_even()) }
    /// The integral value nearest to `a`, ties away from zero.
    RoundAwayF32 = round_away_f32(a: f32) -> f32 {
        // Exact: the fraction of a number that has one is a multiple of its last place.
        let whole = a.trunc();
        let rounded = if (a - whole).abs() >= 0.5 { whole + 1f32.copysign(a) } else { whole };
        canonical(rounded)
    }
    /// `a - floor(a)`, held below 1.
    FractBelowOneF32 = fract_below_one_f32(a: f32) -> f32 {
        let fraction = a - a.floor();
        canonical(if fraction >= 1.0 { f32::from_bits(0x3f7f_ffff) } else { fraction })
    }
    /// `2 a`, with +0 for -0.
    TwiceF32 = twice_f32(a: f32) -> f32 { canonical(a * 2.0 + 0.0) }
    /// `4 a`, with +0 for -0.
    FourTimesF32 = four_times_f32(a: f32) -> f32 { canonical(a * 4.0 + 0.0) }
    /// `a / 2`, with +0 for -0.
    HalfOfF32 = half_of_f32(a: f32) -> f32 { canonical(a * 0.5 + 0.0) }
    /// `a - floor(a)`.
    FractF32 = fract_f32(a: f32) -> f32 { canonical(a - a.floor()) }
    /// `a * 2^b`, rounded once.
    LdexpF32 = ldexp_f32(a: f32, b: i32) -> f32 {
        // Past 300 nothing changes, and up to there an `f64` is exact.
        let power = f64::from_bits(((b.clamp(-300, 300) + 1023) as u64) << 52);
        canonical((f64::from(a) * power) as f32)
    }
    /// The fraction of `a`, from 1/2 to 1 with the sign of `a`; zeros and infinities stay.
    FrexpMantF32 = frexp_mant_f32(a: f32) -> f32 {
        let (bits, _) = normalised(a);
        let fraction = f32::from_bits(bits & 0x807f_ffff | 0x3f00_0000);
        if (a == 0.0) | !a.is_finite() { canonical(a) } else { fraction }
    }
    /// The exponent that goes with `frexp_mant_f32`; 0 for zeros, infinities and NaN.
    FrexpExpF32 = frexp_exp_f32(a: f32) -> i32 {
        let (bits, scale) = normalised(a);
        let exponent = (bits >> 23 & 0xff) as i32 - 126 - scale;
        if (a == 0.0) | !a.is_finite() { 0 } else { exponent }
    }
}

/// Less than, with -0 below +0; false with a NaN.
#[inline(always)]
fn less(a: f32, b: f32) -> bool {
    (a < b) | ((a == b) & a.is_sign_negative())
}

/// The bits of `a`, scaled up where it is subnormal, and the exponent of the scale.
#[inline(always)]
fn normalised(a: f32) -> (u32, i32) {
    let subnormal = a.abs() < f32::MIN_POSITIVE;
    let exponent = if subnormal { 24 } else { 0 };
    let scale = f32::from_bits(((127 + exponent) as u32) << 23);
    ((a * scale).to_bits(), exponent)
}

/// Out of line: a loop of long division, which no vector unit has.
#[inline(never)]
fn remainder(a: f32, b: f32) -> f32 {
    libm::fmodf(a, b)
}
