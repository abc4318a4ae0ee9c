//! Arguments: what is written after a mnemonic, before it is known which encoding it fits.

use super::Error;
use super::cursor::Cursor;
use super::expr::{Expr, Number};
use super::immediate;
use crate::encoding::{Encoding, Kind};
use crate::inst::Mod;
use crate::names;
use crate::operand::*;
use crate::row::Imm;
use crate::target::Target;

#[derive(Clone, Debug)]
pub(crate) struct Arg<'a> {
    pub kind: ArgKind<'a>,
    pub start: usize,
    pub end: usize,
    /// Written `-`, `neg()`, `|x|`, `abs()`.
    pub neg: bool,
    pub abs: bool,
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

/// What the encodings of a mnemonic say about how to read arguments.
pub(crate) struct Hints {
    pub target: Target,
    imms: [Option<Imm>; 4],
    export: bool,
    attribute: bool,
    swizzle: bool,
    list: bool,
    memory: bool,
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
        };
        for encoding in encodings {
            hints.target = encoding.target;
            hints.swizzle |= encoding.row.has(crate::row::SWIZZLE);
            let positional = encoding.params.iter().filter(|p| !p.is_modifier());
            for (index, param) in positional.enumerate() {
                match param.kind {
                    Kind::Imm(imm) if index < 4 => hints.imms[index] = Some(imm),
                    Kind::ExportTarget => hints.export = true,
                    Kind::Attribute => hints.attribute = true,
                    Kind::Open => hints.list = true,
                    Kind::SmemOffset => hints.memory = true,
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
        } else if hints.list && cursor.byte() == b'[' {
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
    }
}

fn parse<'a>(cursor: &mut Cursor<'a>, hints: &Hints, index: usize) -> Result<Arg<'a>, Error> {
    cursor.skip();
    let start = cursor.at;
    if let Some(Some(imm)) = hints.imms.get(index)
        && let Some(value) = immediate::parse(cursor, *imm, hints.target)?
    {
        return Ok(simple(ArgKind::Imm(*imm, value), start, cursor.at));
    }
    if let Some(name) = cursor.peek_name() {
        if hints.memory && index > 1 && name == "scc" {
            let message = "`scc` is a cache policy of other machines";
            return Err(Error::new(start, start + 3, "bad-policy", message));
        }
        if hints.export && index == 0 {
            cursor.at += name.len();
            return match crate::export::target_code(name, hints.target) {
                Some(code) => Ok(simple(ArgKind::Target(code), start, cursor.at)),
                None => Err(Error::new(
                    start,
                    cursor.at,
                    "bad-target",
                    "not an export target",
                )),
            };
        }
        if hints.attribute && name.starts_with("attr") {
            return attribute(cursor, name, start);
        }
        if let Some(kind) = modifier(cursor, name, hints)? {
            return Ok(simple(kind, start, cursor.at));
        }
    }
    value(cursor)
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
            return Err(cursor.error("`--` is ambiguous, write `neg(-1)`"));
        }
        let modifies = ahead.byte() == b'|'
            || ahead
                .peek_name()
                .is_some_and(|name| name == "abs" || is_register_name(name, &ahead));
        if modifies {
            cursor.at = ahead.at;
            neg = true;
        }
    }
    let wraps = |cursor: &mut Cursor<'a>, word: &str| {
        let mut ahead = cursor.clone();
        if ahead.name() != Some(word) || !ahead.eat(b'(') {
            return false;
        }
        cursor.at = ahead.at;
        true
    };
    let neg_call = wraps(cursor, "neg");
    if neg_call && neg {
        return Err(cursor.error("the value is negated twice"));
    }
    neg |= neg_call;
    let abs_call = wraps(cursor, "abs");
    let bar = !abs_call && cursor.eat(b'|');
    abs |= abs_call || bar;
    let lit_call = wraps(cursor, "lit");
    cursor.skip();
    let inner = cursor.at;
    let mut kind = match register(cursor)? {
        Some(reg) => ArgKind::Reg(reg),
        None => number_or_expr(cursor, bar && !lit_call)?,
    };
    if lit_call {
        kind = match kind {
            // An absolute value is a number of its own again.
            ArgKind::Int(_) | ArgKind::Float(_) if bar => kind,
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
    if neg_call {
        cursor.expect(b')')?;
    }
    Ok(Arg {
        kind,
        start,
        end: cursor.at,
        neg,
        abs,
    })
}

fn number_or_expr<'a>(cursor: &mut Cursor<'a>, in_bars: bool) -> Result<ArgKind<'a>, Error> {
    cursor.skip();
    // Floats stand alone, with a sign at most.
    let mut ahead = cursor.clone();
    let minus = ahead.eat(b'-');
    ahead.skip();
    if ahead.byte().is_ascii_digit()
        && let Number::Float(value) = ahead.number()?
    {
        cursor.at = ahead.at;
        return Ok(ArgKind::Float(if minus { -value } else { value }));
    }
    if in_bars {
        // The closing bar would be taken for an operator.
        let rest = &cursor.text[cursor.at..];
        let Some(length) = rest.find('|') else {
            return Err(cursor.error("expected `|`"));
        };
        let mut inside = cursor.clone();
        inside.text = &cursor.text[..cursor.at + length];
        let expr = inside.expr()?;
        if !inside.at_end() {
            return Err(inside.error("expected `|`"));
        }
        cursor.at += length;
        return Ok(expr_kind(expr));
    }
    Ok(expr_kind(cursor.expr()?))
}

fn expr_kind(expr: Expr) -> ArgKind<'static> {
    match expr {
        Expr::Number(value) => ArgKind::Int(value),
        expr => ArgKind::Expr(expr),
    }
}

/// Whether a name, with what follows it, is a register.
fn is_register_name(name: &str, at: &Cursor) -> bool {
    if NAMED.iter().any(|(n, ..)| *n == name) || UNAVAILABLE.contains(&name) {
        return true;
    }
    let after = at
        .text
        .as_bytes()
        .get(at.at + name.len())
        .copied()
        .unwrap_or(0);
    for prefix in ["ttmp", "v", "s"] {
        if let Some(rest) = name.strip_prefix(prefix) {
            let digits = rest.trim_end_matches(".l").trim_end_matches(".h");
            if digits.is_empty() && rest.is_empty() {
                return after == b'[';
            }
            if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                return true;
            }
        }
    }
    false
}

/// Reads a register if one is next.
pub(crate) fn register(cursor: &mut Cursor) -> Result<Option<Reg>, Error> {
    cursor.skip();
    if cursor.byte() == b'[' {
        return register_list(cursor).map(Some);
    }
    let start = cursor.at;
    let Some(name) = cursor.peek_name() else {
        return Ok(None);
    };
    let bytes = name.as_bytes();
    let (prefix, base) = match bytes[0] {
        b'v' => (1, VGPR0),
        b's' => (1, 0),
        b't' if name.starts_with("ttmp") => (4, TTMP0),
        _ => (0, 0),
    };
    if prefix > 0 {
        let limit = match base {
            VGPR0 => 256,
            0 => LAST_SGPR as u64 + 1,
            _ => 16,
        };
        let rest = &name[prefix..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let out_of_range = |end: usize| {
            Error::new(
                start,
                end,
                "register-range",
                "register index is out of range",
            )
        };
        if digits > 0 {
            let half = match &rest[digits..] {
                "" => Some(Half::Whole),
                ".l" if base == VGPR0 => Some(Half::Low),
                ".h" if base == VGPR0 => Some(Half::High),
                _ => None,
            };
            if let Some(half) = half {
                cursor.at += name.len();
                let index: u64 = rest[..digits]
                    .parse()
                    .map_err(|_| out_of_range(cursor.at))?;
                if index >= limit {
                    return Err(out_of_range(cursor.at));
                }
                return Ok(Some(Reg {
                    code: base + index as u16,
                    dwords: 1,
                    half,
                }));
            }
        } else if rest.is_empty() && cursor.byte_at(prefix) == b'[' {
            cursor.at += prefix + 1;
            let first = cursor.absolute()?;
            let last = if cursor.eat(b':') {
                cursor.absolute()?
            } else {
                first
            };
            cursor.expect(b']')?;
            let error = |message: &str| Error::new(start, cursor.at, "register-range", message);
            if first < 0 || last < first {
                return Err(error("first register index should not exceed second index"));
            }
            if last as u64 >= limit {
                return Err(out_of_range(cursor.at));
            }
            let dwords = (last - first + 1) as u64;
            if !matches!(dwords, 1..=12 | 16 | 32) {
                return Err(error("there are no register runs of this length"));
            }
            if base == TTMP0 && dwords == 3 {
                return Err(error("there are no runs of three trap registers"));
            }
            let reg = Reg::new(base + first as u16, dwords as u8);
            check_alignment(reg, start, cursor.at)?;
            return Ok(Some(reg));
        }
    }
    if UNAVAILABLE.contains(&name) || is_accumulator(name, cursor) {
        let end = start + name.len();
        let message = format!("the register `{name}` does not exist on this target");
        return Err(Error::new(start, end, "no-such-register", message));
    }
    if let Some((_, code, dwords)) = NAMED.iter().find(|(n, ..)| *n == name) {
        cursor.at += name.len();
        return Ok(Some(Reg::new(*code, *dwords)));
    }
    Ok(None)
}

/// `a0`, `a[0:1]`: registers of other machines.
fn is_accumulator(name: &str, at: &Cursor) -> bool {
    let Some(rest) = name.strip_prefix("acc").or_else(|| name.strip_prefix('a')) else {
        return false;
    };
    match rest {
        "" => at.byte_at(name.len()) == b'[',
        digits => digits.bytes().all(|b| b.is_ascii_digit()),
    }
}

/// Scalar pairs start at an even register, longer runs at a multiple of four.
fn check_alignment(reg: Reg, start: usize, end: usize) -> Result<(), Error> {
    let first = match reg.code {
        VGPR0.. => return Ok(()),
        TTMP0..=TTMP_LAST => reg.code - TTMP0,
        code => code,
    };
    let align = match reg.dwords {
        1 => 1,
        2 => 2,
        _ => 4,
    };
    if first % align != 0 {
        let message = format!(
            "a run of {} scalar registers starts at a multiple of {align}",
            reg.dwords
        );
        return Err(Error::new(start, end, "register-alignment", message));
    }
    Ok(())
}

/// Registers one by one: `[s0, s1]` is `s[0:1]`.
fn register_list(cursor: &mut Cursor) -> Result<Reg, Error> {
    let start = cursor.at;
    cursor.at += 1;
    let Some(mut run) = list_item(cursor)? else {
        return Err(cursor.error("expected a register"));
    };
    while cursor.eat(b',') {
        cursor.skip();
        let at = cursor.at;
        let Some(next) = list_item(cursor)? else {
            return Err(cursor.error("expected a register"));
        };
        let together = match (run.code, next.code) {
            (VCC_LO, VCC_HI) | (EXEC_LO, EXEC_HI) => true,
            (a, b) => b == a + run.dwords as u16 && next.is_vgpr() == run.is_vgpr(),
        };
        if !together || next.dwords != 1 {
            let message = "registers in a list must be consecutive";
            return Err(Error::new(at, cursor.at, "register-list", message));
        }
        run.dwords += 1;
        if run.dwords > 32 {
            return Err(cursor.error("too many registers"));
        }
    }
    cursor.expect(b']')?;
    check_alignment(run, start, cursor.at)?;
    Ok(run)
}

fn list_item(cursor: &mut Cursor) -> Result<Option<Reg>, Error> {
    cursor.skip();
    if cursor.byte() == b'[' {
        return Ok(None);
    }
    register(cursor)
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

const FLAGS: &[(&str, Mod)] = &[
    ("clamp", Mod::Clamp),
    ("gds", Mod::Gds),
    ("offen", Mod::Offen),
    ("idxen", Mod::Idxen),
    ("tfe", Mod::Tfe),
    ("lwe", Mod::Lwe),
    ("d16", Mod::D16),
    ("unorm", Mod::Unorm),
    ("r128", Mod::R128),
    ("a16", Mod::A16),
    ("done", Mod::Done),
    ("row_en", Mod::RowEn),
    ("lds", Mod::Lds),
];

/// Modifiers `name:number` with their range.
const NUMBERS: &[(&str, Mod, i64, i64)] = &[
    ("offset0", Mod::Offset0, 0, 255),
    ("offset1", Mod::Offset1, 0, 255),
    ("dmask", Mod::Dmask, 0, 15),
    ("row_mask", Mod::RowMask, 0, 15),
    ("bank_mask", Mod::BankMask, 0, 15),
    ("bound_ctrl", Mod::BoundCtrl, 0, 1),
    ("fi", Mod::Fi, 0, 1),
    ("byte_sel", Mod::ByteSel, 0, 3),
    ("index_key", Mod::IndexKey, 0, 3),
    ("wait_exp", Mod::WaitExp, 0, 7),
    ("wait_vdst", Mod::WaitVdst, 0, 15),
    ("wait_va_vdst", Mod::WaitVaVdst, 0, 15),
    ("wait_vm_vsrc", Mod::WaitVmVsrc, 0, 1),
];

const LISTS: &[(&str, Mod)] = &[
    ("op_sel", Mod::OpSel),
    ("op_sel_hi", Mod::OpSelHi),
    ("neg_lo", Mod::NegLo),
    ("neg_hi", Mod::NegHi),
];

/// Reads a modifier if `name` is one.
fn modifier<'a>(
    cursor: &mut Cursor<'a>,
    name: &'a str,
    hints: &Hints,
) -> Result<Option<ArgKind<'a>>, Error> {
    let start = cursor.at;
    if name == "off" {
        cursor.at += name.len();
        return Ok(Some(ArgKind::Off));
    }
    if let Some(written) = crate::cpol::parse(cursor, hints.target)? {
        return Ok(Some(ArgKind::Cpol(written)));
    }
    let mut after = cursor.clone();
    after.at += name.len();
    let colon = after.eat(b':');
    if !colon {
        let after_name = start + name.len();
        for (flag, which) in FLAGS {
            if name == *flag {
                cursor.at = after_name;
                return Ok(Some(ArgKind::Mod(*which, 1)));
            }
            if name.strip_prefix("no") == Some(flag) {
                cursor.at = after_name;
                return Ok(Some(ArgKind::Mod(*which, 0)));
            }
        }
        let ctrl = match name {
            "row_mirror" => 0x140,
            "row_half_mirror" => 0x141,
            _ => return Ok(None),
        };
        cursor.at = after_name;
        return Ok(Some(ArgKind::Mod(Mod::DppCtrl, ctrl)));
    }
    let value_start = after.at;
    let range = |cursor: &Cursor, what: &str| {
        Error::new(
            value_start,
            cursor.at,
            "out-of-range",
            format!("invalid {what} value"),
        )
    };
    if let Some((_, which, low, high)) = NUMBERS.iter().find(|(n, ..)| *n == name) {
        *cursor = after;
        let value = cursor.absolute()?;
        if value < *low || value > *high {
            return Err(range(cursor, name));
        }
        return Ok(Some(ArgKind::Mod(*which, value as i32)));
    }
    if let Some((_, which)) = LISTS.iter().find(|(n, _)| *n == name) {
        *cursor = after;
        let (bits, count) = bit_list(cursor)?;
        // The number of entries is kept above the bits: it has to fit the instruction.
        return Ok(Some(ArgKind::Mod(*which, bits | count << 8)));
    }
    let row = |low: i64, high: i64, base: i32, cursor: &mut Cursor| {
        let value = cursor.absolute()?;
        if value < low || value > high {
            return Err(range(cursor, name));
        }
        Ok(Some(ArgKind::Mod(Mod::DppCtrl, base + value as i32)))
    };
    match name {
        "mul" | "div" => {
            *cursor = after;
            let value = cursor.absolute()?;
            let omod = match (name, value) {
                ("mul", 1) | ("div", 1) => 0,
                ("mul", 2) => 1,
                ("mul", 4) => 2,
                ("div", 2) => 3,
                _ => return Err(range(cursor, name)),
            };
            Ok(Some(ArgKind::Mod(Mod::Omod, omod)))
        }
        "quad_perm" => {
            *cursor = after;
            let lanes = numbers::<4>(cursor, 3)?;
            let ctrl = lanes
                .iter()
                .enumerate()
                .fold(0, |c, (i, lane)| c | lane << (2 * i));
            Ok(Some(ArgKind::Mod(Mod::DppCtrl, ctrl)))
        }
        "dpp8" => {
            *cursor = after;
            let lanes = numbers::<8>(cursor, 7)?;
            let all = lanes
                .iter()
                .enumerate()
                .fold(0, |c, (i, lane)| c | lane << (3 * i));
            Ok(Some(ArgKind::Mod(Mod::Dpp8, all)))
        }
        "row_shl" => {
            *cursor = after;
            row(1, 15, 0x100, cursor)
        }
        "row_shr" => {
            *cursor = after;
            row(1, 15, 0x110, cursor)
        }
        "row_ror" => {
            *cursor = after;
            row(1, 15, 0x120, cursor)
        }
        "row_share" => {
            *cursor = after;
            row(0, 15, 0x150, cursor)
        }
        "row_xmask" => {
            *cursor = after;
            row(0, 15, 0x160, cursor)
        }
        "offset" => {
            *cursor = after;
            if hints.swizzle
                && let Some(value) = crate::swizzle::parse(cursor)?
            {
                return Ok(Some(ArgKind::Mod(Mod::Offset, value)));
            }
            let value = cursor.absolute()?;
            match i32::try_from(value) {
                Ok(value) => Ok(Some(ArgKind::Mod(Mod::Offset, value))),
                Err(_) => Err(range(cursor, name)),
            }
        }
        "format" => {
            *cursor = after;
            let code = format(cursor)?;
            Ok(Some(ArgKind::Mod(Mod::Format, code)))
        }
        "dim" => {
            *cursor = after;
            cursor.skip();
            let at = cursor.at;
            let word = cursor.word();
            let short = word.strip_prefix("SQ_RSRC_IMG_").unwrap_or(word);
            match names::DIMS.iter().position(|dim| *dim == short) {
                Some(code) => Ok(Some(ArgKind::Mod(Mod::Dim, code as i32))),
                None => Err(Error::new(
                    at,
                    cursor.at,
                    "bad-dim",
                    "not an image dimension",
                )),
            }
        }
        _ => Ok(None),
    }
}

/// `[0,1,1]`: bits and how many there were.
fn bit_list(cursor: &mut Cursor) -> Result<(i32, i32), Error> {
    cursor.expect(b'[')?;
    let mut bits = 0;
    let mut count = 0;
    loop {
        cursor.skip();
        let at = cursor.at;
        match cursor.absolute()? {
            0 => {}
            1 => bits |= 1 << count,
            _ => return Err(Error::new(at, cursor.at, "out-of-range", "expected 0 or 1")),
        }
        count += 1;
        if cursor.eat(b']') {
            return Ok((bits, count));
        }
        if count == 4 {
            return Err(cursor.error("expected `]`"));
        }
        cursor.expect(b',')?;
    }
}

fn numbers<const N: usize>(cursor: &mut Cursor, max: i64) -> Result<[i32; N], Error> {
    let mut list = [0; N];
    cursor.expect(b'[')?;
    for (index, slot) in list.iter_mut().enumerate() {
        if index > 0 {
            cursor.expect(b',')?;
        }
        cursor.skip();
        let at = cursor.at;
        let value = cursor.absolute()?;
        if !(0..=max).contains(&value) {
            let message = format!("expected a number from 0 to {max}");
            return Err(Error::new(at, cursor.at, "out-of-range", message));
        }
        *slot = value as i32;
    }
    cursor.expect(b']')?;
    Ok(list)
}

/// A buffer format: a number or a name in brackets.
fn format(cursor: &mut Cursor) -> Result<i32, Error> {
    cursor.skip();
    let at = cursor.at;
    if !cursor.eat(b'[') {
        let value = cursor.absolute()?;
        if !(0..=127).contains(&value) {
            return Err(Error::new(
                at,
                cursor.at,
                "out-of-range",
                "out of range format",
            ));
        }
        return Ok(value as i32);
    }
    cursor.skip();
    let at = cursor.at;
    let first = cursor.word();
    let bad = |cursor: &Cursor| Error::new(at, cursor.at, "bad-format", "not a buffer format");
    let second = cursor.eat(b',').then(|| cursor.word());
    let code = names::buffer_format_code(first)
        .filter(|_| second.is_none())
        .or_else(|| names::buffer_format_of_parts(first, second))
        .ok_or_else(|| bad(cursor))?;
    cursor.expect(b']')?;
    Ok(code as i32)
}
