//! What users see: every file in `corpus/cli` and `corpus/*/debug` is a command line, its input, and after a line of
//! dashes the exit code with everything it prints. `UPDATE=1 cargo test` records them anew.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn sessions() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let isas = fs::read_dir(&corpus).expect("the corpus");
    let mut folders: Vec<PathBuf> = isas.map(|isa| isa.unwrap().path().join("debug")).collect();
    folders.push(corpus.join("cli"));
    crate::common::check_sessions(&folders, run);
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
