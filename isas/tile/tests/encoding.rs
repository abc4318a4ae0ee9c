//! Text to words and back.

use isa::checks;
use random::Random;
use tile::{TABLE, TileDialect, decode};

fn corpus(name: &str) -> String {
    let path = format!("{}/../../corpus/tile/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn words(text: &str) -> Vec<u8> {
    text.split_whitespace()
        .map(|word| u32::from_str_radix(word.trim_start_matches("0x"), 16).expect("a word"))
        .flat_map(u32::to_le_bytes)
        .collect()
}

/// The lines of a corpus, each with its bytes.
fn lines(corpus: &str, bytes: fn(&str) -> Vec<u8>) -> Vec<(&str, Vec<u8>)> {
    let lines = corpus.lines();
    let parts = lines.map(|line| line.split_once('\t').expect("a tab"));
    parts.map(|(text, code)| (text, bytes(code))).collect()
}

/// Every line assembles to its bytes, and the bytes print as the line.
fn check(lines: &[(&str, Vec<u8>)]) {
    let text: String = lines.iter().map(|(text, _)| format!("{text}\n")).collect();
    let assembly = checks::assemble_text(&text, &mut TileDialect);
    assert_eq!(assembly.lines.len(), lines.len());
    let mut wrong = Vec::new();
    for (line, (text, expected)) in assembly.lines.iter().zip(lines) {
        if let Some(error) = line.error {
            let message = &assembly.diagnostics[error as usize].message;
            wrong.push(format!("{text}: {message}"));
        } else if assembly.bytes(line) != expected {
            let bytes = assembly.bytes(line);
            wrong.push(format!("{text}: {bytes:02x?}, not {expected:02x?}"));
        }
        match decode(expected, 0) {
            Ok(inst) if TABLE.print(&inst) != *text => {
                wrong.push(format!("`{text}` prints as `{}`", TABLE.print(&inst)));
            }
            Ok(_) => {}
            Err(illegal) => wrong.push(format!("{text}: {illegal}")),
        }
    }
    none(&wrong);
}

/// Nothing was found wrong; else the first of it is shown.
fn none(wrong: &[String]) {
    let (count, shown) = (wrong.len(), &wrong[..wrong.len().min(40)]);
    assert!(wrong.is_empty(), "{count} wrong:\n{}", shown.join("\n"));
}

#[test]
fn vectors_assemble_and_print() {
    check(&lines(&corpus("asm/vectors.txt"), words));
}

/// Instructions of the host core as the reference assembler writes them.
#[test]
fn host_instructions_print_and_assemble_as_recorded() {
    let corpus = corpus("asm/riscv.txt");
    let lines = lines(&corpus, hex);
    assert!(lines.len() > 4000, "the corpus has {} lines", lines.len());
    check(&lines);
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex digits"))
        .collect()
}

/// Host instructions encode as `llvm-mc` encodes them, and print as text that does so again.
#[test]
fn host_instructions_agree_with_the_reference_assembler() {
    let corpus = corpus("asm/host.txt");
    let lines: Vec<(&str, Vec<u8>)> = corpus
        .lines()
        .map(|line| line.split_once('\t').expect("a tab"))
        .map(|(text, bytes)| (text, hex(bytes)))
        .collect();
    let mut wrong = Vec::new();
    for (text, expected) in &lines {
        let assembly = checks::assemble_text(text, &mut TileDialect);
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
                    let again = checks::assemble_text(&printed, &mut TileDialect);
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
    none(&wrong);
}

/// Illegal words are refused, and the message names the field.
#[test]
fn illegal_words_say_which_field_is_wrong() {
    let mut wrong = Vec::new();
    for line in corpus("fail/words.txt").lines() {
        let (text, reason) = line.split_once('\t').expect("a tab");
        match decode(&words(text), 0x1000) {
            Ok(inst) => wrong.push(format!("{text} is {}", TABLE.print(&inst))),
            Err(illegal) if !illegal.to_string().contains(reason) => {
                wrong.push(format!("{text}: expected \"{reason}\" in: {illegal}"));
            }
            Err(_) => {}
        }
    }
    none(&wrong);
}

#[test]
fn the_table_is_consistent() {
    // 16-bit instructions that are carved out of others' encodings are in sets of their own.
    checks::consistent(&TABLE, &[isa::Set(1), isa::Set(2), isa::Set(4)]);
}

/// For random operands of every row: what is legal goes from words to text and back unchanged,
/// and what is not is refused by the assembler as well.
#[test]
fn every_form_round_trips() {
    let mut random = Random::new(1);
    let (mut text, mut encoded) = (String::new(), Vec::new());
    for row in TABLE.rows() {
        let mut legal = 0;
        // Rules leave few legal values for some rows.
        for attempt in 0..2000 {
            if attempt >= 60 && legal >= 8 {
                break;
            }
            let mut values = [0; isa::MAX_OPERANDS];
            for (value, operand) in values.iter_mut().zip(row.operands) {
                *value = match operand.kind {
                    isa::Kind::Named(names) => names[random.bits() as usize % names.len()].1,
                    _ => (0..100)
                        .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                        .expect("most values of other operands are legal"),
                };
            }
            let inst = isa::Inst { row, values };
            let word = inst.encode().expect("decoded operands encode");
            let bytes = row.format.to_bytes(word)[..row.format.len()].to_vec();
            let line = TABLE.print(&inst);
            match decode(&bytes, 0) {
                // The manual gives some operands of 16-bit instructions to other instructions.
                Ok(decoded) if decoded != inst => {
                    let assembly = checks::assemble_text(&line, &mut TileDialect);
                    assert!(assembly.has_errors(), "{line} is {}", TABLE.print(&decoded));
                }
                Ok(_) => {
                    legal += 1;
                    text.push_str(&format!("{line}\n"));
                    encoded.push((line, bytes));
                }
                Err(_) => {
                    let assembly = checks::assemble_text(&line, &mut TileDialect);
                    assert!(assembly.has_errors(), "`{line}` is illegal but assembles");
                }
            }
        }
        assert!(legal > 0, "no legal instruction found for {}", row.mnemonic);
    }
    let assembly = checks::assemble_text(&text, &mut TileDialect);
    assert_eq!(assembly.lines.len(), encoded.len());
    for (line, (text, bytes)) in assembly.lines.iter().zip(&encoded) {
        assert!(
            line.error.is_none(),
            "`{text}`: {:?}",
            assembly.diagnostics[0]
        );
        assert_eq!(assembly.bytes(line), bytes, "`{text}`");
    }
}

/// Random words never panic, and what decodes encodes to the same words.
#[test]
fn random_words_decode_or_are_refused() {
    let mut random = Random::new(7);
    for _ in 0..200_000 {
        let mut bytes = [0u8; 12];
        for chunk in bytes.chunks_mut(4) {
            let word = random.bits() as u32 & random.bits() as u32 & !0x7f | 0x7b;
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        if let Ok(inst) = decode(&bytes, 0) {
            let word = inst.encode().expect("decoded operands encode");
            assert_eq!(
                inst.row.format.to_bytes(word)[..inst.len()],
                bytes[..inst.len()]
            );
        }
    }
}

/// Code is aligned with instructions that do nothing, and `.align` counts in powers of two.
#[test]
fn alignment_fills_code_with_nothing_to_do() {
    let text = " c.nop\n .align 3\n ret\n .balign 16\n ret\n";
    let assembly = checks::assemble_text(text, &mut TileDialect);
    assert!(!assembly.has_errors());
    let (nop, ret) = (0x0000_0013u32.to_le_bytes(), 0x0000_8067u32.to_le_bytes());
    let expected = [&[1, 0, 1, 0][..], &nop, &ret, &nop, &ret].concat();
    assert_eq!(assembly.text(), expected);
}
