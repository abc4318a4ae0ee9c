//! Roots and flags at the edge of the range, against arithmetic with more digits.

use super::{FloatOp, INEXACT, Inputs, UNDERFLOW, boxed, run};
use random::Random;
use rustc_apfloat::ieee::{Double, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, StatusAnd};

const ROUNDINGS: [Round; 4] = [
    Round::NearestTiesToEven,
    Round::TowardZero,
    Round::TowardNegative,
    Round::TowardPositive,
];

fn quad<F: FloatConvert<Quad>>(x: F) -> Quad {
    let exact: StatusAnd<Quad> = x.convert(&mut false);
    exact.value
}

fn inputs(round: Round, [a, b, c]: [u64; 3]) -> Inputs {
    let raised = 0;
    Inputs {
        a,
        b,
        c,
        round,
        raised,
    }
}

/// Says what is wrong with a root: its square, which is exact here, and those of its neighbours.
fn misplaced(round: Round, x: Quad, root: Quad, [below, above]: [Quad; 2], flags: u32) -> bool {
    let square = |y: Quad| (y * y).value;
    let fits = match round {
        Round::TowardPositive => square(below) < x && x <= square(root),
        Round::NearestTiesToEven => {
            let half = |a: Quad, b: Quad| (a + b).value.scalbn(-1);
            square(half(below, root)) < x && x < square(half(root, above))
        }
        _ => square(root) <= x && x < square(above),
    };
    !fits || (flags == INEXACT) != (square(root) != x) || flags & !INEXACT != 0
}

#[test]
fn roots_of_small_numbers_are_rounded_once() {
    let mut random = Random::new(11);
    for _ in 0..20_000 {
        for round in ROUNDINGS {
            // Exponents up to a little above those with which the remainder underflows.
            let bits = (random.bits() as u32 % (60 << 23)).max(1);
            let (root, flags) = run(FloatOp::Sqrt, false, inputs(round, [boxed(bits), 0, 0]));
            let wide = |bits: u32| quad(Single::from_bits(bits.into()));
            let root = root as u32;
            let next = [wide(root - 1), wide(root + 1)];
            let wrong = misplaced(round, wide(bits), wide(root), next, flags);
            assert!(!wrong, "{bits:#x} {round:?}: {root:#x}, flags {flags}");

            let bits = (random.bits() % (130 << 52)).max(1) >> (random.bits() % 40);
            let bits = bits.max(1);
            let (root, flags) = run(FloatOp::Sqrt, true, inputs(round, [bits, 0, 0]));
            let wide = |bits: u64| quad(Double::from_bits(bits.into()));
            let next = [wide(root - 1), wide(root + 1)];
            let wrong = misplaced(round, wide(bits), wide(root), next, flags);
            assert!(!wrong, "{bits:#x} {round:?}: {root:#x}, flags {flags}");
        }
    }
}

/// The exact value, rounded to so many digits with exponents that have no end.
fn is_tiny_after_rounding(exact: Quad, round: Round) -> bool {
    let lifted: StatusAnd<Single> = exact.scalbn(100).convert_r(round, &mut false);
    lifted.value.ilogb() - 100 < Single::smallest_normalized().ilogb()
}

#[test]
fn underflow_is_told_of_what_is_tiny_after_rounding() {
    let mut random = Random::new(12);
    let mut corners = 0;
    for _ in 0..40_000 {
        // Products next to the smallest normal number: 1.1111... times 2^-127 and a little more.
        let near = |random: &mut Random| 0x3f7f_ffff - (random.bits() as u32 & 3);
        let (a, b) = (near(&mut random), 0x0080_0000 + (random.bits() as u32 & 3));
        let c = (random.bits() as u32 & 3) | (random.bits() as u32 & 0x8000_0000);
        let wide = |bits: u32| quad(Single::from_bits(bits.into()));
        let product = (wide(a) * wide(b)).value;
        for round in ROUNDINGS {
            let fused = FloatOp::MulAdd {
                negate_product: false,
                negate_addend: false,
            };
            let sources = [a, b, c].map(boxed);
            let sum = (product + wide(c)).value;
            for (op, exact) in [(FloatOp::Mul, product), (fused, sum)] {
                let (result, flags) = run(op, false, inputs(round, sources));
                let loses = wide(result as u32) != exact;
                let tiny = is_tiny_after_rounding(exact, round);
                corners += u32::from(loses && tiny && result as u32 & 0x7fff_ffff == 0x0080_0000);
                let expected = match (loses, tiny) {
                    (true, true) => INEXACT | UNDERFLOW,
                    (true, false) => INEXACT,
                    _ => 0,
                };
                assert_eq!(flags, expected, "{op:?} {a:#x} {b:#x} {c:#x} {round:?}");
            }
        }
    }
    assert!(
        corners > 100,
        "only {corners} results came up to a normal number"
    );
}
