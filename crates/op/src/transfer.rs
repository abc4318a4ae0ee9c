//! Words between registers and memory, a whole wave at a time.
//!
//! Compiled for every level as kernels are. All addresses are checked before the first byte moves,
//! so that what is counted in between sees the registers as they were.
//! A chunk of lanes whose words lie side by side, or that all want the same word, is one access;
//! only others go lane by lane.

use crate::kernel::{CHUNK, Pack, commit};

/// An access of whole words by the active lanes of a wave.
#[derive(Clone, Copy, Debug)]
pub struct Transfer {
    /// The address of every lane, less what all of them have in common.
    pub low: *const u32,
    /// What must be the upper half of every lane's address, and where it is; null if addresses
    /// have no upper half.
    pub high: *const u32,
    pub high_is: u32,
    /// `!0` for lanes that take part, and the same as bits.
    pub live: *const u32,
    pub mask: u64,
    pub lanes: usize,
    /// Words from one register to the next.
    pub pitch: usize,
    /// The byte behind address 0, which need not exist.
    pub base: *mut u8,
    /// The lowest and the highest address that may be accessed.
    pub least: u32,
    pub most: u32,
    /// Bits that must be 0 in every address.
    pub align: u32,
    /// Consecutive words of each lane, and registers that hold them.
    pub words: usize,
}

type Chunk = [u32; CHUNK];

/// # Safety
/// `words` must be readable for a chunk.
#[inline(always)]
unsafe fn chunk(words: *const u32) -> Chunk {
    // SAFETY: by this function's contract.
    unsafe { *words.cast::<Chunk>() }
}

impl Transfer {
    /// Whether every active lane may go where it wants to.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn allowed(&self, pack: impl Pack) -> bool {
        let mut astray = 0;
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let (low, live) = unsafe { (chunk(self.low.add(at)), chunk(self.live.add(at))) };
            let mut stray = [0; CHUNK];
            for i in 0..CHUNK {
                // One comparison for both ends.
                let outside = low[i].wrapping_sub(self.least) > self.most - self.least;
                stray[i] = (u32::from(outside).wrapping_neg() | low[i] & self.align) & live[i];
            }
            if !self.high.is_null() {
                // SAFETY: as above.
                let high = unsafe { chunk(self.high.add(at)) };
                for i in 0..CHUNK {
                    stray[i] |= (high[i] ^ self.high_is) & live[i];
                }
            }
            astray |= pack(&stray, 0);
        }
        astray == 0
    }

    /// The address of the first lane of a chunk, if the words of its active lanes lie side by side
    /// and all words from there on can be accessed.
    #[inline(always)]
    fn run_of(&self, low: &Chunk, mask: u16, pack: impl Pack) -> Option<u32> {
        let start = low[0];
        let mut starts = *low;
        for (i, start) in starts.iter_mut().enumerate() {
            *start = start.wrapping_sub(4 * i as u32);
        }
        let last = start.checked_add(4 * (CHUNK as u32 - 1))?;
        let run = pack(&starts, start) & mask == 0;
        (run && start >= self.least && last <= self.most).then_some(start)
    }

    /// # Safety
    /// The address must be allowed.
    #[inline(always)]
    unsafe fn word(&self, address: u32, r: usize) -> u32 {
        let ptr = self.base.wrapping_add(address as usize).wrapping_add(4 * r);
        // SAFETY: by this function's contract.
        u32::from_le(unsafe { ptr.cast::<u32>().read_unaligned() })
    }

    /// Fills the registers from `dst` on.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`, and follow each other; the access
    /// must be allowed; `words` words from `base` plus any allowed address must be readable.
    #[inline(always)]
    pub(crate) unsafe fn load(&self, dst: *mut u32, pack: impl Pack) {
        // SAFETY: by this function's contract. Lanes that do not take part look at the lowest
        // address that is allowed.
        unsafe {
            for at in (0..self.lanes).step_by(CHUNK) {
                let (low, live) = (chunk(self.low.add(at)), chunk(self.live.add(at)));
                let mask = (self.mask >> at) as u16;
                if self.words == 1
                    && let Some(start) = self.run_of(&low, mask, pack)
                {
                    let from = self.base.wrapping_add(start as usize);
                    let words = from.cast::<Chunk>().read_unaligned();
                    commit(dst.add(at), &words.map(u32::from_le), self.live.add(at));
                    continue;
                }
                let mut addresses = [0; CHUNK];
                for i in 0..CHUNK {
                    addresses[i] = low[i] & live[i] | self.least & !live[i];
                }
                let same = pack(&addresses, addresses[0]) == 0;
                for r in 0..self.words {
                    let mut words = [0; CHUNK];
                    if same {
                        words = [self.word(addresses[0], r); CHUNK];
                    } else {
                        for i in 0..CHUNK {
                            words[i] = self.word(addresses[i], r);
                        }
                    }
                    commit(dst.add(r * self.pitch + at), &words, self.live.add(at));
                }
            }
        }
    }

    /// Empties the registers from `src` on, lanes in ascending order: where they meet, the last
    /// one wins.
    ///
    /// # Safety
    /// As for `load`, with writable bytes.
    #[inline(always)]
    pub(crate) unsafe fn store(&self, src: *const u32, pack: impl Pack) {
        // SAFETY: by this function's contract.
        unsafe {
            for at in (0..self.lanes).step_by(CHUNK) {
                let low = chunk(self.low.add(at));
                let mut mask = (self.mask >> at) as u16;
                if self.words == 1
                    && mask == u16::MAX
                    && let Some(start) = self.run_of(&low, mask, pack)
                {
                    let words = chunk(src.add(at)).map(u32::to_le);
                    let to = self.base.wrapping_add(start as usize);
                    to.cast::<Chunk>().write_unaligned(words);
                    continue;
                }
                while mask != 0 {
                    let i = mask.trailing_zeros() as usize;
                    mask &= mask - 1;
                    for r in 0..self.words {
                        let word = *src.add(r * self.pitch + at + i);
                        let address = *self.low.add(at + i);
                        let to = self.base.wrapping_add(address as usize).wrapping_add(4 * r);
                        to.cast::<u32>().write_unaligned(word.to_le());
                    }
                }
            }
        }
    }

    /// How many aligned blocks of `1 << size` bytes the active lanes touch, if those are among the
    /// 64 from the first one's on. `bias` is to be added to every address.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`; some lane must be active.
    #[inline(always)]
    pub(crate) unsafe fn blocks(&self, bias: u32, size: u32, pack: impl Pack) -> Option<u32> {
        let more = bias.wrapping_add(4 * self.words as u32 - 1);
        // SAFETY: the first active lane is one of the registers'.
        let origin = unsafe { *self.low.add(self.mask.trailing_zeros() as usize) };
        let origin = origin.checked_add(bias)? >> size;
        let (mut next, mut beyond, mut far) = (0, 0, 0);
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let (low, live) = unsafe { (chunk(self.low.add(at)), chunk(self.live.add(at))) };
            let mut last = [0; CHUNK];
            let mut odd = [0; CHUNK];
            for i in 0..CHUNK {
                last[i] = ((low[i].wrapping_add(more) >> size).wrapping_sub(origin)) & live[i];
                let before = low[i].wrapping_add(bias) >> size < origin || low[i] > u32::MAX - more;
                odd[i] = (u32::from(before).wrapping_neg() | last[i] & !63) & live[i];
            }
            next |= pack(&last, 0);
            beyond |= pack(&last.map(|block| block & !1), 0);
            far |= pack(&odd, 0);
        }
        match (far, beyond) {
            // The first block is touched in any case.
            (0, 0) => return Some(1 + u32::from(next != 0)),
            (0, _) => {}
            _ => return None,
        }
        let mut seen = 0;
        for lane in 0..self.lanes {
            // SAFETY: as above.
            let (low, live) = unsafe { (*self.low.add(lane), *self.live.add(lane)) };
            let from = (low.wrapping_add(bias) >> size).wrapping_sub(origin) & 63;
            let to = (low.wrapping_add(more) >> size).wrapping_sub(origin) & 63;
            // All bits from one to the other.
            let bits = (2u64 << to).wrapping_sub(1 << from);
            seen |= bits & (live as i32 as i64 as u64);
        }
        Some(seen.count_ones())
    }
}
