//! Workgroups that have their place on the device at the same time.
//!
//! A workgroup runs to its end unless its turn gets long. Then it may be waiting for another, so it
//! is tried: if it comes back to a state that it has been in, it goes round in circles until memory
//! changes. The next one then becomes resident, as long as there is room, and those that wait are
//! asked in turn, for a few steps each, whether they get on. If none does although all were asked
//! and memory is as it was, none ever will.

use crate::dispatch::{Config, Dispatch, Order, RESIDENT};
use crate::fault::{Fault, Site};
use crate::observe::{Access, Observer, Stop};
use crate::stats::Stats;
use crate::wave::{Wave, WaveState};
use crate::workgroup::{GroupProgress, Run, Stretch, Workgroup, inst_of};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hash::Hasher;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use uop::{Digest, Program, Space, Trap};

/// Instructions before a workgroup is tried for the first time. Whenever it got on, twice as many.
pub(crate) const FIRST_TURN: u64 = 1 << 21;
/// The same for one that begins or goes on while others wait: it may soon wait as well.
const WOKEN_TURN: u64 = 1 << 12;
/// A workgroup that runs for so long lets others have a turn, circles or not.
const LONGEST_TURN: u64 = 1 << 23;
/// Turns after the first where waves are chosen by chance, which never come back to a state: they
/// grow from this to that.
const RANDOM_TURNS: [u64; 2] = [1 << 10, 1 << 14];
/// Rounds in which a circle has to show. Waves do not go together in these, so at first they are few.
const MOST_ROUNDS: u64 = 48;
/// Instructions of a turn for each round of the trial after it.
const TURN_PER_ROUND: u64 = FIRST_TURN / 8;
/// States that are looked at closely in these.
const CLOSE_LOOKS: usize = 16;
/// Workgroups and waves of each that messages name.
const NAMED: usize = 8;

/// Whether a workgroup gets on.
#[derive(Clone, Debug)]
pub(crate) enum Course {
    /// As far as is known; its next turn is so long.
    Runs { next: u64 },
    /// It is tried, round by round: where its waves were after each, and the whole state where
    /// they had been there before.
    Tried {
        next: u64,
        outlines: Vec<u64>,
        states: Vec<u64>,
    },
    /// It goes through these states again and again.
    Waits { states: Vec<u64> },
}

/// What comes after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The same workgroup goes on.
    GoesOn,
    /// It has run for long; others may have a turn.
    Long,
    /// It waits; `still` if that is how it was found.
    Waits { still: bool },
}

impl Workgroup {
    /// A turn is over: finds out whether the workgroup gets on, and how long its next turn is.
    pub(crate) fn turn_over(&mut self, program: &Program, order: Order) -> After {
        let course = std::mem::replace(&mut self.course, Course::Runs { next: FIRST_TURN });
        let (after, course) = match course {
            Course::Runs { next } if order != Order::RoundRobin => {
                let [least, most] = RANDOM_TURNS;
                let next = match next > most {
                    true => least,
                    false => (2 * next).min(most),
                };
                (After::Long, Course::Runs { next })
            }
            Course::Runs { next } => {
                let outlines = vec![self.outline(program)];
                let states = Vec::new();
                let tried = Course::Tried {
                    next,
                    outlines,
                    states,
                };
                (After::GoesOn, tried)
            }
            Course::Tried {
                next,
                mut outlines,
                mut states,
            } => {
                let outline = self.outline(program);
                let state = match outlines.contains(&outline) && states.len() < CLOSE_LOOKS {
                    true => Some(self.digest(program)),
                    false => None,
                };
                if state.is_some_and(|state| states.contains(&state)) {
                    (After::Waits { still: false }, Course::Waits { states })
                } else if outlines.len() as u64 == rounds_after(next) {
                    let after = match next < LONGEST_TURN {
                        true => After::GoesOn,
                        false => After::Long,
                    };
                    let next = (2 * next).min(LONGEST_TURN);
                    (after, Course::Runs { next })
                } else {
                    outlines.push(outline);
                    states.extend(state);
                    let tried = Course::Tried {
                        next,
                        outlines,
                        states,
                    };
                    (After::GoesOn, tried)
                }
            }
            Course::Waits { states } => match states.contains(&self.digest(program)) {
                true => (After::Waits { still: true }, Course::Waits { states }),
                false => (After::GoesOn, Course::Runs { next: WOKEN_TURN }),
            },
        };
        self.stretch = match course {
            Course::Runs { next } => Stretch::Instructions(next),
            Course::Tried { .. } | Course::Waits { .. } => Stretch::Round,
        };
        if self.stretch == Stretch::Round {
            self.turn = 0;
        }
        self.course = course;
        after
    }

    fn waits(&self) -> bool {
        matches!(self.course, Course::Waits { .. })
    }
}

/// Rounds of the trial after a turn of so many instructions: one that begins or goes on while others
/// wait probably waits as well.
fn rounds_after(turn: u64) -> u64 {
    match turn < FIRST_TURN {
        true => MOST_ROUNDS,
        false => (turn / TURN_PER_ROUND).min(MOST_ROUNDS),
    }
}

/// The workgroups that are resident. The first has its turn.
#[derive(Clone, Default)]
pub(crate) struct Residents {
    queue: VecDeque<Box<Workgroup>>,
    /// How many in a row were asked and still wait.
    quiet: usize,
    /// States of everything at times when all had been asked and still waited.
    seen: HashSet<u64>,
    /// What they have their places on, for messages.
    on_units: bool,
}

impl Residents {
    pub fn of(groups: impl IntoIterator<Item = Box<Workgroup>>) -> Residents {
        Residents {
            queue: groups.into_iter().collect(),
            ..Residents::default()
        }
    }

    /// Those that compute units have.
    pub fn on_units<'g>(groups: impl IntoIterator<Item = &'g Workgroup>) -> Residents {
        let groups = groups.into_iter().map(|group| Box::new(group.clone()));
        Residents {
            on_units: true,
            ..Residents::of(groups)
        }
    }

    /// Takes out the one whose turn it is.
    pub fn take(&mut self) -> Option<Box<Workgroup>> {
        self.queue.pop_front()
    }

    /// It goes on, or is the next to have a turn.
    pub fn put_first(&mut self, group: Box<Workgroup>) {
        self.queue.push_front(group);
    }

    /// Something happened: those that wait may get on.
    pub fn stir(&mut self) {
        if self.quiet > 0 || !self.seen.is_empty() {
            self.quiet = 0;
            self.seen.clear();
        }
    }

    pub fn first(&self) -> Option<&Workgroup> {
        self.queue.front().map(|group| &**group)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Workgroup> {
        self.queue.iter().map(|group| &**group)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Workgroup> {
        self.queue.iter_mut().map(|group| &mut **group)
    }

    /// The one with this number in the queue is the next to have a turn.
    pub fn bring_forward(&mut self, index: usize) {
        if let Some(group) = self.queue.remove(index) {
            self.queue.push_front(group);
        }
    }
}

impl Dispatch {
    /// The turn of a workgroup that has not ended is over: decides who is next.
    pub(crate) fn after_turn(
        &mut self,
        mut group: Box<Workgroup>,
        spare: &mut Option<Box<Workgroup>>,
    ) -> Result<(), Box<Fault>> {
        match group.turn_over(&self.program, self.config.order) {
            After::GoesOn => {
                self.residents.stir();
                self.residents.put_first(group);
                return Ok(());
            }
            After::Waits { still: true } => self.residents.quiet += 1,
            After::Long | After::Waits { still: false } => self.residents.stir(),
        }
        self.residents.queue.push_back(group);
        if self.residents.queue.len() < self.room()
            && let Some(mut group) = self.start_next(spare)
        {
            self.residents.stir();
            group.stretch = Stretch::Instructions(WOKEN_TURN);
            group.course = Course::Runs { next: WOKEN_TURN };
            self.residents.put_first(group);
        } else if self.residents.quiet >= self.residents.queue.len()
            && self.residents.iter().all(Workgroup::waits)
        {
            self.residents.quiet = 0;
            match self.state() {
                Some(state) if !self.residents.seen.insert(state) => return Err(self.deadlock()),
                // What they wait for may be the host, which has to get a turn as well.
                #[cfg(feature = "threads")]
                None if self.memory.is_shared() => {
                    std::thread::sleep(std::time::Duration::from_micros(50));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn room(&self) -> usize {
        self.config.resident.unwrap_or(RESIDENT).max(1)
    }

    /// Whether workgroups that stay where they are, on compute units, wait for each other without
    /// hope. On a copy of memory they are asked in turn, as above, until one gets on or all are
    /// known to go round in circles: then that is the fault.
    pub(crate) fn prospects(&self, residents: Residents) -> Result<(), Box<Fault>> {
        let Some(memory) = self.memory.copy() else {
            return Ok(());
        };
        let mut again = self.with_residents(residents);
        again.memory = memory.into();
        again.config.order = Order::RoundRobin;
        again.config.max_instructions = u64::MAX;
        again.config.counts = None;
        again.config.guard = None;
        for group in again.residents.iter_mut() {
            (group.stretch, group.turn, group.paused) = (Stretch::Round, 0, None);
            group.course = Course::Tried {
                next: WOKEN_TURN,
                outlines: Vec::new(),
                states: Vec::new(),
            };
        }
        let issued = AtomicU64::new(0);
        let mut stats = Stats::default();
        while let Some(mut group) = again.residents.take() {
            match group.run(&again.run_of(&issued), &mut stats, &mut ()) {
                Ok(GroupProgress::Over) => again.after_turn(group, &mut None)?,
                // It ends, or fails: in its time that will be seen.
                _ => return Ok(()),
            }
            let runs = |group: &Workgroup| matches!(group.course, Course::Runs { .. });
            if again.residents.iter().any(runs) || stats.instructions > LONGEST_TURN {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The same launch with these workgroups under way on compute units, and no room for more.
    pub(crate) fn with_residents(&self, residents: Residents) -> Dispatch {
        let mut dispatch = self.clone();
        dispatch.config.resident = Some(residents.queue.len());
        dispatch.residents = residents;
        dispatch
    }

    /// The state of everything, as a number.
    fn state(&self) -> Option<u64> {
        let mut digest = Digest::new();
        digest.write_u64(self.memory.digest()?);
        for group in self.residents.iter() {
            digest.write_u64(group.digest(&self.program));
        }
        Some(digest.finish())
    }

    /// Who waits where for what, after the same has happened again and again.
    fn deadlock(&self) -> Box<Fault> {
        let mut groups: Vec<&Workgroup> = self.residents.iter().collect();
        groups.sort_by_key(|group| group.number());
        let mut waits = Vec::new();
        for group in groups.iter().take(NAMED) {
            // What it does is what it did before: a round more changes nothing.
            let circles = self.one_more_round(group);
            waits.extend(group.waves().iter().take(NAMED).map(|wave| {
                let [x, y, z] = wave.place().group;
                let who = format!("workgroup ({x},{y},{z}), wave {}", wave.place().wave);
                let place = |inst: u32| self.program.insts[inst as usize].address;
                match (wave.state(), circles.0.get(&wave.place().wave)) {
                    (WaveState::Ended, _) => format!("{who} has ended"),
                    (WaveState::Running, Some(circle)) => {
                        let (first, last) = (place(circle.first), place(circle.last));
                        let mut line = format!("{who} goes round between {first:#x} and {last:#x}");
                        if let Some(address) = circle.read {
                            line += &format!(", waiting for {}", self.memory.name_of(address));
                        }
                        line
                    }
                    _ => format!(
                        "{who} waits at the barrier at {:#x}",
                        place(inst_of(&self.program, wave))
                    ),
                }
            }));
        }
        waits.extend(self.others(groups.len(), &groups));
        let stuck = first_alive(groups[0]);
        Box::new(self.fault(stuck, Trap::Waiting { waits }))
    }

    /// What the waves of a workgroup would do in the next round.
    fn one_more_round(&self, group: &Workgroup) -> Circles {
        let mut again = group.clone();
        (again.stretch, again.turn, again.paused) = (Stretch::Round, 0, None);
        let mut circles = Circles(BTreeMap::new());
        let config = Config {
            max_instructions: u64::MAX,
            ..self.config.clone()
        };
        let issued = AtomicU64::new(0);
        let run = Run {
            config: &config,
            ..self.run_of(&issued)
        };
        let _ = again.run(&run, &mut Stats::default(), &mut circles);
        circles
    }

    /// The instruction limit is reached: names the first workgroup that has not ended, whichever it
    /// was that noticed; and unless an observer counts on it that nothing more happens, the first
    /// instruction of the loop that it is in, so that it does not matter who had the last turn.
    pub(crate) fn limit(&self, limit: u64, observed: bool) -> Box<Fault> {
        let mut groups: Vec<&Workgroup> = self.residents.iter().collect();
        groups.sort_by_key(|group| group.number());
        let mut waits = Vec::new();
        if groups.len() > 1 {
            waits.extend(groups.iter().take(NAMED).map(|group| {
                let wave = first_alive(group);
                let [x, y, z] = wave.place().group;
                let address = self.program.insts[inst_of(&self.program, wave) as usize].address;
                let does = match group.waits() {
                    true => "goes round in circles",
                    false => "is",
                };
                let wave = wave.place().wave;
                format!("workgroup ({x},{y},{z}), wave {wave} {does} at {address:#x}")
            }));
            waits.extend(self.others(groups.len(), &groups));
        }
        let alive = first_alive(groups[0]);
        let mut fault = self.fault(alive, Trap::Limit { limit, waits });
        if !observed && alive.state() == WaveState::Running {
            let circles = self.one_more_round(groups[0]);
            if let Some(circle) = circles.0.get(&alive.place().wave) {
                fault.site.inst = circle.first;
                fault.address = self.program.insts[circle.first as usize].address;
            }
        }
        Box::new(fault)
    }

    /// The limit was passed although all workgroups have ended: names the last.
    #[cfg(feature = "threads")]
    pub(crate) fn beyond_limit(&self) -> Box<Fault> {
        let limit = self.config.max_instructions;
        let last = self.start(self.groups() - 1, None);
        let trap = Trap::Limit {
            limit,
            waits: Vec::new(),
        };
        Box::new(self.fault(&last.waves()[0], trap))
    }

    /// Workgroups that are resident and not named, and those that have not begun.
    fn others(&self, resident: usize, groups: &[&Workgroup]) -> Vec<String> {
        let mut lines = Vec::new();
        if resident > NAMED {
            lines.push(format!("{} more workgroups are resident", resident - NAMED));
        }
        let (begun, all) = (self.begun(), self.groups());
        if begun < all {
            let [x, y, z] = uop::group_at(self.launch.grid, begun * groups[0].workgroups() as u64);
            let room = match self.residents.on_units {
                true => format!("{resident} at a time on the compute units"),
                false => format!("{} at a time (--resident)", self.room()),
            };
            lines.push(format!(
                "workgroup ({x},{y},{z}) and those after it have not begun: there is room for \
                 {room}, and one of them has to end first"
            ));
        }
        lines
    }

    /// The run is stopped where this workgroup is.
    pub(crate) fn stopped(&self, group: &Workgroup) -> Fault {
        self.fault(first_alive(group), Trap::Stopped)
    }

    fn fault(&self, wave: &Wave, trap: Trap) -> Fault {
        let inst = inst_of(&self.program, wave);
        Fault {
            trap,
            site: Site::of(wave, inst),
            address: self.program.insts[inst as usize].address,
            related: None,
            exception: None,
        }
    }
}

/// The wave that stands for a workgroup that has not ended.
fn first_alive(group: &Workgroup) -> &Wave {
    let waves = group.waves();
    let of = |state| waves.iter().find(|wave| wave.state() == state);
    of(WaveState::Running)
        .or_else(|| of(WaveState::AtBarrier))
        .unwrap_or(&waves[0])
}

/// What waves do in a round, by their numbers.
struct Circles(BTreeMap<u32, Circle>);

struct Circle {
    first: u32,
    last: u32,
    /// The last address that was read.
    read: Option<u64>,
}

impl Observer for Circles {
    fn issue(&mut self, at: &Site, _: &Wave) -> ControlFlow<Stop> {
        let circle = self.0.entry(at.wave).or_insert(Circle {
            first: at.inst,
            last: at.inst,
            read: None,
        });
        circle.first = circle.first.min(at.inst);
        circle.last = circle.last.max(at.inst);
        ControlFlow::Continue(())
    }

    fn access(&mut self, at: &Site, access: &Access) {
        let global = matches!(access.space, Space::Global | Space::Flat);
        if global
            && (!access.store || access.atomic)
            && let Some(circle) = self.0.get_mut(&at.wave)
        {
            circle.read = Some(access.address);
        }
    }
}
