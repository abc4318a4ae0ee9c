//! Stacks of ray walks in local memory: one instruction pushes nodes, pops one, and says where the stack is
//! then.

use super::super::{Lowering, Outcome, channel};
use super::active;
use super::ds::Parts;
use crate::inst::Inst;
use crate::ray_stack::{Packing, Words, step};
use crate::row;
use std::sync::Arc;
use uop::{Channel, Custom, Machine, Reach, Space, Trap, Uop, VReg};

impl Lowering<'_> {
    pub(super) fn ray_stack(&mut self, inst: &Inst, parts: &Parts) -> Outcome {
        let ring = self.options.target.generation().rings_of_nodes;
        let offset = inst.mods.offset as u32;
        let (packing, size) = match ring {
            false => (Packing::Counted, 8 << (offset >> 12 & 3)),
            true => (Packing::Ring, offset & 0x1f),
        };
        let [last, nodes] = parts.data[..] else {
            return Err("operands of a stack".into());
        };
        let count = match inst.row().operands.last() {
            Some(row::Slot::Data(words)) => u16::from(*words),
            _ => return Err("operands of a stack".into()),
        };
        let register = parts.address.ok_or("no address")?;
        let dst = parts.dst.ok_or("no destination")?;
        // Both results are outstanding until they are waited for, and counted once.
        let next = self.temporary(2);
        let stack = Stacks {
            packing,
            size,
            triangles: ring && offset >> 8 != 0,
            register,
            last,
            nodes,
            count,
            next,
        };
        self.b.push(Uop::Custom(Arc::new(stack)));
        for (from, to, on) in [
            (next, dst, channel::LDS_PART),
            (next.plus(1), register, channel::LDS),
        ] {
            self.b.push(Uop::Custom(Arc::new(Arrives { from, to, on })));
        }
        Ok(())
    }
}

/// What becomes of stacks: the next node and the register, side by side.
#[derive(Debug)]
struct Stacks {
    packing: Packing,
    size: u32,
    /// Pairs or ranges of triangles are to be made something of.
    triangles: bool,
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

impl Words for Lane<'_> {
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
        if self.triangles {
            let what = "what a stack makes of pairs and ranges of triangles";
            return Err(Trap::Unmodelled(what.into()));
        }
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
                step(self.packing, self.size, register, last, &nodes, &mut memory)?;
            for (address, word) in std::mem::take(&mut memory.stored) {
                let bytes = word.to_le_bytes();
                machine.store(Space::Local, lane as u32, address.into(), &bytes)?;
            }
            machine.vector_mut(self.next)[lane] = next;
            machine.vector_mut(self.next.plus(1))[lane] = register;
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let nodes = (0..self.count).map(|n| self.nodes.plus(n));
        let reads = [self.register, self.last].into_iter().chain(nodes);
        (reads.collect(), vec![self.next, self.next.plus(1)])
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }
}

/// A result is outstanding.
#[derive(Debug)]
struct Arrives {
    from: VReg,
    to: VReg,
    on: Channel,
}

impl Custom for Arrives {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        for lane in active(machine) {
            let word = machine.vector(self.from)[lane];
            machine.vector_mut(self.to)[lane] = word;
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.from], vec![self.to])
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn channel(&self) -> Option<Channel> {
        Some(self.on)
    }
}
