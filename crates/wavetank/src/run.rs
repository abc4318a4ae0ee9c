//! Running a kernel.

use crate::families::Families;
use crate::fidelity::{self, Counter};
use crate::print::Printer;
use crate::ready::{Engine, Ready, with_request};
use crate::repeat::Repeatable;
use crate::report::Report;
use crate::trace::Trace;
use crate::{Error, Input, Settings, machine};
use arch::{Loaded, WaveRecord};
use sim::{Clocked, Timeline};
use source::Diagnostic;
use std::ops::Range;
use std::sync::Arc;
use uop::timing::Timing;

/// Assembles if need be, runs to the end, and compares with what the header expects.
pub fn run(input: &Input, settings: &Settings) -> Result<Report, Error> {
    complete(input, settings)
}

/// Instructions that are kept for Radeon GPU Profiler: at most some 15 MB of a file.
const RGP_INSTRUCTIONS: usize = 3_000_000;

/// Runs to the end, and once more for what one run cannot tell.
pub(crate) fn complete(launch: &dyn Repeatable, settings: &Settings) -> Result<Report, Error> {
    let arch = launch.input().arch;
    if settings.rgp && arch.thread_trace().is_none() {
        let message = "Radeon GPU Profiler shows chips of AMD RDNA";
        return Err(Error::Plain(format!(
            "--rgp: {message}, and {} is for none of them; --timeline writes a trace for Perfetto",
            arch.name()
        )));
    }
    if (settings.timed || settings.timeline || settings.rgp) && !settings.on_clock(arch) {
        return with_cycles(launch, settings);
    }
    once(launch, settings)
}

/// Runs to the end. How sure results are is found in another run.
fn once(launch: &dyn Repeatable, settings: &Settings) -> Result<Report, Error> {
    let wanted = settings.fidelity || settings.require_exact;
    let (ready, engine) = launch.ready(settings)?;
    let before = wanted.then(|| ready.lent_bytes());
    let mut report = match to_end((ready, engine), settings) {
        // Threads share the limit, so how far each workgroup came before it was reached is a matter
        // of chance. What the user is told is what happens on one thread.
        Err(Ended {
            of_launch: true, ..
        }) if !settings.unordered && !launch.lends() => {
            let alone = Settings {
                threads: 1,
                ..settings.clone()
            };
            return once(launch, &alone);
        }
        ended => ended.map_err(|ended| ended.error)?,
    };
    if let Some(before) = before.filter(|_| report.fidelity.is_none()) {
        report.fidelity = Some(fidelity::of_another_run(launch, settings, &before)?);
    }
    report.require_exact = settings.require_exact;
    Ok(report)
}

/// Runs, and then once more on a cycle model: results are those of the run without it, whatever it
/// does.
fn with_cycles(launch: &dyn Repeatable, settings: &Settings) -> Result<Report, Error> {
    let counting = Settings {
        timed: true,
        ..settings.clone()
    };
    let (ready, engine) = launch.ready(&counting)?;
    let (loaded, timing) = match engine {
        Engine::Waves(loaded, Some(timing)) => (loaded, timing),
        // Its clock follows what it does anyway.
        Engine::Own(machine) if machine.has_clock() => return once(launch, &counting),
        _ => {
            let flag = match settings.timeline {
                true => "--timeline",
                false => "--cycles",
            };
            return Err(no_cycle_model(flag, launch.input()));
        }
    };
    let plain = Settings {
        timed: false,
        timeline: false,
        rgp: false,
        ..settings.clone()
    };
    let before = ready.lent_bytes();
    let report = complete(launch, &plain)?;
    let kept = match settings.rgp {
        true => Some(instructions(launch.input(), &ready, &counting)?),
        false => settings.timeline.then(|| timeline(settings)),
    };
    let count = || timed_with(&ready, &loaded, &timing, kept);
    let (counted, same) = ready.again(&before, count);
    let counted = counted?;
    let mut warnings = report.warnings;
    if !same || counted.outputs != report.outputs {
        warnings.push(depends_on_time());
    }
    let rgp = match &counted.trace {
        Some(trace) if settings.rgp => {
            Some(profile_file(launch.input(), &ready, &counting, trace)?)
        }
        _ => None,
    };
    Ok(Report {
        cycles: counted.cycles,
        trace: counted.trace,
        rgp,
        warnings,
        ..report
    })
}

/// An empty timeline for what Radeon GPU Profiler shows.
fn instructions(input: &Input, ready: &Ready, settings: &Settings) -> Result<Timeline, Error> {
    let prepared = &ready.prepared;
    let units = with_request(input, prepared, settings, &ready.addresses, |request| {
        let writer = input.arch.thread_trace();
        Ok(writer.map_or(1, |writer| writer.units(&prepared.code, request)))
    })?;
    let all = Timeline::new(RGP_INSTRUCTIONS).instructions_of_every(units);
    Ok(all.within(window(settings)))
}

/// What Radeon GPU Profiler reads.
fn profile_file(
    input: &Input,
    ready: &Ready,
    settings: &Settings,
    trace: &Trace,
) -> Result<Vec<u8>, Error> {
    let (prepared, threads) = (&ready.prepared, ready.prepared.kernel.launch.local);
    let waves = trace.waves(threads.iter().product(), ready.lanes);
    // Waves of other cycles are not in a window.
    let window = window(settings);
    let inside = |wave: &WaveRecord| wave.start < window.end && wave.end >= window.start;
    let waves: Vec<WaveRecord> = waves.into_iter().filter(inside).collect();
    with_request(input, prepared, settings, &ready.addresses, |request| {
        let writer = input.arch.thread_trace();
        writer.map_or(Ok(Vec::new()), |writer| {
            writer.write(&prepared.code, request, &waves)
        })
    })
}

/// A flag asks for cycles that there are not.
pub(crate) fn no_cycle_model(flag: &str, input: &Input) -> Error {
    Error::Plain(format!(
        "{flag}: {} has no cycle model, so nothing says when what happens",
        input.arch.name()
    ))
}

/// The model came to other results.
pub(crate) fn depends_on_time() -> Diagnostic {
    let message = "what the kernel computes depends on what comes first";
    let warning = Diagnostic::warning("depends-on-time", message);
    warning.help("cycles are those of a run with other results")
}

/// A run that did not get to its end.
pub(crate) struct Ended {
    pub error: Error,
    /// It comes of what workgroups on several threads did together.
    of_launch: bool,
}

impl From<Error> for Ended {
    fn from(error: Error) -> Ended {
        Ended {
            error,
            of_launch: false,
        }
    }
}

/// Runs what is ready to its end, once.
pub(crate) fn to_end(
    (ready, engine): (Ready, Engine),
    settings: &Settings,
) -> Result<Report, Ended> {
    if settings.timeline && !engine.has_clock() {
        return Err(Error::Plain(format!(
            "--timeline: {} has no cycle model, so nothing says when what happens",
            ready.arch.name()
        ))
        .into());
    }
    match engine {
        Engine::Own(machine) => {
            let kept = settings.timeline.then(|| timeline(settings));
            Ok(machine::run(&*machine, &ready, kept)?)
        }
        Engine::Waves(loaded, timing) => waves(ready, &loaded, timing.as_ref(), settings),
    }
}

/// Runs waves on the common engine, by the clock of their machine if it has one.
fn waves(
    mut ready: Ready,
    loaded: &Loaded,
    timing: Option<&Arc<Timing>>,
    settings: &Settings,
) -> Result<Report, Ended> {
    let program = &loaded.program;
    let prints = ready.arch.prints(&ready.prepared.code);
    let mut families = match settings.families {
        true => Families::new(&ready, program),
        false => None,
    };
    let wanted = settings.fidelity || settings.require_exact;
    let watched = !prints.is_empty() || wanted;
    if let (false, Some(families)) = (watched, &mut families) {
        families.leave_to_executor(&mut ready, program);
    }
    let ready = &ready;
    let mut printer = Printer::new(prints, program, ready);
    let mut counter = wanted.then(|| Counter::new(ready, &program.insts));
    if let (false, Some(timing)) = (watched, timing) {
        let report = timed(ready, loaded, timing, settings)?;
        return Ok(Report {
            families: families.map_or(Vec::new(), |families| families.totals(ready, program)),
            ..report
        });
    }
    let mut dispatch = ready.dispatch(loaded);
    let threads = dispatch.threads();
    let (mut cycles, mut trace) = (None, None);
    let ended = match (watched, timing) {
        (false, _) => dispatch.run(),
        // An observed run takes one thread.
        (true, _) => {
            let marks: Vec<bool> = (0..program.insts.len() as u32)
                .map(|inst| counter.as_ref().is_some_and(|counter| counter.marked(inst)))
                .collect();
            let printer = (!printer.is_empty()).then_some(&mut printer);
            let mut all = (printer, (&mut families, &mut counter));
            match timing {
                None => {
                    dispatch.mark(|inst| marks[inst as usize]);
                    dispatch.resume(&mut all).map(|_| *dispatch.stats())
                }
                Some(timing) => {
                    let mut clocked = Clocked::new(dispatch, timing);
                    clocked.mark(|inst| marks[inst as usize]);
                    if settings.timeline {
                        clocked.keep(timeline(settings));
                    }
                    let ended = clocked.resume(&mut all);
                    cycles = Some(clocked.cycles());
                    let kept = clocked.take_timeline();
                    trace = kept.map(|kept| Trace::of(kept, ready, program));
                    ended.map(|_| *clocked.stats())
                }
            }
        }
    };
    let stats = match ended {
        Ok(stats) => stats,
        Err(fault) => {
            return Err(Ended {
                error: ready
                    .trap_error(&fault)
                    .after(printer.printed, ready.printed_text()),
                of_launch: threads > 1 && fault.trap.is_of_launch(),
            });
        }
    };
    let mut report = ready.report();
    report.warnings.extend(printer.out_of_reach);
    if printer.dropped > 0 {
        let (kept, dropped) = (printer.printed.len(), printer.dropped);
        let message = format!("{dropped} printed lines after the first {kept} are not shown");
        let warning = Diagnostic::warning("many-prints", message);
        report
            .warnings
            .push(warning.help("`group=`, `wave=` and `thread=` print less"));
    }
    Ok(Report {
        stats,
        families: families.map_or(Vec::new(), |families| families.totals(ready, program)),
        fidelity: counter.map(|it| it.ledger(ready, &program.insts, stats.instructions)),
        cycles,
        trace,
        prints: printer.printed,
        ..report
    })
}

/// The cycles that are asked for.
fn window(settings: &Settings) -> Range<u64> {
    settings.timeline_window.clone().unwrap_or(0..u64::MAX)
}

/// An empty timeline of them.
fn timeline(settings: &Settings) -> Timeline {
    Timeline::default().within(window(settings))
}

/// Runs on a machine that counts cycles.
pub(crate) fn timed(
    ready: &Ready,
    loaded: &Loaded,
    timing: &Timing,
    settings: &Settings,
) -> Result<Report, Error> {
    let kept = (settings.timeline).then(|| timeline(settings));
    timed_with(ready, loaded, timing, kept)
}

/// The same, with what is to be kept of it.
fn timed_with(
    ready: &Ready,
    loaded: &Loaded,
    timing: &Timing,
    mut timeline: Option<Timeline>,
) -> Result<Report, Error> {
    let dispatch = ready.dispatch(loaded);
    let ended = dispatch.run_timed(timing, timeline.as_mut());
    let (stats, cycles) = ended.map_err(|fault| ready.trap_error(&fault))?;
    Ok(Report {
        stats,
        cycles: Some(cycles),
        trace: timeline.map(|timeline| Trace::of(timeline, ready, &loaded.program)),
        ..ready.report()
    })
}
