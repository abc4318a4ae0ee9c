//! Types of tile elements and the roundings between them.
//!
//! Every value of every type is exact in `f64`, so a conversion is: the real value as `f64`, then
//! one rounding to the destination. The codes of `trm` are the rounding modes of `op::rounded`.

use op::formats::{
    Bf16, F16, bf16_to_f32, canonical, e4m3_to_f32, e5m2_to_f32, f16_to_f32, f64_to_bf16,
    f64_to_f16,
};
use op::rounded::{self, FloatFormat, rint_round_f64};

/// To nearest, ties to even.
pub const NEAREST: u32 = 0;

/// Sticky bits of `tflags`.
pub const SATURATED: u32 = 1;
pub const INVALID: u32 = 2;
pub const DIVIDED_BY_ZERO: u32 = 4;

/// A type that `tcvt` names, by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    F32,
    F16,
    Bf16,
    S32,
    U32,
    S16,
    U16,
    S8,
    U8,
    S4,
    U4,
    E4m3,
    E5m2,
    Tf32,
}

impl Type {
    pub const ALL: [Type; 14] = [
        Type::F32,
        Type::F16,
        Type::Bf16,
        Type::S32,
        Type::U32,
        Type::S16,
        Type::U16,
        Type::S8,
        Type::U8,
        Type::S4,
        Type::U4,
        Type::E4m3,
        Type::E5m2,
        Type::Tf32,
    ];

    pub fn from_code(code: u8) -> Type {
        Type::ALL[usize::from(code) % Type::ALL.len()]
    }

    pub fn bits(self) -> usize {
        match self {
            Type::F32 | Type::S32 | Type::U32 | Type::Tf32 => 32,
            Type::F16 | Type::Bf16 | Type::S16 | Type::U16 => 16,
            Type::S8 | Type::U8 | Type::E4m3 | Type::E5m2 => 8,
            Type::S4 | Type::U4 => 4,
        }
    }

    /// The real value of an element.
    pub fn value(self, bits: u32) -> f64 {
        match self {
            Type::F32 => f32::from_bits(bits).into(),
            Type::Tf32 => f32::from_bits(bits & !0x1fff).into(),
            Type::F16 => f16_to_f32(F16(bits as u16)).into(),
            Type::Bf16 => bf16_to_f32(Bf16(bits as u16)).into(),
            Type::S32 => f64::from(bits as i32),
            Type::U32 => f64::from(bits),
            Type::S16 => f64::from(bits as i16),
            Type::U16 => f64::from(bits as u16),
            Type::S8 => f64::from(bits as i8),
            Type::U8 => f64::from(bits as u8),
            Type::S4 => f64::from((bits << 28) as i32 >> 28),
            Type::U4 => f64::from(bits & 15),
            Type::E4m3 => e4m3_to_f32(bits).into(),
            Type::E5m2 => e5m2_to_f32(bits).into(),
        }
    }

    /// The element for a real value, rounded once by a mode of `trm`, and what became sticky in
    /// `tflags`.
    pub fn round(self, value: f64, mode: u32) -> (u32, u32) {
        let float = |format: &FloatFormat| format.nearest(value, mode).0 as u32;
        let saturating = |format: &FloatFormat| {
            let (bits, too_large) = format.nearest(value, mode);
            (bits as u32, if too_large { SATURATED } else { 0 })
        };
        match self {
            Type::F32 if mode == NEAREST => (canonical(value as f32).to_bits(), 0),
            Type::F16 if mode == NEAREST => (f64_to_f16(value).0.into(), 0),
            Type::Bf16 if mode == NEAREST => (f64_to_bf16(value).0.into(), 0),
            Type::F32 => (float(&rounded::F32), 0),
            Type::F16 => (float(&rounded::HALF), 0),
            Type::Bf16 => (float(&rounded::BFLOAT), 0),
            Type::Tf32 => (float(&rounded::TF32) << 13, 0),
            Type::E4m3 => saturating(&rounded::E4M3),
            Type::E5m2 => saturating(&rounded::E5M2),
            Type::S32 => to_integer(value, i32::MIN.into(), i32::MAX.into(), mode),
            Type::U32 => to_integer(value, 0, u32::MAX.into(), mode),
            Type::S16 => to_integer(value, i16::MIN.into(), i16::MAX.into(), mode),
            Type::U16 => to_integer(value, 0, u16::MAX.into(), mode),
            Type::S8 => to_integer(value, i8::MIN.into(), i8::MAX.into(), mode),
            Type::U8 => to_integer(value, 0, u8::MAX.into(), mode),
            Type::S4 => to_integer(value, -8, 7, mode),
            Type::U4 => to_integer(value, 0, 15, mode),
        }
    }
}

fn to_integer(value: f64, low: i64, high: i64, mode: u32) -> (u32, u32) {
    if value.is_nan() {
        return (0, INVALID);
    }
    let rounded = rint_round_f64(value, mode);
    if rounded < low as f64 {
        (low as u32, SATURATED)
    } else if rounded > high as f64 {
        (high as u32, SATURATED)
    } else {
        (rounded as i64 as u32, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOWN: u32 = 2;
    const UP: u32 = 3;

    /// Every element of the narrow types is its own rounding.
    #[test]
    fn values_of_a_type_round_to_themselves() {
        for ty in Type::ALL {
            let count = 1u64 << ty.bits().min(16);
            for code in 0..count as u32 {
                let bits = if ty.bits() == 32 { code << 16 } else { code };
                let value = ty.value(bits);
                for rounding in 0..5 {
                    let (again, flags) = ty.round(value, rounding);
                    // Saturating formats have no way back to their infinity.
                    if value.is_finite() {
                        assert_eq!((ty.value(again), flags), (value, 0), "{ty:?} {bits:#x}");
                        assert_eq!(ty.value(again).to_bits(), value.to_bits());
                    }
                }
            }
        }
    }

    /// Directed roundings bracket a value, and nearest is the nearer of the two.
    #[test]
    fn roundings_are_next_to_the_value() {
        let mut seed = 1u64;
        for _ in 0..20_000 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let exponent = (seed >> 50) % 50;
            let value = ((seed as i32 as f64) / 2f64.powi(45)) * 2f64.powi(exponent as i32);
            for ty in Type::ALL {
                let at = |rounding| ty.value(ty.round(value, rounding).0);
                let (down, up) = (at(DOWN), at(UP));
                if ty.round(value, DOWN).1 | ty.round(value, UP).1 != 0 {
                    continue;
                }
                assert!(down <= value && value <= up, "{ty:?} {value} {down} {up}");
                let near = at(NEAREST);
                if near.is_finite() && down.is_finite() && up.is_finite() {
                    assert_eq!(
                        (near - value).abs(),
                        (down - value).abs().min((up - value).abs())
                    );
                }
            }
        }
    }

    #[test]
    fn single_precision_agrees_with_the_host() {
        for value in [
            1.0 + 2f64.powi(-24),
            1e-40,
            3.4028235677973366e38,
            1e300,
            -0.0,
            2f64.powi(-150),
            2f64.powi(-149) * 1.5,
        ] {
            let (bits, _) = Type::F32.round(value, NEAREST);
            assert_eq!(bits, (value as f32).to_bits(), "{value:e}");
        }
        assert_eq!(Type::E4m3.round(1000.0, NEAREST), (0x7e, SATURATED));
        assert_eq!(
            Type::E5m2.round(f64::NEG_INFINITY, NEAREST),
            (0xfb, SATURATED)
        );
        assert_eq!(Type::S8.round(f64::NAN, NEAREST), (0, INVALID));
        assert_eq!(Type::F16.round(65520.0, NEAREST).0, 0x7c00);
        assert_eq!(Type::F16.round(65520.0, 1).0, 0x7bff);
    }
}
