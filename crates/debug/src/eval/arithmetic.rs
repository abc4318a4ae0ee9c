//! What operators make of values.

use crate::expr::{Binary, Unary};
use crate::value::Value;

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
pub(super) fn binary(operator: Binary, a: Value, b: Value) -> Result<Value, String> {
    // Equality and bits are about bits; sizes and sums are about what is shown.
    let (a, b) = match operator {
        Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual
        | Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem => (a.as_shown(), b.as_shown()),
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
                None => floating(operator, a, b).map(Value::Float),
            }
        }
    }
}

/// Whether two tuples are the same place; that is all there is to ask of them.
pub(super) fn tuples(operator: Binary, a: Vec<Value>, b: Vec<Value>) -> Result<Value, String> {
    let numbers = |all: Vec<Value>| all.into_iter().map(Value::integer).collect::<Vec<_>>();
    let same = numbers(a) == numbers(b);
    match operator {
        Binary::Equal => Ok(Value::Int(same.into())),
        Binary::NotEqual => Ok(Value::Int((!same).into())),
        _ => Err("places can be compared with `==` and `!=` only".into()),
    }
}

/// The answer of a comparison; none if the operator is not one.
fn compare<T: PartialOrd>(operator: Binary, a: &T, b: &T) -> Option<bool> {
    Some(match operator {
        Binary::Equal => a == b,
        Binary::NotEqual => a != b,
        Binary::Less => a < b,
        Binary::LessEqual => a <= b,
        Binary::Greater => a > b,
        Binary::GreaterEqual => a >= b,
        _ => return None,
    })
}

/// Integers are as large as they need to be, as long as that is sensible.
fn integer(operator: Binary, a: i128, b: i128) -> Result<i128, String> {
    let nonzero = |b: i128| match b {
        0 => Err("division by zero".to_string()),
        b => Ok(b),
    };
    let shift = u32::try_from(b).ok().filter(|&b| b < 64);
    let result = match operator {
        Binary::BitOr => Some(a | b),
        Binary::BitXor => Some(a ^ b),
        Binary::BitAnd => Some(a & b),
        Binary::ShiftLeft => shift.and_then(|b| a.checked_mul(1 << b)),
        Binary::ShiftRight => shift.map(|b| a >> b),
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div => a.checked_div(nonzero(b)?),
        Binary::Rem => a.checked_rem(nonzero(b)?),
        _ => None,
    };
    let in_range = |n: &i128| n.unsigned_abs() < 1 << 96;
    let result = result.filter(in_range);
    result.ok_or_else(|| "the result is too large".into())
}

fn floating(operator: Binary, a: f64, b: f64) -> Result<f64, String> {
    match operator {
        Binary::Add => Ok(a + b),
        Binary::Sub => Ok(a - b),
        Binary::Mul => Ok(a * b),
        Binary::Div => Ok(a / b),
        Binary::Rem => Ok(a % b),
        _ => Err("bits are taken of integers, not of floats".into()),
    }
}
