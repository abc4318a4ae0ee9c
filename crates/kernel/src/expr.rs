//! Expressions: `+ - * / %`, unary minus, parentheses.
//!
//! An expression is kept in postfix order, so that neither evaluating nor dropping one recurses;
//! the parser does, once per parenthesis, and stops at a fixed depth.

use source::{Diagnostic, Span};
use syntax::{Grammar, Infix, Operands, Operator, Undefined, Unreadable};

use crate::lex::Kind;
use crate::statement::Cursor;
use crate::value::Constant;

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
            Undefined::DivisionByZero => Diagnostic::error("division-by-zero", "division by zero")
                .label(self.span, "the right side is zero"),
            _ => Diagnostic::error("overflow", "the result is too large")
                .label(self.span, "overflows here")
                .help(format!(
                    "integers go from {} to {}, floats up to 1.8e308",
                    i64::MIN,
                    u64::MAX
                )),
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
        mut leaf: impl FnMut(L, Span) -> Result<Constant, E>,
    ) -> Result<Constant, E> {
        let mut stack: Vec<Constant> = Vec::with_capacity(4);
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
fn pop(stack: &mut Vec<Constant>) -> Constant {
    stack.pop().unwrap_or(Constant::Int(0))
}

pub(crate) fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Expr<Leaf<'a>>, Diagnostic> {
    let mut parser = Parser {
        cursor,
        steps: vec![],
        operators: vec![],
        depth: 0,
    };
    syntax::expression(&mut parser)?;
    Ok(Expr {
        steps: parser.steps,
    })
}

/// Sums and products, bound as everywhere.
const GRAMMAR: Grammar = Grammar(&[
    ("+", Operator::Add, 0),
    ("-", Operator::Subtract, 0),
    ("*", Operator::Multiply, 1),
    ("/", Operator::Divide, 1),
    ("%", Operator::Remainder, 1),
]);

const EXPECTED: &str = "a number, a constant or `(`";

/// Writes steps down as it reads: every operator after its operands.
struct Parser<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    steps: Vec<(Step<Leaf<'a>>, Span)>,
    /// Where the operators stand whose right side is being read.
    operators: Vec<Span>,
    depth: u32,
}

impl Operands for Parser<'_, '_> {
    type Node = ();
    type Error = Diagnostic;

    fn operator(&mut self) -> Option<Infix> {
        match self.cursor.peek()?.kind {
            Kind::Mark(mark) => GRAMMAR.at(&[mark as u8]),
            _ => None,
        }
    }

    fn take(&mut self, _: Infix) {
        self.operators
            .extend(self.cursor.next().map(|token| token.span));
    }

    fn operand(&mut self) -> Result<(), Diagnostic> {
        let mut minus = None;
        let mut negative = false;
        loop {
            if let Some(span) = self.cursor.take_mark('-') {
                minus = minus.or(Some(span));
                negative = !negative;
            } else if self.cursor.take_mark('+').is_none() {
                break;
            }
        }
        self.atom()?;
        if let Some(span) = minus.filter(|_| negative) {
            self.steps.push((Step::Negate, span));
        }
        Ok(())
    }

    fn apply(
        &mut self,
        operator: Operator,
        _: (usize, ()),
        _: (usize, ()),
    ) -> Result<(), Diagnostic> {
        let span = self.operators.pop().unwrap_or_default();
        self.steps.push((Step::Apply(operator), span));
        Ok(())
    }

    fn position(&self) -> usize {
        self.steps.len()
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unreadable(&self, why: Unreadable) -> Diagnostic {
        let span = self
            .cursor
            .peek()
            .map_or(self.cursor.end, |token| token.span);
        Diagnostic::error("too-deep", why.message())
            .label(span, "one too many")
            .help("give a part of it a name with `let`")
    }
}

impl Parser<'_, '_> {
    fn atom(&mut self) -> Result<(), Diagnostic> {
        let Some(token) = self.cursor.peek() else {
            return Err(self.cursor.unexpected(EXPECTED));
        };
        let leaf = match token.kind {
            Kind::Int { value, bits } => Leaf::Int { value, bits },
            Kind::Float { value, text } => Leaf::Float { value, text },
            Kind::Name(name) => Leaf::Name(name),
            Kind::Mark('&') => {
                self.cursor.next();
                let word = self.cursor.name("the name of an argument after `&`")?;
                let leaf = Step::Leaf(Leaf::Address(word.text));
                self.steps.push((leaf, token.span.to(word.span)));
                return Ok(());
            }
            Kind::Mark('(') => {
                self.cursor.next();
                syntax::expression(self)?;
                return self.cursor.mark(')', "`)`").map(|_| ());
            }
            Kind::Mark('/') => {
                return Err(self.cursor.unexpected(EXPECTED).help(
                    "`/` divides integers without a remainder; comments begin with `#` or `;`",
                ));
            }
            _ => return Err(self.cursor.unexpected(EXPECTED)),
        };
        self.cursor.next();
        self.steps.push((Step::Leaf(leaf), token.span));
        Ok(())
    }
}
