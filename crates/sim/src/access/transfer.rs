//! Moving bytes between registers and the places that were found for them.
//!
//! The places may be in memory that other threads are at, or in a memory of this thread alone; the
//! accesses are those that the former needs.

use super::address::{Spot, Spots};
use crate::wave::{Wave, for_lanes, lanes_of};
use op::{Transfer, shared};
use uop::{AtomicOp, Extend, MemKind, MemOp};

/// Consecutive registers that receive a result.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub words: *mut u32,
    pub stride: usize,
}

/// Carries out the access for the lanes of `mask`, ascending.
///
/// # Safety
/// `spots` must have `op.bytes` valid bytes for every lane of `mask`; atomics must be aligned where
/// they are shared. The registers of `op` must exist, and `result` must have room for them.
pub(super) unsafe fn transfer(
    wave: &mut Wave,
    op: &MemOp,
    result: Block,
    spots: &Spots,
    mask: u64,
) {
    // SAFETY: by this function's contract.
    unsafe {
        match op.kind {
            MemKind::Load(extend) => load(result, op.bytes, extend, spots, mask),
            MemKind::Store { high } => {
                let source = Block {
                    words: wave.vector.ptr_mut(op.data),
                    stride: wave.pitch(),
                };
                store(source, op.bytes, high, spots, mask);
            }
            MemKind::Atomic {
                op: change,
                returns,
            } => {
                for lane in lanes_of(mask) {
                    let old = atomic(wave, op, change, lane, spots);
                    if returns {
                        result.words.add(lane).write(old as u32);
                        if op.bytes == 8 {
                            let high = result.words.add(result.stride + lane);
                            high.write((old >> 32) as u32);
                        }
                    }
                }
            }
        }
    }
}

/// One lane's atomic; returns what was there.
///
/// # Safety
/// As for `transfer`.
unsafe fn atomic(wave: &Wave, op: &MemOp, change: AtomicOp, lane: usize, spots: &Spots) -> u64 {
    let word = |reg: u16| u64::from(wave.vector.get(op.data.plus(reg))[lane]);
    let value = |reg: u16| match op.bytes {
        8 => word(reg) | word(reg + 1) << 32,
        _ => word(reg),
    };
    let data = value(0);
    let compare = match change {
        AtomicOp::CompareSwap | AtomicOp::CompareSwapFloat => value(u16::from(op.bytes / 4)),
        _ => 0,
    };
    let spot = Spot {
        ptr: spots.ptrs[lane],
        shared: spots.shared >> lane & 1 != 0,
    };
    // SAFETY: the bytes are valid, and aligned if shared, by the contract of `transfer`.
    unsafe {
        update(&spot, op.bytes, |old| {
            change.apply(op.bytes, old, data, compare)
        })
    }
}

/// Changes a word of 4 or 8 bytes, indivisibly where other threads may be at it; returns what was there.
///
/// # Safety
/// The bytes are valid for reads and writes, and aligned if they are shared.
pub(super) unsafe fn update(spot: &Spot, bytes: u8, change: impl Fn(u64) -> u64) -> u64 {
    let ptr = spot.ptr;
    // SAFETY: by this function's contract.
    unsafe {
        match (spot.shared, bytes) {
            (true, 8) => {
                let change = |old: u64| change(u64::from_le(old)).to_le();
                u64::from_le(shared::update_u64(ptr, change))
            }
            (true, _) => {
                let change = |old: u32| (change(u32::from_le(old).into()) as u32).to_le();
                u32::from_le(shared::update_u32(ptr, change)).into()
            }
            // No other thread is at it: a workgroup runs on one, and its memory may lie anywhere.
            (false, 8) => {
                let ptr = ptr.cast::<u64>();
                let old = u64::from_le(ptr.read_unaligned());
                ptr.write_unaligned(change(old).to_le());
                old
            }
            (false, _) => {
                let ptr = ptr.cast::<u32>();
                let old = u32::from_le(ptr.read_unaligned());
                ptr.write_unaligned((change(old.into()) as u32).to_le());
                old.into()
            }
        }
    }
}

/// # Safety
/// As for `transfer`.
unsafe fn load(result: Block, bytes: u8, how: Extend, spots: &Spots, mask: u64) {
    // SAFETY: places and registers are valid by contract.
    unsafe {
        match bytes {
            1 => for_lanes(mask, |lane| {
                let value = shared::load_u8(spots.ptrs[lane]);
                let dst = result.words.add(lane);
                *dst = how.fill(value.into(), 8, *dst);
            }),
            2 => for_lanes(mask, |lane| {
                let value = shared::load_u16(spots.ptrs[lane]);
                let dst = result.words.add(lane);
                *dst = how.fill(u16::from_le(value).into(), 16, *dst);
            }),
            _ => {
                for r in 0..usize::from(bytes) / 4 {
                    let dst = result.words.add(r * result.stride);
                    let word =
                        |lane: usize| u32::from_le(shared::load_u32(spots.ptrs[lane].add(4 * r)));
                    for_lanes(mask, |lane| *dst.add(lane) = word(lane));
                }
            }
        }
    }
}

/// # Safety
/// As for `transfer`.
unsafe fn store(source: Block, bytes: u8, high: bool, spots: &Spots, mask: u64) {
    let shift = if high { 16 } else { 0 };
    // SAFETY: places and registers are valid by contract.
    unsafe {
        match bytes {
            1 => for_lanes(mask, |lane| {
                let value = (*source.words.add(lane) >> shift) as u8;
                shared::store_u8(spots.ptrs[lane], value);
            }),
            2 => for_lanes(mask, |lane| {
                let value = (*source.words.add(lane) >> shift) as u16;
                shared::store_u16(spots.ptrs[lane], value.to_le());
            }),
            // Lane by lane and not register by register: where lanes overlap, the last lane wins.
            _ => for_lanes(mask, |lane| {
                for r in 0..usize::from(bytes) / 4 {
                    let word = *source.words.add(r * source.stride + lane);
                    shared::store_u32(spots.ptrs[lane].add(4 * r), word.to_le());
                }
            }),
        }
    }
}

/// Reads, changes and writes one word of local memory after the other. No other thread is at it: a
/// workgroup runs on one.
///
/// # Safety
/// As for [`op::Kernels::store`]; `result` is a register, if there is one.
#[inline(always)]
pub(super) unsafe fn atomics(
    transfer: &Transfer,
    lanes: impl Iterator<Item = usize>,
    change: impl Fn(u32, u32) -> u32,
    data: *const u32,
    result: Option<*mut u32>,
) {
    for lane in lanes {
        // SAFETY: by this function's contract.
        unsafe {
            let at = *transfer.low.add(lane) as usize;
            let word = transfer.base.wrapping_add(at).cast::<u32>();
            let old = u32::from_le(word.read_unaligned());
            let new = change(old, *data.add(lane));
            word.write_unaligned(new.to_le());
            if let Some(result) = result {
                *result.add(lane) = old;
            }
        }
    }
}
