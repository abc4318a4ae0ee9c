//! One compute unit: the workgroups it has, and when their waves can go on.

use super::banks::Banks;
use super::clock::{NEVER, Signals, WaveClock, bits};
use super::piped::Piped;
use super::pipes::oldest;
use super::queue::{MOST, Queue};
use super::record::Records;
use super::{Machine, Stall, Watch};
use crate::access::Touched;
use crate::dispatch::Dispatch;
use crate::fault::Fault;
use crate::look::id_of;
use crate::observe::Observer;
use crate::stats::Stats;
use crate::trace::WaveTrace;
use crate::workgroup::Workgroup;
use op::Level;
use uop::WaveId;
use uop::timing::{FunctionalUnit, Timing};

#[derive(Clone)]
pub(super) struct ComputeUnit {
    pub number: u32,
    pub slots: Vec<Slot>,
    /// From when on a slot can have another workgroup, `NEVER` if none can.
    pub free: u64,
    /// Those of the waves, slot by slot.
    pub clocks: Box<[WaveClock; MOST]>,
    /// The same, of as many as there is room for; none on a machine with pipelines.
    pub signals: Vec<Signals>,
    /// When its waves try to issue; not used on a machine with pipelines, where SIMDs know it.
    pub queue: Queue,
    /// Waves of a workgroup.
    pub each: usize,
    /// Slots where a wave came to a barrier or ended, as bits.
    pub unsettled: u64,
    /// Slots whose waves have ended, as bits, where memory has not told when all accesses are done.
    pub leaving: u64,
    /// What memory has told.
    pub answers: Vec<Answer>,
    /// On a machine with pipelines, as bits: waves that go on by themselves, and those that wait at a
    /// barrier.
    pub alive: u64,
    pub blocked: u64,
    pub scalar_free: u64,
    pub banks: Banks,
    pub touched: Touched,
    pub busy: Busy,
    /// How far its waves are in pipelines, on a machine that has some.
    pub piped: Option<Piped>,
    pub round: Round,
}

/// What is left to do of a cycle in which an observer stopped the run.
#[derive(Clone, Copy, Default)]
pub(super) struct Round {
    /// Waves to ask, as bits.
    pub left: u64,
    /// Instructions that the unit can still issue.
    issues: u32,
    /// The wave that the observer was told of.
    pub before: Option<usize>,
}

/// The first access of a wave that memory has not told of yet is done then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub wave: u8,
    pub done: u64,
}

/// Room for a workgroup on the unit.
#[derive(Clone)]
pub(super) struct Slot {
    pub resident: Option<Resident>,
    /// From when on the next one can have it; `NEVER` while it is taken, or where none is left.
    pub free: u64,
    /// One that has ended, for the next one to take its place.
    pub spare: Option<Box<Workgroup>>,
    /// By wave: what it does, where workgroups are carried out before their time.
    pub traces: Vec<WaveTrace>,
}

impl Slot {
    /// The workgroup that is there, unless it has been carried out to its end.
    pub fn group(&self) -> Option<&Workgroup> {
        self.resident.as_ref()?.group.as_deref()
    }

    /// The same, to go on with it.
    pub fn group_mut(&mut self) -> Option<&mut Workgroup> {
        self.resident.as_mut()?.group.as_deref_mut()
    }
}

/// A workgroup on the unit.
#[derive(Clone)]
pub(super) struct Resident {
    /// Nothing if it has been carried out to its end before its time, or has not begun.
    pub group: Option<Box<Workgroup>>,
    /// Before their time, workgroups are made when they are carried out.
    pub begun: bool,
    pub number: u64,
    pub started: u64,
}

impl Resident {
    /// It has not been carried out to its end.
    pub fn goes_on(&self) -> bool {
        !self.begun || self.group.is_some()
    }
}

/// Since when the unit has had workgroups without a break, and when the last of them ended.
#[derive(Clone, Default)]
pub(super) struct Busy {
    groups: u32,
    since: u64,
    until: u64,
}

/// One visit to a unit: the cycle it is for, and how many more instructions may be carried out
/// before their time.
pub(super) struct Visit {
    pub now: u64,
    pub ahead: u32,
}

/// What came of the attempt of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    Issued,
    Waits,
    /// An observer asked to stop before it.
    Stopped,
}

/// Instructions that a unit may be ahead of the others.
const AHEAD: u32 = 1024;

impl ComputeUnit {
    /// A unit with room for so many workgroups of so many waves, for a host of that level.
    pub fn new(
        number: u32,
        slots: usize,
        each: usize,
        timing: &Timing,
        records: Option<&Records>,
        level: Level,
    ) -> ComputeUnit {
        let banks = Banks::new(&timing.local, level);
        let touched = Touched::nothing(banks.interleave());
        let pipeline = timing.pipeline.as_ref();
        let piped = pipeline
            .zip(records)
            .map(|(it, records)| Piped::new(timing.simds, records, it));
        let slot = || Slot {
            resident: None,
            free: 0,
            spare: None,
            traces: Vec::new(),
        };
        ComputeUnit {
            number,
            slots: (0..slots).map(|_| slot()).collect(),
            free: 0,
            clocks: Box::new(std::array::from_fn(|_| WaveClock::new((0, 0), 0, 0, 0))),
            signals: match piped {
                None => vec![Signals::new(); slots * each],
                Some(_) => Vec::new(),
            },
            queue: Queue::new(),
            each,
            unsettled: 0,
            leaving: 0,
            answers: Vec::new(),
            alive: 0,
            blocked: 0,
            scalar_free: 0,
            touched: match pipeline {
                Some(pipeline) => touched.with_lines(pipeline.memory.line),
                None => touched,
            },
            banks,
            busy: Busy::default(),
            piped,
            round: Round::default(),
        }
    }

    /// Workgroups that it can have at a time.
    pub fn room(&self) -> usize {
        self.slots.len()
    }

    /// Those that it has.
    pub fn groups(&self) -> impl Iterator<Item = &Workgroup> {
        self.slots.iter().filter_map(Slot::group)
    }

    /// The next cycle in which there is something to do, `NEVER` if there is none.
    #[inline]
    pub fn next(&self) -> u64 {
        let next = match &self.piped {
            Some(piped) => piped.next(),
            None => self.queue.next(),
        };
        next.min(self.free)
    }

    /// Does what there is to do in cycle `now`, and then what concerns nothing but the unit, each at
    /// its time: that is the same whatever other units do in between. Says when to come again, or
    /// nothing where an observer stopped the run.
    pub fn visit<O: Observer>(
        &mut self,
        now: u64,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<Option<u64>, Box<Fault>> {
        self.hear(machine, watch);
        if self.free <= now {
            for slot in 0..self.slots.len() {
                if self.slots[slot].free <= now && self.leaving >> slot & 1 == 0 {
                    self.take_group(slot, now, machine);
                }
            }
        }
        if machine.ahead.is_some() {
            self.prefetch();
        }
        // What is watched happens in the order of time.
        let ahead = if watch.observer.active() { 0 } else { AHEAD };
        let mut visit = Visit { now, ahead };
        if self.piped.is_some() {
            return self.visit_piped(&mut visit, machine, watch);
        }
        let mut cycle = now;
        loop {
            if !self.cycle(cycle, &mut visit, machine, watch)? {
                return Ok(None);
            }
            self.settle_all(cycle, &visit, machine, watch)?;
            let next = self.next();
            if next == NEVER || visit.ahead == 0 || !self.keeps_to_itself(next, machine) {
                return Ok(Some(next));
            }
            cycle = next;
        }
    }

    /// What waves have written down is needed soon. All units together have more of it than caches of the
    /// host hold, so it is asked for at once instead of wave by wave.
    fn prefetch(&self) {
        let Some(piped) = &self.piped else { return };
        for wave in bits(self.alive) {
            piped.boards[wave].prefetch();
        }
        let resident = self.slots.iter().filter(|slot| slot.resident.is_some());
        resident.for_each(|slot| slot.traces.iter().for_each(WaveTrace::prefetch));
    }

    /// What came of waves that came to a barrier or ended.
    #[inline]
    pub fn settle_all<O: Observer>(
        &mut self,
        cycle: u64,
        visit: &Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<(), Box<Fault>> {
        for slot in bits(std::mem::take(&mut self.unsettled)) {
            self.settle(slot, cycle, visit, machine, watch)?;
        }
        Ok(())
    }

    /// Whether what happens in a cycle, the next of the unit, concerns no other unit.
    fn keeps_to_itself(&mut self, cycle: u64, machine: &Machine) -> bool {
        // Workgroups come in the order in which units are free.
        if self.free <= cycle {
            return false;
        }
        bits(self.queue.at(cycle)).all(|wave| {
            let unit = machine.timing.costs[self.next_inst(wave, machine) as usize].unit;
            let shared = matches!(unit, FunctionalUnit::Global | FunctionalUnit::ScalarMemory);
            self.clocks[wave].fault.is_none() && !shared
        })
    }

    /// The next instruction of a wave.
    #[inline]
    fn next_inst(&self, wave: usize, machine: &Machine) -> u32 {
        match self.slots[wave / self.each].group() {
            Some(group) => machine.inst_at(group.waves()[wave % self.each].at()),
            None => 0,
        }
    }

    /// Asks the waves that are ready in this cycle, the one that issued longest ago first. False where
    /// an observer stopped the run.
    fn cycle<O: Observer>(
        &mut self,
        now: u64,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<bool, Box<Fault>> {
        self.round.before = None;
        if self.round.left == 0 {
            self.round.left = self.queue.at(now);
            self.round.issues = machine.timing.issue;
        }
        while self.round.left != 0 {
            let wave = oldest(self.round.left, &self.clocks);
            if self.round.issues > 0 {
                let attempt = self.issue(now, wave, visit, machine, watch)?;
                match attempt {
                    Attempt::Stopped => {
                        self.round.before = Some(wave);
                        return Ok(false);
                    }
                    Attempt::Issued => self.round.issues -= 1,
                    Attempt::Waits => {}
                }
                if attempt == Attempt::Issued && watch.observer.active() {
                    let slot = &self.slots[wave / self.each];
                    let stats = machine.dispatch.stats;
                    if tell_of_turn(slot, wave % self.each, &stats, watch.observer) {
                        self.round.left &= !(1 << wave);
                        return Ok(false);
                    }
                }
            } else {
                self.queue.set(wave, now + 1);
                let inst = self.next_inst(wave, machine);
                machine.cycles.stall(inst, Stall::Issue, 1);
            }
            self.round.left &= !(1 << wave);
        }
        Ok(true)
    }

    /// Whether a wave of these will go on by itself.
    pub fn any_goes_on(&self, first: usize, count: usize) -> bool {
        match self.piped {
            Some(_) => self.alive >> first & (u64::MAX >> (MOST - count)) != 0,
            None => self.queue.waiting(first..first + count) > 0,
        }
    }

    /// A wave goes on then, with an instruction that has not been looked at. If it is clear already that it
    /// waits for nothing, it concerns others no more than its instruction does.
    pub fn wake(&mut self, wave: usize, time: u64, machine: &mut Machine) {
        let (Some(piped), Some(records)) = (&mut self.piped, &machine.records) else {
            return self.queue.set(wave, time);
        };
        let clock = &mut self.clocks[wave];
        self.alive |= 1 << wave;
        self.blocked &= !(1 << wave);
        let (record, board) = (records.get(clock.inst), &piped.boards[wave]);
        let ahead = machine.ahead.is_some();
        let states = &mut machine.states;
        clock.state = states.later(clock.state, time.saturating_sub(clock.at), records);
        clock.at = time;
        clock.clear = ahead
            && piped.fetched.is_settled(time, record.block as usize)
            && !board.may_wait(time, record)
            && states.get(clock.state).wait == 0;
        let global = clock.fault.is_some() || record.concerns_others(clock.clear, ahead, board);
        piped.move_to((wave, clock.simd), time, global);
    }

    /// The wave that an observer was told of before it stopped the run.
    pub fn stopped_before(&self) -> Option<WaveId> {
        let wave = self.round.before?;
        let group = self.slots[wave / self.each].group()?;
        Some(id_of(&group.waves()[wave % self.each]))
    }

    /// The clocks of waves that were moved.
    pub fn follow(&mut self, now: u64, machine: &mut Machine) {
        let Some(records) = machine.records.clone() else {
            return;
        };
        for wave in 0..self.slots.len() * self.each {
            let clock = &self.clocks[wave];
            let Some(group) = self.slots[wave / self.each].group() else {
                continue;
            };
            let inst = machine.inst_at(group.waves()[wave % self.each].at());
            if clock.ahead == clock.inst && clock.inst != inst {
                let time = now.max(clock.issued);
                let clock = &mut self.clocks[wave];
                (clock.inst, clock.ahead) = (inst, inst);
                clock.state = machine.states.moved(clock.state, inst, &records);
                if self.alive >> wave & 1 != 0 {
                    self.round.left &= !(1 << wave);
                    self.wake(wave, time, machine);
                }
            }
        }
    }

    /// About how many bytes clocks and pipelines take.
    pub fn clock_bytes(&self) -> usize {
        let signals = size_of_val(&self.signals[..]) + size_of_val(&self.clocks[..]);
        let piped = self.piped.as_ref().map_or(0, Piped::bytes);
        size_of::<ComputeUnit>() + signals + piped
    }

    /// The next workgroup, if there is one.
    pub fn take_group(&mut self, slot: usize, now: u64, machine: &mut Machine) {
        let first = slot * self.each;
        let place = &mut self.slots[slot];
        place.free = NEVER;
        let number = machine.dispatch.begun();
        if machine.ahead.is_some() {
            place.traces.resize_with(self.each, WaveTrace::new);
            place.traces.iter_mut().for_each(WaveTrace::begin);
        }
        let taken = match machine.ahead {
            Some(_) => machine.dispatch.take_next().map(|_| None),
            None => {
                let group = machine.dispatch.start_next(&mut place.spare);
                group.map(|mut group| {
                    let Dispatch { program, code, .. } = &machine.dispatch;
                    group.waves.wake(program, code);
                    Some(group)
                })
            }
        };
        if let Some(group) = taken {
            let entry = machine.dispatch.program.entry;
            let dispatch = u64::from(machine.timing.dispatch);
            let mut simds = by_simd(&self.clocks[..], self.alive);
            for wave in first..first + self.each {
                let mut start = now;
                let mut simd = 0;
                if let (Some(piped), Some(records)) = (&mut self.piped, &machine.records) {
                    start = piped.place(wave, now, machine.timing.launch, records);
                    simd = emptiest(&simds, piped.pipes.simds());
                    simds[simd] += 1;
                }
                let inst = machine.inst_at(entry);
                let records = machine.records.as_deref();
                let state = records.map_or(0, |it| machine.states.start(inst, it));
                self.clocks[wave] = WaveClock::new((slot, simd), start, inst, state);
                if let Some(signals) = self.signals.get_mut(wave) {
                    *signals = Signals::new();
                }
                self.wake(wave, start + dispatch, machine);
            }
            self.slots[slot].resident = Some(Resident {
                begun: group.is_some(),
                group,
                number,
                started: now,
            });
            self.busy.begin(now);
            machine.something_happened();
        }
        self.look_for_room();
    }

    /// Slots have become free, or have been taken.
    pub fn look_for_room(&mut self) {
        let free = self.slots.iter().map(|slot| slot.free);
        self.free = free.min().unwrap_or(NEVER);
    }
}

/// How many waves each SIMD has.
fn by_simd(clocks: &[WaveClock], alive: u64) -> [u8; MOST] {
    let mut waves = [0; MOST];
    for wave in bits(alive) {
        waves[usize::from(clocks[wave].simd) % MOST] += 1;
    }
    waves
}

/// The SIMD with the fewest waves, the first of several.
fn emptiest(waves: &[u8; MOST], simds: usize) -> usize {
    let simds = simds.clamp(1, MOST);
    (0..simds).min_by_key(|&simd| waves[simd]).unwrap_or(0)
}

/// Tells an observer that a wave has had its turn; whether it asks to stop.
pub(super) fn tell_of_turn<O: Observer>(
    slot: &Slot,
    wave: usize,
    stats: &Stats,
    observer: &mut O,
) -> bool {
    let told = slot.group().map(|group| observer.turn(group, wave, stats));
    told.is_some_and(|flow| flow.is_break())
}

impl Busy {
    pub fn begin(&mut self, now: u64) {
        if self.groups == 0 {
            self.since = now.max(self.until);
        }
        self.groups += 1;
    }

    /// A workgroup ends then; the stretch that is over if it was the last.
    pub fn end(&mut self, cycle: u64) -> Option<(u64, u64)> {
        self.until = self.until.max(cycle);
        self.groups -= 1;
        (self.groups == 0).then_some((self.since, self.until))
    }
}
