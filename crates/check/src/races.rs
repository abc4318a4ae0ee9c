//! Data races: two waves touch the same bytes, one of them stores, and nothing orders them.
//!
//! Order is tracked by vector clocks. A barrier orders all waves of its workgroup; an atomic on a
//! word orders a wave after every wave that used an atomic on that word before, which is how locks
//! and flags work. Threads of one wave run in step and are taken as ordered, except where lanes of
//! one store leave different values in the same bytes. Because workgroups have no order among each
//! other, running them one after the other does not hide a race.

mod clock;
mod shadow;

use std::collections::{BTreeMap, HashMap};

use sim::{Access, Observer, Site, Wave};
use source::Diagnostic;
use std::ops::ControlFlow;
use uop::{Program, Space};

use crate::Names;
use crate::bytes::{last_byte, words};
use clock::Clock;
use shadow::{Shadow, Touch};

/// Two accesses that race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Where the bytes are.
    pub space: Space,
    /// The first byte that both touch.
    pub address: u64,
    /// The access that happened to come first in this run.
    pub earlier: Toucher,
    /// The other one.
    pub later: Toucher,
    /// How often this pair of instructions raced.
    pub count: u64,
}

impl Race {
    /// Lanes of one store race with each other.
    pub fn is_within_a_store(&self) -> bool {
        self.earlier == self.later
    }
}

/// One side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toucher {
    pub site: Site,
    pub store: bool,
    pub atomic: bool,
}

/// Different races are reported up to this many; more are of the same kind.
const MOST: usize = 64;

/// Finds data races.
#[derive(Debug, Default)]
pub struct Races {
    /// Every wave, in the order in which they were met.
    waves: Vec<Known>,
    /// Where the waves of a workgroup are among them.
    numbers: HashMap<[u32; 3], BTreeMap<u32, u32>>,
    /// The wave that was asked for last: instructions of one follow each other.
    last: Option<(([u32; 3], u32), u32)>,
    memories: HashMap<Owner, Watched>,
    /// Bytes that lanes of the instruction under way have stored: by which address, and what.
    stored: HashMap<(Owner, u64), (u64, u64)>,
    /// Which instruction that is.
    storing: Option<Site>,
    races: Vec<Race>,
}

/// Whose memory it is, where each workgroup has its own.
type Owner = Option<[u32; 3]>;

#[derive(Debug)]
struct Known {
    group: [u32; 3],
    wave: u32,
    /// What others have to have seen to come after it.
    time: u32,
    /// How far it has seen others.
    seen: Clock,
}

#[derive(Debug, Default)]
struct Watched {
    touched: Shadow,
    /// What atomics on a word have published.
    published: HashMap<u64, Clock>,
}

impl Races {
    /// What was found, in the order of discovery.
    pub fn races(&self) -> &[Race] {
        &self.races
    }

    /// One diagnostic for each pair of instructions, with both lines.
    pub fn diagnostics(&self, program: &Program, names: &Names<'_>) -> Vec<Diagnostic> {
        let diagnostic = |race: &Race| {
            let space = match race.space {
                Space::Local => "local",
                _ => "device",
            };
            let message = format!("data race on {space} memory at {:#x}", race.address);
            let who = |by: &Toucher| {
                let [x, y, z] = by.site.group;
                format!("workgroup ({x},{y},{z}), wave {}", by.site.wave)
            };
            let (sides, help) = if race.is_within_a_store() {
                let text = format!("threads of {} store different values", who(&race.later));
                (
                    vec![(race.later, text)],
                    "which of the values stays is not defined",
                )
            } else {
                let sides = [(race.later, "this"), (race.earlier, "and this")];
                let sides = sides.map(|(by, which)| {
                    let what = match (by.atomic, by.store) {
                        (true, _) => "atomic",
                        (_, true) => "store",
                        _ => "load",
                    };
                    (by, format!("{which} {what} by {}", who(&by)))
                });
                (
                    sides.to_vec(),
                    "a barrier, or an atomic that both waves use, would order them",
                )
            };
            let mut diagnostic = Diagnostic::error("race", message);
            for (by, text) in sides {
                let inst = program.insts.get(by.site.inst as usize);
                diagnostic = match inst.and_then(|inst| (names.span)(inst.address)) {
                    Some(span) => diagnostic.label(span, text),
                    None => diagnostic.help(text),
                };
            }
            diagnostic.help(help)
        };
        self.races.iter().map(diagnostic).collect()
    }

    fn wave(&mut self, site: &Site) -> u32 {
        let who = (site.group, site.wave);
        if let Some((last, number)) = self.last
            && last == who
        {
            return number;
        }
        let next = self.waves.len() as u32;
        let group = self.numbers.entry(site.group).or_default();
        let number = *group.entry(site.wave).or_insert(next);
        if number == next {
            self.waves.push(Known {
                group: site.group,
                wave: site.wave,
                time: 1,
                seen: Clock::default(),
            });
        }
        self.last = Some((who, number));
        number
    }

    fn record(&mut self, race: Race) {
        let same = |known: &&mut Race| {
            (known.earlier.site.inst, known.later.site.inst)
                == (race.earlier.site.inst, race.later.site.inst)
        };
        if let Some(known) = self.races.iter_mut().find(same) {
            known.count += 1;
        } else if self.races.len() < MOST {
            self.races.push(race);
        }
    }

    /// Lanes of one instruction have no order either: they may store to the same bytes only if they
    /// store the same.
    fn store(&mut self, owner: Owner, access: &Access, by: Toucher) {
        let (address, value) = (access.address, access.value);
        if self.storing.replace(by.site) != Some(by.site) {
            self.stored.clear();
        }
        for byte in address..=last_byte(access) {
            let before = self.stored.insert((owner, byte), (address, value));
            if before.is_some_and(|before| before != (address, value)) {
                self.record(Race {
                    space: space_of(owner),
                    address,
                    earlier: by,
                    later: by,
                    count: 1,
                });
                return;
            }
        }
    }

    fn touch(&mut self, owner: Owner, word: u64, touch: Touch) {
        let memory = self.memories.entry(owner).or_default();
        let known = &mut self.waves[touch.wave as usize];
        if touch.atomic
            && let Some(published) = memory.published.get(&word)
        {
            known.seen.join(published);
        }
        let seen = |wave| known.seen.get(wave);
        let found = memory.touched.word(word).touch(touch, seen);
        if touch.atomic {
            let mut published = known.seen.clone();
            published.set(touch.wave, known.time);
            memory.published.insert(word, published);
            known.time += 1;
        }
        if let Some(earlier) = found {
            self.record(Race {
                space: space_of(owner),
                address: 4 * word,
                earlier: self.toucher(&earlier),
                later: self.toucher(&touch),
                count: 1,
            });
        }
    }

    fn toucher(&self, touch: &Touch) -> Toucher {
        let Known { group, wave, .. } = self.waves[touch.wave as usize];
        Toucher {
            site: Site {
                inst: touch.inst,
                group,
                wave,
            },
            store: touch.store,
            atomic: touch.atomic,
        }
    }
}

fn space_of(owner: Owner) -> Space {
    match owner {
        None => Space::Global,
        Some(_) => Space::Local,
    }
}

impl Observer for Races {
    fn issue(&mut self, at: &Site, _: &Wave) -> ControlFlow<sim::Stop> {
        // Waves are met here, so that a barrier orders those that have not touched memory too.
        self.wave(at);
        self.storing = None;
        ControlFlow::Continue(())
    }

    fn access(&mut self, at: &Site, access: &Access) {
        let owner = match access.space {
            Space::Global | Space::Flat => None,
            Space::Local | Space::Cluster => Some(access.group),
            Space::Private | Space::Constant => return,
        };
        let wave = self.wave(at);
        let &Access { store, atomic, .. } = access;
        if store && !atomic {
            let by = Toucher {
                site: *at,
                store,
                atomic,
            };
            self.store(owner, access, by);
        }
        for (word, bytes) in words(access) {
            let touch = Touch {
                wave,
                time: self.waves[wave as usize].time,
                inst: at.inst,
                bytes,
                store,
                atomic,
            };
            self.touch(owner, word, touch);
        }
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        let numbers = groups.iter().filter_map(|group| self.numbers.get(group));
        let waves: Vec<u32> = numbers.flat_map(BTreeMap::values).copied().collect();
        let mut all = Clock::default();
        for &wave in &waves {
            all.join(&self.waves[wave as usize].seen);
        }
        for &wave in &waves {
            all.set(wave, self.waves[wave as usize].time);
        }
        for wave in waves {
            let known = &mut self.waves[wave as usize];
            known.seen = all.clone();
            known.time += 1;
        }
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        self.last = None;
        for group in groups {
            for wave in self.numbers.remove(group).unwrap_or_default().into_values() {
                self.waves[wave as usize].seen = Clock::default();
            }
            self.memories.remove(&Some(*group));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(group: u32, wave: u32, inst: u32) -> Site {
        Site {
            inst,
            group: [group, 0, 0],
            wave,
        }
    }

    fn access(address: u64, bytes: u32, store: bool, atomic: bool) -> Access {
        Access {
            space: Space::Global,
            group: [0; 3],
            lane: 0,
            address,
            bytes,
            store,
            atomic,
            value: 0,
        }
    }

    fn load(address: u64) -> Access {
        access(address, 4, false, false)
    }

    fn store(address: u64) -> Access {
        access(address, 4, true, false)
    }

    fn atomic(address: u64) -> Access {
        access(address, 4, true, true)
    }

    /// The pairs of instructions that race.
    fn found(steps: &[(Site, Access)], barriers_after: &[usize]) -> Vec<(u32, u32)> {
        let mut races = Races::default();
        steps.iter().for_each(|(site, _)| _ = races.wave(site));
        for (i, (site, access)) in steps.iter().enumerate() {
            races.storing = None;
            races.access(site, access);
            if barriers_after.contains(&i) {
                races.barrier(&[[0; 3]]);
            }
        }
        let sides = races.races().iter();
        sides
            .map(|race| (race.earlier.site.inst, race.later.site.inst))
            .collect()
    }

    #[test]
    fn order_comes_from_barriers_and_atomics_alone() {
        let (one, two) = (at(0, 0, 1), at(0, 1, 2));
        assert_eq!(found(&[(one, store(64)), (two, load(64))], &[]), [(1, 2)]);
        assert_eq!(found(&[(one, load(64)), (two, store(64))], &[]), [(1, 2)]);
        assert_eq!(found(&[(one, load(64)), (two, load(64))], &[]), []);
        assert_eq!(found(&[(one, store(64)), (two, store(68))], &[]), []);
        assert_eq!(found(&[(one, store(64)), (two, load(64))], &[0]), []);
        // A flag: what came before one atomic is seen after the other.
        let flag = [
            (one, store(64)),
            (one, atomic(0)),
            (two, atomic(0)),
            (two, load(64)),
        ];
        assert_eq!(found(&flag, &[]), []);
        // What comes after it is not.
        let late = [
            (one, atomic(0)),
            (two, atomic(0)),
            (one, store(64)),
            (two, load(64)),
        ];
        assert_eq!(found(&late, &[]), [(1, 2)]);
        // A barrier of one workgroup says nothing about another.
        let other = [(one, store(64)), (at(1, 0, 3), load(64))];
        assert_eq!(found(&other, &[0]), [(1, 3)]);
    }

    #[test]
    fn bytes_of_a_word_are_told_apart() {
        let (one, two) = (at(0, 0, 1), at(0, 1, 2));
        let byte = |address, store| access(address, 1, store, false);
        assert_eq!(
            found(&[(one, byte(64, true)), (two, byte(65, true))], &[]),
            []
        );
        let both = [
            (one, byte(64, true)),
            (one, byte(65, true)),
            (two, access(64, 2, false, false)),
        ];
        assert_eq!(found(&both, &[]), [(1, 2)]);
    }

    #[test]
    fn a_store_that_follows_many_loads_finds_the_one_that_is_not_ordered() {
        let mut steps: Vec<_> = (0..40)
            .rev()
            .map(|wave| (at(0, wave, wave), load(64)))
            .collect();
        steps.push((at(1, 0, 100), load(64)));
        steps.push((at(0, 3, 101), store(64)));
        assert_eq!(found(&steps, &[40]), [(100, 101)]);
        assert_eq!(found(&steps[..40], &[]), []);
    }

    #[test]
    fn the_last_bytes_of_all_addresses_are_words_as_well() {
        let (one, two) = (at(0, 0, 1), at(0, 1, 2));
        for bytes in [1, 4, 16] {
            let end = |store| access(u64::MAX, bytes, store, false);
            assert_eq!(found(&[(one, end(true)), (two, end(false))], &[]), [(1, 2)]);
        }
    }

    #[test]
    fn local_memory_of_a_workgroup_that_ended_is_forgotten() {
        let mut races = Races::default();
        let local = Access {
            space: Space::Local,
            ..store(0)
        };
        races.access(&at(0, 0, 1), &local);
        races.access(&at(0, 0, 1), &store(0));
        races.ended(&[[0; 3]]);
        assert_eq!(races.memories.keys().collect::<Vec<_>>(), [&None]);
        races.access(&at(1, 0, 2), &store(0));
        assert_eq!(races.races().len(), 1, "device memory is not");
    }
}
