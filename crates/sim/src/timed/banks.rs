//! The banks of local memory.

use crate::access::{BankCounter, MOST_BANKS, Touched};
use op::Interleave;
use uop::timing::LocalTiming;

/// Each bank serves one access in a cycle; the waves of a unit share them.
#[derive(Clone)]
pub(super) struct Banks {
    conflict: u64,
    /// From when on banks are free, as bits, each in one set at most: others always were.
    busy: Vec<(u64, u64)>,
    /// The same by bank, where there are too many for sets.
    free: Vec<u64>,
    counter: BankCounter,
}

/// What became of an access to local memory.
#[derive(Default)]
pub(super) struct Service {
    /// Cycles beyond those of an access that meets no other.
    pub waited: u64,
    /// Lanes that met another one in their bank.
    pub conflicts: u64,
}

impl Banks {
    pub fn new(timing: &LocalTiming) -> Banks {
        let counter = BankCounter::new(timing);
        Banks {
            conflict: timing.conflict.into(),
            busy: Vec::new(),
            free: match counter.banks() {
                ..=MOST_BANKS => Vec::new(),
                many => vec![0; many],
            },
            counter,
        }
    }

    /// How addresses are spread, if a word has a bit for every bank.
    pub fn interleave(&self) -> Option<Interleave> {
        self.counter.interleave()
    }

    /// An access that comes at `now`. Later ones come at `least` or after it.
    pub fn serve(&mut self, now: u64, least: u64, touched: &Touched) -> Service {
        if !self.free.is_empty() {
            return self.serve_many(now, touched);
        }
        let one;
        let meetings = match touched.apart {
            Some(banks) => {
                one = [(banks, 1)];
                &one[..]
            }
            None if touched.counted => touched.meetings(),
            None => self.counter.count(touched.addresses(), touched.store),
        };
        // Sets that are free again by then are as if they had never been busy.
        let mut known = 0;
        for at in 0..self.busy.len() {
            let own = self.busy[at];
            if own.0 > least && own.1 != 0 {
                self.busy[known] = own;
                known += 1;
            }
        }
        self.busy.truncate(known);
        let mut service = Service::default();
        for &(banks, lanes) in meetings {
            let more = u64::from(lanes - 1);
            service.conflicts += more * u64::from(banks.count_ones());
            let more = more * self.conflict;
            let (mut rest, mut at) = (banks, 0);
            while rest != 0 && at < known {
                let (free, own) = self.busy[at];
                let met = own & rest;
                if met != 0 {
                    self.busy[at].1 = own & !met;
                    rest &= !met;
                    let start = free.max(now);
                    service.waited = service.waited.max(start - now + more);
                    occupy(&mut self.busy, met, start + 1 + more);
                }
                at += 1;
            }
            if rest != 0 {
                service.waited = service.waited.max(more);
                occupy(&mut self.busy, rest, now + 1 + more);
            }
        }
        service
    }

    fn serve_many(&mut self, now: u64, touched: &Touched) -> Service {
        let mut service = Service::default();
        let lanes = self.counter.lanes(touched.addresses(), touched.store);
        for (free, lanes) in self.free.iter_mut().zip(lanes).filter(|own| own.1 > 0) {
            let (start, more) = (now.max(*free), u64::from(lanes - 1));
            service.conflicts += more;
            let more = more * self.conflict;
            *free = start + 1 + more;
            service.waited = service.waited.max(start - now + more);
        }
        service
    }
}

/// These banks are free from then on.
fn occupy(busy: &mut Vec<(u64, u64)>, banks: u64, free: u64) {
    match busy.iter_mut().find(|other| other.0 == free) {
        Some(other) => other.1 |= banks,
        None => busy.push((free, banks)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(banks: &mut Banks, now: u64, addresses: impl Iterator<Item = u32>) -> (u64, u64) {
        let service = banks.serve(now, 0, &Touched::at(addresses));
        (service.waited, service.conflicts)
    }

    #[test]
    fn lanes_in_one_bank_wait_for_each_other() {
        let timing = LocalTiming {
            banks: 32,
            bank_bytes: 4,
            conflict: 1,
            broadcast: false,
        };
        let fresh = || Banks::new(&timing);
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 4 * i)), (0, 0));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 8 * i)), (1, 16));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|i| 128 * i)), (31, 31));
        assert_eq!(serve(&mut fresh(), 0, (0..32).map(|_| 64)), (31, 31));
        // The other wave's access finds its banks busy for as long as this one takes.
        let mut banks = fresh();
        assert_eq!(serve(&mut banks, 5, (0..32).map(|i| 8 * i)), (1, 16));
        assert_eq!(serve(&mut banks, 5, (0..32).map(|i| 4 * i)), (2, 0));
        assert_eq!(serve(&mut banks, 100, (0..32).map(|i| 4 * i)), (0, 0));
    }

    #[test]
    fn a_broadcast_is_one_access() {
        let timing = LocalTiming {
            banks: 32,
            bank_bytes: 4,
            conflict: 1,
            broadcast: true,
        };
        assert_eq!(
            serve(&mut Banks::new(&timing), 0, (0..32).map(|i| i / 8 * 32)),
            (0, 0)
        );
    }
}
