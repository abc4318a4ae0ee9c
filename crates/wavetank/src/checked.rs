//! What checkers there are, which of them looked, and what they could not see.

use crate::{Checkers, Settings};
use serde_json::{Value, json};
use uop::Program;

/// Who looked at a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Checkers that looked.
    pub ran: Vec<&'static str>,
    /// Checkers that have nothing to look at here, and why.
    pub idle: Vec<(&'static str, &'static str)>,
    /// Checkers that were not asked.
    pub skipped: Vec<&'static str>,
    /// What those that looked could not see.
    pub unseen: Vec<&'static str>,
}

/// Every checker, by the name that `--only` takes, or that reports have for it.
pub const CHECKERS: [&str; 5] = ["waits", "lint", "races", "uniform", "undefined"];

/// What expectations and the program itself say.
const EXPECTATIONS: &str = "expectations";

/// The checker that a finding comes from.
pub fn checker_of(code: &str) -> &'static str {
    match code {
        "race" | "lost-update" | "lane-race" => "races",
        "not-uniform" | "divergent-barrier" => "uniform",
        "expectation" | "exit-code" | "no-launch" | "many-prints" => EXPECTATIONS,
        _ if code.starts_with("undefined") || code.starts_with("uninit") => "undefined",
        _ if code.ends_with("in-flight") => "waits",
        _ => "lint",
    }
}

impl Checked {
    /// Of a kernel that runs in waves.
    pub(crate) fn waves(program: &Program, settings: &Settings, linted: bool) -> Checked {
        let chosen = settings.checkers;
        let mut checked = Checked::default();
        let mut add = |name, wanted: bool, idle: Option<&'static str>| match (wanted, idle) {
            (false, _) => checked.skipped.push(name),
            (true, Some(why)) => checked.idle.push((name, why)),
            (true, None) => checked.ran.push(name),
        };
        let at_once = program.channels.is_empty();
        let at_once = at_once.then_some("every result is there at once");
        add("waits", chosen.waits, at_once);
        let no_rules = (!linted).then_some("its rules are all seen in a run");
        add("lint", chosen.lint, no_rules);
        add("races", chosen.races, None);
        let no_promise = program.uniform.is_empty();
        let no_promise = no_promise.then_some("no branch is promised to be uniform");
        add("uniform", chosen.uniform, no_promise);
        add("undefined", chosen.undefined, None);
        checked.unseen.push("other inputs and launches");
        if !linted {
            checked.unseen.push("paths that this run did not take");
        }
        checked
    }

    /// Of a machine that the instruction set brings along.
    pub(crate) fn own_machine(settings: &Settings) -> Checked {
        const WHY: &str = "the machine of this instruction set traps on what it finds itself";
        let looks = |name: &str| matches!(name, "waits" | "races" | "undefined");
        let idle = CHECKERS.iter().filter(|name| !looks(name));
        let mut checked = Checked {
            ran: vec!["waits"],
            idle: idle.map(|name| (*name, WHY)).collect(),
            unseen: vec!["other inputs and launches"],
            ..Checked::default()
        };
        let Checkers {
            races, undefined, ..
        } = settings.checkers;
        for (name, chosen) in [("races", races), ("undefined", undefined)] {
            match chosen {
                true => checked.ran.push(name),
                false => checked.skipped.push(name),
            }
        }
        checked
    }

    /// Of code that did not run.
    pub(crate) fn lint() -> Checked {
        Checked {
            ran: vec!["lint"],
            unseen: vec!["what only a run shows: races, values, addresses"],
            ..Checked::default()
        }
    }

    /// In one line.
    pub fn to_text(&self) -> String {
        let mut parts = vec![match &self.ran[..] {
            [] => "checked by nothing".to_string(),
            ran => format!("checked by {}", ran.join(", ")),
        }];
        if !self.skipped.is_empty() {
            parts.push(format!("not asked: {}", self.skipped.join(", ")));
        }
        let mut by_reason: Vec<(&str, Vec<&str>)> = Vec::new();
        for &(name, why) in &self.idle {
            match by_reason.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(name),
                None => by_reason.push((why, vec![name])),
            }
        }
        let idle = by_reason.into_iter();
        parts.extend(idle.map(|(why, names)| format!("not for {}: {why}", names.join(", "))));
        if !self.unseen.is_empty() {
            parts.push(format!("not seen: {}", self.unseen.join("; ")));
        }
        parts.join("; ")
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let idle = self.idle.iter();
        let idle = idle.map(|(name, why)| json!({ "checker": name, "why": why }));
        json!({
            "ran": self.ran,
            "not_applicable": idle.collect::<Vec<_>>(),
            "not_asked": self.skipped,
            "not_seen": self.unseen,
        })
    }
}
