//! How far a run has come, for a thread that looks on, and whether it is to go on.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Instructions between two questions whether to go on.
const ASKED: u64 = 1 << 16;

/// Counts what an engine has done so far. The engine adds to it after each turn of a workgroup, so
/// that it costs nothing per instruction; a meter that is off counts nothing. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct Meter(Option<Arc<Counts>>);

#[derive(Default)]
struct Counts {
    workgroups: AtomicU64,
    ended: AtomicU64,
    instructions: AtomicU64,
    stopped: AtomicBool,
    /// Says whether the run is to stop.
    ask: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counts")
            .field("workgroups", &self.workgroups)
            .field("ended", &self.ended)
            .field("instructions", &self.instructions)
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}

/// What a meter has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Workgroups of the launches that have begun.
    pub workgroups: u64,
    /// Those of them that have ended.
    pub ended: u64,
    /// Instructions issued.
    pub instructions: u64,
}

impl Meter {
    /// A meter that counts nothing.
    pub const OFF: Meter = Meter(None);

    /// A meter at zero.
    pub fn new() -> Meter {
        Meter(Some(Arc::default()))
    }

    /// A meter that asks from time to time, on the threads of the run, whether the run is to stop.
    pub fn asking(ask: impl Fn() -> bool + Send + Sync + 'static) -> Meter {
        Meter(Some(Arc::new(Counts {
            ask: Some(Box::new(ask)),
            ..Counts::default()
        })))
    }

    /// The run is to stop at the end of the turn. Engines report it as a trap.
    pub fn stop(&self) {
        if let Some(counts) = &self.0 {
            counts.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the run is to stop.
    pub fn is_stopped(&self) -> bool {
        let counts = self.0.as_deref();
        counts.is_some_and(|counts| counts.stopped.load(Ordering::Relaxed))
    }

    /// Whether it counts.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// A launch of so many workgroups begins.
    pub fn begin(&self, workgroups: u64) {
        if let Some(counts) = &self.0 {
            counts.workgroups.fetch_add(workgroups, Ordering::Relaxed);
        }
    }

    /// A turn has issued so many instructions, and so many workgroups ended with it.
    pub fn turn(&self, instructions: u64, ended: u64) {
        if let Some(counts) = &self.0 {
            let before = (counts.instructions).fetch_add(instructions, Ordering::Relaxed);
            counts.ended.fetch_add(ended, Ordering::Relaxed);
            if before / ASKED != (before + instructions) / ASKED
                && counts.ask.as_ref().is_some_and(|ask| ask())
            {
                self.stop();
            }
        }
    }

    /// What was counted since a reading is done again, and counts then.
    pub fn go_back(&self, to: Reading) {
        if let Some(counts) = &self.0 {
            counts.workgroups.store(to.workgroups, Ordering::Relaxed);
            counts.ended.store(to.ended, Ordering::Relaxed);
            counts
                .instructions
                .store(to.instructions, Ordering::Relaxed);
        }
    }

    /// What was counted so far; zeros if it is off.
    pub fn read(&self) -> Reading {
        let load = |count: fn(&Counts) -> &AtomicU64| {
            let counts = self.0.as_deref();
            counts.map_or(0, |counts| count(counts).load(Ordering::Relaxed))
        };
        Reading {
            workgroups: load(|counts| &counts.workgroups),
            ended: load(|counts| &counts.ended),
            instructions: load(|counts| &counts.instructions),
        }
    }
}
