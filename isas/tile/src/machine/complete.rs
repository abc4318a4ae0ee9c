//! How operations in flight complete.

use super::access::{ROW, load_rows};
use super::env::Env;
use super::flight::{Action, Flight};
use super::hazard::overlap;
use super::multiply::perform_mma;
use super::op::Memory;
use super::thread::{Thread, ThreadPlace};
use riscv::Result;
use std::ops::Range;

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
    wanted: impl Fn(&Flight, ThreadPlace) -> bool,
) -> Result<()> {
    complete_upto(thread, env, usize::MAX, wanted)
}

/// The same for flights up to position `last`.
fn complete_upto(
    thread: &mut Thread,
    env: &mut Env<'_>,
    last: usize,
    wanted: impl Fn(&Flight, ThreadPlace) -> bool,
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
    if !matches!(flight.action, Action::Done { .. }) {
        env.saw_flight(&flight);
    }
    match flight.action {
        Action::Load { memory, rows } => load_rows(thread, env, memory, &rows),
        Action::Store { memory, rows } => {
            for (address, row) in rows {
                let place = env.resolve(thread, memory, address, ROW, true)?;
                // SAFETY: `place` holds a row, which no reference covers.
                unsafe { op::shared::write(place, &row[..]) };
            }
            Ok(())
        }
        Action::Done { .. } => Ok(()),
        Action::Mma(job) => perform_mma(thread, env, &job),
        Action::Copy(job) => super::copy::perform(flight.owner, env, &job),
    }
}
