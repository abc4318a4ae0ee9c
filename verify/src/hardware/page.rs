//! The tables of `docs/hardware-verification.md`, from what `scripts/run-ptx` wrote as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

const BEGIN: &str = "<!-- tables: begin -->\n";
const END: &str = "<!-- tables: end -->\n";

#[derive(Deserialize)]
struct Results {
    device: String,
    driver: String,
    date: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    suite: String,
    name: String,
    style: String,
    verdict: String,
    note: String,
}

/// Puts the tables in place of those between the marks of `document`. `results` holds `suite.json`
/// (the conformance suite and the examples), `sweep.json` and `random.json`.
pub fn write(results: &str, document: &str) -> Result<(), String> {
    let read = |name: &str| -> Result<Results, String> {
        let path = Path::new(results).join(name);
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
    };
    let suite = read("suite.json")?;
    let tables = tables(&suite, &read("sweep.json")?, &read("random.json")?);
    let text = std::fs::read_to_string(document).map_err(|e| format!("{document}: {e}"))?;
    let (before, rest) = text
        .split_once(BEGIN)
        .ok_or(format!("{document} has no {BEGIN}"))?;
    let (_, after) = rest
        .split_once(END)
        .ok_or(format!("{document} has no {END}"))?;
    let text = format!("{before}{BEGIN}{tables}{END}{after}");
    std::fs::write(document, text).map_err(|e| format!("{document}: {e}"))
}

fn tables(suite: &Results, sweep: &Results, random: &Results) -> String {
    let mut out = format!(
        "\n{} with driver {}, {}.\n\n",
        suite.device, suite.driver, suite.date
    );
    let conformance = of(suite, "conformance");
    let examples = of(suite, "wave");
    let sweep: Vec<&Case> = sweep.cases.iter().collect();
    let random: Vec<&Case> = random.cases.iter().collect();
    let suites = [
        ("conformance suite", &conformance),
        ("examples", &examples),
        ("every instruction on many words", &sweep),
        ("random programs", &random),
    ];
    out += &summary(&suites);
    for (title, cases) in &suites[..2] {
        let _ = write!(out, "\n## {}\n\n", capitalised(title));
        out += &by_kernel(cases);
    }
    let _ = write!(out, "\n## Every instruction\n\n");
    out += &by_kernel(&sweep);
    let differing = random.iter().filter(|case| case.verdict != "exact");
    for case in differing {
        let _ = writeln!(out, "\n`{}`: {}: {}", case.name, case.verdict, case.note);
    }
    out.push('\n');
    out
}

fn of<'a>(results: &'a Results, suite: &str) -> Vec<&'a Case> {
    let cases = results.cases.iter();
    cases.filter(|case| case.suite == suite).collect()
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// How many there are of each verdict.
fn summary(suites: &[(&str, &Vec<&Case>)]) -> String {
    let mut counts: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    let mut columns = Vec::new();
    for (title, cases) in suites {
        for style in ["exact", "fast"] {
            let cases: Vec<_> = cases.iter().filter(|case| case.style == style).collect();
            if cases.is_empty() {
                continue;
            }
            for case in &cases {
                let key = (rank(&case.verdict), case.verdict.as_str());
                let row = counts.entry(key).or_default();
                row.resize(row.len().max(columns.len() + 1), 0);
                row[columns.len()] += 1;
            }
            columns.push(format!("{title}, {style}"));
        }
    }
    let mut out = format!("| | {} |\n|---|", columns.join(" | "));
    out += &"---:|".repeat(columns.len());
    out.push('\n');
    for ((_, verdict), mut row) in counts {
        row.resize(columns.len(), 0);
        let cells: Vec<String> = row.iter().map(usize::to_string).collect();
        let _ = writeln!(out, "| {} | {} |", shown(verdict), cells.join(" | "));
    }
    out
}

const ORDER: [&str; 7] = [
    "exact",
    "exact but for NaN bits",
    "within tolerance",
    "exact unless optimised",
    "traps",
    "not diagnosed",
    "skipped",
];

/// Verdicts in the order of the table; what should not occur stands last.
fn rank(verdict: &str) -> usize {
    let place = ORDER.iter().position(|&name| name == verdict);
    place.unwrap_or(ORDER.len())
}

fn shown(verdict: &str) -> &str {
    match verdict {
        "skipped" => "n.a.",
        "exact but for NaN bits" => "exact but NaN",
        verdict => verdict,
    }
}

/// A row for each kernel, with both ways to translate it.
fn by_kernel(cases: &[&Case]) -> String {
    let mut rows: BTreeMap<&str, BTreeMap<&str, &Case>> = BTreeMap::new();
    for case in cases {
        let row = rows.entry(&case.name).or_default();
        row.insert(&case.style, case);
    }
    let mut out = String::from("| kernel | exact | fast | |\n|---|---|---|---|\n");
    for (name, styles) in rows {
        let cell = |style: &str| styles.get(style).map_or("", |case| shown(&case.verdict));
        let mut notes: Vec<&str> = styles.values().map(|case| case.note.as_str()).collect();
        notes.dedup();
        notes.retain(|note| !note.is_empty());
        let notes = notes.join("; ").replace('|', "\\|");
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {notes} |",
            cell("exact"),
            cell("fast")
        );
    }
    out
}
