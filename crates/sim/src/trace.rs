//! What waves did that decides how long they take: which branches they took, and where their accesses
//! went. The executor writes it down as it goes, so that a clock can follow later.

mod local;
mod undo;

use crate::access::{Accessed, At, Spread, Touched};
use crate::memory::Memory;
use crate::prefetch::prefetch;
use local::Interval;
pub(crate) use local::{Again, LocalMemory, Touches};
use std::sync::Arc;
pub(crate) use undo::Undo;
use uop::UopIdx;

/// What one wave did that its clock has not come to yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaveTrace {
    /// A bit for every branch: whether it was taken.
    branches: Vec<u64>,
    written: usize,
    read: usize,
    accesses: Vec<Noted>,
    next: usize,
    /// Lines of memory of accesses that touch several.
    lines: Vec<u64>,
    /// The banks of accesses in which some lanes meet, one list after the other.
    met: Vec<u8>,
    /// What it did to local memory since its last barrier.
    interval: Interval,
}

/// One access of a wave. Thousands of waves are under way, so it is kept small.
#[derive(Clone, Copy, Debug)]
struct Noted {
    place: u64,
    /// Of lines.
    bytes: u32,
    what: What,
    store: bool,
}

/// What the place of an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A line.
    Line,
    /// Where lines are in those of the trace, as a [`list`].
    Lines,
    /// Banks of local memory in which no two lanes meet.
    Apart,
    /// Where its banks are in those of the trace, as a list.
    Met,
}

/// So many from one on.
fn list(first: usize, count: usize) -> u64 {
    first as u64 | (count as u64) << 32
}

/// Where that is.
#[inline]
fn range(list: u64) -> std::ops::Range<usize> {
    let first = list as u32 as usize;
    first..first + (list >> 32) as usize
}

impl WaveTrace {
    /// What is left of it is needed soon.
    #[inline]
    pub fn prefetch(&self) {
        let left = self.accesses.get(self.next..).unwrap_or_default();
        prefetch(&left[..left.len().min(4)]);
    }

    /// Room for what waves mostly do before their clock follows.
    pub fn new() -> WaveTrace {
        WaveTrace {
            branches: Vec::with_capacity(4),
            accesses: Vec::with_capacity(32),
            ..WaveTrace::default()
        }
    }

    /// Of another wave, which has done nothing.
    pub fn begin(&mut self) {
        self.clear();
        self.interval.clear();
    }

    /// All that was written down has been followed.
    pub fn clear(&mut self) {
        self.branches.clear();
        self.accesses.clear();
        self.lines.clear();
        self.met.clear();
        (self.written, self.read, self.next) = (0, 0, 0);
    }

    #[inline]
    fn branch(&mut self, taken: bool) {
        let bit = self.written % 64;
        if bit == 0 {
            self.branches.push(0);
        }
        self.branches[self.written / 64] |= u64::from(taken) << bit;
        self.written += 1;
    }

    /// Whether the next branch is taken; nothing where the wave has not been carried out so far.
    #[inline]
    pub fn next_branch(&mut self) -> Option<bool> {
        if self.read == self.written {
            return None;
        }
        let taken = self.branches[self.read / 64] >> (self.read % 64) & 1 != 0;
        self.read += 1;
        Some(taken)
    }

    /// Goes on to the next access; false where the wave has not been carried out so far.
    #[inline]
    pub fn next_access(&mut self) -> bool {
        let more = self.next < self.accesses.len();
        self.next += usize::from(more);
        more
    }

    /// The access that it came to last.
    #[inline(always)]
    pub fn access(&self) -> Accessed<'_> {
        match self.next.checked_sub(1) {
            Some(last) => self.accessed(&self.accesses[last]),
            None => Accessed::NOTHING,
        }
    }

    /// An access to local memory.
    fn put_in_banks(&mut self, spread: Spread<'_>, store: bool) {
        let (what, place) = match spread {
            Spread::Apart(banks) => (What::Apart, banks),
            Spread::Met(lanes) => {
                let place = list(self.met.len(), lanes.len());
                self.met.extend_from_slice(lanes);
                (What::Met, place)
            }
        };
        self.accesses.push(Noted {
            place,
            bytes: 0,
            what,
            store,
        });
    }

    /// An access is of no use any more, the last that was written down.
    fn forget(&mut self, noted: &Noted) {
        match noted.what {
            What::Lines => self.lines.truncate(range(noted.place).start),
            What::Met => self.met.truncate(range(noted.place).start),
            What::Line | What::Apart => {}
        }
    }

    #[inline(always)]
    fn accessed<'a>(&'a self, noted: &'a Noted) -> Accessed<'a> {
        let bytes = noted.bytes.into();
        let at = match noted.what {
            What::Line => At::Lines(std::slice::from_ref(&noted.place), bytes),
            What::Lines => At::Lines(&self.lines[range(noted.place)], bytes),
            What::Apart => At::Banks(Spread::Apart(noted.place)),
            What::Met => At::Banks(Spread::Met(&self.met[range(noted.place)])),
        };
        let store = noted.store;
        Accessed { at, store }
    }
}

/// Writes down what the waves of a workgroup do while they are carried out.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    /// By wave of the workgroup.
    pub waves: Vec<WaveTrace>,
    pub touched: Touched,
    /// By step: it is the first access of its instruction.
    opens: Arc<[bool]>,
    regions: Regions,
    local: LocalMemory,
    pub undo: Undo,
    /// Barriers that the launch has passed, the last that is known of.
    barriers: u64,
    /// The step that several waves are taking together.
    together: Option<UopIdx>,
}

/// What a launch has done to each region of memory.
#[derive(Clone, Debug)]
struct Regions {
    /// Lines from the first to the last, by ascending number, and what was done to them.
    all: Vec<(u64, u64, u8)>,
    /// The one that was touched last.
    last: usize,
    /// What must not come together with stores.
    guarded: u8,
    met: bool,
}

const LOADED: u8 = 1;
const LOADED_BY_SCALARS: u8 = 2;
const STORED: u8 = 4;

impl Recorder {
    /// For launches on this memory. `guarded` says that what lanes load decides what waves do.
    pub fn new(
        touched: Touched,
        opens: Arc<[bool]>,
        memory: &Memory,
        guarded: bool,
        (local, undo): (LocalMemory, Undo),
    ) -> Recorder {
        let line = |address: u64| touched.line_of(address);
        let regions = memory.regions().filter(|region| !region.is_empty());
        let all = regions.map(|region| {
            let last = region.base() + (region.len() - 1);
            (line(region.base()), line(last), 0)
        });
        let guarded = if guarded { LOADED } else { 0 };
        Recorder {
            waves: Vec::new(),
            regions: Regions {
                all: all.collect(),
                last: 0,
                guarded: guarded | LOADED_BY_SCALARS,
                met: false,
            },
            touched,
            opens,
            local,
            undo,
            barriers: 0,
            together: None,
        }
    }

    /// Something was loaded that decides what waves do, from a region that the launch stores to, or waves
    /// met in local memory: what they did may depend on the clock.
    pub fn depends_on_order(&self) -> bool {
        self.regions.met
    }

    /// The waves are those of another workgroup, and so many barriers have been passed by all.
    pub fn enter(&mut self, barriers: u64) {
        self.barriers = barriers;
    }

    /// So many barriers have been passed: if one was since the last time, what waves did in local memory
    /// before it is over.
    #[inline]
    pub fn pass(&mut self, barriers: u64) {
        if barriers != self.barriers {
            self.barriers = barriers;
            self.end_interval();
        }
    }

    /// No wave does anything any more of what the others did not wait for.
    pub fn end_interval(&mut self) {
        let intervals = self.waves.iter().map(|wave| &wave.interval);
        if intervals.clone().all(Interval::is_empty) {
            return;
        }
        self.regions.met |= LocalMemory::is_ordered(intervals);
        (self.waves.iter_mut()).for_each(|wave| wave.interval.clear());
    }

    /// Waves from `first` on took a branch, or not.
    #[inline]
    pub fn branch(&mut self, first: u32, taken: impl IntoIterator<Item = bool>) {
        let own = self.waves[first as usize..].iter_mut();
        own.zip(taken).for_each(|(wave, taken)| wave.branch(taken));
    }

    /// Several waves are about to make the access of a step together.
    pub fn begin_together(&mut self, at: UopIdx) {
        self.together = Some(at);
    }

    /// Whether they are.
    #[inline]
    pub fn is_together(&self) -> bool {
        self.together.is_some()
    }

    /// They are, and what they change comes out the same in any order.
    #[inline]
    pub fn is_any_order(&self) -> bool {
        let touches = self.together.map(|at| self.local.touches(at as usize));
        touches == Some(Touches::Alike)
    }

    /// They have, or have to go one by one.
    pub fn end_together(&mut self) {
        self.together = None;
    }

    /// Waves from `first` on, so many of them, touch so many bytes each from an address on, and each the
    /// bytes `apart` behind those of the one before: none where all load the same.
    pub fn all(
        &mut self,
        (first, count): (u32, usize),
        address: u64,
        (bytes, apart): (u32, u64),
        store: bool,
    ) {
        let Some(at) = self.together else { return };
        let scalar = apart == 0;
        let waves = (first..).take(count);
        for (wave, address) in waves.zip((0..).map(|i| address.wrapping_add(apart * i))) {
            let last = address.wrapping_add(u64::from(bytes.max(1)) - 1);
            let line = self.touched.line_of(address);
            // Most are one line of their own.
            if self.opens[at as usize] && line == self.touched.line_of(last) {
                self.regions.note(line, how(store, scalar));
                self.waves[wave as usize].accesses.push(Noted {
                    place: line,
                    bytes,
                    what: What::Line,
                    store,
                });
                continue;
            }
            self.open(wave, at);
            self.touched.note_run(address, (bytes, 1), store);
            self.after(wave, at, scalar);
        }
    }

    /// What one of them touches.
    #[inline]
    pub fn each(&mut self, wave: u32, scalar: bool, note: impl FnOnce(&mut Touched)) {
        let Some(at) = self.together else { return };
        self.open(wave, at);
        note(&mut self.touched);
        self.after(wave, at, scalar);
    }

    /// All lanes of waves access local memory. False where it is not known what comes of it; nothing has
    /// happened then.
    pub fn again(&mut self, again: Again<'_>) -> bool {
        let Some(at) = self.together else {
            return false;
        };
        let Some(known) = self.local.known(at as usize, &again) else {
            return false;
        };
        let opens = self.opens[at as usize];
        for (own, known) in self.waves[again.first as usize..].iter_mut().zip(known) {
            if let Some(noted) = own.accesses.pop_if(|_| !opens) {
                own.forget(&noted);
            }
            self.local.touch(at as usize, known, &mut own.interval);
            own.put_in_banks(known.spread(), again.each.1);
        }
        true
    }

    /// What came of that is known from now on.
    pub fn remember(&mut self, again: Again<'_>) {
        let Some(at) = self.together else { return };
        let waves = &self.waves[again.first as usize..];
        let spreads = waves.iter().map(|own| match own.accesses.last() {
            Some(noted) => own.accessed(noted).at,
            None => Accessed::NOTHING.at,
        });
        self.local.remember(at as usize, &again, spreads);
    }

    /// A wave is about to make the access of a step.
    pub fn open(&mut self, wave: u32, at: UopIdx) {
        let own = &mut self.waves[wave as usize];
        match own.accesses.pop_if(|_| !self.opens[at as usize]) {
            None => self.touched.begin(),
            Some(noted) => {
                self.touched.put(own.accessed(&noted));
                own.forget(&noted);
            }
        }
    }

    /// The same. `by` is what it changes words by, if that is the same in all lanes.
    #[inline]
    pub fn changes(&mut self, wave: u32, at: UopIdx, by: impl FnOnce() -> Option<u32>) {
        if self.local.touches(at as usize) == Touches::Alike {
            let own = &mut self.waves[wave as usize];
            self.regions.met |= !self.local.is_alike(&mut own.interval, by());
        }
    }

    /// It has made it; `scalar` says that it is one of the wave as a whole.
    pub fn after(&mut self, wave: u32, at: UopIdx, scalar: bool) {
        let store = self.touched.store;
        let own = &mut self.waves[wave as usize];
        if self.local.touches(at as usize) != Touches::Elsewhere {
            let (addresses, each) = (self.touched.addresses(), self.touched.each);
            let spread = (self.local).access(at as usize, addresses, each, &mut own.interval);
            return own.put_in_banks(spread, store);
        }
        let how = how(store, scalar);
        let bytes = self.touched.bytes as u32;
        let touched = self.touched.lines();
        touched
            .iter()
            .for_each(|&line| self.regions.note(line, how));
        let (what, place) = match *touched {
            [line] => (What::Line, line),
            _ => {
                let place = list(own.lines.len(), touched.len());
                own.lines.extend_from_slice(touched);
                (What::Lines, place)
            }
        };
        own.accesses.push(Noted {
            place,
            bytes,
            what,
            store,
        });
    }
}

/// What is done to a region by an access of lanes, or of a wave as a whole.
fn how(store: bool, scalar: bool) -> u8 {
    match (store, scalar) {
        (true, _) => STORED,
        (false, true) => LOADED_BY_SCALARS,
        (false, false) => LOADED,
    }
}

impl Regions {
    #[inline]
    fn note(&mut self, line: u64, how: u8) {
        let holds = |&(first, last, _): &(u64, u64, u8)| first <= line && line <= last;
        if !self.all.get(self.last).is_some_and(holds) {
            let after = self.all.partition_point(|region| region.0 <= line);
            let at = after.wrapping_sub(1);
            if !self.all.get(at).is_some_and(holds) {
                return;
            }
            self.last = at;
        }
        let done = &mut self.all[self.last].2;
        *done |= how;
        self.met |= *done & STORED != 0 && *done & self.guarded != 0;
    }
}
