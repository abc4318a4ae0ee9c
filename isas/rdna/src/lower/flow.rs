//! Which instructions can be reached, and with which MODE.
//!
//! Rounding and denormal handling are part of the operation that a step names, so MODE must be
//! known when code is lowered. It nearly always is: programs set it with immediates. Where paths
//! meet with different modes, instructions that depend on it are refused.

use crate::inst::{Inst, Value};
use crate::row::Imm;
use std::collections::HashMap;

/// Rounding (bits 3:0) and denormals (bits 7:4) as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Known(u8),
    Mixed,
}

/// An instruction in the code, or bytes that are none.
pub(super) struct Found {
    pub address: u64,
    pub len: u8,
    pub inst: Result<Inst, crate::decode::Illegal>,
}

/// The mode in which each instruction runs; nothing where it cannot be reached.
pub(super) fn reach(code: &[Found], entry: u64, mode: u8) -> Vec<Option<Mode>> {
    let at: HashMap<u64, usize> = code
        .iter()
        .enumerate()
        .map(|(i, f)| (f.address, i))
        .collect();
    let mut modes: Vec<Option<Mode>> = vec![None; code.len()];
    let mut work = Vec::new();
    let mut indirect = false;
    let visit = |i: usize, mode: Mode, modes: &mut Vec<Option<Mode>>, work: &mut Vec<usize>| {
        let merged = match modes[i] {
            None => mode,
            Some(old) if old == mode => return,
            Some(Mode::Mixed) => return,
            Some(_) => Mode::Mixed,
        };
        modes[i] = Some(merged);
        work.push(i);
    };
    if let Some(&i) = at.get(&entry) {
        visit(i, Mode::Known(mode), &mut modes, &mut work);
    }
    loop {
        while let Some(i) = work.pop() {
            let Ok(inst) = &code[i].inst else { continue };
            let Some(mode) = modes[i] else { continue };
            let after = after(inst, mode);
            let next = code[i].address + u64::from(code[i].len);
            let flow = flow(inst);
            let target = branch_target(inst, next).filter(|_| flow.branches);
            indirect |= flow.indirect;
            let successors = [target, flow.falls_through.then_some(next)];
            for &to in successors.iter().flatten().filter_map(|to| at.get(to)) {
                visit(to, after, &mut modes, &mut work);
            }
        }
        // A jump through a register may lead anywhere; a callee starts in the caller's mode, which
        // by convention is the kernel's.
        let Some(i) = modes.iter().position(Option::is_none).filter(|_| indirect) else {
            return modes;
        };
        visit(i, Mode::Known(mode), &mut modes, &mut work);
    }
}

struct Flow {
    branches: bool,
    falls_through: bool,
    indirect: bool,
}

fn flow(inst: &Inst) -> Flow {
    let (branches, falls_through, indirect) = match inst.row().name {
        "s_branch" => (true, false, false),
        "s_call_b64" => (true, true, true),
        "s_setpc_b64" | "s_rfe_b64" => (false, false, true),
        "s_swappc_b64" => (false, true, true),
        "s_endpgm" | "s_endpgm_saved" | "s_endpgm_ordered_ps_done" | "s_code_end" => {
            (false, false, false)
        }
        _ => (true, true, false),
    };
    Flow {
        branches,
        falls_through,
        indirect,
    }
}

/// Where a branch leads that stands before the address `next`.
pub(super) fn branch_target(inst: &Inst, next: u64) -> Option<u64> {
    let position = inst
        .row()
        .operands
        .iter()
        .position(|op| *op == crate::row::Op::Imm(Imm::Branch))?;
    match inst.operands().get(position)?.value {
        Value::Imm(words) => Some(next.wrapping_add_signed(i64::from(words as i16) * 4)),
        _ => None,
    }
}

/// The mode after an instruction.
fn after(inst: &Inst, mode: Mode) -> Mode {
    let imm = |n: usize| match inst.operands().get(n).map(|operand| operand.value) {
        Some(Value::Imm(value)) => value as u32,
        _ => 0,
    };
    let Mode::Known(bits) = mode else {
        return match inst.row().name {
            "s_setreg_imm32_b32" => set_register(inst, imm(0), u8::MAX, mode),
            _ => mode,
        };
    };
    match inst.row().name {
        "s_round_mode" => Mode::Known(bits & 0xf0 | imm(0) as u8 & 0xf),
        "s_denorm_mode" => Mode::Known(bits & 0x0f | (imm(0) as u8 & 0xf) << 4),
        "s_setreg_imm32_b32" => set_register(inst, imm(0), bits, mode),
        "s_setreg_b32" => {
            let (register, mask, _) = field(imm(0));
            let touched = register == MODE_ID && mask & 0xff != 0;
            if touched { Mode::Mixed } else { mode }
        }
        _ => mode,
    }
}

/// The number of MODE among the hardware registers.
pub(super) const MODE_ID: u32 = 1;

/// Register number, mask of the bits and their position, from the operand of `s_setreg`.
pub(super) fn field(simm16: u32) -> (u32, u32, u32) {
    let (id, offset, size) = (simm16 & 63, simm16 >> 6 & 31, (simm16 >> 11 & 31) + 1);
    let mask = ((1u64 << size) - 1) << offset;
    (id, mask as u32, offset)
}

fn set_register(inst: &Inst, simm16: u32, bits: u8, mode: Mode) -> Mode {
    let (id, mask, offset) = field(simm16);
    if id != MODE_ID {
        return mode;
    }
    if matches!(mode, Mode::Mixed) && mask & 0xff != 0xff {
        return mode;
    }
    let value = inst.literal.unwrap_or(0).wrapping_shl(offset) & mask;
    Mode::Known((u32::from(bits) & !mask | value) as u8)
}
