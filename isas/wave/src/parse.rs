//! Text to instructions: one statement, its guard, its mnemonic, its operands.

mod explain;
mod register;

pub use explain::usage;

use isa::{Context, Cursor, Statement, TokenKind, Value, expected};
use op::Op;
use source::{Diagnostic, Span};

use crate::encoding::{Fields, Wanted, WaveInst, choose, narrow};
use crate::operand::{Condition, PART_IN, PART_OUT};
use crate::row::{Bits, Guarding, Immediate, Operand, Slot, WaveRow};
use crate::table::INDEX;
use crate::table::special::SpecialRegister;
use explain::{no_form, unknown};
use register::{
    list, pair, part, part_of, predicate, register, register_ahead, register_number, with_special,
};

/// An instruction as written, with what only the surrounding lines can judge.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub inst: WaveInst,
    /// Labels of the structure that the line names.
    pub labels: Vec<(String, Span)>,
    /// The mnemonic.
    pub span: Span,
}

pub fn parse(statement: &Statement<'_>, cx: &mut Context<'_>) -> Result<Parsed, Diagnostic> {
    let mut cursor = Cursor::new(statement);
    let prefix = prefix(&mut cursor)?;
    let span = cursor.span();
    let Some((name, _)) = cursor.name() else {
        return Err(expected("an instruction", &cursor));
    };
    let Some(spelling) = INDEX.find(name) else {
        return Err(unknown(name, span, cx));
    };
    let row = spelling.row;
    let mut fields = Fields {
        flags: row.fixed.1,
        ..Fields::default()
    };
    for (modifier, value) in row.modifiers.iter().zip(&spelling.values) {
        *fields.slot(modifier.slot) |= value;
    }
    apply_prefix(prefix, row, name, &mut fields)?;
    let mut reader = Reader {
        row,
        fields,
        wanted: Wanted::Nothing,
        labels: Vec::new(),
        first: true,
        cx,
    };
    let operands = reader.operands(&mut cursor);
    let operands = operands.and_then(|()| nothing_left(&cursor));
    if let Err(error) = operands {
        return Err(error.help(format!("usage: `{}`", usage(row, name))));
    }
    let Reader {
        fields,
        wanted,
        labels,
        ..
    } = reader;
    let inst = choose(row, fields, wanted).map_err(|why| no_form(why, row, wanted, statement))?;
    Ok(Parsed { inst, labels, span })
}

/// What stands before the mnemonic.
enum Prefix {
    None,
    Guard(Condition, Span),
    Uniform(Span),
}

fn prefix(cursor: &mut Cursor<'_>) -> Result<Prefix, Diagnostic> {
    let from = cursor.position();
    if !cursor.eat(b'@') {
        return Ok(Prefix::None);
    }
    if cursor.eat_word("uniform") {
        return Ok(Prefix::Uniform(cursor.span_since(from)));
    }
    let condition = condition(cursor)?;
    Ok(Prefix::Guard(condition, cursor.span_since(from)))
}

fn apply_prefix(
    prefix: Prefix,
    row: &WaveRow,
    name: &str,
    fields: &mut Fields,
) -> Result<(), Diagnostic> {
    match (prefix, row.guarding) {
        (Prefix::None, _) => Ok(()),
        (Prefix::Guard(condition, _), Guarding::Allowed) => {
            fields.guard = condition.code();
            Ok(())
        }
        (Prefix::Uniform(_), Guarding::Condition) => {
            fields.flags |= 1;
            Ok(())
        }
        (Prefix::Guard(condition, span), guarding) => {
            let error = Diagnostic::error("guard", format!("`{name}` takes no guard"))
                .label(span, "not allowed here");
            Err(match guarding {
                Guarding::Condition => error.help(format!(
                    "the condition is its operand: `{name} {condition}`"
                )),
                _ => error,
            })
        }
        (Prefix::Uniform(span), _) => Err(Diagnostic::error(
            "guard",
            format!("`@uniform` does not go with `{name}`"),
        )
        .label(span, "expected `if`, `break` or `continue` after it")),
    }
}

fn condition(cursor: &mut Cursor<'_>) -> Result<Condition, Diagnostic> {
    let negated = cursor.eat(b'!');
    match predicate(cursor.peek_text()).filter(|_| !cursor.at_end()) {
        Some(predicate) => {
            cursor.bump();
            Ok(Condition { predicate, negated })
        }
        None => Err(expected("a predicate, p0 to p7", cursor)),
    }
}

/// Names that cannot be labels.
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    register_number(stem).is_some() || predicate(name).is_some() || name.starts_with('%')
}

struct Reader<'r, 'c> {
    row: &'static WaveRow,
    fields: Fields,
    wanted: Wanted,
    labels: Vec<(String, Span)>,
    /// No operand has been read yet, so that no comma is due.
    first: bool,
    cx: &'r mut Context<'c>,
}

impl Reader<'_, '_> {
    fn operands(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        if self.row.guarding == Guarding::Condition && !cursor.at_end() {
            self.fields.guard = condition(cursor)?.code();
            self.first = false;
        }
        for &operand in self.row.operands {
            if let Operand::Labels(most) = operand {
                self.read_labels(most, cursor)?;
                continue;
            }
            self.comma(cursor)?;
            self.operand(operand, cursor)?;
        }
        Ok(())
    }

    fn comma(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        if !std::mem::take(&mut self.first) && !cursor.eat(b',') {
            return Err(expected("`,`", cursor));
        }
        Ok(())
    }

    fn read_labels(&mut self, most: u8, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        for _ in 0..most {
            if cursor.at_end() {
                break;
            }
            self.comma(cursor)?;
            match cursor.name() {
                Some((name, span)) => self.labels.push((name.to_string(), span)),
                None => return Err(expected("a label", cursor)),
            }
        }
        Ok(())
    }

    fn operand(&mut self, operand: Operand, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        match operand {
            Operand::Reg(slot) => *self.fields.slot(slot) = register(cursor)?,
            Operand::Pair(slot) => *self.fields.slot(slot) = pair(cursor)?,
            Operand::List(slot, n) => *self.fields.slot(slot) = list(n, cursor)?,
            Operand::Predicate => match predicate(cursor.peek_text()) {
                Some(predicate) if !cursor.at_end() => {
                    cursor.bump();
                    self.fields.d = predicate;
                }
                _ => return Err(expected("a predicate, p0 to p7", cursor)),
            },
            Operand::Condition(bits) => {
                let code = condition(cursor)?.code();
                self.fields.set_bits(bits, code);
            }
            Operand::HalfOut(bits) => {
                let (register, part) = part(&["", ".lo", ".hi"], cursor)?;
                self.fields.d = register;
                self.fields.set_bits(bits, part);
            }
            Operand::HalfIn(slot, bits) => self.half(slot, bits, cursor)?,
            Operand::PartOut(width) => {
                let (register, part) = part_of(width, true, cursor)?;
                self.fields.d = register;
                self.fields.set_bits(PART_OUT, part);
            }
            Operand::PartIn(width) => {
                let (register, part) = part_of(width, false, cursor)?;
                self.fields.b = register;
                self.fields.set_bits(PART_IN, part);
            }
            Operand::Source(kind) => match register_ahead(cursor) {
                true => self.fields.b = register(cursor)?,
                false => self.wanted = Wanted::Literal(self.immediate(kind, cursor)?),
            },
            Operand::SourcePair => match register_ahead(cursor) {
                true => self.fields.b = pair(cursor)?,
                false => self.wanted = Wanted::Literal(self.immediate(Immediate::F64, cursor)?),
            },
            Operand::SourceHalf(bits) => match register_ahead(cursor) {
                true => self.half(Slot::B, bits, cursor)?,
                false => self.wanted = Wanted::Literal(self.immediate(Immediate::F16, cursor)?),
            },
            Operand::MoveSource => self.move_source(cursor)?,
            Operand::Address { offset } => self.address(offset, cursor)?,
            Operand::Field { mixed } => self.field(mixed, cursor)?,
            Operand::Into => {
                let register = register(cursor)?;
                match self.wanted {
                    Wanted::Nothing => self.fields.low = register,
                    _ => self.fields.c = register,
                }
            }
            Operand::Labels(_) => {}
        }
        Ok(())
    }

    fn half(&mut self, slot: Slot, bits: Bits, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let (register, part) = part(&["", ".hi", ".lo"], cursor)?;
        *self.fields.slot(slot) = register;
        self.fields.set_bits(bits, part & 1);
        Ok(())
    }

    fn move_source(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let text = cursor.peek_text();
        if text.starts_with('%') && !cursor.at_end() {
            let Some(register) = SpecialRegister::named(text) else {
                let help = self.cx.suggest(text, SpecialRegister::names());
                return Err(expected("a special register", cursor).maybe_help(help));
            };
            cursor.bump();
            self.fields.set_special(register);
        } else if register_ahead(cursor) {
            self.fields.b = register(cursor)?;
        } else {
            self.wanted = Wanted::Literal(self.immediate(Immediate::Bits, cursor)?);
        }
        Ok(())
    }

    /// `[ra]`, `[ra+4]`, `[ra-4]`.
    fn address(&mut self, offset: bool, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        if !cursor.eat(b'[') {
            return Err(expected("an address such as `[r2]`", cursor));
        }
        self.fields.a = register(cursor)?;
        let signed = cursor.peek().is_some_and(|t| t.is(b'+') || t.is(b'-'));
        if signed && !offset {
            return Err(
                Diagnostic::error("offset", "this instruction takes no offset")
                    .label(cursor.span(), "expected `]`")
                    .help("add the offset to the register first: `add.u32 rd, ra, offset`"),
            );
        }
        if signed {
            cursor.eat(b'+');
            let literal = self.immediate(Immediate::Int, cursor)?;
            if literal != 0 {
                self.wanted = Wanted::Literal(literal);
            }
        }
        if !cursor.eat(b']') {
            return Err(expected("`]`", cursor));
        }
        Ok(())
    }

    /// Position and length of a bit field.
    fn field(&mut self, mixed: bool, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let from = cursor.position();
        let position = match register_ahead(cursor) {
            true => Err(register(cursor)?),
            false => Ok(self.immediate(Immediate::Int, cursor)?),
        };
        if !cursor.eat(b',') {
            return Err(expected("`,`", cursor));
        }
        let length = match register_ahead(cursor) {
            true => Err(register(cursor)?),
            false => Ok(self.immediate(Immediate::Int, cursor)?),
        };
        let wrong = |message: &str| {
            Err(Diagnostic::error("bit-field", message)
                .label(cursor.span_since(from), "these two")
                .help("put the constant into a register first: `mov.b32 rd, constant`"))
        };
        match (position, length) {
            (Err(position), Err(length)) => {
                self.fields.b = position;
                self.fields.c = length;
            }
            (Ok(position), Ok(length)) if position < 256 && length < 256 => {
                self.wanted = Wanted::LiteralOnly(position | length << 8);
            }
            (Ok(_), Ok(_)) => return wrong("constant positions and lengths are 0 to 255"),
            (Ok(position), Err(length)) if mixed => {
                let Some(constant) = narrow(Immediate::Int, position) else {
                    return wrong("the position does not fit in 16 bits");
                };
                self.fields.c = length;
                self.wanted = Wanted::Constant(constant);
            }
            (Ok(_), Err(_)) => return wrong("either both or none of these can be constants"),
            (Err(_), Ok(_)) => {
                return wrong("a constant length needs a constant position");
            }
        }
        Ok(())
    }

    /// An immediate as the 32-bit literal that stands for it.
    fn immediate(&mut self, kind: Immediate, cursor: &mut Cursor<'_>) -> Result<u32, Diagnostic> {
        let text = cursor.peek_text();
        let starts = cursor.peek().is_some_and(|token| match token.kind {
            TokenKind::Name => !is_reserved(text),
            TokenKind::Int(_) | TokenKind::Float(_) | TokenKind::Constant => true,
            TokenKind::Local { .. } => true,
            TokenKind::Punct(b) => matches!(b, b'(' | b'-' | b'+' | b'~'),
            _ => false,
        });
        if !starts {
            return Err(with_special(
                expected("a register or an immediate", cursor),
                text,
            ));
        }
        let is_pattern = ["0x", "0X", "0b", "0B"].iter().any(|p| text.starts_with(p));
        let from = cursor.position();
        let value = self.cx.expr(cursor)?;
        let span = cursor.span_since(from);
        let float = match (kind, value) {
            (_, Value::Unknown) => return Ok(0),
            (Immediate::Int | Immediate::Bits, _) => None,
            (_, Value::Float(value)) => Some(value),
            (_, _) if is_pattern => None,
            (_, value) => Some(self.cx.constant_integer(value, span)? as f64),
        };
        match (kind, value, float) {
            (Immediate::F32, _, Some(value)) | (Immediate::Bits, Value::Float(value), _) => {
                let single = value as f32;
                finite(value, single.is_finite(), span).map(|()| single.to_bits())
            }
            (Immediate::F16 | Immediate::F16x2, _, Some(value)) => {
                let half = to_half(value);
                finite(value, half & 0x7c00 != 0x7c00, span)?;
                match kind {
                    Immediate::F16 => Ok(half),
                    _ => Ok(half << 16 | half),
                }
            }
            (Immediate::F64, _, Some(value)) => {
                finite(value, value.is_finite(), span)?;
                upper(value.to_bits(), span)
            }
            (Immediate::F64, value, None) => {
                let pattern = self.cx.constant_integer(value, span)?;
                upper(pattern as u64, span)
            }
            (Immediate::F16, value, None) => {
                let pattern = self.cx.constant_integer(value, span)?;
                in_range(pattern, 0, 0xffff, span)
            }
            (_, value, _) => {
                let value = self.cx.constant_integer(value, span)?;
                in_range(value, -(1 << 31), (1 << 32) - 1, span)
            }
        }
    }
}

/// A number that its type holds, and not one that would silently become an infinity.
fn finite(value: f64, fits: bool, span: Span) -> Result<(), Diagnostic> {
    match fits {
        true => Ok(()),
        false => {
            let message = match value.is_finite() {
                true => format!("{value:e} is too large for the type of this instruction"),
                false => "this number is too large for any float".to_string(),
            };
            Err(Diagnostic::error("immediate-range", message)
                .label(span, "would become infinite")
                .help("write an infinity as its bits, in hex: 0x7f800000 in single precision"))
        }
    }
}

fn in_range(value: i128, low: i128, high: i128, span: Span) -> Result<u32, Diagnostic> {
    if (low..=high).contains(&value) {
        return Ok(value as u32);
    }
    Err(
        Diagnostic::error("immediate-range", format!("{value} is out of range"))
            .label(span, format!("expected {low} to {high}")),
    )
}

/// The upper word of a double whose lower word is zero: all that an immediate can hold.
fn upper(bits: u64, span: Span) -> Result<u32, Diagnostic> {
    match bits as u32 {
        0 => Ok((bits >> 32) as u32),
        _ => Err(Diagnostic::error(
            "immediate-precision",
            "this number needs more than the upper 32 bits of a double",
        )
        .label(span, "cannot be an immediate")
        .help("load both words into a register pair first: `mov.b32` twice")),
    }
}

fn to_half(value: f64) -> u32 {
    Op::CvtF16F64.eval([value.to_bits(), 0, 0]) as u32
}

fn nothing_left(cursor: &Cursor<'_>) -> Result<(), Diagnostic> {
    match cursor.at_end() {
        true => Ok(()),
        false => Err(Diagnostic::error(
            "trailing",
            format!("expected the end of the line, found {}", cursor.found()),
        )
        .label(cursor.span(), "nothing more is expected here")),
    }
}
