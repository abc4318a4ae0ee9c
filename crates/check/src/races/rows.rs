//! Local memory of a workgroup, word by word: the store that came last, and for every wave its last
//! load and its last atomic since. As long as whole words are touched in order, nothing else has to be
//! remembered, and a word is looked at with a comparison for each wave that used it.
//!
//! A word for which that is not enough goes to the [memory of its own](super::shadow) that others have,
//! and comes back when a plain access is all that is left of it.

use super::clock::Clock;
use super::known::{Known, LOCAL};
use super::shadow::Kind;
use sim::Lanes;
use std::ops::Range;

/// Waves of a workgroup that have a column.
const MOST_COLUMNS: usize = 64;
/// Words that have a row.
const MOST_WORDS: usize = 1 << 16;
/// Instructions that an entry can name.
pub(super) const MOST_INSTS: usize = 1 << 20;

/// Who touched a word, and when: from the highest bits on the time, the instruction, the column of the
/// wave and the lane. Zero is no access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry(u64);

/// The word has a memory of its own, which comes after everything.
const ELSEWHERE: Entry = Entry(u64::MAX);

impl Entry {
    pub fn new(time: u32, inst: u32, column: usize) -> Entry {
        Entry(u64::from(time) << 32 | u64::from(inst) << 12 | (column as u64) << 6)
    }

    pub fn time(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub fn inst(self) -> u32 {
        (self.0 >> 12) as u32 & (MOST_INSTS as u32 - 1)
    }

    pub fn column(self) -> usize {
        (self.0 >> 6) as usize % MOST_COLUMNS
    }

    pub fn lane(self) -> u8 {
        self.0 as u8 % 64
    }

    pub fn by(self, lane: usize) -> Entry {
        Entry(self.0 | lane as u64)
    }
}

/// The words of a local memory, and for every wave its last load and its last atomic on each.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// By word: the store that came last, and what it left.
    stores: Vec<Entry>,
    values: Vec<u32>,
    /// Columns of waves that have loaded the word since, and of those that have used an atomic on it.
    readers: Vec<u64>,
    users: Vec<u64>,
    /// By column, then by word. Loads that no bit of the word stands for came before the last store;
    /// atomics that none does mean nothing.
    loads: Vec<Vec<Entry>>,
    atomics: Vec<Vec<Entry>>,
    /// Waves by column.
    numbers: Vec<Option<u32>>,
    /// The wave that was here last, and by column how far it has seen the others.
    last: Option<(u32, Clock)>,
    limits: Vec<u32>,
    /// A wave that has used words on which others had used atomics, and those words, as bits: what they
    /// told it is still to be found out.
    reader: Option<u32>,
    read: Vec<u64>,
    /// An atomic was used.
    told: bool,
}

/// What a word remembers.
pub(super) struct Taken {
    pub kind: Kind,
    pub wave: u32,
    pub by: Entry,
    pub value: u32,
}

/// Lanes that touch words one behind the other.
struct Run {
    lane: usize,
    words: Range<usize>,
}

impl Rows {
    /// A workgroup begins.
    pub fn clear(&mut self) {
        self.stores.fill(Entry::default());
        self.readers.fill(0);
        self.users.fill(0);
        self.numbers.fill(None);
        self.last = None;
        self.reader = None;
        self.read.fill(0);
        self.told = false;
    }

    /// A wave touches words up to the one of this number. Returns its column, if they all have a row.
    pub fn enter(&mut self, me: u32, waves: &[Known], last: u64) -> Option<usize> {
        let known = &waves[me as usize];
        let (column, words) = (known.wave as usize, last as usize + 1);
        if column >= MOST_COLUMNS || last >= MOST_WORDS as u64 {
            return None;
        }
        self.grow(words);
        if column >= self.loads.len() {
            self.loads.resize(column + 1, Vec::new());
            self.atomics.resize(column + 1, Vec::new());
            self.numbers.resize(column + 1, None);
            self.limits.resize(MOST_COLUMNS, 0);
        }
        if self.numbers[column] != Some(me) {
            self.numbers[column] = Some(me);
            let words = self.stores.len();
            self.loads[column].clear();
            self.loads[column].resize(words, Entry::default());
            self.last = None;
        }
        let seen = &known.seen[LOCAL];
        let same = |(last, clock): &(u32, Clock)| *last == me && clock.is_same(seen);
        if !self.last.as_ref().is_some_and(same) {
            for (limit, number) in self.limits.iter_mut().zip(&self.numbers) {
                *limit = number.map_or(0, |number| seen.get(number));
            }
            // What a wave did itself is before what it does now.
            self.limits[column] = u32::MAX - 1;
            self.last = Some((me, seen.clone()));
        }
        Some(column)
    }

    fn grow(&mut self, words: usize) {
        if words <= self.stores.len() {
            return;
        }
        let words = words.next_power_of_two().max(512);
        self.stores.resize(words, Entry::default());
        self.values.resize(words, 0);
        self.readers.resize(words, 0);
        self.users.resize(words, 0);
        self.read.resize(words / 64, 0);
        for column in self.loads.iter_mut().chain(&mut self.atomics) {
            if !column.is_empty() {
                column.resize(words, Entry::default());
            }
        }
    }

    /// Lanes load so many words each. Returns those of which a word is not in order.
    pub fn load(&mut self, lanes: &Lanes<'_>, words: usize, by: Entry) -> u64 {
        let (column, own) = (by.column(), 1 << by.column());
        let mut late = 0;
        for run in runs(lanes, words) {
            let range = run.words.clone();
            if self.is_stored_late(range.clone()) || self.told && self.is_used(range.clone()) {
                late |= self.look(&run, words, |rows, at, lane| {
                    let users = rows.users[at] & !own;
                    let open = rows.is_late(rows.stores[at]) | rows.reads(at, users);
                    if !open {
                        rows.readers[at] |= own;
                        rows.loads[column][at] = by.by(lane);
                    }
                    open
                });
                continue;
            }
            let readers = self.readers[range.clone()].iter_mut();
            readers.for_each(|readers| *readers |= own);
            note(&mut self.loads[column][range], by, run.lane, words);
        }
        late
    }

    /// The same for stores, which no two lanes have to the same word. Those that `gives_back` knows are
    /// not in order either.
    pub fn store(
        &mut self,
        lanes: &Lanes<'_>,
        words: usize,
        by: Entry,
        value: impl Fn(usize, usize) -> u32,
        gives_back: Option<impl Fn(u64) -> bool>,
    ) -> u64 {
        let own = 1 << by.column();
        let mut late = 0;
        for run in runs(lanes, words) {
            let range = run.words.clone();
            if gives_back.is_some()
                || self.told && self.is_used(range.clone())
                || self.is_stored_late(range.clone())
                || self.is_loaded_late(range.clone(), own)
            {
                late |= self.look(&run, words, |rows, at, lane| {
                    let back = gives_back.as_ref().is_some_and(|is| is(at as u64));
                    let (readers, users) = (rows.readers[at] & !own, rows.users[at]);
                    let open = back
                        || users & own != 0
                        || rows.is_late(rows.stores[at])
                        || rows.is_unseen(&rows.loads, at, readers)
                        || rows.is_unseen(&rows.atomics, at, users);
                    if !open {
                        rows.stores[at] = by.by(lane);
                        rows.values[at] = value(lane, (at - run.words.start) % words);
                        (rows.readers[at], rows.users[at]) = (0, 0);
                    }
                    open
                });
                continue;
            }
            self.readers[range.clone()].fill(0);
            note(&mut self.stores[range.clone()], by, run.lane, words);
            for (n, to) in self.values[range].iter_mut().enumerate() {
                *to = match words {
                    1 => value(run.lane + n, 0),
                    _ => value(run.lane + n / words, n % words),
                };
            }
        }
        late
    }

    /// The same for atomics, which are in order among each other. The wave may not learn what was there.
    pub fn atomic(&mut self, lanes: &Lanes<'_>, words: usize, by: Entry, learns: bool) -> u64 {
        let (column, own) = (by.column(), 1 << by.column());
        let len = self.stores.len();
        self.atomics[column].resize(len, Entry::default());
        self.told = true;
        let Some(limits) = self.limits.first_chunk::<MOST_COLUMNS>() else {
            return lanes.mask;
        };
        let (stores, readers) = (&self.stores[..len], &self.readers[..len]);
        let (users, row) = (&mut self.users[..len], &mut self.atomics[column][..len]);
        let (mut late, mut has_read) = (0, false);
        for lane in bits_of(lanes.mask) {
            let first = lanes.addresses[lane] as usize / 4;
            for at in first..first + words {
                let store = stores[at];
                let mut open = store.time() > limits[store.column()];
                let readers = readers[at] & !own;
                if readers != 0 {
                    let unseen = |column: usize| self.loads[column][at].time() > limits[column];
                    open |= bits_of(readers).any(unseen);
                }
                if learns && users[at] & !own != 0 {
                    self.read[at / 64] |= 1 << (at % 64);
                    has_read = true;
                }
                late |= u64::from(open) << lane;
                if !open {
                    users[at] |= own;
                    row[at] = by.by(lane);
                }
            }
        }
        if has_read {
            self.reader = self.last.as_ref().map(|(me, _)| *me);
        }
        late
    }

    /// Looks at the words of a run one by one. Returns the lanes of those that are not in order.
    fn look(
        &mut self,
        run: &Run,
        words: usize,
        mut is_late: impl FnMut(&mut Rows, usize, usize) -> bool,
    ) -> u64 {
        let mut late = 0;
        for at in run.words.clone() {
            let lane = run.lane + (at - run.words.start) / words;
            late |= u64::from(is_late(self, at, lane)) << lane;
        }
        late
    }

    /// The wave that is here has not seen it.
    fn is_late(&self, entry: Entry) -> bool {
        entry.time() > self.limits[entry.column()]
    }

    /// It has not seen the store to one of these words.
    fn is_stored_late(&self, words: Range<usize>) -> bool {
        // What one instruction stored is seen together.
        let mut seen = u64::MAX;
        self.stores[words].iter().any(|store| {
            let same = store.0 >> 6 == seen;
            seen = store.0 >> 6;
            !same && self.is_late(*store)
        })
    }

    /// It may not have seen a load of one of these words by another.
    fn is_loaded_late(&self, words: Range<usize>, own: u64) -> bool {
        let readers = self.readers[words.clone()].iter();
        let readers = readers.fold(0, |all, readers| all | readers);
        bits_of(readers & !own).any(|column| {
            let loads = self.loads[column][words.clone()].iter();
            let limit = self.limits[column];
            loads.fold(false, |any, load| any | (load.time() > limit))
        })
    }

    /// A wave has used an atomic on one of these words.
    fn is_used(&self, words: Range<usize>) -> bool {
        let users = self.users[words].iter();
        users.fold(0, |all, users| all | users) != 0
    }

    /// One of these columns of a word is later than what was seen of it.
    fn is_unseen(&self, of: &[Vec<Entry>], at: usize, columns: u64) -> bool {
        bits_of(columns).any(|column| of[column][at].time() > self.limits[column])
    }

    /// The wave that is here reads a word that others have used atomics on. True if it has not seen one
    /// of them.
    fn reads(&mut self, at: usize, users: u64) -> bool {
        if users != 0 {
            self.has_read(at);
        }
        self.is_unseen(&self.atomics, at, users)
    }

    fn has_read(&mut self, at: usize) {
        self.read[at / 64] |= 1 << (at % 64);
        self.reader = self.last.as_ref().map(|(me, _)| *me);
    }

    /// The wave that has something to find out.
    pub fn reader(&self) -> Option<u32> {
        self.reader
    }

    /// That wave, and of each other wave the latest atomic on a word that it has used since.
    pub fn found(&mut self) -> Option<(u32, Vec<(u32, u32)>)> {
        let reader = self.reader.take()?;
        let own = self.numbers.iter().position(|it| *it == Some(reader))?;
        let mut latest = [0; MOST_COLUMNS];
        for (words, bits) in self.read.iter_mut().enumerate() {
            for bit in bits_of(std::mem::take(bits)) {
                let at = 64 * words + bit;
                for column in bits_of(self.users[at] & !(1 << own)) {
                    let time = self.atomics[column][at].time();
                    latest[column] = time.max(latest[column]);
                }
            }
        }
        let numbers = self.numbers.iter().zip(latest);
        let found = numbers.filter(|(_, time)| *time > 0);
        let found = found.filter_map(|(number, time)| Some(((*number)?, time)));
        Some((reader, found.collect()))
    }

    /// The earliest atomic of a wave that is remembered.
    pub fn earliest(&self, column: usize) -> Option<u32> {
        let words = self.users.iter().zip(&self.atomics[column]);
        let used = words.filter(|(users, _)| **users >> column & 1 != 0);
        used.map(|(_, entry)| entry.time()).min()
    }

    /// A word gets a memory of its own, which it has not yet. Returns what it has to remember.
    pub fn take(&mut self, word: u64) -> Vec<Taken> {
        let at = word as usize;
        let mut taken = Vec::new();
        if word >= MOST_WORDS as u64 {
            return taken;
        }
        self.grow(at + 1);
        let store = std::mem::replace(&mut self.stores[at], ELSEWHERE);
        let readers = std::mem::take(&mut self.readers[at]);
        let users = std::mem::take(&mut self.users[at]);
        let mut add = |kind: Kind, by: Entry| {
            if let Some(Some(wave)) = self.numbers.get(by.column()) {
                taken.push(Taken {
                    kind,
                    wave: *wave,
                    by,
                    value: self.values[at],
                });
            }
        };
        if store != Entry::default() {
            add(Kind::Store, store);
        }
        // Those before the last store too: what leaves the same as the store may race with them.
        let loads = self.loads.iter().enumerate().filter_map(|(column, all)| {
            let load = *all.get(at)?;
            (readers >> column & 1 != 0 || load != Entry::default()).then_some(load)
        });
        loads.for_each(|load| add(Kind::Load, load));
        bits_of(users).for_each(|column| add(Kind::Atomic, self.atomics[column][at]));
        taken
    }

    /// The word has a memory of its own.
    pub fn is_elsewhere(&self, word: u64) -> bool {
        self.stores.get(word as usize) == Some(&ELSEWHERE)
    }

    /// A word comes back, with one load or store to remember. False if its wave has no column.
    pub fn put_back(&mut self, word: u64, taken: &Taken) -> bool {
        let (column, at) = (
            self.numbers.iter().position(|it| *it == Some(taken.wave)),
            word as usize,
        );
        let Some(column) = column.filter(|_| at < self.stores.len()) else {
            return false;
        };
        let by = Entry::new(taken.by.time(), taken.by.inst(), column).by(taken.by.lane().into());
        self.stores[at] = Entry::default();
        match taken.kind {
            Kind::Load => {
                self.readers[at] = 1 << column;
                self.loads[column][at] = by;
            }
            _ => (self.stores[at], self.values[at]) = (by, taken.value),
        }
        true
    }
}

/// Lanes of an access, as runs in ascending order of lanes. Of lanes that touch the same words as one
/// before them in the run, which loads alone do, the first stands for all.
fn runs(lanes: &Lanes<'_>, words: usize) -> impl Iterator<Item = Run> {
    let (mut rest, addresses, whole) = (lanes.mask, lanes.addresses, lanes.extent.run);
    let bytes = 4 * words as u64;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        let most = (rest >> lane).trailing_ones() as usize;
        let mut next = addresses[lane];
        let follows = |address: &&u64| {
            next += bytes;
            **address == next
        };
        let count = match whole {
            true => most,
            false => {
                let more = &addresses[lane + 1..lane + most];
                1 + more.iter().take_while(follows).count()
            }
        };
        let (first, last) = (addresses[lane], addresses[lane + count - 1]);
        let again = addresses[lane + count..lane + most].iter();
        let again = again.take_while(|address| (first..=last).contains(*address));
        let count_all = (lane + count + again.count()) as u32;
        rest &= u64::MAX.checked_shl(count_all).unwrap_or(0);
        let first = first as usize / 4;
        Some(Run {
            lane,
            words: first..first + count * words,
        })
    })
}

/// Lanes from this one on touch words that follow each other, so many each.
fn note(to: &mut [Entry], by: Entry, lane: usize, words: usize) {
    let first = by.0 + lane as u64;
    match words {
        1 => (first..).zip(to).for_each(|(by, to)| *to = Entry(by)),
        _ => {
            let each = (first..).zip(to.chunks_mut(words));
            each.for_each(|(by, to)| to.fill(Entry(by)));
        }
    }
}

pub(super) fn bits_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}
