//! Runs a launch on a machine that counts cycles.
//!
//! Compute units take workgroups as they have room for them; each cycle they issue instructions of
//! their waves in turn. What an instruction costs is data ([`uop::timing::Timing`]); what it does is
//! the executor's business, which is asked for one instruction at a time. Nothing here depends
//! on the host: units are visited in order of time, then number, so the same program takes the
//! same cycles everywhere. What concerns one unit alone is carried out before its time, at most a
//! few hundred instructions; accesses to global memory, and faults, wait for theirs.

mod banks;
mod clock;
mod cycles;
mod hierarchy;
mod lanes;
mod pipeline;
mod ports;
mod series;
mod timeline;
mod unit;
mod wheel;

pub use cycles::{Cycles, InstCycles, MemoryCounts, Occupancy, Stall};
pub use series::Series;
pub use timeline::{Slice, Timeline, TimelineSlice, Track, WaveSpan};

use crate::counts::{InstCounts, Tallies};
use crate::dispatch::Dispatch;
use crate::fault::Fault;
use crate::resident::{FIRST_TURN, Residents};
use crate::stats::Stats;
use clock::NEVER;
use hierarchy::Hierarchy;
use pipeline::Uses;
use ports::Ports;
use std::sync::MutexGuard;
use unit::Unit;
use uop::Trap;
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
        let pipeline = timing.pipeline.as_ref();
        let uses = pipeline.map(|pipeline| {
            let block = pipeline.fetch.bytes;
            Uses::of(&self.program, self.launch.lanes, &timing.costs, block)
        });
        let groups = timing
            .simds
            .div_ceil(pipeline.map_or(1, |it| it.memory.share.max(1)));
        let memory = pipeline.map(|it| Hierarchy::new(&it.memory, timing.units * groups));
        let instructions = self.program.insts.len();
        let counts = self.config.counts.clone();
        let mut machine = Machine {
            dispatch: self,
            uses,
            memory,
            timing,
            ports: Ports::new(&timing.global),
            wheel: Wheel::new(timing.units as usize),
            cycles: Cycles::new(timing.units, instructions),
            timeline,
            tallies: counts.as_ref().map(InstCounts::lock),
            patience: Patience::new(0),
        };
        machine.run()?;
        machine.cycles.memory = machine.memory.map(|memory| memory.counts);
        Ok((machine.dispatch.stats, machine.cycles))
    }

    /// Waves of what is started at once.
    fn waves_each(&self) -> usize {
        let threads: u32 = self.launch.block.iter().product();
        let cluster = self.program.resources.cluster.max(1);
        (threads.div_ceil(self.launch.lanes) * cluster) as usize
    }

    /// Workgroups that a compute unit has room for: one at least.
    fn room_on_unit(&self, timing: &Timing) -> usize {
        let waves = timing.waves.min(64) as usize / self.waves_each();
        let local = (timing.local_bytes).checked_div(self.launch.local_bytes);
        let groups = Some(timing.groups).filter(|&groups| groups > 0);
        let room = |bound: Option<u32>| bound.map_or(usize::MAX, |n| n as usize);
        waves.min(room(local)).min(room(groups)).max(1)
    }
}

/// Instructions after which the meter is told of them.
const REPORTED: u64 = 1 << 16;

/// What all compute units share.
struct Machine<'a> {
    dispatch: Dispatch,
    timing: &'a Timing,
    /// What instructions need of registers, and the caches, on a machine with pipelines.
    uses: Option<Uses>,
    memory: Option<Hierarchy<'a>>,
    ports: Ports,
    wheel: Wheel,
    cycles: Cycles,
    timeline: Option<&'a mut Timeline>,
    /// What every instruction counts, where that is asked for.
    tallies: Option<MutexGuard<'a, Tallies>>,
    patience: Patience,
}

/// When to ask whether the workgroups on the units wait for each other without hope.
struct Patience {
    /// After so many instructions in all.
    until: u64,
    /// If not, after so many more.
    next: u64,
}

impl Patience {
    fn new(instructions: u64) -> Patience {
        Patience {
            until: instructions.saturating_add(FIRST_TURN),
            next: FIRST_TURN,
        }
    }
}

impl Machine<'_> {
    fn run(&mut self) -> Result<(), Box<Fault>> {
        let mut units = self.units();
        // Every unit gets one before any gets another.
        let most = self.dispatch.room_on_unit(self.timing);
        for slot in 0..most {
            let units = units.iter_mut().filter(|unit| slot < unit.room());
            units.for_each(|unit| unit.take_group(slot, 0, self));
        }
        for (number, unit) in units.iter().enumerate() {
            self.wheel.schedule(number, unit.next());
        }
        let mut counted = self.dispatch.stats.instructions;
        while let Some((now, number)) = self.wheel.next() {
            let next = units[number].visit(now, self);
            let next = next.map_err(|fault| self.explain(fault, &units))?;
            if next != NEVER {
                self.wheel.schedule(number, next);
            }
            let issued = self.dispatch.stats.instructions;
            if issued - counted >= REPORTED {
                self.dispatch.config.meter.turn(issued - counted, 0);
                counted = issued;
                let under_way = || units.iter().flat_map(Unit::groups).next();
                if self.dispatch.config.meter.is_stopped()
                    && let Some(group) = under_way()
                {
                    return Err(self.dispatch.stopped(group).into());
                }
            }
            if issued >= self.patience.until {
                self.dispatch.prospects(residents(&units))?;
                let next = 2 * self.patience.next;
                let until = issued.saturating_add(next);
                self.patience = Patience { until, next };
            }
        }
        let rest = self.dispatch.stats.instructions - counted;
        self.dispatch.config.meter.turn(rest, 0);
        Ok(())
    }

    /// The units that have something to do, with room for as many workgroups as can be under way.
    fn units(&self) -> Vec<Unit> {
        let (dispatch, units) = (&self.dispatch, u64::from(self.timing.units));
        let each = dispatch.room_on_unit(self.timing) as u64;
        let resident = dispatch.config.resident.map_or(u64::MAX, |n| n as u64);
        let room = (units * each).min(dispatch.groups()).min(resident.max(1));
        let slots = |number| room / units + u64::from(number < room % units);
        let unit = |number| {
            let (slots, waves) = (slots(number) as usize, dispatch.waves_each());
            let blocks = self.uses.as_ref().map_or(0, Uses::blocks);
            Unit::new(number as u32, slots, waves, self.timing, blocks)
        };
        (0..units.min(room)).map(unit).collect()
    }

    /// A workgroup began or ended.
    fn something_happened(&mut self) {
        self.patience = Patience::new(self.dispatch.stats.instructions);
    }

    /// The instruction limit is no fault of the wave that came to it.
    fn explain(&self, fault: Box<Fault>, units: &[Unit]) -> Box<Fault> {
        match fault.trap {
            Trap::Limit { limit, .. } => {
                let dispatch = self.dispatch.with_residents(residents(units));
                dispatch.limit(limit, false)
            }
            _ => fault,
        }
    }
}

fn residents(units: &[Unit]) -> Residents {
    Residents::on_units(units.iter().flat_map(Unit::groups))
}
