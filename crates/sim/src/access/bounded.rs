//! Accesses of custom operations that come down to loads and stores within bounds.
//!
//! What the bounds are is known only when the operation is carried out, because scalars hold them.
//! That all lanes keep to them is looked at together with whether there is memory where they go.

use super::shape::{Moves, Shape, Whole};
use super::words::{LaneSet, Lows, access};
use super::{Spots, count, locate, transfer, wave_block};
use crate::executor::Context;
use crate::guard::{Touches, Touching, Where};
use crate::observe::Extent;
use crate::wave::{MAX_LANES, Wave, for_lanes};
use op::{Kernels, Op, Span, Transfer};
use uop::{Addr, Bounded, Custom, Extend, MemKind, MemOp, Space, Src};

/// Scratch for the sum of what a lane adds to the base.
const SUM: usize = 0;

/// Carries out a custom operation that comes down to such an access. False, with
/// nothing done, if it does not, or if an address is unaligned, out of bounds or not for this use.
#[inline(never)]
pub(crate) fn bounded(
    wave: &mut Wave,
    custom: &dyn Custom,
    shape: &Shape,
    cx: &mut Context<'_>,
) -> bool {
    if cx.strict && custom.channel().is_some() || wave.exec() == 0 {
        return false;
    }
    let Some(bounded) = custom.bounded(&|reg| Some(wave.scalar(reg))) else {
        return false;
    };
    let set = LaneSet::of(wave, wave.live(), wave.exec());
    let sum = wave.vector.scratch(SUM);
    // SAFETY: registers were checked before the launch, and scratch has as many lanes.
    unsafe {
        match moves(&bounded) {
            Some(_) => carry_out(&set, &bounded, sum, shape, cx),
            None => narrow(wave, &set, &bounded, sum, shape, cx),
        }
    }
}

/// The same by several waves, of which at least one lane takes part. `sum` is a register of scratch.
#[inline(never)]
pub(crate) fn bounded_together(
    set: &LaneSet,
    bounded: &Bounded,
    sum: *mut u32,
    shape: &Shape,
    cx: &mut Context<'_>,
) -> bool {
    // SAFETY: as above.
    unsafe { carry_out(set, bounded, sum, shape, cx) }
}

/// # Safety
/// `set` has the registers of the program that the access is from, `sum` as many lanes as those,
/// and some lane takes part.
#[inline(always)]
unsafe fn carry_out(
    set: &LaneSet,
    bounded: &Bounded,
    sum: *mut u32,
    shape: &Shape,
    cx: &mut Context<'_>,
) -> bool {
    // SAFETY: by this function's contract.
    let low = unsafe { addresses(set, bounded, sum, cx.kernels) };
    let (Some(moves), Some((low, most))) = (moves(bounded), low) else {
        return false;
    };
    let whole = Whole {
        moves,
        space: Space::Global,
        low: Src::None,
        wide: false,
        scalar: None,
        offset: bounded.base,
        wrap32: false,
        lanes: None,
        data: bounded.data,
        bytes: bounded.bytes,
        align: 0,
        outstanding: false,
        any_order: true,
        most,
    };
    // SAFETY: as above.
    unsafe {
        let at = Lows::of(set, low, &whole);
        access(set, at, 0, &whole, shape, cx)
    }
}

/// How whole words move, if it is those that do.
fn moves(bounded: &Bounded) -> Option<Moves> {
    match bounded.kind {
        _ if !bounded.bytes.is_multiple_of(4) => None,
        MemKind::Load(Extend::Zero | Extend::Sign) => Some(Moves::Load),
        MemKind::Store { high: false } => Some(Moves::Store),
        _ => None,
    }
}

/// The same for less than words, by lanes that all are in one region or each in its own.
///
/// # Safety
/// As for `carry_out`; the set is the wave.
unsafe fn narrow(
    wave: &mut Wave,
    set: &LaneSet,
    bounded: &Bounded,
    sum: *mut u32,
    shape: &Shape,
    cx: &mut Context<'_>,
) -> bool {
    // SAFETY: by this function's contract.
    let Some((low, most)) = (unsafe { addresses(set, bounded, sum, cx.kernels) }) else {
        return false;
    };
    // SAFETY: as above.
    if !unsafe { fits(set, low, most, cx.kernels) } {
        return false;
    }
    let op = MemOp {
        space: Space::Global,
        kind: bounded.kind,
        bytes: bounded.bytes,
        align: 1,
        addr: Addr {
            base: Src::None,
            wide: false,
            scalar: None,
            offset: 0,
            wrap32: false,
        },
        dst: bounded.data,
        data: bounded.data,
        lanes: None,
        channel: None,
    };
    let (mask, mut all) = (set.mask, [0; MAX_LANES]);
    for_lanes(mask, |lane| {
        // SAFETY: the lane is one of the wave's.
        all[lane] = bounded.base.wrapping_add(unsafe { *low.add(lane) }.into());
    });
    let mut spots = Spots::none();
    let extent = Extent::of(&all, mask, op.bytes);
    if locate(wave, &op, cx, &all, mask, &extent, &mut spots).is_err() {
        return false;
    }
    if let Some(guard) = &mut cx.guard {
        guard.touches(&Touching {
            inst: shape.inst,
            wave: set.wave,
            barriers: cx.stats.barriers,
            space: op.space,
            how: match op.kind {
                MemKind::Load(_) => Touches::Load,
                _ => Touches::Store,
            },
            bytes: op.bytes.into(),
            lanes: Where::Lanes {
                addresses: &all,
                mask,
            },
        });
    }
    count::count(&op, &all, mask, &extent, cx.flat, cx.stats);
    let block = wave_block(wave, &op);
    // SAFETY: `locate` found bytes for every lane of `mask`; registers are the wave's.
    unsafe { transfer(wave, &op, block, &spots, mask) };
    true
}

/// What each lane adds to the base, and how much that may be at most. Indices and offsets that make
/// a sum are what they may be.
///
/// # Safety
/// As for `carry_out`.
#[inline(always)]
unsafe fn addresses(
    set: &LaneSet,
    bounded: &Bounded,
    sum: *mut u32,
    kernels: &Kernels,
) -> Option<(*const u32, u32)> {
    // SAFETY: by this function's contract.
    let fits = |low: *const u32, most: u32| unsafe { fits(set, low, most, kernels) };
    let offset = bounded.offset.map(|reg| set.register(reg).cast_const());
    let Some(index) = bounded.index else {
        let Some(offset) = offset else {
            // SAFETY: as above.
            unsafe { kernels.broadcast(sum, 0, set.lanes) };
            return Some((sum, bounded.most));
        };
        return Some((offset, bounded.most.min(bounded.most_offset)));
    };
    // A product and an offset that are no more make a sum that does not wrap.
    const HALF: u32 = u32::MAX / 2;
    let index = set.register(index).cast_const();
    let most_index = bounded.most_index.min(HALF / bounded.stride.max(1));
    let most_offset = bounded.most_offset.min(HALF);
    if !fits(index, most_index) || offset.is_some_and(|offset| !fits(offset, most_offset)) {
        return None;
    }
    let all = std::ptr::null();
    // SAFETY: as above; kernels may have their result where a source is.
    unsafe {
        kernels.broadcast(sum, bounded.stride, set.lanes);
        kernels.get(Op::MulU32)(sum, sum, index, sum, all, Span::new(set.lanes, set.pitch));
        if let Some(offset) = offset {
            kernels.get(Op::AddU32)(sum, sum, offset, sum, all, Span::new(set.lanes, set.pitch));
        }
    }
    Some((sum, bounded.most))
}

/// Whether what lanes have in a register is no more than it may be.
///
/// # Safety
/// The register has the lanes of the set.
#[inline(always)]
unsafe fn fits(set: &LaneSet, low: *const u32, most: u32, kernels: &Kernels) -> bool {
    let transfer = Transfer {
        most,
        ..set.transfer(low)
    };
    // SAFETY: by this function's contract.
    most == u32::MAX || unsafe { kernels.allowed(&transfer) }
}
