//! Running on a machine that an instruction set brings along.

use crate::ready::Ready;
use crate::trace::Trace;
use crate::{Error, Report};
use sim::{Delivery, Order, RESIDENT};
use uop::{RunOptions, Runnable, Timeline};

/// Runs to the end; what was counted comes in the engine's terms. Fills a timeline, if there is one.
pub(crate) fn run(
    machine: &dyn Runnable,
    ready: &Ready,
    timeline: Option<Timeline>,
) -> Result<Report, Error> {
    let memory = ready.memory.clone();
    let options = RunOptions {
        timeline,
        ..run_options(ready)
    };
    let ran = machine.run(memory.clone(), &options);
    let ran = ran.map_err(|trapped| {
        let error = ready.trap_error(&trapped.fault);
        error.after(Vec::new(), trapped.report.output)
    })?;
    let trace = ran.timeline.map(|timeline| {
        let facts = machine.stoppable(memory, &run_options(ready)).facts();
        Trace::new(timeline, ready, &facts.insts, facts.channels)
    });
    Ok(Report {
        stats: ran.stats,
        cycles: ran.cycles,
        trace,
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
        level: config.kernels.level(),
        meter: config.meter.clone(),
        timed: ready.timed,
        timeline: None,
    }
}
