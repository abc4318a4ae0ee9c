//! A run that shows that there is nothing to find, many times as fast as with the checkers.
//!
//! The launch runs as if nothing watched it, in lockstep, and what is looked at is [who touched which
//! word](shadow), of whole runs of lanes at once, and where branches go. If no two accesses could need an
//! order, and nothing traps, what is left is the program itself: on [every path](flow) that waves went it
//! uses nothing that is in flight and nothing undefined, and what it did in local memory is complete at
//! every barrier. Then the checkers would be silent: up to the first mistake it would not matter when loads
//! arrive, when stores take place and which wave runs first, so that all waves go the same ways as under
//! their eyes. In all other cases memory is put back, and the checkers have the word.

mod defined;
mod flow;
mod own;
mod owners;
mod regions;
mod shadow;
#[cfg(test)]
mod tests;
mod waits;

use crate::undefined::is_set_at_start;
use defined::Defined;
use flow::Ways;
use shadow::Shadow;
use sim::{Config, Delivery, Dispatch, Guarded, Launch, Memory, Order, Stats};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use uop::{Program, Reach, Uop, WavePlace};
use waits::InFlight;

/// Runs a launch, if that shows that no checker would find anything. Otherwise memory is as before. A
/// launch that the checkers would see on a clock runs without one, and so must not look at it.
pub fn run_silent(
    program: &Arc<Program>,
    launch: &Launch,
    memory: &Arc<Memory>,
    config: &Config,
    clocked: bool,
) -> Option<Stats> {
    if config.order != Order::RoundRobin || !is_known(program, clocked) {
        return None;
    }
    let shadow = Shadow::new(program, memory, launch);
    let shadow = Arc::new(Mutex::new(shadow));
    let counted = config.meter.read();
    let config = Config {
        delivery: Delivery::Eager,
        threads: 1,
        counts: None,
        guard: Some(Guarded::new(&shadow)),
        ..config.clone()
    };
    let meter = config.meter.clone();
    let ended = Dispatch::new(program, launch.clone(), memory, config).run_guarded();
    let shadow = shadow.lock().unwrap_or_else(PoisonError::into_inner);
    let ended = ended.filter(|_| is_safe(program, launch, shadow.ways()));
    if ended.is_none() {
        meter.go_back(counted);
        shadow.restore();
    }
    ended
}

fn waves_of(launch: &Launch) -> u32 {
    launch.block.iter().product::<u32>().div_ceil(launch.lanes)
}

/// Accesses are ordered as is known here: by barriers of the workgroup, if at all.
fn is_known(program: &Program, clocked: bool) -> bool {
    let new = || Ok::<_, Infallible>(Plain::of(program));
    let Ok(plain) = program.memo.get(|_: &Plain| true, new);
    program.resources.cluster <= 1 && plain.undone && (plain.timeless || !clocked)
}

/// What steps that can be reached do, as far as it is known where they lead.
struct Plain {
    /// Nothing of a run is left once memory has been put back. What the host would do elsewhere ends the run.
    undone: bool,
    /// Nothing depends on when it is done, but for the order of accesses.
    timeless: bool,
}

impl Plain {
    fn of(program: &Program) -> Plain {
        let undone = |uop: &Uop| match uop {
            Uop::Custom(custom) => !custom.is_host(),
            // Where it leads is not followed.
            Uop::DivergeIndirect { .. } => false,
            _ => true,
        };
        let timeless = |uop: &Uop| match uop {
            Uop::Custom(custom) => custom.reach() != Reach::Anywhere,
            uop => !plan::is_ordered(uop),
        };
        Plain {
            undone: flow::all_reached(program, undone),
            timeless: flow::all_reached(program, timeless),
        }
    }
}

/// What is known of a program for waves that start in one way and go certain ways.
struct Known {
    lanes: (u32, bool),
    set: Vec<bool>,
    ways: Ways,
    safe: bool,
}

/// What is known of so many launches is kept.
const MOST_KNOWN: usize = 64;

/// Nothing that is in flight or undefined is used where waves went.
fn is_safe(program: &Program, launch: &Launch, ways: &Ways) -> bool {
    let set = set_at_start(program, launch);
    let threads = launch.block.iter().product::<u32>();
    let lanes = (launch.lanes, threads.is_multiple_of(launch.lanes));
    let new = || Ok::<_, Infallible>(Mutex::new(Vec::<Known>::new()));
    let Ok(all) = program.memo.get(|_: &Mutex<Vec<Known>>| true, new);
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    let same =
        |known: &&Known| (known.lanes, &known.set[..], &known.ways) == (lanes, &set[..], ways);
    if let Some(known) = all.iter().find(same) {
        return known.safe;
    }
    let mask_words = if launch.lanes == 64 { 2 } else { 1 };
    let in_flight = InFlight::at_start(program, mask_words);
    let defined = Defined::at_start(program, lanes, |reg| set[reg]);
    // Of registers that all have a value from the start none ever loses it.
    let safe = flow::holds(program, ways, in_flight)
        && (set.iter().all(|it| *it) || flow::holds(program, ways, defined));
    if all.len() == MOST_KNOWN {
        all.remove(0);
    }
    all.push(Known {
        lanes,
        set,
        ways: ways.clone(),
        safe,
    });
    safe
}

/// Registers that have a value in every wave at its start, vectors first.
fn set_at_start(program: &Program, launch: &Launch) -> Vec<bool> {
    let mut set = vec![true; usize::from(program.vector_file) + usize::from(program.scalar_file)];
    let waves = waves_of(launch);
    for wave in 0..waves {
        let place = WavePlace {
            group: [0; 3],
            grid: launch.grid,
            block: launch.block,
            cluster: 1,
            wave,
            waves,
            lanes: launch.lanes,
        };
        let own = is_set_at_start(program, &*launch.entry, &place);
        set.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
    }
    set
}
