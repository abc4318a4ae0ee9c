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
#[derive(Clone)]
pub(super) struct Piped {
    /// By wave.
    boards: Vec<Board>,
    /// By SIMD.
    simds: Vec<Pipes>,
    fetched: Fetched,
    /// By group of SIMDs: the way to memory and the way back.
    paths: Vec<Path>,
    /// By SIMD: its group.
    groups: Vec<u32>,
    /// When the next wave can be placed.
    launch: u64,
}

#[derive(Clone, Copy)]
struct Path {
    free: u64,
    returns: Pace,
}

impl Piped {
    pub fn new(waves: usize, simds: u32, blocks: usize, pipeline: &Pipeline) -> Piped {
        let groups = simds.div_ceil(pipeline.memory.share.max(1));
        let path = Path {
            free: 0,
            returns: Pace::new(pipeline.memory.returns),
        };
        Piped {
            boards: (0..waves).map(|_| Board::default()).collect(),
            simds: (0..simds).map(|_| Pipes::new()).collect(),
            fetched: Fetched::new(blocks),
            paths: vec![path; groups as usize],
            groups: (0..simds)
                .map(|simd| simd / pipeline.memory.share.max(1))
                .collect(),
            launch: 0,
        }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let boards = self.boards.iter().map(Board::bytes);
        boards.sum::<usize>() + size_of_val(&self.simds[..]) + self.fetched.bytes()
    }

    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// A new wave in that place: when it comes, `launch` cycles after the last one at the earliest.
    pub fn place(&mut self, wave: usize, now: u64, launch: u32, uses: &Uses) -> u64 {
        let start = now.max(self.launch);
        self.launch = start + u64::from(launch);
        self.boards[wave].reset(uses);
        start
    }

    /// What a wave of this unit needs while it issues.
    #[inline]
    pub fn lanes<'a>(
        &'a mut self,
        unit: u32,
        wave: usize,
        simd: usize,
        (uses, pipeline, memory): (&'a Uses, &'a Pipeline, &'a mut Hierarchy),
    ) -> Lanes<'a> {
        let group = self.groups[simd];
        let groups = self.paths.len() as u32;
        Lanes {
            board: &mut self.boards[wave],
            pipes: &mut self.simds[simd],
            fetched: &mut self.fetched,
            path: &mut self.paths[group as usize],
            group: unit * groups + group,
            uses,
            pipeline,
            memory,
        }
    }
}

/// What a wave needs of the pipelines while it issues.
pub(super) struct Lanes<'a> {
    board: &'a mut Board,
    pipes: &'a mut Pipes,
    fetched: &'a mut Fetched,
    path: &'a mut Path,
    /// The number of its group of SIMDs, counted over all units.
    group: u32,
    uses: &'a Uses,
    pipeline: &'a Pipeline,
    memory: &'a mut Hierarchy,
}

impl Lanes<'_> {
    /// What memory has done so far.
    pub fn memory_counts(&self) -> &MemoryCounts {
        &self.memory.counts
    }

    /// What keeps the wave from issuing an instruction now, and until when, but for its pipeline.
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
        self.own_obstacle(now, inst, cost)
    }

    /// Whether an instruction of this wave will be there by then, whatever other waves do.
    #[inline]
    pub fn has_code(&self, then: u64, inst: u32) -> bool {
        self.fetched.is_settled(then, self.uses.block(inst))
    }

    /// What the wave itself has begun and its next instruction needs. Other waves do not matter.
    #[inline]
    pub fn own_obstacle(&self, now: u64, inst: u32, cost: &Cost) -> Option<Obstacle> {
        self.board
            .obstacle(now, inst, cost, self.uses, self.pipeline)
    }

    /// The pipeline that an instruction needs is busy.
    #[inline]
    pub fn busy(&self, now: u64, cost: &Cost) -> Option<Obstacle> {
        self.pipes.obstacle(now, cost)
    }

    /// An instruction was issued and carried out: when what it wants of memory is done.
    #[inline]
    pub fn issued(
        &mut self,
        now: u64,
        inst: u32,
        cost: &Cost,
        program: &Program,
        (touched, banks): (&mut Touched, &mut Banks),
        cycles: &mut Cycles,
    ) {
        self.pipes.take(now, cost);
        let (uses, pipeline) = (self.uses, self.pipeline);
        if !matches!(cost.unit, Part::Local | Part::Global | Part::ScalarMemory) {
            self.board.issued(now, inst, cost, uses, pipeline, None);
            return;
        }
        let timing = &pipeline.memory;
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
                        self.path.returns.take(there, bytes)
                    }
                };
                (Some(read), done)
            }
            _ => (
                None,
                self.memory.load_scalar(self.group, now, touched.lines()),
            ),
        };
        touched.begin();
        self.board.issued(now, inst, cost, uses, pipeline, read);
        self.board.start(now, inst, done, uses, program);
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
