//! The code that has come to a unit.

use super::clock::NEVER;
use uop::timing::FetchTiming;

/// Blocks of code.
#[derive(Clone)]
pub(super) struct Fetched {
    /// By block: when it is there.
    there: Vec<u64>,
    /// By block: from when on to ask for it changes nothing, because it is there and the next one has been
    /// asked for.
    settled: Vec<u64>,
    any: bool,
}

impl Fetched {
    pub fn new(blocks: usize) -> Fetched {
        Fetched {
            there: vec![NEVER; blocks],
            settled: vec![NEVER; blocks],
            any: false,
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.there[..]) + size_of_val(&self.settled[..])
    }

    /// To ask for the block then changes nothing.
    #[inline]
    pub fn is_settled(&self, then: u64, block: usize) -> bool {
        self.settled[block] <= then
    }

    /// When an instruction of this block is there, for a wave that asks now.
    pub fn ask(&mut self, now: u64, block: usize, fetch: FetchTiming) -> u64 {
        if self.there[block] == NEVER {
            let wait = if self.any { fetch.miss } else { fetch.first };
            self.any = true;
            self.there[block] = now + u64::from(wait);
        }
        let there = self.there[block];
        // The next block is asked for when this one is there.
        if let Some(next) = self.there.get_mut(block + 1)
            && *next == NEVER
            && there <= now
        {
            *next = now + u64::from(fetch.miss);
        }
        for block in block.saturating_sub(1)..=block {
            let next = self.there.get(block + 1);
            if next.is_none_or(|&next| next != NEVER) {
                self.settled[block] = self.there[block];
            }
        }
        there
    }
}
