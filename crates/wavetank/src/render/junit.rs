//! JUnit's XML, the format in which continuous integration takes results.

use super::{diagnostic, error};
use crate::{Error, Findings, checker_of};
use source::Severity;
use std::fmt::Write as _;

/// One test of a report.
pub struct Case {
    /// What it belongs to: the file.
    pub class: String,
    /// What was tested: the checker.
    pub name: String,
    /// What came of it.
    pub verdict: Verdict,
}

/// What came of a test.
#[allow(missing_docs)] // The names say it.
pub enum Verdict {
    Passed,
    Skipped(String),
    Failed(String),
    /// It could not be carried out.
    Error(String),
}

/// A case for every file and checker.
pub fn cases(looked: &[(String, Result<Findings, Error>)]) -> Vec<Case> {
    let mut cases = Vec::new();
    for (file, result) in looked {
        let mut add = |name: &str, verdict| {
            cases.push(Case {
                class: file.clone(),
                name: name.into(),
                verdict,
            });
        };
        let findings = match result {
            Ok(findings) => findings,
            Err(it) => {
                add("run", Verdict::Error(error(it, false)));
                continue;
            }
        };
        let counts = |severity: Severity| severity > Severity::Note;
        let failures = |name: &str| {
            let own = findings.diagnostics.iter();
            let own = own.filter(|it| counts(it.severity) && checker_of(it.code) == name);
            let texts: Vec<String> = own
                .map(|it| diagnostic(it, &findings.file, false))
                .collect();
            match texts.is_empty() {
                true => Verdict::Passed,
                false => Verdict::Failed(texts.join("\n\n")),
            }
        };
        let checked = &findings.checked;
        for name in &checked.ran {
            add(name, failures(name));
        }
        for (name, why) in &checked.idle {
            add(name, Verdict::Skipped(why.to_string()));
        }
        for name in &checked.skipped {
            add(name, Verdict::Skipped("not asked".into()));
        }
        // What the run itself says, and what a checker says that has nothing to look at.
        let known = |code: &str| checked.ran.contains(&checker_of(code));
        let rest = findings.diagnostics.iter();
        let rest = rest.filter(|it| counts(it.severity) && !known(it.code));
        let rest: Vec<String> = rest
            .map(|it| diagnostic(it, &findings.file, false))
            .collect();
        if !rest.is_empty() {
            add("run", Verdict::Failed(rest.join("\n\n")));
        }
    }
    cases
}

/// The report of a suite.
pub fn junit(suite: &str, cases: &[Case]) -> String {
    let count = |is: fn(&Verdict) -> bool| cases.iter().filter(|case| is(&case.verdict)).count();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        cases.len(),
        count(|it| matches!(it, Verdict::Failed(_))),
        count(|it| matches!(it, Verdict::Error(_))),
        count(|it| matches!(it, Verdict::Skipped(_))),
    );
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites {counts}>");
    let _ = writeln!(text, "  <testsuite name=\"{}\" {counts}>", escape(suite));
    for case in cases {
        let (class, name) = (escape(&case.class), escape(&case.name));
        let _ = write!(text, "    <testcase classname=\"{class}\" name=\"{name}\"");
        let element = match &case.verdict {
            Verdict::Passed => {
                text += "/>\n";
                continue;
            }
            Verdict::Skipped(why) => {
                let _ = writeln!(text, "><skipped message=\"{}\"/></testcase>", escape(why));
                continue;
            }
            Verdict::Failed(what) => ("failure", what),
            Verdict::Error(what) => ("error", what),
        };
        let (element, what) = element;
        let first = what.lines().next().unwrap_or_default();
        let _ = writeln!(
            text,
            "><{element} message=\"{}\">{}</{element}></testcase>",
            escape(first),
            escape(what),
        );
    }
    text + "  </testsuite>\n</testsuites>\n"
}

/// Text as XML has it; characters that XML cannot hold are replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            c if (c as u32) < 0x20 || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}');
            }
            c => escaped.push(c),
        }
    }
    escaped
}
