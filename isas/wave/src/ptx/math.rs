//! Functions that PTX has only in low precision: computed in double precision and rounded once,
//! as the emulator does, so that both give the nearest number in all but a few cases in a billion.

/// Name and text; the text of a function may need what stands before it.
pub const FUNCTIONS: &[(&str, &str)] = &[
    ("wave_sine", SINE),
    ("wave_exp2", EXP2),
    ("wave_log2", LOG2),
];

/// The sine of `x` plus so many quarter turns. The quarter turns nearest to `x` are taken off in
/// three steps that are exact as long as they are few; large arguments are multiplied with as many
/// bits of 2/pi as count, in integers.
const SINE: &str = include_str!("sine.ptx");
/// `2^x`: the integral part by the exponent, the rest, within half of one, by its Taylor series.
const EXP2: &str = include_str!("exp2.ptx");
/// The logarithm by exponent and mantissa `m`, from `2 artanh((m - 1) / (m + 1))`.
const LOG2: &str = include_str!("log2.ptx");
