//! Text to instructions: one statement, its guard, its mnemonic, its operands.

use isa::{Context, Cursor, Statement, TokenKind, Value, expected};
use op::Op;
use source::{Diagnostic, Span};

use crate::encoding::{Fields, Inst, NoForm, Wanted, choose, immediate_of, narrow};
use crate::operand::{Condition, PART_IN, PART_OUT, PARTS, SPECIAL, WHOLE, is_part};
use crate::row::{Bits, Form, Guarding, Immediate, Operand, Row, Slot};
use crate::table::INDEX;

/// An instruction as written, with what only the surrounding lines can judge.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub inst: Inst,
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
    row: &Row,
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

fn predicate(text: &str) -> Option<u8> {
    let digit = text.strip_prefix(['p', 'P'])?;
    (digit.len() == 1)
        .then(|| digit.parse().ok())?
        .filter(|&n| n < 8)
}

/// A register number, whether or not there is such a register.
fn register_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix(['r', 'R'])?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| plain)
}

/// Names that cannot be labels.
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    register_number(stem).is_some() || predicate(name).is_some() || name.starts_with('%')
}

struct Reader<'r, 'c> {
    row: &'static Row,
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
            let number = SPECIAL
                .iter()
                .position(|name| name.eq_ignore_ascii_case(text));
            let Some(number) = number else {
                let help = self.cx.suggest(text, SPECIAL.iter().copied());
                return Err(expected("a special register", cursor).maybe_help(help));
            };
            cursor.bump();
            self.fields.b = number as u8;
            self.fields.flags |= 1;
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
            let error = expected("a register or an immediate", cursor);
            return Err(match text.starts_with('%') {
                true => error.help(format!(
                    "only `mov.b32` reads special registers: `mov.b32 rd, {text}` first"
                )),
                false => error,
            });
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
        let double = |value: f64| value.to_bits();
        match (kind, value, float) {
            (Immediate::F32, _, Some(value)) => Ok((value as f32).to_bits()),
            (Immediate::Bits, Value::Float(value), _) => Ok((value as f32).to_bits()),
            (Immediate::F16, _, Some(value)) => Ok(to_half(value)),
            (Immediate::F16x2, _, Some(value)) => Ok(to_half(value) << 16 | to_half(value)),
            (Immediate::F64, _, Some(value)) => upper(double(value), span),
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

fn register_ahead(cursor: &Cursor<'_>) -> bool {
    let text = cursor.peek_text();
    let stem = text.split('.').next().unwrap_or(text);
    !cursor.at_end() && (register_number(stem).is_some() || predicate(text).is_some())
}

fn register(cursor: &mut Cursor<'_>) -> Result<u8, Diagnostic> {
    let (number, part) = part(&[""], cursor)?;
    debug_assert_eq!(part, 0);
    Ok(number)
}

/// A register with one of some parts; gives the part's position in the list.
fn part(parts: &[&str], cursor: &mut Cursor<'_>) -> Result<(u8, u8), Diagnostic> {
    let text = cursor.peek_text();
    let (stem, suffix) = text.split_at(text.find('.').unwrap_or(text.len()));
    let Some(number) = register_number(stem).filter(|_| !cursor.at_end()) else {
        return Err(expected("a register", cursor));
    };
    let Ok(number) = u8::try_from(number) else {
        return Err(
            Diagnostic::error("no-register", format!("there is no register `{stem}`"))
                .label(cursor.span(), "expected r0 to r255"),
        );
    };
    let Some(part) = parts
        .iter()
        .position(|part| part.eq_ignore_ascii_case(suffix))
    else {
        let error = Diagnostic::error("no-part", format!("`{text}` cannot stand here")).label(
            cursor.span(),
            match parts {
                [""] => "expected a whole register".to_string(),
                _ => format!("expected `{stem}` with one of {}", shown(parts)),
            },
        );
        return Err(match parts {
            [""] => error.help(
                "parts of registers are for `mov.b16`, `mov.b8`, scalar f16 and `cvt` with f16",
            ),
            _ => error,
        });
    };
    cursor.bump();
    Ok((number, part as u8))
}

fn shown(parts: &[&str]) -> String {
    let names = parts.iter().map(|part| match *part {
        "" => "nothing".to_string(),
        part => format!("`{part}`"),
    });
    names.collect::<Vec<_>>().join(", ")
}

/// A part of `width` bits, by its selector.
fn part_of(width: u8, whole: bool, cursor: &mut Cursor<'_>) -> Result<(u8, u8), Diagnostic> {
    let selectors: Vec<u8> = (0..6)
        .filter(|&part| is_part(part, width))
        .chain(whole.then_some(WHOLE))
        .collect();
    let name = |&part: &u8| PARTS.get(usize::from(part)).copied().unwrap_or("");
    let names: Vec<&str> = selectors.iter().map(name).collect();
    let (register, chosen) = part(&names, cursor)?;
    Ok((register, selectors[usize::from(chosen)]))
}

/// `r2:r3`, by its even register.
fn pair(cursor: &mut Cursor<'_>) -> Result<u8, Diagnostic> {
    let from = cursor.position();
    let low = register(cursor)?;
    if !cursor.eat(b':') {
        let even = low & !1;
        return Err(expected("`:` and the second register of a pair", cursor)
            .help(format!("write the pair in full: `r{even}:r{}`", even + 1)));
    }
    let high = register(cursor)?;
    let span = cursor.span_since(from);
    let even = low & !1;
    let fix = format!("for example `r{even}:r{}`", even + 1);
    if low % 2 == 1 {
        return Err(Diagnostic::error(
            "odd-pair",
            format!("a register pair begins with an even register, not with r{low}"),
        )
        .label(span, "not a pair")
        .help(fix));
    }
    if high != low + 1 {
        return Err(Diagnostic::error(
            "odd-pair",
            format!("r{low} pairs with r{}, not with r{high}", low + 1),
        )
        .label(span, "not a pair")
        .help(fix));
    }
    Ok(low)
}

/// `{r4, r5, r6, r7}`, by its first register.
fn list(count: u8, cursor: &mut Cursor<'_>) -> Result<u8, Diagnostic> {
    let from = cursor.position();
    if !cursor.eat(b'{') {
        return Err(expected(
            &format!("a list of {count} registers in braces"),
            cursor,
        ));
    }
    let first = register(cursor)?;
    for n in 1..count {
        if !cursor.eat(b',') {
            return Err(expected(
                &format!("`,` and {} more registers", count - n),
                cursor,
            ));
        }
        let span = cursor.span();
        let next = register(cursor)?;
        if u16::from(next) != u16::from(first) + u16::from(n) {
            let due = u16::from(first) + u16::from(n);
            return Err(Diagnostic::error(
                "register-list",
                "the registers of a list are consecutive and ascending",
            )
            .label(span, format!("expected r{due}"))
            .label(cursor.span_since(from), "in this list"));
        }
    }
    if !cursor.eat(b'}') {
        return Err(expected("`}`", cursor));
    }
    Ok(first)
}

fn no_form(why: NoForm, row: &Row, wanted: Wanted, statement: &Statement<'_>) -> Diagnostic {
    let span = statement.span();
    if why == NoForm::HighRegister {
        return Diagnostic::error("high-register", "this instruction reaches r0 to r31 only")
            .label(span, "a register is above r31");
    }
    let message = match wanted {
        _ if !row.forms.has(Form::Constant) && !row.forms.has(Form::Literal) => {
            "this instruction takes no immediate".to_string()
        }
        Wanted::LiteralOnly(_) => {
            "constants for both take a literal, which leaves room for r0 to r31 only".to_string()
        }
        Wanted::Literal(literal) if immediate_of(row) == Immediate::Int => format!(
            "{} does not fit in 16 bits, which is all that these registers or suffixes leave",
            literal as i32
        ),
        _ => "the immediate does not fit beside these registers or suffixes".to_string(),
    };
    Diagnostic::error("immediate-range", message)
        .label(span, "no form of the instruction can hold it")
        .help("put the constant into a register first: `mov.b32 rd, constant`")
}

fn unknown(name: &str, span: Span, cx: &mut Context<'_>) -> Diagnostic {
    let error = Diagnostic::error(
        "unknown-mnemonic",
        format!("there is no instruction `{name}`"),
    )
    .label(span, "unknown instruction");
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("st.const") {
        return error.help("constant memory is read-only");
    }
    // A name that only lacks its type is common enough for an answer of its own.
    let mut completions: Vec<&str> = (INDEX.names())
        .filter(|known| {
            known
                .strip_prefix(lower.as_str())
                .is_some_and(|s| s.starts_with('.'))
        })
        .collect();
    completions.sort_unstable_by_key(|known| (known.len(), *known));
    if !completions.is_empty() {
        completions.truncate(4);
        return error.help(format!("it needs a suffix: `{}`", completions.join("`, `")));
    }
    let mut names: Vec<&str> = INDEX.names().collect();
    names.sort_unstable();
    let help = cx.suggest(&lower, names);
    error.maybe_help(help)
}

/// The line in general terms: `add.s32 rd, ra, rb`.
pub fn usage(row: &Row, name: &str) -> String {
    let slot = |slot: Slot| match slot {
        Slot::D => "rd",
        Slot::A => "ra",
        Slot::B => "rb",
        _ => "rc",
    };
    let mut operands: Vec<String> = Vec::new();
    if row.guarding == Guarding::Condition {
        operands.push("ps".into());
    }
    for operand in row.operands {
        operands.push(match *operand {
            Operand::Reg(s) => slot(s).into(),
            Operand::Pair(s) => format!("{0}:{0}+1", slot(s)),
            Operand::List(s, 1) => format!("{{{}}}", slot(s)),
            Operand::List(s, n) => {
                let more = (1..n).map(|i| format!(", {}+{i}", slot(s)));
                format!("{{{}{}}}", slot(s), more.collect::<String>())
            }
            Operand::Predicate => "pd".into(),
            Operand::Condition(_) => "ps".into(),
            Operand::HalfOut(_) => "rd[.lo|.hi]".into(),
            Operand::HalfIn(s, _) => format!("{}[.hi]", slot(s)),
            Operand::PartOut(16) => "rd[.lo|.hi]".into(),
            Operand::PartIn(16) => "rb.lo|.hi".into(),
            Operand::PartOut(_) => "rd[.b0-.b3]".into(),
            Operand::PartIn(_) => "rb.b0-.b3".into(),
            Operand::Source(_) => "rb or immediate".into(),
            Operand::SourcePair => "rb:rb+1 or immediate".into(),
            Operand::SourceHalf(_) => "rb[.hi] or immediate".into(),
            Operand::MoveSource => "rb, immediate or %special".into(),
            Operand::Address { offset: true } => "[ra+offset]".into(),
            Operand::Address { offset: false } => "[ra]".into(),
            Operand::Field { .. } => "rb or position, rc or length".into(),
            Operand::Into => "re".into(),
            Operand::Labels(_) => continue,
        });
    }
    format!("{name} {}", operands.join(", "))
        .trim_end()
        .to_string()
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
