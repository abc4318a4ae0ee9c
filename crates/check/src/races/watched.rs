//! What is remembered of a memory, and of the instruction under way.

use super::Races;
use super::blocks::Shadow;
use super::known::GLOBAL;
use super::published::Words;
use super::rows::Rows;

/// A load that changes nothing any more, until its page does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoodFor {
    pub address: u64,
    pub bytes: u32,
    pub changes: u32,
}

#[derive(Debug, Default)]
pub(super) struct Watched {
    pub touched: Shadow,
    /// What words tell who reads them.
    pub published: Words,
    /// Words of local memory that have no memory of their own.
    pub rows: Rows,
}

#[derive(Debug)]
pub(super) struct Stored {
    pub mask: u64,
    /// The lowest and the highest address.
    pub bounds: (u64, u64),
    pub lanes: Box<[(u64, u64); 64]>,
}

impl Default for Stored {
    fn default() -> Stored {
        Stored {
            mask: 0,
            bounds: (u64::MAX, 0),
            lanes: Box::new([(0, 0); 64]),
        }
    }
}

impl Stored {
    pub fn clear(&mut self) {
        self.mask = 0;
        self.bounds = (u64::MAX, 0);
    }

    pub fn add(&mut self, lane: usize, address: u64, value: u64) {
        self.mask |= 1 << lane;
        self.bounds = (self.bounds.0.min(address), self.bounds.1.max(address));
        self.lanes[lane] = (address, value);
    }
}

impl Races {
    /// The memory that an access goes to, to be put back.
    pub(super) fn take(&mut self, kind: usize, group: [u32; 3]) -> Box<Watched> {
        if kind == GLOBAL {
            return self.global.take().unwrap_or_default();
        }
        match self.near.take() {
            Some((near, watched)) if near == group => watched,
            other => {
                if let Some((near, mut watched)) = other {
                    self.settle(&mut watched);
                    self.local.insert(near, watched);
                }
                let known = self.local.remove(&group);
                known.or_else(|| self.spare.take()).unwrap_or_default()
            }
        }
    }

    pub(super) fn put_back(&mut self, kind: usize, group: [u32; 3], memory: Box<Watched>) {
        match kind {
            GLOBAL => self.global = Some(memory),
            _ => self.near = Some((group, memory)),
        }
    }

    /// Nothing more comes from these local memories.
    pub(super) fn give_up(&mut self, watched: Option<Box<Watched>>) {
        if let Some(mut watched) = watched {
            watched.touched = Shadow::default();
            watched.published.clear();
            watched.rows.clear();
            self.spare = Some(watched);
        }
    }
}
