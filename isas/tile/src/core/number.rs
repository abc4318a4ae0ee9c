//! Number formats of tile elements and the roundings between them.
//!
//! Every value of every element type is exact in `f64`, so a conversion is: the real value as
//! `f64`, then one rounding to the destination.

/// `trm`: how conversions round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    NearestEven,
    TowardZero,
    Down,
    Up,
    /// To nearest, ties away from zero.
    NearestAway,
}

impl Rounding {
    pub fn from_csr(trm: u32) -> Rounding {
        match trm {
            1 => Rounding::TowardZero,
            2 => Rounding::Down,
            3 => Rounding::Up,
            4 => Rounding::NearestAway,
            _ => Rounding::NearestEven,
        }
    }

    /// Whether a magnitude whose next lower candidate is `odd` or even goes up, for a remainder
    /// that compares as `half` with one half and is not zero.
    fn goes_up(self, negative: bool, odd: bool, half: std::cmp::Ordering) -> bool {
        use std::cmp::Ordering::*;
        match self {
            Rounding::NearestEven => half == Greater || half == Equal && odd,
            Rounding::NearestAway => half != Less,
            Rounding::TowardZero => false,
            Rounding::Down => negative,
            Rounding::Up => !negative,
        }
    }
}

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
            Type::F16 => f16_to_f32(bits as u16).into(),
            Type::Bf16 => f32::from_bits(bits << 16).into(),
            Type::S32 => f64::from(bits as i32),
            Type::U32 => f64::from(bits),
            Type::S16 => f64::from(bits as i16),
            Type::U16 => f64::from(bits as u16),
            Type::S8 => f64::from(bits as i8),
            Type::U8 => f64::from(bits as u8),
            Type::S4 => f64::from((bits << 28) as i32 >> 28),
            Type::U4 => f64::from(bits & 15),
            Type::E4m3 => e4m3_to_f32(bits as u8).into(),
            Type::E5m2 => e5m2_to_f32(bits as u8).into(),
        }
    }

    /// The element for a real value, rounded once, and what became sticky in `tflags`.
    pub fn round(self, value: f64, rounding: Rounding) -> (u32, u32) {
        match self {
            Type::F32 => (F32.round(value, rounding).0, 0),
            Type::Tf32 => (TF32.round(value, rounding).0 << 13, 0),
            Type::F16 => (F16.round(value, rounding).0, 0),
            Type::Bf16 => (BF16.round(value, rounding).0, 0),
            Type::E4m3 => saturating(E4M3.round(value, rounding)),
            Type::E5m2 => saturating(E5M2.round(value, rounding)),
            Type::S32 => to_integer(value, i32::MIN.into(), i32::MAX.into(), rounding),
            Type::U32 => to_integer(value, 0, u32::MAX.into(), rounding),
            Type::S16 => to_integer(value, i16::MIN.into(), i16::MAX.into(), rounding),
            Type::U16 => to_integer(value, 0, u16::MAX.into(), rounding),
            Type::S8 => to_integer(value, i8::MIN.into(), i8::MAX.into(), rounding),
            Type::U8 => to_integer(value, 0, u8::MAX.into(), rounding),
            Type::S4 => to_integer(value, -8, 7, rounding),
            Type::U4 => to_integer(value, 0, 15, rounding),
        }
    }
}

fn saturating((bits, saturated): (u32, bool)) -> (u32, u32) {
    (bits, if saturated { SATURATED } else { 0 })
}

fn to_integer(value: f64, low: i64, high: i64, rounding: Rounding) -> (u32, u32) {
    if value.is_nan() {
        return (0, INVALID);
    }
    let rounded = integral(value, rounding);
    if rounded < low as f64 {
        (low as u32, SATURATED)
    } else if rounded > high as f64 {
        (high as u32, SATURATED)
    } else {
        (rounded as i64 as u32, 0)
    }
}

/// The integral value next to `value` that the rounding chooses.
pub fn integral(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::NearestEven => value.round_ties_even(),
        Rounding::TowardZero => value.trunc(),
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
        Rounding::NearestAway => value.round(),
    }
}

/// A binary floating-point format of up to 32 bits.
struct Small {
    exponent_bits: u32,
    fraction_bits: u32,
    nan: u32,
    /// The largest finite magnitude where overflow saturates, else infinity is the next code.
    saturates_at: Option<u32>,
}

const F32: Small = Small {
    exponent_bits: 8,
    fraction_bits: 23,
    nan: 0x7fc0_0000,
    saturates_at: None,
};
const TF32: Small = Small {
    exponent_bits: 8,
    fraction_bits: 10,
    nan: 0x7fc0_0000 >> 13,
    saturates_at: None,
};
const F16: Small = Small {
    exponent_bits: 5,
    fraction_bits: 10,
    nan: 0x7e00,
    saturates_at: None,
};
const BF16: Small = Small {
    exponent_bits: 8,
    fraction_bits: 7,
    nan: 0x7fc0,
    saturates_at: None,
};
const E4M3: Small = Small {
    exponent_bits: 4,
    fraction_bits: 3,
    nan: 0x7f,
    saturates_at: Some(0x7e),
};
const E5M2: Small = Small {
    exponent_bits: 5,
    fraction_bits: 2,
    nan: 0x7f,
    saturates_at: Some(0x7b),
};

impl Small {
    /// The code of `value`, and whether it had to be clamped to the largest finite number.
    fn round(&self, value: f64, rounding: Rounding) -> (u32, bool) {
        if value.is_nan() {
            return (self.nan, false);
        }
        let bits = value.to_bits();
        let negative = bits >> 63 == 1;
        let sign = u32::from(negative) << (self.exponent_bits + self.fraction_bits);
        let infinity = ((1 << self.exponent_bits) - 1) << self.fraction_bits;
        if value.is_infinite() {
            return match self.saturates_at {
                Some(largest) => (sign | largest, true),
                None => (sign | infinity, false),
            };
        }
        let magnitude = self.magnitude(bits, negative, rounding);
        match self.saturates_at {
            Some(largest) if magnitude > largest => (sign | largest, true),
            Some(_) => (sign | magnitude, false),
            None if magnitude < infinity => (sign | magnitude, false),
            None => {
                let to_infinity = match rounding {
                    Rounding::NearestEven | Rounding::NearestAway => true,
                    Rounding::TowardZero => false,
                    Rounding::Down => negative,
                    Rounding::Up => !negative,
                };
                (
                    sign | if to_infinity { infinity } else { infinity - 1 },
                    false,
                )
            }
        }
    }

    /// Exponent and fraction of a finite `f64`, rounded; a carry runs into the exponent.
    fn magnitude(&self, bits: u64, negative: bool, rounding: Rounding) -> u32 {
        let biased = (bits >> 52 & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        if biased == 0 {
            // Zero, or an `f64` subnormal, which is far below every format's smallest number.
            let up = fraction != 0 && rounding.goes_up(negative, false, std::cmp::Ordering::Less);
            return u32::from(up);
        }
        let significand = fraction | 1 << 52;
        let exponent = biased - 1023;
        let bias = (1 << (self.exponent_bits - 1)) - 1;
        let lowest = 1 - bias;
        let subnormal = (lowest - exponent).max(0);
        let shift = 52 - self.fraction_bits as i32 + subnormal;
        let (kept, rest, half) = if shift < 64 {
            (
                significand >> shift,
                significand & ((1 << shift) - 1),
                1u64 << (shift - 1),
            )
        } else {
            (0, 1, 2)
        };
        let up = rest != 0 && rounding.goes_up(negative, kept & 1 == 1, rest.cmp(&half));
        let rounded = kept as u32 + u32::from(up);
        if subnormal > 0 {
            return rounded;
        }
        // Far above the largest number the exponent would not fit its field.
        let field = ((exponent + bias) as u32).min(1 << self.exponent_bits);
        ((field - 1) << self.fraction_bits) + rounded
    }
}

/// The halfword for a single-precision value, to nearest even.
pub fn f32_to_f16(value: f32) -> u16 {
    F16.round(value.into(), Rounding::NearestEven).0 as u16
}

/// The upper half for a single-precision value, to nearest even.
pub fn f32_to_bf16(value: f32) -> u16 {
    if value.is_nan() {
        return 0x7fc0;
    }
    let bits = value.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

pub fn f16_to_f32(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3ff));
    match exponent {
        0 => {
            let value = fraction as f32 * f32::from_bits(0x3380_0000);
            f32::from_bits(value.to_bits() | sign)
        }
        31 => f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

pub fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// No infinity: the code with all ones is NaN.
pub fn e4m3_to_f32(bits: u8) -> f32 {
    let sign = u32::from(bits & 0x80) << 24;
    let (exponent, fraction) = (u32::from(bits >> 3 & 15), u32::from(bits & 7));
    match (exponent, fraction) {
        (15, 7) => f32::from_bits(0x7fc0_0000),
        (0, _) => f32::from_bits((fraction as f32 / 512.0).to_bits() | sign),
        _ => f32::from_bits(sign | (exponent + 120) << 23 | fraction << 20),
    }
}

pub fn e5m2_to_f32(bits: u8) -> f32 {
    f16_to_f32(u16::from(bits) << 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDINGS: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::TowardZero,
        Rounding::Down,
        Rounding::Up,
        Rounding::NearestAway,
    ];

    /// Every element of the narrow types is its own rounding.
    #[test]
    fn values_of_a_type_round_to_themselves() {
        for ty in Type::ALL {
            let count = 1u64 << ty.bits().min(16);
            for code in 0..count as u32 {
                let bits = if ty.bits() == 32 { code << 16 } else { code };
                let value = ty.value(bits);
                for rounding in ROUNDINGS {
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
                let (down, up) = (at(Rounding::Down), at(Rounding::Up));
                if ty.round(value, Rounding::Down).1 | ty.round(value, Rounding::Up).1 != 0 {
                    continue;
                }
                assert!(down <= value && value <= up, "{ty:?} {value} {down} {up}");
                let near = at(Rounding::NearestEven);
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
            let (bits, _) = Type::F32.round(value, Rounding::NearestEven);
            assert_eq!(bits, (value as f32).to_bits(), "{value:e}");
        }
        assert_eq!(
            Type::E4m3.round(1000.0, Rounding::NearestEven),
            (0x7e, SATURATED)
        );
        assert_eq!(
            Type::E5m2.round(f64::NEG_INFINITY, Rounding::NearestEven),
            (0xfb, SATURATED)
        );
        assert_eq!(
            Type::S8.round(f64::NAN, Rounding::NearestEven),
            (0, INVALID)
        );
        assert_eq!(Type::F16.round(65520.0, Rounding::NearestEven).0, 0x7c00);
        assert_eq!(Type::F16.round(65520.0, Rounding::TowardZero).0, 0x7bff);
    }
}
