//! Bits: logic, shifts, bit fields, counting and permutation, on 32 and 64 bits.

lane_ops! { bits:
    /// `a`, unchanged.
    MovB32 = mov_b32(a: u32) -> u32 { a }
    /// `a`, unchanged.
    MovB64 = mov_b64(a: u64) -> u64 { a }
    /// `b` where `a` is not 0, else `c`.
    SelectB32 = select_b32(a: bool, b: u32, c: u32) -> u32 { if a { b } else { c } }
    /// `b` where `a` is not 0, else `c`.
    SelectB64 = select_b64(a: bool, b: u64, c: u64) -> u64 { if a { b } else { c } }
    /// Bit 0 of `a` and bit 0 of `b`, turned over first where bit 0 or bit 1 of `c` is set.
    MaskTermsB32 = mask_terms_b32(a: u32, b: u32, c: u32) -> bool { (a ^ c) & (b ^ (c >> 1)) & 1 != 0 }
    /// `b` where `a` is not 0, else `c`.
    SelectB16 = select_b16(a: bool, b: u16, c: u16) -> u16 { if a { b } else { c } }
    /// `a` where `c` is 0 or more, else `b`; a NaN selects `b`, -0 selects `a`.
    SelectNotNegF32 = select_not_neg_f32(a: u32, b: u32, c: f32) -> u32 {
        if c >= 0.0 { a } else { b }
    }
    /// `a` where `c` is 0 or more, else `b`.
    SelectNotNegI32 = select_not_neg_i32(a: u32, b: u32, c: i32) -> u32 {
        if c >= 0 { a } else { b }
    }

    /// `a & b`.
    AndB32 = and_b32(a: u32, b: u32) -> u32 { a & b }
    /// `a | b`.
    OrB32 = or_b32(a: u32, b: u32) -> u32 { a | b }
    /// `a ^ b`.
    XorB32 = xor_b32(a: u32, b: u32) -> u32 { a ^ b }
    /// `!a`.
    NotB32 = not_b32(a: u32) -> u32 { !a }
    /// `a & !b`.
    AndNotB32 = and_not_b32(a: u32, b: u32) -> u32 { a & !b }
    /// `!a & b`.
    NotAndB32 = not_and_b32(a: u32, b: u32) -> u32 { !a & b }
    /// `!a | b`.
    NotOrB32 = not_or_b32(a: u32, b: u32) -> u32 { !a | b }
    /// `!a & b`.
    NotAndB64 = not_and_b64(a: u64, b: u64) -> u64 { !a & b }
    /// `!a | b`.
    NotOrB64 = not_or_b64(a: u64, b: u64) -> u64 { !a | b }
    /// `a | !b`.
    OrNotB32 = or_not_b32(a: u32, b: u32) -> u32 { a | !b }
    /// `!(a & b)`.
    NandB32 = nand_b32(a: u32, b: u32) -> u32 { !(a & b) }
    /// `!(a | b)`.
    NorB32 = nor_b32(a: u32, b: u32) -> u32 { !(a | b) }
    /// `!(a ^ b)`.
    XnorB32 = xnor_b32(a: u32, b: u32) -> u32 { !(a ^ b) }
    /// `a | b | c`.
    Or3B32 = or3_b32(a: u32, b: u32, c: u32) -> u32 { a | b | c }
    /// `a ^ b ^ c`.
    Xor3B32 = xor3_b32(a: u32, b: u32, c: u32) -> u32 { a ^ b ^ c }
    /// `(a & b) | c`.
    AndOrB32 = and_or_b32(a: u32, b: u32, c: u32) -> u32 { (a & b) | c }
    /// `(a << b) | c`, by the low 5 bits of `b`.
    ShlOrB32 = shl_or_b32(a: u32, b: u32, c: u32) -> u32 { a.wrapping_shl(b) | c }
    /// `a & b`.
    AndB64 = and_b64(a: u64, b: u64) -> u64 { a & b }
    /// `a | b`.
    OrB64 = or_b64(a: u64, b: u64) -> u64 { a | b }
    /// `a ^ b`.
    XorB64 = xor_b64(a: u64, b: u64) -> u64 { a ^ b }
    /// `!a`.
    NotB64 = not_b64(a: u64) -> u64 { !a }
    /// `a & !b`.
    AndNotB64 = and_not_b64(a: u64, b: u64) -> u64 { a & !b }
    /// `a | !b`.
    OrNotB64 = or_not_b64(a: u64, b: u64) -> u64 { a | !b }
    /// `!(a & b)`.
    NandB64 = nand_b64(a: u64, b: u64) -> u64 { !(a & b) }
    /// `!(a | b)`.
    NorB64 = nor_b64(a: u64, b: u64) -> u64 { !(a | b) }
    /// `!(a ^ b)`.
    XnorB64 = xnor_b64(a: u64, b: u64) -> u64 { !(a ^ b) }

    /// `a << b`, by the low 5 bits of `b`.
    ShlB32 = shl_b32(a: u32, b: u32) -> u32 { a.wrapping_shl(b) }
    /// `a >> b`, filled with zeros, by the low 5 bits of `b`.
    ShrU32 = shr_u32(a: u32, b: u32) -> u32 { a.wrapping_shr(b) }
    /// `a >> b`, filled with the sign, by the low 5 bits of `b`.
    ShrI32 = shr_i32(a: i32, b: u32) -> i32 { a.wrapping_shr(b) }
    /// `a << b`; 0 when `b` is 32 or more.
    ShlFullB32 = shl_full_b32(a: u32, b: u32) -> u32 {
        if b > 31 { 0 } else { a.wrapping_shl(b) }
    }
    /// `a >> b`, filled with zeros; 0 when `b` is 32 or more.
    ShrFullU32 = shr_full_u32(a: u32, b: u32) -> u32 {
        if b > 31 { 0 } else { a.wrapping_shr(b) }
    }
    /// `a >> b`, filled with the sign; sign bits only when `b` is 32 or more.
    ShrFullI32 = shr_full_i32(a: i32, b: u32) -> i32 { a >> b.min(31) }
    /// `a << b`, by the low 6 bits of `b`.
    ShlB64 = shl_b64(a: u64, b: u32) -> u64 {
        // Halves are in registers of their own: in a kernel this is faster than joining them.
        let (low, high, by) = (a as u32, (a >> 32) as u32, b & 31);
        let (low, high) = (low << by, high << by | low >> 1 >> (by ^ 31));
        if b & 32 == 0 { u64::from(low) | u64::from(high) << 32 } else { u64::from(low) << 32 }
    }
    /// `a >> b`, filled with zeros, by the low 6 bits of `b`.
    ShrU64 = shr_u64(a: u64, b: u32) -> u64 {
        // As for `ShlB64`.
        let (low, high, by) = (a as u32, (a >> 32) as u32, b & 31);
        let (low, high) = (low >> by | high << 1 << (by ^ 31), high >> by);
        if b & 32 == 0 { u64::from(low) | u64::from(high) << 32 } else { u64::from(high) }
    }
    /// `a >> b`, filled with the sign, by the low 6 bits of `b`.
    ShrI64 = shr_i64(a: i64, b: u32) -> i64 { a.wrapping_shr(b) }
    /// `a` rotated left by the low 5 bits of `b`.
    RotlB32 = rotl_b32(a: u32, b: u32) -> u32 { a.rotate_left(b & 31) }
    /// `a` rotated right by the low 5 bits of `b`.
    RotrB32 = rotr_b32(a: u32, b: u32) -> u32 { a.rotate_right(b & 31) }
    /// The low word of `a:b` (`a` high) shifted right by the low 5 bits of `c`.
    AlignBitB32 = align_bit_b32(a: u32, b: u32, c: u32) -> u32 {
        // Two shifts by at most 31 each vectorise better than one 64-bit shift.
        (a << 1 << (!c & 31)) | b >> (c & 31)
    }
    /// The low word of `a:b` (`a` high) shifted right by the low 2 bits of `c`, in bytes.
    AlignByteB32 = align_byte_b32(a: u32, b: u32, c: u32) -> u32 {
        align_bit_b32(a, b, (c & 3) << 3)
    }

    /// The `c` bits of `a` from bit `b` on; position and length count by their low 5 bits.
    BfeU32 = bfe_u32(a: u32, b: u32, c: u32) -> u32 { a.wrapping_shr(b) & low_mask(c & 31) }
    /// The `c` bits of `a` from bit `b` on, sign-extended; both count by their low 5 bits.
    BfeI32 = bfe_i32(a: i32, b: u32, c: u32) -> i32 {
        let sign = (1u32.wrapping_shl(c) >> 1) as i32;
        // Flipping the sign bit and taking it off again extends it; length 0 has no sign bit.
        let field = a.wrapping_shr(b) & low_mask(c & 31) as i32;
        (field ^ sign).wrapping_sub(sign)
    }
    /// The `c` bits of `a` from bit `b` on; a position past the end gives 0, 32 or more is all.
    ExtractU32 = extract_u32(a: u32, b: u32, c: u32) -> u32 {
        let field = a.wrapping_shr(b) & low_mask(c);
        if b > 31 { 0 } else { field }
    }
    /// The `c` bits of `a` from bit `b` on, sign-extended; past the end there are sign bits.
    ExtractI32 = extract_i32(a: i32, b: u32, c: u32) -> i32 {
        let shifted = a >> b.min(31);
        let above = 32u32.saturating_sub(c).min(31);
        if c == 0 { 0 } else { shifted << above >> above }
    }
    /// As `bfe_u32`, position in bits 4:0 of `b`, length in bits 22:16; 32 or more is all.
    BfePackedU32 = bfe_packed_u32(a: u32, b: u32) -> u32 {
        a.wrapping_shr(b) & low_mask(b >> 16 & 127)
    }
    /// As `bfe_i32`, position in bits 4:0 of `b`, length in bits 22:16; 32 or more is all.
    BfePackedI32 = bfe_packed_i32(a: i32, b: u32) -> i32 {
        extract_i32(a.wrapping_shr(b), 0, b >> 16 & 127)
    }
    /// A bit field of 64 bits, position in bits 5:0 of `b`, length in bits 22:16.
    BfePackedU64 = bfe_packed_u64(a: u64, b: u32) -> u64 {
        a.wrapping_shr(b) & low_mask64(b >> 16 & 127)
    }
    /// A sign-extended bit field of 64 bits, position in bits 5:0 of `b`, length in bits 22:16.
    BfePackedI64 = bfe_packed_i64(a: i64, b: u32) -> i64 {
        let length = b >> 16 & 127;
        let above = 64u32.saturating_sub(length).min(63);
        if length == 0 { 0 } else { a.wrapping_shr(b) << above >> above }
    }
    /// `b` where bits of `a` are set, `c` where they are not.
    BfiB32 = bfi_b32(a: u32, b: u32, c: u32) -> u32 { (a & b) | (!a & c) }
    /// `a` ones from bit `b` on; both count by their low 5 bits.
    BfmB32 = bfm_b32(a: u32, b: u32) -> u32 { low_mask(a & 31).wrapping_shl(b) }
    /// `a` ones from bit `b` on; both count by their low 6 bits.
    BfmB64 = bfm_b64(a: u32, b: u32) -> u64 { low_mask64(a & 63).wrapping_shl(b) }
    /// `b` ones from bit `a` on; none when `a` is 32 or more, all above when `b` is.
    FieldMaskB32 = field_mask_b32(a: u32, b: u32) -> u32 {
        let mask = low_mask(b).wrapping_shl(a);
        if a > 31 { 0 } else { mask }
    }
    /// `b` with bit `a` cleared, by the low 5 bits of `a`.
    BitClearB32 = bit_clear_b32(a: u32, b: u32) -> u32 { b & !1u32.wrapping_shl(a) }
    /// `b` with bit `a` set, by the low 5 bits of `a`.
    BitSetB32 = bit_set_b32(a: u32, b: u32) -> u32 { b | 1u32.wrapping_shl(a) }
    /// `b` with bit `a` cleared, by the low 6 bits of `a`.
    BitClearB64 = bit_clear_b64(a: u32, b: u64) -> u64 { b & !1u64.wrapping_shl(a) }
    /// `b` with bit `a` set, by the low 6 bits of `a`.
    BitSetB64 = bit_set_b64(a: u32, b: u64) -> u64 { b | 1u64.wrapping_shl(a) }
    /// Bit `b` of `a`, by the low 5 bits of `b`.
    BitTestB32 = bit_test_b32(a: u32, b: u32) -> bool { a.wrapping_shr(b) & 1 != 0 }
    /// Bit `b` of `a`, by the low 6 bits of `b`.
    BitTestB64 = bit_test_b64(a: u64, b: u32) -> bool { a.wrapping_shr(b) & 1 != 0 }

    /// The number of ones in `a`.
    PopCountB32 = pop_count_b32(a: u32) -> u32 { a.count_ones() }
    /// The number of ones in `a`.
    PopCountB64 = pop_count_b64(a: u64) -> u32 { a.count_ones() }
    /// The number of zeros above the highest one; 32 for 0.
    ClzB32 = clz_b32(a: u32) -> u32 { a.leading_zeros() }
    /// The number of zeros below the lowest one; 32 for 0.
    CtzB32 = ctz_b32(a: u32) -> u32 { a.trailing_zeros() }
    /// The number of zeros above the highest one; -1 for 0.
    FindHighB32 = find_high_b32(a: u32) -> i32 {
        if a == 0 { -1 } else { a.leading_zeros() as i32 }
    }
    /// The number of zeros below the lowest one; -1 for 0.
    FindLowB32 = find_low_b32(a: u32) -> i32 {
        if a == 0 { -1 } else { a.trailing_zeros() as i32 }
    }
    /// The number of leading bits equal to the sign; -1 when all bits are equal.
    FindSignI32 = find_sign_i32(a: i32) -> i32 { find_high_b32((a ^ a >> 31) as u32) }
    /// The number of zeros above the highest one; -1 for 0.
    FindHighB64 = find_high_b64(a: u64) -> i32 {
        if a == 0 { -1 } else { a.leading_zeros() as i32 }
    }
    /// The number of zeros below the lowest one; -1 for 0.
    FindLowB64 = find_low_b64(a: u64) -> i32 {
        if a == 0 { -1 } else { a.trailing_zeros() as i32 }
    }
    /// The number of leading bits equal to the sign; -1 when all bits are equal.
    FindSignI64 = find_sign_i64(a: i64) -> i32 { find_high_b64((a ^ a >> 63) as u64) }
    /// The bits of `a` in reverse order.
    BrevB32 = brev_b32(a: u32) -> u32 { a.reverse_bits() }
    /// The bits of `a` in reverse order.
    BrevB64 = brev_b64(a: u64) -> u64 { a.reverse_bits() }
    /// Bit i is set where any bit of the i-th group of four in `a` is.
    QuadMaskB32 = quad_mask_b32(a: u32) -> u32 { gather_quads(u64::from(a)) as u32 }
    /// Bit i is set where any bit of the i-th group of four in `a` is.
    QuadMaskB64 = quad_mask_b64(a: u64) -> u64 { gather_quads(a) }
    /// Every group of four bits is all ones where any of them is one.
    WholeQuadB32 = whole_quad_b32(a: u32) -> u32 { whole_quad_b64(u64::from(a)) as u32 }
    /// Every group of four bits is all ones where any of them is one.
    WholeQuadB64 = whole_quad_b64(a: u64) -> u64 { any_of_quad(a) * 15 }
    /// Every bit of `a` twice.
    BitReplicateB64 = bit_replicate_b64(a: u32) -> u64 {
        let mut x = u64::from(a);
        x = (x | x << 16) & 0x0000_ffff_0000_ffff;
        x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
        x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        x = (x | x << 2) & 0x3333_3333_3333_3333;
        x = (x | x << 1) & 0x5555_5555_5555_5555;
        x * 3
    }

    /// Each byte of the result is picked by the same byte of `c`: 0 to 7 from `a:b` (`a` high),
    /// 8 to 11 the sign of byte 1, 3, 5 or 7, 12 zeros, above that ones.
    PermB32 = perm_b32(a: u32, b: u32, c: u32) -> u32 {
        let data = u64::from(a) << 32 | u64::from(b);
        let byte = |at: u32| {
            let select = c >> at & 0xff;
            let picked = (data >> ((select & 7) * 8)) as u32 & 0xff;
            let odd = (data >> ((select & 3) * 16 + 8)) as u32 & 0xff;
            let sign = 0u32.wrapping_sub(odd >> 7) & 0xff;
            let fixed = if select == 12 { 0 } else { 0xff };
            let value = if select < 8 { picked } else if select < 12 { sign } else { fixed };
            value << at
        };
        byte(0) | byte(8) | byte(16) | byte(24)
    }
    /// The low half of `a` below the low half of `b`.
    PackLowLowB16 = pack_low_low_b16(a: u32, b: u32) -> u32 { a & 0xffff | b << 16 }
    /// The low half of `a` below the high half of `b`.
    PackLowHighB16 = pack_low_high_b16(a: u32, b: u32) -> u32 { a & 0xffff | b & 0xffff_0000 }
    /// The high half of `a` below the low half of `b`.
    PackHighLowB16 = pack_high_low_b16(a: u32, b: u32) -> u32 { a >> 16 | b << 16 }
    /// The high half of `a` below the high half of `b`.
    PackHighHighB16 = pack_high_high_b16(a: u32, b: u32) -> u32 { a >> 16 | b & 0xffff_0000 }
    /// The two words `a` (low) and `b` (high) as one value of 64 bits.
    PackB64 = pack_b64(a: u32, b: u32) -> u64 { u64::from(b) << 32 | u64::from(a) }
}

/// The `n` lowest bits; all 32 from 32 on.
#[inline(always)]
pub(crate) const fn low_mask(n: u32) -> u32 {
    let mask = !(!0u32).wrapping_shl(n);
    if n > 31 { !0 } else { mask }
}

#[inline(always)]
const fn low_mask64(n: u32) -> u64 {
    let mask = !(!0u64).wrapping_shl(n);
    if n > 63 { !0 } else { mask }
}

/// The lowest bit of every group of four says whether any bit of the group is set.
#[inline(always)]
const fn any_of_quad(a: u64) -> u64 {
    let pairs = a | a >> 1;
    (pairs | pairs >> 2) & 0x1111_1111_1111_1111
}

/// The bits of `any_of_quad` side by side.
#[inline(always)]
const fn gather_quads(a: u64) -> u64 {
    let mut x = any_of_quad(a);
    x = (x | x >> 3) & 0x0303_0303_0303_0303;
    x = (x | x >> 6) & 0x000f_000f_000f_000f;
    x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
    (x | x >> 24) & 0xffff
}
