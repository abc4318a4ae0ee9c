//! One workgroup: its waves, its local memory, its barrier.

mod run;

use crate::access;
use crate::barrier::Barriers;
use crate::cluster;
use crate::code::{MAX_ADVANCE, Prepared};
use crate::dispatch::{Config, Launch, Order};
use crate::executor::{self, Turn};
use crate::fault::{Fault, Site};
use crate::observe::Observer;
use crate::resident::{Course, FIRST_TURN, Pace};
use crate::stats::Stats;
use crate::trace::Recorder;
use crate::wave::{Wave, WaveState};
use crate::waves::Waves;
use random::Random;
use std::mem::discriminant;
use std::sync::atomic::Ordering;
use uop::{Program, Trap, Uop, UopIdx, WavePlace};

pub(crate) use run::Run;

/// What local memory holds before anything is written: a pattern that shows when a kernel relies
/// on zero.
const LOCAL_PATTERN: [u8; 4] = 0xdead_beef_u32.to_le_bytes();
/// Random scheduling gives turns of at most this many steps.
const RANDOM_QUANTUM: u32 = 32;
/// Steps of a wave in a round: loops of so many that this is a multiple of come out where they were.
const ROUND_QUANTUM: u32 = 840;

/// A workgroup, or where a program has clusters, all workgroups of one.
#[derive(Clone, Debug)]
pub struct Workgroup {
    pub(crate) group: [u32; 3],
    /// Workgroup by workgroup.
    pub(crate) waves: Waves,
    /// Workgroup by workgroup.
    pub(crate) local: Vec<u8>,
    pub(crate) barriers: Barriers,
    local_each: usize,
    /// The wave whose turn it is.
    pub(crate) turn: usize,
    /// What is left of its quantum if an observer stopped the run in the middle: who watches does
    /// not change who runs when.
    pub(crate) paused: Option<Quantum>,
    random: Random,
    /// The last turn used up its quantum: another wave is next.
    yields: bool,
    /// How often the barrier had opened when waves last met there.
    opened: u32,
    /// What is left of its turn among the workgroups.
    pub(crate) stretch: Stretch,
    /// Whether it gets on.
    pub(crate) course: Course,
    /// Writes down what its waves do, where a clock follows later.
    pub(crate) recorder: Option<Box<Recorder>>,
}

/// How long a workgroup runs before it is another's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stretch {
    /// For about so many instructions.
    Instructions(u64),
    /// For one turn of each wave, from the one whose turn it is on.
    Round,
}

impl Stretch {
    fn spend(&mut self, instructions: u64) {
        if let Stretch::Instructions(left) = self {
            *left = left.saturating_sub(instructions);
        }
    }
}

/// Steps that a wave may run in one turn, and those that it has not run yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantum {
    pub steps: i64,
    pub left: i64,
}

/// How far a workgroup got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupProgress {
    Ended,
    Stopped,
    /// Its turn among the workgroups is over.
    Over,
}

impl Workgroup {
    pub(crate) fn new(
        program: &Program,
        launch: &Launch,
        config: &Config,
        code: &Prepared,
        group: [u32; 3],
    ) -> Workgroup {
        let threads: u32 = launch.block.iter().product();
        let lanes = launch.lanes;
        let waves = threads.div_ceil(lanes);
        let cluster = program.resources.cluster.max(1);
        let place = WavePlace {
            group,
            grid: launch.grid,
            block: launch.block,
            cluster,
            wave: 0,
            waves,
            lanes,
        };
        let private_bytes = launch.private_bytes as usize;
        let (kernels, entry) = (config.kernels, &*launch.entry);
        Workgroup {
            group,
            waves: Waves::new(program, code, kernels, entry, place, private_bytes),
            local: pattern((cluster * launch.local_bytes) as usize),
            barriers: Barriers::default(),
            local_each: launch.local_bytes as usize,
            turn: 0,
            paused: None,
            random: turns(config.order, place.group_index()),
            yields: false,
            opened: 0,
            stretch: Stretch::Instructions(FIRST_TURN),
            course: Course::Runs(Pace::FIRST),
            recorder: None,
        }
    }

    /// Becomes another workgroup of the same launch, as `new` would make it.
    pub(crate) fn restart(
        &mut self,
        program: &Program,
        launch: &Launch,
        config: &Config,
        code: &Prepared,
        group: [u32; 3],
    ) {
        self.group = group;
        let first = WavePlace {
            group,
            ..*self.waves[0].place()
        };
        self.waves.restart(program, code, &*launch.entry, first);
        self.stretch = Stretch::Instructions(FIRST_TURN);
        self.course = Course::Runs(Pace::FIRST);
        let mut words = self.local.chunks_exact_mut(LOCAL_PATTERN.len());
        (&mut words).for_each(|word| word.copy_from_slice(&LOCAL_PATTERN));
        let rest = words.into_remainder();
        rest.copy_from_slice(&LOCAL_PATTERN[..rest.len()]);
        self.barriers = Barriers::default();
        self.turn = 0;
        self.paused = None;
        self.random = turns(config.order, first.group_index());
        self.yields = false;
        self.opened = 0;
    }

    /// Its number in the launch, or that of the first of the cluster.
    pub(crate) fn number(&self) -> u64 {
        let group = self.group;
        let first = *self.waves[0].place();
        WavePlace { group, ..first }.group_index()
    }

    /// The workgroup, or the first of the cluster.
    pub fn group(&self) -> [u32; 3] {
        self.group
    }

    /// How many workgroups these are: more than one in a cluster.
    pub fn workgroups(&self) -> usize {
        self.waves.len() / self.waves.each
    }

    /// Its waves by their numbers, workgroup by workgroup in a cluster.
    pub fn waves(&self) -> &[Wave] {
        &self.waves
    }

    /// Local memory; that of a cluster workgroup by workgroup.
    pub fn local(&self) -> &[u8] {
        &self.local
    }

    /// Where the local memory of the workgroup of one of its waves lies.
    pub(crate) fn local_range(&self, wave: usize) -> std::ops::Range<usize> {
        let start = wave / self.waves.each * self.local_each;
        start..start + self.local_each
    }

    /// The wave whose turn it is. Between turns, where the search for the next one begins.
    pub fn turn(&self) -> usize {
        self.turn.min(self.waves.len() - 1)
    }

    /// Runs until every wave has ended, an observer stops it, or it cannot go on.
    pub(crate) fn run<O: Observer>(
        &mut self,
        run: &Run<'_>,
        stats: &mut Stats,
        observer: &mut O,
    ) -> Result<GroupProgress, Box<Fault>> {
        // What all threads share is brought up to date once for all turns.
        let mut issued = 0;
        if let Some(mut guard) = run.guard() {
            guard.enter(self.number());
        }
        let progress = self.turns(run, stats, observer, &mut issued);
        run.issued.fetch_add(issued, Ordering::Relaxed);
        if observer.active() && matches!(progress, Ok(GroupProgress::Ended)) {
            observer.ended(&groups_of(&self.waves));
        }
        progress
    }

    fn turns<O: Observer>(
        &mut self,
        run: &Run<'_>,
        stats: &mut Stats,
        observer: &mut O,
        issued: &mut u64,
    ) -> Result<GroupProgress, Box<Fault>> {
        let program = run.program;
        // In a round every wave has a turn of its own.
        let together = !observer.active() && run.goes_together() && self.stretch != Stretch::Round;
        loop {
            if run.guard().is_some_and(|guard| guard.gives_up()) {
                return Ok(GroupProgress::Stopped);
            }
            if together
                && self.stretch == Stretch::Instructions(0)
                && self.paused.is_none()
                && !self.waves.are_stale()
                && self.pass_barrier(program, stats, observer)
            {
                return Ok(GroupProgress::Over);
            }
            if together && self.paused.is_none() && !self.waves.apart {
                match self.turn_together(run, stats, issued) {
                    Some(Turn::Ended) => return Ok(GroupProgress::Ended),
                    Some(_) => continue,
                    None => {}
                }
            }
            self.waves.wake(program, run.code);
            let mut quantum = match self.paused.take() {
                Some(quantum) => quantum,
                None => {
                    if !self.pass_barrier(program, stats, observer) {
                        return self.ended_or_deadlock(program);
                    }
                    if self.has_had_its_turn() {
                        return Ok(GroupProgress::Over);
                    }
                    self.next_turn(run, *issued)?
                }
            };
            let stop = match together && !self.waves.apart {
                true => self.waves.next_ahead(self.turn),
                false => UopIdx::MAX,
            };
            let rank = self.turn / self.waves.each;
            let local = cluster::split(&mut self.local, self.local_each, rank);
            let mut tallies = run.tallies().filter(|_| !observer.active());
            let mut cx = run.context(stats, local, &mut self.barriers);
            cx.counts = tallies.as_deref_mut();
            let mut guard = run.guard();
            cx.guard = guard.as_deref_mut();
            cx.recorder = self.recorder.as_deref_mut();
            let before = cx.stats.instructions;
            let waves = &mut self.waves;
            let turn = executor::run(waves, self.turn, &mut cx, &mut quantum.left, stop, observer);
            let spent = stats.instructions - before;
            *issued += spent;
            self.stretch.spend(spent);
            let turn = turn?;
            self.yields = turn == Turn::Over;
            match turn {
                Turn::Over => {
                    self.waves[self.turn].rotate_splits(quantum.steps as u64);
                    self.let_arrive(run, stats, rank);
                }
                Turn::Stopped => {
                    self.paused = Some(quantum);
                    return Ok(GroupProgress::Stopped);
                }
                _ => {}
            }
            let wave = self.turn;
            self.turn += 1;
            if observer.active() && observer.turn(self, wave, stats).is_break() {
                return Ok(GroupProgress::Stopped);
            }
        }
    }

    /// A wave has used up its turn. Stores of those that wait at a barrier are not held for ever either:
    /// it may wait for one of them.
    fn let_arrive(&mut self, run: &Run<'_>, stats: &mut Stats, rank: usize) {
        let each = self.waves.each;
        let waits = |wave: &Wave| wave.state() == WaveState::AtBarrier && !wave.held.is_empty();
        for wave in rank * each..(rank + 1) * each {
            if self.waves.get(wave).is_some_and(waits) {
                let local = cluster::split(&mut self.local, self.local_each, rank);
                let mut cx = run.context(stats, local, &mut self.barriers);
                access::land_newest(&mut self.waves[wave], &mut cx);
            }
        }
    }

    fn has_had_its_turn(&self) -> bool {
        match self.stretch {
            Stretch::Instructions(left) => left == 0,
            Stretch::Round => {
                let rest = self.waves.get(self.turn..).unwrap_or(&[]);
                !rest.iter().any(|wave| wave.state() == WaveState::Running)
            }
        }
    }

    /// A turn of waves that are at the same step, if there are such: those that are furthest behind,
    /// so that they come to where the others are.
    fn turn_together(
        &mut self,
        run: &Run<'_>,
        stats: &mut Stats,
        issued: &mut u64,
    ) -> Option<Turn> {
        let whole = self.waves.are_stale();
        let (range, stop) = match whole {
            true => (0..self.waves.len(), UopIdx::MAX),
            false => {
                if !self.pass_barrier(run.program, stats, &mut ()) {
                    return None;
                }
                let next = self.waves.next_together(self.turn, self.yields)?;
                if next.0.len() == 1 {
                    self.turn = next.0.start;
                    return None;
                }
                next
            }
        };
        let so_far = run.issued.load(Ordering::Relaxed) + *issued;
        let left = run.config.max_instructions.saturating_sub(so_far) / range.len() as u64;
        let steps = left.min(run.config.quantum.max(1).into()) as i64;
        // What is left of the limit is given out wave by wave.
        if left <= u64::from(MAX_ADVANCE) {
            return None;
        }
        let rank = range.start / self.waves.each;
        let local = cluster::split(&mut self.local, self.local_each, rank);
        let mut tallies = run.tallies();
        let mut cx = run.context(stats, local, &mut self.barriers);
        cx.counts = tallies.as_deref_mut();
        let mut guard = run.guard();
        cx.guard = guard.as_deref_mut();
        cx.recorder = self.recorder.as_deref_mut();
        let before = cx.stats.instructions;
        let turn = executor::run_together(&mut self.waves, range.clone(), &mut cx, steps, stop);
        let spent = stats.instructions - before;
        *issued += spent;
        self.stretch.spend(spent);
        match turn {
            Turn::Over => {
                let waves = self.waves[range.clone()].iter_mut();
                waves.for_each(|wave| wave.rotate_splits(steps as u64));
            }
            Turn::Apart => self.waves.apart = true,
            _ => {}
        }
        self.yields = turn == Turn::Over;
        self.turn = match self.waves.apart {
            true => 0,
            false => range.end,
        };
        Some(turn)
    }

    /// Chooses a wave, and how long it may run: never past the instruction limit.
    fn next_turn(&mut self, run: &Run<'_>, issued: u64) -> Result<Quantum, Box<Fault>> {
        let config = run.config;
        self.pick(config.order);
        let steps = match config.order {
            Order::RoundRobin if self.stretch == Stretch::Round => ROUND_QUANTUM,
            Order::RoundRobin => config.quantum.max(1),
            Order::Random(_) => 1 + self.random.below(RANDOM_QUANTUM),
        };
        let limit = config.max_instructions;
        let issued = run.issued.load(Ordering::Relaxed) + issued;
        let left = limit.saturating_sub(issued);
        if left == 0 {
            let wave = &self.waves[self.turn];
            return Err(fault_at(
                run.program,
                wave,
                Trap::Limit {
                    limit,
                    waits: Vec::new(),
                },
            ));
        }
        let steps = left.min(steps.into()) as i64;
        Ok(Quantum { steps, left: steps })
    }

    /// Makes sure that some wave can run, opening the barriers where all wait.
    pub(crate) fn pass_barrier<O: Observer>(
        &mut self,
        program: &Program,
        stats: &mut Stats,
        observer: &mut O,
    ) -> bool {
        let mut tell = |wave: &Wave, event| {
            let site = Site::of(wave, waiting_inst(program, wave));
            observer.order(&site, &event);
        };
        let opened = self.barriers.settle(&mut self.waves, &mut tell);
        stats.barriers += u64::from(opened);
        if self.opened != self.barriers.opened() {
            self.opened = self.barriers.opened();
            self.waves.meet();
        }
        let running = |waves: &[Wave]| waves.iter().any(|wave| wave.state() == WaveState::Running);
        let alone = self.waves.len() == self.waves.each;
        let turn = |wave: &Wave| wave.state() == WaveState::Running;
        if alone && (self.waves.get(self.turn).is_some_and(turn) || running(&self.waves)) {
            return true;
        }
        let (each, before) = (self.waves.each, stats.barriers);
        for waves in self.waves.chunks_mut(each) {
            if !running(waves) && may_pass(program, waves, &Uop::Barrier) {
                open(waves, stats, observer);
            }
        }
        if !running(&self.waves) && may_pass(program, &self.waves, &Uop::ClusterBarrier) {
            open(&mut self.waves, stats, observer);
        }
        if stats.barriers != before {
            self.waves.meet();
        }
        running(&self.waves)
    }

    /// The next wave that can run.
    fn pick(&mut self, order: Order) {
        let start = match order {
            Order::RoundRobin => self.turn,
            Order::Random(_) => self.random.below(self.waves.len()),
        };
        let count = self.waves.len();
        let mut next = (start..count).chain(0..start.min(count));
        let ready = |i: &usize| self.waves[*i].state() == WaveState::Running;
        self.turn = next.find(ready).expect("some wave can run");
    }

    pub(crate) fn ended_or_deadlock(&self, program: &Program) -> Result<GroupProgress, Box<Fault>> {
        let Some(stuck) = self
            .waves
            .iter()
            .find(|wave| wave.state() == WaveState::AtBarrier)
        else {
            return Ok(GroupProgress::Ended);
        };
        let waits = self.waves.iter().map(|wave| {
            let number = wave.place().wave;
            match wave.state() {
                WaveState::AtBarrier => {
                    let address = waiting_address(program, wave);
                    format!("wave {number} waits at the barrier at {address:#x}")
                }
                WaveState::Ended => format!("wave {number} has ended"),
                WaveState::Running => format!("wave {number} can run"),
            }
        });
        let waits = waits.collect();
        let mixed = |waves| at_mixed_barriers(program, waves);
        let trap = match self.waves.chunks(self.waves.each).any(mixed) {
            true => Trap::MixedBarriers { waits },
            false => Trap::Deadlock { waits },
        };
        Err(fault_at(program, stuck, trap))
    }
}

/// Whether every wave has arrived at a barrier of this kind.
fn may_pass(program: &Program, waves: &[Wave], barrier: &Uop) -> bool {
    let mut arrived = waves
        .iter()
        .filter(|wave| wave.state() == WaveState::AtBarrier);
    let all = arrived.clone().count() == waves.len() || program.resources.ended_waves_arrive;
    let of_kind = |wave: &Wave| discriminant(waits_at(program, wave)) == discriminant(barrier);
    all && arrived.clone().count() > 0 && arrived.all(of_kind) && !at_mixed_barriers(program, waves)
}

/// Waves wait at different barrier instructions of a program that does not allow it.
fn at_mixed_barriers(program: &Program, waves: &[Wave]) -> bool {
    let waiting = waves
        .iter()
        .filter(|wave| wave.state() == WaveState::AtBarrier);
    let mut insts = waiting.map(|wave| waiting_inst(program, wave));
    let first = insts.next();
    program.resources.uniform_barriers && insts.any(|inst| Some(inst) != first)
}

/// Lets the waves that wait go on.
fn open<O: Observer>(waves: &mut [Wave], stats: &mut Stats, observer: &mut O) {
    stats.barriers += 1;
    if observer.active() {
        observer.barrier(&groups_of(waves));
    }
    for wave in waves
        .iter_mut()
        .filter(|wave| wave.state() == WaveState::AtBarrier)
    {
        wave.state = WaveState::Running;
        wave.release();
    }
}

/// The workgroups that waves belong to.
pub(crate) fn groups_of(waves: &[Wave]) -> Vec<[u32; 3]> {
    let mut groups: Vec<_> = waves.iter().map(|wave| wave.place.group).collect();
    groups.dedup();
    groups
}

/// Local memory as a workgroup finds it.
fn pattern(bytes: usize) -> Vec<u8> {
    let mut local = LOCAL_PATTERN.repeat(bytes.div_ceil(LOCAL_PATTERN.len()));
    local.truncate(bytes);
    local
}

/// The instruction at which a wave waits: the one before the step it goes on with.
pub(crate) fn waiting_inst(program: &Program, wave: &Wave) -> u32 {
    let before = wave.waits_after().saturating_sub(1);
    program.steps[before as usize].inst
}

/// The instruction at which a wave is, or waits.
pub(crate) fn inst_of(program: &Program, wave: &Wave) -> u32 {
    match wave.state() {
        WaveState::Running => program.steps[wave.at() as usize].inst,
        WaveState::AtBarrier | WaveState::Ended => waiting_inst(program, wave),
    }
}

/// The step at which a wave waits.
fn waits_at<'p>(program: &'p Program, wave: &Wave) -> &'p Uop {
    let before = wave.waits_after().saturating_sub(1);
    &program.steps[before as usize].uop
}

fn waiting_address(program: &Program, wave: &Wave) -> u64 {
    program.insts[waiting_inst(program, wave) as usize].address
}

pub(crate) fn fault_at(program: &Program, wave: &Wave, trap: Trap) -> Box<Fault> {
    let inst = match trap {
        Trap::Deadlock { .. } | Trap::MixedBarriers { .. } => waiting_inst(program, wave),
        _ => program.steps[wave.at() as usize].inst,
    };
    Box::new(Fault {
        trap,
        site: Site::of(wave, inst),
        address: program.insts[inst as usize].address,
        related: None,
        exception: None,
    })
}

/// What decides the turns of a workgroup: its own stream of the seed, so that the order in which
/// workgroups run changes nothing.
fn turns(order: Order, group: u64) -> Random {
    Random::new(match order {
        Order::RoundRobin => 0,
        Order::Random(seed) => seed ^ group.wrapping_mul(random::GAMMA),
    })
}
