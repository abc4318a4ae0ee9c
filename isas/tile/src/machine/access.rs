//! Loads and stores of tile registers.

use super::env::{Env, aligned};
use super::flight::{Action, Extent, Flight, RowAt};
use super::hazard::Unit;
use super::op::{Amount, Memory, Step, TileOp};
use super::order::Class;
use super::thread::{NOWHERE, Thread};
use riscv::Result;
use std::ops::Range;

/// Bytes of a row.
pub const ROW: u64 = 32;

pub fn amount(thread: &Thread, amount: Amount) -> u64 {
    match amount {
        Amount::Number(value) => value as u64,
        Amount::Register(register) => thread.hart.get_x(register),
    }
}

pub fn rows_of(thread: &Thread, masked: bool) -> u32 {
    if masked { thread.tmask } else { !0 }
}

pub fn tiles(first: u8, count: u8) -> Range<u16> {
    u16::from(first)..u16::from(first) + u16::from(count)
}

/// A load or store of tile registers.
pub fn access(thread: &mut Thread, env: &mut Env<'_>, op: &TileOp) -> Result<()> {
    let &TileOp::Access {
        store,
        memory,
        step,
        tile,
        count,
        base,
        offset,
        masked,
    } = op
    else {
        return Ok(());
    };
    let first = thread.hart.get_x(base).wrapping_add(amount(thread, offset));
    let active = rows_of(thread, masked);
    let mut rows = Vec::with_capacity(32 * usize::from(count));
    for q in 0..32 * u64::from(count) {
        let row = (q % 32) as u8;
        if active >> row & 1 == 0 {
            continue;
        }
        let units = match step {
            Step::Unit => q,
            Step::Stride(register) => q.wrapping_mul(thread.hart.get_x(register)),
            Step::Index { vector, bytes } => index(thread, vector, bytes, q as usize),
        };
        let address = first.wrapping_add(units.wrapping_mul(ROW));
        aligned(memory, address, ROW, ROW, store)?;
        rows.push(RowAt {
            tile: tile + (q / 32) as u8,
            row,
            address,
        });
    }
    let mut near = NOWHERE;
    for row in &rows {
        env.resolve_near(thread, memory, row.address, ROW, store, &mut near)?;
    }
    let moved = ROW * rows.len() as u64;
    let (loaded, stored) = if store { (0, moved) } else { (moved, 0) };
    env.counters.moved(memory, loaded, stored);
    if env.order.is_some() {
        let extents = extents(thread, env, memory, &rows);
        let class = Class::Access {
            memory,
            load: !store,
        };
        let touched: (&[Extent], &[Extent]) = match store {
            true => (&[], &extents),
            false => (&extents, &[]),
        };
        env.begins(thread.place, thread.hart.pc, class, touched, false);
    }
    if !env.options.strict {
        if env.seen.is_some() {
            for extent in extents(thread, env, memory, &rows) {
                env.saw(thread.place, thread.hart.pc, extent, store, false);
            }
        }
        return match store {
            true => store_rows(thread, env, memory, &rows),
            false => load_rows(thread, env, memory, &rows),
        };
    }
    let extents: Vec<Extent> = extents(thread, env, memory, &rows);
    for extent in &extents {
        env.check_extent(thread.place, Unit::Access(memory), extent, store)?;
    }
    let registers = vec![tiles(tile, count)];
    let flight = Flight {
        owner: thread.place,
        pc: thread.hart.pc,
        name: if store { "store" } else { "load" },
        action: match store {
            true => Action::Store {
                memory,
                rows: rows
                    .iter()
                    .map(|at| (at.address, row(thread, at)))
                    .collect(),
            },
            false => Action::Load { memory, rows },
        },
        reads: if store { vec![] } else { extents.clone() },
        writes: if store { extents } else { vec![] },
        tiles_read: vec![],
        tiles_written: if store { vec![] } else { registers },
    };
    env.cluster.flights.push(flight);
    Ok(())
}

/// Element `q` of an index vector.
fn index(thread: &Thread, vector: u8, bytes: u8, q: usize) -> u64 {
    let bytes = usize::from(bytes);
    let at = q * bytes;
    let mut word = [0; 8];
    word[..bytes].copy_from_slice(&thread.hart.vectors(vector)[at..at + bytes]);
    u64::from_le_bytes(word)
}

fn row(thread: &Thread, at: &RowAt) -> [u8; 32] {
    thread.tiles[usize::from(at.tile)].as_chunks::<32>().0[usize::from(at.row)]
}

/// The rows' bytes, neighbours joined.
fn extents(thread: &Thread, env: &Env<'_>, memory: Memory, rows: &[RowAt]) -> Vec<Extent> {
    let mut all: Vec<Extent> = Vec::new();
    for at in rows {
        let extent = env.extent(thread.place, memory, at.address, ROW);
        match all.last_mut() {
            Some(last)
                if last.shared_of == extent.shared_of && last.start + last.len == extent.start =>
            {
                last.len += ROW;
            }
            _ => all.push(extent),
        }
    }
    all
}

pub fn load_rows(thread: &mut Thread, env: &Env<'_>, memory: Memory, rows: &[RowAt]) -> Result<()> {
    let mut near = NOWHERE;
    for at in rows {
        let place = env.resolve_near(thread, memory, at.address, ROW, false, &mut near)?;
        let tile = &mut thread.tiles[usize::from(at.tile)];
        let row = &mut tile.as_chunks_mut::<32>().0[usize::from(at.row)];
        // SAFETY: `place` holds a row, which no reference covers.
        unsafe { op::shared::read(place, &mut row[..]) };
    }
    Ok(())
}

fn store_rows(thread: &Thread, env: &Env<'_>, memory: Memory, rows: &[RowAt]) -> Result<()> {
    let mut near = NOWHERE;
    for at in rows {
        let place = env.resolve_near(thread, memory, at.address, ROW, true, &mut near)?;
        // SAFETY: `place` holds a row, which no reference covers.
        unsafe { op::shared::write(place, &row(thread, at)[..]) };
    }
    Ok(())
}
