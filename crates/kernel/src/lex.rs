//! Header text into tokens, one statement at a time.
//!
//! A statement is a line; where the line ends with a comma or an equals sign, it goes on in the
//! next one, so that a matrix can be written (and printed) a row a line.

use source::{Diagnostic, SourceFile, Span};
use syntax::{Lexer, Malformed, Numbers, Syntax, TokenKind};

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

/// Header text has comments and names, and no punctuation of its own.
pub(crate) const SYNTAX: Syntax = Syntax {
    line_comments: &["#", ";"],
    block_comments: false,
    name_starts: b"",
    name_marks: b"",
    numbers: Numbers::UNLABELLED,
    ..Syntax::PLAIN
};

/// The tokens of one piece of text that begins at byte `start` of its file; or every bad token.
pub(crate) fn tokens(text: &str, start: usize) -> Result<Line<'_>, Vec<Diagnostic>> {
    let mut tokens = vec![];
    let mut problems = vec![];
    let mut end = start;
    let mut lexer = Lexer::new(text, SYNTAX);
    loop {
        let token = lexer.next_token();
        let (text, span) = (
            &text[token.range()],
            Span::new(start + token.start as usize, start + token.end as usize),
        );
        match kind(token.kind, text) {
            None if token.kind == TokenKind::Eof => break,
            None => continue,
            Some(Ok(kind)) => tokens.push(Token { kind, span }),
            Some(Err(bad)) => {
                let problem = Diagnostic::error(bad.code, bad.message).label(span, bad.label);
                problems.push(problem.maybe_help(bad.help));
            }
        }
        end = span.end as usize;
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

/// What a token is in a header; nothing if it means nothing there.
fn kind(kind: TokenKind, text: &str) -> Option<Result<Kind<'_>, Bad>> {
    Some(match kind {
        TokenKind::End | TokenKind::Eof => return None,
        // Editors put such a mark at the start of a file, and wide blanks between words.
        TokenKind::Bad(_) if text.starts_with(|c: char| c.is_whitespace() || c == '\u{feff}') => {
            return None;
        }
        TokenKind::Name => Ok(Kind::Name(text)),
        TokenKind::Int(value) => Ok(Kind::Int {
            value: value.into(),
            bits: text.starts_with('0') && text.contains(['x', 'X', 'b', 'B', 'o', 'O']),
        }),
        TokenKind::Float(value) if value.is_infinite() => Err(Bad {
            code: "overflow",
            message: format!("`{text}` is too large for a 64-bit float"),
            label: "too large",
            help: Some("an infinity is written `inf`".to_string()),
        }),
        TokenKind::Float(value) => Ok(Kind::Float { value, text }),
        TokenKind::Str => Ok(Kind::Text(&text[1..text.len() - 1])),
        TokenKind::Punct(mark) if b":=,()[]+-*/%&".contains(&mark) => Ok(Kind::Mark(mark.into())),
        TokenKind::Bad(Malformed::Number) => Err(bad_number(text)),
        TokenKind::Bad(Malformed::Integer) => Err(Bad {
            code: "overflow",
            message: format!("`{text}` does not fit in 64 bits"),
            label: "too large",
            help: Some(format!("the largest integer is {}", u64::MAX)),
        }),
        TokenKind::Bad(Malformed::Text) => Err(Bad {
            code: "bad-text",
            message: "this text has no closing `\"`".to_string(),
            label: "begins here",
            help: None,
        }),
        _ => Err(unexpected(text.chars().next().unwrap_or(' '))),
    })
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

/// What is wrong with a token; the caller knows where it stands.
struct Bad {
    code: &'static str,
    message: String,
    label: &'static str,
    help: Option<String>,
}

fn bad_number(text: &str) -> Bad {
    Bad {
        code: "bad-number",
        message: format!("`{text}` is not a number"),
        label: "not a number",
        help: Some("numbers are written 42, 0x2a, 0b101010, 3.14 or 1e-5".to_string()),
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
