//! 64-bit integer arithmetic.

lane_ops! { wide:
    /// `a + b`, wrapping.
    AddU64 = add_u64(a: u64, b: u64) -> u64 {
        // Halves are in registers of their own: in a kernel this is faster than joining them.
        let (low, carry) = (a as u32).overflowing_add(b as u32);
        let high = ((a >> 32) as u32).wrapping_add((b >> 32) as u32);
        u64::from(low) | u64::from(high.wrapping_add(carry.into())) << 32
    }
    /// `a + b`, wrapping, where `b` has half the width.
    AddU64U32 = add_u64_u32(a: u64, b: u32) -> u64 {
        let (low, carry) = (a as u32).overflowing_add(b);
        u64::from(low) | u64::from(((a >> 32) as u32).wrapping_add(carry.into())) << 32
    }
    /// `a + b` with the carry.
    AddWideU32 = add_wide_u32(a: u32, b: u32) -> u64 {
        let (low, carry) = a.overflowing_add(b);
        u64::from(low) | u64::from(carry) << 32
    }
    /// `a - b`, wrapping.
    SubU64 = sub_u64(a: u64, b: u64) -> u64 { a.wrapping_sub(b) }
    /// `b - a`, wrapping.
    RsubU64 = rsub_u64(a: u64, b: u64) -> u64 { b.wrapping_sub(a) }
    /// `a + 1`, or 0 where `a` has reached `b`.
    IncWrapU64 = inc_wrap_u64(a: u64, b: u64) -> u64 { if a >= b { 0 } else { a + 1 } }
    /// `a - 1`, or `b` where `a` is 0 or above `b`.
    DecWrapU64 = dec_wrap_u64(a: u64, b: u64) -> u64 {
        if (a == 0) | (a > b) { b } else { a.wrapping_sub(1) }
    }
    /// The low 64 bits of `a * b`.
    MulU64 = mul_u64(a: u64, b: u64) -> u64 { a.wrapping_mul(b) }
    /// The low 64 bits of `a * b + c`.
    MadU64 = mad_u64(a: u64, b: u64, c: u64) -> u64 { a.wrapping_mul(b).wrapping_add(c) }
    /// The high 64 bits of the unsigned product `a * b`.
    MulHiU64 = mul_hi_u64(a: u64, b: u64) -> u64 { ((u128::from(a) * u128::from(b)) >> 64) as u64 }
    /// The high 64 bits of the signed product `a * b`.
    MulHiI64 = mul_hi_i64(a: i64, b: i64) -> i64 { ((i128::from(a) * i128::from(b)) >> 64) as i64 }
    /// `a + b`, unsigned, held at the greatest number.
    AddSatU64 = add_sat_u64(a: u64, b: u64) -> u64 { a.saturating_add(b) }
    /// `a - b`, unsigned, held at 0.
    SubSatU64 = sub_sat_u64(a: u64, b: u64) -> u64 { a.saturating_sub(b) }
    /// `a + b`, signed, held at the ends of the range.
    AddSatI64 = add_sat_i64(a: i64, b: i64) -> i64 { a.saturating_add(b) }
    /// `a - b`, signed, held at the ends of the range.
    SubSatI64 = sub_sat_i64(a: i64, b: i64) -> i64 { a.saturating_sub(b) }
    /// `a / b`, unsigned; all ones when `b` is 0.
    DivU64 = div_u64(a: u64, b: u64) -> u64 { a.checked_div(b).unwrap_or(!0) }
    /// `a / b`, signed, toward zero; -1 when `b` is 0, wrapping on overflow.
    DivI64 = div_i64(a: i64, b: i64) -> i64 { if b == 0 { -1 } else { a.wrapping_div(b) } }
    /// The remainder of `a / b`, unsigned; `a` when `b` is 0.
    RemU64 = rem_u64(a: u64, b: u64) -> u64 { a.checked_rem(b).unwrap_or(a) }
    /// The remainder of `a / b`, with the sign of `a`; `a` when `b` is 0, 0 on overflow.
    RemI64 = rem_i64(a: i64, b: i64) -> i64 { if b == 0 { a } else { a.wrapping_rem(b) } }
    /// The lesser of `a` and `b`, unsigned.
    MinU64 = min_u64(a: u64, b: u64) -> u64 { a.min(b) }
    /// The greater of `a` and `b`, unsigned.
    MaxU64 = max_u64(a: u64, b: u64) -> u64 { a.max(b) }
    /// The lesser of `a` and `b`, signed.
    MinI64 = min_i64(a: i64, b: i64) -> i64 { a.min(b) }
    /// The greater of `a` and `b`, signed.
    MaxI64 = max_i64(a: i64, b: i64) -> i64 { a.max(b) }
    /// `-a`, wrapping.
    NegI64 = neg_i64(a: i64) -> i64 { a.wrapping_neg() }
    /// The magnitude of `a`; the least number stays itself.
    AbsI64 = abs_i64(a: i64) -> i64 { a.wrapping_abs() }
    /// `(a << b) + c`, by the low 6 bits of `b`.
    ShlAddU64 = shl_add_u64(a: u64, b: u32, c: u64) -> u64 { a.wrapping_shl(b).wrapping_add(c) }
}
