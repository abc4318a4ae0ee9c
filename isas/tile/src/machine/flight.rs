//! Operations in flight.
//!
//! Under strict delivery a load, store, asynchronous multiply or copy is only noted when it
//! issues, and takes place when a wait, an interlock or the end of its thread demands it. What is
//! noted also says which registers and bytes it will touch, so that an instruction that touches them
//! too early is found.

use super::copy::CopyJob;
use super::op::{Memory, MmaOp};
use super::thread::ThreadPlace;
use std::ops::Range;

/// Bytes of one memory: the processing element whose shared memory it is, or global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub shared_of: Option<u8>,
    pub start: u64,
    pub len: u64,
}

impl Extent {
    pub fn overlaps(&self, other: &Extent) -> bool {
        self.shared_of == other.shared_of
            && self.start < other.start.wrapping_add(other.len)
            && other.start < self.start.wrapping_add(self.len)
    }
}

/// A row of 32 bytes of a tile register and where it is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowAt {
    pub tile: u8,
    pub row: u8,
    pub address: u64,
}

/// Where the descriptors of a multiply said that its operands are.
#[derive(Clone, Copy, Debug)]
pub struct MmaJob {
    pub op: MmaOp,
    pub a: Option<Descriptor>,
    pub b: Option<Descriptor>,
}

/// A matrix in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    pub offset: u64,
    pub row_stride: u64,
    pub block_stride: u64,
}

/// What is left to do.
#[derive(Clone, Debug)]
pub enum Action {
    Load {
        memory: Memory,
        rows: Vec<RowAt>,
    },
    /// The data was taken when the store issued.
    Store {
        memory: Memory,
        rows: Vec<(u64, [u8; 32])>,
    },
    /// Done already; only its completion is outstanding.
    Done {
        memory: Memory,
        load: bool,
    },
    Mma(Box<MmaJob>),
    Copy(Box<CopyJob>),
}

/// One operation in flight.
#[derive(Clone, Debug)]
pub struct Flight {
    pub owner: ThreadPlace,
    /// The address of its instruction.
    pub pc: u64,
    /// What to call it in messages.
    pub name: &'static str,
    pub action: Action,
    pub reads: Vec<Extent>,
    pub writes: Vec<Extent>,
    /// Tile registers of its thread that it will read and write.
    pub tiles_read: Vec<Range<u16>>,
    pub tiles_written: Vec<Range<u16>>,
}

impl Flight {
    pub fn is_load(&self, memory: Memory) -> bool {
        match &self.action {
            Action::Load { memory: m, .. }
            | Action::Done {
                memory: m,
                load: true,
            } => *m == memory,
            _ => false,
        }
    }

    pub fn is_store(&self, memory: Memory) -> bool {
        match &self.action {
            Action::Store { memory: m, .. }
            | Action::Done {
                memory: m,
                load: false,
            } => *m == memory,
            _ => false,
        }
    }

    /// Whether it belongs to the load/store unit of a space, which works in program order.
    pub fn is_access(&self, memory: Memory) -> bool {
        self.is_load(memory) || self.is_store(memory)
    }

    pub fn is_mma(&self) -> bool {
        matches!(self.action, Action::Mma(_))
    }

    pub fn copy(&self) -> Option<&CopyJob> {
        match &self.action {
            Action::Copy(job) => Some(job),
            _ => None,
        }
    }
}
