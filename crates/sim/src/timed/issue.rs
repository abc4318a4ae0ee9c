//! The next instruction of a wave on a machine whose waves wait for each.

use super::clock::{NEVER, bits};
use super::runs::Run;
use super::unit::{Attempt, ComputeUnit, Visit};
use super::{Machine, Slice, Stall, Track, Watch};
use crate::access::Touched;
use crate::cluster::Peers;
use crate::dispatch::{Delivery, Dispatch};
use crate::executor::{Context, Single, Turn};
use crate::fault::Fault;
use crate::observe::Observer;
use crate::workgroup::{Workgroup, fault_at};
use uop::Trap;
use uop::timing::{FunctionalUnit, Waits};

/// Instructions after which lanes that took another way have their turn.
const TURN: u64 = 256;

impl ComputeUnit {
    /// Issues the next instruction of a wave, unless it has to wait; says whether it did. What
    /// comes after it and concerns no other wave is carried out with it, each at its time.
    pub fn issue<O: Observer>(
        &mut self,
        now: u64,
        wave: usize,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<Attempt, Box<Fault>> {
        // Where waves compete for the right to issue, every instruction concerns the others.
        let free = machine.timing.issue as usize >= self.signals.len();
        let slot = wave / self.each;
        let Some(group) = self.slots[slot].group_mut() else {
            return Ok(Attempt::Waits);
        };
        let (clock, signals) = (&mut self.clocks[wave], &mut self.signals[wave]);
        if let Some(fault) = clock.fault.take() {
            return Err(fault);
        }
        // Until then no other wave of the unit does anything.
        self.queue.set(wave, NEVER);
        let horizon = self.queue.next().min(self.free);
        let Machine {
            dispatch,
            timing,
            insts,
            ports,
            cycles,
            timeline,
            runs,
            ..
        } = machine;
        let track = Track::Wave(wave as u32);
        let limit = dispatch.config.max_instructions;
        let (waves, mut cx) = context(group, dispatch, &mut self.touched);
        let mut single = Single::new(waves, wave % self.each, &cx);
        let mut time = now;
        let mut attempt = Attempt::Waits;
        let ready = loop {
            let state = single.wave();
            signals.deliver(time, state);
            let inst = insts.get(state.at() as usize).copied().unwrap_or(0);
            let cost = &timing.costs[inst as usize];
            if attempt == Attempt::Issued {
                let own = match cost.unit {
                    FunctionalUnit::Global
                    | FunctionalUnit::ScalarMemory
                    | FunctionalUnit::Barrier => false,
                    FunctionalUnit::Vector if free && cost.waits == Waits::Nothing => true,
                    _ => time < horizon,
                };
                if !own || visit.ahead == 0 {
                    break Ok(time);
                }
            }
            // Several that concern no other wave are carried out at once, and then have their times.
            if free
                && visit.ahead > 0
                && timeline.is_none()
                && watch.tallies.is_none()
                && let Some(&Run { end, step }) = runs.get(inst as usize)
                && end > inst + 1
                && !watch.observer.active()
                && cx.stats.instructions + u64::from(end - inst) <= limit
                // Lanes that parted have their turn in between.
                && state.issued / TURN == (state.issued + u64::from(end - inst)) / TURN
            {
                let costs = &timing.costs[inst as usize..end as usize];
                let take: u64 = costs.iter().map(|cost| u64::from(cost.latency)).sum();
                if signals.is_quiet_until(time + take) {
                    if let Err(fault) = single.run(&mut cx, step) {
                        if time == visit.now {
                            break Err(fault);
                        }
                        clock.fault = Some(fault);
                        break Ok(time);
                    }
                    for (inst, cost) in (inst..end).zip(costs) {
                        cycles.by_instruction[inst as usize].issued += 1;
                        cycles.stall(inst, Stall::Latency, u64::from(cost.latency) - 1);
                    }
                    let last = costs.last().map_or(1, |cost| u64::from(cost.latency));
                    clock.issued = time + take - last + 1;
                    visit.ahead = visit.ahead.saturating_sub(end - inst);
                    attempt = Attempt::Issued;
                    time += take;
                    continue;
                }
            }
            if let Some(obstacle) = signals.obstacle(time, cost, self.scalar_free) {
                let waited = obstacle.until - time;
                cycles.wait(inst, &obstacle, waited);
                if let Some(timeline) = timeline {
                    let slice = Slice::Wait(obstacle.cause, inst);
                    timeline.add(self.number, track, time, waited, slice);
                }
                break Ok(obstacle.until);
            }
            let before = watch.tallies.as_ref().map(|_| *cx.stats);
            let (active, conflicts) = (state.active(), cycles.bank_conflicts);
            let transactions = cx.stats.transactions;
            let turn = if cx.stats.instructions >= limit {
                let waits = Vec::new();
                Err(fault_at(cx.program, state, Trap::Limit { limit, waits }))
            } else if watch.observer.active() {
                single.step_watched(&mut cx, &mut *watch.observer)
            } else {
                single.step(&mut cx)
            };
            let turn = match turn {
                Ok(Turn::Stopped) => {
                    attempt = Attempt::Stopped;
                    break Ok(time);
                }
                Ok(turn) => turn,
                Err(fault) if time == visit.now => break Err(fault),
                Err(fault) => {
                    clock.fault = Some(fault);
                    break Ok(time);
                }
            };
            visit.ahead = visit.ahead.saturating_sub(1);
            attempt = Attempt::Issued;
            // Lanes that parted have turns here too, so that those that spin let others get on.
            let state = single.wave();
            if turn == Turn::Over && state.issued.is_multiple_of(TURN) {
                state.rotate_splits(TURN);
            }
            clock.issued = time + 1;
            cycles.by_instruction[inst as usize].issued += 1;
            if let (Some(tallies), Some(before)) = (watch.tallies.as_deref_mut(), before) {
                tallies.note(inst, cx.stats.since(&before));
            }
            let latency = u64::from(cost.latency);
            let touched = cx.touched.as_deref().expect("there since the start");
            let mut ready = time + latency;
            let mut cause = Stall::Latency;
            match cost.unit {
                FunctionalUnit::Scalar => self.scalar_free = ready,
                FunctionalUnit::Local => {
                    let service = self.banks.serve(time, touched.in_banks());
                    cycles.local_access(inst, service.conflicts, service.waited);
                    cause = Stall::Local;
                    ready += service.waited;
                }
                FunctionalUnit::Global => {
                    let amount = match timing.global.coalesced {
                        true => cx.stats.transactions - transactions,
                        false => touched.lanes as u64,
                    };
                    let admission = ports.admit(time, amount);
                    cycles.global_accesses += 1;
                    cycles.port_waits += admission.waited;
                    cycles.port_queue = cycles.port_queue.max(admission.queued);
                    if let Waits::All(channels) = cost.waits
                        && let Some(channel) = bits(channels).next()
                    {
                        signals.start(channel, inst, admission.done);
                        if let Some(timeline) = timeline {
                            let track = Track::Flight {
                                wave: wave as u32,
                                channel: channel as u8,
                            };
                            let cycles = admission.done - time;
                            timeline.add(self.number, track, time, cycles, Slice::Access(inst));
                        }
                    } else if timing.global.coalesced {
                        ready = ready.max(admission.done);
                        cycles.stall(inst, Stall::Latency, ready - time - latency);
                    }
                }
                FunctionalUnit::Vector
                | FunctionalUnit::Barrier
                | FunctionalUnit::ScalarMemory
                | FunctionalUnit::Nothing => {}
            }
            if let Some(timeline) = timeline {
                let conflicts = cycles.bank_conflicts - conflicts;
                timeline.count(time, conflicts, None);
                let cycles = match turn {
                    Turn::Barrier => 1,
                    _ => ready - time,
                };
                let slice = Slice::Instruction {
                    inst,
                    lanes: active as u8,
                    conflicts: conflicts.min(u16::MAX.into()) as u16,
                };
                timeline.add(self.number, track, time, cycles, slice);
            }
            if cost.unit == FunctionalUnit::Barrier || turn != Turn::Over {
                self.unsettled |= 1 << slot;
            }
            if turn != Turn::Over {
                break Ok(NEVER);
            }
            cycles.stall(inst, cause, latency - 1);
            time = ready;
        };
        self.queue.set(wave, *ready.as_ref().unwrap_or(&time));
        ready.map(|_| attempt)
    }
}

/// What waves of a workgroup run against, and those waves.
pub(super) fn context<'a>(
    group: &'a mut Workgroup,
    dispatch: &'a mut Dispatch,
    touched: &'a mut Touched,
) -> (&'a mut crate::waves::Waves, Context<'a>) {
    let cx = Context {
        program: &dispatch.program,
        code: &dispatch.code,
        kernels: dispatch.config.kernels,
        memory: &dispatch.memory,
        local: &mut group.local,
        barriers: &mut group.barriers,
        peers: Peers::default(),
        constant: &dispatch.launch.constant,
        flat: &dispatch.launch.flat,
        stats: &mut dispatch.stats,
        strict: dispatch.config.delivery == Delivery::Strict,
        clocked: true,
        holds_stores: false,
        touched: Some(touched),
        counts: None,
        guard: None,
        recorder: None,
    };
    (&mut group.waves, cx)
}
