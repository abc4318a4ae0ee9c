//! Seeded random numbers: the same seed gives the same bytes on every machine.
//!
//! The stream is SplitMix64, started from the seed and the array's name, so that adding or
//! reordering arguments changes no other array. Draw `i` is a function of its position alone.
//! Element `i` takes draw `i` (`rand`), or draws `2i` and `2i + 1` (`randn`, Box and Muller's
//! cosine branch with logarithm and cosine in software, since the host's may differ in the last
//! bit).

use crate::{Constant, Type};
use random::{GAMMA, mix};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    start: u64,
}

impl Stream {
    pub(crate) fn new(seed: u64, name: &str) -> Stream {
        // FNV-1a: short, well known, and enough to tell names apart.
        let name = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Stream {
            start: mix(seed.wrapping_add(GAMMA)) ^ name,
        }
    }

    /// Draw `i` of the stream.
    fn draw(self, i: u64) -> u64 {
        mix(self
            .start
            .wrapping_add(GAMMA.wrapping_mul(i.wrapping_add(1))))
    }

    /// An integer in `[low, high)`.
    pub(crate) fn integer(self, i: u64, low: i128, high: i128) -> i128 {
        // The span is at most 2^64, so the product fits. The bias of taking the upper half is
        // below one in 2^64 for each value.
        let span = (high - low) as u128;
        low + ((u128::from(self.draw(i)) * span) >> 64) as i128
    }

    /// A float in `[low, high)` that `ty` can hold: as many random bits as the type has, so that
    /// rounding cannot reach `high` in the plain case of zero to one.
    pub(crate) fn float(self, i: u64, ty: Type, low: f64, high: f64) -> f64 {
        let bits = match ty {
            Type::Bf16 => 8,
            Type::F16 => 11,
            Type::F32 => 24,
            _ => 53,
        };
        let unit = (self.draw(i) >> (64 - bits)) as f64 / (1u64 << bits) as f64;
        if (low, high) == (0.0, 1.0) {
            return unit;
        }
        let x = low * (1.0 - unit) + high * unit;
        if rounded(ty, x) < high { x } else { low }
    }

    /// A normally distributed float with mean zero and deviation one.
    pub(crate) fn normal(self, i: u64) -> f64 {
        let unit = |draw: u64| (draw >> 11) as f64 / (1u64 << 53) as f64;
        let radius = unit(self.draw(i.wrapping_mul(2)));
        let angle = unit(self.draw(i.wrapping_mul(2).wrapping_add(1)));
        // One minus a number below one is never zero, so the logarithm is finite.
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - radius));
        radius * libm::cos(std::f64::consts::TAU * angle)
    }
}

/// `x` as it comes back out of `ty`.
fn rounded(ty: Type, x: f64) -> f64 {
    let mut bytes = Vec::with_capacity(8);
    match ty.push(Constant::Float(x), &mut bytes) {
        Ok(()) => ty.read(&bytes).as_f64(),
        Err(_) => x,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: u64 = 100_000;

    fn mean_and_variance(draw: impl Fn(u64) -> f64) -> (f64, f64) {
        let mean = (0..COUNT).map(&draw).sum::<f64>() / COUNT as f64;
        let variance = (0..COUNT).map(|i| (draw(i) - mean).powi(2)).sum::<f64>() / COUNT as f64;
        (mean, variance)
    }

    #[test]
    fn distributions_have_their_mean_and_variance() {
        let stream = Stream::new(1, "a");
        let close = |(mean, variance): (f64, f64), (m, v): (f64, f64)| {
            assert!(
                (mean - m).abs() < 0.02 * v.sqrt(),
                "mean {mean}, expected {m}"
            );
            assert!(
                (variance / v - 1.0).abs() < 0.03,
                "variance {variance}, expected {v}"
            );
        };
        close(
            mean_and_variance(|i| stream.float(i, Type::F32, 0.0, 1.0)),
            (0.5, 1.0 / 12.0),
        );
        close(
            mean_and_variance(|i| stream.float(i, Type::F64, -3.0, 5.0)),
            (1.0, 64.0 / 12.0),
        );
        close(
            mean_and_variance(|i| stream.integer(i, 0, 100) as f64),
            (49.5, 9999.0 / 12.0),
        );
        close(mean_and_variance(|i| stream.normal(i)), (0.0, 1.0));
    }

    #[test]
    fn draws_stay_in_their_range() {
        let stream = Stream::new(7, "x");
        for i in 0..COUNT {
            assert!((-5..3).contains(&stream.integer(i, -5, 3)));
            for ty in [Type::F16, Type::Bf16, Type::F32, Type::F64] {
                for (low, high) in [(0.0, 1.0), (-1.0, 1.0), (1.0, 1.0625)] {
                    let x = rounded(ty, stream.float(i, ty, low, high));
                    assert!((low..high).contains(&x), "{ty} {low} {x} {high}");
                }
            }
        }
        let everything = (i64::MIN.into(), i128::from(i64::MAX) + 1);
        assert!((everything.0..everything.1).contains(&stream.integer(
            0,
            everything.0,
            everything.1
        )));
    }

    #[test]
    fn names_and_seeds_make_different_streams() {
        let first = |seed, name| Stream::new(seed, name).draw(0);
        assert_ne!(first(1, "a"), first(2, "a"));
        assert_ne!(first(1, "a"), first(1, "b"));
    }
}
