//! Loads that transpose between lanes, as operands of matrix instructions want them.

use super::super::{Lowering, MISPLACED, Outcome, channel};
use super::flat::wide_address;
use crate::inst::AmdInst;
use crate::meaning::Meaning;
use crate::row::OperandSlot;
use std::sync::Arc;
use uop::{Breadth, Channel, Custom, Machine, Reach, Space, Trap, Uop, VReg};

impl Lowering<'_> {
    pub(super) fn transposed(
        &mut self,
        inst: &AmdInst,
        space: Space,
        dst: Option<VReg>,
        address: VReg,
    ) -> Outcome {
        let (Meaning::LoadTransposed { bits, lanes }, Some(&OperandSlot::VDst(words))) =
            (inst.row().meaning, inst.row().operands.first())
        else {
            return Err(MISPLACED.into());
        };
        self.b.push(Uop::Custom(Arc::new(Transposed {
            space,
            dst: dst.ok_or("no destination")?,
            words: words.into(),
            address,
            offset: inst.mods.offset.into(),
            bits: bits.into(),
            lanes: lanes.into(),
        })));
        Ok(())
    }
}

/// The lanes of a group load a matrix that is as wide as they are many, row after row, and lane i gets column i.
///
/// A lane may hold the whole of a row or a part of it. Lanes that are not active load zeros for the others: what a
/// chip takes for them is in no manual.
#[derive(Debug)]
struct Transposed {
    space: Space,
    dst: VReg,
    /// Registers of a lane.
    words: u16,
    /// One register, or two of global memory.
    address: VReg,
    offset: i64,
    /// Of an element.
    bits: usize,
    /// Of a group.
    lanes: usize,
}

impl Custom for Transposed {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let Self {
            words, bits, lanes, ..
        } = *self;
        let mut loaded = vec![0u128; machine.lanes()];
        for lane in super::active(machine) {
            let address = match self.space {
                Space::Local => {
                    let base = machine.vector(self.address)[lane];
                    base.wrapping_add(self.offset as u32).into()
                }
                _ => wide_address(machine, self.address, lane, self.offset),
            };
            let mut bytes = [0; 16];
            let to = &mut bytes[..usize::from(words) * 4];
            machine.load(self.space, lane as u32, address, to)?;
            loaded[lane] = u128::from_le_bytes(bytes);
        }
        let elements = usize::from(words) * 32 / bits;
        for lane in super::active(machine) {
            let (first, column) = (lane - lane % lanes, lane % lanes);
            let own = (0..elements).fold(0, |own, row| {
                let from = loaded[first + row * (lanes / elements) + column / elements];
                let element = from >> (column % elements * bits) & ((1 << bits) - 1);
                own | element << (row * bits)
            });
            for n in 0..words {
                machine.vector_mut(self.dst.plus(n))[lane] = (own >> (n * 32)) as u32;
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let address = match self.space {
            Space::Local => vec![self.address],
            _ => vec![self.address, self.address.plus(1)],
        };
        let dst = (0..self.words).map(|n| self.dst.plus(n));
        (address, dst.collect())
    }

    fn channel(&self) -> Option<Channel> {
        Some(match self.space {
            Space::Local => channel::LDS,
            _ => channel::LOAD,
        })
    }
}
