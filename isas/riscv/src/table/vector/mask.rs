//! Masks.

use super::*;
use crate::vector::{First, VectorOp::*};

const MM: Form = unmasked(MVV);

/// A result in an integer register.
const fn counted(name: &'static str, code: u64, meaning: VectorOp, doc: &'static str) -> RiscvRow {
    let form = Form {
        rs1: Some(code),
        ..form(2, "{rd}, {vs2}{[, {vm}]}", X_V_MASK, Second::None)
    };
    op(name, 0b010000, form, meaning, doc)
}

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = &[
    op("vmandn.mm", 0b011000, MM, Mask(|a, b| a & !b), "vs2 and not vs1."),
    op("vmand.mm", 0b011001, MM, Mask(|a, b| a & b), "vs2 and vs1."),
    op("vmor.mm", 0b011010, MM, Mask(|a, b| a | b), "vs2 or vs1."),
    op("vmxor.mm", 0b011011, MM, Mask(|a, b| a ^ b), "Exclusive or."),
    op("vmorn.mm", 0b011100, MM, Mask(|a, b| a | !b), "vs2 or not vs1."),
    op("vmnand.mm", 0b011101, MM, Mask(|a, b| !(a & b)), "Not both."),
    op("vmnor.mm", 0b011110, MM, Mask(|a, b| !(a | b)), "Neither."),
    op("vmxnor.mm", 0b011111, MM, Mask(|a, b| a == b), "Both or neither."),
    counted("vcpop.m", 0b10000, CountMask, "How many bits are set."),
    counted("vfirst.m", 0b10001, FirstMask, "The first bit that is set, or -1."),
    op("vmsbf.m", 0b010100, unary(2, 0b00001), SetMask(First::Before), "Sets the bits before the first that is set."),
    op("vmsof.m", 0b010100, unary(2, 0b00010), SetMask(First::Only), "Sets the first bit that is set, alone."),
    op("vmsif.m", 0b010100, unary(2, 0b00011), SetMask(First::Including), "Sets the bits up to the first that is set."),
    op("viota.m", 0b010100, unary(2, 0b10000), Iota, "How many bits are set before each element."),
    op("vid.v", 0b010100, Form { rs2: Some(0), ..form_of_id() }, Id, "The number of each element."),
];

const fn form_of_id() -> Form {
    Form {
        rs1: Some(0b10001),
        ..form(2, "{vd}{[, {vm}]}", D_MASK, Second::None)
    }
}
