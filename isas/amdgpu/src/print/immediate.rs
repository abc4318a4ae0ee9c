//! Immediates with a syntax of their own.

use super::{decimal, hex, inline, register};
use crate::constant;
use crate::inst::{Inst, Operand, Value};
use crate::names::*;
use crate::row::{Imm, Ty};
use crate::target::Target;

pub(super) fn immediate(inst: &Inst, imm: Imm, operand: &Operand, out: &mut String) {
    let target = inst.encoding.target;
    let value = match operand.value {
        Value::Imm(value) => value as u32,
        _ => inst.literal.unwrap_or(0),
    };
    match imm {
        Imm::Hex16 | Imm::Unsigned16 => hex(value as u64, out),
        Imm::Simm16 if value <= 64 => decimal(value as i64, out),
        Imm::Simm16 => hex(value as u64, out),
        Imm::Simm32 => match constant::inline_literal(value, Ty::I32) {
            Some(code) => inline(code, Ty::I32, out),
            None => hex(value as u64, out),
        },
        Imm::Endpgm | Imm::Branch => decimal(value as i64, out),
        Imm::Barrier => match operand.value {
            Value::Reg(reg) => register(reg, out),
            Value::Inline(code) => inline(code, Ty::I32, out),
            _ => decimal(value as i32 as i64, out),
        },
        Imm::Waitcnt => {
            let all = WAITCNT.iter().all(|part| part.of(value) == part.max());
            parts(
                WAITCNT.iter().filter(|p| all || p.of(value) != p.max()),
                value,
                out,
            );
        }
        Imm::Depctr if value & DEPCTR_UNUSED != 0 => hex(value as u64, out),
        Imm::Depctr => {
            let all = DEPCTR.iter().all(|part| part.of(value) == part.max());
            parts(
                DEPCTR.iter().filter(|p| all || p.of(value) != p.max()),
                value,
                out,
            );
        }
        Imm::DelayAlu => delay_alu(value, out),
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

fn delay_alu(value: u32, out: &mut String) {
    let names = |index: usize| if index == 1 { DELAY_SKIP } else { DELAY_INST };
    let fields = || DELAY_ALU.iter().map(|part| part.of(value) as usize);
    // A number that has no name in some field is written as a whole, so that it can be read again.
    if fields()
        .enumerate()
        .any(|(index, field)| field >= names(index).len())
    {
        return hex(value.into(), out);
    }
    let mut any = false;
    for (index, (part, field)) in DELAY_ALU.iter().zip(fields()).enumerate() {
        if field == 0 {
            continue;
        }
        if any {
            out.push_str(" | ");
        }
        any = true;
        out.push_str(part.name);
        out.push('(');
        out.push_str(names(index)[field]);
        out.push(')');
    }
    if !any {
        out.push('0');
    }
}
