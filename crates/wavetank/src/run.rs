//! Running a kernel.

use crate::print::Printer;
use crate::ready::{Engine, Ready};
use crate::report::Report;
use crate::trace::Trace;
use crate::{Error, Input, Settings, machine};
use arch::Loaded;
use sim::Timeline;
use uop::timing::Timing;

/// Assembles if need be, runs to the end, and compares with what the header expects.
pub fn run(input: &Input, settings: &Settings) -> Result<Report, Error> {
    let (ready, engine) = Ready::new(input, settings)?;
    match engine {
        Engine::Own(machine) => machine::run(machine, &ready),
        Engine::Waves(loaded, None) => {
            let mut printer =
                Printer::new(ready.arch.prints(&ready.prepared.code), &loaded.program);
            let mut dispatch = ready.dispatch(&loaded);
            let ended = match printer.is_empty() {
                true => dispatch.run(),
                // What is printed has an order, so there is one thread.
                false => dispatch.resume(&mut printer).map(|_| *dispatch.stats()),
            };
            let stats = ended.map_err(|fault| ready.trap_error(&fault))?;
            Ok(Report {
                stats,
                prints: printer.printed,
                ..ready.report()
            })
        }
        Engine::Waves(loaded, Some(timing)) => timed(&ready, &loaded, &timing, settings),
    }
}

/// Runs on a machine that counts cycles.
fn timed(
    ready: &Ready,
    loaded: &Loaded,
    timing: &Timing,
    settings: &Settings,
) -> Result<Report, Error> {
    let mut timeline = settings.timeline.then(Timeline::default);
    let dispatch = ready.dispatch(loaded);
    let ended = dispatch.run_timed(timing, timeline.as_mut());
    let (stats, cycles) = ended.map_err(|fault| ready.trap_error(&fault))?;
    Ok(Report {
        stats,
        cycles: Some(cycles),
        trace: timeline.map(|timeline| Trace::new(timeline, ready, &loaded.program)),
        ..ready.report()
    })
}
