//! A text that is open in the editor.

use super::command::Costs;
use super::convert::{Columns, Lines, path_of, severity};
use compile::Workspace;
use language::Document;
use lsp_types as lsp;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wavetank::{Diagnostic, Error, Header, Input, Severity, Span, Surroundings};

/// A text, and what is known of it.
pub struct Open {
    pub uri: lsp::Uri,
    pub version: i32,
    pub text: String,
    pub lines: Lines,
    /// Nothing until the text has been looked at since it changed last.
    looked: Option<Look>,
    header: Option<Arc<Header>>,
    /// What the checkers found when they ran last, as long as the text is the same.
    pub checked: Vec<Diagnostic>,
    /// What lines cost when it ran last, as long as the text is the same.
    pub ran: Costs,
    /// What the editor calls its language, which counts where nothing else says.
    language: String,
}

enum Look {
    Known(Box<Document>),
    /// It cannot be told what the text is.
    Unknown(String),
}

impl Open {
    pub fn new(uri: lsp::Uri, version: i32, text: String, language: String) -> Open {
        Open {
            uri,
            version,
            lines: Lines::new(&text),
            text,
            looked: None,
            header: None,
            checked: Vec::new(),
            ran: Costs::new(),
            language,
        }
    }

    /// Puts a text in the place of all of it, or of a part.
    pub fn change(&mut self, range: Option<lsp::Range>, text: &str, columns: Columns) {
        match range {
            None => self.text = text.to_string(),
            Some(range) => {
                let start = self.lines.offset(&self.text, range.start, columns);
                let end = self.lines.offset(&self.text, range.end, columns);
                let (start, end) = (start.min(end) as usize, start.max(end) as usize);
                self.text.replace_range(start..end, text);
            }
        }
        self.lines = Lines::new(&self.text);
        self.looked = None;
        self.checked.clear();
        self.ran.clear();
    }

    /// Files that the header names may have changed.
    pub fn forget_header(&mut self) {
        self.header = None;
        self.looked = None;
    }

    /// Where the text is kept, or would be.
    pub fn path(&self) -> PathBuf {
        path_of(self.uri.as_str()).unwrap_or_else(|| PathBuf::from("untitled"))
    }

    /// The text as something that can be assembled or run.
    pub fn input(&self) -> Result<Input, Error> {
        let path = self.path();
        let surroundings: Arc<dyn Surroundings> = Arc::new(Workspace::of_file(&path));
        let name = path.display().to_string();
        let known = wavetank::find_arch(&self.language).is_ok();
        let by_name = Path::new(&name).extension().and_then(|it| it.to_str());
        let by_name = by_name.is_some_and(|it| wavetank::find_arch(it).is_ok());
        let isa = (known && !by_name).then_some(self.language.as_str());
        Input::new(&name, self.text.clone().into_bytes(), surroundings, isa)
    }

    pub fn is_fresh(&self) -> bool {
        self.looked.is_some()
    }

    /// Looks at the text, unless nothing has changed.
    pub fn document(&mut self) -> Option<&Document> {
        if self.looked.is_none() {
            let look = match self.input() {
                Ok(input) => {
                    let document = Document::new(input, self.header.as_ref());
                    self.header = Some(document.analysis().header.clone());
                    Look::Known(Box::new(document))
                }
                Err(error) => Look::Unknown(error.to_string()),
            };
            self.looked = Some(look);
        }
        self.known()
    }

    /// What was seen when the text was looked at.
    pub fn known(&self) -> Option<&Document> {
        match &self.looked {
            Some(Look::Known(document)) => Some(document),
            _ => None,
        }
    }

    /// Everything there is to say about the text.
    pub fn diagnostics(&mut self, columns: Columns) -> Vec<lsp::Diagnostic> {
        self.document();
        let show =
            |diagnostic: &Diagnostic, source: &str| self.diagnostic(diagnostic, source, columns);
        let mut all = match &self.looked {
            Some(Look::Known(document)) => {
                let (wrong, findings) = document.diagnostics();
                let wrong = wrong.iter().map(|it| show(it, "wavetank"));
                let findings = findings.iter().map(|it| show(it, "wavetank lint"));
                wrong.chain(findings).collect()
            }
            Some(Look::Unknown(why)) => {
                let diagnostic = Diagnostic::new(Severity::Note, "unknown-isa", why.clone());
                vec![show(&diagnostic, "wavetank")]
            }
            None => Vec::new(),
        };
        // The linter has said some of it before.
        let said: Vec<_> = all
            .iter()
            .map(|it: &lsp::Diagnostic| (it.range, it.code.clone()))
            .collect();
        let checked = self.checked.iter().map(|it| show(it, "wavetank check"));
        all.extend(checked.filter(|it| !said.contains(&(it.range, it.code.clone()))));
        all
    }

    pub fn range(&self, span: Span, columns: Columns) -> lsp::Range {
        self.lines.range(&self.text, span, columns)
    }

    fn diagnostic(&self, it: &Diagnostic, source: &str, columns: Columns) -> lsp::Diagnostic {
        let mut message = it.message.clone();
        let (first, others) = match it.labels.split_first() {
            Some((first, others)) => (Some(first), others),
            None => (None, &[][..]),
        };
        if let Some(label) = first.filter(|label| adds(&label.text, &it.message)) {
            message += &format!(": {}", label.text);
        }
        for help in &it.help {
            message += &format!("\n{help}");
        }
        let related = others
            .iter()
            .map(|label| lsp::DiagnosticRelatedInformation {
                location: lsp::Location {
                    uri: self.uri.clone(),
                    range: self.range(label.span, columns),
                },
                message: match label.text.is_empty() {
                    true => "here".into(),
                    false => label.text.clone(),
                },
            });
        let related: Vec<_> = related.collect();
        let needless = source == "wavetank lint" && it.severity == Severity::Warning;
        lsp::Diagnostic {
            range: self.range(it.span().unwrap_or_default(), columns),
            severity: Some(severity(it.severity)),
            code: Some(lsp::NumberOrString::String(it.code.into())),
            source: Some(source.into()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags: needless.then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
            ..lsp::Diagnostic::default()
        }
    }
}

/// Whether what is said at a place says more than the message.
fn adds(label: &str, message: &str) -> bool {
    !label.is_empty() && label != "here" && !message.ends_with(label)
}
