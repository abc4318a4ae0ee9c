//! Running with every checker on.

use crate::run::{Ready, trap_error};
use crate::{Error, Input, Settings};
use arch::{Arch, Code, DisStyle};
use check::{MissingWaits, Names};
use sim::Delivery;
use source::{Diagnostic, SourceFile, Span};

/// What the checkers found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What the diagnostics are places in.
    pub file: SourceFile,
    pub diagnostics: Vec<Diagnostic>,
}

/// Runs with results that arrive only when they are waited for, and reports each finding once.
pub fn check(input: &Input, settings: &Settings) -> Result<Findings, Error> {
    let settings = Settings {
        delivery: Delivery::Strict,
        threads: 1,
        ..settings.clone()
    };
    let ready = Ready::new(input, &settings)?;
    let mut waits = MissingWaits::default();
    let outcome = ready.dispatch(&settings).resume(&mut waits);
    let names = Known {
        arch: input.arch,
        code: &ready.prepared.code,
        style: DisStyle {
            wave: ready.loaded.lanes,
            extensions: ready.prepared.extensions.clone(),
        },
    };
    let diagnostics = waits.findings(&ready.loaded.program, &names);
    // A kernel that uses what has not arrived yet may well trap; the reason comes first.
    if let Err(fault) = outcome
        && let Error::Diagnostics {
            failure,
            file,
            diagnostics: trap,
        } = trap_error(input, &ready, &fault)
    {
        return Err(Error::Diagnostics {
            failure,
            file,
            diagnostics: diagnostics.into_iter().chain(trap).collect(),
        });
    }
    Ok(Findings {
        file: ready.prepared.source,
        diagnostics,
    })
}

struct Known<'a> {
    arch: &'static dyn Arch,
    code: &'a Code,
    style: DisStyle,
}

impl Names for Known<'_> {
    fn span(&self, address: u64) -> Option<Span> {
        self.code.span_at(address)
    }

    fn text(&self, address: u64) -> Option<String> {
        let bytes = self.code.at(address)?;
        Some(self.arch.disassemble(bytes, &self.style).ok()?.0)
    }

    fn register(&self, register: uop::Operand) -> String {
        self.arch.register_name(register)
    }
}
