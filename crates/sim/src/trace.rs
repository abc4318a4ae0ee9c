//! What waves did that decides how long they take: which branches they took, and where their accesses
//! went. The executor writes it down as it goes, so that a clock can follow later.

use crate::access::Touched;
use crate::memory::Memory;
use std::sync::Arc;
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
    /// Lines of memory of all accesses.
    lines: Vec<u64>,
}

/// One access of a wave: what [`Touched`] holds after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noted {
    pub apart: Option<u64>,
    pub bytes: u64,
    /// Where its lines begin in those of the trace, and how many they are.
    first: u32,
    pub count: u32,
    pub lanes: u8,
    pub store: bool,
}

impl WaveTrace {
    /// Of another wave, which has done nothing.
    pub fn clear(&mut self) {
        self.branches.clear();
        self.accesses.clear();
        self.lines.clear();
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

    /// Puts the next access into `touched`; false where the wave has not been carried out so far.
    #[inline]
    pub fn next_access(&mut self, touched: &mut Touched) -> bool {
        let Some(noted) = self.accesses.get(self.next) else {
            return false;
        };
        self.next += 1;
        let first = noted.first as usize;
        touched.put(noted, &self.lines[first..first + noted.count as usize]);
        true
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
    pub fn new(touched: Touched, opens: Arc<[bool]>, memory: &Memory, guarded: bool) -> Recorder {
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
        }
    }

    /// Something was loaded that decides what waves do, from a region that the launch stores to: what
    /// they did may depend on the clock.
    pub fn depends_on_order(&self) -> bool {
        self.regions.met
    }

    /// Waves from `first` on took a branch, or not.
    #[inline]
    pub fn branch(&mut self, first: u32, taken: impl IntoIterator<Item = bool>) {
        let own = self.waves[first as usize..].iter_mut();
        own.zip(taken).for_each(|(wave, taken)| wave.branch(taken));
    }

    /// A wave is about to make the access of a step.
    pub fn before(&mut self, wave: u32, at: UopIdx) {
        let own = &mut self.waves[wave as usize];
        match own.accesses.pop_if(|_| !self.opens[at as usize]) {
            None => self.touched.begin(),
            Some(noted) => {
                let lines = own.lines.drain(noted.first as usize..);
                self.touched.put(&noted, lines.as_slice());
            }
        }
    }

    /// It has made it; `scalar` says that it is one of the wave as a whole.
    pub fn after(&mut self, wave: u32, scalar: bool) {
        let how = match (self.touched.store, scalar) {
            (true, _) => STORED,
            (false, true) => LOADED_BY_SCALARS,
            (false, false) => LOADED,
        };
        let touched = self.touched.lines();
        touched
            .iter()
            .for_each(|&line| self.regions.note(line, how));
        let WaveTrace {
            accesses, lines, ..
        } = &mut self.waves[wave as usize];
        let first = lines.len();
        lines.extend_from_slice(touched);
        let Touched {
            apart,
            lanes,
            bytes,
            store,
            ..
        } = self.touched;
        accesses.push(Noted {
            apart,
            bytes,
            first: first as u32,
            count: (lines.len() - first) as u32,
            lanes: lanes as u8,
            store,
        });
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
