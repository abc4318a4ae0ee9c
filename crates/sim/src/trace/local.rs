//! What the waves of a workgroup do to local memory between two barriers. As long as no word that one
//! wave changes is touched by another, it does not matter which of them comes first.

use crate::access::{At, BankCounter, Spread};
use std::sync::Arc;

/// What a step does to local memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touches {
    /// Nothing.
    Elsewhere,
    Load,
    /// It changes what is there, and it matters in which order.
    Store,
    /// It changes what is there to the same end in any order with others of its kind, and there is but
    /// one kind in the program.
    Update,
    /// The same where all have the same number to change it by.
    Alike,
}

impl Touches {
    /// It is noted where waves touch something like this.
    fn are_noted(self) -> bool {
        matches!(self, Touches::Load | Touches::Store)
    }
}

/// What one wave has done since the last barrier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interval {
    /// A bit for every word.
    loads: Vec<u64>,
    stores: Vec<u64>,
    /// Words of the above from the first to behind the last that is not 0.
    first: usize,
    behind: usize,
    /// It has updated something, where is not noted; and by how much, where that matters.
    updates: bool,
    by: Option<u32>,
}

impl Interval {
    pub fn is_empty(&self) -> bool {
        self.behind == 0 && !self.updates
    }

    pub fn clear(&mut self) {
        if self.behind > 0 {
            self.loads[self.first..self.behind].fill(0);
            self.stores[self.first..self.behind].fill(0);
        }
        (self.first, self.behind) = (0, 0);
        (self.updates, self.by) = (false, None);
    }

    /// There is a bit for so many words.
    #[inline]
    fn make_room(&mut self, words: usize) {
        if self.loads.is_empty() {
            let words = words.div_ceil(64);
            (self.loads, self.stores) = (vec![0; words], vec![0; words]);
        }
    }

    /// Words from this one on, as bits, of so many that there are.
    #[inline]
    fn add(&mut self, word: u32, bits: u64, store: bool, words: usize) {
        let (at, shift) = (word as usize / 64, word % 64);
        let all = words.div_ceil(64);
        let to = match store {
            true => &mut self.stores,
            false => &mut self.loads,
        };
        // What lies behind local memory belongs to no wave.
        if at >= all {
            return;
        }
        to[at] |= bits << shift;
        let mut behind = at + 1;
        if shift > 0 && at + 1 < all {
            to[at + 1] |= bits >> (64 - shift);
            behind += 1;
        }
        self.first = match self.behind {
            0 => at,
            _ => self.first.min(at),
        };
        self.behind = self.behind.max(behind);
    }
}

/// Looks at the accesses of waves to local memory.
#[derive(Clone, Debug)]
pub(crate) struct LocalMemory {
    /// By step.
    touches: Arc<[Touches]>,
    counter: BankCounter,
    /// Words of a workgroup.
    words: usize,
    /// By step: what was found out about it the last time.
    patterns: Vec<Option<Box<Pattern>>>,
    /// By step: what came of it the last time that all lanes of several waves took it.
    together: Vec<Option<Box<Together>>>,
}

/// An access by all lanes of waves from `first` on, of so many lanes each, at addresses that are `bias`
/// above these. Of each lane it is so many bytes, and whether it stores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again<'a> {
    pub first: u32,
    pub width: usize,
    pub bias: u32,
    pub lows: &'a [u32],
    pub each: (u32, bool),
}

#[derive(Clone, Debug, Default)]
struct Together {
    first: u32,
    bias: u32,
    lows: Vec<u32>,
    waves: Vec<Known>,
    missed: u32,
}

/// What comes of an access of a wave.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    spread: Kept,
    /// Words with bits for those that follow.
    words: Vec<(u32, u64)>,
}

impl Known {
    pub fn spread(&self) -> Spread<'_> {
        self.spread.spread()
    }
}

/// The addresses of an access, and what comes of them.
#[derive(Clone, Debug)]
struct Pattern {
    /// Of the first lane, from where banks come again.
    phase: u32,
    /// How far lanes are before the first one, and behind it, at most.
    least: u32,
    most: u32,
    /// Of every lane, from the first one on.
    offsets: Vec<u32>,
    spread: Kept,
    /// Words, from that of the first lane on, with bits for those that follow.
    words: Vec<(u32, u64)>,
    /// It was of no use so often.
    missed: u32,
}

/// A [`Spread`].
#[derive(Clone, Debug)]
enum Kept {
    Apart(u64),
    Met(Vec<u8>),
}

impl Kept {
    fn of(spread: Spread<'_>) -> Kept {
        match spread {
            Spread::Apart(banks) => Kept::Apart(banks),
            Spread::Met(lanes) => Kept::Met(lanes.to_vec()),
        }
    }

    fn spread(&self) -> Spread<'_> {
        match self {
            Kept::Apart(banks) => Spread::Apart(*banks),
            Kept::Met(lanes) => Spread::Met(lanes),
        }
    }
}

/// Patterns are of addresses before this one: far behind local memory numbers begin again.
const FAR: u32 = 1 << 24;

/// A pattern that is of no use more often than so is not looked for any more.
const MISSES: u32 = 64;
const MISSES_TOGETHER: u32 = 4;

impl LocalMemory {
    /// Of a workgroup with so many bytes.
    pub fn new(touches: &Arc<[Touches]>, counter: BankCounter, bytes: u32) -> LocalMemory {
        LocalMemory {
            patterns: vec![None; touches.len()],
            together: vec![None; touches.len()],
            touches: touches.clone(),
            counter,
            words: bytes.div_ceil(4) as usize,
        }
    }

    pub fn touches(&self, at: usize) -> Touches {
        self.touches[at]
    }

    /// The waves of a workgroup have come to a barrier or to their end: whether it mattered which of them
    /// came first.
    pub fn is_ordered<'a>(waves: impl Iterator<Item = &'a Interval> + Clone) -> bool {
        let waves = waves.filter(|wave| !wave.is_empty());
        if waves.clone().count() < 2 {
            return false;
        }
        let mut by = waves.clone().filter_map(|wave| wave.by);
        let first = by.next();
        if by.any(|by| Some(by) != first) {
            return true;
        }
        let updates = waves.clone().any(|wave| wave.updates);
        let touched = waves.filter(|wave| wave.behind > 0);
        let first = touched.clone().map(|wave| wave.first).min();
        let behind = touched.clone().map(|wave| wave.behind).max();
        let (Some(first), Some(behind)) = (first, behind) else {
            return false;
        };
        updates
            || (first..behind).any(|at| {
                let (mut loads, mut stores) = (0, 0);
                touched.clone().any(|wave| {
                    let met = wave.stores[at] & (loads | stores) | wave.loads[at] & stores;
                    loads |= wave.loads[at];
                    stores |= wave.stores[at];
                    met != 0
                })
            })
    }

    /// A wave changes words by this number, if it is the same in all lanes; false where it is not, or not
    /// the same as before.
    pub fn is_alike(&self, own: &mut Interval, by: Option<u32>) -> bool {
        by.is_some() && own.by.is_none_or(|before| Some(before) == by) && {
            own.by = by;
            true
        }
    }

    /// What comes of a step that waves take together, if it is what they took the last time.
    pub fn known(&self, at: usize, again: &Again<'_>) -> Option<&[Known]> {
        let known = self.together[at].as_deref()?;
        let same = (known.first, known.bias) == (again.first, again.bias);
        (same && known.lows == again.lows).then_some(&known.waves)
    }

    /// What came of it, wave by wave.
    pub fn remember<'a>(
        &mut self,
        at: usize,
        again: &Again<'_>,
        spreads: impl Iterator<Item = At<'a>>,
    ) {
        let own = self.together[at].get_or_insert_default();
        own.lows.clear();
        own.missed += 1;
        if own.missed > MISSES_TOGETHER {
            return;
        }
        own.lows.extend_from_slice(again.lows);
        (own.first, own.bias) = (again.first, again.bias);
        own.waves.clear();
        for (lows, to) in again.lows.chunks(again.width).zip(spreads) {
            let At::Banks(spread) = to else {
                return own.lows.clear();
            };
            let spans = lows
                .iter()
                .map(|low| span(low.wrapping_add(again.bias), again.each.0));
            own.waves.push(Known {
                spread: Kept::of(spread),
                words: match self.touches[at].are_noted() {
                    true => joined(spans),
                    false => Vec::new(),
                },
            });
        }
    }

    /// A wave takes a step of which that is known.
    pub fn touch(&self, at: usize, known: &Known, own: &mut Interval) {
        let touches = self.touches[at];
        if !touches.are_noted() {
            own.updates = true;
            return;
        }
        own.make_room(self.words);
        for &(word, bits) in &known.words {
            own.add(word, bits, touches == Touches::Store, self.words);
        }
    }

    /// A wave takes a step at these addresses, with so many bytes from each.
    pub fn access(
        &mut self,
        at: usize,
        addresses: &[u32],
        bytes: u32,
        own: &mut Interval,
    ) -> Spread<'_> {
        let touches = self.touches[at];
        let store = touches != Touches::Load;
        let noted = touches.are_noted();
        match noted {
            true => own.make_room(self.words),
            false => own.updates |= !addresses.is_empty(),
        }
        let Some(&first) = addresses.first() else {
            return Spread::Apart(0);
        };
        let store_bits = touches == Touches::Store;
        let phase = first % self.counter.period();
        let known = self.patterns[at].as_deref();
        let missed = known.map_or(0, |it| it.missed);
        if missed < MISSES && known.is_some_and(|it| it.holds(phase, first, addresses)) {
            let Some(pattern) = self.patterns[at].as_deref() else {
                return Spread::Apart(0);
            };
            for &(word, bits) in &pattern.words {
                own.add((first / 4).wrapping_add(word), bits, store_bits, self.words);
            }
            return pattern.spread.spread();
        }
        let spans = addresses.iter().map(|&address| span(address, bytes));
        if noted {
            for (word, bits) in spans.clone() {
                own.add(word, bits, store_bits, self.words);
            }
        }
        let spread = self.counter.count(addresses, store);
        if missed >= MISSES {
            return spread;
        }
        let last = addresses.iter().fold(0, |last, &it| last.max(it));
        if last < FAR {
            self.patterns[at] = Some(Box::new(Pattern {
                phase,
                least: first - addresses.iter().fold(first, |least, &it| least.min(it)),
                most: last - first,
                offsets: addresses.iter().map(|it| it.wrapping_sub(first)).collect(),
                spread: Kept::of(spread),
                words: match noted {
                    true => joined(spans.map(|(word, bits)| (word.wrapping_sub(first / 4), bits))),
                    false => Vec::new(),
                },
                missed: missed + 1,
            }));
        }
        spread
    }
}

/// The word that an address is in, with bits for it and those that follow, of so many bytes.
fn span(address: u32, bytes: u32) -> (u32, u64) {
    let last = address.wrapping_add(bytes.max(1) - 1) / 4;
    let count = last.wrapping_sub(address / 4) % 64 + 1;
    (address / 4, u64::MAX >> (64 - count))
}

impl Pattern {
    fn holds(&self, phase: u32, first: u32, addresses: &[u32]) -> bool {
        self.phase == phase
            && (self.least..FAR - self.most).contains(&first)
            && self.offsets.len() == addresses.len()
            && addresses
                .iter()
                .zip(&self.offsets)
                .fold(0, |differ, (address, offset)| {
                    differ | (address.wrapping_sub(first) ^ offset)
                })
                == 0
    }
}

/// Bits that follow words, in as few pieces as neighbours allow.
fn joined(spans: impl Iterator<Item = (u32, u64)>) -> Vec<(u32, u64)> {
    let mut all: Vec<(u32, u64)> = Vec::new();
    for (word, bits) in spans {
        let room = |&(first, _): &(u32, u64)| {
            let shift = word.wrapping_sub(first);
            shift < 64 && bits.leading_zeros() >= shift
        };
        match all.last_mut().filter(|last| room(last)) {
            Some((first, known)) => *known |= bits << word.wrapping_sub(*first),
            None => all.push((word, bits)),
        }
    }
    all
}
