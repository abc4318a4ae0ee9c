//! Other programs, and the files of a folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The files of a folder with this extension, in order.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Runs a program with `input` and gives its output.
pub fn call(program: &str, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let fail = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output().map_err(fail)?;
    let _ = writer.join();
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!(
            "{program} {}: {}\n{}",
            arguments.join(" "),
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}
