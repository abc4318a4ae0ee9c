//! Words between registers and memory, a whole wave at a time, or several side by side.
//!
//! Compiled for every level as kernels are. All addresses are checked before the first byte moves.
//! A chunk of lanes whose words lie side by side is one access, and so is a load of lanes that stay
//! close together: broadcasts, rotations, columns of a small tile. Only others go lane by lane.
//!
//! Other threads may be at the memory, so every access to it goes through [`shared`]. Registers are
//! plain words.

use crate::host::{self, Bounds, Host, ROW};
use crate::kernel::CHUNK;
use crate::shared;

/// An access of whole words by the active lanes of a wave.
#[derive(Clone, Copy, Debug)]
pub struct Transfer {
    /// The address of every lane, less what all of them have in common.
    pub low: *const u32,
    /// Where the upper half of every lane's address is; null if addresses have none.
    pub high: *const u32,
    /// What that half must be in every lane, or the transfer is refused.
    pub high_is: u32,
    /// `!0` for lanes that take part.
    pub live: *const u32,
    /// The same as bits, where there are at most 64 lanes.
    pub mask: u64,
    /// Lanes, active or not: of a wave, or of several side by side.
    pub lanes: usize,
    /// Words from one register to the next.
    pub pitch: usize,
    /// The first lane that takes part.
    pub first: usize,
    /// The byte behind address 0, which need not exist.
    pub base: *mut u8,
    /// The lowest address that may be accessed.
    pub least: u32,
    /// The highest address at which an access may begin.
    pub most: u32,
    /// Bits that must be 0 in every address.
    pub align: u32,
    /// Consecutive words of each lane, and registers that hold them.
    pub words: usize,
}

pub(crate) type Chunk = [u32; CHUNK];

pub(crate) const ROW_BYTES: u32 = 4 * ROW as u32;

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
pub(crate) unsafe fn chunk(words: *const u32) -> Chunk {
    // SAFETY: by this function's contract.
    unsafe { *words.cast::<Chunk>() }
}

/// Words in the byte order of memory as words of this computer, or the other way round.
#[inline(always)]
pub(crate) fn little(words: Chunk) -> Chunk {
    match cfg!(target_endian = "little") {
        true => words,
        false => words.map(u32::swap_bytes),
    }
}

/// Lanes of a chunk, as bits, whose address is not that of the first, `start`, and a word for
/// every lane in between.
#[inline(always)]
pub(crate) fn out_of_line(low: &Chunk, start: u32, host: &impl Host) -> u16 {
    host.pack(&host.unstepped(low), start.wrapping_sub(4))
}

/// Lanes that stay close together, in whatever order, can look their words up in one row: where it
/// begins, at `last` at the latest, and the word of each lane.
#[inline(always)]
pub(crate) fn in_a_row(
    low: &Chunk,
    live: &Chunk,
    last: u32,
    host: &impl Host,
) -> Option<(u32, Chunk)> {
    let mut lowest = u32::MAX;
    for i in 0..CHUNK {
        lowest = lowest.min(low[i] | !live[i]);
    }
    let row = lowest.min(last);
    let mut offsets = [0; CHUNK];
    let mut outside = [0; CHUNK];
    for i in 0..CHUNK {
        offsets[i] = low[i].wrapping_sub(row);
        outside[i] = offsets[i] & !(ROW_BYTES - 4) & live[i];
    }
    (host.pack(&outside, 0) == 0).then(|| (row, offsets.map(|offset| offset / 4)))
}

impl Transfer {
    /// Whether every active lane may go where it wants to.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn allowed(&self, host: &impl Host) -> bool {
        let mut astray = 0;
        let bounds = Bounds {
            least: self.least,
            room: self.most - self.least,
            align: self.align,
        };
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let (low, live) = unsafe { (chunk(self.low.add(at)), chunk(self.live.add(at))) };
            let mut stray = host.stray(&low, &live, bounds);
            if !self.high.is_null() {
                // SAFETY: as above.
                let high = unsafe { chunk(self.high.add(at)) };
                for i in 0..CHUNK {
                    stray[i] |= (high[i] ^ self.high_is) & live[i];
                }
            }
            astray |= host.pack(&stray, 0);
        }
        astray == 0
    }

    /// Whether lanes that access one word each, side by side, the first at `first`, may do so.
    pub fn is_run_from(&self, first: u32) -> bool {
        let last = 4 * (self.lanes as u32 - 1);
        let apart = first & self.align != 0 || self.words != 1 || !self.may_be(first);
        !apart && self.has_room(first, last)
    }

    /// Each lane accesses one word, and the words lie side by side where they may be accessed: the
    /// kind of access that a kernel makes most of the time. All lanes take part, as the caller knows.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`.
    #[inline(always)]
    pub(crate) unsafe fn is_run(&self, host: &impl Host) -> bool {
        // SAFETY: by this function's contract.
        let first = unsafe { *self.low };
        if !self.is_run_from(first) {
            return false;
        }
        let mut stray = [0; CHUNK];
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let low = unsafe { chunk(self.low.add(at)) };
            let expected = first.wrapping_add(4 * at as u32);
            for i in 0..CHUNK {
                let start = low[i].wrapping_sub(4 * i as u32);
                stray[i] |= start ^ expected;
            }
            if !self.high.is_null() {
                // SAFETY: as above.
                let high = unsafe { chunk(self.high.add(at)) };
                for i in 0..CHUNK {
                    stray[i] |= high[i] ^ self.high_is;
                }
            }
        }
        host.pack(&stray, 0) == 0
    }

    /// Fills register `dst`.
    ///
    /// # Safety
    /// The access is a run; as for `load`.
    #[inline(always)]
    pub(crate) unsafe fn load_run(&self, dst: *mut u32, host: &impl Host) {
        // SAFETY: by this function's contract.
        unsafe {
            let from = self.base.wrapping_add(*self.low as usize);
            for at in (0..self.lanes).step_by(CHUNK) {
                self.prefetch_next(from.add(4 * at));
                let words = host.load(from.add(4 * at));
                *dst.add(at).cast::<Chunk>() = little(words);
            }
        }
    }

    /// Kernels that access runs go through arrays: the next access goes on behind this run.
    #[inline(always)]
    fn prefetch_next(&self, at: *const u8) {
        host::prefetch(at.wrapping_add(4 * self.lanes));
    }

    /// Empties register `src`.
    ///
    /// # Safety
    /// The access is a run; as for `store`.
    #[inline(always)]
    pub(crate) unsafe fn store_run(&self, src: *const u32, host: &impl Host) {
        // SAFETY: by this function's contract.
        unsafe {
            let to = self.base.wrapping_add(*self.low as usize);
            for at in (0..self.lanes).step_by(CHUNK) {
                self.prefetch_next(to.add(4 * at));
                let words = little(chunk(src.add(at)));
                host.store(to.add(4 * at), words);
            }
        }
    }

    /// Fills register `dst`, if every active lane may go where it wants to.
    ///
    /// # Safety
    /// It is one word for each lane. Registers must have `lanes` words, a multiple of `CHUNK`; a
    /// word at `base` plus any allowed address must be readable.
    #[inline(always)]
    pub(crate) unsafe fn load(&self, dst: *mut u32, host: &impl Host) -> bool {
        // SAFETY: by this function's contract.
        unsafe {
            if !self.allowed(host) {
                return false;
            }
            for at in (0..self.lanes).step_by(CHUNK) {
                let part = self.part(at, host);
                if part.mask == 0 {
                    continue;
                }
                let words = self.words_of(&part, at, host);
                host.commit(dst.add(at), &words, self.live.add(at));
            }
            true
        }
    }

    /// Empties register `src`, if every active lane may go where it wants to. Lanes go in
    /// ascending order: where they meet, the last one wins.
    ///
    /// # Safety
    /// As for `load`, with writable bytes.
    #[inline(always)]
    pub(crate) unsafe fn store(&self, src: *const u32, host: &impl Host) -> bool {
        // A copy of its own: what is behind a reference might be what a store changes, as far as the
        // compiler knows.
        let this = *self;
        // SAFETY: by this function's contract.
        unsafe {
            if !this.allowed(host) {
                return false;
            }
            for at in (0..this.lanes).step_by(CHUNK) {
                let part = this.part(at, host);
                if part.mask != u16::MAX {
                    this.store_each(&part, src.add(at), at, 1);
                    continue;
                }
                if let Some(start) = this.run_of(&part, host) {
                    let words = little(chunk(src.add(at)));
                    host.store(this.base.wrapping_add(start as usize), words);
                    continue;
                }
                shared::scatter(this.base, this.low.add(at), src.add(at));
            }
            true
        }
    }

    /// As `load`, for several words of each lane and the registers from `dst` on.
    ///
    /// # Safety
    /// As for `load`, with as many words and registers, which follow each other.
    #[inline(always)]
    pub(crate) unsafe fn load_several(&self, dst: *mut u32, host: &impl Host) -> bool {
        // SAFETY: by this function's contract.
        unsafe {
            if !self.allowed(host) {
                return false;
            }
            match self.words {
                2 => self.load_wide::<2>(dst, host),
                3 => self.load_wide::<3>(dst, host),
                4 => self.load_wide::<4>(dst, host),
                _ => self.load_many(dst, host),
            }
            true
        }
    }

    /// As `store`, for several words of each lane and the registers from `src` on.
    ///
    /// # Safety
    /// As for `load_several`, with writable bytes.
    #[inline(always)]
    pub(crate) unsafe fn store_several(&self, src: *const u32, host: &impl Host) -> bool {
        let this = *self;
        // SAFETY: by this function's contract.
        unsafe {
            if !this.allowed(host) {
                return false;
            }
            match this.words {
                2 => this.store_wide::<2>(src, host),
                4 => this.store_wide::<4>(src, host),
                // As a constant, so that there is no loop.
                words => {
                    for at in (0..this.lanes).step_by(CHUNK) {
                        let part = this.part(at, host);
                        match words {
                            3 => this.store_each(&part, src.add(at), at, 3),
                            _ => this.store_each(&part, src.add(at), at, words),
                        }
                    }
                }
            }
            true
        }
    }

    /// # Safety
    /// As for `load_several`; the access must be allowed.
    #[inline(always)]
    unsafe fn load_wide<const C: usize>(&self, dst: *mut u32, host: &impl Host) {
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: by this function's contract.
            unsafe {
                let part = self.part(at, host);
                if part.mask == 0 {
                    continue;
                }
                let to = |r: usize| (dst.add(r * self.pitch + at), self.live.add(at));
                // All lanes want the same.
                if host.pack(&part.low, part.first) & part.mask == 0 {
                    for r in 0..C {
                        let (dst, live) = to(r);
                        host.commit(dst, &[self.word(part.first, r); CHUNK], live);
                    }
                    continue;
                }
                let addresses = self.addresses(&part);
                let columns = host.columns::<C>(self.base, addresses.as_ptr());
                for (r, words) in columns.iter().enumerate() {
                    let (dst, live) = to(r);
                    host.commit(dst, &little(*words), live);
                }
            }
        }
    }

    /// The same for any number of registers.
    ///
    /// # Safety
    /// As above.
    #[inline(always)]
    unsafe fn load_many(&self, dst: *mut u32, host: &impl Host) {
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: by this function's contract.
            unsafe {
                let part = self.part(at, host);
                let addresses = self.addresses(&part);
                for r in (0..self.words).filter(|_| part.mask != 0) {
                    let words = self.gather(addresses.as_ptr(), r, host);
                    host.commit(dst.add(r * self.pitch + at), &words, self.live.add(at));
                }
            }
        }
    }

    /// # Safety
    /// As for `store_several`; the access must be allowed.
    #[inline(always)]
    unsafe fn store_wide<const C: usize>(&self, src: *const u32, host: &impl Host) {
        for at in (0..self.lanes).step_by(CHUNK) {
            // SAFETY: by this function's contract.
            unsafe {
                let column = |r: usize| little(chunk(src.add(r * self.pitch + at)));
                let rows = host.rows::<C>(&std::array::from_fn(column));
                let mut mask = self.part(at, host).mask;
                while mask != 0 {
                    let i = mask.trailing_zeros() as usize;
                    mask &= mask - 1;
                    let to = self.base.wrapping_add(*self.low.add(at + i) as usize);
                    host.store_row(to, rows[i]);
                }
            }
        }
    }

    /// Word by word, the chunk of lanes from `at` on; `src` is where it begins. There are so many
    /// words for each lane.
    ///
    /// # Safety
    /// As above, for any number of registers.
    #[inline(always)]
    unsafe fn store_each(&self, part: &Part, src: *const u32, at: usize, words: usize) {
        let mut mask = part.mask;
        while mask != 0 {
            let i = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            // SAFETY: by this function's contract.
            unsafe {
                let to = self.base.wrapping_add(*self.low.add(at + i) as usize);
                for r in 0..words {
                    let word = *src.add(r * self.pitch + i);
                    shared::store_u32(to.wrapping_add(4 * r), word.to_le());
                }
            }
        }
    }

    /// # Safety
    /// The chunk must be within the registers.
    #[inline(always)]
    unsafe fn part(&self, at: usize, host: &impl Host) -> Part {
        // SAFETY: by this function's contract.
        unsafe {
            let live = chunk(self.live.add(at));
            let mask = match self.lanes <= 64 {
                true => (self.mask >> at) as u16,
                false => host.pack(&live, 0),
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
    fn run_of(&self, part: &Part, host: &impl Host) -> Option<u32> {
        let start = part.first.wrapping_sub(4 * part.lane as u32);
        let run = out_of_line(&part.low, start, host) & part.mask == 0;
        (run && self.has_room(start, 4 * (CHUNK as u32 - 1))).then_some(start)
    }

    /// The words of the chunk at lane `at`; those of inactive lanes mean nothing.
    ///
    /// # Safety
    /// As for `load`; the access must be allowed.
    #[inline(always)]
    unsafe fn words_of(&self, part: &Part, at: usize, host: &impl Host) -> Chunk {
        if let Some(start) = self.run_of(part, host) {
            let from = self.base.wrapping_add(start as usize);
            // SAFETY: by this function's contract and that of `run_of`.
            return little(unsafe { host.load(from) });
        }
        // What is fetched word by word is so once where all lanes want the same.
        if !host.looks_up() && host.pack(&part.low, part.first) & part.mask == 0 {
            // SAFETY: by this function's contract.
            return [unsafe { self.word(part.first, 0) }; CHUNK];
        }
        if host.looks_up() && self.most - self.least >= ROW_BYTES - 4 {
            let last = self.most - (ROW_BYTES - 4);
            if let Some((row, indices)) = in_a_row(&part.low, &part.live, last, host) {
                let from = self.base.wrapping_add(row as usize);
                let mut words = [0; ROW];
                for (i, half) in words.as_chunks_mut::<CHUNK>().0.iter_mut().enumerate() {
                    // SAFETY: by this function's contract, and there is room for a row.
                    *half = unsafe { host.load(from.add(4 * CHUNK * i)) };
                }
                return little(host.look_up(&words, &indices));
            }
        }
        // SAFETY: by this function's contract.
        unsafe {
            match part.mask {
                u16::MAX => self.gather(self.low.add(at), 0, host),
                _ => self.gather(self.addresses(part).as_ptr(), 0, host),
            }
        }
    }

    /// Addresses that are all allowed: lanes that do not take part look at the lowest one.
    #[inline(always)]
    fn addresses(&self, part: &Part) -> Chunk {
        let mut addresses = [0; CHUNK];
        for (i, address) in addresses.iter_mut().enumerate() {
            *address = part.low[i] & part.live[i] | self.least & !part.live[i];
        }
        addresses
    }

    /// Words `r` behind the addresses of a chunk.
    ///
    /// # Safety
    /// All of them must be allowed.
    #[inline(always)]
    unsafe fn gather(&self, addresses: *const u32, r: usize, host: &impl Host) -> Chunk {
        let base = self.base.wrapping_add(4 * r);
        // SAFETY: by this function's contract.
        little(unsafe { host.gather(base, addresses) })
    }

    /// # Safety
    /// The address must be allowed.
    #[inline(always)]
    unsafe fn word(&self, address: u32, r: usize) -> u32 {
        let ptr = self.base.wrapping_add(address as usize).wrapping_add(4 * r);
        // SAFETY: by this function's contract.
        u32::from_le(unsafe { shared::load_u32(ptr) })
    }

    /// How many aligned blocks of `1 << size` bytes the active lanes touch, if those are among the
    /// 64 from the first one's on. `bias` is to be added to every address.
    ///
    /// # Safety
    /// Registers must have `lanes` words, a multiple of `CHUNK`; some lane must be active.
    #[inline(always)]
    pub(crate) unsafe fn blocks(&self, bias: u32, size: u32, host: &impl Host) -> Option<u32> {
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
            next |= host.pack(&last, 0);
            beyond |= host.pack(&last.map(|block| block & !1), 0);
            far |= host.pack(&odd, 0);
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
