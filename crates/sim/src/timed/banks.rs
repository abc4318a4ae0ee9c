//! The banks of local memory.

use crate::access::{Accessed, At, BankCounter, Spread, unpack};
use op::{Interleave, Level};
use uop::timing::LocalTiming;

/// Each bank serves one access in a cycle; the waves of a unit share them.
#[derive(Clone)]
pub(super) struct Banks {
    conflict: i32,
    /// By bank: from when on it is free, counted from `since`.
    free: Vec<i32>,
    since: u64,
    /// From when on all of them are.
    idle: u64,
    /// Banks, as bits, that are free from `idle` on, whatever the list says; and from when on all of the
    /// list are.
    last: u64,
    listed: u64,
    /// Room to make a list of bits.
    apart: Vec<u8>,
    counter: BankCounter,
    /// That of the launch's kernels.
    level: Level,
}

/// What became of an access to local memory.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Service {
    /// Cycles beyond those of an access that meets no other.
    pub waited: u64,
    /// Lanes that met another one in their bank.
    pub conflicts: u64,
}

/// Times are counted anew after so long.
const REACH: u64 = 1 << 30;

impl Banks {
    pub fn new(timing: &LocalTiming, level: Level) -> Banks {
        let counter = BankCounter::new(timing);
        Banks {
            conflict: timing.conflict.min(1 << 16) as i32,
            free: vec![0; counter.room()],
            since: 0,
            idle: 0,
            last: 0,
            listed: 0,
            apart: vec![0; counter.room()],
            counter,
            level,
        }
    }

    /// How addresses are spread, if a word has a bit for every bank.
    pub fn interleave(&self) -> Option<Interleave> {
        self.counter.interleave()
    }

    /// An access that comes at `now`.
    pub fn serve(&mut self, now: u64, Accessed { at, store }: Accessed<'_>) -> Service {
        if let At::Banks(Spread::Apart(banks)) = at {
            if banks == 0 {
                return Service::default();
            }
            // Most find only the access before them, and their lanes do not conflict.
            if now >= self.idle {
                (self.idle, self.last) = (now + 1, banks);
                return Service::default();
            }
            if now >= self.listed {
                if banks & self.last == 0 && now + 1 == self.idle {
                    self.last |= banks;
                    return Service::default();
                }
                if banks == self.last {
                    let waited = self.idle - now;
                    self.idle += 1;
                    return Service {
                        waited,
                        conflicts: 0,
                    };
                }
            }
        }
        self.write_down(now);
        let lanes = match at {
            At::Banks(Spread::Apart(banks)) => {
                unpack(banks, &mut self.apart);
                &self.apart
            }
            At::Banks(Spread::Met(lanes)) => lanes,
            At::Addresses(addresses) => self.counter.lanes(addresses, store),
            At::Lines(..) => return Service::default(),
        };
        let own = (now - self.since) as i32;
        let (free, level) = (&mut self.free, self.level);
        let service = match self.conflict {
            1 => occupy(level, free, lanes, own, |met| met),
            conflict => occupy(level, free, lanes, own, |met| met * conflict),
        };
        self.idle = self.idle.max(now + service.waited + 1);
        self.listed = self.idle;
        service
    }

    /// The list says of every bank when it is free, and has room for times from now on.
    fn write_down(&mut self, now: u64) {
        if now.saturating_sub(self.since) > REACH {
            // Others may still come a little earlier.
            let since = now - REACH / 2;
            let by = i32::try_from(since - self.since).unwrap_or(i32::MAX);
            let free = self.free.iter_mut();
            free.for_each(|free| *free = free.saturating_sub(by).max(0));
            self.since = since;
        }
        if self.last != 0 {
            unpack(std::mem::take(&mut self.last), &mut self.apart);
            let idle = self.idle.saturating_sub(self.since) as i32;
            for (free, &taken) in self.free.iter_mut().zip(&self.apart) {
                let taken = -i32::from(taken);
                *free = idle & taken | *free & !taken;
            }
        }
    }
}

/// Lanes come to banks at that time.
#[inline]
fn occupy(
    level: Level,
    free: &mut [i32],
    lanes: &[u8],
    now: i32,
    conflict: impl Fn(i32) -> i32,
) -> Service {
    #[cfg(target_arch = "x86_64")]
    if level >= Level::Avx2 {
        // SAFETY: kernels are only handed out where the CPU has their level.
        return unsafe { occupy_by_eights(free, lanes, now, conflict) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = level;
    occupy_all(free, lanes, now, conflict)
}

/// [`occupy_all`], compiled for a CPU that has instructions for eight numbers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn occupy_by_eights(
    free: &mut [i32],
    lanes: &[u8],
    now: i32,
    conflict: impl Fn(i32) -> i32,
) -> Service {
    occupy_all(free, lanes, now, conflict)
}

/// There is no branch on a bank: all are gone through side by side.
#[inline(always)]
fn occupy_all(free: &mut [i32], lanes: &[u8], now: i32, conflict: impl Fn(i32) -> i32) -> Service {
    let (mut waited, mut conflicts) = (0, 0);
    for (free, &lanes) in free.iter_mut().zip(lanes) {
        let met = i32::from(lanes.saturating_sub(1));
        conflicts += met;
        let start = now.max(*free) + conflict(met);
        let taken = -i32::from(lanes > 0);
        waited = waited.max((start - now) & taken);
        *free = (start + 1) & taken | *free & !taken;
    }
    Service {
        waited: waited as u64,
        conflicts: conflicts as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(banks: &mut Banks, now: u64, addresses: impl Iterator<Item = u32>) -> (u64, u64) {
        let addresses: Vec<u32> = addresses.collect();
        let at = At::Addresses(&addresses);
        let service = banks.serve(now, Accessed { at, store: false });
        (service.waited, service.conflicts)
    }

    #[test]
    fn lanes_in_one_bank_wait_for_each_other() {
        let levels = Level::ALL.into_iter().filter_map(op::kernels_at);
        levels.for_each(|kernels| lanes_in_one_bank_wait_at(kernels.level()));
    }

    fn lanes_in_one_bank_wait_at(level: Level) {
        let timing = LocalTiming {
            banks: 32,
            bank_bytes: 4,
            conflict: 1,
            broadcast: false,
        };
        let fresh = || Banks::new(&timing, level);
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 4 * i)), (0, 0));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 8 * i)), (1, 16));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 128 * i)), (31, 31));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|_| 64)), (31, 31));
        // The other wave's access finds its banks busy for as long as this one takes.
        let mut banks = fresh();
        assert_eq!(serve(&mut banks, 5, (0..32).map(|i| 8 * i)), (1, 16));
        assert_eq!(serve(&mut banks, 5, (0..32).map(|i| 4 * i)), (2, 0));
        assert_eq!(serve(&mut banks, 100, (0..32).map(|i| 4 * i)), (0, 0));
        let apart = |banks: &mut Banks, now: u64, which: u64| {
            let at = At::Banks(Spread::Apart(which));
            banks.serve(now, Accessed { at, store: false }).waited
        };
        // One after the other, side by side, and where only some are in the way.
        let waited = [0b11, 0b11, 0b1100, 0b110].map(|which| apart(&mut banks, 200, which));
        assert_eq!(waited, [0, 1, 0, 2]);
        assert_eq!(apart(&mut banks, 201, 0b1000), 0);
        assert_eq!(apart(&mut banks, 201, 0b10), 2);
        // Times that no longer fit are counted anew.
        let late = 3 * REACH;
        assert_eq!(serve(&mut banks, late, (0..32).map(|i| 8 * i)), (1, 16));
        assert_eq!(serve(&mut banks, late, (0..32).map(|i| 4 * i)), (2, 0));
    }

    #[test]
    fn a_broadcast_is_one_access() {
        let timing = LocalTiming {
            banks: 32,
            bank_bytes: 4,
            conflict: 1,
            broadcast: true,
        };
        let mut banks = Banks::new(&timing, op::kernels().level());
        assert_eq!(serve(&mut banks, 0, (0..32).map(|i| i / 8 * 32)), (0, 0));
    }
}
