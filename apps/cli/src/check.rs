//! `wavetank check`.

use crate::args::CheckArgs;
use crate::out::{self, Exit, Outcome};
use crate::run::settings;
use serde_json::{Value, json};
use wavetank::{Checked, Error, Failure, Input, SourceFile, render};

pub fn check(args: &CheckArgs) -> Outcome {
    let settings = settings(&args.how, &args.language)?;
    let mut worst = Exit::DONE;
    let mut objects = Vec::new();
    for path in &args.files {
        let checked = Input::open(path, args.language.isa.as_deref()).and_then(|input| {
            let checked = wavetank::check(&input, &settings)?;
            Ok((input.file, checked))
        });
        let name = path.display().to_string();
        let (exit, diagnostics) = match &checked {
            Ok((file, checked)) => (exit_of(checked), show(file, checked, args.json)),
            Err(error) => {
                if !args.json {
                    out::error(error);
                }
                (Exit::of(error.failure()), render::error_to_json(error))
            }
        };
        if !args.json && exit == Exit::DONE {
            out::data(&format!("{name}: nothing found\n"))?;
        }
        objects.push(
            json!({ "file": name, "passed": exit == Exit::DONE, "diagnostics": diagnostics }),
        );
        worst = worst.max(exit);
    }
    if args.json {
        let all = json!({ "schema": "wavetank.check/1", "files": objects });
        out::data(&format!("{all}\n"))?;
    }
    Ok(worst)
}

fn exit_of(checked: &Checked) -> Exit {
    match &checked.report {
        Err(error) => Exit::of(error.failure()),
        Ok(_) if checked.passed() => Exit::DONE,
        Ok(_) => Exit::of(Failure::Expectation),
    }
}

/// Prints what was found, and gives it as data.
fn show(file: &SourceFile, checked: &Checked, quiet: bool) -> Vec<Value> {
    let failed = checked
        .report
        .as_ref()
        .map_or(Vec::new(), |report| report.diagnostics());
    let all: Vec<_> = checked.findings.iter().chain(&failed).collect();
    let mut values: Vec<Value> = all.iter().map(|d| render::to_json(d, file)).collect();
    if !quiet {
        for diagnostic in &all {
            out::note(&render::diagnostic(diagnostic, file, out::colour()));
        }
    }
    if let Err(error) = &checked.report {
        let error: &Error = error;
        if !quiet {
            out::error(error);
        }
        values.extend(render::error_to_json(error));
    }
    values
}
