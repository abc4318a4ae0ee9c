//! What LLVM and QEMU say about the RISC-V core of the tile extension, recorded for its tests.

mod programs;
mod random;
mod text;

use crate::process::call;
use ::random::Random;
use std::path::Path;

pub use programs::record as record_programs;
pub use random::{compare as compare_runs, compare_legality, record as record_runs, record_again};
pub use text::{record as record_text, record_lines};

/// The emulator with the vector length of the machine.
fn emulate(program: &Path) -> Result<Vec<u8>, String> {
    let path = program.to_str().ok_or("a path that is not text")?;
    call(
        "qemu-riscv64",
        &["-cpu", "rv64,v=true,vlen=1024", path],
        &[],
    )
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}
