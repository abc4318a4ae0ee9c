//! Which instructions can be reached, and with which MODE.
//!
//! What MODE asks for is part of the steps that code is lowered to, where it is known. It nearly
//! always is: programs set it with immediates.

use super::float::MODE_BITS;
use crate::inst::{Inst, Value};
use crate::meaning::Meaning;
use crate::row::{Imm, Op};
use std::collections::HashMap;

/// The bits of MODE that matter, if they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Known(u32),
    Mixed,
}

/// An instruction in the code, or bytes that are none.
pub(super) struct Found {
    pub address: u64,
    pub len: u8,
    pub inst: Result<Inst, crate::decode::Illegal>,
}

/// The mode in which each instruction runs; nothing where it cannot be reached.
pub(super) fn reach(code: &[Found], entry: u64, mode: u32) -> Vec<Option<Mode>> {
    let start = Mode::Known(mode & MODE_BITS);
    let modes = reach_with(code, entry, start, start);
    // A call is taken to lead to code in the kernel's mode, and to come back in it. If some jump
    // through a register happens in another mode, nothing is known behind any of them.
    let elsewhere = code.iter().zip(&modes).any(|(found, mode)| {
        let indirect = found.inst.as_ref().is_ok_and(|inst| flow(inst).indirect);
        indirect && mode.is_some_and(|mode| mode != start)
    });
    match elsewhere {
        true => reach_with(code, entry, start, Mode::Mixed),
        false => modes,
    }
}

/// `called`: the mode behind jumps through registers.
fn reach_with(code: &[Found], entry: u64, start: Mode, called: Mode) -> Vec<Option<Mode>> {
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
        visit(i, start, &mut modes, &mut work);
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
            let after = if flow.indirect { called } else { after };
            for &to in successors.iter().flatten().filter_map(|to| at.get(to)) {
                visit(to, after, &mut modes, &mut work);
            }
        }
        // A jump through a register may lead anywhere.
        let Some(i) = modes.iter().position(Option::is_none).filter(|_| indirect) else {
            return modes;
        };
        visit(i, called, &mut modes, &mut work);
    }
}

struct Flow {
    branches: bool,
    falls_through: bool,
    indirect: bool,
}

fn flow(inst: &Inst) -> Flow {
    use Meaning::*;
    let (branches, falls_through, indirect) = match inst.row().meaning {
        Jump => (true, false, false),
        Call => (true, true, true),
        SetPc => (false, false, true),
        SwapPc => (false, true, true),
        End | Illegal => (false, false, false),
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
        .position(|op| *op == Op::Imm(Imm::Branch))?;
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
    let set = |mask: u32, value: u32| match mode {
        _ if mask & MODE_BITS == 0 => mode,
        Mode::Known(bits) => Mode::Known((bits & !mask | value & mask) & MODE_BITS),
        Mode::Mixed if mask & MODE_BITS == MODE_BITS => Mode::Known(value & MODE_BITS),
        Mode::Mixed => Mode::Mixed,
    };
    match inst.row().meaning {
        Meaning::ModeBits(at) => set(0xf << at, imm(0) << at),
        Meaning::SetRegister => {
            let (register, mask, offset) = field(imm(0));
            match (register, inst.row().operands[1]) {
                (MODE_ID, Op::Imm(_)) => set(mask, inst.literal.unwrap_or(0).wrapping_shl(offset)),
                (MODE_ID, _) if mask & MODE_BITS != 0 => Mode::Mixed,
                _ => mode,
            }
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
