//! Breakpoints and watchpoints, and the watcher that looks for them.

use crate::eval::{Answer, Scope, Thing};
use crate::expr::Expr;
use crate::look::Live;
use crate::subject::Subject;
use crate::watch::Watch;
use arch::RegisterPlace;
use sim::{Access, Apertures, Dispatch, Memory, Site, Wave};
use std::ops::Range;
use uop::Space;

/// An expression with the text it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub text: String,
    pub expr: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    pub id: u32,
    /// Where, as the user said it.
    pub spec: String,
    /// The instructions it stops at.
    pub insts: Vec<u32>,
    pub condition: Option<Condition>,
    /// Passed by that many times before it stops.
    pub ignore: u64,
    pub hits: u64,
    pub enabled: bool,
    /// Gone after it has stopped once.
    pub temporary: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchKind {
    /// The value changes.
    Change,
    Read,
    /// Read or written.
    Access,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Watchpoint {
    pub id: u32,
    pub text: String,
    pub thing: Thing,
    pub kind: WatchKind,
    /// The workgroup and wave whose registers are meant; memory is watched whoever uses it.
    pub group: [u32; 3],
    pub wave: u32,
    pub lane: usize,
    pub condition: Option<Condition>,
    pub ignore: u64,
    pub hits: u64,
    pub enabled: bool,
    /// What was there when it was last looked at.
    pub(crate) old: Option<Answer>,
    pub(crate) ranges: Vec<(Space, Range<u64>)>,
}

impl Watchpoint {
    /// The bytes that a thing takes in memory.
    pub(crate) fn ranges_of(thing: &Thing) -> Vec<(Space, Range<u64>)> {
        let Thing::Elements(elements) = thing else {
            return Vec::new();
        };
        let size = elements.ty.size() as u64;
        let mut ranges: Vec<(Space, Range<u64>)> = Vec::new();
        for &address in &elements.addresses {
            match ranges.last_mut() {
                Some((_, last)) if last.end == address => last.end += size,
                _ => ranges.push((elements.space, address..address + size)),
            }
        }
        ranges
    }

    fn is_memory(&self) -> bool {
        !self.ranges.is_empty()
    }

    fn is_of(&self, wave: &Wave) -> bool {
        !self.is_memory() && self.wave == wave.place().wave && self.group == wave.place().group
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

/// What a step or a run ends with besides points.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Goal {
    None,
    /// A wave is about to issue an instruction.
    Issues {
        group: [u32; 3],
        wave: u32,
    },
    /// It is about to issue one of these.
    At {
        group: [u32; 3],
        wave: u32,
        insts: Vec<u32>,
    },
    /// It is about to issue an instruction that is not among these.
    Outside {
        group: [u32; 3],
        wave: u32,
        insts: Range<u32>,
    },
    /// It has ended.
    Ends {
        group: [u32; 3],
        wave: u32,
    },
}

impl Goal {
    fn reached(&self, at: &Site) -> bool {
        match self {
            Goal::None => false,
            Goal::Issues { group, wave } => at.wave == *wave && at.group == *group,
            Goal::At { group, wave, insts } => {
                at.wave == *wave && at.group == *group && insts.contains(&at.inst)
            }
            Goal::Outside { group, wave, insts } => {
                at.group != *group || at.wave == *wave && !insts.contains(&at.inst)
            }
            Goal::Ends { group, .. } => at.group != *group,
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
    /// By instruction: it may write memory without saying where.
    pub secretive: &'s [bool],
    pub flat: Apertures,
    pub goal: Goal,
    /// Ignore counts apply, as they do forwards.
    pub counting: bool,
    pub hits: Vec<Hit>,
    /// Watchpoints whose memory the last instruction touched, and what it was.
    pub touched: Vec<(u32, Site)>,
    /// The last instruction announced.
    pub last: Option<Site>,
}

impl Guard<'_> {
    /// Changes that the last instruction made to what is watched.
    fn look_back(&mut self, wave: &Wave) {
        for (id, site) in self.touched.drain(..) {
            let hit = Hit::Watchpoint(id, Some(site));
            if !self.hits.contains(&hit) {
                self.hits.push(hit);
            }
        }
        let secretive = |site: &Site| self.secretive.get(site.inst as usize) == Some(&true);
        let unsure = self.last.filter(secretive);
        for watchpoint in self.watchpoints.iter().filter(|point| point.enabled) {
            let changed = match unsure {
                Some(_) if watchpoint.is_memory() => watchpoint.kind != WatchKind::Read,
                _ => watchpoint.is_of(wave) && register_changed(watchpoint, wave),
            };
            let known = |hit: &Hit| matches!(hit, Hit::Watchpoint(id, _) if *id == watchpoint.id);
            if changed && !self.hits.iter().any(known) {
                self.hits.push(Hit::Watchpoint(watchpoint.id, self.last));
            }
        }
        self.last = None;
    }

    fn breakpoints_at(&mut self, now: u64, at: &Site, wave: &Wave) {
        let memory = Live {
            memory: self.memory,
            local: &[],
        };
        let scope = Scope {
            subject: self.subject,
            wave: Some(wave),
            lane: 0,
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
        self.goal != Goal::None || self.watchpoints.iter().any(|point| point.enabled)
    }

    fn memory(&self) -> bool {
        let memory = |point: &Watchpoint| point.enabled && point.is_memory();
        self.watchpoints.iter().any(memory)
    }

    fn begin(&mut self, from: &Dispatch<'_>) {
        self.hits.clear();
        let group = from.current();
        let memory = Live {
            memory: self.memory,
            local: group.map_or(&[], |group| group.local()),
        };
        for watchpoint in self
            .watchpoints
            .iter_mut()
            .filter(|point| point.old.is_none())
        {
            let group = group.filter(|group| group.group() == watchpoint.group);
            let wave = group.and_then(|group| group.waves().get(watchpoint.wave as usize));
            let scope = Scope {
                subject: self.subject,
                wave: wave.map(|wave| wave as _),
                lane: watchpoint.lane,
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

    fn issue(&mut self, now: u64, at: &Site, wave: &Wave) -> bool {
        if !self.watchpoints.is_empty() {
            self.look_back(wave);
            self.last = Some(*at);
        }
        if self.marks[at.inst as usize] {
            self.breakpoints_at(now, at, wave);
        }
        if self.goal.reached(at) {
            self.hits.push(Hit::Goal);
        }
        !self.hits.is_empty()
    }

    fn access(&mut self, _: u64, at: &Site, access: &Access) {
        let (space, address) = behind(&self.flat, access);
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
                    at.wave == watchpoint.wave && access.lane as usize == watchpoint.lane
                }
                _ => access.group == watchpoint.group,
            };
            let overlaps = |(watched, bytes): &(Space, Range<u64>)| {
                *watched == space && bytes.start < range.end && range.start < bytes.end
            };
            if wanted && own && watchpoint.ranges.iter().any(overlaps) {
                self.touched.push((watchpoint.id, *at));
            }
        }
    }

    fn turn(&mut self, wave: &Wave) -> bool {
        if !self.watchpoints.is_empty() {
            self.look_back(wave);
        }
        if let Goal::Ends {
            group,
            wave: number,
        } = self.goal
            && wave.place().group == group
            && wave.place().wave == number
            && wave.state() == sim::WaveState::Ended
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
fn register_changed(watchpoint: &Watchpoint, wave: &Wave) -> bool {
    let Some(Answer::Registers(rows)) = &watchpoint.old else {
        return match (&watchpoint.old, &watchpoint.thing) {
            (Some(Answer::One(value)), Thing::Exec) => value.integer() != Some(wave.exec().into()),
            _ => false,
        };
    };
    let Thing::Registers(slices) = &watchpoint.thing else {
        return false;
    };
    slices.iter().zip(rows).any(|(slice, row)| {
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
        }
    })
}
