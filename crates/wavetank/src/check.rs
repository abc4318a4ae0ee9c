//! Running with every checker on.

use crate::check_machine::Twins;
use crate::ready::{Engine, Ready};
use crate::{Checked, Error, Input, Settings, lint, machine};
use arch::Loaded;
use check::{InFlight, Names, Race, Races};
use sim::{Delivery, Fault, Register, Stats};
use source::{Diagnostic, SourceFile};
use std::sync::Arc;
use uop::timing::Timing;
use uop::{InstInfo, Operand, Runnable, Space};

/// What the checkers found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What the diagnostics are places in.
    pub file: SourceFile,
    /// In the order of the source; empty where nothing was found.
    pub diagnostics: Vec<Diagnostic>,
    /// Races that are marked as meant, and so are not among them.
    pub intended_races: usize,
    /// Who looked, and who did not.
    pub checked: Checked,
    /// Instructions that the run issued.
    pub instructions: u64,
    /// What kernels wrote through memory.
    pub text: Vec<u8>,
}

/// A line of source that says so has races that are meant.
pub const RACE_MARK: &str = "wavetank: race ok";

/// Runs with results that arrive only when they are waited for, and reports each finding once,
/// failed expectations among them.
pub fn check(input: &Input, settings: &Settings) -> Result<Findings, Error> {
    let settings = watched(settings);
    watch(Ready::new(input, &settings)?, &settings)
}

/// How a run is that checkers watch.
pub(crate) fn watched(settings: &Settings) -> Settings {
    Settings {
        delivery: Some(Delivery::Strict),
        threads: 1,
        ..settings.clone()
    }
}

/// Runs what is ready with every checker on.
pub(crate) fn watch(
    (ready, engine): (Ready, Engine),
    settings: &Settings,
) -> Result<Findings, Error> {
    match engine {
        Engine::Waves(loaded, timing) => {
            // Most launches have nothing to be found, and that can be shown faster than by looking.
            let launch = ready.launch(&loaded);
            let (memory, config) = (&ready.memory, &ready.config);
            let clocked = timing.is_some();
            let silent = check::run_silent(&loaded.program, &launch, memory, config, clocked);
            check_loaded(ready, &loaded, timing.as_ref(), settings, silent)
        }
        Engine::Own(machine) => check_machine(&*machine, ready, settings),
    }
}

/// Runs what is loaded, unless it has run and checkers would be silent, and reports each finding once.
pub(crate) fn check_loaded(
    ready: Ready,
    loaded: &Loaded,
    timing: Option<&Arc<Timing>>,
    settings: &Settings,
    silent: Option<Stats>,
) -> Result<Findings, Error> {
    let program = &loaded.program;
    let chosen = settings.checkers;
    // Which way a kernel goes where that depends on time is up to the clock. A wait that is missing shows
    // where results come as late as they may.
    let late = timing.filter(|_| chosen.waits && silent.is_none());
    let late = late.map(|_| {
        let (image, mut late) = (ready.memory.image(None), InFlight::default());
        // A run that ends early has seen what came before.
        let _ = ready.dispatch(loaded).resume(&mut late);
        ready.memory.restore(&image);
        late
    });
    let mut checkers = check::all(program, &ready.launch(loaded));
    let outcome = match silent {
        Some(stats) => Ok(stats),
        None => ready.watch(loaded, timing, &mut checkers),
    };
    let (in_flight, (races, (uniform, mut undefined))) = checkers;
    for bytes in ready.read_back() {
        undefined.read_back(bytes);
    }
    let names = Names {
        register: &|register| match register {
            Register::Vector(reg) => ready.arch.register_name(Operand::Vector(reg, 1)),
            Register::Scalar(reg) => ready.arch.register_name(Operand::Scalar(reg, 1)),
            Register::Slot(channel) => format!("slot {}", channel.0),
        },
        span: &|address| ready.prepared.code.span_at(address),
        text: &|address| text_at(&ready, address),
        place: &|address| ready.memory.name_of(address),
    };
    let (mut diagnostics, mut intended_races) = (Vec::new(), 0);
    let mut linted = false;
    if chosen.waits {
        diagnostics.extend(in_flight.diagnostics(&loaded.program, &names));
        let late = late.map_or(Vec::new(), |late| late.diagnostics(&loaded.program, &names));
        let known = |it: &Diagnostic| diagnostics.iter().any(|known| known.labels == it.labels);
        let more: Vec<Diagnostic> = late.into_iter().filter(|it| !known(it)).collect();
        diagnostics.extend(more);
    }
    if chosen.lint {
        let others = lint::on_other_paths(&ready, &diagnostics);
        linted = others.is_some();
        diagnostics.extend(others.unwrap_or_default());
    }
    if chosen.races {
        let (found, intended) = races_found(&races, &ready, &program.insts, &names, settings);
        diagnostics.extend(found);
        intended_races = intended;
    }
    if chosen.uniform {
        diagnostics.extend(uniform.diagnostics(&loaded.program, &names));
    }
    if chosen.undefined {
        diagnostics.extend(undefined.diagnostics(&names));
    }
    let checked = Checked::waves(program, settings, linted);
    conclude(
        ready,
        outcome.map(|stats| stats.instructions),
        diagnostics,
        intended_races,
        checked,
    )
}

/// A machine of its own traps where it finds what came too early; the order of its accesses is watched.
fn check_machine(
    machine: &dyn Runnable,
    ready: Ready,
    settings: &Settings,
) -> Result<Findings, Error> {
    let options = machine::run_options(&ready);
    let mut twins = Twins::new(&ready);
    let mut run = machine.stoppable(ready.memory.clone(), &options);
    let mut watchers = (twins.first, Races::told(machine.order()));
    let outcome = run.resume(&mut watchers).map(|_| run.issued());
    let races;
    (twins.first, races) = watchers;
    let insts = run.facts().insts;
    let (mut diagnostics, mut intended) = (Vec::new(), 0);
    if settings.checkers.undefined || settings.checkers.races {
        let names = Names {
            register: &|_| String::new(),
            span: &|address| ready.prepared.code.span_at(address),
            text: &|address| text_at(&ready, address),
            place: &|address| ready.memory.name_of(address),
        };
        if settings.checkers.races {
            (diagnostics, intended) = races_found(&races, &ready, &insts, &names, settings);
        }
        if settings.checkers.undefined {
            diagnostics.extend(twins.diagnostics(machine, &ready, &insts, &names));
        }
    }
    let checked = Checked::own_machine(settings);
    conclude(ready, outcome, diagnostics, intended, checked)
}

/// The instruction at an address as text, where its line of source does not show it.
fn text_at(ready: &Ready, address: u64) -> Option<String> {
    let shown = !ready.prepared.compiled && ready.prepared.code.span_at(address).is_some();
    ready.text_at(address).filter(|_| !shown)
}

/// Races that are not meant, and how many are.
fn races_found(
    races: &Races,
    ready: &Ready,
    insts: &[InstInfo],
    names: &Names<'_>,
    settings: &Settings,
) -> (Vec<Diagnostic>, usize) {
    let found = races.races().iter().zip(races.diagnostics(insts, names));
    let (intended, found): (Vec<_>, Vec<_>) =
        found.partition(|(race, it)| is_intended(race, it, ready, insts, settings));
    let found = found.into_iter().map(|(_, diagnostic)| diagnostic);
    (found.collect(), intended.len())
}

/// What was found, and how the run ended: a kernel that uses what has not arrived yet may well trap,
/// and the reason comes first.
fn conclude(
    ready: Ready,
    outcome: Result<u64, Box<Fault>>,
    mut diagnostics: Vec<Diagnostic>,
    intended_races: usize,
    checked: Checked,
) -> Result<Findings, Error> {
    if let Err(fault) = &outcome
        && let Error::Diagnostics {
            failure,
            file,
            diagnostics: trap,
        } = ready.trap_error(fault)
    {
        let error = Error::Diagnostics {
            failure,
            file,
            diagnostics: diagnostics.into_iter().chain(trap).collect(),
        };
        return Err(error.after(Vec::new(), ready.printed_text()));
    }
    let report = ready.report();
    diagnostics.extend(report.diagnostics());
    Ok(Findings {
        text: report.text,
        checked,
        file: ready.prepared.source,
        diagnostics,
        intended_races,
        instructions: outcome.unwrap_or_default(),
    })
}

/// A line of one of the two accesses has the mark, or the caller names the place or the address.
fn is_intended(
    race: &Race,
    diagnostic: &Diagnostic,
    ready: &Ready,
    insts: &[InstInfo],
    settings: &Settings,
) -> bool {
    let source = &ready.prepared.source;
    let lines = diagnostic
        .labels
        .iter()
        .map(|label| source.line_of(label.span.start));
    let lines: Vec<u32> = lines.collect();
    if lines
        .iter()
        .any(|&line| source.line(line).contains(RACE_MARK))
    {
        return true;
    }
    let quiet = |range: &std::ops::Range<u64>| range.contains(&race.address);
    let mut quiet_addresses = settings.quiet_addresses.iter().chain(&ready.quiet);
    if race.space == Space::Global && quiet_addresses.any(quiet) {
        return true;
    }
    let place = match race.space {
        Space::Global => ready.memory.name_of(race.address),
        _ => String::new(),
    };
    let name = place.split('[').next().unwrap_or_default();
    let pcs = [race.earlier, race.later].map(|by| {
        insts
            .get(by.site.inst as usize)
            .map_or(0, |inst| inst.address)
    });
    (settings.intended_races.iter()).any(|at| match at.strip_prefix("0x") {
        Some(pc) => u64::from_str_radix(pc, 16).is_ok_and(|pc| pcs.contains(&pc)),
        None => at == name || at.parse().is_ok_and(|line: u32| lines.contains(&line)),
    })
}
