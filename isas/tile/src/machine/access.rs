//! Tile loads, stores and atomics, and how operations in flight complete.

use super::env::{Env, Result, aligned};
use super::flight::{Action, Descriptor, Extent, Flight, MmaJob, RowAt};
use super::hazard::{Unit, overlap};
use super::op::{Amount, Matrix, Memory, MmaOp, Step, TileOp};
use super::thread::{NOWHERE, Thread};
use crate::core::atomic::AtomicOp;
use crate::core::mma::{Accumulators, Block, multiply, negate};
use std::ops::Range;

/// Bytes of a row.
const ROW: u64 = 32;

pub fn amount(thread: &Thread, amount: Amount) -> u64 {
    match amount {
        Amount::Number(value) => value as u64,
        Amount::Register(register) => thread.get_x(register),
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
    let first = thread.get_x(base).wrapping_add(amount(thread, offset));
    let active = rows_of(thread, masked);
    let mut rows = Vec::with_capacity(32 * usize::from(count));
    for q in 0..32 * u64::from(count) {
        let row = (q % 32) as u8;
        if active >> row & 1 == 0 {
            continue;
        }
        let units = match step {
            Step::Unit => q,
            Step::Stride(register) => q.wrapping_mul(thread.get_x(register)),
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
    if store {
        env.counters.bytes_stored += moved;
    } else {
        env.counters.bytes_loaded += moved;
    }
    if !env.options.strict {
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
        pc: thread.pc,
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
    word[..bytes].copy_from_slice(&thread.vectors(vector)[at..at + bytes]);
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

fn load_rows(thread: &mut Thread, env: &Env<'_>, memory: Memory, rows: &[RowAt]) -> Result<()> {
    let mut near = NOWHERE;
    for at in rows {
        let place = env.resolve_near(thread, memory, at.address, ROW, false, &mut near)?;
        let tile = &mut thread.tiles[usize::from(at.tile)];
        let row = &mut tile.as_chunks_mut::<32>().0[usize::from(at.row)];
        // SAFETY: `place` holds a row, which no reference covers.
        unsafe { place.copy_to_nonoverlapping(row.as_mut_ptr(), 32) };
    }
    Ok(())
}

fn store_rows(thread: &Thread, env: &Env<'_>, memory: Memory, rows: &[RowAt]) -> Result<()> {
    let mut near = NOWHERE;
    for at in rows {
        let place = env.resolve_near(thread, memory, at.address, ROW, true, &mut near)?;
        // SAFETY: `place` holds a row, which no reference covers.
        unsafe { place.copy_from_nonoverlapping(row(thread, at).as_ptr(), 32) };
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
    unsafe { place.copy_to_nonoverlapping(word.as_mut_ptr(), bytes) };
    let old = u32::from_le_bytes(word);
    // SAFETY: as above.
    unsafe { place.copy_from_nonoverlapping(f(old).to_le_bytes().as_ptr(), bytes) };
    Ok(old)
}

/// The atomics. They take place when they issue, after all earlier accesses of their space; only
/// their completion is outstanding.
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
            let address = thread.get_x(base);
            let bytes = op.bytes();
            let total = bytes * usize::from(count);
            aligned(memory, address, total as u64, total as u64, true)?;
            begin_atomic(thread, env, memory, &[(address, total as u64)])?;
            let operand = thread.get_x(operand);
            let mut old = 0;
            for i in 0..usize::from(count) {
                let part = element_of(operand, i, bytes);
                let replaced = new.map(|register| thread.get_x(register) as u32);
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
                Some(rd) => thread.set_x(rd, super::host::sign_extend(old, total as u8)),
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
            let address = thread.get_x(base).wrapping_add(offset as u64);
            let active = rows_of(thread, masked);
            let chunks: Vec<usize> = (0..4 * usize::from(count))
                .filter(|c| active >> (c % 32) & 1 == 1)
                .collect();
            let places: Vec<(u64, u64)> = chunks
                .iter()
                .map(|&c| (address.wrapping_add(ROW * c as u64), ROW))
                .collect();
            aligned(memory, address, ROW, ROW, true)?;
            begin_atomic(thread, env, memory, &places)?;
            let bytes = op.bytes();
            let replaced = new.map(|register| thread.get_x(register) as u32);
            for (chunk, (start, _)) in chunks.iter().zip(&places) {
                for i in 0..32 / bytes {
                    let at = 32 * chunk + i * bytes;
                    let mut word = [0; 4];
                    word[..bytes].copy_from_slice(&thread.vectors(vector)[at..at + bytes]);
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
            let address = thread.get_x(base).wrapping_add(amount(thread, offset));
            let active = rows_of(thread, masked);
            aligned(memory, address, ROW, ROW, true)?;
            let rows: Vec<u64> = (0..32 * u64::from(count))
                .filter(|q| active >> (q % 32) & 1 == 1)
                .collect();
            let places: Vec<(u64, u64)> = rows
                .iter()
                .map(|q| (address.wrapping_add(ROW * q), ROW))
                .collect();
            begin_atomic(thread, env, memory, &places)?;
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
) -> Result<()> {
    for &(address, len) in places {
        env.resolve(thread, memory, address, len, true)?;
        env.counters.bytes_loaded += len;
        env.counters.bytes_stored += len;
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
        pc: thread.pc,
        name: "atomic",
        action: Action::Done { memory, load },
        reads: vec![],
        writes: extents(env),
        tiles_read: vec![],
        tiles_written,
    };
    env.cluster.flights.push(flight);
}

/// A matrix multiply: at once where both operands are registers, else asynchronous.
pub fn mma(thread: &mut Thread, env: &mut Env<'_>, op: &MmaOp) -> Result<()> {
    let a = descriptor(thread, env, op.a, if op.deep { op.blocks } else { 1 })?;
    let b = descriptor(thread, env, op.b, op.blocks)?;
    let job = MmaJob { op: *op, a, b };
    let is_async = a.is_some() || b.is_some();
    if !env.options.strict {
        return perform_mma(thread, env, &job);
    }
    let (reads, writes) = mma_tiles(op);
    env.check_tiles(thread.place, &reads, &writes, true, is_async)?;
    if !is_async {
        interlock(thread, env, &reads, &writes)?;
        complete(thread, env, |flight, owner| {
            flight.owner == owner && flight.is_mma()
        })?;
        return perform_mma(thread, env, &job);
    }
    let mut extents = Vec::new();
    for (matrix, blocks) in [(a, if op.deep { op.blocks } else { 1 }), (b, op.blocks)] {
        let Some(matrix) = matrix else { continue };
        for offset in matrix.rows(blocks) {
            let extent = env.extent(thread.place, Memory::Shared, offset, ROW);
            env.check_extent(thread.place, Unit::Mma, &extent, false)?;
            extents.push(extent);
        }
    }
    env.cluster.flights.push(Flight {
        owner: thread.place,
        pc: thread.pc,
        name: "tmma.async",
        action: Action::Mma(Box::new(job)),
        reads: extents,
        writes: vec![],
        tiles_read: reads,
        tiles_written: writes,
    });
    Ok(())
}

/// The tile registers that a multiply reads (besides the accumulator) and writes.
pub fn mma_tiles(op: &MmaOp) -> (Vec<Range<u16>>, Vec<Range<u16>>) {
    let mut reads = Vec::new();
    if let Matrix::Tile(first) = op.a {
        reads.push(tiles(first, if op.deep { op.blocks } else { 1 }));
    }
    if let Matrix::Tile(first) = op.b {
        reads.push(tiles(first, op.blocks));
    }
    let accumulators = if op.deep { 4 } else { 4 * op.blocks };
    (reads, vec![tiles(op.td, accumulators)])
}

impl Descriptor {
    /// The offsets of all rows.
    fn rows(self, blocks: u8) -> impl Iterator<Item = u64> {
        (0..u64::from(blocks)).flat_map(move |block| (0..32).map(move |row| self.row(block, row)))
    }

    fn row(self, block: u64, row: u64) -> u64 {
        self.offset + ROW * (row * self.row_stride + block * self.block_stride)
    }
}

fn descriptor(
    thread: &Thread,
    env: &Env<'_>,
    matrix: Matrix,
    blocks: u8,
) -> Result<Option<Descriptor>> {
    let bits = match matrix {
        Matrix::Tile(_) => return Ok(None),
        Matrix::Integer(register) => thread.get_x(register),
        Matrix::Vector { register, element } => {
            let element = usize::from(element);
            let low = thread.vector_word(register, 2 * element);
            let high = thread.vector_word(register, 2 * element + 1);
            u64::from(low) | u64::from(high) << 32
        }
    };
    let row_stride = (bits >> 32 & 0xffff).max(1);
    let block_stride = match bits >> 48 {
        0 => 32 * row_stride,
        stride => stride,
    };
    let found = Descriptor {
        offset: bits & 0xffff_ffff,
        row_stride,
        block_stride,
    };
    aligned(Memory::Shared, found.offset, ROW, ROW, false)?;
    for offset in found.rows(blocks) {
        env.resolve(thread, Memory::Shared, offset, ROW, false)?;
    }
    Ok(Some(found))
}

fn perform_mma(thread: &mut Thread, env: &Env<'_>, job: &MmaJob) -> Result<()> {
    let op = &job.op;
    let block =
        |thread: &Thread, matrix: Matrix, place: Option<Descriptor>, block: u8| -> Result<Block> {
            let (Some(place), _) = (place, matrix) else {
                let Matrix::Tile(first) = matrix else {
                    return Ok([0; 1024]);
                };
                return Ok(thread.tiles[usize::from(first + block)]);
            };
            let mut bytes = [0; 1024];
            for row in 0..32 {
                let offset = place.row(block.into(), row);
                env.resolve(thread, Memory::Shared, offset, ROW, false)?;
                let at = 32 * row as usize;
                env.shared(thread.place.pe)
                    .read(offset as usize, &mut bytes[at..at + 32]);
            }
            Ok(bytes)
        };
    let mut sums: Accumulators = [0; 1024];
    for i in 0..op.blocks {
        let td = if op.deep { op.td } else { op.td + 4 * i };
        if i == 0 || !op.deep {
            gather(thread, td, &mut sums);
            if op.negate_d {
                negate(&mut sums, op.ty);
            }
        }
        let a = block(thread, op.a, job.a, if op.deep { i } else { 0 })?;
        let b = block(thread, op.b, job.b, i)?;
        multiply(&mut sums, &a, &b, op.ty, op.flags);
        if !op.deep || i + 1 == op.blocks {
            scatter(thread, td, &sums);
        }
    }
    Ok(())
}

/// Accumulators from four registers, each with eight columns.
fn gather(thread: &Thread, td: u8, sums: &mut Accumulators) {
    for (part, tile) in thread.tiles[usize::from(td)..usize::from(td) + 4]
        .iter()
        .enumerate()
    {
        for (row, words) in tile.as_chunks::<32>().0.iter().enumerate() {
            for (column, word) in words.as_chunks::<4>().0.iter().enumerate() {
                sums[32 * row + 8 * part + column] = u32::from_le_bytes(*word);
            }
        }
    }
}

fn scatter(thread: &mut Thread, td: u8, sums: &Accumulators) {
    for (part, tile) in thread.tiles[usize::from(td)..usize::from(td) + 4]
        .iter_mut()
        .enumerate()
    {
        for (row, words) in tile.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            for (column, word) in words.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                *word = sums[32 * row + 8 * part + column].to_le_bytes();
            }
        }
    }
}

/// Lets loads finish whose registers an instruction is about to use.
pub fn interlock(
    thread: &mut Thread,
    env: &mut Env<'_>,
    reads: &[Range<u16>],
    writes: &[Range<u16>],
) -> Result<()> {
    for memory in [Memory::Global, Memory::Shared] {
        let own = thread.place;
        let last = env.cluster.flights.iter().rposition(|flight| {
            flight.owner == own
                && flight.is_load(memory)
                && reads
                    .iter()
                    .chain(writes)
                    .any(|range| overlap(range, &flight.tiles_written).is_some())
        });
        if let Some(last) = last {
            complete_upto(thread, env, last, |flight, owner| {
                flight.owner == owner && flight.is_access(memory)
            })?;
        }
    }
    Ok(())
}

/// Completes the flights that `wanted` picks, oldest first.
pub fn complete(
    thread: &mut Thread,
    env: &mut Env<'_>,
    wanted: impl Fn(&Flight, super::thread::Place) -> bool,
) -> Result<()> {
    complete_upto(thread, env, usize::MAX, wanted)
}

/// The same for flights up to position `last`.
fn complete_upto(
    thread: &mut Thread,
    env: &mut Env<'_>,
    last: usize,
    wanted: impl Fn(&Flight, super::thread::Place) -> bool,
) -> Result<()> {
    let (mut at, mut seen) = (0, 0);
    while at < env.cluster.flights.len() && seen <= last {
        seen += 1;
        if !wanted(&env.cluster.flights[at], thread.place) {
            at += 1;
            continue;
        }
        let flight = env.cluster.flights.remove(at);
        perform(thread, env, flight)?;
    }
    Ok(())
}

/// Waits until at most `at_most` loads (or stores) of a space are outstanding.
pub fn drain(
    thread: &mut Thread,
    env: &mut Env<'_>,
    memory: Memory,
    loads: bool,
    at_most: usize,
) -> Result<()> {
    let own = thread.place;
    let counts = |flight: &Flight| {
        flight.owner == own
            && if loads {
                flight.is_load(memory)
            } else {
                flight.is_store(memory)
            }
    };
    loop {
        let outstanding = env
            .cluster
            .flights
            .iter()
            .filter(|flight| counts(flight))
            .count();
        if outstanding <= at_most {
            return Ok(());
        }
        let oldest = env.cluster.flights.iter().position(counts).unwrap_or(0);
        complete_upto(thread, env, oldest, |flight, owner| {
            flight.owner == owner && flight.is_access(memory)
        })?;
    }
}

/// Does what a flight has left to do.
fn perform(thread: &mut Thread, env: &mut Env<'_>, flight: Flight) -> Result<()> {
    match flight.action {
        Action::Load { memory, rows } => load_rows(thread, env, memory, &rows),
        Action::Store { memory, rows } => {
            for (address, row) in rows {
                let place = env.resolve(thread, memory, address, ROW, true)?;
                // SAFETY: `place` holds a row, which no reference covers.
                unsafe { place.copy_from_nonoverlapping(row.as_ptr(), 32) };
            }
            Ok(())
        }
        Action::Done { .. } => Ok(()),
        Action::Mma(job) => perform_mma(thread, env, &job),
        Action::Copy(job) => super::copy::perform(env, &job),
    }
}
