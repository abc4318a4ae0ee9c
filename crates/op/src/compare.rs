//! Comparisons of every type, and the class test of floating point.
//!
//! The names say what is true: `lt` is false when an operand is NaN, `nlt` ("not less than") is
//! true.

use crate::F16;
use crate::formats::f16_to_f32;

lane_ops! { compare:
    /// `a == b`.
    EqU32 = eq_u32(a: u32, b: u32) -> bool { a == b }
    /// `a != b`.
    NeU32 = ne_u32(a: u32, b: u32) -> bool { a != b }
    /// `a < b`, unsigned.
    LtU32 = lt_u32(a: u32, b: u32) -> bool { a < b }
    /// `a <= b`, unsigned.
    LeU32 = le_u32(a: u32, b: u32) -> bool { a <= b }
    /// `a > b`, unsigned.
    GtU32 = gt_u32(a: u32, b: u32) -> bool { a > b }
    /// `a >= b`, unsigned.
    GeU32 = ge_u32(a: u32, b: u32) -> bool { a >= b }

    /// `a < b`, signed.
    LtI32 = lt_i32(a: i32, b: i32) -> bool { a < b }
    /// `a <= b`, signed.
    LeI32 = le_i32(a: i32, b: i32) -> bool { a <= b }
    /// `a > b`, signed.
    GtI32 = gt_i32(a: i32, b: i32) -> bool { a > b }
    /// `a >= b`, signed.
    GeI32 = ge_i32(a: i32, b: i32) -> bool { a >= b }

    /// `a == b`.
    EqU64 = eq_u64(a: u64, b: u64) -> bool { a == b }
    /// `a != b`.
    NeU64 = ne_u64(a: u64, b: u64) -> bool { a != b }
    /// `a < b`, unsigned.
    LtU64 = lt_u64(a: u64, b: u64) -> bool { a < b }
    /// `a <= b`, unsigned.
    LeU64 = le_u64(a: u64, b: u64) -> bool { a <= b }
    /// `a > b`, unsigned.
    GtU64 = gt_u64(a: u64, b: u64) -> bool { a > b }
    /// `a >= b`, unsigned.
    GeU64 = ge_u64(a: u64, b: u64) -> bool { a >= b }

    /// `a < b`, signed.
    LtI64 = lt_i64(a: i64, b: i64) -> bool { a < b }
    /// `a <= b`, signed.
    LeI64 = le_i64(a: i64, b: i64) -> bool { a <= b }
    /// `a > b`, signed.
    GtI64 = gt_i64(a: i64, b: i64) -> bool { a > b }
    /// `a >= b`, signed.
    GeI64 = ge_i64(a: i64, b: i64) -> bool { a >= b }

    /// `a == b`.
    EqU16 = eq_u16(a: u16, b: u16) -> bool { a == b }
    /// `a != b`.
    NeU16 = ne_u16(a: u16, b: u16) -> bool { a != b }
    /// `a < b`, unsigned.
    LtU16 = lt_u16(a: u16, b: u16) -> bool { a < b }
    /// `a <= b`, unsigned.
    LeU16 = le_u16(a: u16, b: u16) -> bool { a <= b }
    /// `a > b`, unsigned.
    GtU16 = gt_u16(a: u16, b: u16) -> bool { a > b }
    /// `a >= b`, unsigned.
    GeU16 = ge_u16(a: u16, b: u16) -> bool { a >= b }

    /// `a < b`, signed.
    LtI16 = lt_i16(a: i16, b: i16) -> bool { a < b }
    /// `a <= b`, signed.
    LeI16 = le_i16(a: i16, b: i16) -> bool { a <= b }
    /// `a > b`, signed.
    GtI16 = gt_i16(a: i16, b: i16) -> bool { a > b }
    /// `a >= b`, signed.
    GeI16 = ge_i16(a: i16, b: i16) -> bool { a >= b }

    /// `a == b`; false when either is NaN.
    EqF32 = eq_f32(a: f32, b: f32) -> bool { a == b }
    /// `a < b`; false when either is NaN.
    LtF32 = lt_f32(a: f32, b: f32) -> bool { a < b }
    /// `a <= b`; false when either is NaN.
    LeF32 = le_f32(a: f32, b: f32) -> bool { a <= b }
    /// `a > b`; false when either is NaN.
    GtF32 = gt_f32(a: f32, b: f32) -> bool { a > b }
    /// `a >= b`; false when either is NaN.
    GeF32 = ge_f32(a: f32, b: f32) -> bool { a >= b }
    /// `a` is less or greater than `b`; false when either is NaN.
    LgF32 = lg_f32(a: f32, b: f32) -> bool { lt_f32(a, b) | gt_f32(a, b) }
    /// Neither is NaN.
    OrdF32 = ord_f32(a: f32, b: f32) -> bool { !uno_f32(a, b) }
    /// Either is NaN.
    UnoF32 = uno_f32(a: f32, b: f32) -> bool { a.is_nan() | b.is_nan() }
    /// `a != b`; true when either is NaN.
    NeF32 = ne_f32(a: f32, b: f32) -> bool { !eq_f32(a, b) }
    /// `a < b` does not hold; true when either is NaN.
    NltF32 = nlt_f32(a: f32, b: f32) -> bool { !lt_f32(a, b) }
    /// `a <= b` does not hold; true when either is NaN.
    NleF32 = nle_f32(a: f32, b: f32) -> bool { !le_f32(a, b) }
    /// `a > b` does not hold; true when either is NaN.
    NgtF32 = ngt_f32(a: f32, b: f32) -> bool { !gt_f32(a, b) }
    /// `a >= b` does not hold; true when either is NaN.
    NgeF32 = nge_f32(a: f32, b: f32) -> bool { !ge_f32(a, b) }
    /// `a` is neither less nor greater than `b`; true when either is NaN.
    NlgF32 = nlg_f32(a: f32, b: f32) -> bool { !lg_f32(a, b) }
    /// Whether `a` is of a class that `b` names by a bit: signalling NaN, quiet NaN, -infinity,
    /// negative normal, negative subnormal, -0, +0, positive subnormal, positive normal, +infinity.
    ClassF32 = class_f32(a: f32, b: u32) -> bool {
        let magnitude = u64::from(a.abs().to_bits());
        b >> class(magnitude, 0x7f80_0000, 0x80_0000, a.is_sign_negative()) & 1 != 0
    }

    /// `a == b`; false when either is NaN.
    EqF64 = eq_f64(a: f64, b: f64) -> bool { a == b }
    /// `a < b`; false when either is NaN.
    LtF64 = lt_f64(a: f64, b: f64) -> bool { a < b }
    /// `a <= b`; false when either is NaN.
    LeF64 = le_f64(a: f64, b: f64) -> bool { a <= b }
    /// `a > b`; false when either is NaN.
    GtF64 = gt_f64(a: f64, b: f64) -> bool { a > b }
    /// `a >= b`; false when either is NaN.
    GeF64 = ge_f64(a: f64, b: f64) -> bool { a >= b }
    /// `a` is less or greater than `b`; false when either is NaN.
    LgF64 = lg_f64(a: f64, b: f64) -> bool { lt_f64(a, b) | gt_f64(a, b) }
    /// Neither is NaN.
    OrdF64 = ord_f64(a: f64, b: f64) -> bool { !uno_f64(a, b) }
    /// Either is NaN.
    UnoF64 = uno_f64(a: f64, b: f64) -> bool { a.is_nan() | b.is_nan() }
    /// `a != b`; true when either is NaN.
    NeF64 = ne_f64(a: f64, b: f64) -> bool { !eq_f64(a, b) }
    /// `a < b` does not hold; true when either is NaN.
    NltF64 = nlt_f64(a: f64, b: f64) -> bool { !lt_f64(a, b) }
    /// `a <= b` does not hold; true when either is NaN.
    NleF64 = nle_f64(a: f64, b: f64) -> bool { !le_f64(a, b) }
    /// `a > b` does not hold; true when either is NaN.
    NgtF64 = ngt_f64(a: f64, b: f64) -> bool { !gt_f64(a, b) }
    /// `a >= b` does not hold; true when either is NaN.
    NgeF64 = nge_f64(a: f64, b: f64) -> bool { !ge_f64(a, b) }
    /// `a` is neither less nor greater than `b`; true when either is NaN.
    NlgF64 = nlg_f64(a: f64, b: f64) -> bool { !lg_f64(a, b) }
    /// Whether `a` is of a class that `b` names by a bit: signalling NaN, quiet NaN, -infinity,
    /// negative normal, negative subnormal, -0, +0, positive subnormal, positive normal, +infinity.
    ClassF64 = class_f64(a: f64, b: u32) -> bool {
        let magnitude = a.abs().to_bits();
        b >> class(magnitude, 0x7ff0 << 48, 0x10 << 48, a.is_sign_negative()) & 1 != 0
    }

    /// `a == b`; false when either is NaN.
    EqF16 = eq_f16(a: F16, b: F16) -> bool { f16_to_f32(a) == f16_to_f32(b) }
    /// `a < b`; false when either is NaN.
    LtF16 = lt_f16(a: F16, b: F16) -> bool { f16_to_f32(a) < f16_to_f32(b) }
    /// `a <= b`; false when either is NaN.
    LeF16 = le_f16(a: F16, b: F16) -> bool { f16_to_f32(a) <= f16_to_f32(b) }
    /// `a > b`; false when either is NaN.
    GtF16 = gt_f16(a: F16, b: F16) -> bool { f16_to_f32(a) > f16_to_f32(b) }
    /// `a >= b`; false when either is NaN.
    GeF16 = ge_f16(a: F16, b: F16) -> bool { f16_to_f32(a) >= f16_to_f32(b) }
    /// `a` is less or greater than `b`; false when either is NaN.
    LgF16 = lg_f16(a: F16, b: F16) -> bool { lt_f16(a, b) | gt_f16(a, b) }
    /// Neither is NaN.
    OrdF16 = ord_f16(a: F16, b: F16) -> bool { !uno_f16(a, b) }
    /// Either is NaN.
    UnoF16 = uno_f16(a: F16, b: F16) -> bool { (a.0 & 0x7fff > 0x7c00) | (b.0 & 0x7fff > 0x7c00) }
    /// `a != b`; true when either is NaN.
    NeF16 = ne_f16(a: F16, b: F16) -> bool { !eq_f16(a, b) }
    /// `a < b` does not hold; true when either is NaN.
    NltF16 = nlt_f16(a: F16, b: F16) -> bool { !lt_f16(a, b) }
    /// `a <= b` does not hold; true when either is NaN.
    NleF16 = nle_f16(a: F16, b: F16) -> bool { !le_f16(a, b) }
    /// `a > b` does not hold; true when either is NaN.
    NgtF16 = ngt_f16(a: F16, b: F16) -> bool { !gt_f16(a, b) }
    /// `a >= b` does not hold; true when either is NaN.
    NgeF16 = nge_f16(a: F16, b: F16) -> bool { !ge_f16(a, b) }
    /// `a` is neither less nor greater than `b`; true when either is NaN.
    NlgF16 = nlg_f16(a: F16, b: F16) -> bool { !lg_f16(a, b) }
    /// Whether `a` is of a class that `b` names by a bit: signalling NaN, quiet NaN, -infinity,
    /// negative normal, negative subnormal, -0, +0, positive subnormal, positive normal, +infinity.
    ClassF16 = class_f16(a: F16, b: u32) -> bool {
        b >> class(u64::from(a.0 & 0x7fff), 0x7c00, 0x400, a.0 >> 15 != 0) & 1 != 0
    }
}

/// The number of the class of a value, from its magnitude as bits, the bits of infinity and of the
/// least normal number, and its sign.
#[inline(always)]
fn class(magnitude: u64, infinity: u64, normal: u64, negative: bool) -> u32 {
    // Counted outward from zero: zero, subnormal, normal, infinity.
    let size =
        (magnitude > 0) as u32 + (magnitude >= normal) as u32 + (magnitude >= infinity) as u32;
    // The highest fraction bit is set in quiet NaNs; in every format it is half the least normal.
    let quiet = (magnitude & normal >> 1 != 0) as u32;
    let ordered = if negative { 5 - size } else { 6 + size };
    if magnitude > infinity { quiet } else { ordered }
}
