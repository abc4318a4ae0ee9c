//! Text to words and back.

use crate::machine::corpus;
use isa::checks;
use riscv::{RiscvDialect, TABLE, decode};

/// The lines of a corpus, each with its bytes.
fn lines(corpus: &str) -> Vec<(&str, Vec<u8>)> {
    let lines = corpus.lines();
    let parts = lines.map(|line| line.split_once('\t').expect("a tab"));
    parts.map(|(text, code)| (text, hex(code))).collect()
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex digits"))
        .collect()
}

/// Instructions as the reference assembler writes them.
#[test]
fn instructions_print_and_assemble_as_recorded() {
    let corpus = corpus("asm/rows.txt");
    let lines = lines(&corpus);
    assert!(lines.len() > 4000, "the corpus has {} lines", lines.len());
    let print = |bytes: &[u8]| decode(bytes, 0).map(|inst| TABLE.print(&inst));
    checks::lines_agree(&lines, &mut RiscvDialect, &print);
}

/// Instructions encode as `llvm-mc` encodes them, and print as text that does so again.
#[test]
fn instructions_agree_with_the_reference_assembler() {
    let corpus = corpus("asm/lines.txt");
    let mut wrong = Vec::new();
    for (text, expected) in &lines(&corpus) {
        let assembly = checks::assemble_text(text, &mut RiscvDialect);
        if assembly.has_errors() {
            wrong.push(format!("{text}: {}", assembly.diagnostics[0].message));
        } else if assembly.text() != expected {
            wrong.push(format!(
                "{text}: {:02x?}, not {expected:02x?}",
                assembly.text()
            ));
        }
        let mut at = 0;
        while at < expected.len() {
            match decode(&expected[at..], 0) {
                Ok(inst) => {
                    let printed = TABLE.print(&inst);
                    let again = checks::assemble_text(&printed, &mut RiscvDialect);
                    if again.text() != &expected[at..at + inst.len()] {
                        wrong.push(format!("{text} prints as {printed}"));
                    }
                    at += inst.len();
                }
                Err(illegal) => {
                    wrong.push(format!("{text}: {illegal}"));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_is_consistent() {
    // 16-bit instructions that are carved out of others' encodings are in sets of their own.
    checks::consistent(&TABLE, &[isa::Set(1), isa::Set(2), isa::Set(4)]);
}

#[test]
fn every_form_round_trips() {
    checks::legal_forms_round_trip(&TABLE, &mut RiscvDialect, decode);
}

/// Code is aligned with instructions that do nothing, and `.align` counts in powers of two.
#[test]
fn alignment_fills_code_with_nothing_to_do() {
    let text = " c.nop\n .align 3\n ret\n .balign 16\n ret\n";
    let assembly = checks::assemble_text(text, &mut RiscvDialect);
    assert!(!assembly.has_errors());
    let (nop, ret) = (0x0000_0013u32.to_le_bytes(), 0x0000_8067u32.to_le_bytes());
    let expected = [&[1, 0, 1, 0][..], &nop, &ret, &nop, &ret].concat();
    assert_eq!(assembly.text(), expected);
}
