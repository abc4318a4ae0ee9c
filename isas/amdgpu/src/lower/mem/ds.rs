//! Local memory, and the lane permutations that go through its crossbar.

use super::super::registers::M0;
use super::super::shuffle;
use super::super::{Lowering, Outcome, channel};
use super::Access;
use super::share::{Accesses, Count, Doing, Share};
use crate::inst::{AmdInst, OperandValue};
use crate::meaning::Meaning;
use crate::row;
use op::Op;
use std::sync::Arc;
use uop::{
    Addr, AtomicOp, Breadth, Channel, Custom, Extend, Machine, MemKind, MemOp, Reach, Space, Trap,
    Uop, VReg,
};

/// The operands by their roles.
#[derive(Default)]
pub(super) struct Parts {
    pub dst: Option<VReg>,
    pub address: Option<VReg>,
    pub data: Vec<VReg>,
    dst_words: u16,
}

impl Lowering<'_> {
    pub(in super::super) fn data_share(&mut self, inst: &AmdInst, meaning: Meaning) -> Outcome {
        let parts = self.ds_parts(inst)?;
        let share = match inst.mods.gds {
            0 => Share::Local,
            _ => Share::Global,
        };
        match meaning {
            // No memory takes part.
            Meaning::Swizzle => return self.swizzle(inst, &parts),
            Meaning::SendToLane | Meaning::FetchFromLane { .. } => {
                return self.ds_permute(inst, meaning, &parts);
            }
            Meaning::LoadTransposed { .. } => {
                let address = parts.address.ok_or("no address")?;
                return self.transposed(inst, Space::Local, parts.dst, address);
            }
            Meaning::RayStack(pops) => return self.ray_stack(inst, pops.into(), &parts),
            Meaning::CountLanes { up } => {
                self.data_share |= share == Share::Global;
                self.b.push(Uop::Custom(Arc::new(Count {
                    share,
                    dst: parts.dst.ok_or("no destination")?,
                    offset: inst.mods.offset as u32,
                    up,
                })));
                return Ok(());
            }
            _ if share == Share::Global => return self.lane_by_lane(inst, meaning, share, parts),
            Meaning::ShareAtomic(..) => return self.lane_by_lane(inst, meaning, share, parts),
            Meaning::LoadByLane | Meaning::StoreByLane => return self.ds_by_lane(inst, &parts),
            Meaning::LoadTwo(bytes, by)
            | Meaning::StoreTwo(bytes, by)
            | Meaning::ExchangeTwo(bytes, by) => {
                let offsets = two_offsets(inst, bytes, by);
                return self.two_addresses(meaning, bytes, offsets, &parts);
            }
            _ => {}
        }
        let Access { kind, bytes } = self.ds_access(meaning, parts.dst.is_some())?;
        let mut data = parts.data.first().copied();
        if let [a, b] = parts.data[..] {
            // The new value and the one compared are separate operands here.
            let (new, compared) = match inst.row().has(row::COMPARED_FIRST) {
                true => (b, a),
                false => (a, b),
            };
            data = Some(self.side_by_side(new, compared, u16::from(bytes / 4)));
        }
        let sink = self.temporary(0);
        self.local(
            kind,
            bytes,
            parts.address.ok_or("no address")?,
            inst.mods.offset.into(),
            parts.dst.unwrap_or(sink),
            data.unwrap_or(sink),
            true,
        );
        Ok(())
    }

    fn ds_access(&self, meaning: Meaning, returns: bool) -> Result<Access, String> {
        let mut access = Access::of(meaning, returns)?;
        // Data shares follow the mode of denormals, other memories do not.
        let flushes = || {
            self.float_mode(Op::AddF32)
                .is_some_and(|mode| mode.flushes_f32())
        };
        if let MemKind::Atomic { op, .. } = &mut access.kind
            && *op == AtomicOp::Apply(Op::SumF32)
            && flushes()
        {
            *op = AtomicOp::Apply(Op::SumFlushF32);
        }
        Ok(access)
    }

    fn lane_by_lane(
        &mut self,
        inst: &AmdInst,
        meaning: Meaning,
        share: Share,
        parts: Parts,
    ) -> Outcome {
        let load = MemKind::Load(Extend::Zero);
        let store = MemKind::Store { high: false };
        let exchange = MemKind::Atomic {
            op: AtomicOp::Exchange,
            returns: true,
        };
        let (doing, bytes, apart) = match meaning {
            Meaning::LoadTwo(bytes, by) => (Doing::Memory(load), bytes, Some(by)),
            Meaning::StoreTwo(bytes, by) => (Doing::Memory(store), bytes, Some(by)),
            Meaning::ExchangeTwo(bytes, by) => (Doing::Memory(exchange), bytes, Some(by)),
            Meaning::ShareAtomic(bytes, op) => (Doing::Share(op), bytes, None),
            Meaning::LoadByLane => (Doing::Memory(load), 4, None),
            Meaning::StoreByLane => (Doing::Memory(store), 4, None),
            _ => {
                let access = self.ds_access(meaning, parts.dst.is_some())?;
                (Doing::Memory(access.kind), access.bytes, None)
            }
        };
        let offsets = match apart {
            Some(by) => two_offsets(inst, bytes, by)
                .map(|offset| offset as u32)
                .to_vec(),
            None => vec![inst.mods.offset as u32],
        };
        self.data_share |= share == Share::Global;
        self.b.push(Uop::Custom(Arc::new(Accesses {
            share,
            doing,
            bytes,
            address: parts.address,
            offsets,
            data: parts.data,
            dst: parts.dst,
        })));
        Ok(())
    }

    fn ds_parts(&mut self, inst: &AmdInst) -> Result<Parts, String> {
        let mut parts = Parts::default();
        for (kind, operand) in inst.row().operands.iter().zip(inst.operands()) {
            let OperandValue::Reg(reg) = operand.value else {
                continue;
            };
            let register = self.vgpr(reg);
            match kind {
                row::OperandSlot::VDst(n) => {
                    parts.dst = Some(register);
                    parts.dst_words = (*n).max(1).into();
                }
                row::OperandSlot::V(_) => parts.address = Some(register),
                row::OperandSlot::Data(_) => parts.data.push(register),
                _ => {}
            }
        }
        Ok(parts)
    }

    #[allow(clippy::too_many_arguments)]
    fn local(
        &mut self,
        kind: MemKind,
        bytes: u8,
        base: VReg,
        offset: i64,
        dst: VReg,
        data: VReg,
        counted: bool,
    ) {
        let align = match kind {
            MemKind::Atomic { .. } => bytes,
            _ => 1,
        };
        self.push_memory(MemOp {
            space: Space::Local,
            kind,
            bytes,
            align,
            addr: Addr {
                base: base.into(),
                wide: false,
                scalar: None,
                offset,
                wrap32: true,
            },
            dst,
            data,
            lanes: None,
            channel: Some(match counted {
                true => channel::LDS,
                false => channel::LDS_PART,
            }),
        });
    }

    /// Copies two operands of so many words into consecutive registers.
    fn side_by_side(&mut self, a: VReg, b: VReg, words: u16) -> VReg {
        let to = self.temporary(2 * words);
        let op = if words == 2 { Op::MovB64 } else { Op::MovB32 };
        self.lane(op, to, &[a.into()]);
        self.lane(op, to.plus(words), &[b.into()]);
        to
    }

    fn two_addresses(
        &mut self,
        meaning: Meaning,
        bytes: u8,
        [first, second]: [i64; 2],
        parts: &Parts,
    ) -> Outcome {
        let words = u16::from(bytes / 4);
        let mut address = parts.address.ok_or("no address")?;
        let sink = self.temporary(0);
        if let Meaning::LoadTwo(..) = meaning {
            let dst = parts.dst.ok_or("no destination")?;
            let kind = MemKind::Load(Extend::Zero);
            if second == first + i64::from(bytes) {
                self.local(kind, 2 * bytes, address, first, dst, sink, true);
                return Ok(());
            }
            if (dst.0..dst.0 + words).contains(&address.0) {
                let copy = self.temporary(1);
                self.lane(Op::MovB32, copy, &[address.into()]);
                address = copy;
            }
            // One instruction counts once.
            self.local(kind, bytes, address, first, dst, sink, false);
            self.local(kind, bytes, address, second, dst.plus(words), sink, true);
            return Ok(());
        }
        let [a, b] = parts.data[..] else {
            return Err("operands of a store to two addresses".into());
        };
        if let Meaning::StoreTwo(..) = meaning {
            let kind = MemKind::Store { high: false };
            if second == first + i64::from(bytes) && b == a.plus(words) {
                self.local(kind, 2 * bytes, address, first, sink, a, true);
                return Ok(());
            }
            self.local(kind, bytes, address, first, sink, a, false);
            self.local(kind, bytes, address, second, sink, b, true);
            return Ok(());
        }
        let dst = parts.dst.ok_or("no destination")?;
        let kind = MemKind::Atomic {
            op: AtomicOp::Exchange,
            returns: true,
        };
        // The first result may overwrite the second operand or the address.
        let (mut address, mut b) = (address, b);
        let overwritten = dst.0..dst.0 + words;
        if overwritten.contains(&address.0) {
            let copy = self.temporary(1);
            self.lane(Op::MovB32, copy, &[address.into()]);
            address = copy;
        }
        if (b.0..b.0 + words).any(|reg| overwritten.contains(&reg)) {
            let copy = self.temporary(words);
            for n in 0..words {
                self.lane(Op::MovB32, copy.plus(n), &[b.plus(n).into()]);
            }
            b = copy;
        }
        self.local(kind, bytes, address, first, dst, a, false);
        self.local(kind, bytes, address, second, dst.plus(words), b, true);
        Ok(())
    }

    fn ds_by_lane(&mut self, inst: &AmdInst, parts: &Parts) -> Outcome {
        let address = self.lane_offsets();
        let low = self.scalar_temporary(1);
        let mask = self.b.scalar_constant(0xffff);
        self.scalar(Op::AndB32, low, &[M0, mask]);
        self.lane(Op::AddU32, address, &[address.into(), low.into()]);
        let load = parts.dst.is_some();
        let kind = if load {
            MemKind::Load(Extend::Zero)
        } else {
            MemKind::Store { high: false }
        };
        let data = parts.dst.or(parts.data.first().copied()).ok_or("no data")?;
        self.local(kind, 4, address, inst.mods.offset.into(), data, data, true);
        Ok(())
    }

    /// What a load has left in these registers goes on to local memory, where the lanes' words lie side by side
    /// from M0 on, and counts as a load until it is there.
    pub(super) fn load_to_share(&mut self, inst: &AmdInst, data: VReg, bytes: u8) {
        let bytes = bytes.max(4);
        let address = self.lane_offsets();
        if bytes > 4 {
            let words = self.b.constant(u32::from(bytes / 4));
            self.lane(Op::MulU32, address, &[address.into(), words.into()]);
        }
        self.lane(Op::AddU32, address, &[address.into(), M0.into()]);
        self.push_memory(MemOp {
            space: Space::Local,
            kind: MemKind::Store { high: false },
            bytes,
            align: 1,
            addr: Addr {
                base: address.into(),
                wide: false,
                scalar: None,
                offset: inst.mods.offset.into(),
                wrap32: true,
            },
            dst: data,
            data,
            lanes: None,
            channel: Some(channel::LOAD),
        });
    }

    fn swizzle(&mut self, inst: &AmdInst, parts: &Parts) -> Outcome {
        let dst = parts.dst.ok_or("no destination")?;
        let src = parts.address.ok_or("no source")?;
        let pattern = inst.mods.offset as usize;
        let mut swizzled = shuffle::shuffle(dst, src, |lane| Some(swizzle(pattern, lane)));
        swizzled.channel = Some(channel::LDS);
        self.b.push(shuffle::step(swizzled));
        Ok(())
    }

    fn ds_permute(&mut self, inst: &AmdInst, meaning: Meaning, parts: &Parts) -> Outcome {
        self.b.push(Uop::Custom(Arc::new(Permute {
            dst: parts.dst.ok_or("no destination")?,
            address: parts.address.ok_or("no address")?,
            data: *parts.data.first().ok_or("no data")?,
            offset: inst.mods.offset as u32,
            push: meaning == Meaning::SendToLane,
            fetch_inactive: meaning == Meaning::FetchFromLane { inactive: true },
            whole_wave: self.options.target.generation().permutes_whole_wave,
        })));
        Ok(())
    }
}

/// What is added to the address that two accesses have in common: the offsets count `by` times as many
/// bytes as each has.
fn two_offsets(inst: &AmdInst, bytes: u8, by: u8) -> [i64; 2] {
    let scale = i64::from(bytes) * i64::from(by);
    let offsets = [inst.mods.offset0, inst.mods.offset1];
    offsets.map(|offset| i64::from(offset) * scale)
}

/// The lane that `lane` reads, by the pattern in a swizzle's offset.
fn swizzle(pattern: usize, lane: usize) -> usize {
    let (half, at) = (lane & 32, lane & 31);
    let mask = pattern & 31;
    match pattern {
        0xe000.. => {
            let reversed = (at as u8).reverse_bits() as usize >> 3;
            half | (reversed >> mask.count_ones() | at & mask) & 31
        }
        0xc000.. => {
            let by = pattern >> 5 & 31;
            let by = if pattern >> 10 & 1 != 0 { 32 - by } else { by };
            half | at & mask | (at + by) & 31 & !mask
        }
        0x8000.. => lane & !3 | pattern >> (2 * (lane & 3)) & 3,
        _ => {
            let (or, xor) = (pattern >> 5 & 31, pattern >> 10 & 31);
            half | ((at & mask) | or) ^ xor
        }
    }
}

/// Lanes exchange words by byte addresses.
#[derive(Debug)]
struct Permute {
    dst: VReg,
    address: VReg,
    data: VReg,
    offset: u32,
    /// Lanes send instead of fetching.
    push: bool,
    fetch_inactive: bool,
    whole_wave: bool,
}

impl Custom for Permute {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (exec, lanes) = (machine.exec(), machine.lanes());
        let readable = if self.fetch_inactive { !0 } else { exec };
        // As many as a wave can have, so that no index has to be looked at.
        let (mut data, mut values) = ([0; 64], [0; 64]);
        data[..lanes].copy_from_slice(&machine.vector(self.data)[..lanes]);
        let (row, of_row) = match self.whole_wave {
            true => (0, lanes - 1),
            false => (32, 31),
        };
        for (lane, address) in machine.vector(self.address)[..lanes].iter().enumerate() {
            let word = address.wrapping_add(self.offset) as usize / 4;
            let other = (lane & row | word & of_row) & 63;
            if self.push {
                if exec >> lane & 1 != 0 {
                    values[other] = data[lane & 63];
                }
            } else if readable >> other & 1 != 0 {
                values[lane & 63] = data[other];
            }
        }
        let target = &mut machine.vector_mut(self.dst)[..lanes];
        if exec.count_ones() as usize == lanes {
            target.copy_from_slice(&values[..lanes]);
            return Ok(());
        }
        for lane in (0..lanes).filter(|lane| exec >> lane & 1 != 0) {
            target[lane] = values[lane];
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        match !self.fetch_inactive {
            true => Breadth::Active,
            false => Breadth::Unknown,
        }
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.address, self.data], vec![self.dst])
    }

    fn channel(&self) -> Option<Channel> {
        Some(channel::LDS)
    }
}
