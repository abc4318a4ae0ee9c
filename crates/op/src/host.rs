//! What compilers don't find on their own, written for each level of the host's instruction set.

use crate::kernel::CHUNK;

/// Words that lanes look up at once.
pub(crate) const ROW: usize = 32;

pub(crate) trait Host {
    /// One bit per lane of a chunk, set where the lane is not `value`.
    fn pack(&self, chunk: &[u32; CHUNK], value: u32) -> u16;

    /// Word `indices[i]` modulo [`ROW`] of a row, for every lane of a chunk.
    fn look_up(&self, row: &[u32; ROW], indices: &[u32; CHUNK]) -> [u32; CHUNK];

    /// A chunk of words that are fetched one by one.
    fn collect(&self, word: impl Fn(usize) -> u32) -> [u32; CHUNK];
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

    #[inline(always)]
    fn collect(&self, word: impl Fn(usize) -> u32) -> [u32; CHUNK] {
        std::array::from_fn(word)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{CHUNK, Host, ROW};
    use std::arch::x86_64::*;

    /// A CPU with AVX2.
    pub(crate) struct Avx2(());

    impl Avx2 {
        /// # Safety
        /// The CPU must have it.
        #[inline(always)]
        pub unsafe fn new() -> Avx2 {
            Avx2(())
        }
    }

    // Methods can't ask for a level, so each calls a function that does. It is there to be
    // inlined, into a kernel that was compiled for the level.
    impl Host for Avx2 {
        #[inline(always)]
        fn pack(&self, chunk: &[u32; CHUNK], value: u32) -> u16 {
            // SAFETY: the CPU has AVX2.
            unsafe { pack_avx2(chunk, value) }
        }

        #[inline(always)]
        fn look_up(&self, row: &[u32; ROW], indices: &[u32; CHUNK]) -> [u32; CHUNK] {
            // SAFETY: as above.
            unsafe { look_up_avx2(row, indices) }
        }

        #[inline(always)]
        fn collect(&self, word: impl Fn(usize) -> u32) -> [u32; CHUNK] {
            // SAFETY: as above.
            unsafe { collect(word) }
        }
    }

    /// A CPU with AVX-512 F, and AVX2.
    pub(crate) struct Avx512(());

    impl Avx512 {
        /// # Safety
        /// The CPU must have it.
        #[inline(always)]
        pub unsafe fn new() -> Avx512 {
            Avx512(())
        }
    }

    impl Host for Avx512 {
        #[inline(always)]
        fn pack(&self, chunk: &[u32; CHUNK], value: u32) -> u16 {
            // SAFETY: the CPU has AVX-512.
            unsafe { pack_avx512(chunk, value) }
        }

        #[inline(always)]
        fn look_up(&self, row: &[u32; ROW], indices: &[u32; CHUNK]) -> [u32; CHUNK] {
            // SAFETY: as above.
            unsafe { look_up_avx512(row, indices) }
        }

        #[inline(always)]
        fn collect(&self, word: impl Fn(usize) -> u32) -> [u32; CHUNK] {
            // SAFETY: as above.
            unsafe { collect(word) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn pack_avx2(chunk: &[u32; CHUNK], value: u32) -> u16 {
        // SAFETY: both halves of the chunk are 32 readable bytes.
        let (low, high) = unsafe {
            let low = chunk.as_ptr().cast::<__m256i>();
            (_mm256_loadu_si256(low), _mm256_loadu_si256(low.add(1)))
        };
        let value = _mm256_set1_epi32(value as i32);
        let equal = |half| {
            let equal = _mm256_cmpeq_epi32(half, value);
            _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u16
        };
        !(equal(low) | equal(high) << 8)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn pack_avx512(chunk: &[u32; CHUNK], value: u32) -> u16 {
        // SAFETY: the chunk is 64 readable bytes.
        let lanes = unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) };
        _mm512_cmpneq_epi32_mask(lanes, _mm512_set1_epi32(value as i32))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn look_up_avx2(row: &[u32; ROW], indices: &[u32; CHUNK]) -> [u32; CHUNK] {
        let mut words = [0; CHUNK];
        for half in 0..2 {
            // SAFETY: a row is four times 32 bytes, a chunk twice.
            unsafe {
                let index = _mm256_loadu_si256(indices.as_ptr().cast::<__m256i>().add(half));
                let quarter = |n: usize| {
                    let words = _mm256_loadu_si256(row.as_ptr().cast::<__m256i>().add(n));
                    _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(words, index))
                };
                // The sign says which of two to take.
                let bit3 = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(index));
                let bit4 = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(index));
                let low = _mm256_blendv_ps(quarter(0), quarter(1), bit3);
                let high = _mm256_blendv_ps(quarter(2), quarter(3), bit3);
                let all = _mm256_blendv_ps(low, high, bit4);
                _mm256_storeu_ps(words.as_mut_ptr().cast::<f32>().add(8 * half), all);
            }
        }
        words
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn look_up_avx512(row: &[u32; ROW], indices: &[u32; CHUNK]) -> [u32; CHUNK] {
        let mut words = [0; CHUNK];
        // SAFETY: a row is twice 64 bytes, a chunk once.
        unsafe {
            let index = _mm512_loadu_si512(indices.as_ptr().cast());
            let row = row.as_ptr().cast::<__m512i>();
            let (low, high) = (_mm512_loadu_si512(row), _mm512_loadu_si512(row.add(1)));
            let all = _mm512_permutex2var_epi32(low, index, high);
            _mm512_storeu_si512(words.as_mut_ptr().cast(), all);
        }
        words
    }

    /// Word by word: of a plain loop, compilers make the instruction that gathers words from
    /// memory, which takes many CPUs longer.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn collect(word: impl Fn(usize) -> u32) -> [u32; CHUNK] {
        let word = |i| word(i) as i32;
        let four = |i: usize| {
            let words = _mm_cvtsi32_si128(word(i));
            let words = _mm_insert_epi32::<1>(words, word(i + 1));
            let words = _mm_insert_epi32::<2>(words, word(i + 2));
            _mm_insert_epi32::<3>(words, word(i + 3))
        };
        let mut words = [0; CHUNK];
        for i in (0..CHUNK).step_by(8) {
            let eight = _mm256_set_m128i(four(i + 4), four(i));
            // SAFETY: half a chunk is 32 bytes.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().add(i).cast(), eight) };
        }
        words
    }
}
