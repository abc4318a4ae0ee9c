//! One compute unit: the workgroup it has, and when its waves can go on.

use super::banks::Banks;
use super::{Machine, Slice, Stall, Track};
use crate::Wave;
use crate::access::Touched;
use crate::cluster::Peers;
use crate::dispatch::Delivery;
use crate::fault::Fault;
use crate::interpret::{self, Context, Turn};
use crate::wave::WaveState;
use crate::workgroup::{Workgroup, fault_at, waiting_inst};
use uop::timing::{Cost, Timing, Unit as Part, Waits};
use uop::{Channel, Trap};

/// When a unit has something to do again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    At(u64),
    Never,
}

pub(super) struct Unit {
    number: u32,
    group: Option<Resident>,
    scalar_free: u64,
    banks: Banks,
    touched: Touched,
}

/// A workgroup on the unit.
struct Resident {
    group: Workgroup,
    number: u64,
    started: u64,
    waves: Vec<WaveClock>,
}

/// What the clock knows of a wave.
#[derive(Clone, Debug)]
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
}

const CHANNELS: usize = 64;
const NEVER: u64 = u64::MAX;
/// Instructions that a wave may be ahead of the others.
const AHEAD: u32 = 64;

impl WaveClock {
    fn starting_at(ready: u64) -> WaveClock {
        WaveClock {
            ready,
            issued: 0,
            done: [0; CHANNELS],
            outstanding: 0,
            next_done: NEVER,
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

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
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
        Unit {
            number,
            group: None,
            scalar_free: 0,
            banks: Banks::new(&timing.local),
            touched: Touched::NOTHING,
        }
    }

    /// Does what there is to do in cycle `now`.
    pub fn visit(&mut self, now: u64, machine: &mut Machine<'_>) -> Result<Next, Box<Fault>> {
        let Some(resident) = &mut self.group else {
            return Ok(self.take_group(now, machine));
        };
        let mut slots = machine.timing.issue;
        // Waves to ask, as bits.
        let mut left = u64::MAX >> (64 - resident.waves.len());
        while let Some(wave) = self.longest_waiting(now, left) {
            left &= !(1 << wave);
            if slots > 0 {
                slots -= u32::from(self.issue(now, wave, machine)?);
            } else if let Some(resident) = &mut self.group {
                resident.waves[wave].ready = now + 1;
                machine.cycles.stall(Stall::Issue, 1);
            }
        }
        self.after(machine)
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
        let group = machine.dispatch.start(number, None);
        machine.stats.count_group(&group);
        let ready = now + u64::from(machine.timing.dispatch);
        let waves = vec![WaveClock::starting_at(ready); group.waves().len()];
        self.scalar_free = now;
        self.group = Some(Resident {
            group,
            number,
            started: now,
            waves,
        });
        Next::At(ready)
    }

    /// Issues the next instruction of a wave, unless it has to wait. Instructions after it that
    /// concern nobody but the wave are carried out with it, each at its time: what a wave does with
    /// its own registers is the same whoever else does what in between.
    fn issue(
        &mut self,
        now: u64,
        wave: usize,
        machine: &mut Machine<'_>,
    ) -> Result<bool, Box<Fault>> {
        let Some(resident) = &mut self.group else {
            return Ok(false);
        };
        // Where waves compete for the right to issue, every instruction concerns the others.
        let alone = machine.timing.issue as usize >= resident.waves.len();
        let mut ahead = if alone { AHEAD } else { 0 };
        let (clock, state) = (&mut resident.waves[wave], &mut resident.group.waves[wave]);
        let Machine {
            dispatch,
            timing,
            ports,
            stats,
            cycles,
            timeline,
            ..
        } = machine;
        let program = dispatch.program;
        let track = Track::Wave(wave as u32);
        let mut cx = Context {
            program,
            code: &dispatch.code,
            kernels: dispatch.config.kernels,
            memory: dispatch.memory,
            local: &mut resident.group.local,
            peers: Peers::default(),
            constant: dispatch.launch.constant,
            flat: &dispatch.launch.flat,
            stats,
            strict: dispatch.config.delivery == Delivery::Strict,
            clocked: true,
            touched: Some(&mut self.touched),
            scratch: &mut resident.group.scratch,
        };
        let limit = dispatch.config.max_instructions;
        let mut time = now;
        let (turn, cost, inst) = loop {
            clock.deliver(time, state);
            let step = program.steps.get(state.at as usize);
            let inst = step.map_or(0, |step| step.inst);
            let cost = &timing.costs[inst as usize];
            let own = cost.unit == Part::Vector && cost.waits == Waits::Nothing;
            if time > now && !own {
                clock.ready = time;
                return Ok(true);
            }
            if let Some((until, cause)) = obstacle(time, clock, cost, self.scalar_free) {
                cycles.stall(cause, until - now);
                if let Some(timeline) = timeline {
                    timeline.add(self.number, track, now, until - now, Slice::Wait(cause));
                }
                clock.ready = until;
                return Ok(false);
            }
            if cx.stats.instructions >= limit {
                return Err(fault_at(program, state, Trap::Limit { limit }));
            }
            let turn = interpret::step(state, &mut cx)?;
            clock.issued = time + 1;
            if !own || turn != Turn::Over || ahead == 0 {
                break (turn, cost, inst);
            }
            let latency = u64::from(cost.latency);
            cycles.stall(Stall::Latency, latency - 1);
            if let Some(timeline) = timeline {
                timeline.add(self.number, track, time, latency, Slice::Instruction(inst));
            }
            time += latency;
            ahead -= 1;
        };

        let latency = u64::from(cost.latency);
        clock.ready = time + latency;
        let mut cause = Stall::Latency;
        match cost.unit {
            Part::Scalar => self.scalar_free = time + latency,
            Part::Local => {
                let visit = self.banks.serve(time, &self.touched);
                cycles.local_accesses += 1;
                cycles.bank_conflicts += visit.conflicts;
                cycles.stall(Stall::BankConflict, visit.waited);
                cause = Stall::Local;
                clock.ready += visit.waited;
            }
            Part::Global => {
                let admission = ports.admit(time, self.touched.lanes as u64);
                cycles.global_accesses += 1;
                cycles.port_waits += admission.waited;
                cycles.port_queue = cycles.port_queue.max(admission.ahead);
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
        match turn {
            Turn::Over | Turn::Stopped => cycles.stall(cause, latency - 1),
            Turn::Barrier | Turn::Ended => clock.ready = NEVER,
        }
        Ok(true)
    }

    /// Opens the barrier or gives the unit free if it is time; says when to come again.
    fn after(&mut self, machine: &mut Machine<'_>) -> Result<Next, Box<Fault>> {
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
        let program = machine.dispatch.program;
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
                resident.group.ended_or_deadlock(program)?;
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
        self.group = None;
        Ok(Next::At(end))
    }
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
