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
mod wasm {
    use super::{Bounds, CHUNK, Host, Portable, ROW};
    use std::arch::wasm32::*;

    /// A browser or another engine that runs WebAssembly, with vectors of 128 bits: a module that uses
    /// them is refused by what lacks them, so there is nothing to find out.
    pub(crate) struct Simd128;

    type Lanes = [u32; CHUNK];

    // Compilers make little of loops over chunks where addresses are concerned, so this is written out.
    // Methods can't ask for vectors, so each calls a function that does.
    impl Host for Simd128 {
        #[inline(always)]
        fn pack(&self, chunk: &Lanes, value: u32) -> u16 {
            // SAFETY: the module runs, so the engine has it.
            unsafe { pack(chunk, value) }
        }

        #[inline(always)]
        fn look_up(&self, row: &[u32; ROW], indices: &Lanes) -> Lanes {
            Portable.look_up(row, indices)
        }

        #[inline(always)]
        fn looks_up(&self) -> bool {
            false
        }

        #[inline(always)]
        fn stray(&self, low: &Lanes, live: &Lanes, bounds: Bounds) -> Lanes {
            // SAFETY: as above.
            unsafe { stray(low, live, bounds) }
        }

        #[inline(always)]
        fn unstepped(&self, low: &Lanes) -> Lanes {
            // SAFETY: as above.
            unsafe { unstepped(low) }
        }

        #[inline(always)]
        unsafe fn commit(&self, dst: *mut u32, words: &Lanes, live: *const u32) {
            // SAFETY: by this function's contract, and as above.
            unsafe { commit(dst, words, live) }
        }

        #[inline(always)]
        unsafe fn gather(&self, base: *const u8, offsets: *const u32) -> Lanes {
            // SAFETY: by this function's contract, and as above.
            unsafe { gather(base, offsets) }
        }
    }

    #[inline(always)]
    fn vectors(lanes: &Lanes) -> [v128; CHUNK / 4] {
        // SAFETY: as many bits, any of which make a number.
        unsafe { std::mem::transmute::<Lanes, [v128; CHUNK / 4]>(*lanes) }
    }

    #[inline(always)]
    fn lanes(vectors: [v128; CHUNK / 4]) -> Lanes {
        // SAFETY: as above.
        unsafe { std::mem::transmute::<[v128; CHUNK / 4], Lanes>(vectors) }
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn pack(chunk: &Lanes, value: u32) -> u16 {
        let value = u32x4_splat(value);
        let [a, b, c, d] = vectors(chunk).map(|four| u32x4_bitmask(u32x4_ne(four, value)));
        u16::from(a) | u16::from(b) << 4 | u16::from(c) << 8 | u16::from(d) << 12
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn stray(low: &Lanes, live: &Lanes, bounds: Bounds) -> Lanes {
        let Bounds { least, room, align } = bounds;
        let [least, room, align] = [least, room, align].map(|word| u32x4_splat(word));
        let (low, live) = (vectors(low), vectors(live));
        let one = |low: v128, live: v128| {
            let outside = u32x4_gt(u32x4_sub(low, least), room);
            v128_and(v128_or(outside, v128_and(low, align)), live)
        };
        lanes(std::array::from_fn(|n| one(low[n], live[n])))
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn unstepped(low: &Lanes) -> Lanes {
        let low = vectors(low);
        let steps = u32x4(4, 8, 12, 16);
        lanes(std::array::from_fn(|n| {
            u32x4_sub(u32x4_sub(low[n], u32x4_splat(16 * n as u32)), steps)
        }))
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    unsafe fn commit(dst: *mut u32, words: &Lanes, live: *const u32) {
        for (n, four) in vectors(words).into_iter().enumerate() {
            // SAFETY: the caller gives a chunk of each.
            unsafe {
                let (dst, live) = (
                    dst.add(4 * n).cast::<v128>(),
                    live.add(4 * n).cast::<v128>(),
                );
                v128_store(dst, v128_bitselect(four, v128_load(dst), v128_load(live)));
            }
        }
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    unsafe fn gather(base: *const u8, offsets: *const u32) -> Lanes {
        // SAFETY: the caller gives a chunk of offsets, and a word at each of them.
        unsafe {
            let at = |i: usize| base.wrapping_add(*offsets.add(i) as usize).cast::<u32>();
            lanes(std::array::from_fn(|n| {
                let four = v128_load32_zero(at(4 * n));
                let four = v128_load32_lane::<1>(four, at(4 * n + 1));
                let four = v128_load32_lane::<2>(four, at(4 * n + 2));
                v128_load32_lane::<3>(four, at(4 * n + 3))
            }))
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{CHUNK, Host, ROW};
    #[cfg(not(any(miri, portable_memory)))]
    use crate::shared::{self, x86_64 as memory};
    use std::arch::x86_64::*;

    type Lanes = [u32; CHUNK];

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

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn load(&self, from: *const u8) -> Lanes {
            // SAFETY: as above, and by this function's contract.
            unsafe { memory::load_chunk_avx2(from) }
        }

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn store(&self, to: *mut u8, words: Lanes) {
            // SAFETY: as above, and by this function's contract.
            unsafe { memory::store_chunk_avx2(to, words) }
        }

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn store_row<const C: usize>(&self, to: *mut u8, words: [u32; C]) {
            // SAFETY: as above, and by this function's contract.
            unsafe { store_row(to, words) }
        }

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn gather(&self, base: *const u8, offsets: *const u32) -> Lanes {
            // SAFETY: as above, and by this function's contract.
            unsafe { gather_avx2(base, offsets) }
        }
    }

    /// A CPU with AVX-512 F and VL, and AVX2.
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

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn columns<const C: usize>(
            &self,
            base: *const u8,
            offsets: *const u32,
        ) -> [Lanes; C] {
            let mut columns = [[0; CHUNK]; C];
            let to = columns.as_mut_ptr();
            // SAFETY: as above, and by this function's contract; there are as many columns as words.
            unsafe {
                match C {
                    2 => *to.cast() = columns2_avx512(base, offsets),
                    3 => {
                        *to.cast() = columns2_avx512(base, offsets);
                        *to.add(2) = gather_avx512(base.wrapping_add(8), offsets);
                    }
                    4 => *to.cast() = columns4_avx512(base, offsets),
                    _ => {
                        let column = |r: usize| gather_avx512(base.wrapping_add(4 * r), offsets);
                        (0..C).for_each(|r| *to.add(r) = column(r));
                    }
                }
            }
            columns
        }

        #[inline(always)]
        fn rows<const C: usize>(&self, columns: &[[u32; CHUNK]; C]) -> [[u32; C]; CHUNK] {
            let mut rows = [[0; C]; CHUNK];
            let (to, from) = (rows.as_mut_ptr(), columns.as_ptr());
            // SAFETY: as above; there are as many columns as words.
            unsafe {
                match C {
                    2 => *to.cast() = rows2_avx512(&*from.cast()),
                    4 => *to.cast() = rows4_avx512(&*from.cast()),
                    _ => rows = std::array::from_fn(|i| std::array::from_fn(|r| columns[r][i])),
                }
            }
            rows
        }

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn load(&self, from: *const u8) -> Lanes {
            // SAFETY: as above, and by this function's contract.
            unsafe { memory::load_chunk_avx512(from) }
        }

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn store(&self, to: *mut u8, words: Lanes) {
            // SAFETY: as above, and by this function's contract.
            unsafe { memory::store_chunk_avx512(to, words) }
        }

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn store_row<const C: usize>(&self, to: *mut u8, words: [u32; C]) {
            // SAFETY: as above, and by this function's contract.
            unsafe { store_row(to, words) }
        }

        #[cfg(not(any(miri, portable_memory)))]
        #[inline(always)]
        unsafe fn gather(&self, base: *const u8, offsets: *const u32) -> Lanes {
            // SAFETY: as above, and by this function's contract.
            unsafe { gather_avx512(base, offsets) }
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

    /// # Safety
    /// Two words are readable at every offset.
    #[cfg(not(any(miri, portable_memory)))]
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn columns2_avx512(base: *const u8, offsets: *const u32) -> [Lanes; 2] {
        let eight = |i: usize| {
            // SAFETY: by this function's contract.
            let two = |i: usize| unsafe { memory::gather_pairs_avx2(base, offsets.add(i)) };
            let four = |i: usize| _mm256_set_m128i(two(i + 2), two(i));
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(four(i)), four(i + 4))
        };
        let (low, high) = (eight(0), eight(8));
        let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let odd = _mm512_or_si512(even, _mm512_set1_epi32(1));
        let column = |which| lanes(_mm512_permutex2var_epi32(low, which, high));
        [column(even), column(odd)]
    }

    /// # Safety
    /// Four words are readable at every offset.
    #[cfg(not(any(miri, portable_memory)))]
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn columns4_avx512(base: *const u8, offsets: *const u32) -> [Lanes; 4] {
        // Every fourth lane, so that what is to be exchanged is in the same quarter.
        // SAFETY: by this function's contract.
        let quarter =
            |first: usize| unsafe { memory::gather_fours_avx512(base, offsets.add(first)) };
        let [a, b, c, d] = exchanged([quarter(0), quarter(1), quarter(2), quarter(3)]);
        [lanes(a), lanes(b), lanes(c), lanes(d)]
    }

    /// Words 0 to 3 of each quarter of four vectors as rows and columns of a square.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn exchanged([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
        let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
        let (ab2, cd2) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
        [
            _mm512_unpacklo_epi64(ab, cd),
            _mm512_unpackhi_epi64(ab, cd),
            _mm512_unpacklo_epi64(ab2, cd2),
            _mm512_unpackhi_epi64(ab2, cd2),
        ]
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn rows2_avx512(columns: &[Lanes; 2]) -> [[u32; 2]; CHUNK] {
        let (a, b) = (vector(&columns[0]), vector(&columns[1]));
        let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        let high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
        let half = |which| lanes(_mm512_permutex2var_epi32(a, which, b));
        let halves = [half(low), half(high)];
        // SAFETY: the same words.
        unsafe { std::mem::transmute(halves) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn rows4_avx512(columns: &[Lanes; 4]) -> [[u32; 4]; CHUNK] {
        let [a, b, c, d] = columns;
        let quarters = exchanged([vector(a), vector(b), vector(c), vector(d)]);
        let mut rows = [[0; 4]; CHUNK];
        for (first, quarter) in quarters.into_iter().enumerate() {
            // SAFETY: the same words.
            let quarter: [[u32; 4]; 4] = unsafe { std::mem::transmute(quarter) };
            for (i, row) in quarter.into_iter().enumerate() {
                rows[first + 4 * i] = row;
            }
        }
        rows
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn vector(lanes: &Lanes) -> __m512i {
        // SAFETY: the same words.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn lanes(vector: __m512i) -> Lanes {
        // SAFETY: the same words.
        unsafe { std::mem::transmute(vector) }
    }

    /// # Safety
    /// A word is readable at every offset.
    #[cfg(not(any(miri, portable_memory)))]
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn gather_avx2(base: *const u8, offsets: *const u32) -> Lanes {
        // SAFETY: by this function's contract.
        let four = |i: usize| unsafe { memory::gather4_avx2(base, offsets.add(i)) };
        let mut words = [0; CHUNK];
        for i in (0..CHUNK).step_by(8) {
            let eight = _mm256_set_m128i(four(i + 4), four(i));
            // SAFETY: half a chunk is 32 bytes.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().add(i).cast(), eight) };
        }
        words
    }

    /// # Safety
    /// A word is readable at every offset.
    #[cfg(not(any(miri, portable_memory)))]
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn gather_avx512(base: *const u8, offsets: *const u32) -> Lanes {
        // SAFETY: by this function's contract.
        let four = |i: usize| unsafe { memory::gather4_avx2(base, offsets.add(i)) };
        let eight = |i: usize| _mm256_set_m128i(four(i + 4), four(i));
        let low = _mm512_castsi256_si512(eight(0));
        lanes(_mm512_inserti64x4::<1>(low, eight(8)))
    }

    /// # Safety
    /// So many words are writable.
    #[cfg(not(any(miri, portable_memory)))]
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn store_row<const C: usize>(to: *mut u8, words: [u32; C]) {
        let from = words.as_ptr();
        // SAFETY: by this function's contract; there are as many words as are read.
        unsafe {
            match C {
                // With the instruction of this level, which does not mix with those of the baseline.
                4 => memory::store4_avx2(to, *from.cast::<[u32; 4]>()),
                _ => shared::store_row(to, words),
            }
        }
    }
}
