//! Dot products of small floats as units of hardware add them up.
//!
//! Products are exact. The largest term sets a grid, what lies below it is cut off each term, and the
//! sum of what is left is rounded once. So results are neither those of a chain of additions nor
//! exact sums, and which bits are lost tells units apart. Two ways of cutting are known.

use crate::{Bf16, Bf16x2, F16, F16x2};

lane_ops! { dot_unit keeps nan:
    /// `c` plus the products of two pairs; terms are cut in the frame of `c`'s sign.
    Dot2FramedF32F16 = dot2_framed_f32_f16(a: F16x2, b: F16x2, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Framed, halves(a.0), halves(b.0), [HALF; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of two pairs; terms are cut in the frame of `c`'s sign.
    Dot2FramedF32Bf16 = dot2_framed_f32_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Framed, halves(a.0), halves(b.0), [BFLOAT; 2], c.to_bits(), Total::Single))
    }
    /// As `dot2_framed_f32_f16`, rounded to half precision.
    Dot2FramedF16 = dot2_framed_f16(a: F16x2, b: F16x2, c: F16) -> F16 {
        F16(dot(Unit::Framed, halves(a.0), halves(b.0), [HALF; 2], widen(c.0, HALF), Total::Half) as u16)
    }
    /// As `dot2_framed_f32_bf16`, with the lower half of the result cut off.
    Dot2FramedBf16 = dot2_framed_bf16(a: Bf16x2, b: Bf16x2, c: Bf16) -> Bf16 {
        Bf16(dot(Unit::Framed, halves(a.0), halves(b.0), [BFLOAT; 2], widen(c.0, BFLOAT), Total::Bfloat) as u16)
    }
    /// `c` plus the products of two pairs; terms are cut downwards.
    Dot2FlooredF32F16 = dot2_floored_f32_f16(a: F16x2, b: F16x2, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Floored, halves(a.0), halves(b.0), [HALF; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of two pairs; terms are cut downwards.
    Dot2FlooredF32Bf16 = dot2_floored_f32_bf16(a: Bf16x2, b: Bf16x2, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Floored, halves(a.0), halves(b.0), [BFLOAT; 2], c.to_bits(), Total::Single))
    }
    /// As `dot2_floored_f32_f16`, rounded to half precision.
    Dot2FlooredF16 = dot2_floored_f16(a: F16x2, b: F16x2, c: F16) -> F16 {
        F16(dot(Unit::Floored, halves(a.0), halves(b.0), [HALF; 2], widen(c.0, HALF), Total::Half) as u16)
    }
    /// As `dot2_floored_f32_bf16`, with the lower half of the result cut off.
    Dot2FlooredBf16 = dot2_floored_bf16(a: Bf16x2, b: Bf16x2, c: Bf16) -> Bf16 {
        Bf16(dot(Unit::Floored, halves(a.0), halves(b.0), [BFLOAT; 2], widen(c.0, BFLOAT), Total::Bfloat) as u16)
    }
    /// `c` plus the products of four bytes, of 4 exponent bits in both; terms are cut downwards.
    Dot4FlooredE4m3 = dot4_floored_e4m3(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Floored, bytes(a), bytes(b), [E4M3; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of four bytes, of 5 exponent bits in both; terms are cut downwards.
    Dot4FlooredE5m2 = dot4_floored_e5m2(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Floored, bytes(a), bytes(b), [E5M2; 2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of four bytes, of 4 exponent bits in `a`, 5 in `b`; terms are cut
    /// downwards.
    Dot4FlooredE4m3E5m2 = dot4_floored_e4m3_e5m2(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Floored, bytes(a), bytes(b), [E4M3, E5M2], c.to_bits(), Total::Single))
    }
    /// `c` plus the products of four bytes, of 5 exponent bits in `a`, 4 in `b`; terms are cut
    /// downwards.
    Dot4FlooredE5m2E4m3 = dot4_floored_e5m2_e4m3(a: u32, b: u32, c: f32) -> f32 {
        f32::from_bits(dot(Unit::Floored, bytes(a), bytes(b), [E5M2, E4M3], c.to_bits(), Total::Single))
    }
}

/// How a unit cuts its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Toward zero. A term whose sign is not that of the accumulator counts as its complement, which
    /// is one less than its negation, zeros included. Subnormals are zeros, but for half factors and
    /// results.
    Framed,
    /// Toward minus infinity, pairs of products first. Subnormals are kept.
    Floored,
}

/// What becomes of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    Single,
    Half,
    /// A single number without its lower half.
    Bfloat,
}

/// How the factors are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    exponent: u32,
    fraction: u32,
    infinities: bool,
}

pub const HALF: Format = format(5, 10, true);
pub const BFLOAT: Format = format(8, 7, true);
pub const E4M3: Format = format(4, 3, false);
pub const E5M2: Format = format(5, 2, true);

const fn format(exponent: u32, fraction: u32, infinities: bool) -> Format {
    Format {
        exponent,
        fraction,
        infinities,
    }
}

/// What comes of a factor that is NaN, whichever it is.
const FACTOR_NAN: u32 = 0xffc0_0a3d;
const INVALID: u32 = 0xffc0_0000;
const INFINITY: u32 = 0x7f80_0000;
const SIGN: u32 = 1 << 31;
/// Below every exponent that occurs.
const NONE: i32 = -1024;

/// `c` (the bits of a single number) plus the products of `a` and `b`.
#[inline(never)]
pub fn dot<const N: usize>(
    unit: Unit,
    a: [u32; N],
    b: [u32; N],
    formats: [Format; 2],
    c: u32,
    total: Total,
) -> u32 {
    let mut products = [Term::ZERO; N];
    let mut grids = [NONE; N];
    let (mut rising, mut falling, mut invalid) = (false, false, false);
    for i in 0..N {
        let (left, right) = (
            Factor::of(a[i], formats[0], unit),
            Factor::of(b[i], formats[1], unit),
        );
        if left.nan || right.nan {
            return total.special(FACTOR_NAN);
        }
        let negative = left.negative != right.negative;
        if left.infinite || right.infinite {
            invalid |= left.is_zero() || right.is_zero();
            rising |= !negative;
            falling |= negative;
        }
        products[i] = Term {
            bits: left.bits * right.bits,
            exponent: left.exponent + right.exponent
                - (formats[0].fraction + formats[1].fraction) as i32,
            negative,
        };
        if products[i].bits != 0 {
            grids[i] = left.exponent + right.exponent - 24;
        }
    }
    let bytes = formats[0].exponent + formats[0].fraction < 8;
    let no_number = if bytes { FACTOR_NAN } else { INVALID };
    if invalid || rising && falling {
        return total.special(no_number);
    }
    if c & !SIGN > INFINITY {
        return total.special(c | 0x40_0000);
    }
    rising |= c == INFINITY;
    falling |= c == INFINITY | SIGN;
    match (rising, falling) {
        (true, true) => return total.special(no_number),
        (true, false) => return total.special(INFINITY),
        (false, true) => return total.special(INFINITY | SIGN),
        (false, false) => {}
    }
    let exponent = (c >> 23 & 0xff) as i32;
    let accumulator = Term {
        bits: match (exponent, unit) {
            (0, Unit::Framed) => 0,
            (0, Unit::Floored) => u64::from(c & 0x7f_ffff),
            _ => u64::from(c & 0x7f_ffff | 0x80_0000),
        },
        exponent: exponent.max(1) - 127 - 23,
        negative: c & SIGN != 0,
    };
    match unit {
        Unit::Framed => framed(accumulator, &products, &grids, total),
        Unit::Floored => {
            // Bytes share a grid, others have one for each pair.
            let group = if bytes { N } else { 2 };
            floored(accumulator, &products, &grids, group, total)
        }
    }
}

fn framed(c: Term, products: &[Term], grids: &[i32], total: Total) -> u32 {
    if c.bits == 0 && products.iter().all(|term| term.bits == 0) {
        return 0;
    }
    let least = if total == Total::Half { -14 } else { NONE };
    let leading = products.iter().map(|term| term.leading());
    let leading = leading.max().unwrap_or(NONE).max(c.leading()).max(least);
    let finest = grids.iter().copied().max().unwrap_or(NONE);
    let grid = finest.max(leading - 26);
    let mut sum = 0;
    for term in products.iter().chain([&c]) {
        let size = term.above(grid).0;
        sum += if term.negative == c.negative {
            size
        } else {
            !size
        };
    }
    let negative = (sum < 0) != c.negative;
    total.round(negative, sum.unsigned_abs(), grid, false)
}

fn floored(c: Term, products: &[Term], grids: &[i32], group: usize, total: Total) -> u32 {
    let least = if total == Total::Half { -14 } else { -126 };
    let finest = grids.iter().copied().max().unwrap_or(NONE);
    let grid = finest.max(c.leading().max(least) - 26);
    let mut sum = c.floor(grid, grid > least);
    for (products, grids) in products.chunks(group).zip(grids.chunks(group)) {
        let own = grids.iter().copied().max().unwrap_or(NONE);
        let part: i64 = products.iter().map(|term| term.floor(own, false)).sum();
        let part = Term {
            bits: part.unsigned_abs(),
            exponent: own,
            negative: part < 0,
        };
        sum += part.floor(grid, false);
    }
    total.round(sum < 0, sum.unsigned_abs(), grid, true)
}

/// A factor taken apart.
struct Factor {
    bits: u64,
    /// Of the leading bit of a normal number.
    exponent: i32,
    negative: bool,
    nan: bool,
    infinite: bool,
}

impl Factor {
    fn of(raw: u32, format: Format, unit: Unit) -> Factor {
        let fraction = raw & ((1 << format.fraction) - 1);
        let top = (1 << format.exponent) - 1;
        let exponent = raw >> format.fraction & top;
        let all_ones = fraction == (1 << format.fraction) - 1;
        let bias = (1 << (format.exponent - 1)) - 1;
        let subnormals = unit == Unit::Floored || format == HALF;
        Factor {
            bits: match exponent {
                0 if subnormals => fraction.into(),
                0 => 0,
                _ => u64::from(fraction | 1 << format.fraction),
            },
            exponent: exponent.max(1) as i32 - bias,
            negative: raw >> (format.exponent + format.fraction) & 1 != 0,
            nan: exponent == top
                && if format.infinities {
                    fraction != 0
                } else {
                    all_ones
                },
            infinite: exponent == top && format.infinities && fraction == 0,
        }
    }

    fn is_zero(&self) -> bool {
        self.bits == 0
    }
}

/// `bits * 2^exponent`.
#[derive(Clone, Copy)]
struct Term {
    bits: u64,
    exponent: i32,
    negative: bool,
}

impl Term {
    const ZERO: Term = Term {
        bits: 0,
        exponent: 0,
        negative: false,
    };

    /// The exponent of the highest bit.
    fn leading(self) -> i32 {
        match self.bits {
            0 => NONE,
            bits => self.exponent + bits.ilog2() as i32,
        }
    }

    /// The size in units of `2^grid`, and whether something was cut off.
    fn above(self, grid: i32) -> (i64, bool) {
        let shift = self.exponent - grid;
        match shift {
            _ if self.bits == 0 => (0, false),
            0.. => ((self.bits << shift) as i64, false),
            -63..0 => {
                let size = self.bits >> -shift;
                (size as i64, size << -shift != self.bits)
            }
            _ => (0, true),
        }
    }

    /// In units of `2^grid`, cut downwards. Where `whole` is asked for, a term that has no bits left
    /// counts for nothing.
    fn floor(self, grid: i32, whole: bool) -> i64 {
        let (size, cut) = self.above(grid);
        match self.negative {
            false => size,
            true => -size - i64::from(cut && (!whole || size != 0)),
        }
    }
}

impl Total {
    /// An infinity or NaN.
    fn special(self, bits: u32) -> u32 {
        match self {
            Total::Single => bits,
            Total::Half if bits == FACTOR_NAN => 0xfe3d,
            Total::Half => bits >> 16 & 0x8000 | 0x7c00 | bits >> 13 & 0x3ff,
            Total::Bfloat if bits == FACTOR_NAN => 0xfffd,
            Total::Bfloat => bits >> 16,
        }
    }

    /// `size * 2^grid`, rounded to nearest even. Zeros are positive.
    fn round(self, negative: bool, size: u64, grid: i32, subnormals: bool) -> u32 {
        match self {
            Total::Single => single(negative, size, grid, subnormals),
            Total::Bfloat => single(negative, size, grid, subnormals) >> 16,
            Total::Half => rounded(negative, size, grid, 10, 15, true),
        }
    }
}

fn single(negative: bool, size: u64, grid: i32, subnormals: bool) -> u32 {
    rounded(negative, size, grid, 23, 127, subnormals)
}

fn rounded(
    negative: bool,
    size: u64,
    grid: i32,
    fraction: i32,
    bias: i32,
    subnormals: bool,
) -> u32 {
    if size == 0 {
        return 0;
    }
    let top = size.ilog2() as i32;
    let mut exponent = top + grid;
    let sign = u32::from(negative) << (fraction + (bias + 1).ilog2() as i32 + 1);
    if subnormals && exponent < 1 - bias {
        let bits = nearest(size, 1 - bias - fraction - grid) as u32;
        return if bits == 0 { 0 } else { sign | bits };
    }
    let mut bits = nearest(size, top - fraction);
    if bits >> (fraction + 1) != 0 {
        bits >>= 1;
        exponent += 1;
    }
    // Without subnormals it is the rounded number that must not be too small.
    if exponent < 1 - bias {
        return 0;
    }
    if exponent > bias {
        return sign | ((2 * bias + 1) as u32) << fraction;
    }
    sign | ((exponent + bias) as u32) << fraction | bits as u32 & ((1 << fraction) - 1)
}

/// Without its last `shift` bits, ties to even.
fn nearest(value: u64, shift: i32) -> u64 {
    match shift {
        ..=0 => value << -shift,
        1..64 => {
            let (whole, half) = (value >> shift, 1 << (shift - 1));
            let rest = value & ((1 << shift) - 1);
            whole + u64::from(rest > half || rest == half && whole & 1 != 0)
        }
        _ => 0,
    }
}

/// A half number as a single one, NaNs as they are.
pub fn widen(raw: u16, format: Format) -> u32 {
    if format == BFLOAT {
        return u32::from(raw) << 16;
    }
    let (sign, raw) = (u32::from(raw & 0x8000) << 16, u32::from(raw & 0x7fff));
    match raw {
        0 => sign,
        // Subnormal: the leading bit becomes implicit.
        1..0x400 => {
            let top = raw.ilog2();
            sign | (103 + top) << 23 | (raw << (23 - top)) & 0x7f_ffff
        }
        0x400..0x7c00 => sign | ((raw << 13) + (112 << 23)),
        _ => sign | INFINITY | (raw & 0x3ff) << 13,
    }
}

#[inline(always)]
fn halves(pair: u32) -> [u32; 2] {
    [pair & 0xffff, pair >> 16]
}

#[inline(always)]
fn bytes(four: u32) -> [u32; 4] {
    four.to_le_bytes().map(u32::from)
}
