//! What is stated of real kernels is what their registers hold: examples and corpora of all instruction
//! sets that are made of waves, run step by step.

#[path = "../../../sim/tests/all/facts/checker.rs"]
mod checker;

use crate::ready::{Engine, Ready};
use crate::{Input, Settings};
use checker::Checker;
use sim::Delivery;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Kernel files below a folder of the tree.
fn kernels(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder);
    let entries =
        std::fs::read_dir(&root).unwrap_or_else(|why| panic!("{}: {why}", root.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// What kernels read from the folder beside them.
fn data_beside(file: &Path) -> BTreeMap<String, Vec<u8>> {
    let folder = file.with_file_name("data");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.map(|entry| {
        let name = format!("data/{}", entry.file_name().display());
        (name, std::fs::read(entry.path()).unwrap_or_default())
    });
    named.collect()
}

/// Runs a kernel and compares; how much there was to compare.
fn check(file: &Path, delivery: Option<Delivery>) -> u64 {
    let name = file.display().to_string();
    let bytes = std::fs::read(file).unwrap_or_default();
    let Ok(input) = Input::new(&name, bytes, Arc::new(data_beside(file)), None) else {
        return 0;
    };
    let settings = Settings {
        delivery,
        max_instructions: 100_000,
        ..Settings::default()
    };
    let Ok((ready, Engine::Waves(loaded, _))) = Ready::new(&input, &settings) else {
        return 0;
    };
    let mut dispatch = ready.dispatch(&loaded);
    let Some(facts) = dispatch.facts() else {
        return 0;
    };
    let threads: u32 = ready.prepared.kernel.launch.local.iter().product();
    let mut checker = Checker::new(&loaded.program, &facts, threads > ready.lanes);
    // Some trap, as they should, and long ones are not run to their end.
    let _ = dispatch.resume(&mut checker);
    if let Some(wrong) = checker.wrong {
        panic!("{}: {wrong}", file.display());
    }
    checker.compared
}

#[test]
fn what_is_stated_of_real_kernels_holds() {
    for folder in [
        "examples/flux",
        "examples/rdna",
        "examples/wave",
        "examples/waves",
        "examples/waves/tutorial",
        "examples/cdna",
        "corpus/flux/run",
        "corpus/rdna/run",
        "corpus/wave/run",
        "corpus/waves/run",
    ] {
        let each = kernels(folder).into_iter().map(|file| {
            let both = [None, Some(Delivery::Strict)].map(|delivery| check(&file, delivery));
            both.iter().sum::<u64>()
        });
        assert!(each.sum::<u64>() > 1000, "{folder}");
    }
}
