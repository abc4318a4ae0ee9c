//! Operands: what may stand at a place of an instruction, and which field it fills.

use std::fmt::Write as _;

use source::Diagnostic;

use crate::expr::expected;
use crate::{Context, Cursor, Field, TokenKind, Value};

/// A named operand of a row.
#[derive(Clone, Copy)]
pub struct Operand {
    /// As rows write it in braces: `rd`.
    pub name: &'static str,
    /// Where the value is encoded.
    pub field: &'static Field,
    /// What may be written.
    pub kind: Kind,
    /// The value where the syntax lets the operand be left out.
    pub default: i64,
    /// One line for people: what it is for.
    pub doc: &'static str,
}

/// What an operand is, and so how it is read, printed and encoded.
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Kind {
    /// A register of a class; the value is its number.
    Register(&'static RegisterClass),
    /// An integer. The field holds it divided by `scale`, and it must divide evenly.
    Immediate { signed: bool, scale: i64 },
    /// Up to 32 bits of anything: an integer signed or not, or a float that becomes its single
    /// precision bits. Printed in hexadecimal.
    Bits32,
    /// A place in the program: a label, or a number that is the distance itself. The value is the
    /// distance in bytes from `origin`; the field holds it divided by `scale`, and it must be a
    /// multiple of `align`.
    Target {
        signed: bool,
        scale: i64,
        align: i64,
        origin: Origin,
    },
    /// One of some names. The first name of a value is the one that is printed; the empty name
    /// stands for leaving it out.
    Named(&'static [(&'static str, i64)]),
    /// Whatever the instruction set needs beyond these.
    Custom(&'static dyn OperandKind),
}

/// Where the distance of a [`Kind::Target`] is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The first byte of the instruction itself.
    This,
    /// The first byte after it.
    Next,
    /// The start of the program.
    Start,
}

/// An operand kind of an instruction set's own.
pub trait OperandKind: Sync {
    /// What it is, for messages and reference pages: "a mask".
    fn describe(&self) -> String;
    /// How it stands in a line that shows how an instruction is written; most stand there by name.
    fn shown(&self, name: &str) -> String {
        name.to_string()
    }
    /// Reads it. Where a symbol is not known yet, any value will do: a later pass asks again.
    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic>;
    /// Writes it so that [`OperandKind::parse`] reads the same value.
    fn print(&self, value: i64, out: &mut String);
    /// The field's bits for a value, `None` where it does not fit.
    fn encode(&self, value: i64) -> Option<u64>;
    /// The value of the field's bits, `None` where they are illegal.
    fn decode(&self, bits: u64) -> Option<i64>;
}

/// Registers that can stand for each other.
#[derive(Clone, Copy, Debug)]
pub struct RegisterClass {
    /// In words: "a register", "a predicate".
    pub what: &'static str,
    /// `R` for `R0`, `R1`, ...
    pub prefix: &'static str,
    /// Registers from 0 to before this number.
    pub count: u32,
    /// Further names, each with its number. Where a number has one, it is printed in place of the
    /// prefix form if `named` says so.
    pub names: &'static [(&'static str, u32)],
    /// Names are printed where there are some; they can be written either way.
    pub named: bool,
}

impl RegisterClass {
    /// Registers `prefix` with a number from zero to below `count`.
    pub const fn numbered(what: &'static str, prefix: &'static str, count: u32) -> RegisterClass {
        RegisterClass {
            what,
            prefix,
            count,
            names: &[],
            named: false,
        }
    }

    /// The number of the register called `text`, ignoring case.
    pub fn find(&self, text: &str) -> Option<u32> {
        if let Some(&(_, number)) = self
            .names
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(text))
        {
            return Some(number);
        }
        let number = self.number_of(text)?;
        (number < self.count).then_some(number)
    }

    /// The number after the prefix, whether or not there is such a register.
    fn number_of(&self, text: &str) -> Option<u32> {
        let (prefix, digits) = text.split_at_checked(self.prefix.len())?;
        let plain = digits.bytes().all(|b| b.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        if !plain || !prefix.eq_ignore_ascii_case(self.prefix) {
            return None;
        }
        digits.parse().ok()
    }

    /// Writes the name of a register.
    pub fn print(&self, number: u32, out: &mut String) {
        let name = self
            .names
            .iter()
            .find(|&&(_, n)| n == number)
            .filter(|_| self.named);
        match name {
            Some((name, _)) => out.push_str(name),
            None => write!(out, "{}{number}", self.prefix).expect("writing to a string"),
        }
    }
}

impl Operand {
    /// An operand whose default is zero.
    pub const fn new(name: &'static str, field: &'static Field, kind: Kind) -> Operand {
        Operand {
            name,
            field,
            kind,
            default: 0,
            doc: "",
        }
    }

    /// The same operand with a sentence for reference pages.
    pub const fn doc(mut self, doc: &'static str) -> Operand {
        self.doc = doc;
        self
    }

    /// The same operand with another value where it is left out.
    pub const fn default(mut self, value: i64) -> Operand {
        self.default = value;
        self
    }

    /// What may stand here, in words.
    pub fn describe(&self) -> String {
        match self.kind {
            Kind::Register(class) => class.what.to_string(),
            Kind::Immediate { .. } => {
                let (low, high) = self.range();
                match self.kind {
                    Kind::Immediate { scale, .. } if scale != 1 => {
                        format!("a multiple of {scale} from {low} to {high}")
                    }
                    _ => format!("a number from {low} to {high}"),
                }
            }
            Kind::Bits32 => "a 32-bit number or a float".to_string(),
            Kind::Target { .. } => "a label or a distance in bytes".to_string(),
            Kind::Named(names) => {
                let list: Vec<_> = names.iter().map(|(name, _)| format!("`{name}`")).collect();
                match &list[..] {
                    [only] => only.clone(),
                    _ => format!("one of {}", list.join(", ")),
                }
            }
            Kind::Custom(kind) => kind.describe(),
        }
    }

    /// The lowest and highest value the field can hold (registers and numbers).
    pub fn range(&self) -> (i128, i128) {
        let (signed, scale) = match self.kind {
            Kind::Immediate { signed, scale } | Kind::Target { signed, scale, .. } => {
                (signed, i128::from(scale))
            }
            Kind::Register(class) => return (0, i128::from(class.count) - 1),
            _ => (false, 1),
        };
        let width = self.field.width().min(64);
        let step = 1i128 << self.field.stored().trailing_zeros().min(63);
        if signed {
            (
                -(1i128 << (width - 1)) * scale,
                ((1i128 << (width - 1)) - step) * scale,
            )
        } else {
            (0, ((1i128 << width) - step) * scale)
        }
    }

    /// The field's bits for `value`, `None` where the value does not fit.
    pub fn encode(&self, value: i64) -> Option<u64> {
        let bits = match self.kind {
            Kind::Register(class) => u64::try_from(value)
                .ok()
                .filter(|&n| n < u64::from(class.count))?,
            Kind::Immediate { scale, .. } => {
                self.in_range(value)?;
                (value % scale == 0).then_some((value / scale) as u64)?
            }
            Kind::Target { scale, align, .. } => {
                self.in_range(value)?;
                (value % scale == 0 && value % align == 0).then_some((value / scale) as u64)?
            }
            Kind::Bits32 => u64::from(u32::try_from(value).ok()?),
            Kind::Named(names) => names
                .iter()
                .any(|&(_, v)| v == value)
                .then_some(value as u64)?,
            Kind::Custom(kind) => kind.encode(value)?,
        };
        let width = self.field.width();
        let masked = if width >= 64 {
            bits
        } else {
            bits & ((1 << width) - 1)
        };
        (masked & !self.field.stored() == 0).then_some(masked)
    }

    fn in_range(&self, value: i64) -> Option<()> {
        let (low, high) = self.range();
        // An unsigned 64-bit field holds what an `i64` holds, as a bit pattern.
        let pattern = low == 0 && high > i128::from(i64::MAX);
        (pattern || (low..=high).contains(&i128::from(value))).then_some(())
    }

    /// The value of the field's bits, `None` where no such operand exists.
    pub fn decode(&self, bits: u64) -> Option<i64> {
        match self.kind {
            Kind::Register(class) => (bits < u64::from(class.count)).then_some(bits as i64),
            Kind::Immediate { signed, scale } => self.number(bits, signed).checked_mul(scale),
            Kind::Target {
                signed,
                scale,
                align,
                ..
            } => {
                let value = self.number(bits, signed).checked_mul(scale)?;
                (value % align == 0).then_some(value)
            }
            Kind::Bits32 => Some(bits as i64),
            Kind::Named(names) => names
                .iter()
                .any(|&(_, v)| v == bits as i64)
                .then_some(bits as i64),
            Kind::Custom(kind) => kind.decode(bits),
        }
    }

    fn number(&self, bits: u64, signed: bool) -> i64 {
        let unused = 64 - self.field.width().clamp(1, 64);
        if signed {
            (bits << unused) as i64 >> unused
        } else {
            bits as i64
        }
    }

    /// Prints a value as the assembler reads it.
    pub fn print(&self, value: i64, out: &mut String) {
        match self.kind {
            Kind::Register(class) => class.print(value as u32, out),
            Kind::Immediate { signed: false, .. } if value < 0 => {
                write!(out, "{:#x}", value as u64).expect("writing to a string");
            }
            Kind::Immediate { .. } | Kind::Target { .. } => {
                write!(out, "{value}").expect("writing to a string");
            }
            Kind::Bits32 => write!(out, "{value:#x}").expect("writing to a string"),
            Kind::Named(names) => {
                out.push_str(
                    names
                        .iter()
                        .find(|&&(_, v)| v == value)
                        .map_or("?", |&(name, _)| name),
                );
            }
            Kind::Custom(kind) => kind.print(value, out),
        }
    }

    /// Reads the operand; `len` is the length of its instruction in bytes.
    pub(crate) fn parse(
        &self,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
        len: usize,
    ) -> Result<i64, Diagnostic> {
        match self.kind {
            Kind::Register(class) => self.parse_register(class, cursor),
            Kind::Named(names) => self.parse_name(names, cursor, cx),
            Kind::Custom(kind) => kind.parse(cursor, cx),
            Kind::Immediate { .. } | Kind::Bits32 | Kind::Target { .. } => {
                self.parse_number(cursor, cx, len)
            }
        }
    }

    fn parse_register(
        &self,
        class: &RegisterClass,
        cursor: &mut Cursor<'_>,
    ) -> Result<i64, Diagnostic> {
        let token = cursor.peek().filter(|token| token.kind == TokenKind::Name);
        let text = cursor.peek_text();
        if let (Some(_), Some(number)) = (token, class.find(text)) {
            cursor.bump();
            return Ok(number.into());
        }
        let error = expected(class.what, cursor);
        Err(match class.number_of(text) {
            Some(_) => {
                let last = class.count - 1;
                error.help(format!(
                    "registers run from {0}0 to {0}{last}",
                    class.prefix
                ))
            }
            None => error,
        })
    }

    fn parse_name(
        &self,
        names: &'static [(&'static str, i64)],
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Result<i64, Diagnostic> {
        let text = cursor.peek_text();
        match names
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(text))
        {
            Some(&(_, value)) if !cursor.at_end() => {
                cursor.bump();
                Ok(value)
            }
            _ => {
                let help = cx.suggest(text, names.iter().map(|&(name, _)| name));
                Err(expected(&self.describe(), cursor).maybe_help(help))
            }
        }
    }

    fn parse_number(
        &self,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
        len: usize,
    ) -> Result<i64, Diagnostic> {
        if !cx.starts_expression(cursor) {
            return Err(expected(&self.describe(), cursor));
        }
        let from = cursor.position();
        let value = cx.expr(cursor)?;
        let span = cursor.span_since(from);
        let value = match (self.kind, value) {
            (_, Value::Unknown) => return Ok(self.placeholder()),
            (Kind::Bits32, Value::Float(value)) => i128::from((value as f32).to_bits()),
            (Kind::Bits32, value) => {
                let value = cx.constant_integer(value, span)?;
                if !(-(1 << 31)..1 << 32).contains(&value) {
                    return Err(Diagnostic::error(
                        "immediate-range",
                        format!("{value} does not fit in 32 bits"),
                    )
                    .label(span, "expected -2147483648 to 4294967295"));
                }
                value & 0xffff_ffff
            }
            (Kind::Target { origin, .. }, value @ Value::Address { .. }) => {
                let place = cx.offset_here(value, span)?;
                match origin {
                    Origin::This => place - i128::from(cx.here()),
                    Origin::Next => place - i128::from(cx.here()) - len as i128,
                    Origin::Start => place,
                }
            }
            (_, value) => cx.constant_integer(value, span)?,
        };
        let fits = i64::try_from(value).ok().or(match self.kind {
            // A 64-bit field takes unsigned values as bit patterns.
            Kind::Immediate { signed: false, .. } if self.field.width() >= 64 => {
                u64::try_from(value).ok().map(|value| value as i64)
            }
            _ => None,
        });
        match fits.filter(|&value| self.encode(value).is_some()) {
            Some(value) => Ok(value),
            None => Err(self.does_not_fit(value, span)),
        }
    }

    /// A value that fits, for a symbol that is not known yet.
    fn placeholder(&self) -> i64 {
        if self.encode(0).is_some() {
            0
        } else {
            self.default
        }
    }

    fn does_not_fit(&self, value: i128, span: source::Span) -> Diagnostic {
        let (low, high) = self.range();
        match self.kind {
            Kind::Target { align, scale, .. } => {
                let align = align.max(scale);
                let high = high - high.rem_euclid(align.into());
                if (low..=high).contains(&value) {
                    Diagnostic::error(
                        "target-alignment",
                        format!("the target is {value} bytes away, not a multiple of {align}"),
                    )
                    .label(span, format!("expected a multiple of {align}"))
                } else {
                    Diagnostic::error(
                        "target-range",
                        format!("the target is {value} bytes away, too far for this instruction"),
                    )
                    .label(span, format!("expected a distance from {low} to {high}"))
                }
            }
            _ if (low..=high).contains(&value) => Diagnostic::error(
                "immediate-scale",
                format!("{value} is not a value that can be encoded here"),
            )
            .label(span, format!("expected {}", self.describe())),
            _ => Diagnostic::error("immediate-range", format!("{value} is out of range"))
                .label(span, format!("expected {}", self.describe())),
        }
    }
}

impl std::fmt::Debug for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.name)
    }
}
