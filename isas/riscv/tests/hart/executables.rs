//! Programs that a compiler made.

use crate::machine::Machine;
use riscv::{is_for_riscv, read_executable};

fn corpus(name: &str) -> Vec<u8> {
    let path = format!(
        "{}/../../corpus/tile/elf/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// They write what they write on an emulator.
#[test]
fn programs_write_what_was_recorded() {
    for name in ["host", "host-O0", "host-O3", "vectors", "vectors-O3"] {
        let bytes = corpus(&format!("{name}.elf"));
        assert!(is_for_riscv(&bytes), "{name}");
        let code = read_executable(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut machine = Machine::with(vec![(code.base, code.bytes)], code.entry);
        if let Err(stop) = machine.run() {
            panic!("{name}: {} at {:#x}", stop.trap, machine.hart.pc);
        }
        let expected = corpus(&format!("{name}.txt"));
        assert_eq!(machine.output(), expected, "{name}");
    }
}

/// Each kind of trap is one that a handler would know.
#[test]
fn exceptions_have_their_causes() {
    let cases = [
        ("jr t0", Some((1, 0x4000))),
        (".insn 4, 0xffffffff", Some((2, 0))),
        ("ebreak", Some((3, 0x1_0004))),
        ("lr.w a0, (t1)", Some((4, 0x4001))),
        ("ld a0, (t0)", Some((5, 0x4000))),
        ("amoadd.w a0, a1, (t1)", Some((6, 0x4001))),
        ("sd a0, 8(t0)", Some((7, 0x4008))),
    ];
    for (line, expected) in cases {
        let mut machine = Machine::new(&format!("lui t0, 4\n{line}\nret"));
        machine.hart.x[6] = 0x4001;
        let stop = machine.run().expect_err(line);
        let found = stop.exception.map(|found| (found.cause, found.value));
        assert_eq!(found, expected, "{line}");
    }
}
