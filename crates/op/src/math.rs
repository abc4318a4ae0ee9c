//! Transcendental functions of `f32` and halves.
//!
//! Each is computed in `f64` by the same portable code on every host and rounded once, so results
//! are the nearest number in all but a few cases in a billion, and the same bits everywhere. They
//! are called lane by lane: out of line, because sixteen copies would be no faster.

use crate::F16;
use crate::formats::{canonical, f16_to_f32, f64_to_f16};

lane_ops! { math:
    /// The sine of `a` radians.
    SinF32 = sin_f32(a: f32) -> f32 { canonical(sin(a.into()) as f32) }
    /// The cosine of `a` radians.
    CosF32 = cos_f32(a: f32) -> f32 { canonical(cos(a.into()) as f32) }
    /// The sine of `a` turns: `sin(2 pi a)`.
    SinTurnsF32 = sin_turns_f32(a: f32) -> f32 { canonical(sin_turns(a.into()) as f32) }
    /// The cosine of `a` turns: `cos(2 pi a)`.
    CosTurnsF32 = cos_turns_f32(a: f32) -> f32 { canonical(cos_turns(a.into()) as f32) }
    /// `e^a`.
    ExpF32 = exp_f32(a: f32) -> f32 { canonical(exp(a.into()) as f32) }
    /// `2^a`.
    Exp2F32 = exp2_f32(a: f32) -> f32 { canonical(exp2(a.into()) as f32) }
    /// The natural logarithm of `a`.
    LogF32 = log_f32(a: f32) -> f32 { canonical(log(a.into()) as f32) }
    /// The logarithm of `a` to base 2.
    Log2F32 = log2_f32(a: f32) -> f32 { canonical(log2(a.into()) as f32) }
    /// The hyperbolic tangent of `a`.
    TanhF32 = tanh_f32(a: f32) -> f32 { canonical(tanh(a.into()) as f32) }
    /// `1 / (1 + e^-a)`.
    SigmoidF32 = sigmoid_f32(a: f32) -> f32 { canonical(sigmoid(a.into()) as f32) }
    /// The sine of `a` radians.
    SinF16 = sin_f16(a: F16) -> F16 { f64_to_f16(sin(f16_to_f32(a).into())) }
    /// The cosine of `a` radians.
    CosF16 = cos_f16(a: F16) -> F16 { f64_to_f16(cos(f16_to_f32(a).into())) }
    /// The sine of `a` turns: `sin(2 pi a)`.
    SinTurnsF16 = sin_turns_f16(a: F16) -> F16 { f64_to_f16(sin_turns(f16_to_f32(a).into())) }
    /// The cosine of `a` turns: `cos(2 pi a)`.
    CosTurnsF16 = cos_turns_f16(a: F16) -> F16 { f64_to_f16(cos_turns(f16_to_f32(a).into())) }
    /// `2^a`.
    Exp2F16 = exp2_f16(a: F16) -> F16 { f64_to_f16(exp2(f16_to_f32(a).into())) }
    /// The logarithm of `a` to base 2.
    Log2F16 = log2_f16(a: F16) -> F16 { f64_to_f16(log2(f16_to_f32(a).into())) }
    /// The hyperbolic tangent of `a`.
    TanhF16 = tanh_f16(a: F16) -> F16 { f64_to_f16(tanh(f16_to_f32(a).into())) }
    /// `1 / (1 + e^-a)`.
    SigmoidF16 = sigmoid_f16(a: F16) -> F16 { f64_to_f16(sigmoid(f16_to_f32(a).into())) }
}

macro_rules! out_of_line {
    ($($name:ident),*) => {$(
        #[inline(never)]
        fn $name(a: f64) -> f64 {
            libm::$name(a)
        }
    )*};
}

out_of_line!(sin, cos, exp, exp2, log, log2, tanh);

#[inline(never)]
fn sigmoid(a: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-a))
}

#[inline(never)]
fn sin_turns(a: f64) -> f64 {
    let (quarter, angle) = quarter_turns(a);
    let sine = match quarter {
        0 => libm::sin(angle),
        1 => libm::cos(angle),
        2 => -libm::sin(angle),
        _ => -libm::cos(angle),
    };
    // Only the sine of -0 is -0: at whole half turns it is +0, whichever way they go.
    match sine == 0.0 {
        true if a == 0.0 => a,
        true => 0.0,
        false => sine,
    }
}

#[inline(never)]
fn cos_turns(a: f64) -> f64 {
    let (quarter, angle) = quarter_turns(a);
    let cosine = match quarter {
        0 => libm::cos(angle),
        1 => -libm::sin(angle),
        2 => -libm::cos(angle),
        _ => libm::sin(angle),
    };
    // Never -0.
    cosine + 0.0
}

/// The nearest number of quarter turns, modulo 4, and the rest in radians. Whole quarters leave no
/// rest, so their sines and cosines are exact.
fn quarter_turns(a: f64) -> (i32, f64) {
    let rest = libm::fmod(a, 1.0);
    let quarters = libm::rint(rest * 4.0);
    let angle = (rest - quarters * 0.25) * std::f64::consts::TAU;
    (quarters as i32 & 3, angle)
}
