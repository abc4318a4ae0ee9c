//! What the command line says, and recorded sessions: what was said above a line of dashes, what came back
//! below it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SEPARATOR: &str = "----------------------------------------\n";

/// The tree of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the command line says, in the tree of the repository.
pub fn wavetank(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .args(args)
        .current_dir(root())
        .env("NO_COLOR", "1")
        .output()
        .expect("the command runs")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Has the sessions of these folders again and compares, or with `UPDATE` set records what comes.
pub fn check_sessions(folders: &[PathBuf], have: impl Fn(&str, &Path) -> String) {
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty());
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let (session, expected) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
        let actual = have(session, path.parent().unwrap());
        if update {
            fs::write(&path, format!("{session}{SEPARATOR}{actual}")).unwrap();
        } else if actual != expected {
            wrong.push(format!(
                "{}\n--- expected\n{expected}\n--- found\n{actual}",
                path.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
