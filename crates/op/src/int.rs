//! 32-bit integer arithmetic.

use crate::bits::low_mask;

lane_ops! { int:
    /// `a + b`, wrapping.
    AddU32 = add_u32(a: u32, b: u32) -> u32 { a.wrapping_add(b) }
    /// `a - b`, wrapping.
    SubU32 = sub_u32(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
    /// `a + b + c`, wrapping.
    Add3U32 = add3_u32(a: u32, b: u32, c: u32) -> u32 { a.wrapping_add(b).wrapping_add(c) }
    /// `a + b`, unsigned, held at the greatest number.
    AddSatU32 = add_sat_u32(a: u32, b: u32) -> u32 { a.saturating_add(b) }
    /// `a - b`, unsigned, held at 0.
    SubSatU32 = sub_sat_u32(a: u32, b: u32) -> u32 { a.saturating_sub(b) }
    /// `a + b`, signed, held at the ends of the range.
    AddSatI32 = add_sat_i32(a: i32, b: i32) -> i32 { a.saturating_add(b) }
    /// `a - b`, signed, held at the ends of the range.
    SubSatI32 = sub_sat_i32(a: i32, b: i32) -> i32 { a.saturating_sub(b) }

    /// `a + b + c`, wrapping, where `c` is a carry.
    AddCarryU32 = add_carry_u32(a: u32, b: u32, c: bool) -> u32 {
        a.wrapping_add(b).wrapping_add(u32::from(c))
    }
    /// `a + b + c`, held at the greatest number.
    AddCarrySatU32 = add_carry_sat_u32(a: u32, b: u32, c: bool) -> u32 {
        a.saturating_add(b).saturating_add(u32::from(c))
    }
    /// `a - b - c`, held at 0.
    SubBorrowSatU32 = sub_borrow_sat_u32(a: u32, b: u32, c: bool) -> u32 {
        a.saturating_sub(b).saturating_sub(u32::from(c))
    }
    /// Whether the unsigned sum `a + b + c` needs a 33rd bit.
    AddCarryOutU32 = add_carry_out_u32(a: u32, b: u32, c: bool) -> bool {
        let sum = a.wrapping_add(b);
        (sum < a) | (c & (sum == !0))
    }
    /// Whether the unsigned sum `a + b` needs a 33rd bit.
    AddOverflowU32 = add_overflow_u32(a: u32, b: u32) -> bool { a.wrapping_add(b) < a }
    /// Whether the signed sum `a + b` leaves the range.
    AddOverflowI32 = add_overflow_i32(a: i32, b: i32) -> bool {
        let sum = a.wrapping_add(b);
        (a ^ sum) & (b ^ sum) < 0
    }
    /// `a - b - c`, wrapping, where `c` is a borrow.
    SubBorrowU32 = sub_borrow_u32(a: u32, b: u32, c: bool) -> u32 {
        a.wrapping_sub(b).wrapping_sub(u32::from(c))
    }
    /// Whether the unsigned difference `a - b - c` is below 0.
    SubBorrowOutU32 = sub_borrow_out_u32(a: u32, b: u32, c: bool) -> bool {
        (a < b) | (c & (a == b))
    }
    /// Whether the signed difference `a - b` leaves the range.
    SubOverflowI32 = sub_overflow_i32(a: i32, b: i32) -> bool {
        let difference = a.wrapping_sub(b);
        (a ^ b) & (a ^ difference) < 0
    }

    /// The low 32 bits of `a * b`.
    MulU32 = mul_u32(a: u32, b: u32) -> u32 { a.wrapping_mul(b) }
    /// The low 32 bits of `a * b + c`.
    MadU32 = mad_u32(a: u32, b: u32, c: u32) -> u32 { a.wrapping_mul(b).wrapping_add(c) }
    /// The high 32 bits of the unsigned 64-bit product `a * b`.
    MulHiU32 = mul_hi_u32(a: u32, b: u32) -> u32 { ((u64::from(a) * u64::from(b)) >> 32) as u32 }
    /// The high 32 bits of the signed 64-bit product `a * b`.
    MulHiI32 = mul_hi_i32(a: i32, b: i32) -> i32 { ((i64::from(a) * i64::from(b)) >> 32) as i32 }
    /// The whole unsigned 64-bit product `a * b`.
    MulWideU32 = mul_wide_u32(a: u32, b: u32) -> u64 { u64::from(a) * u64::from(b) }
    /// The whole signed 64-bit product `a * b`.
    MulWideI32 = mul_wide_i32(a: i32, b: i32) -> i64 { i64::from(a) * i64::from(b) }
    /// The unsigned 64-bit product `a * b` plus `c`, wrapping.
    MadWideU32 = mad_wide_u32(a: u32, b: u32, c: u64) -> u64 { mul_wide_u32(a, b).wrapping_add(c) }
    /// The signed 64-bit product `a * b` plus `c`, wrapping.
    MadWideI32 = mad_wide_i32(a: i32, b: i32, c: i64) -> i64 { mul_wide_i32(a, b).wrapping_add(c) }
    /// The unsigned 64-bit product `a * b` plus `c`, held at the greatest number.
    MadWideSatU32 = mad_wide_sat_u32(a: u32, b: u32, c: u64) -> u64 {
        mul_wide_u32(a, b).saturating_add(c)
    }
    /// The signed 64-bit product `a * b` plus `c`, held at the ends of the range.
    MadWideSatI32 = mad_wide_sat_i32(a: i32, b: i32, c: i64) -> i64 {
        mul_wide_i32(a, b).saturating_add(c)
    }
    /// Whether the unsigned 64-bit product `a * b` plus `c` needs a 65th bit.
    MadWideCarryOutU32 = mad_wide_carry_out_u32(a: u32, b: u32, c: u64) -> bool {
        mad_wide_u32(a, b, c) < c
    }
    /// Whether the signed 64-bit product `a * b` plus `c` is negative: its 65th bit.
    MadWideSignI32 = mad_wide_sign_i32(a: i32, b: i32, c: i64) -> bool {
        let product = mul_wide_i32(a, b);
        let sum = product.wrapping_add(c);
        ((product ^ sum) & (c ^ sum)) ^ sum < 0
    }

    /// `a / b`, unsigned; all ones when `b` is 0.
    DivU32 = div_u32(a: u32, b: u32) -> u32 { a.checked_div(b).unwrap_or(!0) }
    /// `a / b`, signed, toward zero; -1 when `b` is 0, wrapping on overflow.
    DivI32 = div_i32(a: i32, b: i32) -> i32 { if b == 0 { -1 } else { a.wrapping_div(b) } }
    /// The remainder of `a / b`, unsigned; `a` when `b` is 0.
    RemU32 = rem_u32(a: u32, b: u32) -> u32 { a.checked_rem(b).unwrap_or(a) }
    /// The remainder of `a / b`, with the sign of `a`; `a` when `b` is 0, 0 on overflow.
    RemI32 = rem_i32(a: i32, b: i32) -> i32 { if b == 0 { a } else { a.wrapping_rem(b) } }

    /// The lesser of `a` and `b`, unsigned.
    MinU32 = min_u32(a: u32, b: u32) -> u32 { a.min(b) }
    /// The greater of `a` and `b`, unsigned.
    MaxU32 = max_u32(a: u32, b: u32) -> u32 { a.max(b) }
    /// The lesser of `a` and `b`, signed.
    MinI32 = min_i32(a: i32, b: i32) -> i32 { a.min(b) }
    /// The greater of `a` and `b`, signed.
    MaxI32 = max_i32(a: i32, b: i32) -> i32 { a.max(b) }
    /// The least of three, unsigned.
    Min3U32 = min3_u32(a: u32, b: u32, c: u32) -> u32 { a.min(b).min(c) }
    /// The greatest of three, unsigned.
    Max3U32 = max3_u32(a: u32, b: u32, c: u32) -> u32 { a.max(b).max(c) }
    /// The middle one of three, unsigned.
    Med3U32 = med3_u32(a: u32, b: u32, c: u32) -> u32 { a.max(b).min(c).max(a.min(b)) }
    /// The least of three, signed.
    Min3I32 = min3_i32(a: i32, b: i32, c: i32) -> i32 { a.min(b).min(c) }
    /// The greatest of three, signed.
    Max3I32 = max3_i32(a: i32, b: i32, c: i32) -> i32 { a.max(b).max(c) }
    /// The middle one of three, signed.
    Med3I32 = med3_i32(a: i32, b: i32, c: i32) -> i32 { a.max(b).min(c).max(a.min(b)) }
    /// `max(min(a, b), c)`, unsigned.
    MinMaxU32 = min_max_u32(a: u32, b: u32, c: u32) -> u32 { a.min(b).max(c) }
    /// `min(max(a, b), c)`, unsigned.
    MaxMinU32 = max_min_u32(a: u32, b: u32, c: u32) -> u32 { a.max(b).min(c) }
    /// `max(min(a, b), c)`, signed.
    MinMaxI32 = min_max_i32(a: i32, b: i32, c: i32) -> i32 { a.min(b).max(c) }
    /// `min(max(a, b), c)`, signed.
    MaxMinI32 = max_min_i32(a: i32, b: i32, c: i32) -> i32 { a.max(b).min(c) }

    /// `-a`, wrapping.
    NegI32 = neg_i32(a: i32) -> i32 { a.wrapping_neg() }
    /// The magnitude of `a`; the least number stays itself.
    AbsI32 = abs_i32(a: i32) -> i32 { a.wrapping_abs() }
    /// `-a`; the least number becomes the greatest.
    NegSatI32 = neg_sat_i32(a: i32) -> i32 { a.saturating_neg() }
    /// The magnitude of `a`; the least number becomes the greatest.
    AbsSatI32 = abs_sat_i32(a: i32) -> i32 { a.saturating_abs() }
    /// The magnitude of the wrapping difference `a - b`.
    AbsDiffI32 = abs_diff_i32(a: i32, b: i32) -> i32 { a.wrapping_sub(b).wrapping_abs() }
    /// The distance between `a` and `b`, unsigned.
    AbsDiffU32 = abs_diff_u32(a: u32, b: u32) -> u32 { a.abs_diff(b) }

    /// The low 32 bits of the product of the low 24 bits, unsigned.
    MulU24 = mul_u24(a: u32, b: u32) -> u32 { low24(a).wrapping_mul(low24(b)) }
    /// Bits 47 to 32 of the product of the low 24 bits, unsigned.
    MulHiU24 = mul_hi_u24(a: u32, b: u32) -> u32 { mul_hi_u32(low24(a), low24(b)) }
    /// The low 32 bits of the product of the low 24 bits, unsigned, plus `c`.
    MadU24 = mad_u24(a: u32, b: u32, c: u32) -> u32 { mul_u24(a, b).wrapping_add(c) }
    /// The low 32 bits of the product of the low 24 bits, signed.
    MulI24 = mul_i24(a: i32, b: i32) -> i32 { signed24(a).wrapping_mul(signed24(b)) }
    /// The high 32 bits of the 64-bit product of the low 24 bits, signed.
    MulHiI24 = mul_hi_i24(a: i32, b: i32) -> i32 { mul_hi_i32(signed24(a), signed24(b)) }
    /// The low 32 bits of the product of the low 24 bits, signed, plus `c`.
    MadI24 = mad_i24(a: i32, b: i32, c: i32) -> i32 { mul_i24(a, b).wrapping_add(c) }
    /// The product of two 16-bit numbers, unsigned, plus `c`, wrapping.
    MadU32U16 = mad_u32_u16(a: u16, b: u16, c: u32) -> u32 {
        (u32::from(a) * u32::from(b)).wrapping_add(c)
    }
    /// The product of two 16-bit numbers, signed, plus `c`, wrapping.
    MadI32I16 = mad_i32_i16(a: i16, b: i16, c: i32) -> i32 {
        (i32::from(a) * i32::from(b)).wrapping_add(c)
    }

    /// The carry of `(a << b) + c`, with `b` by its low 5 bits.
    ShlAddCarryOutU32 = shl_add_carry_out_u32(a: u32, b: u32, c: u32) -> bool {
        (u64::from(a) << (b & 31)) + u64::from(c) > u64::from(u32::MAX)
    }
    /// The low 24 bits of `a` and `b` multiplied, plus `c`, held at the greatest number.
    MadSatU24 = mad_sat_u24(a: u32, b: u32, c: u32) -> u32 {
        let product = u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff);
        (product + u64::from(c)).min(u32::MAX.into()) as u32
    }
    /// As `mad_i24`, held at the ends of the range.
    MadSatI24 = mad_sat_i24(a: i32, b: i32, c: i32) -> i32 {
        let product = i64::from(a << 8 >> 8) * i64::from(b << 8 >> 8);
        (product + i64::from(c)).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
    /// As `mad_u32_u16`, held at the greatest number.
    MadSatU32U16 = mad_sat_u32_u16(a: u16, b: u16, c: u32) -> u32 {
        (u32::from(a) * u32::from(b)).saturating_add(c)
    }
    /// As `mad_i32_i16`, held at the ends of the range.
    MadSatI32I16 = mad_sat_i32_i16(a: i16, b: i16, c: i32) -> i32 {
        (i32::from(a) * i32::from(b)).saturating_add(c)
    }
    /// As `sad_u8`, held at the greatest number.
    SadSatU8 = sad_sat_u8(a: u32, b: u32, c: u32) -> u32 { sad_u8(a, b, 0).saturating_add(c) }
    /// As `sad_hi_u8`, held at the greatest number.
    SadHiSatU8 = sad_hi_sat_u8(a: u32, b: u32, c: u32) -> u32 {
        sad_hi_u8(a, b, 0).saturating_add(c)
    }
    /// As `sad_u16`, held at the greatest number.
    SadSatU16 = sad_sat_u16(a: u32, b: u32, c: u32) -> u32 { sad_u16(a, b, 0).saturating_add(c) }
    /// As `sad_u32`, held at the greatest number.
    SadSatU32 = sad_sat_u32(a: u32, b: u32, c: u32) -> u32 { a.abs_diff(b).saturating_add(c) }
    /// As `msad_u8`, held at the greatest number.
    MsadSatU8 = msad_sat_u8(a: u32, b: u32, c: u32) -> u32 { msad_u8(a, b, 0).saturating_add(c) }
    /// `a` and `b` shifted right by the low 5 bits of `c`, with copies of their signs, each held within the
    /// range of `i8`, in the two low bytes.
    ShrPkI8I32 = shr_pk_i8_i32(a: i32, b: i32, c: u32) -> u32 {
        let byte = |word: i32| word.wrapping_shr(c).clamp(-0x80, 0x7f) as u32 & 0xff;
        byte(a) | byte(b) << 8
    }
    /// `a` and `b` shifted right by the low 5 bits of `c`, with copies of their signs, each held within the
    /// range of `u8`, in the two low bytes.
    ShrPkU8I32 = shr_pk_u8_i32(a: i32, b: i32, c: u32) -> u32 {
        let byte = |word: i32| word.wrapping_shr(c).clamp(0, 0xff) as u32;
        byte(a) | byte(b) << 8
    }
    /// As `qsad_u16`, each sum held at the greatest number.
    QsadSatU16 = qsad_sat_u16(a: u64, b: u32, c: u64) -> u64 {
        four_held_sums(a, |bytes, sum| sad_sat_u8(bytes, b, sum).min(0xffff), c)
    }
    /// As `mqsad_u16`, each sum held at the greatest number.
    MqsadSatU16 = mqsad_sat_u16(a: u64, b: u32, c: u64) -> u64 {
        four_held_sums(a, |bytes, sum| msad_sat_u8(bytes, b, sum).min(0xffff), c)
    }
    /// `b - a`, wrapping.
    RsubU32 = rsub_u32(a: u32, b: u32) -> u32 { b.wrapping_sub(a) }
    /// `a - b`, or `a` where that would be below 0.
    CondSubU32 = cond_sub_u32(a: u32, b: u32) -> u32 { if a >= b { a - b } else { a } }
    /// `a + 1`, or 0 where `a` has reached `b`.
    IncWrapU32 = inc_wrap_u32(a: u32, b: u32) -> u32 { if a >= b { 0 } else { a + 1 } }
    /// `a - 1`, or `b` where `a` is 0 or above `b`.
    DecWrapU32 = dec_wrap_u32(a: u32, b: u32) -> u32 {
        if (a == 0) | (a > b) { b } else { a.wrapping_sub(1) }
    }
    /// `(a << b) + c`, by the low 5 bits of `b`.
    ShlAddU32 = shl_add_u32(a: u32, b: u32, c: u32) -> u32 { a.wrapping_shl(b).wrapping_add(c) }
    /// `(a + b) << c`, by the low 5 bits of `c`.
    AddShlU32 = add_shl_u32(a: u32, b: u32, c: u32) -> u32 { a.wrapping_add(b).wrapping_shl(c) }
    /// `(a ^ b) + c`.
    XorAddU32 = xor_add_u32(a: u32, b: u32, c: u32) -> u32 { (a ^ b).wrapping_add(c) }
    /// The number of ones in `a`, plus `b`.
    PopCountAddU32 = pop_count_add_u32(a: u32, b: u32) -> u32 { a.count_ones().wrapping_add(b) }

    /// The sum of the four distances between bytes of `a` and `b`, plus `c`.
    SadU8 = sad_u8(a: u32, b: u32, c: u32) -> u32 { byte_distances(a, b, !0).wrapping_add(c) }
    /// The sum of the four distances between bytes of `a` and `b`, shifted up by 16, plus `c`.
    SadHiU8 = sad_hi_u8(a: u32, b: u32, c: u32) -> u32 {
        (byte_distances(a, b, !0) << 16).wrapping_add(c)
    }
    /// The sum of the distances between bytes of `a` and those of `b` that are not 0, plus `c`.
    MsadU8 = msad_u8(a: u32, b: u32, c: u32) -> u32 { masked_sad(a, b).wrapping_add(c) }
    /// The sum of the two distances between halves of `a` and `b`, plus `c`.
    SadU16 = sad_u16(a: u32, b: u32, c: u32) -> u32 {
        let low = (a & 0xffff).abs_diff(b & 0xffff);
        low.wrapping_add((a >> 16).abs_diff(b >> 16)).wrapping_add(c)
    }
    /// The distance between `a` and `b`, unsigned, plus `c`.
    SadU32 = sad_u32(a: u32, b: u32, c: u32) -> u32 { a.abs_diff(b).wrapping_add(c) }
    /// Four sums of byte distances: bytes i to i+3 of `a` against `b`, plus 16-bit part i of `c`.
    QsadU16 = qsad_u16(a: u64, b: u32, c: u64) -> u64 {
        four_sums(c, |i| byte_distances((a >> (8 * i)) as u32, b, !0))
    }
    /// As `qsad_u16`, leaving out the bytes where `b` is 0.
    MqsadU16 = mqsad_u16(a: u64, b: u32, c: u64) -> u64 {
        four_sums(c, |i| masked_sad((a >> (8 * i)) as u32, b))
    }
    /// The means of the bytes of `a` and `b`, rounded up where the byte of `c` is odd.
    LerpU8 = lerp_u8(a: u32, b: u32, c: u32) -> u32 {
        // A mean rounded down is the shared bits plus half of the others.
        let down = (a & b) + (((a ^ b) & 0xfefe_fefe) >> 1);
        down + ((a ^ b) & c & 0x0101_0101)
    }
}

#[inline(always)]
fn low24(a: u32) -> u32 {
    a & low_mask(24)
}

#[inline(always)]
fn signed24(a: i32) -> i32 {
    a << 8 >> 8
}

/// The sum of the distances of those bytes that `mask` keeps.
#[inline(always)]
fn byte_distances(a: u32, b: u32, mask: u32) -> u32 {
    let distance = |i: u32| {
        let byte = |x: u32| x >> (8 * i) & 0xff;
        byte(a).abs_diff(byte(b)) & byte(mask)
    };
    distance(0) + distance(1) + distance(2) + distance(3)
}

#[inline(always)]
fn masked_sad(a: u32, b: u32) -> u32 {
    let keep = |i: u32| {
        if b & 0xff << (8 * i) == 0 {
            0
        } else {
            0xff << (8 * i)
        }
    };
    byte_distances(a, b, keep(0) | keep(1) | keep(2) | keep(3))
}

#[inline(always)]
fn four_sums(start: u64, sum: impl Fn(u32) -> u32) -> u64 {
    let part = |i: u32| {
        let part = (start >> (16 * i)) as u32;
        u64::from(part.wrapping_add(sum(i)) as u16) << (16 * i)
    };
    part(0) | part(1) | part(2) | part(3)
}

/// A function of four bytes of `a`, from each of its four lowest bytes on, and a half of `c`.
#[inline(always)]
fn four_held_sums(a: u64, sum: impl Fn(u32, u32) -> u32, c: u64) -> u64 {
    let one = |i: u32| u64::from(sum((a >> (8 * i)) as u32, (c >> (16 * i)) as u32 & 0xffff));
    one(0) | one(1) << 16 | one(2) << 32 | one(3) << 48
}
