//! What instructions mean. Lowering, the checks of structure, the loader and the translation to PTX
//! all ask here; opcodes and names are for encoder, decoder, parser and printer.

use crate::encoding::WaveInst;
use crate::row::WaveRow;
use isa::Fidelity;
use op::Op;
use uop::{AtomicOp, Extend, Space};

#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// `rd = op(ra, rb, rc)` in every active thread, with as many sources as the row has.
    Lanes(Op),
    /// The first operation for `.s32`, the second for `.u32`.
    Signed([Op; 2]),
    /// `.s32`, `.u32`, `.sat.s32`, `.sat.u32`.
    Saturating([Op; 4]),
    /// Single precision with a rounding mode in flags 1:0 and `.sat` in flag 2.
    Float(Op, Rounding),
    /// Single precision with `.sat` in flag 2.
    Approximate(Op),
    /// Two halves at once with `.sat` in flag 2.
    Packed(Op),
    /// One half of each register, selected by flags, with `.sat` in flag 5.
    Half(Op),
    /// Register pairs with a rounding mode in flags 1:0.
    Double(Op, Rounding),
    /// `pd = op(ra, rb)`: by the comparison in flags 2:0, signed or, with flag 3, unsigned.
    Compare([&'static [Op; 6]; 2]),
    /// The same by the comparison in flags 3:0.
    CompareFloat(&'static [Op; 14]),
    /// `rd` = a register, an immediate or a special register.
    Move,
    /// A part of a register to a part of another.
    MovePart,
    /// `rd = ps ? ra : rb`.
    Select,
    /// `rd = op(ra, position, length)`.
    Extract(Op),
    /// A bit field in place of that of another register.
    Insert,
    /// Between the types of [`WaveInst::types`], with the rounding mode in slot b.
    Convert,
    /// So many bytes to registers.
    Load(u8, Extend),
    /// So many bytes from registers.
    Store(u8),
    /// By the operation in flags 3:0, on so many bytes.
    Atomic(&'static [AtomicOp; 10], u8),
    /// On so many bytes.
    CompareSwap(u8),
    /// Over the active threads, with what changes nothing: see [`WaveInst::over`].
    Combine(Op, u32),
    /// `rd` = `ra` of another lane: by flags 1:0.
    Shuffle([From; 4]),
    /// `rd` = `ra` of the same lane for all.
    Broadcast,
    /// A bit for every active lane whose predicate is true, in so many registers.
    Ballot(u8),
    /// Whether a predicate is true in any or all active threads.
    Vote(Quantity),
    /// A product of matrices on fragments spread over a team of threads.
    Matrix,
    Nop,
    /// For the waves of [`WaveInst::scope`].
    Barrier,
    /// The same.
    Fence,
    /// Structured control flow.
    Structure(Structure),
}

/// How an operation rounds other than to nearest.
#[derive(Clone, Copy, Debug)]
pub enum Rounding {
    /// By an operation that takes the mode as one more argument.
    Mode(Op),
    /// By one operation each: toward zero, down, up.
    Each([Op; 3]),
}

/// What an instruction is to the structure of control flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    If,
    Else,
    EndIf,
    Loop,
    EndLoop,
    Break,
    Continue,
    Return,
}

/// The lane that a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Index,
    Xor,
    Up,
    Down,
    /// The index that the lowest active lane has.
    Broadcast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Any,
    All,
}

/// Which threads of its part of the wave a thread's result is combined from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    All,
    /// Those before it.
    Before,
    /// Those before it and itself.
    UpTo,
}

/// Whom a barrier or a fence is for, by the code in flags 4:3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Wave,
    Workgroup,
    Cluster,
    Device,
}

/// The types of conversions, by their codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    S32,
    U32,
    F32,
    F16,
    F64,
}

/// Bit 5 of the flags of a memory access: another workgroup's local memory.
pub const PEER: u8 = 0x20;

impl Meaning {
    /// How sure its result is to be what any device gives.
    pub fn fidelity(self) -> Fidelity {
        const WHY: &str = "the specification allows an error, and devices use it; here it is the nearest \
                           number";
        match self {
            Meaning::Approximate(_) => Fidelity::Approximate(WHY),
            _ => Fidelity::Exact,
        }
    }
}

impl WaveRow {
    /// What it is to the structure of control flow.
    pub fn structure(&self) -> Option<Structure> {
        match self.meaning {
            Meaning::Structure(structure) => Some(structure),
            _ => None,
        }
    }

    /// Whether the slots of the short form hold a distance to another instruction.
    pub fn is_branch(&self) -> bool {
        let elsewhere = |it| !matches!(it, Structure::EndIf | Structure::Return);
        self.structure().is_some_and(elsewhere)
    }
}

impl WaveInst {
    /// The address space that it reads or writes.
    pub fn space(&self) -> Option<Space> {
        let flags = self.fields.flags;
        let code = match self.row.meaning {
            Meaning::Load(..) | Meaning::Store(_) => flags & 3,
            Meaning::Atomic(..) | Meaning::CompareSwap(_) => flags >> 4 & 1,
            _ => return None,
        };
        Some(match code {
            0 if flags & PEER != 0 => Space::Cluster,
            0 => Space::Local,
            1 => Space::Global,
            2 => Space::Constant,
            _ => Space::Private,
        })
    }

    /// The parts of the wave that work on their own: the exponent of their size, 0 for all of it.
    pub fn group(&self) -> u8 {
        match self.row.meaning {
            Meaning::Combine(..) | Meaning::Ballot(_) | Meaning::Vote(_) => self.fields.b,
            Meaning::Shuffle(_) | Meaning::Broadcast => self.fields.flags >> 3,
            _ => 0,
        }
    }

    /// What a combination is over.
    pub fn over(&self) -> Over {
        match self.fields.flags >> 4 & 3 {
            0 => Over::All,
            1 => Over::Before,
            _ => Over::UpTo,
        }
    }

    /// Whom a barrier or a fence is for.
    pub fn scope(&self) -> Scope {
        use Scope::{Cluster, Device, Wave, Workgroup};
        [Wave, Workgroup, Cluster, Device][usize::from(self.fields.flags >> 3 & 3)]
    }

    /// What a conversion is to and from.
    pub fn types(&self) -> [Type; 2] {
        use Type::{F16, F32, F64, S32, U32};
        let ty = |code: u8| [S32, U32, F32, F16, F64][usize::from(code)];
        [ty(self.fields.flags & 7), ty(self.fields.flags >> 3)]
    }
}
