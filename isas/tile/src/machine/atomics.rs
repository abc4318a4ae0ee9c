//! Atomics of the tile core.
//!
//! They take place when they issue, after all earlier accesses of their space; only their
//! completion is outstanding.

use super::access::{ROW, amount, rows_of, tiles};
use super::complete::complete;
use super::env::{Env, aligned};
use super::flight::{Action, Extent, Flight};
use super::hazard::Unit;
use super::op::{Memory, TileOp};
use super::order::{Class, access_unit};
use super::thread::Thread;
use crate::core::atomic::AtomicOp;
use riscv::Result;
use std::ops::Range;

pub fn atomic(thread: &mut Thread, env: &mut Env<'_>, op: &TileOp) -> Result<()> {
    match *op {
        TileOp::AtomicScalar {
            memory,
            op,
            count,
            rd,
            base,
            operand,
            new,
        } => {
            let address = thread.hart.get_x(base);
            let bytes = op.bytes();
            let total = bytes * usize::from(count);
            aligned(memory, address, total as u64, total as u64, true)?;
            begin_atomic(
                thread,
                env,
                memory,
                &[(address, total as u64)],
                (false, rd.is_none()),
            )?;
            let operand = thread.hart.get_x(operand);
            let mut old = 0;
            for i in 0..usize::from(count) {
                let part = element_of(operand, i, bytes);
                let replaced = new.map(|register| thread.hart.get_x(register) as u32);
                let was = update(
                    thread,
                    env,
                    memory,
                    address + (i * bytes) as u64,
                    bytes,
                    |old| combine(op, old, part, replaced),
                )?;
                old |= u64::from(was) << (8 * i * bytes);
            }
            match rd {
                Some(rd) => thread.hart.set_x(rd, riscv::sign_extend(old, total as u8)),
                None => note_atomic(
                    thread,
                    env,
                    memory,
                    false,
                    &[(address, total as u64)],
                    vec![],
                ),
            }
        }
        TileOp::AtomicVector {
            memory,
            op,
            count,
            base,
            offset,
            vector,
            new,
            masked,
        } => {
            let address = thread.hart.get_x(base).wrapping_add(offset as u64);
            let active = rows_of(thread, masked);
            let chunks: Vec<usize> = (0..4 * usize::from(count))
                .filter(|c| active >> (c % 32) & 1 == 1)
                .collect();
            let places: Vec<(u64, u64)> = chunks
                .iter()
                .map(|&c| (address.wrapping_add(ROW * c as u64), ROW))
                .collect();
            aligned(memory, address, ROW, ROW, true)?;
            begin_atomic(thread, env, memory, &places, (false, true))?;
            let bytes = op.bytes();
            let replaced = new.map(|register| thread.hart.get_x(register) as u32);
            for (chunk, (start, _)) in chunks.iter().zip(&places) {
                for i in 0..32 / bytes {
                    let at = 32 * chunk + i * bytes;
                    let mut word = [0; 4];
                    word[..bytes].copy_from_slice(&thread.hart.vectors(vector)[at..at + bytes]);
                    let part = u32::from_le_bytes(word);
                    update(
                        thread,
                        env,
                        memory,
                        start + (i * bytes) as u64,
                        bytes,
                        |old| combine(op, old, part, replaced),
                    )?;
                }
            }
            note_atomic(thread, env, memory, false, &places, vec![]);
        }
        TileOp::AtomicTile {
            memory,
            op,
            count,
            returns,
            tile,
            base,
            offset,
            masked,
        } => {
            let address = thread.hart.get_x(base).wrapping_add(amount(thread, offset));
            let active = rows_of(thread, masked);
            aligned(memory, address, ROW, ROW, true)?;
            let rows: Vec<u64> = (0..32 * u64::from(count))
                .filter(|q| active >> (q % 32) & 1 == 1)
                .collect();
            let places: Vec<(u64, u64)> = rows
                .iter()
                .map(|q| (address.wrapping_add(ROW * q), ROW))
                .collect();
            begin_atomic(thread, env, memory, &places, (returns, true))?;
            let bytes = op.bytes();
            for (q, (start, _)) in rows.iter().zip(&places) {
                let register = usize::from(tile) + (q / 32) as usize;
                for i in 0..32 / bytes {
                    let at = 32 * (q % 32) as usize + i * bytes;
                    let mut word = [0; 4];
                    word[..bytes].copy_from_slice(&thread.tiles[register][at..at + bytes]);
                    let part = u32::from_le_bytes(word);
                    let old = update(
                        thread,
                        env,
                        memory,
                        start + (i * bytes) as u64,
                        bytes,
                        |old| op.apply(old, part),
                    )?;
                    if returns {
                        thread.tiles[register][at..at + bytes]
                            .copy_from_slice(&old.to_le_bytes()[..bytes]);
                    }
                }
            }
            let written = if returns {
                vec![tiles(tile, count)]
            } else {
                vec![]
            };
            note_atomic(thread, env, memory, returns, &places, written);
        }
        _ => {}
    }
    Ok(())
}

/// Reads, changes and writes one element of memory.
fn update(
    thread: &Thread,
    env: &Env<'_>,
    memory: Memory,
    address: u64,
    bytes: usize,
    f: impl FnOnce(u32) -> u32,
) -> Result<u32> {
    let place = env.resolve(thread, memory, address, bytes as u64, true)?;
    let mut word = [0; 4];
    // SAFETY: `place` holds the element.
    unsafe { op::shared::read(place, &mut word[..bytes]) };
    let old = u32::from_le_bytes(word);
    // SAFETY: as above.
    unsafe { op::shared::write(place, &f(old).to_le_bytes()[..bytes]) };
    Ok(old)
}

fn element_of(packed: u64, index: usize, bytes: usize) -> u32 {
    let part = (packed >> (8 * index * bytes)) as u32;
    if bytes == 2 { part & 0xffff } else { part }
}

fn combine(op: AtomicOp, old: u32, operand: u32, replaced: Option<u32>) -> u32 {
    match replaced {
        Some(new) if old == operand => new,
        Some(_) => old,
        None => op.apply(old, operand),
    }
}

/// Checks every place before any changes, and lets earlier accesses of the space go first.
fn begin_atomic(
    thread: &mut Thread,
    env: &mut Env<'_>,
    memory: Memory,
    places: &[(u64, u64)],
    (load, counted): (bool, bool),
) -> Result<()> {
    for &(address, len) in places {
        env.resolve(thread, memory, address, len, true)?;
        env.counters.moved(memory, len, len);
        if env.seen.is_some() {
            let extent = env.extent(thread.place, memory, address, len);
            env.saw(thread.place, thread.hart.pc, extent, true, true);
        }
    }
    if env.order.is_some() {
        let extents = places.iter();
        let extents: Vec<Extent> = extents
            .map(|&(address, len)| env.extent(thread.place, memory, address, len))
            .collect();
        let class = Class::Access { memory, load };
        env.begins(thread.place, thread.hart.pc, class, (&[], &extents), true);
        if !counted {
            // The result is there when the next instruction begins.
            let unit = access_unit(memory);
            env.waited(thread.place, thread.hart.pc, 0, |class| {
                matches!(class, Class::Access { memory, .. } if access_unit(*memory) == unit)
            });
        }
    }
    if env.options.strict {
        for &(address, len) in places {
            let extent = env.extent(thread.place, memory, address, len);
            env.check_extent(thread.place, Unit::Access(memory), &extent, true)?;
        }
        complete(thread, env, |flight, owner| {
            flight.owner == owner && flight.is_access(memory)
        })?;
    }
    Ok(())
}

fn note_atomic(
    thread: &Thread,
    env: &mut Env<'_>,
    memory: Memory,
    load: bool,
    places: &[(u64, u64)],
    tiles_written: Vec<Range<u16>>,
) {
    if !env.options.strict {
        return;
    }
    let extents = |env: &Env<'_>| {
        places
            .iter()
            .map(|&(address, len)| env.extent(thread.place, memory, address, len))
            .collect()
    };
    let flight = Flight {
        owner: thread.place,
        pc: thread.hart.pc,
        name: "atomic",
        action: Action::Done { memory, load },
        reads: vec![],
        writes: extents(env),
        tiles_read: vec![],
        tiles_written,
    };
    env.cluster.flights.push(flight);
}
