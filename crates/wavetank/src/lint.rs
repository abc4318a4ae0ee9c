//! Looking for mistakes without running anything.

use crate::prepare::{Prepared, prepare};
use crate::{DisStyle, Error, Findings, Input, Settings};
use arch::{Arch, Linted};
use lint::{Finding, Weight};
use source::{Diagnostic, Severity};

/// Looks at every kernel of the code, on every path. Needless things are warnings, and among the
/// findings only where they are wanted; everything else is an error.
pub fn lint(input: &Input, settings: &Settings, needless: bool) -> Result<Findings, Error> {
    let prepared = prepare(input, settings)?;
    let arch = input.arch;
    let style = DisStyle {
        wave: settings.wave.unwrap_or(prepared.kernel.wave),
        extensions: prepared.extensions.clone(),
    };
    let Some(linted) = arch.lint(&prepared.code, &style) else {
        let name = arch.name();
        let why = format!("{name} has no rules that could be broken without being seen at once");
        return Err(Error::Plain(format!(
            "{why}; `wavetank check` runs the kernel"
        )));
    };
    let linted = linted.map_err(|diagnostic| Error::Diagnostics {
        failure: crate::Failure::Unmodelled,
        file: Box::new(prepared.source.clone()),
        diagnostics: vec![diagnostic],
    })?;
    let place = Place {
        prepared: &prepared,
        arch,
        style: &style,
    };
    let mut diagnostics = Vec::new();
    for linted in &linted {
        let wanted = |finding: &&Finding| needless || finding.weight == Weight::Wrong;
        let found = linted.findings.iter().filter(wanted);
        diagnostics.extend(found.map(|finding| place.diagnostic(finding, linted)));
    }
    Ok(Findings {
        file: prepared.source,
        diagnostics,
    })
}

struct Place<'a> {
    prepared: &'a Prepared,
    arch: &'a dyn Arch,
    style: &'a DisStyle,
}

impl Place<'_> {
    fn diagnostic(&self, finding: &Finding, linted: &Linted) -> Diagnostic {
        let severity = match finding.weight {
            Weight::Wrong => Severity::Error,
            Weight::Needless => Severity::Warning,
        };
        let at = |inst: u32| linted.program.insts[inst as usize].address;
        let address = at(finding.inst);
        let message = match self.text(address) {
            Some(text) => format!("`{text}` {}", finding.message),
            None => finding.message.clone(),
        };
        let mut diagnostic = Diagnostic::new(severity, finding.code, message).fact("pc", address);
        let code = &self.prepared.code;
        match code.span_at(address) {
            Some(span) => diagnostic = diagnostic.label(span, "here"),
            None => diagnostic = diagnostic.help(format!("at {address:#x}")),
        }
        if let Some((other, what)) = &finding.other {
            let address = at(*other);
            let text = self.text(address).unwrap_or_default();
            diagnostic = match code.span_at(address) {
                Some(span) => diagnostic.label(span, what.clone()),
                None => diagnostic.help(format!("{what}: `{text}` at {address:#x}")),
            };
        }
        diagnostic.help(finding.help.clone())
    }

    fn text(&self, address: u64) -> Option<String> {
        let code = &self.prepared.code;
        if let Some(span) = code.span_at(address).filter(|_| !self.prepared.compiled) {
            return Some(self.prepared.source.slice(span).trim().to_string());
        }
        let text = self.arch.disassemble(code.at(address)?, self.style);
        text.ok().map(|(text, _)| text)
    }
}
