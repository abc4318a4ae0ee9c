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

#[derive(Clone, Copy, Debug, Default)]
struct Word {
    store: Entry,
    /// What it left.
    value: u32,
    /// Columns of waves that have loaded the word since, and of those that have used an atomic on it.
    readers: u64,
    users: u64,
}

/// Words with a row for the loads, and one for the atomics, of all waves.
#[derive(Debug, Default)]
pub(super) struct Rows {
    words: Vec<Word>,
    columns: usize,
    /// Row after row. Those that no bit of the word stands for mean nothing.
    loads: Vec<Entry>,
    atomics: Vec<Entry>,
    /// Waves by column.
    numbers: Vec<Option<u32>>,
    /// The wave that was here last, and by column how far it has seen the others.
    last: Option<(u32, Clock)>,
    limits: Vec<u32>,
    /// A wave that has used words on which others had used atomics, and those words, as bits: what they
    /// told it is still to be found out.
    reader: Option<u32>,
    read: Vec<u64>,
}

/// What a word remembers.
pub(super) struct Taken {
    pub kind: Kind,
    pub wave: u32,
    pub by: Entry,
    pub value: u32,
}

impl Rows {
    /// A workgroup begins.
    pub fn clear(&mut self) {
        self.words.clear();
        self.numbers.fill(None);
        self.last = None;
        self.reader = None;
        self.read.fill(0);
    }

    /// A wave touches words up to the one of this number. Returns its column, if they all have a row.
    pub fn enter(&mut self, me: u32, waves: &[Known], last: u64) -> Option<usize> {
        let known = &waves[me as usize];
        let (column, words) = (known.wave as usize, last as usize + 1);
        if column >= MOST_COLUMNS || last >= MOST_WORDS as u64 {
            return None;
        }
        if column >= self.columns {
            self.widen(column + 1);
        }
        if words > self.words.len() {
            let words = words.next_power_of_two().max(512);
            self.words.resize(words, Word::default());
            self.loads.resize(words * self.columns, Entry::default());
            self.read.resize(words / 64, 0);
        }
        if self.numbers[column] != Some(me) {
            self.numbers[column] = Some(me);
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

    fn widen(&mut self, waves: usize) {
        let columns = waves.next_power_of_two().max(8);
        for rows in [&mut self.loads, &mut self.atomics] {
            let old = std::mem::take(rows);
            if self.columns > 0 {
                let more = old.chunks_exact(self.columns).flat_map(|row| {
                    let none = columns - row.len();
                    let none = std::iter::repeat_n(Entry::default(), none);
                    row.iter().copied().chain(none)
                });
                rows.extend(more);
            }
        }
        self.columns = columns;
        self.loads
            .resize(self.words.len() * columns, Entry::default());
        self.numbers.resize(columns, None);
        self.limits.resize(MOST_COLUMNS, 0);
        self.last = None;
    }

    /// Lanes load so many words each. Returns those of which a word is not in order.
    pub fn load(&mut self, lanes: &Lanes<'_>, words: usize, by: Entry) -> u64 {
        let (column, columns) = (by.column(), self.columns);
        let (limits, own) = (&self.limits[..MOST_COLUMNS], 1 << column);
        let (mut late, mut rest) = (0, lanes.mask);
        // Of lanes that load the same word the first is remembered.
        while rest != 0 {
            let lane = 63 - rest.leading_zeros() as usize;
            rest ^= 1 << lane;
            let first = lanes.addresses[lane] as usize / 4;
            for at in first..first + words {
                let word = &mut self.words[at];
                let mut open = word.store.time() > limits[word.store.column()];
                if word.users & !own != 0 {
                    open |= is_unseen(&self.atomics[at * columns..], word.users & !own, limits);
                    self.read[at / 64] |= 1 << (at % 64);
                    self.reader = self.last.as_ref().map(|(me, _)| *me);
                }
                late |= u64::from(open) << lane;
                if !open {
                    word.readers |= own;
                    self.loads[at * columns + column] = by.by(lane);
                }
            }
        }
        late
    }

    /// The same for stores, which no two lanes have to the same word. Those of `gives_back` are not in
    /// order either.
    pub fn store(
        &mut self,
        lanes: &Lanes<'_>,
        words: usize,
        by: Entry,
        value: impl Fn(usize, usize) -> u32,
        gives_back: impl Fn(u64) -> bool,
    ) -> u64 {
        let (columns, own) = (self.columns, 1 << by.column());
        let limits = &self.limits[..MOST_COLUMNS];
        let (mut late, mut rest) = (0, lanes.mask);
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let first = lanes.addresses[lane] as usize / 4;
            for at in first..first + words {
                let word = &mut self.words[at];
                let mut open = word.store.time() > limits[word.store.column()];
                open |= word.users & own != 0 || gives_back(at as u64);
                let readers = word.readers & !own;
                open |= readers != 0 && is_unseen(&self.loads[at * columns..], readers, limits);
                let users = word.users & !own;
                open |= users != 0 && is_unseen(&self.atomics[at * columns..], users, limits);
                late |= u64::from(open) << lane;
                if !open {
                    *word = Word {
                        store: by.by(lane),
                        value: value(lane, at - first),
                        readers: 0,
                        users: 0,
                    };
                }
            }
        }
        late
    }

    /// The same for atomics, which are in order among each other.
    pub fn atomic(&mut self, lanes: &Lanes<'_>, words: usize, by: Entry) -> u64 {
        let (column, columns) = (by.column(), self.columns);
        self.atomics
            .resize(self.words.len() * columns, Entry::default());
        let (limits, own) = (&self.limits[..MOST_COLUMNS], 1 << column);
        let (mut late, mut rest) = (0, lanes.mask);
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let first = lanes.addresses[lane] as usize / 4;
            for at in first..first + words {
                let word = &mut self.words[at];
                let mut open = word.store.time() > limits[word.store.column()];
                let readers = word.readers & !own;
                open |= readers != 0 && is_unseen(&self.loads[at * columns..], readers, limits);
                if word.users & !own != 0 {
                    self.read[at / 64] |= 1 << (at % 64);
                    self.reader = self.last.as_ref().map(|(me, _)| *me);
                }
                late |= u64::from(open) << lane;
                if !open {
                    word.users |= own;
                    self.atomics[at * columns + column] = by.by(lane);
                }
            }
        }
        late
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
                for column in bits_of(self.words[at].users & !(1 << own)) {
                    let time = self.atomics[at * self.columns + column].time();
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
        let words = self.words.iter().enumerate();
        let used = words.filter(|(_, word)| word.users >> column & 1 != 0);
        let times = used.map(|(at, _)| self.atomics[at * self.columns + column].time());
        times.min()
    }

    /// A word gets a memory of its own. Returns what it has to remember.
    pub fn take(&mut self, word: u64) -> Vec<Taken> {
        let at = word as usize;
        let mut taken = Vec::new();
        let Some(row) = self.words.get_mut(at).filter(|it| it.store != ELSEWHERE) else {
            return taken;
        };
        let word = std::mem::replace(
            row,
            Word {
                store: ELSEWHERE,
                ..Word::default()
            },
        );
        let mut add = |kind: Kind, by: Entry| {
            if let Some(Some(wave)) = self.numbers.get(by.column()) {
                taken.push(Taken {
                    kind,
                    wave: *wave,
                    by,
                    value: word.value,
                });
            }
        };
        if word.store != Entry::default() {
            add(Kind::Store, word.store);
        }
        for column in bits_of(word.readers) {
            add(Kind::Load, self.loads[at * self.columns + column]);
        }
        for column in bits_of(word.users) {
            add(Kind::Atomic, self.atomics[at * self.columns + column]);
        }
        taken
    }

    /// The word has a memory of its own.
    pub fn is_elsewhere(&self, word: u64) -> bool {
        let word = self.words.get(word as usize);
        word.is_some_and(|word| word.store == ELSEWHERE)
    }

    /// A word comes back, with one load or store to remember. False if its wave has no column.
    pub fn put_back(&mut self, word: u64, taken: &Taken) -> bool {
        let column = self.numbers.iter().position(|it| *it == Some(taken.wave));
        let (Some(column), Some(row)) = (column, self.words.get_mut(word as usize)) else {
            return false;
        };
        let by = Entry::new(taken.by.time(), taken.by.inst(), column).by(taken.by.lane().into());
        *row = Word::default();
        match taken.kind {
            Kind::Load => {
                row.readers = 1 << column;
                self.loads[word as usize * self.columns + column] = by;
            }
            _ => (row.store, row.value) = (by, taken.value),
        }
        true
    }
}

/// One of these columns of a row is later than what was seen of it.
fn is_unseen(row: &[Entry], columns: u64, limits: &[u32]) -> bool {
    bits_of(columns).any(|column| row[column].time() > limits[column])
}

pub(super) fn bits_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}
