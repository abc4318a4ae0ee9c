//! Values and how they are written.

use arch::RegisterFormat;
use kernel::Type;

/// A value that an expression has.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum ExprValue {
    /// A literal without a point, or what came of integers.
    Int(i128),
    /// A literal with a point, or what came of floats.
    Float(f64),
    /// The bits of a register: what they mean is the instruction's to say.
    Bits {
        bits: u64,
        bytes: u8,
        format: RegisterFormat,
    },
    /// An element of an array.
    Element { ty: Type, bits: u64 },
}

/// `/x /d /u /f /h /t /c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `/x`: hexadecimal, as wide as the value.
    Hex,
    /// `/d`: a signed integer.
    Signed,
    /// `/u`: an unsigned integer.
    Unsigned,
    /// `/f`: a float as wide as the value.
    Float,
    /// `/h`: two halves.
    Half,
    /// `/t`: bits.
    Binary,
    /// `/c`: a character and its number.
    Char,
}

impl Notation {
    /// The format that stands behind a slash.
    pub fn from_letter(letter: char) -> Option<Notation> {
        Some(match letter {
            'x' => Notation::Hex,
            'd' => Notation::Signed,
            'u' => Notation::Unsigned,
            'f' => Notation::Float,
            'h' => Notation::Half,
            't' => Notation::Binary,
            'c' => Notation::Char,
            _ => return None,
        })
    }
}

impl ExprValue {
    /// The bits of a register of which nothing else is known.
    pub fn word(bits: u32) -> ExprValue {
        let format = RegisterFormat::Guess;
        ExprValue::Bits {
            bits: bits.into(),
            bytes: 4,
            format,
        }
    }

    /// A number to compute with. The bits of an untyped register are an unsigned integer, unless
    /// what they meet is a float.
    pub fn number(self, beside: ExprValue) -> ExprValue {
        match self {
            ExprValue::Int(_) | ExprValue::Float(_) => self,
            ExprValue::Element { ty, bits } => match ty.read(&bits.to_le_bytes()[..ty.size()]) {
                kernel::Constant::Int(n) => ExprValue::Int(n),
                kernel::Constant::Float(x) => ExprValue::Float(x),
            },
            ExprValue::Bits {
                bits,
                bytes,
                format,
            } => match format {
                RegisterFormat::Float => ExprValue::Float(float(bits, bytes)),
                RegisterFormat::Guess if beside.is_float() => ExprValue::Float(float(bits, bytes)),
                RegisterFormat::Boxed => ExprValue::Float(boxed(bits)),
                RegisterFormat::Signed | RegisterFormat::Integer => {
                    ExprValue::Int(signed(bits, bytes).into())
                }
                _ => ExprValue::Int(bits.into()),
            },
        }
    }

    /// A number to calculate with: bits without a type count as what they are
    /// shown as.
    pub fn as_shown(self) -> ExprValue {
        match self {
            ExprValue::Bits {
                bits,
                bytes,
                format: RegisterFormat::Guess,
            } if is_ordinary(float(bits, bytes)) => ExprValue::Float(float(bits, bytes)),
            other => other,
        }
    }

    fn is_float(self) -> bool {
        match self {
            ExprValue::Float(_) => true,
            ExprValue::Element { ty, .. } => ty.is_float(),
            ExprValue::Bits { format, .. } => {
                matches!(format, RegisterFormat::Float | RegisterFormat::Boxed)
            }
            ExprValue::Int(_) => false,
        }
    }

    /// Whether a condition with this value holds: it is not zero.
    pub fn truth(self) -> bool {
        match self.number(ExprValue::Int(0)) {
            ExprValue::Int(n) => n != 0,
            ExprValue::Float(x) => x != 0.0,
            _ => false,
        }
    }

    /// The value if it is an integer, or bits that are not called a float.
    pub fn integer(self) -> Option<i128> {
        match self.number(ExprValue::Int(0)) {
            ExprValue::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The bits of a register or element; a computed number has none of its own.
    pub(crate) fn integer_bits(self) -> u64 {
        self.raw().0
    }

    fn raw(self) -> (u64, u8) {
        match self {
            ExprValue::Int(n) if i32::try_from(n).is_ok() || u32::try_from(n).is_ok() => {
                (u64::from(n as u32), 4)
            }
            ExprValue::Int(n) => (n as u64, 8),
            ExprValue::Float(x) => (u64::from((x as f32).to_bits()), 4),
            ExprValue::Bits { bits, bytes, .. } => (bits, bytes),
            ExprValue::Element { ty, bits } => (bits, ty.size() as u8),
        }
    }

    /// The value as text.
    pub fn show(self, format: Option<Notation>) -> String {
        let Some(format) = format else {
            return self.natural();
        };
        let (bits, bytes) = self.raw();
        match (format, self) {
            (Notation::Hex, _) => format!("{bits:#0width$x}", width = 2 + 2 * usize::from(bytes)),
            (Notation::Signed | Notation::Unsigned, ExprValue::Int(n)) => n.to_string(),
            (Notation::Signed, _) => signed(bits, bytes).to_string(),
            (Notation::Unsigned, _) => bits.to_string(),
            (Notation::Float, ExprValue::Float(x)) => show_float(x),
            (Notation::Float, ExprValue::Int(n)) => show_float(n as f64),
            (Notation::Float, ExprValue::Element { ty, .. }) if ty.is_float() => self.natural(),
            (
                Notation::Float,
                ExprValue::Bits {
                    format: RegisterFormat::Boxed,
                    ..
                },
            ) => show_boxed(bits),
            (Notation::Float, _) => show_bits_as_float(bits, bytes),
            (Notation::Half, _) => halves(bits, bytes),
            (Notation::Binary, _) => format!("{bits:#b}"),
            (Notation::Char, _) => format!("{} {:?}", bits as u8, char::from(bits as u8)),
        }
    }

    fn natural(self) -> String {
        match self {
            ExprValue::Int(n) => n.to_string(),
            ExprValue::Float(x) => show_float(x),
            ExprValue::Element { ty, bits } => with_point(ty, &bits.to_le_bytes()[..ty.size()]),
            ExprValue::Bits {
                bits,
                bytes,
                format,
            } => match format {
                RegisterFormat::Signed => signed(bits, bytes).to_string(),
                RegisterFormat::Unsigned => bits.to_string(),
                RegisterFormat::Hex => self.show(Some(Notation::Hex)),
                RegisterFormat::Float => show_bits_as_float(bits, bytes),
                RegisterFormat::Half => halves(bits, bytes),
                RegisterFormat::Guess => guess(bits, bytes),
                RegisterFormat::Integer => integer(bits, bytes),
                RegisterFormat::Boxed => show_boxed(bits),
            },
        }
    }
}

/// Numbers of ordinary size whose bits would be a strange integer are floats.
fn guess(bits: u64, bytes: u8) -> String {
    if is_ordinary(float(bits, bytes)) {
        show_bits_as_float(bits, bytes)
    } else {
        integer(bits, bytes)
    }
}

fn is_ordinary(x: f64) -> bool {
    (1e-9..1e12).contains(&x.abs()) || x.is_infinite()
}

/// Large numbers are addresses and masks rather than counts.
fn integer(bits: u64, bytes: u8) -> String {
    match signed(bits, bytes) {
        small if small.unsigned_abs() < 1 << 24 => small.to_string(),
        _ => format!("{bits:#x}"),
    }
}

/// A narrow float in a wide register has ones above it.
fn is_boxed(bits: u64) -> bool {
    bits >> 32 == 0xffff_ffff
}

fn boxed(bits: u64) -> f64 {
    float(bits, if is_boxed(bits) { 4 } else { 8 })
}

fn show_boxed(bits: u64) -> String {
    show_bits_as_float(bits, if is_boxed(bits) { 4 } else { 8 })
}

fn signed(bits: u64, bytes: u8) -> i64 {
    let unused = 64 - 8 * u32::from(bytes);
    (bits << unused) as i64 >> unused
}

fn float(bits: u64, bytes: u8) -> f64 {
    match bytes {
        8 => f64::from_bits(bits),
        2 => half(bits as u16),
        _ => f32::from_bits(bits as u32).into(),
    }
}

fn half(bits: u16) -> f64 {
    kernel::Constant::as_f64(Type::F16.read(&bits.to_le_bytes()))
}

fn show_bits_as_float(bits: u64, bytes: u8) -> String {
    let ty = match bytes {
        8 => Type::F64,
        2 => Type::F16,
        _ => Type::F32,
    };
    with_point(ty, &bits.to_le_bytes()[..ty.size()])
}

fn halves(bits: u64, bytes: u8) -> String {
    let half = |i: u8| show_bits_as_float(bits >> (16 * i) & 0xffff, 2);
    let all: Vec<String> = (0..bytes.max(2) / 2).map(half).collect();
    all.join("|")
}

fn show_float(x: f64) -> String {
    with_point(Type::F64, &x.to_le_bytes())
}

/// A float that looks like one.
fn with_point(ty: Type, bytes: &[u8]) -> String {
    let text = ty.show(bytes);
    let whole = text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    if ty.is_float() && whole {
        text + ".0"
    } else {
        text
    }
}

/// The bits that `value` becomes in a register of `bytes` bytes; `None` where it does not fit.
pub fn register_bits(value: ExprValue, bytes: u8) -> Option<u64> {
    match value {
        ExprValue::Bits { bits, .. } => Some(bits),
        ExprValue::Element { .. } => register_bits(value.number(ExprValue::Int(0)), bytes),
        ExprValue::Float(x) if bytes == 8 => Some(x.to_bits()),
        // A number that is too large would become infinity.
        ExprValue::Float(x) if x.is_finite() && (x as f32).is_infinite() => None,
        ExprValue::Float(x) => Some((x as f32).to_bits().into()),
        ExprValue::Int(n) => {
            let bits = 8 * u32::from(bytes);
            let fits = n >= -(1i128 << (bits - 1)) && n < 1i128 << bits;
            fits.then(|| n as u64 & (u64::MAX >> (64 - bits)))
        }
    }
}

/// The bytes that `value` becomes as an element of an array.
pub fn element_bytes(value: ExprValue, ty: Type) -> Result<Vec<u8>, String> {
    let beside = match ty.is_float() {
        true => ExprValue::Float(0.0),
        false => ExprValue::Int(0),
    };
    let number = match value.number(beside) {
        ExprValue::Float(x) => kernel::Constant::Float(x),
        ExprValue::Int(n) => kernel::Constant::Int(n),
        _ => return Err("not a number".into()),
    };
    let mut bytes = Vec::new();
    let pushed = ty.push(number, &mut bytes);
    pushed.map_err(|_| format!("{number} is no value of type {ty}"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_shown_as_what_they_look_like_or_as_asked() {
        for (bits, format, expected) in [
            (0, None, "0"),
            (5, None, "5"),
            (0xffff_ffff, None, "-1"),
            (0x3f80_0000, None, "1.0"),
            (0xc020_0000, None, "-2.5"),
            (0x1000_0000, None, "0x10000000"),
            (0x3f80_0000, Some('x'), "0x3f800000"),
            (0xffff_fffe, Some('d'), "-2"),
            (0xffff_fffe, Some('u'), "4294967294"),
            (5, Some('f'), "7e-45"),
            (0x3c00_4000, Some('h'), "2.0|1.0"),
            (5, Some('t'), "0b101"),
            (65, Some('c'), "65 'A'"),
        ] {
            let format = format.map(|letter| Notation::from_letter(letter).unwrap());
            assert_eq!(
                ExprValue::word(bits).show(format),
                expected,
                "{bits:#x} {format:?}"
            );
        }
    }

    #[test]
    fn values_become_bits_where_they_fit() {
        for (value, bytes, expected) in [
            (ExprValue::Int(-1), 4, Some(0xffff_ffff)),
            (ExprValue::Int(1 << 32), 4, None),
            (ExprValue::Int(1 << 32), 8, Some(1 << 32)),
            (ExprValue::Float(1.0), 4, Some(0x3f80_0000)),
            (ExprValue::Float(1.0), 8, Some(0x3ff0_0000_0000_0000)),
            (ExprValue::Float(1e40), 4, None),
            (ExprValue::Float(f64::INFINITY), 4, Some(0x7f80_0000)),
            (ExprValue::word(7), 4, Some(7)),
        ] {
            assert_eq!(register_bits(value, bytes), expected, "{value:?}");
        }
        assert_eq!(
            element_bytes(ExprValue::Int(2), Type::F32),
            Ok(vec![0, 0, 0, 0x40])
        );
        assert_eq!(
            element_bytes(ExprValue::word(0x3f80_0000), Type::F16),
            Ok(vec![0, 0x3c])
        );
        assert!(element_bytes(ExprValue::Int(300), Type::U8).is_err());
        assert!(element_bytes(ExprValue::Float(1.5), Type::I32).is_err());
    }
}
