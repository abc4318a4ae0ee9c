//! Steps of longer computations that graphics hardware has: division, cube maps, lighting.

use crate::double::ldexp_f64;
use crate::float::ldexp_f32;
use crate::formats::{canonical, canonical64};

lane_ops! { graphics:
    /// `a` (the denominator `b` or the numerator `c`) scaled so that dividing `c` by `b` in steps
    /// neither overflows nor loses bits.
    DivScaleF32 = div_scale_f32(a: f32, b: f32, c: f32) -> f32 {
        let scaled = ldexp_f32(a, scale_f32(b, c).0.exponent(a == b, a == c, 64));
        if (b == 0.0) | (c == 0.0) { f32::from_bits(0x7fc0_0000) } else { scaled }
    }
    /// Whether the quotient of `c` and `b`, scaled by `div_scale_f32`, must be scaled back.
    DivScaleFlagF32 = div_scale_flag_f32(a: f32, b: f32, c: f32) -> bool {
        let _ = a;
        scale_f32(b, c).1
    }
    /// The quotient `a` of `c` and `b` with its special cases put right.
    DivFixupF32 = div_fixup_f32(a: f32, b: f32, c: f32) -> f32 {
        let sign = (b.to_bits() ^ c.to_bits()) & 0x8000_0000;
        let exact = b.is_nan() | c.is_nan() | (b == 0.0) | (c == 0.0)
            | b.is_infinite() | c.is_infinite();
        let gap = exponent_f32(c) - exponent_f32(b);
        let size = if gap < -150 { 0.0 } else { a.abs() };
        if exact { canonical(c / b) } else { canonical(f32::from_bits(size.to_bits() | sign)) }
    }
    /// `a` (the denominator `b` or the numerator `c`) scaled so that dividing `c` by `b` in steps
    /// neither overflows nor loses bits.
    DivScaleF64 = div_scale_f64(a: f64, b: f64, c: f64) -> f64 {
        let scaled = ldexp_f64(a, scale_f64(b, c).0.exponent(a == b, a == c, 128));
        if (b == 0.0) | (c == 0.0) { f64::from_bits(0x7ff8_0000_0000_0000) } else { scaled }
    }
    /// Whether the quotient of `c` and `b`, scaled by `div_scale_f64`, must be scaled back.
    DivScaleFlagF64 = div_scale_flag_f64(a: f64, b: f64, c: f64) -> bool {
        let _ = a;
        scale_f64(b, c).1
    }
    /// The quotient `a` of `c` and `b` with its special cases put right.
    DivFixupF64 = div_fixup_f64(a: f64, b: f64, c: f64) -> f64 {
        let sign = (b.to_bits() ^ c.to_bits()) & 1 << 63;
        let exact = b.is_nan() | c.is_nan() | (b == 0.0) | (c == 0.0)
            | b.is_infinite() | c.is_infinite();
        let gap = exponent_f64(c) - exponent_f64(b);
        let size = if gap < -1075 { 0.0 } else { a.abs() };
        if exact { canonical64(c / b) } else { canonical64(f64::from_bits(size.to_bits() | sign)) }
    }

    /// The face of a cube map that the direction (`a`, `b`, `c`) meets, 0 to 5.
    CubeIdF32 = cube_id_f32(a: f32, b: f32, c: f32) -> f32 {
        let face = |axis: f32, positive: f32| if axis < 0.0 { positive + 1.0 } else { positive };
        by_axis(a, b, c, face(a, 0.0), face(b, 2.0), face(c, 4.0))
    }
    /// The S coordinate on the face of a cube map that the direction (`a`, `b`, `c`) meets.
    CubeScF32 = cube_sc_f32(a: f32, b: f32, c: f32) -> f32 {
        by_axis(a, b, c, if a < 0.0 { c } else { -c }, a, if c < 0.0 { -a } else { a })
    }
    /// The T coordinate on the face of a cube map that the direction (`a`, `b`, `c`) meets.
    CubeTcF32 = cube_tc_f32(a: f32, b: f32, c: f32) -> f32 {
        by_axis(a, b, c, -b, if b < 0.0 { -c } else { c }, -b)
    }
    /// Twice the longest component of the direction (`a`, `b`, `c`).
    CubeMaF32 = cube_ma_f32(a: f32, b: f32, c: f32) -> f32 {
        canonical(2.0 * by_axis(a, b, c, a, b, c))
    }
    /// `a * b` for a lit surface; the least number where `c` says that it faces away.
    MulLitF32 = mul_lit_f32(a: f32, b: f32, c: f32) -> f32 {
        let dark = (b == f32::MIN) | (b == f32::NEG_INFINITY) | b.is_nan()
            | (c <= 0.0) | c.is_nan();
        let product = canonical(a * b);
        if dark { f32::MIN } else { product }
    }
}

/// The first value where |a| is longest, the second for |b|, the third for |c|; ties go to the
/// last.
#[inline(always)]
fn by_axis(a: f32, b: f32, c: f32, for_a: f32, for_b: f32, for_c: f32) -> f32 {
    let (a, b, c) = (a.abs(), b.abs(), c.abs());
    let not_c = if b >= a { for_b } else { for_a };
    let longest_c = (c >= a) & (c >= b);
    if longest_c { for_c } else { not_c }
}

/// Which operand of a division is scaled, and in which direction.
#[derive(Clone, Copy)]
enum Scale {
    Nothing,
    UpBoth,
    UpDenominator,
    UpNumerator,
    DownBoth,
}

impl Scale {
    #[inline(always)]
    fn exponent(self, is_denominator: bool, is_numerator: bool, by: i32) -> i32 {
        match self {
            Scale::Nothing => 0,
            Scale::UpBoth => by,
            Scale::DownBoth => -by,
            Scale::UpDenominator => by * i32::from(is_denominator),
            Scale::UpNumerator => by * i32::from(is_numerator),
        }
    }
}

/// The biased exponent.
#[inline(always)]
fn exponent_f32(a: f32) -> i32 {
    (a.to_bits() >> 23 & 0xff) as i32
}

#[inline(always)]
fn exponent_f64(a: f64) -> i32 {
    (a.to_bits() >> 52 & 0x7ff) as i32
}

#[inline(always)]
fn scale_f32(denominator: f32, numerator: f32) -> (Scale, bool) {
    let gap = exponent_f32(numerator) - exponent_f32(denominator);
    // 1 / d is subnormal, as an `f64` never is for an `f32` d: that case only exists for `f64`.
    choose(
        (denominator == 0.0) | (numerator == 0.0),
        gap >= 96,
        denominator.is_subnormal(),
        false,
        (numerator / denominator).is_subnormal(),
        exponent_f32(numerator) <= 23,
    )
}

#[inline(always)]
fn scale_f64(denominator: f64, numerator: f64) -> (Scale, bool) {
    let gap = exponent_f64(numerator) - exponent_f64(denominator);
    choose(
        (denominator == 0.0) | (numerator == 0.0),
        gap >= 768,
        denominator.is_subnormal(),
        (1.0 / denominator).is_subnormal(),
        (numerator / denominator).is_subnormal(),
        exponent_f64(numerator) <= 53,
    )
}

/// The rule of scaling, first match first: zero operand, quotient near the greatest number,
/// subnormal denominator, subnormal reciprocal, subnormal quotient, tiny numerator.
#[inline(always)]
fn choose(
    zero: bool,
    huge: bool,
    denominator: bool,
    reciprocal: bool,
    quotient: bool,
    tiny: bool,
) -> (Scale, bool) {
    if zero {
        (Scale::Nothing, false)
    } else if huge {
        (Scale::UpDenominator, true)
    } else if denominator {
        (Scale::UpBoth, false)
    } else if reciprocal && quotient {
        (Scale::UpDenominator, true)
    } else if reciprocal {
        (Scale::DownBoth, false)
    } else if quotient {
        (Scale::UpNumerator, true)
    } else if tiny {
        (Scale::UpBoth, false)
    } else {
        (Scale::Nothing, false)
    }
}
