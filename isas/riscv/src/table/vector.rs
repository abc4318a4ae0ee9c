//! The vector extension, version 1.0, as `rv64gcv` has it.

mod aliases;
mod float;
mod integer;
mod mask;
mod memory;
mod permute;

use super::RiscvRow;
use crate::effect::Effect::Vector;
use crate::encoding::*;
use crate::vector::{Second, VectorOp};
use isa::Operand;

pub use aliases::ALIASES;

/// All groups of rows.
pub static ROWS: &[&[RiscvRow]] = &[
    memory::CONFIGURATION,
    memory::ROWS,
    integer::ROWS,
    integer::FIXED_POINT,
    integer::WIDENING,
    integer::REDUCTIONS,
    mask::ROWS,
    permute::ROWS,
    float::ROWS,
    float::CONVERSIONS,
];

type Operands = &'static [&'static Operand];

/// What the sources of an arithmetic instruction are, how they are written, and which funct3
/// says so.
#[derive(Clone, Copy)]
struct Form {
    funct3: u64,
    syntax: &'static str,
    operands: Operands,
    second: Second,
    /// Fields that no operand fills.
    vm: Option<u64>,
    rs1: Option<u64>,
    rs2: Option<u64>,
}

const fn form(funct3: u64, syntax: &'static str, operands: Operands, second: Second) -> Form {
    Form {
        funct3,
        syntax,
        operands,
        second,
        vm: None,
        rs1: None,
        rs2: None,
    }
}

const VECTORS: &str = "{vd}, {vs2}, {vs1}{[, {vm}]}";
const SCALAR: &str = "{vd}, {vs2}, {rs1}{[, {vm}]}";
const NUMBER: &str = "{vd}, {vs2}, {imm}{[, {vm}]}";
const VVV: Operands = &[&VD, &VS2, &VS1, &MASK];
const VVX: Operands = &[&VD, &VS2, &X1, &MASK];
const VVF: Operands = &[&VD, &VS2, &F1, &MASK];
const VVI: Operands = &[&VD, &VS2, &VIMM, &MASK];
const VVU: Operands = &[&VD, &VS2, &VUIMM, &MASK];
const VV: Operands = &[&VD, &VS2, &MASK];
// The same without a mask, and those of the few that are different.
const D_VV: Operands = &[&VD, &VS2, &VS1];
const D_VX: Operands = &[&VD, &VS2, &X1];
const D_VF: Operands = &[&VD, &VS2, &F1];
const D_VI: Operands = &[&VD, &VS2, &VIMM];
const D_V: Operands = &[&VD, &VS2];
const D_X: Operands = &[&VD, &X1];
const D_F: Operands = &[&VD, &F1];
const D_V1: Operands = &[&VD, &VS1];
const D_I: Operands = &[&VD, &VIMM];
const X_V_MASK: Operands = &[&XD, &VS2, &MASK];
const D_MASK: Operands = &[&VD, &MASK];
const X_V: Operands = &[&XD, &VS2];
const F_V: Operands = &[&FD, &VS2];

// Integers: funct3 0, 3 and 4; multiplication, division and masks: 2 and 6; floats: 1 and 5.
const IVV: Form = form(0, VECTORS, VVV, Second::Vector);
const IVX: Form = form(4, SCALAR, VVX, Second::Integer);
const IVI: Form = form(3, NUMBER, VVI, Second::Immediate);
const IVU: Form = form(3, NUMBER, VVU, Second::Immediate);
const MVV: Form = form(2, VECTORS, VVV, Second::Vector);
const MVX: Form = form(6, SCALAR, VVX, Second::Integer);
const FVV: Form = form(1, VECTORS, VVV, Second::Vector);
const FVF: Form = form(5, SCALAR, VVF, Second::Float);
/// With an accumulator, the second source is written first.
const MVV_FIRST: Form = form(2, "{vd}, {vs1}, {vs2}{[, {vm}]}", VVV, Second::Vector);
const MVX_FIRST: Form = form(6, "{vd}, {rs1}, {vs2}{[, {vm}]}", VVX, Second::Integer);
const FVV_FIRST: Form = form(1, "{vd}, {vs1}, {vs2}{[, {vm}]}", VVV, Second::Vector);
const FVF_FIRST: Form = form(5, "{vd}, {rs1}, {vs2}{[, {vm}]}", VVF, Second::Float);

/// With one source: the field of the other says which instruction it is.
const fn unary(funct3: u64, code: u64) -> Form {
    Form {
        rs1: Some(code),
        ..form(funct3, "{vd}, {vs2}{[, {vm}]}", VV, Second::None)
    }
}

/// The same without a mask, and with one that is always read.
const fn unmasked(from: Form) -> Form {
    let (syntax, operands): (&str, Operands) = match from.second {
        Second::Vector => ("{vd}, {vs2}, {vs1}", D_VV),
        Second::Integer => ("{vd}, {vs2}, {rs1}", D_VX),
        Second::Float => ("{vd}, {vs2}, {rs1}", D_VF),
        Second::Immediate => ("{vd}, {vs2}, {imm}", D_VI),
        Second::None => ("{vd}, {vs2}", D_V),
    };
    Form {
        vm: Some(1),
        ..form(from.funct3, syntax, operands, from.second)
    }
}

const fn with_v0(from: Form) -> Form {
    let plain = unmasked(from);
    let syntax = match from.second {
        Second::Vector => "{vd}, {vs2}, {vs1}, v0",
        Second::Immediate => "{vd}, {vs2}, {imm}, v0",
        _ => "{vd}, {vs2}, {rs1}, v0",
    };
    Form {
        vm: Some(0),
        ..form(from.funct3, syntax, plain.operands, from.second)
    }
}

/// An arithmetic instruction.
const fn op(
    name: &'static str,
    funct6: u64,
    form: Form,
    meaning: VectorOp,
    doc: &'static str,
) -> RiscvRow {
    let what = Vector(meaning, form.second);
    let mut row = RiscvRow::new(name, &V, form.syntax, form.operands, what)
        .fix(&OP, 0x57)
        .fix(&FUNCT3, form.funct3)
        .fix(&FUNCT6, funct6)
        .doc(doc);
    if let Some(value) = form.vm {
        row = row.fix(&VM, value);
    }
    if let Some(value) = form.rs1 {
        row = row.fix(&RS1, value);
    }
    if let Some(value) = form.rs2 {
        row = row.fix(&RS2, value);
    }
    row
}

/// One line for each operation, with the forms that it has.
macro_rules! rows {
    ($($name:literal $funct6:literal [$($suffix:literal $form:expr),+] $meaning:expr, $doc:literal;)*) => {
        &[$($(op(concat!($name, ".", $suffix), $funct6, $form, $meaning, $doc)),+),*]
    };
}
use rows;
