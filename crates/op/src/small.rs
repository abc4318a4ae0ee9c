//! Floats of eight bits and less, and conversions by noise: what CDNA has of them beside the formats of the
//! Open Compute Project in [`convert`](crate::convert).
//!
//! The older formats of eight bits have one zero and one NaN, the pattern that would be -0, and no
//! infinities. Floats of six and four bits have neither infinities nor NaNs: what is out of range is held
//! at the ends, and so is NaN.

use crate::convert::dither;
use crate::formats::{
    canonical, e2m1_to_f32, e2m3_to_f32, e3m2_to_f32, e4m3_fnuz_to_f32, e4m3_to_f32,
    e5m2_fnuz_to_f32, e5m2_to_f32, f32_to_bf16, f32_to_e4m3, f32_to_e5m2, f32_to_f16, narrow,
};
use crate::{Bf16, F16};

lane_ops! { small:
    /// The low byte of `a` as a float of 4 exponent bits without -0 and infinities.
    CvtF32E4m3Fnuz = cvt_f32_e4m3_fnuz(a: u32) -> f32 nan(byte) { e4m3_fnuz_to_f32(a) }
    /// The low byte of `a` as a float of 5 exponent bits without -0 and infinities.
    CvtF32E5m2Fnuz = cvt_f32_e5m2_fnuz(a: u32) -> f32 nan(byte) { e5m2_fnuz_to_f32(a) }
    /// `a` and `b` as eight-bit floats of 4 exponent bits without -0 and infinities, in the two low bytes;
    /// what is out of range becomes NaN.
    CvtPkE4m3FnuzF32 = cvt_pk_e4m3_fnuz_f32(a: f32, b: f32) -> u32 {
        f32_to_fnuz::<3, 8>(a, false) | f32_to_fnuz::<3, 8>(b, false) << 8
    }
    /// `a` and `b` as eight-bit floats of 5 exponent bits without -0 and infinities, in the two low bytes;
    /// what is out of range becomes NaN.
    CvtPkE5m2FnuzF32 = cvt_pk_e5m2_fnuz_f32(a: f32, b: f32) -> u32 {
        f32_to_fnuz::<2, 16>(a, false) | f32_to_fnuz::<2, 16>(b, false) << 8
    }
    /// As `cvt_pk_e4m3_fnuz_f32`, held at the greatest number.
    CvtPkSatE4m3FnuzF32 = cvt_pk_sat_e4m3_fnuz_f32(a: f32, b: f32) -> u32 {
        f32_to_fnuz::<3, 8>(a, true) | f32_to_fnuz::<3, 8>(b, true) << 8
    }
    /// As `cvt_pk_e5m2_fnuz_f32`, held at the greatest number.
    CvtPkSatE5m2FnuzF32 = cvt_pk_sat_e5m2_fnuz_f32(a: f32, b: f32) -> u32 {
        f32_to_fnuz::<2, 16>(a, true) | f32_to_fnuz::<2, 16>(b, true) << 8
    }
    /// `a` with bits 31:12 of `b` added to its fraction, as a float of 4 exponent bits without -0 and
    /// infinities.
    CvtSrE4m3FnuzF32 = cvt_sr_e4m3_fnuz_f32(a: f32, b: u32) -> u32 {
        f32_to_fnuz::<3, 8>(dither(a, b >> 12), false)
    }
    /// `a` with bits 31:11 of `b` added to its fraction, as a float of 5 exponent bits without -0 and
    /// infinities.
    CvtSrE5m2FnuzF32 = cvt_sr_e5m2_fnuz_f32(a: f32, b: u32) -> u32 {
        f32_to_fnuz::<2, 16>(dither(a, b >> 11), false)
    }
    /// As `cvt_sr_e4m3_fnuz_f32`, held at the greatest number.
    CvtSrSatE4m3FnuzF32 = cvt_sr_sat_e4m3_fnuz_f32(a: f32, b: u32) -> u32 {
        f32_to_fnuz::<3, 8>(dither(a, b >> 12), true)
    }
    /// As `cvt_sr_e5m2_fnuz_f32`, held at the greatest number.
    CvtSrSatE5m2FnuzF32 = cvt_sr_sat_e5m2_fnuz_f32(a: f32, b: u32) -> u32 {
        f32_to_fnuz::<2, 16>(dither(a, b >> 11), true)
    }
    /// `a` in half precision: bits 31:19 of `b` are added to the bits that are cut off.
    CvtSrF16F32 = cvt_sr_f16_f32(a: f32, b: u32) -> F16 { f32_to_f16(noisy(a, 10, -14, b)) }
    /// `a` as bfloat16: bits 31:16 of `b` are added to the bits that are cut off.
    CvtSrBf16F32 = cvt_sr_bf16_f32(a: f32, b: u32) -> Bf16 { f32_to_bf16(noisy(a, 7, -126, b)) }
    /// The next number of a sequence without pattern: a shift register of 32 bits.
    PrngB32 = prng_b32(a: u32) -> u32 { a << 1 ^ if a >> 31 != 0 { 197 } else { 0 } }
}

/// The formats of small floats whose exponent a scale adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Small {
    /// Eight bits, 4 of the exponent.
    Fp8,
    /// Eight bits, 5 of the exponent.
    Bf8,
    /// Six bits, 2 of the exponent.
    Fp6,
    /// Six bits, 3 of the exponent.
    Bf6,
    /// Four bits, 2 of the exponent.
    Fp4,
}

impl Small {
    /// How many bits it has.
    pub const fn bits(self) -> u32 {
        match self {
            Small::Fp8 | Small::Bf8 => 8,
            Small::Fp6 | Small::Bf6 => 6,
            Small::Fp4 => 4,
        }
    }

    /// The number that these bits are.
    pub fn value(self, bits: u32) -> f32 {
        match self {
            Small::Fp8 => e4m3_to_f32(bits & 0xff),
            Small::Bf8 => e5m2_to_f32(bits & 0xff),
            Small::Fp6 => e2m3_to_f32(bits),
            Small::Bf6 => e3m2_to_f32(bits),
            Small::Fp4 => e2m1_to_f32(bits),
        }
    }

    /// The bits of a number, rounded to nearest even, or by noise. What is out of range is held at the ends
    /// where the format has nothing else, or where it should.
    pub fn round(self, a: f32, noise: Option<u32>, saturate: bool) -> u32 {
        let (fraction, least) = match self {
            Small::Fp8 => (3, -6),
            Small::Bf8 => (2, -14),
            Small::Fp6 => (3, 0),
            Small::Bf6 => (2, -2),
            Small::Fp4 => (1, 0),
        };
        let a = noise.map_or(a, |noise| noisy(a, fraction, least, noise));
        let held = |magnitude: u32, sign: u32| {
            let greatest = (1 << sign) - 1;
            let magnitude = if a.is_nan() { greatest } else { magnitude };
            magnitude.min(greatest) | (a.to_bits() >> 31) << sign
        };
        match self {
            Small::Fp8 => f32_to_e4m3(a, saturate),
            Small::Bf8 => f32_to_e5m2(a, saturate),
            Small::Fp6 => held(narrow::<3, 1>(a), 5),
            Small::Bf6 => held(narrow::<2, 3>(a), 5),
            Small::Fp4 => held(narrow::<1, 1>(a), 3),
        }
    }
}

/// A number times two to the power that the exponent of `scale` is, or divided by it. A scale whose exponent
/// is all ones is none.
pub fn scale(a: f32, scale: f32, divide: bool) -> f64 {
    let exponent = scale.to_bits() >> 23 & 0xff;
    if exponent == 0xff {
        return f64::NAN;
    }
    let power = exponent as i32 - 127;
    let factor = f64::from_bits(((1023 + if divide { -power } else { power }) as u64) << 52);
    f64::from(a) * factor
}

/// Rounded to nearest even; what is out of range becomes the greatest number of its sign, or NaN.
#[inline(always)]
fn f32_to_fnuz<const M: u32, const B: u32>(a: f32, saturate: bool) -> u32 {
    let magnitude = narrow::<M, B>(a);
    let held = magnitude.min(0x7f) | a.to_bits() >> 24 & 0x80;
    let nan = a.is_nan() | ((magnitude > 0x7f) & !saturate);
    let number = if magnitude == 0 { 0 } else { held };
    if nan { 0x80 } else { number }
}

/// `a` with so many fraction bits, down to the last bit of numbers with the least exponent: the high bits of
/// `noise` are added to the bits that are cut off.
#[inline(always)]
fn noisy(a: f32, fraction: i32, least: i32, noise: u32) -> f32 {
    let bits = a.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    let exponent = (magnitude >> 23).max(1) as i32 - 127;
    let below = least.saturating_sub(exponent).clamp(0, 8 + fraction);
    let cut = (23 - fraction + below) as u32;
    let mantissa = u64::from(magnitude & 0x7f_ffff | u32::from(magnitude >= 1 << 23) << 23);
    let kept = (mantissa + (u64::from(noise) << cut >> 32)) >> cut << cut;
    // The power of two of the last bit of an `f32` with this exponent.
    let place = f64::from_bits(((1023 + exponent - 23) as u64) << 52);
    let rounded = (kept as f64 * place) as f32;
    let signed = f32::from_bits(rounded.to_bits() | bits & 0x8000_0000);
    if a.is_finite() { signed } else { canonical(a) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_zero_and_one_nan() {
        assert!(cvt_f32_e4m3_fnuz(0x80).is_nan());
        assert!(cvt_f32_e5m2_fnuz(0x80).is_nan());
        assert_eq!(cvt_f32_e4m3_fnuz(0x7f), 240.0);
        assert_eq!(cvt_f32_e5m2_fnuz(0x7f), 57344.0);
        assert_eq!(cvt_f32_e4m3_fnuz(0x40), 1.0);
        assert_eq!(cvt_f32_e4m3_fnuz(1), 2f32.powi(-10));
        for bits in (0..0x100).filter(|&bits| bits != 0x80) {
            assert_eq!(cvt_pk_e4m3_fnuz_f32(cvt_f32_e4m3_fnuz(bits), 0.0), bits);
            assert_eq!(cvt_pk_e5m2_fnuz_f32(cvt_f32_e5m2_fnuz(bits), 0.0), bits);
        }
        assert_eq!(cvt_pk_e4m3_fnuz_f32(-0.0, 1e9), 0x8000);
        assert_eq!(cvt_pk_sat_e4m3_fnuz_f32(1e9, -1e9), 0xff7f);
        assert_eq!(cvt_pk_sat_e5m2_fnuz_f32(f32::NAN, 1e9), 0x7f80);
    }

    #[test]
    fn every_small_float_comes_back() {
        let formats = [Small::Fp8, Small::Bf8, Small::Fp6, Small::Bf6, Small::Fp4];
        for format in formats {
            for bits in 0..1 << format.bits() {
                let value = format.value(bits);
                if value.is_nan() {
                    continue;
                }
                assert_eq!(format.round(value, None, false), bits, "{format:?}");
                assert_eq!(
                    format.round(value, Some(!0), true),
                    format.round(value, None, true)
                );
            }
        }
        assert_eq!(Small::Fp4.value(7), 6.0);
        assert_eq!(Small::Fp6.value(0x1f), 7.5);
        assert_eq!(Small::Bf6.value(0x1f), 28.0);
        assert_eq!(Small::Fp4.round(5.0, None, false), 6);
        assert_eq!(Small::Fp4.round(-1e30, None, false), 15);
    }

    #[test]
    fn noise_rounds_as_often_as_it_should() {
        // A quarter of the way from one number to the next.
        for (format, value) in [(Small::Fp4, 1.125), (Small::Fp6, 0.03125)] {
            let up = (0..64).filter(|&n| {
                let near = format.round(value, Some(n << 26), false);
                near != format.round(value, Some(0), false)
            });
            assert_eq!(up.count(), 16);
        }
        assert_eq!(cvt_sr_f16_f32(1.0 + 2f32.powi(-12), 0), F16(0x3c00));
        assert_eq!(
            cvt_sr_f16_f32(1.0 + 2f32.powi(-12), 0xc000_0000),
            F16(0x3c01)
        );
        assert_eq!(cvt_sr_bf16_f32(1.0, !0), Bf16(0x3f80));
        assert_eq!(cvt_sr_bf16_f32(f32::INFINITY, !0), Bf16(0x7f80));
    }

    #[test]
    fn scales() {
        assert_eq!(scale(3.0, 4.0, false), 12.0);
        assert_eq!(scale(3.0, 4.9, true), 0.75);
        assert!(scale(3.0, f32::INFINITY, false).is_nan());
        assert_eq!(prng_b32(1), 2);
        assert_eq!(prng_b32(0x8000_0000), 197);
    }
}
