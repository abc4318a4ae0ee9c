//! A turn of a thread, instruction by instruction.

use super::circle::{self, Verdict};
use super::env::Env;
use super::op::MachineOp;
use super::run::{Paused, Turn};
use super::stop::Watching;
use super::sync::Progress as Sync;
use super::thread::Thread;
use super::view::View;
use super::{complete, port, tile};
use riscv::Next;
use uop::Trap;

/// Runs a thread until it waits, ends, is stopped, or has used up its turn.
pub fn step(
    thread: &mut Thread,
    env: &mut Env<'_>,
    turn: &mut Paused,
    mut watching: Option<&mut Watching<'_>>,
) -> riscv::Result<Turn> {
    let mut trying = thread.trial.is_some() || env.cluster.trial.is_some();
    let watched = watching.as_ref().is_some_and(|w| w.sees_memory);
    while turn.left > 0 {
        if thread.hart.pc == 0 {
            return end(thread, env);
        }
        if !thread.issued && env.counters.instructions >= env.options.max_instructions {
            let limit = env.options.max_instructions;
            return Err(Box::new(
                Trap::Limit {
                    limit,
                    waits: Vec::new(),
                }
                .into(),
            ));
        }
        let (op, len) = match env.image.fetch(thread.hart.pc) {
            Some(Ok((op, len))) => (op.clone(), *len),
            Some(Err(why)) => return riscv::illegal(why.clone()),
            None => {
                let pc = thread.hart.pc;
                return Err(match env.image.before(pc) {
                    Some(last) => riscv::past_end(pc, last),
                    None => riscv::bad_target(pc),
                });
            }
        };
        // An instruction that has to wait is tried again, but it was issued only once.
        if !thread.issued {
            let told = std::mem::take(&mut thread.told);
            if let Some(watching) = watching.as_deref_mut()
                && !told
                && watching.issue(&View::of(thread, env))
            {
                thread.told = true;
                return Ok(Turn::Stopped);
            }
            thread.issued = true;
            env.counters.instructions += 1;
            if let Some(clock) = &mut env.clock {
                clock.issue(thread, &op, len);
            }
        }
        let next = match &op {
            MachineOp::Hart(hart) => port::run(thread, env, hart),
            MachineOp::Tile(tile) => match tile::run(thread, env, tile) {
                Ok(Sync::Done) => Ok(Next::Fall),
                Ok(Sync::Blocked) => {
                    if let Some(clock) = &mut env.clock {
                        clock.blocked(thread.place);
                    }
                    if trying {
                        note(thread, env, &op, false, watched);
                    }
                    tell(env, watching.as_deref_mut());
                    return Ok(Turn::Blocked);
                }
                Err(stop) => Err(stop),
            },
        };
        if trying {
            note(thread, env, &op, true, watched);
        }
        tell(env, watching.as_deref_mut());
        let next = next?;
        thread.issued = false;
        turn.left -= 1;
        turn.moved = true;
        thread.hart.instructions += 1;
        match next {
            Next::Fall => thread.hart.pc = thread.hart.pc.wrapping_add(len.into()),
            Next::Jump(target) => {
                thread.hart.pc = target;
                if let Some(clock) = &mut env.clock {
                    clock.jumped(thread.place);
                }
            }
            Next::End => return end(thread, env),
        }
        if trying {
            match circle::after_instruction(thread, env) {
                None | Some(Verdict::GoesOn) => {}
                Some(Verdict::Circles(circle)) => {
                    thread.circle = Some(circle.into());
                    return Ok(Turn::Over);
                }
                Some(Verdict::Over { polls }) => {
                    thread.polls = polls;
                    trying = env.cluster.trial.is_some();
                    if !trying && !watched {
                        env.seen = None;
                    }
                }
            }
        }
    }
    Ok(Turn::Over)
}

/// Says which memory was touched, and what orders that.
#[inline]
fn tell(env: &mut Env<'_>, watching: Option<&mut Watching<'_>>) {
    let Some(watching) = watching else { return };
    if let Some(order) = &mut env.order {
        for told in order.told.drain(..) {
            watching.order(&told);
        }
    }
    if let Some(seen) = env.seen.as_mut().filter(|_| watching.sees_memory) {
        for seen in seen.drain(..) {
            watching.access(env.grid.size, &seen);
        }
    }
}

/// The same for those that find circles.
fn note(thread: &mut Thread, env: &mut Env<'_>, op: &MachineOp, done: bool, watched: bool) {
    circle::note(thread, env, op, done);
    if let Some(seen) = env.seen.as_mut().filter(|_| !watched) {
        seen.clear();
    }
}

/// A thread that ends completes everything it has outstanding.
fn end(thread: &mut Thread, env: &mut Env<'_>) -> riscv::Result<Turn> {
    complete::complete(thread, env, |flight, owner| flight.owner == owner)?;
    thread.ended = true;
    if let Some(clock) = &mut env.clock {
        clock.ends(thread.place);
    }
    thread.issued = false;
    Ok(Turn::Ended)
}
