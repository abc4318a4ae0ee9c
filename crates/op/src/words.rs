//! Words between registers and a memory that belongs to the thread of the wave, and that begins at
//! address 0. No other thread is at it, so accesses are plain.
//!
//! Programs that keep data close at hand do little else, so everything that is known beforehand is
//! prepared, the number of chunks is a constant, and lanes whose words lie side by side or in one
//! row are dealt with on the spot. What is left takes the way of any other [`Transfer`].

use crate::host::{Host, ROW};
use crate::kernel::CHUNK;
use crate::transfer::{Chunk, ROW_BYTES, Transfer, chunk, in_a_row, little, out_of_line};

/// What is known of an access before it takes place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words {
    /// Where addresses are in the register file, in bytes from its beginning.
    pub low: u32,
    /// Where the first register of words is.
    pub data: u32,
    /// To be added to every address.
    pub bias: u32,
    /// Bits that must be 0 in every address.
    pub align: u32,
    /// Consecutive words of each lane, and registers that hold them.
    pub count: u32,
    /// Words from one of those registers to the next.
    pub pitch: u32,
}

/// Who accesses what.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub file: *mut u32,
    pub live: *const u32,
    pub mask: u64,
    pub memory: *mut u8,
    pub bytes: usize,
}

impl Words {
    /// The same in general.
    ///
    /// # Safety
    /// The registers must be within the file.
    #[inline(always)]
    unsafe fn transfer(&self, side: &Side, lanes: usize, most: u32) -> Transfer {
        Transfer {
            // SAFETY: by this function's contract.
            low: unsafe { side.file.byte_add(self.low as usize) },
            high: std::ptr::null(),
            high_is: 0,
            live: side.live,
            mask: side.mask,
            first: side.mask.trailing_zeros() as usize % lanes,
            lanes,
            pitch: self.pitch as usize,
            base: side.memory.wrapping_add(self.bias as usize),
            least: 0,
            most,
            align: self.align,
            words: self.count as usize,
        }
    }

    /// The highest address that may be accessed, if there is one.
    #[inline(always)]
    fn most(&self, bytes: usize) -> Option<u32> {
        let room = bytes.checked_sub(self.bias as usize + 4 * self.count as usize)?;
        Some(u32::try_from(room).unwrap_or(u32::MAX))
    }

    /// Where the word of lane 0 is, if the words of active lanes lie side by side, and all lanes
    /// may have theirs.
    ///
    /// # Safety
    /// `low` must have `N` chunks.
    #[inline(always)]
    unsafe fn straight<const N: usize>(
        &self,
        low: *const u32,
        mask: u64,
        most: u32,
        host: &impl Host,
    ) -> Option<usize> {
        let lane = mask.trailing_zeros() % 64;
        // SAFETY: by this function's contract. No lane is active: then lane 0 will do.
        let start = unsafe { *low.add(lane as usize) }.wrapping_sub(4 * lane);
        let mut astray = 0;
        for n in 0..N {
            // SAFETY: by this function's contract.
            let low = unsafe { chunk(low.add(n * CHUNK)) };
            let first = start.wrapping_add((4 * n * CHUNK) as u32);
            astray |= u64::from(out_of_line(&low, first, host)) << (n * CHUNK);
        }
        let end = u64::from(start) + 4 * (N * CHUNK) as u64 - 4;
        let fine = start & self.align == 0 && self.align < 4 && end <= most.into();
        (astray & mask == 0 && fine && self.count == 1).then_some(start as usize)
    }

    /// Words from memory to registers; `rest` knows what to do in all cases.
    ///
    /// # Safety
    /// As for [`crate::WordsKernel`], with `N` chunks in a register.
    #[inline(always)]
    pub(crate) unsafe fn load<const N: usize>(
        &self,
        side: Side,
        host: &impl Host,
        rest: unsafe fn(&Transfer, *mut u32) -> bool,
    ) -> bool {
        let Some(most) = self.most(side.bytes) else {
            return false;
        };
        // SAFETY: by this function's contract.
        unsafe {
            let low = side.file.byte_add(self.low as usize);
            let dst = side.file.byte_add(self.data as usize);
            let memory = side.memory.wrapping_add(self.bias as usize);
            let part = |n: usize| (dst.add(n * CHUNK), side.live.add(n * CHUNK));
            if let Some(start) = self.straight::<N>(low, side.mask, most, host) {
                for n in 0..N {
                    let from = memory.wrapping_add(start + 4 * n * CHUNK).cast::<Chunk>();
                    let (dst, live) = part(n);
                    host.commit(dst, &little(from.read_unaligned()), live);
                }
                return true;
            }
            if host.looks_up()
                && self.count == 1
                && let Some(last) = most.checked_sub(ROW_BYTES - 4)
                && let Some(rows) = self.rows::<N>(low, side.live, most, last, host)
            {
                for (n, (row, indices)) in rows.into_iter().enumerate() {
                    let row = memory.wrapping_add(row as usize).cast::<[u32; ROW]>();
                    let words = host.look_up(&row.read_unaligned(), &indices);
                    let (dst, live) = part(n);
                    host.commit(dst, &little(words), live);
                }
                return true;
            }
            rest(&self.transfer(&side, N * CHUNK, most), dst)
        }
    }

    /// For each chunk the row that its lanes are in, and their words there, if all are in one and
    /// may be where they are.
    ///
    /// # Safety
    /// Registers must have `N` chunks.
    #[inline(always)]
    unsafe fn rows<const N: usize>(
        &self,
        low: *const u32,
        live: *const u32,
        most: u32,
        last: u32,
        host: &impl Host,
    ) -> Option<[(u32, Chunk); N]> {
        let mut rows = [(0, [0; CHUNK]); N];
        for (n, row) in rows.iter_mut().enumerate() {
            // SAFETY: by this function's contract.
            let (low, live) = unsafe { (chunk(low.add(n * CHUNK)), chunk(live.add(n * CHUNK))) };
            let mut astray = [0; CHUNK];
            for i in 0..CHUNK {
                let outside = u32::from(low[i] > most).wrapping_neg();
                astray[i] = (outside | low[i] & self.align) & live[i];
            }
            if host.pack(&astray, 0) != 0 {
                return None;
            }
            *row = in_a_row(&low, &live, last, host)?;
        }
        Some(rows)
    }

    /// Words from registers to memory; `rest` knows what to do in all cases.
    ///
    /// # Safety
    /// As for `load`.
    #[inline(always)]
    pub(crate) unsafe fn store<const N: usize>(
        &self,
        side: Side,
        host: &impl Host,
        rest: unsafe fn(&Transfer, *const u32) -> bool,
    ) -> bool {
        let Some(most) = self.most(side.bytes) else {
            return false;
        };
        // SAFETY: by this function's contract.
        unsafe {
            let low = side.file.byte_add(self.low as usize);
            let src = side.file.byte_add(self.data as usize);
            if let Some(start) = self.straight::<N>(low, side.mask, most, host) {
                let to = side.memory.wrapping_add(self.bias as usize + start);
                for n in 0..N {
                    let live = chunk(side.live.add(n * CHUNK));
                    let to = to.wrapping_add(4 * n * CHUNK).cast::<Chunk>();
                    let mut words = little(chunk(src.add(n * CHUNK)));
                    // No other thread is at this memory: what lies in between is written as it was.
                    let old = to.read_unaligned();
                    for i in 0..CHUNK {
                        words[i] = words[i] & live[i] | old[i] & !live[i];
                    }
                    to.write_unaligned(words);
                }
                return true;
            }
            rest(&self.transfer(&side, N * CHUNK, most), src)
        }
    }
}
