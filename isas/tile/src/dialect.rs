//! The assembly language.

use crate::meaning::Meaning;
use crate::registers::is_register;
use crate::rules;
use crate::table::TABLE;
use isa::{Context, Dialect, Inst, Set, Statement, Syntax};
use source::Diagnostic;

#[derive(Default)]
pub struct TileDialect;

impl Dialect for TileDialect {
    fn syntax(&self) -> Syntax {
        Syntax {
            line_comments: &["#", ";", "//"],
            block_comments: true,
            separator: None,
            name_prefixes: b"%",
            reserved: is_register,
        }
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let inst = TABLE.parse(statement, Set::ALL, cx)?;
        emit(&inst, statement, cx)
    }
}

fn emit(
    inst: &Inst<Meaning>,
    statement: &Statement<'_>,
    cx: &mut Context<'_>,
) -> Result<(), Diagnostic> {
    rules::check(inst).map_err(|broken| {
        Diagnostic::error(
            "illegal-combination",
            format!("{}: {}", broken.field, broken.why),
        )
        .label(statement.span(), broken.why)
    })?;
    let word = inst.encode().expect("parsing checks that operands fit");
    cx.emit(&inst.row.format.to_bytes(word)[..inst.len()]);
    Ok(())
}
