//! All rows, indexed: by every spelling for the assembler, by number for the decoder.

mod arithmetic;
mod bits;
mod control;
mod convert;
mod lanes;
mod memory;
mod modifiers;
mod optional;
pub mod special;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::row::{Modifier, WaveRow};

/// Rows in groups, as the specification groups them.
pub static GROUPS: &[(&str, &[WaveRow])] = &[
    ("integer arithmetic", arithmetic::INTEGER),
    ("bit operations", bits::ROWS),
    ("floating point", arithmetic::FLOAT),
    ("half precision", optional::HALF),
    ("double precision", optional::DOUBLE),
    ("conversion", convert::ROWS),
    ("compare and select", arithmetic::COMPARE),
    ("memory", memory::ROWS),
    ("atomics", memory::ATOMICS),
    ("wave operations", lanes::ROWS),
    ("synchronisation", control::SYNCHRONISATION),
    ("control flow", control::FLOW),
    ("dot product", optional::DOT),
    ("matrix", optional::MATRIX),
];

/// Every row, group by group.
pub fn rows() -> impl Iterator<Item = &'static WaveRow> {
    GROUPS.iter().flat_map(|(_, rows)| rows.iter())
}

/// A mnemonic and the slots that it settles.
#[derive(Clone, Debug)]
pub struct Spelling {
    pub row: &'static WaveRow,
    /// For each modifier of the row, the value of its slot's bits.
    pub values: Vec<u8>,
}

pub struct Index {
    spellings: HashMap<String, Spelling>,
    numbers: Vec<Vec<&'static WaveRow>>,
}

/// The index, made on first use.
pub static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut spellings = HashMap::new();
    let mut numbers = vec![Vec::new(); 256];
    for row in rows() {
        numbers[usize::from(row.number)].push(row);
        for (name, values) in all_spellings(row) {
            let earlier = spellings.insert(name.clone(), Spelling { row, values });
            assert!(earlier.is_none(), "`{name}` is spelled by two rows");
        }
    }
    Index { spellings, numbers }
});

impl Index {
    /// What a mnemonic stands for, whatever its case.
    pub fn find(&self, name: &str) -> Option<&Spelling> {
        if name.len() > 64 {
            return None;
        }
        self.spellings.get(name.to_ascii_lowercase().as_str())
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.spellings.keys().map(String::as_str)
    }

    pub fn numbered(&self, number: u8) -> &[&'static WaveRow] {
        &self.numbers[usize::from(number)]
    }
}

/// One piece of a row's name.
pub enum Piece {
    Text(&'static str),
    Modifier(usize),
}

/// The pieces of a row's name, in order.
pub fn pieces(row: &WaveRow) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = row.name;
    while let Some((text, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let index = row.modifiers.iter().position(|m| m.name == name);
        let index = index.unwrap_or_else(|| panic!("{} has no modifier {name}", row.name));
        pieces.push(Piece::Text(text));
        pieces.push(Piece::Modifier(index));
        rest = after;
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// Every way to write the row's name, with the values that each settles.
fn all_spellings(row: &'static WaveRow) -> Vec<(String, Vec<u8>)> {
    let mut all = vec![(String::new(), vec![0; row.modifiers.len()])];
    for piece in pieces(row) {
        match piece {
            Piece::Text(text) => all.iter_mut().for_each(|(name, _)| name.push_str(text)),
            Piece::Modifier(index) => {
                let spellings = row.modifiers[index].spellings;
                all = all
                    .iter()
                    .flat_map(|(name, values)| {
                        spellings.iter().map(move |&(text, value)| {
                            let mut values = values.clone();
                            values[index] = value;
                            (format!("{name}{text}"), values)
                        })
                    })
                    .collect();
            }
        }
    }
    all
}

/// How a modifier's value is printed, `None` where it has no spelling.
pub fn spelled(modifier: &Modifier, value: u8) -> Option<&'static str> {
    (modifier.spellings.iter())
        .find(|&&(_, v)| v == value)
        .map(|&(text, _)| text)
}
