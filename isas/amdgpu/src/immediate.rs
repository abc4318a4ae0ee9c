//! Immediates with a syntax of their own, read and printed: counters, messages, hardware registers.

use crate::asm::{Cursor, Error};
use crate::constant;
use crate::inst::{AmdInst, AmdOperand, OperandValue};
use crate::names::*;
use crate::print::{decimal, hex, inline, register};
use crate::row::{Imm, OperandType};
use crate::target::Target;

/// Reads the special syntax of an immediate, or nothing if it is written as a number.
pub(crate) fn parse(cursor: &mut Cursor, imm: Imm, target: Target) -> Result<Option<i64>, Error> {
    if imm == Imm::Hwreg && cursor.byte() == b'{' {
        return structured(cursor).map(Some);
    }
    let Some(name) = cursor.peek_name() else {
        return Ok(None);
    };
    let mut ahead = cursor.clone();
    ahead.at += name.len();
    let call = ahead.eat(b'(');
    match imm {
        Imm::Waitcnt | Imm::Depctr if call => {
            let parts = counters_of(imm, target);
            let all = parts.iter();
            let default = all.fold(0, |bits, part| bits | part.bits(part.max()));
            counters(cursor, parts, default).map(Some)
        }
        Imm::DelayAlu if call => parse_delay_alu(cursor).map(Some),
        Imm::Hwreg if call && name == "hwreg" => {
            *cursor = ahead;
            hwreg(cursor, target).map(Some)
        }
        Imm::SendMsg if call && name == "sendmsg" => {
            *cursor = ahead;
            message(cursor, target).map(Some)
        }
        Imm::GprIndex if call && name == "gpr_idx" => {
            *cursor = ahead;
            indexed(cursor).map(Some)
        }
        _ => Ok(None),
    }
}

/// The counters that an immediate holds, by name.
fn counters_of(imm: Imm, target: Target) -> &'static [Part] {
    match imm {
        Imm::Depctr => DEPCTR,
        _ => waitcnt(target),
    }
}

/// `vmcnt(0) & lgkmcnt(0)`: each counter once, joined by `&`, a comma or nothing. `_sat` after a
/// name takes a number that is too large as the largest.
fn counters(cursor: &mut Cursor, parts: &'static [Part], default: u32) -> Result<i64, Error> {
    let mut bits = default;
    let mut seen = 0u32;
    loop {
        cursor.skip();
        let at = cursor.at;
        let Some(name) = cursor.name() else {
            return Err(cursor.error("expected a counter name"));
        };
        let (plain, saturate) = match name.strip_suffix("_sat") {
            Some(plain) => (plain, true),
            None => (name, false),
        };
        let fits = |part: &Part| part.name == plain && !(saturate && is_dependency(part));
        let Some(index) = parts.iter().position(fits) else {
            let mut error = Error::new(
                at,
                cursor.at,
                "bad-counter",
                format!("invalid counter name `{name}`"),
            );
            error.help = ::source::did_you_mean(plain, parts.iter().map(|p| p.name));
            return Err(error);
        };
        let part = &parts[index];
        if seen & 1 << index != 0 && is_dependency(part) {
            return Err(Error::new(
                at,
                cursor.at,
                "bad-counter",
                "duplicate counter name",
            ));
        }
        seen |= 1 << index;
        cursor.expect(b'(')?;
        cursor.skip();
        let value_at = cursor.at;
        let value = cursor.absolute()?;
        let max = part.max() as i64;
        let value = if value >= 0 && value <= max {
            value
        } else if saturate {
            max
        } else {
            let message = format!("`{}` counts from 0 to {max}", part.name);
            return Err(Error::new(value_at, cursor.at, "out-of-range", message));
        };
        cursor.expect(b')')?;
        bits = bits & !part.bits(part.max()) | part.bits(value as u32);
        let joined = cursor.eat(b'&') || cursor.eat(b',');
        if cursor.at_end() {
            if joined {
                return Err(cursor.error("expected a counter name"));
            }
            return Ok(bits as i64);
        }
    }
}

/// A counter of what depends on what: written once at most, and never saturated.
fn is_dependency(part: &Part) -> bool {
    part.results.is_some()
}

fn parse_delay_alu(cursor: &mut Cursor) -> Result<i64, Error> {
    let mut bits = 0u32;
    loop {
        cursor.skip();
        let at = cursor.at;
        let name = cursor.name().unwrap_or("");
        let Some(index) = DELAY_ALU.iter().position(|part| part.name == name) else {
            return Err(Error::new(at, cursor.at, "bad-field", "invalid field name"));
        };
        cursor.expect(b'(')?;
        cursor.skip();
        let value_at = cursor.at;
        let value = cursor.name().unwrap_or("");
        let named = |code: &u32| delay_name(index, *code) == Some(value);
        let Some(code) = (0..=DELAY_ALU[index].max()).find(named) else {
            return Err(Error::new(
                value_at,
                cursor.at,
                "bad-value",
                "invalid value name",
            ));
        };
        cursor.expect(b')')?;
        bits |= code << DELAY_ALU[index].lo;
        if !cursor.eat(b'|') {
            return Ok(bits as i64);
        }
    }
}

/// A name from a list, or a number.
fn name_or_number(
    cursor: &mut Cursor,
    list: &[Name],
    target: Target,
) -> Result<(i64, bool), Error> {
    cursor.skip();
    if let Some(name) = cursor.peek_name() {
        if let Some(code) = code_of(list, name, target) {
            cursor.at += name.len();
            return Ok((code as i64, true));
        }
        if cursor.symbols.absolute(name).is_none() {
            let at = cursor.at;
            let known = list.iter().filter(|n| n.on.has(target)).map(|n| n.name);
            let mut error = Error::new(
                at,
                at + name.len(),
                "bad-name",
                format!("`{name}` is not known here"),
            );
            error.help = ::source::did_you_mean(name, known);
            return Err(error);
        }
    }
    Ok((cursor.absolute()?, false))
}

fn hwreg(cursor: &mut Cursor, target: Target) -> Result<i64, Error> {
    let start = cursor.at;
    let (id, _) = name_or_number(cursor, HWREGS, target)?;
    let (mut offset, mut size) = (0, 32);
    if cursor.eat(b',') {
        offset = cursor.absolute()?;
        cursor.expect(b',')?;
        size = cursor.absolute()?;
    }
    cursor.expect(b')')?;
    register_part([id, offset, size], start, cursor.at)
}

/// `{id: 1, offset: 0, size: 32}`: parts by name, in any order.
fn structured(cursor: &mut Cursor) -> Result<i64, Error> {
    const PARTS: [&str; 3] = ["id", "offset", "size"];
    let start = cursor.at;
    let mut values = [0, 0, 32];
    let mut seen = [false; 3];
    cursor.expect(b'{')?;
    let mut first = true;
    while !cursor.eat(b'}') {
        if !first {
            cursor.expect(b',')?;
        }
        first = false;
        cursor.skip();
        let at = cursor.at;
        let name = cursor.name().unwrap_or("");
        let Some(index) = PARTS.iter().position(|part| *part == name) else {
            return Err(Error::new(
                at,
                cursor.at,
                "bad-field",
                "expected id, offset or size",
            ));
        };
        if std::mem::replace(&mut seen[index], true) {
            return Err(Error::new(at, cursor.at, "bad-field", "duplicate field"));
        }
        cursor.expect(b':')?;
        values[index] = cursor.absolute()?;
    }
    register_part(values, start, cursor.at)
}

/// A hardware register's number, bit offset and size as the immediate has them.
fn register_part([id, offset, size]: [i64; 3], start: usize, end: usize) -> Result<i64, Error> {
    let bad = |message: &str| Error::new(start, end, "out-of-range", message);
    if !(0..64).contains(&id) {
        return Err(bad(
            "invalid hardware register: only 6-bit values are legal",
        ));
    }
    if !(0..32).contains(&offset) {
        return Err(bad("invalid bit offset: only 5-bit values are legal"));
    }
    if !(1..=32).contains(&size) {
        return Err(bad(
            "invalid bitfield width: only values from 1 to 32 are legal",
        ));
    }
    Ok(id | offset << 6 | (size - 1) << 11)
}

/// `SRC0,DST)`: operands, each once.
fn indexed(cursor: &mut Cursor) -> Result<i64, Error> {
    let mut bits = 0;
    let mut first = true;
    while !cursor.eat(b')') {
        if !first {
            cursor.expect(b',')?;
        }
        first = false;
        cursor.skip();
        let at = cursor.at;
        let name = cursor.name().unwrap_or("");
        let Some(bit) = INDEXED.iter().position(|operand| *operand == name) else {
            let mut error = Error::new(at, cursor.at, "bad-name", "expected an operand");
            error.help = ::source::did_you_mean(name, INDEXED.iter().copied());
            return Err(error);
        };
        if bits & 1 << bit != 0 {
            return Err(Error::new(at, cursor.at, "bad-name", "duplicate operand"));
        }
        bits |= 1 << bit;
    }
    Ok(bits)
}

/// Messages of CDNA: some need an operation, and some of these name a stream.
fn staged_message(cursor: &mut Cursor, target: Target) -> Result<i64, Error> {
    const DONE: i64 = 3;
    let start = cursor.at;
    let system = cursor.peek_name() == Some(SYSTEM_MESSAGE);
    let (id, named) = match system {
        true => {
            cursor.at += SYSTEM_MESSAGE.len();
            (SYSTEM_MESSAGE_CODE, true)
        }
        false => name_or_number(cursor, MESSAGES, target)?,
    };
    let (op, stream) = operation_and_stream(cursor, id, target)?;
    let bad = |message: &str| Err(Error::new(start, cursor.at, "out-of-range", message));
    if !(0..16).contains(&id) {
        return bad("invalid message id");
    }
    if named {
        match (id, op) {
            (2 | DONE | SYSTEM_MESSAGE_CODE, None) => return bad("missing message operation"),
            (2 | DONE | SYSTEM_MESSAGE_CODE, _) => {}
            (_, Some(_)) => return bad("message does not support operations"),
            _ => {}
        }
        let fits = match id {
            SYSTEM_MESSAGE_CODE => matches!(op, Some(1 | 2 | 4)),
            DONE => matches!(op, Some(0..=3)),
            _ => matches!(op, None | Some(1..=3)),
        };
        if !fits {
            return bad("invalid operation id");
        }
        if stream.is_some() && (id == SYSTEM_MESSAGE_CODE || op == Some(0)) {
            return bad("message operation does not support streams");
        }
    }
    message_code(id, op, stream).or_else(bad)
}

/// What can stand behind a message, up to the parenthesis that closes.
fn operation_and_stream(
    cursor: &mut Cursor,
    message: i64,
    target: Target,
) -> Result<(Option<i64>, Option<i64>), Error> {
    let (mut op, mut stream) = (None, None);
    if cursor.eat(b',') {
        let names = match message {
            SYSTEM_MESSAGE_CODE => SYSTEM_OPERATIONS,
            _ => OPERATIONS,
        };
        op = Some(name_or_number(cursor, names, target)?.0);
        if cursor.eat(b',') {
            stream = Some(cursor.absolute()?);
        }
    }
    cursor.expect(b')')?;
    Ok((op, stream))
}

fn message_code(id: i64, op: Option<i64>, stream: Option<i64>) -> Result<i64, &'static str> {
    let (op, stream) = (op.unwrap_or(0), stream.unwrap_or(0));
    if !(0..8).contains(&op) {
        return Err("invalid operation id");
    }
    if !(0..4).contains(&stream) {
        return Err("invalid message stream id");
    }
    Ok(id | op << 4 | stream << 8)
}

/// A message of CDNA by name, if all of it has one; its parts as numbers if these are all there is.
fn print_staged_message(value: u32, target: Target, out: &mut String) {
    let (id, op, stream) = (value & 15, value >> 4 & 7, value >> 8 & 3);
    let system = i64::from(id) == SYSTEM_MESSAGE_CODE;
    let name = match system {
        true => Some(SYSTEM_MESSAGE),
        false => name_of(MESSAGES, id as u16, target),
    };
    let operation = || name_of(OPERATIONS, op as u16, target);
    let (operation, streams) = match id {
        2 if op != 0 => (operation(), true),
        3 => (operation(), op != 0),
        _ if system => (name_of(SYSTEM_OPERATIONS, op as u16, target), false),
        _ => (None, false),
    };
    let staged = matches!(id, 2 | 3) || system;
    let whole = match staged {
        true => operation.is_some() && (streams || stream == 0),
        false => op == 0 && stream == 0,
    };
    if let Some(name) = name.filter(|_| whole) {
        out.push_str("sendmsg(");
        out.push_str(name);
        if let Some(operation) = operation {
            out.push_str(", ");
            out.push_str(operation);
        }
        if streams {
            out.push_str(", ");
            decimal(stream as i64, out);
        }
        return out.push(')');
    }
    if value != id | op << 4 | stream << 8 {
        return decimal(value as i64, out);
    }
    out.push_str("sendmsg(");
    for (index, part) in [id, op, stream].into_iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        decimal(part as i64, out);
    }
    out.push(')');
}

fn message(cursor: &mut Cursor, target: Target) -> Result<i64, Error> {
    if target.generation().staged_messages {
        return staged_message(cursor, target);
    }
    if cursor.peek_name() == Some(SYSTEM_MESSAGE) {
        cursor.at += SYSTEM_MESSAGE.len();
        cursor.expect(b',')?;
        let at = cursor.at;
        let (op, _) = name_or_number(cursor, SYSTEM_OPERATIONS, target)?;
        if !matches!(op, 1 | 2 | 4) {
            return Err(Error::new(
                at,
                cursor.at,
                "out-of-range",
                "invalid operation id",
            ));
        }
        cursor.expect(b')')?;
        return Ok(SYSTEM_MESSAGE_CODE | op << 4);
    }
    let start = cursor.at;
    let (id, named) = name_or_number(cursor, MESSAGES, target)?;
    let (op, stream) = operation_and_stream(cursor, id, target)?;
    let bad = |message: &str| Error::new(start, cursor.at, "out-of-range", message);
    if !(0..256).contains(&id) {
        return Err(bad("invalid message id"));
    }
    if named && op.is_some() {
        return Err(bad("message does not support operations"));
    }
    message_code(id, op, stream).map_err(bad)
}

pub(crate) fn print(inst: &AmdInst, imm: Imm, operand: &AmdOperand, out: &mut String) {
    let target = inst.encoding.target;
    let value = match operand.value {
        OperandValue::Imm(value) => value as u32,
        _ => inst.literal.unwrap_or(0),
    };
    match imm {
        Imm::Hex16 | Imm::Unsigned16 => hex(value as u64, out),
        Imm::Simm16 if value <= 64 => decimal(value as i64, out),
        Imm::Simm16 => hex(value as u64, out),
        Imm::Simm32 => match constant::inline_literal(value, OperandType::I32) {
            Some(code) => inline(code, OperandType::I32, out),
            None => hex(value as u64, out),
        },
        Imm::Endpgm | Imm::Branch => decimal(value as i64, out),
        Imm::Barrier => match operand.value {
            OperandValue::Reg(reg) => register(reg, out),
            OperandValue::Inline(code) => inline(code, OperandType::I32, out),
            _ => decimal(value as i32 as i64, out),
        },
        Imm::Depctr if value & DEPCTR_UNUSED != 0 => hex(value as u64, out),
        // Those that wait for nothing are left out, unless all do.
        Imm::Waitcnt | Imm::Depctr => {
            let list = counters_of(imm, target);
            let all = list.iter().all(|part| part.of(value) == part.max());
            let written = list.iter();
            parts(
                written.filter(|p| all || p.of(value) != p.max()),
                value,
                out,
            );
        }
        Imm::DelayAlu => print_delay_alu(value, out),
        Imm::Hwreg => {
            let (id, offset, size) = (value & 63, value >> 6 & 31, (value >> 11 & 31) + 1);
            out.push_str("hwreg(");
            match name_of(HWREGS, id as u16, target) {
                Some(name) => out.push_str(name),
                None => decimal(id as i64, out),
            }
            if offset != 0 || size != 32 {
                out.push_str(", ");
                decimal(offset as i64, out);
                out.push_str(", ");
                decimal(size as i64, out);
            }
            out.push(')');
        }
        Imm::SendMsg if target.generation().staged_messages => {
            print_staged_message(value, target, out)
        }
        Imm::GprIndex if value >> INDEXED.len() != 0 => hex(value as u64, out),
        Imm::GprIndex => {
            let written = (INDEXED.iter().enumerate()).filter(|(bit, _)| value >> bit & 1 != 0);
            let written: Vec<&str> = written.map(|(_, name)| *name).collect();
            out.push_str("gpr_idx(");
            out.push_str(&written.join(","));
            out.push(')');
        }
        Imm::SendMsg => match name_of(MESSAGES, value as u16 & 255, target) {
            Some(name) => {
                out.push_str("sendmsg(");
                out.push_str(name);
                out.push(')');
            }
            None if value < 256 => {
                out.push_str("sendmsg(");
                decimal(value as i64, out);
                out.push_str(", 0, 0)");
            }
            None => decimal(value as i64, out),
        },
        Imm::Version => version(value, target, out),
    }
}

/// A version number and flags, as the expression they are written with.
fn version(value: u32, target: Target, out: &mut String) {
    if value & !(VERSION_NUMBER | VERSION_FLAGS.iter().fold(0, |bits, flag| bits | flag.1)) != 0 {
        return hex(value as u64, out);
    }
    let count = VERSION_FLAGS
        .iter()
        .filter(|(_, bit)| value & bit != 0)
        .count();
    for _ in 1..count {
        out.push('(');
    }
    match name_of(VERSIONS, (value & VERSION_NUMBER) as u16, target) {
        Some(name) => out.push_str(name),
        None => decimal((value & VERSION_NUMBER) as i64, out),
    }
    let flags = VERSION_FLAGS.iter().filter(|(_, bit)| value & bit != 0);
    for (index, (flag, _)) in flags.enumerate() {
        out.push('|');
        out.push_str(flag);
        if index + 1 < count {
            out.push(')');
        }
    }
}

fn parts<'a>(list: impl Iterator<Item = &'a Part>, value: u32, out: &mut String) {
    for (index, part) in list.enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(part.name);
        out.push('(');
        decimal(part.of(value) as i64, out);
        out.push(')');
    }
}

fn print_delay_alu(value: u32, out: &mut String) {
    let mut written = Vec::new();
    for (index, part) in DELAY_ALU.iter().enumerate() {
        let code = part.of(value);
        // A number that has no name in some field is written as a whole, so that it can be read again.
        let Some(name) = delay_name(index, code) else {
            return hex(value.into(), out);
        };
        if code != 0 {
            written.push(format!("{}({name})", part.name));
        }
    }
    match written.is_empty() {
        true => out.push('0'),
        false => out.push_str(&written.join(" | ")),
    }
}
