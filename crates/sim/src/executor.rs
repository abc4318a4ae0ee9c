//! The executor: runs waves that are at the same step until they part, have to wait, end, or have
//! had their turn. One wave alone is the same with one.
//!
//! As long as waves go the same way, a step is taken by all of them at once. Their registers lie
//! [side by side](crate::registers), so that to a kernel they are one very wide wave, and what a step
//! costs besides the work itself is paid once. What cannot be done for all at once is done wave by
//! wave, and they go on together if they are at the same step afterwards. Where it matters which wave
//! is first, and where one would trap, each goes on by itself.
//!
//! Runs that are watched are of one wave at a time and take every step by itself, but for stretches that
//! the observer says it knows.

mod branches;
mod context;
mod lockstep;
mod memory;
mod one_by_one;
mod rare;
mod runs;
mod scalars;
mod single;
mod way;

use crate::access;
use crate::barrier;
use crate::code::{Kind, MAX_ADVANCE, Prepared};
use crate::fault::{Fault, Site};
use crate::hazard;
use crate::observe::Observer;
use crate::pending::RegisterSet;
use crate::wave::Wave;
use crate::waves::Waves;
use branches::Went;
pub(crate) use context::Context;
use lockstep::Lockstep;
use one_by_one::{Alone, Took};
use rare::rare;
use runs::vector_run;
pub(crate) use single::Single;
use std::ops::{ControlFlow, Range};
use uop::{Program, SReg, Trap, Uop, UopIdx};
use way::{
    Careful, CarefulCounted, Counted, Marked, Plain, Strict, Together, TogetherCounted, Way,
};

/// Why a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The quantum is used up; the waves can go on.
    Over,
    /// The waves have come to where another is.
    Met,
    Barrier,
    /// Of several waves: all of the workgroup.
    Ended,
    /// An observer asked to stop; the wave is before the step it was told of.
    Stopped,
    /// The waves do not go together any more; each knows what it does.
    Parted,
    /// The same, and each has to have turns of its own.
    Apart,
}

/// An instruction may take this many steps beyond its wave's quantum. Loops among the steps of one
/// instruction end sooner, unless an instruction set made a mistake.
const OVERTIME: i64 = 1 << 20;

/// Runs one wave for about `fuel` steps, always to the end of an instruction, and leaves there what
/// is left of it; or until it comes to step `stop` or behind it.
pub(crate) fn run<O: Observer>(
    waves: &mut Waves,
    wave: usize,
    cx: &mut Context<'_>,
    fuel: &mut i64,
    stop: UopIdx,
    observer: &mut O,
) -> Result<Turn, Box<Fault>> {
    waves.wake(cx.program, cx.code);
    let mut lock = Lockstep::new(waves, wave..wave + 1, cx);
    // Hazards are for observers: without one, early uses just see the old value.
    if cx.strict && observer.active() {
        let turn = turn::<Strict, O>(&mut lock, cx, fuel, stop, observer)?;
        return Ok(lands(&mut lock, cx, turn));
    }
    if cx.notes() {
        return run_counted(&mut lock, cx, fuel, stop);
    }
    let marked_only = observer.active() && observer.marked_only();
    if marked_only || !observer.active() {
        let turn = match marked_only {
            true => turn::<Marked, O>(&mut lock, cx, fuel, stop, observer)?,
            false => turn::<Plain, O>(&mut lock, cx, fuel, stop, observer)?,
        };
        if turn != Turn::Over {
            return Ok(turn);
        }
    }
    let turn = turn::<Careful, O>(&mut lock, cx, fuel, stop, observer)?;
    Ok(lands(&mut lock, cx, turn))
}

/// The same for a run that is not watched, and counts what every instruction does.
fn run_counted(
    lock: &mut Lockstep<'_>,
    cx: &mut Context<'_>,
    fuel: &mut i64,
    stop: UopIdx,
) -> Result<Turn, Box<Fault>> {
    let turn = match turn::<Counted, ()>(lock, cx, fuel, stop, &mut ())? {
        Turn::Over => turn::<CarefulCounted, ()>(lock, cx, fuel, stop, &mut ())?,
        other => return Ok(other),
    };
    Ok(lands(lock, cx, turn))
}

/// Runs one wave until it comes to step `stop`, to which it goes without a branch, with nothing in
/// between that it could have to wait for.
pub(crate) fn run_alone(
    waves: &mut Waves,
    wave: usize,
    cx: &mut Context<'_>,
    stop: UopIdx,
) -> Result<Turn, Box<Fault>> {
    Single::new(waves, wave, cx).run(cx, stop)
}

/// A wave that has used up its turn does not hold its stores for ever.
fn lands(lock: &mut Lockstep<'_>, cx: &mut Context<'_>, turn: Turn) -> Turn {
    if turn == Turn::Over && cx.strict {
        access::land_newest(lock.wave(), cx);
    }
    turn
}

/// Runs neighbours that are at the same step, for about `fuel` steps each. They never trap: where one
/// would, it is before the step that does it.
pub(crate) fn run_together(
    waves: &mut Waves,
    range: Range<usize>,
    cx: &mut Context<'_>,
    fuel: i64,
    stop: UopIdx,
) -> Turn {
    let mut lock = Lockstep::new(waves, range, cx);
    let fuel = &mut fuel.clone();
    let turn = match cx.notes() {
        false => turn::<Together, ()>(&mut lock, cx, fuel, stop, &mut ()),
        true => turn::<TogetherCounted, ()>(&mut lock, cx, fuel, stop, &mut ()),
    };
    match turn {
        Ok(turn) => turn,
        Err(fault) => unreachable!("waves in lockstep trap: {fault}"),
    }
}

/// The loop.
fn turn<W: Way, O: Observer>(
    lock: &mut Lockstep<'_>,
    cx: &mut Context<'_>,
    fuel: &mut i64,
    stop: UopIdx,
    observer: &mut O,
) -> Result<Turn, Box<Fault>> {
    let program = cx.program;
    let prepared = cx.code;
    let all = &prepared.entries[..];
    // Instructions of one wave, lanes that were active in those of all, and instructions that some
    // waves did not come to.
    let (mut issued, mut active, mut not_taken) = (0, 0, 0);
    let reserve = match W::ALONE && !W::CAREFUL {
        true => i64::from(MAX_ADVANCE),
        false => 0,
    };
    let mut left = *fuel;
    let mut at = lock.at(program);
    // Up to here nothing has to be told: see `Prepared::stretch`.
    let mut quiet_until = 0;
    // The step of which the observer was told before it stopped the run.
    let told = if W::MARKED && left > reserve && std::mem::take(&mut lock.wave().told) {
        at
    } else {
        UopIdx::MAX
    };
    if W::COUNTED
        && let Some(counts) = cx.counts.as_deref_mut()
    {
        counts.begin(cx.stats);
    }
    // SAFETY of what follows: registers are in range (checked before the launch) and lie as the code
    // was prepared for; kernels are for this CPU; an entry is handled as its kind says.
    let outcome = loop {
        let Some(code) = all.get(at as usize) else {
            if !W::ALONE {
                break Ok(Turn::Apart);
            }
            let why = "execution ran past the end of the code".into();
            break Err((Trap::Illegal(why), 0));
        };
        let mut quiet = W::CAREFUL && at < quiet_until;
        if W::CAREFUL && !quiet && code.first {
            let end = prepared.stretch(at);
            quiet = end <= stop
                && i64::from(end) - i64::from(at) < left
                && is_quiet::<W, O>(lock.wave(), program, prepared, at..end, observer);
            quiet_until = if quiet { end } else { 0 };
        }
        let code = if W::CAREFUL && code.fused && !quiet {
            prepared.unfused(at)
        } else {
            code
        };
        if left <= reserve && (code.first || left < -OVERTIME) {
            if code.first {
                break Ok(Turn::Over);
            }
            if !W::ALONE {
                break Ok(Turn::Apart);
            }
            let limit = OVERTIME as u64;
            let waits = Vec::new();
            break Err((Trap::Limit { limit, waits }, inst_at(program, at)));
        }
        if at >= stop {
            break Ok(Turn::Met);
        }
        let before = lock.active;
        let count = if W::CAREFUL && !quiet {
            let wave = lock.wave();
            wave.at = at;
            let used = &prepared.used;
            if announce::<W, O>(wave, program, used, code.first, observer).is_break() {
                wave.told = true;
                break Ok(Turn::Stopped);
            }
            u64::from(code.first)
        } else {
            if W::MARKED && code.marked && !(issued == 0 && at == told) {
                let wave = lock.wave();
                wave.at = at;
                let site = Site::of(wave, inst_at(program, at));
                if observer.issue(&site, wave).is_break() {
                    wave.told = true;
                    break Ok(Turn::Stopped);
                }
            }
            u64::from(code.count)
        };
        issued += count;
        active += count * before;
        let advance = if W::CAREFUL && !quiet {
            1
        } else {
            code.advance
        };
        left -= i64::from(advance);
        let next = at + u32::from(advance);
        if W::COUNTED
            && let Some(counts) = cx.counts.as_deref_mut()
        {
            counts.take(at..next, lock.waves.len() as u64, before, cx.stats);
        }
        // What to do with a step that waves do not take together.
        let mut alone = None;
        match code.kind {
            Kind::VectorRun if !W::CAREFUL || quiet => {
                let most = match W::CAREFUL {
                    true => i64::from(quiet_until - next),
                    false => left - i64::from(MAX_ADVANCE),
                };
                // SAFETY: see above.
                let run = unsafe { vector_run(code, lock.file, lock.live(), lock.span, most) };
                left -= most - run.left;
                issued += run.issued;
                active += run.issued * before;
                at += run.advanced;
                if W::COUNTED
                    && let Some(counts) = cx.counts.as_deref_mut()
                {
                    counts.add(next..at, lock.waves.len() as i64, before as i64);
                }
                continue;
            }
            // SAFETY: see above.
            Kind::Vectors | Kind::VectorRun => unsafe {
                code.call(lock.file, lock.live(), lock.span);
            },
            // SAFETY: see above.
            Kind::Mixed => unsafe { lock.mixed::<W>(code, prepared) },
            // SAFETY: see above.
            Kind::Modified => unsafe { lock.modified::<W>(code, prepared) },
            Kind::Affine => lock.affine::<W>(at, code, prepared),
            // SAFETY: see above.
            Kind::Compare | Kind::Predicate => unsafe { lock.compare::<W>(code, prepared) },
            Kind::LanesFromMask => lock.lanes_from_mask::<W>(code),
            Kind::ReadLane | Kind::ReadFirst => {
                if let Some(guard) = &mut cx.guard
                    && code.kind == Kind::ReadFirst
                    && lock.waves.iter().any(|wave| wave.exec() == 0)
                {
                    guard.reads_none(at);
                }
                lock.read_lane::<W>(code);
            }
            Kind::Shuffle => lock.shuffle::<W>(&prepared.shuffles[code.dst as usize]),
            // SAFETY: see above.
            Kind::Words if W::ALONE => unsafe {
                let result = code.call_words(lock.scalars);
                *lock.scalars.add(code.dst as usize * lock.row) = result;
            },
            // SAFETY: see above.
            Kind::Words | Kind::WordsFlag | Kind::Wide | Kind::WideFlag => unsafe {
                lock.scalar::<W>(code);
            },
            Kind::FirstLane => lock.first_lane::<W>(code),
            Kind::SetExec => lock.set_exec::<W>(SReg(code.src[0] as u16)),
            Kind::Jump => {
                if W::COUNTED {
                    lock.note_jump(at, code, cx);
                }
                at = code.dst;
                continue;
            }
            Kind::BranchZero
            | Kind::BranchNonZero
            | Kind::BranchMaskZero
            | Kind::BranchMaskNonZero
            | Kind::BranchNoneActive
            | Kind::BranchAnyActive => {
                cx.stats.divergent_branches += lock.split_by(code);
                let taken = lock.all_take::<W>(code);
                if let Some(guard) = &mut cx.guard {
                    guard.branches(at, taken);
                }
                if W::COUNTED {
                    lock.note_branch(code, taken, cx);
                }
                match taken {
                    Some(true) => {
                        at = code.dst;
                        continue;
                    }
                    Some(false) => {}
                    None => {
                        lock.part_at(at, code.dst, next, code, cx);
                        break Ok(lock.parted(prepared));
                    }
                }
            }
            Kind::Nop => {
                if W::ALONE && cx.strict && is_fence(program, inst_at(program, at)) {
                    access::land_all(lock.wave(), cx);
                }
            }
            Kind::Memory | Kind::LocalWords | Kind::ScalarLoad
                if W::COUNTED && cx.recorder.is_some() =>
            {
                let what = match code.kind {
                    Kind::ScalarLoad => Alone::ScalarLoad,
                    _ => Alone::Memory,
                };
                match W::ALONE {
                    false if lock.recorded(at, code, cx) => {}
                    false => alone = Some(what),
                    true => {
                        let wave = lock.wave();
                        if let Err(trap) = one_by_one::one(wave, at, what, cx) {
                            break Err((trap, inst_at(program, at)));
                        }
                    }
                }
            }
            Kind::LocalWords
                if W::ALONE
                    && !observer.sees_memory()
                    // SAFETY: see above.
                    && unsafe { access::local_words(lock.wave(), code, cx) } => {}
            Kind::Memory | Kind::LocalWords if W::ALONE => {
                let shape = &prepared.shapes[code.dst as usize];
                if observer.sees_memory() || !access::whole_words(lock.wave(), shape, cx) {
                    let step = &program.steps[at as usize];
                    let site = Site::of(lock.wave(), step.inst);
                    if let Uop::Memory(op) = &step.uop
                        && let Err(trap) = access::memory(lock.wave(), op, cx, observer, &site)
                    {
                        break Err((trap, step.inst));
                    }
                }
            }
            Kind::Memory | Kind::LocalWords => {
                if !lock.memory_by_affine(at, code, cx) && !lock.memory(code, cx) {
                    alone = Some(Alone::Memory);
                }
            }
            Kind::ScalarLoad => {
                let step = &program.steps[at as usize];
                let Uop::ScalarLoad(load) = &step.uop else {
                    unreachable!("a scalar load is one");
                };
                if !W::ALONE {
                    if !lock.scalar_load(load, code, cx) {
                        alone = Some(Alone::ScalarLoad);
                    }
                } else {
                    let shape = &prepared.shapes[code.dst as usize];
                    let wave = lock.wave();
                    if let Err(trap) =
                        access::scalar_load(wave, load, shape, cx, observer, step.inst)
                    {
                        break Err((trap, step.inst));
                    }
                }
            }
            Kind::Bounded
                if W::ALONE
                    && !observer.sees_memory()
                    && let Uop::Custom(op) = &program.steps[at as usize].uop
                    && {
                        let shape = &prepared.shapes[code.dst as usize];
                        access::bounded(lock.wave(), &**op, shape, cx)
                    } => {}
            Kind::Bounded
                if !W::ALONE
                    && let Uop::Custom(op) = &program.steps[at as usize].uop
                    && lock.bounded(&**op, code, cx) => {}
            Kind::Other | Kind::Bounded if W::ALONE => {
                let site = Site::of(lock.wave(), inst_at(program, at));
                let wave = lock.wave();
                wave.clock = wave.issued + issued;
                wave.at = next;
                let uop = &program.steps[at as usize].uop;
                let turn = match rare(wave, cx, uop, at, observer, site) {
                    Err(trap) => break Err((trap, site.inst)),
                    Ok(turn) => turn,
                };
                at = wave.at;
                lock.active = u64::from(wave.active());
                match turn {
                    None => continue,
                    Some(turn) => break Ok(turn),
                }
            }
            Kind::Other | Kind::Bounded => match &program.steps[at as usize].uop {
                Uop::Barrier if lock.passes_barrier(program) => {
                    if let Some(guard) = &mut cx.guard
                        && !lock.is_whole()
                    {
                        guard.arrives_apart();
                    }
                    cx.stats.barriers += 1;
                }
                Uop::Split(op) => {
                    lock.wake(cx);
                    let opened = cx.barriers.opened();
                    match barrier::split_together(lock.waves, cx.barriers, *op) {
                        true => cx.stats.barriers += u64::from(cx.barriers.opened() != opened),
                        false => alone = Some(Alone::Other),
                    }
                }
                Uop::Cross(op) => lock.cross(op, inst_at(program, at), cx),
                Uop::Custom(op) if lock.custom(&**op, inst_at(program, at), issued, cx) => {}
                Uop::End if lock.whole => break Ok(lock.end()),
                uop => match lock.branch(uop, at, next, cx) {
                    Went::Nowhere => alone = Some(Alone::Other),
                    Went::All(to) => {
                        at = to;
                        continue;
                    }
                    Went::Apart => break Ok(lock.parted(prepared)),
                },
            },
        }
        if let Some(what) = alone {
            match lock.one_by_one(at, next, what, cx, issued) {
                Took::All(to) => at = to,
                Took::Some => break Ok(lock.parted(prepared)),
                // The others have not taken the step.
                Took::Before(some) => {
                    let rest = &mut lock.waves[some..];
                    let mut lanes = 0;
                    for wave in rest.iter_mut() {
                        wave.issued = wave.issued.wrapping_sub(count);
                        lanes += u64::from(wave.active());
                    }
                    active -= count * lanes;
                    not_taken = count * rest.len() as u64;
                    if W::COUNTED
                        && let Some(counts) = cx.counts.as_deref_mut()
                    {
                        counts.give_back(at..next, rest.len() as u64, lanes);
                    }
                    break Ok(Turn::Apart);
                }
            }
            continue;
        }
        at = next;
    };
    if W::COUNTED
        && let Some(counts) = cx.counts.as_deref_mut()
    {
        counts.settle(cx.stats);
    }
    let n = lock.waves.len() as u64;
    lock.leave(at, &outcome, issued, cx);
    let total = issued * n - not_taken;
    cx.stats.instructions += total;
    cx.stats.active_lanes += active;
    cx.stats.lane_slots += total * lock.lanes as u64;
    *fuel = left;
    outcome.map_err(|(trap, inst)| {
        let info = program.insts.get(inst as usize);
        Box::new(Fault {
            trap,
            site: Site::of(lock.wave(), inst),
            address: info.map_or(0, |inst| inst.address),
            related: None,
            exception: None,
        })
    })
}

/// Stores that are held take place before the fence.
fn is_fence(program: &Program, inst: u32) -> bool {
    program.order.stores_await_fences
        && program
            .fences
            .binary_search_by_key(&inst, |it| it.0)
            .is_ok()
}

fn inst_at(program: &Program, at: UopIdx) -> u32 {
    program.steps[at as usize].inst
}

/// Nothing of these steps has to be told one by one: none uses what is in flight, and the observer
/// knows what they do to it.
#[inline]
fn is_quiet<W: Way, O: Observer>(
    wave: &mut Wave,
    program: &Program,
    prepared: &Prepared,
    steps: Range<UopIdx>,
    observer: &mut O,
) -> bool {
    if steps.len() < 2 || wave.told {
        return false;
    }
    if W::STRICT && wave.pending.may_hold(&prepared.ahead[steps.start as usize]) {
        return false;
    }
    wave.at = steps.start;
    let site = Site::of(wave, inst_at(program, steps.start));
    observer.stretch(&site, wave, steps)
}

/// Tells the observer of the step at `wave.at`, all of it before any stop, unless it has been told
/// before it stopped the run.
fn announce<W: Way, O: Observer>(
    wave: &mut Wave,
    program: &Program,
    used: &[RegisterSet],
    first: bool,
    observer: &mut O,
) -> ControlFlow<crate::Stop> {
    if std::mem::take(&mut wave.told) {
        return ControlFlow::Continue(());
    }
    let step = &program.steps[wave.at as usize];
    let site = Site::of(wave, step.inst);
    let mut flow = ControlFlow::Continue(());
    if first && observer.active() {
        flow = observer.issue(&site, wave);
    }
    observer.step(&site, wave);
    if W::STRICT
        && wave.pending.may_hold(&used[wave.at as usize])
        && let ControlFlow::Break(stop) = hazard::check(wave, program, &step.uop, observer, &site)
    {
        flow = ControlFlow::Break(stop);
    }
    flow
}
