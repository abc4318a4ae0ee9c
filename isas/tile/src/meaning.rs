//! What an instruction means: the variants that rows name and the machine carries out.

use isa::Fidelity;
use riscv::CsrAction;

/// How a tile access finds the addresses of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepping {
    Unit,
    Strided,
    Indexed,
}

/// How a tensor copy says that it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    Bulk,
    Mbarrier,
    Semaphore,
}

/// Where an operand of a matrix multiply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MmaOperand {
    Tile,
    /// In shared memory, described by an integer register.
    Integer,
    /// In shared memory, described by a vector register.
    Vector,
}

/// A bank of registers of the hart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bank {
    Vector,
    Integer,
    Float,
}

/// What the second source of an element-wise operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    Tile,
    Vector,
    Float,
}

/// Operations with one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum One {
    Mov,
    Abs,
    Not,
    Relu,
    Rcp,
    Sqrt,
    Rsqrt,
    Exp2,
    Log2,
    Sin,
    Cos,
    Tanh,
    Sigmoid,
    Floor,
    Ceil,
    Rint,
    Trunc,
    RowSum,
    RowMax,
    RowMin,
    ColSum,
    ColMax,
    ColMin,
}

/// Operations with two sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Two {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    MinU,
    MaxU,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Sra,
    CmpEq,
    CmpNe,
    CmpLt,
    CmpLe,
    CmpGt,
    CmpGe,
    CmpLtU,
    CmpGeU,
}

/// Quantisation and selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quant {
    ToS8,
    ToE4m3,
    FromS8,
    Select,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbarrierOp {
    Init,
    Arrive,
    Expect,
    ArriveExpect,
    Wait,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemaphoreOp {
    Post,
    Wait,
}

/// What an instruction of the tile core does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names are the words of the specification.
pub enum Tile {
    Load(Stepping),
    Store(Stepping),
    /// Elements packed in an integer register; `returns` the old ones.
    AtomicScalar {
        returns: bool,
        cas: bool,
    },
    AtomicVector {
        cas: bool,
    },
    AtomicTiles {
        returns: bool,
    },
    Copy(Completion),
    Csr {
        action: CsrAction,
        immediate: bool,
    },
    Mma {
        a: MmaOperand,
        b: MmaOperand,
    },
    MoveIn(Bank),
    MoveOut(Bank),
    One(One),
    /// Blocks of elements of this many bytes are transposed.
    Transpose(u8),
    Convert,
    Two(Two, Second),
    Mad(Second),
    Quant(Quant, Second),
    Sync,
    WaitMemory,
    Commit,
    WaitCopies,
    WaitMma,
    WaitAlu,
    WaitAll,
    Mbarrier(MbarrierOp),
    Semaphore(SemaphoreOp),
}

impl Tile {
    /// How sure its result is to be what any implementation gives.
    pub fn fidelity(self) -> Fidelity {
        use One::{Cos, Exp2, Log2, Rcp, Rsqrt, Sigmoid, Sin, Tanh};
        const WHY: &str = "the specification allows two units in the last place, one for 16 bits; here it \
                           is the nearest number";
        let estimates = matches!(
            self,
            Tile::One(Rcp | Rsqrt | Exp2 | Log2 | Sin | Cos | Tanh | Sigmoid)
        );
        Fidelity::approximate_if(estimates, WHY)
    }
}
