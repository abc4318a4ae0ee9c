//! What each word of a header is, for editors: also in a header that is wrong, as far as one can tell.

use source::{SourceFile, Span};
use syntax::{Lexer, Token, TokenKind};

use crate::lex::SYNTAX;
use crate::parse::find_header;
use crate::scope::NUMBER_NAMES;
use crate::{INITIALIZERS, Schema, Type};

/// What a word of a header is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderRole {
    /// `let`, `expect`.
    Keyword,
    /// The name of a constant.
    Constant,
    /// The name of an argument.
    Argument,
    /// What stands left of an equals sign.
    Key,
    /// A register that the header sets.
    Register,
    /// The type of an argument.
    Type,
    /// A function that makes values.
    Initializer,
    /// A number.
    Number,
    /// A text in quotes.
    Text,
    /// Anything else: what a key is set to, what differs from thread to thread.
    Word,
}

/// A word of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderMark {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub role: HeaderRole,
    /// Whether the name is given here.
    pub defines: bool,
}

/// Every word of the header but its punctuation, in order.
pub fn header_marks(file: &SourceFile, schema: &Schema) -> Vec<HeaderMark> {
    let lines = find_header(file).ok().and_then(|header| header.statements);
    let mut marks = Vec::new();
    for number in lines.unwrap_or(0..0) {
        let span = file.line_span(number);
        let text = file.slice(span);
        let mut lexer = Lexer::new(text, SYNTAX);
        let mut tokens = Vec::new();
        lexer.statement(&mut tokens);
        let line = Words {
            text,
            tokens: &tokens,
        };
        for (index, token) in tokens.iter().enumerate() {
            if let Some((role, defines)) = line.role(index, schema) {
                let token = token.range();
                let start = span.range().start;
                marks.push(HeaderMark {
                    span: Span::new(start + token.start, start + token.end),
                    role,
                    defines,
                });
            }
        }
    }
    marks
}

struct Words<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl Words<'_> {
    fn is(&self, index: usize, punct: u8) -> bool {
        self.tokens.get(index).is_some_and(|token| token.is(punct))
    }

    fn name(&self, index: usize) -> Option<&str> {
        let token = self.tokens.get(index)?;
        (token.kind == TokenKind::Name).then(|| &self.text[token.range()])
    }

    /// What the word is, and whether it is a name that is given here.
    fn role(&self, index: usize, schema: &Schema) -> Option<(HeaderRole, bool)> {
        let name = match self.tokens[index].kind {
            TokenKind::Name => self.name(index)?,
            TokenKind::Int(_) | TokenKind::Float(_) => return Some((HeaderRole::Number, false)),
            TokenKind::Str => return Some((HeaderRole::Text, false)),
            _ => return None,
        };
        let first = self.name(0).unwrap_or("");
        let keyword = matches!(first, "let" | "expect") && self.name(1).is_some();
        Some(match index {
            0 if keyword => (HeaderRole::Keyword, false),
            1 if keyword && first == "let" => (HeaderRole::Constant, true),
            1 if keyword => (HeaderRole::Argument, false),
            0 if self.is(1, b':') => (HeaderRole::Argument, true),
            0 if self.is(1, b'=') => {
                let rules = schema.bindings.as_ref();
                match rules.and_then(|rules| rules.register(name)) {
                    Some(_) => (HeaderRole::Register, false),
                    None => (HeaderRole::Key, false),
                }
            }
            2 if self.is(1, b':') => (HeaderRole::Type, false),
            _ if self.is(index - usize::from(index > 0), b'&') => (HeaderRole::Argument, false),
            _ if self.is(index + 1, b'(') => (HeaderRole::Initializer, false),
            _ if NUMBER_NAMES.contains(&name) => (HeaderRole::Number, false),
            _ if Type::from_name(name).is_some() => (HeaderRole::Type, false),
            _ if INITIALIZERS.iter().any(|(known, ..)| *known == name) => {
                (HeaderRole::Initializer, false)
            }
            _ => (HeaderRole::Word, false),
        })
    }
}
