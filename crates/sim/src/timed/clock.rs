//! When a wave can go on, and when its accesses are done.

use crate::Wave;
use crate::fault::Fault;
use uop::Channel;
use uop::timing::{Cost, FunctionalUnit, Waits};

use super::Stall;
use uop::Obstacle;

/// What the clock knows of a wave, in a line of the host's caches.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct WaveClock {
    /// The cycle after it issued its last instruction, 0 before the first. The wave that waited
    /// longest is asked first.
    pub issued: u64,
    /// When it came to its SIMD.
    pub since: u64,
    /// What happens when it is ready, if it was found out before its time.
    pub fault: Option<Box<Fault>>,
    /// On a machine with pipelines: its next instruction.
    pub inst: u32,
    /// The first that has not been carried out, from there on without a branch: results of those before
    /// it are there ahead of their time, which no other wave can tell.
    pub ahead: u32,
    /// What registers are to that, as a number of [`super::states`], and the cycle that it counts from.
    pub state: u32,
    pub at: u64,
    /// Since when it has needed nothing but its pipeline, where that is so; or what it asks about.
    pub ready: u64,
    /// Where its workgroup is, and the SIMD that it is on.
    pub slot: u8,
    pub simd: u8,
    /// Its next instruction waits for nothing but its pipeline.
    pub clear: bool,
    /// When it goes on depends on accesses that memory has not served yet.
    pub asks: bool,
}

/// Accesses of a wave that are under way, one to a channel, on a machine whose waves wait for signals.
#[derive(Clone, Debug)]
pub(super) struct Signals {
    /// Channels with an access that is not known to be complete.
    outstanding: u64,
    /// The earliest completion among them.
    next_done: u64,
    /// When each channel's access completes.
    done: [u64; CHANNELS],
    /// The instruction that started it.
    by: [u32; CHANNELS],
}

const CHANNELS: usize = 64;
pub(super) const NEVER: u64 = u64::MAX;

impl WaveClock {
    /// Of a wave that comes to this slot and SIMD then, and begins with this instruction.
    pub fn new((slot, simd): (usize, usize), since: u64, inst: u32, state: u32) -> WaveClock {
        WaveClock {
            issued: 0,
            since,
            fault: None,
            inst,
            ahead: inst,
            state,
            at: since,
            ready: 0,
            slot: slot as u8,
            simd: simd as u8,
            clear: false,
            asks: false,
        }
    }
}

impl Signals {
    pub fn new() -> Signals {
        Signals {
            outstanding: 0,
            next_done: NEVER,
            done: [0; CHANNELS],
            by: [0; CHANNELS],
        }
    }

    /// The last completion of all, if anything is outstanding.
    pub fn last(&self) -> Option<u64> {
        self.last_of(u64::MAX)
    }

    fn last_of(&self, channels: u64) -> Option<u64> {
        self.latest(channels).map(|channel| self.done[channel])
    }

    /// The channel among these whose access completes last.
    fn latest(&self, channels: u64) -> Option<usize> {
        bits(channels & self.outstanding).max_by_key(|&channel| self.done[channel])
    }

    pub fn start(&mut self, channel: usize, inst: u32, done: u64) {
        self.done[channel] = done;
        self.by[channel] = inst;
        self.outstanding |= 1 << channel;
        self.next_done = self.next_done.min(done);
    }

    /// Whether nothing arrives before then.
    #[inline]
    pub fn is_quiet_until(&self, then: u64) -> bool {
        then <= self.next_done
    }

    /// Delivers what has arrived by now.
    #[inline]
    pub fn deliver(&mut self, now: u64, wave: &mut Wave) {
        if now < self.next_done {
            return;
        }
        for channel in bits(self.outstanding) {
            if self.done[channel] <= now {
                self.outstanding &= !(1 << channel);
                wave.deliver_oldest(Channel(channel as u8));
            }
        }
        let left = bits(self.outstanding).map(|channel| self.done[channel]);
        self.next_done = left.min().unwrap_or(NEVER);
    }

    /// What keeps the wave from issuing an instruction now, and until when.
    pub fn obstacle(&self, now: u64, cost: &Cost, scalar_free: u64) -> Option<Obstacle> {
        let waits = match cost.waits {
            Waits::Nothing => None,
            Waits::All(channels) => self.latest(channels),
            // One that is not outstanding is done already.
            Waits::Any(channels) if channels & !self.outstanding != 0 => None,
            Waits::Any(channels) => bits(channels).min_by_key(|&channel| self.done[channel]),
        };
        if let Some(channel) = waits.filter(|&channel| self.done[channel] > now) {
            return Some(Obstacle {
                until: self.done[channel],
                cause: Stall::Signal,
                of: Some(self.by[channel]),
            });
        }
        (cost.unit == FunctionalUnit::Scalar && scalar_free > now).then_some(Obstacle {
            until: scalar_free,
            cause: Stall::ScalarUnit,
            of: None,
        })
    }
}

/// The places of the bits that are set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
