//! Floating point with a rounding mode: 0 to nearest even, 1 toward zero, 2 down, 3 up, 4 to
//! nearest with ties away from zero. Only the low four bits of a mode count; 5 to 7 are as 0, and
//! with 8 added a finite result that is too large becomes the greatest number of its sign.
//!
//! Hosts round to nearest. The other modes are computed on integers: every operand is widened to
//! `f64`, the exact result (or enough of it, with a last bit that stands for the rest) is formed in
//! 128 bits and rounded once. Programs that ask for a mode are rare, so these run lane by lane.

use crate::formats::{bf16_to_f32, canonical, f16_to_f32};
use crate::{Bf16, F16, F16x2};

lane_ops! { rounded:
    /// `a + b`, rounded by mode `c`.
    AddRoundF32 = add_round_f32(a: f32, b: f32, c: u32) -> f32 {
        f32::from_bits(add(a.into(), b.into(), &F32, c) as u32)
    }
    /// `a - b`, rounded by mode `c`.
    SubRoundF32 = sub_round_f32(a: f32, b: f32, c: u32) -> f32 nan(difference) { add_round_f32(a, -b, c) }
    /// `a * b`, rounded by mode `c`.
    MulRoundF32 = mul_round_f32(a: f32, b: f32, c: u32) -> f32 {
        f32::from_bits(mul(a.into(), b.into(), &F32, c) as u32)
    }
    /// `a / b`, rounded by mode `c`.
    DivRoundF32 = div_round_f32(a: f32, b: f32, c: u32) -> f32 {
        f32::from_bits(div(a.into(), b.into(), &F32, c) as u32)
    }
    /// The square root of `a`, rounded by mode `b`.
    SqrtRoundF32 = sqrt_round_f32(a: f32, b: u32) -> f32 {
        f32::from_bits(sqrt(a.into(), &F32, b) as u32)
    }
    /// `a * b + c`, rounded once, toward zero.
    FmaRzF32 = fma_rz_f32(a: f32, b: f32, c: f32) -> f32 nan(product) { fma32(a, b, c, TOWARD_ZERO) }
    /// `a * b + c`, rounded once, down.
    FmaRdF32 = fma_rd_f32(a: f32, b: f32, c: f32) -> f32 nan(product) { fma32(a, b, c, DOWN) }
    /// `a * b + c`, rounded once, up.
    FmaRuF32 = fma_ru_f32(a: f32, b: f32, c: f32) -> f32 nan(product) { fma32(a, b, c, UP) }
    /// `a + b`, rounded by mode `c`.
    AddRoundF64 = add_round_f64(a: f64, b: f64, c: u32) -> f64 {
        f64::from_bits(add(a, b, &F64, c))
    }
    /// `a - b`, rounded by mode `c`.
    SubRoundF64 = sub_round_f64(a: f64, b: f64, c: u32) -> f64 nan(difference) { add_round_f64(a, -b, c) }
    /// `a * b`, rounded by mode `c`.
    MulRoundF64 = mul_round_f64(a: f64, b: f64, c: u32) -> f64 {
        f64::from_bits(mul(a, b, &F64, c))
    }
    /// `a / b`, rounded by mode `c`.
    DivRoundF64 = div_round_f64(a: f64, b: f64, c: u32) -> f64 {
        f64::from_bits(div(a, b, &F64, c))
    }
    /// The square root of `a`, rounded by mode `b`.
    SqrtRoundF64 = sqrt_round_f64(a: f64, b: u32) -> f64 { f64::from_bits(sqrt(a, &F64, b)) }
    /// `a * b + c`, rounded once, toward zero.
    FmaRzF64 = fma_rz_f64(a: f64, b: f64, c: f64) -> f64 nan(product) {
        f64::from_bits(fma(a, b, c, &F64, TOWARD_ZERO))
    }
    /// `a * b + c`, rounded once, down.
    FmaRdF64 = fma_rd_f64(a: f64, b: f64, c: f64) -> f64 nan(product) {
        f64::from_bits(fma(a, b, c, &F64, DOWN))
    }
    /// `a * b + c`, rounded once, up.
    FmaRuF64 = fma_ru_f64(a: f64, b: f64, c: f64) -> f64 nan(product) { f64::from_bits(fma(a, b, c, &F64, UP)) }

    /// `a + b`, rounded by mode `c`.
    AddRoundF16 = add_round_f16(a: F16, b: F16, c: u32) -> F16 {
        F16(add(wide(a), wide(b), &HALF, c) as u16)
    }
    /// `a - b`, rounded by mode `c`.
    SubRoundF16 = sub_round_f16(a: F16, b: F16, c: u32) -> F16 nan(difference) {
        F16(add(wide(a), -wide(b), &HALF, c) as u16)
    }
    /// `a * b`, rounded by mode `c`.
    MulRoundF16 = mul_round_f16(a: F16, b: F16, c: u32) -> F16 {
        F16(mul(wide(a), wide(b), &HALF, c) as u16)
    }
    /// `a * b + c`, product and sum rounded toward zero.
    MadRzF16 = mad_rz_f16(a: F16, b: F16, c: F16) -> F16 { mad16(a, b, c, TOWARD_ZERO) }
    /// `a * b + c`, product and sum rounded down.
    MadRdF16 = mad_rd_f16(a: F16, b: F16, c: F16) -> F16 { mad16(a, b, c, DOWN) }
    /// `a * b + c`, product and sum rounded up.
    MadRuF16 = mad_ru_f16(a: F16, b: F16, c: F16) -> F16 { mad16(a, b, c, UP) }
    /// `a * b + c`, rounded once, toward zero.
    FmaRzF16 = fma_rz_f16(a: F16, b: F16, c: F16) -> F16 nan(product) { fma16(a, b, c, TOWARD_ZERO) }
    /// `a * b + c`, rounded once, down.
    FmaRdF16 = fma_rd_f16(a: F16, b: F16, c: F16) -> F16 nan(product) { fma16(a, b, c, DOWN) }
    /// `a * b + c`, rounded once, up.
    FmaRuF16 = fma_ru_f16(a: F16, b: F16, c: F16) -> F16 nan(product) { fma16(a, b, c, UP) }
    /// `a * b + c`, rounded once, to nearest even; what overflows becomes the greatest number.
    FmaHeldF16 = fma_held_f16(a: F16, b: F16, c: F16) -> F16 nan(product) { fma16(a, b, c, HELD) }
    /// `a * b + c`, rounded once, down; what overflows becomes the least number.
    FmaRdHeldF16 = fma_rd_held_f16(a: F16, b: F16, c: F16) -> F16 nan(product) { fma16(a, b, c, DOWN | HELD) }
    /// `a * b + c`, rounded once, up; what overflows becomes the greatest number.
    FmaRuHeldF16 = fma_ru_held_f16(a: F16, b: F16, c: F16) -> F16 nan(product) { fma16(a, b, c, UP | HELD) }
    /// `a * b + c` of single numbers, rounded once, to nearest even.
    FmaMixF16 = fma_mix_f16(a: f32, b: f32, c: f32) -> F16 nan(product) { mix16(a, b, c, 0) }
    /// `a * b + c` of single numbers, rounded once, toward zero.
    FmaMixRzF16 = fma_mix_rz_f16(a: f32, b: f32, c: f32) -> F16 nan(product) { mix16(a, b, c, TOWARD_ZERO) }
    /// `a * b + c` of single numbers, rounded once, down.
    FmaMixRdF16 = fma_mix_rd_f16(a: f32, b: f32, c: f32) -> F16 nan(product) { mix16(a, b, c, DOWN) }
    /// `a * b + c` of single numbers, rounded once, up.
    FmaMixRuF16 = fma_mix_ru_f16(a: f32, b: f32, c: f32) -> F16 nan(product) { mix16(a, b, c, UP) }
    /// As `fma_mix_f16`; what overflows becomes the greatest number.
    FmaMixHeldF16 = fma_mix_held_f16(a: f32, b: f32, c: f32) -> F16 nan(product) { mix16(a, b, c, HELD) }
    /// As `fma_mix_rd_f16`; what overflows becomes the least number.
    FmaMixRdHeldF16 = fma_mix_rd_held_f16(a: f32, b: f32, c: f32) -> F16 nan(product) {
        mix16(a, b, c, DOWN | HELD)
    }
    /// As `fma_mix_ru_f16`; what overflows becomes the greatest number.
    FmaMixRuHeldF16 = fma_mix_ru_held_f16(a: f32, b: f32, c: f32) -> F16 nan(product) {
        mix16(a, b, c, UP | HELD)
    }
    /// `a + b` in each half, rounded by mode `c`.
    AddRoundF16x2 = add_round_f16x2(a: F16x2, b: F16x2, c: u32) -> F16x2 {
        a.zip(b, |a, b| add_round_f16(a, b, c))
    }
    /// `a * b` in each half, rounded by mode `c`.
    MulRoundF16x2 = mul_round_f16x2(a: F16x2, b: F16x2, c: u32) -> F16x2 {
        a.zip(b, |a, b| mul_round_f16(a, b, c))
    }
    /// `a * b + c` in each half, rounded once, toward zero.
    FmaRzF16x2 = fma_rz_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 nan(product) { a.zip3(b, c, fma_rz_f16) }
    /// `a * b + c` in each half, rounded once, down.
    FmaRdF16x2 = fma_rd_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 nan(product) { a.zip3(b, c, fma_rd_f16) }
    /// `a * b + c` in each half, rounded once, up.
    FmaRuF16x2 = fma_ru_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 nan(product) { a.zip3(b, c, fma_ru_f16) }
    /// As `fma_held_f16`, in each half.
    FmaHeldF16x2 = fma_held_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 nan(product) {
        a.zip3(b, c, fma_held_f16)
    }
    /// As `fma_rd_held_f16`, in each half.
    FmaRdHeldF16x2 = fma_rd_held_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 nan(product) {
        a.zip3(b, c, fma_rd_held_f16)
    }
    /// As `fma_ru_held_f16`, in each half.
    FmaRuHeldF16x2 = fma_ru_held_f16x2(a: F16x2, b: F16x2, c: F16x2) -> F16x2 nan(product) {
        a.zip3(b, c, fma_ru_held_f16)
    }
    /// `a * 2^b`, rounded by mode `c`.
    LdexpRoundF32 = ldexp_round_f32(a: f32, b: i32, c: u32) -> f32 {
        f32::from_bits(scaled(a.into(), b, &F32, c) as u32)
    }
    /// `a * 2^b`, rounded by mode `c`.
    LdexpRoundF64 = ldexp_round_f64(a: f64, b: i32, c: u32) -> f64 {
        f64::from_bits(scaled(a, b, &F64, c))
    }
    /// `a * 2^b`, rounded by mode `c`.
    LdexpRoundF16 = ldexp_round_f16(a: F16, b: i16, c: u32) -> F16 {
        F16(scaled(wide(a), b.into(), &HALF, c) as u16)
    }
    /// `a * b`, rounded by mode `c`, but 0 when either is 0, whatever the other is.
    MulZeroRoundF32 = mul_zero_round_f32(a: f32, b: f32, c: u32) -> f32 {
        if (a == 0.0) | (b == 0.0) { 0.0 } else { mul_round_f32(a, b, c) }
    }
    /// `a * b + c`, rounded toward zero, but `c` when `a` or `b` is 0, whatever the other is.
    FmaZeroRzF32 = fma_zero_rz_f32(a: f32, b: f32, c: f32) -> f32 {
        if (a == 0.0) | (b == 0.0) { canonical(c) } else { fma_rz_f32(a, b, c) }
    }
    /// `a * b + c`, rounded down, but `c` when `a` or `b` is 0, whatever the other is.
    FmaZeroRdF32 = fma_zero_rd_f32(a: f32, b: f32, c: f32) -> f32 {
        if (a == 0.0) | (b == 0.0) { canonical(c) } else { fma_rd_f32(a, b, c) }
    }
    /// `a * b + c`, rounded up, but `c` when `a` or `b` is 0, whatever the other is.
    FmaZeroRuF32 = fma_zero_ru_f32(a: f32, b: f32, c: f32) -> f32 {
        if (a == 0.0) | (b == 0.0) { canonical(c) } else { fma_ru_f32(a, b, c) }
    }

    /// `a` to an integral value by mode `b`.
    RintRoundF32 = rint_round_f32(a: f32, b: u32) -> f32 {
        f32::from_bits(convert(integral(a.into(), b), &F32, 0) as u32)
    }
    /// `a` to an integral value by mode `b`.
    RintRoundF64 = rint_round_f64(a: f64, b: u32) -> f64 {
        f64::from_bits(convert(integral(a, b), &F64, 0))
    }
    /// `a` to an integer by mode `b`, saturating; NaN becomes 0.
    CvtRoundI32F32 = cvt_round_i32_f32(a: f32, b: u32) -> i32 { integral(a.into(), b) as i32 }
    /// `a` to an integer by mode `b`, saturating; NaN becomes 0.
    CvtRoundU32F32 = cvt_round_u32_f32(a: f32, b: u32) -> u32 { integral(a.into(), b) as u32 }
    /// `a` to an integer by mode `b`, saturating; NaN becomes 0.
    CvtRoundI32F64 = cvt_round_i32_f64(a: f64, b: u32) -> i32 { integral(a, b) as i32 }
    /// `a` to an integer by mode `b`, saturating; NaN becomes 0.
    CvtRoundU32F64 = cvt_round_u32_f64(a: f64, b: u32) -> u32 { integral(a, b) as u32 }
    /// `a` to an integer by mode `b`, saturating; NaN becomes 0.
    CvtRoundI32F16 = cvt_round_i32_f16(a: F16, b: u32) -> i32 {
        integral(f16_to_f32(a).into(), b) as i32
    }
    /// `a` to an integer by mode `b`, saturating; NaN becomes 0.
    CvtRoundU32F16 = cvt_round_u32_f16(a: F16, b: u32) -> u32 {
        integral(f16_to_f32(a).into(), b) as u32
    }
    /// `a` to an integer by mode `b`, saturating; NaN becomes 0.
    CvtRoundI32Bf16 = cvt_round_i32_bf16(a: Bf16, b: u32) -> i32 {
        integral(bf16_to_f32(a).into(), b) as i32
    }
    /// `a` as `f32`, by mode `b`.
    CvtRoundF32I32 = cvt_round_f32_i32(a: i32, b: u32) -> f32 {
        f32::from_bits(convert(a.into(), &F32, b) as u32)
    }
    /// `a` as `f32`, by mode `b`.
    CvtRoundF32U32 = cvt_round_f32_u32(a: u32, b: u32) -> f32 {
        f32::from_bits(convert(a.into(), &F32, b) as u32)
    }
    /// `a` as `f32`, by mode `b`.
    CvtRoundF32F64 = cvt_round_f32_f64(a: f64, b: u32) -> f32 {
        f32::from_bits(convert(a, &F32, b) as u32)
    }
    /// `a` in half precision, by mode `b`.
    CvtRoundF16F32 = cvt_round_f16_f32(a: f32, b: u32) -> F16 {
        F16(convert(a.into(), &HALF, b) as u16)
    }
    /// `a` in half precision, by mode `b`.
    CvtRoundF16F64 = cvt_round_f16_f64(a: f64, b: u32) -> F16 { F16(convert(a, &HALF, b) as u16) }
    /// `a` in half precision, by mode `b`.
    CvtRoundF16I16 = cvt_round_f16_i16(a: i16, b: u32) -> F16 {
        F16(convert(a.into(), &HALF, b) as u16)
    }
    /// `a` in half precision, by mode `b`.
    CvtRoundF16U16 = cvt_round_f16_u16(a: u16, b: u32) -> F16 {
        F16(convert(a.into(), &HALF, b) as u16)
    }
    /// `a` in half precision, by mode `b`.
    CvtRoundF16I32 = cvt_round_f16_i32(a: i32, b: u32) -> F16 {
        F16(convert(a.into(), &HALF, b) as u16)
    }
    /// `a` in half precision, by mode `b`.
    CvtRoundF16U32 = cvt_round_f16_u32(a: u32, b: u32) -> F16 {
        F16(convert(a.into(), &HALF, b) as u16)
    }
    /// `a` as bfloat16, by mode `b`.
    CvtRoundBf16F32 = cvt_round_bf16_f32(a: f32, b: u32) -> Bf16 {
        Bf16(convert(a.into(), &BFLOAT, b) as u16)
    }
    /// `a` with 10 fraction bits in the place of an `f32`, by mode `b`.
    CvtRoundTf32F32 = cvt_round_tf32_f32(a: f32, b: u32) -> f32 {
        f32::from_bits((convert(a.into(), &TF32, b) as u32) << 13)
    }
    /// `a` as a float of 4 exponent and 3 fraction bits, by mode `b`, saturating.
    CvtRoundE4m3F32 = cvt_round_e4m3_f32(a: f32, b: u32) -> u32 {
        convert(a.into(), &E4M3, b) as u32
    }
    /// `a` as a float of 5 exponent and 2 fraction bits, by mode `b`, saturating.
    CvtRoundE5m2F32 = cvt_round_e5m2_f32(a: f32, b: u32) -> u32 {
        convert(a.into(), &E5M2, b) as u32
    }
}

const TOWARD_ZERO: u32 = 1;
const DOWN: u32 = 2;
const UP: u32 = 3;
const TIES_AWAY: u32 = 4;
/// Added to a mode: a finite number that is too large becomes the greatest of its sign.
const HELD: u32 = 8;

mod format;

pub use format::{BFLOAT, E4M3, E5M2, F32, F64, FloatFormat, HALF, TF32};

#[inline(always)]
fn fma32(a: f32, b: f32, c: f32, mode: u32) -> f32 {
    f32::from_bits(fma(a.into(), b.into(), c.into(), &F32, mode) as u32)
}

#[inline(always)]
fn wide(a: F16) -> f64 {
    f16_to_f32(a).into()
}

#[inline(always)]
fn fma16(a: F16, b: F16, c: F16, mode: u32) -> F16 {
    F16(fma(wide(a), wide(b), wide(c), &HALF, mode) as u16)
}

/// Rounded twice.
#[inline(always)]
fn mad16(a: F16, b: F16, c: F16, mode: u32) -> F16 {
    add_round_f16(mul_round_f16(a, b, mode), c, mode)
}

/// The same of single numbers.
#[inline(always)]
fn mix16(a: f32, b: f32, c: f32, mode: u32) -> F16 {
    F16(fma(a.into(), b.into(), c.into(), &HALF, mode) as u16)
}

/// `a * 2^exponent`.
#[inline(never)]
fn scaled(a: f64, exponent: i32, to: &FloatFormat, mode: u32) -> u64 {
    if !a.is_finite() || a == 0.0 {
        return to.special(a);
    }
    let mut value = Exact::of(a);
    // Past this nothing changes.
    value.exponent += exponent.clamp(-10_000, 10_000);
    value.round(to, mode)
}

fn convert(a: f64, to: &FloatFormat, mode: u32) -> u64 {
    to.nearest(a, mode).0
}

fn add(a: f64, b: f64, to: &FloatFormat, mode: u32) -> u64 {
    fma(a, 1.0, b, to, mode)
}

fn mul(a: f64, b: f64, to: &FloatFormat, mode: u32) -> u64 {
    // Adding a zero of the product's sign changes nothing, not even the sign of zero.
    let zero = 0f64.copysign(a) * 1f64.copysign(b);
    fma(a, b, zero, to, mode)
}

#[inline(never)]
fn fma(a: f64, b: f64, c: f64, to: &FloatFormat, mode: u32) -> u64 {
    if !(a.is_finite() && b.is_finite() && c.is_finite()) {
        // The product of finite numbers must not overflow here.
        let product = 1f64.copysign(a) * 1f64.copysign(b);
        let product = if a.is_finite() && b.is_finite() {
            product
        } else {
            a * b
        };
        return to.special(product + c);
    }
    let product = Exact::of(a).times(Exact::of(b));
    let sum = product.plus(Exact::of(c));
    if sum.bits != 0 {
        return sum.round(to, mode);
    }
    // Zeros of one sign keep it; a difference that vanishes is +0, but -0 when rounding down.
    let exact_zero = product.bits == 0 && product.negative == c.is_sign_negative();
    let negative = if exact_zero {
        product.negative
    } else {
        mode & 7 == DOWN
    };
    to.signed(negative, 0)
}

/// `(a * b + c) * 2^exponent`, rounded once, to nearest. Only results that are subnormal, or too
/// large, differ from rounding twice, and those that come from just below the least normal number.
#[inline(always)]
pub(crate) fn fma_scaled_f64(a: f64, b: f64, c: f64, exponent: i32) -> f64 {
    let scale = f64::from_bits(((1023 + exponent) as u64) << 52);
    let usual = crate::double::fma_f64(a, b, c) * scale;
    if usual.is_normal() && usual.abs() > f64::MIN_POSITIVE {
        usual
    } else {
        fma_scaled_exactly(a, b, c, exponent)
    }
}

#[inline(never)]
fn fma_scaled_exactly(a: f64, b: f64, c: f64, exponent: i32) -> f64 {
    if !(a.is_finite() && b.is_finite() && c.is_finite()) {
        return f64::from_bits(fma(a, b, c, &F64, 0));
    }
    let mut sum = Exact::of(a).times(Exact::of(b)).plus(Exact::of(c));
    if sum.bits == 0 {
        return f64::from_bits(fma(a, b, c, &F64, 0));
    }
    sum.exponent += exponent;
    f64::from_bits(sum.round(&F64, 0))
}

#[inline(never)]
fn div(a: f64, b: f64, to: &FloatFormat, mode: u32) -> u64 {
    if !a.is_finite() || !b.is_finite() || a == 0.0 || b == 0.0 {
        return to.special(a / b);
    }
    let (a, b) = (Exact::of(a), Exact::of(b));
    // 127 bits by 53 leave at least 74 bits of quotient, more than any format keeps.
    let dividend = a.bits << 74;
    let quotient = (dividend / b.bits) | u128::from(dividend % b.bits != 0);
    Exact {
        negative: a.negative != b.negative,
        bits: quotient,
        exponent: a.exponent - 74 - b.exponent,
    }
    .round(to, mode)
}

#[inline(never)]
fn sqrt(a: f64, to: &FloatFormat, mode: u32) -> u64 {
    if !a.is_finite() || a <= 0.0 {
        return to.special(a.sqrt());
    }
    let a = Exact::of(a);
    // An even exponent, and at least 122 bits, so that the root has 61.
    let shift = 72 + (a.exponent & 1);
    let bits = a.bits << shift;
    let root = bits.isqrt();
    Exact {
        negative: false,
        bits: root << 1 | u128::from(root * root != bits),
        exponent: (a.exponent - shift) / 2 - 1,
    }
    .round(to, mode)
}

#[inline(never)]
fn integral(a: f64, mode: u32) -> f64 {
    match mode & 7 {
        TOWARD_ZERO => libm::trunc(a),
        DOWN => libm::floor(a),
        UP => libm::ceil(a),
        TIES_AWAY => libm::round(a),
        _ => libm::rint(a),
    }
}

/// A finite number as an integer of at most 53 bits (or 106 in a product) and a power of two.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    bits: u128,
    exponent: i32,
}

impl Exact {
    /// All 53 bits, the highest of them set, unless `a` is zero.
    fn of(a: f64) -> Exact {
        let fraction = a.to_bits() & ((1 << 52) - 1);
        let exponent = (a.to_bits() >> 52 & 0x7ff) as i32;
        let bits = if exponent == 0 {
            fraction
        } else {
            fraction | 1 << 52
        };
        let shift = if bits == 0 {
            0
        } else {
            bits.leading_zeros() as i32 - 11
        };
        Exact {
            negative: a.is_sign_negative(),
            bits: u128::from(bits) << shift,
            exponent: exponent.max(1) - 1075 - shift,
        }
    }

    fn times(self, other: Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            bits: self.bits * other.bits,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The sum; where it doesn't fit, its last bit says that something was left off.
    fn plus(self, other: Exact) -> Exact {
        if self.bits == 0 || other.bits == 0 {
            return if self.bits == 0 { other } else { self };
        }
        let (a, b) = (self.raised(), other.raised());
        let (big, small) = if a.exponent >= b.exponent {
            (a, b)
        } else {
            (b, a)
        };
        let aligned = shift_right(small.bits, (big.exponent - small.exponent) as u32);
        let (negative, bits) = if big.negative == small.negative {
            (big.negative, big.bits + aligned)
        } else if big.bits >= aligned {
            (big.negative, big.bits - aligned)
        } else {
            (small.negative, aligned - big.bits)
        };
        Exact {
            negative,
            bits,
            exponent: big.exponent,
        }
    }

    /// The same number with its highest bit at 125: room for a carry above and lost bits below.
    fn raised(self) -> Exact {
        let shift = self.bits.leading_zeros() as i32 - 2;
        Exact {
            bits: self.bits << shift,
            exponent: self.exponent - shift,
            ..self
        }
    }

    /// Rounded to a format, as its bits; not for zero.
    fn round(self, to: &FloatFormat, mode: u32) -> u64 {
        self.rounded(to, mode).0
    }

    /// The bits, and whether the number was too large for the format.
    fn rounded(self, to: &FloatFormat, mode: u32) -> (u64, bool) {
        let top = 127 - self.bits.leading_zeros() as i32 + self.exponent;
        // The exponent of the last place: fixed among subnormals.
        let biased = (top + to.bias).max(1);
        let last = biased - to.bias - to.fraction as i32;
        let shift = last - self.exponent;
        // One bit more than is kept, and one that stands for all others.
        let guarded = match shift {
            ..=2 => self.bits << (2 - shift),
            _ => shift_right(self.bits, (shift - 2) as u32),
        };
        let (kept, rest) = ((guarded >> 2) as u64, guarded as u32 & 3);
        let up = match mode & 7 {
            TOWARD_ZERO => false,
            DOWN => self.negative && rest != 0,
            UP => !self.negative && rest != 0,
            TIES_AWAY => rest >= 2,
            _ => rest > 2 || (rest == 2 && kept & 1 == 1),
        };
        // A kept leading bit adds one to the exponent field, and so does a carry out of the
        // fraction.
        let far_beyond = biased > 2 * to.bias + 1;
        let bits = match far_beyond {
            true => u64::MAX,
            false => ((biased as u64 - 1) << to.fraction) + kept + u64::from(up),
        };
        if bits <= to.greatest {
            return (to.signed(self.negative, bits), false);
        }
        let held = match mode & 7 {
            TOWARD_ZERO => true,
            DOWN => !self.negative,
            UP => self.negative,
            _ => false,
        } || mode & HELD != 0;
        let bits = if held { to.greatest } else { to.beyond };
        (to.signed(self.negative, bits), true)
    }
}

impl FloatFormat {
    /// The bits of `a`, rounded once by `mode`, and whether it was too large for the format.
    #[inline(never)]
    pub fn nearest(&self, a: f64, mode: u32) -> (u64, bool) {
        if !a.is_finite() || a == 0.0 {
            return (self.special(a), a.is_infinite());
        }
        Exact::of(a).rounded(self, mode)
    }

    /// The bits of a zero, an infinity or a NaN.
    fn special(&self, a: f64) -> u64 {
        if a.is_nan() {
            self.nan
        } else {
            self.signed(a.is_sign_negative(), if a == 0.0 { 0 } else { self.beyond })
        }
    }

    fn signed(&self, negative: bool, bits: u64) -> u64 {
        bits | u64::from(negative) << (self.width - 1)
    }
}

/// `bits >> shift`, with the last bit set where ones were shifted out.
fn shift_right(bits: u128, shift: u32) -> u128 {
    if shift > 127 {
        return u128::from(bits != 0);
    }
    let kept = bits >> shift;
    kept | u128::from(kept << shift != bits)
}
