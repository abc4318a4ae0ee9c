//! One compute unit: the workgroup it has, and when its waves can go on.

use super::banks::Banks;
use super::{Machine, Slice, Stall, Track};
use crate::Wave;
use crate::access::Touched;
use crate::cluster::Peers;
use crate::dispatch::Delivery;
use crate::executor::{Context, Single, Turn};
use crate::fault::Fault;
use crate::wave::WaveState;
use crate::workgroup::{Workgroup, fault_at, waiting_inst};
use uop::timing::{Cost, Timing, Unit as Part, Waits};
use uop::{Channel, Program, Trap};

/// When a unit has something to do again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    At(u64),
    Never,
}

pub(super) struct Unit {
    number: u32,
    group: Option<Resident>,
    /// One that has ended, for the next one to take its place.
    spare: Option<Box<Workgroup>>,
    scalar_free: u64,
    banks: Banks,
    touched: Touched,
}

/// One visit to a unit: the cycle it is for, and how many more instructions may be carried out
/// before their time.
struct Visit {
    now: u64,
    ahead: u32,
}

/// A workgroup on the unit.
struct Resident {
    group: Box<Workgroup>,
    number: u64,
    started: u64,
    waves: Vec<WaveClock>,
}

/// What the clock knows of a wave.
#[derive(Debug)]
struct WaveClock {
    /// The cycle of its next attempt to issue; `NEVER` while it waits for others or has ended.
    ready: u64,
    /// The cycle after it issued its last instruction, 0 before the first. Who waited longest is
    /// asked first.
    issued: u64,
    /// When each channel's access completes.
    done: [u64; CHANNELS],
    /// Channels with an access that is not known to be complete.
    outstanding: u64,
    /// The earliest completion among them.
    next_done: u64,
    /// What happens when it is ready, if it was found out before its time.
    fault: Option<Box<Fault>>,
}

const CHANNELS: usize = 64;
const NEVER: u64 = u64::MAX;
/// Instructions that a unit may be ahead of the others.
const AHEAD: u32 = 256;

impl WaveClock {
    fn starting_at(ready: u64) -> WaveClock {
        WaveClock {
            ready,
            issued: 0,
            done: [0; CHANNELS],
            outstanding: 0,
            next_done: NEVER,
            fault: None,
        }
    }

    /// The last completion among `channels`, if anything is outstanding there.
    fn last_of(&self, channels: u64) -> Option<u64> {
        bits(channels & self.outstanding)
            .map(|channel| self.done[channel])
            .max()
    }

    fn start(&mut self, channel: usize, done: u64) {
        self.done[channel] = done;
        self.outstanding |= 1 << channel;
        self.next_done = self.next_done.min(done);
    }

    /// Delivers what has arrived by now.
    fn deliver(&mut self, now: u64, wave: &mut Wave) {
        if now < self.next_done {
            return;
        }
        for channel in bits(self.outstanding) {
            if self.done[channel] <= now {
                self.outstanding &= !(1 << channel);
                wave.deliver_oldest(Channel(channel as u8));
            }
        }
        let left = bits(self.outstanding).map(|channel| self.done[channel]);
        self.next_done = left.min().unwrap_or(NEVER);
    }
}

/// The places of the bits that are set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

impl Unit {
    pub fn new(number: u32, timing: &Timing) -> Unit {
        let banks = Banks::new(&timing.local);
        Unit {
            number,
            group: None,
            spare: None,
            scalar_free: 0,
            touched: Touched::nothing(banks.interleave()),
            banks,
        }
    }

    /// Does what there is to do in cycle `now`, and then what concerns nobody but the unit, each at
    /// its time: that is the same whatever other units do in between.
    pub fn visit(&mut self, now: u64, machine: &mut Machine<'_>) -> Result<Next, Box<Fault>> {
        if self.group.is_none() {
            return Ok(self.take_group(now, machine));
        }
        let mut visit = Visit { now, ahead: AHEAD };
        let mut cycle = now;
        loop {
            self.cycle(cycle, &mut visit, machine)?;
            let next = self.after(&visit, machine)?;
            match next {
                Next::At(next) if visit.ahead > 0 && self.keeps_to_itself(next, machine) => {
                    cycle = next;
                }
                _ => return Ok(next),
            }
        }
    }

    /// Whether what the waves do in a cycle concerns no other unit.
    fn keeps_to_itself(&self, cycle: u64, machine: &Machine<'_>) -> bool {
        let Some(resident) = &self.group else {
            return false;
        };
        let waves = resident.waves.iter().zip(resident.group.waves());
        let mut ready = waves.filter(|(clock, _)| clock.ready <= cycle);
        ready.all(|(clock, wave)| {
            let (_, cost) = next_cost(&machine.dispatch.program, machine.timing, wave);
            clock.fault.is_none() && cost.unit != Part::Global
        })
    }

    fn cycle(
        &mut self,
        now: u64,
        visit: &mut Visit,
        machine: &mut Machine<'_>,
    ) -> Result<(), Box<Fault>> {
        let Some(resident) = &self.group else {
            return Ok(());
        };
        let mut slots = machine.timing.issue;
        // Waves to ask, as bits.
        let mut left = u64::MAX >> (64 - resident.waves.len());
        while let Some(wave) = self.longest_waiting(now, left) {
            left &= !(1 << wave);
            if slots > 0 {
                slots -= u32::from(self.issue(now, wave, visit, machine)?);
            } else if let Some(resident) = &mut self.group {
                resident.waves[wave].ready = now + 1;
                machine.cycles.stall(Stall::Issue, 1);
            }
        }
        Ok(())
    }

    /// The wave among `left` that is ready and issued longest ago.
    fn longest_waiting(&self, now: u64, left: u64) -> Option<usize> {
        let waves = &self.group.as_ref()?.waves;
        let ready = bits(left).filter(|&wave| waves[wave].ready <= now);
        ready.min_by_key(|&wave| waves[wave].issued)
    }

    /// The next workgroup, if there is one.
    fn take_group(&mut self, now: u64, machine: &mut Machine<'_>) -> Next {
        if machine.next_group == machine.dispatch.groups() {
            return Next::Never;
        }
        let number = machine.next_group;
        machine.next_group += 1;
        let dispatch = machine.dispatch;
        let mut group = dispatch.start(number, self.spare.take());
        group.waves.wake(&dispatch.program, &dispatch.code);
        crate::stats::count_group(&mut machine.stats, &group);
        let ready = now + u64::from(machine.timing.dispatch);
        let waves = group.waves().iter();
        let waves = waves.map(|_| WaveClock::starting_at(ready)).collect();
        self.scalar_free = now;
        self.group = Some(Resident {
            group,
            number,
            started: now,
            waves,
        });
        Next::At(ready)
    }

    /// Issues the next instruction of a wave, unless it has to wait; says whether it did. What
    /// comes after it and concerns nobody else is carried out with it, each at its time.
    fn issue(
        &mut self,
        now: u64,
        wave: usize,
        visit: &mut Visit,
        machine: &mut Machine<'_>,
    ) -> Result<bool, Box<Fault>> {
        let Some(resident) = &mut self.group else {
            return Ok(false);
        };
        // Where waves compete for the right to issue, every instruction concerns the others.
        let free = machine.timing.issue as usize >= resident.waves.len();
        // Until then no other wave of the unit does anything.
        let others = resident.waves.iter().enumerate();
        let others = others.filter_map(|(i, clock)| (i != wave).then_some(clock.ready));
        let horizon = others.min().unwrap_or(NEVER);
        let clock = &mut resident.waves[wave];
        if let Some(fault) = clock.fault.take() {
            return Err(fault);
        }
        let Machine {
            dispatch,
            timing,
            ports,
            stats,
            cycles,
            timeline,
            ..
        } = machine;
        let program = &*dispatch.program;
        let track = Track::Wave(wave as u32);
        let mut cx = Context {
            program,
            code: &dispatch.code,
            kernels: dispatch.config.kernels,
            memory: &dispatch.memory,
            local: &mut resident.group.local,
            barriers: &mut resident.group.barriers,
            peers: Peers::default(),
            constant: &dispatch.launch.constant,
            flat: &dispatch.launch.flat,
            stats,
            strict: dispatch.config.delivery == Delivery::Strict,
            clocked: true,
            touched: Some(&mut self.touched),
        };
        let limit = dispatch.config.max_instructions;
        let mut single = Single::new(&mut resident.group.waves, wave, &cx);
        let mut time = now;
        loop {
            let state = single.wave();
            clock.ready = time;
            clock.deliver(time, state);
            let (inst, cost) = next_cost(program, timing, state);
            if time > now {
                let own = match cost.unit {
                    Part::Global => false,
                    Part::Vector if free && cost.waits == Waits::Nothing => true,
                    _ => time < horizon,
                };
                if !own || visit.ahead == 0 {
                    return Ok(true);
                }
            }
            if let Some((until, cause)) = obstacle(time, clock, cost, self.scalar_free) {
                cycles.stall(cause, until - time);
                if let Some(timeline) = timeline {
                    timeline.add(self.number, track, time, until - time, Slice::Wait(cause));
                }
                clock.ready = until;
                return Ok(time > now);
            }
            let turn = if cx.stats.instructions >= limit {
                Err(fault_at(
                    program,
                    state,
                    Trap::Limit {
                        limit,
                        waits: Vec::new(),
                    },
                ))
            } else {
                single.step(&mut cx)
            };
            let turn = match turn {
                Ok(turn) => turn,
                Err(fault) if time == visit.now => return Err(fault),
                Err(fault) => {
                    clock.fault = Some(fault);
                    return Ok(time > now);
                }
            };
            visit.ahead = visit.ahead.saturating_sub(1);
            clock.issued = time + 1;
            let latency = u64::from(cost.latency);
            clock.ready = time + latency;
            let mut cause = Stall::Latency;
            match cost.unit {
                Part::Scalar => self.scalar_free = time + latency,
                Part::Local => {
                    let touched = cx.touched.as_deref().expect("there since the start");
                    let visit = self.banks.serve(time, touched);
                    cycles.local_accesses += 1;
                    cycles.bank_conflicts += visit.conflicts;
                    cycles.stall(Stall::BankConflict, visit.waited);
                    cause = Stall::Local;
                    clock.ready += visit.waited;
                }
                Part::Global => {
                    let touched = cx.touched.as_deref().expect("there since the start");
                    let admission = ports.admit(time, touched.lanes as u64);
                    cycles.global_accesses += 1;
                    cycles.port_waits += admission.waited;
                    cycles.port_queue = cycles.port_queue.max(admission.queued);
                    if let Waits::All(channels) = cost.waits
                        && let Some(channel) = bits(channels).next()
                    {
                        clock.start(channel, admission.done);
                        if let Some(timeline) = timeline {
                            let track = Track::Flight {
                                wave: wave as u32,
                                channel: channel as u8,
                            };
                            let cycles = admission.done - time;
                            timeline.add(self.number, track, time, cycles, Slice::Access(inst));
                        }
                    }
                }
                Part::Vector | Part::Barrier => {}
            }
            if let Some(timeline) = timeline {
                let cycles = match turn {
                    Turn::Barrier => 1,
                    _ => clock.ready - time,
                };
                timeline.add(self.number, track, time, cycles, Slice::Instruction(inst));
            }
            if turn != Turn::Over {
                clock.ready = NEVER;
                return Ok(true);
            }
            cycles.stall(cause, latency - 1);
            time = clock.ready;
        }
    }

    /// Opens the barrier or gives the unit free if it is time; says when to come again.
    fn after(&mut self, visit: &Visit, machine: &mut Machine<'_>) -> Result<Next, Box<Fault>> {
        let Some(resident) = &mut self.group else {
            return Ok(Next::Never);
        };
        let next = resident
            .waves
            .iter()
            .map(|clock| clock.ready)
            .min()
            .unwrap_or(NEVER);
        if next != NEVER {
            return Ok(Next::At(next));
        }
        // Nobody goes on by itself, since the last of them came to the barrier or ended.
        let issued = resident.waves.iter().map(|clock| clock.issued).max();
        let now = issued.unwrap_or(0).saturating_sub(1);
        let program = &*machine.dispatch.program;
        let waiting = |wave: &Wave| wave.state() == WaveState::AtBarrier;
        if resident.group.waves.iter().any(waiting) {
            let at_barrier: Vec<usize> = (0..resident.waves.len())
                .filter(|&i| waiting(&resident.group.waves[i]))
                .collect();
            let inst = waiting_inst(program, &resident.group.waves[at_barrier[0]]);
            let latency = u64::from(machine.timing.costs[inst as usize].latency);
            if !resident
                .group
                .pass_barrier(program, &mut machine.stats, &mut ())
            {
                match resident.group.ended_or_deadlock(program) {
                    Err(fault) if now > visit.now => {
                        let first = &mut resident.waves[0];
                        (first.ready, first.fault) = (now, Some(fault));
                        return Ok(Next::At(now));
                    }
                    progress => progress?,
                };
            }
            let ready = now + latency;
            for wave in at_barrier {
                let clock = &mut resident.waves[wave];
                clock.ready = ready;
                let waited = ready - clock.issued;
                machine.cycles.stall(Stall::Barrier, waited);
                if let Some(timeline) = &mut machine.timeline {
                    let (track, from) = (Track::Wave(wave as u32), clock.issued);
                    timeline.add(
                        self.number,
                        track,
                        from,
                        waited,
                        Slice::Wait(Stall::Barrier),
                    );
                }
            }
            return Ok(Next::At(ready));
        }
        // All waves have ended; the unit is free when nothing of theirs is outstanding.
        let last = resident
            .waves
            .iter()
            .filter_map(|clock| clock.last_of(u64::MAX))
            .max();
        let end = last.unwrap_or(0).max(now + 1);
        machine.cycles.cycles = machine.cycles.cycles.max(end);
        machine.cycles.occupancy.add(resident.started, end);
        if let Some(timeline) = &mut machine.timeline {
            let slice = Slice::Group(resident.number);
            let cycles = end - resident.started;
            timeline.add(self.number, Track::Groups, resident.started, cycles, slice);
        }
        self.spare = self.group.take().map(|resident| resident.group);
        Ok(Next::At(end))
    }
}

/// The next instruction of a wave, and what it costs.
fn next_cost<'t>(program: &Program, timing: &'t Timing, wave: &Wave) -> (u32, &'t Cost) {
    let step = program.steps.get(wave.at() as usize);
    let inst = step.map_or(0, |step| step.inst);
    (inst, &timing.costs[inst as usize])
}

/// What keeps a wave from issuing an instruction now, and until when.
fn obstacle(now: u64, clock: &WaveClock, cost: &Cost, scalar_free: u64) -> Option<(u64, Stall)> {
    let waits = match cost.waits {
        Waits::Nothing => None,
        Waits::All(channels) => clock.last_of(channels),
        // One that is not outstanding is done already.
        Waits::Any(channels) if channels & !clock.outstanding != 0 => None,
        Waits::Any(channels) => bits(channels).map(|channel| clock.done[channel]).min(),
    };
    if let Some(until) = waits.filter(|&until| until > now) {
        return Some((until, Stall::Signal));
    }
    (cost.unit == Part::Scalar && scalar_free > now).then_some((scalar_free, Stall::ScalarUnit))
}
