//! What may stand at a place of an instruction: registers, masks, scalars, immediates, signals.

use crate::registers::{self, CONSTANTS, MASKABLE, ONE};
use isa::{Context, Cursor, OperandKind, TokenKind, Value, expected};
use source::{Diagnostic, Span};
use std::fmt::Write as _;

/// A source of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register, lane by lane.
    Vector(u8),
    /// One or zero in every lane, as the mask has it.
    Mask(Mask),
    /// Element 0 of a register, for every lane.
    Scalar(u8),
    /// The same bits in every lane.
    Immediate(u32),
}

/// Two terms and-ed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(pub [Term; 2]);

/// Bit 0 of every lane of a register, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its number, below [`crate::registers::MASKABLE`].
    pub register: u8,
    /// It is the opposite that counts.
    pub inverted: bool,
}

/// Operand values have the kind of source above the bits that a field holds.
const KIND: u32 = 40;

impl Source {
    /// The source that an operand's value stands for.
    pub fn from_value(value: i64) -> Source {
        let bits = value as u64;
        match bits >> KIND {
            0 => Source::Vector(bits as u8),
            1 => Source::Mask(Mask::from_bits(bits)),
            2 => Source::Scalar(bits as u8),
            _ => Source::Immediate(bits as u32),
        }
    }

    /// The same as an operand's value.
    pub fn value(self) -> i64 {
        let (kind, bits) = match self {
            Source::Vector(register) => (0, register.into()),
            Source::Mask(mask) => (1, mask.bits()),
            Source::Scalar(register) => (2, register.into()),
            Source::Immediate(bits) => (3, bits.into()),
        };
        (kind << KIND | bits) as i64
    }
}

impl Mask {
    /// Every lane: `one` twice.
    pub const ALL: Mask = Mask([Term::ONE; 2]);

    /// The second term above the first, as an operand has them; see [`crate::formats`].
    fn from_bits(bits: u64) -> Mask {
        Mask([Term::from_bits(bits), Term::from_bits(bits >> 6)])
    }

    fn bits(self) -> u64 {
        self.0[0].bits() | self.0[1].bits() << 6
    }

    fn exists(self) -> bool {
        self.0.iter().all(|term| registers::exists(term.register))
    }

    fn print(self, out: &mut String) {
        let [first, second] = self.0;
        out.push('[');
        if self != Mask::ALL {
            first.print(out);
        }
        if second != Term::ONE {
            out.push_str(" & ");
            second.print(out);
        }
        out.push(']');
    }
}

impl Term {
    const ONE: Term = Term {
        register: ONE,
        inverted: false,
    };

    fn from_bits(bits: u64) -> Term {
        Term {
            register: bits as u8 & (MASKABLE - 1),
            inverted: bits >> 5 & 1 == 1,
        }
    }

    fn bits(self) -> u64 {
        u64::from(self.register) | u64::from(self.inverted) << 5
    }

    fn print(self, out: &mut String) {
        if self.inverted {
            out.push('!');
        }
        registers::print(self.register, out);
    }
}

/// Which sources an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `Vreg`.
    Vector,
    /// `Vany`: a vector or a mask.
    Any,
    /// `dist` without its immediates, which are a row of their own.
    Dist,
    /// `Sreg`.
    Scalar,
}

/// A source that is no immediate.
pub struct SourceKind(pub Takes);

impl OperandKind for SourceKind {
    fn describe(&self) -> String {
        match self.0 {
            Takes::Vector => "a vector register",
            Takes::Any => "a vector register or a mask",
            Takes::Dist => "a vector register, a mask, a scalar like `v3.s` or a number",
            Takes::Scalar => "a scalar like `v3.s` or a number",
        }
        .into()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let mask = matches!(self.0, Takes::Any | Takes::Dist);
        if mask && cursor.peek().is_some_and(|token| token.is(b'[')) {
            return Ok(Source::Mask(parse_mask(cursor, cx)?).value());
        }
        let text = cursor.peek_text();
        let scalar = matches!(self.0, Takes::Dist | Takes::Scalar);
        let vector = self.0 != Takes::Scalar;
        let source = match registers::strip_scalar(text) {
            Some(name) if scalar => registers::find(name).map(Source::Scalar),
            None if vector => registers::find(text).map(Source::Vector),
            _ => None,
        };
        match source {
            Some(source) => {
                cursor.bump();
                Ok(source.value())
            }
            // A number may stand here, in a row of its own: if no row fits, it is one too many.
            None if scalar && starts_number(cursor) => Err(Diagnostic::error(
                "two-immediates",
                "an instruction has room for one number",
            )
            .label(cursor.span(), "expected a register")
            .help("put one of the numbers in a register first")),
            None => Err(no_register(&self.describe(), cursor, cx)),
        }
    }

    fn print(&self, value: i64, out: &mut String) {
        match Source::from_value(value) {
            Source::Vector(register) => registers::print(register, out),
            Source::Mask(mask) => mask.print(out),
            Source::Scalar(register) => {
                registers::print(register, out);
                out.push_str(".s");
            }
            Source::Immediate(bits) => write!(out, "{bits}").expect("writing to a string"),
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        let source = Source::from_value(value);
        match (self.0, source) {
            (Takes::Vector, Source::Vector(register)) => Some(register.into()),
            (Takes::Scalar, Source::Scalar(register)) => Some(register.into()),
            (Takes::Any | Takes::Dist, Source::Vector(register)) => Some(register.into()),
            (Takes::Any | Takes::Dist, Source::Mask(mask)) => Some(mask.bits() | 1 << 12),
            (Takes::Dist, Source::Scalar(register)) => Some(u64::from(register) | 2 << 12),
            _ => None,
        }
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        let register = (bits & 63) as u8;
        let second = bits >> 6 & 63;
        let source = match (self.0, bits >> 12) {
            (Takes::Scalar, _) => Source::Scalar(register),
            (_, 0) => Source::Vector(register),
            (_, 1) => Source::Mask(Mask::from_bits(bits)),
            (Takes::Dist, 2) => Source::Scalar(register),
            _ => return None,
        };
        let exists = match source {
            Source::Mask(mask) => mask.exists(),
            _ => second == 0 && registers::exists(register),
        };
        exists.then(|| source.value())
    }
}

/// What a number in an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// An integer of 32 bits, signed or not.
    Integer,
    /// A float, also where it is written without a point. In hex or binary it is the float's bits.
    Float,
    /// An integer, or the bits of a float that is written as one: what is moved has no type.
    Bits,
}

/// A number of 32 bits.
pub struct ImmediateKind(pub Immediate);

impl OperandKind for ImmediateKind {
    fn describe(&self) -> String {
        match self.0 {
            Immediate::Integer => "a 32-bit integer",
            Immediate::Float => "a float",
            Immediate::Bits => "a 32-bit number or a float",
        }
        .into()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        if !cx.starts_expression(cursor) {
            return Err(expected(&self.describe(), cursor));
        }
        let text = cursor.peek_text();
        let is_pattern = ["0x", "0X", "0b", "0B"].iter().any(|p| text.starts_with(p));
        let from = cursor.position();
        let value = cx.expr(cursor)?;
        let span = cursor.span_since(from);
        let bits = match (value, self.0) {
            (Value::Float(_), Immediate::Integer) => {
                let wrong = cx.constant_integer(value, span).map_err(|error| {
                    error
                        .help("this instruction works on integers; the one for floats ends in .f32")
                });
                wrong.map(|value| value as u32)?
            }
            (Value::Float(value), _) => float_bits(value, span)?,
            (value, Immediate::Float) if !is_pattern => {
                float_bits(cx.constant_integer(value, span)? as f64, span)?
            }
            (value, _) => {
                let value = cx.constant_integer(value, span)?;
                let fits = (-(1 << 31)..1 << 32).contains(&value);
                fits.then_some(value as u32).ok_or_else(|| {
                    let message = format!("{value} does not fit in 32 bits");
                    Diagnostic::error("immediate-range", message)
                        .label(span, "expected -2147483648 to 4294967295")
                })?
            }
        };
        Ok(Source::Immediate(bits).value())
    }

    fn print(&self, value: i64, out: &mut String) {
        let bits = value as u32;
        let float = f32::from_bits(bits);
        match self.0 {
            Immediate::Float if float.is_normal() || bits == 0 => write!(out, "{float:?}"),
            Immediate::Integer | Immediate::Bits if (bits as i32).unsigned_abs() < 65536 => {
                write!(out, "{}", bits as i32)
            }
            _ => write!(out, "{bits:#x}"),
        }
        .expect("writing to a string");
    }

    fn encode(&self, value: i64) -> Option<u64> {
        match Source::from_value(value) {
            Source::Immediate(bits) => Some(bits.into()),
            _ => None,
        }
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(Source::Immediate(bits as u32).value())
    }
}

/// The nearest single float, which must not be an infinity that was not written as one.
fn float_bits(value: f64, span: Span) -> Result<u32, Diagnostic> {
    let float = value as f32;
    if !float.is_finite() {
        let message = format!("this number is beyond the largest float, {:e}", f32::MAX);
        return Err(Diagnostic::error("immediate-range", message)
            .label(span, "would become infinite")
            .help("an infinity is written as its bits: 0x7f800000, or 0xff800000 if negative"));
    }
    Ok(float.to_bits())
}

/// The mask of an instruction. Its first term lies above the second, as it is written.
pub struct MaskKind;

impl OperandKind for MaskKind {
    fn describe(&self) -> String {
        "a mask like `[v2 & !ch2]` or `[]`".into()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        parse_mask(cursor, cx).map(|mask| Source::Mask(mask).value())
    }

    fn print(&self, value: i64, out: &mut String) {
        SourceKind(Takes::Any).print(value, out);
    }

    fn encode(&self, value: i64) -> Option<u64> {
        match Source::from_value(value) {
            Source::Mask(mask) => Some(mask.0[0].bits() << 6 | mask.0[1].bits()),
            _ => None,
        }
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        let mask = Mask([Term::from_bits(bits >> 6), Term::from_bits(bits)]);
        mask.exists().then(|| Source::Mask(mask).value())
    }
}

fn parse_mask(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<Mask, Diagnostic> {
    if !cursor.eat(b'[') {
        return Err(expected(&MaskKind.describe(), cursor));
    }
    let mut mask = Mask::ALL;
    if cursor.eat(b']') {
        return Ok(mask);
    }
    mask.0[0] = parse_term(cursor, cx)?;
    if cursor.eat(b'&') {
        mask.0[1] = parse_term(cursor, cx)?;
    }
    match cursor.eat(b']') {
        true => Ok(mask),
        false => Err(expected("`&` and a second term, or `]`", cursor)
            .help("a mask has at most two terms, each a register or `!` and a register")),
    }
}

fn parse_term(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<Term, Diagnostic> {
    let inverted = cursor.eat(b'!');
    let what = "a constant or one of `v0` to `v15`";
    match registers::find(cursor.peek_text()) {
        Some(register) if register < MASKABLE => {
            cursor.bump();
            Ok(Term { register, inverted })
        }
        Some(_) => Err(Diagnostic::error(
            "mask-register",
            format!("{} cannot be part of a mask", cursor.found()),
        )
        .label(cursor.span(), format!("expected {what}"))
        .help("a mask has five bits for a register: copy it with `mov` first")),
        None => Err(no_register(what, cursor, cx)),
    }
}

/// A register that an instruction writes.
pub struct OutKind {
    /// Element 0 alone is written.
    pub scalar: bool,
}

impl OperandKind for OutKind {
    fn describe(&self) -> String {
        match self.scalar {
            true => "a scalar like `v3.s` to write",
            false => "a vector register to write",
        }
        .into()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let text = cursor.peek_text();
        let stripped = registers::strip_scalar(text);
        let name = if self.scalar {
            stripped.unwrap_or("")
        } else {
            text
        };
        match registers::find(name) {
            Some(register) if register >= CONSTANTS => {
                cursor.bump();
                Ok(register.into())
            }
            Some(_) => Err(Diagnostic::error(
                "constant-written",
                format!("`{name}` is a constant and cannot be written"),
            )
            .label(cursor.span(), "expected one of `v0` to `v47`")),
            None => Err(no_register(&self.describe(), cursor, cx)),
        }
    }

    fn print(&self, value: i64, out: &mut String) {
        registers::print(value as u8, out);
        if self.scalar {
            out.push_str(".s");
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (i64::from(CONSTANTS)..64)
            .contains(&value)
            .then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        (bits >= CONSTANTS.into()).then_some(bits as i64)
    }
}

/// A completion slot.
pub struct SignalKind;

impl OperandKind for SignalKind {
    fn describe(&self) -> String {
        "a signal, `sig0` to `sig15`".into()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<i64, Diagnostic> {
        match registers::signal(cursor.peek_text()) {
            Some(number @ 0..16) => {
                cursor.bump();
                Ok(number.into())
            }
            _ => Err(expected(&self.describe(), cursor)),
        }
    }

    fn print(&self, value: i64, out: &mut String) {
        write!(out, "sig{value}").expect("writing to a string");
    }

    fn encode(&self, value: i64) -> Option<u64> {
        (0..16).contains(&value).then_some(value as u64)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}

/// Whether a literal, signed or not, comes next.
fn starts_number(cursor: &Cursor<'_>) -> bool {
    let is_literal = |ahead| {
        let token = cursor.peek_at(ahead);
        token.is_some_and(|token| matches!(token.kind, TokenKind::Int(_) | TokenKind::Float(_)))
    };
    let signed = cursor
        .peek()
        .is_some_and(|token| token.is(b'-') || token.is(b'+'));
    is_literal(usize::from(signed))
}

/// "expected A, found B", with the nearest register if it looks like a slip of the pen.
fn no_register(what: &str, cursor: &Cursor<'_>, cx: &mut Context<'_>) -> Diagnostic {
    let text = cursor.peek_text();
    let error = expected(what, cursor);
    let plain = registers::strip_scalar(text).unwrap_or(text);
    if registers::find(plain).is_some() {
        return error;
    }
    if registers::is_reserved(text) {
        return error.help("registers run from v0 to v47");
    }
    let is_name = cursor
        .peek()
        .is_some_and(|token| token.kind == TokenKind::Name);
    let near = is_name
        .then(|| cx.suggest(text, registers::NAMES))
        .flatten();
    error.maybe_help(near)
}
