//! Steps of longer computations that graphics hardware has: division, cube maps, lighting.

use crate::divide::{exponent_f32, exponent_f64};
use crate::double::ldexp_f64;
use crate::formats::{canonical, fma_odd};
use crate::rounded::fma_scaled_f64;

lane_ops! { graphics:
    /// `a * b + c`, scaled back by 2^64, up where `c` is 2 or more and down otherwise, with one
    /// rounding.
    DivFmasF32 = div_fmas_f32(a: f32, b: f32, c: f32) -> f32 nan(product) {
        let scale = if exponent_f32(c) > 127 { TWO_TO_64 } else { 1.0 / TWO_TO_64 };
        canonical((fma_odd(a, b, c) * scale) as f32)
    }
    /// `a * b + c`, scaled back by 2^128, up where `c` is 2 or more and down otherwise, with one
    /// rounding.
    DivFmasF64 = div_fmas_f64(a: f64, b: f64, c: f64) -> f64 nan(product) {
        fma_scaled_f64(a, b, c, if exponent_f64(c) > 1023 { 128 } else { -128 })
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

const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// The first value where |a| is longest, the second for |b|, the third for |c|; ties go to the
/// last.
#[inline(always)]
fn by_axis(a: f32, b: f32, c: f32, for_a: f32, for_b: f32, for_c: f32) -> f32 {
    let (a, b, c) = (a.abs(), b.abs(), c.abs());
    let not_c = if b >= a { for_b } else { for_a };
    let longest_c = (c >= a) & (c >= b);
    if longest_c { for_c } else { not_c }
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
