//! Rules that tie several fields of an instruction together, beyond what a row can say: registers
//! that must not overlap, modes that exclude each other. An instruction set checks them; here is
//! what comes of a broken one.

use source::Diagnostic;

use crate::{Context, Illegal, Inst, Reason, Statement};

/// A rule that is broken: the field, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// As the manual calls it.
    pub field: &'static str,
    /// In words.
    pub why: String,
}

impl Broken {
    /// What is wrong with a field.
    pub fn new(field: &'static str, why: impl Into<String>) -> Broken {
        Broken {
            field,
            why: why.into(),
        }
    }

    /// Bytes that would be this instruction if it kept the rule.
    pub fn illegal<M>(&self, inst: &Inst<M>, bytes: &[u8], address: u64) -> Illegal {
        let rule = format!("field {}: {}", self.field, self.why);
        let mnemonic = inst.row.mnemonic;
        Illegal::new(bytes, inst.len(), address, Reason::Rule { mnemonic, rule })
    }
}

/// Emits an instruction that was checked, or says which rule it breaks.
pub fn emit_checked<M>(
    inst: &Inst<M>,
    checked: Result<(), Broken>,
    statement: &Statement<'_>,
    cx: &mut Context<'_>,
) -> Result<(), Diagnostic> {
    if let Err(broken) = checked {
        let message = format!("field {}: {}", broken.field, broken.why);
        return Err(
            Diagnostic::error("illegal-combination", message).label(statement.span(), broken.why)
        );
    }
    let word = inst.encode().expect("parsing checks that operands fit");
    cx.emit(&inst.row.format.to_bytes(word)[..inst.len()]);
    Ok(())
}
