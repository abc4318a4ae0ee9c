//! Constant expressions: C's operators and precedence over numbers, labels and constants.
//!
//! Expressions are evaluated while they are read. A symbol that is not known yet gives
//! [`Value::Unknown`], which spreads; the assembler's next pass knows better.

use source::{Diagnostic, Span};
use syntax::{Grammar, Infix, Operands, Operator, TokenKind, Undefined, Unreadable};

use crate::cursor::Cursor;

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

/// What operators and symbols mean in a dialect.
#[derive(Clone, Copy)]
pub struct Arithmetic {
    /// Which there are, and how tightly they bind.
    pub grammar: Grammar,
    /// What a comparison that holds comes to.
    pub holds: i128,
    /// `>>` fills with zeros, as if its 64 bits had no sign.
    pub logical_shift: bool,
    /// A symbol may be set to one that nothing defines, where nothing uses it.
    pub unset_symbols: bool,
}

impl Arithmetic {
    /// As in C.
    pub const C: Arithmetic = Arithmetic {
        grammar: Grammar::C,
        holds: 1,
        logical_shift: false,
        unset_symbols: false,
    };
}

/// What an expression can ask its surroundings.
pub(crate) trait Scope {
    fn arithmetic(&self) -> Arithmetic;
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
    syntax::expression(&mut Evaluator {
        scope,
        cursor,
        depth: 0,
    })
}

struct Evaluator<'a, 'c, 's> {
    scope: &'a mut dyn Scope,
    cursor: &'c mut Cursor<'s>,
    depth: u32,
}

impl Operands for Evaluator<'_, '_, '_> {
    type Node = Value;
    type Error = Diagnostic;

    fn operator(&mut self) -> Option<Infix> {
        let first = self.cursor.peek()?;
        let TokenKind::Punct(a) = first.kind else {
            return None;
        };
        // Operators of two characters are two tokens that touch.
        let second = self.cursor.peek_at(1);
        let b = match second.map(|next| (next.kind, next.start)) {
            Some((TokenKind::Punct(b), start)) if start == first.end => b,
            _ => 0,
        };
        self.scope.arithmetic().grammar.at(&[a, b])
    }

    fn take(&mut self, infix: Infix) {
        for _ in 0..infix.length {
            self.cursor.bump();
        }
    }

    fn operand(&mut self) -> Result<Value, Diagnostic> {
        self.unary()
    }

    fn apply(
        &mut self,
        operator: Operator,
        (from, left): (usize, Value),
        (at, right): (usize, Value),
    ) -> Result<Value, Diagnostic> {
        let spans = (self.cursor.span_since(from), self.cursor.span_since(at));
        self.binary(operator, left, right, spans)
    }

    fn position(&self) -> usize {
        self.cursor.position()
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unreadable(&self, why: Unreadable) -> Diagnostic {
        Diagnostic::error("expression-depth", why.message())
            .label(self.cursor.span(), "one too many")
            .help("give a part of it a name with `.set`")
    }
}

impl Evaluator<'_, '_, '_> {
    fn unary(&mut self) -> Result<Value, Diagnostic> {
        let from = self.cursor.position();
        let Some(sign) = self.cursor.peek().and_then(|token| match token.kind {
            TokenKind::Punct(sign @ (b'-' | b'+' | b'~' | b'!')) => Some(sign),
            _ => None,
        }) else {
            return self.primary();
        };
        self.cursor.bump();
        let value = self.nested(Self::unary)?;
        let span = self.cursor.span_since(from);
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

    fn primary(&mut self) -> Result<Value, Diagnostic> {
        let span = self.cursor.span();
        let Some(token) = self.cursor.peek() else {
            return Err(expected_expression(self.cursor));
        };
        let text = self.cursor.peek_text();
        let value = match token.kind {
            TokenKind::Int(value) => Value::Int(value.into()),
            TokenKind::Float(value) => Value::Float(value),
            TokenKind::Constant => self.scope.constant(&text[1..], span)?,
            TokenKind::Local { number, forward } => self.scope.local(number, forward, span)?,
            TokenKind::Name if self.cursor.peek_at(1).is_some_and(|next| next.is(b'(')) => {
                return self.call();
            }
            TokenKind::Name => self.scope.symbol(text, span)?,
            TokenKind::Punct(b'(') => {
                self.cursor.bump();
                let value = syntax::expression(self)?;
                if !self.cursor.eat(b')') {
                    return Err(expected("`)`", self.cursor).label(span, "to close this one"));
                }
                return Ok(value);
            }
            _ => return Err(expected_expression(self.cursor)),
        };
        self.cursor.bump();
        Ok(value)
    }

    fn call(&mut self) -> Result<Value, Diagnostic> {
        let from = self.cursor.position();
        let name = self.cursor.peek_text();
        let span = self.cursor.span();
        self.cursor.bump();
        self.cursor.bump();
        let mut arguments = Vec::new();
        let mut unknown = false;
        loop {
            let from = self.cursor.position();
            match syntax::expression(self)? {
                Value::Unknown => unknown = true,
                value => {
                    let span = self.cursor.span_since(from);
                    arguments.push(self.integer(value, span)?);
                }
            }
            if !self.cursor.eat(b',') {
                break;
            }
        }
        if !self.cursor.eat(b')') {
            return Err(expected("`,` or `)`", self.cursor));
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
            Some(value) => fit(value, self.cursor.span_since(from)),
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

    fn binary(
        &mut self,
        operator: Operator,
        left: Value,
        right: Value,
        (span, right_span): (Span, Span),
    ) -> Result<Value, Diagnostic> {
        use Value::{Address, Float, Int, Unknown};
        match (operator, left, right) {
            (_, Unknown, _) | (_, _, Unknown) => Ok(Unknown),
            (Operator::Add, Address { section, offset }, Int(n))
            | (Operator::Add, Int(n), Address { section, offset }) => Ok(Address {
                section,
                offset: bounded(offset + n, span)?,
            }),
            (Operator::Subtract, Address { section, offset }, Int(n)) => Ok(Address {
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
            ) if a == b => {
                let rules = self.scope.arithmetic();
                integers(rules, operator, left, right, (span, right_span))
            }
            (_, Float(_), _) | (_, _, Float(_)) => {
                let left = self.float(left, span)?;
                let right = self.float(right, span)?;
                floats(operator, left, right, span)
            }
            _ => {
                let left = self.integer(left, span)?;
                let right = self.integer(right, span)?;
                let rules = self.scope.arithmetic();
                integers(rules, operator, left, right, (span, right_span))
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
    rules: Arithmetic,
    operator: Operator,
    left: i128,
    right: i128,
    (span, right_span): (Span, Span),
) -> Result<Value, Diagnostic> {
    let result = match operator {
        Operator::ShiftRight if rules.logical_shift && (0..64).contains(&right) => {
            Ok((left as u64 >> right).into())
        }
        Operator::Equal
        | Operator::Different
        | Operator::Less
        | Operator::LessEqual
        | Operator::Greater
        | Operator::GreaterEqual => {
            syntax::integers(operator, left, right).map(|holds| holds * rules.holds)
        }
        _ => syntax::integers(operator, left, right),
    };
    match result {
        Ok(value) => fit(value, span),
        Err(Undefined::DivisionByZero) => {
            Err(Diagnostic::error("division-by-zero", "division by zero")
                .label(right_span, "this is zero"))
        }
        Err(Undefined::ShiftAmount) => Err(Diagnostic::error(
            "shift-amount",
            format!("cannot shift by {right}"),
        )
        .label(right_span, "expected 0 to 63")),
        Err(_) => Err(overflow(span)),
    }
}

fn floats(operator: Operator, left: f64, right: f64, span: Span) -> Result<Value, Diagnostic> {
    if let Some(holds) = syntax::compare(operator, &left, &right) {
        return Ok(truth(holds));
    }
    syntax::floats(operator, left, right)
        .map(Value::Float)
        .map_err(|_| needs_integers("the operator", span))
}

fn truth(value: bool) -> Value {
    Value::Int(value.into())
}

fn fit(value: i128, span: Span) -> Result<Value, Diagnostic> {
    bounded(value, span).map(Value::Int)
}

fn bounded(value: i128, span: Span) -> Result<i128, Diagnostic> {
    syntax::in_64_bits(value).map_err(|_| overflow(span))
}

fn overflow(span: Span) -> Diagnostic {
    Diagnostic::error("overflow", "the expression overflows")
        .label(span, "the result does not fit in 64 bits")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lexer, Statement, Syntax};

    struct Names;

    impl Scope for Names {
        fn arithmetic(&self) -> Arithmetic {
            Arithmetic::C
        }
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
        let sum = format!("{}1", "1+".repeat(100_000));
        assert_eq!(value(&sum), Ok(Value::Int(100_001)));
    }
}
