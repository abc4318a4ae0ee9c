//! One compute unit: the workgroups it has, and when their waves can go on.

use super::banks::Banks;
use super::clock::{NEVER, Signals, WaveClock, bits};
use super::lanes::Piped;
use super::queue::{MOST, Queue};
use super::{Machine, Stall, Watch};
use crate::access::Touched;
use crate::dispatch::Dispatch;
use crate::fault::Fault;
use crate::look::id_of;
use crate::observe::Observer;
use crate::workgroup::Workgroup;
use uop::WaveId;
use uop::timing::{Timing, Unit as Part};

#[derive(Clone)]
pub(super) struct Unit {
    pub number: u32,
    pub slots: Vec<Slot>,
    /// From when on a slot can have another workgroup, `NEVER` if none can.
    pub free: u64,
    /// Those of the waves, slot by slot.
    pub clocks: Vec<WaveClock>,
    /// The same; none on a machine with pipelines.
    pub signals: Vec<Signals>,
    pub queue: Queue,
    /// Waves of a workgroup.
    pub each: usize,
    /// Slots where a wave came to a barrier or ended, as bits.
    pub unsettled: u64,
    pub scalar_free: u64,
    pub banks: Banks,
    pub touched: Touched,
    pub busy: Busy,
    /// How far its waves are in pipelines, on a machine that has some.
    pub piped: Option<Piped>,
    round: Round,
}

/// What is left to do of a cycle in which an observer stopped the run.
#[derive(Clone, Copy)]
struct Round {
    /// Waves to ask, as bits.
    left: u64,
    /// Instructions that each SIMD can still issue.
    issues: [u32; MAX_SIMDS],
    /// The wave that the observer was told of.
    before: Option<usize>,
}

/// Room for a workgroup on the unit.
#[derive(Clone)]
pub(super) struct Slot {
    pub resident: Option<Resident>,
    /// From when on the next one can have it; `NEVER` while it is taken, or where none is left.
    pub free: u64,
    /// One that has ended, for the next one to take its place.
    pub spare: Option<Box<Workgroup>>,
}

/// A workgroup on the unit.
#[derive(Clone)]
pub(super) struct Resident {
    pub group: Box<Workgroup>,
    pub number: u64,
    pub started: u64,
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
            free: 0,
            clocks: vec![WaveClock::new(0, 0, 0); slots * each],
            signals: match piped {
                None => vec![Signals::new(); slots * each],
                Some(_) => Vec::new(),
            },
            queue: Queue::new(),
            each,
            unsettled: 0,
            scalar_free: 0,
            touched: match pipeline {
                Some(pipeline) => touched.with_lines(pipeline.memory.line),
                None => touched,
            },
            banks,
            busy: Busy::default(),
            piped,
            round: Round {
                left: 0,
                issues: [0; MAX_SIMDS],
                before: None,
            },
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
    #[inline]
    pub fn next(&self) -> u64 {
        self.queue.next().min(self.free)
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
        if self.free <= now {
            for slot in 0..self.slots.len() {
                if self.slots[slot].free <= now {
                    self.take_group(slot, now, machine);
                }
            }
        }
        // What is watched happens in the order of time.
        let ahead = if watch.observer.active() { 0 } else { AHEAD };
        let mut visit = Visit { now, ahead };
        let mut cycle = now;
        loop {
            if !self.cycle(cycle, &mut visit, machine, watch)? {
                return Ok(None);
            }
            for slot in bits(std::mem::take(&mut self.unsettled)) {
                self.settle(slot, cycle, &visit, machine, watch)?;
            }
            let next = self.next();
            if next == NEVER || visit.ahead == 0 || !self.keeps_to_itself(next, machine) {
                return Ok(Some(next));
            }
            cycle = next;
        }
    }

    /// Whether what happens in a cycle, the next of the unit, concerns no other unit.
    fn keeps_to_itself(&mut self, cycle: u64, machine: &Machine) -> bool {
        // Workgroups come in the order in which units are free.
        if self.free <= cycle {
            return false;
        }
        bits(self.queue.at(cycle)).all(|wave| {
            let unit = machine.timing.costs[self.next_inst(wave, machine) as usize].unit;
            let shared = matches!(unit, Part::Global | Part::ScalarMemory);
            self.clocks[wave].fault.is_none() && !shared
        })
    }

    /// The next instruction of a wave.
    #[inline]
    fn next_inst(&self, wave: usize, machine: &Machine) -> u32 {
        if self.piped.is_some() {
            return self.clocks[wave].inst;
        }
        match &self.slots[wave / self.each].resident {
            Some(resident) => machine.inst_at(resident.group.waves()[wave % self.each].at()),
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
            self.round.issues = [machine.timing.issue; MAX_SIMDS];
        }
        while self.round.left != 0 {
            let ready = bits(self.round.left);
            let wave = match self.round.left.is_power_of_two() {
                true => Some(self.round.left.trailing_zeros() as usize),
                false => ready.min_by_key(|&wave| self.clocks[wave].issued),
            };
            let Some(wave) = wave else { break };
            let simd = usize::from(self.clocks[wave].simd) % MAX_SIMDS;
            if self.round.issues[simd] > 0 {
                let attempt = match self.piped {
                    Some(_) => self.issue_piped(now, wave, visit, machine, watch)?,
                    None => self.issue(now, wave, visit, machine, watch)?,
                };
                match attempt {
                    Attempt::Stopped => {
                        self.round.before = Some(wave);
                        return Ok(false);
                    }
                    Attempt::Issued => self.round.issues[simd] -= 1,
                    Attempt::Waits => {}
                }
                if attempt == Attempt::Issued && watch.observer.active() {
                    let stats = machine.dispatch.stats;
                    let resident = self.slots[wave / self.each].resident.as_ref();
                    let told = resident.map(|resident| {
                        let wave = wave % self.each;
                        watch.observer.turn(&resident.group, wave, &stats)
                    });
                    if told.is_some_and(|flow| flow.is_break()) {
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

    /// The wave that an observer was told of before it stopped the run.
    pub fn stopped_before(&self) -> Option<WaveId> {
        let wave = self.round.before?;
        let resident = self.slots[wave / self.each].resident.as_ref()?;
        Some(id_of(&resident.group.waves()[wave % self.each]))
    }

    /// The clocks of waves that were moved.
    pub fn follow(&mut self, machine: &Machine) {
        if self.piped.is_none() {
            return;
        }
        for (slot, clocks) in self.slots.iter().zip(self.clocks.chunks_mut(self.each)) {
            let waves = slot.resident.iter().flat_map(|it| it.group.waves());
            for (clock, wave) in clocks.iter_mut().zip(waves) {
                let inst = machine.inst_at(wave.at());
                if clock.ahead == clock.inst && clock.inst != inst {
                    (clock.inst, clock.ahead, clock.clear) = (inst, inst, false);
                }
            }
        }
    }

    /// About how many bytes clocks and pipelines take.
    pub fn clock_bytes(&self) -> usize {
        let signals = size_of_val(&self.signals[..]) + size_of_val(&self.clocks[..]);
        let piped = self.piped.as_ref().map_or(0, Piped::bytes);
        size_of::<Unit>() + signals + piped
    }

    /// The next workgroup, if there is one.
    pub fn take_group(&mut self, slot: usize, now: u64, machine: &mut Machine) {
        let first = slot * self.each;
        let slot = &mut self.slots[slot];
        slot.free = NEVER;
        let number = machine.dispatch.begun();
        if let Some(mut group) = machine.dispatch.start_next(&mut slot.spare) {
            let Dispatch { program, code, .. } = &machine.dispatch;
            group.waves.wake(program, code);
            let dispatch = u64::from(machine.timing.dispatch);
            for wave in first..first + self.each {
                let mut start = now;
                let mut simd = 0;
                if let (Some(piped), Some(uses)) = (&mut self.piped, &machine.uses) {
                    start = piped.place(wave, now, machine.timing.launch, uses);
                    simd = emptiest(&self.clocks, &self.queue, machine.timing.simds as usize);
                }
                let inst = machine.inst_at(group.waves[wave - first].at());
                self.clocks[wave] = WaveClock::new(simd, start, inst);
                if let Some(signals) = self.signals.get_mut(wave) {
                    *signals = Signals::new();
                }
                self.queue.set(wave, start + dispatch);
            }
            slot.resident = Some(Resident {
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

/// The SIMD with the fewest waves, the first of several.
fn emptiest(clocks: &[WaveClock], queue: &Queue, simds: usize) -> usize {
    let mut waves = [0; MAX_SIMDS];
    for (wave, clock) in clocks.iter().enumerate().take(MOST) {
        waves[usize::from(clock.simd) % MAX_SIMDS] += u32::from(queue.time(wave) != NEVER);
    }
    let simds = simds.clamp(1, MAX_SIMDS);
    (0..simds).min_by_key(|&simd| waves[simd]).unwrap_or(0)
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
