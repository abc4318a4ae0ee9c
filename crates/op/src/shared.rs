//! Bytes that several threads access at once, without an order among them.
//!
//! Workgroups on different threads share global memory, and a kernel may race on it: on a GPU that
//! is a bug of the kernel, so here it must not be one of this program. A plain access that races is
//! undefined behaviour in Rust, whatever the CPU makes of it; and so is an atomic one that races
//! with an atomic of another size, which a kernel that stores bytes and loads words would need.
//! Compilers do not make vectors of atomics either.
//!
//! So the accesses are written in assembly. The compiler knows of such a block only what Rust code
//! in its place might have done, and for each block here there is such code, which is defined: an
//! atomic load or store of relaxed order for every byte on its own. The instruction does that and
//! more, because the bytes of an aligned word move together. [`update_u32`] and [`update_u64`] are
//! loads and stores of bytes as well, in a run in which no other access happens to come between
//! them; their `lock` or exclusive monitor sees to it that all runs are of that kind.
//!
//! It follows that no reference may ever cover bytes that are shared: they are reached through the
//! pointers given to these functions, and through nothing else. Registers, local and private memory
//! belong to one thread and are plain Rust.
//!
//! Miri, which knows no assembly, runs just those loads and stores of bytes, so that it can tell
//! whether they are defined. The sanitizers do not look into assembly either: with
//! `--cfg portable_memory` accesses are atomics of their own size if they are aligned, else of its
//! halves. So they are on other CPUs, where a kernel that races with accesses of several sizes leaves
//! what Rust defines. WebAssembly without threads shares nothing: plain accesses will do.

#[cfg(all(target_arch = "aarch64", not(miri), not(portable_memory)))]
mod aarch64;
#[cfg(any(
    miri,
    portable_memory,
    not(any(target_arch = "x86_64", target_arch = "aarch64"))
))]
#[allow(unnecessary_transmutes)] // Of two bytes alone there is another way.
mod portable;
#[cfg(all(target_arch = "x86_64", not(miri), not(portable_memory)))]
pub(crate) mod x86_64;

use crate::kernel::CHUNK;

#[cfg(all(target_arch = "aarch64", not(miri), not(portable_memory)))]
use aarch64 as this;
#[cfg(any(
    miri,
    portable_memory,
    not(any(target_arch = "x86_64", target_arch = "aarch64"))
))]
use portable as this;
#[cfg(all(target_arch = "x86_64", not(miri), not(portable_memory)))]
use x86_64 as this;

pub(crate) type Chunk = [u32; CHUNK];

/// Loads and stores of one size, anywhere; values have the byte order of the host.
macro_rules! accesses {
    ($($load:ident $store:ident $ty:ty,)*) => {$(
        #[doc = concat!("A `", stringify!($ty), "` as it is in memory.")]
        ///
        /// # Safety
        /// So many bytes are readable, and no reference covers them.
        #[inline(always)]
        pub unsafe fn $load(from: *const u8) -> $ty {
            // SAFETY: by this function's contract.
            unsafe { this::$load(from) }
        }

        #[doc = concat!("Puts a `", stringify!($ty), "` in memory.")]
        ///
        /// # Safety
        /// So many bytes are writable, and no reference covers them.
        #[inline(always)]
        pub unsafe fn $store(to: *mut u8, value: $ty) {
            // SAFETY: by this function's contract.
            unsafe { this::$store(to, value) }
        }
    )*};
}

accesses! {
    load_u8 store_u8 u8,
    load_u16 store_u16 u16,
    load_u32 store_u32 u32,
    load_u64 store_u64 u64,
}

/// Changes an aligned word in one step; returns what was there.
macro_rules! updates {
    ($($update:ident $load:ident $exchange:ident $ty:ty,)*) => {$(
        #[doc = concat!("Changes a `", stringify!($ty), "` indivisibly; returns what was there.")]
        ///
        /// # Safety
        /// So many bytes are readable and writable, aligned, and no reference covers them.
        #[inline(always)]
        pub unsafe fn $update(at: *mut u8, change: impl Fn($ty) -> $ty) -> $ty {
            // SAFETY: by this function's contract.
            unsafe {
                let mut old = this::$load(at);
                loop {
                    let found = this::$exchange(at, old, change(old));
                    if found == old {
                        return old;
                    }
                    old = found;
                }
            }
        }
    )*};
}

updates! {
    update_u32 load_u32 exchange_u32 u32,
    update_u64 load_u64 exchange_u64 u64,
}

/// From here on a copy as a whole takes less time than word by word.
#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(miri, portable_memory))
))]
const BULK: usize = 256;

/// Copies shared bytes to memory that is not shared.
///
/// # Safety
/// So many bytes are readable from `from` on, and no reference covers them.
#[inline(always)]
pub unsafe fn read(from: *const u8, to: &mut [u8]) {
    // SAFETY: by this function's contract.
    unsafe {
        #[cfg(all(
            any(target_arch = "x86_64", target_arch = "aarch64"),
            not(any(miri, portable_memory))
        ))]
        if to.len() >= BULK {
            return this::copy(to.as_mut_ptr(), from, to.len());
        }
        let (words, rest) = to.as_chunks_mut::<8>();
        for (i, word) in words.iter_mut().enumerate() {
            *word = load_u64(from.add(8 * i)).to_ne_bytes();
        }
        let mut from = from.add(8 * words.len());
        // Words stay whole here too: a lane may wait for one to change.
        let (words, rest) = rest.as_chunks_mut::<4>();
        for word in words {
            *word = load_u32(from).to_ne_bytes();
            from = from.add(4);
        }
        let (halves, rest) = rest.as_chunks_mut::<2>();
        for half in halves {
            *half = load_u16(from).to_ne_bytes();
            from = from.add(2);
        }
        for byte in rest {
            *byte = load_u8(from);
        }
    }
}

/// Copies bytes that are not shared to memory that is.
///
/// # Safety
/// So many bytes are writable from `to` on, and no reference covers them.
#[inline(always)]
pub unsafe fn write(to: *mut u8, from: &[u8]) {
    // SAFETY: by this function's contract.
    unsafe {
        #[cfg(all(
            any(target_arch = "x86_64", target_arch = "aarch64"),
            not(any(miri, portable_memory))
        ))]
        if from.len() >= BULK {
            return this::copy(to, from.as_ptr(), from.len());
        }
        let (words, rest) = from.as_chunks::<8>();
        for (i, word) in words.iter().enumerate() {
            store_u64(to.add(8 * i), u64::from_ne_bytes(*word));
        }
        let mut to = to.add(8 * words.len());
        let (words, rest) = rest.as_chunks::<4>();
        for word in words {
            store_u32(to, u32::from_ne_bytes(*word));
            to = to.add(4);
        }
        let (halves, rest) = rest.as_chunks::<2>();
        for half in halves {
            store_u16(to, u16::from_ne_bytes(*half));
            to = to.add(2);
        }
        for byte in rest {
            store_u8(to, *byte);
        }
    }
}

/// Copies shared bytes to shared bytes; the two may overlap.
///
/// # Safety
/// So many bytes are readable and writable, and no reference covers them.
pub unsafe fn copy(to: *mut u8, from: *const u8, len: usize) {
    const PIECE: usize = 512;
    let mut piece = [0; PIECE];
    // What is overwritten has been read before: from the end if the end is overwritten first.
    let backwards = to.cast_const() > from;
    for i in 0..len.div_ceil(PIECE) {
        let start = match backwards {
            true => len.saturating_sub((i + 1) * PIECE),
            false => i * PIECE,
        };
        let end = match backwards {
            true => len - i * PIECE,
            false => len.min(start + PIECE),
        };
        let piece = &mut piece[..end - start];
        // SAFETY: by this function's contract.
        unsafe {
            read(from.add(start), piece);
            write(to.add(start), piece);
        }
    }
}

/// Sets shared bytes to 0.
///
/// # Safety
/// So many bytes are writable, and no reference covers them.
pub unsafe fn clear(to: *mut u8, len: usize) {
    for start in (0..len).step_by(512) {
        // SAFETY: by this function's contract.
        unsafe { write(to.add(start), &[0; 512][..512.min(len - start)]) };
    }
}

/// A chunk of words side by side.
///
/// # Safety
/// So many bytes are readable, and no reference covers them.
#[inline(always)]
pub(crate) unsafe fn load_chunk(from: *const u8) -> Chunk {
    // SAFETY: by this function's contract.
    unsafe { this::load_chunk(from) }
}

/// The same the other way.
///
/// # Safety
/// So many bytes are writable, and no reference covers them.
#[inline(always)]
pub(crate) unsafe fn store_chunk(to: *mut u8, words: Chunk) {
    // SAFETY: by this function's contract.
    unsafe { this::store_chunk(to, words) }
}

/// The words at so many bytes from `base`; `offsets` is a chunk of a register.
///
/// # Safety
/// So many bytes are readable at every offset, and no reference covers them.
#[inline(always)]
pub(crate) unsafe fn gather(base: *const u8, offsets: *const u32) -> Chunk {
    // SAFETY: by this function's contract.
    unsafe { this::gather(base, offsets) }
}

/// A few words side by side.
///
/// # Safety
/// So many bytes are writable, and no reference covers them.
#[inline(always)]
pub(crate) unsafe fn store_row<const C: usize>(to: *mut u8, words: [u32; C]) {
    let from = words.as_ptr();
    // SAFETY: by this function's contract; there are as many words as are read.
    unsafe {
        match C {
            2 => this::store_pair(to, *from.cast()),
            3 => {
                this::store_pair(to, *from.cast());
                store_u32(to.add(8), *from.add(2));
            }
            4 => this::store_four(to, *from.cast()),
            _ => (0..C).for_each(|i| store_u32(to.add(4 * i), *from.add(i))),
        }
    }
}

/// Puts a chunk of words, one after the other, at so many bytes from `base`.
///
/// # Safety
/// So many bytes are writable at every offset, and no reference covers them.
#[inline(always)]
pub(crate) unsafe fn scatter(base: *mut u8, offsets: *const u32, words: *const u32) {
    // SAFETY: by this function's contract.
    unsafe { this::scatter(base, offsets, words) }
}

/// One by one.
#[cfg(not(all(target_arch = "x86_64", not(miri), not(portable_memory))))]
#[inline(always)]
pub(crate) unsafe fn scatter_each(base: *mut u8, offsets: *const u32, words: *const u32) {
    for i in 0..CHUNK {
        // SAFETY: by the contract of `scatter`.
        unsafe {
            store_u32(
                base.wrapping_add(*offsets.add(i) as usize),
                (*words.add(i)).to_le(),
            )
        }
    }
}

/// One by one.
#[cfg(not(all(target_arch = "x86_64", not(miri), not(portable_memory))))]
#[inline(always)]
pub(crate) unsafe fn gather_each(base: *const u8, offsets: *const u32) -> Chunk {
    // SAFETY: by the contract of `gather`.
    std::array::from_fn(|i| unsafe { load_u32(base.wrapping_add(*offsets.add(i) as usize)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_moves_at_every_place() {
        let mut memory: Vec<u8> = (0..96).collect();
        let base = memory.as_mut_ptr();
        for at in 0..16 {
            let expected: [u8; 64] = std::array::from_fn(|i| (at + i) as u8);
            // SAFETY: all within the vector, of which nothing else makes use meanwhile.
            unsafe {
                let from = base.add(at);
                assert_eq!(load_u8(from), expected[0]);
                assert_eq!(load_u16(from).to_ne_bytes(), expected[..2]);
                assert_eq!(load_u32(from).to_ne_bytes(), expected[..4]);
                assert_eq!(load_u64(from).to_ne_bytes(), expected[..8]);
                let words = load_chunk(from);
                assert_eq!(words.map(u32::to_ne_bytes).concat(), expected);
                let bytes: [u8; 8] = expected[..8].try_into().unwrap();
                store_u64(from, !u64::from_ne_bytes(bytes));
                assert_eq!(load_u8(from.add(7)), !expected[7]);
                store_u32(from, 0);
                store_u16(from.add(4), 0);
                store_u8(from.add(6), 0);
                assert_eq!(load_u64(from).to_ne_bytes()[..7], [0; 7]);
                store_chunk(from, words);
                assert_eq!(load_chunk(from), words);
            }
        }
        assert!(memory.iter().copied().eq(0..96));
    }

    #[test]
    fn copies_of_every_length_leave_the_rest_alone() {
        let bytes: Vec<u8> = (0..700).map(|i| (i % 251) as u8).collect();
        for len in (0..40).chain([255, 256, 257, 640]) {
            let (mut shared, mut back) = (vec![0xee; 700], vec![0xdd; len]);
            // SAFETY: within the vectors.
            unsafe {
                write(shared.as_mut_ptr().add(3), &bytes[..len]);
                read(shared.as_mut_ptr().add(3), &mut back);
            }
            assert_eq!(back, bytes[..len]);
            assert_eq!((shared[2], shared[3 + len]), (0xee, 0xee));
        }
    }

    #[test]
    fn copies_may_overlap() {
        for (to, from, len) in [
            (0, 7, 1500),
            (7, 0, 1500),
            (600, 0, 1300),
            (3, 3, 9),
            (0, 5, 0),
        ] {
            let mut bytes: Vec<u8> = (0..2000).map(|i| (i % 251) as u8).collect();
            let mut expected = bytes.clone();
            expected.copy_within(from..from + len, to);
            expected[1990..].fill(0);
            let base = bytes.as_mut_ptr();
            // SAFETY: within the vector.
            unsafe {
                copy(base.add(to), base.add(from), len);
                clear(base.add(1990), 10);
            }
            assert_eq!(bytes, expected);
        }
    }

    #[test]
    fn no_update_is_lost() {
        const TIMES: u64 = if cfg!(miri) { 50 } else { 20_000 };
        struct At(*mut u8);
        // SAFETY: what is there is only reached through this module.
        unsafe impl Sync for At {}
        let mut words = [0u64; 2];
        let at = At(words.as_mut_ptr().cast());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let at = &at;
                    for _ in 0..TIMES {
                        // SAFETY: both words are the array's, and aligned.
                        unsafe {
                            update_u64(at.0, |old| old + 1);
                            update_u32(at.0.add(8), |old| old + 2);
                        }
                    }
                });
            }
        });
        assert_eq!(words[0], 2 * TIMES);
        // SAFETY: as above.
        assert_eq!(u64::from(unsafe { load_u32(at.0.add(8)) }), 4 * TIMES);
    }
}
