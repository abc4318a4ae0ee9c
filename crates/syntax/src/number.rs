//! Numbers as they are written.

use std::borrow::Cow;
use std::fmt;

use crate::TokenKind;

/// Why a piece of text is no token of any language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// A number with something in it that does not belong there.
    Number,
    /// An integer beyond 64 bits.
    Integer,
    /// A string that never ends.
    Text,
    /// A comment that never ends.
    Comment,
    /// A character that begins nothing.
    Character,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Malformed::Number => "a malformed number",
            Malformed::Integer => "a number that does not fit in 64 bits",
            Malformed::Text => "a string that never ends",
            Malformed::Comment => "a comment that never ends",
            Malformed::Character => "an unexpected character",
        })
    }
}

/// How a language writes numbers. All have decimal ones, `0x2a`, `0b101010`, `3.14` and `1e-5`.
#[derive(Clone, Copy)]
pub struct Numbers {
    /// Whether `1f` and `1b` are the next and the last local label of that number.
    pub local_labels: bool,
    /// Whether there are `1_000` and `0o52`; if not, a leading zero makes octal numbers, as in C.
    pub grouped: bool,
    /// Whether floats can have sixteen digits: `0x1.8p3`.
    pub hexadecimal_floats: bool,
    /// Whether `5u` and `5ull` are 5.
    pub suffixes: bool,
    /// Whether a number ends where its digits do, so that `12ab` is a number beside a name. If not,
    /// it is one bad number.
    pub end_with_digits: bool,
}

impl Numbers {
    /// As people write them.
    pub const PLAIN: Numbers = Numbers {
        local_labels: true,
        grouped: true,
        hexadecimal_floats: false,
        suffixes: false,
        end_with_digits: false,
    };

    /// The same where there are no labels.
    pub const UNLABELLED: Numbers = Numbers {
        local_labels: false,
        ..Numbers::PLAIN
    };

    /// As LLVM's assemblers read them.
    pub const LLVM: Numbers = Numbers {
        local_labels: true,
        grouped: false,
        hexadecimal_floats: true,
        suffixes: true,
        end_with_digits: true,
    };

    /// The length of what belongs to the number with which a text begins.
    pub(crate) fn length(&self, text: &[u8]) -> usize {
        match self.end_with_digits {
            true => self.digits(text),
            false => together(text),
        }
    }

    /// The base of a number, and how long what says so is.
    fn base(&self, text: &[u8]) -> (u32, usize) {
        match text {
            [b'0', b'x' | b'X', ..] => (16, 2),
            [b'0', b'o' | b'O', ..] if self.grouped => (8, 2),
            [b'0', b'b' | b'B', digit, ..] if self.grouped || matches!(digit, b'0' | b'1') => {
                (2, 2)
            }
            [b'0', b'0'..=b'9', ..] if !self.grouped => (8, 1),
            _ => (10, 0),
        }
    }

    /// The length of a number that ends with its digits, its suffix or its label.
    fn digits(&self, text: &[u8]) -> usize {
        let (base, prefix) = self.base(text);
        let run = |from: usize, base: u32| {
            let is_digit = |b: &&u8| char::from(**b).is_digit(base);
            from + text[from..].iter().take_while(is_digit).count()
        };
        // That eight and nine are no digits of an octal number is a mistake, and no end.
        let end = run(prefix, if base == 8 { 10 } else { base });
        let next = |at: usize| text.get(at).copied().unwrap_or(0);
        let is_sign = |b: u8| matches!(b, b'+' | b'-');
        let exponent = |at: usize| run(at + 1 + usize::from(is_sign(next(at + 1))), 10);
        match (base, next(end)) {
            (16, b'.' | b'p' | b'P') if self.hexadecimal_floats => {
                let end = if next(end) == b'.' {
                    run(end + 1, 16)
                } else {
                    end
                };
                match next(end) {
                    b'p' | b'P' => exponent(end),
                    _ => end,
                }
            }
            (10, b'.') => {
                let end = run(end + 1, 10);
                match next(end) {
                    b'e' | b'E' => exponent(end),
                    // A sign cannot follow a float.
                    b'+' | b'-' => end + 1,
                    _ => end,
                }
            }
            // With a leading zero it takes a point to make a float.
            (10, b'e' | b'E') if text[0] != b'0' => exponent(end),
            (10, b'b' | b'f') if self.local_labels && !is_word(next(end + 1)) => end + 1,
            _ if self.suffixes => {
                let unsigned = usize::from(matches!(next(end), b'u' | b'U'));
                let long = |at: usize| at + usize::from(matches!(next(at), b'l' | b'L'));
                long(long(end + unsigned))
            }
            _ => end,
        }
    }

    /// What a number is.
    pub(crate) fn value(&self, text: &str) -> TokenKind {
        let (base, prefix) = self.base(text.as_bytes());
        let digits = match self.suffixes {
            true => text[prefix..].trim_end_matches(['u', 'U', 'l', 'L']),
            false => &text[prefix..],
        };
        match integer(digits, base, self.grouped) {
            Ok(value) => TokenKind::Int(value),
            Err(Malformed::Number) if base == 10 => label(text)
                .filter(|_| self.local_labels)
                .unwrap_or_else(|| float(text, self)),
            Err(Malformed::Number) if base == 16 && self.hexadecimal_floats => {
                hexadecimal(digits).map_or(TokenKind::Bad(Malformed::Number), TokenKind::Float)
            }
            Err(why) => TokenKind::Bad(why),
        }
    }
}

/// Digits that stand alone: what most numbers are, and the same in all languages. The value and the
/// length of them.
#[inline]
pub(crate) fn plain(text: &[u8]) -> Option<(u64, usize)> {
    const SURELY_FIT: usize = 19;
    let (mut value, mut length) = (0, 0);
    while length < SURELY_FIT
        && let Some(digit @ b'0'..=b'9') = text.get(length)
    {
        value = value * 10 + u64::from(digit - b'0');
        length += 1;
    }
    let alone = text.get(length).is_none_or(|&next| !is_word(next));
    let decimal = length == 1 || length > 1 && text[0] != b'0';
    (alone && decimal).then_some((value, length))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_')
}

/// The length of all that could belong to a number. It is looked at together, so that `12ab` is one
/// bad number and not a number beside a name.
fn together(text: &[u8]) -> usize {
    let hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let belongs = |at: &usize| {
        let exponent = *at > 0 && !hex && matches!(text[at - 1], b'e' | b'E');
        match text[*at] {
            b'+' | b'-' => exponent,
            byte => is_word(byte),
        }
    };
    (0..text.len()).take_while(belongs).count()
}

fn integer(digits: &str, radix: u32, grouped: bool) -> Result<u64, Malformed> {
    let mut value = None;
    for byte in digits.bytes().filter(|byte| !grouped || *byte != b'_') {
        let digit = char::from(byte).to_digit(radix).ok_or(Malformed::Number)?;
        // What follows may still be no digit, which is the worse mistake.
        value = match value.unwrap_or(Some(0u64)) {
            Some(n) => Some(
                n.checked_mul(radix.into())
                    .and_then(|n| n.checked_add(digit.into())),
            ),
            None => Some(None),
        };
    }
    value.ok_or(Malformed::Number)?.ok_or(Malformed::Integer)
}

fn float(text: &str, numbers: &Numbers) -> TokenKind {
    let plain: Cow<'_, str> = match text.contains('_') {
        true if numbers.grouped => text.replace('_', "").into(),
        // Where digits end a number, an exponent may have none.
        _ if numbers.end_with_digits => {
            let digits = text.trim_end_matches(['+', '-']);
            match digits.strip_suffix(['e', 'E']) {
                Some(mantissa) => mantissa.into(),
                None => text.into(),
            }
        }
        _ => text.into(),
    };
    let float_like = |byte: u8| byte.is_ascii_digit() || b".eE+-".contains(&byte);
    match plain.parse::<f64>() {
        // What is beyond the largest float is infinite; a language that minds knows its types.
        Ok(value) if plain.bytes().all(float_like) => TokenKind::Float(value),
        _ => TokenKind::Bad(Malformed::Number),
    }
}

/// A float with sixteen digits, behind its `0x`. Its exponent is a power of two.
fn hexadecimal(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = digits.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let is_number = exponent
        .trim_start_matches(['+', '-'])
        .bytes()
        .next()
        .is_some();
    // What does not fit 32 bits is out of any float's range.
    let exponent = exponent
        .parse::<i32>()
        .ok()
        .or(is_number.then_some(i32::MAX))?;
    let exponent = exponent.saturating_sub(4 * fraction.len() as i32);
    let half = exponent / 2;
    Some(mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

fn label(text: &str) -> Option<TokenKind> {
    let (digits, forward) = match text.strip_suffix('f') {
        Some(digits) => (digits, true),
        None => (text.strip_suffix('b')?, false),
    };
    let number = digits.parse().ok()?;
    Some(TokenKind::Local { number, forward })
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::{Bad, Float, Int, Local};

    #[test]
    fn numbers() {
        let local = |number, forward| Local { number, forward };
        for (text, kind) in [
            ("12", Int(12)),
            ("0x1F", Int(31)),
            ("0b101", Int(5)),
            ("0o17", Int(15)),
            ("1_000", Int(1000)),
            ("0xffff_ffff_ffff_ffff", Int(u64::MAX)),
            ("1.5", Float(1.5)),
            (".5", Float(0.5)),
            ("1e-3", Float(1e-3)),
            ("2.5E+2", Float(250.0)),
            ("1_000.5", Float(1000.5)),
            ("1f", local(1, true)),
            ("0b", local(0, false)),
            ("12ab", Bad(Malformed::Number)),
            ("0x", Bad(Malformed::Number)),
            ("0x_", Bad(Malformed::Number)),
            ("1.2.3", Bad(Malformed::Number)),
            ("1e400", Float(f64::INFINITY)),
            ("18446744073709551616", Bad(Malformed::Integer)),
            ("18446744073709551616x", Bad(Malformed::Number)),
        ] {
            assert_eq!(Numbers::PLAIN.value(text), kind, "{text}");
            assert_eq!(Numbers::PLAIN.length(text.as_bytes()), text.len(), "{text}");
        }
        assert_eq!(Numbers::UNLABELLED.value("1f"), Bad(Malformed::Number));
        for (text, expected) in [("1+2", 1), ("1e+2+3", 4), ("0x1e+2", 4), ("1.5,", 3)] {
            assert_eq!(Numbers::PLAIN.length(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_llvm() {
        let local = |number, forward| Local { number, forward };
        for (text, length, kind) in [
            ("12", 2, Int(12)),
            ("12ab", 2, Int(12)),
            ("1_000", 1, Int(1)),
            ("017", 3, Int(15)),
            ("09", 2, Bad(Malformed::Number)),
            ("0o17", 1, Int(0)),
            ("0b12", 3, Int(1)),
            ("0b", 2, local(0, false)),
            ("1f,", 2, local(1, true)),
            ("1ff", 1, Int(1)),
            ("0xffull", 7, Int(255)),
            ("5LU", 2, Int(5)),
            ("0x", 2, Bad(Malformed::Number)),
            ("0x1.8p3", 7, Float(12.0)),
            ("0x1p", 4, Bad(Malformed::Number)),
            ("0x1.8", 5, Bad(Malformed::Number)),
            ("0x1p99999999999", 15, Float(f64::INFINITY)),
            ("0.5,", 3, Float(0.5)),
            ("00.5", 2, Int(0)),
            (".5e1", 4, Float(5.0)),
            ("1e", 2, Float(1.0)),
            ("2e+", 3, Float(2.0)),
            ("0e1", 1, Int(0)),
            ("1.0+1", 4, Bad(Malformed::Number)),
            ("18446744073709551616", 20, Bad(Malformed::Integer)),
        ] {
            assert_eq!(Numbers::LLVM.length(text.as_bytes()), length, "{text}");
            assert_eq!(Numbers::LLVM.value(&text[..length]), kind, "{text}");
        }
    }
}
