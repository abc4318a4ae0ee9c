//! Diagnostics as text for people, and as JSON for programs.

mod junit;
mod sarif;

pub use junit::{Case, Verdict, cases, junit};
pub use sarif::sarif;

use crate::Error;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};
use source::{Diagnostic, Severity, SourceFile};

/// Lines that may lie between two labels of one excerpt. Those that are farther apart have one
/// each, so that the work for a diagnostic does not grow with the file.
const NEAR: u32 = 64;

/// A line that is longer is named and not shown.
const LONGEST_LINE: usize = 4096;

/// One diagnostic with the lines it is about. Ends without a line break.
pub fn diagnostic(diagnostic: &Diagnostic, file: &SourceFile, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code);
    let mut group = excerpts(diagnostic, file)
        .into_iter()
        .fold(Group::with_title(title), |group, excerpt| {
            excerpt.add_to(group, file)
        });
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&[group])
}

/// Neighbouring lines with the labels in them.
struct Excerpt<'a> {
    first: u32,
    last: u32,
    /// Whether it holds the primary label.
    primary: bool,
    labels: Vec<(AnnotationKind, std::ops::Range<usize>, &'a str)>,
}

/// The lines that a diagnostic is about, those of its primary label first.
fn excerpts<'a>(diagnostic: &'a Diagnostic, file: &SourceFile) -> Vec<Excerpt<'a>> {
    let labels = diagnostic.labels.iter().enumerate();
    let mut labels: Vec<_> = labels
        .map(|(i, label)| {
            let kind = match i {
                0 => AnnotationKind::Primary,
                _ => AnnotationKind::Context,
            };
            let span = within(file, label.span);
            let first = file.line_of(span.start as u32);
            let last = file.line_of(span.end as u32);
            (first, last, i == 0, (kind, span, label.text.as_str()))
        })
        .collect();
    // Stable, so that labels of one line keep their order.
    labels.sort_by_key(|&(first, ..)| first);
    let mut all: Vec<Excerpt<'a>> = Vec::new();
    for (first, last, primary, label) in labels {
        match all.last_mut() {
            Some(open) if first <= open.last + NEAR => {
                open.last = open.last.max(last);
                open.primary |= primary;
                open.labels.push(label);
            }
            _ => all.push(Excerpt {
                first,
                last,
                primary,
                labels: vec![label],
            }),
        }
    }
    all.sort_by_key(|excerpt| !excerpt.primary);
    all
}

impl<'a> Excerpt<'a> {
    fn add_to(self, group: Group<'a>, file: &'a SourceFile) -> Group<'a> {
        let lines = self.first..=self.last;
        if lines
            .clone()
            .any(|line| file.line(line).len() > LONGEST_LINE)
        {
            return self
                .labels
                .into_iter()
                .fold(group, |group, (_, span, text)| {
                    let place = file.place(span.start as u32);
                    let origin = Origin::path(file.name())
                        .line(place.line as usize)
                        .char_column(place.column as usize);
                    group.element(origin).element(Level::NOTE.message(text))
                });
        }
        let start = file.line_span(self.first).range().start;
        let end = match self.last < file.line_count() as u32 {
            true => file.line_span(self.last + 1).range().start,
            false => file.text().len(),
        };
        let annotations = self.labels.into_iter().map(|(kind, span, text)| {
            let span = span.start - start..span.end - start;
            kind.span(span).label(text)
        });
        group.element(
            Snippet::source(&file.text()[start..end])
                .line_start(self.first as usize)
                .path(file.name())
                .annotations(annotations),
        )
    }
}

/// A span that the renderer can mark: inside the text and on character boundaries.
fn within(file: &SourceFile, span: source::Span) -> std::ops::Range<usize> {
    let text = file.text();
    let clamp = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let range = span.range();
    let start = clamp(range.start);
    start..clamp(range.end).max(start)
}

/// An error with everything it has to say.
pub fn error(error: &Error, colour: bool) -> String {
    match error {
        Error::Stopped { error: inner, .. } => self::error(inner, colour),
        Error::Plain(message) | Error::Placeless { message, .. } => {
            let renderer = if colour {
                Renderer::styled()
            } else {
                Renderer::plain()
            };
            renderer.render(&[Group::with_title(Level::ERROR.primary_title(message))])
        }
        Error::Diagnostics {
            file, diagnostics, ..
        } => {
            let each = diagnostics.iter().map(|d| diagnostic(d, file, colour));
            each.collect::<Vec<_>>().join("\n\n")
        }
    }
}

/// `{"severity", "code", "message", "file", "line", "column", "help"}`.
pub fn to_json(diagnostic: &Diagnostic, file: &SourceFile) -> Value {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let place = |span: source::Span| file.place(span.start);
    let labels = diagnostic.labels.iter().map(|label| {
        let at = place(label.span);
        json!({ "line": at.line, "column": at.column, "text": label.text })
    });
    let mut object = json!({
        "severity": severity,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "file": file.name(),
        "labels": labels.collect::<Vec<_>>(),
        "help": diagnostic.help,
    });
    if let Some(span) = diagnostic.span() {
        object["line"] = place(span).line.into();
        object["column"] = place(span).column.into();
    }
    for &(name, value) in diagnostic.facts() {
        object[name] = value.into();
    }
    object
}

/// The diagnostics of an error as JSON objects.
pub fn error_to_json(error: &Error) -> Vec<Value> {
    match error {
        Error::Stopped { error, .. } => error_to_json(error),
        Error::Plain(message) | Error::Placeless { message, .. } => {
            vec![json!({ "severity": "error", "message": message })]
        }
        Error::Diagnostics {
            file, diagnostics, ..
        } => diagnostics.iter().map(|d| to_json(d, file)).collect(),
    }
}
