//! A quick hash for small keys of our own, which no input chooses to collide.

use std::hash::{BuildHasherDefault, Hasher};

/// Takes eight bytes at a time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spread(u64);

/// For maps.
pub(crate) type Spreads = BuildHasherDefault<Spread>;

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut all = [0; 8];
            all[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(all));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}
