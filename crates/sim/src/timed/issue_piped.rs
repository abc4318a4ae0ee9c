//! The instructions of waves on a machine with pipelines, where they overlap.

use super::ahead::Ahead;
use super::board::Unknown;
use super::clock::{WaveClock, bits};
use super::hierarchy::Hierarchy;
use super::issue::context;
use super::piped::Piped;
use super::record::Records;
use super::simd::Concerns;
use super::unit::{Answer, Slot};
use super::{Cycles, Slice, Stall, Timeline, Track, Watch};
use crate::access::Touched;
use crate::dispatch::Dispatch;
use crate::executor::{self, Single, Turn};
use crate::fault::Fault;
use crate::observe::Observer;
use crate::timed::banks::Banks;
use crate::timed::simd::oldest;
use crate::workgroup::fault_at;
use uop::timing::{Pipeline, Unit as Part};
use uop::{Obstacle, Trap};

/// What issuing needs of a unit and of the machine, borrowed once for all that happens in between.
pub(super) struct Stage<'a, 'w, O> {
    pub unit: u32,
    /// Waves of a workgroup.
    pub each: usize,
    pub clocks: &'a mut [WaveClock],
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
    /// Workgroups are carried out before their time.
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

impl<O: Observer> Stage<'_, '_, O> {
    /// The waves of a SIMD that issue in this cycle, its next.
    pub fn enter(&mut self, simd: usize, cycle: u64) -> u64 {
        let mut left = self.piped.simds[simd].queue.take(cycle);
        let mut chosen = 0;
        while left != 0 {
            let wave = oldest(left, self.clocks);
            left &= !(1 << wave);
            let inst = self.clocks[wave].inst;
            let record = self.records.get(inst);
            if !self.clocks[wave].clear {
                let (records, pipeline) = (self.records, self.pipeline);
                let obstacle = (self.piped).obstacle(cycle, wave, record, records, pipeline);
                let until = match obstacle {
                    Ok(None) => None,
                    Ok(Some(obstacle)) => {
                        self.waits(wave, inst, obstacle, cycle);
                        Some(obstacle.until)
                    }
                    Err(Unknown(until)) => Some(until.max(cycle + 1)),
                };
                if let Some(until) = until {
                    self.put(wave, until);
                    continue;
                }
            }
            let clock = &mut self.clocks[wave];
            (clock.clear, clock.ready) = (true, cycle);
            if self.piped.simds[simd].is_ready(wave, record) {
                chosen |= 1 << wave;
            }
        }
        chosen | self.piped.simds[simd].choose(cycle, self.clocks)
    }

    /// Notes when a wave goes on that tried to issue.
    pub fn put_back(&mut self, wave: usize, now: u64, issued: Issued) {
        match issued {
            Issued::Until(then) => self.resume(wave, then),
            Issued::Early => {
                let simd = usize::from(self.clocks[wave].simd);
                self.piped.simds[simd].put(wave, now, Concerns::All);
            }
            Issued::Over => *self.alive &= !(1 << wave),
            Issued::Stopped => {}
        }
    }

    /// A wave goes on then.
    #[inline]
    pub fn put(&mut self, wave: usize, then: u64) {
        let clock = &self.clocks[wave];
        let (record, board) = (self.records.get(clock.inst), &self.piped.boards[wave]);
        let concerns = Concerns::of(record, clock.clear, self.ahead.is_some(), board);
        self.piped.simds[usize::from(clock.simd)].put(wave, then, concerns);
    }

    /// Memory has answered waves: those that have asked know when they go on.
    pub fn hear(&mut self, answers: &[Answer]) {
        let mut asked = 0;
        for answer in answers {
            let wave = usize::from(answer.wave);
            self.piped.boards[wave].answer(answer.done);
            asked |= u64::from(self.clocks[wave].asks) << wave;
        }
        for wave in bits(asked) {
            let WaveClock { inst, ready, .. } = self.clocks[wave];
            let then = self.look_ahead(wave, inst, ready);
            self.resume(wave, then);
        }
    }

    /// Issues the next instruction of a wave, which has all it needs. `now` is the cycle that the machine
    /// is in: what faults waits for it.
    #[inline]
    pub fn issue(&mut self, wave: usize, time: u64, now: u64) -> Result<Issued, Box<Fault>> {
        let clock = &self.clocks[wave];
        let inst = clock.inst;
        if let Some(ahead) = self.ahead.as_deref_mut() {
            let at = usize::from(clock.slot);
            let (records, slot) = (self.records, &mut self.slots[at]);
            let record = records.get(inst);
            let how = (record.leads, record.accesses);
            let state = (&mut *self.touched, &mut *self.dispatch);
            let (next, turn) = ahead.follow(slot, wave - at * self.each, inst, how, state)?;
            return Ok(self.issued(wave, inst, time, next, (turn, 0)));
        }
        // Most have been carried out with one before them.
        if inst != clock.ahead {
            return Ok(self.issued(wave, inst, time, inst + 1, (Turn::Over, 0)));
        }
        let (went, active) = self.carry_out(wave, inst);
        let clock = &mut self.clocks[wave];
        match went {
            Ok(Turn::Stopped) => {
                clock.ahead = inst;
                Ok(Issued::Stopped)
            }
            // Several were carried out, which follow each other.
            Ok(Turn::Met) => Ok(self.issued(wave, inst, time, inst + 1, (Turn::Over, active))),
            Ok(turn) => {
                let next = clock.ahead;
                Ok(self.issued(wave, inst, time, next, (turn, active)))
            }
            Err(fault) => {
                clock.ahead = inst;
                if time == now {
                    let (record, board) = (self.records.get(inst), &self.piped.boards[wave]);
                    let concerns = Concerns::of(record, false, false, board);
                    let simd = usize::from(clock.simd);
                    self.piped.simds[simd].put(wave, time, concerns);
                    return Err(fault);
                }
                clock.fault = Some(fault);
                Ok(Issued::Early)
            }
        }
    }

    /// An instruction has been carried out, and is issued now.
    #[inline(always)]
    fn issued(
        &mut self,
        wave: usize,
        inst: u32,
        time: u64,
        after: u32,
        (turn, active): (Turn, u32),
    ) -> Issued {
        let (records, pipeline) = (self.records, self.pipeline);
        let record = records.get(inst);
        let clock = &mut self.clocks[wave];
        let simd = usize::from(clock.simd);
        let waited = time - clock.ready;
        let before = std::mem::replace(&mut clock.issued, time + 1);
        clock.inst = after;
        self.cycles.by_instruction[inst as usize].issued += 1;
        if waited > 0 {
            self.cycles.stall(inst, Stall::Pipe, waited);
            self.show_wait(wave, inst, Stall::Pipe, time - waited, waited);
        }
        self.piped.simds[simd].take(time, record);
        let conflicts = self.cycles.bank_conflicts;
        // When the queue that it executes in has room for another one.
        let mut room = 0;
        match record.unit {
            Part::Local | Part::Global | Part::ScalarMemory => self.piped.access(
                time,
                (self.unit, wave, simd, before),
                (inst, record),
                (records, pipeline),
                (
                    &mut *self.memory,
                    self.ahead.as_deref_mut().map(|it| &mut it.requests),
                ),
                (&mut *self.touched, &mut *self.banks, &mut *self.cycles),
            ),
            _ => {
                let Piped { boards, simds, .. } = &mut *self.piped;
                let (board, own) = (&mut boards[wave], &mut simds[simd]);
                let mut executes = time;
                if record.queued {
                    let ready = board.ready(time, record, records);
                    (executes, room) = own.execute(time, ready, record, pipeline.queue);
                }
                board.issued(executes, inst, record, records, pipeline);
            }
        }
        let latency = record.latency(inst, after);
        if self.timeline.is_some() {
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
            let clock = &mut self.clocks[wave];
            clock.clear = false;
            if turn == Turn::Barrier {
                *self.blocked |= 1 << wave;
            }
            return Issued::Over;
        }
        if latency > 1 {
            self.cycles.stall(inst, Stall::Latency, latency - 1);
        }
        let then = time + latency;
        if room > then {
            self.cycles.stall(inst, Stall::Pipe, room - then);
            self.show_wait(wave, inst, Stall::Pipe, then, room - then);
        }
        Issued::Until(self.look_ahead(wave, after, then.max(room)))
    }

    /// When the next instruction of a wave has all that it needs but its pipeline, as far as that is
    /// known already: what the wave itself has begun is, code that is on its way may come sooner if
    /// another wave asks for it.
    #[inline]
    pub fn look_ahead(&mut self, wave: usize, inst: u32, ready: u64) -> u64 {
        let records = self.records;
        let record = records.get(inst);
        let clear = self.piped.fetched.is_settled(ready, record.block as usize);
        let clock = &mut self.clocks[wave];
        (clock.clear, clock.asks) = (clear, false);
        if !clear {
            return ready;
        }
        let mut time = ready;
        match self.piped.boards[wave].outstanding(time, record, records) {
            Ok(None) => {}
            Ok(Some(obstacle)) => {
                self.waits(wave, inst, obstacle, time);
                time = obstacle.until;
            }
            Err(Unknown(until)) => {
                (clock.clear, clock.asks, clock.ready) = (false, true, ready);
                return until.max(ready);
            }
        }
        if let Some(obstacle) = self.piped.boards[wave].dependency(time, record, records) {
            self.waits(wave, inst, obstacle, time);
            time = obstacle.until;
        }
        time
    }

    /// An instruction is kept from being issued from then on.
    #[inline]
    fn waits(&mut self, wave: usize, inst: u32, obstacle: Obstacle, from: u64) {
        let waited = obstacle.until - from;
        self.cycles.wait(inst, &obstacle, waited);
        self.show_wait(wave, inst, obstacle.cause, from, waited);
    }

    #[inline]
    fn show_wait(&mut self, wave: usize, inst: u32, cause: Stall, from: u64, cycles: u64) {
        if let Some(timeline) = &mut self.timeline {
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
        let clock = &mut self.clocks[wave];
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
