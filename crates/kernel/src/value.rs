//! Numbers as header expressions see them: exact integers and 64-bit floats.

use std::fmt;

use syntax::{Operator, Undefined};

use crate::float;

/// A number of the header. Integers lie between `i64::MIN` and `u64::MAX`, so that every value
/// of every integer type can be written; anything beyond is an overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// An exact integer.
    Int(i128),
    /// A float, as every expression that contains one is.
    Float(f64),
}

impl Constant {
    /// The number as a float, rounded if need be.
    pub fn as_f64(self) -> f64 {
        match self {
            Constant::Int(n) => n as f64,
            Constant::Float(x) => x,
        }
    }

    /// The number if it is an integer.
    pub fn as_int(self) -> Option<i128> {
        match self {
            Constant::Int(n) => Some(n),
            Constant::Float(_) => None,
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

    pub(crate) fn negate(self) -> Result<Constant, Undefined> {
        match self {
            Constant::Int(n) => syntax::in_64_bits(-n).map(Constant::Int),
            Constant::Float(x) => Ok(Constant::Float(-x)),
        }
    }

    /// Two integers give an integer; otherwise both are taken as floats. Division by zero is an
    /// error for floats too, and so is a sum too large for one: an infinity is written `inf`.
    pub(crate) fn apply(self, operator: Operator, other: Constant) -> Result<Constant, Undefined> {
        if let (Constant::Int(a), Constant::Int(b)) = (self, other) {
            let result = syntax::integers(operator, a, b)?;
            return syntax::in_64_bits(result).map(Constant::Int);
        }
        let (a, b) = (self.as_f64(), other.as_f64());
        if matches!(operator, Operator::Divide | Operator::Remainder) && b == 0.0 {
            return Err(Undefined::DivisionByZero);
        }
        let result = syntax::floats(operator, a, b)?;
        if result.is_infinite() && a.is_finite() && b.is_finite() {
            return Err(Undefined::Overflow);
        }
        Ok(Constant::Float(result))
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Int(n) => write!(f, "{n}"),
            Constant::Float(x) => {
                let mut text = String::new();
                float::shortest_f64(*x, &mut text);
                f.write_str(&text)
            }
        }
    }
}
