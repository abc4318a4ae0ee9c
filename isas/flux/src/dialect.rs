//! flux assembly: the table's instructions, and the `.ext` directive.

use isa::{
    Assembly, Context, Cursor, Dialect, Options, RegisterClass, Set, Statement, Syntax,
    TableDialect,
};
use source::{Diagnostic, SourceFile, Span};

use crate::{BASE, Meaning, V0_2, table};

/// R0 to R31, each of four floats.
pub static REGISTERS: RegisterClass = RegisterClass::numbered("a register", "R", 32);

/// The common syntax; registers cannot be labels.
pub const SYNTAX: Syntax = Syntax {
    reserved: |name| REGISTERS.find(name).is_some(),
    ..Syntax::PLAIN
};

/// Extensions by name, as `.ext` and `--ext` take them.
pub const EXTENSIONS: &[(&str, Set)] = &[("v0.2", V0_2)];

/// The flux assembler's dialect.
pub struct Assembler {
    rows: TableDialect<Meaning>,
    /// What is switched on before the first line.
    initially: Set,
    /// What any line has switched on.
    used: Set,
}

impl Assembler {
    /// An assembler with the extensions in `extensions` switched on from the start.
    pub fn new(extensions: Set) -> Assembler {
        let initially = BASE.or(extensions);
        let rows = TableDialect {
            table: table(),
            enabled: initially,
            syntax: SYNTAX,
            align: 4,
        };
        Assembler {
            rows,
            initially,
            used: initially,
        }
    }

    /// Everything that was switched on, from outside or by `.ext`: what a decoder of the
    /// assembled words needs.
    pub fn enabled(&self) -> Set {
        self.used
    }

    /// Assembles `body` of `file`. Also gives the set to decode the result with.
    pub fn assemble(
        file: &SourceFile,
        body: Span,
        extensions: Set,
        options: &Options<'_>,
    ) -> (Assembly, Set) {
        let mut flux = Assembler::new(extensions);
        let assembly = isa::assemble(file, body, &mut flux, options);
        (assembly, flux.enabled())
    }
}

impl Dialect for Assembler {
    fn syntax(&self) -> Syntax {
        SYNTAX
    }

    fn begin(&mut self, _: &mut Context<'_>) {
        self.rows.enabled = self.initially;
        self.used = self.initially;
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        self.rows.instruction(statement, cx)
    }

    fn directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        (name == ".ext").then(|| self.extend(cursor, cx))
    }

    fn directives(&self) -> &'static [&'static str] {
        &[".ext"]
    }

    /// Programs begin at address zero, so a code label is a number that LI can load for JALR.
    fn bases(&self) -> fn(&str) -> Option<u64> {
        |section| (section == ".text").then_some(0)
    }
}

impl Assembler {
    fn extend(&mut self, cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
        let (text, span) = (cursor.peek_text(), cursor.span());
        if let Some(&(_, set)) = EXTENSIONS.iter().find(|(name, _)| *name == text) {
            cursor.bump();
            self.rows.enabled = self.rows.enabled.or(set);
            self.used = self.used.or(set);
            return Ok(());
        }
        let help = cx.suggest(text, EXTENSIONS.iter().map(|&(name, _)| name));
        let message = format!("expected an extension, found {}", cursor.found());
        Err(Diagnostic::error("unknown-extension", message)
            .label(span, "expected `v0.2`")
            .maybe_help(help))
    }
}
