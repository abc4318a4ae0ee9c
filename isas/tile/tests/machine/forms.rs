//! The forms of the specification, bit by bit: `corpus/tile/asm/forms.txt` has the words of each in
//! memory order, from bit 31 down, with a dot for every bit that is not fixed.

use crate::common::corpus;
use random::Random;
use tile::{TABLE, decode};

/// The fixed bits of each word, and their values.
struct Form {
    name: String,
    words: Vec<(u32, u32)>,
}

fn forms() -> Vec<Form> {
    let word = |text: &str| {
        text.bytes().fold((0u32, 0u32), |(mask, value), bit| {
            let fixed = u32::from(bit != b'.');
            (mask << 1 | fixed, value << 1 | u32::from(bit == b'1'))
        })
    };
    let form = |line: &str| {
        let (name, words) = line.split_once('\t').expect("a tab");
        Form {
            name: name.to_string(),
            words: words.split(' ').map(word).collect(),
        }
    };
    corpus("asm/forms.txt").lines().map(form).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| u32::from_le_bytes(chunk.try_into().expect("four bytes"));
    bytes.chunks(4).map(word).collect()
}

impl Form {
    fn has(&self, words: &[u32]) -> bool {
        let fits = |(word, (mask, value)): (&u32, &(u32, u32))| word & mask == *value;
        self.words.len() == words.len() && words.iter().zip(&self.words).all(fits)
    }
}

/// Every instruction is of some form, and every form has instructions: whatever the table can
/// encode has the fixed bits of one.
#[test]
fn every_instruction_is_of_a_form() {
    let forms = forms();
    let mut random = Random::new(4048);
    let mut used = vec![false; forms.len()];
    for row in TABLE.rows() {
        for _ in 0..200 {
            let inst = isa::checks::random_inst(row, &mut random);
            let word = inst.encode().expect("decoded operands encode");
            let bytes = &row.format.to_bytes(word)[..row.format.len()];
            if decode(bytes, 0).is_err() {
                continue;
            }
            let words = words(bytes);
            let of: Vec<usize> = (0..forms.len()).filter(|&i| forms[i].has(&words)).collect();
            assert!(!of.is_empty(), "`{}` is of no form", TABLE.print(&inst));
            of.iter().for_each(|&i| used[i] = true);
        }
    }
    let unused: Vec<&str> = forms
        .iter()
        .zip(&used)
        .filter(|(_, used)| !**used)
        .map(|(form, _)| form.name.as_str())
        .collect();
    assert!(unused.is_empty(), "no row encodes {unused:?}");
}

/// The recorded instructions are of forms too, and together of all of them.
#[test]
fn the_vectors_cover_the_forms() {
    let forms = forms();
    let mut used = vec![false; forms.len()];
    for line in corpus("asm/vectors.txt").lines() {
        let (text, hex) = line.split_once('\t').expect("a tab");
        let words: Vec<u32> = hex
            .split_whitespace()
            .map(|word| u32::from_str_radix(word.trim_start_matches("0x"), 16).expect("a word"))
            .collect();
        let of: Vec<usize> = (0..forms.len()).filter(|&i| forms[i].has(&words)).collect();
        assert!(!of.is_empty(), "`{text}` is of no form");
        of.iter().for_each(|&i| used[i] = true);
    }
    assert!(used.iter().all(|used| *used));
}
