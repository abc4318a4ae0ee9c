//! The time of one thread: when it goes on, and when what it started is done.

use crate::machine::copy::Done;
use crate::machine::cost::{Cost, Work};
use crate::machine::op::{Memory, TileOp};
use crate::meaning::Bank;
use std::collections::VecDeque;
use uop::Stall;

/// When something is there, which instruction it comes from, and what who waits for it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready {
    pub at: u64,
    pub by: u32,
    pub cause: Stall,
}

impl Ready {
    pub const THERE: Ready = Ready {
        at: 0,
        by: u32::MAX,
        cause: Stall::Dependency,
    };

    pub fn new(at: u64, by: u32, cause: Stall) -> Ready {
        Ready { at, by, cause }
    }

    /// The later of two; the first, where they are at the same time.
    pub fn or(self, other: Ready) -> Ready {
        if other.at > self.at { other } else { self }
    }

    pub fn or_later(self, at: u64, by: u32, cause: Stall) -> Ready {
        self.or(Ready::new(at, by, cause))
    }

    /// The same, that much earlier.
    fn sooner(self, cycles: u64) -> Ready {
        Ready {
            at: self.at.saturating_sub(cycles),
            ..self
        }
    }
}

#[derive(Clone)]
pub struct ThreadClock {
    /// The cycle in which it can issue its next instruction.
    pub now: u64,
    /// The instruction that it issued last.
    pub inst: u32,
    /// It waits for another thread, or has ended.
    pub blocked: bool,
    /// When its tile CSRs can be accessed again, and because of which instruction not before.
    pub csr_free: u64,
    pub csr_by: u32,
    integers: [Ready; 32],
    floats: [Ready; 32],
    vectors: Ready,
    /// Tile registers: when each was written, and how long it is read.
    tiles: Box<[Ready]>,
    tiles_read: Box<[Ready]>,
    /// The end of its accesses to global and to shared memory, which are made in order.
    pub access_end: [u64; 2],
    /// Loads and stores of global memory, then of shared memory.
    accesses: [Accesses; 4],
    pub mma: Ready,
    pub alu: Ready,
    pub copies: Copies,
}

impl ThreadClock {
    /// How much memory it takes.
    pub const BYTES: usize = size_of::<ThreadClock>() + 2 * 256 * size_of::<Ready>();

    /// Of a thread that starts then.
    pub fn new(start: u64) -> ThreadClock {
        let registers = || vec![Ready::THERE; 256].into_boxed_slice();
        ThreadClock {
            now: start,
            inst: u32::MAX,
            blocked: false,
            csr_free: start,
            csr_by: u32::MAX,
            integers: [Ready::THERE; 32],
            floats: [Ready::THERE; 32],
            vectors: Ready::THERE,
            tiles: registers(),
            tiles_read: registers(),
            access_end: [start; 2],
            accesses: Default::default(),
            mma: Ready::THERE,
            alu: Ready::THERE,
            copies: Copies::default(),
        }
    }

    /// What the registers of an instruction keep it waiting for: those of the hart until it issues, those of
    /// the tile core until its last word has.
    pub fn registers(&self, cost: &Cost) -> Ready {
        let mut until = Ready::THERE;
        for register in named(cost.integers) {
            until = until.or(self.integers[register]);
        }
        for register in named(cost.floats) {
            until = until.or(self.floats[register]);
        }
        if cost.vectors {
            until = until.or(self.vectors);
        }
        let adds = matches!(cost.work, Work::Matrix { .. });
        for tile in cost.tiles_read.iter().cloned().flatten() {
            until = until.or(self.tiles[usize::from(tile)].sooner(cost.issue));
        }
        for tile in cost.tiles_written.iter().cloned().flatten() {
            let tile = usize::from(tile);
            // Sums stay in the matrix unit, which adds to them without waiting.
            if !adds || self.tiles[tile].cause != Stall::Matrix {
                until = until.or(self.tiles[tile].sooner(cost.issue));
            }
            until = until.or(self.tiles_read[tile].sooner(cost.issue));
        }
        until
    }

    /// What the hart gets, from when on if it issues now.
    pub fn writes_hart(&mut self, cost: &Cost, ready: impl FnOnce(u64) -> Ready) {
        let Some((bank, register)) = cost.result else {
            return;
        };
        let (now, register) = (self.now, usize::from(register & 31));
        match bank {
            Bank::Integer => self.integers[register] = ready(now),
            Bank::Float => self.floats[register] = ready(now),
            // All of them are one: few instructions write vectors that are not there at once.
            Bank::Vector => self.vectors = self.vectors.or(ready(now)),
        }
    }

    /// The tile registers that an instruction writes are there then; those that it reads are free when it
    /// has read them.
    pub fn writes_tiles(&mut self, cost: &Cost, read: u64, ready: Ready) {
        for tile in cost.tiles_read.iter().cloned().flatten() {
            let reading = &mut self.tiles_read[usize::from(tile)];
            *reading = reading.or_later(read, ready.by, Stall::Dependency);
        }
        for tile in cost.tiles_written.iter().cloned().flatten() {
            self.tiles[usize::from(tile)] = ready;
        }
    }

    pub fn accesses(&mut self, memory: Memory, load: bool) -> &mut Accesses {
        let memory = usize::from(memory == Memory::Shared);
        &mut self.accesses[2 * memory + usize::from(!load)]
    }

    /// What a wait of the tile core waits for.
    pub fn waits(&mut self, op: &TileOp) -> Option<Ready> {
        match *op {
            TileOp::WaitMemory {
                memory,
                loads,
                stores,
            } => {
                let now = self.now;
                let mut until = Ready::THERE;
                for (load, at_most) in [(true, loads), (false, stores)] {
                    if let Some(at_most) = at_most {
                        let most = usize::from(at_most) + 1;
                        let fewer = self.accesses(memory, load).until_fewer(now, most);
                        until = until.or(fewer);
                    }
                }
                Some(until)
            }
            TileOp::Commit(group) => {
                self.copies.commit(group);
                None
            }
            TileOp::WaitCopies(group) => Some(self.copies.group(group)),
            TileOp::WaitMma => Some(self.mma),
            TileOp::WaitAlu => Some(self.alu),
            TileOp::WaitAll => Some(self.everything()),
            _ => None,
        }
    }

    /// The last of what it has started.
    pub fn everything(&self) -> Ready {
        let accesses = self.accesses.iter().map(|accesses| accesses.last);
        let all = accesses.chain([self.copies.last, self.mma, self.alu]);
        all.fold(Ready::THERE, Ready::or)
    }
}

/// Loads or stores of a memory, which are done in the order in which they were issued.
#[derive(Clone)]
pub struct Accesses {
    outstanding: VecDeque<Ready>,
    last: Ready,
}

impl Default for Accesses {
    fn default() -> Accesses {
        Accesses {
            outstanding: VecDeque::new(),
            last: Ready::THERE,
        }
    }
}

impl Accesses {
    pub fn push(&mut self, done: Ready) {
        self.last = self.last.or(done);
        self.outstanding.push_back(Ready {
            at: self.last.at,
            ..done
        });
    }

    /// When fewer than so many are outstanding.
    pub fn until_fewer(&mut self, now: u64, than: usize) -> Ready {
        while self.outstanding.front().is_some_and(|it| it.at <= now) {
            self.outstanding.pop_front();
        }
        match self.outstanding.len().checked_sub(than) {
            Some(last) => self.outstanding[last],
            None => Ready::THERE,
        }
    }
}

/// Copies of a thread.
#[derive(Clone)]
pub struct Copies {
    uncommitted: Ready,
    groups: [Ready; 32],
    last: Ready,
}

impl Default for Copies {
    fn default() -> Copies {
        Copies {
            uncommitted: Ready::THERE,
            groups: [Ready::THERE; 32],
            last: Ready::THERE,
        }
    }
}

impl Copies {
    /// One that is done then, and says so in this way.
    pub fn start(&mut self, how: &Done, done: Ready) {
        self.last = self.last.or(done);
        if let Done::Bulk(_) = how {
            self.uncommitted = self.uncommitted.or(done);
        }
    }

    pub fn commit(&mut self, group: u8) {
        let group = &mut self.groups[usize::from(group & 31)];
        *group = group.or(std::mem::replace(&mut self.uncommitted, Ready::THERE));
    }

    pub fn group(&self, group: u8) -> Ready {
        self.groups[usize::from(group & 31)]
    }
}

/// The places of the bits that are set.
fn named(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let register = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            register
        })
    })
}
