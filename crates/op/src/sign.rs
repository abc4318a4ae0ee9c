//! Signs, and numbers held within bounds: functions that look at a number's bits and leave those of
//! a NaN alone, or make none.

use crate::formats::{canonical, canonical64, f16_to_f32, f32_to_f16};
use crate::{F16, F16x2};

lane_ops! { sign keeps nan:
    /// `-a`, by its sign alone: also of NaN.
    NegF32 = neg_f32(a: f32) -> f32 { -a }
    /// `|a|`, by its sign alone: also of NaN.
    AbsF32 = abs_f32(a: f32) -> f32 { a.abs() }
    /// `-|a|`, by its sign alone: also of NaN.
    NegAbsF32 = neg_abs_f32(a: f32) -> f32 { -a.abs() }
    /// `a` with the sign of `b`.
    CopySignF32 = copy_sign_f32(a: f32, b: f32) -> f32 { a.copysign(b) }
    /// `a` with its sign changed where `b` is negative.
    XorSignF32 = xor_sign_f32(a: f32, b: f32) -> f32 {
        f32::from_bits(a.to_bits() ^ b.to_bits() & 0x8000_0000)
    }
    /// `a` with NaN made canonical.
    CanonicalF32 = canonical_f32(a: f32) -> f32 nan(canonical) { canonical(a) }
    /// `a` held between 0 and 1; NaN and -0 become +0.
    SaturateF32 = saturate_f32(a: f32) -> f32 nan(canonical) {
        f32::from_bits(relu_f32(a).to_bits().min(1f32.to_bits()))
    }
    /// `max(a, +0)`: a NaN and -0 become +0.
    ReluF32 = relu_f32(a: f32) -> f32 nan(canonical) {
        // On bits, where negative numbers and NaNs are above infinity: a comparison of floats
        // may become an instruction that lets a signalling NaN through.
        let bits = a.to_bits();
        f32::from_bits(if bits > 0x7f80_0000 { 0 } else { bits })
    }
    /// `a`, but zero with its sign where it is subnormal.
    FlushF32 = flush_f32(a: f32) -> f32 {
        let bits = a.to_bits();
        f32::from_bits(if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits })
    }

    /// `-a`, by its sign alone: also of NaN.
    NegF16 = neg_f16(a: F16) -> F16 { F16(a.0 ^ 0x8000) }
    /// `|a|`, by its sign alone: also of NaN.
    AbsF16 = abs_f16(a: F16) -> F16 { F16(a.0 & 0x7fff) }
    /// `-|a|`, by its sign alone: also of NaN.
    NegAbsF16 = neg_abs_f16(a: F16) -> F16 { F16(a.0 | 0x8000) }
    /// `a` with NaN made canonical.
    CanonicalF16 = canonical_f16(a: F16) -> F16 nan(canonical) { f32_to_f16(f16_to_f32(a)) }
    /// `a` held between 0 and 1; NaN and -0 become +0.
    SaturateF16 = saturate_f16(a: F16) -> F16 nan(canonical) { f32_to_f16(saturate_f32(f16_to_f32(a))) }
    /// `a`, but zero with its sign where it is subnormal.
    FlushF16 = flush_f16(a: F16) -> F16 {
        F16(if a.0 & 0x7c00 == 0 { a.0 & 0x8000 } else { a.0 })
    }
    /// Both halves as `flush_f16`.
    FlushF16x2 = flush_f16x2(a: F16x2) -> F16x2 {
        let low = u32::from(flush_f16(F16(a.0 as u16)).0);
        F16x2(low | u32::from(flush_f16(F16((a.0 >> 16) as u16)).0) << 16)
    }
    /// The low half negated.
    NegLowF16x2 = neg_low_f16x2(a: F16x2) -> F16x2 { F16x2(a.0 ^ 0x8000) }
    /// The high half negated.
    NegHighF16x2 = neg_high_f16x2(a: F16x2) -> F16x2 { F16x2(a.0 ^ 0x8000_0000) }
    /// Both halves negated.
    NegBothF16x2 = neg_both_f16x2(a: F16x2) -> F16x2 { F16x2(a.0 ^ 0x8000_8000) }
    /// Both halves without their signs.
    AbsBothF16x2 = abs_both_f16x2(a: F16x2) -> F16x2 { F16x2(a.0 & 0x7fff_7fff) }
    /// Each half held between 0 and 1; NaN and -0 become +0.
    SaturateF16x2 = saturate_f16x2(a: F16x2) -> F16x2 { a.map(saturate_f16) }

    /// `-a`, by its sign alone: also of NaN.
    NegF64 = neg_f64(a: f64) -> f64 { -a }
    /// `|a|`, by its sign alone: also of NaN.
    AbsF64 = abs_f64(a: f64) -> f64 { a.abs() }
    /// `-|a|`, by its sign alone: also of NaN.
    NegAbsF64 = neg_abs_f64(a: f64) -> f64 { -a.abs() }
    /// `a` with NaN made canonical.
    CanonicalF64 = canonical_f64(a: f64) -> f64 nan(canonical) { canonical64(a) }
    /// `a` held between 0 and 1; NaN and -0 become +0.
    SaturateF64 = saturate_f64(a: f64) -> f64 nan(canonical) {
        // On bits, where negative numbers and NaNs are above infinity.
        let bits = a.to_bits();
        let positive = if bits > 0x7ff0_0000_0000_0000 { 0 } else { bits };
        f64::from_bits(positive.min(1f64.to_bits()))
    }
    /// `a`, but zero with its sign where it is subnormal.
    FlushF64 = flush_f64(a: f64) -> f64 {
        let bits = a.to_bits();
        let subnormal = bits & 0x7ff0_0000_0000_0000 == 0;
        f64::from_bits(if subnormal { bits & 1 << 63 } else { bits })
    }
    /// `a` held between 0 and 1; -0 becomes +0, a NaN stays.
    ClampF32 = clamp_f32(a: f32) -> f32 { if a.is_nan() { a } else { saturate_f32(a) } }
    /// `a` held between 0 and 1; -0 becomes +0, a NaN stays.
    ClampF16 = clamp_f16(a: F16) -> F16 {
        F16(if a.0 & 0x7fff > 0x7c00 { a.0 } else { saturate_f16(a).0 })
    }
    /// `a` held between 0 and 1; -0 becomes +0, a NaN stays.
    ClampF64 = clamp_f64(a: f64) -> f64 { if a.is_nan() { a } else { saturate_f64(a) } }
    /// Each half held between 0 and 1; -0 becomes +0, a NaN stays.
    ClampF16x2 = clamp_f16x2(a: F16x2) -> F16x2 { a.map(clamp_f16) }
}
