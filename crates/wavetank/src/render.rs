//! Diagnostics as text for people, and as JSON for programs.

use crate::Error;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use source::{Diagnostic, Severity, SourceFile};

/// One diagnostic with the lines it is about. Ends without a line break.
pub fn diagnostic(diagnostic: &Diagnostic, file: &SourceFile, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = level
        .primary_title(&diagnostic.message)
        .id(diagnostic.code)
        .elements((!diagnostic.labels.is_empty()).then(|| {
            let annotations = diagnostic.labels.iter().enumerate().map(|(i, label)| {
                let kind = if i == 0 {
                    AnnotationKind::Primary
                } else {
                    AnnotationKind::Context
                };
                kind.span(within(file, label.span)).label(&label.text)
            });
            Snippet::source(file.text())
                .path(file.name())
                .annotations(annotations)
        }));
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
        Error::Plain(message) => {
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
        Error::Plain(message) => vec![json!({ "severity": "error", "message": message })],
        Error::Diagnostics {
            file, diagnostics, ..
        } => diagnostics.iter().map(|d| to_json(d, file)).collect(),
    }
}
