//! Workgroups whose waves have come to a barrier, or to their end.

use super::board::Board;
use super::clock::{Signals, bits};
use super::queue::MOST;
use super::unit::{ComputeUnit, Visit};
use super::{Machine, Slice, Stall, Track, Watch, WaveSpan};
use crate::Wave;
use crate::dispatch::Dispatch;
use crate::fault::Fault;
use crate::observe::Observer;
use crate::wave::WaveState;
use crate::workgroup::{groups_of, waiting_inst};
use uop::Program;

impl ComputeUnit {
    /// Where no wave of a workgroup goes on by itself: opens the barrier, or gives the slot free.
    pub fn settle<O: Observer>(
        &mut self,
        slot: usize,
        cycle: u64,
        visit: &Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<(), Box<Fault>> {
        let first = slot * self.each;
        if self.any_goes_on(first, self.each) {
            self.open_early(slot, cycle, machine, watch);
            return Ok(());
        }
        // Since the last of them came to the barrier or ended.
        let clocks = &self.clocks[first..first + self.each];
        let issued = clocks.iter().map(|clock| clock.issued).max();
        let now = issued.unwrap_or(0).saturating_sub(1);
        let waiting = match machine.ahead.is_some() {
            true => {
                let waiting = self.blocked >> first & (u64::MAX >> (MOST - self.each));
                let wave = waiting.trailing_zeros() as usize;
                // It goes on behind the barrier.
                (waiting != 0).then(|| (waiting, self.clocks[first + wave].inst - 1))
            }
            false => self.waiting(slot, &machine.dispatch.program),
        };
        if let Some((waiting, inst)) = waiting {
            let Dispatch { program, stats, .. } = &mut machine.dispatch;
            let latency = u64::from(machine.timing.costs[inst as usize].latency);
            if machine.ahead.is_none()
                && let Some(group) = self.slots[slot].group_mut()
                && !group.pass_barrier(program, stats, &mut *watch.observer)
            {
                match group.ended_or_deadlock(program) {
                    Err(fault) if now > visit.now => {
                        self.clocks[first].fault = Some(fault);
                        self.wake(first, now, machine);
                        return Ok(());
                    }
                    progress => progress?,
                };
            }
            let ready = now + latency;
            for wave in bits(waiting) {
                let issued = self.clocks[first + wave].issued;
                self.wake(first + wave, ready, machine);
                let waited = ready - issued;
                machine.cycles.stall(inst, Stall::Barrier, waited);
                if let Some(timeline) = &mut machine.timeline {
                    let track = Track::Wave((first + wave) as u32);
                    let slice = Slice::Wait(Stall::Barrier, inst);
                    timeline.add(self.number, track, issued, waited, slice);
                }
            }
            return Ok(());
        }
        // All waves have ended; there is room again when nothing of theirs is outstanding.
        if let Some(ahead) = &mut machine.ahead {
            ahead.finish(&mut self.slots[slot], &mut machine.dispatch)?;
        }
        let Some(resident) = &self.slots[slot].resident else {
            return Ok(());
        };
        if let (true, Some(group)) = (watch.observer.active(), &resident.group) {
            watch.observer.ended(&groups_of(&group.waves));
        }
        match self.is_unsure(slot) {
            false => self.leave(slot, machine),
            true => {
                let boards = self.boards(slot).map(Board::last);
                self.slots[slot].free = boards.max().unwrap_or(0).max(now + 1);
                self.leaving |= 1 << slot;
                self.look_for_room();
            }
        }
        Ok(())
    }

    /// The notes of the waves of a slot.
    fn boards(&self, slot: usize) -> impl Iterator<Item = &Board> {
        let boards = self.piped.as_ref().map_or(&[][..], |it| &it.boards[..]);
        boards.iter().skip(slot * self.each).take(self.each)
    }

    /// Memory has not told when all accesses of a workgroup are done.
    pub fn is_unsure(&self, slot: usize) -> bool {
        self.boards(slot).any(Board::is_unsure)
    }

    /// All waves of a workgroup have ended, and it is known when the last of their accesses is done.
    pub fn leave(&mut self, slot: usize, machine: &mut Machine) {
        let first = slot * self.each;
        let Some(resident) = &self.slots[slot].resident else {
            return;
        };
        let clocks = &self.clocks[first..first + self.each];
        let issued = clocks.iter().map(|clock| clock.issued).max();
        let flights = self.boards(slot);
        let signals = self.signals.iter().skip(first).take(self.each);
        let last = signals.filter_map(Signals::last);
        let last = last.chain(flights.map(Board::last)).max();
        let end = last.unwrap_or(0).max(issued.unwrap_or(1));
        if let Some(timeline) = &mut machine.timeline {
            for (wave, (clock, board)) in clocks.iter().zip(self.boards(slot)).enumerate() {
                timeline.end_wave(WaveSpan {
                    unit: self.number,
                    wave: (first + wave) as u32,
                    simd: clock.simd.into(),
                    group: resident.number,
                    start: clock.since,
                    end: board.last().max(clock.issued),
                });
            }
        }
        let cycles = &mut machine.cycles;
        cycles.cycles = cycles.cycles.max(end);
        if let Some((since, until)) = self.busy.end(end) {
            cycles.occupancy.add(since, until);
        }
        if let Some(timeline) = &mut machine.timeline {
            let (track, began) = (Track::Groups(slot as u32), resident.started);
            let slice = Slice::Group(resident.number);
            timeline.add(self.number, track, began, end - began, slice);
        }
        let slot = &mut self.slots[slot];
        slot.spare = slot.resident.take().and_then(|resident| resident.group);
        let ended = slot.spare.as_ref().map_or(1, |group| group.workgroups());
        machine.dispatch.config.meter.turn(0, ended as u64);
        slot.free = end;
        self.look_for_room();
        machine.something_happened();
    }

    /// Waves of a workgroup that wait at a barrier, as bits, and the instruction at which the first does.
    fn waiting(&self, slot: usize, program: &Program) -> Option<(u64, u32)> {
        let waves = self.slots[slot].group()?.waves();
        let waits = |&i: &usize| waves[i].state() == WaveState::AtBarrier;
        let mut all = (0..waves.len()).filter(waits);
        let first = all.next()?;
        let bits = all.fold(1 << first, |bits, i| bits | 1 << i);
        Some((bits, waiting_inst(program, &waves[first])))
    }

    /// Waves whose barrier was opened by one that went on go on too.
    fn open_early<O: Observer>(
        &mut self,
        slot: usize,
        cycle: u64,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) {
        if machine.timing.pipeline.is_none() || machine.ahead.is_some() {
            return;
        }
        let Some(group) = self.slots[slot].group_mut() else {
            return;
        };
        let first = slot * self.each;
        let Dispatch { program, stats, .. } = &mut machine.dispatch;
        let waits = |wave: &Wave| wave.state() == WaveState::AtBarrier;
        let waiting: Vec<usize> = (0..self.each)
            .filter(|&i| self.alive >> (first + i) & 1 == 0 && waits(&group.waves[i]))
            .collect();
        if waiting.is_empty() {
            return;
        }
        group.pass_barrier(program, stats, &mut *watch.observer);
        let mut opened = Vec::new();
        for wave in waiting {
            if group.waves[wave].state() == WaveState::Running {
                opened.push((first + wave, waiting_inst(program, &group.waves[wave])));
            }
        }
        for (wave, inst) in opened {
            let latency = u64::from(machine.timing.costs[inst as usize].latency);
            let ready = cycle + latency;
            let waited = ready - self.clocks[wave].issued;
            machine.cycles.stall(inst, Stall::Barrier, waited);
            self.wake(wave, ready, machine);
        }
    }
}
