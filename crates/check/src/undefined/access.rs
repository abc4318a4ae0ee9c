//! What accesses to memory do to undefined bits.

use super::findings::Sink;
use super::memory::{Large, Small, Words};
use super::origin::Source;
use super::registers::Bits;
use super::steps::{Marks, Taking, lanes_of};
use uop::{Apertures, AtomicOp, Extend, MemKind, MemOp, ScalarLoad, Space, VReg};

/// The memories that a wave sees, of which bits may be undefined.
pub(super) struct Memories<'a> {
    pub global: &'a mut Large,
    pub local: &'a mut Small,
    /// Lane after lane.
    pub private: &'a mut Small,
    /// Bytes of each lane's part.
    pub private_bytes: u64,
    pub flat: &'a Apertures,
}

impl Memories<'_> {
    fn words(&mut self, space: Space, lane: usize, address: u64) -> Option<(&mut dyn Words, u64)> {
        match space {
            Space::Global => Some((self.global, address)),
            Space::Local => Some((self.local, address)),
            Space::Private if address < self.private_bytes => {
                Some((self.private, lane as u64 * self.private_bytes + address))
            }
            Space::Flat => {
                let (space, address) = self.flat.behind(address);
                self.words(space, lane, address)
            }
            Space::Private | Space::Constant | Space::Cluster => None,
        }
    }

    /// Up to four bytes.
    pub fn load(&mut self, space: Space, lane: usize, address: u64, bytes: u32) -> Bits {
        match self.words(space, lane, address) {
            Some((words, at)) => words.load(at, bytes),
            None => Bits::default(),
        }
    }

    pub fn store(&mut self, space: Space, lane: usize, address: u64, bytes: u32, bits: Bits) {
        if let Some((words, at)) = self.words(space, lane, address) {
            words.store(at, bytes, bits);
        }
    }

    /// What the bytes are called that were never written.
    pub fn source(&self, space: Space, address: u64) -> Source {
        match space {
            Space::Flat => {
                let (space, address) = self.flat.behind(address);
                Source::Memory(space, address)
            }
            space => Source::Memory(space, address),
        }
    }
}

/// The bytes of each word of an access.
fn pieces(bytes: u8) -> impl Iterator<Item = (u16, u32)> {
    (0..u16::from(bytes.div_ceil(4))).map(move |n| (n, u32::from(bytes).min(4)))
}

impl Marks<'_> {
    /// Undefined bits of up to four bytes, as they arrive.
    pub fn loaded(
        &mut self,
        memories: &mut Memories<'_>,
        space: Space,
        lane: usize,
        address: u64,
        bytes: u32,
    ) -> Bits {
        let mut bits = memories.load(space, lane, address, bytes);
        if bits.mask != 0 && bits.tag == 0 {
            bits.tag = self.origins.start(memories.source(space, address & !3));
        }
        self.through(bits)
    }
}

impl Taking<'_> {
    /// The addresses of an access decide.
    pub fn addresses(&mut self, op: &MemOp, lanes: u64) {
        let addr = &op.addr;
        if let Some(reg) = op.lanes {
            for lane in lanes_of(self.wave.exec()) {
                let bits = self.vector(reg, lane);
                if bits.mask & 1 != 0 {
                    self.decide(Sink::Lanes, bits.tag, Some(lane));
                    self.define(reg, 1, lane);
                }
            }
        }
        let words = if addr.wide { 2 } else { 1 };
        self.decide_source(Sink::Address, addr.base, words, lanes);
        if let Some(reg) = addr.scalar {
            self.decide_scalars(Sink::Address, reg, 2);
        }
    }

    /// What a lane gets from or leaves in memory, at its address there.
    pub fn lane(
        &mut self,
        op: &MemOp,
        memories: &mut Memories<'_>,
        (space, address): (Space, u64),
        lane: usize,
    ) {
        match op.kind {
            MemKind::Load(extend) => {
                for (n, bytes) in pieces(op.bytes) {
                    let at = address.wrapping_add(4 * u64::from(n));
                    let bits = self.loaded(memories, space, lane, at, bytes);
                    self.fill(op.dst.plus(n), lane, bits, bytes, extend);
                }
            }
            MemKind::Store { high } => {
                for (n, bytes) in pieces(op.bytes) {
                    let at = address.wrapping_add(4 * u64::from(n));
                    let mut bits = self.vector(op.data.plus(n), lane);
                    bits.mask >>= if high && bytes < 4 { 16 } else { 0 };
                    let bits = self.through(bits);
                    memories.store(space, lane, at, bytes, bits);
                }
            }
            MemKind::Atomic { op: how, .. } => {
                self.atomic(op, how, memories, (space, address), lane);
            }
        }
    }

    fn atomic(
        &mut self,
        op: &MemOp,
        how: AtomicOp,
        memories: &mut Memories<'_>,
        (space, address): (Space, u64),
        lane: usize,
    ) {
        let words = u16::from(op.bytes.div_ceil(4));
        for (n, bytes) in pieces(op.bytes) {
            let at = address.wrapping_add(4 * u64::from(n));
            let old = self.loaded(memories, space, lane, at, bytes);
            let data = self.vector(op.data.plus(n), lane);
            let decides = |this: &mut Self, bits: Bits| {
                if bits.mask != 0 {
                    this.decide(Sink::Atomic, bits.tag, Some(lane));
                }
            };
            let new = match how {
                // What was there only comes back.
                AtomicOp::Exchange => self.through(data),
                AtomicOp::Apply(_) => {
                    decides(self, data);
                    decides(self, old);
                    Bits::default()
                }
                AtomicOp::CompareSwap | AtomicOp::CompareSwapFloat => {
                    let reg = op.data.plus(words + n);
                    let compare = self.vector(reg, lane);
                    decides(self, compare);
                    decides(self, old);
                    self.define(reg, 1, lane);
                    self.through(data)
                }
            };
            memories.store(space, lane, at, bytes, new);
            if let MemKind::Atomic { returns: true, .. } = op.kind {
                let bits = match how {
                    AtomicOp::Exchange => old,
                    _ => Bits::default(),
                };
                let dst = op.dst.plus(n);
                self.set_vector(dst, lane, bits);
            }
        }
    }

    /// A value of so many bytes fills a register.
    fn fill(&mut self, dst: VReg, lane: usize, bits: Bits, bytes: u32, extend: Extend) {
        let mut bits = bits;
        if bytes < 4 {
            let old = self.vector(dst, lane);
            bits = filled(bits, bytes, extend, old);
        }
        self.set_vector(dst, lane, bits);
    }

    pub fn scalar_load(&mut self, load: &ScalarLoad, memories: &mut Memories<'_>) {
        self.decide_scalars(Sink::Address, load.base, 2);
        if let Some(index) = load.index {
            self.decide_scalars(Sink::Address, index, 1);
        }
        let index = load.index.map_or(0, |reg| self.wave.scalar(reg));
        let address = load.address(self.wave.scalar_pair(load.base), index);
        for (n, bytes) in pieces(load.bytes) {
            let at = address.wrapping_add(4 * u64::from(n));
            let mut bits = self.loaded(memories, load.space, 0, at, bytes);
            let dst = load.dst.plus(n);
            if bytes < 4 {
                let old = self.scalar(dst);
                bits = filled(bits, bytes, load.extend, old);
            }
            self.registers.set_scalar(dst, bits);
        }
    }
}

fn filled(bits: Bits, bytes: u32, extend: Extend, old: Bits) -> Bits {
    // Undefined bits go where the value's do: a sign that is undefined is so wherever it is repeated.
    let kept = extend.kept();
    let mask = extend.fill(bits.mask, 8 * bytes, 0) & !kept | old.mask & kept;
    let tag = if bits.mask != 0 { bits.tag } else { old.tag };
    Bits { mask, tag }
}
