//! Where in a statement a place is.

use crate::Document;
use isa::{Lexer, Token, TokenKind};
use source::Span;

/// A place in a line, told from what stands left of it.
pub(crate) struct Place<'a> {
    /// The word that is being written, as far as it goes; empty between words.
    pub word: Span,
    /// What the statement begins with, if that is complete.
    pub mnemonic: Option<&'a str>,
    /// How many commas stand before the place.
    pub operand: usize,
    /// All that stands left of the place, labels aside.
    pub tokens: Vec<Token>,
}

impl Document {
    /// The place of an offset in the assembly; `None` in the header, in comments and in texts.
    pub(crate) fn place(&self, offset: u32) -> Option<Place<'_>> {
        let file = self.file();
        let body = self.analysis.body;
        if offset < body.start || offset > body.end {
            return None;
        }
        let start = file.line_span(file.line_of(offset)).start.max(body.start);
        let left = file.text().get(start as usize..offset as usize)?;
        let syntax = self.input.arch.dialect().syntax();
        let mut lexer = Lexer::new(left, syntax);
        let mut tokens = Vec::new();
        lexer.statement(&mut tokens);
        // A separator begins another statement.
        while lexer.position() < left.len() && lexer.statement(&mut tokens) {}
        while let [name, colon, ..] = tokens[..]
            && colon.is(b':')
            && matches!(name.kind, TokenKind::Name | TokenKind::Int(_))
        {
            tokens.drain(..2);
        }
        let end = tokens.last().map_or(0, |token| token.range().end);
        let guard = crate::mark::guard(&tokens);
        if tokens.len() > guard || left[end..].starts_with([' ', '\t']) {
            tokens.drain(..guard);
        }
        let gap = &left[end..];
        if !gap.trim().is_empty() && gap.trim() != ":" && !left.trim_end().ends_with(':') {
            return None;
        }
        if tokens
            .iter()
            .any(|token| matches!(token.kind, TokenKind::Bad(_)))
            && left.matches('"').count() % 2 == 1
        {
            return None;
        }
        let written = tokens.last().filter(|last| {
            let name = matches!(last.kind, TokenKind::Name | TokenKind::Constant);
            name && last.range().end == left.len()
        });
        let mut word = written.map_or(left.len(), |last| last.range().start);
        if written.is_none() && left.ends_with('$') {
            word = left.len() - 1;
        }
        let first = tokens.first().filter(|first| {
            let whole = first.range().end < left.len();
            first.kind == TokenKind::Name && whole
        });
        let mnemonic = first.map(|first| &left[first.range()]);
        let mut depth = 0i32;
        let operand = tokens.iter().skip(1).filter(|token| {
            match token.kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Punct(b')' | b']' | b'}') => depth -= 1,
                _ => {}
            }
            token.is(b',') && depth <= 0
        });
        let operand = operand.count();
        Some(Place {
            word: Span::new(start as usize + word, offset as usize),
            mnemonic,
            operand,
            tokens,
        })
    }
}

/// The parts of a line's syntax behind its first word: one for each comma, with where it stands.
pub(crate) fn parts(syntax: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let Some(first) = syntax.find(' ') else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    let mut start = first + 1;
    let mut depth = 0;
    for (at, byte) in syntax.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..syntax.len());
    let trimmed = parts.into_iter().map(|range| {
        let text = &syntax[range.clone()];
        // What may be left out stands in brackets with its comma.
        let name = text.trim_matches(|c: char| c == ' ' || c == '[' || c == ']');
        let at = text.find(name).unwrap_or(0);
        let start = range.start + at;
        (start..start + name.len(), name)
    });
    trimmed.filter(|(_, name)| !name.is_empty()).collect()
}
