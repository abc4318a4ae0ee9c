//! Stores that other waves do not see yet.
//!
//! Under strict delivery a store is noted when it issues, and takes place when a wait, a fence or the
//! end of its wave demands it. The wave itself sees its stores, in order: its loads look here first, and
//! an atomic lets stores to the same bytes go before it. No store is held for ever: of those of a wave
//! that has used up its turn, the one that came last takes place, so that a wave which spins on the
//! answer gets one, and finds that what was stored before had not arrived.

use super::address::resolve;
use super::{Landing, write};
use crate::executor::Context;
use crate::wave::Wave;
use std::hash::{Hash, Hasher};
use uop::{Apertures, MemKind, MemOp, Space, Trap, in_cluster};

/// Stores of one wave, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Held {
    stores: Vec<Store>,
    /// Those that are to take place now.
    due: Vec<u64>,
    last: u64,
    /// Stores that took place, to be used again.
    spare: Vec<Store>,
    /// The lowest address and the highest of those that are held, in whatever space, and perhaps of some
    /// that were.
    bounds: Option<(u64, u64)>,
}

/// So many are kept for later.
const MOST_SPARE: usize = 4;

/// What one instruction stores.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    number: u64,
    parts: Vec<Part>,
    /// Of all parts, one behind the other.
    bytes: Vec<u8>,
    /// The lowest address and the highest, in whatever space.
    bounds: Option<(u64, u64)>,
}

/// What one lane stores, or several to bytes that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    space: Space,
    lane: u32,
    address: u64,
    /// Where its bytes begin, and how many there are.
    at: usize,
    len: usize,
    /// How many one lane stores.
    each: usize,
}

impl Part {
    fn overlaps(&self, space: Space, address: u64, len: usize) -> bool {
        self.space == space
            && address < self.address.saturating_add(self.len as u64)
            && self.address < address.saturating_add(len as u64)
    }
}

impl Store {
    /// Adds what a lane stores, which was found to be allowed.
    pub fn add(
        &mut self,
        cx: &Context<'_>,
        wave: &Wave,
        lane: u32,
        to: (Space, u64),
        bytes: &[u8],
    ) {
        let (space, address) = cx.behind(wave, to.0, to.1);
        let (at, len) = (self.bytes.len(), bytes.len());
        self.bytes.extend_from_slice(bytes);
        let end = address.saturating_add(len as u64 - 1);
        let (low, high) = self.bounds.unwrap_or((address, end));
        self.bounds = Some((low.min(address), high.max(end)));
        match self.parts.last_mut() {
            Some(last)
                if (last.space, last.each) == (space, len)
                    && last.address.checked_add(last.len as u64) == Some(address) =>
            {
                last.len += len;
            }
            _ => self.parts.push(Part {
                space,
                lane,
                address,
                at,
                len,
                each: len,
            }),
        }
    }

    /// Adds what lanes store from this one on, a word each and one behind the other.
    pub fn add_words(&mut self, space: Space, lane: u32, address: u64, words: &[u32]) {
        let (at, len) = (self.bytes.len(), 4 * words.len());
        self.bytes.reserve(len);
        self.bytes
            .extend(words.iter().flat_map(|word| word.to_le_bytes()));
        let end = address.saturating_add(len as u64 - 1);
        let (low, high) = self.bounds.unwrap_or((address, end));
        self.bounds = Some((low.min(address), high.max(end)));
        self.parts.push(Part {
            space,
            lane,
            address,
            at,
            len,
            each: 4,
        });
    }

    fn bytes(&self, part: &Part) -> &[u8] {
        &self.bytes[part.at..part.at + part.len]
    }

    /// Something is stored to these bytes.
    fn overlaps(&self, space: Space, address: u64, len: usize) -> bool {
        let near =
            |(low, high): (u64, u64)| address <= high && low < address.saturating_add(len as u64);
        self.bounds.is_some_and(near)
            && (self.parts.iter()).any(|part| part.overlaps(space, address, len))
    }

    /// Both store to the same bytes, lane by lane.
    fn is_at(&self, other: &Store) -> bool {
        self.bounds == other.bounds && self.parts == other.parts
    }

    /// Both store to the same bytes.
    fn meets(&self, other: &Store) -> bool {
        let near = match (self.bounds, other.bounds) {
            (Some(a), Some(b)) => a.0 <= b.1 && b.0 <= a.1,
            _ => false,
        };
        near && (self.parts.iter()).any(|it| other.overlaps(it.space, it.address, it.len))
    }
}

impl Held {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.stores.clear();
        self.due.clear();
        self.last = 0;
        self.bounds = None;
    }

    pub fn is_empty(&self) -> bool {
        self.stores.is_empty()
    }

    /// The store is complete.
    pub fn complete(&mut self, number: u64) {
        self.due.push(number);
    }

    /// The same, if all of it goes to this memory.
    pub fn complete_in(&mut self, number: u64, space: Space) {
        let store = self.stores.iter().find(|it| it.number == number);
        let there = |store: &Store| store.parts.iter().all(|part| part.space == space);
        if store.is_some_and(there) {
            self.due.push(number);
        }
    }

    pub fn digest(&self, digest: &mut impl Hasher) {
        for store in &self.stores {
            store.parts.hash(digest);
            store.bytes.hash(digest);
        }
    }

    /// A store of nothing yet.
    pub fn begin(&mut self) -> Store {
        self.spare.pop().unwrap_or_default()
    }

    /// Notes a store. It lands when the result is complete.
    pub fn keep(&mut self, mut store: Store) -> Landing {
        self.last += 1;
        store.number = self.last;
        self.bounds = match (self.bounds, store.bounds) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (one, other) => one.or(other),
        };
        self.stores.push(store);
        Landing::Store(self.last)
    }

    /// The same for a store that nothing waits for by itself. One to the same bytes right before it would
    /// take place together with it, and no observer would see that.
    pub fn keep_together(&mut self, mut store: Store) {
        if let Some(last) = self.stores.last_mut().filter(|last| last.is_at(&store)) {
            std::mem::swap(&mut last.bytes, &mut store.bytes);
            self.spare(store);
        } else {
            self.keep(store);
        }
    }

    fn spare(&mut self, mut store: Store) {
        if self.spare.len() < MOST_SPARE {
            store.parts.clear();
            store.bytes.clear();
            store.bounds = None;
            self.spare.push(store);
        }
    }

    /// The wave has stored to these bytes.
    fn covers(&self, space: Space, address: u64, len: usize) -> bool {
        let near =
            |(low, high): (u64, u64)| address <= high && low < address.saturating_add(len as u64);
        let mut stores = self.stores.iter();
        self.bounds.is_some_and(near) && stores.any(|store| store.overlaps(space, address, len))
    }

    /// Puts what the wave has stored over bytes that were loaded.
    fn patch(&self, space: Space, address: u64, bytes: &mut [u8]) {
        for store in &self.stores {
            for part in &store.parts {
                if part.overlaps(space, address, bytes.len()) {
                    let from = address.max(part.address);
                    let (to, at) = ((from - address) as usize, (from - part.address) as usize);
                    let len = (bytes.len() - to).min(part.len - at);
                    bytes[to..to + len].copy_from_slice(&store.bytes(part)[at..at + len]);
                }
            }
        }
    }

    /// Takes out the store at a position, and the earlier ones to the same bytes, which go first.
    fn take(&mut self, at: usize) -> Vec<Store> {
        let mut wanted = vec![at];
        for earlier in (0..at).rev() {
            let here = &self.stores[earlier];
            if wanted.iter().any(|later| self.stores[*later].meets(here)) {
                wanted.push(earlier);
            }
        }
        let mut taken: Vec<Store> = wanted.iter().map(|&at| self.stores.remove(at)).collect();
        taken.reverse();
        if self.stores.is_empty() {
            self.bounds = None;
        }
        taken
    }
}

/// Others see what a lane stores there.
pub(crate) fn is_shared(space: Space, address: u64, flat: &Apertures) -> bool {
    match space {
        Space::Flat => flat.behind(address).0 != Space::Private,
        Space::Global | Space::Local | Space::Cluster => true,
        Space::Private | Space::Constant => false,
    }
}

/// Whether stores of the operation are held: they are outstanding until something is waited for.
pub(super) fn holds(op: &MemOp, cx: &Context<'_>) -> bool {
    let waits = op.channel.is_some() || cx.program.order.stores_await_fences;
    let stores = matches!(op.kind, MemKind::Store { .. });
    stores && waits && cx.holds_stores
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

/// The wave has stored to these bytes, and others do not see it yet.
pub(crate) fn is_held(
    wave: &Wave,
    cx: &Context<'_>,
    space: Space,
    address: u64,
    len: usize,
) -> bool {
    if wave.held.is_empty() {
        return false;
    }
    let (space, address) = cx.behind(wave, space, address);
    wave.held.covers(space, address, len)
}

/// Bytes that were loaded from memory as the wave sees them.
pub(crate) fn patch(wave: &Wave, cx: &Context<'_>, space: Space, address: u64, bytes: &mut [u8]) {
    if is_held(wave, cx, space, address, bytes.len()) {
        let (space, address) = cx.behind(wave, space, address);
        wave.held.patch(space, address, bytes);
    }
}

/// Adds to a store what a lane stores, if that is allowed.
pub(crate) fn hold(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    store: &mut Store,
    lane: u32,
    to: (Space, u64),
    bytes: &[u8],
) -> Result<(), Trap> {
    resolve(wave, cx, to.0, lane, to.1, bytes.len() as u64, true)?;
    store.add(cx, wave, lane, to, bytes);
    Ok(())
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
    let here = |store: &Store| store.overlaps(space, address, len);
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
    wave.held.bounds = None;
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
    for store in stores {
        for part in &store.parts {
            let &Part {
                space,
                lane,
                address,
                each,
                ..
            } = part;
            let bytes = store.bytes(part);
            if write(wave, cx, space, lane, address, bytes).is_ok() {
                continue;
            }
            // Lanes may have stored to allocations that follow each other.
            let mut address = address;
            for bytes in bytes.chunks(each) {
                let written = write(wave, cx, space, lane, address, bytes);
                written.expect("what is held was found to be allowed");
                address += each as u64;
            }
        }
        wave.held.spare(store);
    }
}
