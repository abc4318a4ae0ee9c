//! Moves, slides, gathers.

use super::*;
use crate::vector::VectorOp::*;

/// A copy: the only source is the second one.
const fn copy(funct3: u64, syntax: &'static str, operands: Operands, second: Second) -> Form {
    Form {
        vm: Some(1),
        rs2: Some(0),
        ..form(funct3, syntax, operands, second)
    }
}

const fn to_scalar(
    name: &'static str,
    funct3: u64,
    operands: Operands,
    second: Second,
    doc: &'static str,
) -> RiscvRow {
    let form = Form {
        vm: Some(1),
        rs1: Some(0),
        ..form(funct3, "{rd}, {vs2}", operands, second)
    };
    op(name, 0b010000, form, ToScalar, doc)
}

const fn registers(name: &'static str, count: u8) -> RiscvRow {
    let form = Form {
        vm: Some(1),
        rs1: Some(count as u64 - 1),
        ..form(3, "{vd}, {vs2}", D_V, Second::None)
    };
    op(
        name,
        0b100111,
        form,
        MoveRegisters(count),
        "Copies whole registers.",
    )
}

const X_COPY: Form = copy(4, "{vd}, {rs1}", D_X, Second::Integer);
const FROM_X: Form = copy(6, "{vd}, {rs1}", D_X, Second::Integer);
const FROM_F: Form = copy(5, "{vd}, {rs1}", D_F, Second::Float);

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = &[
    op("vmv.v.v", 0b010111, copy(0, "{vd}, {vs1}", D_V1, Second::Vector), Move, "Copies."),
    op("vmv.v.x", 0b010111, X_COPY, Move, "Copies rs1 to every element."),
    op("vmv.v.i", 0b010111, copy(3, "{vd}, {imm}", D_I, Second::Immediate), Move, "Copies a number to every element."),
    op("vfmv.v.f", 0b010111, FROM_F, Move, "Copies rs1 to every element."),
    op("vfmerge.vfm", 0b010111, with_v0(FVF), Merge, "rs1 where v0 is set, vs2 elsewhere."),
    to_scalar("vmv.x.s", 2, X_V, Second::Integer, "Element 0, sign-extended."),
    op("vmv.s.x", 0b010000, FROM_X, FromScalar, "Sets element 0."),
    to_scalar("vfmv.f.s", 1, F_V, Second::Float, "Element 0."),
    op("vfmv.s.f", 0b010000, FROM_F, FromScalar, "Sets element 0."),
    registers("vmv1r.v", 1),
    registers("vmv2r.v", 2),
    registers("vmv4r.v", 4),
    registers("vmv8r.v", 8),
    op("vslideup.vx", 0b001110, IVX, SlideUp, "Moves elements up by rs1 places."),
    op("vslideup.vi", 0b001110, IVU, SlideUp, "Moves elements up."),
    op("vslidedown.vx", 0b001111, IVX, SlideDown, "Moves elements down by rs1 places."),
    op("vslidedown.vi", 0b001111, IVU, SlideDown, "Moves elements down."),
    op("vslide1up.vx", 0b001110, MVX, SlideUpOne, "Moves elements up by one; rs1 becomes the first."),
    op("vslide1down.vx", 0b001111, MVX, SlideDownOne, "Moves elements down by one; rs1 becomes the last."),
    op("vfslide1up.vf", 0b001110, FVF, SlideUpOne, "Moves elements up by one; rs1 becomes the first."),
    op("vfslide1down.vf", 0b001111, FVF, SlideDownOne, "Moves elements down by one; rs1 becomes the last."),
    op("vrgather.vv", 0b001100, IVV, Gather { short: false }, "vs2[vs1[i]], zero beyond the end."),
    op("vrgather.vx", 0b001100, IVX, Gather { short: false }, "vs2[rs1] for every element."),
    op("vrgather.vi", 0b001100, IVU, Gather { short: false }, "vs2[imm] for every element."),
    op("vrgatherei16.vv", 0b001110, IVV, Gather { short: true }, "vs2[vs1[i]] with indices of 16 bits."),
    op("vcompress.vm", 0b010111, unmasked(MVV), Compress, "The elements whose bit in vs1 is set, close together."),
];
