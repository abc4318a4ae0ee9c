//! Stores that other waves do not see yet.
//!
//! Under strict delivery a store is noted when it issues, and takes place when a wait, a fence or the
//! end of its wave demands it. The wave itself sees its stores, in order: its loads look here first, and
//! an atomic lets stores to the same bytes go before it. No store is held for ever: of those of a wave
//! that has used up its turn, the one that came last takes place, so that a wave which spins on the
//! answer gets one, and finds that what was stored before had not arrived.

use super::{Landing, write};
use crate::executor::Context;
use crate::wave::Wave;
use std::hash::{Hash, Hasher};
use uop::{MemKind, MemOp, Space, in_cluster};

/// Stores of one wave, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Held {
    stores: Vec<Store>,
    /// Those that are to take place now.
    due: Vec<u64>,
    last: u64,
}

#[derive(Clone, Debug)]
struct Store {
    number: u64,
    parts: Vec<Part>,
}

/// What one lane stores.
#[derive(Clone, Debug, Hash)]
struct Part {
    space: Space,
    lane: u32,
    address: u64,
    bytes: Vec<u8>,
}

impl Part {
    fn overlaps(&self, space: Space, address: u64, len: usize) -> bool {
        self.space == space
            && address < self.address.saturating_add(self.bytes.len() as u64)
            && self.address < address.saturating_add(len as u64)
    }
}

impl Held {
    pub fn is_empty(&self) -> bool {
        self.stores.is_empty()
    }

    /// The store is complete.
    pub fn complete(&mut self, number: u64) {
        self.due.push(number);
    }

    pub fn digest(&self, digest: &mut impl Hasher) {
        self.stores.iter().for_each(|it| it.parts.hash(digest));
    }

    /// Puts what the wave has stored over bytes that were loaded. False if it has stored nothing there.
    fn patch(&self, space: Space, address: u64, bytes: &mut [u8]) -> bool {
        let mut patched = false;
        for part in self.stores.iter().flat_map(|store| &store.parts) {
            if part.overlaps(space, address, bytes.len()) {
                patched = true;
                let from = address.max(part.address);
                let (to, at) = ((from - address) as usize, (from - part.address) as usize);
                let len = (bytes.len() - to).min(part.bytes.len() - at);
                bytes[to..to + len].copy_from_slice(&part.bytes[at..at + len]);
            }
        }
        patched
    }

    /// Takes out the store at a position, and the earlier ones to the same bytes, which go first.
    fn take(&mut self, at: usize) -> Vec<Store> {
        let mut wanted = vec![at];
        for earlier in (0..at).rev() {
            let meets = |later: &usize| {
                let parts = &self.stores[*later].parts;
                let here = &self.stores[earlier].parts;
                let both = |a: &Part| {
                    here.iter()
                        .any(|b| b.overlaps(a.space, a.address, a.bytes.len()))
                };
                parts.iter().any(both)
            };
            if wanted.iter().any(meets) {
                wanted.push(earlier);
            }
        }
        let mut taken: Vec<Store> = wanted.iter().map(|&at| self.stores.remove(at)).collect();
        taken.reverse();
        taken
    }
}

/// Whether stores of the operation are held: they are outstanding until something is waited for.
pub(super) fn holds(op: &MemOp, cx: &Context<'_>) -> bool {
    let waits = op.channel.is_some() || cx.program.order.stores_await_fences;
    let shared = matches!(
        op.space,
        Space::Global | Space::Flat | Space::Local | Space::Cluster
    );
    matches!(op.kind, MemKind::Store { .. }) && shared && waits && cx.holds_stores
}

impl Context<'_> {
    /// What is behind an address of a wave: the same bytes have one name only.
    fn behind(&self, wave: &Wave, space: Space, address: u64) -> (Space, u64) {
        match space {
            Space::Flat => self.flat.behind(address),
            Space::Cluster => match in_cluster(address) {
                (rank, byte) if rank == wave.place.rank() => (Space::Local, byte),
                _ => (space, address),
            },
            space => (space, address),
        }
    }
}

/// Notes what lanes store, which was found to be allowed. It lands when the result is complete.
pub(crate) fn hold(
    wave: &mut Wave,
    cx: &Context<'_>,
    parts: impl Iterator<Item = (Space, u32, u64, Vec<u8>)>,
) -> Landing {
    let part = |(space, lane, address, bytes)| {
        let (space, address) = cx.behind(wave, space, address);
        Part {
            space,
            lane,
            address,
            bytes,
        }
    };
    let parts = parts.map(part).collect();
    wave.held.last += 1;
    let number = wave.held.last;
    wave.held.stores.push(Store { number, parts });
    Landing::Store(number)
}

/// Bytes that were loaded from memory as the wave sees them.
pub(crate) fn patch(
    wave: &Wave,
    cx: &Context<'_>,
    space: Space,
    address: u64,
    bytes: &mut [u8],
) -> bool {
    if wave.held.is_empty() {
        return false;
    }
    let (space, address) = cx.behind(wave, space, address);
    wave.held.patch(space, address, bytes)
}

/// Stores to these bytes take place before what follows.
pub(crate) fn land_at(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    space: Space,
    address: u64,
    len: usize,
) {
    if wave.held.is_empty() {
        return;
    }
    let (space, address) = cx.behind(wave, space, address);
    let here = |store: &Store| {
        let mut parts = store.parts.iter();
        parts.any(|part| part.overlaps(space, address, len))
    };
    while let Some(at) = wave.held.stores.iter().rposition(here) {
        let taken = wave.held.take(at);
        land(wave, cx, taken);
    }
}

/// What is complete takes place.
pub(crate) fn land_due(wave: &mut Wave, cx: &mut Context<'_>) {
    for number in std::mem::take(&mut wave.held.due) {
        let at = wave.held.stores.iter().position(|it| it.number == number);
        if let Some(at) = at {
            let taken = wave.held.take(at);
            land(wave, cx, taken);
        }
    }
}

/// Everything takes place.
pub(crate) fn land_all(wave: &mut Wave, cx: &mut Context<'_>) {
    wave.held.due.clear();
    let stores = std::mem::take(&mut wave.held.stores);
    land(wave, cx, stores);
}

/// The store that came last takes place.
pub(crate) fn land_newest(wave: &mut Wave, cx: &mut Context<'_>) {
    if let Some(newest) = wave.held.stores.len().checked_sub(1) {
        let taken = wave.held.take(newest);
        land(wave, cx, taken);
    }
}

fn land(wave: &mut Wave, cx: &mut Context<'_>, stores: Vec<Store>) {
    for part in stores.into_iter().flat_map(|store| store.parts) {
        let Part {
            space,
            lane,
            address,
            bytes,
        } = part;
        let written = write(wave, cx, space, lane, address, &bytes);
        written.expect("what is held was found to be allowed");
    }
}
