//! Who is told of the accesses of a run that goes in lockstep, before they take place.

use crate::access::LaneSet;
use crate::wave::{MAX_LANES, lanes_of};
use op::{Kernels, Transfer};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uop::{Channel, Places, Space, UopIdx};

/// Looks at the accesses of a run that nothing else watches. Waves that take a step together are told of
/// at once, and the run is planned as if there were no guard.
pub trait Guard: Send {
    /// Accesses that follow are of this workgroup, by its number in the launch.
    fn enter(&mut self, group: u64);

    /// Waves come to a branch: all of them take it, none does, or some do.
    fn branches(&mut self, at: UopIdx, taken: Option<bool>);

    /// Lanes of a wave disagree on a branch.
    fn diverges(&mut self, at: UopIdx);

    /// A wave comes to a barrier, and not all lanes that it began with do so together.
    fn arrives_apart(&mut self);

    /// The first of the active lanes is read by a wave that has none.
    fn reads_none(&mut self, at: UopIdx);

    /// A wave goes to a step that it found in a register.
    fn jumps(&mut self, wave: u32, at: UopIdx, to: UopIdx);

    /// Before an access, which may turn out to trap.
    fn touches(&mut self, access: &Touching<'_>);

    /// Before a custom operation changes bytes of memory, which may turn out to trap. What they are to the
    /// operation is told once it is done.
    fn changes(&mut self, space: Space, address: u64, bytes: u64);

    /// A custom operation was carried out, or as much of it as did not trap.
    fn carried_out(&mut self, op: &CarriedOut<'_>);

    /// The rest of the run is of no use.
    fn gives_up(&self) -> bool;
}

/// An access by lanes of a wave, or of several side by side.
#[derive(Clone, Copy, Debug)]
pub struct Touching<'a> {
    /// The instruction.
    pub inst: u32,
    /// The number of the wave in its workgroup, or of the first of several.
    pub wave: u32,
    /// Barriers that were passed since the launch began.
    pub barriers: u64,
    /// Global, local or private memory, or flat addresses.
    pub space: Space,
    /// What is done.
    pub how: Touches,
    /// Bytes of each lane.
    pub bytes: u32,
    /// Where.
    pub lanes: Where<'a>,
}

/// What a custom operation of one wave did to memory.
#[derive(Clone, Copy, Debug)]
pub struct CarriedOut<'a> {
    /// The instruction.
    pub inst: u32,
    /// The number of the wave in its workgroup.
    pub wave: u32,
    /// Barriers that were passed since the launch began.
    pub barriers: u64,
    /// Where it is outstanding until it is waited for.
    pub channel: Option<Channel>,
    /// All accesses, in their order.
    pub spots: &'a [Spot],
}

/// Bytes that a lane touched, one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which lane.
    pub lane: u32,
    /// In which memory.
    pub space: Space,
    /// What was done.
    pub how: Touches,
    /// The first byte.
    pub address: u64,
    /// How many there are.
    pub bytes: u64,
}

impl Spot {
    /// The same and what comes next, if that goes on where this one ends.
    fn and(&self, next: &Spot) -> Option<Spot> {
        let whole = Spot {
            bytes: self.bytes.checked_add(next.bytes)?,
            ..*self
        };
        let goes_on = Spot {
            address: self.address.checked_add(self.bytes)?,
            bytes: next.bytes,
            ..*self
        };
        (goes_on == *next).then_some(whole)
    }

    /// Adds one to others of the same operation.
    pub(crate) fn add_to(self, all: &mut Vec<Spot>) {
        match all
            .last_mut()
            .and_then(|last| Some((last.and(&self)?, last)))
        {
            Some((whole, last)) => *last = whole,
            None => all.push(self),
        }
    }
}

/// What an access does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touches {
    /// It leaves memory as it is.
    Load,
    /// It replaces what is there.
    Store,
    /// It changes what is there, indivisibly.
    Atomic,
}

/// Where lanes go.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Where<'a> {
    /// All lanes of one or more waves of `width` lanes each, one behind the other from `first` on.
    Run {
        first: u64,
        lanes: usize,
        width: usize,
    },
    /// The lanes of one wave that are in `mask`.
    Lanes {
        addresses: &'a [u64; MAX_LANES],
        mask: u64,
    },
    /// Lanes of one wave, each at any number of addresses.
    Places(&'a Places),
    /// Waves as a whole, all at one address.
    Waves { address: u64 },
}

/// A guard that its owner shares with a run.
#[derive(Clone)]
pub struct Guarded(Arc<Mutex<dyn Guard>>);

impl Guarded {
    /// Shares a guard.
    pub fn new<G: Guard + 'static>(guard: &Arc<Mutex<G>>) -> Guarded {
        Guarded(guard.clone())
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, dyn Guard + 'static> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Guarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guarded")
    }
}

/// Tells a guard of words that a set is allowed to access. `access` says all but who and where.
///
/// # Safety
/// The registers of the transfer must be the set's or scratch, and in a run there is but one low word.
pub(crate) unsafe fn tell(
    guard: &mut dyn Guard,
    set: &LaneSet,
    kernels: &Kernels,
    transfer: &Transfer,
    (common, run): (u64, bool),
    access: Touching<'_>,
) {
    // SAFETY: by this function's contract.
    let at = |lane: usize| common.wrapping_add(unsafe { *transfer.low.add(lane) }.into());
    if run {
        let lanes = Where::Run {
            first: at(0),
            lanes: set.lanes,
            width: set.width,
        };
        return guard.touches(&Touching { lanes, ..access });
    }
    let mut addresses = [0; MAX_LANES];
    // SAFETY: by this function's contract.
    for (start, mask) in unsafe { set.waves(kernels) } {
        for lane in lanes_of(mask) {
            addresses[lane] = at(start + lane);
        }
        let lanes = Where::Lanes {
            addresses: &addresses,
            mask,
        };
        let wave = access.wave + (start / set.width) as u32;
        guard.touches(&Touching {
            lanes,
            wave,
            ..access
        });
    }
}
