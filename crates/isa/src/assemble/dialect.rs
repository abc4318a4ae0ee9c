//! What the statement driver asks an instruction set.

use source::Diagnostic;

use super::{Context, Statement};
use crate::expr::Arithmetic;
use crate::{Cursor, Syntax};
use crate::{Set, Table};

/// One assembly language on top of the common statements.
pub trait Dialect {
    /// How comments, separators and names are written.
    fn syntax(&self) -> Syntax;

    /// A pass begins: forget what the one before found out.
    fn begin(&mut self, _cx: &mut Context<'_>) {}

    /// Assembles one instruction: emits its bytes, or says what is wrong. Where a symbol is not
    /// known yet, it emits as many bytes as it expects to need; a later pass asks again.
    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic>;

    /// Handles a directive of the dialect's own; `None` for one it does not know. The cursor
    /// stands after the directive's name, which comes with its dot.
    fn directive(
        &mut self,
        _name: &str,
        _cursor: &mut Cursor<'_>,
        _cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        None
    }

    /// The directive that closes a block whose lines are not statements, where `name` opens one.
    fn raw_block(&self, _name: &str) -> Option<&'static str> {
        None
    }

    /// Takes the text of such a block.
    fn raw(&mut self, _name: &str, _text: &str, _cx: &mut Context<'_>) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// The names of those directives, for suggestions.
    fn directives(&self) -> &'static [&'static str] {
        &[]
    }

    /// The instruction that fills gaps in sections of code, where gaps are not zeros.
    fn gap(&self) -> &'static [u8] {
        &[]
    }

    /// A label is defined at the current place.
    fn label(&mut self, _name: &str, _cx: &mut Context<'_>) {}

    /// The text ends: report what is still open.
    fn end(&mut self, _cx: &mut Context<'_>) {}

    /// What operators mean in expressions.
    fn arithmetic(&self) -> Arithmetic {
        Arithmetic::C
    }

    /// Functions for expressions beside `max`, `min` and `alignto`.
    fn functions(&self) -> fn(&str, &[i128]) -> Option<i128> {
        |_, _| None
    }

    /// Where a section lies in memory, for those whose place is settled while assembling.
    fn bases(&self) -> fn(&str) -> Option<u64> {
        |_| None
    }
}

/// The dialect of an instruction set that a table describes completely.
pub struct TableDialect<M: 'static> {
    /// All that can be written.
    pub table: &'static Table<M>,
    /// The generations or extensions that are switched on.
    pub enabled: Set,
    /// How comments and numbers look.
    pub syntax: Syntax,
    /// What the address of every instruction must be a multiple of.
    pub align: u64,
}

impl<M: Copy + Sync + 'static> Dialect for TableDialect<M> {
    fn syntax(&self) -> Syntax {
        self.syntax
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let parsed = self.table.parse(statement, self.enabled, cx);
        let here = cx.here();
        let inst = match parsed {
            Ok(inst) => inst,
            Err(error) => {
                // It takes up room nevertheless, so that what is said about distances is true.
                cx.fill(self.table.shortest() as u64, 0);
                return Err(error);
            }
        };
        let word = inst.encode().expect("parsing checks that operands fit");
        cx.emit(&inst.row.format.to_bytes(word)[..inst.len()]);
        if !here.is_multiple_of(self.align) {
            let align = self.align;
            return Err(Diagnostic::error(
                "misaligned",
                format!("the instruction lies at {here:#x}, not at a multiple of {align}"),
            )
            .label(statement.span(), "data before it has another length")
            .help(format!("`.balign {align}` before it fills the gap")));
        }
        Ok(())
    }
}
