//! Expressions over numbers and symbols.

use super::Error;
use super::cursor::{Cursor, in_name};
use syntax::{Grammar, Infix, Operands, Operator, Unreadable};

/// What is known about symbols while a line is read.
pub trait Symbols {
    /// The value of a symbol that is a plain number by now.
    fn absolute(&self, name: &str) -> Option<i64>;
}

/// No symbol is known.
impl Symbols for () {
    fn absolute(&self, _name: &str) -> Option<i64> {
        None
    }
}

/// An expression that is not a number yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number, in 64 bits.
    Number(i64),
    /// The value of a symbol.
    Symbol(String),
    /// An operator, by its character, before its operand.
    Unary(u8, Box<Expr>),
    /// An operator between its operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// LLVM's operators. Bits bind more tightly than sums, which bind more tightly than comparisons.
pub(crate) const GRAMMAR: Grammar = Grammar(&[
    ("||", Operator::Or, 1),
    ("&&", Operator::And, 2),
    ("==", Operator::Equal, 3),
    ("!=", Operator::Different, 3),
    ("<>", Operator::Different, 3),
    ("<=", Operator::LessEqual, 3),
    (">=", Operator::GreaterEqual, 3),
    ("<<", Operator::ShiftLeft, 6),
    (">>", Operator::ShiftRight, 6),
    ("<", Operator::Less, 3),
    (">", Operator::Greater, 3),
    ("+", Operator::Add, 4),
    ("-", Operator::Subtract, 4),
    ("|", Operator::BitOr, 5),
    ("^", Operator::BitXor, 5),
    ("&", Operator::BitAnd, 5),
    ("!", Operator::BitOrNot, 5),
    ("*", Operator::Multiply, 6),
    ("/", Operator::Divide, 6),
    ("%", Operator::Remainder, 6),
]);

/// What can stand after `@`: how the linker is to refer to a symbol.
const VARIANTS: &[&str] = &[
    "gotpcrel",
    "gotpcrel32@lo",
    "gotpcrel32@hi",
    "rel32@lo",
    "rel32@hi",
    "rel64",
    "abs32@lo",
    "abs32@hi",
    "abs64",
];

/// What to fill in once a symbol is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixup {
    /// Where in the instruction.
    pub offset: usize,
    /// How much of the value goes there, and in which terms.
    pub kind: FixupKind,
    /// What comes to be there.
    pub expr: Expr,
}

/// What a symbol's value is to the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixupKind {
    /// Distance in words from the next instruction, in 16 bits.
    Branch,
    /// 32 bits of a literal.
    Literal,
}

impl Expr {
    /// The value, if all symbols have one.
    pub fn eval(&self, symbol: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        Some(match self {
            Expr::Number(value) => *value,
            Expr::Symbol(name) => symbol(name)?,
            Expr::Unary(op, inner) => unary(*op, inner.eval(symbol)?),
            Expr::Binary(op, a, b) => binary(*op, a.eval(symbol)?, b.eval(symbol)?)?,
        })
    }
}

fn unary(op: u8, value: i64) -> i64 {
    match op {
        b'-' => value.wrapping_neg(),
        b'~' => !value,
        b'!' => (value == 0) as i64,
        _ => value,
    }
}

/// In 64 bits that wrap, as LLVM has it.
fn binary(operator: Operator, a: i64, b: i64) -> Option<i64> {
    if let Some(holds) = syntax::compare(operator, &a, &b) {
        // Comparisons that hold are all ones.
        return Some(-i64::from(holds));
    }
    let shifted = |by: fn(i64, u32) -> i64| match b {
        0..64 => by(a, b as u32),
        _ => 0,
    };
    Some(match operator {
        Operator::ShiftLeft => shifted(i64::wrapping_shl),
        Operator::ShiftRight => shifted(|a, by| (a as u64 >> by) as i64),
        Operator::Divide => a.checked_div(b)?,
        Operator::Remainder => a.checked_rem(b)?,
        _ => syntax::integers(operator, a.into(), b.into()).ok()? as i64,
    })
}

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i64),
    Float(f64),
}

impl Operands for Cursor<'_> {
    type Node = Expr;
    type Error = Error;
    const MAX_OPERATORS: u32 = syntax::MAX_IN_TREE;

    fn operator(&mut self) -> Option<Infix> {
        self.skip();
        GRAMMAR.at(&self.text.as_bytes()[self.at..])
    }

    fn take(&mut self, infix: Infix) {
        self.at += infix.length;
    }

    fn operand(&mut self) -> Result<Expr, Error> {
        self.primary()
    }

    fn apply(
        &mut self,
        operator: Operator,
        (_, left): (usize, Expr),
        (_, right): (usize, Expr),
    ) -> Result<Expr, Error> {
        Ok(match (left, right) {
            (Expr::Number(a), Expr::Number(b)) => match binary(operator, a, b) {
                Some(value) => Expr::Number(value),
                None if b == 0 => return Err(self.error("division by zero")),
                None => return Err(self.error("the quotient does not fit in 64 bits")),
            },
            (a, b) => Expr::Binary(operator, Box::new(a), Box::new(b)),
        })
    }

    fn position(&self) -> usize {
        self.at
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unreadable(&self, why: Unreadable) -> Error {
        self.error(why.message())
    }
}

impl<'a> Cursor<'a> {
    /// Reads an expression. Symbols that are plain numbers are replaced at once.
    pub fn expr(&mut self) -> Result<Expr, Error> {
        syntax::expression(self)
    }

    /// Reads an expression that must be a number.
    pub fn absolute(&mut self) -> Result<i64, Error> {
        self.skip();
        let start = self.at;
        // A number alone is what nearly all of them are.
        if self.byte().is_ascii_digit() {
            if let Number::Int(value) = self.number()?
                && matches!(self.byte(), b',' | b':' | b']' | b')' | b'\n' | 0)
            {
                return Ok(value);
            }
            self.at = start;
        }
        match self.expr()? {
            Expr::Number(value) => Ok(value),
            _ => Err(Error::new(
                start,
                self.at,
                "not-absolute",
                "expected an absolute expression",
            )),
        }
    }

    /// An expression without operators between its parts.
    pub(super) fn primary(&mut self) -> Result<Expr, Error> {
        self.skip();
        match self.byte() {
            op @ (b'-' | b'+' | b'~' | b'!') => {
                self.at += 1;
                Ok(match self.nested(Self::primary)? {
                    Expr::Number(value) => Expr::Number(unary(op, value)),
                    inner => Expr::Unary(op, Box::new(inner)),
                })
            }
            open @ (b'(' | b'[') => {
                self.at += 1;
                let inner = syntax::expression(self)?;
                self.expect(if open == b'(' { b')' } else { b']' })?;
                Ok(inner)
            }
            _ if self.at_number() => match self.number()? {
                Number::Int(value) => Ok(Expr::Number(value)),
                // A float within an expression is the bits of a double.
                Number::Float(value) => Ok(Expr::Number(value.to_bits() as i64)),
            },
            b'\'' => self.letter().map(Expr::Number),
            b'"' => {
                let rest = &self.text[self.at + 1..];
                let Some(length) = rest.find('"') else {
                    return Err(self.error("the quotes are not closed"));
                };
                self.at += length + 2;
                Ok(self.symbol(&rest[..length]))
            }
            _ => {
                let at = self.at;
                let Some(name) = self.name() else {
                    return Err(self.error("expected an expression"));
                };
                if let Some((_, variant)) = name.split_once('@')
                    && !VARIANTS.iter().any(|v| v.eq_ignore_ascii_case(variant))
                {
                    let message = format!("`{variant}` is not a way to refer to a symbol");
                    let mut error = Error::new(at, self.at, "bad-variant", message);
                    error.help = ::source::did_you_mean(variant, VARIANTS.iter().copied());
                    return Err(error);
                }
                Ok(self.symbol(name))
            }
        }
    }

    fn symbol(&self, name: &str) -> Expr {
        let known = self.symbols.absolute(name);
        match known.or_else(|| crate::names::predefined(name)) {
            Some(value) => Expr::Number(value),
            None => Expr::Symbol(name.to_string()),
        }
    }

    /// A letter in quotes is its code.
    fn letter(&mut self) -> Result<i64, Error> {
        let bytes = &self.text.as_bytes()[self.at..];
        let (code, length) = match *bytes {
            [_, b'\\', escape, b'\'', ..] => match escape {
                b'n' => (b'\n', 4),
                b't' => (b'\t', 4),
                b'b' => (8, 4),
                b'\'' => (b'\'', 4),
                _ => return Err(self.error("this escape is not known")),
            },
            [_, letter @ b' '..=b'~', b'\'', ..] if letter != b'\\' => (letter, 3),
            _ => return Err(self.error("expected a letter in single quotes")),
        };
        self.at += length;
        Ok(code as i64)
    }

    /// Whether a number is next: digits, or a point and digits that are not part of a name.
    pub fn at_number(&self) -> bool {
        match self.byte() {
            b'0'..=b'9' => true,
            b'.' => {
                let rest = &self.text.as_bytes()[self.at + 1..];
                let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
                let after = rest.get(digits).copied().unwrap_or(0);
                digits > 0 && (matches!(after, b'e' | b'E') || !in_name(after))
            }
            _ => false,
        }
    }

    /// Takes bytes as long as they are of a kind; how many they were.
    fn take(&mut self, kind: fn(&u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| kind(byte)).count();
        self.at += count;
        count
    }

    /// Reads the number that is next.
    pub fn number(&mut self) -> Result<Number, Error> {
        let start = self.at;
        let radix = match (self.byte(), self.byte_at(1)) {
            (b'0', b'x' | b'X') => 16,
            (b'0', b'b' | b'B') if matches!(self.byte_at(2), b'0' | b'1') => 2,
            _ => 10,
        };
        if radix != 10 {
            self.at += 2;
            let digits = self.at;
            self.take(match radix {
                16 => u8::is_ascii_hexdigit,
                _ => u8::is_ascii_digit,
            });
            if radix == 16 && matches!(self.byte(), b'.' | b'p' | b'P') {
                return self.hex_float(digits);
            }
            return match u64::from_str_radix(&self.text[digits..self.at], radix) {
                Ok(value) => Ok(Number::Int(value as i64)),
                Err(_) => Err(self.bad_number(start, "not a 64-bit number")),
            };
        }
        let whole = self.take(u8::is_ascii_digit);
        // With a leading zero it takes a point to make a float.
        let leading_zero = whole > 0 && self.text.as_bytes()[start] == b'0';
        match self.byte() {
            b'.' if whole < 2 || !leading_zero => self.float(start),
            b'e' | b'E' if !leading_zero => self.float(start),
            _ => {
                let text = &self.text[start..self.at];
                // A leading zero means octal.
                let value = match text.strip_prefix('0') {
                    Some(octal) if !octal.is_empty() => u64::from_str_radix(octal, 8),
                    _ => text.parse::<u64>(),
                };
                value
                    .map(|value| Number::Int(value as i64))
                    .map_err(|_| self.bad_number(start, "not a number"))
            }
        }
    }

    /// The rest of a float after the digits before its point or exponent. An exponent may be empty.
    fn float(&mut self, start: usize) -> Result<Number, Error> {
        if self.byte() == b'.' {
            self.at += 1;
            self.take(u8::is_ascii_digit);
            if matches!(self.byte(), b'+' | b'-') {
                return Err(self.error("a sign cannot follow a float"));
            }
        }
        let mut digits = self.at;
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.byte(), b'+' | b'-') {
                self.at += 1;
            }
            if self.take(u8::is_ascii_digit) > 0 {
                digits = self.at;
            }
        }
        let value = self.text[start..digits].parse();
        value
            .map(Number::Float)
            .map_err(|_| self.bad_number(start, "not a number"))
    }

    /// A float in hexadecimal, from its digits on; its exponent is a power of two.
    fn hex_float(&mut self, digits: usize) -> Result<Number, Error> {
        let start = digits - 2;
        let whole = &self.text[digits..self.at];
        let mut fraction = "";
        if self.byte() == b'.' {
            let point = self.at + 1;
            self.at = point;
            self.take(u8::is_ascii_hexdigit);
            fraction = &self.text[point..self.at];
        }
        let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16);
        let powered = matches!(self.byte(), b'p' | b'P');
        self.at += powered as usize;
        let sign = self.at;
        self.at += matches!(self.byte(), b'+' | b'-') as usize;
        let exponent = match self.take(u8::is_ascii_digit) {
            0 => Err(self.bad_number(start, "not a number")),
            // What does not fit 32 bits is out of any float's range.
            _ => Ok(self.text[sign..self.at].parse::<i32>().unwrap_or(i32::MAX)),
        };
        match (mantissa, exponent) {
            (Ok(mantissa), Ok(exponent)) if powered => {
                let exponent = exponent.saturating_sub(4 * fraction.len() as i32);
                let half = exponent / 2;
                let scaled = mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half);
                Ok(Number::Float(scaled))
            }
            _ => Err(self.bad_number(start, "not a number")),
        }
    }

    fn bad_number(&self, start: usize, what: &str) -> Error {
        let message = format!("`{}` is {what}", &self.text[start..self.at]);
        Error::new(start, self.at, "bad-number", message)
    }
}
