//! Programs that a compiler made, from `examples/tile/c`.

mod common;

use arch::Arch;
use common::{Bench, EAGER, STRICT, corpus};
use tile::TileExtension;
use uop::RunReport;

fn run(name: &str, strict: bool) -> RunReport {
    let path = format!(
        "{}/../../corpus/tile/elf/{name}.elf",
        env!("CARGO_MANIFEST_DIR")
    );
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let code = TileExtension
        .read_object(&bytes)
        .expect("a RISC-V executable")
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let options = if strict { STRICT } else { EAGER };
    Bench::new().run(&code, &options).unwrap_or_else(|fault| {
        panic!("{name}: {} at {:#x}", fault.trap, fault.address);
    })
}

/// Each program compares its own results and says so.
#[test]
fn programs_check_themselves() {
    for name in ["copy", "gemm", "rows", "moves"] {
        for strict in [false, true] {
            let report = run(name, strict);
            assert_eq!(report.exit_code, 0, "{name}");
            assert_eq!(
                String::from_utf8_lossy(&report.output),
                format!("{name}: ok\n")
            );
        }
    }
}

/// A program of the host core alone writes what it writes on an emulator.
#[test]
fn the_host_program_writes_what_was_recorded() {
    let report = run("host", false);
    assert_eq!(
        String::from_utf8_lossy(&report.output),
        corpus("elf/host.txt")
    );
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
