//! What flux instructions can mean.

use isa::Fidelity;
use op::Op;

/// The meaning column of the tables. Registers and immediates are the row's operands, by name.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Meaning {
    /// `rd = op(rs1, rs2)` or `rd = op(rs1)` on every component.
    PerComponent(Op),
    /// `rd = op(rs1, rs2, rd)` on every component.
    Accumulate(Op),
    /// `rd = rs1 + imm` on every component, 32-bit integers.
    AddImmediate,
    /// `rd` from memory at `rs1.x + offset`, four bytes a component.
    Load(MemorySpace),
    /// `rs2` to memory at `rs1.x + offset`.
    Store(MemorySpace),
    /// To `target` if `rs1.x` and `rs2.x` are equal, or if they are not.
    Branch { equal: bool },
    /// `rd` gets the address of the next instruction; to `target`.
    Jump,
    /// `rd` gets the address of the next instruction; to `rs1.x + imm`.
    JumpRegister,
    /// The thread is done.
    Halt,
    /// `rd` is `rs1` of the lane that `rs2.x` names.
    Shuffle,
    /// The sum of the components of `rs1` in every component of `rd`.
    HorizontalSum,
    /// The components of `rs1` in the order that `order` says.
    Swizzle,
    /// Adds `rs2.x` to global memory at `rs1.x`; `rd.x` gets what was there.
    AtomicAdd,
    /// Stores `rs2.x` at `rs1.x` if `rd.x` is there; `rd.x` gets what was there.
    AtomicCompareSwap,
    /// Waits for every thread of the block.
    Barrier,
    /// One of the numbers a thread knows about itself.
    Identity(Identity),
    /// Samples the texture `rs2.x` at `rs1.xy`.
    Texture,
}

impl Meaning {
    /// What kind of work it is, for the instruction mix.
    pub fn class(self) -> &'static str {
        match self {
            Meaning::PerComponent(_)
            | Meaning::Accumulate(_)
            | Meaning::AddImmediate
            | Meaning::HorizontalSum
            | Meaning::Swizzle
            | Meaning::Identity(_) => "arithmetic",
            Meaning::Load(MemorySpace::Global) | Meaning::Store(MemorySpace::Global) => {
                "global memory"
            }
            Meaning::Load(MemorySpace::Shared) | Meaning::Store(MemorySpace::Shared) => {
                "shared memory"
            }
            Meaning::AtomicAdd | Meaning::AtomicCompareSwap => "atomic",
            Meaning::Branch { .. } | Meaning::Jump | Meaning::JumpRegister | Meaning::Halt => {
                "control flow"
            }
            Meaning::Shuffle => "between lanes",
            Meaning::Barrier => "barrier",
            Meaning::Texture => "texture",
        }
    }
}

impl Meaning {
    /// How sure its result is to be what any implementation gives.
    pub fn fidelity(self) -> Fidelity {
        const WHY: &str = "the specification names the function and no error; here it is the nearest \
                           number";
        match self {
            Meaning::PerComponent(op) => {
                Fidelity::approximate_if(op.is_estimate() || op == Op::SqrtF32, WHY)
            }
            _ => Fidelity::Exact,
        }
    }
}

/// Which memory an access means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemorySpace {
    /// The memory that the whole launch shares.
    Global,
    /// The memory that a block shares.
    Shared,
}

/// What a thread can ask about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// The thread's number in its block.
    Thread,
    /// The block's number.
    Block,
    /// Threads in a block.
    BlockSize,
    /// The thread's number in its warp.
    Lane,
}
