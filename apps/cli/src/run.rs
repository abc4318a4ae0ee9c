//! `wavetank run`.

mod dump;

use crate::args::{How, Language, MemoryMode, RunArgs, ScheduleMode};
use crate::out::{self, Exit, Outcome};
use serde_json::json;
use std::path::Path;
use wavetank::{Delivery, Error, Failure, Input, Order, Report, Settings, Stats, Style, render};

pub fn run(args: &RunArgs) -> Outcome {
    let result = report(args);
    if args.json {
        return show_json(args, result);
    }
    let report = result?;
    let style = if args.full {
        Style::Full
    } else {
        Style::Abridged
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
    }
    write_arrays(args.out.as_deref(), &report)?;
    if !report.expectations.is_empty() && report.passed() {
        out::note(&match report.expectations.len() {
            1 => "passed: the result is as expected".to_string(),
            n => format!("passed: all {n} results are as expected"),
        });
    }
    Ok(exit_of(&report))
}

fn report(args: &RunArgs) -> Result<Report, Error> {
    let input = Input::open(&args.file, args.language.isa.as_deref())?;
    let settings = Settings {
        kernel: args.kernel.clone(),
        ..settings(&args.how, &args.language)?
    };
    if args.dump_on_trap || args.dump.is_some() {
        return dump::run(args, &input, &settings);
    }
    wavetank::run(&input, &settings)
}

pub fn exit_of(report: &Report) -> Exit {
    if report.passed() {
        Exit::DONE
    } else {
        Exit::of(Failure::Expectation)
    }
}

/// One object whatever happens, so that a program has one thing to read.
fn show_json(args: &RunArgs, result: Result<Report, Error>) -> Outcome {
    let (object, exit) = match &result {
        Ok(report) => {
            write_arrays(args.out.as_deref(), report)?;
            (report.to_json(), exit_of(report))
        }
        Err(error) => (
            json!({
                "schema": "wavetank.run/1",
                "arrays": {},
                "stats": {},
                "diagnostics": render::error_to_json(error),
            }),
            Exit::of(error.failure()),
        ),
    };
    out::data(&format!("{object}\n"))?;
    if let Err(error) = &result {
        out::error(error);
    }
    Ok(exit)
}

/// Settings as the flags give them.
pub fn settings(how: &How, language: &Language) -> Result<Settings, Error> {
    let set = how
        .set
        .iter()
        .map(|text| constant(text))
        .collect::<Result<_, _>>()?;
    Ok(Settings {
        set,
        seed: how.seed,
        wave: language.wave,
        threads: how.threads.into(),
        delivery: match how.memory {
            MemoryMode::Eager => Delivery::Eager,
            MemoryMode::Strict => Delivery::Strict,
        },
        order: match how.schedule {
            ScheduleMode::Fair => Order::RoundRobin,
            ScheduleMode::Random => Order::Random(how.seed.unwrap_or(1)),
        },
        max_instructions: how.max_instructions,
        memory_bytes: how.global_memsize << 20,
        extensions: language.ext.clone(),
        allow_paths: how.allow_path.clone(),
        ..Settings::default()
    })
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
