//! [`dot_unit`](crate::dot_unit) for a row of results at once: what products of matrices are made of.
//!
//! The arithmetic is the same, in an order that vector units can follow. Exponents are powers of two
//! here, 0 for that of zero, so that the coarsest grid is the largest of some numbers. What has no
//! place in that, infinities and NaNs and the least of results, is left to the other way.

use crate::dot_unit::{DotFormat, DotUnit};
use crate::kernel::CHUNK;

/// A factor, and the power of two that it is written with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Factor {
    pub(crate) value: f64,
    pub(crate) power: f64,
}

impl Factor {
    /// Of raw bits, if they are a finite number.
    pub fn new(raw: u32, format: DotFormat, unit: DotUnit) -> Option<Factor> {
        let value = format.value(raw, unit);
        let power = match value == 0.0 {
            true => 0.0,
            false => power(format.scale(value)),
        };
        value.is_finite().then_some(Factor { value, power })
    }

    /// Of a value, and the exponent of the least number of its format that is not subnormal.
    #[inline]
    pub fn of(value: f64, least: i32) -> Factor {
        let power = match value == 0.0 {
            true => 0.0,
            false => larger(leading(value), power(least)),
        };
        Factor { value, power }
    }

    /// The factor times a power of two, which its exponent counts.
    #[inline]
    pub fn scaled(self, scale: f64) -> Factor {
        Factor {
            value: self.value * scale,
            power: self.power * scale,
        }
    }
}

/// One factor for each result of a row.
#[derive(Clone, Copy, Debug)]
pub struct Factors {
    pub(crate) values: [f64; CHUNK],
    pub(crate) powers: [f64; CHUNK],
}

impl Factors {
    /// Of the factor that each result has.
    pub fn new(factor: impl Fn(usize) -> Factor) -> Factors {
        Factors {
            values: std::array::from_fn(|i| factor(i).value),
            powers: std::array::from_fn(|i| factor(i).power),
        }
    }
}

/// Bits of a product, and of the accumulator, that are above the grid, as powers of two.
const PRODUCT: f64 = power(-24);
const TERM: f64 = power(-26);

/// See [`Kernels::dots`](crate::Kernels::dots).
#[inline(always)]
pub(crate) fn dots(unit: DotUnit, a: &[Factor], b: &[Factors], sums: &mut [u32; CHUNK]) -> u16 {
    match (unit, a, b) {
        (DotUnit::Framed, [a0, a1], [b0, b1]) => framed([a0, a1], [b0, b1], sums),
        (DotUnit::Floored, [a0, a1, a2, a3], [b0, b1, b2, b3]) => {
            floored([a0, a1, a2, a3], [b0, b1, b2, b3], sums)
        }
        _ => u16::MAX,
    }
}

#[inline(always)]
fn framed(a: [&Factor; 2], b: [&Factors; 2], sums: &mut [u32; CHUNK]) -> u16 {
    let mut results = [0; CHUNK];
    let mut strange = [0; CHUNK];
    for i in 0..CHUNK {
        let start = f64::from(f32::from_bits(sums[i]));
        let start = if start.abs() < power(-126) {
            0.0
        } else {
            start
        };
        // Zeros have signs too.
        let start = start.copysign(f64::from(f32::from_bits(sums[i])));
        let products = [0, 1].map(|k| a[k].value * b[k].values[i]);
        let grids = [0, 1].map(|k| a[k].power * b[k].powers[i] * PRODUCT);
        let terms = [products[0], products[1], start];
        let largest = terms.map(leading);
        let largest = larger(larger(largest[0], largest[1]), largest[2]);
        let grid = larger(larger(grids[0], grids[1]), largest * TERM);
        let scale = inverse(grid);
        let mut sum = 0.0;
        for term in terms {
            let size = (term.abs() * scale).floor();
            let same = (term.to_bits() ^ start.to_bits()) >> 63 == 0;
            sum += if same { size } else { -size - 1.0 };
        }
        let sum = sum * grid;
        let sum = if start.is_sign_negative() { -sum } else { sum };
        let sum = if largest == 0.0 { 0.0 } else { sum };
        // Small numbers are rounded in another way, unless there is nothing to round.
        strange[i] = u32::from(!start.is_finite() || sum.abs() < power(-100) && sum != 0.0);
        results[i] = (sum as f32 + 0.0).to_bits();
    }
    commit(&results, &strange, sums)
}

#[inline(always)]
fn floored(a: [&Factor; 4], b: [&Factors; 4], sums: &mut [u32; CHUNK]) -> u16 {
    const LEAST: f64 = power(-126);
    let mut results = [0; CHUNK];
    let mut strange = [0; CHUNK];
    for i in 0..CHUNK {
        let start = f64::from(f32::from_bits(sums[i]));
        let products = [0, 1, 2, 3].map(|k| a[k].value * b[k].values[i]);
        let grids = [0, 1, 2, 3].map(|k| a[k].power * b[k].powers[i] * PRODUCT);
        let own = [larger(grids[0], grids[1]), larger(grids[2], grids[3])];
        let grid = larger(larger(own[0], own[1]), larger(leading(start), LEAST) * TERM);
        let scale = inverse(grid);
        let nothing = start.abs() < grid && grid > LEAST;
        let mut sum = if nothing {
            0.0
        } else {
            (start * scale).floor()
        };
        for pair in 0..2 {
            let (grid, scale_of_pair) = (own[pair], inverse(own[pair]));
            let part = (products[2 * pair] * scale_of_pair).floor()
                + (products[2 * pair + 1] * scale_of_pair).floor();
            sum += (part * grid * scale).floor();
        }
        strange[i] = u32::from(!start.is_finite());
        results[i] = ((sum * grid) as f32 + 0.0).to_bits();
    }
    commit(&results, &strange, sums)
}

/// Replaces the sums that are as they should be, and returns the others.
#[inline(always)]
fn commit(results: &[u32; CHUNK], strange: &[u32; CHUNK], sums: &mut [u32; CHUNK]) -> u16 {
    let mut others = 0;
    for i in 0..CHUNK {
        others |= (strange[i] as u16) << i;
        sums[i] = if strange[i] == 0 { results[i] } else { sums[i] };
    }
    others
}

/// Two to a power that an `f64` can have.
pub(crate) const fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The power of two that a number begins with, which is not subnormal; 0 for 0.
#[inline(always)]
pub(crate) fn leading(value: f64) -> f64 {
    f64::from_bits(value.to_bits() & 0x7ff0_0000_0000_0000)
}

/// One through a power of two; of 0, anything.
#[inline(always)]
pub(crate) fn inverse(power: f64) -> f64 {
    f64::from_bits((2046u64 << 52).wrapping_sub(power.to_bits()))
}

#[inline(always)]
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
