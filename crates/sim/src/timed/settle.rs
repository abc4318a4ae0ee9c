//! Workgroups whose waves have come to a barrier, or to their end.

use super::board::Board;
use super::clock::Signals;
use super::unit::{Unit, Visit};
use super::{Machine, Slice, Stall, Track, Watch, WaveSpan};
use crate::Wave;
use crate::dispatch::Dispatch;
use crate::fault::Fault;
use crate::observe::Observer;
use crate::wave::WaveState;
use crate::workgroup::{groups_of, waiting_inst};

impl Unit {
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
        let Some(resident) = &mut self.slots[slot].resident else {
            return Ok(());
        };
        let clocks = &mut self.clocks[first..first + self.each];
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
            if !group.pass_barrier(program, stats, &mut *watch.observer) {
                match group.ended_or_deadlock(program) {
                    Err(fault) if now > visit.now => {
                        clocks[0].fault = Some(fault);
                        self.wake(first, now, machine);
                        return Ok(());
                    }
                    progress => progress?,
                };
            }
            let ready = now + latency;
            for wave in at_barrier {
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
        if watch.observer.active() {
            watch.observer.ended(&groups_of(&group.waves));
        }
        let boards = self.piped.as_ref().map_or(&[][..], |it| &it.boards);
        let flights = boards.iter().skip(first).take(self.each);
        let signals = self.signals.iter().skip(first).take(self.each);
        let last = signals.filter_map(Signals::last);
        let last = last.chain(flights.clone().map(Board::last)).max();
        let end = last.unwrap_or(0).max(now + 1);
        if let Some(timeline) = &mut machine.timeline {
            for (wave, (clock, board)) in clocks.iter().zip(flights).enumerate() {
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
        slot.spare = slot.resident.take().map(|resident| resident.group);
        let ended = slot.spare.as_ref().map_or(0, |group| group.workgroups());
        machine.dispatch.config.meter.turn(0, ended as u64);
        slot.free = end;
        self.look_for_room();
        machine.something_happened();
        Ok(())
    }

    /// Waves whose barrier was opened by one that went on go on too.
    fn open_early<O: Observer>(
        &mut self,
        slot: usize,
        cycle: u64,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) {
        let Some(resident) = &mut self.slots[slot].resident else {
            return;
        };
        if machine.timing.pipeline.is_none() {
            return;
        }
        let (group, first) = (&mut resident.group, slot * self.each);
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
