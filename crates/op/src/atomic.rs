//! Least and greatest as float atomics of AMD's memories have them: one of the two comes out with its
//! bits, and it matters which of them was there before.

use crate::formats::canonical;
use crate::sign::flush_f32;

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
    /// The sum, rounded to nearest, with denormals of both signs taken for zero before and after.
    AddFlushF32 = add_flush_f32(old: f32, new: f32) -> f32 {
        flush_f32(canonical(flush_f32(old) + flush_f32(new)))
    }
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
