//! `corpus/waves/asm`: lines of assembly and their bytes, in both directions.

use isa::checks::assemble_text;
use isa::{Inst, Row, Set};
use std::path::Path;
use waves::table::TABLE;
use waves::{Meaning, dialect};

#[test]
fn every_line_has_its_bytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/waves/asm");
    let mut seen: Vec<&Row<Meaning>> = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        for (number, line) in (1..).zip(text.lines()) {
            let (source, hex) = line.split_once('\t').expect("text, tab, bytes");
            let place = format!("{}:{number}: {source}", path.display());
            seen.push(check(source, &bytes(hex), &place).row);
        }
    }
    for row in TABLE.rows() {
        let has_line = seen.iter().any(|&other| std::ptr::eq(row, other));
        assert!(has_line, "{} {} has no line", row.mnemonic, row.syntax);
    }
}

/// Assembles to the bytes; the bytes decode to text that assembles to them again.
fn check(source: &str, expected: &[u8], place: &str) -> Inst<Meaning> {
    let assembly = assemble_text(source, &mut dialect());
    let problems = &assembly.diagnostics;
    assert!(problems.is_empty(), "{place}: {problems:?}");
    assert_eq!(assembly.text(), expected, "{place}");
    let inst = TABLE
        .decode(expected, 0, Set::ALL)
        .unwrap_or_else(|e| panic!("{place}: {e}"));
    let printed = TABLE.print(&inst);
    let again = assemble_text(&printed, &mut dialect());
    assert_eq!(again.text(), expected, "{place}: printed as `{printed}`");
    inst
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex"))
        .collect()
}

#[test]
fn words_that_are_no_instruction() {
    let cases: &[(u64, &str)] = &[
        (0, "no instruction has this encoding"),
        (u64::MAX, "no instruction has this encoding"),
        // Bits that `end` does not use.
        (
            0x7f00_0000_0000_0001,
            "end has unused bits that are not zero (0x1)",
        ),
        (
            0x7f04_0000_0000_0000,
            "end has unused bits that are not zero (0x4000000000000)",
        ),
        // A type that does not exist, the type of another instruction.
        (0x1044_0000_0006_0000, "no instruction has this encoding"),
        (0x2044_0000_0002_0000, "no instruction has this encoding"),
        // Destinations that are constants, sources that are reserved.
        (0x1004_0000_0000_0000, "add.u32 has no such value for `out`"),
        (
            0x1040_000c_0000_0000,
            "add.u32 has no such value for `left`",
        ),
        (0x0140_c040_0000_0000, "mov has no such value for `mask`"),
        // A kind of operand that does not exist; a second term without a mask.
        (
            0x1040_0000_0030_0000,
            "add.u32 has no such value for `left`",
        ),
        (
            0x1040_0000_0020_0000,
            "add.u32 has no such value for `left`",
        ),
        (
            0x1040_0000_0000_0040,
            "add.u32 has no such value for `left`",
        ),
        // The second word is missing.
        (0x1040_0000_0000_3000, "add.u32 needs 16 bytes"),
        (0x7400_0000_0000_7000, "jmp needs 16 bytes"),
    ];
    for &(word, reason) in cases {
        let illegal = TABLE
            .decode(&word.to_le_bytes(), 0, Set::ALL)
            .expect_err("illegal");
        assert_eq!(illegal.reason.to_string(), reason, "{word:#018x}");
    }
    // An immediate has 32 bits: what is above must be zero.
    let mut long = 0x1040_0000_0000_3000_u64.to_le_bytes().to_vec();
    long.extend((1_u64 << 32 | 5).to_le_bytes());
    let illegal = TABLE
        .decode(&long, 0, Set::ALL)
        .expect_err("illegal")
        .reason
        .to_string();
    assert!(
        illegal.contains("unused bits that are not zero"),
        "{illegal}"
    );
}

#[test]
fn any_bytes_decode_strictly_or_not_at_all() {
    let mut seed = 1_u64;
    let mut legal = 0;
    for _ in 0..100_000 {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // Few bits set, so that some of the words are instructions.
        let sparse = seed & seed.rotate_left(21) & seed.rotate_left(42);
        let word = sparse | (seed >> 32 & 0x7f) << 56 | 0x0040_0000_0000_0000;
        let bytes = [word.to_le_bytes(), (seed >> 40).to_le_bytes()].concat();
        let Ok(inst) = TABLE.decode(&bytes, 0, Set::ALL) else {
            continue;
        };
        legal += 1;
        let encoded = inst.encode().expect("what decodes can be encoded");
        let len = inst.len();
        assert_eq!(
            inst.row.format.to_bytes(encoded)[..len],
            bytes[..len],
            "{}",
            TABLE.print(&inst)
        );
    }
    assert!(legal > 1000, "only {legal} were instructions");
}
