//! Passes, statements, labels, and what is skipped between `.if` and `.endif`.

use std::collections::HashMap;
use std::rc::Rc;

use source::{Diagnostic, SourceFile, Span};

use super::context::Symbols;
use super::macros::{self, Macro};
use super::statement::Place;
use super::{Assembly, Context, Dialect, Line, Options, Section, Statement, directive};
use crate::expr::expected;
use crate::{Cursor, Lexer, Token, TokenKind};

pub(super) fn assemble(
    file: &SourceFile,
    body: Span,
    dialect: &mut dyn Dialect,
    options: &Options<'_>,
) -> Assembly {
    let text = file.slice(body);
    let mut known = Symbols::default();
    let mut sticky = Vec::new();
    let mut included = Vec::new();
    let mut sections = vec![Section {
        name: ".text".to_string(),
        bytes: vec![],
        align: 1,
    }];
    for pass in 0.. {
        dialect.begin();
        // Every pass knows the sections of the one before by the same numbers, as addresses have
        // those in them.
        sections
            .iter_mut()
            .for_each(|section| section.bytes.clear());
        let cx = Context::new(dialect, options, &known, &mut sticky, sections, pass);
        let mut driver = Driver {
            cx,
            dialect,
            macros: HashMap::new(),
            calls: 0,
            included: &mut included,
        };
        driver.block(text, Place::File { base: body.start }, 0);
        driver.dialect.end(&mut driver.cx);
        driver.mark_globals();

        let cx = driver.cx;
        let settled = (pass > 0 || !cx.missing) && cx.symbols.agrees(cx.known);
        if settled || cx.stopped {
            return finish(cx);
        }
        if pass + 1 >= options.limits.passes {
            let mut assembly = finish(cx);
            assembly.diagnostics.push(
                Diagnostic::error("unsettled", "the symbols' values never settle")
                    .label(body, format!("after {} passes", pass + 1)),
            );
            return assembly;
        }
        (known, sections) = (cx.symbols, cx.sections);
    }
    unreachable!("the loop ends when the passes are used up")
}

fn finish(mut cx: Context<'_>) -> Assembly {
    let symbols = std::mem::take(&mut cx.symbols.list);
    for (index, name) in std::mem::take(&mut cx.undefined) {
        if let Some(help) = cx.suggest(&name, symbols.iter().map(|symbol| symbol.name.as_str()))
            && let Some(diagnostic) = cx.diagnostics.get_mut(index)
        {
            diagnostic.help.push(help);
        }
    }
    cx.blame_lines();
    Assembly {
        sections: cx.sections,
        symbols,
        lines: cx.lines,
        diagnostics: cx.diagnostics,
    }
}

struct Driver<'a> {
    cx: Context<'a>,
    dialect: &'a mut dyn Dialect,
    macros: HashMap<String, Macro>,
    /// Macro calls so far, for `\@`.
    calls: u64,
    /// Files that were included, with their text: the same in every pass.
    included: &'a mut Vec<(String, Rc<str>)>,
}

/// One open `.if`.
struct Condition {
    opened: Span,
    /// Whether statements are assembled at the moment.
    active: bool,
    /// Whether some branch has been taken already.
    taken: bool,
    seen_else: bool,
}

impl Driver<'_> {
    /// Assembles a text: the file, the body of a repetition, or what a macro expands to.
    fn block(&mut self, text: &str, place: Place, depth: u32) {
        let mut lexer = Lexer::new(text, self.cx.syntax);
        let mut tokens: Vec<Token> = Vec::new();
        let mut conditions: Vec<Condition> = Vec::new();
        while !self.cx.stopped && lexer.statement(&mut tokens) {
            if tokens.is_empty() {
                continue;
            }
            let statement = Statement::placed(text, &tokens, place);
            if !self.count(&statement) {
                break;
            }
            if let Some(result) = self.conditional(&statement, &mut conditions) {
                self.keep(result, &statement);
                continue;
            }
            if skips(&conditions) {
                continue;
            }
            let statement = self.labels(&statement);
            if statement.tokens.is_empty() {
                continue;
            }
            let result = match first_word(&statement) {
                ".macro" => self.define_macro(text, &statement, &mut lexer),
                ".rept" => self.repeat(text, &statement, &mut lexer, place, depth),
                ".include" => self.include(&statement, depth),
                word if let Some(end) = self.dialect.raw_block(word) => {
                    self.raw_block(text, &statement, &mut lexer, end)
                }
                word if self.macros.contains_key(word) => self.call_macro(word, &statement, depth),
                _ => self.statement(&statement),
            };
            self.keep(result, &statement);
        }
        for condition in conditions {
            self.cx.report(
                Diagnostic::error("unclosed", "`.if` without `.endif`")
                    .label(condition.opened, "opened here"),
            );
        }
    }

    fn count(&mut self, statement: &Statement<'_>) -> bool {
        self.cx.statements += 1;
        self.cx.at = statement.span();
        let limit = self.cx.options.limits.statements;
        if self.cx.statements > limit {
            self.cx
                .stop(format!("the program has more than {limit} statements"));
        }
        !self.cx.stopped
    }

    /// Reports what went wrong; within a macro with the line that the macro made, in another file with
    /// its place there.
    fn keep(&mut self, result: Result<(), Diagnostic>, statement: &Statement<'_>) {
        if let Err(diagnostic) = result {
            self.cx.report(match statement.place() {
                Place::File { .. } => diagnostic,
                Place::Expansion { .. } => {
                    diagnostic.help(format!("in the expansion `{}`", statement.raw()))
                }
                Place::Included { file, .. } => {
                    let (name, line) = (&self.included[file as usize].0, statement.line());
                    diagnostic.help(format!("in {name}, line {line}: `{}`", statement.raw()))
                }
            });
        }
    }

    /// Defines the labels at the start and gives the statement that follows them.
    fn labels<'s>(&mut self, statement: &Statement<'s>) -> Statement<'s> {
        let mut rest = *statement;
        while let [name, colon, ..] = rest.tokens
            && colon.is(b':')
            && !rest.tokens.get(2).is_some_and(|next| next.is(b':'))
        {
            let span = rest.span_of(*name);
            match name.kind {
                TokenKind::Name if rest.text_of(*name) != "." => {
                    let text = rest.text_of(*name);
                    let result = self.cx.define_label(text, span);
                    if result.is_ok() {
                        self.dialect.label(text, &mut self.cx);
                    }
                    self.keep(result, &rest);
                }
                TokenKind::Int(number) if u32::try_from(number).is_ok() => {
                    self.cx.define_local(number as u32);
                }
                _ => break,
            }
            rest = rest.from(2);
        }
        rest
    }

    /// A statement that is no macro: an assignment, a directive or an instruction.
    fn statement(&mut self, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        let [first, rest @ ..] = statement.tokens else {
            return Ok(());
        };
        let name = statement.text_of(*first);
        if first.kind == TokenKind::Name
            && rest.first().is_some_and(|second| second.is(b'='))
            && !rest
                .get(1)
                .is_some_and(|third| third.is(b'=') && third.start == rest[0].end)
        {
            let mut cursor = Cursor::new(statement);
            cursor.set_position(2);
            let value = self.cx.expr(&mut cursor)?;
            nothing_left(&cursor)?;
            return self.cx.define(name, value, statement.span_of(*first));
        }
        if first.kind == TokenKind::Name && name.starts_with('.') {
            let mut cursor = Cursor::new(statement);
            cursor.bump();
            if let Some(result) = self.dialect.directive(name, &mut cursor, &mut self.cx) {
                return result.and_then(|()| nothing_left(&cursor));
            }
            return directive::run(name, &mut cursor, &mut self.cx, self.dialect.directives());
        }
        self.instruction(statement);
        Ok(())
    }

    /// Assembles an instruction and notes what became of it.
    fn instruction(&mut self, statement: &Statement<'_>) {
        let offset = self.cx.here();
        let section = self.cx.current;
        let before = self.cx.diagnostics.len();
        let result = self.dialect.instruction(statement, &mut self.cx);
        self.keep(result, statement);
        let error = self.cx.diagnostics[before..]
            .iter()
            .position(|d| d.severity == source::Severity::Error)
            .map(|index| (before + index) as u32);
        let len = self.cx.sections[section].bytes.len() as u64 - offset;
        self.cx.lines.push(Line {
            section: section as u32,
            offset: offset as u32,
            len: len as u32,
            span: statement.span(),
            error,
        });
    }

    /// `.if` and its kin; `None` for any other statement.
    fn conditional(
        &mut self,
        statement: &Statement<'_>,
        conditions: &mut Vec<Condition>,
    ) -> Option<Result<(), Diagnostic>> {
        let word = first_word(statement);
        if !matches!(
            word,
            ".if" | ".ifdef" | ".ifndef" | ".elseif" | ".else" | ".endif"
        ) {
            return None;
        }
        let span = statement.span();
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        let skipping = skips(conditions);
        if word.starts_with(".if") {
            let result = if skipping {
                Ok(false)
            } else {
                self.test(word, &mut cursor)
            };
            // A condition that cannot be read skips both branches: one error is enough.
            let taken = *result.as_ref().unwrap_or(&false);
            let failed = result.is_err() || skipping;
            conditions.push(Condition {
                opened: span,
                active: taken,
                taken: taken || failed,
                seen_else: false,
            });
            return Some(result.map(|_| ()));
        }
        let Some(condition) = conditions.last_mut() else {
            return Some(Err(Diagnostic::error(
                "unopened",
                format!("`{word}` without `.if`"),
            )
            .label(span, "nothing is open here")));
        };
        Some(match word {
            ".endif" => {
                conditions.pop();
                nothing_left(&cursor)
            }
            _ if condition.seen_else => Err(Diagnostic::error(
                "unopened",
                format!("`{word}` after `.else`"),
            )
            .label(span, "expected `.endif`")
            .label(condition.opened, "for this `.if`")),
            ".else" => {
                condition.active = !condition.taken;
                condition.seen_else = true;
                nothing_left(&cursor)
            }
            _ if condition.taken => {
                condition.active = false;
                Ok(())
            }
            _ => self.test(".if", &mut cursor).map(|taken| {
                condition.active = taken;
                condition.taken = taken;
            }),
        })
    }

    fn test(&mut self, word: &str, cursor: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
        if word == ".if" {
            let value = self.cx.integer_now(cursor)?;
            return nothing_left(cursor).map(|()| value != 0);
        }
        let Some((name, _)) = cursor.name() else {
            return Err(expected("a symbol", cursor));
        };
        // Only what stands above counts, or the answer could change from pass to pass.
        let defined = self.cx.symbols.get(name).is_some();
        nothing_left(cursor).map(|()| defined == (word == ".ifdef"))
    }

    /// Hands the lines up to `end` to the dialect as they are.
    fn raw_block(
        &mut self,
        text: &str,
        statement: &Statement<'_>,
        lexer: &mut Lexer<'_>,
        end: &str,
    ) -> Result<(), Diagnostic> {
        let start = lexer.position();
        let mut at = start;
        for line in text[start..].split_inclusive('\n') {
            if line.trim() == end {
                lexer.seek(at + line.len());
                let word = first_word(statement);
                return self.dialect.raw(word, &text[start..at], &mut self.cx);
            }
            at += line.len();
        }
        lexer.seek(text.len());
        let message = format!("`{}` without `{end}`", first_word(statement));
        Err(Diagnostic::error("unclosed", message).label(statement.span(), "opened here"))
    }

    fn define_macro(
        &mut self,
        text: &str,
        statement: &Statement<'_>,
        lexer: &mut Lexer<'_>,
    ) -> Result<(), Diagnostic> {
        let body = self.body(text, lexer, [".macro", ".endm"], statement)?;
        let (name, definition) = Macro::parse(statement, body)?;
        if self.macros.insert(name.to_string(), definition).is_some() {
            return Err(
                Diagnostic::error("duplicate-macro", format!("macro `{name}` exists"))
                    .label(statement.span(), "defined again here"),
            );
        }
        Ok(())
    }

    fn call_macro(
        &mut self,
        name: &str,
        statement: &Statement<'_>,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        self.enter(statement, depth)?;
        self.calls += 1;
        let text = self.macros[name].expand(statement, self.calls, &mut self.cx)?;
        self.block(
            &text,
            Place::Expansion {
                call: statement.span(),
            },
            depth + 1,
        );
        Ok(())
    }

    /// `.include "FILE"`: its lines stand in place of this one.
    fn include(&mut self, statement: &Statement<'_>, depth: u32) -> Result<(), Diagnostic> {
        self.enter(statement, depth)?;
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        if (cursor.peek()).is_none_or(|token| token.kind != TokenKind::Str) {
            return Err(expected("the name of a file in quotes", &cursor));
        }
        let (name, span) = (cursor.peek_text().trim_matches('"'), cursor.span());
        cursor.bump();
        nothing_left(&cursor)?;
        let known = self.included.iter().position(|(other, _)| other == name);
        let file = match known {
            Some(file) => file,
            None => {
                let read = match self.cx.options.include {
                    Some(include) => include(name),
                    None => Err("files cannot be read here".to_string()),
                };
                let text = read.map_err(|why| {
                    Diagnostic::error("bad-file", format!("cannot read `{name}`: {why}"))
                        .label(span, "named here")
                })?;
                self.included.push((name.to_string(), text.into()));
                self.included.len() - 1
            }
        };
        let text = self.included[file].1.clone();
        macros::check_size(text.len(), statement, &mut self.cx)?;
        self.cx.expansion += text.len() as u64;
        let place = Place::Included {
            call: statement.span(),
            file: file as u32,
        };
        self.block(&text, place, depth + 1);
        Ok(())
    }

    fn repeat(
        &mut self,
        text: &str,
        statement: &Statement<'_>,
        lexer: &mut Lexer<'_>,
        place: Place,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        let start = lexer.position();
        // The body is skipped even where the count is wrong, or it would be assembled once.
        let body = self.body(text, lexer, [".rept", ".endr"], statement)?;
        self.enter(statement, depth)?;
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        let count = self.cx.integer_now(&mut cursor)?;
        nothing_left(&cursor)?;
        if count < 0 {
            return Err(
                Diagnostic::error("repeat-count", format!("cannot repeat {count} times"))
                    .label(statement.span(), "expected zero or more"),
            );
        }
        let place = match place {
            Place::File { base } => Place::File {
                base: base + start as u32,
            },
            expansion => expansion,
        };
        // What is wrong with the body is wrong every time: once is enough to say it.
        let before = self.cx.diagnostics.len();
        for _ in 0..count {
            if !self.count(statement) || self.cx.diagnostics.len() > before {
                break;
            }
            self.block(body, place, depth + 1);
        }
        Ok(())
    }

    /// The text of a block. Looking for its end is work too: nested blocks would be searched again
    /// at every level, so what is passed over counts as statements.
    fn body<'t>(
        &mut self,
        text: &'t str,
        lexer: &mut Lexer<'_>,
        words: [&str; 2],
        statement: &Statement<'_>,
    ) -> Result<&'t str, Diagnostic> {
        let (body, passed) = macros::body(text, lexer, words);
        self.cx.statements += passed;
        body.ok_or_else(|| {
            Diagnostic::error("unclosed", format!("`{}` without `{}`", words[0], words[1]))
                .label(statement.span(), "opened here")
        })
    }

    fn enter(&mut self, statement: &Statement<'_>, depth: u32) -> Result<(), Diagnostic> {
        let limit = self.cx.options.limits.depth;
        if depth < limit {
            return Ok(());
        }
        // A macro that calls itself twice would report this more often than is of use.
        self.cx.stopped = true;
        Err(Diagnostic::error(
            "limit",
            format!("macros and files are nested more than {limit} deep"),
        )
        .label(statement.span(), "reached here"))
    }

    /// `.globl` may come before the symbol, so it is applied last.
    fn mark_globals(&mut self) {
        for name in std::mem::take(&mut self.cx.globals) {
            if let Some(&index) = self.cx.symbols.index.get(&name) {
                self.cx.symbols.list[index].global = true;
            }
        }
    }
}

/// Complains about anything that still stands at the cursor.
pub(crate) fn nothing_left(cursor: &Cursor<'_>) -> Result<(), Diagnostic> {
    if cursor.at_end() {
        return Ok(());
    }
    Err(Diagnostic::error(
        "trailing",
        format!("expected the end of the line, found {}", cursor.found()),
    )
    .label(cursor.span(), "nothing more is expected here"))
}

/// Whether statements are skipped. The innermost condition knows: within a branch that is not
/// taken, none ever becomes active.
fn skips(conditions: &[Condition]) -> bool {
    conditions.last().is_some_and(|condition| !condition.active)
}

fn first_word<'s>(statement: &Statement<'s>) -> &'s str {
    match statement.tokens.first() {
        Some(token) if token.kind == TokenKind::Name => statement.text_of(*token),
        _ => "",
    }
}
