//! What an instruction set offers to the rest of the world.
//!
//! [`Arch`] is the seam between instruction sets and everything that uses them. An
//! instruction set assembles text to [`Code`], turns code back to text, explains itself, and
//! *loads* code for a launch: lowers it to a [`uop::Program`] and says what a wave finds in its
//! registers at the start. It never runs anything and never prints.

#![forbid(unsafe_code)]

mod code;
pub mod info;
mod load;
mod origin;
mod print;
mod registers;
mod thread_trace;
mod translate;
mod tunable;

pub use code::{Code, CodeLine, Symbol};
pub use info::{KernelInfo, Parameter};
pub use kernel::{Files, NoFiles};
pub use load::{
    Allocator, Argument, FormalParameter, KernelSignature, LaunchRequest, Loaded, ParameterKind,
    TextureArgument,
};
pub use origin::{Function, SourcePlace, Variable, VariableKind, VariablePlace, VariableType};
pub use print::{Half, Print, PrintItem, PrintSource};
pub use registers::{RegisterFormat, RegisterGroup, RegisterName, RegisterPlace, RegisterView};
pub use thread_trace::{IssueRecord, ThreadTrace, WaveRecord};
pub use translate::Translation;
pub use tunable::{Tunable, header_keys};
pub use uop::Memo;

use isa::{Assembly, Dialect, Fidelity, ListingLine, Page};
use kernel::{Constant, Schema};
use source::{Diagnostic, SourceFile, Span};
use std::collections::BTreeMap;
use uop::timing::Timing;

/// An instruction set, or one generation of it.
pub trait Arch: Send + Sync {
    /// The name that users type and kernel files have as their extension: `flux`.
    fn name(&self) -> &'static str {
        self.schema().isa
    }

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

    /// Its assembly language, for those who read text without assembling it.
    fn dialect(&self) -> Box<dyn Dialect + '_>;

    /// Whether a word of its assembly language is a register, or the first part of one.
    fn is_register(&self, word: &str) -> bool {
        (self.dialect().syntax().reserved)(word)
    }

    /// Words that may follow the operands of instructions, up to their colon.
    fn modifiers(&self) -> Vec<String> {
        Vec::new()
    }

    /// Assembles. The result holds what could be assembled even where there are errors.
    fn assemble(&self, text: &AsmSource<'_>) -> Assembled;

    /// The text of the one instruction at the start of `bytes`, and its length.
    fn disassemble(&self, bytes: &[u8], style: &DisStyle) -> Result<(String, usize), String>;

    /// Code as text that assembles to the same code again, but for bits that instructions do not use.
    fn listing(&self, code: &Code, style: &DisStyle) -> Vec<ListingLine>;

    /// Lowers code and says how waves start.
    fn load(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        memory: &mut dyn Allocator,
    ) -> Result<Loaded, Diagnostic>;

    /// The kernels that the code has, as far as it says.
    fn signatures(&self, code: &Code) -> Vec<KernelSignature> {
        let kernels = code.symbols.iter().filter(|symbol| symbol.is_kernel);
        let info = |symbol: &Symbol| KernelSignature {
            name: symbol.name.clone(),
            parameters: None,
        };
        kernels.map(info).collect()
    }

    /// Assembly languages that [`Arch::translate`] knows.
    fn targets(&self) -> &'static [&'static str] {
        &[]
    }

    /// The same kernels in another assembly language, one of [`Arch::targets`], for the launch at
    /// hand. `fast` prefers that machine's approximations to the same results.
    fn translate(
        &self,
        target: &str,
        _code: &Code,
        _request: &LaunchRequest<'_>,
        _fast: bool,
    ) -> Result<Translation, Diagnostic> {
        let message = format!("{} is not translated to {target}", self.name());
        Err(Diagnostic::error("no-translation", message))
    }

    /// What the registers of a loaded program are called.
    fn registers(&self, _request: &LaunchRequest<'_>, loaded: &Loaded) -> RegisterView {
        RegisterView::named(&loaded.program, |register| self.register_name(register))
    }

    /// The cycle model of a launch, where the instruction set has one. Its costs belong to the
    /// program that [`Arch::load`] makes of the same code.
    fn timing(&self, _code: &Code, _request: &LaunchRequest<'_>) -> Option<Timing> {
        None
    }

    /// Workgroups of a launch that the modelled device has room for at a time, where that is known
    /// without a cycle model.
    fn room(&self, _code: &Code, _request: &LaunchRequest<'_>) -> Option<u64> {
        None
    }

    /// Writes what the cycle model says in the format of the vendor's profiler, where there is one.
    fn thread_trace(&self) -> Option<&dyn ThreadTrace> {
        None
    }

    /// Whether a clock is part of the machine, so that programs can tell what comes first: its kernels
    /// always run on their cycle model. On other machines that changes no result.
    fn clocked(&self) -> bool {
        false
    }

    /// Whether results of outstanding operations arrive only when they are waited for, unless the
    /// user wants it otherwise.
    fn strict(&self) -> bool {
        false
    }

    /// A machine of its own, for an instruction set whose threads are not waves; everything else
    /// is loaded.
    fn machine(
        &self,
        _code: &Code,
        _request: &LaunchRequest<'_>,
    ) -> Option<Result<Box<dyn uop::Runnable>, Diagnostic>> {
        None
    }

    /// What the registers of that machine are called.
    fn machine_registers(&self) -> RegisterView {
        RegisterView::default()
    }

    /// Where device memory begins, where the specification says it.
    fn first_address(&self) -> Option<u64> {
        None
    }

    /// What an assembled file's ELF header says: the number of the machine, and its flags. Most
    /// instruction sets have no number: EM_NONE.
    fn elf_machine(&self) -> (u16, u32) {
        (0, 0)
    }

    /// What people call the register that DWARF has under this number.
    fn dwarf_register(&self, _number: u16) -> Option<String> {
        None
    }

    /// Reads a binary of another tool: `None` where it is not one for this instruction set.
    fn read_object(&self, _bytes: &[u8]) -> Option<Result<Code, String>> {
        None
    }

    /// Addresses of code that wait for symbols which other objects define, with their names.
    fn undefined<'c>(&self, _code: &'c Code) -> Vec<(u64, &'c str)> {
        Vec::new()
    }

    /// Whether a text without a header says itself that it is for this instruction set, as the
    /// assembly that compilers write does.
    fn claims(&self, _text: &str) -> bool {
        false
    }

    /// Whether a text has what only assembly without a header has.
    fn is_assembly(&self, text: &str) -> bool {
        self.claims(text)
    }

    /// What the source wants printed while it runs.
    fn prints(&self, _code: &Code) -> Vec<Print> {
        Vec::new()
    }

    /// The text that kernels printed through memory; `region` gives the bytes of what the launch
    /// placed under a name.
    fn printed(&self, _code: &Code, _region: &dyn Fn(&str) -> Option<Vec<u8>>) -> Vec<u8> {
        Vec::new()
    }

    /// The family of the instruction at the start of `bytes`, by which runs are counted.
    fn family(&self, _bytes: &[u8], _style: &DisStyle) -> Option<&'static str> {
        None
    }

    /// The class of the instruction at the start of `bytes`, from what its row means, and its length.
    fn class(&self, _bytes: &[u8], _style: &DisStyle) -> Option<(&'static str, usize)> {
        None
    }

    /// The chips whose numbers are known, the usual one first.
    fn chips(&self) -> &'static [&'static str] {
        &[]
    }

    /// Every number of one of [`Arch::chips`].
    fn parameters(&self, _chip: &str) -> Vec<Parameter> {
        Vec::new()
    }

    /// What each kernel of the code takes of a chip, one of [`Arch::chips`] or the usual one.
    /// Arguments that the code does not speak of are left out.
    fn info(
        &self,
        _code: &Code,
        _request: &LaunchRequest<'_>,
        _chip: Option<&str>,
    ) -> Result<Vec<KernelInfo>, Diagnostic>;

    /// How sure the result of the instruction at the start of `bytes` is to be what hardware gives.
    fn fidelity(&self, _bytes: &[u8], _style: &DisStyle) -> Fidelity {
        Fidelity::Exact
    }

    /// What the instruction set calls a register.
    fn register_name(&self, register: uop::Operand) -> String {
        match register {
            uop::Operand::Vector(reg, _) => format!("vector register {}", reg.0),
            uop::Operand::Scalar(reg, _) => format!("scalar register {}", reg.0),
        }
    }

    /// Finds mistakes in all kernels of the code without running anything, for each size of waves that
    /// they have; `None` where the instruction set leaves nothing for that.
    fn lint(&self, _code: &Code, _style: &DisStyle) -> Option<Result<Vec<Linted>, Diagnostic>> {
        None
    }

    /// For each of these instructions, which only wait, what is wrong without it alone and is not with it;
    /// `None` where there is no [`Arch::lint`].
    fn lint_without(
        &self,
        _code: &Code,
        _style: &DisStyle,
        _addresses: &[u64],
    ) -> Option<Result<Vec<Vec<lint::Finding>>, Diagnostic>> {
        None
    }

    /// A reference page for every instruction.
    fn pages(&self) -> Vec<Page>;

    /// What is known about each family of instructions.
    fn coverage(&self) -> Vec<Coverage>;
}

/// Code that was looked at without running it.
#[derive(Debug)]
pub struct Linted {
    /// What the findings name instructions of.
    pub program: uop::Program,
    /// By instruction.
    pub findings: Vec<lint::Finding>,
}

/// A text to assemble.
#[derive(Clone, Copy)]
pub struct AsmSource<'a> {
    /// The whole file, which spans refer to.
    pub file: &'a SourceFile,
    /// The part of the file that is assembly.
    pub body: Span,
    /// What `$N` means.
    pub constants: &'a BTreeMap<String, Constant>,
    /// Lanes per wave, where the spelling of operands depends on it.
    pub wave: u32,
    /// Extensions switched on from outside.
    pub extensions: &'a [String],
    /// What `.include` names.
    pub files: &'a dyn Files,
    /// Symbols that are defined before the first line.
    pub symbols: &'a [(String, i128)],
}

/// A file that is included is no longer than this.
const MAX_INCLUDED: u64 = 16 << 20;

impl<'a> AsmSource<'a> {
    /// A file that is assembly from its first byte to its last, without constants or extensions, and
    /// that includes nothing.
    pub fn whole(file: &'a SourceFile, wave: u32) -> AsmSource<'a> {
        static NONE: BTreeMap<String, Constant> = BTreeMap::new();
        AsmSource {
            file,
            body: Span::new(0, file.text().len()),
            constants: &NONE,
            wave,
            extensions: &[],
            files: &NoFiles,
            symbols: &[],
        }
    }
}

impl AsmSource<'_> {
    /// Assembles with a dialect of the common statement driver.
    pub fn assemble(&self, dialect: &mut dyn Dialect) -> Assembly {
        let constant = |value: Constant| match value {
            Constant::Int(value) => isa::Value::Int(value),
            Constant::Float(value) => isa::Value::Float(value),
        };
        let constants = self.constants.iter();
        let include = |name: &str| {
            let bytes = self.files.read(name, 0, MAX_INCLUDED + 1);
            let bytes = bytes.map_err(|error| error.to_string())?;
            match bytes.len() as u64 > MAX_INCLUDED {
                true => Err(format!("it is longer than {MAX_INCLUDED} bytes")),
                false => Ok(bytes),
            }
        };
        let options = isa::Options {
            constants: constants
                .map(|(name, &value)| (name.clone(), constant(value)))
                .collect(),
            symbols: self.symbols.to_vec(),
            include: Some(&include),
            ..isa::Options::default()
        };
        isa::assemble(self.file, self.body, dialect, &options)
    }
}

/// What came of assembling.
#[derive(Clone, Debug, Default)]
pub struct Assembled {
    /// What runs; empty where nothing could be assembled.
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
    /// Lanes per wave, where the spelling of operands depends on it.
    pub wave: u32,
    /// Extensions switched on from outside; what the code itself says counts too.
    pub extensions: Vec<String>,
}

/// How much of a family of instructions is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// As the manual groups them.
    pub family: String,
    /// How many there are.
    pub instructions: usize,
    /// How many of them can be written.
    pub assembled: usize,
    /// How many of them can be read back.
    pub disassembled: usize,
    /// How many of them run.
    pub executed: usize,
    /// Those that do not run.
    pub missing: Vec<Missing>,
}

/// An instruction that is not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The mnemonic.
    pub name: String,
    /// What stands in the way, or what it would need.
    pub why: String,
}

impl Coverage {
    /// A family of which every instruction is assembled, disassembled and executed.
    pub fn complete(family: &str, instructions: usize) -> Coverage {
        Coverage {
            family: family.into(),
            instructions,
            assembled: instructions,
            disassembled: instructions,
            executed: instructions,
            missing: Vec::new(),
        }
    }
}
