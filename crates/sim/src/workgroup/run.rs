//! What a workgroup runs.

use crate::barrier::Barriers;
use crate::cluster::Peers;
use crate::code::Prepared;
use crate::counts::{InstCounts, Tallies};
use crate::dispatch::{Config, Delivery, Launch, Order};
use crate::executor::Context;
use crate::guard::{Guard, Guarded};
use crate::memory::Memory;
use crate::stats::Stats;
use std::sync::MutexGuard;
use std::sync::atomic::AtomicU64;
use uop::Program;

/// What a workgroup runs besides its own state.
pub(crate) struct Run<'a> {
    pub program: &'a Program,
    pub code: &'a Prepared,
    pub launch: &'a Launch,
    pub memory: &'a Memory,
    pub config: &'a Config,
    /// Instructions issued by the whole launch.
    pub issued: &'a AtomicU64,
}

impl Run<'_> {
    fn holds_stores(&self) -> bool {
        self.config.holds_stores && self.config.delivery == Delivery::Strict
    }

    /// Waves that are at the same step take it together.
    pub fn goes_together(&self) -> bool {
        // Stores of each wave are held by itself.
        let held = self.holds_stores();
        self.code.layout.waves > 1 && self.config.order == Order::RoundRobin && !held
    }

    pub fn context<'c>(
        &'c self,
        stats: &'c mut Stats,
        (local, peers): (&'c mut [u8], Peers<'c>),
        barriers: &'c mut Barriers,
    ) -> Context<'c> {
        Context {
            program: self.program,
            code: self.code,
            kernels: self.config.kernels,
            memory: self.memory,
            local,
            barriers,
            peers,
            constant: &self.launch.constant,
            flat: &self.launch.flat,
            stats,
            strict: self.config.delivery == Delivery::Strict,
            clocked: false,
            holds_stores: self.holds_stores(),
            touched: None,
            counts: None,
            guard: None,
            recorder: None,
        }
    }

    /// What is told of accesses, if the launch has such a guard.
    pub fn guard(&self) -> Option<MutexGuard<'_, dyn Guard + 'static>> {
        self.config.guard.as_ref().map(Guarded::lock)
    }

    /// Where instructions are counted, if they are.
    pub fn tallies(&self) -> Option<MutexGuard<'_, Tallies>> {
        self.config.counts.as_ref().map(InstCounts::lock)
    }
}
