//! Is this the right rounding? Answered with big integers and nothing that the crate itself uses.
//!
//! A result is not computed but judged: the exact value must lie between the midpoints (or, for
//! directed rounding, the numbers) on either side of it.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

/// `m * 2^e`.
#[derive(Clone, Debug)]
pub struct Dyadic {
    m: BigInt,
    e: i64,
}

impl Dyadic {
    pub fn new(m: impl Into<BigInt>, e: i64) -> Dyadic {
        Dyadic { m: m.into(), e }
    }

    pub fn times(&self, other: &Dyadic) -> Dyadic {
        Dyadic {
            m: &self.m * &other.m,
            e: self.e + other.e,
        }
    }

    pub fn plus(&self, other: &Dyadic) -> Dyadic {
        let e = self.e.min(other.e);
        Dyadic {
            m: self.at(e) + other.at(e),
            e,
        }
    }

    pub fn half(&self) -> Dyadic {
        Dyadic {
            m: self.m.clone(),
            e: self.e - 1,
        }
    }

    pub fn compare(&self, other: &Dyadic) -> Ordering {
        let e = self.e.min(other.e);
        self.at(e).cmp(&other.at(e))
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i32 {
        match self.m.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    fn at(&self, e: i64) -> BigInt {
        &self.m << (self.e - e) as usize
    }
}

/// An IEEE 754 binary format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub exponent: u32,
    pub fraction: u32,
}

pub const HALF: Format = Format {
    exponent: 5,
    fraction: 10,
};
pub const BFLOAT: Format = Format {
    exponent: 8,
    fraction: 7,
};
pub const SINGLE: Format = Format {
    exponent: 8,
    fraction: 23,
};
pub const DOUBLE: Format = Format {
    exponent: 11,
    fraction: 52,
};

impl Format {
    pub fn sign_bit(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    pub fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    pub fn is_finite(self, bits: u64) -> bool {
        bits & self.infinity() != self.infinity()
    }

    /// The exact value; an infinity counts as the number that would follow the greatest.
    pub fn value(self, bits: u64) -> Dyadic {
        let magnitude = bits & !self.sign_bit();
        let biased = (magnitude >> self.fraction) as i64;
        let fraction = (magnitude & ((1 << self.fraction) - 1)) as i64;
        let m = if biased == 0 {
            fraction
        } else {
            fraction + (1 << self.fraction)
        };
        let bias = (1i64 << (self.exponent - 1)) - 1;
        let m = if bits & self.sign_bit() != 0 { -m } else { m };
        Dyadic::new(m, biased.max(1) - bias - i64::from(self.fraction))
    }

    /// The number above, of either sign; `None` above infinity.
    fn above(self, bits: u64) -> Option<u64> {
        if bits & !self.sign_bit() == 0 {
            Some(1)
        } else if bits & self.sign_bit() != 0 {
            Some(bits - 1)
        } else {
            (bits != self.infinity()).then(|| bits + 1)
        }
    }

    fn below(self, bits: u64) -> Option<u64> {
        self.above(bits ^ self.sign_bit())
            .map(|above| above ^ self.sign_bit())
    }
}

/// Rounding modes by the numbers that the ops take.
pub const MODES: [u32; 5] = [0, 1, 2, 3, 4];

/// Whether `result` is x rounded to `format` by `mode`, where `compare(y)` compares x with y.
/// For x other than zero.
pub fn is_rounded(
    result: u64,
    format: Format,
    mode: u32,
    negative: bool,
    compare: impl Fn(&Dyadic) -> Ordering,
) -> bool {
    if result & !format.sign_bit() > format.infinity()
        || (result & format.sign_bit() != 0) != negative
    {
        return false;
    }
    let infinite = !format.is_finite(result);
    let here = format.value(result);
    let midpoint = |other: u64| here.plus(&format.value(other)).half();
    let even = result & 1 == 0;
    // May x lie above, or below, this result; and how far?
    let (below, above) = (format.below(result), format.above(result));
    let nearest = |ties_here: [bool; 2]| {
        let low = below.is_none_or(|below| match compare(&midpoint(below)) {
            Ordering::Less => false,
            Ordering::Equal => ties_here[0],
            Ordering::Greater => true,
        });
        let high = above.is_none_or(|above| match compare(&midpoint(above)) {
            Ordering::Less => true,
            Ordering::Equal => ties_here[1],
            Ordering::Greater => false,
        });
        low && high
    };
    let finite_or_past = |other: Option<u64>, wanted: Ordering| {
        // Beyond the greatest number there is no other that x could have reached.
        other
            .is_none_or(|other| !format.is_finite(other) || compare(&format.value(other)) == wanted)
    };
    let at_least_here = infinite && negative || !infinite && compare(&here) != Ordering::Less;
    let at_most_here = infinite && !negative || !infinite && compare(&here) != Ordering::Greater;
    let down = at_least_here && finite_or_past(above, Ordering::Less);
    let up = at_most_here && finite_or_past(below, Ordering::Greater);
    match (mode, negative) {
        (0, _) => nearest([even, even]),
        (4, true) => nearest([false, true]),
        (4, false) => nearest([true, false]),
        (2, _) | (1, false) => down,
        (3, _) | (1, true) => up,
        _ => unreachable!("no such mode"),
    }
}
