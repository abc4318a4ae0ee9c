//! Characters to tokens.
//!
//! Tokens are places in the text, never copies of it. A dialect says in its [`Syntax`] how
//! comments begin and which characters may stand in names; everything else is common ground.
//! The lexer never fails: what it cannot read becomes a [`TokenKind::Bad`] token, so that the
//! parser can report it where it matters and go on.

use source::Span;

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
        reserved: |_| false,
    };
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum TokenKind {
    /// A name: letters, digits, `_`, `.` and `$` after the first character.
    Name,
    /// `$NAME`, a constant of the kernel file.
    Constant,
    /// An integer, in any of the bases that the syntax allows.
    Int(u64),
    /// A number with a point or an exponent.
    Float(f64),
    /// `1f` or `1b`: the next or the last local label of that number.
    Local { number: u32, forward: bool },
    /// A string with its quotes; [`unescape`] gives its bytes.
    Str,
    /// A character that stands for itself.
    Punct(u8),
    /// Something no dialect can read, and why.
    Bad(&'static str),
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

    pub(crate) fn range(&self) -> std::ops::Range<usize> {
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
            b'.' if second.is_ascii_digit() => self.number(start),
            b'.' if !is_name(second) => {
                // A lone dot is the current address: a name of one character.
                self.at += 1;
                self.token(TokenKind::Name, start)
            }
            b'$' if is_name(second) => {
                self.name();
                self.token(TokenKind::Constant, start)
            }
            b'"' => self.string(start),
            _ if is_name_start(first) => {
                self.name();
                self.token(TokenKind::Name, start)
            }
            _ if self.syntax.name_prefixes.contains(&first) && is_name_start(second) => {
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
                self.token(TokenKind::Bad("an unexpected character"), start)
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
                                kind: TokenKind::Bad("a comment that never ends"),
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

    /// Moves past a name; the first character has been looked at already.
    fn name(&mut self) {
        let bytes = self.text.as_bytes();
        self.at += 1;
        while bytes.get(self.at).is_some_and(|&b| is_name(b)) {
            self.at += 1;
        }
    }

    fn number(&mut self, start: usize) -> Token {
        let bytes = self.text.as_bytes();
        // Take everything that could belong to the number first, then see what it is; so `12ab`
        // is one bad token and not a number next to a name.
        let mut end = start;
        while let Some(&b) = bytes.get(end) {
            let signed_exponent = matches!(b, b'+' | b'-')
                && matches!(bytes[end - 1], b'e' | b'E')
                && !bytes[start..end].starts_with(b"0x")
                && !bytes[start..end].starts_with(b"0X");
            if !(b.is_ascii_alphanumeric() || b == b'.' || b == b'_' || signed_exponent) {
                break;
            }
            end += 1;
        }
        self.at = end;
        let kind = number(&self.text[start..end]);
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
                    return self.token(TokenKind::Bad("a string that never ends"), start);
                }
                Some(_) => at += 1,
            }
        }
    }
}

fn is_name_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_' || b == b'.'
}

fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$')
}

fn number(text: &str) -> TokenKind {
    const TOO_LARGE: TokenKind = TokenKind::Bad("a number that does not fit in 64 bits");
    let lower = |index: usize| text.as_bytes().get(index).map(u8::to_ascii_lowercase);
    let radix = match (lower(0), lower(1)) {
        (Some(b'0'), Some(b'x')) => 16,
        (Some(b'0'), Some(b'o')) => 8,
        (Some(b'0'), Some(b'b')) if text.len() > 2 => 2,
        _ => 10,
    };
    if radix != 10 {
        return integer(&text[2..], radix).unwrap_or(TOO_LARGE);
    }
    if let Some(kind) = integer(text, 10) {
        if let TokenKind::Bad(_) = kind
            && let Some(local) = local_label(text)
        {
            return local;
        }
        if !matches!(kind, TokenKind::Bad(_)) {
            return kind;
        }
    } else {
        return TOO_LARGE;
    }
    let float_like = text
        .bytes()
        .all(|b| b.is_ascii_digit() || b".eE+-_".contains(&b));
    match text.parse::<f64>() {
        Ok(value) if float_like => TokenKind::Float(value),
        _ => TokenKind::Bad("a malformed number"),
    }
}

/// `None` on overflow, a bad token where there are characters that are no digits.
fn integer(digits: &str, radix: u32) -> Option<TokenKind> {
    let mut value: u64 = 0;
    let mut any = false;
    for b in digits.bytes() {
        if b == b'_' {
            continue;
        }
        let Some(digit) = (b as char).to_digit(radix) else {
            return Some(TokenKind::Bad("a malformed number"));
        };
        any = true;
        value = value.checked_mul(radix as u64)?.checked_add(digit as u64)?;
    }
    Some(if any {
        TokenKind::Int(value)
    } else {
        TokenKind::Bad("a malformed number")
    })
}

fn local_label(text: &str) -> Option<TokenKind> {
    let forward = match text.as_bytes().last()? {
        b'f' => true,
        b'b' => false,
        _ => return None,
    };
    let number = text[..text.len() - 1].parse().ok()?;
    Some(TokenKind::Local { number, forward })
}

/// The bytes that a string token (with its quotes) stands for, or the offset in it and what is
/// wrong there.
pub fn unescape(quoted: &str) -> Result<Vec<u8>, (usize, &'static str)> {
    let bytes = quoted.as_bytes();
    let end = bytes.len().saturating_sub(1);
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 1;
    while at < end {
        let b = bytes[at];
        at += 1;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        let escape = bytes.get(at).copied().unwrap_or(b'"');
        at += 1;
        match escape {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'\\' | b'"' | b'\'' => out.push(escape),
            b'x' => {
                let digits = quoted
                    .get(at..at + 2)
                    .and_then(|d| u8::from_str_radix(d, 16).ok());
                out.push(digits.ok_or((at - 2, "`\\x` needs two hexadecimal digits"))?);
                at += 2;
            }
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                let mut count = 1;
                while count < 3 && at < end && (b'0'..=b'7').contains(&bytes[at]) {
                    value = value * 8 + u32::from(bytes[at] - b'0');
                    at += 1;
                    count += 1;
                }
                out.push(u8::try_from(value).map_err(|_| (at - 4, "the code is above `\\377`"))?);
            }
            _ => return Err((at - 2, "an unknown escape")),
        }
    }
    Ok(out)
}

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
    fn numbers() {
        use TokenKind::*;
        let bad = Bad("a malformed number");
        for (text, kind) in [
            ("12", Int(12)),
            ("0x1F", Int(31)),
            ("0b101", Int(5)),
            ("0o17", Int(15)),
            ("1_000", Int(1000)),
            ("0xffff_ffff_ffff_ffff", Int(u64::MAX)),
            ("1.5", Float(1.5)),
            (".5", Float(0.5)),
            ("1e-3", Float(1e-3)),
            ("2.5E+2", Float(250.0)),
            (
                "1f",
                Local {
                    number: 1,
                    forward: true,
                },
            ),
            (
                "0b",
                Local {
                    number: 0,
                    forward: false,
                },
            ),
            ("12ab", bad),
            ("0x", bad),
            ("1.2.3", bad),
            (
                "18446744073709551616",
                Bad("a number that does not fit in 64 bits"),
            ),
        ] {
            assert_eq!(kinds(text), [kind], "{text}");
        }
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
        assert_eq!(kinds("\"abc"), [Bad("a string that never ends")]);
        assert_eq!(kinds("é"), [Bad("an unexpected character")]);
        assert_eq!(kinds("1+2"), [Int(1), Punct(b'+'), Int(2)]);
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape(r#""a\n\x41\101\\""#).unwrap(), b"a\nAA\\");
        assert!(unescape(r#""\q""#).is_err());
        assert!(unescape(r#""\x4""#).is_err());
        assert!(unescape(r#""\777""#).is_err());
    }
}
