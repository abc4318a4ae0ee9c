//! Expressions as users type them: `v3[5] > 1.0 && wave == 2`, `out_y[3,:]`, `&a + 16`.

use crate::value::ExprValue;
use std::fmt;
use syntax::{
    Grammar, Infix, Lexer, Numbers, Operands, Operator, Syntax, Token, TokenKind, Unreadable,
};

/// An expression as it was written: names are not looked up yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A literal.
    Number(ExprValue),
    /// A register, an argument, a label, or what every machine has, such as `pc` and `lane`.
    Name(String),
    /// `name[1, 2:3]`
    Index(String, Vec<Subscript>),
    /// `&name`
    Address(String),
    /// An operator before its operand.
    Unary(Unary, Box<Expr>),
    /// An operator between its operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `f32(v3)`, `any(v3 > 1)`
    Call(String, Box<Expr>),
    /// `(1, 0, 0)`
    Tuple(Vec<Expr>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Subscript {
    One(Expr),
    /// From, up to and including; open ends are `None`.
    Range(Option<Expr>, Option<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Minus,
    Not,
    Complement,
    /// The word at an address.
    Load,
}

/// C's operators, but that bits bind more tightly than comparisons: `exec & 1 == 1` is about a bit.
const GRAMMAR: Grammar = Grammar(&[
    ("||", Operator::Or, 0),
    ("&&", Operator::And, 1),
    ("==", Operator::Equal, 2),
    ("!=", Operator::Different, 2),
    ("<=", Operator::LessEqual, 3),
    (">=", Operator::GreaterEqual, 3),
    ("<<", Operator::ShiftLeft, 7),
    (">>", Operator::ShiftRight, 7),
    ("<", Operator::Less, 3),
    (">", Operator::Greater, 3),
    ("|", Operator::BitOr, 4),
    ("^", Operator::BitXor, 5),
    ("&", Operator::BitAnd, 6),
    ("+", Operator::Add, 8),
    ("-", Operator::Subtract, 8),
    ("*", Operator::Multiply, 9),
    ("/", Operator::Divide, 9),
    ("%", Operator::Remainder, 9),
]);

/// What is typed has no comments and no local labels; `$` may stand before any name.
const SYNTAX: Syntax = Syntax {
    line_comments: &[],
    block_comments: false,
    name_marks: b".",
    numbers: Numbers::UNLABELLED,
    ..Syntax::PLAIN
};

/// What is wrong with an expression, and where: an offset into its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The first byte that does not fit.
    pub at: usize,
    /// What was expected there.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at column {})", self.message, self.at + 1)
    }
}

/// Reads a whole text as one expression.
pub fn parse(text: &str) -> Result<Expr, SyntaxError> {
    let (expr, rest) = parse_prefix(text)?;
    let left = rest.trim_start();
    if left.is_empty() {
        return Ok(expr);
    }
    Err(SyntaxError {
        at: text.len() - left.len(),
        message: format!("unexpected `{left}` after the expression"),
    })
}

/// Reads as much of a text as is an expression; the rest comes back.
pub fn parse_prefix(text: &str) -> Result<(Expr, &str), SyntaxError> {
    let mut lexer = Lexer::new(text, SYNTAX);
    let next = lexer.next_token();
    let mut parser = Parser {
        text,
        lexer,
        next,
        end: 0,
        depth: 0,
    };
    let expr = syntax::expression(&mut parser)?;
    Ok((expr, &text[parser.end..]))
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The token that is read next.
    next: Token,
    /// Where the last one that was read ended.
    end: usize,
    depth: u32,
}

impl Operands for Parser<'_> {
    type Node = Expr;
    type Error = SyntaxError;
    const MAX_OPERATORS: u32 = syntax::MAX_IN_TREE;

    fn operator(&mut self) -> Option<Infix> {
        match self.next.kind {
            TokenKind::Punct(_) => GRAMMAR.at(&self.text.as_bytes()[self.next.range().start..]),
            _ => None,
        }
    }

    fn take(&mut self, infix: Infix) {
        for _ in 0..infix.length {
            self.bump();
        }
    }

    fn operand(&mut self) -> Result<Expr, SyntaxError> {
        let sign = match self.next.kind {
            TokenKind::Punct(b'-') => Unary::Minus,
            TokenKind::Punct(b'!') => Unary::Not,
            TokenKind::Punct(b'~') => Unary::Complement,
            TokenKind::Punct(b'*') => Unary::Load,
            _ => return self.primary(),
        };
        self.bump();
        let of = self.nested(Self::operand)?;
        Ok(Expr::Unary(sign, of.into()))
    }

    fn apply(
        &mut self,
        operator: Operator,
        (_, left): (usize, Expr),
        (_, right): (usize, Expr),
    ) -> Result<Expr, SyntaxError> {
        Ok(Expr::Binary(operator, left.into(), right.into()))
    }

    fn position(&self) -> usize {
        self.end
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unreadable(&self, why: Unreadable) -> SyntaxError {
        SyntaxError {
            at: self.next.range().start,
            message: why.message(),
        }
    }
}

impl Parser<'_> {
    fn bump(&mut self) {
        self.end = self.next.range().end;
        self.next = self.lexer.next_token();
    }

    fn at(&self, punct: u8) -> bool {
        self.next.is(punct)
    }

    fn eat(&mut self, punct: u8) -> bool {
        let found = self.at(punct);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, punct: u8) -> Result<(), SyntaxError> {
        match self.eat(punct) {
            true => Ok(()),
            false => Err(self.error(&format!("expected `{}`", char::from(punct)))),
        }
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let at = self.next.range().start;
        let message = match self.text[at..].chars().next() {
            Some(found) => format!("{expected}, found `{found}`"),
            None => format!("{expected}, but the text ends"),
        };
        SyntaxError { at, message }
    }

    fn primary(&mut self) -> Result<Expr, SyntaxError> {
        if self.eat(b'&') {
            return match self.name() {
                Some(name) => Ok(Expr::Address(name)),
                None => Err(self.error("expected the name of an argument or a label after `&`")),
            };
        }
        if self.eat(b'(') {
            let mut items = vec![syntax::expression(self)?];
            while self.eat(b',') {
                items.push(syntax::expression(self)?);
            }
            self.expect(b')')?;
            return Ok(match items.len() {
                1 => items.remove(0),
                _ => Expr::Tuple(items),
            });
        }
        if let Some(name) = self.name() {
            return self.after_name(name);
        }
        let number = match self.next.kind {
            TokenKind::Int(value) => ExprValue::Int(value.into()),
            TokenKind::Float(value) if value.is_finite() => ExprValue::Float(value),
            TokenKind::Float(_) => {
                return Err(self.error("expected a number that a float can hold"));
            }
            _ => return Err(self.error("expected a number or a name")),
        };
        self.bump();
        Ok(Expr::Number(number))
    }

    fn name(&mut self) -> Option<String> {
        let text = &self.text[self.next.range()];
        let name = match self.next.kind {
            TokenKind::Name => text,
            TokenKind::Constant => &text[1..],
            _ => return None,
        };
        self.bump();
        Some(name.to_string())
    }

    fn after_name(&mut self, name: String) -> Result<Expr, SyntaxError> {
        match name.as_str() {
            "true" => return Ok(Expr::Number(ExprValue::Int(1))),
            "false" => return Ok(Expr::Number(ExprValue::Int(0))),
            "inf" => return Ok(Expr::Number(ExprValue::Float(f64::INFINITY))),
            "nan" => return Ok(Expr::Number(ExprValue::Float(f64::NAN))),
            _ => {}
        }
        if self.eat(b'(') {
            let argument = syntax::expression(self)?;
            self.expect(b')')?;
            return Ok(Expr::Call(name, argument.into()));
        }
        if !self.eat(b'[') {
            return Ok(Expr::Name(name));
        }
        let mut subscripts = vec![self.subscript()?];
        while self.eat(b',') {
            subscripts.push(self.subscript()?);
        }
        self.expect(b']')?;
        Ok(Expr::Index(name, subscripts))
    }

    fn subscript(&mut self) -> Result<Subscript, SyntaxError> {
        let from = match self.at(b':') {
            true => None,
            false => Some(syntax::expression(self)?),
        };
        if !self.eat(b':') {
            return from
                .map(Subscript::One)
                .ok_or_else(|| self.error("expected an index"));
        }
        let to = match self.at(b']') || self.at(b',') {
            true => None,
            false => Some(syntax::expression(self)?),
        };
        Ok(Subscript::Range(from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fully bracketed, so that precedence shows.
    fn show(expr: &Expr) -> String {
        match expr {
            Expr::Number(value) => value.show(None),
            Expr::Name(name) => name.clone(),
            Expr::Address(name) => format!("&{name}"),
            Expr::Unary(op, a) => format!("{op:?}({})", show(a)),
            Expr::Binary(op, a, b) => format!("({} {op:?} {})", show(a), show(b)),
            Expr::Call(name, a) => format!("{name}({})", show(a)),
            Expr::Tuple(all) => {
                let all: Vec<String> = all.iter().map(show).collect();
                format!("<{}>", all.join(","))
            }
            Expr::Index(name, subs) => {
                let one = |e: &Option<Expr>| e.as_ref().map_or(String::new(), show);
                let subs = subs.iter().map(|sub| match sub {
                    Subscript::One(e) => show(e),
                    Subscript::Range(a, b) => format!("{}:{}", one(a), one(b)),
                });
                format!("{name}[{}]", subs.collect::<Vec<_>>().join(","))
            }
        }
    }

    #[test]
    fn expressions_bind_as_in_c() {
        for (text, expected) in [
            ("1 + 2 * 3", "(1 Add (2 Multiply 3))"),
            ("a - b - c", "((a Subtract b) Subtract c)"),
            (
                "v3[5] > 1.0 && wave == 2",
                "((v3[5] Greater 1.0) And (wave Equal 2))",
            ),
            ("wg == (1,0,0)", "(wg Equal <1,0,0>)"),
            ("out_y[3,:]", "out_y[3,:]"),
            ("s[0:3]", "s[0:3]"),
            ("-R1.x[2] << 0x1f", "(Minus(R1.x[2]) ShiftLeft 31)"),
            ("&a + 16", "(&a Add 16)"),
            // In C `&` binds less tightly than `==`.
            ("*(&a+4) & 1 == 1", "((Load((&a Add 4)) BitAnd 1) Equal 1)"),
            ("any($v3 >= 1e-3)", "any((v3 GreaterEqual 0.001))"),
            ("exec==0b11", "(exec Equal 3)"),
        ] {
            assert_eq!(show(&parse(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn mistakes_have_places() {
        for (text, expected) in [
            (
                "",
                "expected a number or a name, but the text ends (at column 1)",
            ),
            (
                "1 +",
                "expected a number or a name, but the text ends (at column 4)",
            ),
            (
                "v3[",
                "expected a number or a name, but the text ends (at column 4)",
            ),
            ("v3[1", "expected `]`, but the text ends (at column 5)"),
            ("1 2", "unexpected `2` after the expression (at column 3)"),
            (
                "0xzz",
                "expected a number or a name, found `0` (at column 1)",
            ),
            ("é", "expected a number or a name, found `é` (at column 1)"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), expected, "{text}");
        }
        assert!(parse(&"(".repeat(100_000)).is_err());
        assert!(parse(&"-".repeat(100_000)).is_err());
        assert!(parse(&format!("{}a", "a+".repeat(100_000))).is_err());
    }
}
