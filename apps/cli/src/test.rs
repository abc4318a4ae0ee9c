//! `wavetank test`: every kernel file that says what it expects.

use crate::args::{How, Language, TestArgs};
use crate::out::{self, Exit, Outcome};
use crate::progress::count;
use crate::run::{open, settings};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wavetank::render::Case;
use wavetank::{Error, Failure, Meter, Settings, render};

/// What became of one file.
enum Verdict {
    Passed,
    Failed(String, Vec<Value>),
    /// It expects nothing.
    Skipped,
}

pub fn test(args: &TestArgs) -> Outcome {
    let language = Language {
        isa: None,
        ext: Vec::new(),
        wave: None,
    };
    let mut settings = settings(&args.how, &language)?;
    let meter = Meter::new();
    settings.meter = meter.clone();
    if args.json
        && args
            .junit
            .as_ref()
            .is_some_and(|path| path.as_os_str() == "-")
    {
        let message = "--json and --junit - both write to stdout: one of them can";
        return Err(Error::Plain(message.into()));
    }
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, true, &mut files)?;
    }
    files.sort();
    files.dedup();
    let bar = progress_bar(files.len(), args.quiet, meter);
    let verdicts: Vec<Verdict> = files
        .par_iter()
        .map(|path| {
            let verdict = check(path, &language, &args.how, &settings);
            bar.inc(1);
            verdict
        })
        .collect();
    bar.finish_and_clear();
    report(args, &files, &verdicts)
}

/// Files done of all, and the instructions that were issued, also while one file takes long.
fn progress_bar(files: usize, quiet: bool, meter: Meter) -> ProgressBar {
    let issued = move |_: &ProgressState, text: &mut dyn Write| {
        // What is not shown is not missed.
        let _ = write!(text, "{}", count(meter.read().instructions));
    };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {issued} instructions");
    let style = style.expect("a valid template").with_key("issued", issued);
    let bar = match quiet {
        true => ProgressBar::hidden(),
        false => ProgressBar::new(files as u64).with_style(style),
    };
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn check(path: &Path, language: &Language, how: &How, settings: &Settings) -> Verdict {
    let result = open(path, language, how).and_then(|input| wavetank::run(&input, settings));
    match result {
        Ok(report) if report.expectations.is_empty() => Verdict::Skipped,
        Ok(report) if report.passed() => Verdict::Passed,
        Ok(report) => {
            let diagnostics = report.diagnostics();
            let each = diagnostics.iter();
            let text = each
                .clone()
                .map(|d| render::diagnostic(d, &report.file, out::colour()));
            Verdict::Failed(
                text.collect::<Vec<_>>().join("\n"),
                each.map(|d| render::to_json(d, &report.file)).collect(),
            )
        }
        Err(error) => Verdict::Failed(
            render::error(&error, out::colour()),
            render::error_to_json(&error),
        ),
    }
}

/// Kernel files at or below `path`. A file that was named is taken whatever it is called.
fn collect(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let fail = |error| Error::Plain(format!("cannot read {}: {error}", path.display()));
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            // Links are not followed: a loop of them would never end. Nor are pipes and devices
            // read, which might not end either.
            let kind = entry.file_type().map_err(fail)?;
            if kind.is_dir() || kind.is_file() {
                collect(&entry.path(), false, files)?;
            }
        }
        return Ok(());
    }
    if named {
        std::fs::metadata(path).map_err(fail)?;
    }
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or("");
    if named || wavetank::arch(extension).is_some() {
        files.push(path.to_path_buf());
    }
    Ok(())
}

fn cases(files: &[PathBuf], verdicts: &[Verdict]) -> Vec<Case> {
    let cases = files.iter().zip(verdicts).map(|(file, verdict)| Case {
        class: file.display().to_string(),
        name: "run".into(),
        verdict: match verdict {
            Verdict::Passed => render::Verdict::Passed,
            Verdict::Failed(text, _) => render::Verdict::Failed(text.clone()),
            Verdict::Skipped => render::Verdict::Skipped("it expects nothing".into()),
        },
    });
    cases.collect()
}

fn report(args: &TestArgs, files: &[PathBuf], verdicts: &[Verdict]) -> Outcome {
    let count = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|v| wanted(v)).count();
    let passed = count(|v| matches!(v, Verdict::Passed));
    let failed = count(|v| matches!(v, Verdict::Failed(..)));
    let skipped = count(|v| matches!(v, Verdict::Skipped));
    if args.json {
        let failures = files
            .iter()
            .zip(verdicts)
            .filter_map(|(file, verdict)| match verdict {
                Verdict::Failed(_, diagnostics) => {
                    Some(json!({ "file": file.display().to_string(), "diagnostics": diagnostics }))
                }
                _ => None,
            });
        let object = json!({
            "schema": "wavetank.test/1",
            "passed": passed,
            "failed": failed,
            "skipped": skipped,
            "failures": failures.collect::<Vec<_>>(),
        });
        out::data(&format!("{object}\n"))?;
    } else {
        for (file, verdict) in files.iter().zip(verdicts) {
            if let Verdict::Failed(text, _) = verdict {
                out::note(&format!("FAILED {}\n{text}\n", file.display()));
            }
        }
        let rest = if skipped == 0 {
            String::new()
        } else {
            format!(", {skipped} skipped")
        };
        let line = format!("{passed} passed, {failed} failed{rest}\n");
        match args.junit.as_deref() {
            Some(path) if path.as_os_str() == "-" => out::note(line.trim_end()),
            _ => out::data(&line)?,
        }
    }
    if let Some(path) = &args.junit {
        out::report(
            path,
            &render::junit("wavetank test", &cases(files, verdicts)),
        )?;
    }
    if passed + failed == 0 {
        return Err(Error::Plain(
            "no kernel file with an `expect` was found".into(),
        ));
    }
    Ok(if failed == 0 {
        Exit::DONE
    } else {
        Exit::of(Failure::Expectation)
    })
}
