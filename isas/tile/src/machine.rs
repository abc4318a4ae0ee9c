//! The machine: clusters of processing elements with RISC-V threads and tile cores.
//!
//! Threads take turns, each until it waits, ends, or its quantum is over, so a run is the same
//! every time. Clusters start in order; the next one starts when the ones before it have ended,
//! when all of their threads wait, at a semaphore or in a loop that asks memory (a later cluster may be
//! the one that posts or stores), or when they have run for long (`course`, `circle`).

mod access;
mod atomics;
mod bytes;
mod calendar;
mod circle;
mod clock;
mod complete;
mod copy;
mod cost;
mod course;
mod env;
mod flight;
mod hazard;
mod hopeless;
mod moves;
mod multiply;
mod op;
mod order;
mod port;
mod run;
mod saved;
mod start;
mod step;
mod stop;
mod sync;
mod table;
mod thread;
mod tile;
mod view;

use crate::timing::Numbers;
use run::Run;
use std::sync::Arc;
use stop::Debugged;
use uop::{GlobalMemory, MemoryOrder, RunOptions, RunReport, Runnable, Stoppable, Trapped};

pub use env::SHARED_BASE;
pub use view::registers;

/// Bytes at an address.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The address of the first byte.
    pub base: u64,
    /// What is there at the start.
    pub bytes: Vec<u8>,
    /// Stores are allowed.
    pub writable: bool,
    /// What messages call it.
    pub name: &'static str,
}

/// What to run, and over which grid.
#[derive(Clone, Debug)]
pub struct Job {
    /// The first holds the code.
    pub contents: Vec<Contents>,
    /// What `ecall` 93 is given is how the program ended; threads of a kernel only end there, with
    /// whatever `a0` happens to hold.
    pub exits: bool,
    /// Where threads start.
    pub entry: u64,
    /// Where else instructions are known to begin.
    pub starts: Vec<u64>,
    /// Cooperative thread arrays.
    pub grid: [u32; 3],
    /// Threads of each, one to eight.
    pub threads: u8,
    /// Integer arguments by the calling convention: registers, then the stack.
    pub integers: Vec<u64>,
    /// Floating-point arguments, as register contents.
    pub floats: Vec<u64>,
    /// Bytes of each thread's stack.
    pub stack_bytes: usize,
    /// Bytes of shared memory of each processing element.
    pub shared_bytes: usize,
}

/// A loaded launch.
pub struct Chip {
    job: Arc<Job>,
    numbers: Numbers,
}

impl Chip {
    /// A machine for one job, which it can run any number of times.
    pub fn new(job: Job) -> Chip {
        Chip {
            job: job.into(),
            numbers: Numbers::default(),
        }
    }

    /// The same with other numbers for its clock.
    pub(crate) fn with(self, numbers: Numbers) -> Chip {
        Chip { numbers, ..self }
    }
}

impl Runnable for Chip {
    fn run(
        &self,
        memory: Arc<dyn GlobalMemory>,
        options: &RunOptions,
    ) -> Result<RunReport, Box<Trapped>> {
        let mut run = Run::new(self.job.clone(), self.numbers, memory, options);
        let ended = run.resume(None);
        let report = run.report();
        match ended {
            Ok(_) => Ok(report),
            Err(fault) => Err(Box::new(Trapped { fault, report })),
        }
    }

    fn has_clock(&self) -> bool {
        true
    }

    fn order(&self) -> MemoryOrder {
        MemoryOrder {
            advice: "to order them, the one that is first waits for what it started (`twait`) and then \
                     arrives at a barrier or an mbarrier, posts a semaphore or performs an atomic, and \
                     the other one waits for that",
            ..MemoryOrder::default()
        }
    }

    fn stoppable(&self, memory: Arc<dyn GlobalMemory>, options: &RunOptions) -> Box<dyn Stoppable> {
        let run = Run::new(self.job.clone(), self.numbers, memory, options);
        Box::new(Debugged::new(run))
    }
}
