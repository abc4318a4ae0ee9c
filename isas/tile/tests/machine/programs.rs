//! Programs that a compiler made, from `examples/tile/c`.

use crate::common::{Bench, EAGER, STRICT};
use arch::Arch;
use tile::TileExtension;
use uop::{RunOptions, RunReport};

fn run(path: &str, strict: bool) -> RunReport {
    run_with(path, if strict { &STRICT } else { &EAGER })
}

pub fn run_with(path: &str, options: &RunOptions) -> RunReport {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let code = TileExtension
        .read_object(&bytes)
        .expect("a RISC-V executable")
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    Bench::new().run(&code, options).unwrap_or_else(|fault| {
        panic!("{path}: {} at {:#x}", fault.trap, fault.address);
    })
}

pub fn recorded(name: &str) -> String {
    format!(
        "{}/../../corpus/tile/elf/{name}.elf",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Programs that compare their own results and say so.
const KERNELS: [&str; 5] = ["copy", "gemm", "rows", "moves", "tensor"];

fn checks_itself(name: &str, path: &str) {
    for strict in [false, true] {
        let report = run(path, strict);
        assert_eq!(report.exit_code, 0, "{name}");
        assert_eq!(
            String::from_utf8_lossy(&report.output),
            format!("{name}: ok\n")
        );
    }
}

#[test]
fn programs_check_themselves() {
    for name in KERNELS {
        checks_itself(name, &recorded(name));
    }
}

/// Where there is a compiler, the sources still make programs that are right.
#[test]
fn programs_compile_again() {
    let root = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
    let there = std::process::Command::new("clang-22")
        .arg("--version")
        .output();
    if there.is_err() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("wavetank-tile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    for name in KERNELS {
        let program = folder.join(name);
        let compiled = std::process::Command::new("clang-22")
            .args(["--target=riscv64", "-march=rv64gcv", "-mabi=lp64d", "-O2"])
            .args(["-ffreestanding", "-fno-math-errno", "-nostdlib", "-static"])
            .args(["-fuse-ld=lld", "-Wl,-N", "-I"])
            .arg(format!("{root}/include"))
            .arg(format!("{root}/examples/tile/c/{name}.c"))
            .arg("-o")
            .arg(&program)
            .output()
            .expect("the compiler runs");
        assert!(
            compiled.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&compiled.stderr)
        );
        checks_itself(name, &program.to_string_lossy());
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn damaged_executables_are_refused() {
    let path = format!(
        "{}/../../corpus/tile/elf/host.elf",
        env!("CARGO_MANIFEST_DIR")
    );
    let bytes = std::fs::read(path).expect("the corpus");
    for len in [0, 4, 17, 20, 63, 64, 100, 200, 400] {
        if let Some(Ok(code)) = TileExtension.read_object(&bytes[..len]) {
            panic!("{len} bytes make {} bytes of code", code.bytes.len());
        }
    }
    for at in 0..bytes.len().min(300) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0xff;
        // Whatever comes of it, it is an answer.
        let _ = TileExtension.read_object(&damaged);
    }
}
