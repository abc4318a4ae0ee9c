//! The banks of local memory.

use super::clock::bits;
use crate::access::Touched;
use op::Interleave;
use uop::timing::LocalTiming;

/// Each bank serves one access in a cycle; the waves of a unit share them.
#[derive(Clone)]
pub(super) struct Banks {
    timing: LocalTiming,
    place: BankOf,
    /// From when on each bank is free, but for what `last` says.
    free: Vec<u64>,
    /// From when on all of them are.
    all_free: u64,
    last: Last,
    /// Accesses to each bank in the last instruction that was counted. Neighbouring lanes count in
    /// different lists, because counting on the number just written would wait for it.
    ways: [Vec<u8>; WAYS],
    /// The first word that lanes of that instruction share in each bank.
    words: Vec<u32>,
}

const WAYS: usize = 4;

/// The last access, of which it has not been worked out yet when each bank is free again: most
/// often that is never asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Known,
    /// At this time, with no two lanes in one of these banks.
    Apart(u64, u64),
    /// At this time, as counted.
    Counted(u64),
}

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
enum BankOf {
    Bits { shift: u32, mask: u32 },
    Division { bytes: u32, banks: u32 },
}

impl Banks {
    pub fn new(timing: &LocalTiming) -> Banks {
        let (banks, bytes) = (timing.banks.max(1), timing.bank_bytes.max(1));
        let place = match banks.is_power_of_two() && bytes.is_power_of_two() {
            true => BankOf::Bits {
                shift: bytes.trailing_zeros(),
                mask: banks - 1,
            },
            false => BankOf::Division { bytes, banks },
        };
        Banks {
            timing: *timing,
            place,
            free: vec![0; banks as usize],
            all_free: 0,
            last: Last::Known,
            ways: std::array::from_fn(|_| vec![0; banks as usize]),
            words: vec![NO_WORD; banks as usize],
        }
    }

    /// How addresses are spread, if a word has a bit for every bank.
    pub fn interleave(&self) -> Option<Interleave> {
        match self.place {
            BankOf::Bits { shift, mask } if mask < 64 => Some(Interleave {
                bias: 0,
                shift,
                last: mask,
            }),
            _ => None,
        }
    }

    pub fn serve(&mut self, now: u64, touched: &Touched) -> Service {
        match (touched.apart, self.last) {
            // Nothing is in the way.
            (Some(banks), _) if self.all_free <= now => {
                self.last = Last::Apart(now, banks);
                self.all_free = now + 1;
                Service::default()
            }
            (None, _) if self.all_free <= now => {
                let (most, conflicts) = self.count(touched);
                let waited = u64::from(most.saturating_sub(1)) * u64::from(self.timing.conflict);
                self.last = Last::Counted(now);
                self.all_free = now + 1 + waited;
                Service { waited, conflicts }
            }
            // Only the last access is, of the same cycle and in other banks.
            (Some(banks), Last::Apart(at, used)) if at == now && used & banks == 0 => {
                self.last = Last::Apart(now, used | banks);
                Service::default()
            }
            _ => self.queue(now, touched),
        }
    }

    /// An access that may find banks busy.
    fn queue(&mut self, now: u64, touched: &Touched) -> Service {
        let conflict = u64::from(self.timing.conflict);
        match std::mem::replace(&mut self.last, Last::Known) {
            Last::Known => {}
            Last::Apart(at, banks) => bits(banks).for_each(|bank| self.free[bank] = at + 1),
            Last::Counted(at) => {
                for bank in 0..self.free.len() {
                    let lanes = self.lanes_in(bank);
                    if lanes > 0 {
                        self.free[bank] = at + 1 + (lanes - 1) * conflict;
                    }
                }
            }
        }
        let (_, conflicts) = self.count(touched);
        let mut waited = 0;
        for bank in 0..self.free.len() {
            let lanes = self.lanes_in(bank);
            if lanes > 0 {
                let start = now.max(self.free[bank]);
                let more = (lanes - 1) * conflict;
                self.free[bank] = start + 1 + more;
                self.all_free = self.all_free.max(self.free[bank]);
                waited = waited.max(start - now + more);
            }
        }
        Service { waited, conflicts }
    }

    /// Lanes that were counted in a bank.
    fn lanes_in(&self, bank: usize) -> u64 {
        self.ways.iter().map(|way| u64::from(way[bank])).sum()
    }

    /// Counts the lanes in each bank; says how many are in one at most, and how many find another
    /// one there.
    fn count(&mut self, touched: &Touched) -> (u8, u64) {
        self.ways.iter_mut().for_each(|way| way.fill(0));
        let addresses = touched.addresses();
        match (touched.apart, self.place) {
            (Some(banks), _) => bits(banks).for_each(|bank| self.ways[0][bank] = 1),
            _ if self.timing.broadcast && !touched.store => self.count_words(addresses),
            (_, BankOf::Bits { shift, mask }) => {
                for lanes in addresses.chunks(WAYS) {
                    for (way, address) in self.ways.iter_mut().zip(lanes) {
                        way[(address >> shift & mask) as usize] += 1;
                    }
                }
            }
            (_, BankOf::Division { bytes, banks }) => {
                for &address in addresses {
                    self.ways[0][(address / bytes % banks) as usize] += 1;
                }
            }
        }
        let [a, b, c, d] = &self.ways;
        let counts = (a.iter().zip(b)).zip(c.iter().zip(d));
        let (mut most, mut conflicts) = (0, 0);
        for ((a, b), (c, d)) in counts {
            // A wave has few lanes: sums fit.
            let lanes = a + b + c + d;
            most = lanes.max(most);
            conflicts += lanes.saturating_sub(1);
        }
        (most, conflicts.into())
    }

    /// Lanes with the same word share one access.
    fn count_words(&mut self, addresses: &[u32]) {
        self.words.fill(NO_WORD);
        let words = |place: BankOf, address: u32| match place {
            BankOf::Bits { shift, mask } => (address >> shift, address >> shift & mask),
            BankOf::Division { bytes, banks } => (address / bytes, address / bytes % banks),
        };
        for (i, &address) in addresses.iter().enumerate() {
            let (word, bank) = words(self.place, address);
            let first = &mut self.words[bank as usize];
            if *first == word {
                continue;
            }
            let again = |&other: &u32| words(self.place, other).0 == word;
            if *first == NO_WORD {
                *first = word;
            } else if addresses[..i].iter().any(again) {
                continue;
            }
            self.ways[0][bank as usize] += 1;
        }
    }
}

/// No address is in this word: it would be behind the last one.
const NO_WORD: u32 = u32::MAX;

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
