//! Text to bytes: the statement driver that all dialects share.
//!
//! Assembling is a number of passes over the same text. Each pass knows the symbols that the one
//! before it found; once a pass finds exactly what it was told, it is right about everything and
//! its bytes and its diagnostics are the result. Forward references, instructions whose length
//! depends on a distance, and symbols defined in terms of later ones all come out of this
//! without a special case: most programs take two passes.
//!
//! Nothing stops at the first error: a statement that is wrong is reported, and the next one is
//! read.

mod condition;
mod context;
mod dialect;
mod directive;
mod driver;
mod macros;
mod repeat;
mod sections;
mod statement;

use std::collections::HashMap;

use source::{Diagnostic, Severity, SourceFile, Span};

use crate::Value;

pub use context::Context;
pub use dialect::{Dialect, TableDialect};
pub use directive::{alignment, directives};
pub use statement::Statement;

pub(crate) use driver::nothing_left;

/// What a caller can settle before assembling.
#[derive(Clone, Default)]
pub struct Options<'a> {
    /// Constants that the text can name as `$NAME`.
    pub constants: HashMap<String, Value>,
    /// How much text may ask of the assembler.
    pub limits: Limits,
    /// Symbols that are defined before the first line.
    pub symbols: Vec<(String, i128)>,
    /// A file that `.include` or `.incbin` names, or why it cannot be had.
    pub include: Option<Include<'a>>,
}

/// Gives what is in a file.
pub type Include<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Bounds that keep hostile text from taking all time or memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements in one pass, counting every repetition.
    pub statements: u64,
    /// Bytes of all sections together.
    pub bytes: u64,
    /// Macros within macros.
    pub depth: u32,
    /// Characters that macros may expand to in one pass.
    pub expansion: u64,
    /// Times that the text is gone through before its symbols must have settled.
    pub passes: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            statements: 4_000_000,
            bytes: 64 << 20,
            depth: 64,
            expansion: 16 << 20,
            passes: 16,
        }
    }
}

/// The result: always everything that could be made of the text, and everything wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// The first one is `.text`, even where nothing is in it.
    pub sections: Vec<Section>,
    /// In the order of definition.
    pub symbols: Vec<AsmSymbol>,
    /// One entry for every instruction statement, in the order they were assembled.
    pub lines: Vec<Line>,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// A run of bytes with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// With its dot: `.text`.
    pub name: String,
    /// What it holds, gaps filled with zeros or with what the directive says.
    pub bytes: Vec<u8>,
    /// What its address must be a multiple of.
    pub align: u32,
}

/// A name with its value: a label, or what `.set` said.
#[derive(Clone, Debug, PartialEq)]
pub struct AsmSymbol {
    /// As written.
    pub name: String,
    /// An address, or any number for `.set`.
    pub value: Value,
    /// `.globl` names it: other files, or a launch, may refer to it.
    pub global: bool,
    /// Where it was defined.
    pub span: Span,
}

/// What became of one instruction statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The index of the section it went to.
    pub section: u32,
    /// Where in that section.
    pub offset: u32,
    /// Length in bytes: of the instruction, or of the gap that a wrong one left.
    pub len: u32,
    /// The statement without its labels.
    pub span: Span,
    /// The first error of the statement, as an index into the diagnostics.
    pub error: Option<u32>,
}

impl Assembly {
    /// Whether any diagnostic is an error, and not just a warning.
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error)
    }

    /// The bytes of `.text`.
    pub fn text(&self) -> &[u8] {
        self.sections.first().map_or(&[], |section| &section.bytes)
    }

    /// The section called `name`.
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// The symbol called `name`.
    pub fn symbol(&self, name: &str) -> Option<&AsmSymbol> {
        self.symbols.iter().find(|symbol| symbol.name == name)
    }

    /// The bytes of a line.
    pub fn bytes(&self, line: &Line) -> &[u8] {
        let start = line.offset as usize;
        self.sections
            .get(line.section as usize)
            .and_then(|section| section.bytes.get(start..start + line.len as usize))
            .unwrap_or(&[])
    }

    /// For every instruction statement, its line number and its bytes or what is wrong.
    pub fn encodings<'a>(
        &'a self,
        file: &'a SourceFile,
    ) -> impl Iterator<Item = (u32, Result<&'a [u8], &'a Diagnostic>)> {
        self.lines.iter().map(|line| {
            let number = file.line_of(line.span.start);
            match line.error {
                Some(error) => (number, Err(&self.diagnostics[error as usize])),
                None => (number, Ok(self.bytes(line))),
            }
        })
    }

    /// The source of the instruction that holds byte `offset` of `.text`.
    pub fn source_of(&self, offset: u32) -> Option<Span> {
        self.lines
            .iter()
            .find(|line| line.section == 0 && offset.wrapping_sub(line.offset) < line.len)
            .map(|line| line.span)
    }
}

/// Assembles the part `body` of `file`: all of it, or what follows a header.
pub fn assemble(
    file: &SourceFile,
    body: Span,
    dialect: &mut dyn Dialect,
    options: &Options<'_>,
) -> Assembly {
    driver::assemble(file, body, dialect, options)
}
