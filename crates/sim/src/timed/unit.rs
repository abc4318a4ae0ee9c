//! One compute unit: the workgroups it has, and when their waves can go on.

use super::banks::Banks;
use super::clock::{NEVER, WaveClock, bits};
use super::lanes::Piped;
use super::pipeline::Board;
use super::{Machine, Slice, Stall, Track, WaveSpan};
use crate::Wave;
use crate::access::Touched;
use crate::cluster::Peers;
use crate::dispatch::{Delivery, Dispatch};
use crate::executor::{Context, Single, Turn};
use crate::fault::Fault;
use crate::wave::WaveState;
use crate::workgroup::{Workgroup, fault_at, waiting_inst};
use uop::timing::{Cost, Timing, Unit as Part, Waits};
use uop::{Program, Trap};

pub(super) struct Unit {
    number: u32,
    slots: Vec<Slot>,
    /// Those of the waves, slot by slot.
    clocks: Vec<WaveClock>,
    /// Waves of a workgroup.
    each: usize,
    scalar_free: u64,
    banks: Banks,
    touched: Touched,
    busy: Busy,
    /// How far its waves are in pipelines, on a machine that has some.
    piped: Option<Piped>,
}

/// Room for a workgroup on the unit.
struct Slot {
    resident: Option<Resident>,
    /// From when on the next one can have it; `NEVER` while it is taken, or where none is left.
    free: u64,
    /// One that has ended, for the next one to take its place.
    spare: Option<Box<Workgroup>>,
}

/// A workgroup on the unit.
struct Resident {
    group: Box<Workgroup>,
    number: u64,
    started: u64,
}

/// Since when the unit has had workgroups without a break, and when the last of them ended.
#[derive(Default)]
struct Busy {
    groups: u32,
    since: u64,
    until: u64,
}

/// One visit to a unit: the cycle it is for, and how many more instructions may be carried out
/// before their time.
struct Visit {
    now: u64,
    ahead: u32,
}

/// The most SIMDs that a unit has.
const MAX_SIMDS: usize = 8;

/// Instructions that a unit may be ahead of the others.
const AHEAD: u32 = 256;

impl Unit {
    /// A unit with room for so many workgroups of so many waves.
    pub fn new(number: u32, slots: usize, each: usize, timing: &Timing, blocks: usize) -> Unit {
        let banks = Banks::new(&timing.local);
        let touched = Touched::nothing(banks.interleave());
        let pipeline = timing.pipeline.as_ref();
        let piped = pipeline.map(|it| Piped::new(slots * each, timing.simds, blocks, it));
        let slot = || Slot {
            resident: None,
            free: 0,
            spare: None,
        };
        Unit {
            number,
            slots: (0..slots).map(|_| slot()).collect(),
            clocks: (0..slots * each)
                .map(|_| WaveClock::starting_at(NEVER))
                .collect(),
            each,
            scalar_free: 0,
            touched: match pipeline {
                Some(pipeline) => touched.with_lines(pipeline.memory.line),
                None => touched,
            },
            banks,
            busy: Busy::default(),
            piped,
        }
    }

    /// Workgroups that it can have at a time.
    pub fn room(&self) -> usize {
        self.slots.len()
    }

    /// Those that it has.
    pub fn groups(&self) -> impl Iterator<Item = &Workgroup> {
        let residents = self.slots.iter().filter_map(|slot| slot.resident.as_ref());
        residents.map(|resident| &*resident.group)
    }

    /// The next cycle in which there is something to do, `NEVER` if there is none.
    pub fn next(&self) -> u64 {
        let free = self.slots.iter().map(|slot| slot.free);
        let ready = self.clocks.iter().map(|clock| clock.ready);
        ready.chain(free).min().unwrap_or(NEVER)
    }

    /// Does what there is to do in cycle `now`, and then what concerns nothing but the unit, each at
    /// its time: that is the same whatever other units do in between. Says when to come again.
    pub fn visit(&mut self, now: u64, machine: &mut Machine<'_>) -> Result<u64, Box<Fault>> {
        for slot in 0..self.slots.len() {
            if self.slots[slot].free <= now {
                self.take_group(slot, now, machine);
            }
        }
        let mut visit = Visit { now, ahead: AHEAD };
        let mut cycle = now;
        loop {
            self.cycle(cycle, &mut visit, machine)?;
            for slot in 0..self.slots.len() {
                self.settle(slot, cycle, &visit, machine)?;
            }
            let next = self.next();
            if next == NEVER || visit.ahead == 0 || !self.keeps_to_itself(next, machine) {
                return Ok(next);
            }
            cycle = next;
        }
    }

    /// Whether what happens in a cycle concerns no other unit.
    fn keeps_to_itself(&self, cycle: u64, machine: &Machine<'_>) -> bool {
        let (program, timing) = (&machine.dispatch.program, machine.timing);
        let own = |(slot, clocks): (&Slot, &[WaveClock])| {
            let Some(resident) = &slot.resident else {
                // Workgroups come in the order in which units are free.
                return slot.free > cycle;
            };
            let waves = clocks.iter().zip(resident.group.waves());
            let mut ready = waves.filter(|(clock, _)| clock.ready <= cycle);
            ready.all(|(clock, wave)| {
                let (_, cost) = next_cost(program, timing, wave);
                let shared = matches!(cost.unit, Part::Global | Part::ScalarMemory);
                clock.fault.is_none() && !shared
            })
        };
        let mut slots = self.slots.iter().zip(self.clocks.chunks(self.each));
        slots.all(own)
    }

    fn cycle(
        &mut self,
        now: u64,
        visit: &mut Visit,
        machine: &mut Machine<'_>,
    ) -> Result<(), Box<Fault>> {
        let mut issues = [machine.timing.issue; MAX_SIMDS];
        // Waves to ask, as bits.
        let mut left = u64::MAX >> (64 - self.clocks.len());
        while let Some(wave) = self.longest_waiting(now, left) {
            left &= !(1 << wave);
            let issues = &mut issues[self.clocks[wave].simd % MAX_SIMDS];
            if *issues > 0 {
                *issues -= u32::from(self.issue(now, wave, visit, machine)?);
            } else {
                self.clocks[wave].ready = now + 1;
                if let Some(Resident { group, .. }) = &self.slots[wave / self.each].resident {
                    let wave = &group.waves()[wave % self.each];
                    let (inst, _) = next_cost(&machine.dispatch.program, machine.timing, wave);
                    machine.cycles.stall(inst, Stall::Issue, 1);
                }
            }
        }
        Ok(())
    }

    /// The wave among `left` that is ready and issued longest ago.
    fn longest_waiting(&self, now: u64, left: u64) -> Option<usize> {
        let ready = bits(left).filter(|&wave| self.clocks[wave].ready <= now);
        ready.min_by_key(|&wave| self.clocks[wave].issued)
    }

    /// The next workgroup, if there is one.
    pub fn take_group(&mut self, slot: usize, now: u64, machine: &mut Machine<'_>) {
        let first = slot * self.each;
        let slot = &mut self.slots[slot];
        slot.free = NEVER;
        let number = machine.dispatch.begun();
        let Some(mut group) = machine.dispatch.start_next(&mut slot.spare) else {
            return;
        };
        let Dispatch { program, code, .. } = &machine.dispatch;
        group.waves.wake(program, code);
        let dispatch = u64::from(machine.timing.dispatch);
        for wave in first..first + self.each {
            let mut start = now;
            let mut simd = 0;
            if let (Some(piped), Some(uses)) = (&mut self.piped, &machine.uses) {
                start = piped.place(wave, now, machine.timing.launch, uses);
                simd = emptiest(&self.clocks, machine.timing.simds as usize);
            }
            let mut clock = WaveClock::starting_at(start + dispatch);
            (clock.simd, clock.since) = (simd, start);
            self.clocks[wave] = clock;
        }
        slot.resident = Some(Resident {
            group,
            number,
            started: now,
        });
        self.busy.begin(now);
        machine.something_happened();
    }

    /// Issues the next instruction of a wave, unless it has to wait; says whether it did. What
    /// comes after it and concerns no other wave is carried out with it, each at its time.
    fn issue(
        &mut self,
        now: u64,
        wave: usize,
        visit: &mut Visit,
        machine: &mut Machine<'_>,
    ) -> Result<bool, Box<Fault>> {
        // Where waves compete for the right to issue, or for pipelines, every instruction concerns the
        // others.
        let free = self.piped.is_none() && machine.timing.issue as usize >= self.clocks.len();
        // Until then no other wave of the unit does anything.
        let others = self.clocks.iter().enumerate();
        let others = others.filter_map(|(i, clock)| (i != wave).then_some(clock.ready));
        let begin = self.slots.iter().map(|slot| slot.free);
        let horizon = others.chain(begin).min().unwrap_or(NEVER);
        let slot = &mut self.slots[wave / self.each];
        let Some(Resident { group, .. }) = &mut slot.resident else {
            return Ok(false);
        };
        let clock = &mut self.clocks[wave];
        if let Some(fault) = clock.fault.take() {
            return Err(fault);
        }
        let Machine {
            dispatch,
            timing,
            ports,
            cycles,
            timeline,
            uses,
            memory,
            tallies,
            ..
        } = machine;
        let mut lanes = match (&mut self.piped, uses, &timing.pipeline, memory) {
            (Some(piped), Some(uses), Some(pipeline), Some(memory)) => {
                let machine = (&*dispatch.program, &*uses, pipeline, memory);
                Some(piped.lanes(self.number, wave, clock.simd, machine))
            }
            _ => None,
        };
        let program = &*dispatch.program;
        let track = Track::Wave(wave as u32);
        let mut cx = Context {
            program,
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
            touched: Some(&mut self.touched),
            counts: None,
        };
        let limit = dispatch.config.max_instructions;
        let mut single = Single::new(&mut group.waves, wave % self.each, &cx);
        let mut time = now;
        loop {
            let state = single.wave();
            clock.ready = time;
            clock.deliver(time, state);
            let (inst, cost) = next_cost(program, timing, state);
            if time > now {
                let own = match cost.unit {
                    Part::Global | Part::ScalarMemory => false,
                    Part::Vector if free && cost.waits == Waits::Nothing => true,
                    _ => time < horizon,
                };
                if !own || visit.ahead == 0 {
                    return Ok(true);
                }
            }
            let obstacle = match &mut lanes {
                Some(lanes) => lanes.obstacle(time, inst, cost),
                None => clock.obstacle(time, cost, self.scalar_free),
            };
            if let Some(obstacle) = obstacle {
                let waited = obstacle.until - time;
                cycles.wait(inst, &obstacle, waited);
                if let Some(timeline) = timeline {
                    let slice = Slice::Wait(obstacle.cause, inst);
                    timeline.add(self.number, track, time, waited, slice);
                }
                clock.ready = obstacle.until;
                return Ok(time > now);
            }
            let before = tallies.as_ref().map(|_| *cx.stats);
            let (active, conflicts) = (state.active(), cycles.bank_conflicts);
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
            cycles.by_instruction[inst as usize].issued += 1;
            if let (Some(tallies), Some(before)) = (tallies.as_deref_mut(), before) {
                tallies.note(inst, cx.stats.since(&before));
            }
            let mut latency = u64::from(cost.latency);
            if let Some(lanes) = &mut lanes {
                let touched = cx.touched.as_deref_mut().expect("there since the start");
                lanes.issued(time, inst, cost, touched, &mut self.banks, cycles);
                touched.begin();
                let (after, _) = next_cost(program, timing, single.wave());
                if after != inst + 1 && cost.stage.taken > 0 {
                    latency = cost.stage.taken.into();
                }
            }
            clock.ready = time + latency;
            let mut cause = Stall::Latency;
            match cost.unit {
                _ if lanes.is_some() => {}
                Part::Scalar => self.scalar_free = time + latency,
                Part::Local => {
                    let touched = cx.touched.as_deref().expect("there since the start");
                    let service = self.banks.serve(time, touched);
                    cycles.local_access(inst, &service);
                    cause = Stall::Local;
                    clock.ready += service.waited;
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
                        clock.start(channel, inst, admission.done);
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
                Part::Vector | Part::Barrier | Part::ScalarMemory | Part::Nothing => {}
            }
            if let Some(timeline) = timeline {
                let conflicts = cycles.bank_conflicts - conflicts;
                let memory = lanes.as_ref().map(|lanes| lanes.memory_counts());
                timeline.count(time, conflicts, memory);
                let cycles = match turn {
                    Turn::Barrier => 1,
                    _ => clock.ready - time,
                };
                let slice = Slice::Instruction {
                    inst,
                    lanes: active as u8,
                    conflicts: conflicts.min(u16::MAX.into()) as u16,
                };
                timeline.add(self.number, track, time, cycles, slice);
            }
            if turn != Turn::Over {
                clock.ready = NEVER;
                return Ok(true);
            }
            cycles.stall(inst, cause, latency - 1);
            time = clock.ready;
        }
    }

    /// Where no wave of a workgroup goes on by itself: opens the barrier, or gives the slot free.
    fn settle(
        &mut self,
        slot: usize,
        cycle: u64,
        visit: &Visit,
        machine: &mut Machine<'_>,
    ) -> Result<(), Box<Fault>> {
        let first = slot * self.each;
        let slot = &mut self.slots[slot];
        let Some(resident) = &mut slot.resident else {
            return Ok(());
        };
        let clocks = &mut self.clocks[first..first + self.each];
        if clocks.iter().any(|clock| clock.ready != NEVER) {
            open_early(resident, clocks, cycle, machine);
            return Ok(());
        }
        // Since the last of them came to the barrier or ended.
        let issued = clocks.iter().map(|clock| clock.issued).max();
        let now = issued.unwrap_or(0).saturating_sub(1);
        let Dispatch { program, stats, .. } = &mut machine.dispatch;
        let group = &mut resident.group;
        let waiting = |wave: &Wave| wave.state() == WaveState::AtBarrier;
        if group.waves.iter().any(waiting) {
            let at_barrier: Vec<usize> = (0..clocks.len())
                .filter(|&i| waiting(&group.waves[i]))
                .collect();
            let inst = waiting_inst(program, &group.waves[at_barrier[0]]);
            let latency = u64::from(machine.timing.costs[inst as usize].latency);
            if !group.pass_barrier(program, stats, &mut ()) {
                match group.ended_or_deadlock(program) {
                    Err(fault) if now > visit.now => {
                        (clocks[0].ready, clocks[0].fault) = (now, Some(fault));
                        return Ok(());
                    }
                    progress => progress?,
                };
            }
            let ready = now + latency;
            for wave in at_barrier {
                let clock = &mut clocks[wave];
                clock.ready = ready;
                let waited = ready - clock.issued;
                machine.cycles.stall(inst, Stall::Barrier, waited);
                if let Some(timeline) = &mut machine.timeline {
                    let track = Track::Wave((first + wave) as u32);
                    let slice = Slice::Wait(Stall::Barrier, inst);
                    timeline.add(self.number, track, clock.issued, waited, slice);
                }
            }
            return Ok(());
        }
        // All waves have ended; there is room again when nothing of theirs is outstanding.
        let boards = self.piped.as_ref().map_or(&[][..], Piped::boards);
        let flights = boards.iter().skip(first).take(self.each);
        let last = clocks.iter().filter_map(WaveClock::last);
        let last = last.chain(flights.clone().filter_map(Board::last)).max();
        let end = last.unwrap_or(0).max(now + 1);
        if let Some(timeline) = &mut machine.timeline {
            for (wave, (clock, board)) in clocks.iter().zip(flights).enumerate() {
                timeline.end_wave(WaveSpan {
                    unit: self.number,
                    wave: (first + wave) as u32,
                    group: resident.number,
                    start: clock.since,
                    end: board.last().unwrap_or(0).max(clock.issued),
                });
            }
        }
        let cycles = &mut machine.cycles;
        cycles.cycles = cycles.cycles.max(end);
        if let Some((since, until)) = self.busy.end(end) {
            cycles.occupancy.add(since, until);
        }
        if let Some(timeline) = &mut machine.timeline {
            let (track, began) = (Track::Groups((first / self.each) as u32), resident.started);
            let slice = Slice::Group(resident.number);
            timeline.add(self.number, track, began, end - began, slice);
        }
        slot.spare = slot.resident.take().map(|resident| resident.group);
        let ended = slot.spare.as_ref().map_or(0, |group| group.workgroups());
        machine.dispatch.config.meter.turn(0, ended as u64);
        slot.free = end;
        machine.something_happened();
        Ok(())
    }
}

/// Waves whose barrier was opened by one that went on go on too.
fn open_early(
    resident: &mut Resident,
    clocks: &mut [WaveClock],
    cycle: u64,
    machine: &mut Machine<'_>,
) {
    let group = &mut resident.group;
    let waits = |(clock, wave): (&WaveClock, &Wave)| {
        clock.ready == NEVER && wave.state() == WaveState::AtBarrier
    };
    let waiting: Vec<usize> = match machine.timing.pipeline {
        Some(_) => (0..clocks.len())
            .filter(|&i| waits((&clocks[i], &group.waves[i])))
            .collect(),
        None => return,
    };
    if waiting.is_empty() {
        return;
    }
    let Dispatch { program, stats, .. } = &mut machine.dispatch;
    group.pass_barrier(program, stats, &mut ());
    for wave in waiting {
        if group.waves[wave].state() == WaveState::Running {
            let inst = waiting_inst(program, &group.waves[wave]);
            let latency = u64::from(machine.timing.costs[inst as usize].latency);
            let clock = &mut clocks[wave];
            clock.ready = cycle + latency;
            let waited = clock.ready - clock.issued;
            machine.cycles.stall(inst, Stall::Barrier, waited);
        }
    }
}

/// The SIMD with the fewest waves, the first of several.
fn emptiest(clocks: &[WaveClock], simds: usize) -> usize {
    let mut waves = [0; MAX_SIMDS];
    let there = clocks.iter().filter(|clock| clock.ready != NEVER);
    there.for_each(|clock| waves[clock.simd % MAX_SIMDS] += 1);
    let simds = simds.clamp(1, MAX_SIMDS);
    (0..simds).min_by_key(|&simd| waves[simd]).unwrap_or(0)
}

impl Busy {
    fn begin(&mut self, now: u64) {
        if self.groups == 0 {
            self.since = now.max(self.until);
        }
        self.groups += 1;
    }

    /// A workgroup ends then; the stretch that is over if it was the last.
    fn end(&mut self, cycle: u64) -> Option<(u64, u64)> {
        self.until = self.until.max(cycle);
        self.groups -= 1;
        (self.groups == 0).then_some((self.since, self.until))
    }
}

/// The next instruction of a wave, and what it costs.
fn next_cost<'t>(program: &Program, timing: &'t Timing, wave: &Wave) -> (u32, &'t Cost) {
    let step = program.steps.get(wave.at() as usize);
    let inst = step.map_or(0, |step| step.inst);
    (inst, &timing.costs[inst as usize])
}
