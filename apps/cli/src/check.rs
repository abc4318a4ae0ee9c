//! `wavetank check`.

use crate::args::{CheckArgs, CheckerName, MemoryMode};
use crate::out::{self, Exit, Outcome};
use crate::progress::{self, Progress};
use crate::run::{launch, one_thread, open, settings};
use serde_json::{Value, json};
use wavetank::{Checkers, Error, Failure, Findings, Settings, render};

pub fn check(args: &CheckArgs) -> Outcome {
    let is_on = |name: CheckerName| {
        (args.only.is_empty() || args.only.contains(&name)) && !args.skip.contains(&name)
    };
    one_thread(&args.how, "checkers watch one thread")?;
    if args.how.memory == Some(MemoryMode::Eager) {
        let message = "--memory: checkers watch results that arrive when they are waited for";
        return Err(Error::Plain(message.into()));
    }
    let mut settings = Settings {
        checkers: Checkers {
            waits: is_on(CheckerName::Waits),
            races: is_on(CheckerName::Races),
            uniform: is_on(CheckerName::Uniform),
            undefined: is_on(CheckerName::Undefined),
        },
        intended_races: args.race_ok.clone(),
        ..launch(&args.launch, settings(&args.how, &args.language)?)
    };
    let mut exit = Exit::DONE;
    let mut all: Vec<Value> = Vec::new();
    for path in &args.files {
        let input = open(path, &args.language, &args.how, &args.launch.compile);
        settings.meter = progress::meter(args.quiet);
        let shown = Progress::show(&settings.meter, settings.max_instructions);
        let result = input.and_then(|input| wavetank::check(&input, &settings));
        drop(shown);
        let failure = match &result {
            Ok(findings) if findings.diagnostics.is_empty() => None,
            Ok(_) => Some(Failure::Expectation),
            Err(error) => Some(error.failure()),
        };
        if exit == Exit::DONE {
            exit = failure.map_or(exit, Exit::of);
        }
        match args.json {
            true => all.extend(to_json(&result)),
            false => show(&path.display().to_string(), &result)?,
        }
    }
    if args.json {
        let object = json!({ "schema": "wavetank.check/1", "diagnostics": all });
        out::data(&format!("{object}\n"))?;
    }
    Ok(exit)
}

pub fn show(name: &str, result: &Result<Findings, Error>) -> Result<(), Error> {
    match result {
        Ok(findings) => {
            for diagnostic in &findings.diagnostics {
                out::note(&render::diagnostic(
                    diagnostic,
                    &findings.file,
                    out::colour(),
                ));
            }
            let count = match findings.diagnostics.len() {
                0 => "nothing found".to_string(),
                1 => "1 finding".to_string(),
                n => format!("{n} findings"),
            };
            let intended = match findings.intended_races {
                0 => String::new(),
                1 => ", 1 race that is meant".to_string(),
                n => format!(", {n} races that are meant"),
            };
            out::data(&format!("{name}: {count}{intended}\n"))
        }
        Err(error) => {
            out::error(error);
            Ok(())
        }
    }
}

pub fn to_json(result: &Result<Findings, Error>) -> Vec<Value> {
    match result {
        Ok(findings) => (findings.diagnostics.iter())
            .map(|diagnostic| render::to_json(diagnostic, &findings.file))
            .collect(),
        Err(error) => render::error_to_json(error),
    }
}
