//! What the editor asks while a text is written.

use crate::diagnostics::{self, Units};
use crate::{Request, Workbench};
use language::{CompletionKind, Document, Role};
use serde_json::{Value, json};
use wavetank::Span;

/// The text in the editor, as it was looked at last.
pub(crate) struct Open {
    document: Document,
    units: Units,
}

impl Workbench {
    /// What every word is, what is wrong, what became of each line.
    pub(crate) fn analyze(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let name = request.text("name")?;
        let input = match self.input(request) {
            Ok(input) => input,
            Err(error) => {
                self.document = None;
                return Ok(diagnostics::of_error(&error, name));
            }
        };
        let known = self.document.take();
        let header = known.as_ref().map(|open| &open.document.analysis().header);
        // Files may have changed with the text.
        let header = header.filter(|_| !request.flag("fresh"));
        let document = Document::new(input, header);
        let file = document.file();
        let units = Units::new(file.text());
        let above = document.analysis().body.start;
        let comments = header_comments(&file.text()[..above as usize]);
        let comments = comments.into_iter().map(|span| (span, Role::Comment));
        let words = document.marks().iter().map(|mark| (mark.span, mark.role));
        let marks = comments.chain(words).flat_map(|(span, word)| {
            let [from, to] = units.span(span);
            [from, to, role(word)]
        });
        let (wrong, findings) = document.diagnostics();
        let found = wrong.iter().chain(findings);
        let found = found.map(|it| diagnostics::to_json(it, file, name));
        let hints = document.hints(Span::new(0, file.text().len()));
        let hints = hints
            .iter()
            .map(|hint| json!([units.of(hint.offset), hint.bytes]));
        let outline = document.symbols().into_iter().map(|symbol| {
            json!({ "name": symbol.name, "detail": symbol.detail, "at": units.of(symbol.span.start) })
        });
        let answer = json!({
            "isa": document.input().arch.name(),
            "marks": marks.collect::<Vec<u32>>(),
            "diagnostics": found.collect::<Vec<_>>(),
            "hints": hints.collect::<Vec<_>>(),
            "outline": outline.collect::<Vec<_>>(),
        });
        self.document = Some(Open { document, units });
        Ok(answer)
    }

    fn open_text(&self) -> Result<&Open, String> {
        self.document
            .as_ref()
            .ok_or_else(|| "no text is open".into())
    }

    /// What could stand at a place.
    pub(crate) fn complete(&self, request: &Request<'_>) -> Result<Value, String> {
        let Open { document, units } = self.open_text()?;
        let at = units.byte(request.number("at")? as u32);
        let (all, more) = document.completions(at);
        let options = all.iter().map(|it| {
            let [from, to] = units.span(it.replaces);
            json!({
                "label": it.text, "kind": kind(it.kind), "detail": it.detail, "doc": it.doc,
                "from": from, "to": to,
            })
        });
        Ok(json!({ "options": options.collect::<Vec<_>>(), "more": more }))
    }

    /// What there is to say about a word.
    pub(crate) fn hover(&self, request: &Request<'_>) -> Result<Value, String> {
        let Open { document, units } = self.open_text()?;
        let at = units.byte(request.number("at")? as u32);
        Ok(match document.hover(at) {
            None => Value::Null,
            Some((span, text)) => {
                let [from, to] = units.span(span);
                json!({ "from": from, "to": to, "text": text })
            }
        })
    }

    /// What would change to bring the text into the house style.
    pub(crate) fn format(&self) -> Result<Value, String> {
        let Open { document, units } = self.open_text()?;
        let whole = Span::new(0, document.file().text().len());
        let edits = document.format(whole).into_iter().map(|(span, text)| {
            let [from, to] = units.span(span);
            json!({ "from": from, "to": to, "insert": text })
        });
        Ok(json!({ "edits": edits.collect::<Vec<_>>() }))
    }
}

/// What is written for people above the assembly.
fn header_comments(text: &str) -> Vec<Span> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let mut quoted = false;
        let start = line.char_indices().find(|&(_, c)| {
            quoted ^= c == '"';
            !quoted && matches!(c, '#' | ';')
        });
        if let Some((start, _)) = start {
            found.push(Span::new(at + start, at + line.trim_end().len()));
        }
        at += line.len();
    }
    found
}

/// Numbers that the page has classes for.
fn role(role: Role) -> u32 {
    match role {
        Role::Mnemonic => 0,
        Role::Directive => 1,
        Role::Register => 2,
        Role::Label | Role::Local => 3,
        Role::Symbol | Role::Parameter => 4,
        Role::Macro | Role::Function => 5,
        Role::Constant | Role::Argument => 6,
        Role::Modifier => 7,
        Role::Number => 8,
        Role::Text => 9,
        Role::Comment => 10,
        Role::Key | Role::Keyword => 11,
        Role::Type => 12,
        Role::Word => 13,
    }
}

fn kind(kind: CompletionKind) -> &'static str {
    match kind {
        CompletionKind::Instruction => "function",
        CompletionKind::Directive | CompletionKind::Keyword => "keyword",
        CompletionKind::Register | CompletionKind::Argument => "variable",
        CompletionKind::Name | CompletionKind::Macro => "method",
        CompletionKind::Constant => "constant",
        CompletionKind::Choice | CompletionKind::Modifier => "enum",
        CompletionKind::Key => "property",
        CompletionKind::Type => "type",
        CompletionKind::Function => "function",
    }
}
