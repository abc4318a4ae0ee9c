//! 64-bit floating point, by the rules of [`float`](crate::float).

use crate::formats::{canonical_root64, canonical64};

lane_ops! { double:
    /// `a + b`, rounded to nearest, ties to even.
    AddF64 = add_f64(a: f64, b: f64) -> f64 { canonical64(a + b) }
    /// `a - b`, rounded to nearest, ties to even.
    SubF64 = sub_f64(a: f64, b: f64) -> f64 nan(difference) { canonical64(a - b) }
    /// `a * b`, rounded to nearest, ties to even.
    MulF64 = mul_f64(a: f64, b: f64) -> f64 { canonical64(a * b) }
    /// `a * b + c` with one rounding.
    FmaF64 = fma_f64(a: f64, b: f64, c: f64) -> f64 nan(product) { canonical64(a.mul_add(b, c)) }
        | without fma { canonical64(soft_fma(a, b, c)) }
    /// `a / b`, rounded to nearest, ties to even; `x / 0` is an infinity.
    DivF64 = div_f64(a: f64, b: f64) -> f64 { canonical64(a / b) }
    /// The square root of `a`, correctly rounded.
    SqrtF64 = sqrt_f64(a: f64) -> f64 { canonical_root64(a.sqrt()) }
    /// `1 / a`, correctly rounded.
    RcpF64 = rcp_f64(a: f64) -> f64 { canonical64(1.0 / a) }
    /// `1 / sqrt(a)`, both steps rounded; an infinity of the same sign for zero.
    RsqrtF64 = rsqrt_f64(a: f64) -> f64 { canonical_root64(1.0 / a.sqrt()) }


    /// The lesser of `a` and `b`: a NaN loses, -0 is less than +0.
    MinNumF64 = min_num_f64(a: f64, b: f64) -> f64 {
        let lesser = if less(a, b) | b.is_nan() { a } else { b };
        canonical64(lesser)
    }
    /// The greater of `a` and `b`: a NaN loses, -0 is less than +0.
    MaxNumF64 = max_num_f64(a: f64, b: f64) -> f64 {
        let greater = if less(b, a) | b.is_nan() { a } else { b };
        canonical64(greater)
    }

    /// The greatest integral value not above `a`.
    FloorF64 = floor_f64(a: f64) -> f64 { canonical64(a.floor()) }
    /// The least integral value not below `a`.
    CeilF64 = ceil_f64(a: f64) -> f64 { canonical64(a.ceil()) }
    /// `a` without its fraction.
    TruncF64 = trunc_f64(a: f64) -> f64 { canonical64(a.trunc()) }
    /// The integral value nearest to `a`, ties to even.
    RintF64 = rint_f64(a: f64) -> f64 { canonical64(a.round_ties_even()) }
    /// `a - floor(a)`, held below 1.
    FractBelowOneF64 = fract_below_one_f64(a: f64) -> f64 {
        let fraction = a - a.floor();
        let below = f64::from_bits(0x3fef_ffff_ffff_ffff);
        canonical64(if fraction >= 1.0 { below } else { fraction })
    }
    /// `2 a`, with +0 for -0.
    TwiceF64 = twice_f64(a: f64) -> f64 { canonical64(a * 2.0 + 0.0) }
    /// `4 a`, with +0 for -0.
    FourTimesF64 = four_times_f64(a: f64) -> f64 { canonical64(a * 4.0 + 0.0) }
    /// `a / 2`, with +0 for -0.
    HalfOfF64 = half_of_f64(a: f64) -> f64 { canonical64(a * 0.5 + 0.0) }
    /// `a - floor(a)`.
    FractF64 = fract_f64(a: f64) -> f64 { canonical64(a - a.floor()) }
    /// `a * 2^b`, rounded once.
    LdexpF64 = ldexp_f64(a: f64, b: i32) -> f64 { canonical64(scale(a, b)) }
    /// The fraction of `a`, from 1/2 to 1 with the sign of `a`; zeros and infinities stay.
    FrexpMantF64 = frexp_mant_f64(a: f64) -> f64 {
        let (bits, _) = normalised(a);
        let fraction = f64::from_bits(bits & 0x800f_ffff_ffff_ffff | 0x3fe0_0000_0000_0000);
        if (a == 0.0) | !a.is_finite() { canonical64(a) } else { fraction }
    }
    /// The exponent that goes with `frexp_mant_f64`; 0 for zeros, infinities and NaN.
    FrexpExpF64 = frexp_exp_f64(a: f64) -> i32 {
        let (bits, scale) = normalised(a);
        let exponent = (bits >> 52 & 0x7ff) as i32 - 1022 - scale;
        if (a == 0.0) | !a.is_finite() { 0 } else { exponent }
    }
}

/// Less than, with -0 below +0; false with a NaN.
#[inline(always)]
fn less(a: f64, b: f64) -> bool {
    (a < b) | ((a == b) & a.is_sign_negative())
}

/// The bits of `a`, scaled up where it is subnormal, and the exponent of the scale.
#[inline(always)]
fn normalised(a: f64) -> (u64, i32) {
    let subnormal = a.abs() < f64::MIN_POSITIVE;
    let exponent = if subnormal { 53 } else { 0 };
    let scale = f64::from_bits(((1023 + exponent) as u64) << 52);
    ((a * scale).to_bits(), exponent)
}

#[inline(never)]
fn soft_fma(a: f64, b: f64, c: f64) -> f64 {
    libm::fma(a, b, c)
}

#[inline(never)]
fn scale(a: f64, exponent: i32) -> f64 {
    libm::ldexp(a, exponent)
}
