//! Where an access goes: addresses per lane, and the bytes behind them.

use super::is_store;
use crate::executor::Context;
use crate::memory::{AccessError, Window};
use crate::observe::Extent;
use crate::wave::{MAX_LANES, Wave, lanes_of};
use uop::{MemKind, MemOp, Space, Src, Trap, in_cluster};

/// One address per lane; those of inactive lanes mean nothing.
pub(super) type Addresses = [u64; MAX_LANES];

/// The bytes behind one lane's address.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub ptr: *mut u8,
    /// Waves of other workgroups may be at it, perhaps on another thread.
    pub shared: bool,
}

/// The bytes behind every lane's address.
pub(super) struct Spots {
    pub ptrs: [*mut u8; MAX_LANES],
    /// Lanes whose bytes are shared with other workgroups.
    pub shared: u64,
}

impl Spots {
    pub fn none() -> Spots {
        Spots {
            ptrs: [std::ptr::null_mut(); MAX_LANES],
            shared: 0,
        }
    }
}

pub(super) fn addresses(wave: &Wave, op: &MemOp, out: &mut Addresses) {
    let addr = &op.addr;
    // What the addresses of all lanes have in common.
    let scalar = addr.scalar.map_or(0, |reg| wave.scalar_pair(reg));
    let fixed = scalar.wrapping_add(addr.offset as u64);
    match addr.base {
        Src::Vector(reg) if addr.wide => {
            let (low, high) = (wave.vector.get(reg), wave.vector.get(reg.plus(1)));
            for (out, (&low, &high)) in out.iter_mut().zip(low.iter().zip(high)) {
                *out = (u64::from(low) | u64::from(high) << 32).wrapping_add(fixed);
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
        out.iter_mut()
            .for_each(|address| *address &= u64::from(u32::MAX));
    }
}

/// Atomics must be aligned whatever the instruction set says: nothing else is indivisible.
pub(super) fn check_alignment(
    op: &MemOp,
    addresses: &Addresses,
    mask: u64,
    extent: &Extent,
) -> Result<(), Trap> {
    let align = match op.kind {
        MemKind::Atomic { .. } => op.align.max(op.bytes),
        _ => op.align,
    };
    if align <= 1 {
        return Ok(());
    }
    let align = u64::from(align);
    if align.is_power_of_two() && extent.bits & (align - 1) == 0 {
        return Ok(());
    }
    match lanes_of(mask).find(|&lane| !addresses[lane].is_multiple_of(align)) {
        None => Ok(()),
        Some(lane) => {
            let (address, lane) = (addresses[lane], lane as u32);
            let store = is_store(op);
            Err(misaligned(op.space, address, op.bytes, store, lane, align))
        }
    }
}

pub(super) fn misaligned(
    space: Space,
    address: u64,
    bytes: u8,
    store: bool,
    lane: u32,
    align: u64,
) -> Trap {
    Trap::Access {
        space,
        address,
        bytes: bytes.into(),
        store,
        lane,
        why: format!("the address must be a multiple of {align}"),
    }
}

/// The bytes behind the addresses of the lanes of `mask`, of which there is at least one.
pub(super) fn locate(
    wave: &mut Wave,
    op: &MemOp,
    cx: &mut Context<'_>,
    addresses: &Addresses,
    mask: u64,
    extent: &Extent,
    spots: &mut Spots,
) -> Result<(), Trap> {
    let bytes = u64::from(op.bytes);
    if let Some((window, stride)) = common_window(wave, op, cx, addresses, mask)
        && let Some(limit) = window.len.checked_sub(bytes)
        && extent.low >= window.base
        && extent.high - window.base <= limit
    {
        // Those of lanes that take no part mean nothing.
        let lanes = wave.lanes();
        let ptrs = spots.ptrs[..lanes].iter_mut().zip(&addresses[..lanes]);
        for (lane, (ptr, address)) in ptrs.enumerate() {
            let offset = address.wrapping_sub(window.base) as usize;
            *ptr = window.ptr.wrapping_add(lane * stride).wrapping_add(offset);
        }
        spots.shared = if op.space == Space::Global { mask } else { 0 };
        return Ok(());
    }
    for lane in lanes_of(mask) {
        let (address, store) = (addresses[lane], is_store(op));
        let spot = resolve(wave, cx, op.space, lane as u32, address, bytes, store)?;
        spots.ptrs[lane] = spot.ptr;
        spots.shared |= u64::from(spot.shared) << lane;
    }
    Ok(())
}

/// One window that all lanes may be in, and how far apart in it lanes begin.
fn common_window(
    wave: &mut Wave,
    op: &MemOp,
    cx: &mut Context<'_>,
    addresses: &Addresses,
    mask: u64,
) -> Option<(Window, usize)> {
    let store = is_store(op);
    let first = addresses[mask.trailing_zeros() as usize];
    match op.space {
        Space::Global => {
            let window = cx.memory.window(first, op.bytes.into(), store).ok()?;
            Some((window, 0))
        }
        Space::Local => Some((Window::of(cx.local), 0)),
        Space::Private => {
            let len = wave.private.len() / wave.lanes();
            let first = Window {
                ptr: wave.private.as_mut_ptr(),
                base: 0,
                len: len as u64,
            };
            Some((first, len))
        }
        // The constant window is never written through: stores to it trap in `resolve`.
        Space::Constant if !store => Some((cx.constant_window(), 0)),
        Space::Constant | Space::Flat | Space::Cluster => None,
    }
}

/// The bytes that one lane's address stands for.
pub(super) fn resolve(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    space: Space,
    lane: u32,
    address: u64,
    bytes: u64,
    store: bool,
) -> Result<Spot, Trap> {
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
            Ok(Spot {
                // SAFETY: the window holds the address.
                ptr: unsafe { window.at(address) },
                shared: space == Space::Global,
            })
        } else {
            let len = window.len;
            Err(fail(format!("{name} memory has {len} bytes")))
        }
    };
    match space {
        Space::Global => match cx.memory.window(address, bytes, store) {
            Ok(window) => inside(window, "global"),
            Err(AccessError(why)) => Err(fail(why)),
        },
        Space::Local => inside(Window::of(cx.local), "local"),
        Space::Cluster => {
            let (rank, byte) = in_cluster(address);
            let Some(local) = cx.local_of(wave.place.rank(), rank) else {
                let cluster = wave.place.cluster;
                return Err(fail(format!(
                    "a cluster has {cluster} workgroups, not {rank}"
                )));
            };
            let window = Window::of(local);
            match window.holds(byte, bytes) {
                true => Ok(Spot {
                    // SAFETY: the window holds the address.
                    ptr: unsafe { window.at(byte) },
                    shared: false,
                }),
                false => Err(fail(format!("local memory has {} bytes", window.len))),
            }
        }
        Space::Constant if store => Err(fail("constant memory is read-only".into())),
        Space::Constant => inside(cx.constant_window(), "constant"),
        Space::Private => {
            let len = wave.private.len() / wave.lanes();
            let own = &mut wave.private[len * lane as usize..][..len];
            inside(Window::of(own), "private")
        }
        Space::Flat => {
            let (space, address) = cx.flat.behind(address);
            resolve(wave, cx, space, lane, address, bytes, store)
        }
    }
}
