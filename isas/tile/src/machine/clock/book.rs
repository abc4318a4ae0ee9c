//! What the clock writes down: counts, stalls and the timeline.

use super::Counts;
use super::thread::{Ready, ThreadClock};
use uop::{Cycles, Obstacle, Slice, Stall, Timeline, Track};

/// Where what a thread does is written down.
pub struct Book<'c> {
    pub unit: u32,
    pub wave: u32,
    pub inst: u32,
    pub cycles: &'c mut Cycles,
    pub counts: &'c mut Counts,
    pub timeline: Option<&'c mut Timeline>,
}

impl Book<'_> {
    /// The thread issues nothing until then.
    pub fn wait(&mut self, own: &mut ThreadClock, until: Ready) {
        let Some(waited) = until.at.checked_sub(own.now).filter(|&waited| waited > 0) else {
            return;
        };
        if let Some(timeline) = &mut self.timeline {
            let what = Slice::Wait(until.cause, self.inst);
            timeline.add(self.unit, Track::Wave(self.wave), own.now, waited, what);
        }
        // Code that was made while the program ran has no place in the list.
        let known = self.cycles.by_instruction.len();
        if (self.inst as usize) < known {
            let obstacle = Obstacle {
                until: until.at,
                cause: until.cause,
                of: Some(until.by).filter(|&by| (by as usize) < known && by != self.inst),
            };
            self.cycles.wait(self.inst, &obstacle, waited);
        }
        own.now = until.at;
    }

    /// The thread issues an instruction, which takes so many cycles of its time.
    pub fn issued(&mut self, own: &mut ThreadClock, cycles: u64) {
        if let Some(timeline) = &mut self.timeline {
            let what = Slice::Instruction {
                inst: self.inst,
                lanes: 1,
                conflicts: 0,
            };
            timeline.count(own.now, 0, None);
            timeline.add(self.unit, Track::Wave(self.wave), own.now, cycles, what);
        }
        if let Some(counted) = self.cycles.by_instruction.get_mut(self.inst as usize) {
            counted.issued += 1;
            self.cycles.stall(self.inst, Stall::Latency, cycles - 1);
        }
        own.now += cycles;
    }

    /// Something is outstanding.
    pub fn flight(&mut self, channel: u8, start: u64, end: u64) {
        if let Some(timeline) = &mut self.timeline {
            let track = Track::Flight {
                wave: self.wave,
                channel,
            };
            timeline.add(
                self.unit,
                track,
                start,
                end - start,
                Slice::Access(self.inst),
            );
        }
    }

    /// The launch lasts until this cycle at least.
    pub fn passed(&mut self, cycle: u64) {
        self.cycles.cycles = self.cycles.cycles.max(cycle);
    }
}
