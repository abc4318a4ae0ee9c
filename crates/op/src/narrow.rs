//! 16-bit integer arithmetic, one value or two to a lane.

use crate::{I16x2, U16x2};

lane_ops! { narrow:
    /// `a`, its low half.
    MovB16 = mov_b16(a: u16) -> u16 { a }
    /// The low half of `a`, twice.
    BroadcastLowB16 = broadcast_low_b16(a: u32) -> u32 { a & 0xffff | a << 16 }
    /// The high half of `a`, twice.
    BroadcastHighB16 = broadcast_high_b16(a: u32) -> u32 { a >> 16 | a & 0xffff_0000 }
    /// The halves of `a` exchanged.
    SwapB16 = swap_b16(a: u32) -> u32 { a.rotate_left(16) }
    /// The upper half of `a`.
    HighB16 = high_b16(a: u32) -> u32 { a >> 16 }
    /// `a + b`, wrapping.
    AddU16 = add_u16(a: u16, b: u16) -> u16 { a.wrapping_add(b) }
    /// `a - b`, wrapping.
    SubU16 = sub_u16(a: u16, b: u16) -> u16 { a.wrapping_sub(b) }
    /// `a + b`, unsigned, held at the greatest number.
    AddSatU16 = add_sat_u16(a: u16, b: u16) -> u16 { a.saturating_add(b) }
    /// `a - b`, unsigned, held at 0.
    SubSatU16 = sub_sat_u16(a: u16, b: u16) -> u16 { a.saturating_sub(b) }
    /// `a + b`, signed, held at the ends of the range.
    AddSatI16 = add_sat_i16(a: i16, b: i16) -> i16 { a.saturating_add(b) }
    /// `a - b`, signed, held at the ends of the range.
    SubSatI16 = sub_sat_i16(a: i16, b: i16) -> i16 { a.saturating_sub(b) }
    /// The low 16 bits of `a * b`.
    MulU16 = mul_u16(a: u16, b: u16) -> u16 { a.wrapping_mul(b) }
    /// The low 16 bits of `a * b + c`.
    MadU16 = mad_u16(a: u16, b: u16, c: u16) -> u16 { a.wrapping_mul(b).wrapping_add(c) }
    /// `a * b + c`, unsigned, held at the greatest number.
    MadSatU16 = mad_sat_u16(a: u16, b: u16, c: u16) -> u16 {
        (u32::from(a) * u32::from(b) + u32::from(c)).min(0xffff) as u16
    }
    /// `a * b + c`, signed, held at the ends of the range.
    MadSatI16 = mad_sat_i16(a: i16, b: i16, c: i16) -> i16 {
        saturate_i16(i32::from(a) * i32::from(b) + i32::from(c))
    }
    /// The lesser of `a` and `b`, unsigned.
    MinU16 = min_u16(a: u16, b: u16) -> u16 { a.min(b) }
    /// The greater of `a` and `b`, unsigned.
    MaxU16 = max_u16(a: u16, b: u16) -> u16 { a.max(b) }
    /// The lesser of `a` and `b`, signed.
    MinI16 = min_i16(a: i16, b: i16) -> i16 { a.min(b) }
    /// The greater of `a` and `b`, signed.
    MaxI16 = max_i16(a: i16, b: i16) -> i16 { a.max(b) }
    /// The least of three, unsigned.
    Min3U16 = min3_u16(a: u16, b: u16, c: u16) -> u16 { a.min(b).min(c) }
    /// The greatest of three, unsigned.
    Max3U16 = max3_u16(a: u16, b: u16, c: u16) -> u16 { a.max(b).max(c) }
    /// The middle one of three, unsigned.
    Med3U16 = med3_u16(a: u16, b: u16, c: u16) -> u16 { a.max(b).min(c).max(a.min(b)) }
    /// The least of three, signed.
    Min3I16 = min3_i16(a: i16, b: i16, c: i16) -> i16 { a.min(b).min(c) }
    /// The greatest of three, signed.
    Max3I16 = max3_i16(a: i16, b: i16, c: i16) -> i16 { a.max(b).max(c) }
    /// The middle one of three, signed.
    Med3I16 = med3_i16(a: i16, b: i16, c: i16) -> i16 { a.max(b).min(c).max(a.min(b)) }
    /// `a & b`.
    AndB16 = and_b16(a: u16, b: u16) -> u16 { a & b }
    /// `a | b`.
    OrB16 = or_b16(a: u16, b: u16) -> u16 { a | b }
    /// `a ^ b`.
    XorB16 = xor_b16(a: u16, b: u16) -> u16 { a ^ b }
    /// `!a`.
    NotB16 = not_b16(a: u16) -> u16 { !a }
    /// `a << b`, by the low 4 bits of `b`.
    ShlB16 = shl_b16(a: u16, b: u16) -> u16 { a.wrapping_shl(b as u32) }
    /// `a >> b`, filled with zeros, by the low 4 bits of `b`.
    ShrU16 = shr_u16(a: u16, b: u16) -> u16 { a.wrapping_shr(b as u32) }
    /// `a >> b`, filled with the sign, by the low 4 bits of `b`.
    ShrI16 = shr_i16(a: i16, b: u16) -> i16 { a.wrapping_shr(b as u32) }

    /// `a + b` in each half, wrapping.
    AddU16x2 = add_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, add_u16) }
    /// `a - b` in each half, wrapping.
    SubU16x2 = sub_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, sub_u16) }
    /// `a + b` in each half, unsigned, held at the greatest number.
    AddSatU16x2 = add_sat_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, add_sat_u16) }
    /// `a - b` in each half, unsigned, held at 0.
    SubSatU16x2 = sub_sat_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, sub_sat_u16) }
    /// `a + b` in each half, signed, held at the ends of the range.
    AddSatI16x2 = add_sat_i16x2(a: I16x2, b: I16x2) -> I16x2 { a.zip(b, add_sat_i16) }
    /// `a - b` in each half, signed, held at the ends of the range.
    SubSatI16x2 = sub_sat_i16x2(a: I16x2, b: I16x2) -> I16x2 { a.zip(b, sub_sat_i16) }
    /// The low 16 bits of `a * b` in each half.
    MulU16x2 = mul_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, mul_u16) }
    /// The low 16 bits of `a * b + c` in each half.
    MadU16x2 = mad_u16x2(a: U16x2, b: U16x2, c: U16x2) -> U16x2 { a.zip3(b, c, mad_u16) }
    /// `a * b + c` in each half, unsigned, held at the greatest number.
    MadSatU16x2 = mad_sat_u16x2(a: U16x2, b: U16x2, c: U16x2) -> U16x2 {
        a.zip3(b, c, mad_sat_u16)
    }
    /// `a * b + c` in each half, signed, held at the ends of the range.
    MadSatI16x2 = mad_sat_i16x2(a: I16x2, b: I16x2, c: I16x2) -> I16x2 {
        a.zip3(b, c, mad_sat_i16)
    }
    /// The lesser of `a` and `b` in each half, unsigned.
    MinU16x2 = min_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, min_u16) }
    /// The greater of `a` and `b` in each half, unsigned.
    MaxU16x2 = max_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, max_u16) }
    /// The lesser of `a` and `b` in each half, signed.
    MinI16x2 = min_i16x2(a: I16x2, b: I16x2) -> I16x2 { a.zip(b, min_i16) }
    /// The greater of `a` and `b` in each half, signed.
    MaxI16x2 = max_i16x2(a: I16x2, b: I16x2) -> I16x2 { a.zip(b, max_i16) }
    /// `a << b` in each half, by the low 4 bits.
    ShlB16x2 = shl_b16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, shl_b16) }
    /// `a >> b` in each half, filled with zeros, by the low 4 bits.
    ShrU16x2 = shr_u16x2(a: U16x2, b: U16x2) -> U16x2 { a.zip(b, shr_u16) }
    /// `a >> b` in each half, filled with the sign, by the low 4 bits.
    ShrI16x2 = shr_i16x2(a: I16x2, b: I16x2) -> I16x2 { a.zip(b, |a, b| shr_i16(a, b as u16)) }
}

#[inline(always)]
pub(crate) fn saturate_i16(a: i32) -> i16 {
    a.clamp(-0x8000, 0x7fff) as i16
}
