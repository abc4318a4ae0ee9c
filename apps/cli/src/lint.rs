//! `wavetank lint`.

use crate::args::LintArgs;
use crate::asm::open;
use crate::check::{show, to_json};
use crate::out::{self, Exit, Outcome};
use crate::run::constant;
use serde_json::{Value, json};
use wavetank::{Diagnostic, Failure, Settings, Severity};

pub fn lint(args: &LintArgs) -> Outcome {
    let set = args.set.iter().map(|text| constant(text));
    let settings = Settings {
        set: set.collect::<Result<_, _>>()?,
        wave: args.language.wave,
        extensions: args.language.ext.clone(),
        ..Settings::default()
    };
    let mut exit = Exit::DONE;
    let mut all: Vec<Value> = Vec::new();
    for path in &args.files {
        let input = open(path, args.language.isa.as_deref());
        let result = input.and_then(|input| wavetank::lint(&input, &settings, args.needless));
        let failure = match &result {
            Ok(findings) => {
                let wrong = |it: &Diagnostic| it.severity > Severity::Note;
                let any = findings.diagnostics.iter().any(wrong);
                any.then_some(Failure::Expectation)
            }
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
        let object = json!({ "schema": "wavetank.lint/1", "diagnostics": all });
        out::data(&format!("{object}\n"))?;
    }
    Ok(exit)
}
