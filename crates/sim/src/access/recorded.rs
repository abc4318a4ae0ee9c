//! Accesses that several waves make together, written down for each of them.

use super::shape::Whole;
use super::touched::Addresses;
use super::words::LaneSet;
use crate::trace::{Again, Recorder};
use op::{Kernels, Transfer};
use uop::Space;

/// Writes down an access that is about to be made. `run` says that all lanes take part, each where the one
/// before it ends.
///
/// # Safety
/// The registers of the transfer are the set's.
pub(super) unsafe fn record(
    set: &LaneSet,
    whole: &Whole,
    recorder: &mut Recorder,
    kernels: &Kernels,
    transfer: &Transfer,
    (common, run): (u64, bool),
) {
    let LaneSet { lanes, width, .. } = *set;
    let all = set.active == lanes as u64;
    let (bytes, local) = (u32::from(whole.bytes), whole.space == Space::Local);
    if run && !local {
        // SAFETY: by this function's contract; of a run there is a first address.
        let first = common + u64::from(unsafe { *transfer.low });
        let each = bytes * width as u32;
        let waves = (set.wave, lanes / width);
        return recorder.all(waves, first, (each, each.into()), whole.stores());
    }
    // SAFETY: by this function's contract.
    let lows =
        (all && local && !run).then(|| unsafe { std::slice::from_raw_parts(transfer.low, lanes) });
    let again = lows.map(|lows| Again {
        first: set.wave,
        width,
        bias: common as u32,
        lows,
        each: whole.each(),
    });
    if again.is_some_and(|again| recorder.again(again)) {
        return;
    }
    for (wave, start) in (set.wave..).zip((0..lanes).step_by(width)) {
        if run {
            // SAFETY: by this function's contract; of a run there is a first address.
            let low = u64::from(unsafe { *transfer.low });
            let first = (common + low).wrapping_add(u64::from(bytes) * start as u64);
            recorder.each(wave, false, |touched| {
                touched.note_local_run(first as u32, width, whole.each());
            });
            continue;
        }
        let mask = match all {
            true => u64::MAX >> (64 - width),
            // SAFETY: by this function's contract.
            false => unsafe { kernels.pack_mask(transfer.live.add(start), width) },
        };
        let at = Addresses {
            low: transfer.low.wrapping_add(start),
            live: transfer.live.wrapping_add(start),
            bias: common as u32,
            mask,
            lanes: width,
            active: mask.count_ones(),
        };
        // SAFETY: by this function's contract.
        recorder.each(wave, false, |touched| unsafe {
            match local {
                true => touched.note_local(kernels, &at, whole.each()),
                false => touched.note_global(&at, common, bytes, (whole.stores(), false)),
            }
        });
    }
    if let Some(again) = again {
        recorder.remember(again);
    }
}
