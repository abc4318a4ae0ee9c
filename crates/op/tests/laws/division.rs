//! Division in steps, as compilers write it with AMD's instructions: the quotient must be the nearest
//! number, that is what the host divides to.

use op::Op;
use random::Random;

fn one(op: Op, [a, b, c]: [f64; 3]) -> f64 {
    f64::from_bits(op.eval([a, b, c].map(f64::to_bits)))
}

/// `c / b`: both are scaled, a reciprocal is refined twice, the remainder of an estimate corrects it.
fn in_steps(c: f64, b: f64) -> f64 {
    let fma = |a: f64, b: f64, c: f64| one(Op::FmaF64, [a, b, c]);
    let below = one(Op::DivScaleF64, [b, b, c]);
    let above = one(Op::DivScaleF64, [c, b, c]);
    let scaled = Op::DivScaleFlagF64.eval([c, b, c].map(f64::to_bits)) != 0;
    let mut reciprocal = one(Op::RcpF64, [below, 0.0, 0.0]);
    for _ in 0..2 {
        let error = fma(-below, reciprocal, 1.0);
        reciprocal = fma(reciprocal, error, reciprocal);
    }
    let estimate = one(Op::MulF64, [above, reciprocal, 0.0]);
    let rest = fma(-below, estimate, above);
    let last = match scaled {
        true => Op::DivFmasF64,
        false => Op::FmaF64,
    };
    one(
        Op::DivFixupF64,
        [one(last, [rest, reciprocal, estimate]), b, c],
    )
}

fn check(c: f64, b: f64) {
    let (found, expected) = (in_steps(c, b), c / b);
    assert_eq!(
        found.to_bits(),
        expected.to_bits(),
        "{c:e} / {b:e} is {found:e}, not {expected:e}"
    );
}

#[test]
fn quotients_are_the_nearest_numbers() {
    let mut random = Random::new(31);
    for _ in 0..200_000 {
        let [c, b] = [0; 2].map(|_: i32| f64::from_bits(random.bits()));
        if c.is_finite() && b.is_finite() && b != 0.0 {
            check(c, b);
        }
    }
}

/// Where the result gets its last bits from a rounding of its own: below the least normal number, and
/// up to it.
#[test]
fn quotients_around_the_least_normal_number() {
    const LEAST: u64 = 1 << 52;
    let mut random = Random::new(32);
    for i in 0..64 {
        for k in 0..64u64 {
            // Just below a power of two divided by just below one, and what is random around them.
            let c = f64::from_bits(LEAST - 1 - i);
            check(c, f64::from_bits(1.0f64.to_bits() - 1 - k));
            check(-c, f64::from_bits(1.0f64.to_bits() + k));
            let scale = random.below(600u32) as i32 - 300;
            let b = f64::from_bits(1.0f64.to_bits() + (random.bits() >> 12));
            let near = f64::MIN_POSITIVE * b * (1.0 - f64::EPSILON * f64::from(i as u32));
            check(near, b);
            let by = 2f64.powi(scale.abs());
            check(near * by, b * by);
        }
    }
}
