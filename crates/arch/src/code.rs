//! Machine code and what is known about it.

use source::Span;
use std::collections::BTreeMap;

/// Machine code, from an assembler or a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    pub bytes: Vec<u8>,
    /// The address of the first byte.
    pub base: u64,
    /// Where waves start, unless a kernel is chosen by name.
    pub entry: u64,
    pub symbols: Vec<Symbol>,
    /// Which source line each instruction came from, by ascending address; empty for binaries.
    pub lines: Vec<Line>,
    /// What the source said beyond instructions, in the instruction set's own words:
    /// `ext = v0.2`, `registers = 12`. It travels with the code into binaries.
    pub attributes: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub address: u64,
    /// An entry point.
    pub is_kernel: bool,
}

/// An instruction and the text it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub address: u64,
    pub len: u32,
    pub span: Span,
}

impl Code {
    /// The source text of the instruction at `address`.
    pub fn span_at(&self, address: u64) -> Option<Span> {
        let after = self.lines.partition_point(|line| line.address <= address);
        let line = self.lines.get(after.checked_sub(1)?)?;
        (address < line.address + u64::from(line.len)).then_some(line.span)
    }

    /// The bytes from `address` on.
    pub fn at(&self, address: u64) -> Option<&[u8]> {
        self.bytes.get(usize::try_from(address.checked_sub(self.base)?).ok()?..)
    }
}
