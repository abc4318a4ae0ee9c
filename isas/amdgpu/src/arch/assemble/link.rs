//! Sections that know nothing of each other's places, as one stretch of memory.

use super::{AssembledFile, Pointer};
use crate::code_object::{IMAGE_BASE, TEXT};
use arch::{Code, Symbol};
use isa::{Assembly, Value};
use source::Diagnostic;
use std::collections::{HashMap, HashSet};

/// Kernels begin at multiples of this.
const TEXT_ALIGN: u64 = 256;

/// What comes to the code in `.text`.
pub(super) struct Linked {
    /// All sections, from [`IMAGE_BASE`] on.
    image: Vec<u8>,
    symbols: Vec<Symbol>,
    kernels: Vec<String>,
    has_data: bool,
    problems: Vec<Diagnostic>,
}

/// Whether a section is part of the program, and not a note to tools.
fn is_loaded(name: &str) -> bool {
    let parts = [".text", ".rodata", ".data", ".bss", ".const"];
    let mut rests = parts.iter().filter_map(|part| name.strip_prefix(part));
    rests.any(ends_there)
}

/// `.rodata` and `.rodata.cst16`, but not `.rodata2`.
fn ends_there(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('.')
}

/// Gives every section its place and fills in what depends on it.
pub(super) fn link(program: &AssembledFile, pointers: &[Pointer]) -> Linked {
    let assembly = &program.assembly;
    let mut image = Vec::new();
    let mut places: Vec<Option<u64>> = Vec::new();
    for section in &assembly.sections {
        if !is_loaded(&section.name) {
            places.push(None);
            continue;
        }
        let align = u64::from(section.align.max(1)).max(TEXT_ALIGN) as usize;
        image.resize(image.len().next_multiple_of(align), 0);
        places.push(Some(IMAGE_BASE + image.len() as u64));
        image.extend_from_slice(&section.bytes);
    }
    let mut linker = Linker {
        assembly,
        places,
        image,
        symbols: (assembly.symbols.iter())
            .map(|symbol| (symbol.name.as_str(), symbol.value))
            .collect(),
        lines: Vec::new(),
        slots: HashMap::new(),
        problems: Vec::new(),
    };
    if !program.relocations.is_empty() {
        linker.lines.extend(&assembly.lines);
        linker.lines.sort_by_key(|line| (line.section, line.offset));
    }
    for relocation in &program.relocations {
        linker.relocate(
            &relocation.section,
            relocation.offset,
            &relocation.symbol,
            relocation.addend,
        );
    }
    for pointer in pointers {
        let (section, offset) = pointer.to;
        let target = linker.places.get(section).copied().flatten();
        if let (Some(start), Some(target)) = (linker.place(&pointer.section), target) {
            let address = target.wrapping_add(offset as u64);
            linker.write(start + pointer.offset, &address.to_le_bytes());
        }
    }
    for kernel in &program.kernels {
        linker.enter(&kernel.section, kernel.offset, &kernel.name);
    }
    let in_other_sections = |symbol: &isa::AsmSymbol| {
        let in_text = matches!(symbol.value, Value::Address { section: 0, .. });
        let address = linker.address(&symbol.name).filter(|_| !in_text)?;
        matches!(symbol.value, Value::Address { .. }).then(|| Symbol {
            name: symbol.name.clone(),
            address,
            is_kernel: false,
        })
    };
    let symbols = assembly
        .symbols
        .iter()
        .filter_map(in_other_sections)
        .collect();
    Linked {
        has_data: linker.image.len() > assembly.text().len(),
        kernels: program
            .kernels
            .iter()
            .map(|kernel| kernel.name.clone())
            .collect(),
        symbols,
        image: linker.image,
        problems: linker.problems,
    }
}

struct Linker<'a> {
    assembly: &'a Assembly,
    /// By section.
    places: Vec<Option<u64>>,
    image: Vec<u8>,
    symbols: HashMap<&'a str, Value>,
    /// By section and offset.
    lines: Vec<&'a isa::Line>,
    /// Symbols whose addresses lie in memory, and where.
    slots: HashMap<String, u64>,
    problems: Vec<Diagnostic>,
}

impl Linker<'_> {
    fn place(&self, section: &str) -> Option<u64> {
        let index = self
            .assembly
            .sections
            .iter()
            .position(|s| s.name == section)?;
        self.places[index]
    }

    /// The address of a symbol, or its value.
    fn address(&self, name: &str) -> Option<u64> {
        match *self.symbols.get(name)? {
            Value::Address { section, offset } => self
                .places
                .get(section)
                .copied()
                .flatten()?
                .checked_add(u64::try_from(offset).ok()?),
            Value::Int(value) => u64::try_from(value).ok(),
            _ => None,
        }
    }

    fn write(&mut self, address: u64, bytes: &[u8]) {
        let at = (address - IMAGE_BASE) as usize;
        if let Some(place) = self.image.get_mut(at..at + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    /// Fills in the 32 bits that `name@rel32@lo` and its like stand for.
    fn relocate(&mut self, section: &str, offset: u64, written: &str, addend: i64) {
        let (name, how) = written.split_once('@').unwrap_or((written, "abs32@lo"));
        let Some(start) = self.place(section) else {
            return;
        };
        let Some(target) = self.address(name) else {
            self.undefined(section, offset, name);
            return;
        };
        let place = start + offset;
        let (kind, part) = how.split_once('@').unwrap_or((how, "lo"));
        let value = match kind {
            "rel32" => target.wrapping_sub(place),
            "gotpcrel32" => self.slot(name, target).wrapping_sub(place),
            "abs32" => target,
            // Descriptors know their kernels.
            "rel64" => return,
            _ => {
                let message = format!("`{written}` cannot be resolved: there is no `@{kind}`");
                self.problem(section, offset, "bad-relocation", message);
                return;
            }
        };
        let value = value.wrapping_add_signed(addend);
        let value = if part == "hi" { value >> 32 } else { value };
        self.write(place, &(value as u32).to_le_bytes());
    }

    /// Where the address of a symbol lies in memory; put there if it does not yet.
    fn slot(&mut self, name: &str, target: u64) -> u64 {
        if let Some(&slot) = self.slots.get(name) {
            return slot;
        }
        self.image.resize(self.image.len().next_multiple_of(8), 0);
        let slot = IMAGE_BASE + self.image.len() as u64;
        self.image.extend(target.to_le_bytes());
        self.slots.insert(name.into(), slot);
        slot
    }

    /// A descriptor says how far away its kernel begins.
    fn enter(&mut self, section: &str, offset: u64, name: &str) {
        const ENTRY_OFFSET: u64 = 16;
        let Some(start) = self.place(section) else {
            return;
        };
        let Some(entry) = self.address(name) else {
            let message = format!("the kernel `{name}` is not defined");
            self.problems
                .push(Diagnostic::error("undefined-symbol", message));
            return;
        };
        let distance = entry.wrapping_sub(start + offset);
        self.write(start + offset + ENTRY_OFFSET, &distance.to_le_bytes());
    }

    fn undefined(&mut self, section: &str, offset: u64, name: &str) {
        let message = format!("`{name}` is not defined");
        self.problem(section, offset, "undefined-symbol", message);
    }

    /// Something about the instruction at an offset.
    fn problem(&mut self, section: &str, offset: u64, code: &'static str, message: String) {
        let index = self
            .assembly
            .sections
            .iter()
            .position(|s| s.name == section);
        let line = index.and_then(|index| {
            let place = |line: &isa::Line| (line.section as usize, u64::from(line.offset));
            let after = self
                .lines
                .partition_point(|line| place(line) <= (index, offset));
            let line = self.lines.get(after.checked_sub(1)?)?;
            let (section, start) = place(line);
            (section == index && offset < start + u64::from(line.len)).then_some(line)
        });
        let diagnostic = Diagnostic::error(code, message);
        self.problems.push(match line {
            Some(line) => diagnostic.label(line.span, "in this instruction"),
            None => diagnostic,
        });
    }
}

impl Linked {
    /// Completes code that has `.text` alone, and says what is wrong.
    pub fn add_to(self, code: &mut Code) -> Vec<Diagnostic> {
        if self.has_data {
            let end = code.base + code.bytes.len() as u64;
            let text = format!("{:x}-{end:x}", code.base);
            code.attributes.insert(TEXT.into(), text);
        }
        code.bytes = self.image;
        code.symbols.extend(self.symbols);
        // Where descriptors say which functions are kernels, the others are not.
        if let Some(first) = self.kernels.first() {
            let kernels: HashSet<&String> = self.kernels.iter().collect();
            for symbol in &mut code.symbols {
                symbol.is_kernel = kernels.contains(&symbol.name);
            }
            let entry = code.symbols.iter().find(|symbol| symbol.name == *first);
            code.entry = entry.map_or(code.entry, |symbol| symbol.address);
        }
        self.problems
    }
}
