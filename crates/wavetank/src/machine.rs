//! Running on a machine that an instruction set brings along.

use crate::ready::Ready;
use crate::{Error, trap};
use sim::{Delivery, Fault, Order, Site, Stats};
use uop::{RunOptions, Runnable};

/// Runs to the end; what was counted comes in the engine's terms.
pub(crate) fn run(mut machine: Box<dyn Runnable>, ready: &Ready) -> Result<Stats, Error> {
    let config = &ready.config;
    let options = RunOptions {
        strict: config.delivery == Delivery::Strict,
        shuffle: match config.order {
            Order::RoundRobin => None,
            Order::Random(seed) => Some(seed),
        },
        max_instructions: config.max_instructions,
        quantum: config.quantum,
    };
    let report = machine.run(&ready.memory, &options).map_err(|fault| {
        let site = Site {
            inst: 0,
            group: fault.group,
            wave: fault.thread,
        };
        let at = Fault {
            trap: fault.trap,
            site,
            address: fault.address,
        };
        trap::error(ready, &at, fault.related.as_ref())
    })?;
    Ok(Stats {
        instructions: report.instructions,
        active_lanes: report.instructions,
        lane_slots: report.instructions,
        bytes_loaded: report.bytes_loaded,
        bytes_stored: report.bytes_stored,
        barriers: report.barriers,
        waves: report.threads,
        workgroups: report.workgroups,
        ..Stats::default()
    })
}
