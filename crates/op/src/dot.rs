//! Dot products of the small values packed in a lane.

use crate::formats::{
    bf16_to_f32, canonical, e4m3_to_f32, e5m2_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16,
};
use crate::{Bf16, Bf16x2, F16, F16x2, I16x2, U16x2};

lane_ops! { dot:
    /// `c` plus the products of four signed bytes, wrapping.
    Dot4I8 = dot4_i8(a: u32, b: u32, c: i32) -> i32 {
        sum::<4>(|i| i8_at(a, i) * i8_at(b, i)).wrapping_add(c)
    }
    /// `c` plus the products of four unsigned bytes, wrapping.
    Dot4U8 = dot4_u8(a: u32, b: u32, c: u32) -> u32 {
        (sum::<4>(|i| u8_at(a, i) * u8_at(b, i)) as u32).wrapping_add(c)
    }
    /// `c` plus the products of four signed bytes of `a` and unsigned bytes of `b`, wrapping.
    Dot4I8U8 = dot4_i8_u8(a: u32, b: u32, c: i32) -> i32 {
        sum::<4>(|i| i8_at(a, i) * u8_at(b, i)).wrapping_add(c)
    }
    /// `c` plus the products of four unsigned bytes of `a` and signed bytes of `b`, wrapping.
    Dot4U8I8 = dot4_u8_i8(a: u32, b: u32, c: i32) -> i32 { dot4_i8_u8(b, a, c) }
    /// `c` plus the products of four signed bytes, held at the ends of the range.
    Dot4SatI8 = dot4_sat_i8(a: u32, b: u32, c: i32) -> i32 {
        sum::<4>(|i| i8_at(a, i) * i8_at(b, i)).saturating_add(c)
    }
    /// `c` plus the products of four unsigned bytes, held at the greatest number.
    Dot4SatU8 = dot4_sat_u8(a: u32, b: u32, c: u32) -> u32 {
        (sum::<4>(|i| u8_at(a, i) * u8_at(b, i)) as u32).saturating_add(c)
    }
    /// `c`, signed, plus the products of four unsigned bytes, held at the ends of the range.
    Dot4SatU8I32 = dot4_sat_u8_i32(a: u32, b: u32, c: i32) -> i32 {
        sum::<4>(|i| u8_at(a, i) * u8_at(b, i)).saturating_add(c)
    }
    /// `c`, signed, plus the products of eight unsigned nibbles, held at the ends of the range.
    Dot8SatU4I32 = dot8_sat_u4_i32(a: u32, b: u32, c: i32) -> i32 {
        (dot8_u4(a, b, 0) as i32).saturating_add(c)
    }
    /// As `dot4_i8_u8`, held at the ends of the range.
    Dot4SatI8U8 = dot4_sat_i8_u8(a: u32, b: u32, c: i32) -> i32 {
        sum::<4>(|i| i8_at(a, i) * u8_at(b, i)).saturating_add(c)
    }
    /// As `dot4_u8_i8`, held at the ends of the range.
    Dot4SatU8I8 = dot4_sat_u8_i8(a: u32, b: u32, c: i32) -> i32 { dot4_sat_i8_u8(b, a, c) }

    /// `c` plus the products of eight signed four-bit numbers, wrapping.
    Dot8I4 = dot8_i4(a: u32, b: u32, c: i32) -> i32 {
        sum::<8>(|i| i4_at(a, i) * i4_at(b, i)).wrapping_add(c)
    }
    /// `c` plus the products of eight unsigned four-bit numbers, wrapping.
    Dot8U4 = dot8_u4(a: u32, b: u32, c: u32) -> u32 {
        (sum::<8>(|i| u4_at(a, i) * u4_at(b, i)) as u32).wrapping_add(c)
    }
    /// `c` plus the products of eight numbers of four bits, signed in `a`, unsigned in `b`.
    Dot8I4U4 = dot8_i4_u4(a: u32, b: u32, c: i32) -> i32 {
        sum::<8>(|i| i4_at(a, i) * u4_at(b, i)).wrapping_add(c)
    }
    /// `c` plus the products of eight numbers of four bits, unsigned in `a`, signed in `b`.
    Dot8U4I4 = dot8_u4_i4(a: u32, b: u32, c: i32) -> i32 { dot8_i4_u4(b, a, c) }
    /// `c` plus the products of eight signed four-bit numbers, held at the ends of the range.
    Dot8SatI4 = dot8_sat_i4(a: u32, b: u32, c: i32) -> i32 {
        sum::<8>(|i| i4_at(a, i) * i4_at(b, i)).saturating_add(c)
    }
    /// `c` plus the products of eight unsigned four-bit numbers, held at the greatest number.
    Dot8SatU4 = dot8_sat_u4(a: u32, b: u32, c: u32) -> u32 {
        (sum::<8>(|i| u4_at(a, i) * u4_at(b, i)) as u32).saturating_add(c)
    }
    /// As `dot8_i4_u4`, held at the ends of the range.
    Dot8SatI4U4 = dot8_sat_i4_u4(a: u32, b: u32, c: i32) -> i32 {
        sum::<8>(|i| i4_at(a, i) * u4_at(b, i)).saturating_add(c)
    }
    /// As `dot8_u4_i4`, held at the ends of the range.
    Dot8SatU4I4 = dot8_sat_u4_i4(a: u32, b: u32, c: i32) -> i32 { dot8_sat_i4_u4(b, a, c) }

    /// `c` plus the products of two `i16`, wrapping.
    Dot2I16 = dot2_i16(a: I16x2, b: I16x2, c: i32) -> i32 {
        let product = |a: i16, b: i16| i32::from(a) * i32::from(b);
        product(a.low(), b.low()).wrapping_add(product(a.high(), b.high())).wrapping_add(c)
    }
    /// `c` plus the products of two `u16`, wrapping.
    Dot2U16 = dot2_u16(a: U16x2, b: U16x2, c: u32) -> u32 {
        let product = |a: u16, b: u16| u32::from(a) * u32::from(b);
        product(a.low(), b.low()).wrapping_add(product(a.high(), b.high())).wrapping_add(c)
    }

    /// `c` plus the product of the low halves, then of the high halves; each sum is rounded.
    Dot2F32F16 = dot2_f32_f16(a: F16x2, b: F16x2, c: f32) -> f32 { canonical(dot_f16(a, b, c)) }
    /// `c` plus the product of the low halves, then of the high halves; each sum is rounded.
    Dot2F32Bf16 = dot2_f32_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
        canonical(dot_bf16(a, b, c))
    }
    /// As `dot2_f32_f16`, computed in `f32` and rounded to half precision at the end.
    Dot2F16 = dot2_f16(a: F16x2, b: F16x2, c: F16) -> F16 {
        f32_to_f16(dot_f16(a, b, f16_to_f32(c)))
    }
    /// As `dot2_f32_bf16`, computed in `f32` and rounded to bfloat16 at the end.
    Dot2Bf16 = dot2_bf16(a: Bf16x2, b: Bf16x2, c: Bf16) -> Bf16 {
        f32_to_bf16(dot_bf16(a, b, bf16_to_f32(c)))
    }
    /// `c` plus the products of four bytes in order, of 4 exponent bits in both.
    Dot4E4m3 = dot4_e4m3(a: u32, b: u32, c: f32) -> f32 {
        dot_bytes(a, b, c, e4m3_to_f32, e4m3_to_f32)
    }
    /// `c` plus the products of four bytes in order, of 5 exponent bits in both.
    Dot4E5m2 = dot4_e5m2(a: u32, b: u32, c: f32) -> f32 {
        dot_bytes(a, b, c, e5m2_to_f32, e5m2_to_f32)
    }
    /// `c` plus the products of four bytes in order, of 4 exponent bits in `a`, 5 in `b`.
    Dot4E4m3E5m2 = dot4_e4m3_e5m2(a: u32, b: u32, c: f32) -> f32 {
        dot_bytes(a, b, c, e4m3_to_f32, e5m2_to_f32)
    }
    /// `c` plus the products of four bytes in order, of 5 exponent bits in `a`, 4 in `b`.
    Dot4E5m2E4m3 = dot4_e5m2_e4m3(a: u32, b: u32, c: f32) -> f32 {
        dot_bytes(a, b, c, e5m2_to_f32, e4m3_to_f32)
    }
}

/// The sum of `N` small numbers.
#[inline(always)]
fn sum<const N: u32>(term: impl Fn(u32) -> i32) -> i32 {
    let mut sum = 0;
    for i in 0..N {
        sum += term(i);
    }
    sum
}

#[inline(always)]
fn i8_at(x: u32, i: u32) -> i32 {
    (x << (24 - 8 * i)) as i32 >> 24
}

#[inline(always)]
fn u8_at(x: u32, i: u32) -> i32 {
    (x >> (8 * i) & 0xff) as i32
}

#[inline(always)]
fn i4_at(x: u32, i: u32) -> i32 {
    (x << (28 - 4 * i)) as i32 >> 28
}

#[inline(always)]
fn u4_at(x: u32, i: u32) -> i32 {
    (x >> (4 * i) & 15) as i32
}

/// Products of halves are exact in `f32`, so only the sums round.
#[inline(always)]
fn dot_f16(a: F16x2, b: F16x2, c: f32) -> f32 {
    let low = f16_to_f32(a.low()) * f16_to_f32(b.low());
    let high = f16_to_f32(a.high()) * f16_to_f32(b.high());
    c + low + high
}

#[inline(always)]
fn dot_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
    let low = bf16_to_f32(a.low()) * bf16_to_f32(b.low());
    let high = bf16_to_f32(a.high()) * bf16_to_f32(b.high());
    c + low + high
}

#[inline(always)]
fn dot_bytes(a: u32, b: u32, c: f32, f: impl Fn(u32) -> f32, g: impl Fn(u32) -> f32) -> f32 {
    let mut sum = c;
    for i in 0..4 {
        sum += f(a >> (8 * i) & 0xff) * g(b >> (8 * i) & 0xff);
    }
    canonical(sum)
}
