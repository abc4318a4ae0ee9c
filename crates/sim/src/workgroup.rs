//! One workgroup: its waves, its local memory, its barrier.

use crate::barrier::Barriers;
use crate::code::Code;
use crate::dispatch::{Config, Delivery, Launch, Order};
use crate::fault::{Fault, Site};
use crate::interpret::{self, Context, SCRATCH, Turn};
use crate::memory::Memory;
use crate::observe::Observer;
use crate::stats::Stats;
use crate::wave::{Lanes, Wave, WaveState};
use std::sync::atomic::{AtomicU64, Ordering};
use uop::{Place, Program, Trap};

/// What local memory holds before anything is written: a pattern that shows when a kernel relies
/// on zero.
const LOCAL_PATTERN: [u8; 4] = 0xdead_beef_u32.to_le_bytes();
/// Random scheduling gives turns of at most this many steps.
const RANDOM_QUANTUM: u32 = 32;

#[derive(Clone, Debug)]
pub struct Workgroup {
    pub(crate) group: [u32; 3],
    pub(crate) waves: Vec<Wave>,
    pub(crate) local: Vec<u8>,
    pub(crate) barriers: Barriers,
    /// The wave whose turn it is.
    pub(crate) turn: usize,
    /// What is left of its quantum if an observer stopped the run in the middle: who watches does
    /// not change who runs when.
    pub(crate) paused: Option<Quantum>,
    random: Random,
    pub(crate) scratch: Lanes,
}

/// Steps that a wave may run in one turn, and those that it has not run yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantum {
    pub steps: i64,
    pub left: i64,
}

/// What a workgroup runs besides its own state.
pub(crate) struct Run<'a> {
    pub program: &'a Program,
    pub code: &'a [Code],
    pub launch: &'a Launch<'a>,
    pub memory: &'a Memory,
    pub config: &'a Config,
    /// Instructions issued by the whole launch.
    pub issued: &'a AtomicU64,
}

/// How far a workgroup got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupProgress {
    Ended,
    Stopped,
}

impl Workgroup {
    pub(crate) fn new(
        program: &Program,
        launch: &Launch<'_>,
        config: &Config,
        group: [u32; 3],
    ) -> Workgroup {
        let threads: u32 = launch.block.iter().product();
        let lanes = launch.lanes;
        let waves = threads.div_ceil(lanes);
        let place = |wave| Place {
            group,
            grid: launch.grid,
            block: launch.block,
            wave,
            waves,
            lanes,
        };
        let seed = match config.order {
            Order::RoundRobin => 0,
            Order::Random(seed) => {
                seed ^ place(0).group_index().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
        };
        Workgroup {
            group,
            waves: (0..waves)
                .map(|wave| {
                    Wave::new(
                        program,
                        place(wave),
                        launch.entry,
                        launch.private_bytes as usize,
                    )
                })
                .collect(),
            local: pattern(launch.local_bytes as usize),
            barriers: Barriers::default(),
            turn: 0,
            paused: None,
            random: Random(seed),
            scratch: Lanes::new(SCRATCH, lanes as usize),
        }
    }

    pub fn group(&self) -> [u32; 3] {
        self.group
    }

    pub fn waves(&self) -> &[Wave] {
        &self.waves
    }

    pub fn local(&self) -> &[u8] {
        &self.local
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
        let (program, config) = (run.program, run.config);
        loop {
            let mut quantum = match self.paused.take() {
                Some(quantum) => quantum,
                None => {
                    if !self.pass_barrier(program, stats, observer) {
                        return self.ended_or_deadlock(program);
                    }
                    self.next_turn(run)?
                }
            };
            let mut cx = Context {
                program,
                code: run.code,
                kernels: config.kernels,
                memory: run.memory,
                local: &mut self.local,
                barriers: &mut self.barriers,
                constant: run.launch.constant,
                flat: &run.launch.flat,
                stats,
                strict: config.delivery == Delivery::Strict,
                clocked: false,
                touched: None,
                scratch: &mut self.scratch,
            };
            let wave = &mut self.waves[self.turn];
            let before = wave.issued;
            let turn = interpret::run(wave, &mut cx, &mut quantum.left, observer);
            run.issued
                .fetch_add(wave.issued - before, Ordering::Relaxed);
            match turn? {
                Turn::Over => wave.rotate_splits(quantum.steps as u64),
                Turn::Barrier | Turn::Ended => {}
                Turn::Stopped => {
                    self.paused = Some(quantum);
                    return Ok(GroupProgress::Stopped);
                }
            }
            let wave = self.turn;
            self.turn += 1;
            if observer.active() && observer.turn(self, wave, stats).is_break() {
                return Ok(GroupProgress::Stopped);
            }
        }
    }

    /// Chooses a wave, and how long it may run: never past the instruction limit.
    fn next_turn(&mut self, run: &Run<'_>) -> Result<Quantum, Box<Fault>> {
        let config = run.config;
        self.pick(config.order);
        let steps = match config.order {
            Order::RoundRobin => config.quantum.max(1),
            Order::Random(_) => 1 + self.random.below(RANDOM_QUANTUM),
        };
        let limit = config.max_instructions;
        let left = limit.saturating_sub(run.issued.load(Ordering::Relaxed));
        if left == 0 {
            let wave = &self.waves[self.turn];
            return Err(fault_at(run.program, wave, Trap::Limit { limit }));
        }
        let steps = left.min(steps.into()) as i64;
        Ok(Quantum { steps, left: steps })
    }

    /// Makes sure that some wave can run, opening the barrier if all wait there.
    pub(crate) fn pass_barrier<O: Observer>(
        &mut self,
        program: &Program,
        stats: &mut Stats,
        observer: &mut O,
    ) -> bool {
        if self.barriers.settle(&mut self.waves) {
            stats.barriers += 1;
            observer.barrier(self.group);
        }
        let count = |state| {
            self.waves
                .iter()
                .filter(|wave| wave.state() == state)
                .count()
        };
        if count(WaveState::Running) > 0 {
            return true;
        }
        let arrived = count(WaveState::AtBarrier);
        let all = arrived == self.waves.len() || program.resources.ended_waves_arrive;
        let split = self.waves.iter().any(|wave| wave.member.waits());
        if arrived == 0 || !all || split || self.at_mixed_barriers(program) {
            return false;
        }
        stats.barriers += 1;
        observer.barrier(self.group);
        for wave in self
            .waves
            .iter_mut()
            .filter(|wave| wave.state() == WaveState::AtBarrier)
        {
            wave.state = WaveState::Running;
            wave.release();
        }
        true
    }

    /// Waves wait at different barrier instructions of a program that does not allow it.
    fn at_mixed_barriers(&self, program: &Program) -> bool {
        let waiting = (self.waves.iter()).filter(|wave| wave.state() == WaveState::AtBarrier);
        let mut insts = waiting.map(|wave| waiting_inst(program, wave));
        let first = insts.next();
        program.resources.uniform_barriers && insts.any(|inst| Some(inst) != first)
    }

    /// The next wave that can run.
    fn pick(&mut self, order: Order) {
        let start = match order {
            Order::RoundRobin => self.turn,
            Order::Random(_) => self.random.below(self.waves.len() as u32) as usize,
        };
        let count = self.waves.len();
        let next = (0..count).map(|i| (start + i) % count);
        let ready = |i: &usize| self.waves[*i].state() == WaveState::Running;
        self.turn = next.into_iter().find(ready).expect("some wave can run");
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
        let trap = match self.at_mixed_barriers(program) {
            true => Trap::MixedBarriers { waits },
            false => Trap::Deadlock { waits },
        };
        Err(fault_at(program, stuck, trap))
    }
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
    })
}

/// SplitMix64: small, fast, and the same everywhere.
#[derive(Clone, Copy, Debug)]
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u64::from((z ^ z >> 31) as u32) * u64::from(n)) >> 32) as u32
    }
}
