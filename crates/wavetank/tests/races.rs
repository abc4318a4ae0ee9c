//! Kernels in pairs, right and wrong by one change: what is right is silent, and in what is wrong
//! exactly the lines that say `<- race` are found.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wavetank::{Input, Settings, SourceFile};

/// Races alone: some of the mistakes are missing waits as well.
fn races_only() -> Settings {
    Settings {
        checkers: wavetank::Checkers {
            waits: false,
            uniform: false,
            undefined: false,
            ..wavetank::Checkers::ALL
        },
        ..Settings::default()
    }
}

fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/check/races");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn races_are_found_where_they_are_and_nowhere_else() {
    let mut failures = Vec::new();
    for path in kernels() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let input = Input::open(&path, None).unwrap();
        let findings = match wavetank::check(&input, &races_only()) {
            Ok(findings) => findings,
            Err(error) => {
                failures.push(format!("{name}: {error}"));
                continue;
            }
        };
        let source = findings.file.text();
        let marked = |(_, line): &(usize, &str)| line.ends_with("<- race");
        let lines = source.lines().enumerate().filter(marked);
        let expected: BTreeSet<u32> = lines.map(|(line, _)| line as u32 + 1).collect();
        let labels = findings.diagnostics.iter().flat_map(|found| &found.labels);
        let lines = labels.map(|label| findings.file.line_of(label.span.start));
        let found: BTreeSet<u32> = lines.collect();
        let all_races = findings.diagnostics.iter().all(|it| it.code == "race");
        if found != expected || !all_races || name.contains(".wrong") == expected.is_empty() {
            let told: Vec<&str> = (findings.diagnostics.iter())
                .map(|it| it.message.as_str())
                .collect();
            failures.push(format!("{name}: {found:?}, not {expected:?}: {told:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn races_that_are_meant_are_counted() {
    let text = |mark: &str| {
        format!(
            "out_x: u32[1]\nlocal = 64\n---\n  s_mov_b32 s6, s3\n  s_mov_b32 s7, s4\n  \
             s_load_b64 s[8:9], s[6:7], 0x0\n  v_mov_b32 v1, 0\n  v_mov_b32 v2, 1\n  \
             s_waitcnt lgkmcnt(0)\n  global_store_b32 v1, v2, s[8:9] {mark}\n  s_endpgm\n"
        )
    };
    let check = |mark: &str, ok: &[&str]| {
        let file = SourceFile::new("x.rdna3", format!("---\n{}", text(mark)));
        let input = Input::from_text(file, PathBuf::new(), None).unwrap();
        let settings = Settings {
            intended_races: ok.iter().map(|at| at.to_string()).collect(),
            ..races_only()
        };
        let findings = wavetank::check(&input, &settings).unwrap();
        (findings.diagnostics.len(), findings.intended_races)
    };
    assert_eq!(check("", &[]), (1, 0));
    assert_eq!(check("; wavetank: race ok", &[]), (0, 1));
    assert_eq!(check("", &["out_x"]), (0, 1));
    assert_eq!(check("", &["11"]), (0, 1));
    assert_eq!(check("", &["out_y", "3", "0x4"]), (1, 0));
}
