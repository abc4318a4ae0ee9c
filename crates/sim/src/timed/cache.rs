//! Caches of one kind.

use super::hierarchy::Pace;
use uop::timing::CacheTiming;

/// All caches of a level, their lines side by side: what is looked up for every access is in few places.
#[derive(Clone)]
pub(super) struct Level {
    pub latency: u64,
    /// Groups of SIMDs that share one; and by group, the number of its cache.
    pub units: u32,
    cache_of: Vec<u32>,
    /// Lines of a set.
    ways: usize,
    /// Sets of a cache; and that less one, where it is a power of two.
    sets: u64,
    mask: Option<u64>,
    /// By cache, way and set: which line is there, and since when. Lines that follow each other are in
    /// neighbouring sets, and mostly in the same way of theirs.
    lines: Vec<(u64, u64)>,
    /// By cache and set.
    ways_of: Vec<Ways>,
    /// By cache.
    paces: Vec<Pace>,
}

/// What a set of a cache knows of its lines.
#[derive(Clone, Copy)]
struct Ways {
    /// By way: eight bits of its line, so that most lines that are not there are told at once.
    marks: [u64; 2],
    /// Ways in the order of their last use, four bits each, the last one lowest.
    order: u64,
}

/// A set of one cache.
#[derive(Clone, Copy, Default)]
pub(super) struct Set {
    /// Among those of all caches.
    number: usize,
    /// Where its first line is among those of all.
    first: usize,
}

const MOST_WAYS: u32 = 16;
const NO_LINE: u64 = u64::MAX;
/// None used yet: ways in ascending order.
const UNUSED: Ways = Ways {
    marks: [0; 2],
    order: 0xfedc_ba98_7654_3210,
};

impl Level {
    /// The caches of a machine of so many groups of SIMDs.
    pub fn new(timing: &CacheTiming, line: u32, groups: u32) -> Level {
        let ways = timing.ways.clamp(1, MOST_WAYS);
        let sets = (timing.bytes / line.max(1) / ways).max(1);
        let units = timing.units.max(1);
        let caches = groups.div_ceil(units).max(1) as usize;
        let all = caches * sets as usize;
        Level {
            latency: timing.latency.into(),
            units,
            cache_of: (0..groups.max(1)).map(|group| group / units).collect(),
            ways: ways as usize,
            sets: sets.into(),
            mask: sets.is_power_of_two().then_some(u64::from(sets) - 1),
            lines: vec![(NO_LINE, 0); all * ways as usize],
            ways_of: vec![UNUSED; all],
            paces: vec![Pace::new(timing.bandwidth); caches],
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.lines[..]) + size_of_val(&self.ways_of[..])
    }

    /// The cycle in which the cache of a group has given so many bytes more.
    #[inline]
    pub fn serve(&mut self, group: u32, now: u64, bytes: u64) -> u64 {
        self.paces[self.cache_of[group as usize] as usize].take(now, bytes)
    }

    /// The set of a line in the cache of a group.
    #[inline]
    pub fn set(&self, group: u32, line: u64) -> Set {
        let set = match self.mask {
            Some(mask) => line & mask,
            None => line % self.sets,
        };
        let cache = self.cache_of[group as usize] as usize;
        Set {
            number: cache * self.sets as usize + set as usize,
            first: cache * self.ways * self.sets as usize + set as usize,
        }
    }

    /// When the line is there, if it is or comes.
    #[inline]
    pub fn find(&mut self, set: Set, line: u64) -> Option<u64> {
        let own = &mut self.ways_of[set.number];
        // Mostly it is the one that was asked for last.
        let last = (own.order & 15) as usize;
        if let Some(&(known, there)) = self.lines.get(set.first + last * self.sets as usize)
            && known == line
        {
            return Some(there);
        }
        for (half, marks) in own.marks.into_iter().enumerate() {
            let differ = marks ^ (BYTES * u64::from(mark(line)));
            let mut alike = differ.wrapping_sub(BYTES) & !differ & (BYTES << 7);
            while alike != 0 {
                let way = 8 * half + alike.trailing_zeros() as usize / 8;
                alike &= alike - 1;
                if way >= self.ways {
                    break;
                }
                let (known, there) = self.lines[set.first + way * self.sets as usize];
                if known == line {
                    own.order = used(own.order, place_of(own.order, way));
                    return Some(there);
                }
            }
        }
        None
    }

    /// The line comes then, instead of the one that has not been used for longest.
    #[inline]
    pub fn keep(&mut self, set: Set, line: u64, from: u64) {
        let own = &mut self.ways_of[set.number];
        let last = self.ways as u32 - 1;
        let way = (own.order >> (4 * last) & 15) as usize;
        own.order = used(own.order, last);
        let (half, at) = (&mut own.marks[way / 8], 8 * (way % 8));
        *half = *half & !(0xff << at) | u64::from(mark(line)) << at;
        self.lines[set.first + way * self.sets as usize] = (line, from);
    }
}

/// A one in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Lines of one set differ in bits further up.
#[inline]
fn mark(line: u64) -> u8 {
    (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8
}

/// Where a way is in the order.
#[inline]
fn place_of(order: u64, way: usize) -> u32 {
    const ONES: u64 = 0x1111_1111_1111_1111;
    // The first four bits that are 0.
    let differ = order ^ (ONES * way as u64);
    (differ.wrapping_sub(ONES) & !differ & (ONES << 3)).trailing_zeros() / 4
}

/// The order after the way at a place has been used.
#[inline]
fn used(order: u64, place: u32) -> u64 {
    let before = (1 << (4 * place)) - 1;
    let way = order >> (4 * place) & 15;
    let behind = order & !(before << 4 | 15);
    behind | (order & before) << 4 | way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_in_the_order_in_which_they_were_used_last() {
        for (ways, sets) in [(1, 4), (4, 3), (16, 2)] {
            let timing = CacheTiming {
                bytes: 64 * ways * sets,
                ways,
                units: 1,
                latency: 1,
                bandwidth: 64,
            };
            let mut cache = Level::new(&timing, 64, 1);
            let mut plain: Vec<Vec<(u64, u64)>> = vec![Vec::new(); sets as usize];
            let mut random = random::Random::new(3);
            for time in 0..20_000 {
                let line = random.below(2 * ways * sets) as u64;
                let set = &mut plain[(line % u64::from(sets)) as usize];
                let known = set.iter().position(|&(known, _)| known == line);
                let own = cache.set(0, line);
                assert_eq!(cache.find(own, line), known.map(|at| set[at].1));
                match known {
                    Some(at) => set[..=at].rotate_right(1),
                    None => {
                        set.truncate(ways as usize - 1);
                        set.insert(0, (line, time));
                        cache.keep(own, line, time);
                    }
                }
            }
        }
    }
}
