//! What a debugger does to a run besides watching it: it marks instructions, chooses whose turn it
//! is, and changes state. A run that is left alone has none of it.

use crate::dispatch::Dispatch;
use crate::wave::{Wave, WaveState};
use crate::workgroup::Quantum;
use uop::Apertures;

impl Dispatch {
    /// Observers that look at marked instructions only will be told of these, given by their
    /// index in the program.
    pub fn mark(&mut self, marked: impl Fn(u32) -> bool) {
        self.code = Self::code(&self.program, &self.launch, &self.config, true, marked);
    }

    /// Marks the same instructions as another dispatch of the same program has marked.
    pub fn share_marks(&mut self, other: &Self) {
        self.code = other.code.clone();
    }

    /// The running wave with this number has its turn now, instead of whoever would be next. It is
    /// announced again with its next instruction. False if it cannot run.
    pub fn give_turn(&mut self, wave: usize) -> bool {
        let steps = i64::from(self.config.quantum.max(1));
        let Some(group) = &mut self.current else {
            return false;
        };
        let running = |wave: &Wave| wave.state() == WaveState::Running;
        if !group.waves.get(wave).is_some_and(running) {
            return false;
        }
        group.turn = wave;
        group.paused = Some(Quantum { steps, left: steps });
        group.waves.iter_mut().for_each(|wave| wave.told = false);
        true
    }

    /// A wave of the workgroup that is under way, to be changed.
    pub fn wave_mut(&mut self, wave: usize) -> Option<&mut Wave> {
        let wave = self.current.as_mut()?.waves.get_mut(wave)?;
        wave.meddled = true;
        Some(wave)
    }

    /// The local memory of the workgroup that is under way, to be changed.
    pub fn local_mut(&mut self) -> Option<&mut [u8]> {
        Some(&mut self.current.as_mut()?.local)
    }

    /// Windows of the flat address space.
    pub fn apertures(&self) -> &Apertures {
        &self.launch.flat
    }

    /// About how many bytes a clone takes.
    pub fn state_bytes(&self) -> usize {
        let Some(group) = &self.current else {
            return size_of::<Self>();
        };
        let waves = group.waves.iter().map(Wave::state_bytes).sum::<usize>();
        size_of::<Self>() + group.local.len() + waves
    }
}

impl Wave {
    fn state_bytes(&self) -> usize {
        size_of::<Wave>() + self.vector.bytes() + self.private.len()
    }
}
