//! A launch: a grid of workgroups run to its end, in order or on several threads.

#[cfg(feature = "threads")]
mod parallel;

use crate::code::{self, Prepared};
use crate::counts::InstCounts;
use crate::fault::Fault;
use crate::guard::Guarded;
use crate::memory::Memory;
use crate::observe::Observer;
use crate::resident::Residents;
use crate::stats::{Stats, count_group};
use crate::workgroup::{GroupProgress, Run, Workgroup};
use op::Kernels;
use plan::Plan;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use uop::{Apertures, Entry, Meter, Program, Trap};

pub use uop::Progress;

/// What to run over which grid.
#[derive(Clone)]
pub struct Launch {
    /// Workgroups.
    pub grid: [u32; 3],
    /// Threads per workgroup.
    pub block: [u32; 3],
    /// Lanes per wave.
    pub lanes: u32,
    /// Local memory of a workgroup.
    pub local_bytes: u32,
    /// Private memory per lane.
    pub private_bytes: u32,
    /// Constant memory, the same for the whole launch.
    pub constant: Arc<[u8]>,
    /// Where flat addresses mean other memories.
    pub flat: Apertures,
    /// What waves find in their registers.
    pub entry: Arc<dyn Entry>,
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
    /// When results of outstanding operations arrive.
    pub delivery: Delivery,
    /// With strict delivery, stores take place late as well. A debugger lets them take place at once, so
    /// that a change of memory is at the instruction that makes it.
    pub holds_stores: bool,
    /// In which order waves have their turns.
    pub order: Order,
    /// The run traps when all waves together have issued so many.
    pub max_instructions: u64,
    /// Steps a wave may run before another has its turn.
    pub quantum: u32,
    /// Threads of this process that run workgroups, where there is no observer.
    pub threads: usize,
    /// Workgroups (or clusters) that can be under way at the same time, so that one can wait for
    /// another. Without a number, as many as the modelled device has room for: the compute units of
    /// a run that counts cycles, [`RESIDENT`] otherwise.
    pub resident: Option<usize>,
    /// How long workgroups that all wait for memory to change may wait, where the host or other
    /// launches can change it. Without it nothing else can, and they wait without hope.
    pub patience: Option<Duration>,
    /// Threads share the workgroups even of programs whose results depend on which comes first.
    pub unordered: bool,
    /// The lane functions for this CPU, or for a lesser one.
    pub kernels: &'static Kernels,
    /// Counts how far the run has come, turn by turn.
    pub meter: Meter,
    /// Counts what every instruction does, in runs that are not watched.
    pub counts: Option<InstCounts>,
    /// Is told of every access of a run on one thread that nothing watches.
    pub guard: Option<Guarded>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            delivery: Delivery::Eager,
            holds_stores: true,
            order: Order::RoundRobin,
            max_instructions: 1_000_000_000,
            quantum: 4096,
            threads: 1,
            resident: None,
            patience: None,
            unordered: false,
            kernels: op::kernels(),
            meter: Meter::OFF,
            counts: None,
            guard: None,
        }
    }
}

/// A launch under way. It shares what it runs, so that it can be kept as long as its owner likes;
/// it can be stopped by an observer and resumed. A clone is a snapshot of everything but global
/// memory, which the two share.
#[derive(Clone)]
pub struct Dispatch {
    pub(crate) program: Arc<Program>,
    pub(crate) code: Arc<Prepared>,
    pub(crate) launch: Launch,
    pub(crate) memory: Arc<Memory>,
    pub(crate) config: Config,
    /// Groups (or clusters) are numbered x fastest; this is the next one to start.
    next: u64,
    /// Those before it that have not been started, in descending order.
    skipped: Vec<Range<u64>>,
    pub(crate) residents: Residents,
    pub(crate) stats: Stats,
}

impl Dispatch {
    /// A launch of `program` that has not begun.
    pub fn new(
        program: &Arc<Program>,
        launch: Launch,
        memory: &Arc<Memory>,
        config: Config,
    ) -> Self {
        let workgroups = launch.grid.iter().map(|&n| u64::from(n));
        config.meter.begin(workgroups.fold(1, u64::saturating_mul));
        Dispatch {
            program: program.clone(),
            code: code::bound(program, &launch, &config),
            launch,
            memory: memory.clone(),
            config,
            next: 0,
            skipped: Vec::new(),
            residents: Residents::default(),
            stats: Stats::default(),
        }
    }

    /// What is known of the program for this launch.
    pub fn plan(&self) -> &Plan {
        &self.code.plan
    }

    /// What was counted so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The workgroups that are under way, that whose turn it is first.
    pub fn residents(&self) -> impl Iterator<Item = &Workgroup> {
        self.residents.iter()
    }

    /// The workgroup whose turn it is.
    pub fn current(&self) -> Option<&Workgroup> {
        self.residents.first()
    }

    /// Runs until the end or until the observer stops it. What the observer was told of before it
    /// stopped the run, it is not told again: resuming always makes progress.
    pub fn resume<O: Observer>(&mut self, observer: &mut O) -> Result<Progress, Box<Fault>> {
        if observer.active() && !self.code.plan.exact {
            self.mark(|_| false);
        }
        let issued = AtomicU64::new(self.stats.instructions);
        let mut spare = None;
        while let Some(mut group) = (self.residents.take()).or_else(|| self.start_next(&mut spare))
        {
            if self.config.meter.is_stopped() {
                let fault = Box::new(self.stopped(&group));
                self.residents.put_first(group);
                observer.fault(&fault);
                return Err(fault);
            }
            let mut stats = self.stats;
            let progress = group.run(&self.run_of(&issued), &mut stats, observer);
            self.count_turn(
                stats.instructions - self.stats.instructions,
                &group,
                &progress,
            );
            self.stats = stats;
            match progress {
                Ok(GroupProgress::Ended) => {
                    self.residents.stir();
                    spare = Some(group);
                }
                Ok(GroupProgress::Stopped) => {
                    self.residents.put_first(group);
                    return Ok(Progress::Stopped);
                }
                Ok(GroupProgress::Over) => {
                    if let Err(fault) = self.after_turn(group, &mut spare) {
                        observer.fault(&fault);
                        return Err(fault);
                    }
                }
                Err(mut fault) => {
                    self.residents.put_first(group);
                    if let Trap::Limit { limit, .. } = fault.trap {
                        fault = self.limit(limit, observer.active());
                    }
                    observer.fault(&fault);
                    return Err(fault);
                }
            }
        }
        Ok(Progress::Done)
    }

    /// Threads that [`Dispatch::run`] takes.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        if self.config.unordered || !self.code.in_order {
            return self.config.threads;
        }
        1
    }

    /// Runs to the end without an observer, on as many threads as the configuration says. Where
    /// it matters which workgroup comes first, they run in order, so that every run is the same.
    pub fn run(mut self) -> Result<Stats, Box<Fault>> {
        #[cfg(feature = "threads")]
        if self.threads() > 1 {
            return self.run_parallel();
        }
        self.resume(&mut ())?;
        Ok(self.stats)
    }

    /// Runs to the end on one thread, with the guard that the configuration has. Nothing if the guard gave
    /// up, or the run trapped.
    pub fn run_guarded(mut self) -> Option<Stats> {
        let done = matches!(self.resume(&mut ()), Ok(Progress::Done));
        let guard = self.config.guard.as_ref().map(Guarded::lock);
        let gave_up = guard.is_some_and(|guard| guard.gives_up());
        (done && !gave_up).then_some(self.stats)
    }

    /// Tells the meter of a turn of this group.
    fn count_turn(&self, instructions: u64, group: &Workgroup, progress: &Turned) {
        let ended = match progress {
            Ok(GroupProgress::Ended) => group.workgroups() as u64,
            _ => 0,
        };
        self.config.meter.turn(instructions, ended);
    }

    /// What is started at once: a workgroup, or all of a cluster.
    pub(crate) fn groups(&self) -> u64 {
        let grid = self.launch.grid.iter();
        let groups = grid.fold(1, |groups: u64, &n| groups.saturating_mul(n.into()));
        groups / self.cluster()
    }

    pub(crate) fn cluster(&self) -> u64 {
        self.program.resources.cluster.max(1).into()
    }

    pub(crate) fn run_of<'r>(&'r self, issued: &'r AtomicU64) -> Run<'r> {
        Run {
            program: &self.program,
            code: &self.code,
            launch: &self.launch,
            memory: &self.memory,
            config: &self.config,
            issued,
        }
    }

    /// The first workgroup (or cluster) that has not begun.
    pub(crate) fn begun(&self) -> u64 {
        self.skipped.last().map_or(self.next, |range| range.start)
    }

    pub(crate) fn has_skipped(&self) -> bool {
        !self.skipped.is_empty()
    }

    pub(crate) fn start_next(
        &mut self,
        spare: &mut Option<Box<Workgroup>>,
    ) -> Option<Box<Workgroup>> {
        let index = self.take_next()?;
        Some(self.start_counted(index, spare.take()))
    }

    /// The number of the next workgroup (or cluster), which is taken and not made yet.
    pub(crate) fn take_next(&mut self) -> Option<u64> {
        let index = self.begun();
        if index == self.groups() {
            return None;
        }
        match self.skipped.last_mut() {
            Some(range) if range.start + 1 < range.end => range.start += 1,
            Some(_) => _ = self.skipped.pop(),
            None => self.next += 1,
        }
        Some(index)
    }

    /// The workgroup with a number that was taken.
    pub(crate) fn start_counted(
        &mut self,
        index: u64,
        ended: Option<Box<Workgroup>>,
    ) -> Box<Workgroup> {
        let group = self.start(index, ended);
        count_group(&mut self.stats, &group);
        group
    }

    /// The workgroup (or cluster) with this number, made of one that has ended if there is such.
    pub(crate) fn start(&self, index: u64, ended: Option<Box<Workgroup>>) -> Box<Workgroup> {
        let group = uop::group_at(self.launch.grid, index * self.cluster());
        if let Some(mut workgroup) = ended {
            workgroup.restart(&self.program, &self.launch, &self.config, &self.code, group);
            return workgroup;
        }
        Workgroup::new(&self.program, &self.launch, &self.config, &self.code, group).into()
    }
}

/// How a turn of a workgroup came to its end.
type Turned = Result<GroupProgress, Box<Fault>>;

/// Workgroups that a device has room for, if nothing else is said.
pub const RESIDENT: usize = 256;
