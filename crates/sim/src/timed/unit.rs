//! One compute unit: the workgroup it has, and when its waves can go on.

use super::{Machine, Slice, Stall, Track};
use crate::Wave;
use crate::access::Touched;
use crate::dispatch::Delivery;
use crate::fault::Fault;
use crate::interpret::{self, Context, Turn};
use crate::wave::WaveState;
use crate::workgroup::{Workgroup, fault_at, waiting_inst};
use uop::timing::{Cost, LocalTiming, Timing, Unit as Part, Waits};
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
    /// The wave that is asked first.
    turn: usize,
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
    /// When it came to the barrier it waits at.
    arrived: u64,
    /// When each channel's access completes.
    done: [u64; CHANNELS],
    /// Channels with an access that is not known to be complete.
    outstanding: u64,
    /// The earliest completion among them.
    next_done: u64,
}

const CHANNELS: usize = 64;
const NEVER: u64 = u64::MAX;

impl WaveClock {
    fn starting_at(ready: u64) -> WaveClock {
        WaveClock {
            ready,
            arrived: 0,
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
            turn: 0,
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
        let count = resident.waves.len();
        let mut slots = machine.timing.issue;
        let mut wave = self.turn;
        for _ in 0..count {
            wave = if wave + 1 >= count { 0 } else { wave + 1 };
            let resident = self.group.as_mut().expect("looked at above");
            if resident.waves[wave].ready > now {
                continue;
            }
            if slots == 0 {
                resident.waves[wave].ready = now + 1;
                machine.cycles.stall(Stall::Issue, 1);
                continue;
            }
            if self.issue(now, wave, machine)? {
                slots -= 1;
                self.turn = wave;
            }
        }
        self.after(now, machine)
    }

    /// The next workgroup, if there is one.
    fn take_group(&mut self, now: u64, machine: &mut Machine<'_>) -> Next {
        if machine.next_group == machine.dispatch.groups() {
            return Next::Never;
        }
        let number = machine.next_group;
        machine.next_group += 1;
        let group = machine.dispatch.start(number);
        machine.stats.count_group(&group);
        let ready = now + u64::from(machine.timing.dispatch);
        let waves = vec![WaveClock::starting_at(ready); group.waves().len()];
        // So that the first wave is asked first.
        self.turn = waves.len() - 1;
        self.scalar_free = now;
        self.group = Some(Resident {
            group,
            number,
            started: now,
            waves,
        });
        Next::At(ready)
    }

    /// Issues the next instruction of a wave, unless it has to wait.
    fn issue(
        &mut self,
        now: u64,
        wave: usize,
        machine: &mut Machine<'_>,
    ) -> Result<bool, Box<Fault>> {
        let Some(resident) = &mut self.group else {
            return Ok(false);
        };
        let (clock, state) = (&mut resident.waves[wave], &mut resident.group.waves[wave]);
        clock.deliver(now, state);
        let program = machine.dispatch.program;
        let inst = program
            .steps
            .get(state.at as usize)
            .map_or(0, |step| step.inst);
        let cost = machine.timing.costs[inst as usize];
        let track = Track::Wave(wave as u32);

        if let Some((until, cause)) = obstacle(now, clock, &cost, self.scalar_free) {
            machine.cycles.stall(cause, until - now);
            if let Some(timeline) = &mut machine.timeline {
                timeline.add(self.number, track, now, until - now, Slice::Wait(cause));
            }
            clock.ready = until;
            return Ok(false);
        }
        let limit = machine.dispatch.config.max_instructions;
        if machine.stats.instructions >= limit {
            return Err(fault_at(program, state, Trap::Limit { limit }));
        }

        let needs_addresses = matches!(cost.unit, Part::Local | Part::Global);
        let mut cx = Context {
            program,
            code: &machine.dispatch.code,
            kernels: machine.dispatch.config.kernels,
            memory: machine.dispatch.memory,
            local: &mut resident.group.local,
            constant: machine.dispatch.launch.constant,
            flat: &machine.dispatch.launch.flat,
            stats: &mut machine.stats,
            strict: machine.dispatch.config.delivery == Delivery::Strict,
            clocked: true,
            touched: needs_addresses.then_some(&mut self.touched),
            scratch: &mut resident.group.scratch,
        };
        let turn = interpret::step(state, &mut cx)?;
        let latency = u64::from(cost.latency);
        clock.ready = now + latency;
        let mut cause = Stall::Latency;
        match cost.unit {
            Part::Scalar => self.scalar_free = now + latency,
            Part::Local => {
                let visit = self.banks.serve(now, &self.touched);
                machine.cycles.local_accesses += 1;
                machine.cycles.bank_conflicts += visit.conflicts;
                machine.cycles.stall(Stall::BankConflict, visit.waited);
                cause = Stall::Local;
                clock.ready += visit.waited;
            }
            Part::Global => {
                let admission = machine.ports.admit(now, self.touched.lanes as u64);
                machine.cycles.global_accesses += 1;
                machine.cycles.port_waits += admission.waited;
                machine.cycles.port_queue = machine.cycles.port_queue.max(admission.ahead);
                if let Waits::All(channels) = cost.waits
                    && let Some(channel) = bits(channels).next()
                {
                    clock.start(channel, admission.done);
                    if let Some(timeline) = &mut machine.timeline {
                        let track = Track::Flight {
                            wave: wave as u32,
                            channel: channel as u8,
                        };
                        let cycles = admission.done - now;
                        timeline.add(self.number, track, now, cycles, Slice::Access(inst));
                    }
                }
            }
            Part::Vector | Part::Barrier => {}
        }
        if let Some(timeline) = &mut machine.timeline {
            let cycles = if turn == Turn::Barrier {
                1
            } else {
                clock.ready - now
            };
            timeline.add(self.number, track, now, cycles, Slice::Instruction(inst));
        }
        match turn {
            Turn::Over | Turn::Stopped => machine.cycles.stall(cause, latency - 1),
            Turn::Barrier => {
                clock.ready = NEVER;
                clock.arrived = now;
            }
            Turn::Ended => clock.ready = NEVER,
        }
        Ok(true)
    }

    /// Opens the barrier or gives the unit free if it is time; says when to come again.
    fn after(&mut self, now: u64, machine: &mut Machine<'_>) -> Result<Next, Box<Fault>> {
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
                let waited = ready - clock.arrived - 1;
                machine.cycles.stall(Stall::Barrier, waited);
                if let Some(timeline) = &mut machine.timeline {
                    let (track, from) = (Track::Wave(wave as u32), clock.arrived + 1);
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

/// The banks of local memory: each serves one access in a cycle.
struct Banks {
    timing: LocalTiming,
    free: Vec<u64>,
    /// Accesses to each bank in the instruction at hand.
    count: Vec<u32>,
}

/// What became of an access to local memory.
struct Service {
    /// Cycles beyond those of an access that meets no other.
    waited: u64,
    /// Lanes that met another one in their bank.
    conflicts: u64,
}

impl Banks {
    fn new(timing: &LocalTiming) -> Banks {
        let banks = timing.banks.max(1) as usize;
        Banks {
            timing: *timing,
            free: vec![0; banks],
            count: vec![0; banks],
        }
    }

    fn serve(&mut self, now: u64, touched: &Touched) -> Service {
        let banks = self.count.len() as u32;
        let addresses = touched.addresses();
        let shares = self.timing.broadcast && !touched.store;
        let words = |address: u32| address / self.timing.bank_bytes.max(1);
        for (i, &address) in addresses.iter().enumerate() {
            let word = words(address);
            let seen = || addresses[..i].iter().any(|&other| words(other) == word);
            if !(shares && seen()) {
                self.count[(word % banks) as usize] += 1;
            }
        }
        let conflict = u64::from(self.timing.conflict);
        let mut service = Service {
            waited: 0,
            conflicts: 0,
        };
        for (free, count) in self.free.iter_mut().zip(&mut self.count) {
            let lanes = u64::from(std::mem::take(count));
            if lanes > 0 {
                let start = now.max(*free);
                let waited = start - now + (lanes - 1) * conflict;
                *free = start + 1 + (lanes - 1) * conflict;
                service.waited = service.waited.max(waited);
                service.conflicts += lanes - 1;
            }
        }
        service
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(banks: &mut Banks, now: u64, addresses: impl Iterator<Item = u32>) -> (u64, u64) {
        let service = banks.serve(now, &Touched::at(addresses));
        (service.waited, service.conflicts)
    }

    #[test]
    fn lanes_in_one_bank_wait_for_each_other() {
        let timing = LocalTiming {
            banks: 32,
            bank_bytes: 4,
            conflict: 1,
            broadcast: false,
        };
        let fresh = || Banks::new(&timing);
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 4 * i)), (0, 0));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 8 * i)), (1, 16));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 128 * i)), (31, 31));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|_| 64)), (31, 31));
        // The other wave's access finds its banks busy for as long as this one takes.
        let mut banks = fresh();
        assert_eq!(serve(&mut banks, 5, (0..32).map(|i| 8 * i)), (1, 16));
        assert_eq!(serve(&mut banks, 5, (0..32).map(|i| 4 * i)), (2, 0));
        assert_eq!(serve(&mut banks, 100, (0..32).map(|i| 4 * i)), (0, 0));
    }

    #[test]
    fn a_broadcast_is_one_access() {
        let timing = LocalTiming {
            banks: 32,
            bank_bytes: 4,
            conflict: 1,
            broadcast: true,
        };
        assert_eq!(
            serve(&mut Banks::new(&timing), 0, (0..32).map(|i| i / 8 * 32)),
            (0, 0)
        );
    }
}
