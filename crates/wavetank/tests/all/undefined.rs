//! Kernels in pairs, right and wrong by one change: what is right is silent, and in what is wrong
//! exactly the lines that say `<- undefined` are found, each with where the value comes from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wavetank::{Error, Settings};

fn undefined_only() -> Settings {
    Settings {
        checkers: wavetank::Checkers::named(|name| name == "undefined"),
        ..Settings::default()
    }
}

fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/check/undefined");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn what_is_undefined_is_found_where_it_decides_and_nowhere_else() {
    let mut failures = Vec::new();
    for path in kernels() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let input = compile::open_plain(&path, None).unwrap();
        // An undefined address may well trap; what is undefined comes first.
        let (file, diagnostics) = match wavetank::check(&input, &undefined_only()) {
            Ok(findings) => (findings.file, findings.diagnostics),
            Err(Error::Diagnostics {
                file, diagnostics, ..
            }) => (*file, diagnostics),
            Err(error) => {
                failures.push(format!("{name}: {error}"));
                continue;
            }
        };
        let marked = |(_, line): &(usize, &str)| line.ends_with("<- undefined");
        let lines = file.text().lines().enumerate().filter(marked);
        let expected: BTreeSet<u32> = lines.map(|(line, _)| line as u32 + 1).collect();
        let ours = diagnostics.iter().filter(|it| it.code != "memory-fault");
        let found: BTreeSet<u32> = ours
            .clone()
            .map(|it| match it.labels.first() {
                Some(label) if it.code.starts_with("undefined-") => file.line_of(label.span.start),
                _ => 0,
            })
            .collect();
        if found != expected || name.contains(".wrong") == expected.is_empty() {
            let told: Vec<&str> = ours.map(|it| it.message.as_str()).collect();
            failures.push(format!("{name}: {found:?}, not {expected:?}: {told:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Ballots and votes are looked at in lockstep first. In an order of waves for which that is not done, every checker looks
/// at once, and finds the same.
#[test]
fn ballots_and_votes_come_out_the_same_with_every_checker_on() {
    let of_lanes = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("ballot.") || name.starts_with("vote.")
    };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/wave/conformance");
    let conformance = ["144-ballot.wave", "145-any-all.wave"].map(|name| corpus.join(name));
    let all = kernels().into_iter().filter(of_lanes).chain(conformance);
    let mut count = 0;
    for path in all {
        let input = compile::open_plain(&path, None).unwrap();
        let found = [sim::Order::RoundRobin, sim::Order::Random(1)].map(|order| {
            let settings = Settings {
                order,
                ..Settings::default()
            };
            let findings = wavetank::check(&input, &settings).unwrap();
            let told = findings.diagnostics.into_iter();
            let told: Vec<_> = told.map(|it| (it.code, it.message, it.labels)).collect();
            (told, findings.instructions)
        });
        assert_eq!(found[0], found[1], "{}", path.display());
        let wrong = path.to_string_lossy().contains(".wrong.");
        assert_eq!(wrong, !found[0].0.is_empty(), "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 6);
}
