//! Sections and what they say about each other's places, as one stretch of memory.
//!
//! A pass of the assembler knows where the pass before it put everything; once they agree, what
//! refers to places is right.

use crate::code_object::{IMAGE_BASE, TEXT};
use arch::{Assembled, Symbol};
use isa::{Context, Section, Value};

#[derive(Clone, Debug, Default)]
pub(super) struct Image {
    /// Names and addresses of the sections that are in memory.
    sections: Vec<(String, u64)>,
    /// Symbols whose addresses code loads from memory.
    slots: Vec<String>,
    /// Where those addresses begin.
    slots_at: u64,
}

/// Kernels begin at multiples of this.
const TEXT_ALIGN: u64 = 256;

/// Whether a section is part of the program, and not a note to tools.
fn is_loaded(name: &str) -> bool {
    let loaded = [
        ".text", ".rodata", ".data", ".bss", ".const", ".lrodata", ".ldata",
    ];
    loaded.iter().any(|prefix| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

impl Image {
    /// Puts the sections one after the other.
    pub fn lay_out(&mut self, sections: &[Section]) {
        let mut at = IMAGE_BASE;
        self.sections.clear();
        for section in sections.iter().filter(|section| is_loaded(&section.name)) {
            at = at.next_multiple_of(u64::from(section.align.max(1)).max(TEXT_ALIGN));
            self.sections.push((section.name.clone(), at));
            at += section.bytes.len() as u64;
        }
        self.slots_at = at.next_multiple_of(8);
    }

    /// The address of a section.
    pub fn address(&self, section: &str) -> u64 {
        let found = self.sections.iter().find(|(name, _)| name == section);
        found.map_or(IMAGE_BASE, |&(_, address)| address)
    }

    /// The address of a symbol, where it has one.
    pub fn symbol(&self, name: &str, cx: &Context<'_>) -> Option<u64> {
        match cx.lookup(name)? {
            Value::Address { section, offset } => {
                let section = &cx.sections().get(section)?.name;
                self.address(section)
                    .checked_add(u64::try_from(offset).ok()?)
            }
            Value::Int(value) => u64::try_from(value).ok(),
            _ => None,
        }
    }

    /// Code wants to load the address of `name` from memory.
    pub fn want_slot(&mut self, name: &str) {
        if !self.slots.iter().any(|slot| slot == name) {
            self.slots.push(name.into());
        }
    }

    /// The address of the place that holds the address of `name`.
    pub fn slot(&self, name: &str) -> Option<u64> {
        let index = self.slots.iter().position(|slot| slot == name)?;
        Some(self.slots_at + 8 * index as u64)
    }

    /// Adds the sections after `.text`, their symbols and the slots to assembled code.
    pub fn add_sections(&self, assembled: &mut Assembled) {
        let assembly = &assembled.assembly;
        let code = &mut assembled.code;
        let end = code.base + code.bytes.len() as u64;
        if assembly.sections.len() > 1 {
            code.attributes
                .insert(TEXT.into(), format!("{:x}-{end:x}", code.base));
        }
        let mut symbols: Vec<Symbol> = Vec::new();
        for (index, section) in assembly.sections.iter().enumerate().skip(1) {
            if !is_loaded(&section.name) {
                continue;
            }
            let start = self.address(&section.name);
            let at = (start - code.base) as usize;
            code.bytes.resize(code.bytes.len().max(at), 0);
            code.bytes.truncate(at);
            code.bytes.extend_from_slice(&section.bytes);
            symbols.extend(
                assembly
                    .symbols
                    .iter()
                    .filter_map(|symbol| match symbol.value {
                        Value::Address { section, offset } if section == index => Some(Symbol {
                            name: symbol.name.clone(),
                            address: start.checked_add(u64::try_from(offset).ok()?)?,
                            is_kernel: false,
                        }),
                        _ => None,
                    }),
            );
        }
        code.symbols.extend(symbols);
        for name in &self.slots {
            let address = code.symbols.iter().find(|symbol| symbol.name == *name);
            let address = address.map_or(0, |symbol| symbol.address);
            let Some(slot) = self.slot(name) else {
                continue;
            };
            let at = (slot - code.base) as usize;
            code.bytes.resize(code.bytes.len().max(at), 0);
            code.bytes.truncate(at);
            code.bytes.extend(address.to_le_bytes());
        }
        // Where descriptors say which functions are kernels, the others are not.
        let kernels: Vec<String> = (code.symbols.iter())
            .filter_map(|symbol| Some(symbol.name.strip_suffix(".kd")?.to_string()))
            .collect();
        if kernels.is_empty() {
            return;
        }
        for symbol in &mut code.symbols {
            symbol.is_kernel = kernels.contains(&symbol.name);
        }
        let first = code.symbols.iter().find(|symbol| symbol.name == kernels[0]);
        code.entry = first.map_or(code.entry, |symbol| symbol.address);
    }
}

/// A symbol's offset in its own section, or its value.
pub(super) fn offset(name: &str, here: u64, cx: &Context<'_>) -> Option<i64> {
    if name == "." {
        return i64::try_from(here).ok();
    }
    match cx.lookup(name)? {
        Value::Int(value) => i64::try_from(value).ok(),
        Value::Address { offset, .. } => i64::try_from(offset).ok(),
        _ => None,
    }
}
