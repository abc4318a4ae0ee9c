//! Breakpoints and watchpoints, and the watcher that looks for them.

use crate::eval::{Answer, Elements, Store, Thing, View, Viewpoint};
use crate::expr::Expr;
use crate::look::{InPassing, Live};
use crate::subject::Subject;
use crate::watch::{Watch, is_of};
use sim::Memory;
use std::ops::Range;
use uop::{Access, Apertures, LookWave, RegisterPlace, Site, Space, Status, Stoppable, WaveId};

/// An expression with the text it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// As the user wrote it.
    pub text: String,
    /// What it says.
    pub expr: Expr,
}

/// Instructions at which the run stops.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// What users call it: breakpoints and watchpoints are counted together, from one.
    pub id: u32,
    /// Where, as the user said it.
    pub spec: String,
    /// The instructions it stops at.
    pub insts: Vec<u32>,
    /// It stops only where this is not zero.
    pub condition: Option<Condition>,
    /// Passed by that many times before it stops.
    pub ignore: u64,
    /// How often it was reached with its condition holding.
    pub hits: u64,
    /// It is looked at; otherwise it is kept for later.
    pub enabled: bool,
    /// Gone after it has stopped once.
    pub temporary: bool,
}

/// What a watchpoint waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchKind {
    /// The value changes.
    Change,
    /// An instruction reads it.
    Read,
    /// Read or written.
    Access,
}

/// A place in registers or memory at which the run stops when something happens to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Watchpoint {
    /// What users call it: breakpoints and watchpoints are counted together, from one.
    pub id: u32,
    /// What is watched, as the user wrote it.
    pub text: String,
    /// What is watched.
    pub thing: Thing,
    /// What has to happen.
    pub kind: WatchKind,
    /// The wave whose registers are meant; memory is watched whichever wave uses it.
    pub of: WaveId,
    /// The lane as which memory of its own and conditions are seen.
    pub lane: usize,
    /// It stops only where this is not zero.
    pub condition: Option<Condition>,
    /// Passed by that many times before it stops.
    pub ignore: u64,
    /// How often it happened with its condition holding.
    pub hits: u64,
    /// It is looked at; otherwise it is kept for later.
    pub enabled: bool,
    /// What was there when it was last looked at.
    pub(crate) old: Option<Answer>,
    pub(crate) ranges: Vec<(Space, Range<u64>)>,
    /// By instruction: it is stopped behind, whatever it leaves in the register.
    pub(crate) users: Vec<bool>,
}

impl Watchpoint {
    /// The bytes that a thing takes in memory.
    pub(crate) fn ranges_of(thing: &Thing) -> Vec<(Space, Range<u64>)> {
        let Thing::Elements(elements) = thing else {
            return Vec::new();
        };
        let Store::Memory(space) = elements.of else {
            return Vec::new();
        };
        let size = elements.ty.size() as u64;
        let mut ranges: Vec<(Space, Range<u64>)> = Vec::new();
        for &address in &elements.addresses {
            match ranges.last_mut() {
                Some((_, last)) if last.end == address => last.end += size,
                _ => ranges.push((space, address..address.saturating_add(size))),
            }
        }
        ranges
    }

    /// By instruction: whether it does with the registers of a thing what a watchpoint of this kind
    /// looks for. Nothing where that is not known; changes are seen without it.
    pub(crate) fn users_of(
        thing: &Thing,
        kind: WatchKind,
        machine: &dyn Stoppable,
    ) -> Option<Vec<bool>> {
        let registers = match thing {
            _ if kind == WatchKind::Change || Watchpoint::is_in_memory(thing) => {
                return Some(Vec::new());
            }
            Thing::Registers(slices) => slices.iter().map(|slice| (slice.place, slice.words)),
            _ => return None,
        };
        let mut users: Vec<bool> = Vec::new();
        for (place, words) in registers {
            let mut lists = vec![machine.readers(place, words)?];
            if kind == WatchKind::Access {
                lists.push(machine.writers(place, words));
            }
            for list in lists {
                users.resize(list.len(), false);
                users
                    .iter_mut()
                    .zip(list)
                    .for_each(|(user, is)| *user |= is);
            }
        }
        Some(users)
    }

    /// Whether it lies in memory, so that accesses are what matters.
    pub fn is_in_memory(thing: &Thing) -> bool {
        !Watchpoint::ranges_of(thing).is_empty()
    }

    fn is_memory(&self) -> bool {
        !self.ranges.is_empty()
    }

    fn is_of(&self, wave: &dyn LookWave) -> bool {
        !self.is_memory() && self.of == wave.id()
    }

    /// Whether an instruction uses what is watched, a register.
    fn is_used_by(&self, at: &Site) -> bool {
        is_of(at, self.of) && self.users.get(at.inst as usize) == Some(&true)
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Hit {
    Breakpoint(u32),
    /// The condition of this breakpoint cannot be evaluated here.
    BadCondition(u32, String),
    /// A watchpoint, and whose instruction it was.
    Watchpoint(u32, Option<Site>),
    Goal,
}

/// What a step or a run ends with besides points: something that a wave does, or its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    pub wave: WaveId,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// It is about to issue an instruction.
    Issues,
    /// It is about to issue one of these.
    At(Vec<u32>),
    /// It is about to issue an instruction that is not among these.
    Outside(Range<u32>),
    Ends,
}

impl Goal {
    fn reached(&self, at: &Site) -> bool {
        is_of(at, self.wave)
            && match &self.what {
                What::Issues => true,
                What::At(insts) => insts.contains(&at.inst),
                What::Outside(insts) => !insts.contains(&at.inst),
                What::Ends => false,
            }
    }
}

/// Looks for breakpoints, watchpoints and a goal.
pub(crate) struct Guard<'s> {
    pub subject: &'s Subject,
    pub memory: &'s Memory,
    pub breakpoints: &'s mut [Breakpoint],
    pub watchpoints: &'s mut [Watchpoint],
    /// By instruction: some breakpoint is there.
    pub marks: &'s [bool],
    pub flat: &'s Apertures,
    pub goal: Option<Goal>,
    /// Ignore counts apply, as they do forwards.
    pub counting: bool,
    pub hits: Vec<Hit>,
    /// Watchpoints whose memory the last instruction touched, and what it was.
    pub touched: Vec<(u32, Site)>,
    /// The last instruction announced.
    pub last: Option<Site>,
}

impl Guard<'_> {
    /// What the last instruction did to what is watched.
    fn look_back(&mut self, wave: &dyn LookWave) {
        for (id, site) in self.touched.drain(..) {
            let hit = Hit::Watchpoint(id, Some(site));
            if !self.hits.contains(&hit) {
                self.hits.push(hit);
            }
        }
        for watchpoint in self.watchpoints.iter().filter(|point| point.enabled) {
            let used = self.last.is_some_and(|last| watchpoint.is_used_by(&last));
            let changes = watchpoint.kind != WatchKind::Read && watchpoint.is_of(wave);
            let found = used || changes && register_changed(watchpoint, wave);
            let known = |hit: &Hit| matches!(hit, Hit::Watchpoint(id, _) if *id == watchpoint.id);
            if found && !self.hits.iter().any(known) {
                self.hits.push(Hit::Watchpoint(watchpoint.id, self.last));
            }
        }
        self.last = None;
    }

    fn breakpoints_at(&mut self, now: u64, at: &Site, wave: &dyn LookWave) {
        let memory = InPassing(self.memory);
        let scope = Viewpoint {
            subject: self.subject,
            wave: Some(wave),
            lane: 0,
            view: &View::default(),
            memory: &memory,
            time: now,
        };
        for breakpoint in self.breakpoints.iter_mut() {
            if !breakpoint.enabled || !breakpoint.insts.contains(&at.inst) {
                continue;
            }
            let holds = breakpoint
                .condition
                .as_ref()
                .map_or(Ok(true), |condition| scope.truth(&condition.expr));
            match holds {
                Ok(false) => {}
                Ok(true) if self.counting && breakpoint.ignore > 0 => {
                    breakpoint.ignore -= 1;
                    breakpoint.hits += 1;
                }
                Ok(true) => {
                    breakpoint.hits += u64::from(self.counting);
                    self.hits.push(Hit::Breakpoint(breakpoint.id));
                }
                Err(error) => self.hits.push(Hit::BadCondition(breakpoint.id, error)),
            }
        }
    }
}

impl Watch for Guard<'_> {
    fn everything(&self) -> bool {
        self.goal.is_some() || self.watchpoints.iter().any(|point| point.enabled)
    }

    fn memory(&self) -> bool {
        let memory = |point: &Watchpoint| point.enabled && point.is_memory();
        self.watchpoints.iter().any(memory)
    }

    fn begin(&mut self, from: &dyn Stoppable) {
        self.hits.clear();
        let memory = Live {
            machine: from,
            memory: self.memory,
        };
        let unseen = self.watchpoints.iter_mut();
        for watchpoint in unseen.filter(|point| point.old.is_none()) {
            let waves = from.waves(watchpoint.of.group);
            let scope = Viewpoint {
                subject: self.subject,
                wave: waves.get(watchpoint.of.wave as usize).map(|wave| &**wave),
                lane: watchpoint.lane,
                view: &View::default(),
                memory: &memory,
                time: 0,
            };
            watchpoint.old = scope.whole(&watchpoint.thing).ok();
        }
    }

    fn restart(&mut self) {
        self.touched.clear();
        self.last = None;
        for watchpoint in self.watchpoints.iter_mut() {
            watchpoint.old = None;
        }
    }

    fn issue(&mut self, now: u64, at: &Site, wave: &dyn LookWave) -> bool {
        if !self.watchpoints.is_empty() {
            self.look_back(wave);
            self.last = Some(*at);
        }
        if self.marks.get(at.inst as usize) == Some(&true) {
            self.breakpoints_at(now, at, wave);
        }
        if self.goal.as_ref().is_some_and(|goal| goal.reached(at)) {
            self.hits.push(Hit::Goal);
        }
        !self.hits.is_empty()
    }

    fn access(&mut self, _: u64, at: &Site, access: &Access) {
        let (space, address) = behind(self.flat, access);
        let range = address..address.saturating_add(access.bytes.into());
        for watchpoint in self.watchpoints.iter().filter(|point| point.enabled) {
            let wanted = match watchpoint.kind {
                WatchKind::Change => access.store,
                WatchKind::Read => !access.store || access.atomic,
                WatchKind::Access => true,
            };
            let own = match space {
                Space::Global | Space::Constant => true,
                Space::Private => {
                    is_of(at, watchpoint.of) && access.lane as usize == watchpoint.lane
                }
                _ => access.group == watchpoint.of.group,
            };
            let overlaps = |(watched, bytes): &(Space, Range<u64>)| {
                *watched == space && bytes.start < range.end && range.start < bytes.end
            };
            if wanted && own && watchpoint.ranges.iter().any(overlaps) {
                self.touched.push((watchpoint.id, *at));
            }
        }
    }

    fn turn(&mut self, wave: &dyn LookWave) -> bool {
        if !self.watchpoints.is_empty() {
            self.look_back(wave);
        }
        let ended = wave.status() == Status::Ended;
        if ended
            && self
                .goal
                .as_ref()
                .is_some_and(|goal| goal.wave == wave.id())
        {
            self.hits.push(Hit::Goal);
        }
        !self.hits.is_empty()
    }
}

/// The memory behind an address of the flat space.
pub(crate) fn behind(flat: &Apertures, access: &Access) -> (Space, u64) {
    let address = access.address;
    match access.space {
        Space::Flat if flat.local.contains(&address) => (Space::Local, address - flat.local.start),
        Space::Flat if flat.private.contains(&address) => {
            (Space::Private, address - flat.private.start)
        }
        Space::Flat => (Space::Global, address),
        space => (space, address),
    }
}

/// Whether what a watchpoint watches is different from what it was, without keeping it.
fn register_changed(watchpoint: &Watchpoint, wave: &dyn LookWave) -> bool {
    let slices = match (&watchpoint.thing, &watchpoint.old) {
        (Thing::Exec, Some(Answer::One(value))) => {
            return value.integer() != Some(wave.exec().into());
        }
        (Thing::Elements(elements), Some(Answer::Array { values, .. })) => {
            let bits = elements
                .addresses
                .iter()
                .map(|&at| block_bits(elements, wave, at));
            return bits
                .zip(values)
                .any(|(bits, value)| bits != Some(value.integer_bits()));
        }
        (Thing::Registers(slices), Some(Answer::Registers(rows))) => slices.iter().zip(rows),
        _ => return false,
    };
    slices.into_iter().any(|(slice, row)| {
        let bits = |i: usize| row.values[i].integer_bits();
        let pair = |word: &dyn Fn(u16) -> u32| match slice.words {
            1 => u64::from(word(0)),
            _ => u64::from(word(0)) | u64::from(word(1)) << 32,
        };
        match slice.place {
            RegisterPlace::Scalar(reg) => pair(&|n| wave.scalar(reg.plus(n))) != bits(0),
            RegisterPlace::Mask(reg) => match row.first {
                None => wave.mask(reg) != bits(0),
                Some(first) => {
                    let mask = wave.mask(reg) >> first;
                    (0..row.values.len()).any(|i| mask >> i & 1 != bits(i))
                }
            },
            RegisterPlace::Vector(reg) => {
                let first = row.first.unwrap_or(0);
                (0..row.values.len())
                    .any(|i| pair(&|n| wave.vector(reg.plus(n))[first + i]) != bits(i))
            }
            RegisterPlace::Block(_) => false,
        }
    })
}

/// The bits of an element of a register that is an array.
pub(crate) fn block_bits(elements: &Elements, wave: &dyn LookWave, at: u64) -> Option<u64> {
    let Store::Register(block) = elements.of else {
        return None;
    };
    let size = elements.ty.size();
    let bytes = wave.block(block.number).get(at as usize..)?.get(..size)?;
    let mut word = [0; 8];
    word[..size].copy_from_slice(bytes);
    Some(u64::from_le_bytes(word))
}
