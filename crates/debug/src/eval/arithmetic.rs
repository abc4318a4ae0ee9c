//! What operators make of values.

use crate::expr::Unary;
use crate::value::ExprValue;
use syntax::{Operator, Undefined, compare};

/// The result of an operator on one value.
pub(super) fn unary(operator: Unary, value: ExprValue) -> Result<ExprValue, String> {
    match (operator, value.as_shown().number(ExprValue::Int(0))) {
        (Unary::Not, _) => Ok(ExprValue::Int((!value.truth()).into())),
        (Unary::Minus, ExprValue::Float(x)) => Ok(ExprValue::Float(-x)),
        (Unary::Minus, ExprValue::Int(n)) => Ok(ExprValue::Int(-n)),
        (_, _) => match value.number(ExprValue::Int(0)) {
            ExprValue::Int(n) => Ok(ExprValue::Int(!n)),
            _ => Err("`~` takes an integer".into()),
        },
    }
}

/// The result of an operator on two values.
pub(super) fn binary(operator: Operator, a: ExprValue, b: ExprValue) -> Result<ExprValue, String> {
    // Equality and bits are about bits; sizes and sums are about what is shown.
    let (a, b) = match operator {
        Operator::Less
        | Operator::LessEqual
        | Operator::Greater
        | Operator::GreaterEqual
        | Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Remainder => (a.as_shown(), b.as_shown()),
        _ => (a, b),
    };
    let float = |value: ExprValue| match value {
        ExprValue::Int(n) => n as f64,
        ExprValue::Float(x) => x,
        _ => f64::NAN,
    };
    match (a.number(b), b.number(a)) {
        (ExprValue::Int(a), ExprValue::Int(b)) => match compare(operator, &a, &b) {
            Some(holds) => Ok(ExprValue::Int(holds.into())),
            None => integer(operator, a, b).map(ExprValue::Int),
        },
        (a, b) => {
            let (a, b) = (float(a), float(b));
            match compare(operator, &a, &b) {
                Some(holds) => Ok(ExprValue::Int(holds.into())),
                None => {
                    let result = syntax::floats(operator, a, b);
                    result.map(ExprValue::Float).map_err(said)
                }
            }
        }
    }
}

/// Whether two tuples are the same place; that is all there is to ask of them.
pub(super) fn tuples(
    operator: Operator,
    a: Vec<ExprValue>,
    b: Vec<ExprValue>,
) -> Result<ExprValue, String> {
    let numbers = |all: Vec<ExprValue>| all.into_iter().map(ExprValue::integer).collect::<Vec<_>>();
    let same = numbers(a) == numbers(b);
    match operator {
        Operator::Equal => Ok(ExprValue::Int(same.into())),
        Operator::Different => Ok(ExprValue::Int((!same).into())),
        _ => Err("places can be compared with `==` and `!=` only".into()),
    }
}

/// Integers are as large as they need to be, as long as that is sensible.
fn integer(operator: Operator, a: i128, b: i128) -> Result<i128, String> {
    let result = syntax::integers(operator, a, b).map_err(said)?;
    match result.unsigned_abs() < 1 << 96 {
        true => Ok(result),
        false => Err(said(Undefined::Overflow)),
    }
}

fn said(why: Undefined) -> String {
    match why {
        Undefined::Overflow => "the result is too large",
        Undefined::DivisionByZero => "division by zero",
        Undefined::ShiftAmount => "shifts go by 0 to 63 bits",
        Undefined::NeedsIntegers => "bits are taken of integers, not of floats",
    }
    .into()
}
