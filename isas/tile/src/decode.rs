//! Bytes to instructions, and why bytes are none.

use crate::formats::{MOVE, OPCODE};
use crate::meaning::Tile;
use crate::rules;
use crate::table::TABLE;
use isa::{Decoded, Illegal, Inst, Reason, Row, Set};
use riscv::Effect;

/// An instruction of the tile core, or one of the hart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // The names are the cores'.
pub enum Word {
    Tile(Inst<Tile>),
    Hart(Inst<Effect>),
}

impl Word {
    /// How it is written, for a listing that begins at address 0.
    pub fn print(&self) -> String {
        self.listed(0, &|_| None).text
    }

    /// The same at an address, where `name` gives places their labels.
    pub(crate) fn listed(&self, address: u64, name: &dyn Fn(u64) -> Option<String>) -> Decoded {
        match self {
            Word::Tile(inst) => Decoded {
                len: inst.len(),
                targets: TABLE.targets(inst, address),
                text: TABLE.print_at(inst, address, name),
            },
            Word::Hart(inst) => Decoded {
                len: inst.len(),
                targets: riscv::TABLE.targets(inst, address),
                text: riscv::TABLE.print_at(inst, address, name),
            },
        }
    }
}

/// Decodes the instruction at the start of `bytes`, which lie at `address`. The opcode custom-3 is
/// the tile core's, everything else is RISC-V.
pub fn decode(bytes: &[u8], address: u64) -> Result<Word, Illegal> {
    match is_tile_word(bytes) {
        true => decode_tile(bytes, address).map(Word::Tile),
        false => riscv::decode(bytes, address).map(Word::Hart),
    }
}

/// Decodes an instruction of the tile core.
pub fn decode_tile(bytes: &[u8], address: u64) -> Result<Inst<Tile>, Illegal> {
    let Ok(inst) = TABLE.decode(bytes, address, Set::ALL) else {
        let (len, mnemonic, rule) = explain(bytes);
        let reason = Reason::Rule { mnemonic, rule };
        return Err(Illegal::new(bytes, len, address, reason));
    };
    // A register that is named twice reads as the union of both numbers where they differ.
    let word = inst.row.format.from_bytes(bytes);
    if inst.encode().ok() != word {
        let (mnemonic, rule) = (
            inst.row.mnemonic,
            "the words name different registers".into(),
        );
        let reason = Reason::Rule { mnemonic, rule };
        return Err(Illegal::new(bytes, inst.len(), address, reason));
    }
    rules::check(&inst).map_err(|broken| broken.illegal(&inst, bytes, address))?;
    Ok(inst)
}

/// Whether a word of the tile core begins here.
pub fn is_tile_word(bytes: &[u8]) -> bool {
    bytes.len() >= 4 && u64::from(bytes[0]) & 0x7f == OPCODE
}

fn word(bytes: &[u8], index: usize) -> Option<u32> {
    let bytes = bytes.get(4 * index..4 * index + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

fn tuop(word: u32) -> u32 {
    word >> 12 & 7
}

/// How many words the instruction should have, and whether the ones that follow can be its own.
fn sequence(bytes: &[u8]) -> Result<usize, String> {
    let first = word(bytes, 0).unwrap_or(0);
    let follows = |index: usize, allowed: &[u32], what: &str| {
        let Some(next) = word(bytes, index) else {
            return Err(format!("the code ends before {what}"));
        };
        if u64::from(next & 0x7f) != OPCODE {
            return Err(format!(
                "{next:#010x} follows, which is no tile word; expected {what}"
            ));
        }
        if !allowed.contains(&tuop(next)) {
            return Err(format!("tuop {:03b} follows; expected {what}", tuop(next)));
        }
        Ok(())
    };
    match tuop(first) {
        0b010 | 0b101 => Ok(1),
        0b110 => Err("tuop 110 is the last word of a longer instruction, on its own".to_string()),
        0b111 if first >> 30 & 1 == 1 => {
            follows(
                1,
                &[0, 1, 3, 4],
                "word 1 after a word that sends a register",
            )?;
            follows(2, &[6], "word 0 (tuop 110)")?;
            Ok(3)
        }
        _ => follows(1, &[6], "word 0 (tuop 110)").map(|()| 2),
    }
}

/// What is wrong with words that no row accepts: the fewest fields that would have to change.
fn explain(bytes: &[u8]) -> (usize, &'static str, String) {
    let words = match sequence(bytes) {
        Ok(words) => words,
        Err(rule) => return (4, "", rule),
    };
    let nearest = TABLE
        .rows()
        .filter(|row| row.format.len() == 4 * words)
        .filter_map(|row| Some((row, row.format.from_bytes(bytes)?)))
        .map(|(row, word)| (row, wrong_fields(row, word)))
        .min_by_key(|(_, wrong)| wrong.iter().map(|field| field.weight).sum::<u32>());
    let Some((row, wrong)) = nearest else {
        return (
            4 * words,
            "",
            "no instruction has this encoding".to_string(),
        );
    };
    let list: Vec<String> = wrong.into_iter().map(|field| field.text).collect();
    (4 * words, row.mnemonic, list.join("; "))
}

struct Wrong {
    /// How unlikely it is that this field alone is wrong: the kind of word says more about what
    /// was meant than an operation code, and that more than an operand.
    weight: u32,
    text: String,
}

fn wrong_fields(row: &Row<Tile>, word: u128) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let mut seen = row.format.ignored;
    for fixed in row.fixed() {
        let found = fixed.field.extract(word);
        seen |= fixed.field.mask();
        if found != fixed.value {
            let name = fixed.field.name;
            let digits = fixed.field.width() as usize;
            let weight = match name {
                "opcode" => 100,
                "tuop" => 12,
                "input, mode" | "input, mvop" | "memuop[5]" => 6,
                "asp_en" | "vecuop1" | "memmata, memmatb" | "ctrluop" => 8,
                "vecuop2" | "memuop" | "lsuop" | "waitop" => 4,
                _ => 3,
            };
            wrong.push(Wrong {
                weight,
                text: format!(
                    "field {name} is {found:0digits$b}, expected {:0digits$b}",
                    fixed.value
                ),
            });
        }
    }
    for operand in row.operands {
        seen |= operand.field.mask();
        let bits = operand.field.extract(word);
        if operand.decode(bits).is_none() {
            let name = operand.field.name;
            let digits = operand.field.width() as usize;
            wrong.push(Wrong {
                weight: 2,
                text: format!("field {name} is {bits:0digits$b}, which is reserved"),
            });
        }
    }
    let rest = word & row.format.mask() & !seen;
    if rest != 0 {
        let bit = rest.trailing_zeros();
        let named = row
            .format
            .fields
            .iter()
            .filter(|field| field.mask() >> bit & 1 == 1 && field.pieces().len() == 1)
            .min_by_key(|field| field.width())
            .map_or(String::new(), |field| format!(" ({})", field.name));
        // A move is words 2 and 0.
        let word = match bit / 32 {
            1 if std::ptr::eq(row.format, &MOVE) => 2,
            word => word,
        };
        wrong.push(Wrong {
            weight: rest.count_ones() + 1,
            text: format!("reserved bit {} of word {word}{named} is set", bit % 32),
        });
    }
    wrong
}
