//! What a debugger asks of a launch on the clock, and does to it.

use super::unit::Slot;
use super::{Clocked, ComputeUnit, Cycles, Timeline};
use crate::code::Prepared;
use crate::look::id_of;
use crate::wave::Wave;
use crate::workgroup::Workgroup;
use std::sync::Arc;
use uop::{Apertures, WaveId};

impl Clocked {
    /// The cycle that the launch is in.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// What happens from now on is noted there.
    pub fn keep(&mut self, timeline: Timeline) {
        self.machine.timeline = Some(timeline);
    }

    /// What was noted.
    pub fn take_timeline(&mut self) -> Option<Timeline> {
        self.machine.timeline.take()
    }

    /// What cycles were spent on so far.
    pub fn cycles(&self) -> Cycles {
        let mut cycles = self.machine.cycles.clone();
        self.machine.states.tally(&mut cycles);
        let memory = self.machine.memory.as_ref();
        cycles.memory = memory.map(|memory| memory.counts.clone());
        cycles
    }

    /// The workgroups that are under way.
    pub fn groups(&self) -> impl Iterator<Item = &Workgroup> {
        self.units.iter().flat_map(ComputeUnit::groups)
    }

    /// The wave that an observer was told of when it stopped the run: it issues the next instruction.
    pub fn turn(&self) -> Option<WaveId> {
        self.turn
    }

    /// The wave is announced again with its next instruction, if it has its turn. A clock gives it to
    /// no other.
    pub fn give_turn(&mut self, id: WaveId) -> bool {
        let own = self.turn == Some(id);
        if let (true, Some((group, wave))) = (own, self.find_mut(id)) {
            group.waves[wave].told = false;
        }
        own
    }

    /// Observers that look at marked instructions only will be told of these, given by their index in
    /// the program.
    pub fn mark(&mut self, marked: impl Fn(u32) -> bool) {
        self.machine.dispatch.mark(marked);
    }

    /// Marks the same instructions as another launch of the same program has marked.
    pub fn share_marks(&mut self, other: &Self) {
        let code: &Arc<Prepared> = &other.machine.dispatch.code;
        self.machine.dispatch.code = code.clone();
    }

    /// A wave that is under way, to be changed.
    pub fn wave_mut(&mut self, id: WaveId) -> Option<&mut Wave> {
        let (group, wave) = self.find_mut(id)?;
        let wave = &mut group.waves[wave];
        wave.meddled = true;
        Some(wave)
    }

    /// The local memory of a workgroup that is under way, to be changed.
    pub fn local_mut(&mut self, group: [u32; 3]) -> Option<&mut [u8]> {
        let (group, wave) = self.find_mut(WaveId { group, wave: 0 })?;
        let range = group.local_range(wave);
        Some(&mut group.local[range])
    }

    /// The local memory of a workgroup that is under way.
    pub fn local(&self, group: [u32; 3]) -> Option<&[u8]> {
        let is = |wave: &Wave| id_of(wave) == WaveId { group, wave: 0 };
        let mut groups = self.groups();
        groups.find_map(|group| {
            let wave = group.waves.iter().position(is)?;
            Some(&group.local[group.local_range(wave)])
        })
    }

    /// Windows of the flat address space.
    pub fn apertures(&self) -> &Apertures {
        self.machine.dispatch.apertures()
    }

    /// About how many bytes a clone takes.
    pub fn state_bytes(&self) -> usize {
        let groups: usize = self.groups().map(Workgroup::state_bytes).sum();
        let clocks: usize = self.units.iter().map(ComputeUnit::clock_bytes).sum();
        let caches = self.machine.memory.as_ref().map_or(0, |it| it.bytes());
        size_of::<Self>() + groups + clocks + caches + self.machine.states.bytes()
    }

    fn find_mut(&mut self, id: WaveId) -> Option<(&mut Workgroup, usize)> {
        let is = |wave: &Wave| id_of(wave) == id;
        self.units.iter_mut().find_map(|unit| {
            let mut groups = unit.slots.iter_mut().filter_map(Slot::group_mut);
            groups.find_map(|group| {
                let wave = group.waves.iter().position(is)?;
                Some((group, wave))
            })
        })
    }

    /// Waves may have been moved since the run stopped: clocks go by where they are now.
    pub(super) fn follow(&mut self) {
        for unit in &mut self.units {
            unit.follow(self.now, &mut self.machine);
        }
    }
}
