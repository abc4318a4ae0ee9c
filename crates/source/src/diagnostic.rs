//! What is wrong, where, and what to do about it.

use crate::Span;

/// How bad it is, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not what was meant; the input is taken as it stands.
    Warning,
    /// The input cannot be used.
    Error,
}

/// A place in the source with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What to say there; may be empty on the primary label, whose message has said it.
    pub text: String,
}

/// One finding. The first label is the primary one: its place is "where the error is".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable short name that tests and tools can match: `unknown-mnemonic`.
    pub code: &'static str,
    /// What was found and what was expected, in one line without a period.
    pub message: String,
    /// Places, the primary one first. None where it is about the input as a whole.
    pub labels: Vec<Label>,
    /// What to do about it, each a line of its own.
    pub help: Vec<String>,
    /// Numbers that programs want to know and people find in the text. Few diagnostics have any.
    facts: Option<Box<Facts>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts(Vec<(&'static str, u64)>);

impl Diagnostic {
    /// A finding without places; [`Diagnostic::label`] adds them.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            code,
            message: message.into(),
            labels: vec![],
            help: vec![],
            facts: None,
        }
    }

    /// What makes the input unusable.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message)
    }

    /// What is probably a mistake.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message)
    }

    /// Adds a place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a line about what to do.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// Adds a help line if there is something to suggest.
    pub fn maybe_help(self, help: Option<String>) -> Diagnostic {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Adds a number for programs.
    pub fn fact(mut self, name: &'static str, value: u64) -> Diagnostic {
        self.facts.get_or_insert_default().0.push((name, value));
        self
    }

    /// The numbers for programs, by name.
    pub fn facts(&self) -> &[(&'static str, u64)] {
        self.facts.as_ref().map_or(&[], |facts| &facts.0)
    }

    /// Where it is: the place of the first label.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// Everything found in one pass over an input, in the order of discovery.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Nothing found yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Keeps the error for later and goes on with `None`: how parsers report more than one.
    pub fn take<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|diagnostic| self.push(diagnostic)).ok()
    }

    /// Whether the input cannot be used.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Everything found so far.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Sorted by place, as a reader goes through the file.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list
            .sort_by_key(|d| d.span().map_or(0, |span| span.start));
        self.list
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}
