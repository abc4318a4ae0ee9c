//! The banks of local memory.

use super::unit::bits;
use crate::access::Touched;
use op::Interleave;
use uop::timing::LocalTiming;

/// Each bank serves one access in a cycle; the waves of a unit share them.
pub(super) struct Banks {
    timing: LocalTiming,
    place: Place,
    /// From when on each bank is free, but for what `last` says.
    free: Vec<u64>,
    /// The latest time among them.
    all_free: u64,
    /// The last access, if no two of its lanes met: the banks it used, and when they are free.
    last: (u64, u64),
    /// Accesses to each bank in the instruction at hand. Neighbouring lanes count in different
    /// words, because counting on the one just written would wait for it.
    count: Vec<[u32; WAYS]>,
}

const WAYS: usize = 4;

/// What became of an access to local memory.
#[derive(Default)]
pub(super) struct Service {
    /// Cycles beyond those of an access that meets no other.
    pub waited: u64,
    /// Lanes that met another one in their bank.
    pub conflicts: u64,
}

/// How to find the bank of an address. Machines have powers of two, and a division in every lane
/// would take longer than all the rest.
#[derive(Clone, Copy)]
enum Place {
    Bits { shift: u32, mask: u32 },
    Division { bytes: u32, banks: u32 },
}

impl Banks {
    pub fn new(timing: &LocalTiming) -> Banks {
        let (banks, bytes) = (timing.banks.max(1), timing.bank_bytes.max(1));
        let place = match banks.is_power_of_two() && bytes.is_power_of_two() {
            true => Place::Bits {
                shift: bytes.trailing_zeros(),
                mask: banks - 1,
            },
            false => Place::Division { bytes, banks },
        };
        let (free, count) = (vec![0; banks as usize], vec![[0; WAYS]; banks as usize]);
        Banks {
            timing: *timing,
            place,
            free,
            all_free: 0,
            last: (0, 0),
            count,
        }
    }

    /// How addresses are spread, if a word has a bit for every bank.
    pub fn interleave(&self) -> Option<Interleave> {
        match self.place {
            Place::Bits { shift, mask } if mask < 64 => Some(Interleave {
                bias: 0,
                shift,
                last: mask,
            }),
            _ => None,
        }
    }

    pub fn serve(&mut self, now: u64, touched: &Touched) -> Service {
        if let Some(banks) = touched.apart
            && self.all_free <= now
        {
            // Nothing but a last access of the same cycle may be in the way.
            let (used, free) = self.last;
            let used = if free > now { used } else { 0 };
            if used & banks == 0 {
                self.last = (used | banks, now + 1);
                return Service::default();
            }
        }
        self.queue(now, touched)
    }

    /// Any access, bank by bank.
    fn queue(&mut self, now: u64, touched: &Touched) -> Service {
        let (banks, free) = std::mem::take(&mut self.last);
        if free > now {
            for bank in bits(banks) {
                self.free[bank] = free.max(self.free[bank]);
            }
            self.all_free = free.max(self.all_free);
        }
        let addresses = touched.addresses();
        match (touched.apart, self.place) {
            (Some(banks), _) => bits(banks).for_each(|bank| self.count[bank][0] = 1),
            _ if self.timing.broadcast && !touched.store => self.count_words(addresses),
            (_, Place::Bits { shift, mask }) => {
                for (lane, &address) in addresses.iter().enumerate() {
                    self.count[(address >> shift & mask) as usize][lane % WAYS] += 1;
                }
            }
            (_, Place::Division { bytes, banks }) => {
                for &address in addresses {
                    self.count[(address / bytes % banks) as usize][0] += 1;
                }
            }
        }
        let conflict = u64::from(self.timing.conflict);
        let mut service = Service::default();
        for (free, count) in self.free.iter_mut().zip(&mut self.count) {
            let lanes = u64::from(std::mem::take(count).iter().sum::<u32>());
            if lanes > 0 {
                let start = now.max(*free);
                let more = (lanes - 1) * conflict;
                *free = start + 1 + more;
                self.all_free = self.all_free.max(*free);
                service.waited = service.waited.max(start - now + more);
                service.conflicts += lanes - 1;
            }
        }
        service
    }

    /// Lanes with the same word share one access.
    fn count_words(&mut self, addresses: &[u32]) {
        let (bytes, banks) = (self.timing.bank_bytes.max(1), self.count.len() as u32);
        for (i, &address) in addresses.iter().enumerate() {
            let word = address / bytes;
            if !addresses[..i].iter().any(|&other| other / bytes == word) {
                self.count[(word % banks) as usize][0] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(banks: &mut Banks, now: u64, addresses: impl Iterator<Item = u32>) -> (u64, u64) {
        let service = banks.serve(now, &Touched::at(addresses));
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
