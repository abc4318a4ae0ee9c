//! `corpus/flux/asm`: lines of assembly and their bytes, in both directions.

use std::collections::BTreeSet;
use std::path::Path;

use flux::{Assembler, BASE, V0_2, table};
use isa::checks::assemble_text;

#[test]
fn every_line_has_its_bytes() {
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for entry in std::fs::read_dir(corpus("asm")).expect("the corpus is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        for (number, line) in (1..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (source, hex) = line.split_once('\t').expect("text, tab, bytes");
            let place = format!("{}:{number}: {source}", path.display());
            seen.insert(check(source, &bytes(hex), &place));
            count += 1;
        }
    }
    let all: BTreeSet<_> = table().rows().map(|row| row.mnemonic).collect();
    assert_eq!(seen, all, "every row has a line");
    assert!(count >= 100);
}

/// Assembles to the bytes; the bytes decode to text that assembles to them again. Gives the name
/// of the row.
fn check(source: &str, expected: &[u8], place: &str) -> &'static str {
    let assembly = assemble_text(source, &mut Assembler::new(V0_2));
    assert!(
        assembly.diagnostics.is_empty(),
        "{place}: {:?}",
        assembly.diagnostics
    );
    assert_eq!(assembly.text(), expected, "{place}");
    let inst = table()
        .decode(expected, 0, BASE.or(V0_2))
        .unwrap_or_else(|e| panic!("{place}: {e}"));
    let printed = table().print(&inst);
    let again = assemble_text(&printed, &mut Assembler::new(V0_2));
    assert_eq!(again.text(), expected, "{place}: printed as `{printed}`");
    inst.row.mnemonic
}

#[test]
fn the_specifications_worked_encodings() {
    for (source, word) in [
        ("ADD R3, R1, R2", 0x0020_81B3_u32),
        ("LOAD R5, 16(R4)", 0x0102_2283),
        ("ADDI R7, R6, 100", 0x0643_0393),
        ("HALT", 0x0000_007F),
    ] {
        let assembly = assemble_text(source, &mut Assembler::new(BASE));
        assert_eq!(assembly.text(), word.to_le_bytes(), "{source}");
        let inst = table().decode(&word.to_le_bytes(), 0, BASE).expect("legal");
        assert_eq!(table().print(&inst), source);
    }
}

#[test]
fn words_that_are_no_instruction() {
    for (word, set, reason) in [
        (0x0000_0000, BASE, "no instruction has this encoding"),
        (
            0xFFFF_FFFF,
            BASE,
            "HALT has unused bits that are not zero (0xffffff80)",
        ),
        (
            0x0000_00FF,
            BASE,
            "HALT has unused bits that are not zero (0x80)",
        ),
        (0x0020_91B3, BASE, "no instruction has this encoding"),
        (0x0643_1393, BASE, "no instruction has this encoding"),
        (0x0000_0163, BASE, "BEQ has no such value for `target`"),
        (0x0020_006F, BASE, "JAL has no such value for `target`"),
        (0x0020_818B, BASE, "IADD needs extension v0.2 (`.ext v0.2`)"),
        (
            0x0A20_918B,
            BASE.or(V0_2),
            "FABS has unused bits that are not zero (0x200000)",
        ),
    ] {
        let illegal = table()
            .decode(&u32::to_le_bytes(word), 0x10, set)
            .expect_err("illegal");
        assert_eq!(illegal.reason.to_string(), reason, "{word:#010x}");
        assert_eq!((illegal.address, illegal.word), (0x10, word.into()));
    }
    let short = table()
        .decode(&[0xb3, 0x81], 0, BASE)
        .expect_err("too short");
    assert_eq!(
        short.to_string(),
        "illegal instruction 0x81b3 at 0x0: ADD needs 4 bytes"
    );
}

#[test]
fn listings_assemble_again() {
    let source = "start: LI R1, 4\nloop: ADDI R1, R1, -1\nBNE R1, R0, loop\nJAL R0, end\n\
                  .word 0xffffffff\nJAL start\nend:\nHALT\n";
    let assembly = assemble_text(source, &mut Assembler::new(BASE));
    assert!(!assembly.has_errors(), "{:?}", assembly.diagnostics);
    let lines = isa::listing(&(table(), BASE), assembly.text(), 0, &Default::default());
    let text: String = lines
        .iter()
        .map(|line| {
            let label = line
                .label
                .as_ref()
                .map_or(String::new(), |label| format!("{label}:\n"));
            format!("{label}{}\n", line.text)
        })
        .collect();
    insta::assert_snapshot!(text);
    assert_eq!(
        assemble_text(&text, &mut Assembler::new(BASE)).text(),
        assembly.text()
    );
}

fn corpus(part: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/flux")
        .join(part)
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex"))
        .collect()
}
