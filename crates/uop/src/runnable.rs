//! Machines that are not waves.
//!
//! A [`crate::Program`] describes waves of lanes in lockstep. An instruction set whose threads
//! are something else (a processor with registers of its own kind) brings its own machine; what
//! users see stays the same: one memory, one limit, one way to stop.

use crate::{Cycles, Fault, MemoryOrder, Meter, Stats, Stoppable, Timeline};
use std::sync::Arc;

/// Global memory as such a machine sees it.
pub trait GlobalMemory: Send + Sync {
    /// The mapped bytes around `address .. address + bytes`, or why there are none.
    fn window(&self, address: u64, bytes: u64, store: bool) -> Result<MemoryWindow, String>;

    /// What messages call the byte at an address.
    fn name_of(&self, address: u64) -> String {
        format!("{address:#x}")
    }
}

/// Mapped bytes: device addresses `base .. base + len` lie at `bytes`.
#[derive(Clone, Copy, Debug)]
pub struct MemoryWindow {
    /// The device address of the first byte.
    pub base: u64,
    /// How many bytes follow from there.
    pub len: u64,
    /// Where they lie in this process. Valid as long as the memory that gave the window.
    pub bytes: *mut u8,
    /// Stores are allowed.
    pub writable: bool,
}

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Results of outstanding operations arrive only when something demands them, and using one
    /// too early is a trap.
    pub strict: bool,
    /// Threads run in an order drawn from this seed instead of in turn.
    pub shuffle: Option<u64>,
    /// The run traps when all threads together have issued so many.
    pub max_instructions: u64,
    /// Instructions a thread may run before another has its turn.
    pub quantum: u32,
    /// Workgroups that the machine has room for at a time.
    pub resident: usize,
    /// Memory that starts without a defined value has the opposite of every bit that it would have.
    pub opposite: bool,
    /// The highest level of the host's instruction set that is used, as far as it is there.
    pub level: op::Level,
    /// Counts how far the run has come.
    pub meter: Meter,
    /// Cycles are counted, if the machine has a clock. It changes nothing else.
    pub timed: bool,
    /// An empty timeline, where what happens when is to be kept too.
    pub timeline: Option<Timeline>,
}

/// What is to be said about a run that has ended, beside what it left in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunReport {
    /// The counters.
    pub stats: Stats,
    /// What the program wrote to its output.
    pub output: Vec<u8>,
    /// The first value other than zero with which a thread ended, else zero.
    pub exit_code: i64,
    /// What its clock counted, if it was to.
    pub cycles: Option<Cycles>,
    /// The timeline that was to be kept.
    pub timeline: Option<Timeline>,
}

/// A run that a trap ended, with what came before it.
#[derive(Clone, Debug)]
pub struct Trapped {
    /// Why it ended.
    pub fault: Box<Fault>,
    /// What was counted and written until then.
    pub report: RunReport,
}

/// A machine that is loaded and ready. A run shares what it needs of it.
pub trait Runnable: Send + Sync {
    /// Runs to the end.
    fn run(
        &self,
        memory: Arc<dyn GlobalMemory>,
        options: &RunOptions,
    ) -> Result<RunReport, Box<Trapped>>;

    /// Whether it can count cycles.
    fn has_clock(&self) -> bool {
        false
    }

    /// How accesses of its waves are ordered, beside what it [tells](crate::OrderEvent).
    fn order(&self) -> MemoryOrder {
        MemoryOrder::default()
    }

    /// The same run, at its start, to be stopped and looked at.
    fn stoppable(&self, memory: Arc<dyn GlobalMemory>, options: &RunOptions) -> Box<dyn Stoppable>;
}
