//! How far a run has come, for a thread that looks on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts what an engine has done so far. The engine adds to it after each turn of a workgroup, so
/// that it costs nothing per instruction; a meter that is off counts nothing. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct Meter(Option<Arc<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    workgroups: AtomicU64,
    ended: AtomicU64,
    instructions: AtomicU64,
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
            counts
                .instructions
                .fetch_add(instructions, Ordering::Relaxed);
            counts.ended.fetch_add(ended, Ordering::Relaxed);
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
