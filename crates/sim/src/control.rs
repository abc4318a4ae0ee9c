//! What a debugger does to a run besides watching it: it marks instructions, chooses whose turn it
//! is, and changes state. A run that is left alone has none of it.

use crate::code::LaunchShape;
use crate::dispatch::Dispatch;
use crate::wave::{Wave, WaveState};
use crate::workgroup::{Quantum, Workgroup};
use uop::{Apertures, WaveId};

impl Dispatch {
    /// Observers that look at marked instructions only will be told of these, given by their
    /// index in the program.
    pub fn mark(&mut self, marked: impl Fn(u32) -> bool) {
        let shape = LaunchShape::of(&self.program, &self.launch, &self.config, true);
        self.code = shape.bind(&self.program, marked);
    }

    /// Marks the same instructions as another dispatch of the same program has marked.
    pub fn share_marks(&mut self, other: &Self) {
        self.code = other.code.clone();
    }

    /// The wave with this number among those of its workgroup's cluster has its turn now, instead of
    /// the one that would be next. It is announced again with its next instruction. False if it
    /// cannot run.
    pub fn give_turn(&mut self, id: WaveId) -> bool {
        let steps = i64::from(self.config.quantum.max(1));
        let runs = |&(resident, wave): &(usize, usize)| {
            let group = self.residents.iter().nth(resident);
            group.is_some_and(|group| group.waves[wave].state() == WaveState::Running)
        };
        let Some((resident, wave)) = self.find(id).filter(runs) else {
            return false;
        };
        self.residents.bring_forward(resident);
        let Some(group) = self.residents.iter_mut().next() else {
            return false;
        };
        group.turn = wave;
        group.paused = Some(Quantum { steps, left: steps });
        let groups = self.residents.iter_mut();
        groups.for_each(|group| group.waves.iter_mut().for_each(|wave| wave.told = false));
        true
    }

    /// A wave that is under way, to be changed.
    pub fn wave_mut(&mut self, id: WaveId) -> Option<&mut Wave> {
        let (resident, wave) = self.find(id)?;
        let group = self.residents.iter_mut().nth(resident)?;
        let wave = &mut group.waves[wave];
        wave.meddled = true;
        Some(wave)
    }

    /// The local memory of a workgroup that is under way, to be changed.
    pub fn local_mut(&mut self, group: [u32; 3]) -> Option<&mut [u8]> {
        let (resident, wave) = self.find(WaveId { group, wave: 0 })?;
        let group = self.residents.iter_mut().nth(resident)?;
        let range = group.local_range(wave);
        Some(&mut group.local[range])
    }

    /// The local memory of a workgroup that is under way.
    pub fn local(&self, group: [u32; 3]) -> Option<&[u8]> {
        let (resident, wave) = self.find(WaveId { group, wave: 0 })?;
        let group = self.residents.iter().nth(resident)?;
        Some(&group.local[group.local_range(wave)])
    }

    /// The number of the resident that has a wave, and of the wave there.
    fn find(&self, id: WaveId) -> Option<(usize, usize)> {
        let is = |wave: &Wave| wave.place().group == id.group && wave.place().wave == id.wave;
        let mut residents = self.residents.iter().enumerate();
        residents.find_map(|(i, group)| Some((i, group.waves.iter().position(is)?)))
    }

    /// Windows of the flat address space.
    pub fn apertures(&self) -> &Apertures {
        &self.launch.flat
    }

    /// About how many bytes a clone takes.
    pub fn state_bytes(&self) -> usize {
        let groups = self.residents.iter().map(Workgroup::state_bytes);
        size_of::<Self>() + groups.sum::<usize>()
    }
}

impl Workgroup {
    pub(crate) fn state_bytes(&self) -> usize {
        let waves = self.waves.iter().map(Wave::state_bytes).sum::<usize>();
        self.local.len() + waves
    }
}

impl Wave {
    fn state_bytes(&self) -> usize {
        size_of::<Wave>() + self.vector.bytes() + self.private.len()
    }
}
