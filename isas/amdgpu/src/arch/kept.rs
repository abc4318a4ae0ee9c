//! What is kept of code from launch to launch.

use crate::abi::Plan;
use crate::hostcall::HostCalls;
use crate::lower::Lowered;
use std::sync::Arc;
use uop::Program;

/// Code that was lowered, and for which start.
pub struct Kept {
    entry: u64,
    lanes: u32,
    mode: u32,
    host: Option<Arc<HostCalls>>,
    pub program: Arc<Program>,
    pub data_share: bool,
}

impl Kept {
    pub fn of(lowered: Lowered, plan: &Plan) -> Kept {
        Kept {
            entry: plan.entry,
            lanes: plan.lanes,
            mode: plan.mode,
            host: plan.host.clone(),
            program: lowered.program.into(),
            data_share: lowered.data_share,
        }
    }

    /// Whether it serves a launch as well.
    pub fn is_for(&self, plan: &Plan) -> bool {
        let same_host = match (&self.host, &plan.host) {
            (None, None) => true,
            (Some(own), Some(its)) => own.is_like(its),
            _ => false,
        };
        same_host && (self.entry, self.lanes, self.mode) == (plan.entry, plan.lanes, plan.mode)
    }
}
