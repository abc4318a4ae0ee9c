//! Memory that kernels allocate while they run.
//!
//! Device libraries keep small blocks in slabs of two megabytes, with a page of counters that all
//! kernels find by a hidden argument; slabs, and whatever is larger than a block, they ask of the
//! host. What is mapped cannot change during a launch, so the host gives parts of a stretch that is
//! mapped beforehand. A slab is found by the upper bits of a block's address, and what is no block is
//! known by the lower ones: slabs lie at multiples of their size, and all else at those of a page.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes of what the hidden argument points to; all zero is an empty heap.
pub const CONTROL_BYTES: u64 = 128 << 10;
/// Bytes of a slab.
const SLAB: u64 = 2 << 20;
/// Bytes that a slab begins with: of which kind its blocks are, and where it is listed.
const HEAD: u64 = 16;
const PAGE: u64 = 4 << 10;

/// A stretch of device memory that parts are taken of.
#[derive(Debug, Default)]
pub struct Heap {
    state: Mutex<Ranges>,
}

/// What is free and what is taken: each from its first address to its end.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    free: BTreeMap<u64, u64>,
    taken: BTreeMap<u64, u64>,
    mapped: Vec<Range<u64>>,
}

impl Heap {
    /// Adds addresses that are mapped.
    pub fn extend(&self, mapped: Range<u64>) {
        let start = mapped.start.next_multiple_of(PAGE);
        let end = mapped.end / PAGE * PAGE;
        if start < end {
            let mut ranges = self.ranges();
            ranges.insert_free(start, end);
            ranges.mapped.push(start..end);
        }
    }

    /// Where heads of slabs are or can be. Libraries write one once and read it without asking for
    /// order: what was never read before cannot be stale.
    pub fn heads(&self) -> Vec<Range<u64>> {
        let ranges = self.ranges();
        ranges.mapped.iter().flat_map(heads).collect()
    }

    /// Carries out what a lane asks for: it gives back what begins at `address`, or wants so many
    /// bytes. The address of the bytes; zero where there are none.
    pub(super) fn request(&self, address: u64, bytes: u64) -> u64 {
        self.ranges().request(address, bytes)
    }

    fn ranges(&self) -> MutexGuard<'_, Ranges> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where heads of slabs can be in a stretch of memory.
pub(super) fn heads(mapped: &Range<u64>) -> impl Iterator<Item = Range<u64>> + use<> {
    let first = mapped.start.next_multiple_of(SLAB);
    let starts = (first..mapped.end).step_by(SLAB as usize);
    starts.map(|start| start..start + HEAD)
}

impl Ranges {
    /// A stretch, of which parts are taken.
    pub fn new(stretch: Range<u64>, taken: &[Range<u64>]) -> Ranges {
        let mut ranges = Ranges::default();
        let mut start = stretch.start.next_multiple_of(PAGE);
        let end = stretch.end / PAGE * PAGE;
        let taken: BTreeMap<u64, u64> = taken.iter().map(|part| (part.start, part.end)).collect();
        for (&from, &to) in &taken {
            if start < from {
                ranges.free.insert(start, from);
            }
            start = start.max(to);
        }
        if start < end {
            ranges.free.insert(start, end);
        }
        ranges.taken = taken;
        ranges
    }

    /// What is taken, ascending.
    pub fn taken(&self) -> impl Iterator<Item = Range<u64>> {
        self.taken.iter().map(|(&start, &end)| start..end)
    }

    /// See [`Heap::request`].
    pub fn request(&mut self, address: u64, bytes: u64) -> u64 {
        match address {
            0 => self.take(bytes).unwrap_or(0),
            _ => {
                self.give_back(address);
                0
            }
        }
    }

    /// Slabs come from the beginning and the rest from the end, so that both find room for long.
    fn take(&mut self, bytes: u64) -> Option<u64> {
        let len = bytes.max(1).checked_next_multiple_of(PAGE)?;
        let start = match bytes == SLAB {
            true => self.free.iter().find_map(|(&start, &end)| {
                let aligned = start.checked_next_multiple_of(SLAB)?;
                (aligned.checked_add(len)? <= end).then_some(aligned)
            }),
            false => self.free.iter().rev().find_map(|(&start, &end)| {
                let first = end.checked_sub(len)?;
                (first >= start).then_some(first)
            }),
        }?;
        let (&from, &to) = self.free.range(..=start).next_back()?;
        self.free.remove(&from);
        if from < start {
            self.free.insert(from, start);
        }
        if start + len < to {
            self.free.insert(start + len, to);
        }
        self.taken.insert(start, start + len);
        Some(start)
    }

    /// What was never taken cannot be given back.
    fn give_back(&mut self, start: u64) {
        if let Some(end) = self.taken.remove(&start) {
            self.insert_free(start, end);
        }
    }

    /// Together with what is free on both sides.
    fn insert_free(&mut self, mut start: u64, mut end: u64) {
        if let Some((&before, &to)) = self.free.range(..start).next_back()
            && to == start
        {
            self.free.remove(&before);
            start = before;
        }
        if let Some(to) = self.free.remove(&end) {
            end = to;
        }
        self.free.insert(start, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_can_be_had_again() {
        let heap = Heap::default();
        assert_eq!(heap.request(0, 16), 0, "nothing is mapped");
        heap.extend(0x1000_0100..0x1000_0100 + (8 << 20));
        assert_eq!(heap.heads().len(), 3);
        let slabs: Vec<u64> = (0..4).map(|_| heap.request(0, SLAB)).collect();
        assert!(slabs[..3].iter().all(|it| *it != 0 && it % SLAB == 0));
        assert_eq!(slabs[3], 0, "the first of four begins before the stretch");
        let page = heap.request(0, 5000);
        assert!(page != 0 && page % PAGE == 0);
        let other = heap.request(0, 1);
        assert!(other + PAGE <= page || page + 2 * PAGE <= other);
        assert_eq!(heap.request(0, u64::MAX), 0);
        // Twice, and what was never had: both change nothing.
        for address in [slabs[1], slabs[1], 12345, page, other] {
            assert_eq!(heap.request(address, 0), 0);
        }
        assert_eq!(heap.request(0, SLAB), slabs[1]);
        for slab in &slabs[..3] {
            heap.request(*slab, 0);
        }
        let ranges = heap.ranges();
        assert_eq!((ranges.free.len(), ranges.taken.len()), (1, 0));
    }
}
