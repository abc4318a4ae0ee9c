//! Operands that are more than a register or a number.

use crate::registers::{CSR_SEMAPHORES, CSRS};
use isa::{Context, Cursor, OperandKind, expected};
use riscv::operand::{is_name, number, register};
use riscv::{INTEGER, VECTOR};
use source::Diagnostic;
use std::fmt::Write as _;

/// `OFF(rs1)`: bytes, a register, or nothing for zero. A register is the bit above the number.
pub struct Offset {
    pub bits: u32,
}

impl Offset {
    fn is_register(&self, value: i64) -> bool {
        value >> self.bits & 1 == 1
    }
}

impl OperandKind for Offset {
    fn describe(&self) -> String {
        let most = 32i64 << (self.bits - 1);
        format!(
            "a multiple of 32 from -{most} to {} or an integer register",
            most - 32
        )
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        if let Some(number) = register(cursor) {
            return Ok(1 << self.bits | i64::from(number));
        }
        // `(a0)` is an offset that was left out, `(32)(a0)` is one in parentheses.
        if cursor.peek().is_some_and(|token| token.is(b'(')) {
            let start = cursor.position();
            cursor.bump();
            let base = register(cursor).is_some();
            cursor.set_position(start);
            if base {
                return Ok(0);
            }
        }
        let from = cursor.position();
        let most = 32i128 << (self.bits - 1);
        let value = number(cursor, cx, -most..=most - 32, &self.describe())?;
        if value % 32 != 0 {
            return Err(Diagnostic::error(
                "immediate-scale",
                format!("the offset {value} is not a multiple of 32"),
            )
            .label(cursor.span_since(from), "rows are 32 bytes"));
        }
        Ok((value / 32) & ((1 << self.bits) - 1))
    }

    fn print(&self, value: i64, out: &mut String) {
        if self.is_register(value) {
            INTEGER.print((value & 31) as u32, out);
        } else {
            write!(out, "{}", offset_bytes(value, self.bits)).expect("writing to a string");
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        let fits = value >= 0 && value < 2 << self.bits;
        let plain = !self.is_register(value) || value & ((1 << self.bits) - 1) < 32;
        (fits && plain).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        self.encode(bits as i64).map(|bits| bits as i64)
    }
}

/// The bytes that an [`Offset`] that is no register stands for.
pub fn offset_bytes(value: i64, bits: u32) -> i64 {
    let unused = 64 - bits;
    (value << unused >> unused) * 32
}

/// A number or an integer register, which is the bit above the number.
pub struct RegisterOr {
    pub bits: u32,
    /// Printed with two hexadecimal digits.
    pub hex: bool,
}

impl OperandKind for RegisterOr {
    fn describe(&self) -> String {
        format!(
            "a number from 0 to {} or an integer register",
            (1 << self.bits) - 1
        )
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        if let Some(number) = register(cursor) {
            return Ok(1 << self.bits | i64::from(number));
        }
        number(cursor, cx, 0..=(1 << self.bits) - 1, &self.describe())
    }

    fn print(&self, value: i64, out: &mut String) {
        if value >> self.bits & 1 == 1 {
            INTEGER.print((value & 31) as u32, out);
        } else if self.hex {
            write!(out, "{value:#04x}").expect("writing to a string");
        } else {
            write!(out, "{value}").expect("writing to a string");
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        let number = value & ((1 << self.bits) - 1);
        let fits = (0..2 << self.bits).contains(&value);
        (fits && (value == number || number < 32)).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        self.encode(bits as i64).map(|bits| bits as i64)
    }
}

/// Which part of a tile register a move uses: a number, a register (bit 5), `bc` (bit 6).
pub struct BroadcastIndex {
    pub broadcast: bool,
}

/// The value of `bc`.
pub const BROADCAST: i64 = 64;

impl OperandKind for BroadcastIndex {
    fn describe(&self) -> String {
        let more = if self.broadcast { " or `bc`" } else { "" };
        format!("a number from 0 to 31, an integer register{more}")
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        if cursor.peek_text().eq_ignore_ascii_case("bc") {
            if !self.broadcast {
                return Err(Diagnostic::error(
                    "syntax",
                    "a move out of a tile register cannot broadcast",
                )
                .label(cursor.span(), format!("expected {}", self.describe())));
            }
            cursor.bump();
            return Ok(BROADCAST);
        }
        RegisterOr {
            bits: 5,
            hex: false,
        }
        .parse(cursor, cx)
    }

    fn print(&self, value: i64, out: &mut String) {
        if value == BROADCAST {
            out.push_str("bc");
        } else {
            RegisterOr {
                bits: 5,
                hex: false,
            }
            .print(value, out);
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        let fits = (0..64).contains(&value) || self.broadcast && value == BROADCAST;
        fits.then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        self.encode(bits as i64).map(|bits| bits as i64)
    }
}

/// An integer register, or `[register]` for one that holds a tensor map (bit 5).
pub struct MapRegister;

impl OperandKind for MapRegister {
    fn describe(&self) -> String {
        "an integer register or `[register]` for a tensor map".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let map = cursor.eat(b'[');
        let Some(number) = register(cursor) else {
            return Err(expected(&self.describe(), cursor));
        };
        if map && !cursor.eat(b']') {
            return Err(expected("`]`", cursor));
        }
        Ok(i64::from(number) | i64::from(map) << 5)
    }

    fn print(&self, value: i64, out: &mut String) {
        let map = value & 32 != 0;
        if map {
            out.push('[');
        }
        INTEGER.print((value & 31) as u32, out);
        if map {
            out.push(']');
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..64).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}

/// A vector register that gives an element to each row, or with `.col` (bit 5) to each column.
pub struct VectorSource;

impl OperandKind for VectorSource {
    fn describe(&self) -> String {
        "a vector register, or one with `.col`".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let text = cursor.peek_text();
        let (name, column) = match text.strip_suffix(".col") {
            Some(name) => (name, 32),
            None => (text, 0),
        };
        let Some(number) = VECTOR.find(name).filter(|_| !cursor.at_end()) else {
            return Err(expected(&self.describe(), cursor));
        };
        cursor.bump();
        Ok(i64::from(number) | column)
    }

    fn print(&self, value: i64, out: &mut String) {
        VECTOR.print((value & 31) as u32, out);
        if value & 32 != 0 {
            out.push_str(".col");
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..64).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}

/// `(vN), (vN)`: two descriptors in one vector register, which is written twice.
pub struct SameVector;

impl OperandKind for SameVector {
    fn describe(&self) -> String {
        "the same vector register twice, `(v4), (v4)`".to_string()
    }

    fn shown(&self, name: &str) -> String {
        format!("({name}), ({name})")
    }

    fn parse(&self, cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let one = |cursor: &mut Cursor<'_>| {
            let open = cursor.eat(b'(');
            let number = VECTOR
                .find(cursor.peek_text())
                .filter(|_| open && !cursor.at_end());
            let Some(number) = number else {
                return Err(expected("`(` and a vector register", cursor));
            };
            cursor.bump();
            match cursor.eat(b')') {
                true => Ok(number),
                false => Err(expected("`)`", cursor)),
            }
        };
        let first = one(cursor)?;
        if !cursor.eat(b',') {
            return Err(expected("`,`", cursor));
        }
        let from = cursor.position();
        let second = one(cursor)?;
        if first != second {
            return Err(Diagnostic::error(
                "register-mismatch",
                format!("both descriptors must lie in one register, found v{first} and v{second}"),
            )
            .label(cursor.span_since(from), format!("expected `(v{first})`")));
        }
        Ok(first.into())
    }

    fn print(&self, value: i64, out: &mut String) {
        write!(out, "(v{value}), (v{value})").expect("writing to a string");
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..32).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        self.encode(bits as i64).map(|bits| bits as i64)
    }
}

/// Any of some words at the end of the line, each after a comma, in any order.
pub struct FlagList(pub &'static [(&'static str, u64)]);

impl OperandKind for FlagList {
    fn describe(&self) -> String {
        let names: Vec<String> = self.0.iter().map(|(name, _)| format!("`{name}`")).collect();
        format!("flags: {}", names.join(", "))
    }

    /// The comma before a flag belongs to it.
    fn shown(&self, name: &str) -> String {
        format!("[, {name}]")
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let mut bits = 0;
        while cursor.eat(b',') {
            let text = cursor.peek_text();
            let found = self
                .0
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(text));
            let Some(&(name, bit)) = found.filter(|_| !cursor.at_end()) else {
                let help = cx.suggest(text, self.0.iter().map(|&(name, _)| name));
                return Err(expected(&self.describe(), cursor).maybe_help(help));
            };
            if bits & bit != 0 {
                return Err(Diagnostic::error(
                    "duplicate-flag",
                    format!("`{name}` is given twice"),
                )
                .label(cursor.span(), "given again here"));
            }
            bits |= bit;
            cursor.bump();
        }
        Ok(bits as i64)
    }

    fn print(&self, value: i64, out: &mut String) {
        for (name, bit) in self.0 {
            if value as u64 & bit != 0 {
                write!(out, ", {name}").expect("writing to a string");
            }
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        Some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}

/// A tile CSR, by name or number.
pub struct CsrNumber;

impl OperandKind for CsrNumber {
    fn describe(&self) -> String {
        "a tile CSR or its number".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let text = cursor.peek_text();
        let is_name = is_name(cursor);
        if let Some(csr) = CSRS
            .iter()
            .find(|csr| is_name && csr.0.eq_ignore_ascii_case(text))
        {
            cursor.bump();
            return Ok(csr.1.into());
        }
        let semaphore = text
            .strip_prefix("tsem")
            .and_then(|digits| digits.parse::<u8>().ok());
        if let Some(index) = semaphore.filter(|&index| is_name && index < 32) {
            cursor.bump();
            return Ok((CSR_SEMAPHORES + index).into());
        }
        if is_name && cx.lookup(text).is_none() {
            let help = cx.suggest(text, CSRS.iter().map(|csr| csr.0));
            return Err(expected(&self.describe(), cursor).maybe_help(help));
        }
        number(cursor, cx, 0..=255, &self.describe())
    }

    fn print(&self, value: i64, out: &mut String) {
        let number = value as u8;
        match CSRS.iter().find(|csr| csr.1 == number) {
            Some(csr) => out.push_str(csr.0),
            None if (CSR_SEMAPHORES..CSR_SEMAPHORES + 32).contains(&number) => {
                write!(out, "tsem{}", number - CSR_SEMAPHORES).expect("writing to a string");
            }
            None => write!(out, "{number:#x}").expect("writing to a string"),
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        u8::try_from(value).ok().map(u64::from)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}
