//! Running on a machine that an instruction set brings along.

use crate::ready::Ready;
use crate::{Error, Report};
use sim::{Delivery, Order, RESIDENT};
use uop::{RunOptions, Runnable};

/// Runs to the end; what was counted comes in the engine's terms.
pub(crate) fn run(machine: &dyn Runnable, ready: &Ready) -> Result<Report, Error> {
    let ran = machine.run(ready.memory.clone(), &run_options(ready));
    let ran = ran.map_err(|trapped| {
        let error = ready.trap_error(&trapped.fault);
        error.after(Vec::new(), trapped.report.output)
    })?;
    Ok(Report {
        stats: ran.stats,
        text: ran.output,
        exit_code: ran.exit_code,
        ..ready.report()
    })
}

/// What the configuration means to such a machine.
pub(crate) fn run_options(ready: &Ready) -> RunOptions {
    let config = &ready.config;
    RunOptions {
        strict: config.delivery == Delivery::Strict,
        shuffle: match config.order {
            Order::RoundRobin => None,
            Order::Random(seed) => Some(seed),
        },
        max_instructions: config.max_instructions,
        quantum: config.quantum,
        resident: config.resident.unwrap_or(RESIDENT),
        opposite: false,
        meter: config.meter.clone(),
    }
}
