//! A run: whose turn it is, and what a turn is.

use super::bytes::Bytes;
use super::clock::Clock;
use super::env::{Cluster, Counters, Env, Grid, Image, PES, Seen, Segment};
use super::order::Order;
use super::start::{self, Spare};
use super::step::step;
use super::stop::Watching;
use super::table::Table;
use super::thread::{Thread, ThreadPlace};
use super::{Job, complete};
use crate::timing::Numbers;
use random::Random;
use riscv::Stop;
use std::collections::VecDeque;
use std::sync::Arc;
use uop::{Fault, GlobalMemory, Progress, RunOptions, RunReport, Site, Stats, Trap};

/// Random schedules give short turns.
const SHUFFLED_QUANTUM: u64 = 64;

/// A cluster that has started, and its threads. One that runs is taken out for its turn.
pub struct Resident {
    pub cluster: Cluster,
    pub threads: Vec<Option<Box<Thread>>>,
}

impl Resident {
    pub fn threads(&self) -> impl Iterator<Item = &Thread> {
        self.threads.iter().flatten().map(|thread| &**thread)
    }

    fn has_ended(&self) -> bool {
        self.threads().all(|thread| thread.ended)
    }
}

/// A run under way.
pub struct Run {
    pub job: Arc<Job>,
    pub image: Image,
    pub memory: Arc<dyn GlobalMemory>,
    pub options: RunOptions,
    pub state: State,
    pub resident: VecDeque<Resident>,
    spare: Spare,
    seen: Vec<Seen>,
    order: Order,
    /// Clusters that ended, of which a watcher has not been told.
    over: Vec<[u32; 3]>,
}

/// What there is besides clusters and memory.
#[derive(Clone)]
pub struct State {
    pub semaphores: [u32; 32],
    pub counters: Counters,
    random: Random,
    /// The next cluster to start.
    pub next: u64,
    /// The instruction count when a cluster last started or a thread ended.
    pub last_change: u64,
    /// In this round threads have turns in order, whatever the schedule.
    pub in_order: bool,
    pub cursor: Cursor,
    /// Where cycles are counted.
    pub clock: Option<Box<Clock>>,
}

/// How far a round of turns got: a run may stop anywhere and go on from there.
#[derive(Clone, Default)]
pub struct Cursor {
    /// The cluster, and the turn of one of its threads, that comes next.
    cluster: usize,
    turn: usize,
    /// Some thread got somewhere in this round.
    pub progressed: bool,
    /// Some thread did more than to ask whether it may go on.
    works: bool,
    /// Chance gave turns only to threads that wait: now every thread has one, in order.
    probing: bool,
    /// A turn that was stopped in its middle.
    pub paused: Option<Paused>,
}

/// A turn, or what is left of it.
#[derive(Clone, Copy)]
pub struct Paused {
    pub cluster: usize,
    pub slot: usize,
    pub left: u64,
    pub moved: bool,
}

/// How far all threads got in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Got {
    On,
    /// Some went on, but only to ask again whether they may.
    Asked,
    Nowhere,
}

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    Over,
    Blocked,
    Ended,
    Stopped,
}

pub fn ctas(grid: [u32; 3]) -> u64 {
    grid.iter().map(|&n| u64::from(n)).product()
}

impl Run {
    pub fn new(
        job: Arc<Job>,
        numbers: Numbers,
        memory: Arc<dyn GlobalMemory>,
        options: &RunOptions,
    ) -> Run {
        let clock = options.timed.then(|| {
            let table = Arc::new(Table::of(&job));
            Box::new(Clock::new(numbers, table, options.timeline.clone()))
        });
        let segments = job.contents.iter().map(|contents| {
            let bytes = Bytes::zeroed(contents.bytes.len());
            bytes.write(0, &contents.bytes);
            Segment {
                base: contents.base,
                bytes,
                writable: contents.writable,
                name: contents.name,
            }
        });
        options.meter.begin(ctas(job.grid));
        Run {
            image: Image::new(segments.collect()),
            job,
            memory,
            options: options.clone(),
            state: State {
                semaphores: [0; 32],
                counters: Counters::default(),
                random: Random::new(options.shuffle.unwrap_or(0)),
                next: 0,
                last_change: 0,
                in_order: false,
                cursor: Cursor::default(),
                clock,
            },
            resident: VecDeque::new(),
            spare: Spare::default(),
            seen: Vec::new(),
            order: Order::default(),
            over: Vec::new(),
        }
    }

    pub fn clusters(&self) -> u64 {
        ctas(self.job.grid).div_ceil(PES)
    }

    pub fn grid(&self) -> Grid {
        Grid {
            size: self.job.grid,
            clusters: self.clusters() as u32,
            threads: self.job.threads,
        }
    }

    pub fn report(&self) -> RunReport {
        let counters = &self.state.counters;
        let ctas = ctas(self.job.grid);
        RunReport {
            stats: Stats {
                instructions: counters.instructions,
                active_lanes: counters.instructions,
                lane_slots: counters.instructions,
                bytes_loaded: counters.bytes_loaded,
                bytes_stored: counters.bytes_stored,
                global_bytes_loaded: counters.bytes_loaded - counters.shared_loaded,
                global_bytes_stored: counters.bytes_stored - counters.shared_stored,
                local_bytes_loaded: counters.shared_loaded,
                local_bytes_stored: counters.shared_stored,
                barriers: counters.barriers,
                waves: ctas * u64::from(self.job.threads),
                workgroups: ctas,
                ..Stats::default()
            },
            output: counters.output.clone(),
            exit_code: if self.job.exits {
                counters.exit_code
            } else {
                0
            },
            cycles: self.state.clock.as_ref().map(|clock| clock.cycles()),
            timeline: (self.state.clock.as_ref()).and_then(|clock| clock.timeline().cloned()),
        }
    }

    /// Runs to the end, or until the watcher stops it.
    pub fn resume(&mut self, mut watching: Option<Watching<'_>>) -> Result<Progress, Box<Fault>> {
        loop {
            if self.resident.is_empty() && !self.admit() {
                return Ok(Progress::Done);
            }
            let before = self.state.counters.instructions;
            let progressed = self.round(watching.as_mut());
            let issued = self.state.counters.instructions - before;
            self.options.meter.turn(issued, 0);
            if self.options.meter.is_stopped()
                && let Some(thread) = self.first_alive()
            {
                return Err(fault(thread, Trap::Stopped.into()));
            }
            let Some(progressed) = progressed? else {
                return Ok(Progress::Stopped);
            };
            self.retire();
            if let Some(watching) = watching.as_mut().filter(|w| w.sees_order) {
                watching.over(self.over.drain(..));
            }
            self.over.clear();
            if progressed != Got::Nowhere {
                if self.has_waited_long(progressed == Got::On) {
                    self.admit();
                }
            } else if !self.admit() && !self.complete_everything()? {
                return Err(self.deadlock());
            }
        }
    }

    fn first_alive(&self) -> Option<&Thread> {
        let threads = self.resident.iter().flat_map(|it| it.threads.iter());
        let alive = threads.flatten().find(|thread| !thread.ended);
        alive.map(|thread| &**thread)
    }

    /// Clusters that have ended leave, and the next ones get their memory.
    fn retire(&mut self) {
        for at in (0..self.resident.len()).rev() {
            if self.resident[at].has_ended()
                && let Some(ended) = self.resident.remove(at)
            {
                let ctas = ended.cluster.shared.len() as u64;
                self.options.meter.turn(0, ctas);
                let groups = ended.threads().filter(|thread| thread.place.thread == 0);
                self.over.extend(groups.map(|thread| thread.place.group));
                if let (Some(clock), Some(first)) = (&mut self.state.clock, ended.threads().next())
                {
                    clock.leave(first.place.cluster);
                }
                self.spare.keep(ended);
            }
        }
    }

    /// Starts the next cluster, if there is one and there is room.
    fn admit(&mut self) -> bool {
        if self.state.next == self.clusters() || self.resident.len() >= self.room() {
            return false;
        }
        let number = self.state.next;
        self.state.last_change = self.state.counters.instructions;
        self.state.next += 1;
        let resident = start::cluster(
            &self.job,
            number,
            self.options.opposite,
            self.first_trials(),
            &mut self.spare,
        );
        if let Some(clock) = &mut self.state.clock {
            let pes = resident.cluster.shared.len() as u8;
            clock.start(number as u32, pes, self.job.threads);
        }
        self.resident.push_back(resident);
        true
    }

    /// Gives every thread a turn, and says whether any of them got anywhere. Nothing if the run
    /// was stopped.
    fn round(
        &mut self,
        mut watching: Option<&mut Watching<'_>>,
    ) -> Result<Option<Got>, Box<Fault>> {
        loop {
            let paused = self.state.cursor.paused.take();
            let Some(mut turn) = paused.or_else(|| self.next_turn()) else {
                let cursor = std::mem::take(&mut self.state.cursor);
                return Ok(Some(match cursor {
                    Cursor { works: true, .. } => Got::On,
                    Cursor {
                        progressed: true, ..
                    } => Got::Asked,
                    _ => Got::Nowhere,
                }));
            };
            let (cluster, slot) = (turn.cluster, turn.slot);
            let Some(mut thread) = self.resident[cluster].threads[slot].take() else {
                continue;
            };
            let outcome = self.turn(&mut turn, &mut thread, watching.as_deref_mut());
            let outcome = outcome.map_err(|stop| {
                let bits = self.image.first_word(thread.hart.pc);
                fault(&thread, stop.of_instruction(bits))
            });
            let (polls, circles) = (thread.polls, thread.circle.is_some());
            self.resident[cluster].threads[slot] = Some(thread);
            let outcome = outcome.map_err(|mut fault| {
                if let Trap::Limit { waits, .. } = &mut fault.trap {
                    *waits = self.at_limit();
                }
                fault
            });
            let round = &mut self.resident[cluster].cluster.round;
            match outcome? {
                Turn::Stopped => {
                    self.state.cursor.paused = Some(turn);
                    return Ok(None);
                }
                Turn::Ended => {
                    (self.state.cursor.progressed, self.state.cursor.works) = (true, true);
                    round.moved = true;
                    self.state.last_change = self.state.counters.instructions;
                }
                how @ (Turn::Over | Turn::Blocked) => {
                    round.moved |= turn.moved;
                    round.ran_on |= how == Turn::Over && !circles;
                    self.state.cursor.progressed |= turn.moved;
                    self.state.cursor.works |= turn.moved && !polls && !circles;
                }
            }
            if let Some(watching) = watching.as_deref_mut()
                && watching.turn(self, cluster, slot)
            {
                return Ok(None);
            }
        }
    }

    /// Whose turn is next in this round.
    fn next_turn(&mut self) -> Option<Paused> {
        loop {
            let Cursor { cluster, turn, .. } = self.state.cursor;
            if (cluster, turn) == (0, 0) {
                self.choose_order();
            }
            if self.state.cursor.probing && self.state.cursor.progressed {
                return None;
            }
            let Some(resident) = self.resident.get(cluster) else {
                let cursor = &mut self.state.cursor;
                if self.options.shuffle.is_none() || cursor.progressed || cursor.probing {
                    return None;
                }
                (cursor.cluster, cursor.turn, cursor.probing) = (0, 0, true);
                continue;
            };
            let count = resident.threads.len();
            if turn == count {
                self.round_over(cluster);
            }
            if turn == count || turn == 0 && self.circles(cluster) {
                (self.state.cursor.cluster, self.state.cursor.turn) = (cluster + 1, 0);
                continue;
            }
            self.state.cursor.turn += 1;
            let (slot, left) = match self.options.shuffle {
                _ if self.state.cursor.probing => (turn, 1),
                Some(_) if !self.state.in_order => {
                    let random = &mut self.state.random;
                    (random.below(count), 1 + random.below(SHUFFLED_QUANTUM))
                }
                _ => (turn, u64::from(self.options.quantum.max(1))),
            };
            let thread = self.resident[cluster].threads[slot].as_ref();
            let Some(thread) = thread.filter(|thread| !thread.ended) else {
                continue;
            };
            let left = match thread.polls {
                true => left.min(self.polling_turn()),
                false => left,
            };
            if thread.circle.is_none() || !self.still_circles(cluster, slot) {
                return Some(Paused {
                    cluster,
                    slot,
                    left,
                    moved: false,
                });
            }
        }
    }

    pub fn env(&mut self, cluster: usize, watched: bool, ordered: bool) -> Env<'_> {
        Env {
            grid: self.grid(),
            memory: &*self.memory,
            image: &mut self.image,
            cluster: &mut self.resident[cluster].cluster,
            semaphores: &mut self.state.semaphores,
            options: &self.options,
            counters: &mut self.state.counters,
            random: &mut self.state.random,
            seen: watched.then_some(&mut self.seen),
            order: ordered.then_some(&mut self.order),
            clock: self.state.clock.as_deref_mut(),
        }
    }

    fn turn(
        &mut self,
        turn: &mut Paused,
        thread: &mut Thread,
        mut watching: Option<&mut Watching<'_>>,
    ) -> riscv::Result<Turn> {
        let watched = watching.as_ref().is_some_and(|w| w.sees_memory);
        let ordered = watching.as_ref().is_some_and(|w| w.sees_order);
        loop {
            // A trial begins at the same instruction wherever the run was stopped and went on.
            let left = turn.left;
            turn.left = left.min(self.until_trial(thread));
            let later = left - turn.left;
            let tried =
                thread.trial.is_some() || self.resident[turn.cluster].cluster.trial.is_some();
            let mut env = self.env(turn.cluster, watched || tried, ordered);
            let how = step(thread, &mut env, turn, watching.as_deref_mut());
            turn.left += later;
            match how {
                Ok(Turn::Over) if turn.left > 0 && thread.circle.is_none() => {}
                how => return how,
            }
        }
    }

    /// Lets everything in flight land; false if there was nothing.
    fn complete_everything(&mut self) -> Result<bool, Box<Fault>> {
        let mut any = false;
        for index in 0..self.resident.len() {
            for slot in 0..self.resident[index].threads.len() {
                let Some(mut thread) = self.resident[index].threads[slot].take() else {
                    continue;
                };
                let before = self.resident[index].cluster.flights.len();
                let mut env = self.env(index, false, false);
                let done = complete::complete(&mut thread, &mut env, |flight, owner| {
                    flight.owner == owner
                });
                let done = done.map_err(|stop| fault(&thread, *stop));
                self.resident[index].threads[slot] = Some(thread);
                done?;
                any |= self.resident[index].cluster.flights.len() < before;
            }
        }
        Ok(any)
    }
}

/// Faults are known by their address.
pub fn site(place: ThreadPlace) -> Site {
    Site {
        inst: 0,
        group: place.group,
        wave: place.thread.into(),
    }
}

fn fault(thread: &Thread, stop: Stop) -> Box<Fault> {
    Box::new(Fault {
        trap: stop.trap,
        site: site(thread.place),
        address: thread.hart.pc,
        related: stop.related,
        exception: stop.exception,
    })
}
