//! Expressions: `+ - * / %`, unary minus, parentheses.
//!
//! An expression is kept in postfix order, so that neither evaluating nor dropping one recurses;
//! the parser does, once per parenthesis, and stops at a fixed depth.

use source::{Diagnostic, Span};

use crate::lex::Kind;
use crate::syntax::Cursor;
use crate::value::{Operator, Undefined, Value};

/// How deep parentheses may nest. Far beyond what can be read, far below any stack.
const MAX_DEPTH: u32 = 64;

#[derive(Clone, Debug)]
pub(crate) struct Expr<L> {
    steps: Vec<(Step<L>, Span)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step<L> {
    Leaf(L),
    Negate,
    Apply(Operator),
}

/// What stands at the leaves of a parsed expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Leaf<'a> {
    Int {
        value: i128,
        bits: bool,
    },
    Float {
        value: f64,
        text: &'a str,
    },
    Name(&'a str),
    /// `&name`
    Address(&'a str),
}

/// An operation of an expression that has no result, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalError {
    /// What it would have come to.
    pub why: Undefined,
    /// The operator and what it applies to.
    pub span: Span,
}

impl EvalError {
    /// The same in words.
    pub fn diagnostic(self) -> Diagnostic {
        match self.why {
            Undefined::Overflow => Diagnostic::error("overflow", "the result is too large")
                .label(self.span, "overflows here")
                .help(format!(
                    "integers go from {} to {}, floats up to 1.8e308",
                    i64::MIN,
                    u64::MAX
                )),
            Undefined::DivisionByZero => Diagnostic::error("division-by-zero", "division by zero")
                .label(self.span, "the right side is zero"),
        }
    }
}

impl From<EvalError> for Diagnostic {
    fn from(error: EvalError) -> Diagnostic {
        error.diagnostic()
    }
}

impl<L: Copy> Expr<L> {
    /// Everything the expression covers.
    pub(crate) fn span(&self) -> Span {
        let spans = self.steps.iter().map(|(_, span)| *span);
        spans.reduce(Span::to).unwrap_or_default()
    }

    pub(crate) fn eval<E: From<EvalError>>(
        &self,
        mut leaf: impl FnMut(L, Span) -> Result<Value, E>,
    ) -> Result<Value, E> {
        let mut stack: Vec<Value> = Vec::with_capacity(4);
        for &(step, span) in &self.steps {
            let result = match step {
                Step::Leaf(what) => Ok(leaf(what, span)?),
                Step::Negate => pop(&mut stack).negate(),
                Step::Apply(operator) => {
                    let right = pop(&mut stack);
                    pop(&mut stack).apply(operator, right)
                }
            };
            stack.push(result.map_err(|why| EvalError { why, span })?);
        }
        Ok(pop(&mut stack))
    }

    /// The same expression over other leaves.
    pub(crate) fn map<M, E>(
        self,
        mut leaf: impl FnMut(L, Span) -> Result<M, E>,
    ) -> Result<Expr<M>, E> {
        let steps = self.steps.into_iter().map(|(step, span)| {
            let step = match step {
                Step::Leaf(what) => Step::Leaf(leaf(what, span)?),
                Step::Negate => Step::Negate,
                Step::Apply(operator) => Step::Apply(operator),
            };
            Ok((step, span))
        });
        Ok(Expr {
            steps: steps.collect::<Result<_, E>>()?,
        })
    }

    /// The leaf, where the expression is nothing else.
    pub(crate) fn only_leaf(&self) -> Option<L> {
        match self.steps[..] {
            [(Step::Leaf(leaf), _)] => Some(leaf),
            _ => None,
        }
    }

    /// The leaf and whether it is negated, where the expression is nothing else.
    pub(crate) fn signed_leaf(&self) -> Option<(bool, L, Span)> {
        match self.steps[..] {
            [(Step::Leaf(leaf), span)] => Some((false, leaf, span)),
            [(Step::Leaf(leaf), span), (Step::Negate, _)] => Some((true, leaf, span)),
            _ => None,
        }
    }
}

/// The parser emits every operator after its operands, so the stack never runs dry.
fn pop(stack: &mut Vec<Value>) -> Value {
    stack.pop().unwrap_or(Value::Int(0))
}

pub(crate) fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Expr<Leaf<'a>>, Diagnostic> {
    let mut steps = vec![];
    sum(cursor, &mut steps, 0)?;
    Ok(Expr { steps })
}

type Steps<'a> = Vec<(Step<Leaf<'a>>, Span)>;

fn sum<'a>(cursor: &mut Cursor<'a>, steps: &mut Steps<'a>, depth: u32) -> Result<(), Diagnostic> {
    product(cursor, steps, depth)?;
    while let Some((operator, span)) =
        operator(cursor, &[('+', Operator::Add), ('-', Operator::Sub)])
    {
        product(cursor, steps, depth)?;
        steps.push((Step::Apply(operator), span));
    }
    Ok(())
}

fn product<'a>(
    cursor: &mut Cursor<'a>,
    steps: &mut Steps<'a>,
    depth: u32,
) -> Result<(), Diagnostic> {
    const OPERATORS: &[(char, Operator)] = &[
        ('*', Operator::Mul),
        ('/', Operator::Div),
        ('%', Operator::Rem),
    ];
    signed(cursor, steps, depth)?;
    while let Some((operator, span)) = operator(cursor, OPERATORS) {
        if cursor.at_mark('/') {
            return Err(cursor
                .unexpected("a number, a constant or `(`")
                .help("`/` divides integers without a remainder; comments begin with `#` or `;`"));
        }
        signed(cursor, steps, depth)?;
        steps.push((Step::Apply(operator), span));
    }
    Ok(())
}

fn operator(cursor: &mut Cursor, choices: &[(char, Operator)]) -> Option<(Operator, Span)> {
    choices
        .iter()
        .find_map(|&(mark, operator)| Some((operator, cursor.take_mark(mark)?)))
}

fn signed<'a>(
    cursor: &mut Cursor<'a>,
    steps: &mut Steps<'a>,
    depth: u32,
) -> Result<(), Diagnostic> {
    let mut minus = None;
    let mut negative = false;
    loop {
        if let Some(span) = cursor.take_mark('-') {
            minus = minus.or(Some(span));
            negative = !negative;
        } else if cursor.take_mark('+').is_none() {
            break;
        }
    }
    atom(cursor, steps, depth)?;
    match minus {
        Some(span) if negative => steps.push((Step::Negate, span)),
        _ => {}
    }
    Ok(())
}

fn atom<'a>(cursor: &mut Cursor<'a>, steps: &mut Steps<'a>, depth: u32) -> Result<(), Diagnostic> {
    const EXPECTED: &str = "a number, a constant or `(`";
    let Some(token) = cursor.peek() else {
        return Err(cursor.unexpected(EXPECTED));
    };
    let leaf = match token.kind {
        Kind::Int { value, bits } => Leaf::Int { value, bits },
        Kind::Float { value, text } => Leaf::Float { value, text },
        Kind::Name(name) => Leaf::Name(name),
        Kind::Mark('&') => {
            cursor.next();
            let word = cursor.name("the name of an argument after `&`")?;
            steps.push((
                Step::Leaf(Leaf::Address(word.text)),
                token.span.to(word.span),
            ));
            return Ok(());
        }
        Kind::Mark('(') => {
            if depth == MAX_DEPTH {
                return Err(Diagnostic::error(
                    "too-deep",
                    format!("parentheses nest more than {MAX_DEPTH} deep"),
                )
                .label(token.span, "one too many"));
            }
            cursor.next();
            sum(cursor, steps, depth + 1)?;
            return cursor.mark(')', "`)`").map(|_| ());
        }
        _ => return Err(cursor.unexpected(EXPECTED)),
    };
    cursor.next();
    steps.push((Step::Leaf(leaf), token.span));
    Ok(())
}
