//! The memory of a machine with caches: where a line is found, and when it is there.

use super::MemoryCounts;
use super::cache::{Level, Set};
use super::requests::{Kind, Request};
use uop::timing::{CacheTiming, MemoryTiming};

/// All caches of the machine. Lines and pages begin outside of them.
#[derive(Clone)]
pub(super) struct Hierarchy {
    timing: Numbers,
    /// The one next to the lanes first.
    levels: Vec<Level>,
    /// By level: where the last line belongs.
    sets: Vec<Set>,
    scalar: Level,
    memory: Pace,
    /// By group of SIMDs: the way back to registers.
    returns: Vec<Pace>,
    /// Since when each page is known, by ascending number.
    pages: Vec<(u64, u64)>,
    /// Where in `pages` the last one was found.
    last: usize,
    pub counts: MemoryCounts,
}

/// The numbers of memory itself.
#[derive(Clone, Copy)]
struct Numbers {
    line: u64,
    latency: u64,
    /// That of a load which finds its line in the nearest cache.
    least: u64,
    store: u64,
    page: u64,
    /// The same as a power of two, where it is one.
    page_bits: Option<u32>,
    page_miss: u64,
    scalar_miss: u64,
}

/// Something that gives a number of bytes in a cycle, first come, first served.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// In bytes: cycle times bytes per cycle, plus what has been given in that cycle.
    free: u64,
    rate: u64,
    /// The rate as a power of two, where it is one: nothing is divided then.
    shift: Option<u32>,
}

impl Pace {
    /// So many bytes in a cycle.
    pub fn new(rate: u32) -> Pace {
        let rate = u64::from(rate.max(1));
        Pace {
            free: 0,
            rate,
            shift: rate.is_power_of_two().then_some(rate.ilog2()),
        }
    }

    /// The cycle in which the last of these bytes is given.
    #[inline]
    pub fn take(&mut self, now: u64, bytes: u64) -> u64 {
        let first = self.free.max(now * self.rate);
        self.free = first + bytes;
        let last = first + bytes.max(1) - 1;
        match self.shift {
            Some(shift) => last >> shift,
            None => last / self.rate,
        }
    }
}

impl Hierarchy {
    pub fn new(timing: &MemoryTiming, groups: u32) -> Hierarchy {
        let level = |level: &CacheTiming| Level::new(level, timing.line, groups);
        Hierarchy {
            timing: Numbers {
                line: timing.line.into(),
                latency: timing.latency.into(),
                least: {
                    let levels = timing.levels.iter().map(|level| level.latency);
                    levels.chain([timing.latency]).min().unwrap_or(0).into()
                },
                store: timing.store.into(),
                page: timing.page.max(1),
                page_bits: (timing.page.is_power_of_two()).then(|| timing.page.ilog2()),
                page_miss: timing.page_miss.into(),
                scalar_miss: timing.scalar_miss.into(),
            },
            levels: timing.levels.iter().map(level).collect(),
            sets: vec![Set::default(); timing.levels.len()],
            scalar: level(&timing.scalar),
            memory: Pace::new(timing.bandwidth),
            returns: vec![Pace::new(timing.returns); groups as usize],
            pages: Vec::new(),
            last: 0,
            counts: MemoryCounts {
                found: vec![0; timing.levels.len() + 1],
                ..MemoryCounts::default()
            },
        }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let levels = self.levels.iter().chain([&self.scalar]);
        levels.map(Level::bytes).sum()
    }

    /// When an access to these lines is done.
    pub fn serve(&mut self, own: &Request, lines: &[u64]) -> u64 {
        match own.kind {
            Kind::Load => {
                let there = self.load(own.group, own.at, lines);
                self.returns[own.group as usize].take(there, own.bytes)
            }
            Kind::Store => self.store(own.at, lines),
            Kind::Scalar => self.load_scalar(own.group, own.at, lines),
        }
    }

    /// Whether a request concerns no unit but that of so many groups of SIMDs.
    pub fn is_own(&self, own: &Request, groups: u32) -> bool {
        own.kind == Kind::Scalar && groups.is_multiple_of(self.scalar.units)
    }

    /// It is not done before then, whatever caches hold, and never in the cycle in which it is issued.
    pub fn soonest(&self, own: &Request, issued: u64) -> u64 {
        let timing = self.timing;
        let least = match own.kind {
            Kind::Load if own.lines > 0 => timing.least,
            Kind::Store if own.lines > 0 => timing.store,
            Kind::Load | Kind::Store => 0,
            Kind::Scalar => self.scalar.latency,
        };
        (own.at + least).max(issued + 1)
    }

    /// When the lines are in the first cache of a group of SIMDs, for a load that asks then.
    fn load(&mut self, group: u32, now: u64, lines: &[u64]) -> u64 {
        self.counts.lines += lines.len() as u64;
        let arrivals = lines.iter().map(|&line| self.line(group, now, line));
        arrivals.max().unwrap_or(now)
    }

    fn line(&mut self, group: u32, now: u64, line: u64) -> u64 {
        let timing = self.timing;
        let late = self.page(now, line * timing.line);
        let mut found = None;
        let levels = self.levels.iter_mut().zip(&mut self.sets);
        for (depth, (level, set)) in levels.enumerate() {
            let served = level.serve(group, now, timing.line);
            *set = level.set(group, line);
            if let Some(there) = level.find(*set, line) {
                found = Some((depth, there.max(served + level.latency + late)));
                break;
            }
        }
        let (depth, there) = found.unwrap_or_else(|| {
            let served = self.memory.take(now, timing.line);
            (self.levels.len(), served + timing.latency + late)
        });
        self.counts.found[depth] += 1;
        for (level, &set) in self.levels[..depth].iter_mut().zip(&self.sets) {
            level.keep(set, line, there);
        }
        there
    }

    /// When stores to these lines are known to be done. They go to memory, past the first caches.
    fn store(&mut self, now: u64, lines: &[u64]) -> u64 {
        let timing = self.timing;
        let mut done = now;
        for &line in lines {
            let late = self.page(now, line * timing.line);
            let served = self.memory.take(now, timing.line);
            done = done.max(served + timing.store + late);
        }
        self.counts.stored += lines.len() as u64;
        done
    }

    /// When a scalar load has what it asks for.
    fn load_scalar(&mut self, group: u32, now: u64, lines: &[u64]) -> u64 {
        let timing = self.timing;
        let latency = self.scalar.latency;
        let mut done = now + latency;
        for &line in lines {
            let served = self.scalar.serve(group, now, timing.line);
            let set = self.scalar.set(group, line);
            let there = match self.scalar.find(set, line) {
                Some(there) => there.max(served + latency),
                None => {
                    let there = served + timing.scalar_miss;
                    self.scalar.keep(set, line, there);
                    there
                }
            };
            done = done.max(there);
        }
        done
    }

    /// Cycles more that an access takes because of its page: none if the page is known.
    fn page(&mut self, now: u64, address: u64) -> u64 {
        let page = match self.timing.page_bits {
            Some(bits) => address >> bits,
            None => address / self.timing.page,
        };
        let miss = self.timing.page_miss;
        // Accesses mostly stay on a page for a while.
        if self
            .pages
            .get(self.last)
            .is_none_or(|known| known.0 != page)
        {
            match self.pages.binary_search_by_key(&page, |&(known, _)| known) {
                Ok(at) => self.last = at,
                Err(at) => {
                    self.counts.pages += 1;
                    self.pages.insert(at, (page, now));
                    self.last = at;
                    return miss;
                }
            }
        }
        (self.pages[self.last].1 + miss)
            .saturating_sub(now)
            .min(miss)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn timing() -> MemoryTiming {
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
