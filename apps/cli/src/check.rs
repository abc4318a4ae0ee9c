//! `wavetank check`.

use crate::args::{CheckArgs, MemoryMode, Reports};
use crate::out::{self, Exit, Outcome};
use crate::progress::{self, Progress};
use crate::run::one_thread;
use serde_json::{Value, json};
use std::path::Path;
use wavetank::{Checkers, Error, Failure, Findings, Settings, Severity, render};

pub fn check(args: &CheckArgs) -> Outcome {
    let is_on = |name: &str| {
        let listed = |names: &[String]| names.iter().any(|it| it == name);
        (args.only.is_empty() || listed(&args.only)) && !listed(&args.skip)
    };
    one_thread(&args.running.how, "checkers watch one thread")?;
    if args.running.how.memory == Some(MemoryMode::Eager) {
        let message = "--memory: checkers watch results that arrive when they are waited for";
        return Err(Error::Plain(message.into()));
    }
    let mut settings = Settings {
        checkers: Checkers::named(is_on),
        intended_races: args.race_ok.clone(),
        ..args.running.settings()?
    };
    let mut looked = Looked::new("check", args.json, &args.reports)?;
    for path in &args.files {
        let input = args.running.open(path);
        settings.meter = progress::meter(args.quiet);
        let shown = Progress::show(&settings.meter, settings.max_instructions);
        let result = input.and_then(|input| wavetank::check(&input, &settings));
        drop(shown);
        looked.add(path, result)?;
    }
    looked.finish()
}

/// What came of looking at files, as it is shown and written.
pub struct Looked<'a> {
    command: &'static str,
    json: bool,
    reports: &'a Reports,
    files: Vec<(String, Result<Findings, Error>)>,
}

impl<'a> Looked<'a> {
    /// Nothing so far. Two reports cannot both go to stdout.
    pub fn new(
        command: &'static str,
        json: bool,
        reports: &'a Reports,
    ) -> Result<Looked<'a>, Error> {
        let looked = Looked {
            command,
            json,
            reports,
            files: Vec::new(),
        };
        if looked.on_stdout() > 1 {
            let message = "--json, --sarif - and --junit - all write to stdout: one of them can";
            return Err(Error::Plain(message.into()));
        }
        Ok(looked)
    }

    fn on_stdout(&self) -> usize {
        let files = [&self.reports.sarif, &self.reports.junit];
        let files = files.into_iter().flatten();
        files.filter(|path| path.as_os_str() == "-").count() + usize::from(self.json)
    }

    /// One more file.
    pub fn add(&mut self, path: &Path, result: Result<Findings, Error>) -> Result<(), Error> {
        let name = path.display().to_string();
        if !self.json {
            self.show(&name, &result)?;
        }
        self.files.push((name, result));
        Ok(())
    }

    /// Writes what was asked for, and says how it ends: as the first file does that is not in order.
    pub fn finish(self) -> Outcome {
        if self.json {
            let each = self.files.iter().flat_map(|(_, result)| to_json(result));
            let checked = self.files.iter().filter_map(|(name, result)| {
                let findings = result.as_ref().ok()?;
                let mut object = findings.checked.to_json();
                object["file"] = name.as_str().into();
                object["intended_races"] = findings.intended_races.into();
                if !findings.text.is_empty() {
                    object["text"] = String::from_utf8_lossy(&findings.text).into();
                }
                Some(object)
            });
            let object = json!({
                "schema": format!("wavetank.{}/1", self.command),
                "exit_code": self.failure().map_or(0, Failure::exit_code),
                "diagnostics": each.collect::<Vec<_>>(),
                "checked": checked.collect::<Vec<_>>(),
            });
            out::data(&format!("{object}\n"))?;
        }
        if let Some(path) = &self.reports.sarif {
            out::report(
                path,
                &format!("{:#}\n", render::sarif(self.command, &self.files)),
            )?;
        }
        if let Some(path) = &self.reports.junit {
            let suite = format!("wavetank {}", self.command);
            out::report(path, &render::junit(&suite, &render::cases(&self.files)))?;
        }
        Ok(self.failure().map_or(Exit::DONE, Exit::of))
    }

    fn failure(&self) -> Option<Failure> {
        let of = |result: &Result<Findings, Error>| match result {
            Ok(findings) => {
                let counts = findings.diagnostics.iter();
                let mut counts = counts.filter(|it| it.severity > Severity::Note);
                counts.next().map(|_| Failure::Expectation)
            }
            Err(error) => Some(error.failure()),
        };
        self.files.iter().find_map(|(_, result)| of(result))
    }

    fn show(&self, name: &str, result: &Result<Findings, Error>) -> Result<(), Error> {
        let written = match result {
            Ok(findings) => &findings.text[..],
            Err(error) => error.so_far().1,
        };
        // What is for other programs has stdout to itself.
        if self.on_stdout() == 0 {
            out::data(&String::from_utf8_lossy(written))?;
        }
        let findings = match result {
            Ok(findings) => findings,
            Err(error) => {
                out::error(error);
                return Ok(());
            }
        };
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
        let checked = findings.checked.to_text();
        let text = format!("{name}: {count}{intended}\n  {checked}\n");
        match self.on_stdout() {
            0 => out::data(&text),
            _ => {
                out::note(text.trim_end());
                Ok(())
            }
        }
    }
}

fn to_json(result: &Result<Findings, Error>) -> Vec<Value> {
    match result {
        Ok(findings) => (findings.diagnostics.iter())
            .map(|diagnostic| render::to_json(diagnostic, &findings.file))
            .collect(),
        Err(error) => render::error_to_json(error),
    }
}
