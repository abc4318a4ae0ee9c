//! What compilers don't find on their own, written for each level of the host's instruction set.

use crate::kernel::{CHUNK, commit};
use crate::shared;

/// Words that lanes look up at once.
pub(crate) const ROW: usize = 32;

/// Addresses that may be accessed: from `least` to `room` above it, with no bit of `align`.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub least: u32,
    pub room: u32,
    pub align: u32,
}

pub(crate) trait Host {
    /// One bit per lane of a chunk, set where the lane is not `value`.
    fn pack(&self, chunk: &[u32; CHUNK], value: u32) -> u16;

    /// Word `indices[i]` modulo [`ROW`] of a row, for every lane of a chunk.
    fn look_up(&self, row: &[u32; ROW], indices: &[u32; CHUNK]) -> [u32; CHUNK];

    /// Whether words that lie close together are fetched fastest by looking them up in a row.
    #[inline(always)]
    fn looks_up(&self) -> bool {
        true
    }

    /// Not 0 for active lanes whose address is below `least`, more than `room` above it, or has a bit of
    /// `align`.
    #[inline(always)]
    fn stray(&self, low: &[u32; CHUNK], live: &[u32; CHUNK], bounds: Bounds) -> [u32; CHUNK] {
        let Bounds { least, room, align } = bounds;
        let mut stray = [0; CHUNK];
        for i in 0..CHUNK {
            // One comparison for both ends.
            let outside = low[i].wrapping_sub(least) > room;
            stray[i] = (u32::from(outside).wrapping_neg() | low[i] & align) & live[i];
        }
        stray
    }

    /// What is left of every lane less as many words as there are lanes up to it.
    #[inline(always)]
    fn unstepped(&self, low: &[u32; CHUNK]) -> [u32; CHUNK] {
        let mut starts = [0; CHUNK];
        for (i, start) in starts.iter_mut().enumerate() {
            // A word too many, so that something is to be done in lane 0 too: compilers then make one
            // instruction of it.
            *start = low[i].wrapping_sub(4 * i as u32 + 4);
        }
        starts
    }

    /// Puts the live lanes of a chunk into a register.
    ///
    /// # Safety
    /// As for [`commit`].
    #[inline(always)]
    unsafe fn commit(&self, dst: *mut u32, words: &[u32; CHUNK], live: *const u32) {
        // SAFETY: by this function's contract.
        unsafe { commit::<false>(dst, words, live) }
    }

    /// A chunk of words side by side in memory that others may be at.
    ///
    /// # Safety
    /// As for [`shared::load_u32`], for all of them.
    #[inline(always)]
    unsafe fn load(&self, from: *const u8) -> [u32; CHUNK] {
        // SAFETY: by this function's contract.
        unsafe { shared::load_chunk(from) }
    }

    /// The same the other way.
    ///
    /// # Safety
    /// As for [`shared::store_u32`], for all of them.
    #[inline(always)]
    unsafe fn store(&self, to: *mut u8, words: [u32; CHUNK]) {
        // SAFETY: by this function's contract.
        unsafe { shared::store_chunk(to, words) }
    }

    /// `C` words side by side.
    ///
    /// # Safety
    /// As for [`shared::store_u32`], for all of them.
    #[inline(always)]
    unsafe fn store_row<const C: usize>(&self, to: *mut u8, words: [u32; C]) {
        // SAFETY: by this function's contract.
        unsafe { shared::store_row(to, words) }
    }

    /// The words at so many bytes from `base`; `offsets` is a chunk of a register.
    ///
    /// # Safety
    /// As for [`shared::load_u32`], for all of them.
    #[inline(always)]
    unsafe fn gather(&self, base: *const u8, offsets: *const u32) -> [u32; CHUNK] {
        // SAFETY: by this function's contract.
        unsafe { shared::gather(base, offsets) }
    }

    /// `C` words at each of a chunk of offsets, the first ones first.
    ///
    /// # Safety
    /// As for [`shared::load_u32`], for all of them.
    #[inline(always)]
    unsafe fn columns<const C: usize>(
        &self,
        base: *const u8,
        offsets: *const u32,
    ) -> [[u32; CHUNK]; C] {
        // SAFETY: by this function's contract.
        std::array::from_fn(|r| unsafe { self.gather(base.wrapping_add(4 * r), offsets) })
    }

    /// The words of each lane side by side.
    #[inline(always)]
    fn rows<const C: usize>(&self, columns: &[[u32; CHUNK]; C]) -> [[u32; C]; CHUNK] {
        std::array::from_fn(|i| std::array::from_fn(|r| columns[r][i]))
    }
}

/// Says that the cache line at an address, which may be any, will be needed soon.
#[inline(always)]
pub(crate) fn prefetch(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every CPU has it, and it never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Every CPU.
pub(crate) struct Portable;

impl Host for Portable {
    #[inline(always)]
    fn pack(&self, chunk: &[u32; CHUNK], value: u32) -> u16 {
        let mut bits = 0;
        for (i, &lane) in chunk.iter().enumerate() {
            bits |= u16::from(lane != value) << i;
        }
        bits
    }

    #[inline(always)]
    fn look_up(&self, row: &[u32; ROW], indices: &[u32; CHUNK]) -> [u32; CHUNK] {
        indices.map(|i| row[i as usize % ROW])
    }
}

#[cfg(target_family = "wasm")]
pub(crate) use wasm::Simd128;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

#[cfg(target_family = "wasm")]
mod wasm;

#[cfg(target_arch = "x86_64")]
mod x86;
