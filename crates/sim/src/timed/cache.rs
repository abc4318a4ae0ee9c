//! Caches of one kind.

use super::hierarchy::Pace;
use uop::timing::CacheTiming;

/// All caches of a level, their lines side by side: what is looked up for every access is in few places.
#[derive(Clone)]
pub(super) struct Level {
    pub latency: u64,
    /// Groups of SIMDs that share one.
    pub units: u32,
    /// Lines of a set.
    ways: usize,
    /// Sets of a cache; and that less one, where it is a power of two.
    sets: u64,
    mask: Option<u64>,
    /// By cache, set and way: which line is there, and since when.
    lines: Vec<u64>,
    there: Vec<u64>,
    /// By cache and set: ways in the order of their last use, four bits each, the last one lowest.
    order: Vec<u64>,
    /// By cache.
    paces: Vec<Pace>,
}

const MOST_WAYS: u32 = 16;
const NO_LINE: u64 = u64::MAX;
/// Ways in ascending order.
const ASCENDING: u64 = 0xfedc_ba98_7654_3210;

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
            ways: ways as usize,
            sets: sets.into(),
            mask: sets.is_power_of_two().then_some(u64::from(sets) - 1),
            lines: vec![NO_LINE; all * ways as usize],
            there: vec![0; all * ways as usize],
            order: vec![ASCENDING; all],
            paces: vec![Pace::new(timing.bandwidth); caches],
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.lines[..]) + size_of_val(&self.there[..]) + size_of_val(&self.order[..])
    }

    /// The cycle in which the cache of a group has given so many bytes more.
    #[inline]
    pub fn serve(&mut self, group: u32, now: u64, bytes: u64) -> u64 {
        self.paces[(group / self.units) as usize].take(now, bytes)
    }

    #[inline]
    fn set(&self, group: u32, line: u64) -> usize {
        let set = match self.mask {
            Some(mask) => line & mask,
            None => line % self.sets,
        };
        (u64::from(group / self.units) * self.sets + set) as usize
    }

    /// When the line is there, if it is or comes.
    #[inline]
    pub fn find(&mut self, group: u32, line: u64) -> Option<u64> {
        let set = self.set(group, line);
        let first = set * self.ways;
        let lines = &self.lines[first..first + self.ways];
        let way = lines.iter().position(|&known| known == line)?;
        let order = &mut self.order[set];
        *order = used(*order, place_of(*order, way));
        Some(self.there[first + way])
    }

    /// The line comes then, instead of the one that has not been used for longest.
    #[inline]
    pub fn keep(&mut self, group: u32, line: u64, from: u64) {
        let set = self.set(group, line);
        let order = &mut self.order[set];
        let last = self.ways as u32 - 1;
        let way = set * self.ways + (*order >> (4 * last) & 15) as usize;
        *order = used(*order, last);
        (self.lines[way], self.there[way]) = (line, from);
    }
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
                assert_eq!(cache.find(0, line), known.map(|at| set[at].1));
                match known {
                    Some(at) => set[..=at].rotate_right(1),
                    None => {
                        set.truncate(ways as usize - 1);
                        set.insert(0, (line, time));
                        cache.keep(0, line, time);
                    }
                }
            }
        }
    }
}
