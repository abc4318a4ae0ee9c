//! The instructions of waves on a machine with pipelines, where they overlap.

use super::ahead::Ahead;
use super::board::Unknown;
use super::clock::{WaveClock, bits};
use super::course::Leads;
use super::hierarchy::Hierarchy;
use super::issue::context;
use super::piped::Piped;
use super::pipes::Coming;
use super::queue::MOST;
use super::record::{Record, Records};
use super::scoreboard::Issue;
use super::states::States;
use super::unit::{Answer, Slot, Visit};
use super::{Cycles, Slice, Stall, Timeline, Track, Watch};
use crate::access::{Accessed, Touched};
use crate::dispatch::Dispatch;
use crate::executor::{self, Single, Turn};
use crate::fault::Fault;
use crate::observe::Observer;
use crate::timed::banks::Banks;
use crate::workgroup::fault_at;
use uop::timing::{FunctionalUnit, Pipeline};
use uop::{Obstacle, Trap};

/// What issuing needs of a unit and of the machine, borrowed once for all that happens in between. With
/// `AHEAD`, workgroups are carried out before their time: no observer looks on then, and nothing is drawn.
pub(super) struct Stage<'a, 'w, O, const AHEAD: bool> {
    pub unit: u32,
    /// Waves of a workgroup.
    pub each: usize,
    pub clocks: &'a mut [WaveClock; MOST],
    pub slots: &'a mut [Slot],
    /// As bits: slots to settle, and waves that go on by themselves.
    pub unsettled: &'a mut u64,
    pub alive: &'a mut u64,
    /// And those that wait at a barrier.
    pub blocked: &'a mut u64,
    pub touched: &'a mut Touched,
    pub banks: &'a mut Banks,
    pub piped: &'a mut Piped,
    pub states: &'a mut States,
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

/// An instruction that its wave goes on behind, of which it is not known how many lanes were active.
const ON: (Turn, u32) = (Turn::Over, 0);

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

impl<'a, O: Observer, const AHEAD: bool> Stage<'a, '_, O, AHEAD> {
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
        let records = self.records;
        let clock = &self.clocks[wave % MOST];
        let (inst, since) = (clock.inst, clock.at);
        let record = records.get(inst);
        let state = self.states.later(clock.state, cycle - since, records);
        let block = record.block as usize;
        let there = (self.piped.fetched).ask(cycle, block, self.pipeline.fetch);
        let board = &self.piped.boards[wave % MOST];
        let obstacle = match there > cycle {
            true => Ok(Some(Obstacle {
                until: there,
                cause: Stall::Fetch,
                of: None,
            })),
            false => board.outstanding(cycle, record, records),
        };
        let until = match obstacle {
            Ok(None) => self.depend(wave, state, cycle),
            Ok(Some(obstacle)) => self.wait(wave, inst, obstacle, cycle),
            Err(Unknown(until)) => {
                self.put(wave, until.max(cycle + 1));
                return true;
            }
        };
        let clock = &mut self.clocks[wave % MOST];
        (clock.state, clock.at) = (state, cycle);
        if until > cycle {
            self.put(wave, until);
        }
        until > cycle
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
        let mut record = self.records.get(self.clocks[wave % MOST].inst);
        // Waves that wait at a barrier take a while to go on.
        let limit = match *self.blocked {
            0 => limit,
            _ => limit.min(cycle + u64::from(self.records.release)),
        };
        loop {
            let issued = self.issue((wave, record), time, visit.now)?;
            match issued {
                Issued::Stopped => return Ok(issued),
                Issued::Early => self.piped.put(wave, time, true),
                Issued::Over => self.stay(wave),
                Issued::Until(_) => {}
            }
            visit.ahead = visit.ahead.saturating_sub(1);
            let Issued::Until(then) = issued else {
                return Ok(issued);
            };
            let Some((then, next)) = self.resume(wave, then) else {
                return Ok(issued);
            };
            record = next;
            let clock = &mut self.clocks[wave % MOST];
            let place = (wave, clock.simd);
            let early = record.private && then < limit && visit.ahead > 0;
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

    /// A wave waits for others, or has ended. Where workgroups are carried out before their time no barrier
    /// opens as long as others of its slot go on.
    #[inline]
    fn stay(&mut self, wave: usize) {
        *self.alive &= !(1 << wave);
        let slot = usize::from(self.clocks[wave % MOST].slot);
        let waves = u64::MAX >> (MOST - self.each) << (slot * self.each);
        if !AHEAD || *self.alive & waves == 0 {
            *self.unsettled |= 1 << slot;
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
            if let Some((then, _)) = self.resume(wave, self.clocks[wave % MOST].ready) {
                self.put(wave, then);
            }
        }
    }

    /// Issues the next instruction of a wave, which has all it needs. `now` is the cycle that the machine
    /// is in: what faults waits for it.
    #[inline(always)]
    fn issue(
        &mut self,
        (wave, record): (usize, &Record),
        time: u64,
        now: u64,
    ) -> Result<Issued, Box<Fault>> {
        let inst = self.clocks[wave % MOST].inst;
        match record.plain {
            true => Ok(self.issued::<true>(wave, (inst, record), time, inst + 1, ON)),
            false => self.issue_any((wave, record), time, now),
        }
    }

    /// The same, whatever it is.
    #[inline(never)]
    fn issue_any(
        &mut self,
        (wave, record): (usize, &Record),
        time: u64,
        now: u64,
    ) -> Result<Issued, Box<Fault>> {
        let clock = &self.clocks[wave % MOST];
        let inst = clock.inst;
        let (after, turn, active) = if AHEAD {
            let ahead = self.ahead.as_deref_mut();
            let ahead = ahead.expect("what carries workgroups out");
            let at = usize::from(clock.slot);
            let slot = &mut self.slots[at];
            let how = (record.leads, record.accesses);
            let own = wave - at * self.each;
            let (after, turn) = ahead.follow(slot, own, inst, how, &mut *self.dispatch)?;
            if record.leads == Leads::On {
                // Nearly all of them: accesses.
                return Ok(self.issued::<false>(wave, (inst, record), time, inst + 1, ON));
            }
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
        Ok(self.issued::<false>(wave, (inst, record), time, after, (turn, active)))
    }

    /// An instruction has been carried out, and is issued now. `PLAIN` says that it [is](Record::plain).
    #[inline(always)]
    fn issued<const PLAIN: bool>(
        &mut self,
        wave: usize,
        (inst, record): (u32, &Record),
        time: u64,
        after: u32,
        (turn, active): (Turn, u32),
    ) -> Issued {
        let (records, pipeline) = (self.records, self.pipeline);
        let clock = &mut self.clocks[wave % MOST];
        let (simd, slot, state) = (clock.simd, usize::from(clock.slot), clock.state);
        let ready = clock.ready;
        let waited = time - ready;
        let before = std::mem::replace(&mut clock.issued, time + 1);
        clock.inst = after;
        if waited > 0 {
            self.cycles.stall(inst, Stall::Pipe, waited);
            self.show_wait(wave, inst, Stall::Pipe, ready, waited);
        }
        self.piped.pipes.take(time, simd, record);
        let conflicts = self.cycles.bank_conflicts;
        // When the queue that it executes in has room for another one.
        let mut room = 0;
        let mut executes = time;
        let mut offset = 0;
        match record.unit {
            FunctionalUnit::Local | FunctionalUnit::Global | FunctionalUnit::ScalarMemory
                if !PLAIN =>
            {
                let accessed = if !AHEAD && record.unit == FunctionalUnit::Local {
                    self.touched.in_banks()
                } else if !AHEAD {
                    self.touched.in_lines()
                } else if record.accesses {
                    self.slots[slot].traces[wave - slot * self.each].access()
                } else {
                    Accessed::NOTHING
                };
                let requests = self.ahead.as_deref_mut().map(|it| &mut it.requests);
                let read = self.piped.access(
                    time,
                    (self.unit, wave, simd.into(), before),
                    (inst, record),
                    pipeline,
                    (&mut *self.memory, requests),
                    (accessed, &mut *self.banks, &mut *self.cycles),
                );
                offset = read.map_or(0, |read| read - time);
                if !AHEAD {
                    self.touched.begin();
                }
            }
            _ if record.queued => {
                let ready = ready + u64::from(self.states.get(state).ready);
                (executes, room) = self.piped.pipes.execute(time, ready, (simd, record));
                offset = executes - time;
            }
            _ => {}
        }
        self.piped.boards[wave % MOST].write(executes, record, records);
        let latency = match PLAIN {
            true => record.latency.into(),
            false => record.latency(inst, after, time),
        };
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
        if !AHEAD && record.unit == FunctionalUnit::Barrier {
            *self.unsettled |= 1 << slot;
        }
        if turn == Turn::Ended {
            self.clocks[wave % MOST].clear = false;
            self.cycles.issue(inst, 1, 0, 1);
            return Issued::Over;
        }
        // What waits for others goes on when they have come.
        let latency = if turn == Turn::Over { latency } else { 1 };
        let then = time + latency;
        let full = match record.passes || turn != Turn::Over {
            true => 0,
            false => room.saturating_sub(then),
        };
        let issue = Issue {
            waited: waited as u32,
            offset: offset as u32,
            cycles: (latency + full) as u32,
            after,
        };
        let of = (records, pipeline);
        let clock = &mut self.clocks[wave % MOST];
        clock.state = self.states.after(state, issue, latency as u32, of);
        clock.at = then + full;
        if turn != Turn::Over {
            clock.clear = false;
            if turn == Turn::Barrier {
                *self.blocked |= 1 << wave;
            }
            return Issued::Over;
        }
        if full > 0 {
            self.show_wait(wave, inst, Stall::Pipe, then, full);
        }
        Issued::Until(then + full)
    }

    /// A wave goes on then: its next instruction, and when that has all it needs but its pipeline, as far as
    /// it is known already. What the wave itself has begun is, code that is on its way may come sooner if
    /// another wave asks for it; where it is not known, the wave is put back to ask. What needs nothing of
    /// other waves is issued at once.
    #[inline(always)]
    fn resume(&mut self, wave: usize, mut then: u64) -> Option<(u64, &'a Record)> {
        let records = self.records;
        let clock = &mut self.clocks[wave % MOST];
        (clock.clear, clock.asks) = (true, false);
        loop {
            let clock = &mut self.clocks[wave % MOST];
            let inst = clock.inst;
            let record = records.get(inst);
            if !self.piped.fetched.is_settled(then, record.block as usize) {
                clock.clear = false;
                self.put(wave, then);
                return None;
            }
            let board = &self.piped.boards[wave % MOST];
            if board.may_wait(then, record) {
                match board.longest(then, records.waits(record)) {
                    Ok(None) => {}
                    Ok(Some(obstacle)) => {
                        let until = self.wait(wave, inst, obstacle, then);
                        let clock = &mut self.clocks[wave % MOST];
                        clock.state = self.states.later(clock.state, until - then, records);
                        clock.at = until;
                        then = until;
                    }
                    Err(Unknown(until)) => {
                        (clock.clear, clock.asks, clock.ready) = (false, true, then);
                        self.put(wave, until.max(then));
                        return None;
                    }
                }
            }
            let state = self.clocks[wave % MOST].state;
            then = self.depend(wave, state, then);
            if !record.inert {
                return Some((then, record));
            }
            let issue = Issue {
                waited: 0,
                offset: 0,
                cycles: record.latency,
                after: inst + 1,
            };
            let of = (records, self.pipeline);
            let clock = &mut self.clocks[wave % MOST];
            (clock.issued, clock.inst) = (then + 1, inst + 1);
            clock.state = self.states.after(state, issue, record.latency, of);
            then += u64::from(record.latency);
            clock.at = then;
        }
    }

    /// When registers let a wave go on that has come to a state.
    #[inline(always)]
    fn depend(&mut self, wave: usize, state: u32, from: u64) -> u64 {
        let cycles = self.states.get(state).wait;
        if cycles > 0 {
            let cycles = cycles.into();
            if !self.states.keep(state) {
                self.depend_on_old(wave, from, cycles);
            }
            let inst = self.clocks[wave % MOST].inst;
            self.show_wait(wave, inst, Stall::Dependency, from, cycles);
        }
        from + u64::from(cycles)
    }

    /// They do not at once, for something that was written long ago.
    #[inline(never)]
    fn depend_on_old(&mut self, wave: usize, from: u64, cycles: u64) {
        let inst = self.clocks[wave % MOST].inst;
        let board = &self.piped.boards[wave % MOST];
        let obstacle = Obstacle {
            until: from + cycles,
            cause: Stall::Dependency,
            of: board.last_read(self.records.get(inst), self.records),
        };
        self.cycles.wait(inst, &obstacle, cycles);
    }

    /// An instruction of a wave is kept from being issued from then on. Tells until when.
    #[inline]
    fn wait(&mut self, wave: usize, inst: u32, obstacle: Obstacle, from: u64) -> u64 {
        let waited = obstacle.until - from;
        self.cycles.wait(inst, &obstacle, waited);
        self.show_wait(wave, inst, obstacle.cause, from, waited);
        obstacle.until
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
