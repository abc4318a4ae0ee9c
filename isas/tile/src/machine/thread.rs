//! One thread: a RISC-V hart and its tile core.

use super::circle::{Circle, Trial};
use crate::core::mma::Block;
use riscv::Hart;
use std::ops::{Deref, DerefMut};
use uop::MemoryWindow;

/// Where a thread is in the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadPlace {
    pub group: [u32; 3],
    pub cluster: u32,
    /// The processing element in the cluster, and the thread on it.
    pub pe: u8,
    pub thread: u8,
}

impl ThreadPlace {
    /// The thread's number in its cluster.
    pub fn slot(self, threads_per_pe: u8) -> usize {
        usize::from(self.pe) * usize::from(threads_per_pe) + usize::from(self.thread)
    }

    /// The thread's bit in cluster masks.
    pub fn bit(self) -> u32 {
        8 * u32::from(self.pe) + u32::from(self.thread)
    }
}

/// What a thread waits for with part of an instruction done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The phase of a barrier to change from this.
    Barrier { cluster: bool, id: u8, phase: bool },
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub hart: Hart,
    pub tiles: Tiles,
    pub tmask: u32,
    pub trm: u32,
    pub tflags: u32,

    pub place: ThreadPlace,
    pub ended: bool,
    /// The watcher was told of the next instruction before it stopped the run there.
    pub told: bool,
    /// The instruction at `pc` was issued and has to wait.
    pub issued: bool,
    pub waiting: Option<Waiting>,
    /// The hart has come to a fence since its last store, in a run whose order is watched.
    pub fenced: bool,
    pub windows: Windows,

    /// Whether it comes back to where it was is being looked at.
    pub trial: Option<Box<Trial>>,
    /// It goes round in this circle, and has no turn until that changes.
    pub circle: Option<Box<Circle>>,
    /// It asks the same memory again and again, but counts or looks at a clock.
    pub polls: bool,
    /// After so many of its instructions it is tried.
    pub next_trial: u64,
}

/// The last windows that the hart's loads and stores went through.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    pub load: MemoryWindow,
    pub store: MemoryWindow,
}

impl Windows {
    pub const NONE: Windows = Windows {
        load: NOWHERE,
        store: NOWHERE,
    };
}

// SAFETY: all but the windows are values. A window is an address in memory that the run owns or
// shares with the caller that launched it, so it is as valid on another thread as on this one.
unsafe impl Send for Windows {}

/// A window onto nothing.
pub const NOWHERE: MemoryWindow = MemoryWindow {
    base: 0,
    len: 0,
    bytes: std::ptr::null_mut(),
    writable: false,
};

/// The tile registers. They begin as zeros, and whether they still are is known without looking.
#[derive(Clone, Debug, Default)]
pub struct Tiles {
    blocks: Box<[Block]>,
    touched: bool,
}

impl Tiles {
    /// Registers that are zero, in the place of others that are no longer needed.
    pub fn fresh(used: Option<Tiles>) -> Tiles {
        match used {
            Some(used) if !used.touched => used,
            Some(Tiles { mut blocks, .. }) => {
                blocks.as_flattened_mut().fill(0);
                let touched = false;
                Tiles { blocks, touched }
            }
            None => Tiles {
                blocks: vec![[0; 1024]; 256].into_boxed_slice(),
                touched: false,
            },
        }
    }

    /// Whether something was written to them.
    pub fn touched(&self) -> bool {
        self.touched
    }
}

impl Deref for Tiles {
    type Target = [Block];

    fn deref(&self) -> &[Block] {
        &self.blocks
    }
}

impl DerefMut for Tiles {
    fn deref_mut(&mut self) -> &mut [Block] {
        self.touched = true;
        &mut self.blocks
    }
}

impl Thread {
    pub fn new(place: ThreadPlace, entry: u64, tiles: Tiles) -> Thread {
        Thread {
            hart: Hart::new(entry, place.bit().into()),
            tiles,
            tmask: !0,
            trm: 0,
            tflags: 0,
            place,
            ended: false,
            told: false,
            issued: false,
            waiting: None,
            fenced: false,
            windows: Windows::NONE,
            trial: None,
            circle: None,
            polls: false,
            next_trial: 0,
        }
    }

    /// Something was done to it from outside: what was known of its course no longer holds.
    pub fn stir(&mut self) {
        (self.trial, self.circle, self.polls) = (None, None, false);
    }
}
