//! How others watch a run.

use crate::access::is_store;
use crate::wave::{MAX_LANES, lanes_of};
use crate::{Fault, Hazard, Site, Stats, Wave, Workgroup};
use std::ops::{ControlFlow, Range};
use uop::{Apertures, Custom, Machine, MemKind, MemOp, OrderEvent, Space, UopIdx, in_cluster};

pub use uop::Access;

/// An observer asks the run to stop before the step it was told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop;

/// The lanes of an access, and where each of them goes.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<'a> {
    /// Those that take part.
    pub mask: u64,
    /// An address for each, in terms of the space that the step names.
    pub addresses: &'a [u64; MAX_LANES],
    /// What all of them have in common.
    pub extent: Extent,
    /// Where the flat address space shows other memories.
    pub flat: &'a Apertures,
}

/// Where the lanes of an access go, all together.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Bits that are set in any of the addresses.
    pub bits: u64,
    /// The lowest address and the highest.
    pub low: u64,
    /// See above.
    pub high: u64,
    /// Every lane begins where the one before it ends, or behind that.
    pub ascends: bool,
    /// Lanes without a gap between them, of which each begins where the one before it ends.
    pub run: bool,
}

impl Extent {
    /// Of so many bytes for each lane of `mask`, of which there is at least one.
    pub(crate) fn of(addresses: &[u64; MAX_LANES], mask: u64, bytes: u8) -> Extent {
        let first = mask.trailing_zeros() as usize;
        let count = (mask >> first).trailing_ones() as usize;
        if mask.count_ones() as usize == count {
            return Extent::of_all(&addresses[first..first + count], bytes);
        }
        let (mut some, mut len) = ([0; MAX_LANES], 0);
        for lane in lanes_of(mask) {
            some[len] = addresses[lane];
            len += 1;
        }
        Extent {
            run: false,
            ..Extent::of_all(&some[..len], bytes)
        }
    }

    fn of_all(addresses: &[u64], bytes: u8) -> Extent {
        let bits = addresses.iter().fold(0, |bits, address| bits | address);
        let pairs = addresses.iter().zip(&addresses[1..]);
        let differ = pairs.fold(0, |differ, (one, next)| {
            differ | next.wrapping_sub(*one).wrapping_sub(bytes.into())
        });
        let (first, last) = (addresses[0], addresses[addresses.len() - 1]);
        // Of addresses that are not huge, a difference is negative where its highest bit is set.
        let ascends = differ >> 63 == 0 && bits <= u64::MAX >> 2;
        let (low, high) = match ascends {
            true => (first, last),
            false => addresses
                .iter()
                .fold((first, first), |(low, high), &address| {
                    (low.min(address), high.max(address))
                }),
        };
        Extent {
            bits,
            low,
            high,
            ascends,
            run: ascends && differ == 0,
        }
    }
}

impl Lanes<'_> {
    /// Where a lane goes: the space, whose local memory it is, and the address there.
    #[inline]
    pub fn place(&self, wave: &Wave, space: Space, lane: usize) -> (Space, [u32; 3], u64) {
        let (group, address) = (wave.place.group, self.addresses[lane]);
        match space {
            Space::Flat => {
                let (space, address) = self.flat.behind(address);
                (space, group, address)
            }
            Space::Cluster => {
                let (rank, byte) = in_cluster(address);
                let known = rank < wave.place.cluster;
                let group = if known { wave.place.peer(rank) } else { group };
                (Space::Local, group, byte)
            }
            space => (space, group, address),
        }
    }

    /// The accesses one by one.
    pub fn for_each(&self, wave: &Wave, op: &MemOp, mut f: impl FnMut(&Access)) {
        for lane in lanes_of(self.mask) {
            let (space, group, address) = self.place(wave, op.space, lane);
            f(&Access {
                space,
                group,
                lane: lane as u32,
                address,
                bytes: op.bytes.into(),
                store: is_store(op),
                atomic: matches!(op.kind, MemKind::Atomic { .. }),
                value: stored(wave, op, lane),
            });
        }
    }
}

/// What a lane stores, for observers.
fn stored(wave: &Wave, op: &MemOp, lane: usize) -> u64 {
    let MemKind::Store { high } = op.kind else {
        return 0;
    };
    let word = |register: u16| u64::from(wave.vector.get(op.data.plus(register))[lane]);
    match op.bytes {
        bytes @ 1..4 => {
            let value = word(0) >> if high { 16 } else { 0 };
            value & ((1 << (8 * bytes)) - 1)
        }
        // Two words as they lie in memory, or a digest of more.
        bytes => (0..u16::from(bytes / 4))
            .rev()
            .fold(0, |all, i| all.rotate_left(32) ^ word(i)),
    }
}

/// Sees what happens and may stop it. `()` compiles away; a pair is an observer.
pub trait Observer {
    /// False for observers that never look: the engine then does not even ask.
    fn active(&self) -> bool {
        true
    }

    /// Only instructions that [`crate::Dispatch::mark`] marked need to be announced: the others
    /// run as if there were no observer. More may be announced nevertheless.
    fn marked_only(&self) -> bool {
        false
    }

    /// Wants to hear of [`Observer::access`] and [`Observer::memory`].
    fn sees_memory(&self) -> bool {
        self.active() && !self.marked_only()
    }

    /// Before an instruction is issued.
    fn issue(&mut self, _at: &Site, _wave: &Wave) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// Before a step, of which an instruction has one or more, where each is taken by itself. The
    /// wave is at it.
    fn step(&mut self, _at: &Site, _wave: &Wave) {}

    /// Before steps of whole instructions, which follow each other, touch nothing but registers and use
    /// nothing that is in flight. The wave is at the first. True if none of them has to be told of:
    /// neither [`Observer::issue`] nor [`Observer::step`] is called for them then.
    fn stretch(&mut self, _at: &Site, _wave: &Wave, _steps: Range<UopIdx>) -> bool {
        false
    }

    /// After the addresses of an access are known, before it takes place.
    fn access(&mut self, _at: &Site, _access: &Access) {}

    /// The same for all lanes of a step at once.
    fn memory(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) {
        lanes.for_each(wave, op, |access| self.access(at, access));
    }

    /// Before a custom operation, with a machine that forgets what is written to it.
    fn custom(&mut self, _at: &Site, _custom: &dyn Custom, _machine: &mut dyn Machine) {}

    /// A register or slot in flight was used before it was waited for (strict delivery only).
    fn hazard(&mut self, _at: &Site, _hazard: &Hazard) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// Active lanes of a wave disagreed on a branch.
    fn diverge(&mut self, _at: &Site) {}

    /// A barrier was passed: of one workgroup, or of all of a cluster.
    fn barrier(&mut self, _groups: &[[u32; 3]]) {}

    /// A wave signalled at a barrier in two halves, or passed it.
    fn order(&mut self, _at: &Site, _event: &OrderEvent) {}

    /// All waves of a workgroup, or of a cluster, have ended: nothing more will come from them.
    fn ended(&mut self, _groups: &[[u32; 3]]) {}

    /// The turn of a wave is over and the next has not begun.
    fn turn(&mut self, _group: &Workgroup, _wave: usize, _so_far: &Stats) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// The run ends here, for this reason.
    fn fault(&mut self, _fault: &Fault) {}
}

impl Observer for () {
    #[inline(always)]
    fn active(&self) -> bool {
        false
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn active(&self) -> bool {
        self.0.active() || self.1.active()
    }

    fn marked_only(&self) -> bool {
        let content = |active: bool, marked_only: bool| !active || marked_only;
        content(self.0.active(), self.0.marked_only())
            && content(self.1.active(), self.1.marked_only())
    }

    fn sees_memory(&self) -> bool {
        self.0.sees_memory() || self.1.sees_memory()
    }

    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        self.0.issue(at, wave)?;
        self.1.issue(at, wave)
    }

    fn step(&mut self, at: &Site, wave: &Wave) {
        self.0.step(at, wave);
        self.1.step(at, wave);
    }

    fn stretch(&mut self, at: &Site, wave: &Wave, steps: Range<UopIdx>) -> bool {
        let quiet = !self.0.active() || self.0.stretch(at, wave, steps.clone());
        quiet && (!self.1.active() || self.1.stretch(at, wave, steps))
    }

    fn access(&mut self, at: &Site, access: &Access) {
        self.0.access(at, access);
        self.1.access(at, access);
    }

    fn memory(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) {
        if self.0.sees_memory() {
            self.0.memory(at, wave, op, lanes);
        }
        if self.1.sees_memory() {
            self.1.memory(at, wave, op, lanes);
        }
    }

    fn custom(&mut self, at: &Site, custom: &dyn Custom, machine: &mut dyn Machine) {
        self.0.custom(at, custom, machine);
        self.1.custom(at, custom, machine);
    }

    fn hazard(&mut self, at: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        self.0.hazard(at, hazard)?;
        self.1.hazard(at, hazard)
    }

    fn diverge(&mut self, at: &Site) {
        self.0.diverge(at);
        self.1.diverge(at);
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        self.0.barrier(groups);
        self.1.barrier(groups);
    }

    fn order(&mut self, at: &Site, event: &OrderEvent) {
        self.0.order(at, event);
        self.1.order(at, event);
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        self.0.ended(groups);
        self.1.ended(groups);
    }

    fn turn(&mut self, group: &Workgroup, wave: usize, so_far: &Stats) -> ControlFlow<Stop> {
        self.0.turn(group, wave, so_far)?;
        self.1.turn(group, wave, so_far)
    }

    fn fault(&mut self, fault: &Fault) {
        self.0.fault(fault);
        self.1.fault(fault);
    }
}

/// An observer that may not be there.
impl<O: Observer> Observer for Option<O> {
    fn active(&self) -> bool {
        self.as_ref().is_some_and(O::active)
    }

    fn marked_only(&self) -> bool {
        self.as_ref().is_none_or(O::marked_only)
    }

    fn sees_memory(&self) -> bool {
        self.as_ref().is_some_and(O::sees_memory)
    }

    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        self.as_mut()
            .map_or(ControlFlow::Continue(()), |own| own.issue(at, wave))
    }

    fn access(&mut self, at: &Site, access: &Access) {
        self.iter_mut().for_each(|own| own.access(at, access));
    }

    fn hazard(&mut self, at: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        self.as_mut()
            .map_or(ControlFlow::Continue(()), |own| own.hazard(at, hazard))
    }

    fn diverge(&mut self, at: &Site) {
        self.iter_mut().for_each(|own| own.diverge(at));
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        self.iter_mut().for_each(|own| own.barrier(groups));
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        self.iter_mut().for_each(|own| own.ended(groups));
    }

    fn turn(&mut self, group: &Workgroup, wave: usize, so_far: &Stats) -> ControlFlow<Stop> {
        self.as_mut().map_or(ControlFlow::Continue(()), |own| {
            own.turn(group, wave, so_far)
        })
    }

    fn fault(&mut self, fault: &Fault) {
        self.iter_mut().for_each(|own| own.fault(fault));
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn active(&self) -> bool {
        (**self).active()
    }

    fn marked_only(&self) -> bool {
        (**self).marked_only()
    }

    fn sees_memory(&self) -> bool {
        (**self).sees_memory()
    }

    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        (**self).issue(at, wave)
    }

    fn step(&mut self, at: &Site, wave: &Wave) {
        (**self).step(at, wave);
    }

    fn stretch(&mut self, at: &Site, wave: &Wave, steps: Range<UopIdx>) -> bool {
        (**self).stretch(at, wave, steps)
    }

    fn access(&mut self, at: &Site, access: &Access) {
        (**self).access(at, access);
    }

    fn memory(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) {
        (**self).memory(at, wave, op, lanes);
    }

    fn custom(&mut self, at: &Site, custom: &dyn Custom, machine: &mut dyn Machine) {
        (**self).custom(at, custom, machine);
    }

    fn hazard(&mut self, at: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        (**self).hazard(at, hazard)
    }

    fn diverge(&mut self, at: &Site) {
        (**self).diverge(at);
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        (**self).barrier(groups);
    }

    fn order(&mut self, at: &Site, event: &OrderEvent) {
        (**self).order(at, event);
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        (**self).ended(groups);
    }

    fn turn(&mut self, group: &Workgroup, wave: usize, so_far: &Stats) -> ControlFlow<Stop> {
        (**self).turn(group, wave, so_far)
    }

    fn fault(&mut self, fault: &Fault) {
        (**self).fault(fault);
    }
}
