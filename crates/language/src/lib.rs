//! What editors ask of a kernel file while it is written, as plain data: what each word is, where a
//! name comes from, what could stand here, what is wrong.
//!
//! Places are bytes of the text ([`Span`]); how an editor counts them, who talks to it knows. What
//! instructions are comes from reference pages, what became of a line from the assembler; nothing
//! here knows an instruction set.

#![forbid(unsafe_code)]

mod complete;
mod encoding;
mod format;
mod hover;
mod lens;
mod line;
mod mark;
mod name;
mod outline;
mod reference;
mod signature;

pub use complete::{Completion, CompletionKind};
pub use encoding::Hint;
pub use lens::Lens;
pub use mark::{Mark, Role};
pub use outline::{OutlineItem, SymbolKind};
pub use reference::Reference;
pub use signature::{SignatureForm, Signatures};

use source::{Diagnostic, SourceFile, Span};
use std::sync::Arc;
use wavetank::{Analysis, Header, Input, Settings};

/// A text that is open in an editor, looked at once.
pub struct Document {
    input: Input,
    analysis: Analysis,
    marks: Vec<Mark>,
    reference: &'static Reference,
}

impl Document {
    /// Looks at a text. A header that was looked at before need not be read again.
    pub fn new(input: Input, known: Option<&Arc<Header>>) -> Document {
        let analysis = wavetank::analyze(&input, &Settings::default(), known);
        let reference = Reference::of(input.arch);
        let marks = mark::marks(&input, analysis.body, reference);
        Document {
            input,
            analysis,
            marks,
            reference,
        }
    }

    /// The text.
    pub fn file(&self) -> &SourceFile {
        &self.input.file
    }

    /// What it is the text of.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// What came of assembling.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// What is wrong with the text, and what the linter says about it besides.
    pub fn diagnostics(&self) -> (&[Diagnostic], &[Diagnostic]) {
        (&self.analysis.diagnostics, &self.analysis.findings)
    }

    /// Every word, in order.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The word at a place, or the one that ends there.
    pub fn mark_at(&self, offset: u32) -> Option<&Mark> {
        let after = self.marks.partition_point(|mark| mark.span.start <= offset);
        let mark = self.marks.get(after.checked_sub(1)?)?;
        (offset <= mark.span.end).then_some(mark)
    }

    fn text(&self, span: Span) -> &str {
        self.input.file.slice(span)
    }
}
