//! 32-bit floating point.
//!
//! Round to nearest, ties to even; subnormals are kept. An arithmetic result that is NaN is the canonical quiet NaN,
//! because hosts disagree about which NaN to pass on.

/// NaN made canonical, everything else unchanged.
#[inline(always)]
pub(crate) fn canonical(a: f32) -> f32 {
    if a.is_nan() {
        f32::from_bits(0x7fc0_0000)
    } else {
        a
    }
}

lane_ops! { float:
    /// `a + b`, rounded to nearest, ties to even.
    AddF32 = add_f32(a: f32, b: f32) -> f32 { canonical(a + b) }
    /// `a - b`, rounded to nearest, ties to even.
    SubF32 = sub_f32(a: f32, b: f32) -> f32 { canonical(a - b) }
    /// `a * b`, rounded to nearest, ties to even.
    MulF32 = mul_f32(a: f32, b: f32) -> f32 { canonical(a * b) }
    /// `a / b`, rounded to nearest, ties to even; `x / 0` is an infinity.
    DivF32 = div_f32(a: f32, b: f32) -> f32 { canonical(a / b) }
    /// `a * b + c` with one rounding.
    FmaF32 = fma_f32(a: f32, b: f32, c: f32) -> f32 { canonical(a.mul_add(b, c)) }
    /// The lesser of `a` and `b`: a NaN loses, -0 is less than +0.
    MinNumF32 = min_num_f32(a: f32, b: f32) -> f32 {
        if a < b || b.is_nan() || (a == b && a.is_sign_negative()) { canonical(a) } else { canonical(b) }
    }
    /// The square root of `a`, correctly rounded.
    SqrtF32 = sqrt_f32(a: f32) -> f32 { canonical(a.sqrt()) }
    /// `a < b`; false when either is NaN.
    LtF32 = lt_f32(a: f32, b: f32) -> bool { a < b }
    /// The largest integral value not above `a`.
    FloorF32 = floor_f32(a: f32) -> f32 { canonical(a.floor()) }
}
