//! Makes new inputs from old ones.

use random::Random;

/// Bytes and words that parsers tend to trip over.
const INTERESTING: &[&[u8]] = &[
    b"---\n",
    b"\n",
    b"$N",
    b"0x",
    b"-1",
    b"99999999999999999999",
    b"1e999",
    b"[",
    b"]",
    b"(((((",
    b"))",
    b".rept 9\n",
    b".endr\n",
    b".macro m\n",
    b".endm\n",
    b".if 1\n",
    b".endif\n",
    b":",
    b",",
    b"@",
    b"\"",
    b"'",
    b"\\",
    b"/*",
    b"*/",
    b"#",
    b";",
    b"\0",
    b"\xff",
    b"\xe2\x82\xac",
    b"let N = ",
    b"expect ",
    b"f32[4]",
    b"\xff\xff\xff\xff",
    b"\x7f\0\0\0",
    b"local = 2\n",
    b"%",
    b"{",
    b"}",
    b"1f",
    b"1b",
];

pub struct Mutator {
    random: Random,
    seeds: Vec<Vec<u8>>,
    max_len: usize,
}

impl Mutator {
    pub fn new(seed: u64, seeds: Vec<Vec<u8>>, max_len: usize) -> Mutator {
        Mutator {
            random: Random::new(seed),
            seeds,
            max_len,
        }
    }

    /// A seed with a few changes.
    pub fn next(&mut self) -> Vec<u8> {
        let mut input = self.pick().to_vec();
        for _ in 0..1 + self.below(6) {
            self.change(&mut input);
        }
        input.truncate(self.max_len);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let len = self.below(16).min(input.len() - at);
        match self.below(7) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.below(256) as u8,
            2 => drop(input.drain(at..at + len)),
            3 => {
                let piece = input[at..at + len].to_vec();
                let to = self.below(input.len() + 1);
                input.splice(to..to, piece);
            }
            4 => {
                let other = self.pick().to_vec();
                let from = self.below(other.len() + 1);
                let len = self.below(64).min(other.len() - from);
                input.splice(at..at, other[from..from + len].iter().copied());
            }
            5 => {
                let word = INTERESTING[self.below(INTERESTING.len())];
                input.splice(at..at + len, word.iter().copied());
            }
            _ => {
                let bytes: Vec<u8> = (0..len).map(|_| self.below(256) as u8).collect();
                input.splice(at..at + len, bytes);
            }
        }
    }

    fn pick(&mut self) -> &[u8] {
        let i = self.below(self.seeds.len());
        &self.seeds[i]
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n.max(1))
    }
}
