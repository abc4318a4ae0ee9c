//! Random numbers, and words that are likely to go wrong.

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Words that are likely to go wrong, and any.
    pub fn word(&mut self) -> u32 {
        const EDGES: [u32; 16] = [
            0,
            1,
            2,
            31,
            32,
            33,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x3f80_0000,
            0xbf80_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0000,
            0x0000_0001,
            0x8000_0001,
        ];
        match self.below(4) {
            0 => EDGES[self.below(EDGES.len())],
            1 => self.below(100) as u32,
            2 => (self.below(2000) as f32 / 16.0 - 50.0).to_bits(),
            _ => self.next() as u32,
        }
    }
}
