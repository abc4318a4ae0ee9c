//! What a checker and the clock are told of the order of accesses: which operations go their own way, who waits for
//! them, and where threads meet.
//!
//! A hart issues and goes on. That an operation is done is known to it only when it has waited, not
//! when another unit needed the result: so what it has waited for is kept here, apart from what is in
//! flight.

use super::clock::Landing;
use super::copy::Done;
use super::env::{Env, PES};
use super::flight::Extent;
use super::op::Memory;
use super::thread::ThreadPlace;
use uop::{Access, OrderEvent, Rendezvous, RendezvousKind, Space};

/// An event, whose it is and at which instruction.
#[derive(Debug)]
pub struct Told {
    pub owner: ThreadPlace,
    pub pc: u64,
    pub event: OrderEvent,
}

/// What there is to be told, and what threads have not waited for.
#[derive(Debug, Default)]
pub struct Order {
    pub told: Vec<Told>,
    started: Vec<Started>,
    operations: u64,
}

#[derive(Debug)]
struct Started {
    owner: ThreadPlace,
    operation: u64,
    class: Class,
    /// The unit, and for copies what they write and read, to find those that wait for each other.
    unit: u32,
    reads: Vec<Extent>,
    writes: Vec<Extent>,
}

/// Kinds of operations that threads wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    Access { memory: Memory, load: bool },
    Mma,
    Copy(Done),
}

/// Units that work in order. Copies do not, and each that is under way is one of its own.
const MMA: u32 = 2;
const COPIES: u32 = 3;

/// The unit of loads, stores and atomics of a space.
pub fn access_unit(memory: Memory) -> u32 {
    match memory {
        Memory::Global => 0,
        Memory::Shared => 1,
    }
}

/// The workgroup with a number of a launch.
pub fn group_of(linear: u64, grid: [u32; 3]) -> [u32; 3] {
    let [nx, ny, _] = grid.map(u64::from);
    [linear % nx, linear / nx % ny, linear / nx / ny].map(|n| n as u32)
}

impl Env<'_> {
    /// An extent as the thread's access to it.
    pub fn access(&self, owner: ThreadPlace, extent: &Extent, store: bool, atomic: bool) -> Access {
        let (space, group) = match extent.shared_of {
            None => (Space::Global, owner.group),
            Some(pe) => (Space::Local, self.group(owner, pe)),
        };
        Access {
            space,
            group,
            lane: 0,
            address: extent.start,
            bytes: u32::try_from(extent.len).unwrap_or(u32::MAX),
            store,
            atomic,
            value: 0,
        }
    }

    fn group(&self, owner: ThreadPlace, pe: u8) -> [u32; 3] {
        let linear = u64::from(owner.cluster) * PES + u64::from(pe);
        group_of(linear, self.grid.size)
    }

    fn event(&mut self, owner: ThreadPlace, pc: u64, event: OrderEvent) {
        if let Some(order) = &mut self.order {
            order.told.push(Told { owner, pc, event });
        }
    }

    /// The hart touches memory itself.
    pub fn hart_touches(&mut self, owner: ThreadPlace, pc: u64, access: Access, strong: bool) {
        let event = OrderEvent::Touches {
            access,
            unit: None,
            strong,
        };
        self.event(owner, pc, event);
    }

    /// An operation begins that reads and writes these bytes, and its thread will wait for it. Returns
    /// its number.
    pub fn begins(
        &mut self,
        owner: ThreadPlace,
        pc: u64,
        class: Class,
        (reads, writes): (&[Extent], &[Extent]),
        atomic: bool,
    ) -> u64 {
        let Some(order) = &mut self.order else {
            return 0;
        };
        order.operations += 1;
        let operation = order.operations;
        let own = || order.started.iter().filter(|it| it.owner == owner);
        let unit = match class {
            Class::Access { memory, .. } => access_unit(memory),
            Class::Mma => MMA,
            Class::Copy(_) => {
                let free = |unit: &u32| !own().any(|it| it.unit == *unit);
                (COPIES..).find(free).unwrap_or(COPIES)
            }
        };
        // Copies of one thread wait for each other where they are at the same bytes.
        let overlap =
            |a: &[Extent], b: &[Extent]| a.iter().any(|x| b.iter().any(|y| x.overlaps(y)));
        let before: Vec<u64> = match class {
            Class::Copy(_) => own()
                .filter(|it| matches!(it.class, Class::Copy(_)))
                .filter(|it| {
                    overlap(writes, &it.reads)
                        || overlap(writes, &it.writes)
                        || overlap(reads, &it.writes)
                })
                .map(|it| it.operation)
                .collect(),
            _ => Vec::new(),
        };
        let kept = |extents: &[Extent]| match class {
            Class::Copy(_) => extents.to_vec(),
            _ => Vec::new(),
        };
        let started = Started {
            owner,
            operation,
            unit,
            reads: kept(reads),
            writes: kept(writes),
            class,
        };
        order.started.push(started);
        self.event(owner, pc, OrderEvent::Begins { operation, unit });
        for before in before {
            let operation = before;
            self.event(owner, pc, OrderEvent::Follows { operation, unit });
        }
        for (extents, store) in [(reads, false), (writes, true)] {
            for extent in extents {
                let access = Access {
                    // No two operations are known to leave the same.
                    value: operation,
                    ..self.access(owner, extent, store, atomic)
                };
                let event = OrderEvent::Touches {
                    access,
                    unit: Some(unit),
                    strong: false,
                };
                self.event(owner, pc, event);
            }
        }
        operation
    }

    /// Bulk copies that have not been committed are of this group.
    pub fn commits(&mut self, owner: ThreadPlace, group: u8) {
        let started = self.order.iter_mut().flat_map(|order| &mut order.started);
        for it in started.filter(|it| it.owner == owner) {
            if it.class == Class::Copy(Done::Bulk(None)) {
                it.class = Class::Copy(Done::Bulk(Some(group)));
            }
        }
    }

    /// The thread has waited until at most so many operations of a kind are not done.
    pub fn waited(
        &mut self,
        owner: ThreadPlace,
        pc: u64,
        at_most: usize,
        of: impl Fn(&Class) -> bool,
    ) {
        let Some(order) = &mut self.order else {
            return;
        };
        let is = |it: &Started| it.owner == owner && of(&it.class);
        let mut left = order.started.iter().filter(|it| is(it)).count();
        let mut done = Vec::new();
        order.started.retain(|it| {
            let ends = is(it) && left > at_most;
            left -= usize::from(ends);
            if ends {
                done.push(it.operation);
            }
            !ends
        });
        for operation in done {
            self.event(owner, pc, OrderEvent::Ends { operation });
        }
    }

    /// A copy that says so at an object or a semaphore is done.
    pub fn copy_leaves(
        &mut self,
        (owner, pc): (ThreadPlace, u64),
        at: Rendezvous,
        (operation, landing): (u64, Landing),
        anew: bool,
    ) {
        if let Some(clock) = &mut self.clock {
            clock.copy_leaves(owner, at, anew, landing);
        }
        let leaves = OrderEvent::Leaves {
            at,
            operation: Some(operation),
            anew,
            units: u32::from(at.kind == RendezvousKind::Semaphore),
        };
        self.event(owner, pc, leaves);
    }

    /// What the thread has done, and waited for, is left for others.
    pub fn leaves(&mut self, owner: ThreadPlace, pc: u64, at: Rendezvous, anew: bool) {
        self.raises(owner, pc, at, anew, 0);
    }

    /// The same at a semaphore, which that raises.
    pub fn raises(&mut self, owner: ThreadPlace, pc: u64, at: Rendezvous, anew: bool, units: u32) {
        if let Some(clock) = &mut self.clock {
            clock.leaves(owner, at, anew, units);
        }
        let leaves = OrderEvent::Leaves {
            at,
            operation: None,
            anew,
            units,
        };
        self.event(owner, pc, leaves);
    }

    /// The thread comes after what was left: all of it, or the oldest units.
    pub fn takes(&mut self, owner: ThreadPlace, pc: u64, at: Rendezvous, units: Option<u32>) {
        if let Some(clock) = &mut self.clock {
            clock.takes(owner, at, units);
        }
        self.event(owner, pc, OrderEvent::Takes { at, units });
    }

    /// A barrier of the thread's workgroup or cluster.
    pub fn at_barrier(&self, owner: ThreadPlace, cluster: bool, id: u8, phase: bool) -> Rendezvous {
        let pe = if cluster { 0 } else { owner.pe };
        Rendezvous {
            kind: match cluster {
                true => RendezvousKind::ClusterBarrier,
                false => RendezvousKind::Barrier,
            },
            group: self.group(owner, pe),
            number: id.into(),
            phase: phase.into(),
        }
    }

    /// An mbarrier in a phase.
    pub fn at_mbarrier(&self, owner: ThreadPlace, pe: u8, offset: u64, phase: bool) -> Rendezvous {
        Rendezvous {
            kind: RendezvousKind::Counter,
            group: self.group(owner, pe),
            number: offset,
            phase: phase.into(),
        }
    }

    /// An operation on an mbarrier needs that it was set up, which is a store, and orders nothing by
    /// itself.
    pub fn uses_mbarrier(
        &mut self,
        owner: ThreadPlace,
        pc: u64,
        (pe, offset): (u8, u64),
        sets_up: bool,
    ) {
        if self.order.is_none() {
            return;
        }
        let extent = Extent {
            shared_of: Some(pe),
            start: offset,
            len: 8,
        };
        let access = self.access(owner, &extent, sets_up, false);
        self.hart_touches(owner, pc, access, !sets_up);
    }
}

/// A semaphore of the chip.
pub fn at_semaphore(id: u8) -> Rendezvous {
    Rendezvous {
        kind: RendezvousKind::Semaphore,
        group: [0; 3],
        number: id.into(),
        phase: 0,
    }
}
