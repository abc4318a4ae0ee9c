//! [`Inst`] to bytes.

use crate::constant::int_code;
use crate::encoding::{Kind, NO_BIT, Param};
use crate::inst::{Inst, Mod, Operand, Value};
use crate::operand::*;
use crate::row::Imm;
use crate::target::Target;

/// The bytes of an instruction.
pub fn encode(inst: &Inst) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(12);
    append(inst, &mut bytes);
    bytes
}

pub(crate) fn append(inst: &Inst, out: &mut Vec<u8>) {
    let encoding = inst.encoding;
    let mut word = encoding.bits;
    let mut operands = inst.operands().iter();
    for param in &encoding.params {
        if let Kind::Mod(which) = param.kind {
            word |= modifier(param, which, inst.mods.get(which), encoding.target);
        } else if let Some(operand) = operands.next() {
            word |= positional(param, operand);
        }
    }
    out.extend_from_slice(&word.to_le_bytes()[..encoding.size as usize]);
    if let Some(literal) = inst.literal {
        out.extend_from_slice(&literal.to_le_bytes());
    }
}

fn field(param: &Param, value: u32) -> u128 {
    (value as u128) << param.lo & param.field_mask()
}

fn modifier(param: &Param, which: Mod, value: i32, target: Target) -> u128 {
    match which {
        Mod::Fi if param.len == 9 => field(param, 0xE9 + value as u32),
        Mod::OpSelHi if param.sel != NO_BIT => {
            field(param, value as u32 & 3) | ((value >> 2 & 1) as u128) << param.sel
        }
        Mod::OpSel if param.sel != NO_BIT => {
            field(param, value as u32) | ((value >> 3 & 1) as u128) << param.sel
        }
        Mod::ByteSel if param.sel != NO_BIT => {
            field(param, value as u32) | ((value >> 1 & 1) as u128) << param.sel
        }
        Mod::Cpol => crate::cpol::to_bits(param, value, target),
        _ => field(param, value as u32),
    }
}

fn positional(param: &Param, operand: &Operand) -> u128 {
    let mut word = match operand.value {
        Value::None | Value::Off => 0,
        Value::Inline(code) => field(param, code as u32),
        Value::Literal if matches!(param.kind, Kind::K(_) | Kind::Imm(Imm::Simm32)) => 0,
        Value::Literal => field(param, LITERAL as u32),
        Value::Imm(value) if param.kind == Kind::Imm(Imm::Barrier) => {
            field(param, int_code(value as i64).unwrap_or(0) as u32)
        }
        Value::Imm(value) => field(param, value as u32),
        Value::Reg(reg) => register(param, reg),
    };
    if operand.neg && param.neg != NO_BIT {
        word |= 1 << param.neg;
    }
    if operand.abs && param.abs != NO_BIT {
        word |= 1 << param.abs;
    }
    word
}

fn register(param: &Param, reg: Reg) -> u128 {
    let high = reg.half == Half::High;
    let index = if reg.is_vgpr() {
        reg.vgpr_index() as u32
    } else {
        0
    };
    match param.kind {
        Kind::HalfLow => {
            let marker = if param.len == 9 { VGPR0 as u32 } else { 0 };
            field(param, index | (high as u32) << 7 | marker)
        }
        Kind::Src(..) | Kind::Acc(..) => {
            let mut code = reg.code as u32;
            if high && param.sel == NO_BIT {
                code |= 128;
            }
            let select = if high && param.sel != NO_BIT {
                1 << param.sel
            } else {
                0
            };
            field(param, code) | select
        }
        Kind::VdstY => field(param, index >> 1),
        Kind::ExportData => field(param, index) | 1 << param.sel,
        _ if reg.is_vgpr() => {
            let select = if high && param.sel != NO_BIT {
                1 << param.sel
            } else {
                0
            };
            // A field of nine bits holds a register's full code.
            let code = if param.len == 9 {
                reg.code as u32
            } else {
                index
            };
            field(param, code) | select
        }
        _ => field(param, (reg.code >> param.shift) as u32),
    }
}
