//! Memories of a workgroup and of its lanes: who touched every word of local memory between two barriers,
//! and what has a value in either.

use super::owners::{Owner, touch_all};
use sim::Touches;
use std::ops::Range;

/// The local memory of the workgroup under way.
pub(super) struct Local {
    owners: Vec<Owner>,
    /// Bytes that have a value.
    defined: Vec<bool>,
    unset: bool,
    /// Words that have been touched since the last barrier, and since the workgroup began.
    touched: Range<usize>,
    used: Range<usize>,
}

impl Local {
    /// So many bytes, which are `unset` in a new workgroup.
    pub fn new(bytes: u32, unset: bool) -> Local {
        let words = bytes.div_ceil(4) as usize;
        Local {
            owners: vec![0; words],
            defined: vec![!unset; 4 * words],
            unset,
            touched: 0..0,
            used: 0..0,
        }
    }

    /// Another workgroup begins.
    pub fn begin(&mut self) {
        self.meet();
        let used = std::mem::take(&mut self.used);
        self.defined[4 * used.start..4 * used.end].fill(!self.unset);
    }

    /// All waves have passed a barrier: what comes is ordered after what was.
    pub fn meet(&mut self) {
        let touched = std::mem::take(&mut self.touched);
        self.used = joined(&self.used, &touched);
        self.owners[touched].fill(0);
    }

    /// A wave touches bytes that follow each other. False if an order may matter, or a value is missing.
    pub fn touch(&mut self, wave: u32, how: Touches, bytes: &Range<u64>) -> bool {
        let words = (bytes.start / 4) as usize..bytes.end.div_ceil(4) as usize;
        let bytes = bytes.start as usize..bytes.end as usize;
        let (Some(owners), Some(defined)) = (
            self.owners.get_mut(words.clone()),
            self.defined.get_mut(bytes),
        ) else {
            return false;
        };
        if how == Touches::Store {
            defined.fill(true);
        } else if !defined.iter().fold(true, |all, it| all & it) {
            return false;
        }
        self.touched = joined(&self.touched, &words);
        touch_all(owners, wave, how)
    }
}

/// The memories of the lanes of the workgroup under way: no other lane reaches them.
pub(super) struct Private {
    bytes: usize,
    unset: bool,
    /// By wave and byte, the lanes in which it has a value; none yet where a wave has stored nothing.
    defined: Vec<Vec<u64>>,
    /// The bytes of each wave that have been stored to.
    used: Vec<Range<usize>>,
}

impl Private {
    /// So many bytes for each lane of so many waves, which are `unset` in a new workgroup.
    pub fn new(bytes: u32, waves: u32, unset: bool) -> Private {
        Private {
            bytes: bytes as usize,
            unset,
            defined: vec![Vec::new(); waves as usize],
            used: vec![0..0; waves as usize],
        }
    }

    /// Another workgroup begins.
    pub fn begin(&mut self) {
        for (defined, used) in self.defined.iter_mut().zip(&mut self.used) {
            defined[std::mem::take(used)].fill(0);
        }
    }

    /// Lanes of a wave touch bytes that follow each other. False if a value is missing.
    pub fn touch(&mut self, wave: u32, lanes: u64, how: Touches, bytes: &Range<u64>) -> bool {
        let bytes = bytes.start as usize..bytes.end as usize;
        if bytes.start > bytes.end || bytes.end > self.bytes {
            return false;
        }
        if !self.unset {
            return true;
        }
        let wave = wave as usize;
        let (Some(defined), Some(used)) = (self.defined.get_mut(wave), self.used.get_mut(wave))
        else {
            return false;
        };
        if how != Touches::Store {
            let all = defined.get(bytes).unwrap_or(&[]).iter();
            return !defined.is_empty() && all.fold(lanes, |all, it| all & it) == lanes;
        }
        if defined.is_empty() {
            defined.resize(self.bytes, 0);
        }
        *used = joined(used, &bytes);
        defined[bytes].iter_mut().for_each(|it| *it |= lanes);
        true
    }
}

/// The least range that has both.
fn joined(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}
