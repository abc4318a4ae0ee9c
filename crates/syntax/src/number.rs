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
    /// A float beyond the largest one.
    Float,
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
            Malformed::Float => "a number that is too large for a 64-bit float",
            Malformed::Text => "a string that never ends",
            Malformed::Comment => "a comment that never ends",
            Malformed::Character => "an unexpected character",
        })
    }
}

/// The length of what could belong to the number with which a text begins. All of it is looked at
/// together, so that `12ab` is one bad number and not a number beside a name.
pub(crate) fn length(text: &[u8]) -> usize {
    let hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let belongs = |at: &usize| {
        let exponent = *at > 0 && !hex && matches!(text[at - 1], b'e' | b'E');
        match text[*at] {
            b'+' | b'-' => exponent,
            byte => byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'),
        }
    };
    (0..text.len()).take_while(belongs).count()
}

/// Reads a number: `42`, `0x2a`, `0o52`, `0b101010`, `1_000`, `3.14`, `1e-5`, and with `labels` also
/// references to local labels (`1f`, `1b`).
pub(crate) fn number(text: &str, labels: bool) -> TokenKind {
    let (radix, prefix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'o' | b'O', ..] => (8, 2),
        [b'0', b'b' | b'B', _, ..] => (2, 2),
        _ => (10, 0),
    };
    match integer(&text[prefix..], radix) {
        Ok(value) => TokenKind::Int(value),
        Err(Malformed::Number) if radix == 10 => label(text)
            .filter(|_| labels)
            .unwrap_or_else(|| float(text)),
        Err(why) => TokenKind::Bad(why),
    }
}

fn integer(digits: &str, radix: u32) -> Result<u64, Malformed> {
    let mut value = None;
    for byte in digits.bytes().filter(|byte| *byte != b'_') {
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

fn float(text: &str) -> TokenKind {
    let plain: Cow<'_, str> = match text.contains('_') {
        true => text.replace('_', "").into(),
        false => text.into(),
    };
    let float_like = |byte: u8| byte.is_ascii_digit() || b".eE+-".contains(&byte);
    match plain.parse::<f64>() {
        Ok(value) if plain.bytes().all(float_like) => match value.is_finite() {
            true => TokenKind::Float(value),
            false => TokenKind::Bad(Malformed::Float),
        },
        _ => TokenKind::Bad(Malformed::Number),
    }
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
            ("1e400", Bad(Malformed::Float)),
            ("18446744073709551616", Bad(Malformed::Integer)),
            ("18446744073709551616x", Bad(Malformed::Number)),
        ] {
            assert_eq!(number(text, true), kind, "{text}");
            assert_eq!(length(text.as_bytes()), text.len(), "{text}");
        }
        assert_eq!(number("1f", false), Bad(Malformed::Number));
        for (text, expected) in [("1+2", 1), ("1e+2+3", 4), ("0x1e+2", 4), ("1.5,", 3)] {
            assert_eq!(length(text.as_bytes()), expected, "{text}");
        }
    }
}
