//! Header text into tokens, one statement at a time.
//!
//! A statement is a line; where the line ends with a comma or an equals sign, it goes on in the
//! next one, so that a matrix can be written (and printed) a row a line.

use source::{Diagnostic, SourceFile, Span};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind<'a> {
    Name(&'a str),
    /// `bits`: written in hex or binary.
    Int {
        value: i128,
        bits: bool,
    },
    /// The text too: a type narrower than 64 bits rounds from there, once.
    Float {
        value: f64,
        text: &'a str,
    },
    Text(&'a str),
    Mark(char),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub kind: Kind<'a>,
    pub span: Span,
}

/// The tokens of one statement, and the place just after them.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    pub tokens: Vec<Token<'a>>,
    pub end: Span,
}

/// The statements of `lines` (numbers from one, the last excluded). A line with a bad token is
/// reported and left out.
pub(crate) fn lines<'a>(
    file: &'a SourceFile,
    lines: std::ops::Range<u32>,
    problems: &mut source::Diagnostics,
) -> Vec<Line<'a>> {
    let mut statements: Vec<Line> = vec![];
    let mut open = false;
    let mut spoiled = false;
    for number in lines {
        let span = file.line_span(number);
        let line = match tokens(file.slice(span), span.start as usize) {
            Ok(line) => line,
            Err(found) => {
                problems.extend(found);
                // What a spoiled line continues, or continues in, makes no sense without it.
                if open {
                    statements.pop();
                }
                spoiled = true;
                open = false;
                continue;
            }
        };
        if line.tokens.is_empty() {
            continue;
        }
        let continues = !starts_statement(&line.tokens);
        let asks_for_more = matches!(
            line.tokens.last(),
            Some(Token {
                kind: Kind::Mark(',' | '='),
                ..
            })
        );
        if continues && spoiled {
            continue;
        }
        spoiled = false;
        match statements.last_mut() {
            Some(last) if open && continues => {
                last.tokens.extend(line.tokens);
                last.end = line.end;
            }
            _ => statements.push(line),
        }
        open = asks_for_more;
    }
    statements
}

/// The tokens of one piece of text that begins at byte `start` of its file; or every bad token.
pub(crate) fn tokens(text: &str, start: usize) -> Result<Line<'_>, Vec<Diagnostic>> {
    let mut tokens = vec![];
    let mut problems = vec![];
    let mut at = 0;
    let mut end = start;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() || c == '\u{feff}' {
            at += c.len_utf8();
            continue;
        }
        if c == '#' || c == ';' {
            break;
        }
        let rest = &text[at..];
        let (length, kind) = match c {
            'a'..='z' | 'A'..='Z' | '_' => name(rest),
            '0'..='9' => number(rest),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => number(rest),
            '"' => quoted(rest),
            ':' | '=' | ',' | '(' | ')' | '[' | ']' | '+' | '-' | '*' | '/' | '%' | '&' => {
                (1, Ok(Kind::Mark(c)))
            }
            _ => (c.len_utf8(), Err(unexpected(c))),
        };
        let span = Span::new(start + at, start + at + length);
        match kind {
            Ok(kind) => tokens.push(Token { kind, span }),
            Err(bad) => {
                let problem = Diagnostic::error(bad.code, bad.message).label(span, bad.label);
                problems.push(problem.maybe_help(bad.help));
                if c == '"' {
                    break;
                }
            }
        }
        at += length;
        end = start + at;
    }
    if problems.is_empty() {
        Ok(Line {
            tokens,
            end: Span::at(end),
        })
    } else {
        Err(problems)
    }
}

/// Whether these tokens can only begin a statement, never go on with a list of values.
fn starts_statement(tokens: &[Token]) -> bool {
    match tokens {
        [
            Token {
                kind: Kind::Name(_),
                ..
            },
            Token { kind, .. },
            ..,
        ] => {
            matches!(kind, Kind::Mark(':' | '=') | Kind::Name(_))
        }
        _ => false,
    }
}

/// A token's length in bytes, and what it is.
type Lexed<'a> = (usize, Result<Kind<'a>, Bad>);

/// What is wrong with a token; the caller knows where it stands.
struct Bad {
    code: &'static str,
    message: String,
    label: &'static str,
    help: Option<String>,
}

fn name(text: &str) -> Lexed<'_> {
    let length = word_length(text);
    (length, Ok(Kind::Name(&text[..length])))
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len())
}

fn number(text: &str) -> Lexed<'_> {
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2)] {
        if text.starts_with(prefix) {
            let length = word_length(text);
            return (length, whole(&text[..length], prefix.len(), radix));
        }
    }
    let mut length = word_length(text);
    let mut fraction = false;
    if text[length..].starts_with('.') {
        fraction = true;
        length += 1 + word_length(&text[length + 1..]);
    }
    // The sign of an exponent is part of the number: `1e-5`.
    if text[..length].ends_with(['e', 'E']) && text[length..].starts_with(['+', '-']) {
        length += 1 + word_length(&text[length + 1..]);
    }
    let text = &text[..length];
    if !fraction && !text.contains(['e', 'E']) {
        return (length, whole(text, 0, 10));
    }
    let kind = match text.replace('_', "").parse::<f64>() {
        Ok(x) if x.is_infinite() => Err(Bad {
            code: "overflow",
            message: format!("`{text}` is too large for a 64-bit float"),
            label: "too large",
            help: Some("an infinity is written `inf`".to_string()),
        }),
        Ok(value) => Ok(Kind::Float { value, text }),
        Err(_) => Err(bad_number(text)),
    };
    (length, kind)
}

/// An integer whose digits begin after `prefix` bytes.
fn whole<'a>(text: &str, prefix: usize, radix: u32) -> Result<Kind<'a>, Bad> {
    let digits = text[prefix..].replace('_', "");
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(bad_number(text));
    }
    match u64::from_str_radix(&digits, radix) {
        Ok(value) => Ok(Kind::Int {
            value: value.into(),
            bits: radix != 10,
        }),
        Err(_) => Err(Bad {
            code: "overflow",
            message: format!("`{text}` does not fit in 64 bits"),
            label: "too large",
            help: Some(format!("the largest integer is {}", u64::MAX)),
        }),
    }
}

fn bad_number(text: &str) -> Bad {
    Bad {
        code: "bad-number",
        message: format!("`{text}` is not a number"),
        label: "not a number",
        help: Some("numbers are written 42, 0x2a, 0b101010, 3.14 or 1e-5".to_string()),
    }
}

fn quoted(text: &str) -> Lexed<'_> {
    match text[1..].find('"') {
        Some(length) => (length + 2, Ok(Kind::Text(&text[1..=length]))),
        None => {
            let bad = Bad {
                code: "bad-text",
                message: "this text has no closing `\"`".to_string(),
                label: "begins here",
                help: None,
            };
            (text.trim_end().len(), Err(bad))
        }
    }
}

fn unexpected(c: char) -> Bad {
    let help = match c {
        '\'' => Some("text is written in double quotes"),
        '{' | '}' => Some("values are written as a plain list: 1, 2, 3"),
        '$' => Some("`$N` is for the assembly; in the header a constant is written `N`"),
        '^' => Some("there is no power operator; write the product"),
        '<' | '>' | '|' | '!' | '~' => Some("expressions have + - * / % and parentheses"),
        _ => None,
    };
    let shown = if c.is_control() {
        c.escape_unicode().to_string()
    } else {
        c.to_string()
    };
    Bad {
        code: "bad-character",
        message: format!("unexpected character `{shown}`"),
        label: "unexpected",
        help: help.map(str::to_string),
    }
}
