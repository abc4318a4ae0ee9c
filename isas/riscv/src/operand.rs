//! Operands that are more than a register or a number, and what such operands are read with.

use crate::registers::{CSRS, INTEGER};
use isa::{Context, Cursor, OperandKind, RegisterClass, TokenKind, expected};
use source::Diagnostic;
use std::fmt::Write as _;

/// Whether a name stands at the cursor.
pub fn is_name(cursor: &Cursor<'_>) -> bool {
    cursor
        .peek()
        .is_some_and(|token| token.kind == TokenKind::Name)
}

/// The integer register that stands at the cursor, if one does.
pub fn register(cursor: &mut Cursor<'_>) -> Option<u32> {
    let number = INTEGER
        .find(cursor.peek_text())
        .filter(|_| is_name(cursor))?;
    cursor.bump();
    Some(number)
}

/// A number in `range`, which `what` describes.
pub fn number(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    range: std::ops::RangeInclusive<i128>,
    what: &str,
) -> Result<i64, Diagnostic> {
    if cursor.at_end() {
        return Err(expected(what, cursor));
    }
    let from = cursor.position();
    match cx.integer(cursor)? {
        None => Ok(*range.start().max(&0) as i64),
        Some(value) if range.contains(&value) => Ok(value as i64),
        Some(value) => Err(Diagnostic::error(
            "immediate-range",
            format!("{value} is out of range"),
        )
        .label(cursor.span_since(from), format!("expected {what}"))),
    }
}

/// The operand of `lui` and `auipc`: 20 bits, printed as such.
pub(crate) struct Upper;

impl OperandKind for Upper {
    fn describe(&self) -> String {
        "a number from 0 to 1048575".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        number(cursor, cx, 0..=0xf_ffff, &self.describe())
    }

    fn print(&self, value: i64, out: &mut String) {
        write!(out, "{value:#x}").expect("writing to a string");
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..=0xf_ffff).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}

/// The operand of `c.lui`: a nonzero 6-bit number, sign-extended to 20 bits.
pub(crate) struct CompressedUpper;

impl OperandKind for CompressedUpper {
    fn describe(&self) -> String {
        "a number from 1 to 31 or 0xfffe0 to 0xfffff".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let from = cursor.position();
        let value = number(cursor, cx, 0..=0xf_ffff, &self.describe())?;
        self.encode(value).map(|_| value).ok_or_else(|| {
            Diagnostic::error("immediate-range", format!("{value} is out of range")).label(
                cursor.span_since(from),
                format!("expected {}", self.describe()),
            )
        })
    }

    fn print(&self, value: i64, out: &mut String) {
        write!(out, "{value:#x}").expect("writing to a string");
    }

    fn encode(&self, value: i64) -> Option<u64> {
        match value {
            1..=31 => Some(value as u64),
            0xf_ffe0..=0xf_ffff => Some(value as u64 & 63),
            _ => None,
        }
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        let value = (bits as i64) << 58 >> 58 & 0xf_ffff;
        (value != 0).then_some(value)
    }
}

/// Registers 8 to 15, in three bits.
pub(crate) struct CompressedRegister {
    pub class: &'static RegisterClass,
}

impl OperandKind for CompressedRegister {
    fn describe(&self) -> String {
        format!("{} from 8 to 15", self.class.what)
    }

    fn parse(&self, cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let found = self
            .class
            .find(cursor.peek_text())
            .filter(|_| is_name(cursor));
        match found {
            Some(number @ 8..=15) => {
                cursor.bump();
                Ok(number.into())
            }
            _ => Err(expected(&self.describe(), cursor)),
        }
    }

    fn print(&self, value: i64, out: &mut String) {
        self.class.print(value as u32, out);
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (8..16).contains(&value).then(|| value as u64 - 8)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64 + 8)
    }
}

/// A control and status register, by name or number.
pub(crate) struct CsrNumber;

impl OperandKind for CsrNumber {
    fn describe(&self) -> String {
        "a CSR or its number".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let text = cursor.peek_text();
        if is_name(cursor) {
            if let Some(csr) = CSRS.iter().find(|csr| csr.0.eq_ignore_ascii_case(text)) {
                cursor.bump();
                return Ok(csr.1.into());
            }
            if cx.lookup(text).is_none() {
                let help = cx.suggest(text, CSRS.iter().map(|csr| csr.0));
                return Err(expected(&self.describe(), cursor).maybe_help(help));
            }
        }
        number(cursor, cx, 0..=0xfff, &self.describe())
    }

    fn print(&self, value: i64, out: &mut String) {
        match CSRS.iter().find(|csr| i64::from(csr.1) == value) {
            Some(csr) => out.push_str(csr.0),
            None => write!(out, "{value:#x}").expect("writing to a string"),
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..=0xfff).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}

/// What a fence orders: some of input, output, reads and writes.
pub(crate) struct FenceSet;

const FENCE_LETTERS: [(char, i64); 4] = [('i', 8), ('o', 4), ('r', 2), ('w', 1)];

impl OperandKind for FenceSet {
    fn describe(&self) -> String {
        "some of the letters `iorw`, or 0".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        if !is_name(cursor) {
            return number(cursor, cx, 0..=0, &self.describe());
        }
        let mut bits = 0;
        for letter in cursor.peek_text().chars() {
            let found = FENCE_LETTERS.iter().find(|(name, _)| *name == letter);
            match found {
                Some((_, bit)) if bits & bit == 0 => bits |= bit,
                _ => return Err(expected(&self.describe(), cursor)),
            }
        }
        cursor.bump();
        Ok(bits)
    }

    fn print(&self, value: i64, out: &mut String) {
        if value == 0 {
            out.push('0');
        }
        for (name, bit) in FENCE_LETTERS {
            if value & bit != 0 {
                out.push(name);
            }
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..16).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}

/// `e32, m1, ta, ma`: the type of vector elements.
pub(crate) struct VectorType;

const GROUPINGS: [(&str, i64); 7] = [
    ("m1", 0),
    ("m2", 1),
    ("m4", 2),
    ("m8", 3),
    ("mf8", 5),
    ("mf4", 6),
    ("mf2", 7),
];

impl OperandKind for VectorType {
    fn describe(&self) -> String {
        "a vector type such as `e32, m1, ta, ma`".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        if !is_name(cursor) {
            return number(cursor, cx, 0..=0x7ff, &self.describe());
        }
        let width = match cursor.peek_text() {
            "e8" => 0,
            "e16" => 1,
            "e32" => 2,
            "e64" => 3,
            _ => return Err(expected(&self.describe(), cursor)),
        };
        cursor.bump();
        let mut bits = width << 3;
        if !cursor.eat(b',') {
            return Ok(bits);
        }
        if let Some(grouping) = GROUPINGS
            .iter()
            .find(|(name, _)| *name == cursor.peek_text())
        {
            bits |= grouping.1;
            cursor.bump();
            if !cursor.eat(b',') {
                return Ok(bits);
            }
        }
        for (undisturbed, agnostic, bit) in [("tu", "ta", 64), ("mu", "ma", 128)] {
            match cursor.peek_text() {
                text if text == agnostic => bits |= bit,
                text if text == undisturbed => {}
                _ => {
                    return Err(expected(
                        &format!("`{agnostic}` or `{undisturbed}`"),
                        cursor,
                    ));
                }
            }
            cursor.bump();
            if bit == 64 && !cursor.eat(b',') {
                return Err(expected("`,` and `ma` or `mu`", cursor));
            }
        }
        Ok(bits)
    }

    fn print(&self, value: i64, out: &mut String) {
        let grouping = GROUPINGS.iter().find(|(_, code)| *code == value & 7);
        let (Some((grouping, _)), true) = (grouping, value >> 8 == 0 && value >> 3 & 7 < 4) else {
            write!(out, "{value}").expect("writing to a string");
            return;
        };
        let width = 8 << (value >> 3 & 3);
        let tail = if value & 64 != 0 { "ta" } else { "tu" };
        let masked = if value & 128 != 0 { "ma" } else { "mu" };
        write!(out, "e{width}, {grouping}, {tail}, {masked}").expect("writing to a string");
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..=0x7ff).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}
