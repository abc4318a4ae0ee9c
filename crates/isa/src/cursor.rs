//! A place among the tokens of a statement.

use source::Span;
use syntax::{Token, TokenKind};

/// Walks the tokens of one statement.
#[derive(Clone)]
pub struct Cursor<'s> {
    statement: &'s crate::Statement<'s>,
    at: usize,
}

impl<'s> Cursor<'s> {
    /// Stands at the first token.
    pub fn new(statement: &'s crate::Statement<'s>) -> Cursor<'s> {
        Cursor { statement, at: 0 }
    }

    /// The statement that it walks.
    pub fn statement(&self) -> &'s crate::Statement<'s> {
        self.statement
    }

    /// How many tokens have been read: the measure of which alternative got farthest.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Goes to where [`Cursor::position`] once was.
    pub fn set_position(&mut self, position: usize) {
        self.at = position;
    }

    /// The next token, which stays.
    pub fn peek(&self) -> Option<Token> {
        self.statement.tokens.get(self.at).copied()
    }

    /// The token after so many others.
    pub fn peek_at(&self, ahead: usize) -> Option<Token> {
        self.statement.tokens.get(self.at + ahead).copied()
    }

    /// The text of the next token; empty at the end.
    pub fn peek_text(&self) -> &'s str {
        self.peek()
            .map_or("", |token| self.statement.text_of(token))
    }

    /// Takes the next token, whatever it is.
    pub fn bump(&mut self) -> Option<Token> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    /// Whether all tokens have been read.
    pub fn at_end(&self) -> bool {
        self.at >= self.statement.tokens.len()
    }

    /// Takes this punctuation character if it is next.
    pub fn eat(&mut self, punct: u8) -> bool {
        let found = self.peek().is_some_and(|token| token.is(punct));
        self.at += usize::from(found);
        found
    }

    /// Takes a name that equals `word`, ignoring case.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| {
            token.kind == TokenKind::Name
                && self.statement.text_of(token).eq_ignore_ascii_case(word)
        });
        self.at += usize::from(found);
        found
    }

    /// Takes a name, whatever it is.
    pub fn name(&mut self) -> Option<(&'s str, Span)> {
        let token = self.peek().filter(|token| token.kind == TokenKind::Name)?;
        self.at += 1;
        Some((self.statement.text_of(token), self.statement.span_of(token)))
    }

    /// Where the next token stands; at the end, the empty place after the last one.
    pub fn span(&self) -> Span {
        match self.peek() {
            Some(token) => self.statement.span_of(token),
            None => self.statement.end_span(),
        }
    }

    /// The span from token `from` to the last one read.
    pub fn span_since(&self, from: usize) -> Span {
        let tokens = self.statement.tokens;
        match (
            tokens.get(from),
            self.at.checked_sub(1).and_then(|last| tokens.get(last)),
        ) {
            (Some(&first), Some(&last)) if self.at > from => self
                .statement
                .span_of(first)
                .to(self.statement.span_of(last)),
            _ => self.span(),
        }
    }

    /// What stands next, in words for a message.
    pub fn found(&self) -> String {
        match self.peek() {
            None => "the end of the line".to_string(),
            Some(token) => match token.kind {
                TokenKind::Bad(what) => what.to_string(),
                _ => format!("`{}`", self.statement.text_of(token)),
            },
        }
    }
}
