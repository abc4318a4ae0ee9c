//! A launch: a grid of workgroups run to its end, in order or on several threads.

use crate::fault::Fault;
use crate::interpret::Apertures;
use crate::memory::Memory;
use crate::observe::Observer;
use crate::stats::Stats;
use crate::workgroup::{GroupProgress, Workgroup};
use op::Kernels;
use uop::{Entry, Program};

/// What to run over which grid.
#[derive(Clone)]
pub struct Launch<'a> {
    /// Workgroups.
    pub grid: [u32; 3],
    /// Threads per workgroup.
    pub block: [u32; 3],
    /// Lanes per wave.
    pub lanes: u32,
    pub local_bytes: u32,
    /// Private memory per lane.
    pub private_bytes: u32,
    pub constant: &'a [u8],
    pub flat: Apertures,
    pub entry: &'a dyn Entry,
}

/// When results of outstanding operations arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// At once.
    #[default]
    Eager,
    /// When a wait, or the end of the program, demands it.
    Strict,
}

/// Which wave of a workgroup runs next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// In turn, each until it waits or its quantum is over.
    #[default]
    RoundRobin,
    /// Any, for a few steps, from this seed.
    Random(u64),
}

/// How to run.
#[derive(Clone)]
pub struct Config {
    pub delivery: Delivery,
    pub order: Order,
    pub max_instructions: u64,
    /// Steps a wave may run before another has its turn.
    pub quantum: u32,
    pub threads: usize,
    pub kernels: &'static Kernels,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            delivery: Delivery::Eager,
            order: Order::RoundRobin,
            max_instructions: 1_000_000_000,
            quantum: 4096,
            threads: 1,
            kernels: op::kernels(),
        }
    }
}

/// How far a dispatch got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Done,
    /// An observer stopped it; it can be resumed.
    Stopped,
}

/// A launch under way. It can be stopped by an observer and resumed.
pub struct Dispatch<'a> {
    program: &'a Program,
    launch: Launch<'a>,
    memory: &'a Memory,
    config: Config,
    /// Groups are numbered x fastest; this is the next one to start.
    next: u64,
    current: Option<Workgroup>,
    stats: Stats,
}

impl<'a> Dispatch<'a> {
    pub fn new(
        program: &'a Program,
        launch: Launch<'a>,
        memory: &'a Memory,
        config: Config,
    ) -> Self {
        check_registers(program, if launch.lanes == 64 { 2 } else { 1 });
        Dispatch {
            program,
            launch,
            memory,
            config,
            next: 0,
            current: None,
            stats: Stats::default(),
        }
    }

    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The workgroup that is under way.
    pub fn current(&self) -> Option<&Workgroup> {
        self.current.as_ref()
    }

    /// Runs until the end or until the observer stops it.
    pub fn resume<O: Observer>(&mut self, observer: &mut O) -> Result<Progress, Box<Fault>> {
        while let Some(mut group) = self.current.take().or_else(|| self.start_next()) {
            let progress = group.run(
                self.program,
                &self.launch,
                self.memory,
                &self.config,
                &mut self.stats,
                observer,
            );
            match progress {
                Ok(GroupProgress::Ended) => {}
                Ok(GroupProgress::Stopped) => {
                    self.current = Some(group);
                    return Ok(Progress::Stopped);
                }
                Err(fault) => {
                    self.current = Some(group);
                    observer.fault(&fault);
                    return Err(fault);
                }
            }
        }
        Ok(Progress::Done)
    }

    /// Runs to the end without an observer, on as many threads as the configuration says.
    pub fn run(mut self) -> Result<Stats, Box<Fault>> {
        #[cfg(feature = "threads")]
        if self.config.threads > 1 {
            return self.run_parallel();
        }
        self.resume(&mut ())?;
        Ok(self.stats)
    }

    fn groups(&self) -> u64 {
        self.launch.grid.iter().map(|&n| u64::from(n)).product()
    }

    fn start_next(&mut self) -> Option<Workgroup> {
        if self.next == self.groups() {
            return None;
        }
        let group = self.start(self.next);
        self.stats.workgroups += 1;
        self.stats.waves += group.waves().len() as u64;
        self.next += 1;
        Some(group)
    }

    fn start(&self, index: u64) -> Workgroup {
        let [x, y, _] = self.launch.grid.map(u64::from);
        let group = [
            (index % x) as u32,
            (index / x % y) as u32,
            (index / x / y) as u32,
        ];
        Workgroup::new(self.program, &self.launch, &self.config, group)
    }

    /// Each thread takes whole workgroups. The first fault in launch order is the one reported.
    #[cfg(feature = "threads")]
    fn run_parallel(self) -> Result<Stats, Box<Fault>> {
        use rayon::prelude::*;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.config.threads)
            .build();
        let Ok(pool) = pool else {
            return Dispatch {
                config: Config {
                    threads: 1,
                    ..self.config.clone()
                },
                ..self
            }
            .run();
        };
        pool.install(|| {
            (0..self.groups())
                .into_par_iter()
                .map(|index| {
                    let mut stats = Stats {
                        workgroups: 1,
                        ..Stats::default()
                    };
                    let mut group = self.start(index);
                    stats.waves += group.waves().len() as u64;
                    group.run(
                        self.program,
                        &self.launch,
                        self.memory,
                        &self.config,
                        &mut stats,
                        &mut (),
                    )?;
                    Ok(stats)
                })
                .try_reduce(Stats::default, |mut a, b| {
                    a += b;
                    Ok(a)
                })
        })
    }
}

/// Registers are fetched without a check at run time; here is the one check. A program that names
/// a register it did not declare is a bug of whoever built it.
fn check_registers(program: &Program, mask_words: u16) {
    for step in &program.steps {
        step.uop
            .for_each_operand(mask_words, &mut |_, operand| match operand {
                uop::Operand::Vector(reg, count) => {
                    assert!(
                        reg.0 + count <= program.vector_file,
                        "{:?} is not declared",
                        step.uop
                    );
                }
                uop::Operand::Scalar(reg, count) => {
                    assert!(
                        reg.0 + count <= program.scalar_file,
                        "{:?} is not declared",
                        step.uop
                    );
                }
            });
    }
}
