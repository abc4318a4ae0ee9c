//! What must hold for the table, and the assembler corpus.

use crate::common::Kernel;
use arch::Arch;
use isa::{Set, checks};
use waves::dialect;
use waves::table::TABLE;

#[test]
fn rows_are_consistent() {
    checks::consistent(&TABLE, &[Set::ALL]);
}

#[test]
fn every_row_survives_a_round_trip() {
    checks::round_trips(&TABLE, Set::ALL, &mut dialect(), 40);
}

/// An instruction that leads to several places names all of them, also without symbols.
#[test]
fn listings_label_every_target() {
    let text = "sig_any2 sig0, A, sig1, B\nA: end\nB: jmp A\n";
    let kernel = Kernel::new(text, &[], 32, 1);
    let code = arch::Code {
        symbols: Vec::new(),
        ..kernel.code.clone()
    };
    let style = arch::DisStyle {
        wave: 32,
        extensions: Vec::new(),
    };
    let lines = waves::Waves.listing(&code, &style);
    let mut listed = String::new();
    for line in lines {
        if let Some(label) = line.label {
            listed += &format!("{label}: ");
        }
        listed += &format!("{}\n", line.text);
    }
    assert_eq!(
        listed,
        "sig_any2 sig0, L10, sig1, L18\nL10: end\nL18: jmp L10\n"
    );
    assert_eq!(
        Kernel::new(&listed, &[], 32, 1).code.bytes,
        kernel.code.bytes
    );
}
