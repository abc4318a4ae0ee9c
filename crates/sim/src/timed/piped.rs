//! The pipelines of a compute unit: what a wave needs of them to issue, and when memory answers.

use super::banks::Banks;
use super::board::Board;
use super::fetch::Fetched;
use super::hierarchy::{Hierarchy, Pace};
use super::record::{Record, Records};
use super::simd::Simd;
use super::{Cycles, Stall};
use crate::access::Touched;
use uop::Obstacle;
use uop::Program;
use uop::timing::{Pipeline, Unit as Part};

/// What a unit with pipelines has.
#[derive(Clone)]
pub(super) struct Piped {
    /// By wave.
    pub boards: Vec<Board>,
    pub simds: Vec<Simd>,
    pub fetched: Fetched,
    /// By group of SIMDs: the way to memory and the way back.
    paths: Vec<Path>,
    /// SIMDs of a group.
    share: usize,
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
        let share = pipeline.memory.share.max(1);
        let path = Path {
            free: 0,
            returns: Pace::new(pipeline.memory.returns),
        };
        Piped {
            boards: (0..waves).map(|_| Board::default()).collect(),
            simds: (0..simds).map(|_| Simd::new()).collect(),
            fetched: Fetched::new(blocks),
            paths: vec![path; simds.div_ceil(share) as usize],
            share: share as usize,
            launch: 0,
        }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let boards = self.boards.iter().map(Board::bytes);
        boards.sum::<usize>() + size_of_val(&self.simds[..]) + self.fetched.bytes()
    }

    /// A new wave in that place: when it comes, `launch` cycles after the last one at the earliest.
    pub fn place(&mut self, wave: usize, now: u64, launch: u32, records: &Records) -> u64 {
        let start = now.max(self.launch);
        self.launch = start + u64::from(launch);
        self.boards[wave].reset(start, records);
        start
    }

    /// The next cycle in which a SIMD has something to do, `NEVER` if none has.
    #[inline]
    pub fn next(&self) -> u64 {
        let next = self.simds.iter().map(Simd::next);
        next.min().unwrap_or(super::clock::NEVER)
    }

    /// What keeps a wave from issuing an instruction now, and until when, but for its pipeline.
    pub fn obstacle(
        &mut self,
        now: u64,
        wave: usize,
        own: &Record,
        records: &Records,
        pipeline: &Pipeline,
    ) -> Option<Obstacle> {
        let there = self.fetched.ask(now, own.block as usize, pipeline.fetch);
        if there > now {
            return Some(Obstacle {
                until: there,
                cause: Stall::Fetch,
                of: None,
            });
        }
        self.boards[wave].obstacle(now, own, records)
    }

    /// An access was issued and carried out: when what it wants of memory is done.
    pub fn access(
        &mut self,
        now: u64,
        (unit, wave, simd): (u32, usize, usize),
        (inst, own): (u32, &Record),
        (records, pipeline, program): (&Records, &Pipeline, &Program),
        (memory, touched, banks): (&mut Hierarchy, &mut Touched, &mut Banks),
        cycles: &mut Cycles,
    ) {
        let timing = &pipeline.memory;
        let group = simd / self.share;
        let number = unit * self.paths.len() as u32 + group as u32;
        let path = &mut self.paths[group];
        let (read, done) = match own.unit {
            Part::Local => {
                let read = path.enter(now + u64::from(timing.path), own);
                let service = banks.serve(read, touched);
                cycles.local_access(inst, service.conflicts, service.waited);
                (Some(read), read + u64::from(timing.local) + service.waited)
            }
            Part::Global => {
                let read = path.enter(now + u64::from(timing.path), own);
                cycles.global_accesses += 1;
                let (bytes, store) = (touched.bytes, touched.store);
                let lines = touched.lines();
                let done = match store {
                    true => memory.store(read, lines),
                    false => {
                        let there = memory.load(number, read, lines);
                        path.returns.take(there, bytes)
                    }
                };
                (Some(read), done)
            }
            _ => (None, memory.load_scalar(number, now, touched.lines())),
        };
        touched.begin();
        let board = &mut self.boards[wave];
        board.accessed(now, (inst, own), records, pipeline, read);
        board.start(now, inst, done, own, program);
    }
}

impl Path {
    /// When an access that comes then has gone down the path.
    fn enter(&mut self, now: u64, own: &Record) -> u64 {
        let start = self.free.max(now);
        self.free = start + u64::from(own.path);
        start
    }
}
