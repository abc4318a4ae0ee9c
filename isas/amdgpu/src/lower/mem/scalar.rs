//! Scalar loads.

use super::super::layout::ZEROS;
use super::super::{Lowering, MISPLACED, Outcome, channel};
use crate::inst::NULL;
use crate::inst::{Inst, OperandValue};
use crate::meaning::Meaning;
use std::sync::Arc;
use uop::{Channel, Custom, Extend, Machine, Reach, SReg, ScalarLoad, Space, Trap, Uop};

impl Lowering<'_> {
    pub(in super::super) fn scalar_memory(&mut self, inst: &Inst, meaning: Meaning) -> Outcome {
        let Meaning::Load(bytes, extend) = meaning else {
            return Err(MISPLACED.into());
        };
        let operands = inst.operands();
        let dst = self.scalar_destination(&operands[0])?;
        let base = match operands[1].value {
            OperandValue::Reg(reg) if reg.code == NULL => ZEROS,
            OperandValue::Reg(reg) => SReg(reg.code),
            _ => return Err("no base address".into()),
        };
        let mut offset = i64::from(inst.mods.offset);
        let mut index = None;
        for operand in &operands[2..] {
            match operand.value {
                OperandValue::Imm(value) => offset += i64::from(value),
                OperandValue::Reg(reg) if reg.code != NULL => index = Some(SReg(reg.code)),
                _ => {}
            }
        }
        if inst.row().reads_descriptor() {
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
