//! The RISC-V core: RV64IMAFDC with Zicsr and Zifencei, and the vector extension.

pub mod compressed;
pub mod constant;
pub mod encoding;
pub mod estimate;
pub mod float;
pub mod int;
mod kinds;
pub mod vector;

use crate::meaning::CsrAction;
use float::FloatOp;
use vector::{Second, VectorOp};

/// What an instruction of the RISC-V core does. Operands are called `rd`, `rs1`, `rs2`, `imm`
/// in all rows, so that one way of fetching them serves all.
#[derive(Clone, Copy, Debug)]
pub enum Host {
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
