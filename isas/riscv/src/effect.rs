//! What an instruction does: the variants that rows name and the hart carries out.

use crate::float::FloatOp;
use crate::vector::{Second, VectorOp};

/// What an instruction does. Operands are called `rd`, `rs1`, `rs2`, `imm` in all rows, so that
/// one way of fetching them serves all.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // Width and kind of an access say all there is to say.
pub enum Effect {
    /// `rd = op(rs1, rs2)`.
    Alu(fn(u64, u64) -> u64),
    /// `rd = op(rs1, imm)`.
    AluImm(fn(u64, u64) -> u64),
    Lui,
    Auipc,
    Jal,
    Jalr,
    Branch(fn(u64, u64) -> bool),
    Load {
        bytes: u8,
        signed: bool,
    },
    Store {
        bytes: u8,
    },
    Fence,
    Ecall,
    Ebreak,
    Csr {
        action: CsrAction,
        immediate: bool,
    },
    LoadReserved {
        bytes: u8,
    },
    StoreConditional {
        bytes: u8,
    },
    /// Memory becomes `op(old, rs2)`, `rd` the old value; 32-bit values are sign-extended.
    Amo {
        bytes: u8,
        op: fn(u64, u64) -> u64,
    },
    FloatLoad {
        bytes: u8,
    },
    FloatStore {
        bytes: u8,
    },
    Float {
        op: FloatOp,
        double: bool,
    },
    Vector(VectorOp, Second),
    /// A 16-bit instruction: carried out as the one it stands for.
    Compressed,
}

/// What an instruction does with a control and status register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names are the words of the manual.
pub enum CsrAction {
    Read,
    Write,
    Set,
    Clear,
}

impl Effect {
    /// The part of the architecture that has the instruction.
    pub fn extension(self) -> &'static str {
        match self {
            Effect::Float { .. } | Effect::FloatLoad { .. } | Effect::FloatStore { .. } => {
                "RISC-V: F and D"
            }
            Effect::Vector(..) => "RISC-V: V",
            Effect::Compressed => "RISC-V: C",
            _ => "RISC-V: RV64IMA, Zicsr",
        }
    }

    /// Whether the result goes to an integer register.
    pub fn writes_integer(self) -> bool {
        match self {
            Effect::Branch(_)
            | Effect::Store { .. }
            | Effect::FloatStore { .. }
            | Effect::FloatLoad { .. }
            | Effect::Fence
            | Effect::Ecall
            | Effect::Ebreak
            // What a vector instruction writes depends on the type of vectors.
            | Effect::Vector(..)
            | Effect::Compressed => false,
            Effect::Float { op, .. } => op.writes_integer(),
            _ => true,
        }
    }

    /// Whether the result goes to a float register.
    pub fn writes_float(self) -> bool {
        match self {
            Effect::FloatLoad { .. } => true,
            Effect::Float { op, .. } => !op.writes_integer(),
            _ => false,
        }
    }
}
