//! The WAVE conformance suite, and the examples at every wave width.

use crate::root;
use source::SourceFile;
use std::path::PathBuf;
use wavetank::conformance::{self, Verdict};
use wavetank::{Settings, check, run};

#[test]
fn every_item_passes_or_has_nothing_to_test() {
    let result = conformance::wave(None).unwrap();
    assert_eq!(result.items.len(), 180);
    assert_eq!(result.counts().failed, 0, "{}", result.to_text());
    let untested = result
        .items
        .iter()
        .filter(|item| item.verdict == Verdict::NotApplicable);
    let untested: Vec<u32> = untested.map(|item| item.number).collect();
    assert_eq!(untested, [1, 2, 3, 7, 178, 179, 180]);
}

/// What another implementation is given is what this one carries.
#[test]
fn the_suite_in_the_folder_is_the_one_in_the_program() {
    let folder = root().join("corpus/wave/conformance");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let file = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        SourceFile::new(name.as_ref(), std::fs::read_to_string(path).unwrap())
    };
    let read = conformance::wave(Some(paths.iter().map(file).collect())).unwrap();
    assert_eq!(read.to_json(), conformance::wave(None).unwrap().to_json());
    assert!(conformance::wave(Some(Vec::new())).is_err());
}

#[test]
fn examples_pass_at_every_width() {
    let folder = root().join("examples/wave");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "wave") {
            continue;
        }
        for width in [16, 32, 64] {
            // Matrix instructions are defined for teams of 32 threads.
            if width == 16 && path.ends_with("mma-gemm.wave") {
                continue;
            }
            let input = compile::open_plain(&path, None).unwrap();
            let settings = Settings {
                wave: Some(width),
                ..Settings::default()
            };
            let report = run(&input, &settings).unwrap_or_else(|e| panic!("{path:?}: {e}"));
            assert!(
                report.passed() && !report.expectations.is_empty(),
                "{path:?} at {width}"
            );
            let findings = check(&input, &settings).unwrap().diagnostics;
            assert!(findings.is_empty(), "{path:?}: {findings:?}");
            count += 1;
        }
    }
    assert!(count > 30);
}
