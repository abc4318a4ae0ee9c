//! Steps of longer computations that graphics hardware has: division, cube maps, lighting.

use crate::F16;
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
        let gap = exponent_f32(c) - exponent_f32(b);
        let size = if gap < -150 { 0 } else { canonical(a).to_bits() & 0x7fff_ffff };
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
        let gap = exponent_f64(c) - exponent_f64(b);
        let size = if gap < -1075 { 0 } else { canonical64(a).to_bits() & !(1 << 63) };
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
    /// Part `b` of 2/pi for reducing `a` to a quarter turn: 53 bits, lower ones with larger `b`.
    TrigPreopF64 = trig_preop_f64(a: f64, b: u32) -> f64 { two_over_pi_part(a, b) }

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

/// The fraction of 2/pi, highest bits first; 1201 bits count.
#[rustfmt::skip]
const TWO_OVER_PI: [u64; 19] = [
    0xa2f9_836e_4e44_1529, 0xfc27_57d1_f534_ddc0, 0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561, 0xb724_6e3a_424d_d2e0, 0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e, 0xe882_35f5_2ebb_4484, 0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4, 0x9c84_5f8b_bdf9_283b, 0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f, 0x6d36_7ecf_27cb_09b7, 0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b, 0x3d07_39f7_8a52_92ea, 0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_0000,
];

/// Out of line: rare, and no vector unit helps.
#[inline(never)]
fn two_over_pi_part(a: f64, part: u32) -> f64 {
    let exponent = (a.to_bits() >> 52 & 0x7ff) as i32;
    let shift = (part & 31) as i32 * 53 + (exponent - 1077).max(0);
    // The 53 bits below the binary point after a shift to the left.
    let bits = (0..53).fold(0u64, |bits, i| {
        let at = (shift + i) as usize;
        let word = TWO_OVER_PI.get(at / 64).copied().unwrap_or(0);
        let bit = if at < 1201 {
            word >> (63 - at % 64) & 1
        } else {
            0
        };
        bits << 1 | bit
    });
    let scale = -53 - shift + if exponent >= 1968 { 128 } else { 0 };
    ldexp_f64(bits as f64, scale)
}
