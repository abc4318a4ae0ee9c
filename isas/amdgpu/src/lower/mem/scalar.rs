//! Scalar memory: loads, and on CDNA stores and atomics.

use super::super::registers::ZEROS;
use super::super::{Lowering, MISPLACED, Outcome, channel};
use crate::inst::NULL;
use crate::inst::{AmdInst, OperandValue};
use crate::meaning::Meaning;
use op::Op;
use std::sync::Arc;
use uop::{AtomicOp, Channel, Custom, Extend, Machine, Reach, SReg, ScalarLoad, Space, Trap, Uop};

impl Lowering<'_> {
    pub(in super::super) fn scalar_memory(&mut self, inst: &AmdInst, meaning: Meaning) -> Outcome {
        let operands = inst.operands();
        let dst = self.scalar_destination(&operands[0])?;
        if meaning == Meaning::ReadClock {
            let clock = self.clock();
            self.scalar(Op::MovB64, dst, &[clock]);
            return Ok(());
        }
        let base = match operands[1].value {
            OperandValue::Reg(reg) if reg.code == NULL => ZEROS,
            OperandValue::Reg(reg) => self.scalar_register(reg.code, reg.dwords == 2)?,
            _ => return Err("no base address".into()),
        };
        let mut offset = i64::from(inst.mods.offset);
        let mut index = None;
        for operand in &operands[2..] {
            match operand.value {
                OperandValue::Imm(value) => offset += i64::from(value),
                OperandValue::Reg(reg) if reg.code != NULL => {
                    index = Some(self.scalar_register(reg.code, false)?);
                }
                _ => {}
            }
        }
        let in_buffer = inst.row().reads_descriptor();
        let doing = match meaning {
            Meaning::Load(bytes, extend) => Err((bytes, extend)),
            Meaning::Store(bytes) => Ok(Change { bytes, op: None }),
            Meaning::Atomic(bytes, op) => Ok(Change {
                bytes,
                op: Some((op, inst.mods.cpol & 1 != 0)),
            }),
            _ => return Err(MISPLACED.into()),
        };
        let (bytes, extend) = match doing {
            Err(load) => load,
            Ok(change) => {
                self.b.push(Uop::Custom(Arc::new(ScalarChange {
                    change,
                    data: dst,
                    base,
                    in_buffer,
                    index,
                    offset,
                })));
                return Ok(());
            }
        };
        if in_buffer {
            self.b.push(Uop::Custom(Arc::new(ScalarBuffer {
                dst,
                resource: base,
                index,
                offset,
                bytes,
                extend,
            })));
            return Ok(());
        }
        self.b.push(Uop::ScalarLoad(Box::new(ScalarLoad {
            space: Space::Global,
            base,
            index,
            offset,
            dst,
            bytes,
            extend,
            channel: Some(channel::SCALAR),
        })));
        Ok(())
    }
}

/// What a scalar instruction does to memory.
#[derive(Clone, Copy, Debug)]
struct Change {
    bytes: u8,
    /// An atomic, and whether it gives the old value.
    op: Option<(AtomicOp, bool)>,
}

/// A store or an atomic of scalar registers.
#[derive(Debug)]
struct ScalarChange {
    change: Change,
    data: SReg,
    /// An address, or the descriptor of a buffer.
    base: SReg,
    in_buffer: bool,
    index: Option<SReg>,
    offset: i64,
}

impl ScalarChange {
    /// How many registers the data take: what is compared lies behind what is new.
    fn words(&self) -> u16 {
        let words = u16::from(self.change.bytes / 4);
        match self.change.op {
            Some((AtomicOp::CompareSwap | AtomicOp::CompareSwapFloat, _)) => 2 * words,
            _ => words,
        }
    }

    /// Where memory changes, if that is inside of the buffer.
    fn address(&self, machine: &dyn Machine) -> Option<u64> {
        let word = |n: u16| u64::from(machine.scalar(self.base.plus(n)));
        let index = self.index.map_or(0, |reg| machine.scalar(reg));
        let offset = u64::from(index).wrapping_add_signed(self.offset) & !3;
        if !self.in_buffer {
            return Some((word(0) | word(1) << 32).wrapping_add(offset) & !3);
        }
        let base = word(0) | (word(1) & 0xffff) << 32;
        let stride = word(1) >> 16 & 0x3fff;
        let limit = stride.max(1).saturating_mul(word(2));
        let inside = offset.saturating_add(self.change.bytes.into()) <= limit;
        inside.then(|| base.wrapping_add(offset))
    }
}

impl Custom for ScalarChange {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let Change { bytes, op } = self.change;
        let words = u16::from(bytes / 4);
        let Some(address) = self.address(machine) else {
            return Ok(());
        };
        let Some((op, returns)) = op else {
            for n in 0..words {
                let word = machine.scalar(self.data.plus(n)).to_le_bytes();
                machine.store(Space::Global, 0, address + 4 * u64::from(n), &word)?;
            }
            return Ok(());
        };
        let value = |machine: &dyn Machine, first: u16| {
            (0..words).fold(0, |all, n| {
                all | u64::from(machine.scalar(self.data.plus(first + n))) << (32 * n)
            })
        };
        let (new, compared) = (value(machine, 0), value(machine, words));
        let change = |old| op.apply(bytes, old, new, compared);
        let old = machine.update(Space::Global, 0, address, bytes, &change)?;
        if returns {
            for n in 0..words {
                machine.set_scalar(self.data.plus(n), (old >> (32 * n)) as u32);
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let data = (0..self.words()).map(|n| self.data.plus(n));
        let base = if self.in_buffer { 4 } else { 2 };
        let base = (0..base).map(|n| self.base.plus(n));
        let reads = data.clone().chain(base).chain(self.index).collect();
        let returns = matches!(self.change.op, Some((_, true)));
        (reads, data.filter(|_| returns).collect())
    }

    fn channel(&self) -> Option<Channel> {
        Some(channel::SCALAR)
    }
}

/// Words of a buffer; those outside of it are zero.
#[derive(Debug)]
struct ScalarBuffer {
    dst: SReg,
    resource: SReg,
    index: Option<SReg>,
    offset: i64,
    bytes: u8,
    extend: Extend,
}

impl Custom for ScalarBuffer {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let word = |n: u16| u64::from(machine.scalar(self.resource.plus(n)));
        let base = word(0) | (word(1) & 0xffff) << 32;
        let stride = word(1) >> 16 & 0x3fff;
        let limit = if stride == 0 {
            word(2)
        } else {
            stride.saturating_mul(word(2))
        };
        let index = self.index.map_or(0, |reg| machine.scalar(reg));
        let start = u64::from(index).wrapping_add_signed(self.offset);
        let narrow = self.bytes < 4;
        let step = u64::from(self.bytes.min(4));
        // Whole words are fetched from multiples of four.
        let start = if narrow { start } else { start & !3 };
        let mut words = Vec::with_capacity(16);
        for at in (0..u64::from(self.bytes)).step_by(4) {
            let offset = start.wrapping_add(at);
            let mut bytes = [0; 4];
            if offset.saturating_add(step) <= limit {
                let to = &mut bytes[..step as usize];
                machine.load(Space::Global, 0, base.wrapping_add(offset), to)?;
            }
            let value = u32::from_le_bytes(bytes);
            words.push(match (self.extend, self.bytes) {
                (Extend::Sign, 1) => value as i8 as u32,
                (Extend::Sign, 2) => value as i16 as u32,
                _ => value,
            });
        }
        for (n, word) in words.into_iter().enumerate() {
            machine.set_scalar(self.dst.plus(n as u16), word);
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let mut reads: Vec<SReg> = (0..4).map(|n| self.resource.plus(n)).collect();
        reads.extend(self.index);
        let words = u16::from(self.bytes.div_ceil(4));
        (reads, (0..words).map(|n| self.dst.plus(n)).collect())
    }

    fn channel(&self) -> Option<Channel> {
        Some(channel::SCALAR)
    }
}
