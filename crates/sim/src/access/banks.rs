//! How the lanes of an access meet in the banks of local memory.

use op::Interleave;
use uop::timing::LocalTiming;

/// Counts the lanes in each bank.
#[derive(Clone, Debug)]
pub(crate) struct BankCounter {
    place: BankOf,
    /// Lanes that load the same word share one access.
    broadcast: bool,
    /// Accesses to each bank in the last instruction that was counted. Neighbouring lanes count in
    /// different lists, because counting on the number just written would wait for it.
    ways: [Vec<u8>; WAYS],
    /// The first word that lanes of that instruction share in each bank.
    words: Vec<u32>,
    /// By number of lanes: the banks that have as many.
    sets: Vec<u64>,
    meetings: Vec<Meeting>,
}

const WAYS: usize = 4;

/// The most banks of which sets are bits.
pub(crate) const MOST_BANKS: usize = 64;

/// Banks, as bits, and how many lanes are in each of them.
pub(crate) type Meeting = (u64, u8);

/// How to find the bank of an address. Machines have powers of two, and a division in every lane
/// would take longer than all the rest.
#[derive(Clone, Copy, Debug)]
enum BankOf {
    Bits { shift: u32, mask: u32 },
    Division { bytes: u32, banks: u32 },
}

/// No address is in this word: it would be behind the last one.
const NO_WORD: u32 = u32::MAX;

impl BankCounter {
    pub fn new(timing: &LocalTiming) -> BankCounter {
        let (banks, bytes) = (timing.banks.max(1), timing.bank_bytes.max(1));
        let place = match banks.is_power_of_two() && bytes.is_power_of_two() {
            true => BankOf::Bits {
                shift: bytes.trailing_zeros(),
                mask: banks - 1,
            },
            false => BankOf::Division { bytes, banks },
        };
        BankCounter {
            place,
            broadcast: timing.broadcast,
            ways: std::array::from_fn(|_| vec![0; banks as usize]),
            words: vec![NO_WORD; banks as usize],
            sets: vec![0; 1 + usize::from(u8::MAX)],
            meetings: Vec::new(),
        }
    }

    /// Bytes after which banks come again.
    pub fn period(&self) -> u32 {
        match self.place {
            BankOf::Bits { shift, mask } => (mask + 1) << shift,
            BankOf::Division { bytes, banks } => bytes.saturating_mul(banks),
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

    /// How many banks there are.
    pub fn banks(&self) -> usize {
        self.words.len()
    }

    /// How many lanes at these addresses are in each bank.
    pub fn lanes(&mut self, addresses: &[u32], store: bool) -> impl Iterator<Item = u8> {
        self.tally(addresses, store);
        let [a, b, c, d] = &self.ways;
        let counts = (a.iter().zip(b)).zip(c.iter().zip(d));
        // A wave has few lanes: sums fit.
        counts.map(|((a, b), (c, d))| a + b + c + d)
    }

    /// The banks that lanes at these addresses are in, by how many of them, ascending. There are at most
    /// [`MOST_BANKS`].
    pub fn count(&mut self, addresses: &[u32], store: bool) -> &[Meeting] {
        if let (
            BankOf::Bits {
                shift,
                mask: mask @ ..64,
            },
            true,
        ) = (self.place, store || !self.broadcast)
        {
            return self.count_few(addresses, |address| address >> shift & mask);
        }
        let (mut sets, mut most) = (std::mem::take(&mut self.sets), 0);
        for (bank, lanes) in self.lanes(addresses, store).enumerate() {
            most = lanes.max(most);
            sets[usize::from(lanes)] |= 1 << bank;
        }
        sets[0] = 0;
        self.meetings.clear();
        for lanes in 1..=most {
            let banks = std::mem::take(&mut sets[usize::from(lanes)]);
            if banks != 0 {
                self.meetings.push((banks, lanes));
            }
        }
        self.sets = sets;
        &self.meetings
    }

    /// The same where lanes never share an access.
    fn count_few(&mut self, addresses: &[u32], bank: impl Fn(u32) -> u32) -> &[Meeting] {
        let mut lanes = [0u8; MOST_BANKS];
        for &address in addresses {
            lanes[bank(address) as usize % MOST_BANKS] += 1;
        }
        let mut most = 0;
        for &address in addresses {
            let bank = bank(address) as usize % MOST_BANKS;
            most = most.max(lanes[bank]);
            self.sets[usize::from(lanes[bank])] |= 1 << bank;
        }
        self.meetings.clear();
        for lanes in 1..=most {
            let banks = std::mem::take(&mut self.sets[usize::from(lanes)]);
            if banks != 0 {
                self.meetings.push((banks, lanes));
            }
        }
        &self.meetings
    }

    fn tally(&mut self, addresses: &[u32], store: bool) {
        self.ways.iter_mut().for_each(|way| way.fill(0));
        match self.place {
            _ if self.broadcast && !store => self.count_words(addresses),
            BankOf::Bits { shift, mask } => {
                for lanes in addresses.chunks(WAYS) {
                    for (way, address) in self.ways.iter_mut().zip(lanes) {
                        way[(address >> shift & mask) as usize] += 1;
                    }
                }
            }
            BankOf::Division { bytes, banks } => {
                for &address in addresses {
                    self.ways[0][(address / bytes % banks) as usize] += 1;
                }
            }
        }
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
