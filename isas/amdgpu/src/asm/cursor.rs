//! A place in a line, and the smallest pieces that are read from it: names, words, registers.

use super::Error;
use super::expr::Symbols;
use crate::inst::*;
use crate::target::Target;
use syntax::{Numbers, Syntax};

/// How LLVM's assembler writes names, numbers and comments.
pub(crate) const LLVM: Syntax = Syntax {
    line_comments: &[";", "//"],
    block_comments: true,
    separator: None,
    name_starts: b".$",
    name_prefixes: b"",
    name_marks: b".$@",
    numbers: Numbers::LLVM,
    characters: true,
    ..Syntax::PLAIN
};

#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    pub symbols: &'a dyn Symbols,
    /// Whose registers are meant.
    pub target: Target,
    /// How deep the expression nests that is being read.
    pub depth: u32,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, symbols: &'a dyn Symbols, target: Target) -> Cursor<'a> {
        Cursor {
            text,
            at: 0,
            symbols,
            target,
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

    /// Skips blanks and comments, up to the end of the line. A comment without an end is none: what
    /// starts it is in the way.
    #[inline]
    pub fn skip(&mut self) {
        if LLVM.may_be_blank(self.byte()) {
            self.skip_blanks();
        }
    }

    fn skip_blanks(&mut self) {
        let (Ok(at) | Err(at)) = LLVM.blanks(self.text, self.at);
        self.at = at;
    }

    pub fn at_end(&mut self) -> bool {
        self.skip();
        self.at >= self.text.len() || self.byte() == b'\n'
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
        let end = LLVM.name(self.text, self.at);
        (end > self.at).then(|| &self.text[self.at..end])
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

    /// Characters of a name, which may start with a digit (`2D_ARRAY`).
    pub fn word(&mut self) -> &'a str {
        self.skip();
        let start = self.at;
        self.at = LLVM.word(self.text, start);
        &self.text[start..self.at]
    }
}

/// Whether a name, with what follows it, is a register.
pub(super) fn is_register_name(name: &str, at: &Cursor) -> bool {
    if NAMED.iter().any(|(n, ..)| *n == name)
        || UNAVAILABLE.contains(&name)
        || is_accumulator(name, at)
    {
        return true;
    }
    let after = at
        .text
        .as_bytes()
        .get(at.at + name.len())
        .copied()
        .unwrap_or(0);
    for prefix in ["ttmp", "v", "s"] {
        if let Some(rest) = name.strip_prefix(prefix) {
            let digits = rest.trim_end_matches(".l").trim_end_matches(".h");
            if digits.is_empty() && rest.is_empty() {
                return after == b'[';
            }
            if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                return true;
            }
        }
    }
    false
}

/// Registers one after the other, by the code of the first: as many as are written, which may be more
/// than an operand has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub code: u16,
    /// 0 where the name serves for any width.
    pub words: u16,
    pub half: RegisterHalf,
}

impl From<Reg> for Run {
    fn from(reg: Reg) -> Run {
        Run {
            code: reg.code,
            words: reg.dwords.into(),
            half: reg.half,
        }
    }
}

/// Reads a register if one is next.
pub(super) fn register(cursor: &mut Cursor) -> Result<Option<Reg>, Error> {
    cursor.skip();
    if cursor.byte() == b'[' {
        return register_list(cursor).map(Some);
    }
    let start = cursor.at;
    let Some(run) = numbered(cursor)? else {
        return named(cursor);
    };
    let error = |message: &str| Error::new(start, cursor.at, "register-range", message);
    if !matches!(run.words, 1..=12 | 16 | 32) {
        return Err(error("there are no register runs of this length"));
    }
    let reg = Reg {
        code: run.code,
        dwords: run.words as u8,
        half: run.half,
    };
    if (TTMP0..=TTMP_LAST).contains(&reg.code) && reg.dwords == 3 {
        return Err(error("there are no runs of three trap registers"));
    }
    check_alignment(reg, start, cursor.at)?;
    Ok(Some(reg))
}

/// Reads any registers if some are next, also those that begin or end where those of no operand do.
pub(super) fn run(cursor: &mut Cursor) -> Result<Option<Run>, Error> {
    match numbered(cursor)? {
        Some(run) => Ok(Some(run)),
        None => Ok(register(cursor)?.map(Run::from)),
    }
}

/// Reads registers that have numbers.
fn numbered(cursor: &mut Cursor) -> Result<Option<Run>, Error> {
    let start = cursor.at;
    let Some(name) = cursor.peek_name() else {
        return Ok(None);
    };
    let generation = cursor.target.generation();
    let (prefix, base) = match name.as_bytes()[0] {
        b'v' => (1, VGPR0),
        b's' => (1, 0),
        b't' if name.starts_with("ttmp") => (4, TTMP0),
        b'a' if generation.accumulators && is_accumulator(name, cursor) => {
            (if name.starts_with("acc") { 3 } else { 1 }, AGPR0)
        }
        _ => return Ok(None),
    };
    let limit = match base {
        VGPR0 | AGPR0 => 256,
        0 => generation.scalars.into(),
        _ => 16,
    };
    let rest = &name[prefix..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let out_of_range = |end: usize| {
        let kind = &name[..prefix];
        let message = format!("registers run from {kind}0 to {kind}{}", limit - 1);
        Error::new(start, end, "register-range", message)
    };
    if digits > 0 {
        let half = match &rest[digits..] {
            "" => RegisterHalf::Whole,
            // Scalar registers can be named by halves too, which no operand takes.
            ".l" => RegisterHalf::Low,
            ".h" => RegisterHalf::High,
            ".h.l" => {
                let message = "a register has one half at a time";
                let end = start + name.len();
                return Err(Error::new(start, end, "register-half", message));
            }
            _ => return Ok(None),
        };
        cursor.at += name.len();
        let index: u64 = rest[..digits]
            .parse()
            .map_err(|_| out_of_range(cursor.at))?;
        if index >= limit {
            return Err(out_of_range(cursor.at));
        }
        return Ok(Some(Run {
            code: base + index as u16,
            words: 1,
            half,
        }));
    }
    if !rest.is_empty() || cursor.byte_at(prefix) != b'[' {
        return Ok(None);
    }
    cursor.at += prefix + 1;
    let first = cursor.absolute()?;
    let last = match cursor.eat(b':') {
        true => cursor.absolute()?,
        false => first,
    };
    cursor.expect(b']')?;
    if first < 0 || last < first {
        let message = "first register index should not exceed second index";
        return Err(Error::new(start, cursor.at, "register-range", message));
    }
    if last as u64 >= limit {
        return Err(out_of_range(cursor.at));
    }
    let words = (last - first + 1) as u16;
    Ok(Some(Run {
        code: base + first as u16,
        words,
        half: if words == 1 {
            half(cursor)
        } else {
            RegisterHalf::Whole
        },
    }))
}

/// Reads a register that has a name of its own.
fn named(cursor: &mut Cursor) -> Result<Option<Reg>, Error> {
    let start = cursor.at;
    let Some(name) = cursor.peek_name() else {
        return Ok(None);
    };
    let named = NAMED.iter().filter(|(n, ..)| *n == name);
    if let Some((_, code, dwords, _)) = named.clone().find(|(.., on)| on.has(cursor.target)) {
        cursor.at += name.len();
        return Ok(Some(Reg::new(*code, *dwords)));
    }
    if named.count() > 0 || UNAVAILABLE.contains(&name) || is_accumulator(name, cursor) {
        let end = start + name.len();
        let message = format!("the register `{name}` does not exist on this target");
        return Err(Error::new(start, end, "no-such-register", message));
    }
    Ok(None)
}

/// The half that is named after a register in brackets: `v[1].l`.
fn half(cursor: &mut Cursor) -> RegisterHalf {
    let half = match cursor.peek_name() {
        Some(".l") => RegisterHalf::Low,
        Some(".h") => RegisterHalf::High,
        _ => return RegisterHalf::Whole,
    };
    cursor.at += 2;
    half
}

/// `a0`, `a[0:1]`: registers of other machines.
fn is_accumulator(name: &str, at: &Cursor) -> bool {
    let Some(rest) = name.strip_prefix("acc").or_else(|| name.strip_prefix('a')) else {
        return false;
    };
    match rest {
        "" => at.byte_at(name.len()) == b'[',
        digits => digits.bytes().all(|b| b.is_ascii_digit()),
    }
}

/// Scalar pairs start at an even register, longer runs at a multiple of four.
fn check_alignment(reg: Reg, start: usize, end: usize) -> Result<(), Error> {
    let first = match reg.code {
        VGPR0.. => return Ok(()),
        TTMP0..=TTMP_LAST => reg.code - TTMP0,
        code => code,
    };
    let align = match reg.dwords {
        1 => 1,
        2 => 2,
        _ => 4,
    };
    if first % align != 0 {
        let message = format!(
            "a run of {} scalar registers starts at a multiple of {align}",
            reg.dwords
        );
        return Err(Error::new(start, end, "register-alignment", message));
    }
    Ok(())
}

/// Registers one by one: `[s0, s1]` is `s[0:1]`.
fn register_list(cursor: &mut Cursor) -> Result<Reg, Error> {
    let start = cursor.at;
    cursor.at += 1;
    let Some(mut run) = list_item(cursor)? else {
        return Err(cursor.error("expected a register"));
    };
    while cursor.eat(b',') {
        cursor.skip();
        let at = cursor.at;
        let Some(next) = list_item(cursor)? else {
            return Err(cursor.error("expected a register"));
        };
        let together = match (run.code, next.code) {
            (VCC_LO, VCC_HI) | (EXEC_LO, EXEC_HI) => true,
            (a, b) => b == a + run.dwords as u16 && next.is_vgpr() == run.is_vgpr(),
        };
        if !together || next.dwords != 1 {
            let message = "registers in a list must be consecutive";
            return Err(Error::new(at, cursor.at, "register-list", message));
        }
        run.dwords += 1;
        if run.dwords > 32 {
            return Err(cursor.error("too many registers"));
        }
    }
    cursor.expect(b']')?;
    check_alignment(run, start, cursor.at)?;
    Ok(run)
}

fn list_item(cursor: &mut Cursor) -> Result<Option<Reg>, Error> {
    cursor.skip();
    if cursor.byte() == b'[' {
        return Ok(None);
    }
    register(cursor)
}
