//! Matrix multiplies, at once or asynchronous.

use super::access::{ROW, tiles};
use super::complete::{complete, interlock};
use super::env::{Env, aligned};
use super::flight::{Action, Descriptor, Extent, Flight, MmaJob};
use super::hazard::Unit;
use super::op::{Matrix, Memory, MmaOp};
use super::order::Class;
use super::thread::Thread;
use crate::core::mma::{Accumulators, Block, multiply, negate};
use riscv::Result;
use std::ops::Range;

/// A matrix multiply: at once where both operands are registers, else asynchronous.
pub fn mma(thread: &mut Thread, env: &mut Env<'_>, op: &MmaOp) -> Result<()> {
    let a = descriptor(thread, env, op.a, if op.deep { op.blocks } else { 1 })?;
    let b = descriptor(thread, env, op.b, op.blocks)?;
    let job = MmaJob { op: *op, a, b };
    let is_async = a.is_some() || b.is_some();
    if is_async && env.order.is_some() {
        let extents = operands_in_memory(thread, env, &job);
        let touched = (&extents[..], &[][..]);
        env.begins(thread.place, thread.hart.pc, Class::Mma, touched, false);
    }
    if !env.options.strict {
        if env.seen.is_some() {
            for extent in operands_in_memory(thread, env, &job) {
                env.saw(thread.place, thread.hart.pc, extent, false, false);
            }
        }
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
    let extents = operands_in_memory(thread, env, &job);
    for extent in &extents {
        env.check_extent(thread.place, Unit::Mma, extent, false)?;
    }
    env.cluster.flights.push(Flight {
        owner: thread.place,
        pc: thread.hart.pc,
        name: "tmma.async",
        action: Action::Mma(Box::new(job)),
        reads: extents,
        writes: vec![],
        tiles_read: reads,
        tiles_written: writes,
    });
    Ok(())
}

/// The rows of the operands that lie in shared memory.
fn operands_in_memory(thread: &Thread, env: &Env<'_>, job: &MmaJob) -> Vec<Extent> {
    let MmaJob { op, a, b } = job;
    let deep = if op.deep { op.blocks } else { 1 };
    let operands = [(a, deep), (b, op.blocks)];
    let rows = operands.into_iter().flat_map(|(matrix, blocks)| {
        let rows = matrix.iter().map(move |matrix| matrix.rows(blocks));
        rows.flatten()
    });
    rows.map(|offset| env.extent(thread.place, Memory::Shared, offset, ROW))
        .collect()
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
        Matrix::Integer(register) => thread.hart.get_x(register),
        Matrix::Vector { register, element } => {
            let element = usize::from(element);
            let low = thread.hart.vector_word(register, 2 * element);
            let high = thread.hart.vector_word(register, 2 * element + 1);
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

pub fn perform_mma(thread: &mut Thread, env: &Env<'_>, job: &MmaJob) -> Result<()> {
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
        multiply(&mut sums, &a, &b, op.ty, op.flags, env.options.level);
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
