//! Products of small floats as the matrix cores of CDNA add them up, for a row of results at once.
//!
//! A core takes a group of products at a time, up to as many as it has multipliers for. Products are
//! exact. The largest exponent among them, which is the sum of the exponents that their factors are
//! written with, sets a grid of 24 bits after the point, and what lies below it is cut off each product,
//! toward zero. The sum of what is left meets the accumulator on a grid that the larger exponent of the
//! two sets: the sum keeps 31 bits after the point and the accumulator 24, both cut downward. That is
//! rounded once, to nearest even, and begins the next group. Subnormals are numbers like others.
//!
//! Bytes go two ways: products with an even place and those with an odd one have a grid each, and are
//! cut downward when they meet. An accumulator that is too small for their grid by more than a bit does
//! not count, where that of other groups counts as minus one if it is negative.
//!
//! This is what Xie, Wang, Yang and Yang found of CDNA 3 by tests and held to a chip bit by bit
//! ("MMA-Sim: Bit-Accurate Reference Model of Tensor Cores and Matrix Cores", arXiv 2511.10909). They leave
//! the bits of NaNs open: here all are the canonical one.
//!
//! Everything is an `f64`, in which products, multiples of grids and their sums are exact. The exponent of
//! a number is a power of two here, 0 for that of zero, so that the coarsest grid is the largest of some
//! numbers.

use crate::dot_rows::{Factor, Factors, inverse, larger, leading, power};
use crate::kernel::CHUNK;

/// How a core adds up the products of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// On one grid.
    Together,
    /// Even and odd ones apart.
    Apart,
}

/// What takes part in no sum that is a number: the canonical NaN.
const NAN: u32 = 0x7fc0_0000;
/// Products from here on are infinite.
const ENDLESS: f64 = power(128);
/// Places after the point of products and of the accumulator, and of the sum of products.
const TERM: f64 = power(-24);
const SUM: f64 = power(-31);
/// Units of the finer grid in one of the coarser.
const UNITS: f64 = power(7);
/// The exponent of zero and of subnormals, as a power of two.
const LEAST: f64 = power(-126);
/// How far below the grid the accumulator of bytes still counts.
const FAR: f64 = power(-25);

/// A value for each result of a row.
type Row = [f64; CHUNK];

/// See [`Kernels::group`](crate::Kernels::group).
#[inline(always)]
pub(crate) fn group(core: Core, a: &[Factor], b: &[&Factors], sums: &mut [u32; CHUNK]) {
    let (sum, exponent) = match core {
        Core::Together => cut(a, b, 0, 1),
        Core::Apart => {
            let (even, even_exponent) = cut(a, b, 0, 2);
            let (odd, odd_exponent) = cut(a, b, 1, 2);
            let mut both = ([0.0; CHUNK], [0.0; CHUNK]);
            for i in 0..CHUNK {
                let exponent = larger(even_exponent[i], odd_exponent[i]);
                let scale = inverse(exponent * TERM);
                let sum = (even[i] * scale).floor() + (odd[i] * scale).floor();
                both.0[i] = sum * (exponent * TERM);
                both.1[i] = exponent;
            }
            both
        }
    };
    let mut strange = [false; CHUNK];
    for (a, b) in a.iter().zip(b) {
        for (strange, b) in strange.iter_mut().zip(&b.values) {
            let product = (a.value * b).abs();
            *strange |= product.is_nan() | (product >= ENDLESS);
        }
    }
    let mut results = [0.0_f32; CHUNK];
    for i in 0..CHUNK {
        let start = f64::from(f32::from_bits(sums[i]));
        strange[i] |= !start.is_finite();
        let own = larger(leading(start), LEAST);
        let exponent = larger(exponent[i], own);
        let counts = core == Core::Together || own >= exponent * FAR;
        let start = (start * inverse(exponent * TERM)).floor() * UNITS;
        let start = if counts { start } else { 0.0 };
        let sum = (sum[i] * inverse(exponent * SUM)).floor() + start;
        // What is nothing is never negative.
        results[i] = ((sum + 0.0) * (exponent * SUM)) as f32;
    }
    for i in 0..CHUNK {
        sums[i] = match strange[i] {
            false => results[i].to_bits(),
            true => special(a, b, i, sums[i]),
        };
    }
}

/// Every so many products, cut to the grid of the largest of them and added up; and the exponent that
/// sets the grid.
#[inline(always)]
fn cut(a: &[Factor], b: &[&Factors], first: usize, step: usize) -> (Row, Row) {
    let mut exponent = [0.0; CHUNK];
    let mut k = first;
    while k < a.len() {
        for (exponent, b) in exponent.iter_mut().zip(&b[k].powers) {
            *exponent = larger(*exponent, a[k].power * b);
        }
        k += step;
    }
    let scale: Row = std::array::from_fn(|i| inverse(exponent[i] * TERM));
    let mut sum = [0.0; CHUNK];
    let mut k = first;
    while k < a.len() {
        for i in 0..CHUNK {
            sum[i] += (a[k].value * b[k].values[i] * scale[i]).trunc();
        }
        k += step;
    }
    for i in 0..CHUNK {
        sum[i] *= exponent[i] * TERM;
    }
    (sum, exponent)
}

/// A sum with infinities, NaNs, or products that are out of range.
#[cold]
fn special(a: &[Factor], b: &[&Factors], at: usize, start: u32) -> u32 {
    let products = || a.iter().zip(b).map(|(a, b)| a.value * b.values[at]);
    let start = f64::from(f32::from_bits(start));
    let all = products().filter(|it| !it.is_finite());
    let sum: f64 = all.chain([start]).sum();
    let sum = match sum.is_finite() {
        false => sum,
        // They are infinite of their own, unless something was already.
        true => (products().filter(|it| it.abs() >= ENDLESS))
            .map(|it| f64::INFINITY.copysign(it))
            .sum(),
    };
    match sum.is_nan() {
        true => NAN,
        false => (sum as f32).to_bits(),
    }
}

/// A fused multiply-add for each result of a row. NaNs are canonical.
#[inline(always)]
pub(crate) fn fused(a: f32, b: &[f32; CHUNK], sums: &mut [f32; CHUNK]) {
    for i in 0..CHUNK {
        sums[i] = crate::formats::canonical(a.mul_add(b[i], sums[i]));
    }
}

/// The same in double precision.
#[inline(always)]
pub(crate) fn fused64(a: f64, b: &[f64; CHUNK], sums: &mut [f64; CHUNK]) {
    for i in 0..CHUNK {
        sums[i] = crate::formats::canonical64(a.mul_add(b[i], sums[i]));
    }
}
