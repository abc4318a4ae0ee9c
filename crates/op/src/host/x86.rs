//! What CPUs of the x86-64 family can do with a chunk of lanes.

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
    unsafe fn columns<const C: usize>(&self, base: *const u8, offsets: *const u32) -> [Lanes; C] {
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
    let quarter = |first: usize| unsafe { memory::gather_fours_avx512(base, offsets.add(first)) };
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
