//! Tile instructions, one at a time.

use super::access::{self, rows_of, tiles};
use super::atomics;
use super::complete::{complete, interlock};
use super::copy;
use super::env::Env;
use super::multiply;
use super::op::{Other, TileOp};
use super::sync::{self, Progress};
use super::thread::Thread;
use crate::core::alu::{self, Element, Mode, Source};
use crate::core::mma::Block;
use crate::core::number::{NEAREST, Type};
use crate::meaning::Quant;
use riscv::{Result, VLEN_BYTES};
use std::ops::Range;

pub fn run(thread: &mut Thread, env: &mut Env<'_>, op: &TileOp) -> Result<Progress> {
    if env.options.strict {
        let (reads, writes) = registers(op);
        if !matches!(op, TileOp::Mma(_)) {
            env.check_tiles(thread.place, &reads, &writes, false, false)?;
            interlock(thread, env, &reads, &writes)?;
        }
        maybe_complete(thread, env)?;
    }
    match op {
        TileOp::Access { .. } => access::access(thread, env, op)?,
        TileOp::AtomicScalar { .. } | TileOp::AtomicVector { .. } | TileOp::AtomicTile { .. } => {
            atomics::atomic(thread, env, op)?;
        }
        TileOp::Copy(op) => copy::issue(thread, env, op)?,
        TileOp::Mma(op) => multiply::mma(thread, env, op)?,
        &TileOp::Csr {
            action,
            csr,
            rd,
            source,
            reads,
            writes,
        } => sync::csr(thread, env, action, csr, rd, source, (reads, writes))?,
        &TileOp::MoveIn(moved) => moved.into_tile(thread),
        &TileOp::MoveOut(moved) => moved.out_of_tile(thread),
        TileOp::Sync { .. } => return sync::sync(thread, env, op),
        &TileOp::Mbarrier {
            op,
            cluster,
            base,
            arg,
        } => return sync::mbarrier(thread, env, op, cluster, base, arg),
        &TileOp::Semaphore { op, id, amount } => {
            return sync::semaphore(thread, env, op, id, amount);
        }
        TileOp::WaitMemory { .. }
        | TileOp::Commit(_)
        | TileOp::WaitCopies(_)
        | TileOp::WaitMma
        | TileOp::WaitAlu
        | TileOp::WaitAll => sync::wait(thread, env, op)?,
        _ => compute(thread, op),
    }
    Ok(Progress::Done)
}

/// Under a shuffled schedule something may complete at any time, which finds missing waits that
/// a delay to the last moment would hide.
fn maybe_complete(thread: &mut Thread, env: &mut Env<'_>) -> Result<()> {
    if env.options.shuffle.is_none()
        || env.cluster.flights.is_empty()
        || env.random.below(8u32) != 0
    {
        return Ok(());
    }
    let own = thread.place;
    let pick = env
        .cluster
        .flights
        .iter()
        .find(|flight| flight.owner == own)
        .map(|flight| flight.pc);
    let Some(pc) = pick else { return Ok(()) };
    let first = std::cell::Cell::new(true);
    complete(thread, env, |flight, owner| {
        flight.owner == owner && flight.pc == pc && first.replace(false)
    })
}

/// The tile registers that an instruction other than a multiply reads and writes.
pub fn registers(op: &TileOp) -> (Vec<Range<u16>>, Vec<Range<u16>>) {
    let second = |other: &Other, count| match other {
        Other::Tile(tile) => Some(tiles(*tile, count)),
        _ => None,
    };
    match op {
        TileOp::Access {
            store, tile, count, ..
        } => match store {
            true => (vec![tiles(*tile, *count)], vec![]),
            false => (vec![], vec![tiles(*tile, *count)]),
        },
        TileOp::AtomicTile {
            tile,
            count,
            returns,
            ..
        } => {
            let range = tiles(*tile, *count);
            (
                vec![range.clone()],
                if *returns { vec![range] } else { vec![] },
            )
        }
        TileOp::Mma(op) => multiply::mma_tiles(op),
        TileOp::MoveIn(moved) => (vec![], vec![tiles(moved.tile, 1)]),
        TileOp::MoveOut(moved) => (vec![tiles(moved.tile, 1)], vec![]),
        TileOp::One { td, ts1, .. } | TileOp::Transpose { td, ts1, .. } => {
            (vec![tiles(*ts1, 1)], vec![tiles(*td, 1)])
        }
        TileOp::Convert {
            to, from, td, ts1, ..
        } => {
            let (to, from) = (to.bits(), from.bits());
            let (sources, results) = ((from / to).max(1), (to / from).max(1));
            (
                vec![tiles(*ts1, sources as u8)],
                vec![tiles(*td, results as u8)],
            )
        }
        TileOp::Two { td, ts1, other, .. } => {
            let mut reads = vec![tiles(*ts1, 1)];
            reads.extend(second(other, 1));
            (reads, vec![tiles(*td, 1)])
        }
        TileOp::Mad {
            td,
            ts1,
            other,
            ts3,
            ..
        } => {
            let mut reads = vec![tiles(*ts1, 1), tiles(*ts3, 1)];
            reads.extend(second(other, 1));
            (reads, vec![tiles(*td, 1)])
        }
        TileOp::Quant {
            op,
            element,
            td,
            ts1,
            other,
            ts3,
            ..
        } => {
            let (to, from, rest) = quant_registers(*op, *element);
            let mut reads = vec![tiles(*ts1, from), tiles(*ts3, rest)];
            reads.extend(second(other, rest));
            (reads, vec![tiles(*td, to)])
        }
        _ => (vec![], vec![]),
    }
}

/// Registers of the result, the first source, and the other sources.
fn quant_registers(op: Quant, element: Element) -> (u8, u8, u8) {
    let wide = element.bytes() as u8;
    match op {
        Quant::ToS8 | Quant::ToE4m3 => (1, wide, wide),
        Quant::FromS8 => (wide, 1, wide),
        Quant::Select => (1, 1, 1),
    }
}

fn compute(thread: &mut Thread, op: &TileOp) {
    let mode = |thread: &Thread, masked| Mode {
        rows: rows_of(thread, masked),
        rounding: thread.trm,
    };
    match op {
        &TileOp::One {
            op,
            element,
            td,
            ts1,
            negate,
            masked,
        } => {
            let a = thread.tiles[usize::from(ts1)];
            let mode = mode(thread, masked);
            let d = &mut thread.tiles[usize::from(td)];
            thread.tflags |= alu::one(d, &a, op, element, negate, mode);
        }
        &TileOp::Transpose {
            bytes,
            td,
            ts1,
            masked,
        } => {
            let result = alu::transpose(&thread.tiles[usize::from(ts1)], bytes.into());
            let active = rows_of(thread, masked);
            let d = thread.tiles[usize::from(td)].as_chunks_mut::<32>().0;
            for (row, bytes) in result.as_chunks::<32>().0.iter().enumerate() {
                if active >> row & 1 == 1 {
                    d[row] = *bytes;
                }
            }
        }
        &TileOp::Convert {
            to,
            from,
            td,
            ts1,
            masked,
        } => convert(thread, to, from, td, ts1, mode(thread, masked)),
        TileOp::Two {
            op,
            element,
            td,
            ts1,
            other,
            negate,
            masked,
        } => {
            let a = thread.tiles[usize::from(*ts1)];
            let mode = mode(thread, *masked);
            let mut d = thread.tiles[usize::from(*td)];
            let flags = with_source(thread, *other, *element, 1, *element, |b| {
                alu::two(&mut d, &a, b, *op, *element, *negate, mode)
            });
            thread.tiles[usize::from(*td)] = d;
            thread.tflags |= flags;
        }
        TileOp::Mad {
            element,
            td,
            ts1,
            other,
            ts3,
            negate,
            masked,
        } => {
            let (a, c) = (
                thread.tiles[usize::from(*ts1)],
                thread.tiles[usize::from(*ts3)],
            );
            let mode = mode(thread, *masked);
            let mut d = thread.tiles[usize::from(*td)];
            let flags = with_source(thread, *other, *element, 1, *element, |b| {
                alu::mad(&mut d, &a, b, &c, *element, *negate, mode)
            });
            thread.tiles[usize::from(*td)] = d;
            thread.tflags |= flags;
        }
        TileOp::Quant { .. } => quantise(thread, op),
        _ => {}
    }
}

fn convert(thread: &mut Thread, to: Type, from: Type, td: u8, ts1: u8, mode: Mode) {
    let sources = (from.bits() / to.bits()).max(1);
    let results = (to.bits() / from.bits()).max(1);
    let a = thread.tiles[usize::from(ts1)..usize::from(ts1) + sources].to_vec();
    let d = &mut thread.tiles[usize::from(td)..usize::from(td) + results];
    thread.tflags |= alu::convert(d, &a, to, from, mode);
}

fn quantise(thread: &mut Thread, op: &TileOp) {
    let &TileOp::Quant {
        op,
        element,
        td,
        ts1,
        other,
        ts3,
        masked,
    } = op
    else {
        return;
    };
    let mode = Mode {
        rows: rows_of(thread, masked),
        rounding: thread.trm,
    };
    let (to, from, rest) = quant_registers(op, element);
    let copy = |thread: &Thread, first: u8, count: u8| -> Vec<Block> {
        thread.tiles[usize::from(first)..usize::from(first) + usize::from(count)].to_vec()
    };
    let (a, z) = (copy(thread, ts1, from), copy(thread, ts3, rest));
    let mut d = copy(thread, td, to);
    // Scales of integers are single precision.
    let scalar = match (op, element) {
        (Quant::Select, element) => element,
        (_, Element::I32) => Element::F32,
        (_, element) => element,
    };
    let flags = with_source(thread, other, element, rest, scalar, |b| match op {
        Quant::Select => {
            alu::select(&mut d[0], &a[0], b, &z[0], element, mode);
            0
        }
        Quant::FromS8 => alu::dequantise(&mut d, &a[0], b, &z, element, mode),
        _ => alu::quantise(&mut d[0], &a, b, &z, op, element, mode),
    });
    thread.tiles[usize::from(td)..usize::from(td) + d.len()].copy_from_slice(&d);
    thread.tflags |= flags;
}

/// Calls `f` with the second source. A float register is converted to `scalar`.
fn with_source<R>(
    thread: &Thread,
    other: Other,
    element: Element,
    count: u8,
    scalar: Element,
    f: impl FnOnce(&Source<'_>) -> R,
) -> R {
    match other {
        Other::Tile(first) => {
            let tiles =
                thread.tiles[usize::from(first)..usize::from(first) + usize::from(count)].to_vec();
            f(&Source::Tiles(&tiles))
        }
        Other::Vector {
            register,
            by_column,
        } => {
            let data = &thread.hart.vectors(register)[..VLEN_BYTES];
            match by_column {
                true => f(&Source::Columns(data)),
                false => f(&Source::Rows(data)),
            }
        }
        Other::Float { register, bytes } => {
            let bits = thread.hart.get_f(register);
            if scalar == Element::I32 {
                return f(&Source::Scalar(bits as u32));
            }
            let value = match bytes {
                2 => Type::F16.value(bits as u32),
                4 => Type::F32.value(bits as u32),
                _ => f64::from_bits(bits),
            };
            let ty = match (scalar, element) {
                (Element::F16, _) => Type::F16,
                (Element::Bf16, _) => Type::Bf16,
                _ => Type::F32,
            };
            f(&Source::Scalar(ty.round(value, NEAREST).0))
        }
    }
}
