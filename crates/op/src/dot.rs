//! Dot products of the small values packed in a lane.

use crate::formats::{bf16_to_f32, canonical, f16_to_f32, fma_odd};
use crate::{Bf16x2, F16x2, I16x2, U16x2};

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
    /// `c` plus the products of two `i16`, held at the ends of the range.
    Dot2SatI16 = dot2_sat_i16(a: I16x2, b: I16x2, c: i32) -> i32 {
        let product = |a: i16, b: i16| i64::from(a) * i64::from(b);
        let sum = product(a.low(), b.low()) + product(a.high(), b.high()) + i64::from(c);
        sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
    /// `c` plus the products of two `u16`, held at the greatest number.
    Dot2SatU16 = dot2_sat_u16(a: U16x2, b: U16x2, c: u32) -> u32 {
        let product = |a: u16, b: u16| u64::from(a) * u64::from(b);
        let sum = product(a.low(), b.low()) + product(a.high(), b.high()) + u64::from(c);
        sum.min(u32::MAX.into()) as u32
    }
    /// `c` plus the products of two `u16`, wrapping.
    Dot2U16 = dot2_u16(a: U16x2, b: U16x2, c: u32) -> u32 {
        let product = |a: u16, b: u16| u32::from(a) * u32::from(b);
        product(a.low(), b.low()).wrapping_add(product(a.high(), b.high())).wrapping_add(c)
    }
    /// `c` plus the products of two pairs, one after the other, rounded each time.
    Dot2ChainF32F16 = dot2_chain_f32_f16(a: F16x2, b: F16x2, c: f32) -> f32 {
        let [a0, a1] = [a.low(), a.high()].map(f16_to_f32);
        let [b0, b1] = [b.low(), b.high()].map(f16_to_f32);
        fused(a1, b1, fused(a0, b0, c))
    }
    /// `c` plus the products of two pairs, one after the other, rounded each time.
    Dot2ChainF32Bf16 = dot2_chain_f32_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
        let [a0, a1] = [a.low(), a.high()].map(bf16_to_f32);
        let [b0, b1] = [b.low(), b.high()].map(bf16_to_f32);
        fused(a1, b1, fused(a0, b0, c))
    }
    /// The products of two pairs, and `c` last, rounded each time.
    Dot2SumF32Bf16 = dot2_sum_f32_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
        let [a0, a1] = [a.low(), a.high()].map(bf16_to_f32);
        let [b0, b1] = [b.low(), b.high()].map(bf16_to_f32);
        canonical(fused(a1, b1, a0 * b0) + c)
    }
}

/// `a * b + c` with one rounding.
#[inline(always)]
fn fused(a: f32, b: f32, c: f32) -> f32 {
    canonical(fma_odd(a, b, c) as f32)
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
