//! The part of the vector extension that tile kernels need.

use super::{TileRow, host};
use crate::host::Host::Vector;
use crate::host::VectorOp::{self, *};
use crate::host::VectorSecond as Second;
use crate::host::encoding::*;
use isa::Operand;

const LOADED: &[&Operand] = &[&VD, &X1, &MASK];
const STORED: &[&Operand] = &[&VS3, &X1, &MASK];

const fn arithmetic(
    name: &'static str,
    syntax: &'static str,
    operands: &'static [&'static Operand],
    f6: u64,
    f3: u64,
    op: VectorOp,
    doc: &'static str,
) -> TileRow {
    host(name, &V, syntax, operands, Vector(op))
        .fix(&OP, 0x57)
        .fix(&FUNCT3, f3)
        .fix(&FUNCT6, f6)
        .doc(doc)
}

const fn load(name: &'static str, f3: u64, bytes: u8) -> TileRow {
    host(
        name,
        &V,
        "{vd}, ({rs1}){[, {vm}]}",
        LOADED,
        Vector(Load { bytes }),
    )
    .fix(&OP, 0x07)
    .fix(&FUNCT3, f3)
    .fix(&MOP, 0)
    .fix(&RS2, 0)
    .doc("Loads consecutive elements.")
}

const fn store(name: &'static str, f3: u64, bytes: u8) -> TileRow {
    host(
        name,
        &V,
        "{vs3}, ({rs1}){[, {vm}]}",
        STORED,
        Vector(Store { bytes }),
    )
    .fix(&OP, 0x27)
    .fix(&FUNCT3, f3)
    .fix(&MOP, 0)
    .fix(&RS2, 0)
    .doc("Stores consecutive elements.")
}

#[rustfmt::skip]
pub static ROWS: &[TileRow] = &[
    host("vsetvli", &V, "{rd}, {rs1}, {vtype}", &[&XD, &X1, &VTYPE11], Vector(SetVli)).fix(&OP, 0x57).fix(&FUNCT3, 7).fix(&V31, 0)
        .doc("Sets the vector length and type."),
    host("vsetivli", &V, "{rd}, {uimm}, {vtype}", &[&XD, &UIMM5, &VTYPE10], Vector(SetIvli)).fix(&OP, 0x57).fix(&FUNCT3, 7).fix(&V3130, 3)
        .doc("Sets the vector length and type."),
    host("vsetvl", &V, "{rd}, {rs1}, {rs2}", &[&XD, &X1, &X2], Vector(SetVl)).fix(&OP, 0x57).fix(&FUNCT3, 7).fix(&FUNCT7, 0x40)
        .doc("Sets the vector length and type."),
    load("vle8.v", 0, 1),
    load("vle16.v", 5, 2),
    load("vle32.v", 6, 4),
    load("vle64.v", 7, 8),
    store("vse8.v", 0, 1),
    store("vse16.v", 5, 2),
    store("vse32.v", 6, 4),
    store("vse64.v", 7, 8),
    arithmetic("vid.v", "{vd}{[, {vm}]}", &[&VD, &MASK], 0b010100, 2, Id, "The number of each element.").fix(&RS2, 0).fix(&RS1, 0b10001),
    arithmetic("vadd.vv", "{vd}, {vs2}, {vs1}{[, {vm}]}", &[&VD, &VS2, &VS1, &MASK], 0, 0, Add(Second::Vector), "vs2 + vs1."),
    arithmetic("vadd.vx", "{vd}, {vs2}, {rs1}{[, {vm}]}", &[&VD, &VS2, &X1, &MASK], 0, 4, Add(Second::Integer), "vs2 + rs1."),
    arithmetic("vadd.vi", "{vd}, {vs2}, {imm}{[, {vm}]}", &[&VD, &VS2, &VIMM, &MASK], 0, 3, Add(Second::Immediate), "vs2 + imm."),
    arithmetic("vmul.vv", "{vd}, {vs2}, {vs1}{[, {vm}]}", &[&VD, &VS2, &VS1, &MASK], 0b100101, 2, Mul(Second::Vector), "vs2 * vs1, low bits."),
    arithmetic("vmul.vx", "{vd}, {vs2}, {rs1}{[, {vm}]}", &[&VD, &VS2, &X1, &MASK], 0b100101, 6, Mul(Second::Integer), "vs2 * rs1, low bits."),
    arithmetic("vmv.v.v", "{vd}, {vs1}", &[&VD, &VS1], 0b010111, 0, Move(Second::Vector), "Copies.").fix(&VM, 1).fix(&RS2, 0),
    arithmetic("vmv.v.x", "{vd}, {rs1}", &[&VD, &X1], 0b010111, 4, Move(Second::Integer), "Copies rs1 to every element.").fix(&VM, 1).fix(&RS2, 0),
    arithmetic("vmv.v.i", "{vd}, {imm}", &[&VD, &VIMM], 0b010111, 3, Move(Second::Immediate), "Copies a number to every element.").fix(&VM, 1).fix(&RS2, 0),
    arithmetic("vmv.x.s", "{rd}, {vs2}", &[&XD, &VS2], 0b010000, 2, ToInteger, "Element 0, sign-extended.").fix(&VM, 1).fix(&RS1, 0),
    arithmetic("vmv.s.x", "{vd}, {rs1}", &[&VD, &X1], 0b010000, 6, FromInteger, "Sets element 0.").fix(&VM, 1).fix(&RS2, 0),
];
