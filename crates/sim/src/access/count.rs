//! What accesses cost: bytes, and transactions of global memory.

use super::address::Addresses;
use super::common::Common;
use crate::Stats;
use crate::observe::Extent;
use crate::wave::{MAX_LANES, for_lanes, lanes_of};
use uop::{Apertures, MemKind, MemOp, MemoryKind, Space};

/// Bytes of global memory that one transaction moves.
pub(super) const SEGMENT: u64 = 128;
/// Most segments that one lane's access, of at most 255 bytes, can touch.
const SEGMENTS_PER_LANE: usize = 3;

pub(super) fn count(
    op: &MemOp,
    addresses: &Addresses,
    mask: u64,
    extent: &Extent,
    flat: &Apertures,
    stats: &mut Stats,
) {
    let bytes = u64::from(op.bytes);
    let (loads, stores) = match op.kind {
        MemKind::Load(_) => (1, 0),
        MemKind::Store { .. } => (0, 1),
        MemKind::Atomic { .. } => (1, 1),
    };
    let mut count = |kind: MemoryKind, mask: u64| {
        let moved = u64::from(mask.count_ones()) * bytes;
        stats.moved(kind, loads * moved, stores * moved);
        if kind == MemoryKind::Global {
            stats.transactions += match extent.run && op.space == Space::Global {
                true => of_range(extent.low, extent.high - extent.low + bytes),
                false => transactions(addresses, mask, bytes),
            };
            stats.ideal_transactions += ideal(moved);
        }
    };
    if op.space != Space::Flat {
        return count(kind(op.space, 0, flat), mask);
    }
    for wanted in [MemoryKind::Global, MemoryKind::Local, MemoryKind::Other] {
        let lanes = lanes_of(mask).filter(|&lane| kind(op.space, addresses[lane], flat) == wanted);
        count(wanted, lanes.fold(0, |lanes, lane| lanes | 1 << lane));
    }
}

/// What an operation moves that goes to memory bit by bit.
#[derive(Default)]
pub(crate) struct Tally {
    /// By kind of memory.
    loaded: [u64; 3],
    stored: [u64; 3],
    segments: Vec<u64>,
}

impl Tally {
    pub fn add(&mut self, space: Space, address: u64, bytes: u64, store: bool, flat: &Apertures) {
        let kind = kind(space, address, flat);
        match store {
            true => self.stored[kind as usize] += bytes,
            false => self.loaded[kind as usize] += bytes,
        }
        if kind == MemoryKind::Global && bytes > 0 {
            let first = address / SEGMENT;
            let all = first..first + of_range(address, bytes);
            let known = self.segments.last().copied();
            self.segments
                .extend(all.filter(|segment| known != Some(*segment)));
        }
    }

    /// All accesses that go to one region.
    pub fn add_all(&mut self, common: &Common<'_>) {
        let bytes = common.bytes as u64;
        let moved = match common.store {
            true => &mut self.stored,
            false => &mut self.loaded,
        };
        moved[MemoryKind::Global as usize] += bytes * common.places.len() as u64;
        // A bit for each segment, where they are few.
        const WORDS: usize = 64;
        let origin = common.lowest / SEGMENT;
        let words = ((common.highest + bytes - 1) / SEGMENT - origin) as usize / 64 + 1;
        let mut seen = [0u64; WORDS];
        // They have at most 16 bytes, so that there is none between the first segment and the last.
        let ends = |address: u64| [address, address + bytes - 1].map(|it| it / SEGMENT - origin);
        let Some(seen) = seen.get_mut(..words) else {
            let all = common.places.addresses.iter();
            self.segments
                .extend(all.flat_map(|it| ends(*it)).map(|it| origin + it));
            return;
        };
        // Places that follow each other mostly are in the same.
        let mut last = [u64::MAX; 2];
        for address in &common.places.addresses {
            let ends = ends(*address);
            if ends != last {
                last = ends;
                for segment in ends {
                    seen[segment as usize / 64] |= 1 << (segment % 64);
                }
            }
        }
        for (word, mut bits) in (0..).zip(seen.iter().copied()) {
            while bits != 0 {
                let segment = 64 * word + u64::from(bits.trailing_zeros());
                self.segments.push(origin + segment);
                bits &= bits - 1;
            }
        }
    }

    /// Adds it to what has been counted before.
    #[inline]
    pub fn count(mut self, stats: &mut Stats) {
        if (self.loaded, self.stored) == Default::default() {
            return;
        }
        self.segments.sort_unstable();
        self.segments.dedup();
        for kind in [MemoryKind::Global, MemoryKind::Local, MemoryKind::Other] {
            stats.moved(kind, self.loaded[kind as usize], self.stored[kind as usize]);
        }
        let global = MemoryKind::Global as usize;
        stats.transactions += self.segments.len() as u64;
        stats.ideal_transactions += ideal(self.loaded[global].max(self.stored[global]));
    }
}

/// Which memory an address is in.
pub(super) fn kind(space: Space, address: u64, flat: &Apertures) -> MemoryKind {
    match space {
        Space::Global => MemoryKind::Global,
        Space::Local | Space::Cluster => MemoryKind::Local,
        Space::Private | Space::Constant => MemoryKind::Other,
        Space::Flat => match flat.behind(address).0 {
            Space::Flat => MemoryKind::Global,
            space => kind(space, address, flat),
        },
    }
}

/// Segments that so many bytes side by side fill.
pub(super) fn ideal(bytes: u64) -> u64 {
    bytes.div_ceil(SEGMENT)
}

/// Segments of `len` bytes from `first` on, which do not wrap.
pub(super) fn of_range(first: u64, len: u64) -> u64 {
    (first.saturating_add(len - 1) / SEGMENT) - first / SEGMENT + 1
}

/// Distinct aligned segments that the lanes of `mask` touch.
pub(super) fn transactions(addresses: &Addresses, mask: u64, bytes: u64) -> u64 {
    if mask == 0 {
        return 0;
    }
    let (mut lowest, mut highest, mut bits) = (u64::MAX, 0, 0);
    for_lanes(mask, |lane| {
        lowest = lowest.min(addresses[lane]);
        highest = highest.max(addresses[lane]);
        bits |= addresses[lane];
    });
    let origin = lowest / SEGMENT;
    let span = highest.saturating_add(bytes - 1) / SEGMENT - origin;
    // The first and the last segment of each lane, counted from the lowest of all.
    let segments = |lane: usize| {
        let last = addresses[lane].saturating_add(bytes - 1);
        (addresses[lane] / SEGMENT - origin, last / SEGMENT - origin)
    };
    // Most accesses stay within one array: a bit per segment is then enough.
    const WORDS: usize = 32;
    if span < 64 {
        let mut seen = 0u64;
        for_lanes(mask, |lane| {
            let (first, last) = segments(lane);
            // All bits from `first` to `last`.
            seen |= (2u64 << last).wrapping_sub(1 << first);
        });
        seen.count_ones().into()
    } else if span < 64 * WORDS as u64 {
        let mut seen = [0u64; WORDS];
        let mut total = 0;
        let mut see = |segment: u64| {
            let word = &mut seen[segment as usize / 64 % WORDS];
            total += !*word >> (segment % 64) & 1;
            *word |= 1 << (segment % 64);
        };
        // An aligned access, the usual kind, lies in one segment.
        if bytes.is_power_of_two() && bytes <= SEGMENT && bits & (bytes - 1) == 0 {
            for_lanes(mask, |lane| see(addresses[lane] / SEGMENT - origin));
        } else {
            for_lanes(mask, |lane| {
                let (first, last) = segments(lane);
                (first..=last).for_each(&mut see);
            });
        }
        total
    } else {
        far_apart(mask, segments)
    }
}

fn far_apart(mask: u64, segments: impl Fn(usize) -> (u64, u64)) -> u64 {
    let mut all = [0; SEGMENTS_PER_LANE * MAX_LANES];
    let mut len = 0;
    for_lanes(mask, |lane| {
        let (first, last) = segments(lane);
        for segment in first..=last {
            all[len] = segment;
            len += 1;
        }
    });
    let all = &mut all[..len];
    all.sort_unstable();
    1 + all.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
}

#[cfg(test)]
mod tests {
    use super::super::common::common;
    use super::*;
    use crate::memory::{Memory, RegionLabel};
    use uop::Places;

    /// Thirty-two lanes at `address(lane)`, `bytes` each, only those of `mask`.
    fn check(address: impl Fn(u64) -> u64, bytes: u64, mask: u64, expected: u64) {
        let mut addresses = [0; MAX_LANES];
        for (lane, slot) in addresses[..32].iter_mut().enumerate() {
            *slot = address(lane as u64);
        }
        assert_eq!(transactions(&addresses, mask, bytes), expected);
    }

    const ALL: u64 = 0xffff_ffff;

    #[test]
    fn a_transaction_is_a_distinct_segment_of_128_bytes() {
        check(|lane| 0x1000 + 4 * lane, 4, ALL, 1);
        check(|lane| 0x1004 + 4 * lane, 4, ALL, 2);
        check(|lane| 0x1000 + 16 * lane, 16, ALL, 4);
        check(|lane| 0x1000 + 4 * (31 - lane), 4, ALL, 1);
        check(|lane| 0x1000 + 16 * (31 - lane), 16, ALL, 4);
        check(|lane| 0x1000 + 128 * lane, 4, ALL, 32);
        check(|lane| 0x1000 + 128 * (lane * 7 % 32), 4, ALL, 32);
        check(|lane| 0x1000 + (lane << 40), 4, ALL, 32);
        check(|lane| 0x1000 + ((lane * 7 % 32) << 40), 4, ALL, 32);
        check(|_| 0x1000, 4, ALL, 1);
        check(|_| 0x107e, 4, ALL, 2);
        check(|lane| 0x1000 + 128 * (lane % 2), 4, ALL, 2);
        check(|lane| 0x1000 + ((lane % 2) << 40), 4, ALL, 2);
        check(|lane| 0x107c + 8 * (lane % 2), 8, ALL, 2);
        check(|lane| 0x1000 + 128 * lane, 4, 1 << 31 | 1, 2);
        check(|lane| 0x1000 + 128 * lane, 4, 0, 0);
        check(|lane| u64::MAX - lane, 4, ALL, 1);
    }

    #[test]
    fn counting_agrees_with_a_set() {
        let mut state = 1u64;
        let mut random = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            state >> 33
        };
        for round in 0..2000 {
            let bits = 8 + round % 23;
            let bytes = [1, 2, 4, 8, 12, 16][random() as usize % 6];
            let mask = random() << 32 | random() & random();
            let addresses: Addresses = std::array::from_fn(|_| random() & ((1 << bits) - 1));
            let set: std::collections::BTreeSet<u64> = lanes_of(mask)
                .flat_map(|lane| (addresses[lane]..addresses[lane] + bytes).map(|a| a / SEGMENT))
                .collect();
            assert_eq!(transactions(&addresses, mask, bytes), set.len() as u64);
        }
    }

    /// Places of one region that are counted together count as those of lanes one by one.
    #[test]
    fn places_together_count_as_one_by_one() {
        let mut memory = Memory::new(1 << 22);
        let base = memory.allocate(1 << 20, RegionLabel::default()).unwrap();
        let mut random = random::Random::new(1);
        for round in 0..500 {
            let bytes = [1, 2, 3, 4, 8, 12, 16][round % 7];
            // Near each other, and all over the region, where a bit for each segment is too much.
            let reach = [64u64, 5_000, 400_000, (1 << 20) - 16][round % 4];
            let count = random.below(200usize);
            let places = Places {
                lanes: (0..count).map(|lane| lane as u32 % 64).collect(),
                addresses: (0..count).map(|_| base + random.below(reach)).collect(),
            };
            let (mut one_by_one, mut together) = (Tally::default(), Tally::default());
            let store = round % 3 == 0;
            let flat = Apertures::default();
            for address in &places.addresses {
                one_by_one.add(Space::Global, *address, bytes as u64, store, &flat);
            }
            match common(&memory, bytes, &places, store) {
                Some(common) => together.add_all(&common),
                None => assert!(places.is_empty()),
            }
            let counted = |tally: Tally| {
                let mut stats = Stats::default();
                tally.count(&mut stats);
                stats
            };
            assert_eq!(counted(together), counted(one_by_one), "round {round}");
        }
    }
}
