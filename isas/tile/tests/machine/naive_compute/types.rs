//! Types of elements, without any code of the tile core: the nearest number of a format is looked
//! for among all of them.

/// A type of elements: a float by its exponent and fraction bits, or an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Float {
        exponent: u32,
        fraction: u32,
    },
    /// The format without infinities.
    E4m3,
    /// In the upper bits of a word.
    Tf32,
    Signed,
    Unsigned,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    pub name: &'static str,
    pub bits: u32,
    pub kind: Kind,
}

pub const fn float(name: &'static str, exponent: u32, fraction: u32) -> Type {
    let kind = Kind::Float { exponent, fraction };
    Type {
        name,
        bits: 1 + exponent + fraction,
        kind,
    }
}

pub const fn plain(name: &'static str, bits: u32, kind: Kind) -> Type {
    Type { name, bits, kind }
}

pub const F32: Type = float("f32", 8, 23);
pub const F16: Type = float("f16", 5, 10);
pub const BF16: Type = float("bf16", 8, 7);
pub const E5M2: Type = float("e5m2", 5, 2);
pub const E4M3: Type = plain("e4m3", 8, Kind::E4m3);
pub const TF32: Type = plain("tf32", 32, Kind::Tf32);
pub const S32: Type = plain("s32", 32, Kind::Signed);
pub const S8: Type = plain("s8", 8, Kind::Signed);
pub const U8: Type = plain("u8", 8, Kind::Unsigned);
pub const S4: Type = plain("s4", 4, Kind::Signed);
pub const U4: Type = plain("u4", 4, Kind::Unsigned);
pub const TYPES: [Type; 14] = [
    F32,
    F16,
    BF16,
    S32,
    plain("u32", 32, Kind::Unsigned),
    plain("s16", 16, Kind::Signed),
    plain("u16", 16, Kind::Unsigned),
    S8,
    U8,
    S4,
    U4,
    E4M3,
    E5M2,
    TF32,
];

impl Type {
    pub fn is_float(self) -> bool {
        !matches!(self.kind, Kind::Signed | Kind::Unsigned)
    }

    /// The real number that bits stand for.
    pub fn value(self, bits: u32) -> f64 {
        let decode = |exponent_bits: u32, fraction_bits: u32, bits: u32| {
            let exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
            let fraction = f64::from(bits & ((1 << fraction_bits) - 1));
            let bias = (1 << (exponent_bits - 1)) - 1;
            let unit = 2f64.powi(-(fraction_bits as i32));
            let magnitude = match exponent {
                0 => fraction * unit * 2f64.powi(1 - bias),
                e => (1.0 + fraction * unit) * 2f64.powi(e as i32 - bias),
            };
            let negative = bits >> (exponent_bits + fraction_bits) & 1 == 1;
            if negative { -magnitude } else { magnitude }
        };
        match self.kind {
            Kind::Signed => f64::from((bits << (32 - self.bits)) as i32 >> (32 - self.bits)),
            Kind::Unsigned => f64::from(bits),
            Kind::Tf32 => F32.value(bits & !0x1fff),
            Kind::E4m3 if bits & 0x7f == 0x7f => f64::NAN,
            Kind::E4m3 => decode(4, 3, bits),
            Kind::Float { exponent, fraction } => {
                let top = (1 << exponent) - 1;
                if bits >> fraction & top == top {
                    let negative = bits >> (exponent + fraction) & 1 == 1;
                    return match bits & ((1 << fraction) - 1) {
                        0 if negative => f64::NEG_INFINITY,
                        0 => f64::INFINITY,
                        _ => f64::NAN,
                    };
                }
                decode(exponent, fraction, bits)
            }
        }
    }

    /// The codes of the largest finite number, of NaN, and the distance of codes.
    pub fn codes(self) -> (u32, u32, u32) {
        match self.kind {
            Kind::E4m3 => (0x7e, 0x7f, 1),
            Kind::Tf32 => (0x7f7f_e000, 0x7fc0_0000, 0x2000),
            Kind::Float { exponent, fraction } => {
                let top = ((1 << exponent) - 1) << fraction;
                let nan = if self == E5M2 {
                    0x7f
                } else {
                    top | 1 << (fraction - 1)
                };
                (top - 1, nan, 1)
            }
            _ => (0, 0, 1),
        }
    }

    /// The bits of a number, rounded as `mode` says.
    pub fn round(self, value: f64, mode: u32) -> u32 {
        let negative = value.is_sign_negative();
        // Which of two neighbours of a magnitude, the lower one even or not.
        let up = |below: f64, above: f64, even: bool| match mode {
            0 => below > above || below == above && !even,
            1 => false,
            2 => negative && below > 0.0,
            3 => !negative && below > 0.0,
            _ => below >= above,
        };
        let mask = if self.bits == 32 {
            !0
        } else {
            (1 << self.bits) - 1
        };
        if !self.is_float() {
            let (low, high) = match self.kind {
                Kind::Signed => (
                    -2f64.powi(self.bits as i32 - 1),
                    2f64.powi(self.bits as i32 - 1) - 1.0,
                ),
                _ => (0.0, 2f64.powi(self.bits as i32) - 1.0),
            };
            if value.is_nan() {
                return 0;
            }
            let floor = value.abs().floor();
            let below = value.abs() - floor;
            let magnitude = match below > 0.0 && up(below, 1.0 - below, floor % 2.0 == 0.0) {
                true => floor + 1.0,
                false => floor,
            };
            let rounded = if negative { -magnitude } else { magnitude }.clamp(low, high);
            return (rounded as i64) as u32 & mask;
        }
        let (largest, nan, step) = self.codes();
        let sign = if negative { 1u32 << (self.bits - 1) } else { 0 };
        if value.is_nan() {
            return nan;
        }
        let magnitude = value.abs();
        let saturates = self == E4M3 || self == E5M2;
        let beyond = largest + step;
        if saturates && magnitude >= self.value(largest) {
            return largest | sign;
        }
        if magnitude.is_infinite() {
            return beyond | sign;
        }
        let number = |code: u32| match code == beyond {
            true => 2.0 * self.value(largest) - self.value(largest - step),
            false => self.value(code),
        };
        let (mut low, mut high) = (0, beyond / step);
        while high - low > 1 {
            let middle = (low + high) / 2;
            match number(middle * step) <= magnitude {
                true => low = middle,
                false => high = middle,
            }
        }
        let (below, above) = (
            magnitude - number(low * step),
            number(high * step) - magnitude,
        );
        let code = match below > 0.0 && up(below, above, low % 2 == 0) {
            true => high,
            false => low,
        };
        // Far above the largest number, only directed roundings stay finite.
        let code = match number(beyond) <= magnitude && matches!(mode, 0 | 4) {
            true => beyond,
            false if number(beyond) <= magnitude => {
                let away = mode == 2 && negative || mode == 3 && !negative;
                if away { beyond } else { largest }
            }
            false => code * step,
        };
        code | sign
    }
}
