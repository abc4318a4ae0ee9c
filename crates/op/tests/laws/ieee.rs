//! IEEE 754: every op that claims to round correctly, judged with exact arithmetic, and the special
//! cases as vectors.

use std::cmp::Ordering;

use crate::exact::{BFLOAT, DOUBLE, Dyadic, Format, HALF, MODES, SINGLE, is_rounded};
use crate::samples::{self, Random};
use op::Op;

/// What an op computes before it rounds.
#[derive(Clone, Copy, Debug)]
enum Exactly {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Sqrt,
    /// The first argument itself: a conversion.
    Same,
}
use Exactly::*;

/// Op, what it computes, formats of its arguments and result, and where the rounding mode comes
/// from.
#[rustfmt::skip]
const ROUNDED: &[(Op, Exactly, Format, Format, Mode)] = &[
    (Op::AddF32,        Add,  SINGLE, SINGLE, Mode::Fixed(0)),
    (Op::SubF32,        Sub,  SINGLE, SINGLE, Mode::Fixed(0)),
    (Op::MulF32,        Mul,  SINGLE, SINGLE, Mode::Fixed(0)),
    (Op::DivF32,        Div,  SINGLE, SINGLE, Mode::Fixed(0)),
    (Op::FmaF32,        Fma,  SINGLE, SINGLE, Mode::Fixed(0)),
    (Op::SqrtF32,       Sqrt, SINGLE, SINGLE, Mode::Fixed(0)),
    (Op::AddF64,        Add,  DOUBLE, DOUBLE, Mode::Fixed(0)),
    (Op::SubF64,        Sub,  DOUBLE, DOUBLE, Mode::Fixed(0)),
    (Op::MulF64,        Mul,  DOUBLE, DOUBLE, Mode::Fixed(0)),
    (Op::DivF64,        Div,  DOUBLE, DOUBLE, Mode::Fixed(0)),
    (Op::FmaF64,        Fma,  DOUBLE, DOUBLE, Mode::Fixed(0)),
    (Op::SqrtF64,       Sqrt, DOUBLE, DOUBLE, Mode::Fixed(0)),
    (Op::AddF16,        Add,  HALF,   HALF,   Mode::Fixed(0)),
    (Op::SubF16,        Sub,  HALF,   HALF,   Mode::Fixed(0)),
    (Op::MulF16,        Mul,  HALF,   HALF,   Mode::Fixed(0)),
    (Op::DivF16,        Div,  HALF,   HALF,   Mode::Fixed(0)),
    (Op::FmaF16,        Fma,  HALF,   HALF,   Mode::Fixed(0)),
    (Op::SqrtF16,       Sqrt, HALF,   HALF,   Mode::Fixed(0)),
    (Op::AddBf16,       Add,  BFLOAT, BFLOAT, Mode::Fixed(0)),
    (Op::SubBf16,       Sub,  BFLOAT, BFLOAT, Mode::Fixed(0)),
    (Op::MulBf16,       Mul,  BFLOAT, BFLOAT, Mode::Fixed(0)),
    (Op::FmaBf16,       Fma,  BFLOAT, BFLOAT, Mode::Fixed(0)),
    (Op::AddRoundF32,   Add,  SINGLE, SINGLE, Mode::Third),
    (Op::SubRoundF32,   Sub,  SINGLE, SINGLE, Mode::Third),
    (Op::MulRoundF32,   Mul,  SINGLE, SINGLE, Mode::Third),
    (Op::DivRoundF32,   Div,  SINGLE, SINGLE, Mode::Third),
    (Op::SqrtRoundF32,  Sqrt, SINGLE, SINGLE, Mode::Second),
    (Op::AddRoundF64,   Add,  DOUBLE, DOUBLE, Mode::Third),
    (Op::SubRoundF64,   Sub,  DOUBLE, DOUBLE, Mode::Third),
    (Op::MulRoundF64,   Mul,  DOUBLE, DOUBLE, Mode::Third),
    (Op::DivRoundF64,   Div,  DOUBLE, DOUBLE, Mode::Third),
    (Op::SqrtRoundF64,  Sqrt, DOUBLE, DOUBLE, Mode::Second),
    (Op::FmaRzF32,      Fma,  SINGLE, SINGLE, Mode::Fixed(1)),
    (Op::FmaRdF32,      Fma,  SINGLE, SINGLE, Mode::Fixed(2)),
    (Op::FmaRuF32,      Fma,  SINGLE, SINGLE, Mode::Fixed(3)),
    (Op::FmaRzF64,      Fma,  DOUBLE, DOUBLE, Mode::Fixed(1)),
    (Op::FmaRdF64,      Fma,  DOUBLE, DOUBLE, Mode::Fixed(2)),
    (Op::FmaRuF64,      Fma,  DOUBLE, DOUBLE, Mode::Fixed(3)),
    (Op::CvtF32F64,     Same, DOUBLE, SINGLE, Mode::Fixed(0)),
    (Op::CvtF16F32,     Same, SINGLE, HALF,   Mode::Fixed(0)),
    (Op::CvtF16F64,     Same, DOUBLE, HALF,   Mode::Fixed(0)),
    (Op::CvtBf16F32,    Same, SINGLE, BFLOAT, Mode::Fixed(0)),
    (Op::CvtBf16F64,    Same, DOUBLE, BFLOAT, Mode::Fixed(0)),
    (Op::CvtF32F16,     Same, HALF,   SINGLE, Mode::Fixed(0)),
    (Op::CvtF32Bf16,    Same, BFLOAT, SINGLE, Mode::Fixed(0)),
    (Op::CvtF64F32,     Same, SINGLE, DOUBLE, Mode::Fixed(0)),
    (Op::CvtF64F16,     Same, HALF,   DOUBLE, Mode::Fixed(0)),
    (Op::CvtRoundF32F64,  Same, DOUBLE, SINGLE, Mode::Second),
    (Op::CvtRoundF16F32,  Same, SINGLE, HALF,   Mode::Second),
    (Op::CvtRoundF16F64,  Same, DOUBLE, HALF,   Mode::Second),
    (Op::CvtRoundBf16F32, Same, SINGLE, BFLOAT, Mode::Second),
];

#[derive(Clone, Copy, Debug)]
enum Mode {
    Fixed(u32),
    Second,
    Third,
}

#[test]
fn arithmetic_is_rounded_correctly() {
    let mut random = Random::new(7);
    for &(op, exactly, from, to, mode) in ROUNDED {
        for _ in 0..3000 {
            let mut args = [0; 3];
            for arg in &mut args {
                *arg = sample(from, &mut random);
            }
            // Now and then arguments that nearly cancel, which random ones never do.
            if random.bits().is_multiple_of(4) {
                args[1] = args[0].wrapping_add(random.bits() % 5).wrapping_sub(2);
                args[1] &= from.sign_bit() | (from.sign_bit() - 1);
            }
            check(op, exactly, from, to, mode, args, &mut random);
        }
    }
}

/// A fused multiply-add whose product and addend nearly cancel, or where the addend only breaks a
/// tie.
#[test]
fn fused_multiply_add_rounds_once() {
    let mut random = Random::new(11);
    for &(op, exactly, from, to, mode) in ROUNDED {
        if !matches!(exactly, Fma) {
            continue;
        }
        for _ in 0..3000 {
            let ordinary = |random: &mut Random| {
                let one = from.infinity() >> 1 & from.infinity();
                let near_one = one + ((random.bits() % 8) << from.fraction);
                near_one | random.bits() & ((1 << from.fraction) - 1)
            };
            let (a, b) = (ordinary(&mut random), ordinary(&mut random));
            let product = match from.fraction {
                10 => Op::MulF16.eval([a, b, 0]),
                7 => Op::MulBf16.eval([a, b, 0]),
                23 => Op::MulF32.eval([a, b, 0]),
                _ => Op::MulF64.eval([a, b, 0]),
            };
            let steps = random.pick(&[0, 1, 2, 11, 12, 24, 25, 53]) << from.fraction;
            let c = product.saturating_sub(steps) & from.infinity() | product & 3;
            let sign = random.pick(&[0, from.sign_bit()]);
            check(op, exactly, from, to, mode, [a, b, c | sign], &mut random);
            check(
                op,
                exactly,
                from,
                to,
                mode,
                [a, b, product ^ from.sign_bit()],
                &mut random,
            );
        }
    }
}

#[test]
fn every_half_converts_exactly_and_back() {
    for bits in 0..=0xffffu64 {
        let wide = Op::CvtF32F16.eval([bits, 0, 0]);
        let nan = bits & 0x7fff > 0x7c00;
        if nan {
            assert_eq!(wide, 0x7fc0_0000);
            continue;
        }
        assert_eq!(Op::CvtF16F32.eval([wide, 0, 0]), bits);
        assert_eq!(
            Op::CvtF16F64.eval([Op::CvtF64F16.eval([bits, 0, 0]), 0, 0]),
            bits
        );
        if bits & 0x7c00 == 0x7c00 {
            assert_eq!(wide, bits << 16 & 0x8000_0000 | 0x7f80_0000);
            continue;
        }
        assert_eq!(
            SINGLE.value(wide).compare(&HALF.value(bits)),
            Ordering::Equal
        );
        // Around the midpoint to the next half.
        let next = f64::from_bits(Op::CvtF64F16.eval([bits + 1, 0, 0]));
        let here = f64::from_bits(Op::CvtF64F16.eval([bits, 0, 0]));
        if next.is_finite() {
            let middle = ((next + here) / 2.0) as f32;
            for x in [middle, middle.next_up(), middle.next_down()] {
                let mut random = Random::new(0);
                let args = [u64::from(x.to_bits()), 0, 0];
                check(
                    Op::CvtF16F32,
                    Same,
                    SINGLE,
                    HALF,
                    Mode::Fixed(0),
                    args,
                    &mut random,
                );
            }
        }
    }
}

#[test]
fn every_byte_float_converts_exactly_and_back() {
    let value = |bits: u64, fraction: i32, bias: i32| {
        let (exponent, part) = (
            (bits & 0x7f) as i32 >> fraction,
            bits as i32 & ((1 << fraction) - 1),
        );
        let whole = if exponent == 0 { 0.0 } else { 1.0 };
        let size = (whole + f64::from(part) / f64::from(1 << fraction))
            * 2f64.powi(exponent.max(1) - bias);
        if bits & 0x80 != 0 { -size } else { size }
    };
    for bits in 0..=0xffu64 {
        for (widen, narrow, saturate, round, fraction, bias, greatest, nan) in [
            (
                Op::CvtF32E4m3,
                Op::CvtE4m3F32,
                Op::CvtSatE4m3F32,
                Op::CvtRoundE4m3F32,
                3,
                7,
                0x7e,
                0x7f,
            ),
            (
                Op::CvtF32E5m2,
                Op::CvtE5m2F32,
                Op::CvtSatE5m2F32,
                Op::CvtRoundE5m2F32,
                2,
                15,
                0x7b,
                0x7d,
            ),
        ] {
            let wide = f32::from_bits(widen.eval([bits, 0, 0]) as u32);
            let magnitude = bits & 0x7f;
            let expected = value(bits, fraction, bias);
            let to = |op: Op, x: f32| op.eval([u64::from(x.to_bits()), 0, 0]);
            if magnitude >= nan {
                assert_eq!(wide.to_bits(), 0x7fc0_0000, "{widen:?} of {bits:#x}");
            } else if magnitude > greatest {
                assert_eq!(
                    wide,
                    f32::INFINITY.copysign(expected as f32),
                    "{widen:?} of {bits:#x}"
                );
                assert_eq!(to(narrow, wide), bits);
                assert_eq!(to(saturate, wide), bits - 1);
            } else {
                assert_eq!(f64::from(wide), expected, "{widen:?} of {bits:#x}");
                for op in [narrow, saturate, round] {
                    assert_eq!(to(op, wide), bits, "{op:?} of {wide}");
                }
                if magnitude < greatest {
                    // The tie goes to the even one; a hair to either side decides.
                    let middle = ((expected + value(bits + 1, fraction, bias)) / 2.0) as f32;
                    for op in [narrow, saturate, round] {
                        assert_eq!(to(op, middle), bits + (bits & 1), "{op:?} of {middle}");
                        let (inward, outward) = if bits < 0x80 {
                            (middle.next_down(), middle.next_up())
                        } else {
                            (middle.next_up(), middle.next_down())
                        };
                        assert_eq!(to(op, inward), bits, "{op:?} of {inward}");
                        assert_eq!(to(op, outward), bits + 1, "{op:?} of {outward}");
                    }
                }
            }
        }
    }
    for (op, beyond) in [
        (Op::CvtE4m3F32, 0x7f),
        (Op::CvtE5m2F32, 0x7c),
        (Op::CvtSatE4m3F32, 0x7e),
        (Op::CvtSatE5m2F32, 0x7b),
        (Op::CvtRoundE4m3F32, 0x7e),
        (Op::CvtRoundE5m2F32, 0x7b),
    ] {
        for x in [1e6f32, f32::MAX, f32::INFINITY] {
            assert_eq!(
                op.eval([u64::from(x.to_bits()), 0, 0]),
                beyond,
                "{op:?} of {x}"
            );
            assert_eq!(
                op.eval([u64::from((-x).to_bits()), 0, 0]),
                beyond | 0x80,
                "{op:?} of -{x}"
            );
        }
        assert_eq!(op.eval([0xffc0_0001, 0, 0]), 0x7f, "{op:?} of NaN");
    }
}

fn sample(format: Format, random: &mut Random) -> u64 {
    match format.fraction {
        10 => samples::half(random).into(),
        7 => (samples::float(random) >> 16).into(),
        23 => samples::float(random).into(),
        _ => samples::double(random),
    }
}

/// Judges one result, unless an argument or the exact value is special: those are vectors below.
fn check(
    op: Op,
    exactly: Exactly,
    from: Format,
    to: Format,
    mode: Mode,
    args: [u64; 3],
    random: &mut Random,
) {
    let count = match exactly {
        Sqrt | Same => 1,
        Fma => 3,
        _ => 2,
    };
    if args[..count].iter().any(|&arg| !from.is_finite(arg)) {
        return;
    }
    let mut raw = args;
    let mode = match mode {
        Mode::Fixed(mode) => mode,
        Mode::Second => {
            raw[1] = random.pick(&MODES).into();
            raw[1] as u32
        }
        Mode::Third => {
            raw[2] = random.pick(&MODES).into();
            raw[2] as u32
        }
    };
    let [a, b, c] = args.map(|arg| from.value(arg));
    let result = op.eval(raw);
    let minus = Dyadic::new(-1, 0);
    let sum = match exactly {
        Add => a.plus(&b),
        Sub => a.plus(&minus.times(&b)),
        Mul => a.times(&b),
        Fma => a.times(&b).plus(&c),
        Same | Div | Sqrt => a.clone(),
    };
    let (sign, holds) = match exactly {
        Sqrt => {
            let negative = a.sign() < 0;
            if negative {
                return;
            }
            let compare = |y: &Dyadic| match y.sign() {
                -1 => Ordering::Greater,
                _ => a.compare(&y.times(y)),
            };
            (a.sign(), is_rounded(result, to, mode, false, compare))
        }
        Div => {
            if b.sign() == 0 {
                return;
            }
            let sign = a.sign() * b.sign();
            let compare = |y: &Dyadic| {
                let order = a.compare(&y.times(&b));
                if b.sign() < 0 { order.reverse() } else { order }
            };
            (sign, is_rounded(result, to, mode, sign < 0, compare))
        }
        _ => (
            sum.sign(),
            is_rounded(result, to, mode, sum.sign() < 0, |y| sum.compare(y)),
        ),
    };
    if sign == 0 {
        assert_eq!(
            result & !to.sign_bit(),
            0,
            "{op:?} of {raw:#x?} should be a zero"
        );
    } else {
        assert!(
            holds,
            "{op:?} of {raw:#x?}, mode {mode}: {result:#x} is not the exact {sum:?} rounded"
        );
    }
}

const NAN: u64 = 0x7fc0_0000;
const SNAN: u64 = 0x7f80_0001;
const INF: u64 = 0x7f80_0000;
const MINUS: u64 = 0x8000_0000;
const ONE: u64 = 0x3f80_0000;
const TWO: u64 = 0x4000_0000;
const MAX: u64 = 0x7f7f_ffff;
const MIN_SUB: u64 = 1;

/// Special cases: op, arguments, result.
#[rustfmt::skip]
const VECTORS: &[(Op, [u64; 3], u64)] = &[
    // A NaN that comes out is canonical, whatever went in.
    (Op::AddF32, [SNAN, ONE, 0], NAN), (Op::AddF32, [0xffff_ffff, ONE, 0], NAN),
    (Op::AddF32, [INF, INF | MINUS, 0], NAN), (Op::SubF32, [INF, INF, 0], NAN),
    (Op::MulF32, [0, INF, 0], NAN), (Op::DivF32, [0, MINUS, 0], NAN),
    (Op::DivF32, [INF, INF, 0], NAN), (Op::SqrtF32, [ONE | MINUS, 0, 0], NAN),
    (Op::FmaF32, [0, INF, ONE], NAN), (Op::FmaF32, [0, INF, NAN], NAN),
    (Op::FmaF32, [INF, ONE, INF | MINUS], NAN), (Op::FmaF32, [MAX, MAX, INF | MINUS], INF | MINUS),
    (Op::FmaRzF32, [MAX, MAX, INF | MINUS], INF | MINUS), (Op::FmaRzF32, [0, INF, ONE], NAN),
    (Op::AddRoundF32, [INF, INF | MINUS, 1], NAN), (Op::MulRoundF32, [0, INF, 1], NAN),
    // Infinities.
    (Op::AddF32, [INF, MAX | MINUS, 0], INF), (Op::DivF32, [ONE, MINUS, 0], INF | MINUS),
    (Op::MulF32, [INF | MINUS, TWO, 0], INF | MINUS), (Op::DivF32, [ONE, INF | MINUS, 0], MINUS),
    (Op::RcpF32, [MINUS, 0, 0], INF | MINUS), (Op::RcpF32, [INF | MINUS, 0, 0], MINUS),
    (Op::RsqrtF32, [0, 0, 0], INF), (Op::RsqrtF32, [MINUS, 0, 0], INF | MINUS),
    (Op::RsqrtF32, [INF, 0, 0], 0), (Op::SqrtF32, [INF, 0, 0], INF),
    (Op::DivRoundF32, [ONE, 0, 1], INF), (Op::SqrtRoundF32, [INF, 3, 0], INF),
    // Overflow by mode.
    (Op::AddRoundF32, [MAX, MAX, 0], INF), (Op::AddRoundF32, [MAX, MAX, 1], MAX),
    (Op::AddRoundF32, [MAX, MAX, 2], MAX), (Op::AddRoundF32, [MAX, MAX, 3], INF),
    (Op::AddRoundF32, [MAX | MINUS, MAX | MINUS, 2], INF | MINUS),
    (Op::AddRoundF32, [MAX | MINUS, MAX | MINUS, 3], MAX | MINUS),
    // The sign of zero.
    (Op::AddF32, [0, MINUS, 0], 0), (Op::AddF32, [MINUS, MINUS, 0], MINUS),
    (Op::SubF32, [ONE, ONE, 0], 0), (Op::SubF32, [MINUS, 0, 0], MINUS),
    (Op::MulF32, [MINUS, ONE, 0], MINUS), (Op::SqrtF32, [MINUS, 0, 0], MINUS),
    (Op::FmaF32, [ONE, ONE, ONE | MINUS], 0), (Op::FmaF32, [MINUS, ONE, MINUS], MINUS),
    (Op::FmaF32, [MINUS, ONE, 0], 0), (Op::FmaF32, [MIN_SUB, MIN_SUB | MINUS, 0], MINUS),
    (Op::AddRoundF32, [0, MINUS, 2], MINUS), (Op::AddRoundF32, [ONE, ONE | MINUS, 2], MINUS),
    (Op::AddRoundF32, [ONE, ONE | MINUS, 3], 0), (Op::MulRoundF32, [MINUS, ONE, 3], MINUS),
    (Op::MulRoundF32, [0, ONE, 2], 0), (Op::SubRoundF32, [0, 0, 2], MINUS),
    (Op::SqrtRoundF32, [MINUS, 2, 0], MINUS), (Op::FmaRdF32, [MIN_SUB, MIN_SUB, 0], 0),
    // Minimum and maximum: NaN loses in one kind and wins in the other; -0 < +0 in both.
    (Op::MinNumF32, [NAN, ONE, 0], ONE), (Op::MinNumF32, [ONE, SNAN, 0], ONE),
    (Op::MinNumF32, [SNAN, 0xffff_ffff, 0], NAN), (Op::MaxNumF32, [NAN, MINUS, 0], MINUS),
    (Op::MinNumF32, [0, MINUS, 0], MINUS), (Op::MinNumF32, [MINUS, 0, 0], MINUS),
    (Op::MaxNumF32, [0, MINUS, 0], 0), (Op::MaxNumF32, [MINUS, 0, 0], 0),
    (Op::MinimumF32, [NAN, ONE, 0], NAN), (Op::MinimumF32, [ONE, SNAN, 0], SNAN | 0x40_0000),
    (Op::MinimumF32, [0, MINUS, 0], MINUS), (Op::MaximumF32, [MINUS, 0, 0], 0),
    (Op::MaximumF32, [ONE, TWO, 0], TWO), (Op::MinimumF32, [ONE, TWO | MINUS, 0], TWO | MINUS),
    (Op::Med3NumF32, [TWO, ONE, INF], TWO), (Op::Med3NumF32, [TWO, NAN, ONE], ONE),
    (Op::MinNumF16, [0x7e00, 0x3c00, 0], 0x3c00), (Op::MaximumF16, [0x7d00, 0x3c00, 0], 0x7f00),
    (Op::MinNumF64, [0, 1 << 63, 0], 1 << 63), (Op::MinNumF64, [0x7ff0_0000_0000_0001, 5, 0], 5),
    // Signs alone.
    (Op::NegF32, [SNAN, 0, 0], SNAN | MINUS), (Op::AbsF32, [SNAN | MINUS, 0, 0], SNAN),
    (Op::NegF16, [0x7c01, 0, 0], 0xfc01), (Op::NegAbsF64, [0, 0, 0], 1 << 63),
    (Op::CopySignF32, [ONE, MINUS, 0], ONE | MINUS), (Op::CanonicalF32, [SNAN | MINUS, 0, 0], NAN),
    (Op::SaturateF32, [NAN, 0, 0], 0), (Op::SaturateF32, [MINUS, 0, 0], 0),
    (Op::SaturateF32, [INF, 0, 0], ONE), (Op::SaturateF32, [MIN_SUB, 0, 0], MIN_SUB),
    // To integral values.
    (Op::RintF32, [0x3f00_0000, 0, 0], 0), (Op::RintF32, [0x3fc0_0000, 0, 0], TWO),
    (Op::RintF32, [0x4020_0000, 0, 0], TWO), (Op::RintF32, [0xbf00_0000, 0, 0], MINUS),
    (Op::FloorF32, [MIN_SUB | MINUS, 0, 0], ONE | MINUS), (Op::CeilF32, [0xbf00_0000, 0, 0], MINUS),
    (Op::TruncF32, [0xbf7f_ffff, 0, 0], MINUS), (Op::FloorF32, [SNAN, 0, 0], NAN),
    (Op::RoundAwayF32, [0x3f00_0000, 0, 0], ONE), (Op::RoundAwayF32, [0x3eff_ffff, 0, 0], 0),
    (Op::RintRoundF32, [0xbf00_0000, 4, 0], ONE | MINUS), (Op::RintRoundF32, [0x3f00_0000, 3, 0], ONE),
    (Op::FractF32, [0xbf80_0000, 0, 0], 0), (Op::FractF32, [0x4020_0000, 0, 0], 0x3f00_0000),
    // To integers: saturating, NaN to 0, or as RISC-V has it.
    (Op::CvtI32F32, [NAN, 0, 0], 0), (Op::CvtI32F32Rv, [SNAN | MINUS, 0, 0], 0x7fff_ffff),
    (Op::CvtU32F32Rv, [NAN, 0, 0], 0xffff_ffff), (Op::CvtU32F32, [ONE | MINUS, 0, 0], 0),
    (Op::CvtI32F32, [0x4f00_0000, 0, 0], 0x7fff_ffff), (Op::CvtI32F32, [0xcf00_0001, 0, 0], 0x8000_0000),
    (Op::CvtU32F32, [0x4f80_0000, 0, 0], 0xffff_ffff), (Op::CvtI32F32, [0xbfff_ffff, 0, 0], 0xffff_ffff),
    (Op::CvtRintI32F32, [0x4020_0000, 0, 0], 2), (Op::CvtHalfUpI32F32, [0x4020_0000, 0, 0], 3),
    (Op::CvtFloorI32F32, [0xbf00_0000, 0, 0], 0xffff_ffff), (Op::CvtCeilI32F32, [0xbf00_0000, 0, 0], 0),
    (Op::CvtRoundI32F32, [0x3f00_0000, 4, 0], 1), (Op::CvtRoundU32F64, [0x41ef_ffff_ffff_ffff, 0, 0], 0xffff_ffff),
    (Op::CvtI16F16, [0xfc00, 0, 0], 0x8000), (Op::CvtU16F16, [0x7bff, 0, 0], 0xffe0),
    // From integers.
    (Op::CvtF32I32, [0x7fff_ffff, 0, 0], 0x4f00_0000), (Op::CvtF32U32, [0x0100_0001, 0, 0], 0x4b80_0000),
    (Op::CvtF32I32, [0xffff_ffff, 0, 0], 0xbf80_0000), (Op::CvtRoundF32U32, [0x0100_0001, 3, 0], 0x4b80_0001),
    (Op::CvtF16U16, [0xffff, 0, 0], 0x7c00), (Op::CvtF16I32, [2049, 0, 0], 0x6800),
    (Op::CvtF16I32, [2051, 0, 0], 0x6802), (Op::CvtRoundF16I32, [70000, 1, 0], 0x7bff),
    // Halves: overflow, underflow, toward zero.
    (Op::CvtF16F32, [0x477f_efff, 0, 0], 0x7bff), (Op::CvtF16F32, [0x477f_f000, 0, 0], 0x7c00),
    (Op::CvtF16F32, [0x3300_0000, 0, 0], 0), (Op::CvtF16F32, [0x3300_0001, 0, 0], 1),
    (Op::CvtF16F32, [SNAN, 0, 0], 0x7e00), (Op::CvtBf16F32, [MAX, 0, 0], 0x7f80),
    (Op::CvtPkRtzF16F32, [0x4780_0000, 0xb300_0001, 0], 0x8000_7bff),
    (Op::CvtPkRtzF16F32, [INF, NAN, 0], 0x7e00_7c00), (Op::CvtPkRtzF16F32, [0x3f80_1fff, ONE, 0], 0x3c00_3c00),
    (Op::CvtTf32F32, [0x3f80_1000, 0, 0], 0x3f80_0000), (Op::CvtTf32F32, [0x3f80_3000, 0, 0], 0x3f80_4000),
    (Op::CvtRoundTf32F32, [0x3f80_1000, 3, 0], 0x3f80_2000), (Op::CvtRoundTf32F32, [INF | MINUS, 0, 0], INF | MINUS),
    // Scaling.
    (Op::LdexpF32, [ONE, 0xffff_ff6b, 0], MIN_SUB), (Op::LdexpF32, [ONE, 0xffff_ff6a, 0], 0),
    (Op::LdexpF32, [0x3f80_0001, 0xffff_ff6a, 0], MIN_SUB), (Op::LdexpF32, [MIN_SUB, 1000, 0], INF),
    (Op::LdexpF32, [MIN_SUB, 149, 0], ONE), (Op::LdexpF64, [1, 1074, 0], 0x3ff0_0000_0000_0000),
    (Op::LdexpF64, [0x3ff0_0000_0000_0001, 0xffff_fbcd, 0], 1), (Op::LdexpF16, [0x3c00, 0xffe8, 0], 1),
    (Op::FrexpMantF32, [MIN_SUB, 0, 0], 0x3f00_0000), (Op::FrexpExpF32, [MIN_SUB, 0, 0], 0xffff_ff6c),
    (Op::FrexpMantF32, [0xc040_0000, 0, 0], 0xbf40_0000), (Op::FrexpExpF32, [0xc040_0000, 0, 0], 2),
    (Op::FrexpExpF32, [INF, 0, 0], 0), (Op::FrexpMantF32, [MINUS, 0, 0], MINUS),
    (Op::FrexpExpF64, [1, 0, 0], 0xffff_fbcf), (Op::FrexpMantF64, [1, 0, 0], 0x3fe0_0000_0000_0000),
    (Op::FrexpExpF16, [1, 0, 0], 0xffe9), (Op::FrexpMantF16, [1, 0, 0], 0x3800),
    // Comparisons.
    (Op::EqF32, [0, MINUS, 0], 1), (Op::EqF32, [NAN, NAN, 0], 0), (Op::NeF32, [NAN, NAN, 0], 1),
    (Op::LtF32, [NAN, ONE, 0], 0), (Op::NltF32, [NAN, ONE, 0], 1), (Op::NgeF32, [ONE, TWO, 0], 1),
    (Op::LgF32, [NAN, ONE, 0], 0), (Op::NlgF32, [NAN, ONE, 0], 1), (Op::NlgF32, [ONE, ONE, 0], 1),
    (Op::OrdF32, [ONE, SNAN, 0], 0), (Op::UnoF32, [ONE, SNAN, 0], 1), (Op::UnoF16, [0x7c00, 0xfc01, 0], 1),
    (Op::LtF16, [0x8001, 0, 0], 1), (Op::GeF16, [0x7c00, 0x7bff, 0], 1), (Op::LeF64, [1 << 63, 0, 0], 1),
    // The ten classes.
    (Op::ClassF32, [SNAN, 1, 0], 1), (Op::ClassF32, [NAN, 2, 0], 1), (Op::ClassF32, [INF | MINUS, 4, 0], 1),
    (Op::ClassF32, [ONE | MINUS, 8, 0], 1), (Op::ClassF32, [MIN_SUB | MINUS, 0x10, 0], 1),
    (Op::ClassF32, [MINUS, 0x20, 0], 1), (Op::ClassF32, [0, 0x40, 0], 1), (Op::ClassF32, [MIN_SUB, 0x80, 0], 1),
    (Op::ClassF32, [MAX, 0x100, 0], 1), (Op::ClassF32, [INF, 0x200, 0], 1), (Op::ClassF32, [INF, 0x1ff, 0], 0),
    (Op::ClassF32, [SNAN | MINUS, !1, 0], 0), (Op::ClassF32, [0x80_0000, 0x100, 0], 1),
    (Op::ClassF16, [0x7c01, 1, 0], 1), (Op::ClassF16, [0x83ff, 0x10, 0], 1), (Op::ClassF16, [0xfe00, 2, 0], 1),
    (Op::ClassF64, [0x7ff0_0000_0000_0001, 1, 0], 1), (Op::ClassF64, [0x7fef_ffff_ffff_ffff, 0x100, 0], 1),
    // Zero that wins over infinity.
    (Op::MulZeroF32, [0, NAN, 0], 0), (Op::MulZeroF32, [INF, MINUS, 0], 0), (Op::FmaZeroF32, [0, INF, TWO], TWO),
    // Exact points of the transcendental functions.
    (Op::SinF32, [MINUS, 0, 0], MINUS), (Op::SinF32, [INF, 0, 0], NAN), (Op::CosF32, [0, 0, 0], ONE),
    (Op::SinTurnsF32, [0x3f00_0000, 0, 0], 0), (Op::SinTurnsF32, [0xbf80_0000, 0, 0], 0), (Op::SinTurnsF32, [MINUS, 0, 0], MINUS), (Op::SinTurnsF32, [0x3e80_0000, 0, 0], ONE),
    (Op::CosTurnsF32, [0x3f00_0000, 0, 0], ONE | MINUS), (Op::CosTurnsF32, [0x4b80_0000, 0, 0], ONE),
    (Op::CosTurnsF32, [INF, 0, 0], NAN), (Op::SinTurnsF32, [0xbe80_0000, 0, 0], ONE | MINUS),
    (Op::Exp2F32, [0x4120_0000, 0, 0], 0x4480_0000), (Op::Exp2F32, [0xc315_0000, 0, 0], MIN_SUB),
    (Op::Exp2F32, [INF | MINUS, 0, 0], 0), (Op::Exp2F32, [0x4300_0000, 0, 0], INF),
    (Op::Log2F32, [MIN_SUB, 0, 0], 0xc315_0000), (Op::Log2F32, [MINUS, 0, 0], INF | MINUS),
    (Op::Log2F32, [ONE | MINUS, 0, 0], NAN), (Op::LogF32, [ONE, 0, 0], 0), (Op::ExpF32, [MINUS, 0, 0], ONE),
    (Op::TanhF32, [INF | MINUS, 0, 0], ONE | MINUS), (Op::SigmoidF32, [INF | MINUS, 0, 0], 0),
    (Op::SigmoidF32, [0, 0, 0], 0x3f00_0000), (Op::Exp2F16, [0xce00, 0, 0], 1), (Op::Log2F16, [1, 0, 0], 0xce00),
    (Op::RemF32, [0xc0a0_0000, 0x4000_0000, 0], 0xbf80_0000), (Op::RemF32, [ONE, 0, 0], NAN),
    // Dot products.
    (Op::Dot2FramedF32F16, [0x4000_3c00, 0x4200_3c00, ONE], 0x4100_0000), (Op::Dot2FramedBf16, [0x4000_3f80, 0x4040_3f80, 0x3f80], 0x4100),
    (Op::Dot2FlooredF32F16, [0x4000_3c00, 0x4200_c000, 0xb800_3800], 0x407f_ff7f), (Op::Dot2FlooredF32F16, [0x4000_4000, 0x4200_c000, 0xb800_3800], 0x3fff_fefe),
    (Op::Dot2FlooredF32F16, [0x4000_3c00, 0x4200_4200, 0xb800_3800], 0x410f_ffe0), (Op::Dot2FlooredF32F16, [0x7e00, ONE, NAN], 0xffc0_0a3d),
    (Op::Dot4FlooredE4m3, [0x3838_3838, 0x4040_4040, 0], 0x4100_0000), (Op::Dot4FlooredE5m2, [0x3c3c_3c3c, 0x4040_4040, ONE], 0x4110_0000),
    // Normalised integers.
    (Op::CvtPkSnormF32, [ONE, TWO | MINUS, 0], 0x8001_7fff), (Op::CvtPkSnormF32, [NAN, 0, 0], 0),
    (Op::CvtPkUnormF32, [ONE, ONE | MINUS, 0], 0xffff), (Op::CvtPkUnormF32, [0x3f00_0000, INF, 0], 0xffff_8000),
    (Op::CvtPkU8F32, [0x4020_0000, 1, 0xffff_ffff], 0xffff_02ff), (Op::CvtPkU8F32, [INF, 3, 0], 0xff00_0000),
    // Division in steps.
    (Op::DivFixupF32, [NAN, 0, ONE], INF), (Op::DivFixupF32, [TWO, ONE | MINUS, TWO], TWO | MINUS),
    (Op::DivFixupF32, [NAN, 0, 0], NAN | MINUS), (Op::DivFixupF32, [ONE, INF, ONE | MINUS], MINUS),
    (Op::DivScaleF32, [ONE, ONE, TWO], ONE), (Op::DivScaleFlagF32, [MIN_SUB, MIN_SUB, ONE], 1),
    (Op::DivScaleF32, [MIN_SUB, MIN_SUB, ONE], 0x1500_0000), (Op::DivScaleF32, [ONE, MIN_SUB, ONE], ONE),
    (Op::DivScaleF32, [ONE, ONE, 0], NAN | MINUS), (Op::DivScaleF32, [INF, INF, ONE], INF), (Op::DivScaleFlagF32, [0, 0, 0], 0),
    (Op::DivScaleFlagF32, [0, INF, ONE], 1), (Op::DivScaleF32, [0x7f80_0001, ONE, ONE], 0x7f80_0001), (Op::DivScaleQuietF32, [0x7f80_0001, ONE, ONE], 0x7fc0_0001), (Op::DivScaleFlagF64, [0, 0x3ff0_0000_0000_0000, 0x7fe0_0000_0000_0000], 1),
    // Cube maps.
    (Op::CubeIdF32, [ONE, 0, 0], 0), (Op::CubeIdF32, [0, ONE | MINUS, 0], 0x4040_0000), (Op::CubeIdF32, [ONE, ONE, ONE | MINUS], 0x40a0_0000),
    (Op::CubeMaF32, [ONE, TWO, 0], 0x4080_0000), (Op::CubeScF32, [TWO, 0, ONE], ONE | MINUS), (Op::CubeTcF32, [0, TWO, ONE], ONE),
];

#[test]
fn special_cases() {
    for &(op, args, expected) in VECTORS {
        let result = op.eval(args);
        assert_eq!(
            result, expected,
            "{op:?} of {args:#x?} is {result:#x}, expected {expected:#x}"
        );
    }
}

type Reference = fn(f64) -> f64;

/// Against the host's `f64` functions: within one unit in the last place of `f32`.
#[test]
fn transcendental_functions_are_accurate() {
    use std::f64::consts::TAU;
    let functions: [(Op, Reference); 10] = [
        (Op::SinF32, f64::sin),
        (Op::CosF32, f64::cos),
        (Op::SinTurnsF32, |x| (x.fract() * TAU).sin()),
        (Op::CosTurnsF32, |x| (x.fract() * TAU).cos()),
        (Op::ExpF32, f64::exp),
        (Op::Exp2F32, f64::exp2),
        (Op::LogF32, f64::ln),
        (Op::Log2F32, f64::log2),
        (Op::TanhF32, f64::tanh),
        (Op::RsqrtF32, |x| 1.0 / x.sqrt()),
    ];
    let mut random = Random::new(5);
    for (op, function) in functions {
        for _ in 0..20_000 {
            let bits = samples::float(&mut random);
            let expected = function(f32::from_bits(bits).into());
            let found = f32::from_bits(op.eval([bits.into(), 0, 0]) as u32);
            if expected.is_nan() {
                assert_eq!(u64::from(found.to_bits()), NAN, "{op:?} of {bits:#x}");
                continue;
            }
            let near = expected as f32;
            let close = [near.next_down(), near, near.next_up()].contains(&found);
            // Near a zero of the sine the reference loses bits; there the error is absolute.
            let absolute = (f64::from(found) - expected).abs() < 1e-15;
            assert!(
                close || absolute,
                "{op:?} of {bits:#x} is {found:e}, expected {expected:e}"
            );
        }
    }
}

/// The other ops round twice where this does, and atomics keep the NaN that was there.
#[test]
fn products_and_sums_of_cdna() {
    let mut random = Random::new(29);
    let of = |op: Op, a: u64, b: u64, c: u64| op.eval([a, b, c]);
    for _ in 0..20_000 {
        let [a, b, c] = [(); 3].map(|()| random.bits() & 0xffff);
        for (mad, mode) in [(Op::MadRzF16, 1), (Op::MadRdF16, 2), (Op::MadRuF16, 3)] {
            let product = of(Op::MulRoundF16, a, b, mode);
            assert_eq!(of(mad, a, b, c), of(Op::AddRoundF16, product, c, mode));
        }
        let product = of(Op::MulF16, a, b, 0);
        assert_eq!(of(Op::MadF16, a, b, c), of(Op::AddF16, product, c, 0));
        let pairs = [a | b << 16, c | a << 16];
        let start = u64::from(samples::float(&mut random));
        let half = |bits: u64| of(Op::CvtF32F16, bits, 0, 0);
        let first = of(Op::FmaF32, half(a), half(c), start);
        let chain = of(Op::FmaF32, half(b), half(a), first);
        assert_eq!(of(Op::Dot2ChainF32F16, pairs[0], pairs[1], start), chain);
    }
    let (one, quiet) = (1f64.to_bits(), 0x7ff8_0000_0000_0123);
    assert_eq!(of(Op::SumF64, one, one, 0), 2f64.to_bits());
    assert_eq!(of(Op::SumF64, 0x7ff0_0000_0000_0123, one, 0), quiet);
    assert_eq!(of(Op::SumF64, one, quiet, 0), quiet);
}
