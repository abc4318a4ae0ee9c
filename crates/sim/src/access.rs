//! Carrying out memory steps.
//!
//! A wave's access goes one of four ways. Words of local memory have kernels of their own, chosen
//! before the launch. Whole words in one region, the case that kernels are written for, are checked
//! and moved all together. Otherwise every lane has its address; if all
//! lie in one region, finding the bytes behind them takes one look-up. Only the rest goes lane by
//! lane, which is also how the lane at fault is found.
//!
//! Bytes move only after every lane's address has been found good, so an access that traps has
//! changed nothing. Lanes take effect in ascending order: where stores overlap, the last lane
//! wins, and of atomics on one address, the first lane is first.

mod address;
mod banks;
mod bounded;
mod common;
mod count;
mod held;
mod recorded;
mod segments;
mod shape;
mod touched;
mod transfer;
mod words;

use crate::Site;
use crate::executor::Context;
use crate::guard::{Touches, Touching, Where};
use crate::observe::{Access, Extent, Lanes, Observer};
use crate::pending::{InFlight, Landing};
use crate::wave::{MAX_LANES, Wave, lanes_of};
use address::{Spots, check_alignment, locate, misaligned, resolve};
pub(crate) use banks::{BankCounter, MOST_BANKS, Spread, unpack};
pub(crate) use bounded::{bounded, bounded_together};
pub(crate) use common::{Common, common};
pub(crate) use count::Tally;
pub(crate) use held::{
    Held, Store, hold, is_held, is_shared, land_all, land_at, land_due, land_newest, patch,
};
use op::shared;
pub(crate) use shape::Shape;
pub(crate) use touched::{Accessed, At, Touched};
use transfer::{Block, transfer};
use uop::{MemKind, MemOp, MemoryKind, ScalarLoad, Space, Trap};
use words::scalar_words;
pub(crate) use words::{
    LaneSet, local_words, run_together, scalar_words_together, whole_words, whole_words_together,
};

/// An access that does not move whole words all at once ([`whole_words`]).
#[inline(never)]
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
    if let Some(touched) = cx.touched() {
        touched.note(wave, op, mask);
    }
    let watched = observer.sees_memory();
    let result = if mask == 0 {
        None
    } else {
        let mut addresses = [0; MAX_LANES];
        address::addresses(wave, op, &mut addresses);
        let extent = Extent::of(&addresses, mask, op.bytes);
        if watched {
            let lanes = Lanes {
                mask,
                addresses: &addresses,
                extent,
                flat: cx.flat,
            };
            observer.memory(site, wave, op, &lanes);
        }
        if let Some(guard) = &mut cx.guard {
            guard.touches(&Touching {
                inst: site.inst,
                wave: site.wave,
                barriers: cx.stats.barriers,
                space: op.space,
                how: match op.kind {
                    MemKind::Load(_) => Touches::Load,
                    MemKind::Store { .. } => Touches::Store,
                    MemKind::Atomic { .. } => Touches::Atomic,
                },
                bytes: op.bytes.into(),
                lanes: Where::Lanes {
                    addresses: &addresses,
                    mask,
                },
            });
        }
        check_alignment(op, &addresses, mask, &extent)?;
        count::count(op, &addresses, mask, &extent, cx.flat, cx.stats);
        let mut place = Spots::none();
        locate(wave, op, cx, &addresses, mask, &extent, &mut place)?;
        if let MemKind::Atomic { .. } = op.kind
            && !wave.held.is_empty()
        {
            for lane in lanes_of(mask) {
                land_at(wave, cx, op.space, addresses[lane], op.bytes.into());
            }
        }
        if is_store(op) && matches!(op.space, Space::Global | Space::Flat) {
            lanes_of(mask).for_each(|lane| cx.keep(addresses[lane]));
        }
        let held = held::holds(op, cx);
        // Only of flat addresses some may be shared and others not.
        let some = if op.space == Space::Flat {
            mask
        } else {
            mask & mask.wrapping_neg()
        };
        let shared = |lane: usize| is_shared(op.space, addresses[lane], cx.flat);
        match op.channel.filter(|_| cx.strict && op.writes_registers()) {
            None if held && lanes_of(some).all(shared) => {
                let mut store = wave.held.begin();
                let mut rest = mask;
                if extent.run && op.bytes == 4 && matches!(op.space, Space::Global | Space::Local) {
                    rest = 0;
                    let (first, count) = (mask.trailing_zeros(), mask.count_ones());
                    let words = &wave.vector.get(op.data)[first as usize..][..count as usize];
                    store.add_words(op.space, first, extent.low, words);
                }
                for lane in lanes_of(rest) {
                    let mut bytes = [0; 64];
                    let bytes = stored_bytes(wave, op, lane, &mut bytes);
                    let to = (op.space, addresses[lane]);
                    store.add(cx, wave, lane as u32, to, bytes);
                }
                let Some(channel) = op.channel else {
                    wave.held.keep_together(store);
                    return Ok(());
                };
                let landing = wave.held.keep(store);
                let flight = InFlight::new(channel, landing, site.inst);
                wave.put_in_flight(flight, cx.program);
                land_due(wave, cx);
                return Ok(());
            }
            None => {
                if is_store(op) && !wave.held.is_empty() {
                    for lane in lanes_of(mask) {
                        land_at(wave, cx, op.space, addresses[lane], op.bytes.into());
                    }
                }
                let block = wave_block(wave, op);
                // SAFETY: `locate` found bytes for every lane of `mask`; registers were checked
                // before the launch.
                unsafe { transfer(wave, op, block, &place, mask) };
                forward(wave, op, cx, &addresses, mask, block)?;
                None
            }
            Some(_) => {
                let lanes = wave.lanes();
                let count = usize::from(op.bytes.div_ceil(4)) * lanes;
                let mut words = wave.pending.words(count);
                let block = Block {
                    words: words.as_mut_ptr(),
                    stride: lanes,
                };
                // SAFETY: as above, with the result set aside.
                unsafe { transfer(wave, op, block, &place, mask) };
                forward(wave, op, cx, &addresses, mask, block)?;
                Some(words)
            }
        }
    };
    let Some(channel) = op.channel.filter(|_| cx.strict) else {
        return Ok(());
    };
    // An access by no lane at all is outstanding too: waits count instructions.
    let landing = match result {
        None => Landing::Nothing,
        Some(words) => Landing::Vector {
            first: op.dst,
            mask,
            keep: match op.kind {
                MemKind::Load(extend) => extend.kept(),
                _ => 0,
            },
            words,
        },
    };
    let flight = InFlight::new(channel, landing, site.inst);
    wave.put_in_flight(flight, cx.program);
    land_due(wave, cx);
    Ok(())
}

/// What a lane stores, as it lies in memory.
fn stored_bytes<'b>(wave: &Wave, op: &MemOp, lane: usize, bytes: &'b mut [u8; 64]) -> &'b [u8] {
    let bytes = &mut bytes[..usize::from(op.bytes)];
    for (register, chunk) in bytes.chunks_mut(4).enumerate() {
        let word = wave.vector.get(op.data.plus(register as u16))[lane];
        let word = match op.kind {
            MemKind::Store { high: true } => word >> 16,
            _ => word,
        };
        chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
    }
    bytes
}

/// Where lanes load what their own wave has stored and others do not see yet, they get that.
fn forward(
    wave: &mut Wave,
    op: &MemOp,
    cx: &mut Context<'_>,
    addresses: &[u64; MAX_LANES],
    mask: u64,
    block: Block,
) -> Result<(), Trap> {
    let MemKind::Load(extend) = op.kind else {
        return Ok(());
    };
    if wave.held.is_empty() {
        return Ok(());
    }
    for lane in lanes_of(mask) {
        if !is_held(wave, cx, op.space, addresses[lane], op.bytes.into()) {
            continue;
        }
        let mut bytes = [0; 64];
        let bytes = &mut bytes[..usize::from(op.bytes)];
        read(wave, cx, op.space, lane as u32, addresses[lane], bytes)?;
        patch(wave, cx, op.space, addresses[lane], bytes);
        // SAFETY: the block has room for what the operation loads.
        let word = |register: usize| unsafe { block.words.add(register * block.stride + lane) };
        // SAFETY: as above.
        unsafe {
            match *bytes {
                [a] => *word(0) = extend.fill(a.into(), 8, *word(0)),
                [a, b] => {
                    let value = u16::from_le_bytes([a, b]);
                    *word(0) = extend.fill(value.into(), 16, *word(0));
                }
                _ => {
                    for (register, chunk) in bytes.chunks_exact(4).enumerate() {
                        let value = [chunk[0], chunk[1], chunk[2], chunk[3]];
                        *word(register) = u32::from_le_bytes(value);
                    }
                }
            }
        }
    }
    Ok(())
}

/// The registers that receive the result of an access.
fn wave_block(wave: &mut Wave, op: &MemOp) -> Block {
    Block {
        words: if op.writes_registers() {
            wave.vector.ptr_mut(op.dst)
        } else {
            std::ptr::null_mut()
        },
        stride: wave.pitch(),
    }
}

pub(crate) fn is_store(op: &MemOp) -> bool {
    !matches!(op.kind, MemKind::Load(_))
}

pub(crate) fn scalar_load<O: Observer>(
    wave: &mut Wave,
    load: &ScalarLoad,
    shape: &Shape,
    cx: &mut Context<'_>,
    observer: &mut O,
    inst: u32,
) -> Result<(), Trap> {
    let index = load.index.map_or(0, |reg| wave.scalar(reg));
    let address = load.address(wave.scalar_pair(load.base), index);
    if let Some(touched) = cx.touched() {
        touched.note_scalar(address, load.bytes.into());
    }
    let at_once = !observer.sees_memory() && (!cx.strict || load.channel.is_none());
    if at_once && scalar_words(wave, load, shape, cx, address) {
        return Ok(());
    }
    other_scalar_load(wave, load, cx, address, observer, &Site::of(wave, inst))
}

/// A scalar load that is not of whole, aligned words from one region of global memory.
#[inline(never)]
fn other_scalar_load<O: Observer>(
    wave: &mut Wave,
    load: &ScalarLoad,
    cx: &mut Context<'_>,
    address: u64,
    observer: &mut O,
    site: &Site,
) -> Result<(), Trap> {
    if observer.sees_memory() {
        let access = Access {
            space: load.space,
            group: site.group,
            lane: 0,
            address,
            bytes: load.bytes.into(),
            store: false,
            atomic: false,
            value: 0,
        };
        observer.access(site, &access);
    }
    if let Some(guard) = &mut cx.guard {
        guard.touches(&Touching {
            inst: site.inst,
            wave: site.wave,
            barriers: cx.stats.barriers,
            space: load.space,
            how: Touches::Load,
            bytes: load.bytes.into(),
            lanes: Where::Waves { address },
        });
    }
    let mut bytes = [0; 64];
    let bytes = &mut bytes[..load.bytes as usize];
    let there = reached(load, cx, address);
    bytes[there..].fill(0);
    read(wave, cx, load.space, 0, address, &mut bytes[..there])?;
    let kind = count::kind(load.space, address, cx.flat);
    cx.stats.moved(kind, load.bytes.into(), 0);
    if kind == MemoryKind::Global {
        cx.stats.transactions += count::of_range(address, load.bytes.into());
        cx.stats.ideal_transactions += count::ideal(load.bytes.into());
    }
    let old = wave.scalar(load.dst);
    let mut words = [0; 16];
    let count = usize::from(load.bytes.div_ceil(4));
    match *bytes {
        [a] => words[0] = load.extend.fill(a.into(), 8, old),
        [a, b] => words[0] = load.extend.fill(u16::from_le_bytes([a, b]).into(), 16, old),
        _ => {
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
        }
    }
    match load.channel.filter(|_| cx.strict) {
        Some(channel) => {
            let mut landed = wave.pending.words(count);
            landed.copy_from_slice(&words[..count]);
            let landing = Landing::Scalar {
                first: load.dst,
                words: landed,
            };
            let flight = InFlight::new(channel, landing, site.inst);
            wave.put_in_flight(flight, cx.program);
        }
        None => {
            wave.set_scalars(load.dst, &words[..count]);
        }
    }
    Ok(())
}

/// How many bytes of a scalar load may be asked for. One that is aligned to its size never leaves a page, so compilers
/// load sixteen bytes where twelve are wanted: what is behind the end of an array reads as zero then.
fn reached(load: &ScalarLoad, cx: &Context<'_>, address: u64) -> usize {
    let bytes = u64::from(load.bytes);
    let aligned = bytes.is_power_of_two() && address.is_multiple_of(bytes);
    let region = (load.space == Space::Global && aligned).then(|| cx.memory.region_of(address));
    let left = region
        .flatten()
        .map(|region| region.base() + region.len() - address);
    left.map_or(bytes, |left| left.clamp(1, bytes)) as usize
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
    let len = bytes.len() as u64;
    let from = resolve(wave, cx, space, lane, address, len, false)?.ptr;
    // SAFETY: `resolve` checked the range.
    unsafe { shared::read(from, bytes) };
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
    let to = resolve(wave, cx, space, lane, address, bytes.len() as u64, true)?.ptr;
    // SAFETY: `resolve` checked the range.
    unsafe { shared::write(to, bytes) };
    Ok(())
}

/// Changes a word as one lane sees it, indivisibly; returns what was there.
pub(crate) fn update(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    space: Space,
    lane: u32,
    address: u64,
    bytes: u8,
    change: &dyn Fn(u64) -> u64,
) -> Result<u64, Trap> {
    if !address.is_multiple_of(bytes.into()) {
        return Err(misaligned(space, address, bytes, true, lane, bytes.into()));
    }
    let spot = resolve(wave, cx, space, lane, address, bytes.into(), true)?;
    // SAFETY: `resolve` checked the range; regions begin at multiples of eight.
    Ok(unsafe { transfer::update(&spot, bytes, change) })
}

fn low_bits(words: &[u32]) -> u64 {
    words
        .iter()
        .enumerate()
        .fold(0, |mask, (lane, word)| mask | u64::from(word & 1) << lane)
}
