//! What engines of WebAssembly can do with a chunk of lanes.

use super::{Bounds, CHUNK, Host, Portable, ROW};
use std::arch::wasm32::*;

/// A browser or another engine that runs WebAssembly, with vectors of 128 bits: a module that uses
/// them is refused by what lacks them, so there is nothing to find out.
pub(crate) struct Simd128;

type Lanes = [u32; CHUNK];

// Compilers make little of loops over chunks where addresses are concerned, so this is written out.
// Methods can't ask for vectors, so each calls a function that does. That is safe where a module runs.
impl Host for Simd128 {
    #[inline(always)]
    fn pack(&self, chunk: &Lanes, value: u32) -> u16 {
        pack(chunk, value)
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
        stray(low, live, bounds)
    }

    #[inline(always)]
    fn unstepped(&self, low: &Lanes) -> Lanes {
        unstepped(low)
    }

    #[inline(always)]
    unsafe fn commit(&self, dst: *mut u32, words: &Lanes, live: *const u32) {
        // SAFETY: by this function's contract.
        unsafe { commit(dst, words, live) }
    }

    #[inline(always)]
    unsafe fn gather(&self, base: *const u8, offsets: *const u32) -> Lanes {
        // SAFETY: by this function's contract.
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
