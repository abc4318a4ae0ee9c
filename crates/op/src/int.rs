//! 32-bit integer arithmetic.

lane_ops! { int:
    /// `a`, unchanged.
    MovB32 = mov_b32(a: u32) -> u32 { a }
    /// `a + b`, wrapping.
    AddU32 = add_u32(a: u32, b: u32) -> u32 { a.wrapping_add(b) }
    /// `a - b`, wrapping.
    SubU32 = sub_u32(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
    /// The low 32 bits of `a * b`.
    MulU32 = mul_u32(a: u32, b: u32) -> u32 { a.wrapping_mul(b) }
    /// `a * b + c`, low 32 bits.
    MadU32 = mad_u32(a: u32, b: u32, c: u32) -> u32 { a.wrapping_mul(b).wrapping_add(c) }
    /// The high 32 bits of the unsigned 64-bit product `a * b`.
    MulHiU32 = mul_hi_u32(a: u32, b: u32) -> u32 { ((u64::from(a) * u64::from(b)) >> 32) as u32 }
    /// The high 32 bits of the signed 64-bit product `a * b`.
    MulHiI32 = mul_hi_i32(a: i32, b: i32) -> i32 { ((i64::from(a) * i64::from(b)) >> 32) as i32 }
    /// The whole unsigned 64-bit product `a * b`.
    MulWideU32 = mul_wide_u32(a: u32, b: u32) -> u64 { u64::from(a) * u64::from(b) }
    /// The whole signed 64-bit product `a * b`.
    MulWideI32 = mul_wide_i32(a: i32, b: i32) -> i64 { i64::from(a) * i64::from(b) }
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
    /// `-a`, wrapping.
    NegI32 = neg_i32(a: i32) -> i32 { a.wrapping_neg() }
    /// The magnitude of `a`; the least number stays itself.
    AbsI32 = abs_i32(a: i32) -> i32 { a.wrapping_abs() }
    /// `a & b`.
    AndB32 = and_b32(a: u32, b: u32) -> u32 { a & b }
    /// `a | b`.
    OrB32 = or_b32(a: u32, b: u32) -> u32 { a | b }
    /// `a ^ b`.
    XorB32 = xor_b32(a: u32, b: u32) -> u32 { a ^ b }
    /// `!a`.
    NotB32 = not_b32(a: u32) -> u32 { !a }
    /// `a << b`, by the low 5 bits of `b`.
    ShlB32 = shl_b32(a: u32, b: u32) -> u32 { a.wrapping_shl(b) }
    /// `a >> b`, filled with zeros, by the low 5 bits of `b`.
    ShrU32 = shr_u32(a: u32, b: u32) -> u32 { a.wrapping_shr(b) }
    /// `a >> b`, filled with the sign, by the low 5 bits of `b`.
    ShrI32 = shr_i32(a: i32, b: u32) -> i32 { a.wrapping_shr(b) }
    /// `a == b`.
    EqU32 = eq_u32(a: u32, b: u32) -> bool { a == b }
    /// `a != b`.
    NeU32 = ne_u32(a: u32, b: u32) -> bool { a != b }
    /// `a < b`, unsigned.
    LtU32 = lt_u32(a: u32, b: u32) -> bool { a < b }
    /// `a < b`, signed.
    LtI32 = lt_i32(a: i32, b: i32) -> bool { a < b }
    /// `b` where `a` is not 0, else `c`.
    SelectB32 = select_b32(a: bool, b: u32, c: u32) -> u32 { if a { b } else { c } }
    /// `a + b`, wrapping.
    AddU64 = add_u64(a: u64, b: u64) -> u64 { a.wrapping_add(b) }
}
