//! Printing from within a kernel: which registers to show when a wave comes to a place.

use kernel::Type;
use uop::{SReg, VReg};

/// Shown each time a wave is about to issue the instruction at `address`.
#[derive(Clone, Debug, PartialEq)]
pub struct Print {
    /// Of an instruction.
    pub address: u64,
    /// Only in the workgroup with this number, counted x fastest.
    pub group: Option<u64>,
    /// Only in the wave with this number in its workgroup.
    pub wave: Option<u32>,
    /// Only for the thread with this number in its workgroup; otherwise for all active ones.
    pub thread: Option<u32>,
    /// What to show, side by side.
    pub items: Vec<PrintItem>,
}

/// One value to show, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintItem {
    /// As it would be written alone: `v3`, `s[0:1]`.
    pub name: String,
    /// Where the value is.
    pub source: PrintSource,
    /// How the bits are to be read; as plain hex words where nothing is said.
    pub ty: Option<Type>,
}

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintSource {
    /// So many consecutive vector registers: one or two.
    Vectors(VReg, u16),
    /// The lower or the upper half of a vector register.
    Half(VReg, Half),
    /// So many consecutive scalar registers: one or two.
    Scalars(SReg, u16),
    /// A mask with one bit for each lane.
    Mask(SReg),
    /// Whether a mask has no lane: 0 or 1.
    NoLane(SReg),
    /// The same in every wave, in so many words.
    Constant(u64, u16),
}

/// Sixteen bits of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Bits 15:0.
    Low,
    /// Bits 31:16.
    High,
}
