//! Least and greatest as float atomics of AMD's memories have them: one of the two comes out with its
//! bits, and it matters which of them was there before.

use crate::formats::{canonical, f16_to_f32, f32_to_bf16, f32_to_f16};
use crate::half::add_f16;
use crate::sign::flush_f32;
use crate::{Bf16x2, F16, F16x2};

lane_ops! { atomic keeps nan:
    /// `new` where it is less, otherwise `old`: what is NaN, or a zero of either sign, stays.
    LesserF32 = lesser_f32(old: f32, new: f32) -> f32 { take(old, new, new < old) }
    /// `new` where it is greater, otherwise `old`: what is NaN, or a zero of either sign, stays.
    GreaterF32 = greater_f32(old: f32, new: f32) -> f32 { take(old, new, new > old) }
    /// `new` where it is less, otherwise `old`: what is NaN, or a zero of either sign, stays.
    LesserF64 = lesser_f64(old: f64, new: f64) -> f64 { take64(old, new, new < old) }
    /// `new` where it is greater, otherwise `old`: what is NaN, or a zero of either sign, stays.
    GreaterF64 = greater_f64(old: f64, new: f64) -> f64 { take64(old, new, new > old) }
    /// The lesser of two numbers, -0 below +0; a NaN loses, and of two the new one is left, quiet.
    LesserNumF32 = lesser_num_f32(old: f32, new: f32) -> f32 {
        take_num(old, new, (new < old) | ((new == old) & new.is_sign_negative()))
    }
    /// The greater of two numbers, -0 below +0; a NaN loses, and of two the new one is left, quiet.
    GreaterNumF32 = greater_num_f32(old: f32, new: f32) -> f32 {
        take_num(old, new, (new > old) | ((new == old) & new.is_sign_positive()))
    }
    /// As `lesser_num_f32`.
    LesserNumF64 = lesser_num_f64(old: f64, new: f64) -> f64 {
        take_num64(old, new, (new < old) | ((new == old) & new.is_sign_negative()))
    }
    /// As `greater_num_f32`.
    GreaterNumF64 = greater_num_f64(old: f64, new: f64) -> f64 {
        take_num64(old, new, (new > old) | ((new == old) & new.is_sign_positive()))
    }
    /// The sum, rounded to nearest; the first NaN is left, quiet.
    SumF32 = sum_f32(old: f32, new: f32) -> f32 { nan_of(old, new, canonical(old + new)) }
    /// As `sum_f32`, with denormals of both signs taken for zero before and after.
    SumFlushF32 = sum_flush_f32(old: f32, new: f32) -> f32 {
        flush_f32(sum_f32(flush_f32(old), flush_f32(new)))
    }
    /// The sum, rounded to nearest; the first NaN is left, quiet.
    SumF64 = sum_f64(old: f64, new: f64) -> f64 {
        let sum = old + new;
        let made = if sum.is_nan() { 0xfff8 << 48 } else { sum.to_bits() };
        let second = if new.is_nan() { new.to_bits() | 1 << 51 } else { made };
        f64::from_bits(if old.is_nan() { old.to_bits() | 1 << 51 } else { second })
    }
    /// The sums of both halves; of NaNs the new one is left, quiet.
    SumF16x2 = sum_f16x2(old: F16x2, new: F16x2) -> F16x2 {
        new.zip(old, |new, old| {
            let sum = nan_of(f16_bits(new), f16_bits(old), f16_to_f32(add_f16(new, old)));
            let bits = sum.to_bits();
            let nan = F16((bits >> 16 & 0x8000 | 0x7c00 | bits >> 13 & 0x3ff) as u16);
            if sum.is_nan() { nan } else { f32_to_f16(sum) }
        })
    }
    /// The sums of both halves; of NaNs the new one is left, quiet.
    SumBf16x2 = sum_bf16x2(old: Bf16x2, new: Bf16x2) -> Bf16x2 {
        let half = |shift: u32| {
            let [old, new] = [old.0, new.0].map(|word| f32::from_bits(word >> shift << 16));
            let sum = nan_of(new, old, canonical(new + old));
            let rounded = u32::from(f32_to_bf16(sum).0);
            let bits = if sum.is_nan() { sum.to_bits() >> 16 } else { rounded };
            bits << shift
        };
        Bf16x2(half(0) | half(16))
    }
}

/// `sum`, or if that is NaN the first of the two that is, made quiet; without one the negative NaN.
#[inline(always)]
fn nan_of(first: f32, second: f32, sum: f32) -> f32 {
    let made = if sum.is_nan() {
        0xffc0_0000
    } else {
        sum.to_bits()
    };
    let second = if second.is_nan() {
        second.to_bits() | 0x40_0000
    } else {
        made
    };
    f32::from_bits(if first.is_nan() {
        first.to_bits() | 0x40_0000
    } else {
        second
    })
}

/// A half as `f32`, a NaN with its bits.
#[inline(always)]
fn f16_bits(a: F16) -> f32 {
    let bits = u32::from(a.0);
    let nan = (bits & 0x8000) << 16 | 0x7f80_0000 | (bits & 0x3ff) << 13;
    let number = f16_to_f32(a).to_bits();
    f32::from_bits(if bits & 0x7fff > 0x7c00 { nan } else { number })
}

/// On bits, so that hosts agree about NaNs.
#[inline(always)]
fn take(old: f32, new: f32, new_wins: bool) -> f32 {
    f32::from_bits(if new_wins {
        new.to_bits()
    } else {
        old.to_bits()
    })
}

#[inline(always)]
fn take64(old: f64, new: f64, new_wins: bool) -> f64 {
    f64::from_bits(if new_wins {
        new.to_bits()
    } else {
        old.to_bits()
    })
}

#[inline(always)]
fn take_num(old: f32, new: f32, new_wins: bool) -> f32 {
    let quiet = f32::from_bits(new.to_bits() | 0x40_0000);
    let number = take(old, new, new_wins | old.is_nan());
    take(number, quiet, old.is_nan() & new.is_nan())
}

#[inline(always)]
fn take_num64(old: f64, new: f64, new_wins: bool) -> f64 {
    let quiet = f64::from_bits(new.to_bits() | 1 << 51);
    let number = take64(old, new, new_wins | old.is_nan());
    take64(number, quiet, old.is_nan() & new.is_nan())
}
