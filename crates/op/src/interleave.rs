//! How the addresses of a wave fall on banks of memory.

use crate::kernel::CHUNK;
use crate::transfer::chunk;

/// How addresses are spread over at most 64 banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interleave {
    /// To be added to every address.
    pub bias: u32,
    /// The lowest bit of a bank's number in an address.
    pub shift: u32,
    /// The number of the last bank, one less than a power of two.
    pub last: u32,
}

impl Interleave {
    /// One bit for every bank that the addresses of active lanes are in, if no two of them are in
    /// one.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn apart(
        self,
        low: *const u32,
        live: *const u32,
        lanes: usize,
        active: u32,
    ) -> Option<u64> {
        let mut seen = [0u64; CHUNK];
        for at in (0..lanes).step_by(CHUNK) {
            // SAFETY: by this function's contract.
            let (low, live) = unsafe { (chunk(low.add(at)), chunk(live.add(at))) };
            for i in 0..CHUNK {
                let bank = low[i].wrapping_add(self.bias) >> self.shift & self.last & 63;
                seen[i] |= u64::from(live[i] & 1) << bank;
            }
        }
        let banks = seen.iter().fold(0, |all, bits| all | bits);
        (banks.count_ones() == active).then_some(banks)
    }
}
