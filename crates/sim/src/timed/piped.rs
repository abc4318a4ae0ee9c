//! The pipelines of a compute unit: what a wave needs of them to issue, and when memory answers.

use super::banks::Banks;
use super::board::{Board, Unknown};
use super::fetch::Fetched;
use super::hierarchy::Hierarchy;
use super::record::{Record, Records};
use super::requests::{Kind, Request, Requests};
use super::simd::Simd;
use super::{Cycles, Stall};
use crate::access::Touched;
use uop::Obstacle;
use uop::timing::{Pipeline, Unit as Part};

/// What a unit with pipelines has.
#[derive(Clone)]
pub(super) struct Piped {
    /// By wave.
    pub boards: Vec<Board>,
    pub simds: Vec<Simd>,
    /// When each of them has something to do next, as it was noted.
    pub nexts: Vec<u64>,
    pub fetched: Fetched,
    /// By group of SIMDs: when the way to memory is free.
    paths: Vec<u64>,
    /// SIMDs of a group.
    share: usize,
    /// When the next wave can be placed.
    launch: u64,
}

/// Where an access is made: the unit, the wave in it and the SIMD; and when that wave issued the
/// instruction before.
pub(super) type Place = (u32, usize, usize, u64);

impl Piped {
    pub fn new(waves: usize, simds: u32, records: &Records, pipeline: &Pipeline) -> Piped {
        let share = pipeline.memory.share.max(1);
        Piped {
            boards: (0..waves).map(|_| Board::default()).collect(),
            simds: (0..simds).map(|_| Simd::new(records.queued)).collect(),
            nexts: vec![0; simds as usize],
            fetched: Fetched::new(records.blocks()),
            paths: vec![0; simds.div_ceil(share) as usize],
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

    /// Notes when these SIMDs, as bits, have something to do next.
    #[inline]
    pub fn note_next(&mut self, simds: u64) {
        for (at, (simd, next)) in self.simds.iter().zip(&mut self.nexts).enumerate() {
            if simds >> at & 1 != 0 {
                *next = simd.next();
            }
        }
    }

    /// The first of those that were noted, and the SIMDs that have something to do then, as bits.
    #[inline]
    pub fn first(&self) -> (u64, u64) {
        let (mut first, mut those) = (super::clock::NEVER, 0);
        for (simd, &next) in self.nexts.iter().enumerate() {
            if next < first {
                (first, those) = (next, 0);
            }
            those |= u64::from(next == first) << simd;
        }
        (first, those)
    }

    /// The first of those that were noted of other SIMDs than this.
    #[inline]
    pub fn noted_next_but(&self, own: usize) -> u64 {
        let mut first = super::clock::NEVER;
        for (simd, &next) in self.nexts.iter().enumerate() {
            if simd != own {
                first = first.min(next);
            }
        }
        first
    }

    /// What keeps a wave from issuing an instruction now, and until when, but for its pipeline.
    pub fn obstacle(
        &mut self,
        now: u64,
        wave: usize,
        own: &Record,
        records: &Records,
        pipeline: &Pipeline,
    ) -> Result<Option<Obstacle>, Unknown> {
        let there = self.fetched.ask(now, own.block as usize, pipeline.fetch);
        if there > now {
            return Ok(Some(Obstacle {
                until: there,
                cause: Stall::Fetch,
                of: None,
            }));
        }
        self.boards[wave].obstacle(now, own, records)
    }

    /// An access was issued and carried out: when what it wants of memory is done. With requests, that of
    /// accesses that concern other units is told later.
    pub fn access(
        &mut self,
        now: u64,
        (unit, wave, simd, since): Place,
        (inst, own): (u32, &Record),
        (records, pipeline): (&Records, &Pipeline),
        (memory, requests): (&mut Hierarchy, Option<&mut Requests>),
        (touched, banks, cycles): (&mut Touched, &mut Banks, &mut Cycles),
    ) {
        let timing = &pipeline.memory;
        let group = simd / self.share;
        let path = &mut self.paths[group];
        let read = match own.unit {
            Part::Local | Part::Global => {
                // When it has gone down the path.
                let read = (*path).max(now + u64::from(timing.path));
                *path = read + u64::from(own.path);
                Some(read)
            }
            _ => None,
        };
        let done = match (own.unit, read) {
            (Part::Local, Some(read)) => {
                let service = banks.serve(read, touched);
                cycles.local_access(inst, service.conflicts, service.waited);
                (read + u64::from(timing.local) + service.waited, false)
            }
            (_, read) => {
                cycles.global_accesses += u64::from(read.is_some());
                let kind = match (read, touched.store) {
                    (None, _) => Kind::Scalar,
                    (Some(_), true) => Kind::Store,
                    (Some(_), false) => Kind::Load,
                };
                let (bytes, lines) = (touched.bytes, touched.lines());
                let request = Request {
                    kind,
                    wave: wave as u8,
                    awaited: own.channels[0].is_some(),
                    unit,
                    since,
                    group: unit * self.paths.len() as u32 + group as u32,
                    lines: lines.len() as u32,
                    line: 0,
                    at: read.unwrap_or(now),
                    bytes,
                };
                let groups = self.paths.len() as u32;
                match requests.filter(|_| !memory.is_own(&request, groups)) {
                    None => (memory.serve(&request, lines), false),
                    Some(requests) => {
                        requests.ask(now, request, lines);
                        (memory.soonest(&request, now), true)
                    }
                }
            }
        };
        touched.begin();
        let board = &mut self.boards[wave];
        board.accessed(now, (inst, own), records, pipeline, read);
        board.start(now, inst, done, own);
    }
}
