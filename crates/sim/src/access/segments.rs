//! Segments of global memory that accesses of whole words touch, by one wave or several.

use super::count;
use super::words::LaneSet;
use crate::executor::Context;
use crate::wave::MAX_LANES;
use op::Transfer;

/// Segments of global memory that an access touches.
///
/// # Safety
/// As for [`op::Kernels::blocks`].
#[inline(always)]
pub(super) unsafe fn transactions(
    set: &LaneSet,
    cx: &Context<'_>,
    transfer: &Transfer,
    common: u64,
) -> u64 {
    let bias = (common % count::SEGMENT) as u32;
    let size = count::SEGMENT.trailing_zeros();
    let mut all = 0;
    // SAFETY: by this function's contract.
    unsafe {
        for (start, mask) in set.waves(cx.kernels) {
            let one = Transfer {
                low: transfer.low.add(start),
                live: transfer.live.add(start),
                lanes: set.width,
                first: mask.trailing_zeros() as usize,
                mask,
                ..*transfer
            };
            all += match cx.kernels.blocks(&one, bias, size) {
                Some(blocks) => blocks.into(),
                None => strewn(&one, common),
            };
        }
    }
    all
}

/// Segments that the bytes of each wave would fill side by side.
///
/// # Safety
/// As above.
#[inline(always)]
pub(super) unsafe fn ideal(set: &LaneSet, cx: &Context<'_>, bytes: u64) -> u64 {
    if set.active == set.lanes as u64 {
        let waves = (set.lanes / set.width) as u64;
        return waves * count::ideal(set.width as u64 * bytes);
    }
    // SAFETY: by this function's contract.
    let waves = unsafe { set.waves(cx.kernels) };
    let lanes = waves.map(|(_, mask)| u64::from(mask.count_ones()));
    lanes.map(|lanes| count::ideal(lanes * bytes)).sum()
}

/// The same for words side by side.
///
/// # Safety
/// As above.
#[inline(always)]
pub(super) unsafe fn transactions_of_run(set: &LaneSet, transfer: &Transfer, common: u64) -> u64 {
    // SAFETY: by this function's contract.
    let first = common.wrapping_add(unsafe { *transfer.low }.into());
    let bytes = 4 * set.width as u64;
    let waves = 0..(set.lanes / set.width) as u64;
    waves
        .map(|wave| count::of_range(first + wave * bytes, bytes))
        .sum()
}

/// The same where they are far apart.
///
/// # Safety
/// As above.
#[inline(never)]
unsafe fn strewn(transfer: &Transfer, common: u64) -> u64 {
    let mut addresses = [0; MAX_LANES];
    for (lane, address) in addresses[..transfer.lanes].iter_mut().enumerate() {
        // SAFETY: by this function's contract.
        *address = common.wrapping_add(unsafe { *transfer.low.add(lane) }.into());
    }
    count::transactions(&addresses, transfer.mask, 4 * transfer.words as u64)
}
