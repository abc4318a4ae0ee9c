//! The next instruction of a wave on a machine with pipelines, where instructions overlap.

use super::clock::NEVER;
use super::issue::context;
use super::lanes::Lanes;
use super::pipeline::Uses;
use super::unit::{Attempt, Resident, Unit, Visit};
use super::{Cycles, Machine, Slice, Stall, Timeline, Track, Watch};
use crate::access::Touched;
use crate::dispatch::Dispatch;
use crate::executor::{self, Single, Turn};
use crate::fault::Fault;
use crate::observe::Observer;
use crate::workgroup::{Workgroup, fault_at};
use uop::Trap;
use uop::timing::{Cost, Unit as Part};

impl Unit {
    /// Issues the next instruction of a wave, unless it has to wait; says whether it did. What
    /// comes after it before another wave does anything is issued with it, each at its time.
    pub fn issue_piped<O: Observer>(
        &mut self,
        now: u64,
        wave: usize,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<Attempt, Box<Fault>> {
        let clock = &mut self.clocks[wave];
        // Until then no other wave of the unit does anything.
        self.queue.set(wave, NEVER);
        let horizon = self.queue.next().min(self.free);
        let Machine {
            dispatch,
            timing,
            insts,
            cycles,
            timeline,
            uses,
            memory,
            ..
        } = machine;
        let (Some(piped), Some(uses), Some(pipeline), Some(memory)) =
            (&mut self.piped, uses, &timing.pipeline, memory)
        else {
            return Ok(Attempt::Waits);
        };
        let parts = (&**uses, pipeline, memory);
        let mut lanes = piped.lanes(self.number, wave, clock.simd.into(), parts);
        let track = (self.number, Track::Wave(wave as u32));
        let mut time = now;
        let mut attempt = Attempt::Waits;
        let ready = loop {
            let inst = clock.inst;
            let cost = &timing.costs[inst as usize];
            if attempt == Attempt::Issued {
                let shared = matches!(cost.unit, Part::Global | Part::ScalarMemory | Part::Barrier);
                if shared || time >= horizon || visit.ahead == 0 {
                    break time;
                }
            }
            let carried_out = inst != clock.ahead;
            if !carried_out && let Some(fault) = clock.fault.take() {
                match time == visit.now {
                    true => return Err(fault),
                    false => clock.fault = Some(fault),
                }
                break time;
            }
            let mut obstacle = None;
            if !clock.clear {
                obstacle = lanes.obstacle(time, inst, cost);
                clock.clear = obstacle.is_none();
            }
            if let Some(obstacle) = obstacle.or_else(|| lanes.busy(time, cost)) {
                let waited = obstacle.until - time;
                cycles.wait(inst, &obstacle, waited);
                if let Some(timeline) = timeline {
                    let slice = Slice::Wait(obstacle.cause, inst);
                    timeline.add(track.0, track.1, time, waited, slice);
                }
                break obstacle.until;
            }
            let (mut turn, mut active) = (Turn::Over, 0);
            let conflicts = cycles.bank_conflicts;
            let mut after = inst + 1;
            if !carried_out {
                let (slot, number) = (wave / self.each, wave % self.each);
                let Some(Resident { group, .. }) = &mut self.slots[slot].resident else {
                    return Ok(Attempt::Waits);
                };
                active = group.waves[number].active();
                let alone = watch.observer.active() || timeline.is_some();
                let run = (!alone).then_some(&**uses);
                let went = carry_out(
                    group,
                    (number, inst),
                    run,
                    dispatch,
                    &mut self.touched,
                    watch,
                );
                let next = group.waves[number].at();
                let next = insts.get(next as usize).copied().unwrap_or(0);
                turn = match went {
                    Ok(Turn::Stopped) => {
                        attempt = Attempt::Stopped;
                        break time;
                    }
                    Ok(turn) => turn,
                    Err(fault) if time == visit.now => {
                        self.queue.set(wave, time);
                        return Err(fault);
                    }
                    Err(fault) => {
                        clock.fault = Some(fault);
                        break time;
                    }
                };
                clock.ahead = next;
                after = match turn {
                    // Several were carried out, which follow each other.
                    Turn::Met => inst + 1,
                    _ => next,
                };
            }
            visit.ahead = visit.ahead.saturating_sub(1);
            attempt = Attempt::Issued;
            clock.issued = time + 1;
            clock.inst = after;
            cycles.by_instruction[inst as usize].issued += 1;
            let memories = (&mut self.touched, &mut self.banks);
            lanes.issued(time, inst, cost, &dispatch.program, memories, cycles);
            let latency = match cost.stage.taken {
                taken @ 1.. if after != inst + 1 => u64::from(taken),
                _ => u64::from(cost.latency),
            };
            if let Some(timeline) = timeline {
                let conflicts = cycles.bank_conflicts - conflicts;
                timeline.count(time, conflicts, Some(lanes.memory_counts()));
                let cycles = match turn {
                    Turn::Barrier => 1,
                    _ => latency,
                };
                let slice = Slice::Instruction {
                    inst,
                    lanes: active as u8,
                    conflicts: conflicts.min(u16::MAX.into()) as u16,
                };
                timeline.add(track.0, track.1, time, cycles, slice);
            }
            let goes_on = matches!(turn, Turn::Over | Turn::Met);
            if cost.unit == Part::Barrier || !goes_on {
                self.unsettled |= 1 << (wave / self.each);
            }
            if !goes_on {
                clock.clear = false;
                break NEVER;
            }
            if latency > 1 {
                cycles.stall(inst, Stall::Latency, latency - 1);
            }
            let next = (after, &timing.costs[after as usize]);
            (time, clock.clear) = look_ahead(&lanes, time + latency, next, track, cycles, timeline);
        };
        self.queue.set(wave, ready);
        Ok(attempt)
    }
}

/// Carries out an instruction of a wave; and with it, where `uses` knows how far that goes, those that
/// follow it without a branch and concern no other wave: [`Turn::Met`] says so.
fn carry_out<O: Observer>(
    group: &mut Workgroup,
    (wave, inst): (usize, u32),
    uses: Option<&Uses>,
    dispatch: &mut Dispatch,
    touched: &mut Touched,
    watch: &mut Watch<'_, O>,
) -> Result<Turn, Box<Fault>> {
    let limit = dispatch.config.max_instructions;
    let left = limit.saturating_sub(dispatch.stats.instructions);
    if left == 0 {
        let waits = Vec::new();
        let trap = Trap::Limit { limit, waits };
        return Err(fault_at(&dispatch.program, &group.waves[wave], trap));
    }
    let (waves, mut cx) = context(group, dispatch, touched);
    let run = uses.map(|uses| uses.run_of(inst));
    let run = run.filter(|&(end, _)| end > inst + 1 && u64::from(end - inst) <= left);
    match run {
        Some((_, end)) => {
            cx.counts = watch.tallies.as_deref_mut();
            executor::run_alone(waves, wave, &mut cx, end)
        }
        None => {
            let before = watch.tallies.as_ref().map(|_| *cx.stats);
            let mut single = Single::new(waves, wave, &cx);
            let turn = match watch.observer.active() {
                true => single.step_watched(&mut cx, &mut *watch.observer),
                false => single.step(&mut cx),
            };
            if let (Some(tallies), Some(before), Ok(_)) =
                (watch.tallies.as_deref_mut(), before, &turn)
            {
                tallies.note(inst, cx.stats.since(&before));
            }
            turn
        }
    }
}

/// When the next instruction of a wave has all that it needs but its pipeline, as far as that is known
/// already: what the wave itself has begun is, code that is on its way may come sooner if another wave
/// asks for it.
fn look_ahead(
    lanes: &Lanes<'_>,
    ready: u64,
    (inst, cost): (u32, &Cost),
    (unit, track): (u32, Track),
    cycles: &mut Cycles,
    timeline: &mut Option<Timeline>,
) -> (u64, bool) {
    if !lanes.has_code(ready, inst) {
        return (ready, false);
    }
    let mut time = ready;
    while let Some(obstacle) = lanes.own_obstacle(time, inst, cost) {
        let waited = obstacle.until - time;
        cycles.wait(inst, &obstacle, waited);
        if let Some(timeline) = timeline {
            let slice = Slice::Wait(obstacle.cause, inst);
            timeline.add(unit, track, time, waited, slice);
        }
        time = obstacle.until;
    }
    (time, true)
}
