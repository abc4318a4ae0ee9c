//! What is wrong with a program on some path, found without running it.
//!
//! [`Graph`] is a program by its instructions: which can follow which, and what registers each reads
//! and writes. [`waits`] follows what is outstanding along every path. What only one instruction set
//! knows, it looks for in the same graph itself.

#![forbid(unsafe_code)]

mod graph;
mod waits;

pub use graph::{Backwards, Graph, Known, RegisterSets, Set, successors};
pub use plan::targets;
pub use waits::{Root, waits};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Results may be wrong.
    Wrong,
    /// Results are right, but it cannot be meant.
    Odd,
    /// It does nothing, or more than it needs to.
    Needless,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind it is of: `missing-wait`.
    pub code: &'static str,
    /// How much it matters.
    pub weight: Weight,
    /// The instruction, by its index in the program.
    pub inst: u32,
    /// What is wrong with it.
    pub message: String,
    /// Another instruction that has to do with it, and what.
    pub other: Option<(u32, String)>,
    /// What to do.
    pub help: String,
}
