//! Diagnostics and places as editors in a browser have them: in units of UTF-16.

use serde_json::{Value, json};
use wavetank::{Diagnostic, Error, Severity, SourceFile, Span, render};

/// Where the bytes of a text are in UTF-16, and the other way round.
#[derive(Default)]
pub(crate) struct Units {
    /// By byte; nothing where the text is ASCII and both are the same.
    units: Vec<u32>,
}

impl Units {
    pub fn new(text: &str) -> Units {
        if text.is_ascii() {
            return Units::default();
        }
        let mut units = Vec::with_capacity(text.len() + 1);
        let mut unit = 0;
        for c in text.chars() {
            units.extend(std::iter::repeat_n(unit, c.len_utf8()));
            unit += c.len_utf16() as u32;
        }
        units.push(unit);
        Units { units }
    }

    /// The unit of a byte.
    pub fn of(&self, byte: u32) -> u32 {
        match self.units.last() {
            None => byte,
            Some(&end) => self.units.get(byte as usize).copied().unwrap_or(end),
        }
    }

    /// The byte at which a unit begins.
    pub fn byte(&self, unit: u32) -> u32 {
        match self.units.is_empty() {
            true => unit,
            false => self.units.partition_point(|&at| at < unit) as u32,
        }
    }

    pub fn span(&self, span: Span) -> [u32; 2] {
        [self.of(span.start), self.of(span.end)]
    }
}

/// A diagnostic with its places in the text that is edited; `name` is that of the text.
pub(crate) fn to_json(it: &Diagnostic, file: &SourceFile, name: &str) -> Value {
    let units = Units::new(file.text());
    let here = file.name() == name;
    let labels = it.labels.iter().map(|label| {
        let [from, to] = units.span(label.span);
        let line = file.line_of(label.span.start);
        match here {
            true => json!({ "text": label.text, "line": line, "from": from, "to": to }),
            false => json!({ "text": label.text, "line": line, "file": file.name() }),
        }
    });
    json!({
        "severity": match it.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "info",
        },
        "code": it.code,
        "message": it.message,
        "labels": labels.collect::<Vec<_>>(),
        "help": it.help,
        "text": render::diagnostic(it, file, false),
    })
}

/// Everything that an error says, and how a process would have ended.
pub(crate) fn of_error(error: &Error, name: &str) -> Value {
    let (prints, text) = error.so_far();
    let prints = prints.iter().map(|print| print.to_text() + "\n");
    let text = String::from_utf8_lossy(text).into_owned();
    json!({
        "failed": error.failure().exit_code(),
        "diagnostics": all(error, name),
        "text": std::iter::once(text).chain(prints).collect::<String>(),
    })
}

fn all(error: &Error, name: &str) -> Vec<Value> {
    match error {
        Error::Stopped { error, .. } => all(error, name),
        Error::Plain(message) | Error::Placeless { message, .. } => vec![json!({
            "severity": "error",
            "code": "",
            "message": message,
            "labels": [],
            "help": [],
            "text": format!("error: {message}"),
        })],
        Error::Diagnostics {
            file, diagnostics, ..
        } => {
            let each = diagnostics.iter();
            each.map(|it| to_json(it, file, name)).collect()
        }
    }
}
