//! Number formats that Rust doesn't have: half precision, bfloat16, eight-bit floats, and pairs of
//! 16-bit values in one lane.
//!
//! Conversions are integer and `f32` arithmetic without branches, so that they vectorise and give
//! the same bits on every level. A NaN becomes the canonical NaN of its new format.

/// IEEE 754 binary16, by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct F16(pub u16);

/// bfloat16, the upper half of an `f32`, by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bf16(pub u16);

/// Two `u16`, the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct U16x2(pub u32);

/// Two `i16`, the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct I16x2(pub u32);

/// Two [`F16`], the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct F16x2(pub u32);

/// Two [`Bf16`], the first in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bf16x2(pub u32);

macro_rules! pairs {
    ($($pair:ident of $half:ty, $bits:ident => $from:expr, $value:ident => $to:expr;)*) => {$(
        impl $pair {
            /// A pair of these two.
            #[inline(always)]
            pub fn new(low: $half, high: $half) -> Self {
                let bits = |$value: $half| -> u16 { $to };
                $pair(u32::from(bits(low)) | u32::from(bits(high)) << 16)
            }
            /// The half in bits 15:0.
            #[inline(always)]
            pub fn low(self) -> $half { let $bits = self.0 as u16; $from }
            /// The half in bits 31:16.
            #[inline(always)]
            pub fn high(self) -> $half { let $bits = (self.0 >> 16) as u16; $from }
            /// `f` on each half.
            #[inline(always)]
            pub fn map(self, f: impl Fn($half) -> $half) -> Self {
                Self::new(f(self.low()), f(self.high()))
            }
            /// `f` on the low halves and on the high halves.
            #[inline(always)]
            pub fn zip(self, b: Self, f: impl Fn($half, $half) -> $half) -> Self {
                Self::new(f(self.low(), b.low()), f(self.high(), b.high()))
            }
            /// `f` on the low halves and on the high halves.
            #[inline(always)]
            pub fn zip3(self, b: Self, c: Self, f: impl Fn($half, $half, $half) -> $half) -> Self {
                Self::new(f(self.low(), b.low(), c.low()), f(self.high(), b.high(), c.high()))
            }
        }
    )*};
}

pairs! {
    U16x2  of u16,  x => x,        x => x;
    I16x2  of i16,  x => x as i16, x => x as u16;
    F16x2  of F16,  x => F16(x),   x => x.0;
    Bf16x2 of Bf16, x => Bf16(x),  x => x.0;
}

/// NaN made canonical, everything else unchanged.
#[inline(always)]
pub fn canonical(a: f32) -> f32 {
    if a.is_nan() {
        f32::from_bits(0x7fc0_0000)
    } else {
        a
    }
}

/// NaN made canonical, everything else unchanged.
#[inline(always)]
pub(crate) fn canonical64(a: f64) -> f64 {
    if a.is_nan() {
        f64::from_bits(0x7ff8_0000_0000_0000)
    } else {
        a
    }
}

/// As [`canonical`], for square roots: the compiler knows when a root is NaN, takes all NaNs for
/// the same and would drop a comparison of floats.
#[inline(always)]
pub(crate) fn canonical_root(a: f32) -> f32 {
    let bits = a.to_bits();
    f32::from_bits(if bits & 0x7fff_ffff > 0x7f80_0000 {
        0x7fc0_0000
    } else {
        bits
    })
}

/// As [`canonical_root`].
#[inline(always)]
pub(crate) fn canonical_root64(a: f64) -> f64 {
    let bits = a.to_bits();
    let nan = bits & !(1 << 63) > 0x7ff0_0000_0000_0000;
    f64::from_bits(if nan { 0x7ff8_0000_0000_0000 } else { bits })
}

/// The value as `f32`, which holds every half exactly.
#[inline(always)]
pub fn f16_to_f32(a: F16) -> f32 {
    widen::<10, 15>(u32::from(a.0), 15)
}

/// Rounded to nearest even.
#[inline(always)]
pub fn f32_to_f16(a: f32) -> F16 {
    let magnitude = narrow::<10, 15>(a).min(0x7c00);
    F16((if a.is_nan() {
        0x7e00
    } else {
        magnitude | sign16(a)
    }) as u16)
}

/// Rounded to nearest even, once.
#[inline(always)]
pub fn f64_to_f16(a: f64) -> F16 {
    f32_to_f16(f64_to_f32_odd(a))
}

/// The value as `f32`, which holds every bfloat16 exactly.
#[inline(always)]
pub fn bf16_to_f32(a: Bf16) -> f32 {
    f32::from_bits(u32::from(a.0) << 16)
}

/// Rounded to nearest even.
#[inline(always)]
pub fn f32_to_bf16(a: f32) -> Bf16 {
    let bits = a.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
    Bf16((if a.is_nan() { 0x7fc0 } else { rounded }) as u16)
}

/// Rounded to nearest even, once.
#[inline(always)]
pub fn f64_to_bf16(a: f64) -> Bf16 {
    f32_to_bf16(f64_to_f32_odd(a))
}

/// The value of an eight-bit float with 4 exponent bits: no infinities, all ones is NaN.
#[inline(always)]
pub fn e4m3_to_f32(a: u32) -> f32 {
    let finite = widen_finite::<3, 7>(a & 0x7f).to_bits() | (a & 0x80) << 24;
    let nan = a & 0x7f == 0x7f;
    f32::from_bits(if nan { 0x7fc0_0000 } else { finite })
}

/// The value of an eight-bit float with 5 exponent bits: infinities and NaN as in IEEE 754.
#[inline(always)]
pub fn e5m2_to_f32(a: u32) -> f32 {
    canonical(widen::<2, 15>(a & 0xff, 7))
}

/// The value of an eight-bit float with 4 exponent bits whose only zero is positive: the other one is NaN,
/// and all else is a number.
#[inline(always)]
pub fn e4m3_fnuz_to_f32(a: u32) -> f32 {
    fnuz::<3, 8>(a)
}

/// The same with 5 exponent bits.
#[inline(always)]
pub fn e5m2_fnuz_to_f32(a: u32) -> f32 {
    fnuz::<2, 16>(a)
}

/// The value of a six-bit float with 2 exponent bits; all are numbers.
#[inline(always)]
pub fn e2m3_to_f32(a: u32) -> f32 {
    all_finite::<3, 1>(a, 5)
}

/// The value of a six-bit float with 3 exponent bits; all are numbers.
#[inline(always)]
pub fn e3m2_to_f32(a: u32) -> f32 {
    all_finite::<2, 3>(a, 5)
}

/// The value of a four-bit float with 2 exponent bits; all are numbers.
#[inline(always)]
pub fn e2m1_to_f32(a: u32) -> f32 {
    all_finite::<1, 1>(a, 3)
}

/// The scale that eight exponent bits stand for; all ones is NaN.
#[inline(always)]
pub fn e8m0_to_f64(a: u32) -> f64 {
    let scale = f64::from_bits((u64::from(a & 0xff) + (1023 - 127)) << 52);
    if a & 0xff == 0xff { f64::NAN } else { scale }
}

/// Rounded to nearest even; what is out of range becomes 448 of its sign, or NaN.
#[inline(always)]
pub fn f32_to_e4m3(a: f32, saturate: bool) -> u32 {
    let magnitude = narrow::<3, 7>(a).min(if saturate { 0x7e } else { 0x7f });
    if a.is_nan() {
        0x7f
    } else {
        magnitude | sign16(a) >> 8
    }
}

/// Rounded to nearest even; what is out of range becomes 57344 of its sign, or an infinity.
#[inline(always)]
pub fn f32_to_e5m2(a: f32, saturate: bool) -> u32 {
    let magnitude = narrow::<2, 15>(a).min(if saturate { 0x7b } else { 0x7c });
    if a.is_nan() {
        0x7f
    } else {
        magnitude | sign16(a) >> 8
    }
}

/// Rounded "to odd": an inexact result has its last bit set, so that rounding it once more, to at
/// least two bits less, is as good as rounding `a` itself.
#[inline(always)]
pub(crate) fn f64_to_f32_odd(a: f64) -> f32 {
    let near = a as f32;
    let back = f64::from(near);
    let bits = near.to_bits();
    let inward = (back.abs() > a.abs()) as u32;
    // An even neighbour is left for the odd one on the other side of `a`.
    let odd = if bits & 1 == 0 {
        bits.wrapping_add(1).wrapping_sub(2 * inward)
    } else {
        bits
    };
    f32::from_bits(if (back == a) | a.is_nan() { bits } else { odd })
}

macro_rules! add_odd {
    ($name:ident, $float:ty, $bits:ty) => {
        /// The sum `a + b`, rounded to odd.
        #[inline(always)]
        pub(crate) fn $name(a: $float, b: $float) -> $float {
            let sum = a + b;
            // Knuth's two-sum: `error` is exactly what rounding took away.
            let b_part = sum - a;
            let error = (a - (sum - b_part)) + (b - b_part);
            let bits = sum.to_bits();
            let toward_zero = ((error > 0.0) != (sum > 0.0)) as $bits;
            let odd = if bits & 1 == 0 {
                bits.wrapping_add(1).wrapping_sub(2 * toward_zero)
            } else {
                bits
            };
            // Where a sum is infinite or NaN the error is NaN, and there is nothing to mend.
            <$float>::from_bits(if (error > 0.0) | (error < 0.0) {
                odd
            } else {
                bits
            })
        }
    };
}

add_odd!(add_odd, f32, u32);
add_odd!(add_odd64, f64, u64);

/// `a * b + c` rounded to odd at 53 bits; rounding it to `f32` or less is a fused multiply-add.
#[inline(always)]
pub(crate) fn fma_odd(a: f32, b: f32, c: f32) -> f64 {
    // 24 by 24 bits fit 53, so the product is exact.
    add_odd64(f64::from(a) * f64::from(b), f64::from(c))
}

#[inline(always)]
fn sign16(a: f32) -> u32 {
    a.to_bits() >> 16 & 0x8000
}

/// The bits of |a| in a format of `M` fraction bits and exponent bias `B`, rounded to nearest even
/// as though exponents had no upper end.
#[inline(always)]
pub(crate) fn narrow<const M: u32, const B: u32>(a: f32) -> u32 {
    let magnitude = a.to_bits() & 0x7fff_ffff;
    let shift = 23 - M;
    let half = (1 << (shift - 1)) - 1 + (magnitude >> shift & 1);
    let normal = ((magnitude + half) >> shift).wrapping_sub((127 - B) << M);
    // Adding a number whose last place is the least subnormal lets the hardware round.
    let anchor = f32::from_bits((127 - B + shift + 1) << 23);
    let subnormal = (f32::from_bits(magnitude) + anchor)
        .to_bits()
        .wrapping_sub(anchor.to_bits());
    if magnitude < (128 - B) << 23 {
        subnormal
    } else {
        normal
    }
}

/// The value of a format of `M` fraction bits and bias `B` whose sign is bit `sign`, with the
/// infinities and NaNs of IEEE 754.
#[inline(always)]
fn widen<const M: u32, const B: u32>(bits: u32, sign: u32) -> f32 {
    let magnitude = bits & ((1 << sign) - 1);
    let finite = widen_finite::<M, B>(magnitude).to_bits();
    // The topmost exponent came out as an ordinary one; the fraction is in its place already.
    let top = ((1 << (sign - M)) - 1) << M;
    let special = if magnitude >= top { 0x7f80_0000 } else { 0 };
    f32::from_bits(finite | special | (bits >> sign) << 31)
}

/// The value of a format without infinities, NaNs and negative zero, but that one stands for NaN.
#[inline(always)]
fn fnuz<const M: u32, const B: u32>(a: u32) -> f32 {
    let nan = a & 0xff == 0x80;
    let value = all_finite::<M, B>(a, 7).to_bits();
    f32::from_bits(if nan { 0x7fc0_0000 } else { value })
}

/// The value of a format that has numbers alone, whose sign is bit `sign`.
#[inline(always)]
fn all_finite<const M: u32, const B: u32>(bits: u32, sign: u32) -> f32 {
    let magnitude = bits & ((1 << sign) - 1);
    f32::from_bits(widen_finite::<M, B>(magnitude).to_bits() | (bits >> sign & 1) << 31)
}

#[inline(always)]
fn widen_finite<const M: u32, const B: u32>(magnitude: u32) -> f32 {
    // The exponent field moves up unchanged; multiplying corrects the bias, subnormals included.
    f32::from_bits(magnitude << (23 - M)) * f32::from_bits((254 - B) << 23)
}
