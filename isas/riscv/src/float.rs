//! Floating-point operations, with their flags and rounding modes.
//!
//! The reference is software arithmetic, which knows all five roundings and reports exceptions.
//! The host's own arithmetic stands in where it gives the same: rounding to nearest even, a
//! normal result, and the inexact flag set already, so that nothing else could be raised.

#[cfg(test)]
mod tests;

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

/// What a floating-point instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    MulAdd {
        negate_product: bool,
        negate_addend: bool,
    },
    SignCopy,
    SignNot,
    SignXor,
    Min,
    Max,
    Eq,
    Lt,
    Le,
    Class,
    ToBits,
    FromBits,
    ToInteger(Integer),
    FromInteger(Integer),
    /// Between the two widths: `double` is that of the result.
    Convert,
}

impl FloatOp {
    /// Whether the result goes to an integer register.
    pub fn writes_integer(self) -> bool {
        use FloatOp::*;
        matches!(self, Eq | Lt | Le | Class | ToBits | ToInteger(_))
    }

    /// Whether the first source is an integer register.
    pub fn reads_integer(self) -> bool {
        matches!(self, FloatOp::FromBits | FloatOp::FromInteger(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    I32,
    U32,
    I64,
    U64,
}

impl Integer {
    fn range(self) -> (i128, i128) {
        match self {
            Integer::I32 => (i32::MIN.into(), i32::MAX.into()),
            Integer::U32 => (0, u32::MAX.into()),
            Integer::I64 => (i64::MIN.into(), i64::MAX.into()),
            Integer::U64 => (0, u64::MAX.into()),
        }
    }

    /// As a register holds it: 32 bits are sign-extended, whatever their type.
    fn extended(self, value: i128) -> u64 {
        match self {
            Integer::I32 | Integer::U32 => value as i32 as u64,
            Integer::I64 | Integer::U64 => value as u64,
        }
    }
}

/// Bits of `fflags`.
pub const INEXACT: u32 = 1;
pub const UNDERFLOW: u32 = 2;
pub const OVERFLOW: u32 = 4;
pub const DIVIDE_BY_ZERO: u32 = 8;
pub const INVALID: u32 = 16;

/// A single in a register is boxed: the upper half is all ones. Anything else is the canonical
/// NaN.
pub fn unbox(register: u64) -> u32 {
    if register >> 32 == 0xffff_ffff {
        register as u32
    } else {
        0x7fc0_0000
    }
}

/// A single as a register holds it.
pub fn boxed(bits: u32) -> u64 {
    0xffff_ffff_0000_0000 | u64::from(bits)
}

/// The rounding mode of an instruction, or `None` where it is reserved.
pub fn rounding(rm: u8, frm: u32) -> Option<Round> {
    match if rm == 7 { frm } else { rm.into() } {
        0 => Some(Round::NearestTiesToEven),
        1 => Some(Round::TowardZero),
        2 => Some(Round::TowardNegative),
        3 => Some(Round::TowardPositive),
        4 => Some(Round::NearestTiesToAway),
        _ => None,
    }
}

/// The sources of an operation, as register contents, and what it needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    pub a: u64,
    pub b: u64,
    pub c: u64,
    pub round: Round,
    /// The flags that are raised already.
    pub raised: u32,
}

/// The register contents and the flags that are raised.
pub fn run(op: FloatOp, double: bool, inputs: Inputs) -> (u64, u32) {
    match (op, double) {
        (FloatOp::Convert, true) => {
            let mut loses = false;
            let single = Single::from_bits(unbox(inputs.a).into());
            let widened: StatusAnd<Double> = single.convert_r(inputs.round, &mut loses);
            let invalid = if single.is_signaling() { INVALID } else { 0 };
            (canonical64(widened.value), invalid)
        }
        (FloatOp::Convert, false) => {
            let mut loses = false;
            let double = Double::from_bits(inputs.a.into());
            let narrowed: StatusAnd<Single> = double.convert_r(inputs.round, &mut loses);
            let invalid = if double.is_signaling() { INVALID } else { 0 };
            let mut status = flags(narrowed.status) & !INVALID;
            // At the ends of the range the result does not tell how it was reached.
            let magnitude = f64::from_bits(inputs.a).abs();
            if magnitude.is_finite() && magnitude >= 2f64.powi(128) {
                status |= OVERFLOW;
            }
            let widened: StatusAnd<Single> =
                double.scalbn(SHIFT).convert_r(inputs.round, &mut loses);
            let smallest = Single::smallest_normalized();
            if narrowed.value.abs() == smallest && widened.value.ilogb() - SHIFT < smallest.ilogb()
            {
                status |= UNDERFLOW;
            }
            (boxed(canonical32(narrowed.value)), status | invalid)
        }
        (_, true) => run_double(op, inputs),
        (_, false) => run_single(op, inputs),
    }
}

fn flags(status: Status) -> u32 {
    [
        (Status::INEXACT, INEXACT),
        (Status::UNDERFLOW, UNDERFLOW),
        (Status::OVERFLOW, OVERFLOW),
        (Status::DIV_BY_ZERO, DIVIDE_BY_ZERO),
        (Status::INVALID_OP, INVALID),
    ]
    .iter()
    .filter(|(bit, _)| status.contains(*bit))
    .fold(0, |all, (_, flag)| all | flag)
}

fn canonical32(value: Single) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits() as u32
    }
}

fn canonical64(value: Double) -> u64 {
    if value.is_nan() {
        0x7ff8_0000_0000_0000
    } else {
        value.to_bits() as u64
    }
}

/// How far an exponent is moved away from the end of its range to see how a result came there.
const SHIFT: i32 = 32;

/// Of two factors, the first has more room for an exponent that changes like this.
fn is_nearer<F: Float>(x: F, y: F, by: i32) -> bool {
    (x.ilogb() >= y.ilogb()) == (by < 0)
}

/// One width of everything: the software type, the host's type, and register contents.
macro_rules! width {
    ($run:ident, $software:ident, $float:ident, $bits:ident, $read:expr, $write:expr, $canonical:ident, $nan:literal) => {
        fn $run(op: FloatOp, inputs: Inputs) -> (u64, u32) {
            const SIGN: $bits = 1 << ($bits::BITS - 1);
            let read: fn(u64) -> $bits = $read;
            let write: fn($bits) -> u64 = $write;
            let (a, b) = (read(inputs.a), read(inputs.b));
            let soft = |bits: $bits| $software::from_bits(bits.into());
            let hard = $float::from_bits;
            let quick = inputs.round == Round::NearestTiesToEven && inputs.raised & INEXACT != 0;
            let native =
                |result: $float| quick && result.abs() > $float::MIN_POSITIVE && result.is_finite();
            // At the ends of the range the software arithmetic does not tell how a number was reached:
            // the largest by an overflow toward zero, the smallest normal one from below it. The same
            // computation with other exponents, whose result is 2^by times as large, does.
            let at_the_ends = |result: StatusAnd<$software>, scaled: &dyn Fn(i32) -> $software| {
                let (largest, smallest) = ($software::largest(), $software::smallest_normalized());
                match result.value.abs() {
                    _ if result.status != Status::INEXACT => 0,
                    x if x == largest && scaled(-SHIFT).ilogb() + SHIFT > largest.ilogb() => {
                        OVERFLOW
                    }
                    x if x == smallest && scaled(SHIFT).ilogb() - SHIFT < smallest.ilogb() => {
                        UNDERFLOW
                    }
                    _ => 0,
                }
            };
            let done = |result: StatusAnd<$software>| {
                (write($canonical(result.value)), flags(result.status))
            };
            match op {
                FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => {
                    let (x, y) = (hard(a), hard(b));
                    let fast = match op {
                        FloatOp::Add => x + y,
                        FloatOp::Sub => x - y,
                        FloatOp::Mul => x * y,
                        _ => x / y,
                    };
                    if native(fast) {
                        return (write(fast.to_bits()), 0);
                    }
                    let compute = |x: $software, y: $software| match op {
                        FloatOp::Add => x.add_r(y, inputs.round),
                        FloatOp::Sub => x.sub_r(y, inputs.round),
                        FloatOp::Mul => x.mul_r(y, inputs.round),
                        _ => x.div_r(y, inputs.round),
                    };
                    let (x, y) = (soft(a), soft(b));
                    let result = compute(x, y);
                    let (bits, raised) = done(result);
                    let scaled = |by: i32| {
                        let (x, y) = match op {
                            FloatOp::Add | FloatOp::Sub => (x.scalbn(by), y.scalbn(by)),
                            FloatOp::Mul if is_nearer(x, y, by) => (x.scalbn(by), y),
                            FloatOp::Mul => (x, y.scalbn(by)),
                            _ if (y.ilogb() < 0) == (by < 0) => (x, y.scalbn(-by)),
                            _ => (x.scalbn(by), y),
                        };
                        compute(x, y).value
                    };
                    (bits, raised | at_the_ends(result, &scaled))
                }
                FloatOp::MulAdd {
                    negate_product,
                    negate_addend,
                } => {
                    let x = if negate_product { a ^ SIGN } else { a };
                    let z = read(inputs.c) ^ if negate_addend { SIGN } else { 0 };
                    let fast = hard(x).mul_add(hard(b), hard(z));
                    if native(fast) {
                        return (write(fast.to_bits()), 0);
                    }
                    let fused = soft(x).mul_add_r(soft(b), soft(z), inputs.round);
                    let (result, mut raised) = done(fused);
                    let scaled = |by: i32| {
                        let (x, y, z) = (soft(x), soft(b), soft(z).scalbn(by));
                        match is_nearer(x, y, by) {
                            true => x.scalbn(by).mul_add_r(y, z, inputs.round).value,
                            false => x.mul_add_r(y.scalbn(by), z, inputs.round).value,
                        }
                    };
                    raised |= at_the_ends(fused, &scaled);
                    // Infinity times zero is invalid even where a quiet NaN is added.
                    let (p, q) = (hard(x), hard(b));
                    if p.is_infinite() && q == 0.0 || p == 0.0 && q.is_infinite() {
                        raised |= INVALID;
                    }
                    (result, raised)
                }
                FloatOp::Sqrt => {
                    let x = hard(a);
                    if x.is_nan() || x < 0.0 {
                        let invalid = x < 0.0 || soft(a).is_signaling();
                        return (write($nan), if invalid { INVALID } else { 0 });
                    }
                    let root = x.sqrt();
                    if x == 0.0 || x.is_infinite() {
                        return (write(root.to_bits()), 0);
                    }
                    // The exact remainder says on which side of the root the rounded one lies. Its last
                    // bit is twice as many places below the root's as the root has, so that it would
                    // be lost where the number is small.
                    let scaled = match x < 1.0 {
                        true => (x * (1u128 << 120) as $float, root * (1u64 << 60) as $float),
                        false => (x, root),
                    };
                    let remainder = (-scaled.1).mul_add(scaled.1, scaled.0);
                    let bits = root.to_bits();
                    let result = match inputs.round {
                        Round::TowardZero | Round::TowardNegative if remainder < 0.0 => bits - 1,
                        Round::TowardPositive if remainder > 0.0 => bits + 1,
                        _ => bits,
                    };
                    (write(result), if remainder == 0.0 { 0 } else { INEXACT })
                }
                FloatOp::SignCopy => (write(a & !SIGN | b & SIGN), 0),
                FloatOp::SignNot => (write(a & !SIGN | !b & SIGN), 0),
                FloatOp::SignXor => (write(a ^ b & SIGN), 0),
                FloatOp::Min | FloatOp::Max => {
                    let signaling = soft(a).is_signaling() || soft(b).is_signaling();
                    let (x, y) = (hard(a), hard(b));
                    let first = match op {
                        FloatOp::Min => x < y || x == y && x.is_sign_negative(),
                        _ => x > y || x == y && x.is_sign_positive(),
                    };
                    let result = match (x.is_nan(), y.is_nan()) {
                        (true, true) => $nan,
                        (true, false) => b,
                        (false, true) => a,
                        _ if first => a,
                        _ => b,
                    };
                    (write(result), if signaling { INVALID } else { 0 })
                }
                FloatOp::Eq | FloatOp::Lt | FloatOp::Le => {
                    let (x, y) = (hard(a), hard(b));
                    let holds = match op {
                        FloatOp::Eq => x == y,
                        FloatOp::Lt => x < y,
                        _ => x <= y,
                    };
                    let invalid = match op {
                        FloatOp::Eq => soft(a).is_signaling() || soft(b).is_signaling(),
                        _ => x.is_nan() || y.is_nan(),
                    };
                    (holds.into(), if invalid { INVALID } else { 0 })
                }
                FloatOp::Class => {
                    let x = hard(a);
                    let negative = x.is_sign_negative();
                    let class = match x.classify() {
                        std::num::FpCategory::Nan if soft(a).is_signaling() => 8,
                        std::num::FpCategory::Nan => 9,
                        std::num::FpCategory::Infinite => {
                            if negative {
                                0
                            } else {
                                7
                            }
                        }
                        std::num::FpCategory::Normal => {
                            if negative {
                                1
                            } else {
                                6
                            }
                        }
                        std::num::FpCategory::Subnormal => {
                            if negative {
                                2
                            } else {
                                5
                            }
                        }
                        std::num::FpCategory::Zero => {
                            if negative {
                                3
                            } else {
                                4
                            }
                        }
                    };
                    (1 << class, 0)
                }
                FloatOp::ToInteger(ty) => {
                    let (value, status) = to_integer(soft(a), ty.range(), inputs.round);
                    (ty.extended(value), status)
                }
                FloatOp::FromInteger(ty) => {
                    let result = match ty {
                        Integer::I32 => {
                            $software::from_i128_r((inputs.a as i32).into(), inputs.round)
                        }
                        Integer::U32 => {
                            $software::from_u128_r((inputs.a as u32).into(), inputs.round)
                        }
                        Integer::I64 => {
                            $software::from_i128_r((inputs.a as i64).into(), inputs.round)
                        }
                        Integer::U64 => $software::from_u128_r(inputs.a.into(), inputs.round),
                    };
                    done(result)
                }
                // Moves of bits and conversions between widths are not of one width.
                FloatOp::ToBits | FloatOp::FromBits | FloatOp::Convert => (write(a), 0),
            }
        }
    };
}

width!(
    run_single,
    Single,
    f32,
    u32,
    unbox,
    boxed,
    canonical32,
    0x7fc0_0000
);
width!(
    run_double,
    Double,
    f64,
    u64,
    |bits| bits,
    |bits| bits,
    canonical64,
    0x7ff8_0000_0000_0000
);

/// The bits of an integer of `bytes` bytes, and flags; `source` are those of a float.
pub fn to_bits_of_integer(
    source: u64,
    double: bool,
    signed: bool,
    bytes: usize,
    round: Round,
) -> (u64, u32) {
    let bits = 8 * bytes as u32;
    let (low, high) = match signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    };
    let (value, flags) = match double {
        true => to_integer(Double::from_bits(source.into()), (low, high), round),
        false => to_integer(Single::from_bits(source.into()), (low, high), round),
    };
    (value as u64, flags)
}

/// Out of range gives the nearest integer there is and NaN the largest, both invalid.
fn to_integer<F: Float>(value: F, (low, high): (i128, i128), round: Round) -> (i128, u32) {
    let mut exact = false;
    let wide = value.to_i128_r(128, round, &mut exact);
    if value.is_nan() || wide.status.contains(Status::INVALID_OP) {
        let clamped = match value.is_negative() && !value.is_nan() {
            true => low,
            false => high,
        };
        return (clamped, INVALID);
    }
    if wide.value < low || wide.value > high {
        return (wide.value.clamp(low, high), INVALID);
    }
    (wide.value, flags(wide.status))
}
