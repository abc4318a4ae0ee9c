//! The pipelines of a compute unit: what a wave needs of them to issue, and when memory answers.

use super::Cycles;
use super::banks::Banks;
use super::board::Board;
use super::fetch::Fetched;
use super::hierarchy::Hierarchy;
use super::pipes::{MOST_SIMDS, Pipes};
use super::queue::{MOST, Queue};
use super::record::{Record, Records};
use super::requests::{Kind, Request, Requests};
use crate::access::{Accessed, At};
use uop::timing::{FunctionalUnit, Pipeline};

/// What a unit with pipelines has.
#[derive(Clone)]
pub(super) struct Piped {
    /// By wave.
    pub boards: Box<[Board; MOST]>,
    /// Waves that do not have all they need yet, or have not asked, by the cycle in which they do.
    pub queue: Queue,
    /// Waves, as bits, whose next instruction has to be in its cycle: it concerns other units.
    pub global: u64,
    pub pipes: Pipes,
    /// By SIMD: its waves, as bits.
    members: [u64; MOST_SIMDS],
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
    pub fn new(simds: u32, records: &Records, pipeline: &Pipeline) -> Piped {
        let share = pipeline.memory.share.max(1);
        Piped {
            boards: Box::new(std::array::from_fn(|_| Board::default())),
            queue: Queue::new(),
            global: 0,
            pipes: Pipes::new(simds, records.queued, pipeline.queue),
            members: [0; MOST_SIMDS],
            fetched: Fetched::new(records.blocks()),
            paths: vec![0; simds.div_ceil(share) as usize],
            share: share as usize,
            launch: 0,
        }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let boards = self.boards.iter().map(Board::bytes);
        boards.sum::<usize>() + size_of::<Piped>() + self.fetched.bytes()
    }

    /// A new wave in that place: when it comes, `launch` cycles after the last one at the earliest.
    pub fn place(&mut self, wave: usize, now: u64, launch: u32, records: &Records) -> u64 {
        let start = now.max(self.launch);
        self.launch = start + u64::from(launch);
        self.boards[wave % MOST].reset(start, records);
        start
    }

    /// The next cycle in which a wave can do something, `NEVER` if none can.
    #[inline]
    pub fn next(&self) -> u64 {
        self.queue.next().min(self.pipes.next())
    }

    /// Whether what happens in a cycle, the next of all, concerns no other unit.
    #[inline]
    pub fn is_own(&mut self, cycle: u64) -> bool {
        self.global == 0 || (self.queue.at(cycle) | self.pipes.contenders(cycle)) & self.global == 0
    }

    /// A wave goes on then; `global` says that it concerns other units.
    #[inline]
    pub fn put(&mut self, wave: usize, then: u64, global: bool) {
        if self.global != 0 || global {
            self.global = self.global & !(1 << wave) | u64::from(global) << wave;
        }
        self.queue.set(wave, then);
    }

    /// The same of a wave that had its turn, and so waits for none.
    #[inline]
    pub fn put_back(&mut self, wave: usize, then: u64, global: bool) {
        if self.global != 0 || global {
            self.global = self.global & !(1 << wave) | u64::from(global) << wave;
        }
        self.queue.add(wave, then);
    }

    /// The same of a wave that begins anew on a SIMD, wherever it was.
    pub fn move_to(&mut self, (wave, simd): (usize, u8), then: u64, global: bool) {
        self.members.iter_mut().for_each(|all| *all &= !(1 << wave));
        self.members[usize::from(simd) % MOST_SIMDS] |= 1 << wave;
        self.pipes.leave(wave);
        self.put(wave, then, global);
    }

    /// A wave has what an instruction needs then, and up to that no other wave of its SIMD does anything.
    #[inline(always)]
    pub fn is_alone(
        &self,
        (wave, simd): (usize, u8),
        record: &Record,
        then: u64,
        others: u64,
    ) -> bool {
        let members = self.members[usize::from(simd) % MOST_SIMDS] & !(1 << wave);
        others & members == 0
            && self.pipes.has_free(simd, record, then)
            && !self.queue.any_until(then, members)
    }

    /// An access was issued and carried out: when its registers have been read, if it has some. When it is
    /// done its wave knows; with requests, of accesses that concern other units it is told later.
    #[inline(always)]
    pub fn access(
        &mut self,
        now: u64,
        (unit, wave, simd, since): Place,
        (inst, own): (u32, &Record),
        pipeline: &Pipeline,
        (memory, requests): (&mut Hierarchy, Option<&mut Requests>),
        (accessed, banks, cycles): (Accessed<'_>, &mut Banks, &mut Cycles),
    ) -> Option<u64> {
        let timing = &pipeline.memory;
        let group = simd / self.share;
        let path = &mut self.paths[group];
        let read = match own.unit {
            FunctionalUnit::Local | FunctionalUnit::Global => {
                // When it has gone down the path.
                let read = (*path).max(now + u64::from(timing.path));
                *path = read + u64::from(own.path);
                Some(read)
            }
            _ => None,
        };
        let done = match (own.unit, read) {
            (FunctionalUnit::Local, Some(read)) => {
                let service = banks.serve(read, accessed);
                cycles.local_access(inst, service.conflicts, service.waited);
                (read + u64::from(timing.local) + service.waited, false)
            }
            (_, read) => {
                cycles.global_accesses += u64::from(read.is_some());
                let kind = match (read, accessed.store) {
                    (None, _) => Kind::Scalar,
                    (Some(_), true) => Kind::Store,
                    (Some(_), false) => Kind::Load,
                };
                let (lines, bytes) = match accessed.at {
                    At::Lines(lines, bytes) => (lines, bytes),
                    At::Banks(_) | At::Addresses(_) => (&[][..], 0),
                };
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
        self.boards[wave % MOST].start(now, inst, done, own);
        read.map(|from| from + u64::from(own.read))
    }
}
