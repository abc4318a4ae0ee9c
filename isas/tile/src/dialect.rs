//! The assembly language: that of RISC-V, with the rows of the tile core beside.

use crate::registers::is_register;
use crate::rules;
use crate::table::TABLE;
use isa::{
    Context, Cursor, Dialect, Set, Statement, Syntax, emit_checked, expected, unknown_mnemonic,
};
use riscv::RiscvDialect;
use source::Diagnostic;

/// Instructions of the tile core and of the hart, with what RISC-V assemblers know beside.
#[derive(Default)]
pub struct TileDialect;

impl Dialect for TileDialect {
    fn syntax(&self) -> Syntax {
        Syntax {
            reserved: is_register,
            ..RiscvDialect.syntax()
        }
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let cursor = Cursor::new(statement);
        let name = cursor.peek_text();
        if TABLE.knows(name) {
            let inst = TABLE.parse(statement, Set::ALL, cx)?;
            return emit_checked(&inst, rules::check(&inst), statement, cx);
        }
        if RiscvDialect::knows(name) {
            return RiscvDialect.instruction(statement, cx);
        }
        if !riscv::operand::is_name(&cursor) {
            return Err(expected("an instruction", &cursor));
        }
        let (tile, hart) = (&*TABLE, &*riscv::TABLE);
        let names = (tile.printed_names(Set::ALL)).chain(hart.printed_names(Set::ALL));
        let suffixes = |name: &str| hart.suffixes(name, Set::ALL);
        Err(unknown_mnemonic(statement, suffixes, names, cx))
    }

    fn directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        RiscvDialect.directive(name, cursor, cx)
    }

    fn directives(&self) -> &'static [&'static str] {
        riscv::DIRECTIVES
    }

    fn functions(&self) -> fn(&str, &[i128]) -> Option<i128> {
        riscv::functions
    }

    fn bases(&self) -> fn(&str) -> Option<u64> {
        riscv::section_base
    }
}
