//! Data races: two accesses to the same bytes, one of which stores, that nothing orders.
//!
//! Order is tracked by vector clocks over what synchronises: barriers, and loads and atomics that read
//! what a release published, as the program's [memory model](uop::MemoryOrder) says. A wave publishes
//! what is complete, and has seen what it acquired; relaxed atomics order nothing. Because workgroups
//! have no order among each other, running them one after the other does not hide a race.
//!
//! Lanes of one wave run in step and are taken as ordered, except where lanes of one store leave
//! different values in the same bytes, where they load, change and store the same bytes, and where
//! they are in different branches of a machine that does not say which comes first.

mod batch;
mod blocks;
mod clock;
mod events;
mod known;
mod left;
mod mine;
mod near;
mod published;
mod report;
mod roles;
mod rows;
mod shadow;
#[cfg(test)]
mod tests;
mod waits;
mod watched;
mod ways;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::{ControlFlow, Range};

use sim::{Access, Lanes, Observer, Site, Wave};
use uop::{
    MemOp, MemoryOrder, OrderEvent, Program, Rendezvous, RendezvousKind, Scope, Space, UopIdx,
};

use crate::bytes::{last_byte, value_of, words};
use crate::spread::Spreads;
use known::{GLOBAL, Known, LOCAL, Loaded, Part, Seen};
use left::Left;
use mine::Mine;
use published::Published;
use roles::{CHANGED, FENCES, GIVES_BACK, Roles, SPINS, STRONG, WAITS};
use shadow::{Kind, LastLoad, Touch};
use waits::{Beside, Moments};
use watched::{StoodFor, Stored, Watched};

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
    /// What is wrong.
    pub how: RaceKind,
    /// How often this pair of instructions raced.
    pub count: u64,
}

/// In what way two accesses race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceKind {
    /// Nothing orders two waves.
    Unordered,
    /// They are ordered, but the load may give what a cache held.
    Outdated,
    /// Lanes of one wave are in different branches.
    Branches,
    /// Lanes of one store leave different values.
    Values,
    /// Lanes load, change and store the same bytes.
    Changes,
}

/// One side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toucher {
    /// Whose instruction.
    pub site: Site,
    /// Of its lanes, or 0 where a wave accesses memory once for all.
    pub lane: u32,
    /// It changes memory.
    pub store: bool,
    /// It does so indivisibly.
    pub atomic: bool,
}

/// Different races are reported up to this many; more are of the same kind.
const MOST: usize = 64;

/// Finds data races.
#[derive(Debug, Default)]
pub struct Races {
    order: MemoryOrder,
    roles: Roles,
    beside: Beside,
    /// When operations began, by wave, where the program loads to local memory.
    moments: Vec<Moments>,
    /// Every wave, in the order in which they were met.
    waves: Vec<Known>,
    /// Where the waves of a workgroup are among them.
    numbers: HashMap<[u32; 3], BTreeMap<u32, u32>, Spreads>,
    /// Workgroups under way that let others come after them.
    told: HashSet<[u32; 3]>,
    /// The wave that was asked for last: instructions of one follow each other.
    last: Option<(([u32; 3], u32), u32)>,
    global: Option<Box<Watched>>,
    local: HashMap<[u32; 3], Box<Watched>>,
    /// The local memory that was used last.
    near: Option<([u32; 3], Box<Watched>)>,
    /// By instruction, a load that others of waves that have ended stand for.
    stood_for: Vec<Option<StoodFor>>,
    /// Local memory of a workgroup that has ended, for the next.
    spare: Option<Box<Watched>>,
    /// Local memory is kept in rows.
    rows: bool,
    /// What lanes of the instruction under way have stored.
    stored: Stored,
    /// The instruction under way is at one place, in a program that looks for what others leave.
    alone: bool,
    /// Units by the wave they work for, and their operations, as others come after them.
    units: HashMap<(u32, u32), u32, Spreads>,
    operations: HashMap<(u32, u64), Seen, Spreads>,
    /// The operation that began last.
    under_way: u64,
    /// What was left where waves meet.
    left: HashMap<Rendezvous, Left>,
    races: Vec<Race>,
}

impl Races {
    /// For a run of this program.
    pub fn new(program: &Program) -> Races {
        let beside = Beside::of(program);
        Races {
            order: program.order.clone(),
            rows: near::fits(program, &program.order) && !beside.is_any(),
            beside,
            roles: Roles::of(program),
            ..Races::default()
        }
    }

    /// For a run of a machine that tells what orders its accesses.
    pub fn told(order: MemoryOrder) -> Races {
        Races {
            order,
            ..Races::default()
        }
    }

    /// What was found, in the order of discovery.
    pub fn races(&self) -> &[Race] {
        &self.races
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
            self.waves
                .push(Known::new(site.group, site.wave, number, &self.order));
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

    fn enter(&mut self, me: u32, inst: u32, roles: u8) {
        if roles & FENCES != 0 {
            self.settle_near(me);
        }
        let known = &mut self.waves[me as usize];
        known.waited |= roles & WAITS != 0;
        if roles & FENCES != 0
            && let Some(fence) = self.roles.fence_at(inst)
        {
            known.fence(fence);
            if self.order.unordered_branches {
                known.synchronise();
            }
        }
        if roles & CHANGED != 0 {
            match known.loaded.iter_mut().find(|it| it.inst == inst) {
                Some(loaded) => loaded.mask = 0,
                None => known.loaded.push(Loaded {
                    inst,
                    mask: 0,
                    addresses: Box::new([0; 64]),
                }),
            }
        }
    }

    /// Lanes of one instruction have no order either: they may store to the same bytes only if they
    /// store the same, and not if that comes from those bytes.
    fn collision(
        &self,
        me: u32,
        access: &Access,
        before: Option<Touch>,
        inst: u32,
    ) -> Option<RaceKind> {
        let before = before.filter(|it| it.wave == me && it.inst == inst)?;
        let other = usize::from(before.lane);
        if self.stored.mask >> other & 1 == 0 || u32::from(before.lane) == access.lane {
            return None;
        }
        let (address, value) = self.stored.lanes[other];
        let end = address.saturating_add(u64::from(access.bytes.max(1)) - 1);
        if end < access.address || address > last_byte(access) {
            return None;
        }
        if (address, value) != (access.address, access.value) {
            return Some(RaceKind::Values);
        }
        let lane = access.lane as usize % 64;
        let came_from = |load: u32| {
            let loads = &self.waves[me as usize].loaded;
            loads.iter().find(|it| it.inst == load).is_some_and(|it| {
                let both = it.mask >> lane & it.mask >> other & 1 != 0;
                both && it.addresses[lane] == address && it.addresses[other] == address
            })
        };
        let changes = self.roles.changed_by(inst).any(came_from);
        changes.then_some(RaceKind::Changes)
    }

    fn touch(
        &mut self,
        memory: &mut Watched,
        kind: usize,
        word: u64,
        mut touch: Touch,
    ) -> Option<(Touch, RaceKind)> {
        // What a unit does is published by the wave that it works for.
        let me = self.waves[touch.wave as usize].owner as usize;
        let relaxed = self.order.relaxed_atomics || touch.kind != Kind::Atomic;
        let learns = !relaxed || self.roles.learns(touch.inst);
        if touch.kind != Kind::Store
            && learns
            && !memory.published.is_empty()
            && let Some(published) = memory.published.get(&word)
        {
            self.waves[me].reads(word, published, me as u32);
            if !relaxed
                || touch.roles & STRONG != 0
                    && self.order.global == 0
                    && !self.order.relaxed_atomics
            {
                self.waves[me].acquire(Scope::Device);
            }
        }
        if !relaxed && self.order.unordered_branches {
            let known = &mut self.waves[me];
            known.synchronise();
        }
        // A store by a wave that has used an atomic on the word gives back a lock. Where atomics order,
        // so does it.
        let known = &mut self.waves[me];
        match touch.kind {
            Kind::Atomic => known.uses_atomic(kind, word),
            Kind::Store if known.has_used_atomic(kind, word) => {
                touch.roles |= match self.order.relaxed_atomics {
                    true => GIVES_BACK,
                    false => GIVES_BACK | STRONG,
                };
            }
            _ => {}
        }
        let order = Mine {
            waves: &self.waves,
            me: touch.wave,
            kind,
            order: &self.order,
            beside: self.beside.any(),
        };
        if touch.kind != Kind::Load {
            memory.touched.change(word);
        }
        let cell = memory.touched.word(word);
        let spun = match kind == LOCAL && touch.roles & SPINS != 0 && self.order.local != 0 {
            true => cell.last_store().filter(|it| it.wave != touch.wave),
            false => None,
        };
        let earlier = cell.touch(touch, &order);
        let found = earlier.and_then(|earlier| Some((earlier, order.how(word, &earlier)?)));
        if let Some(store) = spun {
            let other = &mut self.waves[store.wave as usize];
            let mut local = other.seen[LOCAL].clone();
            local.set(store.wave, store.time);
            let global = other.released(Part::Group, store.wave);
            let shared = other.released(Part::Shared, store.wave);
            let written = other.written(store.wave);
            self.waves[me].reads_local(&[local, global, shared, written]);
        }
        let publishes = match touch.kind {
            Kind::Load => false,
            Kind::Store => touch.roles & STRONG != 0 || self.publishes(touch.inst),
            Kind::Atomic => true,
        };
        if publishes {
            let known = &mut self.waves[me];
            if touch.kind == Kind::Store && self.order.unordered_branches {
                known.synchronise();
            }
            let release = known.publish(me as u32, kind, &self.order);
            match memory.published.entry(word) {
                Entry::Occupied(before) if touch.kind == Kind::Atomic => {
                    before.into_mut().go_on(release, learns, &mut None);
                }
                entry => {
                    entry.insert_entry(Published::new(release));
                }
            }
            if kind == GLOBAL && !std::mem::replace(&mut known.told, true) {
                self.told.insert(known.group);
            }
        } else if touch.kind == Kind::Store && !memory.published.is_empty() {
            memory.published.remove(&word);
        }
        found
    }

    /// Others may come after what is complete before this store. That is so of every plain store where waits
    /// say what is complete, but few are looked for: those to one place, as flags are, wherever the wait was.
    fn publishes(&self, store: u32) -> bool {
        self.alone || self.roles.publishes(store)
    }

    fn toucher(&self, touch: &Touch) -> Toucher {
        let Known { group, wave, .. } = self.waves[touch.wave as usize];
        Toucher {
            site: Site {
                inst: touch.inst,
                group,
                wave,
            },
            lane: touch.lane.into(),
            store: touch.changes(),
            atomic: touch.kind == Kind::Atomic,
        }
    }

    /// An access by a wave, or by a unit that works for it. It has these roles beside those of its
    /// instruction.
    fn access_by(&mut self, me: u32, at: &Site, access: &Access, more: u8) {
        let Some(kind) = kind_of(access.space) else {
            return;
        };
        let mut memory = self.take(kind, access.group);
        self.access_in(&mut memory, kind, (me, at), access, more);
        self.put_back(kind, access.group, memory);
    }

    fn access_in(
        &mut self,
        memory: &mut Watched,
        kind: usize,
        (me, at): (u32, &Site),
        access: &Access,
        more: u8,
    ) {
        let roles = self.roles.get(at.inst) | more;
        let lane = access.lane as usize % 64;
        let known = &mut self.waves[me as usize];
        known.dirty = true;
        if roles & CHANGED != 0
            && !access.store
            && let Some(loaded) = known.loaded.iter_mut().find(|it| it.inst == at.inst)
        {
            loaded.mask |= 1 << lane;
            loaded.addresses[lane] = access.address;
        }
        let mut touch = Touch {
            wave: me,
            time: known.time,
            inst: at.inst,
            value: 0,
            bytes: 0,
            lane: lane as u8,
            roles,
            kind: match (access.store, access.atomic) {
                (_, true) => Kind::Atomic,
                (true, _) => Kind::Store,
                _ => Kind::Load,
            },
            loaded: LastLoad::default(),
        };
        for (word, bytes) in words(access) {
            if kind == LOCAL {
                self.part(memory, word);
            }
            touch.bytes = bytes;
            touch.value = value_of(access, word);
            touch.time = self.waves[me as usize].time;
            let race = |address, earlier, later, how| Race {
                space: if kind == LOCAL {
                    Space::Local
                } else {
                    Space::Global
                },
                address,
                earlier,
                later,
                how,
                count: 1,
            };
            if touch.kind == Kind::Store {
                let before = match self.stored.mask {
                    0 => None,
                    _ => memory.touched.word(word).last_store(),
                };
                if let Some(how) = self.collision(me, access, before, at.inst)
                    && let Some(before) = before
                {
                    let sides = (self.toucher(&before), self.toucher(&touch));
                    self.record(race(access.address, sides.0, sides.1, how));
                }
            }
            if let Some((earlier, how)) = self.touch(memory, kind, word, touch) {
                let sides = (self.toucher(&earlier), self.toucher(&touch));
                self.record(race(4 * word, sides.0, sides.1, how));
            }
        }
        if touch.kind == Kind::Store {
            self.stored.add(lane, access.address, access.value);
        }
    }
}

/// The order that accesses to a memory have, if others see them.
fn kind_of(space: Space) -> Option<usize> {
    match space {
        Space::Global | Space::Flat => Some(GLOBAL),
        Space::Local | Space::Cluster => Some(LOCAL),
        Space::Private | Space::Constant => None,
    }
}

impl Observer for Races {
    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<sim::Stop> {
        // Waves are met here, so that a barrier orders those that have not touched memory too.
        let me = self.wave(at);
        self.stored.clear();
        self.alone = false;
        self.waves[me as usize].begin();
        if self.waves[me as usize].waited {
            self.arrived(me, wave);
        }
        if self.beside.is_any() {
            self.goes_on(me, wave.begun());
        }
        if self.order.unordered_branches {
            let known = &mut self.waves[me as usize];
            known.go(wave.exec());
        }
        let roles = self.roles.get(at.inst);
        if roles & (WAITS | FENCES | CHANGED) != 0 {
            self.enter(me, at.inst, roles);
        }
        ControlFlow::Continue(())
    }

    /// Which lanes run matters also where they touch no memory: they meet.
    fn stretch(&mut self, at: &Site, wave: &Wave, _: Range<UopIdx>) -> bool {
        if self.order.unordered_branches {
            let me = self.wave(at);
            self.waves[me as usize].go(wave.exec());
        }
        true
    }

    fn memory(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) {
        let one_place = lanes.extent.low == lanes.extent.high;
        self.alone = one_place && self.roles.looks && self.order.global != 0;
        if self.near(at, wave, op, lanes)
            || self.batch(at, wave, op, lanes)
            || self.batch_atomics(at, op, lanes)
        {
            return;
        }
        let kind = match op.space {
            Space::Global => GLOBAL,
            Space::Local => LOCAL,
            // Lanes may go to different memories.
            _ => return lanes.for_each(wave, op, |access| self.access(at, access)),
        };
        let me = self.wave(at);
        let mut memory = self.take(kind, at.group);
        lanes.for_each(wave, op, |access| {
            self.access_in(&mut memory, kind, (me, at), access, 0);
        });
        self.put_back(kind, at.group, memory);
    }

    fn access(&mut self, at: &Site, access: &Access) {
        let me = self.wave(at);
        if access.store || access.space != Space::Global || self.order.unordered_branches {
            return self.access_by(me, at, access, 0);
        }
        // What all waves load, arguments above all, is looked at once waves have ended that did.
        let mut memory = self.take(GLOBAL, at.group);
        let now = StoodFor {
            address: access.address,
            bytes: access.bytes,
            changes: memory
                .touched
                .changes(access.address / 4, last_byte(access) / 4),
        };
        let inst = at.inst as usize;
        if self.stood_for.get(inst) == Some(&Some(now)) {
            self.waves[me as usize].dirty = true;
        } else {
            self.access_in(&mut memory, GLOBAL, (me, at), access, 0);
            let gone = |other: &Touch| self.waves[other.wave as usize].gone;
            let mut words = words(access);
            let plain = self.roles.get(at.inst) & CHANGED == 0;
            if plain
                && words
                    .all(|(word, bytes)| memory.touched.word(word).is_idle(at.inst, bytes, gone))
            {
                let len = self.stood_for.len().max(inst + 1);
                self.stood_for.resize(len, None);
                self.stood_for[inst] = Some(now);
            }
        }
        self.put_back(GLOBAL, at.group, memory);
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        self.meet(groups);
    }

    fn order(&mut self, at: &Site, event: &OrderEvent) {
        self.event(at, event);
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        self.last = None;
        let shared = |at: &Rendezvous| at.kind == RendezvousKind::Semaphore;
        self.left
            .retain(|at, _| shared(at) || !groups.contains(&at.group));
        // Workgroups that end together may have told each other.
        let told = groups.iter().filter(|group| self.told.remove(*group));
        let told = told.count() > 0;
        for group in groups {
            for wave in self.numbers.remove(group).unwrap_or_default().into_values() {
                self.waves[wave as usize].end(told);
                self.moments.get_mut(wave as usize).map(std::mem::take);
            }
            let watched = self.local.remove(group);
            self.give_up(watched);
            if let Some((_, watched)) = self.near.take_if(|(near, _)| near == group) {
                self.give_up(Some(watched));
            }
        }
    }
}
