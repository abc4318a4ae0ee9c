//! Numbers that stand for states: two states with the same number are taken for the same.

use std::hash::Hasher;

/// A running digest of 64 bits. It is the same on every host.
#[derive(Clone, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl Digest {
    /// That of nothing.
    pub fn new() -> Digest {
        Digest(0x243f_6a88_85a3_08d3)
    }

    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Takes in many words, two at a time.
    pub fn words(&mut self, words: &[u32]) {
        let pairs = words.chunks_exact(2);
        let rest = pairs.remainder();
        pairs.for_each(|pair| self.add(u64::from(pair[0]) | u64::from(pair[1]) << 32));
        rest.iter().for_each(|&word| self.add(word.into()));
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words
            .iter()
            .for_each(|word| self.add(u64::from_le_bytes(*word)));
        rest.iter().for_each(|&byte| self.add(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
}
