//! The memory of a machine with caches: where a line is found, and when it is there.

use super::MemoryCounts;
use uop::timing::{CacheTiming, MemoryTiming};

/// All caches of the machine. Lines and pages begin outside of them.
pub(super) struct Hierarchy<'a> {
    timing: &'a MemoryTiming,
    /// By level, then by number.
    levels: Vec<Vec<Cache>>,
    scalar: Vec<Cache>,
    memory: Pace,
    /// Since when each page is known, by ascending number.
    pages: Vec<(u64, u64)>,
    pub counts: MemoryCounts,
}

/// Something that gives a number of bytes in a cycle, first come, first served.
#[derive(Clone, Copy, Default)]
pub(super) struct Pace {
    /// In bytes: cycle times bytes per cycle, plus what has been given in that cycle.
    free: u64,
}

impl Pace {
    /// The cycle in which the last of these bytes is given.
    pub fn take(&mut self, now: u64, bytes: u64, rate: u32) -> u64 {
        let rate = u64::from(rate.max(1));
        let first = self.free.max(now * rate);
        self.free = first + bytes;
        (first + bytes.max(1) - 1) / rate
    }
}

/// Lines in sets, the one used last first.
struct Cache {
    sets: Vec<Vec<(u64, u64)>>,
    ways: usize,
    pace: Pace,
}

impl Cache {
    fn new(timing: &CacheTiming, line: u32) -> Cache {
        let ways = timing.ways.max(1);
        let sets = (timing.bytes / line.max(1) / ways).max(1);
        Cache {
            sets: vec![Vec::new(); sets as usize],
            ways: ways as usize,
            pace: Pace::default(),
        }
    }

    /// When the line is there, if it is or comes.
    fn find(&mut self, line: u64) -> Option<u64> {
        let set = line as usize % self.sets.len();
        let set = &mut self.sets[set];
        let at = set.iter().position(|&(known, _)| known == line)?;
        set[..=at].rotate_right(1);
        Some(set[0].1)
    }

    fn keep(&mut self, line: u64, from: u64) {
        let set = line as usize % self.sets.len();
        let set = &mut self.sets[set];
        if set.len() >= self.ways {
            set.pop();
        }
        set.insert(0, (line, from));
    }
}

impl<'a> Hierarchy<'a> {
    pub fn new(timing: &'a MemoryTiming, units: u32) -> Hierarchy<'a> {
        let caches = |level: &CacheTiming| {
            let count = units.div_ceil(level.units.max(1)).max(1);
            (0..count).map(|_| Cache::new(level, timing.line)).collect()
        };
        Hierarchy {
            timing,
            levels: timing.levels.iter().map(caches).collect(),
            scalar: caches(&timing.scalar),
            memory: Pace::default(),
            pages: Vec::new(),
            counts: MemoryCounts {
                found: vec![0; timing.levels.len() + 1],
                ..MemoryCounts::default()
            },
        }
    }

    /// When the lines are in the first cache of a unit, for a load that asks then.
    pub fn load(&mut self, unit: u32, now: u64, lines: &[u64]) -> u64 {
        self.counts.lines += lines.len() as u64;
        let arrivals = lines.iter().map(|&line| self.line(unit, now, line));
        arrivals.max().unwrap_or(now)
    }

    fn line(&mut self, unit: u32, now: u64, line: u64) -> u64 {
        let timing = self.timing;
        let late = self.page(now, line * u64::from(timing.line));
        let mut found = None;
        for (depth, level) in timing.levels.iter().enumerate() {
            let number = (unit / level.units.max(1)) as usize;
            let cache = &mut self.levels[depth][number];
            let served = cache.pace.take(now, timing.line.into(), level.bandwidth);
            if let Some(there) = cache.find(line) {
                let own = served + u64::from(level.latency) + late;
                found = Some((depth, there.max(own)));
                break;
            }
        }
        let (depth, there) = found.unwrap_or_else(|| {
            let served = self.memory.take(now, timing.line.into(), timing.bandwidth);
            (
                timing.levels.len(),
                served + u64::from(timing.latency) + late,
            )
        });
        self.counts.found[depth] += 1;
        for (depth, level) in timing.levels.iter().enumerate().take(depth) {
            let number = (unit / level.units.max(1)) as usize;
            self.levels[depth][number].keep(line, there);
        }
        there
    }

    /// When stores to these lines are known to be done. They go to memory, past the first caches.
    pub fn store(&mut self, now: u64, lines: &[u64]) -> u64 {
        let timing = self.timing;
        let mut done = now;
        for &line in lines {
            let late = self.page(now, line * u64::from(timing.line));
            let served = self.memory.take(now, timing.line.into(), timing.bandwidth);
            done = done.max(served + u64::from(timing.store) + late);
        }
        self.counts.stored += lines.len() as u64;
        done
    }

    /// When a scalar load has what it asks for.
    pub fn load_scalar(&mut self, unit: u32, now: u64, lines: &[u64]) -> u64 {
        let timing = self.timing;
        let mut done = now + u64::from(timing.scalar.latency);
        let number = (unit / timing.scalar.units.max(1)) as usize;
        for &line in lines {
            let cache = &mut self.scalar[number];
            let served = cache
                .pace
                .take(now, timing.line.into(), timing.scalar.bandwidth);
            let there = match cache.find(line) {
                Some(there) => there.max(served + u64::from(timing.scalar.latency)),
                None => {
                    let there = served + u64::from(timing.scalar_miss);
                    cache.keep(line, there);
                    there
                }
            };
            done = done.max(there);
        }
        done
    }

    /// Cycles more that an access takes because of its page: none if the page is known.
    fn page(&mut self, now: u64, address: u64) -> u64 {
        let page = address / self.timing.page.max(1);
        let miss = u64::from(self.timing.page_miss);
        match self.pages.binary_search_by_key(&page, |&(known, _)| known) {
            Ok(at) => (self.pages[at].1 + miss).saturating_sub(now).min(miss),
            Err(at) => {
                self.counts.pages += 1;
                self.pages.insert(at, (page, now));
                miss
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing() -> MemoryTiming {
        let cache = |bytes, units, latency, bandwidth| CacheTiming {
            bytes,
            ways: 2,
            units,
            latency,
            bandwidth,
        };
        MemoryTiming {
            line: 128,
            levels: vec![cache(512, 1, 100, 128), cache(4096, 2, 300, 64)],
            latency: 800,
            bandwidth: 32,
            returns: 128,
            store: 200,
            page: 4096,
            page_miss: 50,
            scalar: cache(512, 1, 20, 64),
            scalar_miss: 500,
            local: 30,
            path: 3,
            share: 2,
        }
    }

    #[test]
    fn lines_are_found_where_they_were_brought_to() {
        let timing = timing();
        let mut memory = Hierarchy::new(&timing, 2);
        // 128 bytes at 32 in a cycle take four, the last of which is cycle 3; the page is new.
        assert_eq!(memory.load(0, 0, &[0]), 3 + 800 + 50);
        // While the line is on its way, another load has it when it comes.
        assert_eq!(memory.load(0, 100, &[0]), 853);
        // Later the first cache has it, and gives 128 bytes in the cycle itself.
        assert_eq!(memory.load(0, 1000, &[0]), 1000 + 100);
        // The other unit finds it in the cache that both share: two cycles at 64 bytes.
        assert_eq!(memory.load(1, 2000, &[0]), 2000 + 1 + 300);
        assert_eq!(memory.counts.found, [2, 1, 1]);
        // Two sets of two lines: the third line of a set displaces the first.
        for line in [2, 4, 6] {
            memory.load(0, 3000, &[line]);
        }
        memory.load(0, 9000, &[0]);
        assert_eq!(memory.counts.found, [2, 2, 4]);
    }

    #[test]
    fn scalars_and_stores_have_ways_of_their_own() {
        let timing = timing();
        let mut memory = Hierarchy::new(&timing, 1);
        assert_eq!(memory.load_scalar(0, 10, &[3]), 10 + 1 + 500);
        assert_eq!(memory.load_scalar(0, 600, &[3]), 600 + 1 + 20);
        assert_eq!(memory.store(0, &[0, 1]), 7 + 200 + 50);
    }
}
