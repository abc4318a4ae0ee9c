//! How the lanes of an access meet in the banks of local memory.

use op::Interleave;
use uop::timing::LocalTiming;

/// Counts the lanes in each bank.
#[derive(Clone, Debug)]
pub(crate) struct BankCounter {
    place: BankOf,
    /// Lanes that load the same word share one access.
    broadcast: bool,
    /// Lanes in each bank in the last instruction that was counted.
    lanes: Vec<u8>,
    /// The first word that lanes of that instruction share in each bank.
    words: Vec<u32>,
}

const WAYS: usize = 4;

/// The most banks of which sets are bits.
pub(crate) const MOST_BANKS: usize = 64;

/// Lists of banks are that much longer than there are banks, so that they are gone through in steps of
/// so many.
const STEP: usize = 16;

/// Where the lanes of an access are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread<'a> {
    /// Banks, as bits, in which no two lanes meet.
    Apart(u64),
    /// By bank: how many lanes are in it.
    Met(&'a [u8]),
}

/// How to find the bank of an address. Machines have powers of two, and a division in every lane
/// would take longer than all the rest.
#[derive(Clone, Copy, Debug)]
enum BankOf {
    Bits { shift: u32, mask: u32 },
    Division { bytes: u32, banks: u32 },
}

impl BankOf {
    /// The word that an address is in, and its bank.
    fn of(self, address: u32) -> (u32, u32) {
        match self {
            BankOf::Bits { shift, mask } => (address >> shift, address >> shift & mask),
            BankOf::Division { bytes, banks } => (address / bytes, address / bytes % banks),
        }
    }
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
        let banks = banks as usize;
        let room = banks.next_multiple_of(STEP);
        BankCounter {
            place,
            broadcast: timing.broadcast,
            lanes: vec![0; room],
            words: vec![NO_WORD; banks],
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

    /// How many banks a list of them has room for.
    pub fn room(&self) -> usize {
        self.lanes.len()
    }

    /// How the lanes at these addresses are spread.
    pub fn count(&mut self, addresses: &[u32], store: bool) -> Spread<'_> {
        let lanes = self.lanes(addresses, store);
        let most = lanes.iter().fold(0, |most, &lanes| most.max(lanes));
        match most <= 1 && lanes.len() <= MOST_BANKS {
            true => Spread::Apart(packed(lanes)),
            false => Spread::Met(lanes),
        }
    }

    /// How many lanes at these addresses are in each bank.
    pub fn lanes(&mut self, addresses: &[u32], store: bool) -> &[u8] {
        match self.place {
            _ if self.broadcast && !store => self.count_words(addresses),
            BankOf::Bits { shift, mask } if self.lanes.len() <= MOST_BANKS => {
                self.count_few(addresses, |address| (address >> shift & mask) as usize);
            }
            place => {
                self.lanes.fill(0);
                for &address in addresses {
                    self.lanes[place.of(address).1 as usize] += 1;
                }
            }
        }
        &self.lanes
    }

    /// The same for few banks. Neighbouring lanes count in different lists, because counting on the number
    /// just written would wait for it.
    fn count_few(&mut self, addresses: &[u32], bank: impl Fn(u32) -> usize) {
        let mut ways = [[0u8; MOST_BANKS]; WAYS];
        let (fours, rest) = addresses.as_chunks::<WAYS>();
        for four in fours {
            for (way, &address) in ways.iter_mut().zip(four) {
                way[bank(address) % MOST_BANKS] += 1;
            }
        }
        for &address in rest {
            ways[0][bank(address) % MOST_BANKS] += 1;
        }
        let [a, b, c, d] = &ways;
        let ways = a.iter().zip(b).zip(c.iter().zip(d));
        // A wave has few lanes: sums fit.
        for (sum, ((a, b), (c, d))) in self.lanes.iter_mut().zip(ways) {
            *sum = a.wrapping_add(*b).wrapping_add(c.wrapping_add(*d));
        }
    }

    /// Lanes with the same word share one access.
    fn count_words(&mut self, addresses: &[u32]) {
        self.words.fill(NO_WORD);
        self.lanes.fill(0);
        for (i, &address) in addresses.iter().enumerate() {
            let (word, bank) = self.place.of(address);
            let first = &mut self.words[bank as usize];
            if *first == word {
                continue;
            }
            let again = |&other: &u32| self.place.of(other).0 == word;
            if *first == NO_WORD {
                *first = word;
            } else if addresses[..i].iter().any(again) {
                continue;
            }
            self.lanes[bank as usize] += 1;
        }
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Lists of zeros and ones as bits.
fn packed(lanes: &[u8]) -> u64 {
    let bytes = lanes.as_chunks::<8>().0.iter();
    // Each byte goes to a bit of the highest one.
    let bits = bytes.map(|&it| u64::from_le_bytes(it).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    bits.rev().fold(0, |all, bits| all << 8 | bits)
}

/// Bits as a list of zeros and ones.
pub(crate) fn unpack(banks: u64, to: &mut [u8]) {
    for (at, to) in to.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let byte = banks.checked_shr(8 * at as u32).unwrap_or(0) & 0xff;
        // Bit n is all that is left in byte n.
        let apart = (byte * ONES) & 0x8040_2010_0804_0201;
        *to = ((apart + 0x7f * ONES) >> 7 & ONES).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_lists_say_the_same() {
        let mut random = random::Random::new(5);
        for _ in 0..1000 {
            let banks = random.bits() & random.bits();
            let mut list = [0; MOST_BANKS];
            unpack(banks, &mut list);
            let bits = (0..).zip(list).map(|(bank, one)| u64::from(one) << bank);
            assert_eq!(bits.sum::<u64>(), banks);
            assert_eq!(packed(&list), banks);
        }
    }
}
