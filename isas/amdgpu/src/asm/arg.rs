//! Arguments: what is written after a mnemonic, before it is known which encoding it fits.

use super::Error;
use super::cursor::Cursor;
use super::cursor::{is_register_name, register};
use super::expr::Expr;
use crate::encoding::{Encoding, ParamKind};
use crate::immediate;
use crate::inst::Mod;
use crate::inst::*;
use crate::modifier;
use crate::names;
use crate::row::{AmdFormat, Imm};
use crate::target::Target;

#[derive(Clone, Debug)]
pub(crate) struct Arg<'a> {
    pub kind: ArgKind<'a>,
    pub start: usize,
    pub end: usize,
    /// Written `-`, `neg()`, `|x|`, `abs()`.
    pub neg: bool,
    pub abs: bool,
    /// Written `sext()`.
    pub sext: bool,
    /// Starts with two minus signs, which operands that can be negated do not take.
    pub twice: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum ArgKind<'a> {
    /// A register or a run of them; `dwords` 0 is a name that serves for any width.
    Reg(Reg),
    Int(i64),
    Float(f64),
    /// `lit(...)`: a number that must be a literal.
    LitInt(i64),
    LitFloat(f64),
    /// `lit64(...)`, which operands that can be negated do not take.
    Lit64(i64),
    Expr(Expr),
    /// A modifier by name.
    Mod(Mod, i32),
    /// Cache policy, with what was written of it.
    Cpol(crate::cpol::Written),
    Off,
    /// An immediate with a syntax of its own.
    Imm(Imm, i64),
    Open,
    Close,
    /// `::` and the name of a second instruction.
    Pair(&'a str),
    Target(u32),
    Attribute(u32),
}

impl ArgKind<'_> {
    /// An integer, in whatever way it was written.
    pub fn integer(&self) -> Option<i64> {
        match self {
            ArgKind::Int(value) | ArgKind::LitInt(value) | ArgKind::Lit64(value) => Some(*value),
            _ => None,
        }
    }

    /// A number as 64 bits: of a float, those of the double it is.
    pub fn bits(&self) -> Option<i64> {
        match self {
            ArgKind::Float(value) | ArgKind::LitFloat(value) => Some(value.to_bits() as i64),
            kind => kind.integer(),
        }
    }

    /// Written `lit(...)`.
    pub fn is_literal_by_name(&self) -> bool {
        matches!(
            self,
            ArgKind::LitInt(_) | ArgKind::LitFloat(_) | ArgKind::Lit64(_)
        )
    }
}

/// What the encodings of a mnemonic say about how to read arguments.
pub(crate) struct Hints {
    pub target: Target,
    imms: [Option<Imm>; 4],
    export: bool,
    attribute: bool,
    pub swizzle: bool,
    list: bool,
    memory: bool,
    /// The offset is called that of the instruction.
    pub inst_offset: bool,
    /// The operand is a place in the code, which may have any name.
    pub branch: bool,
}

impl Hints {
    pub fn new<'e>(encodings: impl Iterator<Item = &'e Encoding>) -> Hints {
        let mut hints = Hints {
            target: Target::Gfx1100,
            imms: [None; 4],
            export: false,
            attribute: false,
            swizzle: false,
            list: false,
            memory: false,
            inst_offset: false,
            branch: false,
        };
        for encoding in encodings {
            hints.target = encoding.target;
            hints.swizzle |= encoding.row.has(crate::row::SWIZZLE);
            hints.inst_offset |= matches!(
                encoding.row.format,
                AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch
            );
            for (index, param) in encoding.positional().enumerate() {
                match param.kind {
                    ParamKind::Imm(imm) if index < 4 => {
                        hints.branch |= imm == Imm::Branch;
                        hints.imms[index] = Some(imm);
                    }
                    ParamKind::ExportTarget => hints.export = true,
                    ParamKind::Attribute => hints.attribute = true,
                    ParamKind::Open => hints.list = true,
                    ParamKind::SmemOffset => hints.memory |= !encoding.row.has(crate::row::PROBE),
                    _ => {}
                }
            }
        }
        hints
    }
}

pub(crate) fn parse_all<'a>(cursor: &mut Cursor<'a>, hints: &Hints) -> Result<Vec<Arg<'a>>, Error> {
    let mut args: Vec<Arg<'a>> = Vec::with_capacity(8);
    let mut index = 0;
    while !cursor.at_end() {
        if index > 0 || !args.is_empty() {
            // Commas are optional everywhere, but there is at most one.
            let _ = cursor.eat(b',');
            if cursor.at_end() {
                break;
            }
        }
        cursor.skip();
        if cursor.byte() == b':' && cursor.byte_at(1) == b':' {
            let start = cursor.at;
            cursor.at += 2;
            let Some(name) = cursor.name() else {
                return Err(cursor.error("expected the second instruction"));
            };
            args.push(simple(ArgKind::Pair(name), start, cursor.at));
            index += 1;
            if cursor.at_end() || cursor.byte() == b',' {
                return Err(cursor.error("expected an operand"));
            }
            let arg = parse(cursor, hints, index)?;
            args.push(arg);
        } else if hints.list && args.len() == 1 && cursor.byte() == b'[' {
            address_list(cursor, &mut args)?;
        } else {
            let arg = parse(cursor, hints, index)?;
            args.push(arg);
        }
        index += 1;
        if index > 40 {
            return Err(cursor.error("too many operands"));
        }
    }
    // A buffer format may come before the scalar offset.
    for at in 1..args.len() {
        if matches!(args[at - 1].kind, ArgKind::Mod(Mod::Format, _))
            && matches!(args[at].kind, ArgKind::Reg(_) | ArgKind::Int(_))
        {
            args.swap(at - 1, at);
            break;
        }
    }
    Ok(args)
}

/// Separate image addresses in brackets. One register in brackets is just a register.
fn address_list<'a>(cursor: &mut Cursor<'a>, args: &mut Vec<Arg<'a>>) -> Result<(), Error> {
    let start = cursor.at;
    cursor.at += 1;
    let first = args.len();
    args.push(simple(ArgKind::Open, start, cursor.at));
    loop {
        cursor.skip();
        let at = cursor.at;
        let Some(reg) = register(cursor)? else {
            return Err(cursor.error("expected a register"));
        };
        args.push(simple(ArgKind::Reg(reg), at, cursor.at));
        if args.len() > first + 16 {
            return Err(cursor.error("too many addresses"));
        }
        if cursor.eat(b',') {
            continue;
        }
        cursor.expect(b']')?;
        break;
    }
    if args.len() == first + 2 {
        args.remove(first);
    } else {
        args.push(simple(ArgKind::Close, cursor.at - 1, cursor.at));
    }
    Ok(())
}

fn simple(kind: ArgKind<'_>, start: usize, end: usize) -> Arg<'_> {
    Arg {
        kind,
        start,
        end,
        neg: false,
        abs: false,
        sext: false,
        twice: false,
    }
}

fn parse<'a>(cursor: &mut Cursor<'a>, hints: &Hints, index: usize) -> Result<Arg<'a>, Error> {
    cursor.skip();
    let start = cursor.at;
    if let Some(Some(imm)) = hints.imms.get(index) {
        if let Some(value) = immediate::parse(cursor, *imm, hints.target)? {
            return Ok(simple(ArgKind::Imm(*imm, value), start, cursor.at));
        }
        // Where no register can stand, a bracket opens no list of them.
        let signs = ['-', '+', '~', '!', '('];
        let rest = cursor.text[start..].trim_start_matches(signs);
        if imm.is_plain() && rest.starts_with('[') {
            let value = cursor.absolute()?;
            return Ok(simple(ArgKind::Int(value), start, cursor.at));
        }
    }
    if let Some(name) = cursor.peek_name() {
        if hints.memory && !hints.target.generation().temporal_hints() && index > 1 && name == "scc"
        {
            let message = "`scc` is a cache policy of other machines";
            return Err(Error::new(start, start + 3, "bad-policy", message));
        }
        if hints.export && index == 0 {
            cursor.at += name.len();
            return match names::code_of(names::EXPORTS, name, hints.target) {
                Some(code) => Ok(simple(ArgKind::Target(code.into()), start, cursor.at)),
                None => {
                    let message = "not an export target";
                    let mut error = Error::new(start, cursor.at, "bad-target", message);
                    let known = names::EXPORTS.iter().map(|export| export.name);
                    error.help = ::source::did_you_mean(name, known);
                    Err(error)
                }
            };
        }
        if hints.attribute && name.starts_with("attr") {
            return attribute(cursor, name, start);
        }
        if !is_numbered_register(name, hints.target)
            && let Some(kind) = modifier::parse(cursor, name, hints)?
        {
            return Ok(simple(kind, start, cursor.at));
        }
    }
    value(cursor)
}

/// `v0`, `s[`: what most operands are, and no modifier is.
fn is_numbered_register(name: &str, target: Target) -> bool {
    let file = |letter| match letter {
        b'v' | b's' => true,
        b'a' => target.generation().accumulators,
        _ => false,
    };
    match name.as_bytes() {
        [first] => file(*first),
        [first, second, ..] => file(*first) && second.is_ascii_digit(),
        [] => false,
    }
}

/// A register or number with sign modifiers.
pub(crate) fn value<'a>(cursor: &mut Cursor<'a>) -> Result<Arg<'a>, Error> {
    cursor.skip();
    let start = cursor.at;
    let mut neg = false;
    let mut abs = false;
    // A minus before a register or an absolute value is a modifier; before a number it is a sign.
    if cursor.byte() == b'-' {
        let mut ahead = cursor.clone();
        ahead.at += 1;
        ahead.skip();
        if ahead.byte() == b'-' {
            let kind = number_or_expr(cursor, false)?;
            return Ok(Arg {
                twice: true,
                ..simple(kind, start, cursor.at)
            });
        }
        let modifies = matches!(ahead.byte(), b'|' | b'[')
            || ahead
                .peek_name()
                .is_some_and(|name| name == "abs" || is_register_name(name, &ahead));
        if modifies {
            cursor.at = ahead.at;
            neg = true;
        }
    }
    let wraps = |cursor: &mut Cursor<'a>, word: &str| {
        if cursor.byte() != word.as_bytes()[0] || cursor.peek_name() != Some(word) {
            return Ok(false);
        }
        let mut ahead = cursor.clone();
        ahead.at += word.len();
        if ahead.eat(b'(') {
            cursor.at = ahead.at;
            return Ok(true);
        }
        // Alone it is a symbol.
        match ahead.at_end() || ahead.byte() == b',' {
            true => Ok(false),
            false => Err(ahead.error(format!("expected `(` after `{word}`"))),
        }
    };
    let sext = cursor.target.generation().parts && wraps(cursor, "sext")?;
    let neg_call = wraps(cursor, "neg")?;
    if neg_call && neg {
        return Err(cursor.error("the value is negated twice"));
    }
    neg |= neg_call;
    let abs_call = wraps(cursor, "abs")?;
    let bar = !abs_call && cursor.eat(b'|');
    abs |= abs_call || bar;
    let lit_call = wraps(cursor, "lit")?;
    let lit64_call = !lit_call && wraps(cursor, "lit64")?;
    let lit_call = lit_call || lit64_call;
    let inner_bar = lit_call && !bar && !abs_call && cursor.eat(b'|');
    abs |= inner_bar;
    cursor.skip();
    let inner = cursor.at;
    let mut kind = match register(cursor)? {
        Some(reg) => ArgKind::Reg(reg),
        None => number_or_expr(cursor, inner_bar || bar && !lit_call)?,
    };
    if inner_bar {
        cursor.expect(b'|')?;
    }
    if lit_call {
        kind = match kind {
            // An absolute value is a number of its own again.
            ArgKind::Int(_) | ArgKind::Float(_) if bar => kind,
            ArgKind::Int(value) if lit64_call => ArgKind::Lit64(value),
            ArgKind::Int(value) => ArgKind::LitInt(value),
            ArgKind::Float(value) => ArgKind::LitFloat(value),
            _ => {
                let message = "expected a number in `lit()`";
                return Err(Error::new(inner, cursor.at, "bad-literal", message));
            }
        };
        cursor.expect(b')')?;
    }
    if bar {
        cursor.expect(b'|')?;
    }
    if abs_call {
        cursor.expect(b')')?;
    }
    for open in [neg_call, sext] {
        if open {
            cursor.expect(b')')?;
        }
    }
    Ok(Arg {
        kind,
        start,
        end: cursor.at,
        neg,
        abs,
        sext,
        twice: false,
    })
}

fn number_or_expr<'a>(cursor: &mut Cursor<'a>, in_bars: bool) -> Result<ArgKind<'a>, Error> {
    cursor.skip();
    // Floats stand alone, with a sign at most.
    let mut ahead = cursor.clone();
    let minus = ahead.eat(b'-');
    if let Some(value) = ahead.float()? {
        cursor.at = ahead.at;
        return Ok(ArgKind::Float(if minus { -value } else { value }));
    }
    // A name and a colon would be a modifier, and so would what other machines extend signs with.
    if let Some(name) = cursor.peek_name() {
        let mut after = cursor.clone();
        after.at += name.len();
        if after.eat(b':') || name == "sext" && after.eat(b'(') {
            return Err(cursor.error(format!("there is no modifier `{name}`")));
        }
    }
    if in_bars {
        // The closing bar would be taken for an operator.
        return Ok(expr_kind(cursor.primary()?));
    }
    Ok(expr_kind(cursor.expr()?))
}

fn expr_kind(expr: Expr) -> ArgKind<'static> {
    match expr {
        Expr::Number(value) => ArgKind::Int(value),
        expr => ArgKind::Expr(expr),
    }
}

fn attribute<'a>(cursor: &mut Cursor<'a>, name: &str, start: usize) -> Result<Arg<'a>, Error> {
    cursor.at += name.len();
    let bad = |message: &str| Error::new(start, start + name.len(), "bad-attribute", message);
    let body = &name[4..];
    let Some((number, channel)) = body.split_once('.') else {
        return Err(bad("expected an attribute like `attr0.x`"));
    };
    let channel = match channel {
        "x" => 0,
        "y" => 1,
        "z" => 2,
        "w" => 3,
        _ => return Err(bad("a channel is x, y, z or w")),
    };
    match number.parse::<u32>() {
        Ok(number) if number <= 32 => Ok(simple(
            ArgKind::Attribute(number << 2 | channel),
            start,
            cursor.at,
        )),
        _ => Err(bad("attributes are numbered 0 to 32")),
    }
}
