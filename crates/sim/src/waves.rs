//! The waves of a workgroup, or of a cluster of them, and where their registers lie.

use crate::affine::Values;
use crate::code::Prepared;
use crate::registers::{Block, Layout, MAX_LOCKSTEP};
use crate::wave::{Wave, WaveState};
use op::Kernels;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;
use uop::{Entry, GroupRegisters, Program, SReg, UopIdx, VReg, WavePlace};

/// Waves by their numbers, workgroup by workgroup in a cluster.
#[derive(Debug)]
pub(crate) struct Waves {
    waves: Vec<Wave>,
    /// Waves of a workgroup.
    pub each: usize,
    blocks: Vec<Shared>,
    starts: Arc<Starts>,
    /// Each wave has turns of its own: which takes a step first matters, or may. Until the next barrier.
    pub apart: bool,
    /// They are still those of another workgroup, apart from their registers: whatever needs them
    /// brings them up to date.
    stale: Option<[u32; 3]>,
}

/// What waves whose registers lie side by side have in common.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub block: Block,
    /// Its waves, and those that ran last.
    pub of: Range<usize>,
    pub last: Range<usize>,
    /// Registers that are known to be affine.
    pub values: Values,
    /// What the shadows of uniform scalars hold, and for which of the block's waves that is so.
    pub shadows: Vec<u64>,
    /// Waves that run together change: what was known of shadows is not known any more.
    pub epoch: u32,
    /// Scalars that the plan calls uniform hold the same in all waves of the block.
    pub uniform: bool,
    /// None of the waves has run yet.
    pub fresh: bool,
    /// They have just passed a barrier: what was uniform may be so again.
    pub met: bool,
}

/// What the waves of every workgroup start with: all words of their blocks, and active lanes.
#[derive(Debug)]
struct Starts {
    words: Vec<(Vec<u32>, Vec<u32>)>,
    exec: Vec<u64>,
    full: bool,
}

impl Waves {
    /// Waves that have not begun, at the places of the first workgroup.
    pub fn new(
        program: &Program,
        code: &Prepared,
        kernels: &'static Kernels,
        entry: &dyn Entry,
        first: WavePlace,
        private_bytes: usize,
    ) -> Waves {
        let (each, groups) = (first.waves as usize, first.cluster);
        let layout = code.layout;
        assert_eq!(layout, Layout::new(first.lanes as usize, each));
        let mut waves = Vec::with_capacity(each * groups as usize);
        let mut blocks = Vec::new();
        for rank in 0..groups {
            for start in (0..each).step_by(MAX_LOCKSTEP) {
                let block = Block::new(
                    layout,
                    program.vector_file.into(),
                    program.scalar_file.into(),
                    code.scratch,
                );
                let begin = waves.len();
                for wave in start..each.min(start + MAX_LOCKSTEP) {
                    let place = WavePlace {
                        group: first.peer(rank),
                        wave: wave as u32,
                        ..first
                    };
                    let registers = block.of(wave - start);
                    let mut wave = Wave::new(program, place, registers, kernels, private_bytes);
                    entry.enter(&place, &mut wave);
                    waves.push(wave);
                }
                let of = begin..waves.len();
                let lanes = of.len() * layout.width;
                blocks.push(Shared {
                    block,
                    values: Values::new(program.vector_file.into(), lanes),
                    shadows: vec![0; code.scratch],
                    epoch: 1,
                    uniform: true,
                    fresh: true,
                    met: false,
                    last: of.clone(),
                    of,
                });
            }
        }
        let full = waves.iter().all(Wave::is_full);
        let starts = Starts {
            words: blocks.iter().map(|it| it.block.contents()).collect(),
            exec: waves.iter().map(Wave::exec).collect(),
            full,
        };
        Waves {
            waves,
            each,
            blocks,
            starts: starts.into(),
            apart: false,
            stale: None,
        }
    }

    /// Becomes the waves of another workgroup, as `new` would make them, but for what is brought up
    /// to date [when it is needed](Waves::wake).
    pub fn restart(
        &mut self,
        program: &Program,
        code: &Prepared,
        entry: &dyn Entry,
        first: WavePlace,
    ) {
        let starts = &*self.starts;
        let meddled = self.waves.iter().any(|wave| wave.meddled);
        let changes = &code.plan.changes;
        for (shared, (vectors, scalars)) in self.blocks.iter_mut().zip(&starts.words) {
            if meddled {
                shared
                    .block
                    .put_vectors(vectors, 0..program.vector_file.into());
                shared
                    .block
                    .put_scalars(scalars, 0..program.scalar_file.into());
            } else {
                for registers in changes.vectors_for(starts.full) {
                    shared.block.put_vectors(vectors, registers.clone());
                }
                for registers in &changes.scalars {
                    shared.block.put_scalars(scalars, registers.clone());
                }
            }
            shared.uniform = true;
            shared.fresh = true;
            shared.met = false;
        }
        for (wave, &exec) in self.waves.iter_mut().zip(&starts.exec) {
            if wave.exec() != exec {
                wave.set_exec(exec);
            }
            wave.narrowed = false;
        }
        self.apart = false;
        self.stale = Some(first.group);
        if first.cluster == 1 && self.blocks.len() == 1 {
            let all = &mut All(&mut self.waves);
            if entry.enter_next_all(&first, all) {
                return;
            }
        }
        self.wake(program, code);
        for wave in &mut self.waves {
            let place = wave.place;
            entry.enter_next(&place, wave);
        }
    }

    /// Brings waves up to date that were still those of another workgroup.
    #[inline]
    pub fn wake(&mut self, program: &Program, code: &Prepared) {
        if let Some(group) = self.stale.take() {
            let each = self.each;
            let first = WavePlace {
                group,
                ..self.waves[0].place
            };
            for (i, wave) in self.waves.iter_mut().enumerate() {
                let group = first.peer((i / each) as u32);
                wave.reset(program, group, &code.plan.changes);
            }
        }
    }

    /// They are still those of another workgroup, and none of this one has run.
    pub fn are_stale(&self) -> bool {
        self.stale.is_some()
    }

    /// A barrier opened: waves may go together again.
    pub fn meet(&mut self) {
        self.apart = false;
        self.blocks.iter_mut().for_each(|shared| shared.met = true);
    }

    /// Waves that lie side by side, and what they have in common.
    pub fn range(
        &mut self,
        range: Range<usize>,
    ) -> (&mut [Wave], &mut Shared, &mut Option<[u32; 3]>) {
        let block = (self.blocks.iter_mut()).find(|it| it.of.contains(&range.start));
        let block = block.expect("waves belong to a block");
        (&mut self.waves[range], block, &mut self.stale)
    }

    /// The waves around `wave` that lie side by side and go on with the same step.
    fn together_with(&self, wave: usize) -> Range<usize> {
        let block = self.blocks.iter().find(|it| it.of.contains(&wave));
        let block = block.map_or(wave..wave + 1, |it| it.of.clone());
        let at = self.waves[wave].at;
        let goes = |i: &usize| {
            let other = &self.waves[*i];
            other.state == WaveState::Running && other.at == at
        };
        let start = (block.start..wave).rev().take_while(goes).last();
        let end = (wave + 1..block.end).take_while(goes).last();
        start.unwrap_or(wave)..end.unwrap_or(wave) + 1
    }

    /// Waves to go on with together, and the step at which they meet others: those that are furthest
    /// behind, or after a turn that was over, those from `turn` on. Nothing if it is a wave alone.
    pub fn next_together(&self, turn: usize, over: bool) -> Option<(Range<usize>, UopIdx)> {
        let running = |&i: &usize| self.waves[i].state == WaveState::Running;
        let all = || (0..self.waves.len()).filter(running);
        let first = match over {
            true => all().find(|&i| i >= turn).or_else(|| all().next())?,
            false => all().min_by_key(|&i| self.waves[i].at)?,
        };
        let range = self.together_with(first);
        let stop = self.next_ahead(first);
        Some((range, stop))
    }

    /// The nearest step ahead of a wave that another is at.
    pub fn next_ahead(&self, wave: usize) -> UopIdx {
        let at = self.waves[wave].at;
        let ahead = |wave: &&Wave| wave.state == WaveState::Running && wave.at > at;
        let others = self.waves.iter().filter(ahead).map(|wave| wave.at);
        others.min().unwrap_or(UopIdx::MAX)
    }
}

impl Clone for Waves {
    fn clone(&self) -> Waves {
        let blocks = self.blocks.clone();
        let mut waves = self.waves.clone();
        for shared in &blocks {
            for (w, wave) in waves[shared.of.clone()].iter_mut().enumerate() {
                wave.vector = shared.block.of(w);
            }
        }
        Waves {
            waves,
            blocks,
            each: self.each,
            starts: self.starts.clone(),
            apart: self.apart,
            stale: self.stale,
        }
    }
}

impl Deref for Waves {
    type Target = [Wave];

    fn deref(&self) -> &[Wave] {
        &self.waves
    }
}

impl DerefMut for Waves {
    fn deref_mut(&mut self) -> &mut [Wave] {
        &mut self.waves
    }
}

/// All waves at once.
struct All<'a>(&'a mut [Wave]);

impl GroupRegisters for All<'_> {
    fn set_vector(&mut self, reg: VReg, mut first: u32, by_wave: u32, by_lane: u32) {
        for wave in self.0.iter_mut() {
            let lanes = wave.lanes();
            let words = wave.vector.get_mut(reg)[..lanes].iter_mut();
            for (lane, word) in (0..).zip(words) {
                *word = first.wrapping_add(by_lane.wrapping_mul(lane));
            }
            first = first.wrapping_add(by_wave);
        }
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.0
            .iter_mut()
            .for_each(|wave| wave.set_scalar(reg, value));
    }
}
