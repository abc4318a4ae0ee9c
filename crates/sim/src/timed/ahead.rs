//! Workgroups that are carried out before their time, as the executor does it best, while their clock
//! follows what was written down of them.
//!
//! A unit has dozens of waves under way, and all units together thousands, whose registers no cache
//! holds. What is written down is small: a bit for a branch and a line or two for an access. A workgroup
//! that has been carried out to its end gives what it takes to the next.

use super::course::{Course, Leads};
use super::requests::Requests;
use super::unit::{Resident, Slot};
use crate::access::{BankCounter, Touched};
use crate::dispatch::Dispatch;
use crate::executor::Turn;
use crate::fault::Fault;
use crate::memory::Memory;
use crate::trace::{LocalMemory, Recorder, Undo, WaveTrace};
use crate::workgroup::{GroupProgress, Stretch, Workgroup, fault_at};
use std::sync::atomic::AtomicU64;
use uop::Trap;
use uop::timing::Timing;

/// What all units share to carry workgroups out before their time.
#[derive(Clone)]
pub(super) struct Ahead {
    /// Nothing while a workgroup has it.
    recorder: Option<Box<Recorder>>,
    /// Workgroups that have been carried out, for others to take their place.
    #[expect(clippy::vec_box, reason = "they are kept, and moved, in boxes")]
    pool: Vec<Box<Workgroup>>,
    pub requests: Requests,
}

/// Steps of each wave that are carried out in one go.
pub(super) const QUANTUM: u32 = 512;

/// Instructions of a workgroup after which it may wait for its clock. What is written down of so many takes
/// less room than registers, which the next workgroup can have if this one comes to its end.
const STRETCH: u64 = 1 << 13;

/// What an instruction of a wave is followed by, and what that makes of the wave.
pub(super) type Followed = (u32, Turn);

impl Ahead {
    pub fn new(course: &Course, undo: Undo, timing: &Timing, dispatch: &Dispatch) -> Ahead {
        let counter = BankCounter::new(&timing.local);
        let line = timing.pipeline.as_ref().map_or(0, |it| it.memory.line);
        let touched = Touched::nothing(counter.interleave()).with_lines(line);
        let (opens, memory) = (course.opens.clone(), &dispatch.memory);
        let local = LocalMemory::new(&course.local, counter, dispatch.launch.local_bytes);
        let touched = touched.with_addresses();
        let recorder = Recorder::new(touched, opens, memory, course.guarded, (local, undo));
        Ahead {
            recorder: Some(recorder.into()),
            pool: Vec::new(),
            requests: Requests::new(),
        }
    }

    /// What was carried out is of no use: memory holds again what it held.
    pub fn put_back(&self, memory: &Memory) {
        let recorder = self.recorder.as_ref();
        recorder.inspect(|it| it.undo.put_back(memory));
    }

    /// What comes after an instruction of a wave. An access is the last that its trace came to then.
    #[inline]
    pub fn follow(
        &mut self,
        slot: &mut Slot,
        wave: usize,
        inst: u32,
        (leads, accesses): (Leads, bool),
        dispatch: &mut Dispatch,
    ) -> Result<Followed, Box<Fault>> {
        if accesses {
            while !slot.traces[wave].next_access() {
                self.carry_out(slot, wave, dispatch)?;
            }
        }
        let branch = match leads {
            Leads::On => return Ok((inst + 1, Turn::Over)),
            Leads::Ahead(to) => return Ok((to, Turn::Over)),
            Leads::Barrier => return Ok((inst + 1, Turn::Barrier)),
            Leads::End => return Ok((inst + 1, Turn::Ended)),
            Leads::Branch(to) | Leads::Back(to) => to,
        };
        loop {
            match slot.traces[wave].next_branch() {
                Some(true) => return Ok((branch, Turn::Over)),
                Some(false) => return Ok((inst + 1, Turn::Over)),
                None => self.carry_out(slot, wave, dispatch)?,
            }
        }
    }

    /// Carries the workgroup of a slot out to its end.
    pub fn finish(&mut self, slot: &mut Slot, dispatch: &mut Dispatch) -> Result<(), Box<Fault>> {
        while slot.resident.as_ref().is_some_and(Resident::goes_on) {
            self.carry_out(slot, 0, dispatch)?;
            slot.traces.iter_mut().for_each(WaveTrace::clear);
        }
        Ok(())
    }

    /// Carries the workgroup of a slot out for a while, because there is nothing left to follow for
    /// one of its waves.
    #[inline(never)]
    fn carry_out(
        &mut self,
        slot: &mut Slot,
        wave: usize,
        dispatch: &mut Dispatch,
    ) -> Result<(), Box<Fault>> {
        slot.traces[wave].clear();
        let Some(resident) = &mut slot.resident else {
            unreachable!("a wave without a workgroup");
        };
        if !resident.begun {
            resident.begun = true;
            let group = dispatch.start_counted(resident.number, self.pool.pop());
            resident.group = Some(group);
        }
        let taken = &mut resident.group;
        let why = "waves do what was written down of them, and then go on";
        let mut group = taken.take().expect(why);
        let mut recorder = self.recorder.take().expect("one workgroup at a time");
        std::mem::swap(&mut recorder.waves, &mut slot.traces);
        recorder.enter(dispatch.stats.barriers);
        group.recorder = Some(recorder);
        group.stretch = Stretch::Instructions(STRETCH);
        let issued = AtomicU64::new(dispatch.stats.instructions);
        let mut stats = dispatch.stats;
        let progress = group.run(&dispatch.run_of(&issued), &mut stats, &mut ());
        dispatch.stats = stats;
        let mut recorder = group.recorder.take().expect("it was lent");
        recorder.pass(stats.barriers);
        if matches!(progress, Ok(GroupProgress::Ended)) {
            recorder.end_interval();
        }
        std::mem::swap(&mut recorder.waves, &mut slot.traces);
        let depends = recorder.depends_on_order();
        self.recorder = Some(recorder);
        if depends {
            let limit = dispatch.config.max_instructions;
            let waits = Vec::new();
            let trap = Trap::Limit { limit, waits };
            return Err(fault_at(&dispatch.program, &group.waves[0], trap));
        }
        match progress? {
            GroupProgress::Ended => self.pool.push(group),
            _ => *taken = Some(group),
        }
        Ok(())
    }
}
