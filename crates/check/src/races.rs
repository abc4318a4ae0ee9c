//! Data races: two waves touch the same bytes, one of them stores, and nothing orders them.
//!
//! Order is tracked by vector clocks. A barrier orders all waves of its workgroup; an atomic on a
//! word orders a wave after every wave that used an atomic on that word before, which is how locks
//! and flags work. Threads of one wave run in step and are taken as ordered, except where lanes of
//! one store leave different values in the same bytes. Because workgroups have no order among each
//! other, running them one after the other does not hide a race.

use std::collections::HashMap;

use sim::{Access, Observer, Site, Wave};
use source::Diagnostic;
use std::ops::ControlFlow;
use uop::{Program, Space};

use crate::Names;

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
    waves: HashMap<([u32; 3], u32), usize>,
    /// For each wave, how far it has seen every other.
    clocks: Vec<Vec<u32>>,
    /// What atomics on a word have published.
    published: HashMap<Place, Vec<u32>>,
    /// Who touched a word since it was last ordered.
    touched: HashMap<Place, Vec<Touch>>,
    /// Bytes that lanes of the instruction under way have stored: by which address, and what.
    stored: HashMap<Place, (u64, u64)>,
    races: Vec<Race>,
}

/// A word or byte of memory: its space, whose it is where each workgroup has its own, its number.
type Place = (Space, Option<[u32; 3]>, u64);

#[derive(Clone, Copy, Debug)]
struct Touch {
    wave: usize,
    time: u32,
    /// The bytes of the word.
    bytes: u8,
    by: Toucher,
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

    fn wave(&mut self, site: &Site) -> usize {
        let next = self.clocks.len();
        let wave = *self.waves.entry((site.group, site.wave)).or_insert(next);
        if wave == next {
            let mut clock = vec![0; next + 1];
            clock[next] = 1;
            self.clocks.push(clock);
        }
        wave
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
    fn store(&mut self, owner: Option<[u32; 3]>, access: &Access, by: Toucher) {
        let (space, address, value) = (access.space, access.address, access.value);
        for byte in address..address + u64::from(access.bytes) {
            let before = self.stored.insert((space, owner, byte), (address, value));
            if before.is_some_and(|before| before != (address, value)) {
                self.record(Race {
                    space,
                    address,
                    earlier: by,
                    later: by,
                    count: 1,
                });
                return;
            }
        }
    }

    fn touch(&mut self, place: Place, touch: Touch) {
        let seen = &self.clocks[touch.wave];
        let touched = self.touched.entry(place).or_default();
        let mut found = None;
        for other in touched.iter() {
            let harmless = (!other.by.store && !touch.by.store)
                || (other.by.atomic && touch.by.atomic)
                || other.bytes & touch.bytes == 0;
            let ordered = other.wave == touch.wave
                || seen.get(other.wave).is_some_and(|&time| time >= other.time);
            if !harmless && !ordered {
                found = Some(other.by);
                break;
            }
        }
        // What this access supersedes need not be remembered: whoever races with it races with
        // this one too.
        touched.retain(|other| {
            let ordered = other.wave == touch.wave
                || seen.get(other.wave).is_some_and(|&time| time >= other.time);
            let covered = other.bytes & !touch.bytes == 0;
            let weaker =
                !other.by.store || (touch.by.store && (!touch.by.atomic || other.by.atomic));
            !(ordered && covered && weaker && (touch.by.store || other.wave == touch.wave))
        });
        touched.push(touch);
        if let Some(earlier) = found {
            let (space, _, word) = place;
            self.record(Race {
                space,
                address: 4 * word,
                earlier,
                later: touch.by,
                count: 1,
            });
        }
    }
}

fn join(into: &mut Vec<u32>, from: &[u32]) {
    if into.len() < from.len() {
        into.resize(from.len(), 0);
    }
    for (into, &from) in into.iter_mut().zip(from) {
        *into = (*into).max(from);
    }
}

impl Observer for Races {
    fn issue(&mut self, at: &Site, _: &Wave) -> ControlFlow<sim::Stop> {
        // Waves are met here, so that a barrier orders those that have not touched memory too.
        self.wave(at);
        self.stored.clear();
        ControlFlow::Continue(())
    }

    fn access(&mut self, at: &Site, access: &Access) {
        let owner = match access.space {
            Space::Global | Space::Flat => None,
            Space::Local | Space::Cluster => Some(access.group),
            Space::Private | Space::Constant => return,
        };
        let wave = self.wave(at);
        let by = Toucher {
            site: *at,
            store: access.store,
            atomic: access.atomic,
        };
        if access.store && !access.atomic {
            self.store(owner, access, by);
        }
        let end = access.address + u64::from(access.bytes);
        for word in access.address / 4..end.div_ceil(4) {
            let place = (access.space, owner, word);
            if access.atomic {
                let published = self.published.entry(place).or_default();
                join(&mut self.clocks[wave], published);
            }
            let time = self.clocks[wave][wave];
            let bytes = (0..4).fold(0, |bytes, i| {
                let inside = (access.address..end).contains(&(4 * word + i));
                bytes | u8::from(inside) << i
            });
            self.touch(
                place,
                Touch {
                    wave,
                    time,
                    bytes,
                    by,
                },
            );
            if access.atomic {
                let published = self.published.entry(place).or_default();
                join(published, &self.clocks[wave]);
                self.clocks[wave][wave] += 1;
            }
        }
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        let of_group =
            |(&(g, _), &wave): (&([u32; 3], u32), &usize)| groups.contains(&g).then_some(wave);
        let waves: Vec<usize> = self.waves.iter().filter_map(of_group).collect();
        let mut all = Vec::new();
        for &wave in &waves {
            join(&mut all, &self.clocks[wave]);
        }
        for wave in waves {
            join(&mut self.clocks[wave], &all);
            self.clocks[wave][wave] += 1;
        }
    }
}
