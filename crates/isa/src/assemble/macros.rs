//! `.macro`: text with holes.

use source::Diagnostic;

use super::{Context, Statement};
use crate::expr::expected;
use crate::{Cursor, Lexer, Token, TokenKind};

/// A macro: its parameters and the text between `.macro` and `.endm`.
pub(super) struct Macro {
    parameters: Vec<Parameter>,
    body: String,
}

struct Parameter {
    name: String,
    default: Option<String>,
}

impl Macro {
    /// Reads `.macro NAME [PARAMETER[=DEFAULT]], ...`.
    pub fn parse<'s>(
        statement: &'s Statement<'s>,
        body: &str,
    ) -> Result<(&'s str, Macro), Diagnostic> {
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
            let default = cursor.eat(b'=').then(|| {
                let first = cursor.position();
                while cursor.peek().is_some_and(|token| !token.is(b',')) {
                    cursor.bump();
                }
                raw(statement, &statement.tokens[first..cursor.position()]).to_string()
            });
            parameters.push(Parameter {
                name: parameter.to_string(),
                default,
            });
            cursor.eat(b',');
        }
        Ok((
            name,
            Macro {
                parameters,
                body: body.to_string(),
            },
        ))
    }

    /// The body with the arguments of a call in place of `\parameter`.
    pub fn expand(
        &self,
        call: &Statement<'_>,
        number: u64,
        cx: &mut Context<'_>,
    ) -> Result<String, Diagnostic> {
        let arguments = split(call, &call.tokens[1..]);
        if arguments.len() > self.parameters.len() {
            return Err(Diagnostic::error(
                "macro-arguments",
                format!(
                    "the macro takes {} arguments, found {}",
                    self.parameters.len(),
                    arguments.len()
                ),
            )
            .label(call.span(), "too many arguments"));
        }
        let mut values = Vec::new();
        for (index, parameter) in self.parameters.iter().enumerate() {
            let given = arguments
                .get(index)
                .copied()
                .filter(|text| !text.is_empty());
            let Some(value) = given.or(parameter.default.as_deref()) else {
                return Err(Diagnostic::error(
                    "macro-arguments",
                    format!("the macro's argument `{}` is missing", parameter.name),
                )
                .label(
                    call.end_span(),
                    format!("expected a value for `{}`", parameter.name),
                ));
            };
            values.push(value);
        }
        let mut out = String::with_capacity(self.body.len());
        let mut rest = self.body.as_str();
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('@') {
                out.push_str(&number.to_string());
                rest = after;
            } else if let Some(after) = rest.strip_prefix("()") {
                rest = after;
            } else {
                // `\a.x` means parameter `a` and then `.x`, unless there is a parameter `a.x`.
                let matching = self
                    .parameters
                    .iter()
                    .enumerate()
                    .filter(|(_, parameter)| names(rest, &parameter.name))
                    .max_by_key(|(_, parameter)| parameter.name.len());
                match matching {
                    Some((index, parameter)) => {
                        out.push_str(values[index]);
                        rest = &rest[parameter.name.len()..];
                    }
                    // Not ours: an escape within a string, for example.
                    None => out.push('\\'),
                }
            }
            check_size(out.len(), call, cx)?;
        }
        out.push_str(rest);
        check_size(out.len(), call, cx)?;
        cx.expansion += out.len() as u64;
        Ok(out)
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

/// Whether `text` begins with the name and the name ends there.
fn names(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| {
        !rest
            .bytes()
            .next()
            .is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// The arguments of a call: separated by commas that stand in no bracket.
fn split<'s>(statement: &Statement<'s>, tokens: &'s [Token]) -> Vec<&'s str> {
    if tokens.is_empty() {
        return vec![];
    }
    let mut depth = 0i64;
    tokens
        .split(|token| {
            match token.kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Punct(b')' | b']' | b'}') => depth -= 1,
                _ => {}
            }
            token.is(b',') && depth <= 0
        })
        .map(|tokens| raw(statement, tokens))
        .collect()
}

fn raw<'s>(statement: &Statement<'s>, tokens: &[Token]) -> &'s str {
    match (tokens.first(), tokens.last()) {
        (Some(&first), Some(&last)) => statement.raw_between(first, last),
        _ => "",
    }
}

/// The text up to the end of the block that `words` open and close, and how many statements that
/// is; `None` where it does not end. The lexer goes past it.
pub(super) fn body<'t>(
    text: &'t str,
    lexer: &mut Lexer<'_>,
    words: [&str; 2],
) -> (Option<&'t str>, u64) {
    let start = lexer.position();
    let mut tokens = Vec::new();
    let mut depth = 1;
    let mut passed = 0;
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
        depth += i64::from(word == words[0]) - i64::from(word == words[1]);
        if depth == 0 {
            return (Some(&text[start..first.start as usize]), passed);
        }
    }
    (None, passed)
}
