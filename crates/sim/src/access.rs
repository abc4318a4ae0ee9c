//! Carrying out memory steps.
//!
//! A wave's access first asks whether all its addresses lie in one region. If so, no lane needs a
//! check of its own: contiguous lanes under a full mask are a single copy, anything else a plain
//! gather or scatter. Only the rest goes lane by lane, which is also how the lane at fault is found.

use crate::interpret::Context;
use crate::memory::{AccessError, Window};
use crate::observe::{Access, Observer};
use crate::pending::{InFlight, Landing};
use crate::wave::{MAX_LANES, Wave, lanes_of};
use crate::{Site, Stats};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use uop::{AtomicOp, Extend, MemKind, MemOp, ScalarLoad, Space, Src, Trap, VReg};

/// Bytes of global memory that one transaction moves.
const SEGMENT: u64 = 128;

/// One address per lane; those of inactive lanes mean nothing.
type Addresses = [u64; MAX_LANES];

pub(crate) fn memory<O: Observer>(
    wave: &mut Wave,
    op: &MemOp,
    cx: &mut Context<'_>,
    observer: &mut O,
    site: &Site,
) -> Result<(), Trap> {
    let mut mask = wave.exec();
    if let Some(reg) = op.lanes {
        mask &= low_bits(wave.vector.get(reg));
    }
    if mask == 0 {
        return Ok(());
    }
    let addresses = addresses(wave, op);
    let store = !matches!(op.kind, MemKind::Load(_));
    if observer.active() {
        for lane in lanes_of(mask) {
            let access = Access {
                space: op.space,
                lane: lane as u32,
                address: addresses[lane],
                bytes: op.bytes.into(),
                store,
                atomic: matches!(op.kind, MemKind::Atomic { .. }),
            };
            observer.access(site, &access);
        }
    }
    if op.align > 1 {
        check_alignment(op, &addresses, mask, store)?;
    }
    count(op, &addresses, mask, cx.stats);

    let Some(channel) = op.channel.filter(|_| cx.strict) else {
        return perform(wave, op, cx, &addresses, mask, store);
    };
    // The access runs against the real registers; what it wrote there is then taken back and
    // delivered later.
    let words = if op.writes_registers() {
        op.bytes.div_ceil(4).into()
    } else {
        0
    };
    let before = registers(wave, op.dst, words);
    perform(wave, op, cx, &addresses, mask, store)?;
    let after = registers(wave, op.dst, words);
    let lanes = wave.lanes();
    for (r, values) in before.chunks_exact(lanes).enumerate() {
        wave.vector
            .get_mut(op.dst.plus(r as u16))
            .copy_from_slice(values);
    }
    let landing = match words {
        0 => Landing::Nothing,
        _ => Landing::Vector {
            first: op.dst,
            mask,
            words: after,
        },
    };
    wave.put_in_flight(
        InFlight {
            channel,
            landing,
            inst: site.inst,
        },
        cx.program,
    );
    Ok(())
}

fn registers(wave: &Wave, first: VReg, count: u16) -> Vec<u32> {
    (0..count)
        .flat_map(|r| wave.vector.get(first.plus(r)).iter().copied())
        .collect()
}

fn perform(
    wave: &mut Wave,
    op: &MemOp,
    cx: &mut Context<'_>,
    addresses: &Addresses,
    mask: u64,
    store: bool,
) -> Result<(), Trap> {
    if let Some(window) = common_window(wave, op, cx, addresses, mask, store) {
        // SAFETY: the window holds the addresses of all lanes of `mask`.
        unsafe { through_window(wave, op, &window, addresses, mask) };
        return Ok(());
    }
    for lane in lanes_of(mask) {
        let bytes = op.bytes.into();
        let (window, address) = resolve(
            wave,
            cx,
            op.space,
            lane as u32,
            addresses[lane],
            bytes,
            store,
        )?;
        let mut one: Addresses = [0; MAX_LANES];
        one[lane] = address;
        // SAFETY: `resolve` checked the one address of the one lane.
        unsafe { through_window(wave, op, &window, &one, 1 << lane) };
    }
    Ok(())
}

pub(crate) fn scalar_load(
    wave: &mut Wave,
    load: &ScalarLoad,
    cx: &mut Context<'_>,
    inst: u32,
) -> Result<(), Trap> {
    let index = load.index.map_or(0, |reg| u64::from(wave.scalar(reg)));
    let address = wave
        .scalar_pair(load.base)
        .wrapping_add(index)
        .wrapping_add(load.offset as u64);
    let mut bytes = [0; 64];
    let bytes = &mut bytes[..load.bytes as usize];
    read(wave, cx, load.space, 0, address, bytes)?;
    cx.stats.bytes_loaded += u64::from(load.bytes);
    let words: Vec<u32> = match *bytes {
        [a] => vec![extend(load.extend, u32::from(a), 8, 0)],
        [a, b] => vec![extend(
            load.extend,
            u32::from(u16::from_le_bytes([a, b])),
            16,
            0,
        )],
        _ => bytes
            .chunks_exact(4)
            .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
            .collect(),
    };
    match load.channel.filter(|_| cx.strict) {
        Some(channel) => {
            let landing = Landing::Scalar {
                first: load.dst,
                words,
            };
            wave.put_in_flight(
                InFlight {
                    channel,
                    landing,
                    inst,
                },
                cx.program,
            );
        }
        None => {
            let start = load.dst.0 as usize;
            wave.scalar[start..start + words.len()].copy_from_slice(&words);
        }
    }
    Ok(())
}

/// Reads memory as one lane sees it.
pub(crate) fn read(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    space: Space,
    lane: u32,
    address: u64,
    bytes: &mut [u8],
) -> Result<(), Trap> {
    let (window, address) = resolve(wave, cx, space, lane, address, bytes.len() as u64, false)?;
    // SAFETY: `resolve` checked the range.
    unsafe {
        window
            .at(address)
            .copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len())
    };
    Ok(())
}

/// Writes memory as one lane sees it.
pub(crate) fn write(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    space: Space,
    lane: u32,
    address: u64,
    bytes: &[u8],
) -> Result<(), Trap> {
    let (window, address) = resolve(wave, cx, space, lane, address, bytes.len() as u64, true)?;
    // SAFETY: `resolve` checked the range.
    unsafe {
        window
            .at(address)
            .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
    };
    Ok(())
}

fn low_bits(words: &[u32]) -> u64 {
    words
        .iter()
        .enumerate()
        .fold(0, |mask, (lane, word)| mask | u64::from(word & 1) << lane)
}

fn addresses(wave: &Wave, op: &MemOp) -> Addresses {
    let addr = &op.addr;
    let scalar = addr.scalar.map_or(0, |reg| wave.scalar_pair(reg));
    let fixed = scalar.wrapping_add(addr.offset as u64);
    let mut out = [0; MAX_LANES];
    let lanes = wave.lanes();
    match addr.base {
        Src::Vector(reg) if addr.wide => {
            let (low, high) = (wave.vector.get(reg), wave.vector.get(reg.plus(1)));
            for lane in 0..lanes {
                let base = u64::from(low[lane]) | u64::from(high[lane]) << 32;
                out[lane] = base.wrapping_add(fixed);
            }
        }
        Src::Vector(reg) => {
            for (out, &word) in out.iter_mut().zip(wave.vector.get(reg)) {
                *out = u64::from(word).wrapping_add(fixed);
            }
        }
        Src::Scalar(reg) => out.fill(fixed.wrapping_add(wave.scalar(reg).into())),
        Src::ScalarPair(reg) => out.fill(fixed.wrapping_add(wave.scalar_pair(reg))),
        Src::None => out.fill(fixed),
    }
    if addr.wrap32 {
        out[..lanes]
            .iter_mut()
            .for_each(|address| *address &= u64::from(u32::MAX));
    }
    out
}

fn check_alignment(op: &MemOp, addresses: &Addresses, mask: u64, store: bool) -> Result<(), Trap> {
    let align = u64::from(op.align);
    match lanes_of(mask).find(|&lane| !addresses[lane].is_multiple_of(align)) {
        None => Ok(()),
        Some(lane) => Err(Trap::Access {
            space: op.space,
            address: addresses[lane],
            bytes: op.bytes.into(),
            store,
            lane: lane as u32,
            why: format!("the address must be a multiple of {align}"),
        }),
    }
}

fn count(op: &MemOp, addresses: &Addresses, mask: u64, stats: &mut Stats) {
    let moved = u64::from(mask.count_ones()) * u64::from(op.bytes);
    match op.kind {
        MemKind::Load(_) => stats.bytes_loaded += moved,
        MemKind::Store { .. } => stats.bytes_stored += moved,
        MemKind::Atomic { .. } => {
            stats.bytes_loaded += moved;
            stats.bytes_stored += moved;
        }
    }
    if matches!(op.space, Space::Global | Space::Flat) {
        stats.transactions += transactions(addresses, mask, op.bytes.into());
    }
}

/// Distinct aligned segments that the lanes of `mask` touch.
fn transactions(addresses: &Addresses, mask: u64, bytes: u64) -> u64 {
    let segments = |lane: usize| {
        (
            addresses[lane] / SEGMENT,
            addresses[lane].wrapping_add(bytes - 1) / SEGMENT,
        )
    };
    // Ascending addresses, the common case, need no memory of earlier segments.
    let mut total = 0;
    let mut last = None;
    for lane in lanes_of(mask) {
        let (first, end) = segments(lane);
        let from = match last {
            Some(last) if first < last => return scattered(mask, segments),
            Some(last) if first == last => first + 1,
            _ => first,
        };
        total += (end + 1).saturating_sub(from);
        last = Some(end.max(last.unwrap_or(0)));
    }
    total
}

fn scattered(mask: u64, segments: impl Fn(usize) -> (u64, u64)) -> u64 {
    let mut all: Vec<u64> = lanes_of(mask)
        .flat_map(|lane| {
            let (first, end) = segments(lane);
            first..=end
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all.len() as u64
}

/// One window for all lanes, if there is one.
fn common_window(
    wave: &mut Wave,
    op: &MemOp,
    cx: &mut Context<'_>,
    addresses: &Addresses,
    mask: u64,
    store: bool,
) -> Option<Window> {
    let lanes = wave.lanes();
    let (low, high) = if mask.count_ones() as usize == lanes {
        addresses[..lanes]
            .iter()
            .fold((u64::MAX, 0), |(l, h), &a| (l.min(a), h.max(a)))
    } else {
        lanes_of(mask).fold((u64::MAX, 0), |(l, h), lane| {
            (l.min(addresses[lane]), h.max(addresses[lane]))
        })
    };
    let bytes = u64::from(op.bytes);
    let window = match op.space {
        Space::Global => cx.memory.window(low, bytes, store).ok()?,
        Space::Local => Window::of(cx.local),
        // The constant window is never written through: stores to it trap in `resolve`.
        Space::Constant if !store => cx.constant_window(),
        Space::Constant | Space::Private | Space::Flat => return None,
    };
    (window.holds(low, bytes) && window.holds(high, bytes)).then_some(window)
}

/// The window and the address within it that one lane's address stands for.
fn resolve(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    space: Space,
    lane: u32,
    address: u64,
    bytes: u64,
    store: bool,
) -> Result<(Window, u64), Trap> {
    let fail = |why: String| Trap::Access {
        space,
        address,
        bytes: bytes as u32,
        store,
        lane,
        why,
    };
    let inside = |window: Window, name: &str| {
        if window.holds(address, bytes) {
            Ok((window, address))
        } else {
            let len = window.len;
            Err(fail(format!("{name} memory has {len} bytes")))
        }
    };
    match space {
        Space::Global => match cx.memory.window(address, bytes, store) {
            Ok(window) => Ok((window, address)),
            Err(AccessError(why)) => Err(fail(why)),
        },
        Space::Local => inside(Window::of(cx.local), "local"),
        Space::Constant if store => Err(fail("constant memory is read-only".into())),
        Space::Constant => inside(cx.constant_window(), "constant"),
        Space::Private => {
            let len = wave.private.len() / wave.lanes();
            let own = &mut wave.private[len * lane as usize..][..len];
            inside(Window::of(own), "private")
        }
        Space::Flat => {
            let flat = cx.flat;
            let (space, inner) = match address {
                a if flat.local.contains(&a) => (Space::Local, a - flat.local.start),
                a if flat.private.contains(&a) => (Space::Private, a - flat.private.start),
                a => (Space::Global, a),
            };
            resolve(wave, cx, space, lane, inner, bytes, store)
        }
    }
}

/// Carries out the access for the lanes of `mask`.
///
/// # Safety
/// The window must hold `op.bytes` bytes at the address of every lane of `mask`.
unsafe fn through_window(
    wave: &mut Wave,
    op: &MemOp,
    window: &Window,
    addresses: &Addresses,
    mask: u64,
) {
    let lanes = wave.lanes();
    match op.kind {
        MemKind::Load(extend) => {
            let dst = wave.vector.ptr_mut(op.dst);
            // SAFETY: `dst` and the registers after it exist; the window is the caller's promise.
            unsafe { load(dst, lanes, op.bytes, extend, window, addresses, mask) }
        }
        MemKind::Store { high } => {
            let src = wave.vector.ptr(op.data);
            // SAFETY: as for loads.
            unsafe { store(src, lanes, op.bytes, high, window, addresses, mask) }
        }
        MemKind::Atomic {
            op: atomic,
            returns,
        } => {
            for lane in lanes_of(mask) {
                // SAFETY: the window is the caller's promise; atomics are 4 or 8 bytes, aligned.
                unsafe {
                    let word = |reg: u16| u64::from(wave.vector.get(op.data.plus(reg))[lane]);
                    let value = |reg: u16| match op.bytes {
                        8 => word(reg) | word(reg + 1) << 32,
                        _ => word(reg),
                    };
                    let (data, compare) = match atomic {
                        AtomicOp::CompareSwap => (value(0), value(u16::from(op.bytes / 4))),
                        _ => (value(0), 0),
                    };
                    let old = rmw(window.at(addresses[lane]), op.bytes, |old| match atomic {
                        AtomicOp::Apply(op) => op.eval([old, data, 0]),
                        AtomicOp::Exchange => data,
                        AtomicOp::CompareSwap if old == compare => data,
                        AtomicOp::CompareSwap => old,
                    });
                    if returns {
                        wave.vector.get_mut(op.dst)[lane] = old as u32;
                        if op.bytes == 8 {
                            wave.vector.get_mut(op.dst.plus(1))[lane] = (old >> 32) as u32;
                        }
                    }
                }
            }
        }
    }
}

/// Changes memory indivisibly and returns what was there.
///
/// # Safety
/// `ptr` must be valid and aligned for 4 or 8 bytes, whichever `bytes` says.
unsafe fn rmw(ptr: *mut u8, bytes: u8, change: impl Fn(u64) -> u64) -> u64 {
    let order = (Ordering::SeqCst, Ordering::SeqCst);
    if bytes == 8 {
        // SAFETY: valid and aligned by the caller's promise.
        let cell = unsafe { AtomicU64::from_ptr(ptr.cast()) };
        cell.fetch_update(order.0, order.1, |old| Some(change(old)))
            .unwrap_or(0)
    } else {
        // SAFETY: as above.
        let cell = unsafe { AtomicU32::from_ptr(ptr.cast()) };
        let old = cell.fetch_update(order.0, order.1, |old| Some(change(old.into()) as u32));
        u64::from(old.unwrap_or(0))
    }
}

fn extend(extend: Extend, value: u32, bits: u32, old: u32) -> u32 {
    let sign =
        |to: u32| (((value << (32 - bits)) as i32) >> (32 - bits)) as u32 & (u32::MAX >> (32 - to));
    match extend {
        Extend::Zero => value,
        Extend::Sign => sign(32),
        Extend::LowZero => old & 0xffff_0000 | value,
        Extend::LowSign => old & 0xffff_0000 | sign(16),
        Extend::HighZero => old & 0xffff | value << 16,
        Extend::HighSign => old & 0xffff | sign(16) << 16,
    }
}

/// # Safety
/// The window holds the addresses of all lanes of `mask`, and `dst` is followed by as many
/// registers as `bytes` fill.
unsafe fn load(
    dst: *mut u32,
    lanes: usize,
    bytes: u8,
    how: Extend,
    window: &Window,
    addresses: &Addresses,
    mask: u64,
) {
    let full = mask.count_ones() as usize == lanes;
    // SAFETY: all offsets are inside the window and the registers by contract.
    unsafe {
        match bytes {
            1 => lanes_of(mask).for_each(|lane| {
                let value = window.at(addresses[lane]).read();
                let dst = dst.add(lane);
                *dst = extend(how, value.into(), 8, *dst);
            }),
            2 => lanes_of(mask).for_each(|lane| {
                let value = window.at(addresses[lane]).cast::<u16>().read_unaligned();
                let dst = dst.add(lane);
                *dst = extend(how, u16::from_le(value).into(), 16, *dst);
            }),
            4 if full && contiguous(&addresses[..lanes], 4) => {
                let src = window.at(addresses[0]);
                dst.cast::<u8>().copy_from_nonoverlapping(src, 4 * lanes);
            }
            _ => {
                for r in 0..usize::from(bytes) / 4 {
                    let dst = dst.add(r * lanes);
                    let word = |lane: usize| {
                        let ptr = window.at(addresses[lane]).add(4 * r).cast::<u32>();
                        u32::from_le(ptr.read_unaligned())
                    };
                    if full {
                        (0..lanes).for_each(|lane| *dst.add(lane) = word(lane));
                    } else {
                        lanes_of(mask).for_each(|lane| *dst.add(lane) = word(lane));
                    }
                }
            }
        }
    }
}

/// # Safety
/// As for `load`.
unsafe fn store(
    src: *const u32,
    lanes: usize,
    bytes: u8,
    high: bool,
    window: &Window,
    addresses: &Addresses,
    mask: u64,
) {
    let full = mask.count_ones() as usize == lanes;
    let shift = if high { 16 } else { 0 };
    // SAFETY: as in `load`.
    unsafe {
        match bytes {
            1 => lanes_of(mask).for_each(|lane| {
                window
                    .at(addresses[lane])
                    .write((*src.add(lane) >> shift) as u8);
            }),
            2 => lanes_of(mask).for_each(|lane| {
                let value = (*src.add(lane) >> shift) as u16;
                window
                    .at(addresses[lane])
                    .cast::<u16>()
                    .write_unaligned(value.to_le());
            }),
            4 if full && contiguous(&addresses[..lanes], 4) => {
                let dst = window.at(addresses[0]);
                dst.copy_from_nonoverlapping(src.cast::<u8>(), 4 * lanes);
            }
            // Lane by lane and not register by register: where lanes overlap, the last lane wins.
            _ => lanes_of(mask).for_each(|lane| {
                for r in 0..usize::from(bytes) / 4 {
                    let word = *src.add(r * lanes + lane);
                    let ptr = window.at(addresses[lane]).add(4 * r).cast::<u32>();
                    ptr.write_unaligned(word.to_le());
                }
            }),
        }
    }
}

fn contiguous(addresses: &[u64], stride: u64) -> bool {
    let first = addresses[0];
    // No early exit: the loop vectorises, and most accesses that get here are contiguous.
    (addresses.iter().enumerate()).fold(true, |all, (lane, &a)| {
        all & (a == first.wrapping_add(lane as u64 * stride))
    })
}
