//! What part of the machine an instruction needs, from what its row means: the classes of the
//! instruction mix and of the cycle model.

use crate::inst::AmdInst;
use crate::meaning::Meaning;
use crate::row::{AmdFormat, InstRow, OperandSlot, OperandType};
use op::Op;

/// The kind of work that an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // Their names say it.
pub enum Class {
    Vector,
    Dual,
    Transcendental,
    Double,
    Matrix,
    Scalar,
    ScalarMemory,
    Local,
    Global,
    Scratch,
    Image,
    Export,
    Branch,
    Wait,
    Barrier,
    /// Takes its turn and no unit: a hint, the start of a clause, a message.
    Immediate,
}

impl Class {
    /// Of an instruction.
    pub fn of(inst: &AmdInst) -> Class {
        Class::of_row(inst.row())
    }

    /// Of all instructions of a row.
    pub fn of_row(row: &InstRow) -> Class {
        let meaning = row.meaning.alone();
        match row.format {
            AmdFormat::Smem => Class::ScalarMemory,
            AmdFormat::Ds | AmdFormat::Ldsdir => Class::Local,
            AmdFormat::Flat | AmdFormat::Global | AmdFormat::Mubuf | AmdFormat::Mtbuf => {
                Class::Global
            }
            AmdFormat::Scratch => Class::Scratch,
            AmdFormat::Mimg | AmdFormat::Vsample => Class::Image,
            AmdFormat::Exp => Class::Export,
            AmdFormat::Vopd => Class::Dual,
            AmdFormat::Sop1
            | AmdFormat::Sop2
            | AmdFormat::Sopc
            | AmdFormat::Sopk
            | AmdFormat::Sopp => scalar(meaning, row.format),
            _ if matches!(meaning, Meaning::Matrix(_) | Meaning::Mfma(_)) => Class::Matrix,
            _ if is_transcendental(meaning) => Class::Transcendental,
            _ if is_double(row) => Class::Double,
            _ => Class::Vector,
        }
    }

    /// As people call it.
    pub fn name(self) -> &'static str {
        match self {
            Class::Vector => "vector ALU",
            Class::Dual => "dual issue",
            Class::Transcendental => "transcendental",
            Class::Double => "double precision",
            Class::Matrix => "matrix",
            Class::Scalar => "scalar ALU",
            Class::ScalarMemory => "scalar memory",
            Class::Local => "LDS",
            Class::Global => "vector memory",
            Class::Scratch => "scratch",
            Class::Image => "image",
            Class::Export => "export",
            Class::Branch => "branch",
            Class::Wait => "wait",
            Class::Barrier => "barrier",
            Class::Immediate => "hint",
        }
    }
}

fn scalar(meaning: Meaning, format: AmdFormat) -> Class {
    use Meaning::{
        Barrier, Branch, Call, Clause, DelayAlu, Empties, End, Halt, Idle, Jump, Kill, Message,
        ModeBits, Nothing, SetPc, Sleep, SplitBarrier, SubvectorBegin, SubvectorEnd, SwapPc, Trap,
        Wait, WaitAlu, WritesBack,
    };
    match meaning {
        Jump | Branch(_) | SetPc | SwapPc | Call | SubvectorBegin | SubvectorEnd => Class::Branch,
        Wait(_) | WaitAlu => Class::Wait,
        Barrier | SplitBarrier(_) => Class::Barrier,
        Nothing(_)
        | Idle
        | Sleep(_)
        | Clause
        | DelayAlu
        | End
        | Halt
        | Kill
        | Message { .. }
        | ModeBits(_)
        | Trap
        | Empties(..)
        | WritesBack(_) => Class::Immediate,
        _ if format == AmdFormat::Sopp => Class::Immediate,
        _ => Class::Scalar,
    }
}

/// It runs on the unit for transcendentals.
#[rustfmt::skip]
pub fn is_transcendental(meaning: Meaning) -> bool {
    use Op::*;
    let (Meaning::Lane(op) | Meaning::OnScalar(op)) = meaning else {
        return false;
    };
    matches!(
        op,
        Exp2F32 | Log2F32 | RcpF32 | RsqrtF32 | SqrtF32 | SinTurnsF32 | CosTurnsF32
            | Exp2F16 | Log2F16 | RcpF16 | RsqrtF16 | SqrtF16 | SinTurnsF16 | CosTurnsF16
            | RcpF64 | RsqrtF64 | SqrtF64
    )
}

/// Floats of 64 bits, as sources or as the result, have a unit of their own, which is a sixteenth as wide.
pub(crate) fn is_double(row: &InstRow) -> bool {
    let source = |slot: &OperandSlot| {
        matches!(
            slot,
            OperandSlot::Src(OperandType::F64)
                | OperandSlot::SrcMods(OperandType::F64)
                | OperandSlot::SrcQuiet(OperandType::F64)
        )
    };
    let operation = row.meaning.operation();
    row.operands.iter().any(source)
        || operation.is_some_and(|op| op.signature().result == op::Ty::F64)
}

/// Products of 32-bit integers and sums of differences take four turns of the lanes.
pub(crate) fn is_product(row: &InstRow) -> bool {
    use Op::{MadWideI32, MadWideU32, MqsadU16, MulHiI32, MulHiU32, MulU32, QsadU16};
    let operation = row.meaning.operation();
    let multiplies = matches!(
        operation,
        Some(MulU32 | MulHiU32 | MulHiI32 | MadWideU32 | MadWideI32 | QsadU16 | MqsadU16)
    );
    multiplies || matches!(row.meaning, Meaning::Distances(..))
}
