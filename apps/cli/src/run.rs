//! `wavetank run`.

mod dump;
mod trace;

use crate::args::{
    CompileArgs, How, Language, LaunchArgs, MemoryMode, ReadArgs, RunArgs, Running, ScheduleMode,
};
use crate::asm::stdin;
use crate::out::{self, Exit, Outcome};
use crate::progress::{self, Progress};
use compile::Folder;
use serde_json::json;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use wavetank::{
    Cycles, Delivery, Error, Input, LaunchOptions, Order, Printed, Report, Settings, Stats, Style,
    render,
};

pub fn run(args: &RunArgs) -> Outcome {
    let result = report(args);
    if args.json {
        return show_json(args, result);
    }
    let report = match result {
        Ok(report) => report,
        Err(error) => {
            let (prints, text) = error.so_far();
            out::data(&written(text, prints))?;
            return Err(error);
        }
    };
    let style = if args.full {
        Style::Full
    } else {
        out::width().map_or(Style::Abridged, Style::Within)
    };
    out::data(&report.to_text(style))?;
    for diagnostic in report.diagnostics() {
        out::note(&render::diagnostic(
            &diagnostic,
            &report.file,
            out::colour(),
        ));
    }
    if args.stats {
        out::data(&stats_text(&report.stats))?;
        let families = report.families.iter();
        let families = families.map(|(name, count)| format!("{name:<20} {count:>14}\n"));
        out::data(&families.collect::<String>())?;
    }
    if let Some(cycles) = report.cycles.as_ref().filter(|_| args.stats || args.cycles) {
        out::data(&cycles_text(cycles))?;
    }
    if let Some(ledger) = report.fidelity.as_ref().filter(|_| args.fidelity) {
        out::data(&ledger.to_text(&report.file))?;
    }
    if let Some(note) = nothing_shown(&report) {
        out::note(&note);
    }
    write_trace(args, &report)?;
    write_arrays(args.out.as_deref(), &report)?;
    if !report.expectations.is_empty() && report.passed() {
        out::note(&match report.expectations.len() {
            1 => "passed: the result is as expected".to_string(),
            n => format!("passed: all {n} results are as expected"),
        });
    }
    Ok(Exit::of_report(&report))
}

/// What a run wrote and printed.
pub fn written(text: &[u8], prints: &[Printed]) -> String {
    let text = String::from_utf8_lossy(text).into_owned();
    let prints = prints.iter().map(|print| print.to_text() + "\n");
    std::iter::once(text).chain(prints).collect()
}

/// What could be shown, where nothing is.
fn nothing_shown(report: &Report) -> Option<String> {
    let silent = report.outputs.is_empty()
        && report.expectations.is_empty()
        && report.prints.is_empty()
        && report.text.is_empty();
    silent.then(|| {
        let why = "nothing to show: results are the arguments whose names begin with `out_`";
        match &report.hidden[..] {
            [] => format!("{why}, and there are no arguments"),
            names => format!("{why}; there are {}", names.join(", ")),
        }
    })
}

fn report(args: &RunArgs) -> Result<Report, Error> {
    let input = args.running.open(&args.file)?;
    let settings = Settings {
        timed: args.cycles,
        families: args.stats,
        fidelity: args.fidelity,
        require_exact: args.require_exact,
        timeline: args.timeline.is_some(),
        rgp: args.rgp.is_some(),
        timeline_window: args.window.as_deref().map(window).transpose()?,
        meter: progress::meter(args.quiet),
        ..args.running.settings()?
    };
    if args.dump_to.is_some() && !args.dump_on_trap && args.dump.is_none() {
        let message = "--dump-to: nothing is dumped without --dump or --dump-on-trap";
        return Err(Error::Plain(message.into()));
    }
    if (args.fidelity || args.require_exact) && (args.dump_on_trap || args.dump.is_some()) {
        let message = "--fidelity: a run that is dumped is not counted; leave out one of the two";
        return Err(Error::Plain(message.into()));
    }
    let _shown = Progress::show(&settings.meter, settings.max_instructions);
    if let Some(path) = &args.trace {
        trace::write(path, &input, &settings)?;
    }
    dump::run(args, &input, &settings)
}

impl Language {
    /// What the flags say where nothing is run, with constants as `--set` has them.
    pub fn settings(&self, set: &[String], reading: &ReadArgs) -> Result<Settings, Error> {
        let set = set.iter().map(|text| constant(text));
        Ok(Settings {
            symbols: reading.symbols()?,
            set: set.collect::<Result<_, _>>()?,
            wave: self.wave,
            extensions: self.ext.clone(),
            ..Settings::default()
        })
    }

    /// Opens a file that nothing is run of.
    pub fn open(
        &self,
        path: &Path,
        reading: &ReadArgs,
        compile: &CompileArgs,
    ) -> Result<Input, Error> {
        let isa = self.isa.as_deref();
        if path == Path::new("-") {
            return Input::new("<stdin>", stdin()?, Arc::new(Folder::new(".")), isa);
        }
        let options = compile.options(path, self.wave)?;
        compile::open_with(
            path,
            isa,
            &reading.allow_path,
            reading.confinement(),
            options,
        )
    }
}

impl Running {
    /// Opens a file that the user names, with what the flags say about the files that it names.
    pub fn open(&self, path: &Path) -> Result<Input, Error> {
        open(path, &self.language, &self.how, &self.launch.compile)
    }

    /// What the flags say about the run.
    pub fn settings(&self) -> Result<Settings, Error> {
        let settings = settings(&self.how, &self.language)?;
        Ok(launch(&self.launch, settings))
    }
}

/// The same where flags are from elsewhere.
pub fn open(
    path: &Path,
    language: &Language,
    how: &How,
    compile: &CompileArgs,
) -> Result<Input, Error> {
    compile::open_with(
        path,
        language.isa.as_deref(),
        &how.reading.allow_path,
        how.reading.confinement(),
        compile.options(path, language.wave)?,
    )
}

/// A run that something watches takes one thread, and does not pretend to take more.
pub fn one_thread(how: &How, why: &str) -> Result<(), Error> {
    match how.threads {
        1 => Ok(()),
        n => Err(Error::Plain(format!("--threads {n}: {why}"))),
    }
}

/// Settings with what the flags say about the launch.
pub fn launch(args: &LaunchArgs, settings: Settings) -> Settings {
    Settings {
        kernel: args.kernel.clone(),
        launch: LaunchOptions {
            args: args.args.clone(),
            global: args.global.clone(),
            local: args.local.clone(),
        },
        ..settings
    }
}

/// One object whatever happens, so that a program has one thing to read.
fn show_json(args: &RunArgs, result: Result<Report, Error>) -> Outcome {
    let (object, exit) = match &result {
        Ok(report) => {
            write_arrays(args.out.as_deref(), report)?;
            write_trace(args, report)?;
            out::written(|out| report.write_json(out))?;
            return Ok(Exit::of_report(report));
        }
        Err(error) => {
            let (prints, text) = error.so_far();
            let object = json!({
                "schema": "wavetank.run/1",
                "arrays": {},
                "passed": false,
                "prints": prints.iter().map(Printed::to_json).collect::<Vec<_>>(),
                "text": String::from_utf8_lossy(text),
                "exit_code": error.failure().exit_code(),
                "stats": {},
                "diagnostics": render::error_to_json(error),
            });
            (object, Exit::of(error.failure()))
        }
    };
    out::data(&format!("{object}\n"))?;
    if let Err(error) = &result {
        out::error(error);
    }
    Ok(exit)
}

impl MemoryMode {
    /// What it means to the engine.
    pub fn delivery(self) -> Delivery {
        match self {
            MemoryMode::Eager => Delivery::Eager,
            MemoryMode::Strict => Delivery::Strict,
        }
    }
}

/// Settings as the flags give them.
pub fn settings(how: &How, language: &Language) -> Result<Settings, Error> {
    let own = language.settings(&how.set, &how.reading)?;
    if how.schedule_seed.is_some() && how.schedule != ScheduleMode::Random {
        let message = "--schedule-seed: the order is random only with --schedule random";
        return Err(Error::Plain(message.into()));
    }
    Ok(Settings {
        seed: how.seed,
        threads: how.threads.into(),
        unordered: how.unordered,
        resident: how.resident,
        delivery: how.memory.map(MemoryMode::delivery),
        order: match how.schedule {
            ScheduleMode::Fair => Order::RoundRobin,
            ScheduleMode::Random => Order::Random(how.schedule_seed.or(how.seed).unwrap_or(1)),
        },
        max_instructions: how.max_instructions,
        memory_bytes: how.global_memsize << 20,
        keys: keys(how)?,
        ..own
    })
}

/// `FROM..TO`, both in cycles.
fn window(text: &str) -> Result<Range<u64>, Error> {
    let parts = text.split_once("..");
    let parsed =
        parts.and_then(|(from, to)| Some(from.trim().parse().ok()?..to.trim().parse().ok()?));
    parsed
        .filter(|range| range.start < range.end)
        .ok_or_else(|| {
            let message = format!("--window {text}: expected two cycles, such as 1000..5000");
            Error::Plain(message)
        })
}

/// `--cus` and every `--key NAME=VALUE`.
fn keys(how: &How) -> Result<Vec<(String, i64)>, Error> {
    let keys = how.key.iter().map(|text| key(text));
    let cus = how.cus.map(|cus| Ok(("cus".to_string(), cus)));
    keys.chain(cus).collect()
}

/// `NAME=NUMBER` as `--key` takes it.
pub fn key(text: &str) -> Result<(String, i64), Error> {
    let parts = text.split_once('=');
    let parsed = parts.and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
    let Some((name, value)) = parsed else {
        let message = format!("--key {text}: expected NAME=NUMBER, such as alu=2");
        return Err(Error::Plain(message));
    };
    Ok((name.to_string(), value))
}

/// `NAME=VALUE` as `--set` takes it.
pub fn constant(text: &str) -> Result<(String, wavetank::Constant), Error> {
    let file = || wavetank::SourceFile::new("--set", text);
    wavetank::parse_set(text).map_err(|diagnostics| Error::input(&file(), diagnostics))
}

fn stats_text(stats: &Stats) -> String {
    let mut text = String::new();
    for (name, value) in stats.entries() {
        text += &format!("{:<20} {value:>14}\n", name.replace('_', " "));
    }
    text += &format!(
        "{:<20} {:>13.1}%\n",
        "lane utilisation",
        stats.lane_utilisation() * 100.0
    );
    text
}

fn cycles_text(cycles: &Cycles) -> String {
    let mut text = String::new();
    for (name, value) in cycles.entries() {
        text += &format!("{:<20} {value:>14}\n", name.replace('_', " "));
    }
    let busy = cycles.utilisation() * 100.0;
    text += &format!(
        "{:<20} {busy:>13.1}%  of {} CUs\n",
        "CU utilisation", cycles.units
    );
    let width = cycles.occupancy.width();
    text += &format!("CU occupancy, a column for every {width} cycles:\n");
    let levels = [
        '\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}',
        '\u{2588}',
    ];
    let column = |busy: f64| {
        let share = busy / f64::from(cycles.units.max(1));
        levels[((share * 8.0) as usize).min(7)]
    };
    let columns: String = cycles.occupancy.units().map(column).collect();
    text + "  " + &columns + "\n"
}

/// Writes the timeline where one was asked for, and says what is missing from it.
fn write_trace(args: &RunArgs, report: &Report) -> Result<(), Error> {
    let Some(trace) = &report.trace else {
        return Ok(());
    };
    let cut = |what: &str| {
        if trace.left_out() > 0 {
            out::note(&format!(
                "the {what} is cut: {} slices did not fit; --window FROM..TO shows other cycles",
                trace.left_out()
            ));
        }
    };
    if let (Some(path), Some(bytes)) = (&args.rgp, &report.rgp) {
        cut("profile");
        return out::file(path, bytes);
    }
    let Some(path) = &args.timeline else {
        return Ok(());
    };
    let mut bytes = Vec::new();
    let json = path
        .extension()
        .is_some_and(|extension| extension == "json");
    let written = match json {
        true => trace.write(&mut bytes),
        false => trace.write_perfetto(&mut bytes),
    };
    written.map_err(|error| Error::Plain(error.to_string()))?;
    cut("timeline");
    out::file(path, &bytes)
}

fn write_arrays(dir: Option<&Path>, report: &Report) -> Result<(), Error> {
    let Some(dir) = dir else { return Ok(()) };
    std::fs::create_dir_all(dir)
        .map_err(|error| Error::Plain(format!("cannot create {}: {error}", dir.display())))?;
    for (name, array) in &report.outputs {
        out::file(
            &dir.join(format!("{name}.npy")),
            &wavetank::npy_bytes(array),
        )?;
    }
    Ok(())
}
