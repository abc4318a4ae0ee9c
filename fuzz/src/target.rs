//! What is fuzzed.

mod arch;
mod files;
mod objects;
mod rows;
mod talk;

use std::path::{Path, PathBuf};
use wavetank::{Report, Settings};

/// something that reads input from outside.
pub trait Target {
    /// Unique; it is part of the names of files with input that went wrong.
    fn name(&self) -> String;

    /// Inputs to begin with.
    fn seeds(&self) -> Vec<Vec<u8>>;

    /// Reads an input. An error says which promise it broke; panics are caught.
    fn run(&self, input: &[u8]) -> Result<(), String>;

    /// Longest input, in bytes: long enough to nest and repeat, short enough to stay fast.
    fn longest(&self) -> usize {
        4096
    }
}

/// Everything, for every instruction set.
pub fn all() -> Vec<Box<dyn Target>> {
    let mut all = arch::all();
    all.extend(rows::all());
    all.extend(objects::all());
    all.extend(files::all());
    all.extend(talk::all());
    all
}

/// Runs end soon: what is under test is the way there.
fn settings() -> Settings {
    Settings {
        max_instructions: 20_000,
        ..Settings::default()
    }
}

/// Messages must not panic either.
fn show(result: Result<Report, wavetank::Error>) {
    match result {
        Ok(report) => drop(report.to_json()),
        Err(error) => drop(wavetank::render::error(&error, false)),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder of the repository whose names end like this, in order.
fn collect(folder: &str, ending: &str) -> Vec<PathBuf> {
    fn of(path: &Path, ending: &str, files: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(path) else {
            return;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                of(&path, ending, files);
            } else if path.to_string_lossy().ends_with(ending) {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    of(&root().join(folder), ending, &mut files);
    files.sort();
    files
}

fn contents(files: Vec<PathBuf>) -> Vec<Vec<u8>> {
    files
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .collect()
}

/// A folder for what an input consists of, of this process alone.
fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("wavetank-fuzz-{}", std::process::id()));
    let _ = std::fs::create_dir_all(&folder);
    folder
}
