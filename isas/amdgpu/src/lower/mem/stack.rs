//! Stacks of ray walks in local memory: one instruction pushes nodes, pops one or two, and says where the stack is
//! then.

use super::super::{Lowering, Outcome, channel};
use super::active;
use super::ds::Parts;
use crate::inst::AmdInst;
use crate::ray_stack::{self, StackKind, StackMemory};
use crate::row;
use std::sync::Arc;
use uop::{Breadth, Channel, Custom, Machine, Reach, Space, Trap, Uop, VReg};

impl Lowering<'_> {
    pub(super) fn ray_stack(&mut self, inst: &AmdInst, pops: u16, parts: &Parts) -> Outcome {
        let offset = inst.mods.offset as u32;
        let kind = match self.options.target.generation().rings_of_nodes {
            false => StackKind::Counted {
                size: 8 << (offset >> 12 & 3),
            },
            true => StackKind::Ring {
                size: offset & 0x1f,
                pairs: offset >> 8 & 1 != 0,
                ranges: offset >> 9 & 1 != 0,
            },
        };
        let [last, nodes] = parts.data[..] else {
            return Err("operands of a stack".into());
        };
        let count = match inst.row().operands.last() {
            Some(row::OperandSlot::Data(words)) => u16::from(*words),
            _ => return Err("operands of a stack".into()),
        };
        let register = parts.address.ok_or("no address")?;
        let dst = parts.dst.ok_or("no destination")?;
        // All results are outstanding until they are waited for, and counted once.
        let next = self.temporary(pops + 1);
        let stack = Stacks {
            kind,
            pops,
            register,
            last,
            nodes,
            count,
            next,
        };
        self.b.push(Uop::Custom(Arc::new(stack)));
        for (from, to, count, on) in [
            (next, dst, pops, channel::LDS_PART),
            (next.plus(pops), register, 1, channel::LDS),
        ] {
            let arrives = Arrives {
                from,
                to,
                count,
                on,
                way: 0,
            };
            self.b.push(Uop::Custom(Arc::new(arrives)));
        }
        Ok(())
    }
}

/// What becomes of stacks: the next nodes and the register, side by side.
#[derive(Debug)]
struct Stacks {
    kind: StackKind,
    pops: u16,
    register: VReg,
    last: VReg,
    nodes: VReg,
    count: u16,
    next: VReg,
}

/// Local memory as a lane sees it, with what it stores in mind: what is pushed and popped in one go never was
/// in memory.
struct Lane<'a> {
    machine: &'a mut dyn Machine,
    lane: u32,
    stored: Vec<(u32, u32)>,
}

impl StackMemory for Lane<'_> {
    fn load(&mut self, address: u32) -> Result<u32, Trap> {
        if let Some((_, word)) = self.stored.iter().find(|(at, _)| *at == address) {
            return Ok(*word);
        }
        let mut bytes = [0; 4];
        self.machine
            .load(Space::Local, self.lane, address.into(), &mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn store(&mut self, address: u32, word: u32) -> Result<(), Trap> {
        self.stored.retain(|(at, _)| *at != address);
        self.stored.push((address, word));
        Ok(())
    }
}

impl Custom for Stacks {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        for lane in active(machine) {
            let word = |machine: &dyn Machine, reg: VReg| machine.vector(reg)[lane];
            let (register, last) = (word(machine, self.register), word(machine, self.last));
            let nodes: Vec<u32> = (0..self.count)
                .map(|n| word(machine, self.nodes.plus(n)))
                .collect();
            let mut memory = Lane {
                machine: &mut *machine,
                lane: lane as u32,
                stored: Vec::new(),
            };
            let (register, next) =
                ray_stack::step(self.kind, self.pops, register, last, &nodes, &mut memory)?;
            for (address, word) in std::mem::take(&mut memory.stored) {
                let bytes = word.to_le_bytes();
                machine.store(Space::Local, lane as u32, address.into(), &bytes)?;
            }
            for (n, node) in (0..self.pops).zip(next) {
                machine.vector_mut(self.next.plus(n))[lane] = node;
            }
            machine.vector_mut(self.next.plus(self.pops))[lane] = register;
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let nodes = (0..self.count).map(|n| self.nodes.plus(n));
        let reads = [self.register, self.last].into_iter().chain(nodes);
        let next = (0..=self.pops).map(|n| self.next.plus(n));
        (reads.collect(), next.collect())
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }
}

/// Results that lie side by side are outstanding.
#[derive(Debug)]
pub(super) struct Arrives {
    pub from: VReg,
    pub to: VReg,
    pub count: u16,
    pub on: Channel,
    /// By which way, where the channel has several.
    pub way: u8,
}

impl Custom for Arrives {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        for lane in active(machine) {
            for n in 0..self.count {
                let word = machine.vector(self.from.plus(n))[lane];
                machine.vector_mut(self.to.plus(n))[lane] = word;
            }
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let side_by_side = |first: VReg| (0..self.count).map(move |n| first.plus(n)).collect();
        (side_by_side(self.from), side_by_side(self.to))
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn channel(&self) -> Option<Channel> {
        Some(self.on)
    }

    fn way(&self) -> Option<u8> {
        Some(self.way)
    }
}
