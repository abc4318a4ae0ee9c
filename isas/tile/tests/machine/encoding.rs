//! Text to words and back.

use crate::common::corpus;
use isa::checks;
use random::Random;
use tile::{TABLE, TileDialect, Word, decode};

fn words(text: &str) -> Vec<u8> {
    text.split_whitespace()
        .map(|word| u32::from_str_radix(word.trim_start_matches("0x"), 16).expect("a word"))
        .flat_map(u32::to_le_bytes)
        .collect()
}

#[test]
fn vectors_assemble_and_print() {
    let corpus = corpus("asm/vectors.txt");
    let lines = corpus.lines();
    let parts = lines.map(|line| line.split_once('\t').expect("a tab"));
    let lines: Vec<_> = parts.map(|(text, code)| (text, words(code))).collect();
    let print = |bytes: &[u8]| decode(bytes, 0).map(|inst| inst.print());
    checks::lines_agree(&lines, &mut TileDialect, &print);
}

/// Illegal words are refused, and the message names the field.
#[test]
fn illegal_words_say_which_field_is_wrong() {
    let mut wrong = Vec::new();
    for line in corpus("fail/words.txt").lines() {
        let (text, reason) = line.split_once('\t').expect("a tab");
        match decode(&words(text), 0x1000) {
            Ok(inst) => wrong.push(format!("{text} is {}", inst.print())),
            Err(illegal) if !illegal.to_string().contains(reason) => {
                wrong.push(format!("{text}: expected \"{reason}\" in: {illegal}"));
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_is_consistent() {
    checks::consistent(&TABLE, &[isa::Set::ALL]);
}

#[test]
fn every_form_round_trips() {
    checks::legal_forms_round_trip(&TABLE, &mut TileDialect, tile::decode_tile);
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
        if let Ok(Word::Tile(inst)) = decode(&bytes, 0) {
            let word = inst.encode().expect("decoded operands encode");
            assert_eq!(
                inst.row.format.to_bytes(word)[..inst.len()],
                bytes[..inst.len()]
            );
        }
    }
}
