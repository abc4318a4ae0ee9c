//! Local memory, and the lane permutations that go through its crossbar.

use super::super::layout::M0;
use super::super::shuffle;
use super::super::{Lowering, NO_MODEL, Outcome, channel};
use super::share::{Accesses, Count, Doing, Odd, Share};
use super::{Access, access, kind};
use crate::inst::{Inst, Value};
use crate::row;
use op::Op;
use std::sync::Arc;
use uop::{
    Addr, AtomicOp, Channel, Custom, Extend, Machine, MemKind, MemOp, Reach, Space, Trap, Uop, VReg,
};

/// An address that a result may overwrite.
const ADDRESS: u16 = 20;
/// Operands and results that must be next to each other.
const DATA: u16 = 16;

/// The operands by their roles.
#[derive(Default)]
struct Parts {
    dst: Option<VReg>,
    address: Option<VReg>,
    data: Vec<VReg>,
    dst_words: u16,
}

impl Lowering<'_> {
    pub(super) fn ds(&mut self, inst: &Inst) -> Outcome {
        let row = inst.row();
        if row.name.starts_with("ds_gws_") {
            return Err("there is no global wave sync".into());
        }
        if row.has(row::GDS_ONLY) {
            return Err("ordered counters of the pipeline are for graphics".into());
        }
        if row.has(row::BVH) {
            return Err("ray tracing is for graphics".into());
        }
        let parts = self.ds_parts(inst)?;
        let name = row.name.strip_prefix("ds_").ok_or("its name")?;
        let share = match inst.mods.gds {
            0 => Share::Local,
            _ => Share::Global,
        };
        match name {
            // No memory takes part.
            "swizzle_b32" => return self.swizzle(inst, &parts),
            "permute_b32" | "bpermute_b32" | "bpermute_fi_b32" => {
                return self.ds_permute(inst, &parts);
            }
            "append" | "consume" => {
                self.data_share |= share == Share::Global;
                self.b.push(Uop::Custom(Arc::new(Count {
                    share,
                    dst: parts.dst.ok_or("no destination")?,
                    offset: inst.mods.offset as u32,
                    append: name == "append",
                })));
                return Ok(());
            }
            _ => {}
        }
        if share == Share::Global || Odd::of(name).is_some() {
            return self.lane_by_lane(inst, name, share, parts);
        }
        if name.contains("addtid") {
            return self.ds_by_lane(inst, &parts);
        }
        if row.has(row::OFFSET2) {
            return self.two_addresses(inst, name, &parts);
        }
        let access = self.ds_access(name)?;
        let mut data = parts.data.first().copied();
        if let (Access::Atomic(bytes, AtomicOp::CompareSwap | AtomicOp::CompareSwapFloat), [a, b]) =
            (access, &parts.data[..])
        {
            // The new value and the one compared are separate operands here.
            let words = u16::from(bytes / 4);
            data = Some(self.side_by_side(*a, *b, words));
        }
        let returns = parts.dst.is_some();
        let sink = self.layout.temporary(0);
        self.local(
            kind(access, returns),
            access.bytes(),
            parts.address.ok_or("no address")?,
            inst.mods.offset.into(),
            parts.dst.unwrap_or(sink),
            data.unwrap_or(sink),
            true,
        );
        Ok(())
    }

    fn ds_access(&self, name: &str) -> Result<Access, String> {
        let access = access(name).ok_or(NO_MODEL)?;
        // Data shares follow the mode of denormals, other memories do not.
        let flushes = || {
            self.float_mode(Op::AddF32)
                .is_some_and(|mode| mode.flushes_f32())
        };
        Ok(match access {
            Access::Atomic(4, AtomicOp::Apply(Op::SumF32)) if flushes() => {
                Access::Atomic(4, AtomicOp::Apply(Op::SumFlushF32))
            }
            access => access,
        })
    }

    fn lane_by_lane(&mut self, inst: &Inst, name: &str, share: Share, parts: Parts) -> Outcome {
        let one = vec![inst.mods.offset as u32];
        let (doing, bytes, offsets) = if inst.row().has(row::OFFSET2) {
            let (bytes, offsets) = two_offsets(inst, name);
            let doing = match name.split('_').next() {
                Some("load") => Doing::Load(Extend::Zero),
                Some("store") => Doing::Store { high: false },
                Some("storexchg") => Doing::Atomic(AtomicOp::Exchange),
                _ => return Err(NO_MODEL.into()),
            };
            (doing, bytes, offsets.map(|offset| offset as u32).to_vec())
        } else if let Some(odd) = Odd::of(name) {
            let bytes = if name.ends_with("64") { 8 } else { 4 };
            (Doing::Odd(odd), bytes, one)
        } else {
            let access = self.ds_access(&name.replace("_addtid", ""))?;
            (access.into(), access.bytes(), one)
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

    fn ds_parts(&mut self, inst: &Inst) -> Result<Parts, String> {
        let mut parts = Parts::default();
        for (kind, operand) in inst.row().operands.iter().zip(inst.operands()) {
            let Value::Reg(reg) = operand.value else {
                continue;
            };
            let register = self.vgpr(reg);
            match kind {
                row::Op::VDst(n) => {
                    parts.dst = Some(register);
                    parts.dst_words = (*n).max(1).into();
                }
                row::Op::V(_) => parts.address = Some(register),
                row::Op::Data(_) => parts.data.push(register),
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
        let to = self.layout.temporary(DATA);
        let op = if words == 2 { Op::MovB64 } else { Op::MovB32 };
        self.lane(op, to, &[a.into()]);
        self.lane(op, to.plus(words), &[b.into()]);
        to
    }

    fn two_addresses(&mut self, inst: &Inst, name: &str, parts: &Parts) -> Outcome {
        let (bytes, [first, second]) = two_offsets(inst, name);
        let words = u16::from(bytes / 4);
        let mut address = parts.address.ok_or("no address")?;
        let sink = self.layout.temporary(0);
        if name.starts_with("load") {
            let dst = parts.dst.ok_or("no destination")?;
            let kind = MemKind::Load(Extend::Zero);
            if second == first + i64::from(bytes) {
                self.local(kind, 2 * bytes, address, first, dst, sink, true);
                return Ok(());
            }
            if (dst.0..dst.0 + words).contains(&address.0) {
                let copy = self.layout.temporary(ADDRESS);
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
        if name.starts_with("store_") {
            let kind = MemKind::Store { high: false };
            if second == first + i64::from(bytes) && b == a.plus(words) {
                self.local(kind, 2 * bytes, address, first, sink, a, true);
                return Ok(());
            }
            self.local(kind, bytes, address, first, sink, a, false);
            self.local(kind, bytes, address, second, sink, b, true);
            return Ok(());
        }
        if !name.starts_with("storexchg") {
            return Err(NO_MODEL.into());
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
            let copy = self.layout.temporary(ADDRESS);
            self.lane(Op::MovB32, copy, &[address.into()]);
            address = copy;
        }
        if (b.0..b.0 + words).any(|reg| overwritten.contains(&reg)) {
            let copy = self.layout.temporary(DATA);
            for n in 0..words {
                self.lane(Op::MovB32, copy.plus(n), &[b.plus(n).into()]);
            }
            b = copy;
        }
        self.local(kind, bytes, address, first, dst, a, false);
        self.local(kind, bytes, address, second, dst.plus(words), b, true);
        Ok(())
    }

    fn ds_by_lane(&mut self, inst: &Inst, parts: &Parts) -> Outcome {
        let address = self.layout.temporary(ADDRESS);
        self.b.push(Uop::Custom(Arc::new(super::flat::LaneOffsets {
            dst: address,
        })));
        let low = self.layout.scalar_temporary(0);
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

    fn swizzle(&mut self, inst: &Inst, parts: &Parts) -> Outcome {
        let dst = parts.dst.ok_or("no destination")?;
        let src = parts.address.ok_or("no source")?;
        let pattern = inst.mods.offset as usize;
        let mut swizzled = shuffle::shuffle(dst, src, |lane| Some(swizzle(pattern, lane)));
        swizzled.channel = Some(channel::LDS);
        self.b.push(shuffle::step(swizzled));
        Ok(())
    }

    fn ds_permute(&mut self, inst: &Inst, parts: &Parts) -> Outcome {
        let name = inst.row().name;
        self.b.push(Uop::Custom(Arc::new(Permute {
            dst: parts.dst.ok_or("no destination")?,
            address: parts.address.ok_or("no address")?,
            data: *parts.data.first().ok_or("no data")?,
            offset: inst.mods.offset as u32,
            push: name == "ds_permute_b32",
            fetch_inactive: name == "ds_bpermute_fi_b32",
            // RDNA 4 reaches all lanes of a wave of 64, RDNA 3 those of the same half.
            whole_wave: self.options.target.is_rdna4(),
        })));
        Ok(())
    }
}

/// Bytes at each address, and what is added to the one that both have in common.
fn two_offsets(inst: &Inst, name: &str) -> (u8, [i64; 2]) {
    let bytes = if name.ends_with("b64") { 8 } else { 4 };
    let scale = i64::from(bytes) * if name.contains("stride64") { 64 } else { 1 };
    let offsets = [inst.mods.offset0, inst.mods.offset1];
    (bytes, offsets.map(|offset| i64::from(offset) * scale))
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
        let mut values = [0; 64];
        let addresses = &machine.vector(self.address)[..lanes];
        let data = &machine.vector(self.data)[..lanes];
        for (lane, address) in addresses.iter().enumerate() {
            let word = address.wrapping_add(self.offset) as usize / 4;
            let other = match self.whole_wave {
                true => word % lanes,
                false => lane & 32 | word & 31,
            };
            let (from, to) = if self.push {
                (lane, other)
            } else {
                (other, lane)
            };
            if self.fetch_inactive || exec >> from & 1 != 0 {
                values[to] = data[from];
            }
        }
        let target = machine.vector_mut(self.dst);
        for lane in (0..lanes).filter(|lane| exec >> lane & 1 != 0) {
            target[lane] = values[lane];
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.address, self.data], vec![self.dst])
    }

    fn channel(&self) -> Option<Channel> {
        Some(channel::LDS)
    }
}
