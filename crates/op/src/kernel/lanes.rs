//! The loops themselves, as generic functions that every level inlines.

use super::{CHUNK, Span};
use crate::host::Host;
use crate::nan;
use crate::value::{Args, Value};

/// A lane function as a type, so that generic kernels can be compiled for it.
pub(crate) trait LaneOp {
    type Args: Args;
    type Result: Value;
    /// What machines that pass NaNs on make of those among its arguments.
    const NANS: nan::Rule;
    fn apply(args: Self::Args) -> Self::Result;
    /// The same where the host has no fused multiply-add, which would be a slow library call.
    #[inline(always)]
    fn apply_without_fma(args: Self::Args) -> Self::Result {
        Self::apply(args)
    }
}

/// Which form of a lane function a level has. It is a type and not a function that is passed on:
/// what the compiler makes of the latter is not inlined where it is long, and no vector then.
pub(super) trait Form {
    fn apply<O: LaneOp>(args: O::Args) -> O::Result;
}

/// With a fused multiply-add.
#[cfg(target_arch = "x86_64")]
pub(super) struct Fused;

#[cfg(target_arch = "x86_64")]
impl Form for Fused {
    #[inline(always)]
    fn apply<O: LaneOp>(args: O::Args) -> O::Result {
        O::apply(args)
    }
}

#[inline(always)]
pub(super) unsafe fn run<O: LaneOp, F: Form, const PASS: bool>(
    dst: *mut u32,
    src: [*const u32; 3],
    live: *const u32,
    span: Span,
) {
    // SAFETY: by the contract of `Kernel`.
    unsafe {
        match live.is_null() {
            true => walk::<O, F, PASS, true>(dst, src, live, span),
            false => walk::<O, F, PASS, false>(dst, src, live, span),
        }
    }
}

/// `PASS`: NaNs are passed on. That they are there is rare, so all lanes are computed first as
/// though they were not. `ALL`: every lane takes part.
#[inline(always)]
pub(super) unsafe fn walk<O: LaneOp, F: Form, const PASS: bool, const ALL: bool>(
    dst: *mut u32,
    src: [*const u32; 3],
    live: *const u32,
    span: Span,
) {
    let (lanes, pitch) = (span.lanes(), span.pitch());
    let mut at = 0;
    while at < lanes {
        // SAFETY: lanes `at..at + CHUNK` are within the blocks; both halves of a chunk are loaded
        // before it is stored.
        unsafe {
            let mut low = [0; CHUNK];
            let mut high = [0; CHUNK];
            for i in 0..CHUNK {
                let bits = F::apply::<O>(O::Args::load(src, at + i, pitch)).to_bits();
                low[i] = bits as u32;
                high[i] = (bits >> 32) as u32;
            }
            if PASS && nan::any_canonical::<O>(&low, &high) {
                (low, high) = nan::pass_on::<O>(low, high, src, at, pitch);
            }
            let live = live.wrapping_add(at);
            commit::<ALL>(dst.add(at), &low, live);
            if O::Result::TY.registers() == 2 {
                commit::<ALL>(dst.add(pitch + at), &high, live);
            }
        }
        at = opaque(at + CHUNK);
    }
}

/// The same number, of which the compiler no longer knows where it is from. A chunk is one vector as
/// it is; a compiler that sees how chunks follow each other tries to make vectors of their first
/// lanes, of their second lanes and so on, which takes six times as long.
#[inline(always)]
fn opaque(number: usize) -> usize {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    let number = {
        let mut number = number;
        // SAFETY: it does nothing.
        unsafe {
            std::arch::asm!("/* {} */", inout(reg) number,
                options(pure, nomem, nostack, preserves_flags));
        }
        number
    };
    number
}

#[inline(always)]
pub(crate) unsafe fn commit<const ALL: bool>(
    dst: *mut u32,
    result: &[u32; CHUNK],
    live: *const u32,
) {
    if ALL {
        // SAFETY: the caller gives `CHUNK` lanes.
        return unsafe { *dst.cast::<[u32; CHUNK]>() = *result };
    }
    // SAFETY: the caller gives `CHUNK` lanes. Copies, so that the compiler needn't fear that `dst`
    // is `live`.
    let (live, mut lanes) = unsafe { (*live.cast::<[u32; CHUNK]>(), *dst.cast::<[u32; CHUNK]>()) };
    for i in 0..CHUNK {
        lanes[i] = (result[i] & live[i]) | (lanes[i] & !live[i]);
    }
    // SAFETY: as above.
    unsafe { *dst.cast::<[u32; CHUNK]>() = lanes };
}

#[inline(always)]
pub(super) unsafe fn run_mask<O: LaneOp, F: Form>(
    src: [*const u32; 3],
    lanes: usize,
    pitch: usize,
    host: &impl Host,
) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        let mut chunk = [0; CHUNK];
        for (i, lane) in chunk.iter_mut().enumerate() {
            // SAFETY: lane `at + i` is within the blocks.
            *lane = unsafe { F::apply::<O>(O::Args::load(src, at + i, pitch)).to_bits() as u32 };
        }
        bits |= u64::from(host.pack(&chunk, 0)) << at;
        at += CHUNK;
    }
    bits
}

#[inline(always)]
pub(super) unsafe fn broadcast(dst: *mut u32, value: u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe { *dst.add(at).cast::<[u32; CHUNK]>() = [value; CHUNK] };
        at += CHUNK;
    }
}

#[inline(always)]
pub(super) unsafe fn ramp(dst: *mut u32, first: u32, step: u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        let start = first.wrapping_add(step.wrapping_mul(at as u32));
        let chunk: [u32; CHUNK] =
            std::array::from_fn(|i| start.wrapping_add(step.wrapping_mul(i as u32)));
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe { *dst.add(at).cast::<[u32; CHUNK]>() = chunk };
        at += CHUNK;
    }
}

#[inline(always)]
pub(super) unsafe fn blend(dst: *mut u32, src: *const u32, live: *const u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe {
            let chunk = *src.add(at).cast::<[u32; CHUNK]>();
            match live.is_null() {
                true => commit::<true>(dst.add(at), &chunk, live),
                false => commit::<false>(dst.add(at), &chunk, live.add(at)),
            }
        }
        at += CHUNK;
    }
}

#[inline(always)]
pub(super) unsafe fn expand_mask(dst: *mut u32, bits: u64, set: u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        let chunk = (bits >> at) as u32;
        for i in 0..CHUNK {
            // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
            unsafe { *dst.add(at + i) = if chunk & (1 << i) != 0 { set } else { 0 } };
        }
        at += CHUNK;
    }
}

#[inline(always)]
pub(super) unsafe fn pack_mask(src: *const u32, lanes: usize, host: &impl Host) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        let chunk = unsafe { *src.add(at).cast::<[u32; CHUNK]>() };
        bits |= u64::from(host.pack(&chunk, 0)) << at;
        at += CHUNK;
    }
    bits
}

#[inline(always)]
pub(super) unsafe fn odd_lanes(
    dst: *mut u32,
    src: *const u32,
    live: *const u32,
    lanes: usize,
    host: &impl Host,
) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe {
            let words = *src.add(at).cast::<[u32; CHUNK]>();
            let mut chunk = *live.add(at).cast::<[u32; CHUNK]>();
            for i in 0..CHUNK {
                chunk[i] &= (words[i] & 1).wrapping_neg();
            }
            *dst.add(at).cast::<[u32; CHUNK]>() = chunk;
            bits |= u64::from(host.pack(&chunk, 0)) << at;
        }
        at += CHUNK;
    }
    bits
}
