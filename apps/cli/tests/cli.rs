//! What users see: every file in `corpus/cli` and `corpus/*/debug` is a command line, its input, and after a line of
//! dashes the exit code with everything it prints. `UPDATE=1 cargo test` records them anew.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SEPARATOR: &str = "----------------------------------------\n";

#[test]
fn sessions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let entries = |folder: PathBuf| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let mut files = entries(root.join("corpus/cli"));
    for isa in entries(root.join("corpus")) {
        files.extend(entries(isa.join("debug")));
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty());
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let (session, expected) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
        let actual = run(session, path.parent().unwrap());
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

/// Runs `$ wavetank ARGS`, the first line, with the lines after it as input.
fn run(session: &str, folder: &Path) -> String {
    let (command, input) = session.split_once('\n').expect("a command line");
    let args = command
        .strip_prefix("$ wavetank")
        .expect("`$ wavetank` and arguments");
    let mut child = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .args(args.split_whitespace())
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // A command that reads no input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let mut text = format!("exit {}\n", output.status.code().unwrap_or(-1));
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            text += &format!("[{name}]\n{}", String::from_utf8_lossy(bytes));
        }
    }
    text
}
