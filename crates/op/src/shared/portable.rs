//! As atomics of Rust, for Miri, the sanitizers and other CPUs.

use super::{CHUNK, Chunk};
use std::sync::Mutex;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// Nothing is shared where there is one thread.
const ALONE: bool = cfg!(all(target_family = "wasm", not(target_feature = "atomics")));

#[inline(always)]
pub unsafe fn load_u8(from: *const u8) -> u8 {
    // SAFETY: readable by the caller's contract.
    unsafe { AtomicU8::from_ptr(from.cast_mut()).load(Relaxed) }
}

#[inline(always)]
pub unsafe fn store_u8(to: *mut u8, value: u8) {
    // SAFETY: writable by the caller's contract.
    unsafe { AtomicU8::from_ptr(to).store(value, Relaxed) }
}

/// What is not aligned is accessed as two halves.
macro_rules! accesses {
    ($($load:ident $store:ident $ty:ty, $atomic:ty, $half_load:ident $half_store:ident $half:ty,)*) => {$(
        #[inline(always)]
        pub unsafe fn $load(from: *const u8) -> $ty {
            // SAFETY: readable by the caller's contract; the same bytes.
            unsafe {
                if ALONE {
                    return from.cast::<$ty>().read_unaligned();
                }
                if !cfg!(miri) && from.cast::<$ty>().is_aligned() {
                    return <$atomic>::from_ptr(from.cast_mut().cast()).load(Relaxed);
                }
                let halves = [0, size_of::<$half>()].map(|at| $half_load(from.add(at)));
                std::mem::transmute::<[$half; 2], $ty>(halves)
            }
        }

        #[inline(always)]
        pub unsafe fn $store(to: *mut u8, value: $ty) {
            // SAFETY: writable by the caller's contract; the same bytes.
            unsafe {
                if ALONE {
                    return to.cast::<$ty>().write_unaligned(value);
                }
                if !cfg!(miri) && to.cast::<$ty>().is_aligned() {
                    return <$atomic>::from_ptr(to.cast()).store(value, Relaxed);
                }
                let [first, second] = std::mem::transmute::<$ty, [$half; 2]>(value);
                $half_store(to, first);
                $half_store(to.add(size_of::<$half>()), second);
            }
        }
    )*};
}

accesses! {
    load_u16 store_u16 u16, AtomicU16, load_u8 store_u8 u8,
    load_u32 store_u32 u32, AtomicU32, load_u16 store_u16 u16,
    load_u64 store_u64 u64, AtomicU64, load_u32 store_u32 u32,
}

pub(crate) use super::{gather_each as gather, scatter_each as scatter};

#[inline(always)]
pub unsafe fn store_pair(to: *mut u8, words: [u32; 2]) {
    // SAFETY: writable by the caller's contract.
    unsafe { (0..2).for_each(|i| store_u32(to.add(4 * i), words[i])) }
}

#[inline(always)]
pub unsafe fn store_four(to: *mut u8, words: [u32; 4]) {
    // SAFETY: writable by the caller's contract.
    unsafe { (0..4).for_each(|i| store_u32(to.add(4 * i), words[i])) }
}

/// Of two words at once, where Miri is to see single bytes.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

macro_rules! exchanges {
    ($($exchange:ident $load:ident $store:ident $ty:ty, $atomic:ty,)*) => {$(
        #[inline(always)]
        pub unsafe fn $exchange(at: *mut u8, old: $ty, new: $ty) -> $ty {
            // SAFETY: readable, writable and aligned by the caller's contract.
            unsafe {
                if cfg!(miri) {
                    let _held = ONE_AT_A_TIME.lock();
                    let found = $load(at);
                    if found == old {
                        $store(at, new);
                    }
                    return found;
                }
                let word = <$atomic>::from_ptr(at.cast());
                let found = word.compare_exchange(old, new, SeqCst, SeqCst);
                found.unwrap_or_else(|found| found)
            }
        }
    )*};
}

exchanges! {
    exchange_u32 load_u32 store_u32 u32, AtomicU32,
    exchange_u64 load_u64 store_u64 u64, AtomicU64,
}

#[inline(always)]
pub unsafe fn load_chunk(from: *const u8) -> Chunk {
    // SAFETY: readable by the caller's contract.
    unsafe {
        match ALONE {
            true => from.cast::<Chunk>().read_unaligned(),
            false => std::array::from_fn(|i| load_u32(from.add(4 * i))),
        }
    }
}

#[inline(always)]
pub unsafe fn store_chunk(to: *mut u8, words: Chunk) {
    // SAFETY: writable by the caller's contract.
    unsafe {
        match ALONE {
            true => to.cast::<Chunk>().write_unaligned(words),
            false => (0..CHUNK).for_each(|i| store_u32(to.add(4 * i), words[i])),
        }
    }
}
