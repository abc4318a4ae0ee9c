//! Whole files: the assembler's dialect with what kernel files add to it (`$N`, `print`), and the
//! image that its sections become.

mod link;

use super::watch;
use crate::code_object::metadata::Metadata;
use crate::code_object::{IMAGE_BASE, METADATA, PROCESSOR};
use crate::listing::AmdDisassembler;
use crate::source::{AmdDialect, AssembledFile};
use crate::target::{Target, Wave, processor_of_triple};
use arch::{AsmSource, Assembled, Code};
use isa::{Arithmetic, Context, Cursor, Dialect, Lexer, ListingLine, Statement, Syntax};
use source::Diagnostic;
use std::collections::BTreeMap;

pub(super) fn assemble(target: Target, source: &AsmSource<'_>) -> Assembled {
    let wave = match says_wave64(source.file.slice(source.body)) {
        true => Wave::W64,
        false => target.wave(source.wave),
    };
    let text = source.file.slice(source.body);
    let chip = named_processor(text);
    let mut dialect = KernelFile {
        inner: AmdDialect::new(target, wave).reading(text, chip),
        constants: source.constants,
        prints: Vec::new(),
        pointers: Vec::new(),
    };
    let assembly = source.assemble(&mut dialect);
    let mut attributes = BTreeMap::new();
    if let Some(chip) = chip {
        attributes.insert(PROCESSOR.to_string(), chip.to_string());
    }
    if !dialect.prints.is_empty() {
        let lines = dialect.prints.iter();
        let lines = lines.map(|(at, text)| format!("{at:x}\t{text}\n"));
        attributes.insert(watch::ATTRIBUTE.to_string(), lines.collect());
    }
    let pointers = dialect.pointers;
    let program = dialect.inner.finish(assembly);
    let mut problems = Vec::new();
    if !program.metadata.trim().is_empty() {
        match Metadata::from_yaml(&program.metadata) {
            Ok(metadata) => {
                attributes.insert(METADATA.to_string(), metadata.to_json());
            }
            Err(why) => problems
                .push(Diagnostic::error("bad-metadata", why).label(source.body, "in this file")),
        }
    }
    let linked = link::link(&program, &pointers);
    let mut assembled = Assembled::new(program.assembly, IMAGE_BASE, attributes);
    problems.extend(linked.add_to(&mut assembled.code));
    assembled.assembly.diagnostics.extend(problems);
    assembled
}

/// What names the processor, in assembly and in the metadata there.
const TARGETS: [&str; 2] = [".amdgcn_target", "amdhsa.target:"];

/// The processor that a source says it is for.
pub(super) fn named_processor(text: &str) -> Option<&str> {
    TARGETS
        .iter()
        .filter(|name| text.contains(*name))
        .find_map(|name| {
            let mut lines = text.lines();
            let named = lines.find_map(|line| line.trim().strip_prefix(name))?;
            processor_of_triple(named.trim().trim_matches(['"', '\'']))
        })
}

/// Whether a source has what tells the runtime of kernels, which kernel files leave to their header.
pub(super) fn is_assembly(text: &str) -> bool {
    let blocks = [TARGETS[0], ".amdhsa_kernel", ".amdgpu_metadata"];
    let begins = |line: &str| blocks.iter().any(|block| line.trim().starts_with(block));
    blocks.iter().any(|block| text.contains(block)) && text.lines().any(begins)
}

/// The language alone, without the constants of a header.
pub(super) fn dialect(target: Target) -> impl Dialect {
    static NONE: BTreeMap<String, kernel::Constant> = BTreeMap::new();
    KernelFile {
        inner: AmdDialect::new(target, target.default_wave()),
        constants: &NONE,
        prints: Vec::new(),
        pointers: Vec::new(),
    }
}

/// Compilers say in the descriptor that waves have 64 lanes, behind the code whose spelling depends
/// on it.
fn says_wave64(text: &str) -> bool {
    let mut values = text.lines().rev().filter_map(|line| {
        let value = line.trim_start().strip_prefix(".amdhsa_wavefront_size32")?;
        Some(value.trim())
    });
    values.next() == Some("0")
}

/// The assembler's dialect in a kernel file.
struct KernelFile<'a> {
    inner: AmdDialect,
    constants: &'a BTreeMap<String, kernel::Constant>,
    /// Offset in `.text` and what follows the word.
    prints: Vec<(u64, String)>,
    pointers: Vec<Pointer>,
}

/// Eight bytes of data that hold an address: of a function, of a table.
struct Pointer {
    section: String,
    offset: u64,
    /// Section and offset that it points to.
    to: (usize, i128),
}

impl Dialect for KernelFile<'_> {
    fn syntax(&self) -> Syntax {
        Syntax {
            line_comments: &[";", "//", "#"],
            ..self.inner.syntax()
        }
    }

    fn begin(&mut self, cx: &mut Context<'_>) {
        self.prints.clear();
        self.pointers.clear();
        self.inner.begin(cx);
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let raw = statement.raw();
        if let Some(rest) = raw.strip_prefix(watch::WORD)
            && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        {
            return self.print(rest, statement, cx);
        }
        if !raw.contains('$') {
            return self.inner.instruction(statement, cx);
        }
        let text = self.with_constants(raw, statement)?;
        let mut tokens = Vec::new();
        Lexer::new(&text, self.syntax()).statement(&mut tokens);
        let result = self.inner.instruction(&Statement::new(&text, &tokens), cx);
        // What it says about places is about the line with the numbers filled in.
        result.map_err(|mut diagnostic| {
            for label in &mut diagnostic.labels {
                label.span = statement.span();
            }
            diagnostic.help(format!(
                "with the constants filled in, the line is `{text}`"
            ))
        })
    }

    fn directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        match name {
            ".quad" | ".8byte" | ".dc.a" => Some(self.words(cursor, cx)),
            _ => self.inner.directive(name, cursor, cx),
        }
    }

    fn raw_block(&self, name: &str) -> Option<&'static str> {
        self.inner.raw_block(name)
    }

    fn raw(&mut self, name: &str, text: &str, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
        self.inner.raw(name, text, cx)
    }

    fn directives(&self) -> &'static [&'static str] {
        self.inner.directives()
    }

    fn arithmetic(&self) -> Arithmetic {
        self.inner.arithmetic()
    }

    fn gap(&self) -> &'static [u8] {
        self.inner.gap()
    }

    fn label(&mut self, name: &str, cx: &mut Context<'_>) {
        self.inner.label(name, cx);
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        self.inner.end(cx);
    }

    fn functions(&self) -> fn(&str, &[i128]) -> Option<i128> {
        self.inner.functions()
    }

    fn bases(&self) -> fn(&str) -> Option<u64> {
        self.inner.bases()
    }
}

impl KernelFile<'_> {
    /// Data of 64 bits, which may be addresses.
    fn words(&mut self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
        loop {
            let from = cursor.position();
            let value = cx.expr(cursor)?;
            let word = match value {
                isa::Value::Address { section, offset } => {
                    self.pointers.push(Pointer {
                        section: cx.section_name().into(),
                        offset: cx.here(),
                        to: (section, offset),
                    });
                    0
                }
                value => cx.constant_integer(value, cursor.span_since(from))?,
            };
            if !(-(1i128 << 63)..1i128 << 64).contains(&word) {
                let message = format!("{word} does not fit in 64 bits");
                return Err(Diagnostic::error("immediate-range", message)
                    .label(cursor.span_since(from), "too large"));
            }
            cx.emit(&word.to_le_bytes()[..8]);
            if !cursor.eat(b',') {
                return Ok(());
            }
        }
    }

    /// A `print` line takes no room: it belongs to the instruction that follows.
    fn print(
        &mut self,
        rest: &str,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let at = cx.here();
        watch::parse(rest, at, self.inner.target()).map_err(|wrong| {
            let span = statement.span_at(watch::WORD.len() + wrong.start, wrong.len);
            Diagnostic::error("print", wrong.message).label(span, "")
        })?;
        self.prints.push((at, rest.trim().to_string()));
        Ok(())
    }

    /// The line with `$NAME` replaced by what the header says.
    fn with_constants(&self, raw: &str, statement: &Statement<'_>) -> Result<String, Diagnostic> {
        let mut text = String::new();
        let mut rest = raw;
        while let Some(at) = rest.find('$') {
            text += &rest[..at];
            let after = &rest[at + 1..];
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let len = after.find(|c| !is_name(c)).unwrap_or(after.len());
            let name = &after[..len];
            let Some(value) = self.constants.get(name) else {
                let start = raw.len() - rest.len() + at;
                let names = self.constants.keys().map(String::as_str);
                return Err(Diagnostic::error(
                    "undefined-constant",
                    format!("the header has no constant `{name}`"),
                )
                .label(statement.span_at(start, len + 1), "not defined")
                .maybe_help(source::did_you_mean(name, names)));
            };
            text += &match *value {
                kernel::Constant::Int(value) => value.to_string(),
                kernel::Constant::Float(value) => format!("{value:?}"),
            };
            rest = &after[len..];
        }
        text += rest;
        Ok(text)
    }
}

/// Code as text that assembles again.
pub(super) fn listing(target: Target, wave: Wave, code: &Code) -> Vec<ListingLine> {
    let text = crate::code_object::text_of(code);
    let start = (text.start - code.base) as usize;
    let bytes = &code.bytes[start..start + (text.end - text.start) as usize];
    let symbols = code
        .symbols
        .iter()
        .filter(|symbol| text.contains(&symbol.address));
    let symbols = symbols.map(|symbol| (symbol.address, symbol.name.clone()));
    isa::listing(
        &AmdDisassembler::new(target, wave),
        bytes,
        text.start,
        &symbols.collect(),
    )
}
