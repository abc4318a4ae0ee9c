//! Where findings are shown: in source where there is some, else by code address and disassembly.

use sim::Register;
use source::{Diagnostic, Span};
use uop::InstInfo;

/// What the engine cannot know: how registers are called and where instructions were written.
pub struct Names<'a> {
    /// What the instruction set calls a register.
    pub register: &'a dyn Fn(Register) -> String,
    /// The source of the instruction at a code address.
    pub span: &'a dyn Fn(u64) -> Option<Span>,
    /// The instruction at a code address as text, where its line of source does not show it.
    pub text: &'a dyn Fn(u64) -> Option<String>,
    /// What a byte of device memory is called: `out_a[11]`.
    pub place: &'a dyn Fn(u64) -> String,
}

impl Names<'_> {
    /// The diagnostic with instructions that it is about, by number, and what is said of each. The
    /// first is the one that was wrong.
    pub(crate) fn point(
        &self,
        mut diagnostic: Diagnostic,
        insts: &[InstInfo],
        places: &[(u32, &str)],
    ) -> Diagnostic {
        for (index, &(inst, text)) in places.iter().enumerate() {
            let Some(address) = insts.get(inst as usize).map(|inst| inst.address) else {
                continue;
            };
            if index == 0 {
                diagnostic = diagnostic.fact("pc", address);
            }
            diagnostic = match (self.span)(address) {
                Some(span) => diagnostic.label(span, text),
                None => {
                    let code = (self.text)(address).map(|code| format!(": `{code}`"));
                    let code = code.unwrap_or_default();
                    diagnostic.help(format!("{text}: pc {address:#x}{code}"))
                }
            };
        }
        diagnostic
    }
}
