//! `.macro`: text with holes, and what a call puts in them.

use std::borrow::Cow;

use source::Diagnostic;

use super::driver::{Driver, nothing_left};
use super::statement::Place;
use super::{Context, Statement};
use crate::expr::expected;
use crate::{Cursor, Lexer, Token, TokenKind};

/// A macro: its parameters and the text between `.macro` and `.endm`.
pub(super) struct Macro {
    parameters: Vec<Parameter>,
    body: String,
    /// How often it was called, for `\+`.
    calls: u64,
}

struct Parameter {
    name: String,
    default: String,
    required: bool,
    /// Takes the rest of the line.
    vararg: bool,
}

/// What stands for `\@` and `\+`; an escape without a number stays as it is.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Calls of all macros so far.
    pub calls: Option<u64>,
    /// Times that this text was used so far.
    pub uses: u64,
}

impl Driver<'_> {
    pub(super) fn define_macro(
        &mut self,
        text: &str,
        statement: &Statement<'_>,
        lexer: &mut Lexer<'_>,
    ) -> Result<(), Diagnostic> {
        let body = self.body(text, lexer, statement)?;
        let (name, definition) = Macro::parse(statement, body)?;
        if self.macros.contains_key(name) {
            return Err(
                Diagnostic::error("duplicate-macro", format!("macro `{name}` exists"))
                    .label(statement.span(), "defined again here"),
            );
        }
        self.macros.insert(name.to_string(), definition);
        Ok(())
    }

    /// `.purgem NAME`.
    pub(super) fn purge_macro(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let Some((name, span)) = cursor.name() else {
            return Err(expected("the macro's name", cursor));
        };
        nothing_left(cursor)?;
        match self.macros.remove(name) {
            Some(_) => Ok(()),
            None => Err(
                Diagnostic::error("unknown-macro", format!("there is no macro `{name}`"))
                    .label(span, "not defined above"),
            ),
        }
    }

    pub(super) fn call_macro(
        &mut self,
        name: &str,
        statement: &Statement<'_>,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        self.enter(statement, depth)?;
        let Driver { macros, cx, .. } = self;
        let Some(called) = macros.get_mut(name) else {
            return Ok(());
        };
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        let values = called.arguments(&mut cursor, cx, self.alternate)?;
        let names: Vec<&str> = called.parameters.iter().map(|it| &*it.name).collect();
        let numbers = Numbers {
            calls: Some(self.calls),
            uses: called.calls,
        };
        let mut text = String::with_capacity(called.body.len());
        let holes = Holes {
            names: &names,
            values: &values,
            bare: self.alternate,
        };
        holes.fill(&called.body, numbers, &mut text, statement, cx)?;
        called.calls += 1;
        self.calls += 1;
        self.cx.expansion += text.len() as u64;
        self.expansion(&text, statement, depth);
        Ok(())
    }

    /// Assembles what was made of a statement; `.exitm` leaves it.
    pub(super) fn expansion(&mut self, text: &str, statement: &Statement<'_>, depth: u32) {
        let place = Place::Expansion {
            call: statement.span(),
        };
        self.expansions += 1;
        self.block(text, place, depth + 1);
        self.expansions -= 1;
        self.left = false;
    }
}

impl Macro {
    /// Reads `.macro NAME [PARAMETER[:req|:vararg][=DEFAULT]], ...`.
    fn parse<'s>(statement: &'s Statement<'s>, body: &str) -> Result<(&'s str, Macro), Diagnostic> {
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        let Some((name, _)) = cursor.name() else {
            return Err(expected("the macro's name", &cursor));
        };
        cursor.eat(b',');
        let mut parameters: Vec<Parameter> = Vec::new();
        while !cursor.at_end() {
            let Some((parameter, span)) = cursor.name() else {
                return Err(expected("a parameter's name", &cursor));
            };
            if parameters.iter().any(|p| p.name == parameter) {
                return Err(Diagnostic::error(
                    "duplicate-parameter",
                    format!("the macro has two parameters `{parameter}`"),
                )
                .label(span, "named again here"));
            }
            if let Some(last) = parameters.last().filter(|it| it.vararg) {
                let message = format!("`{}` takes the rest of the line", last.name);
                return Err(Diagnostic::error("after-vararg", message)
                    .label(span, "no parameter can follow it"));
            }
            let (mut required, mut vararg) = (false, false);
            if cursor.eat(b':') {
                required = cursor.eat_word("req");
                vararg = !required && cursor.eat_word("vararg");
                if !required && !vararg {
                    return Err(expected("`req` or `vararg`", &cursor));
                }
            }
            let default = match cursor.eat(b'=') {
                true => argument(&mut cursor)?,
                false => String::new(),
            };
            parameters.push(Parameter {
                name: parameter.to_string(),
                default,
                required,
                vararg,
            });
            cursor.eat(b',');
        }
        let definition = Macro {
            parameters,
            body: body.to_string(),
            calls: 0,
        };
        Ok((name, definition))
    }

    /// What a call gives for every parameter, in their order or by their names.
    fn arguments(
        &self,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
        alternate: bool,
    ) -> Result<Vec<String>, Diagnostic> {
        let parameters = &self.parameters;
        let mut values: Vec<String> = vec![String::new(); parameters.len()];
        let mut by_name = false;
        let mut count = 0;
        while !cursor.at_end() {
            let mut index = count;
            let (span, named) = (cursor.span(), named_argument(cursor));
            if let Some(name) = named {
                by_name = true;
                let known = parameters.iter().position(|it| it.name == name);
                index = known.ok_or_else(|| {
                    let names = parameters.iter().map(|it| &*it.name);
                    let message = format!("the macro has no parameter `{name}`");
                    Diagnostic::error("macro-arguments", message)
                        .label(span, "not a parameter")
                        .maybe_help(cx.suggest(name, names))
                })?;
            } else if by_name {
                let message = "an argument without a name follows one with a name";
                return Err(Diagnostic::error("macro-arguments", message)
                    .label(span, "expected `PARAMETER=VALUE`"));
            }
            let last = count + 1 == parameters.len() && parameters[count].vararg;
            let value = match last {
                true => rest(cursor),
                false => value(cursor, cx, alternate)?,
            };
            count += 1;
            if let Some(slot) = values.get_mut(index).filter(|_| !value.is_empty()) {
                *slot = value;
            }
            cursor.eat(b',');
        }
        if count > parameters.len() {
            return Err(Diagnostic::error(
                "macro-arguments",
                format!(
                    "the macro takes {} arguments, found {count}",
                    parameters.len()
                ),
            )
            .label(cursor.statement().span(), "too many arguments"));
        }
        for (value, parameter) in values.iter_mut().zip(parameters) {
            if !value.is_empty() {
                continue;
            }
            if parameter.required {
                let name = &parameter.name;
                return Err(Diagnostic::error(
                    "macro-arguments",
                    format!("the macro's argument `{name}` is missing"),
                )
                .label(cursor.span(), format!("expected a value for `{name}`")));
            }
            value.clone_from(&parameter.default);
        }
        Ok(values)
    }
}

/// `NAME=` before an argument.
fn named_argument<'s>(cursor: &mut Cursor<'s>) -> Option<&'s str> {
    let is_equal = cursor.peek_at(1).is_some_and(|it| it.is(b'='));
    if !is_equal || pair_of_equals(cursor, 1) {
        return None;
    }
    let (name, _) = cursor.name()?;
    cursor.bump();
    Some(name)
}

/// The rest of the line, as it is written.
fn rest(cursor: &mut Cursor<'_>) -> String {
    let from = cursor.position();
    while cursor.bump().is_some() {}
    cursor.statement().from(from).raw().to_string()
}

/// One argument of a call: with `.altmacro` also the value of `%EXPRESSION`, and `<TEXT>`.
fn value(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    alternate: bool,
) -> Result<String, Diagnostic> {
    let first = cursor.peek().filter(|_| alternate);
    if first.is_some_and(|token| token.is(b'%')) {
        cursor.bump();
        return Ok(cx.integer_now(cursor)?.to_string());
    }
    if first.is_some_and(|token| token.is(b'<'))
        && let Some(text) = in_angles(cursor)
    {
        return Ok(text);
    }
    argument(cursor)
}

/// The text between `<` and `>`, in which `!` makes the next character an ordinary one.
fn in_angles(cursor: &mut Cursor<'_>) -> Option<String> {
    let statement = cursor.statement();
    let from = cursor.position();
    let start = statement.tokens[from].start;
    let mut text = String::new();
    let mut characters = statement.from(from).raw().char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '>' => {
                let end = start + at as u32 + 1;
                while cursor.peek().is_some_and(|token| token.start < end) {
                    cursor.bump();
                }
                return Some(text);
            }
            '!' => text.extend(characters.next().map(|(_, character)| character)),
            character => text.push(character),
        }
    }
    None
}

/// One argument: up to a comma, or a space that stands neither in brackets nor beside an operator.
fn argument(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    let statement = cursor.statement();
    let mut text = String::new();
    let (mut round, mut other) = (0u32, 0u32);
    let mut joined = true;
    let opened = cursor.span();
    while let Some(token) = cursor.peek() {
        let spaced = {
            let before = cursor.position().checked_sub(1);
            before.is_some_and(|before| statement.tokens[before].end < token.start)
        };
        let inside = round > 0 || other > 0;
        let equals = token.is(b'=').then(|| pair_of_equals(cursor, 0));
        if equals == Some(false) {
            return Err(expected("an argument", cursor));
        }
        if !inside {
            let operator = is_operator(token) || statement.text_of(token) == ".";
            if token.is(b',') || spaced && !joined && !operator {
                break;
            }
            joined = operator;
        } else if spaced && !text.is_empty() {
            text.push(' ');
        }
        match token.kind {
            TokenKind::Punct(b'(') => round += 1,
            TokenKind::Punct(b')') => round = round.saturating_sub(1),
            TokenKind::Punct(b'[' | b'{') => other += 1,
            TokenKind::Punct(b']' | b'}') => other = other.saturating_sub(1),
            _ => {}
        }
        let written = statement.text_of(token);
        text += match token.kind {
            TokenKind::Str => &written[1..written.len() - 1],
            _ => written,
        };
        cursor.bump();
        if equals == Some(true) {
            text.push('=');
            cursor.bump();
        }
    }
    match round {
        0 => Ok(text),
        _ => Err(expected("`)`", cursor).label(opened, "in this argument")),
    }
}

/// Arguments up to the end of the line.
pub(super) fn list(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    alternate: bool,
) -> Result<Vec<String>, Diagnostic> {
    let mut all = Vec::new();
    while !cursor.at_end() {
        all.push(value(cursor, cx, alternate)?);
        cursor.eat(b',');
    }
    Ok(all)
}

/// Whether two equal signs that touch stand so far ahead.
fn pair_of_equals(cursor: &Cursor<'_>, ahead: usize) -> bool {
    let pair = (cursor.peek_at(ahead), cursor.peek_at(ahead + 1));
    matches!(pair, (Some(a), Some(b)) if a.is(b'=') && b.is(b'=') && a.end == b.start)
}

fn is_operator(token: Token) -> bool {
    let TokenKind::Punct(byte) = token.kind else {
        return false;
    };
    b"+-~/*=|^&!<>".contains(&byte)
}

/// Names in a text, and what stands for them.
pub(super) struct Holes<'a> {
    pub names: &'a [&'a str],
    pub values: &'a [String],
    /// Whether names count without a backslash too.
    pub bare: bool,
}

impl Holes<'_> {
    /// Appends a text with values in place of `\NAME`.
    pub fn fill(
        &self,
        body: &str,
        numbers: Numbers,
        out: &mut String,
        call: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let mut rest = body;
        loop {
            let at = match self.bare {
                true => rest.find(|c: char| c == '\\' || is_of_name(c)),
                false => rest.find('\\'),
            };
            let Some(at) = at else { break };
            *out += &rest[..at];
            rest = &rest[at..];
            match rest.strip_prefix('\\') {
                Some(after) => {
                    let (text, after) = self.escape(after, numbers);
                    *out += &text;
                    rest = after;
                }
                None => {
                    let length = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
                    let (name, after) = rest.split_at(length);
                    let value = self.value(name);
                    *out += value.unwrap_or(name);
                    rest = match value {
                        Some(_) => after.strip_prefix('&').unwrap_or(after),
                        None => after,
                    };
                }
            }
            check_size(out.len(), call, cx)?;
        }
        *out += rest;
        check_size(out.len(), call, cx)
    }

    /// What a backslash with what follows it becomes, and what is left.
    fn escape<'t>(&self, after: &'t str, numbers: Numbers) -> (Cow<'_, str>, &'t str) {
        if let (Some(rest), Some(number)) = (after.strip_prefix('@'), numbers.calls) {
            return (number.to_string().into(), rest);
        }
        if let Some(rest) = after.strip_prefix('+') {
            return (numbers.uses.to_string().into(), rest);
        }
        if let Some(rest) = after.strip_prefix("()") {
            return ("".into(), rest);
        }
        // `\a.x` means parameter `a` and then `.x`, unless there is a parameter `a.x`.
        let names = self.names.iter().enumerate();
        let matching = names.filter(|(_, name)| begins_with_name(after, name));
        match matching.max_by_key(|(_, name)| name.len()) {
            Some((index, name)) => {
                let rest = &after[name.len()..];
                let rest = match self.bare {
                    true => rest.strip_prefix('&').unwrap_or(rest),
                    false => rest,
                };
                (self.values[index].as_str().into(), rest)
            }
            // Not ours: an escape within a string, for example.
            None => ("\\".into(), after),
        }
    }

    fn value(&self, name: &str) -> Option<&str> {
        let index = self.names.iter().position(|it| *it == name)?;
        Some(&self.values[index])
    }
}

/// There is room for so many characters more.
pub(super) fn check_size(
    len: usize,
    call: &Statement<'_>,
    cx: &mut Context<'_>,
) -> Result<(), Diagnostic> {
    let limit = cx.options.limits.expansion;
    if cx.expansion + len as u64 <= limit {
        return Ok(());
    }
    cx.stopped = true;
    Err(Diagnostic::error(
        "limit",
        format!("macros and files expand to more than {limit} characters"),
    )
    .label(call.span(), "reached here"))
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Whether `text` begins with the name and the name ends there.
fn begins_with_name(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| {
        !rest
            .bytes()
            .next()
            .is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// What opens blocks of text, and what ends them.
const BLOCKS: [(&[&str], &[&str]); 2] = [
    (&[".macro"], &[".endm", ".endmacro"]),
    (&[".rept", ".rep", ".irp", ".irpc"], &[".endr"]),
];

/// What ends the block that `word` opens.
pub(super) fn end_of(word: &str) -> Option<&'static str> {
    let block = BLOCKS.iter().find(|(opens, _)| opens.contains(&word));
    block.map(|(_, ends)| ends[0])
}

/// What opens the blocks that `word` ends.
pub(super) fn opener_of(word: &str) -> Option<&'static str> {
    let block = BLOCKS.iter().find(|(_, ends)| ends.contains(&word));
    block.map(|(opens, _)| opens[0])
}

/// The text up to the end of the block that `word` opens, and how many statements that is; `None`
/// where it does not end. The lexer goes past it.
pub(super) fn body<'t>(text: &'t str, lexer: &mut Lexer<'_>, word: &str) -> (Option<&'t str>, u64) {
    let start = lexer.position();
    let mut tokens = Vec::new();
    let mut depth = 1;
    let mut passed = 0;
    let block = BLOCKS.iter().find(|(opens, _)| opens.contains(&word));
    let (opens, ends) = block.copied().unwrap_or_default();
    while lexer.statement(&mut tokens) {
        passed += 1;
        // The word may stand after labels.
        let mut rest = &tokens[..];
        while let [_, colon, after @ ..] = rest
            && colon.is(b':')
        {
            rest = after;
        }
        let Some(first) = rest.first() else { continue };
        let word = &text[first.range()];
        depth += i64::from(opens.contains(&word)) - i64::from(ends.contains(&word));
        if depth == 0 {
            return (Some(&text[start..first.start as usize]), passed);
        }
    }
    (None, passed)
}
