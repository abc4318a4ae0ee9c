//! The pipelines of the SIMDs of a unit, and the waves that wait for them.

use super::clock::{NEVER, WaveClock, bits};
use super::queue::MOST;
use super::record::{NO_PIPE, Record};

/// Waves are numbered as in their unit, pipelines SIMD by SIMD, and sets of both are bits.
#[derive(Clone)]
pub(super) struct Pipes {
    /// By pipeline: waves that need nothing else.
    waiting: [u64; MOST],
    /// Pipelines that waves wait for.
    wanted: u64,
    /// By pipeline: from when on it takes another instruction.
    free: [u64; MOST],
    /// By SIMD.
    executions: [Execution; MOST_SIMDS],
    /// By pipeline: the wave that has come to it in this cycle, if one has.
    came: [u8; MOST],
    simds: usize,
    /// Pipelines of the first SIMD whose instructions execute in a queue; and how far behind the last one
    /// of it, counted round, the one is whose place the next one takes.
    queued: u64,
    behind: usize,
}

/// Waves that come to their pipelines in a cycle.
#[derive(Default)]
pub(super) struct Coming {
    /// Those that have theirs, as far as has been seen.
    waves: u64,
    /// Which these are.
    pipes: u64,
}

/// Vector instructions of a SIMD between their issue and their execution.
#[derive(Clone, Copy)]
struct Execution {
    /// When the last ones began, by their number.
    begun: [u64; MOST_QUEUED],
    last: usize,
    /// When the next one may begin.
    free: u64,
    /// Of the last one.
    setup: u16,
}

/// The most of them.
pub(super) const MOST_QUEUED: usize = 16;

/// The most pipelines of a SIMD, and the most SIMDs: there is a bit for each.
pub(super) const PIPES: usize = 8;
pub(super) const MOST_SIMDS: usize = MOST / PIPES;

impl Pipes {
    /// Those of so many SIMDs. `queued` are the pipelines whose instructions execute in a queue of so many.
    pub fn new(simds: u32, queued: u16, queue: u8) -> Pipes {
        let execution = Execution {
            begun: [0; MOST_QUEUED],
            last: 0,
            free: 0,
            setup: 0,
        };
        Pipes {
            waiting: [0; MOST],
            wanted: 0,
            free: [0; MOST],
            executions: [execution; MOST_SIMDS],
            came: [0; MOST],
            simds: (simds as usize).min(MOST_SIMDS),
            queued: queued.into(),
            // The next one goes where that was which begins when it comes.
            behind: MOST_QUEUED + 2 - usize::from(queue).clamp(2, MOST_QUEUED),
        }
    }

    pub fn simds(&self) -> usize {
        self.simds
    }

    /// The next cycle in which a wave has its pipeline, `NEVER` if none waits.
    #[inline]
    pub fn next(&self) -> u64 {
        let mut next = NEVER;
        for pipe in bits(self.wanted) {
            next = next.min(self.free[pipe]);
        }
        next
    }

    /// The waves that wait for pipelines which are free in this cycle.
    pub fn contenders(&self, cycle: u64) -> u64 {
        let free = bits(self.wanted).filter(|&pipe| self.free[pipe] <= cycle);
        free.fold(0, |all, pipe| all | self.waiting[pipe])
    }

    /// No wave waits, and the pipeline that an instruction needs is free.
    #[inline]
    pub fn is_free(&self, simd: u8, record: &Record, now: u64) -> bool {
        self.wanted == 0 && (record.pipe == NO_PIPE || self.free[number(simd, record)] <= now)
    }

    /// The same, as far as this SIMD goes.
    #[inline]
    pub fn has_free(&self, simd: u8, record: &Record, now: u64) -> bool {
        let own = self.wanted >> (usize::from(simd) * PIPES) & ((1 << PIPES) - 1);
        own == 0 && (record.pipe == NO_PIPE || self.free[number(simd, record)] <= now)
    }

    /// This wave has all it needs but its pipeline in this cycle.
    #[inline]
    pub fn come(
        &mut self,
        cycle: u64,
        (wave, simd): (usize, u8),
        record: &Record,
        coming: &mut Coming,
    ) {
        if record.pipe == NO_PIPE {
            coming.waves |= 1 << wave;
            return;
        }
        let pipe = number(simd, record);
        let bit = 1 << pipe;
        // Mostly it is the only one that comes to a pipeline which is free.
        if (self.wanted | coming.pipes) & bit == 0 && self.free[pipe] <= cycle {
            coming.waves |= 1 << wave;
            coming.pipes |= bit;
            self.came[pipe] = wave as u8;
            return;
        }
        if coming.pipes & bit != 0 {
            let other = 1 << self.came[pipe];
            coming.waves &= !other;
            coming.pipes &= !bit;
            self.waiting[pipe] |= other;
        }
        self.waiting[pipe] |= 1 << wave;
        self.wanted |= bit;
    }

    /// The waves that have their pipelines in this cycle, which have come or have been waiting: of each
    /// pipeline those that began first.
    #[inline]
    pub fn choose(&mut self, cycle: u64, coming: Coming, clocks: &[WaveClock; MOST]) -> u64 {
        let mut chosen = coming.waves;
        for pipe in bits(self.wanted) {
            if self.free[pipe] > cycle {
                continue;
            }
            let wave = eldest(self.waiting[pipe], clocks);
            chosen |= 1 << wave;
            self.waiting[pipe] &= !(1 << wave);
            if self.waiting[pipe] == 0 {
                self.wanted &= !(1 << pipe);
            }
        }
        chosen
    }

    /// The wave waits for none any more.
    pub fn leave(&mut self, wave: usize) {
        for pipe in bits(self.wanted) {
            self.waiting[pipe] &= !(1 << wave);
            if self.waiting[pipe] == 0 {
                self.wanted &= !(1 << pipe);
            }
        }
    }

    /// An instruction was issued.
    #[inline]
    pub fn take(&mut self, now: u64, simd: u8, record: &Record) {
        if record.pipe != NO_PIPE {
            self.free[number(simd, record)] = now + u64::from(record.busy);
        }
    }

    /// An instruction was issued that executes in the queue, with what it reads at `ready` at the
    /// earliest: when its last cycle of execution is, and when there is room for another one.
    #[inline]
    pub fn execute(&mut self, now: u64, ready: u64, (simd, record): (u8, &Record)) -> (u64, u64) {
        let own = &mut self.executions[usize::from(simd) % MOST_SIMDS];
        let setup = match own.setup == record.setup {
            true => 0,
            false => u64::from(record.setup),
        };
        let begins = (own.free.max(now) + setup).max(ready);
        own.setup = record.setup;
        own.last = (own.last + 1) % MOST_QUEUED;
        own.begun[own.last] = begins;
        own.free = begins + u64::from(record.execute);
        let room = own.begun[(own.last + self.behind) % MOST_QUEUED];
        let last = own.free - 1;
        if room > now + 1 {
            for pipe in bits(self.queued << (usize::from(simd) * PIPES)) {
                self.free[pipe] = self.free[pipe].max(room);
            }
        }
        (last, room)
    }
}

/// The number of the pipeline that an instruction needs.
#[inline]
fn number(simd: u8, record: &Record) -> usize {
    (usize::from(simd) * PIPES + usize::from(record.pipe)) % MOST
}

/// Of these waves, the one that began first; the first of several.
#[inline]
fn eldest(waves: u64, clocks: &[WaveClock; MOST]) -> usize {
    first_by(waves, |wave| clocks[wave % MOST].since)
}

/// Of these waves, the one that issued longest ago; the first of several.
#[inline]
pub(super) fn oldest(waves: u64, clocks: &[WaveClock; MOST]) -> usize {
    first_by(waves, |wave| clocks[wave % MOST].issued)
}

#[inline(always)]
fn first_by(waves: u64, time: impl Fn(usize) -> u64) -> usize {
    match waves.is_power_of_two() {
        true => waves.trailing_zeros() as usize,
        false => bits(waves).min_by_key(|&wave| time(wave)).unwrap_or(0),
    }
}
