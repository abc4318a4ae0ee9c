//! Constant expressions: C's operators and precedence over numbers, labels and constants.
//!
//! Expressions are evaluated while they are read. A symbol that is not known yet gives
//! [`Value::Unknown`], which spreads; the assembler's next pass knows better.

use source::{Diagnostic, Span};

use crate::lex::{Cursor, TokenKind};

/// Deeper nesting than any person writes; the limit keeps hostile input off the stack.
const MAX_DEPTH: u32 = 100;

/// What an expression comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Value {
    /// Integers from -2^63 to 2^64 - 1: what 64 bits hold, signed or not.
    Int(i128),
    /// What a literal with a point or an exponent says.
    Float(f64),
    /// A place in a section.
    Address { section: usize, offset: i128 },
    /// Depends on something a later pass will know.
    Unknown,
}

/// What an expression can ask its surroundings.
pub(crate) trait Scope {
    fn symbol(&mut self, name: &str, span: Span) -> Result<Value, Diagnostic>;
    fn local(&mut self, number: u32, forward: bool, span: Span) -> Result<Value, Diagnostic>;
    fn constant(&mut self, name: &str, span: Span) -> Result<Value, Diagnostic>;
    /// The value of a function, `None` where there is none of that name.
    fn function(&mut self, name: &str, arguments: &[i128]) -> Option<i128>;
    /// Where a section begins, if that is settled while assembling.
    fn base(&self, section: usize) -> Option<i128>;
}

/// Reads an expression from `cursor` and gives its value.
pub(crate) fn evaluate(
    scope: &mut dyn Scope,
    cursor: &mut Cursor<'_>,
) -> Result<Value, Diagnostic> {
    Parser { scope, depth: 0 }.binary(cursor, 0)
}

#[derive(Clone, Copy, PartialEq)]
enum Operator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Different,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

use Operator::*;

struct Parser<'a> {
    scope: &'a mut dyn Scope,
    depth: u32,
}

impl Parser<'_> {
    fn binary(&mut self, cursor: &mut Cursor<'_>, lowest: u8) -> Result<Value, Diagnostic> {
        let from = cursor.position();
        self.enter(cursor)?;
        let mut left = self.unary(cursor)?;
        while let Some((operator, binds, tokens)) = peek_operator(cursor) {
            if binds < lowest {
                break;
            }
            for _ in 0..tokens {
                cursor.bump();
            }
            let right_from = cursor.position();
            let right = self.binary(cursor, binds + 1)?;
            let spans = (cursor.span_since(from), cursor.span_since(right_from));
            left = self.apply(operator, left, right, spans)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn enter(&mut self, cursor: &Cursor<'_>) -> Result<(), Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Diagnostic::error(
                "expression-depth",
                "the expression is nested too deeply",
            )
            .label(cursor.span(), format!("more than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    fn unary(&mut self, cursor: &mut Cursor<'_>) -> Result<Value, Diagnostic> {
        let from = cursor.position();
        let Some(sign) = cursor.peek().and_then(|token| match token.kind {
            TokenKind::Punct(sign @ (b'-' | b'+' | b'~' | b'!')) => Some(sign),
            _ => None,
        }) else {
            return self.primary(cursor);
        };
        cursor.bump();
        self.enter(cursor)?;
        let value = self.unary(cursor)?;
        self.depth -= 1;
        let span = cursor.span_since(from);
        match (sign, value) {
            (_, Value::Unknown) => Ok(Value::Unknown),
            (b'+', value) => Ok(value),
            (b'-', Value::Float(value)) => Ok(Value::Float(-value)),
            (b'!', Value::Float(value)) => Ok(truth(value == 0.0)),
            (b'~', Value::Float(_)) => Err(needs_integers("~", span)),
            (_, value) => {
                let value = self.integer(value, span)?;
                match sign {
                    b'-' => fit(-value, span),
                    b'~' => fit(!value, span),
                    _ => Ok(truth(value == 0)),
                }
            }
        }
    }

    fn primary(&mut self, cursor: &mut Cursor<'_>) -> Result<Value, Diagnostic> {
        let span = cursor.span();
        let Some(token) = cursor.peek() else {
            return Err(expected_expression(cursor));
        };
        let text = cursor.peek_text();
        let value = match token.kind {
            TokenKind::Int(value) => Value::Int(value.into()),
            TokenKind::Float(value) => Value::Float(value),
            TokenKind::Constant => self.scope.constant(&text[1..], span)?,
            TokenKind::Local { number, forward } => self.scope.local(number, forward, span)?,
            TokenKind::Name if cursor.peek_at(1).is_some_and(|next| next.is(b'(')) => {
                return self.call(cursor);
            }
            TokenKind::Name => self.scope.symbol(text, span)?,
            TokenKind::Punct(b'(') => {
                cursor.bump();
                let value = self.binary(cursor, 0)?;
                if !cursor.eat(b')') {
                    return Err(expected("`)`", cursor).label(span, "to close this one"));
                }
                return Ok(value);
            }
            _ => return Err(expected_expression(cursor)),
        };
        cursor.bump();
        Ok(value)
    }

    fn call(&mut self, cursor: &mut Cursor<'_>) -> Result<Value, Diagnostic> {
        let from = cursor.position();
        let name = cursor.peek_text();
        let span = cursor.span();
        cursor.bump();
        cursor.bump();
        let mut arguments = Vec::new();
        let mut unknown = false;
        loop {
            let from = cursor.position();
            match self.binary(cursor, 0)? {
                Value::Unknown => unknown = true,
                value => {
                    let span = cursor.span_since(from);
                    arguments.push(self.integer(value, span)?);
                }
            }
            if !cursor.eat(b',') {
                break;
            }
        }
        if !cursor.eat(b')') {
            return Err(expected("`,` or `)`", cursor));
        }
        if unknown {
            return Ok(Value::Unknown);
        }
        let value = match (name, &arguments[..]) {
            ("max", [first, rest @ ..]) => Some(rest.iter().fold(*first, |a, &b| a.max(b))),
            ("min", [first, rest @ ..]) => Some(rest.iter().fold(*first, |a, &b| a.min(b))),
            ("alignto", [value, to]) if *to > 0 => {
                Some((value + to - 1).div_euclid(*to).saturating_mul(*to))
            }
            _ => self.scope.function(name, &arguments),
        };
        match value {
            Some(value) => fit(value, cursor.span_since(from)),
            None => Err(Diagnostic::error(
                "unknown-function",
                format!(
                    "there is no function `{name}` of {} arguments",
                    arguments.len()
                ),
            )
            .label(span, "expected `max`, `min` or `alignto`")),
        }
    }

    fn apply(
        &mut self,
        operator: Operator,
        left: Value,
        right: Value,
        (span, right_span): (Span, Span),
    ) -> Result<Value, Diagnostic> {
        use Value::{Address, Float, Int, Unknown};
        match (operator, left, right) {
            (_, Unknown, _) | (_, _, Unknown) => Ok(Unknown),
            (Add, Address { section, offset }, Int(n))
            | (Add, Int(n), Address { section, offset }) => Ok(Address {
                section,
                offset: bounded(offset + n, span)?,
            }),
            (Subtract, Address { section, offset }, Int(n)) => Ok(Address {
                section,
                offset: bounded(offset - n, span)?,
            }),
            (
                _,
                Address {
                    section: a,
                    offset: left,
                },
                Address {
                    section: b,
                    offset: right,
                },
            ) if a == b => integers(operator, left, right, (span, right_span)),
            (_, Float(_), _) | (_, _, Float(_)) => {
                let left = self.float(left, span)?;
                let right = self.float(right, span)?;
                floats(operator, left, right, span)
            }
            _ => {
                let left = self.integer(left, span)?;
                let right = self.integer(right, span)?;
                integers(operator, left, right, (span, right_span))
            }
        }
    }

    fn integer(&self, value: Value, span: Span) -> Result<i128, Diagnostic> {
        match value {
            Value::Int(value) => Ok(value),
            Value::Address { section, offset } => self
                .scope
                .base(section)
                .map(|base| base + offset)
                .ok_or_else(|| {
                    Diagnostic::error("not-constant", "the value is an address")
                        .label(
                            span,
                            "expected a constant; addresses are settled after assembly",
                        )
                        .help("the difference of two labels of one section is a constant")
                }),
            Value::Float(_) => Err(needs_integers("this", span)),
            Value::Unknown => Ok(0),
        }
    }

    fn float(&self, value: Value, span: Span) -> Result<f64, Diagnostic> {
        match value {
            Value::Float(value) => Ok(value),
            value => Ok(self.integer(value, span)? as f64),
        }
    }
}

fn integers(
    operator: Operator,
    left: i128,
    right: i128,
    (span, right_span): (Span, Span),
) -> Result<Value, Diagnostic> {
    if matches!(operator, Divide | Remainder) && right == 0 {
        return Err(Diagnostic::error("division-by-zero", "division by zero")
            .label(right_span, "this is zero"));
    }
    if matches!(operator, ShiftLeft | ShiftRight) && !(0..64).contains(&right) {
        return Err(
            Diagnostic::error("shift-amount", format!("cannot shift by {right}"))
                .label(right_span, "expected 0 to 63"),
        );
    }
    let value = match operator {
        Or => return Ok(truth(left != 0 || right != 0)),
        And => return Ok(truth(left != 0 && right != 0)),
        Equal => return Ok(truth(left == right)),
        Different => return Ok(truth(left != right)),
        Less => return Ok(truth(left < right)),
        LessEqual => return Ok(truth(left <= right)),
        Greater => return Ok(truth(left > right)),
        GreaterEqual => return Ok(truth(left >= right)),
        BitOr => left | right,
        BitXor => left ^ right,
        BitAnd => left & right,
        ShiftLeft => left << right,
        ShiftRight => left >> right,
        // Both sides have at most 65 bits, so only a product can leave 128.
        Add => left + right,
        Subtract => left - right,
        Multiply => left.checked_mul(right).unwrap_or(i128::MAX),
        Divide => left / right,
        Remainder => left % right,
    };
    fit(value, span)
}

fn floats(operator: Operator, left: f64, right: f64, span: Span) -> Result<Value, Diagnostic> {
    Ok(match operator {
        Add => Value::Float(left + right),
        Subtract => Value::Float(left - right),
        Multiply => Value::Float(left * right),
        Divide => Value::Float(left / right),
        Equal => truth(left == right),
        Different => truth(left != right),
        Less => truth(left < right),
        LessEqual => truth(left <= right),
        Greater => truth(left > right),
        GreaterEqual => truth(left >= right),
        _ => return Err(needs_integers("the operator", span)),
    })
}

fn truth(value: bool) -> Value {
    Value::Int(value.into())
}

fn fit(value: i128, span: Span) -> Result<Value, Diagnostic> {
    bounded(value, span).map(Value::Int)
}

fn bounded(value: i128, span: Span) -> Result<i128, Diagnostic> {
    if (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value) {
        return Ok(value);
    }
    Err(Diagnostic::error("overflow", "the expression overflows")
        .label(span, "the result does not fit in 64 bits"))
}

fn needs_integers(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("needs-integer", format!("{what} needs an integer"))
        .label(span, "found a floating-point value")
}

fn expected_expression(cursor: &Cursor<'_>) -> Diagnostic {
    expected("a number, a label or an expression", cursor)
}

/// "expected A, found B", at the cursor.
pub fn expected(what: &str, cursor: &Cursor<'_>) -> Diagnostic {
    Diagnostic::error(
        "syntax",
        format!("expected {what}, found {}", cursor.found()),
    )
    .label(cursor.span(), format!("expected {what}"))
}

/// The operator at the cursor, how tightly it binds, and of how many tokens it consists.
fn peek_operator(cursor: &Cursor<'_>) -> Option<(Operator, u8, usize)> {
    let first = cursor.peek()?;
    let TokenKind::Punct(a) = first.kind else {
        return None;
    };
    // Two-character operators are two tokens that touch.
    let b = cursor
        .peek_at(1)
        .filter(|next| next.start == first.end)
        .map_or(0, |next| {
            if let TokenKind::Punct(b) = next.kind {
                b
            } else {
                0
            }
        });
    Some(match (a, b) {
        (b'|', b'|') => (Or, 0, 2),
        (b'&', b'&') => (And, 1, 2),
        (b'|', _) => (BitOr, 2, 1),
        (b'^', _) => (BitXor, 3, 1),
        (b'&', _) => (BitAnd, 4, 1),
        (b'=', b'=') => (Equal, 5, 2),
        (b'!', b'=') => (Different, 5, 2),
        (b'<', b'<') => (ShiftLeft, 7, 2),
        (b'>', b'>') => (ShiftRight, 7, 2),
        (b'<', b'=') => (LessEqual, 6, 2),
        (b'>', b'=') => (GreaterEqual, 6, 2),
        (b'<', _) => (Less, 6, 1),
        (b'>', _) => (Greater, 6, 1),
        (b'+', _) => (Add, 8, 1),
        (b'-', _) => (Subtract, 8, 1),
        (b'*', _) => (Multiply, 9, 1),
        (b'/', _) => (Divide, 9, 1),
        (b'%', _) => (Remainder, 9, 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lexer, Statement, Syntax};

    struct Names;

    impl Scope for Names {
        fn symbol(&mut self, name: &str, _: Span) -> Result<Value, Diagnostic> {
            Ok(match name {
                "a" => Value::Address {
                    section: 0,
                    offset: 8,
                },
                "b" => Value::Address {
                    section: 0,
                    offset: 24,
                },
                "far" => Value::Address {
                    section: 1,
                    offset: 4,
                },
                _ => Value::Unknown,
            })
        }
        fn local(&mut self, _: u32, _: bool, _: Span) -> Result<Value, Diagnostic> {
            Ok(Value::Unknown)
        }
        fn constant(&mut self, _: &str, _: Span) -> Result<Value, Diagnostic> {
            Ok(Value::Int(1024))
        }
        fn function(&mut self, _: &str, _: &[i128]) -> Option<i128> {
            None
        }
        fn base(&self, _: usize) -> Option<i128> {
            None
        }
    }

    fn value(text: &str) -> Result<Value, &'static str> {
        let mut tokens = Vec::new();
        Lexer::new(
            text,
            Syntax {
                line_comments: &["#"],
                ..Syntax::PLAIN
            },
        )
        .statement(&mut tokens);
        let statement = Statement::new(text, &tokens);
        let mut cursor = Cursor::new(&statement);
        let value = evaluate(&mut Names, &mut cursor).map_err(|diagnostic| diagnostic.code)?;
        if cursor.at_end() {
            Ok(value)
        } else {
            Err("rest")
        }
    }

    #[test]
    fn arithmetic() {
        for (text, expected) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("10 - 4 - 3", 3),
            ("1 << 4 | 1", 17),
            ("7 & 3 == 3", 1),
            ("-7 / 2", -3),
            ("-7 % 4", -3),
            ("~0", -1),
            ("!5", 0),
            ("1 < 2 && 2 < 3", 1),
            ("5 == 5 || 1 == 0", 1),
            ("$N * 4", 4096),
            ("b - a", 16),
            ("a < b", 1),
            ("max(1, 7, 3) + min(2, 1)", 8),
            ("alignto(13, 8)", 16),
            ("0xffffffffffffffff", u64::MAX as i128),
            ("- - 5", 5),
        ] {
            assert_eq!(value(text), Ok(Value::Int(expected)), "{text}");
        }
        assert_eq!(value("1.5 * 2"), Ok(Value::Float(3.0)));
        assert_eq!(
            value("a + 4"),
            Ok(Value::Address {
                section: 0,
                offset: 12
            })
        );
        assert_eq!(value("later * 4"), Ok(Value::Unknown));
    }

    #[test]
    fn errors() {
        for (text, code) in [
            ("1 / 0", "division-by-zero"),
            ("1 % (2 - 2)", "division-by-zero"),
            ("0xffffffffffffffff + 1", "overflow"),
            ("0xffffffffffffffff * 0xffffffffffffffff", "overflow"),
            ("0xffffffffffffffff << 63", "overflow"),
            ("1 << 64", "shift-amount"),
            ("1 << -1", "shift-amount"),
            ("a * 2", "not-constant"),
            ("a - far", "not-constant"),
            ("1.5 | 2", "needs-integer"),
            ("1 +", "syntax"),
            ("(1", "syntax"),
            ("f(1)", "unknown-function"),
        ] {
            assert_eq!(value(text), Err(code), "{text}");
        }
        assert_eq!(value(&"(".repeat(100_000)), Err("expression-depth"));
        assert_eq!(value(&"-".repeat(100_000)), Err("expression-depth"));
    }
}
