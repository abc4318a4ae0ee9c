//! What LLVM and QEMU say about the RISC-V core of the tile extension, recorded for its tests.

mod programs;
mod random;
mod text;

use crate::random::Random;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

pub use programs::record as record_programs;
pub use random::{compare as compare_runs, compare_legality, record as record_runs, record_again};
pub use text::{record as record_text, record_lines};

/// Runs a program with `input` and gives its output.
fn call(program: &str, arguments: &[&str], input: &str) -> Result<Vec<u8>, String> {
    let fail = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let text = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
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

/// The emulator with the vector length of the machine.
fn emulate(program: &Path) -> Result<Vec<u8>, String> {
    let path = program.to_str().ok_or("a path that is not text")?;
    call("qemu-riscv64", &["-cpu", "rv64,v=true,vlen=1024", path], "")
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}
