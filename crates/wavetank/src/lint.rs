//! Looking for mistakes without running anything.

use crate::prepare::{Prepared, prepare};
use crate::ready::Ready;
use crate::{Checked, DisStyle, Error, Findings, Input, Settings};
use arch::{Arch, Linted};
use lint::{Finding, Weight};
use source::{Diagnostic, Severity, Span};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Looks at every kernel of the code, on every path. What makes results wrong is an error,
/// what cannot be meant a warning; needless things are notes, and among the findings only where they are
/// wanted.
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
    let diagnostics = diagnostics(&linted, &prepared, arch, &style);
    let wanted = |it: &Diagnostic| needless || it.severity > Severity::Note;
    Ok(Findings {
        file: prepared.source,
        diagnostics: diagnostics.into_iter().filter(wanted).collect(),
        intended_races: 0,
        checked: Checked::lint(),
        text: Vec::new(),
        instructions: 0,
    })
}

/// What is wrong with code on any path. `None` where the instruction set has no rules of that kind.
type Wrong = Option<Arc<[Diagnostic]>>;

/// What is wrong with a code object, by lanes of a wave: the same in all of its launches, so that they have
/// it in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mistakes(Arc<Mutex<BTreeMap<u32, Wrong>>>);

impl Mistakes {
    fn of(&self, ready: &Ready) -> Wrong {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mistakes = known.entry(ready.lanes).or_insert_with(|| mistakes(ready));
        mistakes.clone()
    }
}

fn mistakes(ready: &Ready) -> Wrong {
    let style = DisStyle {
        wave: ready.lanes,
        extensions: ready.prepared.extensions.clone(),
    };
    let linted = ready.arch.lint(&ready.prepared.code, &style)?.ok()?;
    let all = diagnostics(&linted, &ready.prepared, ready.arch, &style);
    let wrong = all.into_iter().filter(|it| it.severity == Severity::Error);
    Some(wrong.collect())
}

/// What is wrong on paths that a run did not take: whatever is not `found` already. Nothing where the
/// instruction set has no rules of that kind.
pub(crate) fn on_other_paths(ready: &Ready, found: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    let all = ready.mistakes.of(ready)?;
    let known: Vec<_> = found.iter().map(place_of).collect();
    let new = all.iter().filter(|it| !known.contains(&place_of(it)));
    Some(new.cloned().collect())
}

/// Where a finding is: in the source, or in the code where there is none.
fn place_of(diagnostic: &Diagnostic) -> (Option<Span>, Option<u64>) {
    let span = diagnostic.span();
    let pc = diagnostic.facts().iter().find(|(name, _)| *name == "pc");
    (span, pc.map(|(_, pc)| *pc).filter(|_| span.is_none()))
}

pub(crate) fn diagnostics(
    linted: &[Linted],
    prepared: &Prepared,
    arch: &dyn Arch,
    style: &DisStyle,
) -> Vec<Diagnostic> {
    let place = Place {
        prepared,
        arch,
        style,
    };
    let all = linted.iter().flat_map(|linted| {
        let findings = linted.findings.iter();
        findings.map(|finding| place.diagnostic(finding, linted))
    });
    all.collect()
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
            Weight::Odd => Severity::Warning,
            Weight::Needless => Severity::Note,
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
