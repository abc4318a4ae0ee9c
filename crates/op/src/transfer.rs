//! Words between registers and memory, a whole wave at a time.
//!
//! Compiled for every level as kernels are. All addresses are checked before the first byte moves,
//! so that what is counted in between sees the registers as they were.
//! A chunk of lanes whose words lie side by side, or that all want the same word, is one access;
//! only others go lane by lane.

use crate::kernel::{CHUNK, commit};

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

/// The lowest and the highest address of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub lowest: u32,
    pub highest: u32,
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
    /// Where the access goes, if every active lane may go there.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn span(&self) -> Option<Span> {
        let mut lowest = [u32::MAX; CHUNK];
        let mut highest = [0; CHUNK];
        let mut bits = [0; CHUNK];
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let (low, live) = unsafe { (chunk(self.low.add(at)), chunk(self.live.add(at))) };
            for i in 0..CHUNK {
                lowest[i] = lowest[i].min(low[i] | !live[i]);
                highest[i] = highest[i].max(low[i] & live[i]);
                bits[i] |= low[i] & live[i] & self.align;
            }
            if !self.high.is_null() {
                // SAFETY: as above.
                let high = unsafe { chunk(self.high.add(at)) };
                for i in 0..CHUNK {
                    bits[i] |= (high[i] ^ self.high_is) & live[i];
                }
            }
        }
        let span = Span {
            lowest: lowest.into_iter().fold(u32::MAX, u32::min),
            highest: highest.into_iter().fold(0, u32::max),
        };
        let stray = bits.into_iter().fold(0, |all, bits| all | bits);
        let inside = span.lowest >= self.least && span.highest <= self.most;
        (inside && stray == 0).then_some(span)
    }

    /// The address of the first lane of a chunk, if those of its active lanes are `step` apart.
    /// All sixteen words from there on can then be accessed.
    #[inline(always)]
    fn run_of(&self, low: &Chunk, live: &Chunk) -> Option<u32> {
        let start = low[0];
        let mut stray = 0;
        for i in 0..CHUNK {
            stray |= (low[i] ^ start.wrapping_add(4 * i as u32)) & live[i];
        }
        let last = start.checked_add(4 * (CHUNK as u32 - 1))?;
        (stray == 0 && start >= self.least && last <= self.most).then_some(start)
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
    /// Registers must have `lanes` words, a multiple of `CHUNK`, and follow each other; `span` must
    /// have found the lowest address; `words` words from `base` plus any allowed address must be
    /// readable; some lane must be active.
    #[inline(always)]
    pub(crate) unsafe fn load(&self, lowest: u32, dst: *mut u32) {
        // SAFETY: by this function's contract. Lanes that do not take part look at the lowest
        // address that is accessed anyway.
        unsafe {
            for at in (0..self.lanes).step_by(CHUNK) {
                let (low, live) = (chunk(self.low.add(at)), chunk(self.live.add(at)));
                if self.words == 1
                    && let Some(start) = self.run_of(&low, &live)
                {
                    let from = self.base.wrapping_add(start as usize);
                    let words = from.cast::<Chunk>().read_unaligned();
                    commit(dst.add(at), &words.map(u32::from_le), self.live.add(at));
                    continue;
                }
                let mut addresses = [0; CHUNK];
                let mut differ = 0;
                for i in 0..CHUNK {
                    addresses[i] = low[i] & live[i] | lowest & !live[i];
                    differ |= addresses[i] ^ addresses[0];
                }
                for r in 0..self.words {
                    let mut words = [0; CHUNK];
                    if differ == 0 {
                        words = [self.word(addresses[0], r); CHUNK];
                    } else {
                        for i in 0..CHUNK {
                            words[i] = self.word(addresses[i], r);
                        }
                    }
                    commit(dst.add(r * self.lanes + at), &words, self.live.add(at));
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
    pub(crate) unsafe fn store(&self, src: *const u32) {
        // SAFETY: by this function's contract.
        unsafe {
            for at in (0..self.lanes).step_by(CHUNK) {
                let (low, live) = (chunk(self.low.add(at)), chunk(self.live.add(at)));
                let mut mask = (self.mask >> at) as u16;
                if self.words == 1
                    && mask == u16::MAX
                    && let Some(start) = self.run_of(&low, &live)
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
                        let word = *src.add(r * self.lanes + at + i);
                        let to = self.base.wrapping_add(low[i] as usize).wrapping_add(4 * r);
                        to.cast::<u32>().write_unaligned(word.to_le());
                    }
                }
            }
        }
    }

    /// How many aligned blocks of `1 << size` bytes the lanes touch, where `bias` is to be added to
    /// every address and all blocks are among the 64 from `first` on.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn blocks(&self, bias: u32, first: u32, size: u32) -> u32 {
        let mut seen = [0u64; CHUNK];
        let more = 4 * self.words as u32 - 1;
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let (low, live) = unsafe { (chunk(self.low.add(at)), chunk(self.live.add(at))) };
            for i in 0..CHUNK {
                let address = low[i].wrapping_add(bias);
                let from = (address >> size).wrapping_sub(first) & 63;
                let to = (address.wrapping_add(more) >> size).wrapping_sub(first) & 63;
                // All bits from one to the other.
                let bits = (2u64 << to).wrapping_sub(1 << from);
                seen[i] |= bits & (live[i] as i32 as i64 as u64);
            }
        }
        seen.into_iter()
            .fold(0, |all, bits| all | bits)
            .count_ones()
    }
}
