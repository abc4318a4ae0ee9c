//! Running on a machine that an instruction set brings along.

use crate::prepare::Prepared;
use crate::run::trap_error;
use crate::{Error, Input, Settings};
use sim::{Config, Delivery, Fault, Memory, Order, Site, Stats};
use uop::{RunOptions, Runnable};

/// Runs to the end; what was counted comes in the engine's terms.
pub(crate) fn run(
    mut machine: Box<dyn Runnable>,
    input: &Input,
    prepared: &Prepared,
    settings: &Settings,
    memory: &Memory,
) -> Result<Stats, Error> {
    let options = RunOptions {
        strict: settings.delivery == Delivery::Strict,
        shuffle: match settings.order {
            Order::RoundRobin => None,
            Order::Random(seed) => Some(seed),
        },
        max_instructions: settings.max_instructions,
        quantum: Config::default().quantum,
    };
    let report = machine.run(memory, &options).map_err(|fault| {
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
        trap_error(input, prepared, &at, fault.related.as_ref())
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
