//! Tokens of single instructions against captures of real chips: `corpus/rdna/rgp/tokens.tsv`, which
//! `verify timing --tokens` records.

use super::{Mark, Token};
use crate::bytes::decode;
use crate::target::{Target, Wave};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What captures say of instructions for which no rule is known: of the many that do something alike, these alone
/// have another token.
const WITHOUT_A_RULE: [(&str, &str); 1] = [("gfx1201", "s_cls_i32")];

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna")
}

/// The bytes of an instruction of every mnemonic.
fn encodings(target: &str) -> HashMap<String, Vec<u8>> {
    let mut all = HashMap::new();
    for file in fs::read_dir(corpus().join("asm")).expect("the folder is there") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if !name.starts_with(&format!("{target}-wave32")) {
            continue;
        }
        for line in fs::read_to_string(&path).expect("a text").lines() {
            let Some((text, hex)) = line.split_once('\t').filter(|(_, hex)| *hex != "error") else {
                continue;
            };
            let bytes = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16));
            let Ok(bytes) = bytes.collect() else {
                continue;
            };
            let mnemonic = text.split_whitespace().next().expect("a word");
            let plain = mnemonic.trim_end_matches("_e32").trim_end_matches("_e64");
            all.entry(plain.to_string()).or_insert(bytes);
        }
    }
    all
}

#[test]
fn tokens_are_those_of_captures() {
    let text = fs::read_to_string(corpus().join("rgp/tokens.tsv")).expect("the table is there");
    for (chip, lines) in [("gfx1100", "gfx1100"), ("gfx1201", "gfx1200")] {
        let target = Target::from_name(chip).expect("a chip");
        let encodings = encodings(lines);
        let (mut seen, mut wrong) = (0, Vec::new());
        for row in text.lines() {
            let [of, mnemonic, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("three columns: {row}");
            };
            let Some(bytes) = encodings.get(mnemonic).filter(|_| of == chip) else {
                continue;
            };
            let inst = decode(bytes, target, Wave::W32).expect("an instruction");
            let found = match Mark::of(&inst, target).token {
                Token::Vector => "vector".to_string(),
                Token::Other(number) => format!("0x{number:02x}"),
                other => format!("{other:?}"),
            };
            seen += 1;
            if found != expected && !WITHOUT_A_RULE.contains(&(chip, mnemonic)) {
                wrong.push(format!("{mnemonic}: {found}, captured {expected}"));
            }
        }
        assert!(seen > 400, "{chip}: {seen} instructions");
        assert_eq!(wrong, Vec::<String>::new(), "{chip}, of {seen}");
    }
}
