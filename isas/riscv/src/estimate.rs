//! Estimates of 1/x and 1/sqrt(x) to seven bits.
//!
//! The vector extension tabulates both. Each entry is the function's value in the middle of the
//! interval that its index stands for, rounded to seven bits, which is how it is found here.

use super::float::{DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW};
use rustc_apfloat::Round;

/// Bits of an estimate.
const PRECISION: u32 = 7;

/// The layout of a float: bits of fraction and exponent.
#[derive(Clone, Copy)]
struct Layout {
    fraction: u32,
    exponent: u32,
}

/// A float taken apart: the exponent as it is stored, subnormals normalised below zero.
struct Parts {
    negative: bool,
    exponent: i64,
    fraction: u64,
}

impl Layout {
    fn of(double: bool) -> Layout {
        match double {
            true => Layout {
                fraction: 52,
                exponent: 11,
            },
            false => Layout {
                fraction: 23,
                exponent: 8,
            },
        }
    }

    fn top(self) -> u64 {
        (1 << self.exponent) - 1
    }

    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    fn join(self, negative: bool, exponent: u64, fraction: u64) -> u64 {
        u64::from(negative) << (self.fraction + self.exponent)
            | exponent << self.fraction
            | fraction
    }

    fn infinity(self, negative: bool) -> u64 {
        self.join(negative, self.top(), 0)
    }

    fn nan(self) -> u64 {
        self.join(false, self.top(), 1 << (self.fraction - 1))
    }

    /// A finite number that is not zero, or what to answer otherwise: zero, infinity, NaN.
    fn split(self, bits: u64) -> std::result::Result<Parts, Special> {
        let negative = bits >> (self.fraction + self.exponent) & 1 == 1;
        let exponent = bits >> self.fraction & self.top();
        let fraction = bits & ((1 << self.fraction) - 1);
        if exponent == self.top() {
            return Err(match fraction {
                0 => Special::Infinity { negative },
                _ => Special::Nan {
                    signaling: fraction >> (self.fraction - 1) == 0,
                },
            });
        }
        if exponent == 0 && fraction == 0 {
            return Err(Special::Zero { negative });
        }
        if exponent != 0 {
            return Ok(Parts {
                negative,
                exponent: exponent as i64,
                fraction,
            });
        }
        let shift = fraction.leading_zeros() - (63 - self.fraction);
        Ok(Parts {
            negative,
            exponent: 1 - i64::from(shift),
            fraction: fraction << shift & ((1 << self.fraction) - 1),
        })
    }

    /// The fraction whose upper seven bits are those of `value`, which is from 1 to 2.
    fn rounded(self, value: f64) -> u64 {
        let scale = f64::from(1 << PRECISION);
        let bits = ((value - 1.0) * scale + 0.5) as u64;
        bits << (self.fraction - PRECISION)
    }
}

enum Special {
    Zero { negative: bool },
    Infinity { negative: bool },
    Nan { signaling: bool },
}

fn nan_flags(signaling: bool) -> u32 {
    if signaling { INVALID } else { 0 }
}

/// 1/x and the flags that it raises.
pub fn reciprocal(bits: u64, double: bool, round: Round) -> (u64, u32) {
    let layout = Layout::of(double);
    let parts = match layout.split(bits) {
        Ok(parts) => parts,
        Err(Special::Zero { negative }) => return (layout.infinity(negative), DIVIDE_BY_ZERO),
        Err(Special::Infinity { negative }) => return (layout.join(negative, 0, 0), 0),
        Err(Special::Nan { signaling }) => return (layout.nan(), nan_flags(signaling)),
    };
    let negative = parts.negative;
    // The reciprocals of the smallest numbers are larger than the largest.
    if parts.exponent < -1 {
        let finite = match round {
            Round::TowardZero => true,
            Round::TowardNegative => !negative,
            Round::TowardPositive => negative,
            _ => false,
        };
        let infinity = layout.infinity(negative);
        return (infinity - u64::from(finite), OVERFLOW | INEXACT);
    }
    let index = parts.fraction >> (layout.fraction - PRECISION);
    let x = 1.0 + (index as f64 + 0.5) / f64::from(1 << PRECISION);
    let fraction = layout.rounded(2.0 / x);
    let exponent = 2 * layout.bias() - 1 - parts.exponent;
    let leading = 1 << layout.fraction;
    let (exponent, fraction) = match exponent {
        -1 => (0, (leading | fraction) >> 2),
        0 => (0, (leading | fraction) >> 1),
        exponent => (exponent as u64, fraction),
    };
    (layout.join(negative, exponent, fraction), 0)
}

/// 1/sqrt(x) and the flags that it raises.
pub fn reciprocal_root(bits: u64, double: bool) -> (u64, u32) {
    let layout = Layout::of(double);
    let parts = match layout.split(bits) {
        Ok(parts) if parts.negative => return (layout.nan(), INVALID),
        Ok(parts) => parts,
        Err(Special::Zero { negative }) => return (layout.infinity(negative), DIVIDE_BY_ZERO),
        Err(Special::Infinity { negative: false }) => return (0, 0),
        Err(Special::Infinity { negative: true }) => return (layout.nan(), INVALID),
        Err(Special::Nan { signaling }) => return (layout.nan(), nan_flags(signaling)),
    };
    // The index is one bit of the exponent and six of the fraction.
    let index = parts.fraction >> (layout.fraction - (PRECISION - 1));
    let x = 1.0 + (index as f64 + 0.5) / f64::from(1 << (PRECISION - 1));
    let x = if parts.exponent & 1 == 0 { 2.0 * x } else { x };
    let fraction = layout.rounded(2.0 / x.sqrt());
    let exponent = (3 * layout.bias() - 1 - parts.exponent) >> 1;
    (layout.join(false, exponent as u64, fraction), 0)
}
