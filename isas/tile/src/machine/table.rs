//! The instructions of a program as a list, for debuggers.

use super::Job;
use super::op::{MachineOp, TileOp, decode};
use super::tile;
use super::view::{Named, named};
use crate::meaning::Bank;
use riscv::{Effect, HartOp};
use std::collections::BTreeSet;
use uop::{InstInfo, RegisterPlace};

pub struct Table {
    base: u64,
    pub insts: Vec<InstInfo>,
    ops: Vec<MachineOp>,
    /// By half the distance from `base`: the instruction that lies there, or that begins before.
    pub steps: Vec<u32>,
}

impl Table {
    /// The instructions of a job.
    pub fn of(job: &Job) -> Table {
        let code = &job.contents[0];
        let starts = [job.entry].into_iter().chain(job.starts.clone());
        Table::new(code.base, &code.bytes, &starts.collect::<Vec<_>>())
    }

    /// Finds instructions from the first byte on, and again from every address in `starts`: data
    /// may lie between them.
    fn new(base: u64, code: &[u8], starts: &[u64]) -> Table {
        let starts: BTreeSet<u64> = starts.iter().copied().collect();
        // Zeros are no instruction, and a program may ask for any number of them behind its code.
        let last = code.iter().rposition(|&byte| byte != 0);
        let code = &code[..last.map_or(0, |last| code.len().min(last + 12))];
        let mut table = Table {
            base,
            insts: Vec::new(),
            ops: Vec::new(),
            steps: vec![u32::MAX; code.len().div_ceil(2)],
        };
        let mut at = 0;
        while at < code.len() {
            let address = base + at as u64;
            let end = (at + 12).min(code.len());
            let decoded = decode(&code[at..end], address).ok();
            // Nothing reaches over a place where an instruction is known to begin.
            let next = starts.range(address + 1..).next();
            let room = next.map_or(u64::MAX, |next| next - address);
            match decoded.filter(|(_, len)| u64::from(*len) <= room) {
                Some((op, len)) => {
                    let inst = table.insts.len() as u32;
                    let halves = at / 2..(at + usize::from(len)).div_ceil(2);
                    table.steps[halves].fill(inst);
                    table.insts.push(InstInfo { address, len });
                    table.ops.push(op);
                    at += usize::from(len);
                }
                None => at += 2,
            }
        }
        table
    }

    /// What a thread at `pc` says where it is.
    pub fn step(&self, pc: u64) -> u32 {
        let offset = pc.checked_sub(self.base).map(|offset| offset / 2);
        let step = offset.filter(|&offset| offset < self.steps.len() as u64);
        step.map_or(u32::MAX, |step| step as u32)
    }

    pub fn inst(&self, pc: u64) -> u32 {
        let step = self.steps.get(self.step(pc) as usize);
        step.copied().unwrap_or(u32::MAX)
    }

    fn hart(&self) -> impl Iterator<Item = (u32, u64, &HartOp)> {
        let all = self.ops.iter().zip(&self.insts).enumerate();
        all.filter_map(|(i, (op, inst))| match op {
            MachineOp::Hart(op) => Some((i as u32, inst.address, op)),
            MachineOp::Tile(_) => None,
        })
    }

    /// Branches from an instruction to another.
    pub fn branches(&self) -> Vec<(u32, u32)> {
        let branches = self.hart().filter_map(|(inst, address, op)| {
            let jumps = match op.what {
                Effect::Branch(_) => true,
                Effect::Jal => op.rd == 0,
                _ => false,
            };
            let to = self.inst(address.wrapping_add(op.imm as u64));
            (jumps && to != u32::MAX).then_some((inst, to))
        });
        branches.collect()
    }

    /// Instructions that leave an address to come back to.
    pub fn calls(&self) -> Vec<u32> {
        let calls = self.hart().filter(|(_, _, op)| {
            matches!(op.what, Effect::Jal | Effect::Jalr) && matches!(op.rd, 1 | 5)
        });
        calls.map(|(inst, _, _)| inst).collect()
    }

    /// Instructions that go to where a register says and leave no address.
    pub fn returns(&self) -> Vec<u32> {
        let jumps = self
            .hart()
            .filter(|(_, _, op)| matches!(op.what, Effect::Jalr) && !matches!(op.rd, 1 | 5));
        jumps.map(|(inst, _, _)| inst).collect()
    }

    /// By instruction: whether it names the register as its result.
    pub fn writers(&self, place: RegisterPlace) -> Vec<bool> {
        let wanted = named(place);
        let writes = |op: &MachineOp| match op {
            MachineOp::Hart(op) => hart_writes(op, wanted),
            MachineOp::Tile(op) => tile_writes(op, wanted),
        };
        self.ops.iter().map(writes).collect()
    }
}

fn hart_writes(op: &HartOp, wanted: Named) -> bool {
    match wanted {
        Named::X(register) => op.what.writes_integer() && op.rd == register && register != 0,
        Named::F(register) => op.what.writes_float() && op.rd == register,
        _ => false,
    }
}

fn tile_writes(op: &TileOp, wanted: Named) -> bool {
    match (wanted, op) {
        (Named::Tile(register), op) => {
            let (_, writes) = tile::registers(op);
            writes.iter().any(|range| range.contains(&register.into()))
        }
        (Named::X(register), TileOp::AtomicScalar { rd, .. }) => *rd == Some(register),
        (Named::X(register), TileOp::Csr { rd, reads, .. }) => *reads && *rd == register,
        (wanted, TileOp::MoveOut(moved)) => {
            let host = match moved.bank {
                Bank::Integer => Named::X(moved.host),
                Bank::Float => Named::F(moved.host),
                Bank::Vector => Named::Vector(moved.host),
            };
            wanted == host
        }
        _ => false,
    }
}
