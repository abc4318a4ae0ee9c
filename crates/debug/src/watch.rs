//! What can be looked for while a run goes on.

use uop::{Access, LookWave, Site, Stoppable, WaveId};

/// Looks for something. True stops the run.
pub(crate) trait Watch {
    /// Every instruction must be announced, not only the marked ones; only then are the moments
    /// that the other functions are told right.
    fn everything(&self) -> bool {
        true
    }

    /// Wants to hear of accesses to memory.
    fn memory(&self) -> bool {
        false
    }

    /// The run goes on from this state.
    fn begin(&mut self, _from: &dyn Stoppable) {}

    /// The run goes on from another moment than where it was.
    fn restart(&mut self) {}

    /// Before an instruction is issued.
    fn issue(&mut self, now: u64, at: &Site, wave: &dyn LookWave) -> bool;

    /// An access of the instruction issued at `now`, or of one before it that completes then.
    /// Local memory is that of the workgroup `of`.
    fn access(&mut self, _now: u64, _at: &Site, _access: &Access) {}

    /// The turn of a wave is over.
    fn turn(&mut self, _wave: &dyn LookWave) -> bool {
        false
    }
}

/// Looks for nothing, at full speed.
impl Watch for () {
    fn everything(&self) -> bool {
        false
    }

    fn issue(&mut self, _: u64, _: &Site, _: &dyn LookWave) -> bool {
        false
    }
}

/// Looks for nothing, but counts.
pub(crate) struct EveryInstruction;

impl Watch for EveryInstruction {
    fn issue(&mut self, _: u64, _: &Site, _: &dyn LookWave) -> bool {
        false
    }
}

/// The moments at which one wave issues an instruction.
pub(crate) struct WaveIssues(pub WaveId);

impl Watch for WaveIssues {
    fn issue(&mut self, _: u64, at: &Site, _: &dyn LookWave) -> bool {
        is_of(at, self.0)
    }
}

/// Whether an instruction is a wave's.
pub(crate) fn is_of(at: &Site, wave: WaveId) -> bool {
    at.wave == wave.wave && at.group == wave.group
}
