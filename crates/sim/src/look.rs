//! A wave as debuggers look at it.

use crate::wave::{Wave, WaveState};
use uop::{LaneWait, LookWave, Outstanding, SReg, Status, VReg, WaveId};

/// Which wave it is.
pub(crate) fn id_of(wave: &Wave) -> WaveId {
    LookWave::id(&wave)
}

impl LookWave for &Wave {
    fn number(&self) -> u32 {
        self.place().wave
    }

    fn group(&self) -> [u32; 3] {
        self.place().group
    }

    fn lanes(&self) -> usize {
        Wave::lanes(self)
    }

    fn exec(&self) -> u64 {
        Wave::exec(self)
    }

    fn alive(&self) -> u64 {
        match self.state() {
            WaveState::Ended => 0,
            _ => Wave::alive(self),
        }
    }

    fn status(&self) -> Status {
        match self.state() {
            WaveState::Running => Status::Running,
            WaveState::AtBarrier => Status::AtBarrier,
            WaveState::Ended => Status::Ended,
        }
    }

    fn step(&self) -> u32 {
        self.at()
    }

    fn issued(&self) -> u64 {
        Wave::issued(self)
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        Wave::vector(self, reg)
    }

    fn scalar(&self, reg: SReg) -> u32 {
        Wave::scalar(self, reg)
    }

    fn outstanding(&self) -> Vec<Outstanding> {
        let flights = self.pending.flights();
        let outstanding = flights.map(|flight| Outstanding {
            channel: flight.channel,
            inst: flight.inst,
            what: String::new(),
        });
        outstanding.collect()
    }

    fn private(&self, lane: usize) -> &[u8] {
        Wave::private(self, lane)
    }

    fn waits(&self, lane: usize) -> Option<LaneWait> {
        self.splits.waits(lane).or_else(|| self.masks.waits(lane))
    }
}
