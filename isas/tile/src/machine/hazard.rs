//! Which accesses touch what is still in flight.

use super::env::Env;
use super::flight::{Action, Extent, Flight};
use super::op::Memory;
use super::thread::ThreadPlace;
use riscv::{Result, Stop};
use std::ops::Range;
use uop::Trap;

/// Which unit makes an access; what it is ordered with follows from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Hart,
    /// Loads, stores and atomics of one space keep program order among themselves.
    Access(Memory),
    /// Copies are ordered with copies, multiplies with multiplies.
    Copy,
    Mma,
}

impl Unit {
    /// Whether the unit waits by itself for a flight of the same thread.
    fn is_ordered_with(self, flight: &Flight) -> bool {
        match self {
            Unit::Hart => false,
            Unit::Access(memory) => flight.is_access(memory),
            Unit::Copy => flight.copy().is_some(),
            Unit::Mma => flight.is_mma(),
        }
    }
}

impl Env<'_> {
    /// Traps if the hart touches bytes that are in flight.
    pub fn check_memory(
        &self,
        place: ThreadPlace,
        memory: Memory,
        address: u64,
        len: u64,
        store: bool,
    ) -> Result<()> {
        if self.cluster.flights.is_empty() {
            return Ok(());
        }
        let extent = self.extent(place, memory, address, len);
        self.check_extent(place, Unit::Hart, &extent, store)
    }

    /// Traps if `unit` of the thread at `place` touches bytes that are in flight.
    pub fn check_extent(
        &self,
        place: ThreadPlace,
        unit: Unit,
        extent: &Extent,
        store: bool,
    ) -> Result<()> {
        for flight in &self.cluster.flights {
            let own = flight.owner == place;
            if own && unit.is_ordered_with(flight) {
                continue;
            }
            // Atomics have taken place, and are how threads work on the same bytes; only their own
            // thread may not look before it has waited.
            if !own && matches!(flight.action, Action::Done { .. }) {
                continue;
            }
            let written = flight.writes.iter().any(|other| other.overlaps(extent));
            // What another thread only reads is that thread's to protect, except for copies,
            // which run on behalf of all.
            let read = (own || flight.copy().is_some())
                && store
                && flight.reads.iter().any(|other| other.overlaps(extent));
            if written || read {
                let place = match extent.shared_of {
                    Some(_) => format!("shared memory at {:#x}", extent.start),
                    None => format!("memory at {:#x}", extent.start),
                };
                let verb = if store { "written" } else { "read" };
                let does = if written { "writes" } else { "reads" };
                return Err(hazard(flight, &format!("{place} is {verb}"), does));
            }
        }
        Ok(())
    }

    /// Traps if an instruction uses tile registers that a multiply is using, or, where nothing
    /// interlocks it with loads, that are being loaded.
    pub fn check_tiles(
        &self,
        place: ThreadPlace,
        reads: &[Range<u16>],
        writes: &[Range<u16>],
        is_mma: bool,
        is_async: bool,
    ) -> Result<()> {
        for flight in self
            .cluster
            .flights
            .iter()
            .filter(|flight| flight.owner == place)
        {
            let applies = match &flight.action {
                Action::Mma(_) => !is_mma,
                Action::Load { .. } | Action::Done { .. } => is_async,
                _ => false,
            };
            if !applies {
                continue;
            }
            let used = reads
                .iter()
                .map(|range| (range, "read"))
                .chain(writes.iter().map(|range| (range, "written")));
            for (range, verb) in used {
                if let Some(tile) = overlap(range, &flight.tiles_written) {
                    return Err(hazard(flight, &format!("tr{tile} is {verb}"), "writes"));
                }
                if verb == "written"
                    && let Some(tile) = overlap(range, &flight.tiles_read)
                {
                    return Err(hazard(flight, &format!("tr{tile} is written"), "reads"));
                }
            }
        }
        Ok(())
    }
}

/// The first register that is in both.
pub fn overlap(range: &Range<u16>, others: &[Range<u16>]) -> Option<u16> {
    others
        .iter()
        .find(|other| range.start < other.end && other.start < range.end)
        .map(|other| range.start.max(other.start))
}

fn hazard(flight: &Flight, what: &str, does: &str) -> Box<Stop> {
    let name = flight.name;
    Box::new(Stop {
        trap: Trap::Hazard(format!(
            "{what} before the {name} at {:#x} that {does} it was waited for",
            flight.pc
        )),
        related: Some((flight.pc, format!("this {name} is still in flight"))),
        exception: None,
    })
}
