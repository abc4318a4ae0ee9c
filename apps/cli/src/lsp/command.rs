//! What lenses do: run and check the text as it stands in the editor.

use super::open::Open;
use lsp_types::MessageType;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wavetank::{Diagnostic, Error, Profile, Settings, render};

pub const RUN: &str = "wavetank.run";
pub const CHECK: &str = "wavetank.check";
pub const DEBUG: &str = "wavetank.debug";

/// Wave-instructions after which a run that an editor waits for is given up.
const LIMIT: u64 = 200_000_000;

/// What lines cost in the last run, by their numbers, in words.
pub type Costs = BTreeMap<u32, String>;

/// How a command ended.
pub struct Done {
    pub uri: String,
    pub version: i32,
    pub kind: MessageType,
    pub text: String,
    /// What the checkers found, where they ran.
    pub found: Option<Vec<Diagnostic>>,
    /// What lines cost, where the kernel ran.
    pub ran: Option<Costs>,
    pub exit_code: u8,
}

impl Done {
    pub fn result(&self) -> Value {
        json!({ "text": self.text, "exitCode": self.exit_code })
    }
}

/// Carries out a command; what it works on was taken from the editor before.
pub fn carry_out(
    command: &str,
    kernel: Option<String>,
    open: &Open,
) -> impl FnOnce() -> Done + use<> {
    let input = open.input();
    let (uri, version) = (open.uri.to_string(), open.version);
    let check = command == CHECK;
    let settings = Settings {
        kernel,
        max_instructions: LIMIT,
        ..Settings::default()
    };
    move || {
        let mut found = None;
        let mut ran = None;
        let result = input.and_then(|input| match check {
            true => wavetank::check(&input, &settings).map(|findings| {
                let count = findings.diagnostics.len();
                found = (findings.file.name() == input.file.name())
                    .then(|| findings.diagnostics.clone());
                let text = match count {
                    0 => "nothing found".to_string(),
                    1 => "1 finding".to_string(),
                    n => format!("{n} findings"),
                };
                (text, u8::from(count > 0))
            }),
            false => wavetank::profile(&input, &settings).map(|profile| {
                let report = &profile.report;
                ran = (profile.source.name() == input.file.name()).then(|| costs(&profile));
                let mut text = report.to_text(Default::default());
                for diagnostic in report.diagnostics() {
                    text += &render::diagnostic(&diagnostic, &input.file, false);
                }
                if !report.expectations.is_empty() && report.passed() {
                    text += "passed: the result is as expected";
                }
                (text, u8::from(!report.passed()))
            }),
        });
        let (text, exit_code) = match &result {
            Ok((text, code)) => (text.clone(), *code),
            Err(error) => (render::error(error, false), error.failure().exit_code()),
        };
        if let Err(Error::Diagnostics { diagnostics, .. }) = &result {
            found = check.then(|| diagnostics.clone());
        }
        Done {
            uri,
            version,
            kind: match exit_code {
                0 => MessageType::INFO,
                1 => MessageType::WARNING,
                _ => MessageType::ERROR,
            },
            text: text.trim_end().to_string(),
            found,
            ran,
            exit_code,
        }
    }
}

/// How often waves came by each line, how many of their lanes were active, and what it took.
fn costs(profile: &Profile) -> Costs {
    let rows = profile.by_line().into_iter();
    let cost = rows.filter_map(|row| {
        let counts = &row.figures.counts;
        let mut text = match counts.instructions {
            0 => return Some((row.line?, "never issued".to_string())),
            n => format!("{n}×"),
        };
        if counts.lane_slots > 0 && profile.lanes > 1 {
            let lanes = f64::from(profile.lanes) * counts.lane_utilisation();
            // One digit behind the point, where it says something.
            let lanes = (10.0 * lanes).round() / 10.0;
            text += &format!(" {lanes} of {} lanes", profile.lanes);
        }
        if let Some(cycles) = row.figures.cycles {
            text += &match cycles.cycles() {
                1 => " 1 cycle".to_string(),
                n => format!(" {n} cycles"),
            };
        }
        Some((row.line?, text))
    });
    cost.collect()
}
