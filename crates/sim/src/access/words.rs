//! Whole words in one region: the kind of access that kernels are written for.
//!
//! What the program says of an access is looked at once; what is left for a run is to find the
//! region, check all lanes together, and move.

use super::{address, count};
use crate::interpret::Context;
use crate::memory::Window;
use crate::wave::{MAX_LANES, Wave, lanes_of};
use op::{ScalarFn, Transfer};
use std::sync::atomic::{AtomicU32, Ordering};
use uop::{AtomicOp, Extend, MemKind, MemOp, ScalarLoad, Space, Src, VReg};

/// What is known of an access before it takes place.
#[derive(Default)]
pub(crate) struct Shape {
    whole: Option<Whole>,
    /// Which region it found last time.
    region: AtomicU32,
}

/// An access of whole words by lanes that are all treated alike.
struct Whole {
    moves: Moves,
    /// The low halves of the addresses.
    low: VReg,
}

#[derive(Clone, Copy)]
enum Moves {
    Load,
    Store,
    /// On local memory, where nobody else is at it.
    Atomic(ScalarFn, bool),
}

impl Shape {
    pub fn of(op: &MemOp) -> Shape {
        Shape {
            whole: Whole::of(op),
            region: AtomicU32::default(),
        }
    }

    /// The region of global memory that holds `bytes` bytes at `address`.
    #[inline(always)]
    fn find(&self, cx: &Context<'_>, address: u64, bytes: u64, store: bool) -> Option<Window> {
        let near = self.region.load(Ordering::Relaxed);
        let (window, at) = cx.memory.window_near(near, address, bytes, store)?;
        if at != near {
            self.region.store(at, Ordering::Relaxed);
        }
        Some(window)
    }
}

impl Whole {
    fn of(op: &MemOp) -> Option<Whole> {
        let Src::Vector(low) = op.addr.base else {
            return None;
        };
        let moves = match (op.kind, op.space) {
            (MemKind::Load(Extend::Zero | Extend::Sign), _) => Moves::Load,
            (MemKind::Store { high: false }, _) => Moves::Store,
            (
                MemKind::Atomic {
                    op: AtomicOp::Apply(change),
                    returns,
                },
                Space::Local,
            ) if op.bytes == 4 => Moves::Atomic(change.scalar(), returns),
            _ => return None,
        };
        let spaces = match moves {
            Moves::Load => op.space != Space::Private,
            _ => matches!(op.space, Space::Global | Space::Flat | Space::Local),
        };
        let words = op.bytes.is_multiple_of(4) && op.lanes.is_none();
        let whole = words && spaces && op.align.is_power_of_two();
        whole.then_some(Whole { moves, low })
    }
}

/// Carries out an access of whole words in one region. False if it is not of that kind or in any
/// way out of order; nothing has happened then.
#[inline]
pub(super) fn whole_words(
    wave: &mut Wave,
    op: &MemOp,
    shape: &Shape,
    cx: &mut Context<'_>,
    mask: u64,
) -> bool {
    let Some(whole) = shape.whole.as_ref().filter(|_| mask != 0) else {
        return false;
    };
    let low = wave.vector.ptr(whole.low);
    let lane = mask.trailing_zeros() as usize;
    let mut common = address::fixed_part(wave, op);
    let (mut high, mut high_is) = (std::ptr::null(), 0);
    // SAFETY: lanes of the mask are words of a register.
    let first = unsafe {
        if op.addr.wide {
            high = wave.vector.ptr(whole.low.plus(1));
            high_is = *high.add(lane);
            common = common.wrapping_add(u64::from(high_is) << 32);
        }
        common.wrapping_add((*low.add(lane)).into())
    };
    let store = !matches!(whole.moves, Moves::Load);
    let Some((window, global)) = window(op, shape, cx, first, store) else {
        return false;
    };
    let align = match whole.moves {
        Moves::Atomic(..) => op.align.max(op.bytes),
        _ => op.align,
    };
    let align = u32::from(align) - 1;
    // Addresses less what they have in common.
    let least = window.base.wrapping_sub(common) as i64;
    let Some(room) = window.len.checked_sub(op.bytes.into()) else {
        return false;
    };
    let most = least.wrapping_add(room as i64);
    if common & u64::from(align) != 0 || most < 0 || least > u32::MAX.into() {
        return false;
    }
    let transfer = Transfer {
        low,
        high,
        high_is,
        live: wave.live(),
        mask,
        lanes: wave.stride(),
        base: window.ptr.wrapping_offset(least.wrapping_neg() as isize),
        least: least.max(0) as u32,
        most: most.min(u32::MAX.into()) as u32,
        align,
        words: usize::from(op.bytes / 4),
    };
    // SAFETY: registers were checked before the launch, and allowed addresses are those of the
    // window.
    unsafe {
        if !cx.kernels.allowed(&transfer) {
            return false;
        }
        if global {
            cx.stats.transactions += transactions(wave, op, cx, &transfer, common);
        }
        let moved = u64::from(mask.count_ones()) * u64::from(op.bytes);
        match whole.moves {
            Moves::Load => {
                cx.stats.bytes_loaded += moved;
                let dst = wave.vector.ptr_mut(op.dst);
                cx.kernels.load(&transfer, dst);
            }
            Moves::Store => {
                cx.stats.bytes_stored += moved;
                cx.kernels.store(&transfer, wave.vector.ptr(op.data));
            }
            Moves::Atomic(change, returns) => {
                cx.stats.bytes_loaded += moved;
                cx.stats.bytes_stored += moved;
                let data = wave.vector.ptr(op.data);
                let result = returns.then(|| wave.vector.ptr_mut(op.dst));
                atomics(&transfer, change, data, result);
            }
        }
    }
    true
}

/// Carries out a scalar load of whole words from global memory. False if it is not of that kind or
/// in any way out of order; nothing has happened then.
#[inline]
pub(super) fn scalar_words(
    wave: &mut Wave,
    load: &ScalarLoad,
    shape: &Shape,
    cx: &mut Context<'_>,
    address: u64,
) -> bool {
    if load.space != Space::Global || !load.bytes.is_multiple_of(4) {
        return false;
    }
    let bytes = u64::from(load.bytes);
    let Some(window) = shape.find(cx, address, bytes, false) else {
        return false;
    };
    let to = &mut wave.scalar[usize::from(load.dst.0)..][..usize::from(load.bytes / 4)];
    for (i, word) in to.iter_mut().enumerate() {
        // SAFETY: the window holds the whole range.
        let bits = unsafe {
            let from = window.at(address).add(4 * i);
            from.cast::<u32>().read_unaligned()
        };
        *word = u32::from_le(bits);
    }
    cx.stats.bytes_loaded += bytes;
    cx.stats.transactions += count::of_range(address, bytes);
    true
}

/// The region that the lane at `address` is in, and whether it is global memory.
#[inline(always)]
fn window(
    op: &MemOp,
    shape: &Shape,
    cx: &mut Context<'_>,
    address: u64,
    store: bool,
) -> Option<(Window, bool)> {
    match op.space {
        Space::Local => Some((Window::of(cx.local), false)),
        Space::Constant => Some((cx.constant_window(), false)),
        Space::Global | Space::Flat => {
            let window = shape.find(cx, address, op.bytes.into(), store)?;
            let end = window.base + window.len;
            let apart =
                |range: &std::ops::Range<u64>| end <= range.start || window.base >= range.end;
            let plain =
                op.space == Space::Global || apart(&cx.flat.local) && apart(&cx.flat.private);
            plain.then_some((window, true))
        }
        Space::Private | Space::Cluster => None,
    }
}

/// Segments of global memory that an access touches.
///
/// # Safety
/// As for [`op::Kernels::blocks`].
#[inline(always)]
unsafe fn transactions(
    wave: &Wave,
    op: &MemOp,
    cx: &Context<'_>,
    transfer: &Transfer,
    common: u64,
) -> u64 {
    let bias = (common % count::SEGMENT) as u32;
    let size = count::SEGMENT.trailing_zeros();
    // SAFETY: by this function's contract.
    if let Some(blocks) = unsafe { cx.kernels.blocks(transfer, bias, size) } {
        return blocks.into();
    }
    let mut addresses = [0; MAX_LANES];
    address::addresses(wave, op, &mut addresses);
    count::transactions(&addresses, transfer.mask, op.bytes.into())
}

/// Reads, changes and writes one word after the other. A workgroup runs on one thread.
///
/// # Safety
/// As for [`op::Kernels::store`]; `result` is a register, if there is one.
unsafe fn atomics(
    transfer: &Transfer,
    change: ScalarFn,
    data: *const u32,
    result: Option<*mut u32>,
) {
    for lane in lanes_of(transfer.mask) {
        // SAFETY: by this function's contract.
        unsafe {
            let at = *transfer.low.add(lane) as usize;
            let word = transfer.base.wrapping_add(at).cast::<u32>();
            let old = u32::from_le(word.read_unaligned());
            let new = change(old.into(), (*data.add(lane)).into(), 0) as u32;
            word.write_unaligned(new.to_le());
            if let Some(result) = result {
                *result.add(lane) = old;
            }
        }
    }
}
