//! What operators make of values.

use crate::expr::Unary;
use crate::value::Value;
use syntax::{Operator, Undefined, compare};

/// The result of an operator on one value.
pub(super) fn unary(operator: Unary, value: Value) -> Result<Value, String> {
    match (operator, value.as_shown().number(Value::Int(0))) {
        (Unary::Not, _) => Ok(Value::Int((!value.truth()).into())),
        (Unary::Minus, Value::Float(x)) => Ok(Value::Float(-x)),
        (Unary::Minus, Value::Int(n)) => Ok(Value::Int(-n)),
        (_, _) => match value.number(Value::Int(0)) {
            Value::Int(n) => Ok(Value::Int(!n)),
            _ => Err("`~` takes an integer".into()),
        },
    }
}

/// The result of an operator on two values.
pub(super) fn binary(operator: Operator, a: Value, b: Value) -> Result<Value, String> {
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
    let float = |value: Value| match value {
        Value::Int(n) => n as f64,
        Value::Float(x) => x,
        _ => f64::NAN,
    };
    match (a.number(b), b.number(a)) {
        (Value::Int(a), Value::Int(b)) => match compare(operator, &a, &b) {
            Some(holds) => Ok(Value::Int(holds.into())),
            None => integer(operator, a, b).map(Value::Int),
        },
        (a, b) => {
            let (a, b) = (float(a), float(b));
            match compare(operator, &a, &b) {
                Some(holds) => Ok(Value::Int(holds.into())),
                None => {
                    let result = syntax::floats(operator, a, b);
                    result.map(Value::Float).map_err(said)
                }
            }
        }
    }
}

/// Whether two tuples are the same place; that is all there is to ask of them.
pub(super) fn tuples(operator: Operator, a: Vec<Value>, b: Vec<Value>) -> Result<Value, String> {
    let numbers = |all: Vec<Value>| all.into_iter().map(Value::integer).collect::<Vec<_>>();
    let same = numbers(a) == numbers(b);
    match operator {
        Operator::Equal => Ok(Value::Int(same.into())),
        Operator::Different => Ok(Value::Int((!same).into())),
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
