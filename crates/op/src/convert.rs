//! Conversions between number formats. The destination comes first: `cvt_f32_i32` makes a float.
//!
//! Float to integer saturates, and NaN becomes 0, unless the name ends in `rv`. Float to float
//! rounds to nearest even and makes NaN canonical. Conversions by another rounding are in
//! [`rounded`](crate::rounded).

use crate::formats::{
    bf16_to_f32, canonical, canonical64, e4m3_to_f32, e5m2_to_f32, f16_to_f32, f32_to_bf16,
    f32_to_e4m3, f32_to_e5m2, f32_to_f16, f64_to_f16, f64_to_f32_odd,
};
use crate::narrow::saturate_i16;
use crate::{Bf16, Bf16x2, F16, F16x2, I16x2, U16x2};

lane_ops! { convert:
    /// `a` as `f32`, rounded to nearest even.
    CvtF32I32 = cvt_f32_i32(a: i32) -> f32 { a as f32 }
    /// `a` as `f32`, rounded to nearest even.
    CvtF32U32 = cvt_f32_u32(a: u32) -> f32 { a as f32 }
    /// `a` as `f32`, rounded to nearest even.
    CvtF32I64 = cvt_f32_i64(a: i64) -> f32 { a as f32 }
    /// `a` as `f32`, rounded to nearest even.
    CvtF32U64 = cvt_f32_u64(a: u64) -> f32 { a as f32 }
    /// `a` as `f64`, exactly.
    CvtF64I32 = cvt_f64_i32(a: i32) -> f64 { f64::from(a) }
    /// `a` as `f64`, exactly.
    CvtF64U32 = cvt_f64_u32(a: u32) -> f64 { f64::from(a) }
    /// `a` as `f64`, rounded to nearest even.
    CvtF64I64 = cvt_f64_i64(a: i64) -> f64 { a as f64 }
    /// `a` as `f64`, rounded to nearest even.
    CvtF64U64 = cvt_f64_u64(a: u64) -> f64 { a as f64 }
    /// `a` as half precision, rounded to nearest even.
    CvtF16I16 = cvt_f16_i16(a: i16) -> F16 { f32_to_f16(f32::from(a)) }
    /// `a` as half precision, rounded to nearest even.
    CvtF16U16 = cvt_f16_u16(a: u16) -> F16 { f32_to_f16(f32::from(a)) }
    /// `a` as half precision, rounded to nearest even.
    CvtF16I32 = cvt_f16_i32(a: i32) -> F16 { f64_to_f16(f64::from(a)) }
    /// `a` as half precision, rounded to nearest even.
    CvtF16U32 = cvt_f16_u32(a: u32) -> F16 { f64_to_f16(f64::from(a)) }
    /// Byte 0 of `a` as `f32`.
    CvtF32Byte0 = cvt_f32_byte0(a: u32) -> f32 { (a & 0xff) as f32 }
    /// Byte 1 of `a` as `f32`.
    CvtF32Byte1 = cvt_f32_byte1(a: u32) -> f32 { (a >> 8 & 0xff) as f32 }
    /// Byte 2 of `a` as `f32`.
    CvtF32Byte2 = cvt_f32_byte2(a: u32) -> f32 { (a >> 16 & 0xff) as f32 }
    /// Byte 3 of `a` as `f32`.
    CvtF32Byte3 = cvt_f32_byte3(a: u32) -> f32 { (a >> 24) as f32 }
    /// The low four bits of `a`, signed, in sixteenths.
    CvtOffF32I4 = cvt_off_f32_i4(a: u32) -> f32 { ((a as i32) << 28 >> 28) as f32 * 0.0625 }

    /// `a` toward zero, saturating; NaN becomes 0.
    CvtI32F32 = cvt_i32_f32(a: f32) -> i32 { a as i32 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtU32F32 = cvt_u32_f32(a: f32) -> u32 { a as u32 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtI64F32 = cvt_i64_f32(a: f32) -> i64 { a as i64 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtU64F32 = cvt_u64_f32(a: f32) -> u64 { a as u64 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtI32F64 = cvt_i32_f64(a: f64) -> i32 { a as i32 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtU32F64 = cvt_u32_f64(a: f64) -> u32 { a as u32 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtI64F64 = cvt_i64_f64(a: f64) -> i64 { a as i64 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtU64F64 = cvt_u64_f64(a: f64) -> u64 { a as u64 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtI16F16 = cvt_i16_f16(a: F16) -> i16 { saturate_i16(f16_to_f32(a) as i32) }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtU16F16 = cvt_u16_f16(a: F16) -> u16 { (f16_to_f32(a) as u32).min(0xffff) as u16 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtI32F16 = cvt_i32_f16(a: F16) -> i32 { f16_to_f32(a) as i32 }
    /// `a` toward zero, saturating; NaN becomes 0.
    CvtU32F16 = cvt_u32_f16(a: F16) -> u32 { f16_to_f32(a) as u32 }
    /// `a` to the nearest integer, ties to even, saturating; NaN becomes 0.
    CvtRintI32F32 = cvt_rint_i32_f32(a: f32) -> i32 { a.round_ties_even() as i32 }
    /// `a` to the nearest integer, ties to even, saturating; NaN becomes 0.
    CvtRintU32F32 = cvt_rint_u32_f32(a: f32) -> u32 { a.round_ties_even() as u32 }
    /// `a` down to an integer, saturating; NaN becomes 0.
    CvtFloorI32F32 = cvt_floor_i32_f32(a: f32) -> i32 { a.floor() as i32 }
    /// `a` up to an integer, saturating; NaN becomes 0.
    CvtCeilI32F32 = cvt_ceil_i32_f32(a: f32) -> i32 { a.ceil() as i32 }
    /// `floor(a + 0.5)`, saturating; NaN becomes 0.
    CvtHalfUpI32F32 = cvt_half_up_i32_f32(a: f32) -> i32 { (a + 0.5).floor() as i32 }
    /// `a` toward zero, saturating; NaN becomes the greatest number, as RISC-V has it.
    CvtI32F32Rv = cvt_i32_f32_rv(a: f32) -> i32 { if a.is_nan() { i32::MAX } else { a as i32 } }
    /// `a` toward zero, saturating; NaN becomes the greatest number, as RISC-V has it.
    CvtU32F32Rv = cvt_u32_f32_rv(a: f32) -> u32 { if a.is_nan() { u32::MAX } else { a as u32 } }

    /// `a` as `f32`, exactly.
    CvtF32F16 = cvt_f32_f16(a: F16) -> f32 { canonical(f16_to_f32(a)) }
    /// `a` as `f32`, exactly.
    CvtF32Bf16 = cvt_f32_bf16(a: Bf16) -> f32 { canonical(bf16_to_f32(a)) }
    /// `a` as `f64`, exactly.
    CvtF64F32 = cvt_f64_f32(a: f32) -> f64 { canonical64(f64::from(a)) }
    /// `a` as `f64`, exactly.
    CvtF64F16 = cvt_f64_f16(a: F16) -> f64 { canonical64(f64::from(f16_to_f32(a))) }
    /// `a` as `f32`, rounded to nearest even.
    CvtF32F64 = cvt_f32_f64(a: f64) -> f32 { canonical(a as f32) }
    /// `a` in half precision, rounded to nearest even.
    CvtF16F32 = cvt_f16_f32(a: f32) -> F16 { f32_to_f16(a) }
    /// `a` in half precision, rounded to nearest even, once.
    CvtF16F64 = cvt_f16_f64(a: f64) -> F16 { f64_to_f16(a) }
    /// `a` as bfloat16, rounded to nearest even.
    CvtBf16F32 = cvt_bf16_f32(a: f32) -> Bf16 { f32_to_bf16(a) }
    /// `a` as bfloat16, rounded to nearest even, once.
    CvtBf16F64 = cvt_bf16_f64(a: f64) -> Bf16 { f32_to_bf16(f64_to_f32_odd(a)) }
    /// `a` with 10 fraction bits, rounded to nearest even, in the place of an `f32`.
    CvtTf32F32 = cvt_tf32_f32(a: f32) -> f32 {
        let bits = a.to_bits();
        let rounded = bits.wrapping_add(0xfff + (bits >> 13 & 1)) & !0x1fff;
        f32::from_bits(if a.is_nan() { 0x7fc0_0000 } else { rounded })
    }

    /// The low byte of `a` as a float of 4 exponent and 3 fraction bits.
    CvtF32E4m3 = cvt_f32_e4m3(a: u32) -> f32 nan(byte) { e4m3_to_f32(a & 0xff) }
    /// The low byte of `a` as a float of 5 exponent and 2 fraction bits.
    CvtF32E5m2 = cvt_f32_e5m2(a: u32) -> f32 nan(byte) { e5m2_to_f32(a & 0xff) }
    /// `a` as a float of 4 exponent and 3 fraction bits; what is out of range becomes NaN.
    CvtE4m3F32 = cvt_e4m3_f32(a: f32) -> u32 { f32_to_e4m3(a, false) }
    /// `a` as a float of 5 exponent and 2 fraction bits; what is out of range is infinite.
    CvtE5m2F32 = cvt_e5m2_f32(a: f32) -> u32 { f32_to_e5m2(a, false) }
    /// `a` as a float of 4 exponent and 3 fraction bits, saturating.
    CvtSatE4m3F32 = cvt_sat_e4m3_f32(a: f32) -> u32 { f32_to_e4m3(a, true) }
    /// `a` as a float of 5 exponent and 2 fraction bits, saturating.
    CvtSatE5m2F32 = cvt_sat_e5m2_f32(a: f32) -> u32 { f32_to_e5m2(a, true) }
    /// `a` and `b` as eight-bit floats of 4 exponent bits, in the two low bytes.
    CvtPkE4m3F32 = cvt_pk_e4m3_f32(a: f32, b: f32) -> u32 {
        f32_to_e4m3(a, false) | f32_to_e4m3(b, false) << 8
    }
    /// `a` and `b` as eight-bit floats of 5 exponent bits, in the two low bytes.
    CvtPkE5m2F32 = cvt_pk_e5m2_f32(a: f32, b: f32) -> u32 {
        f32_to_e5m2(a, false) | f32_to_e5m2(b, false) << 8
    }
    /// `a` with bits 31:12 of `b` added to its fraction, as a float of 4 exponent bits.
    CvtSrE4m3F32 = cvt_sr_e4m3_f32(a: f32, b: u32) -> u32 { f32_to_e4m3(dither(a, b >> 12), false) }
    /// `a` with bits 31:11 of `b` added to its fraction, as a float of 5 exponent bits.
    CvtSrE5m2F32 = cvt_sr_e5m2_f32(a: f32, b: u32) -> u32 { f32_to_e5m2(dither(a, b >> 11), false) }

    /// As `cvt_pk_e4m3_f32`, held at the greatest number.
    CvtPkSatE4m3F32 = cvt_pk_sat_e4m3_f32(a: f32, b: f32) -> u32 {
        f32_to_e4m3(a, true) | f32_to_e4m3(b, true) << 8
    }
    /// As `cvt_pk_e5m2_f32`, held at the greatest number.
    CvtPkSatE5m2F32 = cvt_pk_sat_e5m2_f32(a: f32, b: f32) -> u32 {
        f32_to_e5m2(a, true) | f32_to_e5m2(b, true) << 8
    }
    /// As `cvt_sr_e4m3_f32`, held at the greatest number.
    CvtSrSatE4m3F32 = cvt_sr_sat_e4m3_f32(a: f32, b: u32) -> u32 {
        f32_to_e4m3(dither(a, b >> 12), true)
    }
    /// As `cvt_sr_e5m2_f32`, held at the greatest number.
    CvtSrSatE5m2F32 = cvt_sr_sat_e5m2_f32(a: f32, b: u32) -> u32 {
        f32_to_e5m2(dither(a, b >> 11), true)
    }

    /// `a` and `b` in half precision, rounded to nearest even.
    CvtPkF16F32 = cvt_pk_f16_f32(a: f32, b: f32) -> F16x2 {
        F16x2::new(f32_to_f16(a), f32_to_f16(b))
    }
    /// `a` and `b` in half precision, rounded toward zero.
    CvtPkRtzF16F32 = cvt_pk_rtz_f16_f32(a: f32, b: f32) -> F16x2 {
        F16x2::new(toward_zero(a), toward_zero(b))
    }
    /// `a` and `b` as bfloat16, rounded to nearest even.
    CvtPkBf16F32 = cvt_pk_bf16_f32(a: f32, b: f32) -> Bf16x2 {
        Bf16x2::new(f32_to_bf16(a), f32_to_bf16(b))
    }
    /// `a` and `b` as `i16`, toward zero, saturating.
    CvtPkI16F32 = cvt_pk_i16_f32(a: f32, b: f32) -> I16x2 {
        I16x2::new(saturate_i16(a as i32), saturate_i16(b as i32))
    }
    /// `a` and `b` as `u16`, toward zero, saturating.
    CvtPkU16F32 = cvt_pk_u16_f32(a: f32, b: f32) -> U16x2 {
        U16x2::new((a as u32).min(0xffff) as u16, (b as u32).min(0xffff) as u16)
    }
    /// `a` and `b` as `i16`, saturating.
    CvtPkI16I32 = cvt_pk_i16_i32(a: i32, b: i32) -> I16x2 {
        I16x2::new(saturate_i16(a), saturate_i16(b))
    }
    /// `a` and `b` as `u16`, saturating.
    CvtPkU16U32 = cvt_pk_u16_u32(a: u32, b: u32) -> U16x2 {
        U16x2::new(a.min(0xffff) as u16, b.min(0xffff) as u16)
    }
    /// `a` and `b`, held between -1 and 1, in units of 1/32767, to nearest even.
    CvtPkSnormF32 = cvt_pk_snorm_f32(a: f32, b: f32) -> I16x2 { I16x2::new(snorm(a), snorm(b)) }
    /// `a` and `b`, held between 0 and 1, in units of 1/65535, to nearest even.
    CvtPkUnormF32 = cvt_pk_unorm_f32(a: f32, b: f32) -> U16x2 { U16x2::new(unorm(a), unorm(b)) }
    /// `a` and `b`, held between -1 and 1, in units of 1/32767, to nearest even.
    CvtPkSnormF16 = cvt_pk_snorm_f16(a: F16, b: F16) -> I16x2 {
        I16x2::new(snorm(f16_to_f32(a)), snorm(f16_to_f32(b)))
    }
    /// `a` and `b`, held between 0 and 1, in units of 1/65535, to nearest even.
    CvtPkUnormF16 = cvt_pk_unorm_f16(a: F16, b: F16) -> U16x2 {
        U16x2::new(unorm(f16_to_f32(a)), unorm(f16_to_f32(b)))
    }
    /// `a`, held between -1 and 1, in units of 1/32767, to nearest even.
    CvtSnormF16 = cvt_snorm_f16(a: F16) -> i16 { snorm(f16_to_f32(a)) }
    /// `a`, held between 0 and 1, in units of 1/65535, to nearest even.
    CvtUnormF16 = cvt_unorm_f16(a: F16) -> u16 { unorm(f16_to_f32(a)) }
    /// `c` with byte `b` replaced by `a`, to nearest even, saturating.
    CvtPkU8F32 = cvt_pk_u8_f32(a: f32, b: u32, c: u32) -> u32 {
        let at = (b & 3) * 8;
        let byte = (a.round_ties_even() as u32).min(0xff);
        c & !(0xff << at) | byte << at
    }
    /// The two halves of `a`, signed, as bytes, saturating.
    SatPkU8I16 = sat_pk_u8_i16(a: I16x2) -> u32 {
        let byte = |half: i16| half.clamp(0, 0xff) as u32;
        byte(a.low()) | byte(a.high()) << 8
    }

    /// The low byte of `a`, sign-extended.
    SextI8 = sext_i8(a: u32) -> i32 { a as i8 as i32 }
    /// The low half of `a`, sign-extended.
    SextI16 = sext_i16(a: i16) -> i32 { i32::from(a) }
    /// The low byte of `a`, zero-extended.
    ZextU8 = zext_u8(a: u32) -> u32 { a & 0xff }
    /// The low half of `a`, zero-extended.
    ZextU16 = zext_u16(a: u16) -> u32 { u32::from(a) }
    /// `a` sign-extended to 64 bits.
    SextI32 = sext_i32(a: i32) -> i64 { i64::from(a) }
    /// `a` zero-extended to 64 bits.
    ZextU32 = zext_u32(a: u32) -> u64 { u64::from(a) }
    /// `a`, unsigned, as `i32`, saturating.
    SatI32U32 = sat_i32_u32(a: u32) -> i32 { a.min(i32::MAX as u32) as i32 }
    /// `a`, signed, as `u32`, saturating.
    SatU32I32 = sat_u32_i32(a: i32) -> u32 { a.max(0) as u32 }
    /// `a` held within the range of `i8`.
    SatI8I32 = sat_i8_i32(a: i32) -> i32 { a.clamp(-0x80, 0x7f) }
    /// `a`, signed, held within the range of `u8`.
    SatU8I32 = sat_u8_i32(a: i32) -> i32 { a.clamp(0, 0xff) }
}

/// Noise on the fraction, wrapping within it, for stochastic rounding.
#[inline(always)]
pub(crate) fn dither(a: f32, noise: u32) -> f32 {
    let bits = a.to_bits();
    let fraction = bits.wrapping_add(noise) & 0x7f_ffff;
    f32::from_bits(if a.is_finite() {
        bits & 0xff80_0000 | fraction
    } else {
        bits
    })
}

#[inline(always)]
fn toward_zero(a: f32) -> F16 {
    let near = f32_to_f16(a);
    // Past `a`, also where it is an infinity that `a` is not: one step back toward zero.
    let past = f16_to_f32(near).abs() > a.abs();
    F16(near.0.wrapping_sub(past as u16))
}

#[inline(always)]
fn snorm(a: f32) -> i16 {
    (f64::from(a).clamp(-1.0, 1.0) * 32767.0).round_ties_even() as i32 as i16
}

#[inline(always)]
fn unorm(a: f32) -> u16 {
    (f64::from(a).clamp(0.0, 1.0) * 65535.0).round_ties_even() as u32 as u16
}
