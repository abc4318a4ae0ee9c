//! What holds for any input at all.

use flux::{Assembler, BASE, V0_2, table};
use isa::checks::assemble_text;
use proptest::prelude::*;

/// Fragments that make random text look like assembly often enough to get past the first error.
fn fragment() -> impl Strategy<Value = String> {
    let words = [
        "ADD",
        "addi",
        "LOAD",
        "BEQ",
        "JAL",
        "SWIZZLE",
        "R1",
        "r31",
        "R32",
        "(",
        ")",
        ",",
        ":",
        "0",
        "-1",
        "4096",
        "0x7f",
        "1.5",
        "1b",
        "1f",
        "$N",
        ".",
        "loop",
        "loop:",
        "1:",
        "\n",
        ".rept",
        ".endr",
        ".macro m a",
        ".endm",
        "m \\a \\a",
        ".if",
        ".else",
        ".endif",
        ".set",
        ".word",
        ".skip",
        ".ascii",
        "\"x",
        "\"y\"",
        ".ext v0.2",
        "+",
        "-",
        "<<",
        "~",
        "/*",
        "*/",
        "wzyx",
        "é",
        "=",
        "3",
        "1000000000",
    ];
    prop_oneof![
        6 => prop::sample::select(words.to_vec()).prop_map(str::to_string),
        1 => "[ -~\n]{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_decodes_prints_and_assembles_to_itself(words in prop::collection::vec(any::<u32>(), 200)) {
        for word in words {
            same_again(word)?;
            // Random words are seldom legal: give half of them an opcode that exists.
            let opcodes = [0x33, 0x13, 0x03, 0x23, 0x63, 0x6F, 0x67, 0x7F, 0x0B, 0x2B];
            same_again(word & !0x7f | opcodes[word as usize % opcodes.len()])?;
            same_again(word & 0x01ff_ffff & !0x7f | opcodes[word as usize % opcodes.len()])?;
        }
    }

    #[test]
    fn any_bytes_decode_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let lines = isa::listing(&(table(), BASE.or(V0_2)), &bytes, 0x40, &Default::default());
        let total: usize = lines.iter().map(|line| line.len).sum();
        prop_assert_eq!(total, bytes.len());
    }

    #[test]
    fn any_text_assembles_without_harm(parts in prop::collection::vec(fragment(), 0..60)) {
        assemble_text(&parts.join(" "), &mut Assembler::new(V0_2));
        assemble_text(&parts.concat(), &mut Assembler::new(BASE));
    }

    #[test]
    fn any_characters_assemble_without_harm(text in any::<String>()) {
        assemble_text(&text, &mut Assembler::new(V0_2));
    }
}

fn same_again(word: u32) -> Result<(), TestCaseError> {
    if let Ok(inst) = table().decode(&word.to_le_bytes(), 0, BASE.or(V0_2)) {
        let text = table().print(&inst);
        let assembly = assemble_text(&text, &mut Assembler::new(V0_2));
        prop_assert_eq!(assembly.text(), word.to_le_bytes(), "{}", text);
    }
    Ok(())
}
