//! FLAT, GLOBAL and SCRATCH.

use super::super::valu::ByLane;
use super::super::{Lowering, Outcome, channel, registers};
use super::Access;
use crate::encoding::{ParamKind, Returning};
use crate::inst::NULL;
use crate::inst::{AmdInst, OperandValue};
use crate::meaning::Meaning;
use crate::row::{self, AmdFormat};
use op::Op;
use std::sync::Arc;
use uop::{
    Addr, Breadth, Channel, Custom, Machine, MemKind, MemOp, Reach, SReg, Space, Src, Trap, Uop,
    VReg,
};

/// The operands by their roles.
#[derive(Default)]
struct Parts {
    dst: Option<VReg>,
    address: Option<VReg>,
    data: Option<VReg>,
    scalar: Option<SReg>,
}

impl Lowering<'_> {
    pub(in super::super) fn flat(&mut self, inst: &AmdInst, meaning: Meaning) -> Outcome {
        let parts = self.flat_parts(inst)?;
        match meaning {
            Meaning::LoadByLane | Meaning::StoreByLane => return self.by_lane(inst, &parts),
            Meaning::LoadBlock | Meaning::StoreBlock => return self.block(inst, &parts),
            Meaning::LoadTransposed { .. } => {
                let address = self.whole_address(&parts)?;
                return self.transposed(inst, Space::Global, parts.dst, address);
            }
            Meaning::OrderedAdd => return self.ordered_add(inst, &parts),
            _ => {}
        }
        let shared = match meaning {
            Meaning::LoadToShare(bytes, extend) => Some(Access {
                kind: MemKind::Load(extend),
                bytes,
            }),
            _ => None,
        };
        let Access { kind, bytes } = match shared {
            Some(access) => access,
            None => Access::of(meaning, inst.encoding.returning == Returning::Yes)?,
        };
        let (space, addr) = match inst.row().format {
            AmdFormat::Flat => (Space::Flat, self.global_address(inst, &parts)?),
            AmdFormat::Global => (Space::Global, self.global_address(inst, &parts)?),
            _ => (Space::Private, self.scratch_address(inst, &parts)),
        };
        let dst = match shared {
            Some(_) => self.temporary(u16::from(bytes.div_ceil(4))),
            None => parts.dst.unwrap_or(self.temporary(0)),
        };
        let counted = match space {
            Space::Flat => self.flat_channel(kind),
            _ => self.vector_channel(kind),
        };
        self.push_memory(MemOp {
            space,
            kind,
            bytes,
            align: match kind {
                MemKind::Atomic { .. } => bytes,
                _ => 1,
            },
            addr,
            dst,
            data: parts.data.unwrap_or(dst),
            lanes: None,
            channel: shared.is_none().then_some(counted),
        });
        if shared.is_some() {
            self.load_to_share(inst, dst, bytes);
        }
        Ok(())
    }

    fn flat_parts(&mut self, inst: &AmdInst) -> Result<Parts, String> {
        let row = inst.row();
        let mut parts = Parts::default();
        let writes = match row.operands.first() {
            Some(row::OperandSlot::VDst(_)) => {
                !row.has(row::ATOMIC) || inst.encoding.returning == Returning::Yes
            }
            _ => false,
        };
        let has_address = !row.has(row::NO_ADDR);
        let mut vectors = 0;
        let kinds = inst.encoding.positional().map(|param| param.kind);
        // In the order they are written: destination, address, data, scalar base.
        let slots = [writes, has_address, true];
        let mut slot = slots.iter().position(|&there| there).unwrap_or(0);
        for (kind, operand) in kinds.zip(inst.operands()) {
            match (kind, operand.value) {
                (
                    ParamKind::Vgpr(_) | ParamKind::Half | ParamKind::HalfLow,
                    OperandValue::Reg(reg),
                ) => {
                    let register = self.vgpr(reg);
                    match slot {
                        0 => parts.dst = Some(register),
                        1 => parts.address = Some(register),
                        _ => parts.data = Some(register),
                    }
                    vectors += 1;
                    slot = next(&slots, slot);
                }
                // The vector address is not there.
                (ParamKind::Off, _) if slot == 1 => slot = next(&slots, slot),
                (ParamKind::Sgpr(..), OperandValue::Reg(reg)) if reg.code != NULL => {
                    parts.scalar = Some(self.scalar_register(reg.code, reg.dwords == 2)?);
                }
                _ => {}
            }
        }
        if vectors == 0 && !matches!(row.meaning, Meaning::LoadToShare(..)) {
            return Err("no vector operand".into());
        }
        Ok(parts)
    }

    fn global_address(&mut self, inst: &AmdInst, parts: &Parts) -> Result<Addr, String> {
        let base = parts.address.ok_or("no address")?;
        Ok(Addr {
            base: base.into(),
            wide: parts.scalar.is_none(),
            scalar: parts.scalar,
            offset: inst.mods.offset.into(),
            wrap32: false,
        })
    }

    fn scratch_address(&mut self, inst: &AmdInst, parts: &Parts) -> Addr {
        let base = match (parts.address, parts.scalar) {
            (Some(vector), Some(scalar)) => {
                let sum = self.temporary(1);
                self.lane(Op::AddU32, sum, &[vector.into(), scalar.into()]);
                sum.into()
            }
            (Some(vector), None) => vector.into(),
            (None, Some(scalar)) => Src::Scalar(scalar),
            (None, None) => self.b.constant(0).into(),
        };
        Addr {
            base,
            wide: false,
            scalar: None,
            offset: inst.mods.offset.into(),
            wrap32: true,
        }
    }

    /// Consecutive words by lane number.
    fn by_lane(&mut self, inst: &AmdInst, parts: &Parts) -> Outcome {
        let lanes = self.lane_offsets();
        let kind = match parts.dst {
            Some(_) => MemKind::Load(uop::Extend::Zero),
            None => MemKind::Store { high: false },
        };
        let zero = self.b.scalar_constant64(0);
        let data = parts.dst.or(parts.data).ok_or("no data")?;
        self.push_memory(MemOp {
            space: Space::Global,
            kind,
            bytes: 4,
            align: 1,
            addr: Addr {
                base: lanes.into(),
                wide: false,
                scalar: Some(parts.scalar.unwrap_or(zero)),
                offset: inst.mods.offset.into(),
                wrap32: false,
            },
            dst: data,
            data,
            lanes: None,
            channel: Some(self.vector_channel(kind)),
        });
        Ok(())
    }

    /// The sum of vector and scalar address, 64 bits in every lane.
    fn whole_address(&mut self, parts: &Parts) -> Result<VReg, String> {
        let address = self.temporary(2);
        let base = parts.address.ok_or("no address")?;
        match parts.scalar {
            None => self.lane(Op::MovB64, address, &[base.into()]),
            Some(scalar) => {
                self.lane(Op::ZextU32, address, &[base.into()]);
                let sum = [address.into(), Src::ScalarPair(scalar)];
                self.lane(Op::AddU64, address, &sum);
            }
        }
        Ok(address)
    }

    fn ordered_add(&mut self, inst: &AmdInst, parts: &Parts) -> Outcome {
        let address = self.whole_address(parts)?;
        self.b.push(Uop::Custom(Arc::new(OrderedAdd {
            dst: parts.dst,
            data: parts.data.ok_or("no data")?,
            address,
            offset: inst.mods.offset.into(),
        })));
        Ok(())
    }

    /// Up to 32 registers, those whose bit of M0 is set.
    fn block(&mut self, inst: &AmdInst, parts: &Parts) -> Outcome {
        let load = parts.dst.is_some();
        let first = parts.dst.or(parts.data).ok_or("no data")?;
        let private = inst.row().format == AmdFormat::Scratch;
        let address = if private {
            let addr = self.scratch_address(inst, parts);
            let address = self.temporary(2);
            self.lane(Op::ZextU32, address, &[addr.base]);
            address
        } else {
            self.whole_address(parts)?
        };
        self.b.push(Uop::Custom(Arc::new(Block {
            load,
            first,
            count: (self.layout.vgprs - first.0).min(32),
            address,
            offset: inst.mods.offset.into(),
            space: if private {
                Space::Private
            } else {
                Space::Global
            },
        })));
        Ok(())
    }
}

/// `global_atomic_ordered_add_b64`: adds where the number in memory says that it is this one's turn.
#[derive(Debug)]
struct OrderedAdd {
    dst: Option<VReg>,
    data: VReg,
    address: VReg,
    offset: i64,
}

impl Custom for OrderedAdd {
    fn order_matters(&self) -> bool {
        true
    }

    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0) {
            let address = wide_address(machine, self.address, lane, self.offset);
            let turn = machine.vector(self.data)[lane];
            let add = machine.vector(self.data.plus(1))[lane];
            let change = |old: u64| {
                let (whose, value) = (old as u32, (old >> 32) as u32);
                match whose == turn {
                    true => {
                        let next = u64::from(whose.wrapping_add(1));
                        next | u64::from(value.wrapping_add(add)) << 32
                    }
                    false => old,
                }
            };
            let old = machine.update(Space::Global, lane as u32, address, 8, &change)?;
            if let Some(dst) = self.dst {
                machine.vector_mut(dst)[lane] = old as u32;
                machine.vector_mut(dst.plus(1))[lane] = (old >> 32) as u32;
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
        let pair = |reg: VReg| [reg, reg.plus(1)];
        let reads = [pair(self.data), pair(self.address)].concat();
        (reads, self.dst.into_iter().flat_map(pair).collect())
    }

    fn channel(&self) -> Option<Channel> {
        Some(match self.dst {
            Some(_) => channel::LOAD,
            None => channel::STORE,
        })
    }
}

pub(super) fn wide_address(machine: &dyn Machine, reg: VReg, lane: usize, offset: i64) -> u64 {
    let word = |n: u16| u64::from(machine.vector(reg.plus(n))[lane]);
    (word(0) | word(1) << 32).wrapping_add_signed(offset)
}

fn next(slots: &[bool; 3], slot: usize) -> usize {
    (slot + 1..3).find(|&slot| slots[slot]).unwrap_or(2)
}

impl Lowering<'_> {
    /// Four times the lane's number, in every lane.
    pub(super) fn lane_offsets(&mut self) -> VReg {
        let dst = self.temporary(1);
        let word = |lane: u32| 4 * lane;
        self.b.push(Uop::Custom(Arc::new(ByLane { dst, word })));
        dst
    }
}

#[derive(Debug)]
struct Block {
    load: bool,
    first: VReg,
    /// Registers from the first on, 32 unless the last one comes before that.
    count: u16,
    /// A 64-bit address in every lane.
    address: VReg,
    offset: i64,
    space: Space,
}

impl Custom for Block {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (exec, m0) = (machine.exec(), machine.scalar(registers::M0));
        for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0) {
            let base = wide_address(machine, self.address, lane, self.offset);
            for i in (0..self.count).filter(|i| m0 >> i & 1 != 0) {
                let reg = self.first.plus(i);
                let address = base.wrapping_add(4 * u64::from(i));
                let mut bytes = [0; 4];
                if self.load {
                    machine.load(self.space, lane as u32, address, &mut bytes)?;
                    machine.vector_mut(reg)[lane] = u32::from_le_bytes(bytes);
                } else {
                    bytes = machine.vector(reg)[lane].to_le_bytes();
                    machine.store(self.space, lane as u32, address, &bytes)?;
                }
            }
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let data = (0..self.count).map(|i| self.first.plus(i));
        let address = [self.address, self.address.plus(1)];
        match self.load {
            true => (address.to_vec(), data.collect()),
            false => (data.chain(address).collect(), Vec::new()),
        }
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![registers::M0], Vec::new())
    }

    fn channel(&self) -> Option<Channel> {
        Some(if self.load {
            channel::LOAD
        } else {
            channel::STORE
        })
    }
}
