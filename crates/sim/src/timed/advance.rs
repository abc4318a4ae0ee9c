//! One SIMD that goes on by itself, up to where others could matter.

use super::course::Leads;
use super::issue_piped::Stage;
use super::piped::Piped;
use super::simd::{Concerns, oldest};
use super::unit::Visit;
use crate::fault::Fault;
use crate::observe::Observer;

/// Why a SIMD does not go on for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It has come as far as it may.
    Limit,
    /// What it does next concerns others.
    Shared,
    /// In this cycle a wave came to a barrier or ended.
    Settle(u64),
}

impl<O: Observer> Stage<'_, '_, O> {
    /// Issues the instructions of one SIMD in all cycles before `limit`, up to the first in which something
    /// happens that concerns other units, or, from `bound` on, other SIMDs.
    pub fn advance(
        &mut self,
        simd: usize,
        (limit, bound): (u64, u64),
        visit: &mut Visit,
    ) -> Result<Halt, Box<Fault>> {
        loop {
            let own = &mut self.piped.simds[simd];
            let cycle = own.next();
            self.piped.nexts[simd] = cycle;
            if cycle >= limit || visit.ahead == 0 {
                return Ok(Halt::Limit);
            }
            let mut waves = own.contenders(cycle);
            let shared = waves & own.shared != 0;
            if shared && (cycle >= bound || waves & own.global != 0) {
                return Ok(Halt::Shared);
            }
            if !self.enters_alone(simd, cycle, waves) {
                waves = match shared {
                    true => self.enter(simd, cycle),
                    false => self.piped.simds[simd].enter(cycle, self.clocks, self.records),
                };
            }
            // The wave that issued longest ago comes first, where it may be one of other SIMDs too.
            while waves != 0 {
                let wave = match shared {
                    true => oldest(waves, self.clocks),
                    false => waves.trailing_zeros() as usize,
                };
                waves &= !(1 << wave);
                // Alone until then, a wave goes on at once.
                let alone = match waves {
                    0 if !shared => limit.min(self.piped.simds[simd].alone_until()),
                    _ => 0,
                };
                if let Some(time) = self.go_alone((wave, simd), cycle, alone, visit) {
                    visit.ahead = visit.ahead.saturating_sub(1);
                    let issued = self.issue(wave, time, visit.now)?;
                    self.put_back(wave, time, issued);
                }
            }
            if *self.unsettled != 0 {
                return Ok(Halt::Settle(cycle));
            }
        }
    }

    /// The only wave that may do something in this cycle, the next of its SIMD, has all that it needs: it
    /// issues then. False where it has not, or there are several; nothing has happened then.
    #[inline(always)]
    pub fn enters_alone(&mut self, simd: usize, cycle: u64, waves: u64) -> bool {
        if !waves.is_power_of_two() {
            return false;
        }
        let own = &mut self.piped.simds[simd];
        let clock = &mut self.clocks[waves.trailing_zeros() as usize];
        let alone = clock.clear && own.has_free(self.records.get(clock.inst), cycle);
        if alone {
            own.queue.take(cycle);
            clock.ready = cycle;
        }
        alone
    }

    /// A wave goes on then. What needs nothing of anybody else is issued now.
    pub fn resume(&mut self, wave: usize, mut then: u64) {
        loop {
            let clock = &mut self.clocks[wave];
            let inst = clock.inst;
            let record = self.records.get(inst);
            if !(clock.clear && record.inert) {
                return self.put(wave, then);
            }
            let latency = u64::from(record.latency);
            self.cycles.issue(inst, 0, latency);
            (clock.issued, clock.inst) = (then + 1, inst + 1);
            then = self.look_ahead(wave, inst + 1, then + latency);
        }
    }

    /// Issues instructions of a wave that have been carried out and are of the wave alone: the first of
    /// them now, and others as long as no other wave of the SIMD does anything. Tells when there is one
    /// that is not of this kind.
    #[inline(always)]
    fn go_alone(
        &mut self,
        (wave, simd): (usize, usize),
        mut time: u64,
        alone: u64,
        visit: &mut Visit,
    ) -> Option<u64> {
        let (records, pipeline, cycles) = (self.records, self.pipeline, &mut *self.cycles);
        let Piped {
            boards,
            simds,
            fetched,
            ..
        } = &mut *self.piped;
        let (clock, board, own) = (&mut self.clocks[wave], &mut boards[wave], &mut simds[simd]);
        let mut inst = clock.inst;
        let mut record = records.get(inst);
        let mut ready = clock.ready;
        loop {
            let after = match record.leads {
                _ if !record.plain => None,
                Leads::On => Some(inst + 1),
                Leads::Ahead(to) => Some(to),
                Leads::Branch(to) | Leads::Back(to) => {
                    let slot = usize::from(clock.slot);
                    let trace = &mut self.slots[slot].traces[wave - slot * self.each];
                    let taken = trace.next_branch();
                    taken.map(|taken| if taken { to } else { inst + 1 })
                }
                Leads::Barrier | Leads::End => None,
            };
            let Some(after) = after else {
                (clock.inst, clock.ready) = (inst, ready);
                return Some(time);
            };
            visit.ahead = visit.ahead.saturating_sub(1);
            own.take(time, record);
            let (mut executes, mut room) = (time, 0);
            if record.queued {
                let ready = board.ready(time, record, records);
                (executes, room) = own.execute(time, ready, record, pipeline.queue);
            }
            board.issued(executes, inst, record, records, pipeline);
            clock.issued = time + 1;
            let latency = record.latency(inst, after);
            let mut then = time + latency;
            let full = room.saturating_sub(then);
            cycles.issue(inst, time - ready + full, latency);
            then += full;
            inst = after;
            let mut block = record.block;
            let next = loop {
                let next = records.get(inst);
                let there = next.block == block || fetched.is_settled(then, next.block as usize);
                let outstanding = board.outstanding(then, next, records);
                if !there || outstanding.is_err() {
                    clock.inst = inst;
                    let then = self.look_ahead(wave, inst, then);
                    self.put(wave, then);
                    return None;
                }
                if let Ok(Some(obstacle)) = outstanding {
                    cycles.wait(inst, &obstacle, obstacle.until - then);
                    then = obstacle.until;
                }
                if let Some(obstacle) = board.dependency(then, next, records) {
                    cycles.wait(inst, &obstacle, obstacle.until - then);
                    then = obstacle.until;
                }
                if !next.inert {
                    break next;
                }
                let latency = u64::from(next.latency);
                cycles.issue(inst, 0, latency);
                clock.issued = then + 1;
                then += latency;
                (inst, block) = (inst + 1, next.block);
            };
            if next.private {
                if then < alone && visit.ahead > 0 && own.is_free(next, then) {
                    (ready, time, record) = (then, then, next);
                    continue;
                }
                // It concerned nobody else before.
                own.queue.add(wave, then);
                clock.inst = inst;
                return None;
            }
            clock.inst = inst;
            own.put(wave, then, Concerns::of(next, true, true, board));
            return None;
        }
    }
}
