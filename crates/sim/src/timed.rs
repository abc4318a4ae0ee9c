//! Runs a launch on a machine that counts cycles.
//!
//! Compute units take workgroups as they have room for them; each cycle they issue instructions of
//! their waves in turn. What an instruction costs is data ([`uop::timing::Timing`]); what it does is
//! the executor's business, which is asked for one instruction at a time. Nothing here depends
//! on the host: units are visited in order of time, then number, so the same program takes the
//! same cycles everywhere. What concerns one unit alone is carried out before its time, at most a
//! few hundred instructions; accesses to global memory, and faults, wait for theirs. Where workgroups have
//! been carried out already, units only [ask](requests) memory, and go on until they need the answer.

mod ahead;
mod banks;
mod board;
mod cache;
mod clock;
mod control;
mod course;
mod fetch;
mod hierarchy;
mod issue;
mod issue_piped;
mod piped;
mod pipes;
mod ports;
mod queue;
mod record;
mod requests;
mod runs;
mod scoreboard;
mod settle;
mod states;
mod unit;
mod visit_piped;
mod wheel;

use crate::access::MOST_BANKS;
use crate::counts::{InstCounts, Tallies};
use crate::dispatch::{Delivery, Dispatch, Order};
use crate::fault::Fault;
use crate::observe::Observer;
use crate::resident::{FIRST_TURN, Residents};
use crate::stats::Stats;
use crate::trace::Undo;
use ahead::Ahead;
use clock::NEVER;
use course::Course;
use hierarchy::Hierarchy;
use ports::Ports;
use record::Records;
use runs::Run;
use states::States;
use std::sync::Arc;
use std::sync::MutexGuard;
use unit::{Answer, ComputeUnit};
use uop::timing::{Timing, Waits};
use uop::{
    Cycles, MemoryCounts, Progress, Slice, Stall, Timeline, Track, Trap, UopIdx, WaveId, WaveSpan,
};
use wheel::Wheel;

impl Dispatch {
    /// Runs to the end and counts cycles. Under strict delivery, results of outstanding
    /// operations arrive when their time has come. `timeline` receives what happened when.
    pub fn run_timed(
        self,
        timing: &Timing,
        timeline: Option<&mut Timeline>,
    ) -> Result<(Stats, Cycles), Box<Fault>> {
        let timing = Arc::new(timing.clone());
        if timeline.is_none()
            && let Some(done) = self.run_ahead(&timing)
        {
            return Ok(done);
        }
        let mut clocked = Clocked::new(self, &timing);
        if let Some(timeline) = &timeline {
            clocked.keep((**timeline).clone());
        }
        let ended = clocked.resume(&mut ());
        if let (Some(to), Some(from)) = (timeline, clocked.take_timeline()) {
            *to = from;
        }
        ended?;
        Ok((*clocked.stats(), clocked.cycles()))
    }

    /// The same, where workgroups can be carried out before their time, without the clock. Nothing where
    /// they cannot, or where anything was not as usual: then nothing has happened.
    fn run_ahead(&self, timing: &Arc<Timing>) -> Option<(Stats, Cycles)> {
        let course = self.course(timing)?;
        let undo = Undo::of(&self.memory)?;
        let counts = self.config.counts.as_ref().map(|it| it.lock().clone());
        let counted = self.config.meter.read();
        let mut clocked = Clocked::of(self.clone(), timing, Some((&course, undo)));
        if clocked.resume(&mut ()).is_ok() {
            return Some((*clocked.stats(), clocked.cycles()));
        }
        let ahead = clocked.machine.ahead.as_ref();
        ahead.inspect(|it| it.put_back(&self.memory));
        self.config.meter.go_back(counted);
        if let (Some(own), Some(counts)) = (&self.config.counts, counts) {
            *own.lock() = counts;
        }
        None
    }

    /// Whether a clock follows waves one by one, as far as the program says it: that takes several times as
    /// long as where workgroups can be carried out before their time.
    pub fn is_followed(&self, timing: &Timing) -> bool {
        timing.pipeline.is_some() && self.course(timing).is_none()
    }

    /// How workgroups are carried out before their time, on a machine with pipelines; nothing where they
    /// cannot be.
    fn course(&self, timing: &Timing) -> Option<Course> {
        timing.pipeline.as_ref()?;
        let plain =
            self.config.delivery == Delivery::Eager && self.config.order == Order::RoundRobin;
        let (program, lanes) = (&self.program, self.launch.lanes);
        let course = Course::of(program, self.plan(), lanes);
        let few = timing.local.banks as usize <= MOST_BANKS;
        course.filter(|_| plain && few)
    }

    /// Waves of what is started at once.
    fn waves_each(&self) -> usize {
        let threads: u32 = self.launch.block.iter().product();
        let cluster = self.program.resources.cluster.max(1);
        (threads.div_ceil(self.launch.lanes) * cluster) as usize
    }

    /// Workgroups that a compute unit has room for: one at least.
    fn room_on_unit(&self, timing: &Timing) -> usize {
        let waves = timing.waves.min(64) as usize / self.waves_each();
        let local = (timing.local_bytes).checked_div(self.launch.local_bytes);
        let groups = Some(timing.groups).filter(|&groups| groups > 0);
        let room = |bound: Option<u32>| bound.map_or(usize::MAX, |n| n as usize);
        waves.min(room(local)).min(room(groups)).max(1)
    }
}

/// Instructions after which the meter is told of them.
const REPORTED: u64 = 1 << 16;

/// A launch on a machine that counts cycles, which an observer can stop. A clone is a snapshot of
/// everything but global memory.
#[derive(Clone)]
pub struct Clocked {
    machine: Machine,
    units: Vec<ComputeUnit>,
    wheel: Wheel,
    patience: Patience,
    /// Instructions that the meter knows of.
    counted: u64,
    now: u64,
    /// The wave that the observer was told of when it stopped the run.
    turn: Option<WaveId>,
}

/// What all compute units share.
#[derive(Clone)]
struct Machine {
    dispatch: Dispatch,
    timing: Arc<Timing>,
    /// The instruction of every step.
    insts: Arc<[u32]>,
    /// What instructions need of registers, and the caches, on a machine with pipelines.
    records: Option<Arc<Records>>,
    states: States,
    /// Without pipelines: instructions that can be carried out together, because only their own wave
    /// has to do with them.
    runs: Arc<[Run]>,
    memory: Option<Hierarchy>,
    ports: Ports,
    cycles: Cycles,
    timeline: Option<Timeline>,
    /// A workgroup began or ended.
    stirred: bool,
    /// Where workgroups are carried out before their time.
    ahead: Option<Box<Ahead>>,
}

/// Who looks on, and what every instruction counts, where that is asked for.
struct Watch<'a, O> {
    observer: &'a mut O,
    tallies: Option<MutexGuard<'a, Tallies>>,
}

/// When to ask whether the workgroups on the units wait for each other without hope.
#[derive(Clone)]
struct Patience {
    /// After so many instructions in all.
    until: u64,
    /// If not, after so many more.
    next: u64,
}

impl Patience {
    fn new(instructions: u64) -> Patience {
        Patience {
            until: instructions.saturating_add(FIRST_TURN),
            next: FIRST_TURN,
        }
    }
}

impl Clocked {
    /// A launch that has not begun.
    pub fn new(dispatch: Dispatch, timing: &Arc<Timing>) -> Clocked {
        Clocked::of(dispatch, timing, None)
    }

    /// The same; with a course, workgroups are carried out before their time.
    fn of(
        mut dispatch: Dispatch,
        timing: &Arc<Timing>,
        course: Option<(&Course, Undo)>,
    ) -> Clocked {
        match course {
            // Every instruction has its time: nothing is fused.
            None => dispatch.mark(|_| false),
            Some(_) => dispatch.config.quantum = ahead::QUANTUM,
        }
        let pipeline = timing.pipeline.as_ref();
        let program = &dispatch.program;
        let records = pipeline
            .map(|pipeline| Records::of(program, dispatch.launch.lanes, &timing.costs, pipeline));
        let records = records.map(|mut records| {
            course
                .iter()
                .for_each(|(course, _)| records.set_course(course));
            records
        });
        let groups = timing
            .simds
            .div_ceil(pipeline.map_or(1, |it| it.memory.share.max(1)));
        let memory = pipeline.map(|it| Hierarchy::new(&it.memory, timing.units * groups));
        let mut machine = Machine {
            timing: timing.clone(),
            insts: program.steps.iter().map(|step| step.inst).collect(),
            runs: match pipeline {
                Some(_) => [].into(),
                None => runs::runs(program, |inst| {
                    let cost = &timing.costs[inst];
                    cost.unit == uop::timing::FunctionalUnit::Vector && cost.waits == Waits::Nothing
                })
                .into(),
            },
            records: records.map(Arc::new),
            states: States::new(),
            memory,
            ports: Ports::new(&timing.global),
            cycles: Cycles::new(timing.units, program.insts.len()),
            timeline: None,
            stirred: false,
            ahead: course.map(|(course, undo)| {
                let ahead = Ahead::new(course, undo, timing, &dispatch);
                ahead.into()
            }),
            dispatch,
        };
        let mut units = machine.units();
        // Every unit gets one before any gets another.
        let most = machine.dispatch.room_on_unit(timing);
        for slot in 0..most {
            let units = units.iter_mut().filter(|unit| slot < unit.room());
            units.for_each(|unit| unit.take_group(slot, 0, &mut machine));
        }
        let mut wheel = Wheel::new(timing.units as usize);
        for (number, unit) in units.iter().enumerate() {
            wheel.schedule(number, unit.next());
        }
        Clocked {
            counted: machine.dispatch.stats.instructions,
            machine,
            units,
            wheel,
            patience: Patience::new(0),
            now: 0,
            turn: None,
        }
    }

    /// Runs until the end or until the observer stops it. What the observer was told of before it
    /// stopped the run, it is not told again: resuming always makes progress.
    pub fn resume<O: Observer>(&mut self, observer: &mut O) -> Result<Progress, Box<Fault>> {
        self.turn = None;
        if observer.active() {
            self.follow();
        }
        let counts = self.machine.dispatch.config.counts.clone();
        let mut watch = Watch {
            observer,
            tallies: match self.machine.ahead {
                None => counts.as_ref().map(InstCounts::lock),
                // The executor counts as it does without a clock.
                Some(_) => None,
            },
        };
        let progress = self.go_on(&mut watch);
        if let Err(fault) = &progress {
            watch.observer.fault(fault);
        }
        progress
    }

    fn go_on<O: Observer>(&mut self, watch: &mut Watch<'_, O>) -> Result<Progress, Box<Fault>> {
        let meter = self.machine.dispatch.config.meter.clone();
        while let Some((now, number)) = self.wheel.next() {
            self.now = now;
            self.serve(now);
            let next = match self.units[number].visit(now, &mut self.machine, watch) {
                Ok(next) => next,
                Err(fault) => return Err(self.explain(fault)),
            };
            let issued = self.machine.dispatch.stats.instructions;
            let Some(next) = next else {
                self.wheel.schedule(number, now);
                self.turn = self.units[number].stopped_before();
                return Ok(Progress::Stopped);
            };
            if next != NEVER {
                self.wheel.schedule(number, next);
            }
            if issued - self.counted >= REPORTED {
                meter.turn(issued - self.counted, 0);
                self.counted = issued;
                if meter.is_stopped()
                    && let Some(group) = self.units.iter().flat_map(ComputeUnit::groups).next()
                {
                    return Err(self.machine.dispatch.stopped(group).into());
                }
            }
            if self.machine.states.are_many() {
                self.forget_states();
            }
            if std::mem::take(&mut self.machine.stirred) {
                self.patience = Patience::new(issued);
            }
            if issued >= self.patience.until {
                self.machine.dispatch.prospects(residents(&self.units))?;
                let next = 2 * self.patience.next;
                let until = issued.saturating_add(next);
                self.patience = Patience { until, next };
            }
        }
        let issued = self.machine.dispatch.stats.instructions;
        meter.turn(issued - self.counted, 0);
        self.counted = issued;
        Ok(Progress::Done)
    }

    /// Serves what units asked memory for before this cycle: none can ask for anything there any more.
    fn serve(&mut self, now: u64) {
        let Machine { ahead, memory, .. } = &mut self.machine;
        if let (Some(ahead), Some(memory)) = (ahead, memory) {
            let units = &mut self.units;
            ahead.requests.serve(now, memory, |request, done| {
                let wave = request.wave;
                units[request.unit as usize]
                    .answers
                    .push(Answer { wave, done });
            });
        }
    }

    /// Goes on with the states that waves are in alone.
    #[cold]
    fn forget_states(&mut self) {
        let Some(records) = &self.machine.records else {
            return;
        };
        let before = std::mem::replace(&mut self.machine.states, States::new());
        before.tally(&mut self.machine.cycles);
        let clocks = self
            .units
            .iter_mut()
            .flat_map(|unit| unit.clocks.iter_mut());
        for clock in clocks {
            clock.state = self.machine.states.adopt(&before, clock.state, records);
        }
    }

    /// What was counted so far.
    pub fn stats(&self) -> &Stats {
        &self.machine.dispatch.stats
    }

    /// The instruction limit is no fault of the wave that came to it. Before their time, workgroups that
    /// could say whose it is may be gone, and no caller asks: the launch is run again.
    fn explain(&self, fault: Box<Fault>) -> Box<Fault> {
        match fault.trap {
            Trap::Limit { limit, .. } if self.machine.ahead.is_none() => {
                let dispatch = self.machine.dispatch.with_residents(residents(&self.units));
                dispatch.limit(limit, false)
            }
            _ => fault,
        }
    }
}

impl Machine {
    /// The instruction that a step belongs to.
    #[inline]
    fn inst_at(&self, step: UopIdx) -> u32 {
        self.insts.get(step as usize).copied().unwrap_or(0)
    }

    /// The units that have something to do, with room for as many workgroups as can be under way.
    fn units(&self) -> Vec<ComputeUnit> {
        let (dispatch, units) = (&self.dispatch, u64::from(self.timing.units));
        let each = dispatch.room_on_unit(&self.timing) as u64;
        let resident = dispatch.config.resident.map_or(u64::MAX, |n| n as u64);
        let room = (units * each).min(dispatch.groups()).min(resident.max(1));
        let slots = |number| room / units + u64::from(number < room % units);
        let unit = |number| {
            let (slots, waves) = (slots(number) as usize, dispatch.waves_each());
            let (timing, records) = (&self.timing, self.records.as_deref());
            let level = dispatch.config.kernels.level();
            ComputeUnit::new(number as u32, slots, waves, timing, records, level)
        };
        (0..units.min(room)).map(unit).collect()
    }

    /// A workgroup began or ended.
    fn something_happened(&mut self) {
        self.stirred = true;
    }
}

fn residents(units: &[ComputeUnit]) -> Residents {
    Residents::on_units(units.iter().flat_map(ComputeUnit::groups))
}
