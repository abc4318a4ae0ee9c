//! Passes, statements, labels and files.

use std::collections::HashMap;

use source::{Diagnostic, SourceFile, Span};

use super::condition::{Condition, skips};
use super::context::{Kept, Symbols};
use super::macros::{self, Macro};
use super::statement::Place;
use super::{Assembly, Context, Dialect, Line, Options, Section, Statement, directive};
use crate::expr::expected;
use crate::{Cursor, Lexer, Token, TokenKind, Value};

pub(super) fn assemble(
    file: &SourceFile,
    body: Span,
    dialect: &mut dyn Dialect,
    options: &Options<'_>,
) -> Assembly {
    let text = file.slice(body);
    let mut known = Symbols::default();
    let mut sticky = Vec::new();
    let mut files = Vec::new();
    let mut sections = vec![Section {
        name: ".text".to_string(),
        bytes: vec![],
        align: 1,
    }];
    for pass in 0.. {
        // Every pass knows the sections of the one before by the same numbers, as addresses have
        // those in them.
        sections
            .iter_mut()
            .for_each(|section| section.bytes.clear());
        let kept = Kept {
            known: &known,
            sticky: &mut sticky,
            files: &mut files,
        };
        let cx = Context::new(dialect, options, kept, sections, pass);
        let mut driver = Driver {
            cx,
            dialect,
            macros: HashMap::new(),
            calls: 0,
            expansions: 0,
            left: false,
            alternate: false,
            ended: false,
        };
        driver.dialect.begin(&mut driver.cx);
        for (name, value) in &options.symbols {
            let defined = driver.cx.define(name, Value::Int(*value), body);
            defined.unwrap_or_else(|why| driver.cx.report(why));
        }
        driver.block(text, Place::File { base: body.start }, 0);
        driver.cx.place_commons();
        driver.dialect.end(&mut driver.cx);
        driver.mark_globals();

        let cx = driver.cx;
        let settled = (pass > 0 || !cx.missing) && cx.symbols.agrees(cx.kept.known);
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

pub(super) struct Driver<'a> {
    pub cx: Context<'a>,
    dialect: &'a mut dyn Dialect,
    pub macros: HashMap<String, Macro>,
    /// Macro calls so far, for `\@`.
    pub calls: u64,
    /// How many expansions the statement at work stands in.
    pub expansions: u32,
    /// `.exitm` leaves the innermost of them.
    pub left: bool,
    /// `.altmacro` is in force.
    pub alternate: bool,
    /// `.end` was reached.
    ended: bool,
}

impl Driver<'_> {
    /// Assembles a text: the file, the body of a repetition, or what a macro expands to.
    pub(super) fn block(&mut self, text: &str, place: Place, depth: u32) {
        let mut lexer = Lexer::new(text, self.cx.syntax);
        let mut tokens: Vec<Token> = Vec::new();
        let mut conditions: Vec<Condition> = Vec::new();
        while !self.is_over() && lexer.statement(&mut tokens) {
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
                ".include" => self.include(&statement, depth),
                word if word.starts_with('.') && macros::end_of(word).is_some() => {
                    self.repeat(text, &statement, &mut lexer, place, depth)
                }
                word if let Some(end) = self.dialect.raw_block(word) => {
                    self.raw_block(text, &statement, &mut lexer, end)
                }
                word if self.macros.contains_key(word) => self.call_macro(word, &statement, depth),
                word if word.starts_with('.') => match self.control(word, &statement) {
                    Some(result) => result,
                    None => self.statement(&statement),
                },
                _ => self.statement(&statement),
            };
            self.keep(result, &statement);
        }
        // Who leaves in the middle leaves what is open.
        for condition in conditions.into_iter().filter(|_| !self.left) {
            self.cx.report(
                Diagnostic::error("unclosed", "`.if` without `.endif`")
                    .label(condition.opened, "opened here"),
            );
        }
    }

    /// Whether no further statement of a text counts.
    fn is_over(&self) -> bool {
        self.cx.stopped || self.left || self.ended
    }

    /// What tells the driver itself how to go on; `None` for any other word.
    fn control(&mut self, word: &str, statement: &Statement<'_>) -> Option<Result<(), Diagnostic>> {
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        match word {
            ".exitm" if self.expansions == 0 => {
                let error = Diagnostic::error("unopened", "`.exitm` outside of macros");
                return Some(Err(error.label(statement.span(), "nothing is left here")));
            }
            ".exitm" => self.left = cursor.at_end(),
            ".end" => self.ended = cursor.at_end(),
            ".altmacro" | ".noaltmacro" => self.alternate = word == ".altmacro",
            ".purgem" => return Some(self.purge_macro(&mut cursor)),
            _ => return None,
        }
        Some(nothing_left(&cursor))
    }

    pub(super) fn count(&mut self, statement: &Statement<'_>) -> bool {
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
                    let (name, line) = (&self.cx.kept.files[file as usize].0, statement.line());
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
            let value = self.cx.value_of_symbol(&mut cursor)?;
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
        let file = self.cx.file(name, span)?;
        let bytes = self.cx.kept.files[file].1.clone();
        let text = std::str::from_utf8(&bytes).map_err(|_| {
            Diagnostic::error("bad-file", format!("cannot read `{name}`: it is not UTF-8"))
                .label(span, "named here")
        })?;
        macros::check_size(text.len(), statement, &mut self.cx)?;
        self.cx.expansion += text.len() as u64;
        let place = Place::Included {
            call: statement.span(),
            file: file as u32,
        };
        self.block(text, place, depth + 1);
        Ok(())
    }

    /// The text of a block. Looking for its end is work too: nested blocks would be searched again
    /// at every level, so what is passed over counts as statements.
    pub(super) fn body<'t>(
        &mut self,
        text: &'t str,
        lexer: &mut Lexer<'_>,
        statement: &Statement<'_>,
    ) -> Result<&'t str, Diagnostic> {
        let word = first_word(statement);
        let (body, passed) = macros::body(text, lexer, word);
        self.cx.statements += passed;
        body.ok_or_else(|| {
            let end = macros::end_of(word).unwrap_or_default();
            Diagnostic::error("unclosed", format!("`{word}` without `{end}`"))
                .label(statement.span(), "opened here")
        })
    }

    pub(super) fn enter(
        &mut self,
        statement: &Statement<'_>,
        depth: u32,
    ) -> Result<(), Diagnostic> {
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

pub(super) fn first_word<'s>(statement: &Statement<'s>) -> &'s str {
    match statement.tokens.first() {
        Some(token) if token.kind == TokenKind::Name => statement.text_of(*token),
        _ => "",
    }
}
