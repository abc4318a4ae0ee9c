//! What an instruction wants where the cursor is.

use crate::Document;
use crate::line::parts;
use std::ops::Range;

/// How one form of an instruction is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureForm {
    /// The whole line.
    pub label: String,
    /// Each operand: where it stands in the label, and what it may be.
    pub parameters: Vec<(Range<usize>, String)>,
    /// What the instruction does.
    pub doc: String,
}

/// All forms, and which operand is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    /// One for each page.
    pub all: Vec<SignatureForm>,
    /// From zero.
    pub active: usize,
}

impl Document {
    /// What the instruction before `offset` takes.
    pub fn signatures(&self, offset: u32) -> Option<Signatures> {
        let place = self.place(offset)?;
        let pages = self.reference.pages(place.mnemonic?);
        let all = pages.iter().map(|page| {
            let parameters = parts(&page.syntax).into_iter().map(|(range, text)| {
                let named = page
                    .operands
                    .iter()
                    .filter(|(name, ..)| has_word(text, name));
                let docs = named.map(|(name, what, doc)| match doc.is_empty() {
                    true => format!("`{name}`: {what}"),
                    false => format!("`{name}`: {what}: {doc}"),
                });
                (range, docs.collect::<Vec<_>>().join("  \n"))
            });
            SignatureForm {
                label: page.syntax.clone(),
                parameters: parameters.collect(),
                doc: page.doc.lines().next().unwrap_or("").to_string(),
            }
        });
        let mut all: Vec<SignatureForm> = all.collect();
        all.dedup_by(|a, b| a.label == b.label);
        (!all.is_empty()).then_some(Signatures {
            all,
            active: place.operand,
        })
    }
}

/// Whether a text has a name in it as a word.
pub(crate) fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_part(c)).any(|word| word == name)
}
