//! Expressions over numbers and symbols.

use super::Error;
use super::cursor::{Cursor, LLVM};
use syntax::{Grammar, Infix, Malformed, Operands, Operator, Token, TokenKind, Unreadable};

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
            let token = LLVM.number(self.text, start);
            let end = token.end as usize;
            let next = self.text.as_bytes().get(end);
            if let TokenKind::Int(value) = token.kind
                && matches!(next, Some(b',' | b':' | b']' | b')' | b'\n') | None)
            {
                self.at = end;
                return Ok(value as i64);
            }
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
        let token = LLVM.token(self.text, self.at);
        let at = self.at;
        self.at = token.end as usize;
        let text = &self.text[token.range()];
        match token.kind {
            TokenKind::Punct(op @ (b'-' | b'+' | b'~' | b'!')) => {
                Ok(match self.nested(Self::primary)? {
                    Expr::Number(value) => Expr::Number(unary(op, value)),
                    inner => Expr::Unary(op, Box::new(inner)),
                })
            }
            TokenKind::Punct(open @ (b'(' | b'[')) => {
                let inner = syntax::expression(self)?;
                self.expect(if open == b'(' { b')' } else { b']' })?;
                Ok(inner)
            }
            TokenKind::Int(value) => Ok(Expr::Number(value as i64)),
            // A float within an expression is the bits of a double.
            TokenKind::Float(value) => Ok(Expr::Number(value.to_bits() as i64)),
            TokenKind::Local { .. } => Ok(Expr::Symbol(text.to_string())),
            TokenKind::Str => Ok(self.symbol(&text[1..text.len() - 1])),
            TokenKind::Name => {
                if let Some((_, variant)) = text.split_once('@')
                    && !VARIANTS.iter().any(|v| v.eq_ignore_ascii_case(variant))
                {
                    let message = format!("`{variant}` is not a way to refer to a symbol");
                    let mut error = Error::new(at, self.at, "bad-variant", message);
                    error.help = ::source::did_you_mean(variant, VARIANTS.iter().copied());
                    return Err(error);
                }
                Ok(self.symbol(text))
            }
            kind => {
                self.at = at;
                Err(match kind {
                    TokenKind::Bad(why) => self.malformed(token, why),
                    _ => self.error("expected an expression"),
                })
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

    /// Takes the float that is next, if one is.
    pub fn float(&mut self) -> Result<Option<f64>, Error> {
        self.skip();
        if !LLVM.begins_number(self.text, self.at) {
            return Ok(None);
        }
        let token = LLVM.number(self.text, self.at);
        match token.kind {
            TokenKind::Float(value) => {
                self.at = token.end as usize;
                Ok(Some(value))
            }
            TokenKind::Bad(why) => Err(self.malformed(token, why)),
            _ => Ok(None),
        }
    }

    /// The error for a token that cannot be read.
    fn malformed(&self, token: Token, why: Malformed) -> Error {
        let text = &self.text[token.range()];
        match why {
            Malformed::Number | Malformed::Integer => {
                let message = match why {
                    Malformed::Integer => format!("`{text}` is not a 64-bit number"),
                    _ if text.ends_with(['+', '-']) => "a sign cannot follow a float".to_string(),
                    _ => format!("`{text}` is not a number"),
                };
                Error::new(
                    token.start as usize,
                    token.end as usize,
                    "bad-number",
                    message,
                )
            }
            Malformed::Text if text.starts_with('"') => self.error("the quotes are not closed"),
            Malformed::Text => self.error("expected a letter in single quotes"),
            _ => self.error("expected an expression"),
        }
    }
}
