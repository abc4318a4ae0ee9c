//! Whole words in one region: the kind of access that kernels are written for.
//!
//! What the program says of an access has been looked at before ([`Shape`]); what is left for a run is
//! to find the region, check all lanes together, and move.

use super::segments::{ideal, transactions, transactions_of_run};
use super::shape::{Change, Local, Moves, Shape, Whole};
use super::touched::Addresses;
use super::transfer::atomics;
use super::{count, recorded};
use crate::code::Code;
use crate::executor::Context;
use crate::guard::{self, Touches, Touching, Where};
use crate::memory::Window;
use crate::wave::{Wave, lanes_of};
use op::int::{add_u32, inc_wrap_u32};
use op::{Kernels, Transfer, shared};
use plan::Affine;
use uop::{MemoryKind, SReg, ScalarLoad, Space, Src, VReg};

/// Scratch that holds the active lanes of an access that not all take part in.
const LANES: usize = 6;

/// Carries out an access of words to local memory. False, with nothing done, if an
/// address is unaligned or out of bounds.
///
/// # Safety
/// The entry must be of kind `LocalWords`, and its registers the wave's.
#[inline(always)]
pub(crate) unsafe fn local_words(wave: &mut Wave, code: &Code, cx: &mut Context<'_>) -> bool {
    let Some(local) = &cx.code.shapes[code.dst as usize].local else {
        return false;
    };
    let Local {
        words,
        store,
        lanes: chosen,
    } = local;
    let file = wave.vector.ptr_mut(VReg(0));
    let (mut live, mut mask, lanes) = (wave.live(), wave.exec(), wave.width());
    let mut active = wave.active();
    // SAFETY: by this function's contract; addresses that lie in local memory are allowed.
    unsafe {
        if let Some(reg) = *chosen {
            (live, mask) = odd_lanes(wave, cx, reg);
            active = mask.count_ones();
        }
        let kernels = cx.kernels;
        if let Some(touched) = cx.touched() {
            let low = file.byte_add(words.low as usize);
            let bias = words.bias;
            let at = Addresses {
                low,
                live,
                mask,
                lanes,
                active,
                bias,
            };
            let each = 4 * words.count;
            touched.note_local(kernels, &at, (each, *store));
        }
        if let Some(guard) = &mut cx.guard {
            let low = file.byte_add(words.low as usize).cast_const();
            let set = LaneSet::of(wave, live, mask);
            let inst = cx.code.shapes[code.dst as usize].inst;
            let access = local.touching(set.wave, inst, cx.stats.barriers);
            let how = (words.bias.into(), false);
            guard::tell(*guard, &set, cx.kernels, &set.transfer(low), how, access);
        }
        let (memory, bytes) = (cx.local.as_mut_ptr(), cx.local.len());
        if !code.words()(words, file, live, mask, memory, bytes) {
            return false;
        }
    }
    let moved = 4 * u64::from(words.count) * u64::from(active);
    let (loaded, stored) = if *store { (0, moved) } else { (moved, 0) };
    cx.stats.moved(MemoryKind::Local, loaded, stored);
    true
}

/// What makes an access: the lanes of a wave, or of several waves side by side.
#[derive(Clone, Copy)]
pub(crate) struct LaneSet {
    /// The number of the first wave.
    pub wave: u32,
    /// Word 0 of register 0.
    pub file: *mut u32,
    /// All lanes, and those of a wave.
    pub lanes: usize,
    pub width: usize,
    /// Words from one register to the next.
    pub pitch: usize,
    pub live: *const u32,
    /// `live` as bits, where there are at most 64 lanes.
    pub mask: u64,
    /// The first lane that takes part, and how many do.
    pub first: usize,
    pub active: u64,
}

impl LaneSet {
    /// A word for each lane at addresses of 32 bits, of which none is allowed yet.
    #[inline(always)]
    pub(super) fn transfer(&self, low: *const u32) -> Transfer {
        Transfer {
            low,
            high: std::ptr::null(),
            high_is: 0,
            live: self.live,
            mask: self.mask,
            lanes: self.lanes,
            pitch: self.pitch,
            first: self.first,
            base: std::ptr::null_mut(),
            least: 0,
            most: 0,
            align: 0,
            words: 1,
        }
    }

    /// A wave of which these lanes, as words and as bits, take part.
    #[inline(always)]
    pub(super) fn of(wave: &mut Wave, live: *const u32, mask: u64) -> LaneSet {
        LaneSet {
            wave: wave.place.wave,
            file: wave.vector.ptr_mut(VReg(0)),
            lanes: wave.width(),
            width: wave.width(),
            pitch: wave.pitch(),
            live,
            mask,
            first: mask.trailing_zeros() as usize,
            active: mask.count_ones().into(),
        }
    }

    /// The first lane of each wave, and which of its lanes take part.
    ///
    /// # Safety
    /// `live` has so many lanes.
    #[inline(always)]
    pub(crate) unsafe fn waves(&self, kernels: &Kernels) -> impl Iterator<Item = (usize, u64)> {
        let starts = (0..self.lanes).step_by(self.width);
        let masks = starts.map(move |start| match self.lanes == self.width {
            true => (start, self.mask),
            // SAFETY: by this function's contract.
            false => unsafe { (start, kernels.pack_mask(self.live.add(start), self.width)) },
        });
        masks.filter(|(_, mask)| *mask != 0)
    }

    pub(super) fn register(&self, reg: VReg) -> *mut u32 {
        self.file.wrapping_add(usize::from(reg.0) * self.pitch)
    }
}

/// Carries out an access of whole words in one region. False, with nothing done, if it is not of that
/// kind, or if an address is unaligned, out of bounds or not for this use.
#[inline(never)]
pub(crate) fn whole_words(wave: &mut Wave, shape: &Shape, cx: &mut Context<'_>) -> bool {
    let Some(whole) = &shape.whole else {
        return false;
    };
    if cx.strict && whole.outstanding {
        return false;
    }
    let low = cx.fetch(wave, whole.low, 0);
    let (mut live, mut mask) = (wave.live(), wave.exec());
    if let Some(reg) = whole.lanes {
        // SAFETY: registers were checked before the launch.
        (live, mask) = unsafe { odd_lanes(wave, cx, reg) };
    }
    if mask == 0 {
        return false;
    }
    let set = LaneSet::of(wave, live, mask);
    let scalar = whole.scalar.map_or(0, |reg| wave.scalar_pair(reg));
    // SAFETY: registers were checked before the launch.
    unsafe {
        let at = Lows::of(&set, low, whole);
        access(&set, at, scalar, whole, shape, cx)
    }
}

/// The same by several waves, if it does not matter who is first. `scalar` is of a scalar pair what
/// it holds in all of them, if it is the same.
#[inline(never)]
pub(crate) fn whole_words_together(
    set: &LaneSet,
    shape: &Shape,
    cx: &mut Context<'_>,
    scalar: impl Fn(SReg) -> Option<u64>,
) -> bool {
    let Some(whole) = &shape.whole else {
        return false;
    };
    if cx.strict && whole.outstanding {
        return false;
    }
    let (Src::Vector(low), None) = (whole.low, whole.lanes) else {
        return false;
    };
    // Where accesses are written down, more is known of them.
    if !whole.any_order && !cx.recorder.as_ref().is_some_and(|it| it.is_any_order()) {
        return false;
    }
    if set.active == 0 {
        return true;
    }
    let Some(scalar) = whole.scalar.map_or(Some(0), scalar) else {
        return false;
    };
    // SAFETY: registers were checked before the launch.
    unsafe {
        let at = Lows::of(set, set.register(low), whole);
        access(set, at, scalar, whole, shape, cx)
    }
}

/// The same where all lanes take part and addresses are known to be affine.
#[inline(never)]
pub(crate) fn run_together(
    set: &LaneSet,
    shape: &Shape,
    cx: &mut Context<'_>,
    affine: impl Fn(VReg) -> Affine,
    scalar: impl Fn(SReg) -> Option<u64>,
) -> bool {
    let Some(whole) = &shape.whole else {
        return false;
    };
    if cx.strict && whole.outstanding {
        return false;
    }
    let Src::Vector(reg) = whole.low else {
        return false;
    };
    let low = affine(reg);
    let high = match whole.wide {
        true => affine(reg.plus(1)),
        false => Affine::default(),
    };
    let side_by_side = low.step == 4 && high.step == 0 && whole.bytes == 4;
    let Some(scalar) = whole
        .scalar
        .map_or(Some(0), scalar)
        .filter(|_| side_by_side)
    else {
        return false;
    };
    let at = Lows {
        low: &low.first,
        high: std::ptr::null(),
        high_is: high.first,
        run: true,
    };
    // SAFETY: of a run, only the first address is looked at.
    unsafe { access(set, at, scalar, whole, shape, cx) }
}

/// Where the low words of addresses are, and the high ones if they have to be compared.
pub(super) struct Lows {
    low: *const u32,
    high: *const u32,
    /// The high word of the first lane.
    high_is: u32,
    /// Every lane goes on where the one before it ends. There is but one low word then.
    run: bool,
}

impl Lows {
    /// # Safety
    /// `low` is a register of the set or scratch, and some lane takes part.
    #[inline(always)]
    pub(super) unsafe fn of(set: &LaneSet, low: *const u32, whole: &Whole) -> Lows {
        let (mut high, mut high_is) = (std::ptr::null(), 0);
        if let (true, Src::Vector(low)) = (whole.wide, whole.low) {
            high = set.register(low.plus(1)).cast_const();
            // SAFETY: the first lane is a word of every register.
            high_is = unsafe { *high.add(set.first) };
        }
        Lows {
            low,
            high,
            high_is,
            run: false,
        }
    }
}

/// # Safety
/// `set` has the registers of the program that `shape` is from, `at` is made of them or scratch,
/// and some lane takes part.
#[inline(always)]
pub(super) unsafe fn access(
    set: &LaneSet,
    at: Lows,
    scalar: u64,
    whole: &Whole,
    shape: &Shape,
    cx: &mut Context<'_>,
) -> bool {
    let mut transfer = Transfer {
        high: at.high,
        high_is: at.high_is,
        align: whole.align,
        words: usize::from(whole.bytes / 4),
        ..set.transfer(at.low)
    };
    // What the addresses of all lanes have in common.
    let high = u64::from(at.high_is) << 32;
    let common = whole.offset.wrapping_add(scalar).wrapping_add(high);
    let Some((window, global)) = window(whole, shape, cx, &transfer, common) else {
        return false;
    };
    if global && whole.stores() {
        cx.keep(window.base);
    }
    // Addresses less what they have in common.
    let least = window.base.wrapping_sub(common) as i64;
    let Some(room) = window.len.checked_sub(whole.bytes.into()) else {
        return false;
    };
    let most = least.wrapping_add(room as i64);
    if common & u64::from(whole.align) != 0 || most < 0 || least > whole.most.into() {
        return false;
    }
    transfer.base = window.ptr.wrapping_offset(least.wrapping_neg() as isize);
    transfer.least = least.max(0) as u32;
    transfer.most = most.min(whole.most.into()) as u32;
    // SAFETY: by this function's contract; allowed addresses are those of the window.
    unsafe {
        carry_out(
            set,
            whole,
            cx,
            &transfer,
            common,
            (global, at.run, shape.inst),
        )
    }
}

/// The active lanes whose word in a register is odd, as words and as bits.
///
/// # Safety
/// The register must be the wave's.
unsafe fn odd_lanes(wave: &Wave, cx: &mut Context<'_>, reg: VReg) -> (*const u32, u64) {
    let to = wave.vector.scratch(LANES);
    let (from, live) = (wave.vector.ptr(reg), wave.live());
    // SAFETY: by this function's contract; scratch has a register for this.
    let mask = unsafe { cx.kernels.odd_lanes(to, from, live, wave.width()) };
    (to, mask)
}

/// # Safety
/// The registers of the transfer must be the set's or scratch, and allowed addresses those of
/// memory that may be accessed.
#[inline(always)]
unsafe fn carry_out(
    set: &LaneSet,
    whole: &Whole,
    cx: &mut Context<'_>,
    transfer: &Transfer,
    common: u64,
    (global, known_run, inst): (bool, bool, u32),
) -> bool {
    // SAFETY: by this function's contract.
    unsafe {
        if known_run && !transfer.is_run_from(*transfer.low) {
            return false;
        }
        let all = set.active == set.lanes as u64;
        let run = known_run || all && cx.kernels.is_run(transfer);
        if let Some(guard) = &mut cx.guard
            && whole.space != Space::Constant
        {
            // What is not allowed is found out about elsewhere.
            if !run && !cx.kernels.allowed(transfer) {
                return false;
            }
            let how = (common, run);
            let barriers = cx.stats.barriers;
            let access = whole.touching(set.wave, inst, barriers, global);
            guard::tell(*guard, set, cx.kernels, transfer, how, access);
        }
        let mut before = (0, 0);
        let kernels = cx.kernels;
        let together = cx.recorder.as_deref_mut().filter(|it| it.is_together());
        let known_allowed = together.is_some();
        if let Some(recorder) = together {
            // What is not allowed is not made.
            if !run && !kernels.allowed(transfer) {
                return false;
            }
            recorded::record(set, whole, recorder, kernels, transfer, (common, run));
        } else if let Some(touched) = cx.touched() {
            before = touched.so_far();
            let Transfer {
                low,
                live,
                mask,
                lanes,
                ..
            } = *transfer;
            let active = mask.count_ones();
            let bias = common as u32;
            let at = Addresses {
                low,
                live,
                mask,
                lanes,
                active,
                bias,
            };
            match whole.space {
                Space::Local => touched.note_local(kernels, &at, whole.each()),
                _ => {
                    touched.note_global(&at, common, whole.bytes.into(), (whole.stores(), run));
                }
            }
        }
        // Counted first, because a load may overwrite its addresses.
        let transactions = match global {
            true if run => transactions_of_run(set, transfer, common),
            true => transactions(set, cx, transfer, common),
            false => 0,
        };
        let ideal = match global {
            true => ideal(set, cx, whole.bytes.into()),
            false => 0,
        };
        let data = set.register(whole.data);
        let done = match whole.moves {
            Moves::Load if run => {
                cx.kernels.load_run(transfer, data);
                true
            }
            Moves::Store if run => {
                cx.kernels.store_run(transfer, data);
                true
            }
            Moves::Load => cx.kernels.load(transfer, data),
            Moves::Store => cx.kernels.store(transfer, data),
            Moves::Atomic(change, result) => {
                let result = result.map(|reg| set.register(reg));
                let allowed = run || known_allowed || kernels.allowed(transfer);
                if allowed {
                    let to = (transfer, data.cast_const(), result);
                    match change {
                        Change::Add => update(set, kernels, to, add_u32),
                        Change::Increment => update(set, kernels, to, inc_wrap_u32),
                        Change::By(function) => update(set, kernels, to, |old, by| {
                            function(old.into(), by.into(), 0) as u32
                        }),
                    }
                }
                allowed
            }
        };
        if done {
            let moved = set.active * u64::from(whole.bytes);
            let (loads, stores) = match whole.moves {
                Moves::Load => (moved, 0),
                Moves::Store => (0, moved),
                Moves::Atomic(..) => (moved, moved),
            };
            let kind = match (global, whole.space) {
                (true, _) => MemoryKind::Global,
                (_, Space::Local) => MemoryKind::Local,
                _ => MemoryKind::Other,
            };
            cx.stats.moved(kind, loads, stores);
            cx.stats.transactions += transactions;
            cx.stats.ideal_transactions += ideal;
        } else if let Some(touched) = cx.touched() {
            touched.go_back(before);
        }
        done
    }
}

/// Changes words one by one, those of the first lane first.
///
/// # Safety
/// As for [`atomics`], for all active lanes of the set.
#[inline(always)]
unsafe fn update(
    set: &LaneSet,
    kernels: &Kernels,
    (transfer, data, result): (&Transfer, *const u32, Option<*mut u32>),
    change: impl Fn(u32, u32) -> u32,
) {
    // SAFETY: by this function's contract.
    unsafe {
        if set.active == set.lanes as u64 {
            return atomics(transfer, 0..set.lanes, change, data, result);
        }
        for (start, mask) in set.waves(kernels) {
            let lanes = lanes_of(mask).map(|lane| start + lane);
            atomics(transfer, lanes, &change, data, result);
        }
    }
}

/// Carries out a scalar load of whole words from global memory. False, with nothing done,
/// if it is not of that kind, or if the address is unaligned or out of bounds.
#[inline]
pub(super) fn scalar_words(
    wave: &mut Wave,
    load: &ScalarLoad,
    shape: &Shape,
    cx: &mut Context<'_>,
    address: u64,
) -> bool {
    let to = |i: usize| load.dst.plus(i as u16);
    scalar_words_together(1, load, shape, cx, address, |i, word| {
        wave.set_scalar(to(i), word)
    })
}

/// The same by several waves that have the same address; `put` takes the words.
#[inline(always)]
pub(crate) fn scalar_words_together(
    waves: u64,
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
    if let Some(guard) = &mut cx.guard {
        guard.touches(&Touching {
            inst: shape.inst,
            wave: 0,
            barriers: cx.stats.barriers,
            space: Space::Global,
            how: Touches::Load,
            bytes: load.bytes.into(),
            lanes: Where::Waves { address },
        });
    }
    for i in 0..usize::from(load.bytes / 4) {
        // SAFETY: the window holds the whole range.
        let bits = unsafe { shared::load_u32(window.at(address).add(4 * i)) };
        put(i, u32::from_le(bits));
    }
    cx.stats.moved(MemoryKind::Global, waves * bytes, 0);
    cx.stats.transactions += waves * count::of_range(address, bytes);
    cx.stats.ideal_transactions += waves * count::ideal(bytes);
    true
}

/// The region that the first lane is in, and whether it is global memory.
#[inline(always)]
fn window(
    whole: &Whole,
    shape: &Shape,
    cx: &mut Context<'_>,
    transfer: &Transfer,
    common: u64,
) -> Option<(Window, bool)> {
    match whole.space {
        Space::Local => Some((Window::of(cx.local), false)),
        Space::Constant => Some((cx.constant_window(), false)),
        Space::Global | Space::Flat => {
            // SAFETY: the first lane is a word of every register.
            let first = unsafe { *transfer.low.add(transfer.first) };
            let address = common.wrapping_add(first.into());
            if whole.wrap32 && address > u32::MAX.into() {
                return None;
            }
            let window = shape.find(cx, address, whole.bytes.into(), whole.stores())?;
            let end = window.base + window.len;
            let apart =
                |range: &std::ops::Range<u64>| end <= range.start || window.base >= range.end;
            let plain =
                whole.space == Space::Global || apart(&cx.flat.local) && apart(&cx.flat.private);
            plain.then_some((window, true))
        }
        Space::Private | Space::Cluster => None,
    }
}
