//! Numbers as header expressions see them: exact integers and 64-bit floats.

use std::fmt;

use crate::float;

/// A number of the header. Integers lie between `i64::MIN` and `u64::MAX`, so that every value
/// of every integer type can be written; anything beyond is an overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An exact integer.
    Int(i128),
    /// A float, as every expression that contains one is.
    Float(f64),
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// The result is no integer between `i64::MIN` and `u64::MAX`, or no finite float.
    Overflow,
    /// Of integers and floats alike.
    DivisionByZero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl Value {
    /// The number as a float, rounded if need be.
    pub fn as_f64(self) -> f64 {
        match self {
            Value::Int(n) => n as f64,
            Value::Float(x) => x,
        }
    }

    /// The number if it is an integer.
    pub fn as_int(self) -> Option<i128> {
        match self {
            Value::Int(n) => Some(n),
            Value::Float(_) => None,
        }
    }

    /// A float that looks like one, where that is the point of a message.
    pub(crate) fn with_point(self) -> String {
        let text = self.to_string();
        let whole = text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        if whole && self.as_int().is_none() {
            text + ".0"
        } else {
            text
        }
    }

    pub(crate) fn negate(self) -> Result<Value, Undefined> {
        match self {
            Value::Int(n) => in_range(n.checked_neg()),
            Value::Float(x) => Ok(Value::Float(-x)),
        }
    }

    /// Two integers give an integer (division truncates toward zero, the remainder has the sign
    /// of the dividend); otherwise both are taken as floats. Division by zero is an error for
    /// floats too: an infinity can be written as `inf`.
    pub(crate) fn apply(self, operator: Operator, other: Value) -> Result<Value, Undefined> {
        let zero = matches!(other, Value::Int(0)) || other.as_f64() == 0.0;
        if matches!(operator, Operator::Div | Operator::Rem) && zero {
            return Err(Undefined::DivisionByZero);
        }
        if let (Value::Int(a), Value::Int(b)) = (self, other) {
            return in_range(match operator {
                Operator::Add => a.checked_add(b),
                Operator::Sub => a.checked_sub(b),
                Operator::Mul => a.checked_mul(b),
                Operator::Div => a.checked_div(b),
                Operator::Rem => a.checked_rem(b),
            });
        }
        let (a, b) = (self.as_f64(), other.as_f64());
        let result = match operator {
            Operator::Add => a + b,
            Operator::Sub => a - b,
            Operator::Mul => a * b,
            Operator::Div => a / b,
            Operator::Rem => a % b,
        };
        if result.is_infinite() && a.is_finite() && b.is_finite() {
            return Err(Undefined::Overflow);
        }
        Ok(Value::Float(result))
    }
}

fn in_range(n: Option<i128>) -> Result<Value, Undefined> {
    n.filter(|n| (i64::MIN.into()..=u64::MAX.into()).contains(n))
        .map(Value::Int)
        .ok_or(Undefined::Overflow)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Float(x) => f.write_str(&float::shortest_f64(*x)),
        }
    }
}
