//! The C programs, compiled, and what QEMU makes of those that any RISC-V core can run.

use super::{call, emulate};
use std::path::Path;

/// A program of `examples/tile/c`, an option of the compiler, and the executable's name.
const KERNELS: &[(&str, &str, &str)] = &[
    ("copy", "-O2", "copy"),
    ("gemm", "-O2", "gemm"),
    ("rows", "-O2", "rows"),
    ("moves", "-O2", "moves"),
    ("tensor", "-O3", "tensor"),
];
const PLAIN: &[(&str, &str, &str)] = &[
    ("host", "-O2", "host"),
    ("host", "-O0", "host-O0"),
    ("host", "-O3", "host-O3"),
    ("vectors", "-O2", "vectors"),
    ("vectors", "-O3", "vectors-O3"),
];

/// Compiles everything into `corpus/tile/elf` and records the outputs.
pub fn record() -> Result<(), String> {
    for (source, level, name) in KERNELS.iter().chain(PLAIN) {
        compile(source, level, &format!("corpus/tile/elf/{name}.elf"))?;
    }
    for (_, _, name) in PLAIN {
        let output = emulate(Path::new(&format!("corpus/tile/elf/{name}.elf")))?;
        let path = format!("corpus/tile/elf/{name}.txt");
        std::fs::write(&path, output).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

fn compile(source: &str, level: &str, to: &str) -> Result<(), String> {
    let arguments = [
        "--target=riscv64",
        "-march=rv64gcv",
        "-mabi=lp64d",
        level,
        "-ffreestanding",
        "-fno-math-errno",
        "-nostdlib",
        "-static",
        "-fuse-ld=lld",
        "-Wl,-N",
        "-s",
        "-I",
        "include",
        &format!("examples/tile/c/{source}.c"),
        "-o",
        to,
    ];
    call("clang-22", &arguments, &[]).map(|_| ())
}
