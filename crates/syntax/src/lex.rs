//! Characters to tokens.
//!
//! Tokens are places in the text, never copies of it. A dialect says in its [`Syntax`] how
//! comments begin and which characters may stand in names; everything else is common ground.
//! The lexer never fails: what it cannot read becomes a [`TokenKind::Bad`] token, so that the
//! parser can report it where it matters and go on.

use crate::Malformed;
use crate::number::{self, Numbers};

/// The lexical rules of one dialect.
#[derive(Clone, Copy)]
pub struct Syntax {
    /// What begins a comment that runs to the end of the line.
    pub line_comments: &'static [&'static str],
    /// Whether `/* ... */` is a comment.
    pub block_comments: bool,
    /// Separates statements on one line, where the dialect has that.
    pub separator: Option<u8>,
    /// Characters beside letters and `_` that may begin a name.
    pub name_starts: &'static [u8],
    /// Characters that begin a name only when one of its others follows (`%`, for example, which
    /// can still be the remainder operator).
    pub name_prefixes: &'static [u8],
    /// Characters beside letters, digits and `_` that may stand in a name.
    pub name_marks: &'static [u8],
    /// How numbers are written.
    pub numbers: Numbers,
    /// Whether a character in single quotes is its code: `'a'`.
    pub characters: bool,
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
        name_starts: b".",
        name_prefixes: b"",
        name_marks: b".$",
        numbers: Numbers::PLAIN,
        characters: false,
        reserved: |_| false,
    };
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum TokenKind {
    /// A name: letters, digits, `_`, and what the syntax allows besides.
    Name,
    /// `$NAME`, a constant of the kernel file, unless names begin with `$`.
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
        let token = match self.syntax.blanks(self.text, self.at) {
            Ok(at) => self.syntax.token(self.text, at),
            // There is nothing behind a comment that never ends.
            Err(at) => {
                self.at = self.text.len();
                return Token {
                    kind: TokenKind::Bad(Malformed::Comment),
                    start: at as u32,
                    end: at as u32 + 2,
                };
            }
        };
        self.at = token.end as usize;
        token
    }
}

/// Pieces of a text that begin at some byte of it, for [`Lexer`] and for dialects in which it depends
/// on the place what can come next.
impl Syntax {
    /// Whether a blank or a comment may begin with this byte.
    #[inline]
    pub fn may_be_blank(&self, byte: u8) -> bool {
        let mut marks = self.line_comments.iter();
        matches!(byte, b' ' | b'\t' | b'\r' | 0x0c)
            || self.block_comments && byte == b'/'
            || marks.any(|mark| mark.as_bytes()[0] == byte)
    }

    /// Where blanks and comments end, but not lines; or where a block comment begins that has no end.
    #[inline]
    pub fn blanks(&self, text: &str, mut at: usize) -> Result<usize, usize> {
        let bytes = text.as_bytes();
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\t' | b'\r' | 0x0c) => at += 1,
                // Letters and digits, which most of what follows is, begin no comment.
                Some(byte) if !byte.is_ascii_punctuation() => return Ok(at),
                Some(b'/') if self.block_comments && bytes.get(at + 1) == Some(&b'*') => {
                    let length = text[at + 2..].find("*/").ok_or(at)?;
                    at += 2 + length + 2;
                }
                Some(_) if self.begins_comment(&bytes[at..]) => {
                    let rest = bytes[at..].iter().position(|&b| b == b'\n');
                    at = rest.map_or(bytes.len(), |length| at + length);
                }
                _ => return Ok(at),
            }
        }
    }

    /// Where the name ends that begins here; here, if none does.
    #[inline]
    pub fn name(&self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes();
        let begins = |at| bytes.get(at).is_some_and(|&b| self.begins_name(b));
        let prefixed = || {
            bytes
                .get(at)
                .is_some_and(|b| self.name_prefixes.contains(b))
        };
        match begins(at) || prefixed() && begins(at + 1) {
            true => self.word(text, at + 1),
            false => at,
        }
    }

    /// Where characters end that can stand in names, whatever the first is.
    #[inline]
    pub fn word(&self, text: &str, mut at: usize) -> usize {
        let bytes = text.as_bytes();
        while at < bytes.len() && self.in_name(bytes[at]) {
            at += 1;
        }
        at
    }

    /// Whether a number begins here: with a digit, or with a point before digits.
    #[inline]
    pub fn begins_number(&self, text: &str, at: usize) -> bool {
        match text.as_bytes()[at..] {
            [b'0'..=b'9', ..] => true,
            [b'.', b'0'..=b'9', ref rest @ ..] => {
                // Where names begin with a point and numbers end with their digits, it depends on
                // what follows.
                let after = rest.iter().find(|b| !b.is_ascii_digit());
                let named = self.numbers.end_with_digits
                    && after.is_some_and(|&b| self.in_name(b) && !matches!(b, b'e' | b'E'));
                // `.4byte` is a name for all that it begins like a number.
                !named && !rest.starts_with(b"byte")
            }
            _ => false,
        }
    }

    /// The number that begins here.
    pub fn number(&self, text: &str, at: usize) -> Token {
        let rest = &text[at..];
        if let Some((value, length)) = number::plain(rest.as_bytes()) {
            return token(TokenKind::Int(value), at, at + length);
        }
        let length = self.numbers.length(rest.as_bytes());
        token(self.numbers.value(&rest[..length]), at, at + length)
    }

    /// The token that begins here, which is no blank.
    pub fn token(&self, text: &str, at: usize) -> Token {
        let bytes = text.as_bytes();
        let Some(&first) = bytes.get(at) else {
            return token(TokenKind::Eof, at, at);
        };
        if first == b'\n' || Some(first) == self.separator {
            return token(TokenKind::End, at, at + 1);
        }
        let second = bytes.get(at + 1).copied().unwrap_or(0);
        match first {
            b'0'..=b'9' => self.number(text, at),
            b'.' if self.begins_number(text, at) => self.number(text, at),
            _ if self.begins_name(first) => token(TokenKind::Name, at, self.word(text, at + 1)),
            _ if self.name_prefixes.contains(&first) && self.begins_name(second) => {
                token(TokenKind::Name, at, self.word(text, at + 1))
            }
            b'$' if self.in_name(second) => token(TokenKind::Constant, at, self.word(text, at + 1)),
            b'"' => string(text, at),
            b'\'' if self.characters => character(text, at),
            _ if first.is_ascii_graphic() => token(TokenKind::Punct(first), at, at + 1),
            _ => {
                let length = text[at..].chars().next().map_or(1, char::len_utf8);
                token(TokenKind::Bad(Malformed::Character), at, at + length)
            }
        }
    }

    #[inline]
    fn begins_comment(&self, rest: &[u8]) -> bool {
        let mut marks = self.line_comments.iter();
        marks.any(|mark| rest.starts_with(mark.as_bytes()))
    }

    #[inline]
    fn begins_name(&self, b: u8) -> bool {
        b.is_ascii_alphabetic() || b == b'_' || self.name_starts.contains(&b)
    }

    #[inline]
    fn in_name(&self, b: u8) -> bool {
        b.is_ascii_alphanumeric() || b == b'_' || self.name_marks.contains(&b)
    }
}

fn token(kind: TokenKind, start: usize, end: usize) -> Token {
    Token {
        kind,
        start: start as u32,
        end: end as u32,
    }
}

fn string(text: &str, start: usize) -> Token {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            Some(b'"') => return token(TokenKind::Str, start, at + 1),
            Some(b'\\') if bytes.get(at + 1).is_some_and(|&b| b != b'\n') => at += 2,
            None | Some(b'\n') => return token(TokenKind::Bad(Malformed::Text), start, at),
            Some(_) => at += 1,
        }
    }
}

/// A character in single quotes. Behind a backslash most stand for themselves.
fn character(text: &str, start: usize) -> Token {
    let (code, length) = match text.as_bytes()[start..] {
        [_, b'\\', escaped @ b' '..=b'~', b'\'', ..] => {
            let code = match escaped {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'b' => 8,
                b'f' => 12,
                _ => escaped,
            };
            (code, 4)
        }
        [_, plain @ b' '..=b'~', b'\'', ..] if !matches!(plain, b'\\' | b'\'') => (plain, 3),
        _ => return token(TokenKind::Bad(Malformed::Text), start, start + 1),
    };
    token(TokenKind::Int(code.into()), start, start + length)
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
