//! What an instruction set offers to the rest of the world.
//!
//! [`Arch`] is the seam between the five instruction sets and everything that uses them. An
//! instruction set assembles text to [`Code`], turns code back to text, explains itself, and
//! *loads* code for a launch: lowers it to a [`uop::Program`] and says what a wave finds in its
//! registers at the start. It never runs anything and never prints.

mod code;
mod load;
mod registers;

pub use code::{Code, Line, Symbol};
pub use load::{Allocator, Argument, LaunchRequest, Loaded, TextureArgument};
pub use registers::{RegisterFormat, RegisterGroup, RegisterName, RegisterPlace, RegisterView};

use isa::{Assembly, ListingLine, Page};
use kernel::{Schema, Value};
use source::{Diagnostic, SourceFile, Span};
use std::collections::BTreeMap;

/// An instruction set, or one generation of it.
pub trait Arch: Send + Sync {
    /// The name that users type and kernel files have as their extension: `flux`.
    fn name(&self) -> &'static str;

    /// Further names that mean the same.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// One line about it.
    fn title(&self) -> &'static str;

    /// What the header of a kernel file may say for it.
    fn schema(&self) -> &'static Schema;

    /// Extensions that `--ext` can switch on.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// Assembles. The result holds what could be assembled even where there are errors.
    fn assemble(&self, text: &AsmSource<'_>) -> Assembled;

    /// The text of the one instruction at the start of `bytes`, and its length.
    fn disassemble(&self, bytes: &[u8], style: &DisStyle) -> Result<(String, usize), String>;

    /// Code as text that assembles to the same code again.
    fn listing(&self, code: &Code, style: &DisStyle) -> Vec<ListingLine>;

    /// Lowers code and says how waves start.
    fn load(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        memory: &mut dyn Allocator,
    ) -> Result<Loaded, Diagnostic>;

    /// What the registers of a loaded program are called.
    fn registers(&self, _request: &LaunchRequest<'_>, loaded: &Loaded) -> RegisterView {
        RegisterView::plain(&loaded.program)
    }

    /// A reference page for every instruction.
    fn pages(&self) -> Vec<Page>;

    /// What is known about each family of instructions.
    fn coverage(&self) -> Vec<Coverage>;
}

/// A text to assemble.
#[derive(Clone, Copy)]
pub struct AsmSource<'a> {
    pub file: &'a SourceFile,
    /// The part of the file that is assembly.
    pub body: Span,
    /// What `$N` means.
    pub constants: &'a BTreeMap<String, Value>,
    /// Lanes per wave, where the spelling of operands depends on it.
    pub wave: u32,
    /// Extensions switched on from outside.
    pub extensions: &'a [String],
}

/// What came of assembling.
#[derive(Clone, Debug, Default)]
pub struct Assembled {
    pub code: Code,
    /// Line by line, with every error and warning at its place.
    pub assembly: Assembly,
}

impl Assembled {
    /// Code at `base` from the `.text` section; waves start at its first byte.
    pub fn new(assembly: Assembly, base: u64, attributes: BTreeMap<String, String>) -> Assembled {
        Assembled {
            code: Code::from_assembly(&assembly, base, attributes),
            assembly,
        }
    }
}

/// How to disassemble.
#[derive(Clone, Debug)]
pub struct DisStyle {
    pub wave: u32,
    pub extensions: Vec<String>,
}

/// How much of a family of instructions is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    pub family: String,
    pub instructions: usize,
    pub assembled: usize,
    pub disassembled: usize,
    pub executed: usize,
    /// Mnemonics that are not executed.
    pub missing: Vec<String>,
}
