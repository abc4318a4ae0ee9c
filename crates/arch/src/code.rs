//! Machine code and what is known about it.

use crate::Function;
use isa::Assembly;
use source::{Diagnostic, SourceFile, Span};
use std::collections::BTreeMap;

/// Machine code, from an assembler or a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The code, and whatever data stands between.
    pub bytes: Vec<u8>,
    /// The address of the first byte.
    pub base: u64,
    /// Where waves start, unless a kernel is chosen by name.
    pub entry: u64,
    /// Labels and functions.
    pub symbols: Vec<Symbol>,
    /// Which source line each instruction came from, by ascending address; empty for binaries.
    pub lines: Vec<CodeLine>,
    /// Files besides the source that code came from: headers, say.
    pub includes: Vec<SourceFile>,
    /// What a compiler said about the functions that it compiled.
    pub functions: Vec<Function>,
    /// What the source said beyond instructions, in the instruction set's own words:
    /// `ext = v0.2`, `registers = 12`. It travels with the code into binaries.
    pub attributes: BTreeMap<String, String>,
}

/// A name for an address of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// As written.
    pub name: String,
    /// Where it points; in terms of `Code::base`.
    pub address: u64,
    /// An entry point.
    pub is_kernel: bool,
}

/// An instruction and the text it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Of its first byte.
    pub address: u64,
    /// Bytes.
    pub len: u32,
    /// 0 is the source, others are [`Code::includes`] counted from one.
    pub file: u32,
    /// Where it was written in that file.
    pub span: Span,
}

impl Code {
    /// The `.text` section of an assembly, with its labels and lines.
    pub(crate) fn from_assembly(
        assembly: &Assembly,
        base: u64,
        attributes: BTreeMap<String, String>,
    ) -> Code {
        let in_text = |line: &&isa::Line| line.section == 0 && line.len > 0;
        let lines = assembly.lines.iter().filter(in_text).map(|line| CodeLine {
            address: base + u64::from(line.offset),
            len: line.len,
            file: 0,
            span: line.span,
        });
        let mut lines: Vec<CodeLine> = lines.collect();
        lines.sort_by_key(|line| line.address);
        let symbols = assembly.symbols.iter().filter_map(|symbol| {
            let isa::Value::Address { section: 0, offset } = symbol.value else {
                return None;
            };
            let address = base.checked_add(u64::try_from(offset).ok()?)?;
            let name = symbol.name.clone();
            Some(Symbol {
                name,
                address,
                is_kernel: symbol.global,
            })
        });
        Code {
            bytes: assembly.text().to_vec(),
            base,
            entry: base,
            symbols: symbols.collect(),
            lines,
            includes: Vec::new(),
            functions: Vec::new(),
            attributes,
        }
    }

    /// The text of the instruction at `address` in the source; none if it came from another file.
    pub fn span_at(&self, address: u64) -> Option<Span> {
        let line = self.line_at(address).filter(|line| line.file == 0)?;
        Some(line.span)
    }

    /// Where the instruction at `address` came from, whichever file that is.
    pub fn line_at(&self, address: u64) -> Option<&CodeLine> {
        let after = self.lines.partition_point(|line| line.address <= address);
        let line = self.lines.get(after.checked_sub(1)?)?;
        (address < line.address + u64::from(line.len)).then_some(line)
    }

    /// The file of a [`CodeLine`], where `source` is the source.
    pub fn file<'s>(&'s self, number: u32, source: &'s SourceFile) -> &'s SourceFile {
        let include = (number as usize).checked_sub(1);
        include.and_then(|n| self.includes.get(n)).unwrap_or(source)
    }

    /// Names of places, for listings.
    pub fn labels(&self) -> BTreeMap<u64, String> {
        (self.symbols.iter())
            .map(|symbol| (symbol.address, symbol.name.clone()))
            .collect()
    }

    /// Where waves start: at the label that `kernel` names, or where the code says.
    pub fn entry_of(&self, kernel: Option<&str>) -> Result<u64, Diagnostic> {
        let Some(name) = kernel else {
            return Ok(self.entry);
        };
        let symbol = self.symbols.iter().find(|symbol| symbol.name == name);
        symbol.map(|symbol| symbol.address).ok_or_else(|| {
            let names = self.symbols.iter().map(|symbol| symbol.name.as_str());
            let message = format!("there is no label called `{name}`");
            Diagnostic::error("unknown-kernel", message)
                .maybe_help(source::did_you_mean(name, names))
        })
    }

    /// The bytes from `address` on.
    pub fn at(&self, address: u64) -> Option<&[u8]> {
        self.bytes
            .get(usize::try_from(address.checked_sub(self.base)?).ok()?..)
    }
}
