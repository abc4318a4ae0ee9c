//! How a kernel is started: what its waves find in registers and memory.
//!
//! Three ways of starting one end in the same [`Plan`]: the plain convention of kernel files
//! (`sim`), that of AMD's runtime (`hsa`), and machine code handed over by another program (`raw`).

pub(crate) mod arguments;
pub(crate) mod hsa;
pub(crate) mod raw;
pub(crate) mod sim;
mod start;

pub(crate) use start::{Start, Threads, pair};

use uop::Apertures;

/// Where a flat address leads to local memory, and where to a lane's own: as the driver for Linux
/// sets them up.
pub(crate) fn apertures() -> Apertures {
    const WINDOW: u64 = 1 << 32;
    const LOCAL: u64 = 1 << 48;
    const PRIVATE: u64 = 2 << 48;
    Apertures {
        local: LOCAL..LOCAL + WINDOW,
        private: PRIVATE..PRIVATE + WINDOW,
    }
}

/// The most local memory that a workgroup can have, in WGP mode.
pub(crate) const MAX_LOCAL: u32 = 128 << 10;
/// The most scratch memory that a lane can have.
pub(crate) const MAX_SCRATCH: u32 = 256 << 10;

/// Which memories code refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    pub local: bool,
    pub scratch: bool,
}

/// Everything about a launch except the program itself.
pub(crate) struct Plan {
    pub start: Start,
    /// The address of the first instruction.
    pub entry: u64,
    pub lanes: u32,
    pub mode: u32,
    pub local_bytes: u32,
    /// Per lane.
    pub scratch_bytes: u32,
}
