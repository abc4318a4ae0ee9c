//! Words between registers and memory, a whole wave at a time, or several side by side.
//!
//! Compiled for every level as kernels are. All addresses are checked before the first byte moves.
//! A chunk of lanes whose words lie side by side is one access, and so is a load of lanes that stay
//! close together: broadcasts, rotations, columns of a small tile. Only others go lane by lane.

use crate::kernel::{CHUNK, LookUp, Pack, ROW, commit};

/// An access of whole words by the active lanes of a wave.
#[derive(Clone, Copy, Debug)]
pub struct Transfer {
    /// The address of every lane, less what all of them have in common.
    pub low: *const u32,
    /// What must be the upper half of every lane's address, and where it is; null if addresses
    /// have no upper half.
    pub high: *const u32,
    pub high_is: u32,
    /// `!0` for lanes that take part, and the same as bits where there are at most 64.
    pub live: *const u32,
    pub mask: u64,
    pub lanes: usize,
    /// The first lane that takes part.
    pub first: usize,
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

const ROW_BYTES: u32 = 4 * ROW as u32;

/// A chunk of lanes.
struct Part {
    low: Chunk,
    live: Chunk,
    mask: u16,
    /// The first active lane, and its address.
    lane: usize,
    first: u32,
}

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

    /// All lanes take part, each accesses one word, and the words lie side by side where they may be
    /// accessed: the kind of access that a kernel makes most of the time.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn is_run(&self, pack: impl Pack) -> bool {
        // SAFETY: by this function's contract.
        let first = unsafe { *self.low };
        let last = 4 * (self.lanes as u32 - 1);
        let apart = first & self.align != 0 || self.words != 1 || !self.may_be(first);
        if apart || !self.has_room(first, last) {
            return false;
        }
        let mut stray = [0; CHUNK];
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let (low, live) = unsafe { (chunk(self.low.add(at)), chunk(self.live.add(at))) };
            let expected = first.wrapping_add(4 * at as u32);
            for i in 0..CHUNK {
                let start = low[i].wrapping_sub(4 * i as u32);
                stray[i] |= (start ^ expected) | !live[i];
            }
            if !self.high.is_null() {
                // SAFETY: as above.
                let high = unsafe { chunk(self.high.add(at)) };
                for i in 0..CHUNK {
                    stray[i] |= high[i] ^ self.high_is;
                }
            }
        }
        pack(&stray, 0) == 0
    }

    /// Fills register `dst`.
    ///
    /// # Safety
    /// The access is a run; as for `load`.
    #[inline(always)]
    pub(crate) unsafe fn load_run(&self, dst: *mut u32) {
        // SAFETY: by this function's contract.
        unsafe {
            let from = self.base.wrapping_add(*self.low as usize);
            for at in (0..self.lanes).step_by(CHUNK) {
                let words = from.add(4 * at).cast::<Chunk>().read_unaligned();
                *dst.add(at).cast::<Chunk>() = words.map(u32::from_le);
            }
        }
    }

    /// Empties register `src`.
    ///
    /// # Safety
    /// The access is a run; as for `store`.
    #[inline(always)]
    pub(crate) unsafe fn store_run(&self, src: *const u32) {
        // SAFETY: by this function's contract.
        unsafe {
            let to = self.base.wrapping_add(*self.low as usize);
            for at in (0..self.lanes).step_by(CHUNK) {
                let words = chunk(src.add(at)).map(u32::to_le);
                to.add(4 * at).cast::<Chunk>().write_unaligned(words);
            }
        }
    }

    /// Fills the registers from `dst` on, if every active lane may go where it wants to.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`, and follow each other; `words`
    /// words from `base` plus any allowed address must be readable.
    #[inline(always)]
    pub(crate) unsafe fn load(&self, dst: *mut u32, pack: impl Pack, look_up: impl LookUp) -> bool {
        // SAFETY: by this function's contract.
        unsafe {
            if !self.allowed(pack) {
                return false;
            }
            for at in (0..self.lanes).step_by(CHUNK) {
                let part = self.part(at, pack);
                if part.mask == 0 {
                    continue;
                }
                if self.words == 1 {
                    let words = self.words_of(&part, pack, look_up);
                    commit(dst.add(at), &words, self.live.add(at));
                    continue;
                }
                // Lanes that do not take part look at the lowest address that is allowed.
                let addresses = self.addresses(&part);
                let same = pack(&addresses, addresses[0]) == 0;
                for r in 0..self.words {
                    let words = match same {
                        true => [self.word(addresses[0], r); CHUNK],
                        false => self.gather(&addresses, r),
                    };
                    commit(dst.add(r * self.lanes + at), &words, self.live.add(at));
                }
            }
            true
        }
    }

    /// Empties the registers from `src` on, if every active lane may go where it wants to. Lanes
    /// go in ascending order: where they meet, the last one wins.
    ///
    /// # Safety
    /// As for `load`, with writable bytes.
    #[inline(always)]
    pub(crate) unsafe fn store(&self, src: *const u32, pack: impl Pack) -> bool {
        // SAFETY: by this function's contract.
        unsafe {
            if !self.allowed(pack) {
                return false;
            }
            for at in (0..self.lanes).step_by(CHUNK) {
                let part = self.part(at, pack);
                let full = part.mask == u16::MAX;
                if self.words == 1 && full {
                    let words = chunk(src.add(at)).map(u32::to_le);
                    if let Some(start) = self.run_of(&part, pack) {
                        let to = self.base.wrapping_add(start as usize);
                        to.cast::<Chunk>().write_unaligned(words);
                    } else {
                        for (word, address) in words.into_iter().zip(part.low) {
                            let to = self.base.wrapping_add(address as usize);
                            to.cast::<u32>().write_unaligned(word);
                        }
                    }
                    continue;
                }
                let mut mask = part.mask;
                while mask != 0 {
                    let i = mask.trailing_zeros() as usize;
                    mask &= mask - 1;
                    let address = *self.low.add(at + i);
                    let to = self.base.wrapping_add(address as usize).cast::<u32>();
                    for r in 0..self.words {
                        let word = *src.add(r * self.lanes + at + i);
                        to.wrapping_add(r).write_unaligned(word.to_le());
                    }
                }
            }
            true
        }
    }

    /// # Safety
    /// The chunk must be within the registers.
    #[inline(always)]
    unsafe fn part(&self, at: usize, pack: impl Pack) -> Part {
        // SAFETY: by this function's contract.
        unsafe {
            let live = chunk(self.live.add(at));
            let mask = match self.lanes <= 64 {
                true => (self.mask >> at) as u16,
                false => pack(&live, 0),
            };
            let lane = mask.trailing_zeros() as usize % CHUNK;
            Part {
                low: chunk(self.low.add(at)),
                live,
                mask,
                lane,
                first: *self.low.add(at + lane),
            }
        }
    }

    #[inline(always)]
    fn may_be(&self, address: u32) -> bool {
        address.wrapping_sub(self.least) <= self.most - self.least
    }

    /// Whether `bytes` more bytes than a lane accesses can be accessed from an address on.
    #[inline(always)]
    fn has_room(&self, address: u32, bytes: u32) -> bool {
        let offset = u64::from(address.wrapping_sub(self.least));
        offset + u64::from(bytes) <= u64::from(self.most - self.least)
    }

    /// The address of the first lane of a chunk, if the words of its active lanes lie side by side
    /// and those of the others can be accessed as well.
    #[inline(always)]
    fn run_of(&self, part: &Part, pack: impl Pack) -> Option<u32> {
        let start = part.first.wrapping_sub(4 * part.lane as u32);
        let mut starts = [0; CHUNK];
        for (i, start) in starts.iter_mut().enumerate() {
            // Every lane less something, the first one too: then it is one instruction.
            *start = part.low[i].wrapping_sub(4 + 4 * i as u32);
        }
        let run = pack(&starts, start.wrapping_sub(4)) & part.mask == 0;
        (run && self.has_room(start, 4 * (CHUNK as u32 - 1))).then_some(start)
    }

    /// The words of a chunk, one for each lane; those of inactive lanes mean nothing.
    ///
    /// # Safety
    /// As for `load`; the access must be allowed.
    #[inline(always)]
    unsafe fn words_of(&self, part: &Part, pack: impl Pack, look_up: impl LookUp) -> Chunk {
        if let Some(start) = self.run_of(part, pack) {
            let from = self.base.wrapping_add(start as usize).cast::<Chunk>();
            // SAFETY: by this function's contract and that of `run_of`.
            return unsafe { from.read_unaligned() }.map(u32::from_le);
        }
        // Lanes that all stay in one row of a table, in whatever order, look their words up there.
        let row = part.first.wrapping_sub(self.least) & !(ROW_BYTES - 4);
        let row = row.wrapping_add(self.least);
        let mut offsets = [0; CHUNK];
        let mut outside = [0; CHUNK];
        for i in 0..CHUNK {
            offsets[i] = part.low[i].wrapping_sub(row);
            outside[i] = offsets[i] & !(ROW_BYTES - 4) & part.live[i];
        }
        if pack(&outside, 0) == 0 && self.has_room(row, ROW_BYTES - 4) {
            let from = self.base.wrapping_add(row as usize).cast::<[u32; ROW]>();
            // SAFETY: by this function's contract, and there is room for a row.
            let words = unsafe { from.read_unaligned() };
            return look_up(&words, &offsets.map(|offset| offset / 4)).map(u32::from_le);
        }
        // SAFETY: by this function's contract.
        unsafe { self.gather(&self.addresses(part), 0) }
    }

    /// Addresses that are all allowed.
    #[inline(always)]
    fn addresses(&self, part: &Part) -> Chunk {
        let mut addresses = [0; CHUNK];
        for (i, address) in addresses.iter_mut().enumerate() {
            *address = part.low[i] & part.live[i] | self.least & !part.live[i];
        }
        addresses
    }

    /// # Safety
    /// The addresses must be allowed.
    #[inline(always)]
    unsafe fn gather(&self, addresses: &Chunk, r: usize) -> Chunk {
        // SAFETY: by this function's contract.
        addresses.map(|address| unsafe { self.word(address, r) })
    }

    /// # Safety
    /// The address must be allowed.
    #[inline(always)]
    unsafe fn word(&self, address: u32, r: usize) -> u32 {
        let ptr = self.base.wrapping_add(address as usize).wrapping_add(4 * r);
        // SAFETY: by this function's contract.
        u32::from_le(unsafe { ptr.cast::<u32>().read_unaligned() })
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
        let origin = unsafe { *self.low.add(self.first) };
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
    /// One bit for every bank that the addresses of active lanes are in.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn banks(self, low: *const u32, live: *const u32, lanes: usize) -> u64 {
        let mut seen = [0u64; CHUNK];
        for at in (0..lanes).step_by(CHUNK) {
            // SAFETY: by this function's contract.
            let (low, live) = unsafe { (chunk(low.add(at)), chunk(live.add(at))) };
            for i in 0..CHUNK {
                let bank = low[i].wrapping_add(self.bias) >> self.shift & self.last & 63;
                seen[i] |= u64::from(live[i] & 1) << bank;
            }
        }
        seen.iter().fold(0, |all, bits| all | bits)
    }
}
