//! Runs a launch on a machine that counts cycles.
//!
//! Compute units take workgroups as they become free; each cycle they issue instructions of their
//! waves in turn. What an instruction costs is data ([`uop::timing::Timing`]); what it does is
//! the interpreter's business, which is asked for one instruction at a time. Nothing here depends
//! on the host: units are visited in order of time, then number, so the same program takes the
//! same cycles everywhere. What concerns one unit alone is carried out before its time, at most a
//! few hundred instructions; accesses to global memory, and faults, wait for theirs.

mod banks;
mod cycles;
mod ports;
mod timeline;
mod unit;
mod wheel;

pub use cycles::{Cycles, Occupancy, Stall};
pub use timeline::{Slice, Timeline, Track};

use crate::dispatch::Dispatch;
use crate::fault::Fault;
use crate::stats::Stats;
use ports::Ports;
use unit::{Next, Unit};
use uop::timing::Timing;
use wheel::Wheel;

impl Dispatch {
    /// Runs to the end and counts cycles. Under strict delivery, results of outstanding
    /// operations arrive when their time has come. `timeline` receives what happened when.
    pub fn run_timed(
        mut self,
        timing: &Timing,
        timeline: Option<&mut Timeline>,
    ) -> Result<(Stats, Cycles), Box<Fault>> {
        // Every instruction has its time: nothing is fused.
        self.mark(|_| false);
        let mut machine = Machine {
            dispatch: &self,
            timing,
            ports: Ports::new(&timing.global),
            wheel: Wheel::new(timing.units as usize),
            next_group: 0,
            stats: Stats::default(),
            cycles: Cycles::new(timing.units),
            timeline,
        };
        machine.run()?;
        Ok((machine.stats, machine.cycles))
    }
}

/// What all compute units share.
struct Machine<'a> {
    dispatch: &'a Dispatch,
    timing: &'a Timing,
    ports: Ports,
    wheel: Wheel,
    next_group: u64,
    stats: Stats,
    cycles: Cycles,
    timeline: Option<&'a mut Timeline>,
}

impl Machine<'_> {
    fn run(&mut self) -> Result<(), Box<Fault>> {
        // Units beyond the number of workgroups never have anything to do.
        let used = u64::from(self.timing.units).min(self.dispatch.groups());
        let mut units: Vec<Unit> = (0..used)
            .map(|n| Unit::new(n as u32, self.timing))
            .collect();
        (0..units.len()).for_each(|unit| self.wheel.schedule(unit, 0));
        while let Some((now, unit)) = self.wheel.next() {
            match units[unit].visit(now, self)? {
                Next::At(cycle) => self.wheel.schedule(unit, cycle),
                Next::Never => {}
            }
        }
        Ok(())
    }
}
