//! Whole source files: labels, symbols and the directives that compilers emit.
//!
//! The common statement driver reads the file; this says what an instruction line and AMD's own
//! directives mean.

mod descriptor;

use ::source::{Diagnostic, SourceFile, Span};
use isa::{
    Arithmetic, Assembly, Context, Cursor, Dialect, Lexer, Options, Statement, Syntax, Token,
    TokenKind, Value,
};

use crate::asm::{self, AssembledInst, Expr, FixupKind, Symbols};
use crate::codec::Codec;
use crate::target::{Chip, Target, Wave};

pub use descriptor::Descriptor;

/// A source file in bytes, with what AMD's directives said about it.
#[derive(Debug)]
pub struct AssembledFile {
    /// Sections, symbols and every error.
    pub assembly: Assembly,
    /// In the order of their blocks.
    pub kernels: Vec<KernelBlock>,
    /// The text between `.amdgpu_metadata` and its end.
    pub metadata: String,
    /// Places that depend on where sections end up.
    pub relocations: Vec<Relocation>,
}

/// A kernel that a `.amdhsa_kernel` block describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelBlock {
    /// Its symbol, without `.kd`.
    pub name: String,
    /// What the block says.
    pub descriptor: Descriptor,
    /// The section of the descriptor.
    pub section: String,
    /// Where it lies in that section.
    pub offset: u64,
}

/// A word to be filled in when everything has its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The section of the word.
    pub section: String,
    /// Where it lies in that section.
    pub offset: u64,
    /// The symbol, with the part of the value that is meant: `name@rel32@lo`.
    pub symbol: String,
    /// Added to the symbol's address.
    pub addend: i64,
}

/// Assembles the part `body` of a file.
pub fn assemble_source(
    file: &SourceFile,
    body: Span,
    target: Target,
    wave: Wave,
    options: &Options<'_>,
) -> AssembledFile {
    let mut dialect = AmdDialect::new(target, wave).reading(file.slice(body), None);
    let assembly = isa::assemble(file, body, &mut dialect, options);
    dialect.finish(assembly)
}

/// AMD's assembly language for one machine.
pub struct AmdDialect {
    codec: &'static Codec,
    scratch: AssembledInst,
    open: Option<Open>,
    kernels: Vec<KernelBlock>,
    metadata: String,
    relocations: Vec<Relocation>,
    /// The three numbers of the chip's name.
    version: [u8; 3],
    /// Whether the text asks which registers are used.
    counts: bool,
}

/// What a program can read of its chip, and of the registers named so far.
const VERSION: [&str; 3] = [
    ".amdgcn.gfx_generation_number",
    ".amdgcn.gfx_generation_minor",
    ".amdgcn.gfx_generation_stepping",
];
const COUNTS: [&str; 2] = [".amdgcn.next_free_vgpr", ".amdgcn.next_free_sgpr"];

/// A `.amdhsa_kernel` block that is being read.
struct Open {
    name: String,
    span: Span,
    block: descriptor::Block,
}

/// `s_nop 0`, which fills gaps between instructions.
const NOP: [u8; 4] = [0x00, 0x00, 0x80, 0xBF];

impl AmdDialect {
    /// Whose code it is.
    pub(crate) fn target(&self) -> Target {
        self.codec.target
    }

    /// For code of this target and wave size.
    pub fn new(target: Target, wave: Wave) -> AmdDialect {
        AmdDialect {
            codec: Codec::of(target, wave),
            scratch: AssembledInst::default(),
            open: None,
            kernels: vec![],
            metadata: String::new(),
            relocations: vec![],
            version: target.chip(None).version(),
            counts: true,
        }
    }

    /// For this text, for the chip of this name.
    pub(crate) fn reading(mut self, text: &str, chip: Option<&str>) -> AmdDialect {
        self.version = self.codec.target.chip(chip).version();
        let asks = |name: &&str| text.contains(*name);
        self.counts = [&COUNTS[..], &[".include"]].concat().iter().any(asks);
        self
    }

    /// Registers up to here have been named.
    fn count_registers(
        &self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        for (name, least) in COUNTS.into_iter().zip(self.scratch.registers) {
            let Some(Value::Int(known)) = cx.lookup(name) else {
                let message = format!("`{name}` must be a number");
                return Err(Diagnostic::error("not-constant", message)
                    .label(statement.span(), "counted here"));
            };
            if known < least.into() {
                cx.define(name, Value::Int(least.into()), statement.span())?;
            }
        }
        Ok(())
    }

    /// What was assembled, with what the directives said.
    pub fn finish(self, assembly: Assembly) -> AssembledFile {
        AssembledFile {
            assembly,
            kernels: self.kernels,
            metadata: self.metadata,
            relocations: self.relocations,
        }
    }

    /// Fills in what depends on symbols.
    fn fix(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
        here: u64,
    ) -> Result<(), Diagnostic> {
        for fixup in std::mem::take(&mut self.scratch.fixups) {
            match fixup.kind {
                FixupKind::Branch => {
                    let Expr::Symbol(name) = &fixup.expr else {
                        continue;
                    };
                    let (value, span) = symbol(statement, name, cx)?;
                    if value == Value::Unknown {
                        continue;
                    }
                    let target = cx.offset_here(value, span)?;
                    let words = (target - (here as i128 + 4)) >> 2;
                    let Ok(words) = i16::try_from(words) else {
                        let message = format!("`{name}` is {words} words away");
                        return Err(Diagnostic::error("branch-range", message)
                            .label(span, "expected at most 32768 words"));
                    };
                    self.scratch.bytes[..2].copy_from_slice(&words.to_le_bytes());
                }
                FixupKind::Literal => {
                    let place = here + fixup.offset as u64;
                    let value = self.literal(statement, &fixup.expr, place, cx)?;
                    let at = fixup.offset;
                    self.scratch.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
                }
            }
        }
        Ok(())
    }

    /// The 32 bits of a literal that names symbols.
    fn literal(
        &mut self,
        statement: &Statement<'_>,
        expr: &Expr,
        place: u64,
        cx: &mut Context<'_>,
    ) -> Result<u32, Diagnostic> {
        // `symbol@rel32@lo + n` is a distance from the literal itself.
        if let Some((written, addend)) = relative(expr) {
            let (name, part) = written.split_once('@').unwrap_or((written, ""));
            let known = cx.lookup(name);
            let here = cx.section_name().to_string();
            if let Some(value @ Value::Address { .. }) = known
                && part.starts_with("rel")
                && let Ok(target) = cx.offset_here(value, statement.span())
            {
                let distance = (target + addend as i128 - place as i128) as i64;
                let high = part.ends_with("hi");
                return Ok(if high {
                    (distance >> 32) as u32
                } else {
                    distance as u32
                });
            }
            self.relocations.push(Relocation {
                section: here,
                offset: place,
                symbol: written.to_string(),
                addend,
            });
            return Ok(0);
        }
        let mut failed = None;
        let mut unknown = false;
        let value = {
            let cell = std::cell::RefCell::new((&mut failed, &mut unknown, &mut *cx));
            expr.eval(&|name| {
                let mut guard = cell.borrow_mut();
                let (failed, unknown, cx) = &mut *guard;
                match symbol(statement, name, cx) {
                    Ok((Value::Int(value), _)) => Some(value as i64),
                    Ok((Value::Address { offset, .. }, _)) => Some(offset as i64),
                    Ok(_) => {
                        **unknown = true;
                        Some(0)
                    }
                    Err(error) => {
                        **failed = Some(error);
                        None
                    }
                }
            })
        };
        match (failed, value) {
            (Some(error), _) => Err(error),
            (None, Some(value)) => Ok(value as u32),
            (None, None) => Err(Diagnostic::error(
                "bad-expression",
                "the value cannot be computed",
            )
            .label(statement.span(), "in this instruction")),
        }
    }
}

/// A symbol with an `@` part and what is added to it.
fn relative(expr: &Expr) -> Option<(&str, i64)> {
    match expr {
        Expr::Symbol(name) if name.contains('@') => Some((name, 0)),
        Expr::Binary(op, a, b) => match (op, &**a, &**b) {
            (syntax::Operator::Add, Expr::Symbol(name), Expr::Number(n)) if name.contains('@') => {
                Some((name, *n))
            }
            (syntax::Operator::Subtract, Expr::Symbol(name), Expr::Number(n))
                if name.contains('@') =>
            {
                Some((name, -*n))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The value of a symbol that a statement names, and where it names it.
fn symbol(
    statement: &Statement<'_>,
    name: &str,
    cx: &mut Context<'_>,
) -> Result<(Value, Span), Diagnostic> {
    let position = statement
        .tokens
        .iter()
        .position(|token| statement.text_of(*token) == name);
    if let Some(label) = name.strip_prefix(LOCAL) {
        let mut tokens = Vec::new();
        Lexer::new(label, Syntax::PLAIN).statement(&mut tokens);
        let alone = Statement::new(label, &tokens);
        return Ok((cx.expr(&mut Cursor::new(&alone))?, statement.span()));
    }
    let Some(position) = position else {
        return Ok((cx.lookup(name).unwrap_or(Value::Unknown), statement.span()));
    };
    // A token sequence of its own, so that what follows is not taken for part of it.
    let alone = statement.only(position);
    let mut cursor = Cursor::new(&alone);
    Ok((cx.expr(&mut cursor)?, alone.span()))
}

struct Known<'c, 'a>(&'c Context<'a>);

impl Symbols for Known<'_, '_> {
    fn absolute(&self, name: &str) -> Option<i64> {
        match self.0.lookup(name)? {
            Value::Int(value) => Some(value as i64),
            _ => None,
        }
    }
}

impl Dialect for AmdDialect {
    fn syntax(&self) -> Syntax {
        // Between instructions `$N` is a constant of the header, and `@` stands before a type.
        Syntax {
            name_starts: b".",
            name_marks: b".$",
            ..asm::LLVM
        }
    }

    fn begin(&mut self, cx: &mut Context<'_>) {
        let version = VERSION.into_iter().zip(self.version);
        for (name, value) in version.chain(COUNTS.map(|name| (name, 0))) {
            let defined = cx.define(name, Value::Int(value.into()), Span::default());
            defined.unwrap_or_else(|why| cx.report(why));
        }
        self.open = None;
        self.kernels.clear();
        self.metadata.clear();
        self.relocations.clear();
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let is_local = |token: &Token| matches!(token.kind, TokenKind::Local { .. });
        if statement.tokens.iter().any(is_local) {
            return self.with_local_labels(statement, cx);
        }
        self.scratch.bytes.clear();
        self.scratch.fixups.clear();
        let here = cx.here();
        let text = statement.raw();
        let result = asm::assemble_into(self.codec, text, &Known(cx), &mut self.scratch);
        if let Err(mut error) = result {
            let span = statement.span_at(error.start, error.end.saturating_sub(error.start));
            let unsaid = error.code == "unknown-mnemonic" && error.help.is_none();
            if unsaid && cx.may_suggest() {
                error.help = asm::suggest(self.codec, text, &error);
            }
            return Err(Diagnostic::error(error.code, error.message)
                .label(span, "")
                .maybe_help(error.help));
        }
        let fixed = match self.scratch.fixups.is_empty() {
            true => Ok(()),
            false => self.fix(statement, cx, here),
        };
        cx.emit(&self.scratch.bytes);
        match self.counts {
            true => fixed.and(self.count_registers(statement, cx)),
            false => fixed,
        }
    }

    fn directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        if is_for_debuggers(name, cx.section_name()) {
            while cursor.bump().is_some() {}
            return Some(Ok(()));
        }
        Some(match name {
            ".amdgcn_target" => {
                let text = cursor.peek_text().trim_matches('"').to_string();
                let span = cursor.span();
                cursor.bump();
                let want = self.codec.target;
                if Chip::of_triple(&text).is_some_and(|chip| want.runs(chip)) {
                    Ok(())
                } else {
                    Err(Diagnostic::error(
                        "other-target",
                        format!("the file is for `{text}`, assembled is for {want}"),
                    )
                    .label(span, format!("expected a target of {want}")))
                }
            }
            ".reloc" => no_relocation(cursor, cx),
            ".amdhsa_code_object_version" => cx.integer(cursor).map(|_| ()),
            ".amdhsa_kernel" => self.open_kernel(cursor),
            ".end_amdhsa_kernel" => self.close_kernel(cursor, cx),
            _ if name.starts_with(".amdhsa_") => self.kernel_directive(name, cursor, cx),
            _ => return None,
        })
    }

    fn directives(&self) -> &'static [&'static str] {
        &[
            ".amdgcn_target",
            ".amdhsa_code_object_version",
            ".amdhsa_kernel",
            ".end_amdhsa_kernel",
            ".amdgpu_metadata",
            ".reloc",
        ]
    }

    fn arithmetic(&self) -> Arithmetic {
        Arithmetic {
            grammar: asm::GRAMMAR,
            holds: -1,
            logical_shift: true,
            unset_symbols: true,
        }
    }

    fn gap(&self) -> &'static [u8] {
        &NOP
    }

    fn raw_block(&self, name: &str) -> Option<&'static str> {
        (name == ".amdgpu_metadata").then_some(".end_amdgpu_metadata")
    }

    fn raw(&mut self, _name: &str, text: &str, _cx: &mut Context<'_>) -> Result<(), Diagnostic> {
        self.metadata.push_str(text);
        Ok(())
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        if let Some(open) = &self.open {
            cx.report(
                Diagnostic::error("unclosed", "`.amdhsa_kernel` without `.end_amdhsa_kernel`")
                    .label(open.span, "opened here"),
            );
        }
    }

    fn functions(&self) -> fn(&str, &[i128]) -> Option<i128> {
        |name, arguments| match (name, arguments) {
            // Accumulation registers do not exist here, so the larger number is the total.
            ("totalnumvgprs", [a, b]) => Some(*a.max(b)),
            // The condition register is counted apart, everything else is architected.
            ("extrasgprs", [vcc, ..]) => Some(if *vcc != 0 { 2 } else { 0 }),
            ("or", all) => Some(all.iter().fold(0, |a, b| a | b)),
            _ => None,
        }
    }
}

/// Compilers describe frames, lines and types for debuggers. None of it is code: it is read over.
fn is_for_debuggers(directive: &str, section: &str) -> bool {
    let switches = matches!(
        directive,
        ".section" | ".text" | ".data" | ".bss" | ".rodata"
    );
    directive.starts_with(".cfi_")
        || matches!(directive, ".loc" | ".file")
        || section.starts_with(".debug_") && !switches
}

/// What stands for `1b` and `1f` while operands are read.
const LOCAL: &str = ".local.";

impl AmdDialect {
    /// An instruction that names local labels, with names for them that operands can have.
    fn with_local_labels(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let mut text = String::new();
        let mut end = None;
        for &token in statement.tokens {
            if end.is_some_and(|end| end < token.start) {
                text.push(' ');
            }
            if matches!(token.kind, TokenKind::Local { .. }) {
                text += LOCAL;
            }
            text += statement.text_of(token);
            end = Some(token.end);
        }
        let mut tokens = Vec::new();
        Lexer::new(&text, self.syntax()).statement(&mut tokens);
        let result = self.instruction(&Statement::new(&text, &tokens), cx);
        // What it says about places is about the line with those names.
        result.map_err(|mut diagnostic| {
            for label in &mut diagnostic.labels {
                label.span = statement.span();
            }
            diagnostic
        })
    }

    fn open_kernel(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let span = cursor.span();
        let Some((name, _)) = cursor.name() else {
            return Err(Diagnostic::error("syntax", "expected the kernel's name").label(span, ""));
        };
        if let Some(open) = &self.open {
            return Err(
                Diagnostic::error("unclosed", "the kernel before is still open")
                    .label(open.span, "opened here"),
            );
        }
        let block = descriptor::Block::new(self.codec.target, self.codec.wave);
        self.open = Some(Open {
            name: name.to_string(),
            span,
            block,
        });
        Ok(())
    }

    fn kernel_directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let from = cursor.position();
        let value = cx.integer(cursor)?.unwrap_or(0);
        let span = cursor.span_since(from);
        let Some(open) = &mut self.open else {
            return Err(Diagnostic::error(
                "unopened",
                format!("`{name}` outside `.amdhsa_kernel`"),
            )
            .label(span, ""));
        };
        open.block.set(name, value).map_err(|message| {
            Diagnostic::error("bad-directive", message).label(span, format!("for `{name}`"))
        })
    }

    fn close_kernel(
        &mut self,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let Some(open) = self.open.take() else {
            return Err(Diagnostic::error("unopened", "no `.amdhsa_kernel` is open")
                .label(cursor.span(), ""));
        };
        let descriptor = open
            .block
            .finish()
            .map_err(|message| Diagnostic::error("bad-kernel", message).label(open.span, ""))?;
        let offset = cx.here();
        // The descriptor has a name of its own, which launches go by.
        cx.define_label(&format!("{}.kd", open.name), open.span)?;
        cx.emit(&descriptor.to_bytes());
        self.kernels.push(KernelBlock {
            name: open.name.clone(),
            descriptor,
            section: cx.section_name().to_string(),
            offset,
        });
        self.relocations.push(Relocation {
            section: cx.section_name().to_string(),
            offset: offset + 16,
            symbol: format!("{}@rel64", open.name),
            addend: 0,
        });
        Ok(())
    }
}

/// `.reloc PLACE, R_AMDGPU_NONE[, SYMBOL]` keeps something for the linker; other kinds change code.
fn no_relocation(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    cx.expr(cursor)?;
    let comma = cursor.eat(b',');
    match cursor.name() {
        Some(("R_AMDGPU_NONE" | "BFD_RELOC_NONE", _)) if comma => {
            while cursor.bump().is_some() {}
            Ok(())
        }
        _ => Err(
            Diagnostic::error("bad-relocation", "only `R_AMDGPU_NONE` can be asked for")
                .label(cursor.statement().span(), "in this line"),
        ),
    }
}
