//! Machines that are not waves.
//!
//! A [`crate::Program`] describes waves of lanes in lockstep. An instruction set whose threads
//! are something else (a processor with registers of its own kind) brings its own machine; what
//! users see stays the same: one memory, one limit, one way to stop.

use crate::{Fault, Stoppable};

/// Global memory as such a machine sees it.
pub trait GlobalMemory {
    /// The mapped bytes around `address .. address + bytes`, or why there are none.
    fn window(&self, address: u64, bytes: u64, store: bool) -> Result<MemoryWindow, String>;
}

/// Mapped bytes: device addresses `base .. base + len` lie at `bytes`.
#[derive(Clone, Copy, Debug)]
pub struct MemoryWindow {
    pub base: u64,
    pub len: u64,
    pub bytes: *mut u8,
    pub writable: bool,
}

/// How to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// Results of outstanding operations arrive only when something demands them, and using one
    /// too early is a trap.
    pub strict: bool,
    /// Threads run in an order drawn from this seed instead of in turn.
    pub shuffle: Option<u64>,
    pub max_instructions: u64,
    /// Instructions a thread may run before another has its turn.
    pub quantum: u32,
}

/// What a run counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunReport {
    pub instructions: u64,
    /// Active lanes and all lanes, summed over all instructions.
    pub active_lanes: u64,
    pub lane_slots: u64,
    pub divergent_branches: u64,
    pub transactions: u64,
    pub bytes_loaded: u64,
    pub bytes_stored: u64,
    pub barriers: u64,
    pub waves: u64,
    pub workgroups: u64,
    /// What the program wrote to its output.
    pub output: Vec<u8>,
    /// The first value other than zero with which a thread ended, else zero.
    pub exit_code: i64,
}

/// A machine that is loaded and ready.
pub trait Runnable {
    /// Runs to the end.
    fn run(
        &mut self,
        memory: &dyn GlobalMemory,
        options: &RunOptions,
    ) -> Result<RunReport, Box<Fault>>;

    /// The same run, at its start, to be stopped and looked at.
    fn stoppable<'a>(
        &'a self,
        memory: &'a dyn GlobalMemory,
        options: &RunOptions,
    ) -> Box<dyn Stoppable + 'a>;
}
