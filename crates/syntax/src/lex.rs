//! Characters to tokens.
//!
//! Tokens are places in the text, never copies of it. A dialect says in its [`Syntax`] how
//! comments begin and which characters may stand in names; everything else is common ground.
//! The lexer never fails: what it cannot read becomes a [`TokenKind::Bad`] token, so that the
//! parser can report it where it matters and go on.

use crate::number::{self, Malformed};

/// The lexical rules of one dialect.
#[derive(Clone, Copy)]
pub struct Syntax {
    /// What begins a comment that runs to the end of the line.
    pub line_comments: &'static [&'static str],
    /// Whether `/* ... */` is a comment.
    pub block_comments: bool,
    /// Separates statements on one line, where the dialect has that.
    pub separator: Option<u8>,
    /// Characters beside letters, `_` and `.` that may begin a name (`%`, for example). They
    /// begin one only when a letter follows, so `%` can still be the remainder operator.
    pub name_prefixes: &'static [u8],
    /// Characters beside letters, digits and `_` that may stand in a name. A `.` among them may
    /// begin one too.
    pub name_marks: &'static [u8],
    /// Whether `1f` and `1b` are the next and the last local label of that number.
    pub local_labels: bool,
    /// Whether a name is taken by the instruction set (a register): it can then be neither a
    /// label nor part of an expression.
    pub reserved: fn(&str) -> bool,
}

impl Syntax {
    /// `#`, `;` and `//` comments, nothing else special.
    pub const PLAIN: Syntax = Syntax {
        line_comments: &["#", ";", "//"],
        block_comments: true,
        separator: None,
        name_prefixes: b"",
        name_marks: b".$",
        local_labels: true,
        reserved: |_| false,
    };
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum TokenKind {
    /// A name: letters, digits, `_`, and what the syntax allows besides.
    Name,
    /// `$NAME`, a constant of the kernel file.
    Constant,
    /// An integer, in any of the bases that the syntax allows.
    Int(u64),
    /// A number with a point or an exponent.
    Float(f64),
    /// `1f` or `1b`: the next or the last local label of that number.
    Local { number: u32, forward: bool },
    /// A string with its quotes; [`unescape`](crate::unescape) gives its bytes.
    Str,
    /// A character that stands for itself.
    Punct(u8),
    /// Something no dialect can read, and why.
    Bad(Malformed),
    /// End of a statement: a line break or a separator.
    End,
    /// End of the text.
    Eof,
}

/// A token and where it stands in the text it was read from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: u32,
    /// The byte behind its last.
    pub end: u32,
}

impl Token {
    /// Whether it is this punctuation character.
    pub fn is(&self, punct: u8) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    /// The bytes of the text that it covers.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Reads tokens from text, one statement after the other.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    syntax: Syntax,
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning.
    pub fn new(text: &'a str, syntax: Syntax) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            syntax,
        }
    }

    /// Starts at `at`, which must be a character boundary.
    pub fn starting_at(text: &'a str, at: usize, syntax: Syntax) -> Lexer<'a> {
        Lexer { text, at, syntax }
    }

    /// Goes on reading somewhere else.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.text.len());
    }

    /// The byte that is read next.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Reads one statement into `tokens` (without its end). `false` once the text is used up.
    pub fn statement(&mut self, tokens: &mut Vec<Token>) -> bool {
        tokens.clear();
        loop {
            let token = self.next_token();
            match token.kind {
                TokenKind::End => return true,
                TokenKind::Eof => return !tokens.is_empty(),
                _ => tokens.push(token),
            }
        }
    }

    /// Reads one token. After the last there is [`TokenKind::Eof`], however often one asks.
    pub fn next_token(&mut self) -> Token {
        if let Some(bad) = self.skip_blanks() {
            return bad;
        }
        let bytes = self.text.as_bytes();
        let start = self.at;
        let Some(&first) = bytes.get(start) else {
            return self.token(TokenKind::Eof, start);
        };
        if first == b'\n' || Some(first) == self.syntax.separator {
            self.at += 1;
            return self.token(TokenKind::End, start);
        }
        let second = bytes.get(start + 1).copied().unwrap_or(0);
        match first {
            b'0'..=b'9' => self.number(start),
            // `.4byte` is a name for all that it begins like a number.
            b'.' if second.is_ascii_digit() && !self.text[start + 2..].starts_with("byte") => {
                self.number(start)
            }
            b'.' if second.is_ascii_digit() => {
                self.name();
                self.token(TokenKind::Name, start)
            }
            b'.' if self.begins_name(first) && !self.in_name(second) => {
                // A lone dot is the current address: a name of one character.
                self.at += 1;
                self.token(TokenKind::Name, start)
            }
            b'$' if self.in_name(second) => {
                self.name();
                self.token(TokenKind::Constant, start)
            }
            b'"' => self.string(start),
            _ if self.begins_name(first) => {
                self.name();
                self.token(TokenKind::Name, start)
            }
            _ if self.syntax.name_prefixes.contains(&first) && self.begins_name(second) => {
                self.name();
                self.token(TokenKind::Name, start)
            }
            _ if first.is_ascii_graphic() => {
                self.at += 1;
                self.token(TokenKind::Punct(first), start)
            }
            _ => {
                let length = self.text[start..].chars().next().map_or(1, char::len_utf8);
                self.at += length;
                self.token(TokenKind::Bad(Malformed::Character), start)
            }
        }
    }

    fn token(&self, kind: TokenKind, start: usize) -> Token {
        Token {
            kind,
            start: start as u32,
            end: self.at as u32,
        }
    }

    /// Skips spaces and comments, but not line breaks. A block comment without an end comes
    /// back as a bad token.
    fn skip_blanks(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\r' | 0x0c) => self.at += 1,
                Some(b'/')
                    if self.syntax.block_comments && bytes.get(self.at + 1) == Some(&b'*') =>
                {
                    let start = self.at;
                    match self.text[start + 2..].find("*/") {
                        Some(end) => self.at = start + 2 + end + 2,
                        None => {
                            self.at = self.text.len();
                            return Some(Token {
                                kind: TokenKind::Bad(Malformed::Comment),
                                start: start as u32,
                                end: start as u32 + 2,
                            });
                        }
                    }
                }
                Some(_) if self.at_line_comment() => {
                    self.at = bytes[self.at..]
                        .iter()
                        .position(|&b| b == b'\n')
                        .map_or(bytes.len(), |n| self.at + n);
                }
                _ => return None,
            }
        }
    }

    fn at_line_comment(&self) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        self.syntax
            .line_comments
            .iter()
            .any(|mark| rest.starts_with(mark.as_bytes()))
    }

    fn begins_name(&self, b: u8) -> bool {
        b.is_ascii_alphabetic() || b == b'_' || (b == b'.' && self.syntax.name_marks.contains(&b))
    }

    fn in_name(&self, b: u8) -> bool {
        b.is_ascii_alphanumeric() || b == b'_' || self.syntax.name_marks.contains(&b)
    }

    /// Moves past a name; the first character has been looked at already.
    fn name(&mut self) {
        let bytes = self.text.as_bytes();
        self.at += 1;
        while bytes.get(self.at).is_some_and(|&b| self.in_name(b)) {
            self.at += 1;
        }
    }

    fn number(&mut self, start: usize) -> Token {
        self.at = start + number::length(&self.text.as_bytes()[start..]);
        let kind = number::number(&self.text[start..self.at], self.syntax.local_labels);
        self.token(kind, start)
    }

    fn string(&mut self, start: usize) -> Token {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return self.token(TokenKind::Str, start);
                }
                Some(b'\\') if bytes.get(at + 1).is_some_and(|&b| b != b'\n') => at += 2,
                None | Some(b'\n') => {
                    self.at = at;
                    return self.token(TokenKind::Bad(Malformed::Text), start);
                }
                Some(_) => at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let mut lexer = Lexer::new(
            text,
            Syntax {
                name_prefixes: b"%",
                ..Syntax::PLAIN
            },
        );
        let mut tokens = Vec::new();
        let mut all = Vec::new();
        while lexer.statement(&mut tokens) {
            all.extend(tokens.iter().map(|token| token.kind));
        }
        all
    }

    #[test]
    fn names_and_comments() {
        use TokenKind::*;
        assert_eq!(
            kinds("v_add.f32 .L0 %tid.x a%b $N # rest"),
            [Name, Name, Name, Name, Name, Constant]
        );
        assert_eq!(kinds("a /* b\n c */ d // e"), [Name, Name]);
        assert_eq!(kinds("a % 2"), [Name, Punct(b'%'), Int(2)]);
        assert_eq!(kinds("\"a\\\"b\" x"), [Str, Name]);
        assert_eq!(kinds("\"abc"), [Bad(Malformed::Text)]);
        assert_eq!(kinds("é"), [Bad(Malformed::Character)]);
        assert_eq!(kinds("1+2"), [Int(1), Punct(b'+'), Int(2)]);
    }
}
