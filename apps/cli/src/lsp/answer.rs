//! Questions about open texts.

use super::command;
use super::convert::Columns;
use super::open::Open;
use super::server::read;
use language::{Completion, CompletionKind, Document, Mark, Reference, Role, SymbolKind};
use lsp_types as lsp;
use lsp_types::request::{self, Request as _};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wavetank::Span;

/// What became of a question.
pub enum Answer {
    Ready(Value),
    /// It makes sense, and the answer is no.
    Refused(String),
    /// Its parameters are none.
    Unreadable(String),
    /// No such question is known.
    Unknown,
}

/// Why a question has no answer.
enum Why {
    Refused(String),
    Unreadable(String),
}

type Texts = BTreeMap<String, Open>;

pub fn answer(method: &str, params: Value, open: &mut Texts, columns: Columns) -> Answer {
    let mut asked = Asked {
        method,
        params: Some(params),
        open,
        columns,
    };
    let result = match method {
        request::HoverRequest::METHOD => asked.hover(),
        request::Completion::METHOD => asked.completion(),
        request::ResolveCompletionItem::METHOD => asked.resolve(),
        request::SignatureHelpRequest::METHOD => asked.signature(),
        request::GotoDefinition::METHOD => asked.definition(),
        request::References::METHOD => asked.references(),
        request::DocumentHighlightRequest::METHOD => asked.highlights(),
        request::PrepareRenameRequest::METHOD => asked.prepare_rename(),
        request::Rename::METHOD => asked.rename(),
        request::DocumentSymbolRequest::METHOD => asked.symbols(),
        request::SemanticTokensFullRequest::METHOD => asked.tokens(),
        request::SemanticTokensRangeRequest::METHOD => asked.some_tokens(),
        request::Formatting::METHOD => asked.format(),
        request::RangeFormatting::METHOD => asked.format_some(),
        request::CodeLensRequest::METHOD => asked.lenses(),
        request::InlayHintRequest::METHOD => asked.hints(),
        request::CodeActionRequest::METHOD => asked.actions(),
        _ => return Answer::Unknown,
    };
    match result {
        Ok(value) => Answer::Ready(value),
        Err(Why::Refused(why)) => Answer::Refused(why),
        Err(Why::Unreadable(why)) => Answer::Unreadable(why),
    }
}

struct Asked<'a> {
    method: &'a str,
    params: Option<Value>,
    open: &'a mut Texts,
    columns: Columns,
}

/// A text and what is known of it.
struct Known<'a> {
    open: &'a Open,
    document: &'a Document,
    columns: Columns,
}

impl Known<'_> {
    fn offset(&self, position: lsp::Position) -> u32 {
        let open = self.open;
        open.lines.offset(&open.text, position, self.columns)
    }

    fn range(&self, span: Span) -> lsp::Range {
        self.open.range(span, self.columns)
    }

    fn span(&self, range: lsp::Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span {
            start: start.min(end),
            end: start.max(end),
        }
    }

    fn location(&self, span: Span) -> lsp::Location {
        lsp::Location {
            uri: self.open.uri.clone(),
            range: self.range(span),
        }
    }
}

fn value(it: impl serde::Serialize) -> Value {
    serde_json::to_value(it).expect("what the protocol has is JSON")
}

impl Asked<'_> {
    fn read<T: DeserializeOwned>(&mut self) -> Result<T, Why> {
        let params = self.params.take().unwrap_or_default();
        read(self.method, params).map_err(Why::Unreadable)
    }

    /// The text; `None` where it cannot be told what it is a text of.
    fn text(&mut self, id: &lsp::TextDocumentIdentifier) -> Result<Option<Known<'_>>, Why> {
        let columns = self.columns;
        let Some(open) = self.open.get_mut(id.uri.as_str()) else {
            let why = format!("{} is not open", id.uri.as_str());
            return Err(Why::Unreadable(why));
        };
        let known = open.document().is_some();
        let open = &*open;
        Ok(open.known().filter(|_| known).map(|document| Known {
            open,
            document,
            columns,
        }))
    }

    /// An answer about a text; nothing about one that is not understood.
    fn about(
        &mut self,
        id: &lsp::TextDocumentIdentifier,
        answer: impl FnOnce(&Known<'_>) -> Value,
    ) -> Result<Value, Why> {
        Ok(self.text(id)?.map_or(Value::Null, |known| answer(&known)))
    }

    fn hover(&mut self) -> Result<Value, Why> {
        let params: lsp::HoverParams = self.read()?;
        let at = params.text_document_position_params;
        self.about(&at.text_document, |known| {
            let hover = known.document.hover(known.offset(at.position));
            value(hover.map(|(span, text)| lsp::Hover {
                contents: lsp::HoverContents::Markup(markdown(text)),
                range: Some(known.range(span)),
            }))
        })
    }

    fn completion(&mut self) -> Result<Value, Why> {
        let params: lsp::CompletionParams = self.read()?;
        let at = params.text_document_position;
        self.about(&at.text_document, |known| {
            let (items, more) = known.document.completions(known.offset(at.position));
            let isa = known.document.input().arch.name();
            let item = |(index, item): (usize, Completion)| completion(known, index, item, isa);
            value(lsp::CompletionList {
                is_incomplete: more,
                items: items.into_iter().enumerate().map(item).collect(),
            })
        })
    }

    /// The page of an instruction is sent when it is looked at.
    fn resolve(&mut self) -> Result<Value, Why> {
        let mut item: lsp::CompletionItem = self.read()?;
        let isa = item.data.as_ref().and_then(|data| data["isa"].as_str());
        let arch = isa.and_then(|isa| wavetank::find_arch(isa).ok());
        if let Some(arch) = arch {
            let reference = Reference::of(arch);
            let pages = reference.pages(&item.label);
            let pages = pages.iter().map(|page| reference.markdown(page));
            let text = pages.collect::<Vec<_>>().join("\n---\n\n");
            if !text.is_empty() {
                let text = lsp::Documentation::MarkupContent(markdown(text));
                item.documentation = Some(text);
            }
        }
        Ok(value(item))
    }

    fn signature(&mut self) -> Result<Value, Why> {
        let params: lsp::SignatureHelpParams = self.read()?;
        let at = params.text_document_position_params;
        self.about(&at.text_document, |known| {
            let found = known.document.signatures(known.offset(at.position));
            value(found.map(|found| {
                let all = found.all.iter().map(|it| lsp::SignatureInformation {
                    label: it.label.clone(),
                    documentation: Some(lsp::Documentation::String(it.doc.clone())),
                    parameters: Some(
                        (it.parameters.iter())
                            .map(|(range, doc)| {
                                let units =
                                    |to: usize| it.label[..to].encode_utf16().count() as u32;
                                lsp::ParameterInformation {
                                    label: lsp::ParameterLabel::LabelOffsets([
                                        units(range.start),
                                        units(range.end),
                                    ]),
                                    documentation: Some(lsp::Documentation::MarkupContent(
                                        markdown(doc.clone()),
                                    )),
                                }
                            })
                            .collect(),
                    ),
                    active_parameter: None,
                });
                // The first form that has so many operands.
                let fits = |it: &language::SignatureForm| it.parameters.len() > found.active;
                let active = found.all.iter().position(fits).unwrap_or(0);
                lsp::SignatureHelp {
                    signatures: all.collect(),
                    active_signature: Some(active as u32),
                    active_parameter: Some(found.active as u32),
                }
            }))
        })
    }

    fn definition(&mut self) -> Result<Value, Why> {
        let params: lsp::GotoDefinitionParams = self.read()?;
        let at = params.text_document_position_params;
        self.about(&at.text_document, |known| {
            let spans = known.document.definitions(known.offset(at.position));
            let all: Vec<_> = spans.iter().map(|span| known.location(*span)).collect();
            value(all)
        })
    }

    fn references(&mut self) -> Result<Value, Why> {
        let params: lsp::ReferenceParams = self.read()?;
        let at = params.text_document_position;
        let all = params.context.include_declaration;
        self.about(&at.text_document, |known| {
            let marks = known.document.occurrences(known.offset(at.position));
            let marks = marks.iter().filter(|mark| all || !mark.defines);
            let all: Vec<_> = marks.map(|mark| known.location(mark.span)).collect();
            value(all)
        })
    }

    fn highlights(&mut self) -> Result<Value, Why> {
        let params: lsp::DocumentHighlightParams = self.read()?;
        let at = params.text_document_position_params;
        self.about(&at.text_document, |known| {
            let marks = known.document.occurrences(known.offset(at.position));
            let all = marks.iter().map(|mark| lsp::DocumentHighlight {
                range: known.range(mark.span),
                kind: Some(match mark.defines {
                    true => lsp::DocumentHighlightKind::WRITE,
                    false => lsp::DocumentHighlightKind::READ,
                }),
            });
            value(all.collect::<Vec<_>>())
        })
    }

    fn prepare_rename(&mut self) -> Result<Value, Why> {
        let at: lsp::TextDocumentPositionParams = self.read()?;
        self.about(&at.text_document, |known| {
            let offset = known.offset(at.position);
            let all = known.document.occurrences(offset);
            let given = all
                .iter()
                .any(|mark| mark.defines && mark.role != Role::Local);
            let mark = known.document.mark_at(offset).filter(|_| given);
            value(mark.map(|mark| known.range(mark.span)))
        })
    }

    fn rename(&mut self) -> Result<Value, Why> {
        let params: lsp::RenameParams = self.read()?;
        let at = params.text_document_position;
        let Some(known) = self.text(&at.text_document)? else {
            return Ok(Value::Null);
        };
        let offset = known.offset(at.position);
        let spans = known.document.rename(offset, &params.new_name);
        let spans = spans.map_err(Why::Refused)?;
        let edits: Vec<_> = spans
            .iter()
            .map(|span| lsp::TextEdit::new(known.range(*span), params.new_name.clone()))
            .collect();
        Ok(json!({ "changes": { known.open.uri.as_str(): edits } }))
    }

    #[allow(deprecated)] // A field of the protocol that has no other way to be left out.
    fn symbols(&mut self) -> Result<Value, Why> {
        let params: lsp::DocumentSymbolParams = self.read()?;
        self.about(&params.text_document, |known| {
            let symbols = known.document.symbols();
            let all = symbols.into_iter().map(|symbol| lsp::DocumentSymbol {
                kind: match symbol.kind {
                    SymbolKind::Constant => lsp::SymbolKind::CONSTANT,
                    SymbolKind::Argument => lsp::SymbolKind::VARIABLE,
                    SymbolKind::Kernel => lsp::SymbolKind::FUNCTION,
                    SymbolKind::Label => lsp::SymbolKind::KEY,
                    SymbolKind::Symbol => lsp::SymbolKind::NUMBER,
                    SymbolKind::Macro => lsp::SymbolKind::METHOD,
                },
                name: symbol.name,
                detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
                tags: None,
                deprecated: None,
                range: known.range(symbol.extent),
                selection_range: known.range(symbol.span),
                children: None,
            });
            value(all.collect::<Vec<_>>())
        })
    }

    fn tokens(&mut self) -> Result<Value, Why> {
        let params: lsp::SemanticTokensParams = self.read()?;
        self.about(&params.text_document, |known| {
            tokens(known, known.document.marks())
        })
    }

    fn some_tokens(&mut self) -> Result<Value, Why> {
        let params: lsp::SemanticTokensRangeParams = self.read()?;
        self.about(&params.text_document, |known| {
            let span = known.span(params.range);
            let marks = known.document.marks();
            let from = marks.partition_point(|mark| mark.span.end < span.start);
            let to = marks.partition_point(|mark| mark.span.start <= span.end);
            tokens(known, &marks[from.min(to)..to])
        })
    }

    fn format(&mut self) -> Result<Value, Why> {
        let params: lsp::DocumentFormattingParams = self.read()?;
        self.about(&params.text_document, |known| {
            let whole = Span::new(0, known.open.text.len());
            edits(known, whole)
        })
    }

    fn format_some(&mut self) -> Result<Value, Why> {
        let params: lsp::DocumentRangeFormattingParams = self.read()?;
        self.about(&params.text_document, |known| {
            edits(known, known.span(params.range))
        })
    }

    fn lenses(&mut self) -> Result<Value, Why> {
        let params: lsp::CodeLensParams = self.read()?;
        self.about(&params.text_document, |known| {
            let uri = known.open.uri.as_str();
            let lens = |lens: language::Lens| {
                let commands = [
                    ("run", command::RUN),
                    ("check", command::CHECK),
                    ("debug", command::DEBUG),
                ];
                let range = known.range(lens.span);
                commands.map(|(title, command)| lsp::CodeLens {
                    range,
                    command: Some(lsp::Command {
                        title: title.into(),
                        command: command.into(),
                        arguments: Some(match &lens.kernel {
                            Some(kernel) => vec![json!(uri), json!(kernel)],
                            None => vec![json!(uri)],
                        }),
                    }),
                    data: None,
                })
            };
            let all = known.document.lenses().into_iter().flat_map(lens);
            value(all.collect::<Vec<_>>())
        })
    }

    fn hints(&mut self) -> Result<Value, Why> {
        let params: lsp::InlayHintParams = self.read()?;
        self.about(&params.text_document, |known| {
            let hints = known.document.hints(known.span(params.range));
            let text = &known.open.text;
            let all = hints.into_iter().map(|hint| {
                let position = known.open.lines.position(text, hint.offset, known.columns);
                let mut label = hint.bytes;
                let mut tooltip = "the bytes of this line, in memory order".to_string();
                if let Some(cost) = known.open.ran.get(&(position.line + 1)) {
                    label += &format!("  {cost}");
                    tooltip += "; of the last run, how often waves issued it, how many lanes were \
                                active, and the cycles that waves spent here";
                }
                lsp::InlayHint {
                    position,
                    label: lsp::InlayHintLabel::String(label),
                    kind: None,
                    text_edits: None,
                    tooltip: Some(tooltip.into()),
                    padding_left: Some(true),
                    padding_right: None,
                    data: None,
                }
            });
            value(all.collect::<Vec<_>>())
        })
    }

    /// What an error says was probably meant.
    fn actions(&mut self) -> Result<Value, Why> {
        let params: lsp::CodeActionParams = self.read()?;
        self.about(&params.text_document, |known| {
            let within = known.span(params.range);
            let (wrong, _) = known.document.diagnostics();
            let actions = wrong.iter().filter_map(|diagnostic| {
                let span = diagnostic.span()?;
                let touches = span.start <= within.end && within.start <= span.end;
                let help = diagnostic.help.iter().filter(|_| touches);
                let meant = help.filter_map(|help| {
                    let rest = help.strip_prefix("did you mean `")?;
                    rest.split('`').next()
                });
                let meant = meant.take(1).next()?.to_string();
                let edit = lsp::TextEdit::new(known.range(span), meant.clone());
                Some(json!({
                    "title": format!("change to `{meant}`"),
                    "kind": lsp::CodeActionKind::QUICKFIX,
                    "isPreferred": true,
                    "edit": { "changes": { known.open.uri.as_str(): [edit] } },
                }))
            });
            Value::Array(actions.collect())
        })
    }
}

fn markdown(value: String) -> lsp::MarkupContent {
    lsp::MarkupContent {
        kind: lsp::MarkupKind::Markdown,
        value,
    }
}

fn completion(known: &Known, index: usize, item: Completion, isa: &str) -> lsp::CompletionItem {
    let page = item.kind == CompletionKind::Instruction;
    let doc = (!page && !item.doc.is_empty()).then(|| markdown(item.doc));
    lsp::CompletionItem {
        kind: Some(match item.kind {
            CompletionKind::Instruction => lsp::CompletionItemKind::FUNCTION,
            CompletionKind::Directive | CompletionKind::Keyword => lsp::CompletionItemKind::KEYWORD,
            CompletionKind::Register | CompletionKind::Argument => {
                lsp::CompletionItemKind::VARIABLE
            }
            CompletionKind::Name => lsp::CompletionItemKind::REFERENCE,
            CompletionKind::Constant => lsp::CompletionItemKind::CONSTANT,
            CompletionKind::Choice => lsp::CompletionItemKind::ENUM_MEMBER,
            CompletionKind::Modifier | CompletionKind::Key => lsp::CompletionItemKind::PROPERTY,
            CompletionKind::Type => lsp::CompletionItemKind::STRUCT,
            CompletionKind::Function => lsp::CompletionItemKind::METHOD,
            CompletionKind::Macro => lsp::CompletionItemKind::SNIPPET,
        }),
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        documentation: doc.map(lsp::Documentation::MarkupContent),
        sort_text: Some(format!("{index:04}")),
        filter_text: Some(item.text.clone()),
        text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit::new(
            known.range(item.replaces),
            item.text.clone(),
        ))),
        data: page.then(|| json!({ "isa": isa })),
        label: item.text,
        ..lsp::CompletionItem::default()
    }
}

fn edits(known: &Known, within: Span) -> Value {
    let edits = known.document.format(within).into_iter();
    let edits = edits.map(|(span, text)| lsp::TextEdit::new(known.range(span), text));
    value(edits.collect::<Vec<_>>())
}

/// The kinds of words by the numbers that tokens have.
const TOKENS: [lsp::SemanticTokenType; 13] = [
    lsp::SemanticTokenType::FUNCTION,
    lsp::SemanticTokenType::MACRO,
    lsp::SemanticTokenType::VARIABLE,
    lsp::SemanticTokenType::new("label"),
    lsp::SemanticTokenType::PARAMETER,
    lsp::SemanticTokenType::ENUM_MEMBER,
    lsp::SemanticTokenType::PROPERTY,
    lsp::SemanticTokenType::NUMBER,
    lsp::SemanticTokenType::STRING,
    lsp::SemanticTokenType::COMMENT,
    lsp::SemanticTokenType::KEYWORD,
    lsp::SemanticTokenType::TYPE,
    lsp::SemanticTokenType::METHOD,
];

fn kind(role: Role) -> Option<u32> {
    Some(match role {
        Role::Mnemonic => 0,
        Role::Directive | Role::Macro => 1,
        Role::Register => 2,
        Role::Label | Role::Local | Role::Symbol => 3,
        Role::Parameter | Role::Argument => 4,
        Role::Constant => 5,
        Role::Modifier | Role::Key => 6,
        Role::Number => 7,
        Role::Text => 8,
        Role::Comment => 9,
        Role::Keyword => 10,
        Role::Type => 11,
        Role::Function => 12,
        Role::Word => return None,
    })
}

/// Words in the protocol's way: each by its distance from the one before.
fn tokens(known: &Known, marks: &[Mark]) -> Value {
    let mut data: Vec<u32> = Vec::with_capacity(marks.len() * 5);
    let (mut line, mut column) = (0, 0);
    for mark in marks {
        let Some(kind) = kind(mark.role) else {
            continue;
        };
        let range = known.range(mark.span);
        // A token stands on one line.
        if range.start.line != range.end.line {
            continue;
        }
        let start = range.start;
        let from = if start.line == line { column } else { 0 };
        let length = range.end.character - start.character;
        let modifiers = u32::from(mark.defines);
        data.extend([
            start.line - line,
            start.character - from,
            length,
            kind,
            modifiers,
        ]);
        (line, column) = (start.line, start.character);
    }
    json!({ "data": data })
}

/// What this server can do. `own` are the commands that the editor has itself.
pub fn capabilities(columns: Columns, own: &[Value]) -> Value {
    let commands = [command::RUN, command::CHECK, command::DEBUG];
    let commands: Vec<_> = commands
        .into_iter()
        .filter(|command| !own.contains(&json!(command)))
        .collect();
    json!({
        "capabilities": {
            "positionEncoding": match columns {
                Columns::Utf16 => "utf-16",
                Columns::Utf8 => "utf-8",
            },
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "hoverProvider": true,
            "completionProvider": {
                "triggerCharacters": [".", "$", "&", ":"],
                "resolveProvider": true,
            },
            "signatureHelpProvider": { "triggerCharacters": [" ", ","] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "codeLensProvider": { "resolveProvider": false },
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "inlayHintProvider": true,
            "executeCommandProvider": { "commands": commands },
            "semanticTokensProvider": {
                "legend": { "tokenTypes": TOKENS, "tokenModifiers": ["definition"] },
                "full": true,
                "range": true,
            },
        },
        "serverInfo": { "name": "wavetank", "version": wavetank::VERSION },
    })
}
