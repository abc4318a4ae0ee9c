//! The waves of one SIMD: when each has what it needs, and which of them have its pipelines.

use super::board::Board;
use super::clock::{NEVER, WaveClock, bits};
use super::queue::Queue;
use super::record::{NO_PIPE, Record, Records};

/// Waves are numbered as in their unit, and sets of them are bits.
#[derive(Clone)]
pub(super) struct Simd {
    /// Waves that do not have all they need yet, or have not asked, by the cycle in which they do.
    pub queue: Queue,
    /// By pipeline: waves that need nothing else.
    waiting: [u64; PIPES],
    /// Pipelines that waves wait for, as bits.
    wanted: u16,
    /// By pipeline: from when on it takes another instruction.
    free: [u64; PIPES],
    /// Waves whose next instruction concerns more than this SIMD, and those where it concerns more than
    /// the unit.
    pub shared: u64,
    pub global: u64,
    execution: Execution,
    /// Pipelines whose instructions execute there, as bits.
    queued: u16,
}

/// Vector instructions between their issue and their execution.
#[derive(Clone)]
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

/// The most pipelines of a SIMD.
const PIPES: usize = 16;

impl Simd {
    pub fn new(queued: u16) -> Simd {
        Simd {
            queued,
            queue: Queue::new(),
            waiting: [0; PIPES],
            wanted: 0,
            free: [0; PIPES],
            shared: 0,
            global: 0,
            execution: Execution {
                begun: [0; MOST_QUEUED],
                last: 0,
                free: 0,
                setup: 0,
            },
        }
    }

    /// The next cycle in which a wave can do something, `NEVER` if there is none.
    #[inline]
    pub fn next(&self) -> u64 {
        let mut next = self.queue.next();
        if self.wanted != 0 {
            for pipe in bits(self.wanted.into()) {
                next = next.min(self.free[pipe]);
            }
        }
        next
    }

    /// The waves that may do something in this cycle, its next.
    #[inline]
    pub fn contenders(&mut self, cycle: u64) -> u64 {
        let mut all = self.queue.at(cycle);
        if self.wanted != 0 {
            let free = bits(self.wanted.into()).filter(|&pipe| self.free[pipe] <= cycle);
            for pipe in free {
                all |= self.waiting[pipe];
            }
        }
        all
    }

    /// This wave has all it needs but its pipeline. True if it needs none.
    #[inline]
    pub fn is_ready(&mut self, wave: usize, record: &Record) -> bool {
        if record.pipe == NO_PIPE {
            return true;
        }
        let pipe = usize::from(record.pipe) % PIPES;
        self.waiting[pipe] |= 1 << wave;
        self.wanted |= 1 << pipe;
        false
    }

    /// The waves that have their pipelines in this cycle: of each those that began first.
    #[inline]
    pub fn choose(&mut self, cycle: u64, clocks: &[WaveClock]) -> u64 {
        let mut chosen = 0;
        for pipe in bits(self.wanted.into()) {
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

    /// Before this cycle no other wave does anything, as far as is known, once those of this cycle have.
    #[inline]
    pub fn alone_until(&self) -> u64 {
        match self.wanted {
            0 => self.queue.next(),
            _ => 0,
        }
    }

    /// A pipeline that an instruction needs is free.
    #[inline]
    pub fn is_free(&self, record: &Record, then: u64) -> bool {
        match record.pipe {
            NO_PIPE => true,
            pipe => self.free[usize::from(pipe) % PIPES] <= then,
        }
    }

    /// Waves wait for no pipeline, and that which an instruction needs is free.
    #[inline]
    pub fn has_free(&self, record: &Record, then: u64) -> bool {
        self.wanted == 0 && self.is_free(record, then)
    }

    /// Waves, which need nothing but their pipelines, come in this cycle: those that have them.
    #[inline]
    pub fn enter(&mut self, cycle: u64, clocks: &mut [WaveClock], records: &Records) -> u64 {
        let mut chosen = 0;
        for wave in bits(self.queue.take(cycle)) {
            let clock = &mut clocks[wave];
            clock.ready = cycle;
            if self.is_ready(wave, records.get(clock.inst)) {
                chosen |= 1 << wave;
            }
        }
        chosen | self.choose(cycle, clocks)
    }

    /// An instruction was issued.
    #[inline]
    pub fn take(&mut self, now: u64, record: &Record) {
        if record.pipe != NO_PIPE {
            self.free[usize::from(record.pipe) % PIPES] = now + u64::from(record.busy);
        }
    }

    /// An instruction was issued that executes in a queue of so many, with what it reads at `ready` at the
    /// earliest: when its last cycle of execution is, and when there is room for another one.
    #[inline]
    pub fn execute(&mut self, now: u64, ready: u64, record: &Record, queue: u8) -> (u64, u64) {
        let own = &mut self.execution;
        let setup = match own.setup == record.setup {
            true => 0,
            false => u64::from(record.setup),
        };
        let begins = (own.free.max(now) + setup).max(ready);
        own.setup = record.setup;
        own.last = (own.last + 1) % MOST_QUEUED;
        own.begun[own.last] = begins;
        own.free = begins + u64::from(record.execute);
        // The next one goes where that was which begins when it comes.
        let before = usize::from(queue).clamp(2, MOST_QUEUED) - 2;
        let room = own.begun[(own.last + MOST_QUEUED - before) % MOST_QUEUED];
        if room > now + 1 {
            for pipe in bits(self.queued.into()) {
                self.free[pipe] = self.free[pipe].max(room);
            }
        }
        (own.free - 1, room)
    }

    /// The wave goes on then, with something that concerns others.
    #[inline]
    pub fn put(&mut self, wave: usize, time: u64, concerns: Concerns) {
        let bit = 1 << wave;
        self.shared &= !bit;
        self.global &= !bit;
        match concerns {
            Concerns::Simd => {}
            Concerns::Unit => self.shared |= bit,
            Concerns::All => {
                self.shared |= bit;
                self.global |= bit;
            }
        }
        self.queue.set(wave, time);
    }

    /// The wave begins anew at that time, wherever it was.
    pub fn move_to(&mut self, wave: usize, time: u64, concerns: Concerns) {
        for pipe in bits(self.wanted.into()) {
            self.waiting[pipe] &= !(1 << wave);
            if self.waiting[pipe] == 0 {
                self.wanted &= !(1 << pipe);
            }
        }
        self.queue.set(wave, NEVER);
        self.put(wave, time, concerns);
    }
}

/// Whom the next instruction of a wave concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Concerns {
    /// Its own SIMD.
    Simd,
    /// The unit.
    Unit,
    /// The machine: it has to be in its cycle.
    All,
}

impl Concerns {
    /// That of a wave which is clear, or has to be looked at. Before their time, accesses wait for others
    /// elsewhere, but what has been asked for may have to be known.
    #[inline]
    pub fn of(record: &Record, clear: bool, ahead: bool, board: &Board) -> Concerns {
        if clear && record.private {
            return Concerns::Simd;
        }
        let all = match ahead {
            false => record.is_global(),
            true => !clear && board.is_unsure() && record.waits_for_any(),
        };
        match all {
            true => Concerns::All,
            false => Concerns::Unit,
        }
    }
}

/// Of these waves, the one that began first; the first of several.
#[inline]
fn eldest(waves: u64, clocks: &[WaveClock]) -> usize {
    match waves.is_power_of_two() {
        true => waves.trailing_zeros() as usize,
        false => bits(waves)
            .min_by_key(|&wave| clocks[wave].since)
            .unwrap_or(0),
    }
}

/// Of these waves, the one that issued longest ago; the first of several.
#[inline]
pub(super) fn oldest(waves: u64, clocks: &[WaveClock]) -> usize {
    match waves.is_power_of_two() {
        true => waves.trailing_zeros() as usize,
        false => bits(waves)
            .min_by_key(|&wave| clocks[wave].issued)
            .unwrap_or(0),
    }
}
