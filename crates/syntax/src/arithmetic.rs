//! What operators make of numbers, where a language has no rules of its own.

use crate::operator::Operator;

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// The result is larger than the language allows.
    Overflow,
    /// Of integers; of floats where the language says so.
    DivisionByZero,
    /// Shifts go by 0 to 63 bits.
    ShiftAmount,
    /// The operator takes integers, and met a float.
    NeedsIntegers,
}

/// The result of an operator on integers. Division truncates toward zero, the remainder has the
/// sign of the dividend, and what is true is 1.
pub fn integers(operator: Operator, a: i128, b: i128) -> Result<i128, Undefined> {
    if let Some(holds) = compare(operator, &a, &b) {
        return Ok(holds.into());
    }
    let shift = || match u32::try_from(b) {
        Ok(by @ 0..64) => Ok(by),
        _ => Err(Undefined::ShiftAmount),
    };
    let divides = matches!(operator, Operator::Divide | Operator::Remainder);
    if divides && b == 0 {
        return Err(Undefined::DivisionByZero);
    }
    let result = match operator {
        Operator::Or => Some((a != 0 || b != 0).into()),
        Operator::And => Some((a != 0 && b != 0).into()),
        Operator::BitOr => Some(a | b),
        Operator::BitOrNot => Some(a | !b),
        Operator::BitXor => Some(a ^ b),
        Operator::BitAnd => Some(a & b),
        Operator::ShiftLeft => a.checked_mul(1 << shift()?),
        Operator::ShiftRight => Some(a >> shift()?),
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => a.checked_div(b),
        Operator::Remainder => a.checked_rem(b),
        _ => None,
    };
    result.ok_or(Undefined::Overflow)
}

/// The result of an operator on floats, as IEEE 754 has it. What is asked of them (a comparison,
/// `&&`) is an integer and not for this function.
pub fn floats(operator: Operator, a: f64, b: f64) -> Result<f64, Undefined> {
    match operator {
        Operator::Add => Ok(a + b),
        Operator::Subtract => Ok(a - b),
        Operator::Multiply => Ok(a * b),
        Operator::Divide => Ok(a / b),
        Operator::Remainder => Ok(a % b),
        _ => Err(Undefined::NeedsIntegers),
    }
}

/// The answer of a comparison; none if the operator is not one.
pub fn compare<T: PartialOrd>(operator: Operator, a: &T, b: &T) -> Option<bool> {
    Some(match operator {
        Operator::Equal => a == b,
        Operator::Different => a != b,
        Operator::Less => a < b,
        Operator::LessEqual => a <= b,
        Operator::Greater => a > b,
        Operator::GreaterEqual => a >= b,
        _ => return None,
    })
}

/// The number, if 64 bits hold it, signed or not.
pub fn in_64_bits(value: i128) -> Result<i128, Undefined> {
    match (i64::MIN.into()..=u64::MAX.into()).contains(&value) {
        true => Ok(value),
        false => Err(Undefined::Overflow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_exact_or_undefined() {
        use Operator::*;
        for (operator, a, b, expected) in [
            (Divide, -7, 2, Ok(-3)),
            (Remainder, -7, 4, Ok(-3)),
            (Divide, 1, 0, Err(Undefined::DivisionByZero)),
            (Remainder, 1, 0, Err(Undefined::DivisionByZero)),
            (ShiftLeft, 1, 63, Ok(1 << 63)),
            (ShiftLeft, 1, 64, Err(Undefined::ShiftAmount)),
            (ShiftRight, -8, 1, Ok(-4)),
            (ShiftRight, 1, -1, Err(Undefined::ShiftAmount)),
            (Multiply, i128::MAX, 2, Err(Undefined::Overflow)),
            (Less, 1, 2, Ok(1)),
            (And, 3, 4, Ok(1)),
            (BitAnd, 6, 3, Ok(2)),
            (BitOrNot, 1, -1, Ok(1)),
        ] {
            assert_eq!(integers(operator, a, b), expected, "{a} {operator:?} {b}");
        }
        assert_eq!(in_64_bits(1 << 64), Err(Undefined::Overflow));
        assert_eq!(in_64_bits(u64::MAX.into()), Ok(u64::MAX.into()));
    }

    #[test]
    fn floats_follow_ieee_754() {
        assert_eq!(floats(Operator::Divide, 1.0, 0.0), Ok(f64::INFINITY));
        assert_eq!(floats(Operator::Remainder, -7.5, 2.0), Ok(-1.5));
        let bits = floats(Operator::BitAnd, 1.0, 1.0);
        assert_eq!(bits, Err(Undefined::NeedsIntegers));
    }
}
