//! 16-bit floating point, one value or two to a lane: IEEE half precision and bfloat16.
//!
//! Sums, products, quotients and roots are computed in `f32` and rounded once more: with 24 bits
//! against 11 or 8 that is the same as rounding the exact result.

use crate::float;
use crate::formats::{
    add_odd, bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16, f64_to_f16, f64_to_f32_odd, fma_odd,
};
use crate::{Bf16, Bf16x2, F16, F16x2};

lane_ops! { half:
    /// `a + b`, rounded to nearest, ties to even.
    AddF16 = add_f16(a: F16, b: F16) -> F16 { f32_to_f16(f16_to_f32(a) + f16_to_f32(b)) }
    /// `a - b`, rounded to nearest, ties to even.
    SubF16 = sub_f16(a: F16, b: F16) -> F16 nan(difference) { f32_to_f16(f16_to_f32(a) - f16_to_f32(b)) }
    /// `a * b`, rounded to nearest, ties to even.
    MulF16 = mul_f16(a: F16, b: F16) -> F16 { f32_to_f16(f16_to_f32(a) * f16_to_f32(b)) }
    /// `a * b + c` with one rounding.
    FmaF16 = fma_f16(a: F16, b: F16, c: F16) -> F16 nan(product) {
        // The product is exact in `f32`, and so is what the sum leaves over.
        f32_to_f16(add_odd(f16_to_f32(a) * f16_to_f32(b), f16_to_f32(c)))
    }
    /// `a * b + c` with one rounding to `f32` and another to half precision.
    FmaViaF32F16 = fma_via_f32_f16(a: F16, b: F16, c: F16) -> F16 nan(product) {
        // The product is exact in `f32`, so this is what a fused `f32` multiply-add gives.
        f32_to_f16(f16_to_f32(a) * f16_to_f32(b) + f16_to_f32(c))
    }
    /// `a * b + c`, the product rounded before the sum is.
    MadF16 = mad_f16(a: F16, b: F16, c: F16) -> F16 { add_f16(mul_f16(a, b), c) }
    /// `a / b`, rounded to nearest, ties to even.
    DivF16 = div_f16(a: F16, b: F16) -> F16 { f32_to_f16(f16_to_f32(a) / f16_to_f32(b)) }
    /// The square root of `a`, correctly rounded.
    SqrtF16 = sqrt_f16(a: F16) -> F16 { f32_to_f16(f16_to_f32(a).sqrt()) }
    /// `1 / a`, correctly rounded.
    RcpF16 = rcp_f16(a: F16) -> F16 { f32_to_f16(1.0 / f16_to_f32(a)) }
    /// `1 / sqrt(a)`, rounded once; an infinity of the same sign for zero.
    RsqrtF16 = rsqrt_f16(a: F16) -> F16 { f64_to_f16(1.0 / f64::from(f16_to_f32(a)).sqrt()) }


    /// The lesser of `a` and `b`: a NaN loses, -0 is less than +0.
    MinNumF16 = min_num_f16(a: F16, b: F16) -> F16 { via2(a, b, float::min_num_f32) }
    /// The greater of `a` and `b`: a NaN loses, -0 is less than +0.
    MaxNumF16 = max_num_f16(a: F16, b: F16) -> F16 { via2(a, b, float::max_num_f32) }
    /// The least of three: NaNs lose.
    Min3NumF16 = min3_num_f16(a: F16, b: F16, c: F16) -> F16 {
        via3(a, b, c, float::min3_num_f32)
    }
    /// The greatest of three: NaNs lose.
    Max3NumF16 = max3_num_f16(a: F16, b: F16, c: F16) -> F16 {
        via3(a, b, c, float::max3_num_f32)
    }
    /// The middle one of three; with a NaN among them, the least of the others.
    Med3NumF16 = med3_num_f16(a: F16, b: F16, c: F16) -> F16 {
        via3(a, b, c, float::med3_num_f32)
    }
    /// `max(min(a, b), c)`: NaNs lose.
    MinMaxNumF16 = min_max_num_f16(a: F16, b: F16, c: F16) -> F16 {
        via3(a, b, c, float::min_max_num_f32)
    }
    /// `min(max(a, b), c)`: NaNs lose.
    MaxMinNumF16 = max_min_num_f16(a: F16, b: F16, c: F16) -> F16 {
        via3(a, b, c, float::max_min_num_f32)
    }

    /// The greatest integral value not above `a`.
    FloorF16 = floor_f16(a: F16) -> F16 { f32_to_f16(f16_to_f32(a).floor()) }
    /// The least integral value not below `a`.
    CeilF16 = ceil_f16(a: F16) -> F16 { f32_to_f16(f16_to_f32(a).ceil()) }
    /// `a` without its fraction.
    TruncF16 = trunc_f16(a: F16) -> F16 { f32_to_f16(f16_to_f32(a).trunc()) }
    /// The integral value nearest to `a`, ties to even.
    RintF16 = rint_f16(a: F16) -> F16 { f32_to_f16(f16_to_f32(a).round_ties_even()) }
    /// `a - floor(a)`, held below 1.
    FractBelowOneF16 = fract_below_one_f16(a: F16) -> F16 {
        let fraction = fract_f16(a);
        F16(if fraction.0 == 0x3c00 { 0x3bff } else { fraction.0 })
    }
    /// `2 a`, with +0 for -0.
    TwiceF16 = twice_f16(a: F16) -> F16 { add_f16(mul_f16(a, F16(0x4000)), F16(0)) }
    /// `4 a`, with +0 for -0.
    FourTimesF16 = four_times_f16(a: F16) -> F16 { add_f16(mul_f16(a, F16(0x4400)), F16(0)) }
    /// `a / 2`, with +0 for -0.
    HalfOfF16 = half_of_f16(a: F16) -> F16 { add_f16(mul_f16(a, F16(0x3800)), F16(0)) }
    /// `a - floor(a)`.
    FractF16 = fract_f16(a: F16) -> F16 { f32_to_f16(float::fract_f32(f16_to_f32(a))) }
    /// `a * 2^b`, rounded once.
    LdexpF16 = ldexp_f16(a: F16, b: i16) -> F16 {
        // Within these bounds `f32` is exact; past them nothing changes.
        f32_to_f16(float::ldexp_f32(f16_to_f32(a), i32::from(b).clamp(-60, 60)))
    }
    /// The fraction of `a`, from 1/2 to 1 with the sign of `a`; zeros and infinities stay.
    FrexpMantF16 = frexp_mant_f16(a: F16) -> F16 {
        f32_to_f16(float::frexp_mant_f32(f16_to_f32(a)))
    }
    /// The exponent that goes with `frexp_mant_f16`; 0 for zeros, infinities and NaN.
    FrexpExpF16 = frexp_exp_f16(a: F16) -> i16 { float::frexp_exp_f32(f16_to_f32(a)) as i16 }

    /// `a + b` in each half, rounded to nearest, ties to even.
    AddF16x2 = add_f16x2(a: F16x2, b: F16x2) -> F16x2 { a.zip(b, add_f16) }
    /// `a - b` in each half, rounded to nearest, ties to even.
    SubF16x2 = sub_f16x2(a: F16x2, b: F16x2) -> F16x2 nan(difference) { a.zip(b, sub_f16) }
    /// `a * b` in each half, rounded to nearest, ties to even.
    MulF16x2 = mul_f16x2(a: F16x2, b: F16x2) -> F16x2 { a.zip(b, mul_f16) }
    /// `a * b + c` in each half with one rounding.
    FmaF16x2 = fma_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 nan(product) { a.zip3(b, c, fma_f16) }
    /// The lesser of `a` and `b` in each half: NaNs lose.
    MinNumF16x2 = min_num_f16x2(a: F16x2, b: F16x2) -> F16x2 { a.zip(b, min_num_f16) }
    /// The greater of `a` and `b` in each half: NaNs lose.
    MaxNumF16x2 = max_num_f16x2(a: F16x2, b: F16x2) -> F16x2 { a.zip(b, max_num_f16) }

    /// `a + b`, rounded to nearest, ties to even.
    AddBf16 = add_bf16(a: Bf16, b: Bf16) -> Bf16 { f32_to_bf16(bf16_to_f32(a) + bf16_to_f32(b)) }
    /// The sums of both halves.
    AddBf16x2 = add_bf16x2(a: Bf16x2, b: Bf16x2) -> Bf16x2 {
        let low = add_bf16(Bf16(a.0 as u16), Bf16(b.0 as u16)).0;
        let high = add_bf16(Bf16((a.0 >> 16) as u16), Bf16((b.0 >> 16) as u16)).0;
        Bf16x2(u32::from(low) | u32::from(high) << 16)
    }
    /// `a - b`, rounded to nearest, ties to even.
    SubBf16 = sub_bf16(a: Bf16, b: Bf16) -> Bf16 nan(difference) { f32_to_bf16(bf16_to_f32(a) - bf16_to_f32(b)) }
    /// `a * b`, rounded to nearest, ties to even.
    MulBf16 = mul_bf16(a: Bf16, b: Bf16) -> Bf16 {
        // A product may be subnormal in `f32` already, where rounding twice would show.
        f32_to_bf16(f64_to_f32_odd(f64::from(bf16_to_f32(a)) * f64::from(bf16_to_f32(b))))
    }
    /// `a * b + c` with one rounding.
    FmaBf16 = fma_bf16(a: Bf16, b: Bf16, c: Bf16) -> Bf16 nan(product) {
        f32_to_bf16(f64_to_f32_odd(fma_odd(bf16_to_f32(a), bf16_to_f32(b), bf16_to_f32(c))))
    }
    /// The lesser of `a` and `b`: a NaN loses, -0 is less than +0.
    MinNumBf16 = min_num_bf16(a: Bf16, b: Bf16) -> Bf16 {
        f32_to_bf16(float::min_num_f32(bf16_to_f32(a), bf16_to_f32(b)))
    }
    /// The greater of `a` and `b`: a NaN loses, -0 is less than +0.
    MaxNumBf16 = max_num_bf16(a: Bf16, b: Bf16) -> Bf16 {
        f32_to_bf16(float::max_num_f32(bf16_to_f32(a), bf16_to_f32(b)))
    }
}

/// An `f32` function that returns one of its arguments, on halves.
#[inline(always)]
fn via2(a: F16, b: F16, f: impl Fn(f32, f32) -> f32) -> F16 {
    f32_to_f16(f(f16_to_f32(a), f16_to_f32(b)))
}

#[inline(always)]
fn via3(a: F16, b: F16, c: F16, f: impl Fn(f32, f32, f32) -> f32) -> F16 {
    f32_to_f16(f(f16_to_f32(a), f16_to_f32(b), f16_to_f32(c)))
}
