//! Whole words in one region: the kind of access that kernels are written for.
//!
//! What the program says of an access is looked at once; what is left for a run is to find the
//! region, check all lanes together, and move.

use super::{address, count};
use crate::interpret::Context;
use crate::memory::Window;
use crate::wave::{MAX_LANES, Wave, lanes_of};
use op::{Op, ScalarFn, Transfer};
use std::sync::atomic::{AtomicU32, Ordering};
use uop::{AtomicOp, Extend, MemKind, MemOp, ScalarLoad, Space, Src, VReg};

/// Changes of a word that lead to the same end in every order.
fn commutes(change: Op) -> bool {
    use Op::*;
    matches!(
        change,
        AddU32 | SubU32 | AndB32 | OrB32 | XorB32 | MinI32 | MaxI32 | MinU32 | MaxU32
    )
}

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
    /// Waves may do it in any order.
    any_order: bool,
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

    /// Whole words, by waves in any order: apart from races, the order does not matter.
    pub fn any_order(&self) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.any_order)
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
        let any_order = match op.kind {
            MemKind::Load(_) | MemKind::Store { .. } => true,
            MemKind::Atomic {
                op: AtomicOp::Apply(change),
                returns: false,
            } => commutes(change),
            MemKind::Atomic { .. } => false,
        };
        whole.then_some(Whole {
            moves,
            low,
            any_order,
        })
    }
}

/// One wave's side of an access: its registers, wherever they are, and the lanes that take part.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    /// Word 0 of register 0, and words from one register to the next.
    pub file: *mut u32,
    pub pitch: usize,
    pub lanes: usize,
    pub live: *const u32,
    pub mask: u64,
    /// What the addresses of all lanes have in common.
    pub fixed: u64,
}

impl Side {
    fn register(&self, reg: VReg) -> *mut u32 {
        self.file.wrapping_add(usize::from(reg.0) * self.pitch)
    }
}

/// An access of whole words in one region that has been found good.
pub(super) struct Good {
    transfer: Transfer,
    moves: Moves,
    /// What is to be added to the transfer's addresses.
    common: u64,
    global: bool,
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
    if shape.whole.is_none() || mask == 0 {
        return false;
    }
    let side = Side {
        fixed: address::fixed_part(op, |reg| wave.scalar_pair(reg)),
        file: wave.vector.ptr_mut(VReg(0)),
        pitch: wave.stride(),
        lanes: wave.stride(),
        live: wave.live(),
        mask,
    };
    let Some(good) = Good::of(&side, op, shape, cx) else {
        return false;
    };
    // SAFETY: these are the registers of a wave, checked before the launch.
    unsafe { good.carry_out(&side, op, cx) };
    true
}

impl Good {
    /// Checks all addresses of lanes of which there is at least one.
    #[inline(always)]
    pub fn of(side: &Side, op: &MemOp, shape: &Shape, cx: &mut Context<'_>) -> Option<Good> {
        let whole = shape.whole.as_ref()?;
        let low = side.register(whole.low);
        let lane = side.mask.trailing_zeros() as usize;
        let mut common = side.fixed;
        let (mut high, mut high_is) = (std::ptr::null_mut(), 0);
        // SAFETY: lanes of the mask are words of a register.
        let first = unsafe {
            if op.addr.wide {
                high = side.register(whole.low.plus(1));
                high_is = *high.add(lane);
                common = common.wrapping_add(u64::from(high_is) << 32);
            }
            common.wrapping_add((*low.add(lane)).into())
        };
        let store = !matches!(whole.moves, Moves::Load);
        let (window, global) = window(op, shape, cx, first, store)?;
        let align = match whole.moves {
            Moves::Atomic(..) => op.align.max(op.bytes),
            _ => op.align,
        };
        let align = u32::from(align) - 1;
        // Addresses less what they have in common.
        let least = window.base.wrapping_sub(common) as i64;
        let room = window.len.checked_sub(op.bytes.into())?;
        let most = least.wrapping_add(room as i64);
        if common & u64::from(align) != 0 || most < 0 || least > u32::MAX.into() {
            return None;
        }
        let transfer = Transfer {
            low,
            high,
            high_is,
            live: side.live,
            mask: side.mask,
            lanes: side.lanes,
            pitch: side.pitch,
            base: window.ptr.wrapping_offset(least.wrapping_neg() as isize),
            least: least.max(0) as u32,
            most: most.min(u32::MAX.into()) as u32,
            align,
            words: usize::from(op.bytes / 4),
        };
        // SAFETY: registers were checked before the launch.
        let allowed = unsafe { cx.kernels.allowed(&transfer) };
        allowed.then_some(Good {
            transfer,
            moves: whole.moves,
            common,
            global,
        })
    }

    /// # Safety
    /// `side` and `op` are those that were checked, and the addresses are still the same.
    #[inline(always)]
    pub unsafe fn carry_out(&self, side: &Side, op: &MemOp, cx: &mut Context<'_>) {
        let transfer = &self.transfer;
        let moved = u64::from(transfer.mask.count_ones()) * u64::from(op.bytes);
        // SAFETY: allowed addresses are those of the window.
        unsafe {
            if self.global {
                cx.stats.transactions += transactions(op, cx, transfer, self.common);
            }
            match self.moves {
                Moves::Load => {
                    cx.stats.bytes_loaded += moved;
                    cx.kernels.load(transfer, side.register(op.dst));
                }
                Moves::Store => {
                    cx.stats.bytes_stored += moved;
                    cx.kernels.store(transfer, side.register(op.data));
                }
                Moves::Atomic(change, returns) => {
                    cx.stats.bytes_loaded += moved;
                    cx.stats.bytes_stored += moved;
                    let result = returns.then(|| side.register(op.dst));
                    atomics(transfer, change, side.register(op.data), result);
                }
            }
        }
    }
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
    let to = &mut wave.scalar[usize::from(load.dst.0)..];
    read_words(load, shape, cx, address, |i, word| to[i] = word)
}

/// Hands over the words that a scalar load of whole words from global memory finds, one by one.
/// False if it is not of that kind or in any way out of order; nothing has happened then.
#[inline(always)]
pub(super) fn read_words(
    load: &ScalarLoad,
    shape: &Shape,
    cx: &mut Context<'_>,
    address: u64,
    mut put: impl FnMut(usize, u32),
) -> bool {
    if load.space != Space::Global || !load.bytes.is_multiple_of(4) {
        return false;
    }
    let bytes = u64::from(load.bytes);
    let Some(window) = shape.find(cx, address, bytes, false) else {
        return false;
    };
    for i in 0..usize::from(load.bytes / 4) {
        // SAFETY: the window holds the whole range.
        let bits = unsafe {
            let from = window.at(address).add(4 * i);
            from.cast::<u32>().read_unaligned()
        };
        put(i, u32::from_le(bits));
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
unsafe fn transactions(op: &MemOp, cx: &Context<'_>, transfer: &Transfer, common: u64) -> u64 {
    let bias = (common % count::SEGMENT) as u32;
    let size = count::SEGMENT.trailing_zeros();
    // SAFETY: by this function's contract.
    unsafe {
        if let Some(blocks) = cx.kernels.blocks(transfer, bias, size) {
            return blocks.into();
        }
        let mut addresses = [0; MAX_LANES];
        for lane in lanes_of(transfer.mask) {
            addresses[lane] = common.wrapping_add((*transfer.low.add(lane)).into());
        }
        count::transactions(&addresses, transfer.mask, op.bytes.into())
    }
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
