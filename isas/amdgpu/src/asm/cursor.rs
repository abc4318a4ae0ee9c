//! A place in a line, and the smallest pieces that are read from it.

use super::Error;
use super::expr::Symbols;

#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    pub symbols: &'a dyn Symbols,
    /// How deep the expression nests that is being read.
    pub depth: u32,
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.' | b'$')
}

pub(super) fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'@')
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, symbols: &'a dyn Symbols) -> Cursor<'a> {
        Cursor {
            text,
            at: 0,
            symbols,
            depth: 0,
        }
    }

    #[inline]
    pub fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    pub fn byte_at(&self, offset: usize) -> u8 {
        self.text
            .as_bytes()
            .get(self.at + offset)
            .copied()
            .unwrap_or(0)
    }

    /// Skips blanks and comments, up to the end of the line.
    #[inline]
    pub fn skip(&mut self) {
        if matches!(self.byte(), b' ' | b'\t' | b';' | b'/') {
            self.skip_blanks();
        }
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match self.byte() {
                b' ' | b'\t' => self.at += 1,
                b';' => self.at = bytes.len(),
                b'/' if self.byte_at(1) == b'/' => self.at = bytes.len(),
                b'/' if self.byte_at(1) == b'*' => {
                    let rest = &self.text[self.at + 2..];
                    match rest.find("*/") {
                        Some(length) => self.at += 2 + length + 2,
                        // A comment without an end is none: what starts it is in the way.
                        None => return,
                    }
                }
                _ => return,
            }
        }
    }

    pub fn at_end(&mut self) -> bool {
        self.skip();
        self.at >= self.text.len() || matches!(self.byte(), b'\n' | b'\r')
    }

    /// Takes a character if it is next.
    pub fn eat(&mut self, byte: u8) -> bool {
        self.skip();
        if self.byte() == byte {
            self.at += 1;
            return true;
        }
        false
    }

    pub fn expect(&mut self, byte: u8) -> Result<(), Error> {
        if self.eat(byte) {
            return Ok(());
        }
        Err(self.error(format!("expected `{}`", byte as char)))
    }

    /// An error at the next character.
    pub fn error(&self, message: impl Into<String>) -> Error {
        let length = self.text[self.at..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        Error::new(self.at, self.at + length, "syntax", message)
    }

    /// The name that is next, without taking it.
    pub fn peek_name(&mut self) -> Option<&'a str> {
        self.skip();
        if !starts_name(self.byte()) {
            return None;
        }
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        while end < bytes.len() && in_name(bytes[end]) {
            end += 1;
        }
        Some(&self.text[self.at..end])
    }

    pub fn name(&mut self) -> Option<&'a str> {
        let name = self.peek_name()?;
        self.at += name.len();
        Some(name)
    }

    pub fn mnemonic(&mut self) -> Result<(usize, usize), Error> {
        self.skip();
        let start = self.at;
        match self.name() {
            Some(_) => Ok((start, self.at)),
            None => Err(self.error("expected an instruction")),
        }
    }

    /// A run of letters, digits and underscores, which may start with a digit (`2D_ARRAY`).
    pub fn word(&mut self) -> &'a str {
        self.skip();
        let bytes = self.text.as_bytes();
        let start = self.at;
        while self.at < bytes.len() && in_name(bytes[self.at]) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }
}
