//! Division in steps, as AMD's hardware has it: operands are scaled so that no step overflows or
//! loses bits, the last step scales back, and special cases are put right at the end.

use crate::F16;
use crate::double::ldexp_f64;
use crate::float::ldexp_f32;

lane_ops! { divide keeps nan:
    /// `a` (the denominator `b` or the numerator `c`) scaled so that dividing `c` by `b` in steps
    /// neither overflows nor loses bits. A NaN stays as it is.
    DivScaleF32 = div_scale_f32(a: f32, b: f32, c: f32) -> f32 {
        let by = scale_f32(b, c).0.exponent(a.to_bits() == b.to_bits(), 64);
        // The exponent is lowered as it is stored, and one that is not large enough wraps around.
        let wraps = (by < 0) & (exponent_f32(a) < 64) & (a != 0.0);
        let infinity = f32::INFINITY.copysign(a);
        let scaled = if wraps { infinity } else { ldexp_f32(a, by) };
        let number = if a.is_nan() { a } else { scaled };
        let zero = (b == 0.0) | (c == 0.0);
        if zero { f32::from_bits(0xffc0_0000) } else { number }
    }
    /// As `div_scale_f32`, with NaNs made quiet.
    DivScaleQuietF32 = div_scale_quiet_f32(a: f32, b: f32, c: f32) -> f32 {
        let scaled = div_scale_f32(a, b, c);
        let quiet = f32::from_bits(scaled.to_bits() | 0x40_0000);
        if scaled.is_nan() { quiet } else { scaled }
    }
    /// Whether the quotient of `c` and `b`, scaled by `div_scale_f32`, must be scaled back.
    DivScaleFlagF32 = div_scale_flag_f32(a: f32, b: f32, c: f32) -> bool {
        let _ = a;
        scale_f32(b, c).1
    }
    /// `a` (the denominator `b` or the numerator `c`) scaled so that dividing `c` by `b` in steps
    /// neither overflows nor loses bits. NaNs become quiet.
    DivScaleF64 = div_scale_f64(a: f64, b: f64, c: f64) -> f64 {
        let by = scale_f64(b, c).0.exponent(a.to_bits() == b.to_bits(), 128);
        let scaled = ldexp_f64(a, by);
        let zero = (b == 0.0) | (c == 0.0);
        let bits = if a.is_nan() { a.to_bits() | 1 << 51 } else { scaled.to_bits() };
        f64::from_bits(if zero { 0xfff8_0000_0000_0000 } else { bits })
    }
    /// Whether the quotient of `c` and `b`, scaled by `div_scale_f64`, must be scaled back.
    DivScaleFlagF64 = div_scale_flag_f64(a: f64, b: f64, c: f64) -> bool {
        let _ = a;
        scale_f64(b, c).1
    }
    /// The quotient `a` of `c` and `b` with its special cases put right.
    DivFixupF32 = div_fixup_f32(a: f32, b: f32, c: f32) -> f32 {
        let sign = (b.to_bits() ^ c.to_bits()) & 0x8000_0000;
        let gap = exponent_f32(c) - exponent_f32(b);
        let size = if gap < -150 { 0 } else { a.to_bits() & 0x7fff_ffff };
        // An estimate that is no number came from an overflow on the way.
        let size = if a.is_nan() { 0x7f80_0000 } else { size };
        let quotient = size | sign;
        let infinite = if (b == 0.0) | c.is_infinite() { 0x7f80_0000 | sign } else { quotient };
        let zero = if ((c == 0.0) & (b != 0.0)) | (b.is_infinite() & c.is_finite()) {
            sign
        } else {
            infinite
        };
        let undefined = ((b == 0.0) & (c == 0.0)) | (b.is_infinite() & c.is_infinite());
        let number = if undefined { 0xffc0_0000 } else { zero };
        let bits = if b.is_nan() { b.to_bits() | 0x40_0000 } else { number };
        f32::from_bits(if c.is_nan() { c.to_bits() | 0x40_0000 } else { bits })
    }
    /// The quotient `a` of `c` and `b` with its special cases put right.
    DivFixupF16 = div_fixup_f16(a: F16, b: F16, c: F16) -> F16 {
        let sign = (b.0 ^ c.0) & 0x8000;
        let (b_size, c_size) = (b.0 & 0x7fff, c.0 & 0x7fff);
        let quotient = a.0 & 0x7fff | sign;
        let infinite = if (b_size == 0) | (c_size == 0x7c00) { 0x7c00 | sign } else { quotient };
        let vanishes = ((c_size == 0) & (b_size != 0)) | ((b_size == 0x7c00) & (c_size < 0x7c00));
        let zero = if vanishes { sign } else { infinite };
        let undefined = ((b_size == 0) & (c_size == 0))
            | ((b_size == 0x7c00) & (c_size == 0x7c00));
        let number = if undefined { 0xfe00 } else { zero };
        let bits = if b_size > 0x7c00 { b.0 | 0x200 } else { number };
        F16(if c_size > 0x7c00 { c.0 | 0x200 } else { bits })
    }
    /// The quotient `a` of `c` and `b` with its special cases put right.
    DivFixupF64 = div_fixup_f64(a: f64, b: f64, c: f64) -> f64 {
        let sign = (b.to_bits() ^ c.to_bits()) & 1 << 63;
        let gap = exponent_f64(c) - exponent_f64(b);
        let size = if gap < -1075 { 0 } else { a.to_bits() & !(1 << 63) };
        let size = if a.is_nan() { 0x7ff0_0000_0000_0000 } else { size };
        let quotient = size | sign;
        let infinity = 0x7ff0_0000_0000_0000 | sign;
        let infinite = if (b == 0.0) | c.is_infinite() { infinity } else { quotient };
        let vanishes = ((c == 0.0) & (b != 0.0)) | (b.is_infinite() & c.is_finite());
        let zero = if vanishes { sign } else { infinite };
        let undefined = ((b == 0.0) & (c == 0.0)) | (b.is_infinite() & c.is_infinite());
        let number = if undefined { 0xfff8_0000_0000_0000 } else { zero };
        let bits = if b.is_nan() { b.to_bits() | 1 << 51 } else { number };
        f64::from_bits(if c.is_nan() { c.to_bits() | 1 << 51 } else { bits })
    }
}

/// What is scaled before a division, and in which direction.
#[derive(Clone, Copy)]
enum Scale {
    Nothing,
    Up,
    UpDenominator,
    UpOthers,
    Down,
    DownDenominator,
}

impl Scale {
    #[inline(always)]
    fn exponent(self, is_denominator: bool, by: i32) -> i32 {
        match self {
            Scale::Nothing => 0,
            Scale::Up => by,
            Scale::Down => -by,
            Scale::UpDenominator => by * i32::from(is_denominator),
            Scale::DownDenominator => -by * i32::from(is_denominator),
            Scale::UpOthers => by * i32::from(!is_denominator),
        }
    }
}

/// The biased exponent.
#[inline(always)]
pub(crate) fn exponent_f32(a: f32) -> i32 {
    (a.to_bits() >> 23 & 0xff) as i32
}

/// The biased exponent.
#[inline(always)]
pub(crate) fn exponent_f64(a: f64) -> i32 {
    (a.to_bits() >> 52 & 0x7ff) as i32
}

/// The bits of 2^126, whose reciprocal is the least normal number.
const LARGE_F32: u32 = 0x7e80_0000;
const LARGE_F64: u64 = 0x7fd0_0000_0000_0000;

#[inline(always)]
fn scale_f32(denominator: f32, numerator: f32) -> (Scale, bool) {
    let gap = exponent_f32(numerator) - exponent_f32(denominator);
    choose(
        gap >= 96,
        gap <= -96,
        exponent_f32(denominator) == 0,
        denominator.to_bits() & 0x7fff_ffff > LARGE_F32,
        exponent_f32(numerator) <= 23,
    )
}

#[inline(always)]
fn scale_f64(denominator: f64, numerator: f64) -> (Scale, bool) {
    let gap = exponent_f64(numerator) - exponent_f64(denominator);
    choose(
        gap >= 768,
        gap <= -768,
        exponent_f64(denominator) == 0,
        denominator.to_bits() & !(1 << 63) > LARGE_F64,
        exponent_f64(numerator) <= 53,
    )
}

/// The rule of scaling, first match first: quotient near the greatest number, subnormal denominator,
/// subnormal reciprocal, quotient near the least number, tiny numerator. The quotient is scaled back
/// where it is near either end.
///
/// It goes by exponents as they are stored, so infinities and NaNs count as large and zeros as small.
/// The manual's text tests quotients for being subnormal and scales a large denominator up, to an
/// infinity; the hardware does neither.
#[inline(always)]
fn choose(
    huge: bool,
    vanishing: bool,
    denominator: bool,
    reciprocal: bool,
    tiny: bool,
) -> (Scale, bool) {
    let scale = if huge {
        Scale::UpDenominator
    } else if denominator {
        Scale::Up
    } else if reciprocal && vanishing {
        Scale::DownDenominator
    } else if reciprocal {
        Scale::Down
    } else if vanishing {
        Scale::UpOthers
    } else if tiny {
        Scale::Up
    } else {
        Scale::Nothing
    };
    (scale, huge | vanishing)
}
