//! The pipelines of a compute unit: what a wave needs of them to issue, and when memory answers.

use super::banks::Banks;
use super::cycles::Obstacle;
use super::hierarchy::{Hierarchy, Pace};
use super::pipeline::{Board, Fetched, Pipes, Uses};
use super::{Cycles, MemoryCounts, Stall};
use crate::access::Touched;
use uop::Program;
use uop::timing::{Cost, Pipeline, Unit as Part};

/// What a unit with pipelines has.
pub(super) struct Piped {
    /// By wave.
    boards: Vec<Board>,
    /// By SIMD.
    simds: Vec<Pipes>,
    fetched: Fetched,
    /// By group of SIMDs: the way to memory and the way back.
    paths: Vec<Path>,
    /// When the next wave can be placed.
    launch: u64,
}

#[derive(Clone, Copy, Default)]
struct Path {
    free: u64,
    returns: Pace,
}

impl Piped {
    pub fn new(waves: usize, simds: u32, blocks: usize, pipeline: &Pipeline) -> Piped {
        let groups = simds.div_ceil(pipeline.memory.share.max(1));
        Piped {
            boards: (0..waves).map(|_| Board::default()).collect(),
            simds: (0..simds).map(|_| Pipes::new()).collect(),
            fetched: Fetched::new(blocks),
            paths: vec![Path::default(); groups as usize],
            launch: 0,
        }
    }

    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// A new wave in that place: when it comes, `launch` cycles after the last one at the earliest.
    pub fn place(&mut self, wave: usize, now: u64, launch: u32, uses: &Uses) -> u64 {
        let start = now.max(self.launch);
        self.launch = start + u64::from(launch);
        self.boards[wave].reset(uses.count);
        start
    }

    /// What a wave of this unit needs while it issues.
    pub fn lanes<'a, 'm>(
        &'a mut self,
        unit: u32,
        wave: usize,
        simd: usize,
        (program, uses, pipeline, memory): (
            &'a Program,
            &'a Uses,
            &'a Pipeline,
            &'a mut Hierarchy<'m>,
        ),
    ) -> Lanes<'a, 'm> {
        let group = simd / pipeline.memory.share.max(1) as usize;
        let groups = self.paths.len() as u32;
        Lanes {
            board: &mut self.boards[wave],
            pipes: &mut self.simds[simd],
            fetched: &mut self.fetched,
            path: &mut self.paths[group],
            group: unit * groups + group as u32,
            uses,
            pipeline,
            memory,
            program,
        }
    }
}

/// What a wave needs of the pipelines while it issues.
pub(super) struct Lanes<'a, 'm> {
    board: &'a mut Board,
    pipes: &'a mut Pipes,
    fetched: &'a mut Fetched,
    path: &'a mut Path,
    /// The number of its group of SIMDs, counted over all units.
    group: u32,
    uses: &'a Uses,
    pipeline: &'a Pipeline,
    memory: &'a mut Hierarchy<'m>,
    program: &'a Program,
}

impl Lanes<'_, '_> {
    /// What memory has done so far.
    pub fn memory_counts(&self) -> &MemoryCounts {
        &self.memory.counts
    }

    /// What keeps the wave from issuing an instruction now, and until when.
    pub fn obstacle(&mut self, now: u64, inst: u32, cost: &Cost) -> Option<Obstacle> {
        let block = self.uses.block(inst);
        let there = self.fetched.ask(now, block, self.pipeline);
        if there > now {
            return Some(Obstacle {
                until: there,
                cause: Stall::Fetch,
                of: None,
            });
        }
        let board = self
            .board
            .obstacle(now, inst, cost, self.uses, self.pipeline);
        board.or_else(|| self.pipes.obstacle(now, cost))
    }

    /// An instruction was issued and carried out: when what it wants of memory is done.
    pub fn issued(
        &mut self,
        now: u64,
        inst: u32,
        cost: &Cost,
        touched: &mut Touched,
        banks: &mut Banks,
        cycles: &mut Cycles,
    ) {
        self.pipes.take(now, cost);
        let timing = &self.pipeline.memory;
        let (read, done) = match cost.unit {
            Part::Local => {
                let read = self.path.enter(now + u64::from(timing.path), cost);
                let service = banks.serve(read, touched);
                cycles.local_access(inst, &service);
                (Some(read), read + u64::from(timing.local) + service.waited)
            }
            Part::Global => {
                let read = self.path.enter(now + u64::from(timing.path), cost);
                cycles.global_accesses += 1;
                let (bytes, store) = (touched.bytes, touched.store);
                let lines = touched.lines();
                let done = match store {
                    true => self.memory.store(read, lines),
                    false => {
                        let there = self.memory.load(self.group, read, lines);
                        self.path.returns.take(there, bytes, timing.returns)
                    }
                };
                (Some(read), done)
            }
            Part::ScalarMemory => {
                let done = self.memory.load_scalar(self.group, now, touched.lines());
                (None, done)
            }
            _ => (None, now),
        };
        let (uses, pipeline) = (self.uses, self.pipeline);
        self.board.issued(now, inst, cost, uses, pipeline, read);
        if matches!(cost.unit, Part::Local | Part::Global | Part::ScalarMemory) {
            self.board.start(now, inst, done, uses, self.program);
        }
    }
}

impl Path {
    /// When an access that comes then has gone down the path.
    fn enter(&mut self, now: u64, cost: &Cost) -> u64 {
        let start = self.free.max(now);
        self.free = start + u64::from(cost.stage.path.max(1));
        start
    }
}
