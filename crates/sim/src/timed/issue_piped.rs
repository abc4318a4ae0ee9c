//! The instructions of waves on a machine with pipelines, where they overlap.

use super::ahead::Ahead;
use super::board::Unknown;
use super::clock::{WaveClock, bits};
use super::hierarchy::Hierarchy;
use super::issue::context;
use super::piped::Piped;
use super::pipes::Coming;
use super::queue::MOST;
use super::record::{Record, Records};
use super::requests::REACH;
use super::unit::{Answer, Slot, Visit};
use super::{Cycles, Slice, Stall, Timeline, Track, Watch};
use crate::access::{Accessed, Touched};
use crate::dispatch::Dispatch;
use crate::executor::{self, Single, Turn};
use crate::fault::Fault;
use crate::observe::Observer;
use crate::timed::banks::Banks;
use crate::workgroup::fault_at;
use uop::timing::{Pipeline, Unit as Part};
use uop::{Obstacle, Trap};

/// What issuing needs of a unit and of the machine, borrowed once for all that happens in between. With
/// `AHEAD`, workgroups are carried out before their time: no observer looks on then, and nothing is drawn.
pub(super) struct Stage<'a, 'w, O, const AHEAD: bool> {
    pub unit: u32,
    /// Waves of a workgroup.
    pub each: usize,
    pub clocks: &'a mut [WaveClock; MOST],
    pub slots: &'a mut [Slot],
    /// As bits: slots where a wave came to a barrier or ended, and waves that go on by themselves.
    pub unsettled: &'a mut u64,
    pub alive: &'a mut u64,
    /// And those that wait at a barrier.
    pub blocked: &'a mut u64,
    pub touched: &'a mut Touched,
    pub banks: &'a mut Banks,
    pub piped: &'a mut Piped,
    pub records: &'a Records,
    pub pipeline: &'a Pipeline,
    pub insts: &'a [u32],
    pub dispatch: &'a mut Dispatch,
    pub memory: &'a mut Hierarchy,
    pub cycles: &'a mut Cycles,
    pub timeline: Option<&'a mut Timeline>,
    pub watch: &'a mut Watch<'w, O>,
    /// Where they are.
    pub ahead: Option<&'a mut Ahead>,
}

/// What came of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Issued {
    /// The wave goes on then.
    Until(u64),
    /// It waits for others, or has ended.
    Over,
    /// It will fault in this cycle, which is not there yet.
    Early,
    /// An observer asked to stop before it.
    Stopped,
}

impl<O: Observer, const AHEAD: bool> Stage<'_, '_, O, AHEAD> {
    /// The waves that issue in this cycle, the next of the unit.
    #[inline]
    pub fn enter(&mut self, cycle: u64) -> u64 {
        let waves = self.piped.queue.take(cycle);
        // Most cycles are those of one wave, which nothing keeps from going on.
        if waves.is_power_of_two() {
            let clock = &mut self.clocks[waves.trailing_zeros() as usize % MOST];
            let record = self.records.get(clock.inst);
            if clock.clear && self.piped.pipes.is_free(clock.simd, record, cycle) {
                clock.ready = cycle;
                return waves;
            }
        }
        let mut coming = Coming::default();
        for wave in bits(waves) {
            if !self.clocks[wave % MOST].clear && self.is_kept(wave, cycle) {
                continue;
            }
            let clock = &mut self.clocks[wave % MOST];
            (clock.clear, clock.ready) = (true, cycle);
            let record = self.records.get(clock.inst);
            let place = (wave, clock.simd);
            self.piped.pipes.come(cycle, place, record, &mut coming);
        }
        self.piped.pipes.choose(cycle, coming, self.clocks)
    }

    /// Whether something keeps a wave, which has not been looked at, from going on now. It tries again
    /// then.
    fn is_kept(&mut self, wave: usize, cycle: u64) -> bool {
        let (records, pipeline) = (self.records, self.pipeline);
        let inst = self.clocks[wave % MOST].inst;
        let record = records.get(inst);
        let until = match (self.piped).obstacle(cycle, wave, record, records, pipeline) {
            Ok(None) => return false,
            Ok(Some(obstacle)) => {
                let timeline = drawn::<AHEAD>(&mut self.timeline);
                let to = (&mut *self.cycles, timeline);
                wait(to, (self.unit, wave, inst), obstacle, cycle)
            }
            Err(Unknown(until)) => until.max(cycle + 1),
        };
        self.put(wave, until);
        true
    }

    /// A wave has its turn in this cycle: it issues an instruction, and others after it as long as none but
    /// this wave can tell. `others` have their turns in the same cycle, and before `limit` no new wave comes.
    #[inline(always)]
    pub fn turn(
        &mut self,
        wave: usize,
        cycle: u64,
        (others, limit): (u64, u64),
        visit: &mut Visit,
    ) -> Result<Issued, Box<Fault>> {
        let mut time = cycle;
        loop {
            let issued = self.issue(wave, time, visit.now)?;
            match issued {
                Issued::Stopped => return Ok(issued),
                Issued::Early => self.piped.put(wave, time, true),
                Issued::Over => *self.alive &= !(1 << wave),
                Issued::Until(_) => {}
            }
            visit.ahead = visit.ahead.saturating_sub(1);
            let Issued::Until(then) = issued else {
                return Ok(issued);
            };
            let Some(then) = self.resume(wave, then) else {
                return Ok(issued);
            };
            let clock = &mut self.clocks[wave % MOST];
            let record = self.records.get(clock.inst);
            let place = (wave, clock.simd);
            // Waves that wait at a barrier take a while to go on.
            let early = record.private
                && then < limit.min(visit.now + REACH)
                && (*self.blocked == 0 || then - cycle < self.records.release.into())
                && visit.ahead > 0;
            if !early || !self.piped.is_alone(place, record, then, others) {
                // What has been looked at concerns others with what it does alone.
                let global = !AHEAD && record.is_global();
                self.piped.put_back(wave, then, global);
                return Ok(issued);
            }
            clock.ready = then;
            time = then;
        }
    }

    /// A wave goes on then.
    #[inline]
    fn put(&mut self, wave: usize, then: u64) {
        let clock = &self.clocks[wave % MOST];
        let (record, board) = (
            self.records.get(clock.inst),
            &self.piped.boards[wave % MOST],
        );
        let global = record.concerns_others(clock.clear, AHEAD, board);
        self.piped.put(wave, then, global);
    }

    /// Memory has answered waves: those that have asked know when they go on.
    pub fn hear(&mut self, answers: &[Answer]) {
        let mut asked = 0;
        for answer in answers {
            let wave = usize::from(answer.wave);
            self.piped.boards[wave % MOST].answer(answer.done);
            asked |= u64::from(self.clocks[wave % MOST].asks) << wave;
        }
        for wave in bits(asked) {
            if let Some(then) = self.resume(wave, self.clocks[wave % MOST].ready) {
                self.put(wave, then);
            }
        }
    }

    /// Issues the next instruction of a wave, which has all it needs. `now` is the cycle that the machine
    /// is in: what faults waits for it.
    #[inline(always)]
    fn issue(&mut self, wave: usize, time: u64, now: u64) -> Result<Issued, Box<Fault>> {
        let clock = &self.clocks[wave % MOST];
        let inst = clock.inst;
        let record = self.records.get(inst);
        let (after, turn, active) = if record.leads_on {
            (inst + 1, Turn::Over, 0)
        } else if AHEAD {
            let ahead = self.ahead.as_deref_mut();
            let ahead = ahead.expect("what carries workgroups out");
            let at = usize::from(clock.slot);
            let slot = &mut self.slots[at];
            let how = (record.leads, record.accesses);
            let wave = wave - at * self.each;
            let (after, turn) = ahead.follow(slot, wave, inst, how, &mut *self.dispatch)?;
            (after, turn, 0)
        } else if inst != clock.ahead {
            // Most have been carried out with one before them.
            (inst + 1, Turn::Over, 0)
        } else {
            let (went, active) = self.carry_out(wave, inst);
            let clock = &mut self.clocks[wave % MOST];
            match went {
                Ok(Turn::Stopped) => {
                    clock.ahead = inst;
                    return Ok(Issued::Stopped);
                }
                // Several were carried out, which follow each other.
                Ok(Turn::Met) => (inst + 1, Turn::Over, active),
                Ok(turn) => (clock.ahead, turn, active),
                Err(fault) => {
                    clock.ahead = inst;
                    if time == now {
                        let global = self.records.get(inst).is_global();
                        self.piped.put(wave, time, global);
                        return Err(fault);
                    }
                    clock.fault = Some(fault);
                    return Ok(Issued::Early);
                }
            }
        };
        Ok(self.issued(wave, (inst, record), time, after, (turn, active)))
    }

    /// An instruction has been carried out, and is issued now.
    #[inline(always)]
    fn issued(
        &mut self,
        wave: usize,
        (inst, record): (u32, &Record),
        time: u64,
        after: u32,
        (turn, active): (Turn, u32),
    ) -> Issued {
        let (records, pipeline) = (self.records, self.pipeline);
        let clock = &mut self.clocks[wave % MOST];
        let (simd, slot) = (clock.simd, usize::from(clock.slot));
        let waited = time - clock.ready;
        let before = std::mem::replace(&mut clock.issued, time + 1);
        clock.inst = after;
        if waited > 0 {
            self.show_wait(wave, inst, Stall::Pipe, time - waited, waited);
        }
        self.piped.pipes.take(time, simd, record);
        let conflicts = self.cycles.bank_conflicts;
        // When the queue that it executes in has room for another one.
        let mut room = 0;
        match record.unit {
            Part::Local | Part::Global | Part::ScalarMemory => {
                let trace = || self.slots[slot].traces[wave - slot * self.each].access();
                let accessed = match AHEAD {
                    true if record.accesses => trace(),
                    true => Accessed::NOTHING,
                    false if record.unit == Part::Local => self.touched.in_banks(),
                    false => self.touched.in_lines(),
                };
                let requests = self.ahead.as_deref_mut().map(|it| &mut it.requests);
                self.piped.access(
                    time,
                    (self.unit, wave, simd.into(), before),
                    (inst, record),
                    (records, pipeline),
                    (&mut *self.memory, requests),
                    (accessed, &mut *self.banks, &mut *self.cycles),
                );
                if !AHEAD {
                    self.touched.begin();
                }
            }
            _ => {
                let Piped { boards, pipes, .. } = &mut *self.piped;
                let board = &mut boards[wave % MOST];
                let mut executes = time;
                if record.queued {
                    let ready = board.ready(time, record, records);
                    (executes, room) = pipes.execute(time, ready, (simd, record), pipeline.queue);
                }
                board.issued(executes, inst, record, records, pipeline);
            }
        }
        let latency = record.latency(inst, after, time);
        if !AHEAD && self.timeline.is_some() {
            let conflicts = self.cycles.bank_conflicts - conflicts;
            let cycles = match turn {
                Turn::Barrier => 1,
                _ => latency,
            };
            let slice = Slice::Instruction {
                inst,
                lanes: active as u8,
                conflicts: conflicts.min(u16::MAX.into()) as u16,
            };
            self.show(wave, time, cycles, slice, conflicts);
        }
        if record.unit == Part::Barrier || turn != Turn::Over {
            *self.unsettled |= 1 << (wave / self.each);
        }
        if turn != Turn::Over {
            let clock = &mut self.clocks[wave % MOST];
            clock.clear = false;
            if turn == Turn::Barrier {
                *self.blocked |= 1 << wave;
            }
            self.cycles.issue(inst, waited, 1);
            return Issued::Over;
        }
        let then = time + latency;
        let full = match record.passes {
            true => 0,
            false => room.saturating_sub(then),
        };
        if full > 0 {
            self.show_wait(wave, inst, Stall::Pipe, then, full);
        }
        self.cycles.issue(inst, waited + full, latency);
        Issued::Until(then + full)
    }

    /// A wave goes on then: when its next instruction has all that it needs but its pipeline, as far as that
    /// is known already. What the wave itself has begun is, code that is on its way may come sooner if another
    /// wave asks for it; where it is not known, the wave is put back to ask. What needs nothing of anybody
    /// else is issued at once.
    #[inline(always)]
    fn resume(&mut self, wave: usize, mut then: u64) -> Option<u64> {
        let records = self.records;
        let clock = &mut self.clocks[wave % MOST];
        let board = &self.piped.boards[wave % MOST];
        (clock.clear, clock.asks) = (true, false);
        loop {
            let inst = clock.inst;
            let record = records.get(inst);
            if !self.piped.fetched.is_settled(then, record.block as usize) {
                clock.clear = false;
                self.put(wave, then);
                return None;
            }
            let outstanding = match board.may_wait(then, record) {
                true => board.longest(then, records.waits(record)),
                false => Ok(None),
            };
            match outstanding {
                Ok(None) => {}
                Ok(Some(obstacle)) => {
                    let to = (&mut *self.cycles, drawn::<AHEAD>(&mut self.timeline));
                    then = wait(to, (self.unit, wave, inst), obstacle, then);
                }
                Err(Unknown(until)) => {
                    (clock.clear, clock.asks, clock.ready) = (false, true, then);
                    self.put(wave, until.max(then));
                    return None;
                }
            }
            if let Some(obstacle) = board.dependency(then, record, records) {
                let to = (&mut *self.cycles, drawn::<AHEAD>(&mut self.timeline));
                then = wait(to, (self.unit, wave, inst), obstacle, then);
            }
            if !record.inert {
                return Some(then);
            }
            let latency = u64::from(record.latency);
            self.cycles.issue(inst, 0, latency);
            (clock.issued, clock.inst) = (then + 1, inst + 1);
            then += latency;
        }
    }

    #[inline]
    fn show_wait(&mut self, wave: usize, inst: u32, cause: Stall, from: u64, cycles: u64) {
        if let Some(timeline) = drawn::<AHEAD>(&mut self.timeline) {
            let track = Track::Wave(wave as u32);
            timeline.add(self.unit, track, from, cycles, Slice::Wait(cause, inst));
        }
    }

    fn show(&mut self, wave: usize, from: u64, cycles: u64, slice: Slice, conflicts: u64) {
        if let Some(timeline) = &mut self.timeline {
            timeline.count(from, conflicts, Some(&self.memory.counts));
            timeline.add(self.unit, Track::Wave(wave as u32), from, cycles, slice);
        }
    }

    /// Carries out an instruction of a wave; and with it, where a run of them begins, all of it:
    /// [`Turn::Met`] says so. And how many lanes were active.
    #[inline(never)]
    fn carry_out(&mut self, wave: usize, inst: u32) -> (Result<Turn, Box<Fault>>, u32) {
        let clock = &mut self.clocks[wave % MOST];
        if let Some(fault) = clock.fault.take() {
            return (Err(fault), 0);
        }
        let wave = wave % self.each;
        let slot = &mut self.slots[usize::from(clock.slot)];
        let Some(group) = slot.group_mut() else {
            return (Ok(Turn::Ended), 0);
        };
        let active = group.waves[wave].active();
        let limit = self.dispatch.config.max_instructions;
        let left = limit.saturating_sub(self.dispatch.stats.instructions);
        if left == 0 {
            let waits = Vec::new();
            let trap = Trap::Limit { limit, waits };
            let fault = fault_at(&self.dispatch.program, &group.waves[wave], trap);
            return (Err(fault), active);
        }
        let record = self.records.get(inst);
        let alone = self.watch.observer.active() || self.timeline.is_some();
        let run = u64::from(record.run.end.saturating_sub(inst));
        let (waves, mut cx) = context(group, self.dispatch, self.touched);
        let watch = &mut *self.watch;
        let turn = match !alone && run > 1 && run <= left {
            true => {
                cx.counts = watch.tallies.as_deref_mut();
                executor::run_alone(waves, wave, &mut cx, record.run.step)
            }
            false => {
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
        };
        let at = waves[wave].at() as usize;
        clock.ahead = self.insts.get(at).copied().unwrap_or(0);
        (turn, active)
    }
}

/// Where to draw what happens, if that is asked for.
#[inline(always)]
fn drawn<'t, const AHEAD: bool>(
    timeline: &'t mut Option<&mut Timeline>,
) -> Option<&'t mut Timeline> {
    match AHEAD {
        true => None,
        false => timeline.as_deref_mut(),
    }
}

/// An instruction of a wave of a unit is kept from being issued from then on. Tells until when.
#[inline]
fn wait(
    (cycles, timeline): (&mut Cycles, Option<&mut Timeline>),
    (unit, wave, inst): (u32, usize, u32),
    obstacle: Obstacle,
    from: u64,
) -> u64 {
    let waited = obstacle.until - from;
    cycles.wait(inst, &obstacle, waited);
    if let Some(timeline) = timeline {
        let slice = Slice::Wait(obstacle.cause, inst);
        timeline.add(unit, Track::Wave(wave as u32), from, waited, slice);
    }
    obstacle.until
}
