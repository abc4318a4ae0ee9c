//! Expressions as users type them: `v3[5] > 1.0 && wave == 2`, `out_y[3,:]`, `&a + 16`.

use crate::value::Value;
use std::fmt;

/// An expression as it was written: names are not looked up yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A literal.
    Number(Value),
    /// A register, an argument, a label, or what every machine has, such as `pc` and `lane`.
    Name(String),
    /// `name[1, 2:3]`
    Index(String, Vec<Subscript>),
    /// `&name`
    Address(String),
    /// An operator before its operand.
    Unary(Unary, Box<Expr>),
    /// An operator between its operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    BitOr,
    BitXor,
    BitAnd,
    ShiftLeft,
    ShiftRight,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// Spelling and how tightly it binds. Longer spellings come first.
const BINARY: &[(&str, Binary, u8)] = &[
    ("||", Binary::Or, 1),
    ("&&", Binary::And, 2),
    ("==", Binary::Equal, 3),
    ("!=", Binary::NotEqual, 3),
    ("<=", Binary::LessEqual, 4),
    (">=", Binary::GreaterEqual, 4),
    ("<<", Binary::ShiftLeft, 8),
    (">>", Binary::ShiftRight, 8),
    ("<", Binary::Less, 4),
    (">", Binary::Greater, 4),
    ("|", Binary::BitOr, 5),
    ("^", Binary::BitXor, 6),
    ("&", Binary::BitAnd, 7),
    ("+", Binary::Add, 9),
    ("-", Binary::Sub, 9),
    ("*", Binary::Mul, 10),
    ("/", Binary::Div, 10),
    ("%", Binary::Rem, 10),
];

/// Nesting beyond this is a mistake, and would use up the stack.
const MAX_DEPTH: usize = 64;

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
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
    };
    let expr = parser.binary(0)?;
    Ok((expr, &text[parser.at..]))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn rest(&mut self) -> &str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), SyntaxError> {
        match self.eat(token) {
            true => Ok(()),
            false => Err(self.error(&format!("expected `{token}`"))),
        }
    }

    fn error(&mut self, expected: &str) -> SyntaxError {
        let message = match self.rest().chars().next() {
            Some(found) => format!("{expected}, found `{found}`"),
            None => format!("{expected}, but the text ends"),
        };
        SyntaxError {
            at: self.at,
            message,
        }
    }

    fn binary(&mut self, min: u8) -> Result<Expr, SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("an expression that is nested less deeply"));
        }
        let mut left = self.unary()?;
        while let Some(&(token, operator, tightness)) = {
            let rest = self.rest();
            BINARY.iter().find(|(token, ..)| rest.starts_with(token))
        } {
            if tightness < min {
                break;
            }
            self.at += token.len();
            let right = self.binary(tightness + 1)?;
            left = Expr::Binary(operator, left.into(), right.into());
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, SyntaxError> {
        let operators = [
            ("-", Unary::Minus),
            ("!", Unary::Not),
            ("~", Unary::Complement),
            ("*", Unary::Load),
        ];
        if let Some((_, operator)) = operators.into_iter().find(|(token, _)| self.eat(token)) {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(self.error("an expression that is nested less deeply"));
            }
            let of = self.unary()?;
            self.depth -= 1;
            return Ok(Expr::Unary(operator, of.into()));
        }
        if self.eat("&") {
            return match self.name() {
                Some(name) => Ok(Expr::Address(name)),
                None => Err(self.error("expected the name of an argument or a label after `&`")),
            };
        }
        if self.eat("(") {
            let mut items = vec![self.binary(0)?];
            while self.eat(",") {
                items.push(self.binary(0)?);
            }
            self.expect(")")?;
            return Ok(match items.len() {
                1 => items.remove(0),
                _ => Expr::Tuple(items),
            });
        }
        if let Some(name) = self.name() {
            return self.after_name(name);
        }
        self.number()
    }

    fn name(&mut self) -> Option<String> {
        let rest = self.rest();
        let body = rest.strip_prefix('$').unwrap_or(rest);
        let ok = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let len = body.find(|c| !ok(c)).unwrap_or(body.len());
        let name = body[..len].to_string();
        let start = name.chars().next()?;
        if !(start.is_ascii_alphabetic() || start == '_') {
            return None;
        }
        self.at += rest.len() - body.len() + len;
        Some(name)
    }

    fn after_name(&mut self, name: String) -> Result<Expr, SyntaxError> {
        match name.as_str() {
            "true" => return Ok(Expr::Number(Value::Int(1))),
            "false" => return Ok(Expr::Number(Value::Int(0))),
            "inf" => return Ok(Expr::Number(Value::Float(f64::INFINITY))),
            "nan" => return Ok(Expr::Number(Value::Float(f64::NAN))),
            _ => {}
        }
        if self.eat("(") {
            let argument = self.binary(0)?;
            self.expect(")")?;
            return Ok(Expr::Call(name, argument.into()));
        }
        if !self.eat("[") {
            return Ok(Expr::Name(name));
        }
        let mut subscripts = Vec::new();
        loop {
            subscripts.push(self.subscript()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(Expr::Index(name, subscripts))
    }

    fn subscript(&mut self) -> Result<Subscript, SyntaxError> {
        let ends = |parser: &mut Self| parser.rest().starts_with([']', ',']);
        let from = match self.rest().starts_with(':') {
            true => None,
            false => Some(self.binary(0)?),
        };
        if !self.eat(":") {
            return from
                .map(Subscript::One)
                .ok_or_else(|| self.error("expected an index"));
        }
        let to = match ends(self) {
            true => None,
            false => Some(self.binary(0)?),
        };
        Ok(Subscript::Range(from, to))
    }

    fn number(&mut self) -> Result<Expr, SyntaxError> {
        let rest = self.rest();
        let ok = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
        let mut len = rest.find(|c| !ok(c)).unwrap_or(rest.len());
        let hex = rest.starts_with("0x") || rest.starts_with("0X");
        // The sign of an exponent belongs to the number.
        if !hex && rest[..len].ends_with(['e', 'E']) && rest[len..].starts_with(['-', '+']) {
            let tail = &rest[len + 1..];
            len += 1 + tail.find(|c| !ok(c)).unwrap_or(tail.len());
        }
        let digits = rest[..len].replace('_', "");
        let (radix, body) = match digits.as_bytes() {
            [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
            [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
            _ => (10, &digits[..]),
        };
        let integer = i128::from_str_radix(body, radix).ok();
        let integer = integer
            .filter(|n| u64::try_from(*n).is_ok())
            .map(Value::Int);
        let starts = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let float = || digits.parse().ok().filter(|_| starts).map(Value::Float);
        let value = integer.or_else(|| float().filter(|_| radix == 10));
        match value {
            Some(value) => {
                self.at += len;
                Ok(Expr::Number(value))
            }
            None => Err(self.error("expected a number or a name")),
        }
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
            ("1 + 2 * 3", "(1 Add (2 Mul 3))"),
            ("a - b - c", "((a Sub b) Sub c)"),
            (
                "v3[5] > 1.0 && wave == 2",
                "((v3[5] Greater 1.0) And (wave Equal 2))",
            ),
            ("wg == (1,0,0)", "(wg Equal <1,0,0>)"),
            ("out_y[3,:]", "out_y[3,:]"),
            ("s[0:3]", "s[0:3]"),
            ("-R1.x[2] << 0x1f", "(Minus(R1.x[2]) ShiftLeft 31)"),
            ("&a + 16", "(&a Add 16)"),
            // In C `&` binds less tightly than `==`, which nobody ever means.
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
    }
}
