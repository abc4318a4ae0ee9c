//! Templates: lines of PTX with places for operands and suffixes.
//!
//! `{d}`, `{a}`, `{b}` and `{c}` are registers, or the immediate in place of b; `{p}` is the
//! predicate that is written; `{position}` and `{length}` are those of a bit field and `{into}` what it
//! is put into; `{rnd}` is the rounding mode, written out because without it PTX may
//! contract; every other name is a modifier of the row. A line that begins with `@` writes
//! something that is seen, so inactive threads skip it; the others write temporaries.

use super::emit::Emitter;
use crate::encoding::{WaveInst, immediate_of};
use crate::row::{Form, Immediate};
use crate::table::spelled;

pub const ROUNDING: [&str; 4] = [".rn", ".rz", ".rm", ".rp"];

pub fn plain(inst: &WaveInst, e: &mut Emitter, text: &str) {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = fill(inst, e, line);
        match line.strip_prefix('@') {
            Some(line) => e.commit(line),
            None => e.line(&line),
        }
    }
}

/// The line with its places filled.
pub fn fill(inst: &WaveInst, e: &mut Emitter, line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        out += before;
        out += &place(inst, e, name);
        rest = after;
    }
    out + rest
}

fn place(inst: &WaveInst, e: &mut Emitter, name: &str) -> String {
    let f = &inst.fields;
    match name {
        "d" => register(f.d),
        "a" => register(f.a),
        "b" => source(inst, e),
        "c" => register(f.c),
        "p" => format!("%p{}", f.d),
        "into" => register(f.get(inst.into_slot())),
        "position" => position(inst, e),
        "length" => length(inst, e),
        "rnd" => ROUNDING[usize::from(f.flags & 3)].into(),
        // Brackets of a vector operand are doubled by no template: they are written by code.
        _ => suffix(inst, name),
    }
}

/// Where a bit field begins. PTX looks at eight bits of this and of its length, so greater numbers are
/// held below.
fn position(inst: &WaveInst, e: &mut Emitter) -> String {
    match (inst.form, inst.immediate()) {
        (Form::Literal, Some(field)) => integer(field & 255),
        (_, Some(position)) => integer(position.min(255)),
        _ => held(inst.fields.b, "%t0", e),
    }
}

fn length(inst: &WaveInst, e: &mut Emitter) -> String {
    match (inst.form, inst.immediate()) {
        (Form::Literal, Some(field)) => integer(field >> 8 & 255),
        _ => held(inst.fields.c, "%t1", e),
    }
}

fn held(from: u8, to: &str, e: &mut Emitter) -> String {
    e.line(&format!("min.u32 {to}, {}, 255;", register(from)));
    to.into()
}

pub fn register(number: u8) -> String {
    format!("%r{number}")
}

/// Consecutive registers, in braces.
pub fn list(first: u8, count: u8) -> String {
    let all: Vec<String> = (0..count).map(|n| register(first + n)).collect();
    format!("{{{}}}", all.join(", "))
}

/// The second source: a register or an immediate.
pub fn source(inst: &WaveInst, e: &mut Emitter) -> String {
    let Some(bits) = inst.immediate() else {
        return register(inst.fields.b);
    };
    match immediate_of(inst.row) {
        Immediate::Int | Immediate::Bits => integer(bits),
        Immediate::F32 => format!("0f{bits:08X}"),
        Immediate::F64 => format!("0d{bits:08X}00000000"),
        // Halves have no immediates in PTX.
        Immediate::F16 | Immediate::F16x2 => {
            e.line(&format!("mov.b32 %t15, {bits:#x};"));
            "%t15".into()
        }
    }
}

/// Numbers near zero in decimal, others as bits.
pub fn integer(bits: u32) -> String {
    match bits as i32 {
        value @ -65536..=65536 => value.to_string(),
        _ => format!("{bits:#x}"),
    }
}

/// How the instruction spells a modifier.
pub fn suffix(inst: &WaveInst, name: &str) -> String {
    let modifier = inst.row.modifiers.iter().find(|m| m.name == name);
    let modifier = modifier.unwrap_or_else(|| panic!("{} has no {name}", inst.row.name));
    let value = inst.fields.get(modifier.slot) & modifier.mask;
    spelled(modifier, value).unwrap_or_default().into()
}
