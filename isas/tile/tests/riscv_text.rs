//! Instructions of the host core as the reference assembler writes them.

use isa::checks;
use tile::{TABLE, TileDialect, decode};

fn hex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex digits"))
        .collect()
}

/// Every line assembles to its bytes, and the bytes print as the line.
#[test]
fn host_instructions_print_and_assemble_as_recorded() {
    let path = format!(
        "{}/../../corpus/tile/asm/riscv.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let corpus = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines: Vec<(&str, Vec<u8>)> = corpus
        .lines()
        .map(|line| line.split_once('\t').expect("a tab"))
        .map(|(text, bytes)| (text, hex(bytes)))
        .collect();
    assert!(lines.len() > 4000, "the corpus has {} lines", lines.len());
    let text: String = lines.iter().map(|(text, _)| format!("{text}\n")).collect();
    let assembly = checks::assemble_text(&text, &mut TileDialect);
    assert_eq!(assembly.lines.len(), lines.len());
    let mut wrong = Vec::new();
    for (line, (text, expected)) in assembly.lines.iter().zip(&lines) {
        if let Some(error) = line.error {
            let message = &assembly.diagnostics[error as usize].message;
            wrong.push(format!("{text}: {message}"));
        } else if assembly.bytes(line) != expected {
            wrong.push(format!(
                "{text}: {:02x?}, not {expected:02x?}",
                assembly.bytes(line)
            ));
        }
        match decode(expected, 0) {
            Ok(inst) if TABLE.print(&inst) != *text => {
                wrong.push(format!("`{text}` prints as `{}`", TABLE.print(&inst)));
            }
            Ok(_) => {}
            Err(illegal) => wrong.push(format!("{text}: {illegal}")),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(100)].join("\n")
    );
}
