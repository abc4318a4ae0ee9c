//! One statement, as a dialect gets to see it.

use source::Span;

use crate::Token;

/// A statement without its labels: tokens, and the text they point into.
#[derive(Clone, Copy)]
pub struct Statement<'s> {
    text: &'s str,
    /// The mnemonic or directive, then the operands.
    pub tokens: &'s [Token],
    place: Place,
}

/// Where a piece of text comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// It lies in the file, this far from its start.
    File { base: u32 },
    /// It was made by a macro, called here. All of its tokens have the call's span.
    Expansion { call: Span },
    /// It lies in another file, of this number, that is included here.
    Included { call: Span, file: u32 },
}

impl<'s> Statement<'s> {
    /// A statement on its own, at the start of its text.
    pub fn new(text: &'s str, tokens: &'s [Token]) -> Statement<'s> {
        Statement {
            text,
            tokens,
            place: Place::File { base: 0 },
        }
    }

    pub(crate) fn placed(text: &'s str, tokens: &'s [Token], place: Place) -> Statement<'s> {
        Statement {
            text,
            tokens,
            place,
        }
    }

    /// The text of one of its tokens.
    pub fn text_of(&self, token: Token) -> &'s str {
        &self.text[token.range()]
    }

    /// Where one of its tokens is in the file.
    pub fn span_of(&self, token: Token) -> Span {
        self.map(token.start, token.end)
    }

    /// The text from the first token to the last, as written.
    pub fn raw(&self) -> &'s str {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => &self.text[first.start as usize..last.end as usize],
            _ => "",
        }
    }

    /// The text between two tokens, both included.
    pub fn raw_between(&self, first: Token, last: Token) -> &'s str {
        self.text
            .get(first.start as usize..last.end as usize)
            .unwrap_or("")
    }

    /// Where byte `offset` of [`Statement::raw`] is in the file, for dialects that read
    /// characters and not tokens.
    pub fn span_at(&self, offset: usize, len: usize) -> Span {
        let start = self.tokens.first().map_or(0, |token| token.start) + offset as u32;
        self.map(start, start + len as u32)
    }

    /// Where it is in the file, from the first token to the last.
    pub fn span(&self) -> Span {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => self.map(first.start, last.end),
            _ => self.map(0, 0),
        }
    }

    /// The empty place after the last token.
    pub fn end_span(&self) -> Span {
        let end = self.tokens.last().map_or(0, |token| token.end);
        self.map(end, end)
    }

    /// One token as a statement of its own.
    pub fn only(&self, index: usize) -> Statement<'s> {
        let index = index.min(self.tokens.len());
        let end = (index + 1).min(self.tokens.len());
        Statement {
            tokens: &self.tokens[index..end],
            ..*self
        }
    }

    pub(crate) fn from(&self, first: usize) -> Statement<'s> {
        Statement {
            tokens: &self.tokens[first.min(self.tokens.len())..],
            ..*self
        }
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// The line of its text that it begins in, from one on.
    pub(crate) fn line(&self) -> usize {
        let start = self.tokens.first().map_or(0, |token| token.start as usize);
        1 + self.text[..start].matches('\n').count()
    }

    fn map(&self, start: u32, end: u32) -> Span {
        match self.place {
            Place::File { base } => Span {
                start: base + start,
                end: base + end,
            },
            Place::Expansion { call } | Place::Included { call, .. } => call,
        }
    }
}
