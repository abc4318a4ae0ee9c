//! Random numbers from a seed: the same on every host and for ever, so that a seed in a report or
//! in a test names one run. The generator is SplitMix64, which is short and good enough for arrays
//! and tests; secrets are not its business.

#![forbid(unsafe_code)]

/// The step between the states of the generator.
pub const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a state of the generator gives.
pub const fn mix(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Words that are likely to go wrong: the ends of the integers, shifts by about a word's width, and
/// floats that are one, as small as can be, infinite or no number.
#[rustfmt::skip]
pub const AWKWARD: [u32; 19] = [
    0, 1, 2, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_ffff,
    0x3f80_0000, 0xbf80_0000, 0x0080_0000, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000,
    0x7f80_0001, 0x7fc0_0000, 0xffc0_0000,
];

/// A stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed. Any seed is as good as any other, zero included.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// A number from zero to below `n`, which is positive.
    pub fn below<N: TryFrom<u64> + TryInto<u64>>(&mut self, n: N) -> N {
        let n = n.try_into().unwrap_or(0);
        let scaled = (u128::from(self.bits()) * u128::from(n)) >> 64;
        let scaled = N::try_from(scaled as u64);
        scaled.unwrap_or_else(|_| unreachable!("what is below fits as well"))
    }

    /// True with a probability of so many percent.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of several, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the reference implementation gives for this seed.
    #[test]
    fn the_stream_is_that_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| random.bits()), expected);
    }

    #[test]
    fn numbers_stay_below_their_limit_and_reach_it() {
        let mut random = Random::new(0);
        for n in 1..40 {
            let mut seen = vec![false; n];
            (0..100 * n).for_each(|_| seen[random.below(n)] = true);
            assert!(seen.iter().all(|seen| *seen), "{n}");
        }
    }
}
