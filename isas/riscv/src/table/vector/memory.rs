//! Setting the type, loads and stores.

use super::*;
use crate::vector::{Addressing, VectorOp::*};

const fn set(
    name: &'static str,
    syntax: &'static str,
    operands: Operands,
    op: VectorOp,
) -> RiscvRow {
    RiscvRow::new(name, &V, syntax, operands, Vector(op, Second::None))
        .fix(&OP, 0x57)
        .fix(&FUNCT3, 7)
        .doc("Sets the vector length and type.")
}

#[rustfmt::skip]
pub static CONFIGURATION: &[RiscvRow] = &[
    set("vsetvli", "{rd}, {rs1}, {vtype}", &[&XD, &X1, &VTYPE11], SetVli).fix(&V31, 0),
    set("vsetivli", "{rd}, {uimm}, {vtype}", &[&XD, &UIMM5, &VTYPE10], SetIvli).fix(&V3130, 3),
    set("vsetvl", "{rd}, {rs1}, {rs2}", &[&XD, &X1, &X2], SetVl).fix(&FUNCT7, 0x40),
];

/// Bits 28:26 of an access: unit stride, indexed without order, strided, indexed in order.
const UNIT: u64 = 0;
const UNORDERED: u64 = 1;
const STRIDED: u64 = 2;
const ORDERED: u64 = 3;

const fn access(
    name: &'static str,
    syntax: &'static str,
    operands: Operands,
    mop: u64,
    meaning: VectorOp,
    doc: &'static str,
) -> RiscvRow {
    let opcode = match meaning {
        Load(_) => 0x07,
        _ => 0x27,
    };
    RiscvRow::new(name, &V, syntax, operands, Vector(meaning, Second::None))
        .fix(&OP, opcode)
        .fix(&MEW_MOP, mop)
        .doc(doc)
}

/// Elements one after another; `lumop` says which way of doing so.
const fn unit(
    name: &'static str,
    operands: Operands,
    lumop: u64,
    meaning: VectorOp,
    doc: &'static str,
) -> RiscvRow {
    let syntax = match meaning {
        Load(_) => "{vd}, ({rs1}){[, {vm}]}",
        _ => "{vs3}, ({rs1}){[, {vm}]}",
    };
    access(name, syntax, operands, UNIT, meaning, doc).fix(&RS2, lumop)
}

const fn strided(
    name: &'static str,
    operands: Operands,
    meaning: VectorOp,
    doc: &'static str,
) -> RiscvRow {
    let syntax = match meaning {
        Load(_) => "{vd}, ({rs1}), {rs2}{[, {vm}]}",
        _ => "{vs3}, ({rs1}), {rs2}{[, {vm}]}",
    };
    access(name, syntax, operands, STRIDED, meaning, doc)
}

const fn indexed(
    name: &'static str,
    operands: Operands,
    mop: u64,
    meaning: VectorOp,
    doc: &'static str,
) -> RiscvRow {
    let syntax = match meaning {
        Load(_) => "{vd}, ({rs1}), {vs2}{[, {vm}]}",
        _ => "{vs3}, ({rs1}), {vs2}{[, {vm}]}",
    };
    access(name, syntax, operands, mop, meaning, doc)
}

const fn whole(
    name: &'static str,
    syntax: &'static str,
    operands: Operands,
    meaning: VectorOp,
    doc: &'static str,
) -> RiscvRow {
    access(name, syntax, operands, UNIT, meaning, doc)
        .fix(&RS2, 0b01000)
        .fix(&VM, 1)
}

const LOADED: Operands = &[&VD, &X1, &MASK, &EEW];
const LOADED_SEGMENT: Operands = &[&VD, &X1, &MASK, &EEW, &FIELDS];
const STORED: Operands = &[&VS3, &X1, &MASK, &EEW];
const STORED_SEGMENT: Operands = &[&VS3, &X1, &MASK, &EEW, &FIELDS];
const LOADED_STRIDED: Operands = &[&VD, &X1, &X2, &MASK, &EEW];
const LOADED_STRIDED_SEGMENT: Operands = &[&VD, &X1, &X2, &MASK, &EEW, &FIELDS];
const STORED_STRIDED: Operands = &[&VS3, &X1, &X2, &MASK, &EEW];
const STORED_STRIDED_SEGMENT: Operands = &[&VS3, &X1, &X2, &MASK, &EEW, &FIELDS];
const LOADED_INDEXED: Operands = &[&VD, &X1, &VS2, &MASK, &EEW];
const LOADED_INDEXED_SEGMENT: Operands = &[&VD, &X1, &VS2, &MASK, &EEW, &FIELDS];
const STORED_INDEXED: Operands = &[&VS3, &X1, &VS2, &MASK, &EEW];
const STORED_INDEXED_SEGMENT: Operands = &[&VS3, &X1, &VS2, &MASK, &EEW, &FIELDS];

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = &[
    unit("vle{width}.v", LOADED, 0, Load(Addressing::Unit), "Loads consecutive elements.").fix(&NF, 0),
    unit("vse{width}.v", STORED, 0, Store(Addressing::Unit), "Stores consecutive elements.").fix(&NF, 0),
    unit("vle{width}ff.v", LOADED, 0b10000, Load(Addressing::FaultFirst), "Loads consecutive elements up to the first that cannot be.").fix(&NF, 0),
    unit("vlseg{nf}e{width}.v", LOADED_SEGMENT, 0, Load(Addressing::Unit), "Loads consecutive structures, a register group for each field."),
    unit("vsseg{nf}e{width}.v", STORED_SEGMENT, 0, Store(Addressing::Unit), "Stores consecutive structures."),
    unit("vlseg{nf}e{width}ff.v", LOADED_SEGMENT, 0b10000, Load(Addressing::FaultFirst), "Loads consecutive structures up to the first that cannot be."),
    strided("vlse{width}.v", LOADED_STRIDED, Load(Addressing::Strided), "Loads elements that lie rs2 bytes apart.").fix(&NF, 0),
    strided("vsse{width}.v", STORED_STRIDED, Store(Addressing::Strided), "Stores elements rs2 bytes apart.").fix(&NF, 0),
    strided("vlsseg{nf}e{width}.v", LOADED_STRIDED_SEGMENT, Load(Addressing::Strided), "Loads structures that lie rs2 bytes apart."),
    strided("vssseg{nf}e{width}.v", STORED_STRIDED_SEGMENT, Store(Addressing::Strided), "Stores structures rs2 bytes apart."),
    indexed("vluxei{width}.v", LOADED_INDEXED, UNORDERED, Load(Addressing::Indexed), "Loads elements from rs1 + vs2[i].").fix(&NF, 0),
    indexed("vsuxei{width}.v", STORED_INDEXED, UNORDERED, Store(Addressing::Indexed), "Stores elements to rs1 + vs2[i].").fix(&NF, 0),
    indexed("vloxei{width}.v", LOADED_INDEXED, ORDERED, Load(Addressing::Indexed), "Loads elements from rs1 + vs2[i], in order.").fix(&NF, 0),
    indexed("vsoxei{width}.v", STORED_INDEXED, ORDERED, Store(Addressing::Indexed), "Stores elements to rs1 + vs2[i], in order.").fix(&NF, 0),
    indexed("vluxseg{nf}ei{width}.v", LOADED_INDEXED_SEGMENT, UNORDERED, Load(Addressing::Indexed), "Loads structures from rs1 + vs2[i]."),
    indexed("vsuxseg{nf}ei{width}.v", STORED_INDEXED_SEGMENT, UNORDERED, Store(Addressing::Indexed), "Stores structures to rs1 + vs2[i]."),
    indexed("vloxseg{nf}ei{width}.v", LOADED_INDEXED_SEGMENT, ORDERED, Load(Addressing::Indexed), "Loads structures from rs1 + vs2[i], in order."),
    indexed("vsoxseg{nf}ei{width}.v", STORED_INDEXED_SEGMENT, ORDERED, Store(Addressing::Indexed), "Stores structures to rs1 + vs2[i], in order."),
    access("vlm.v", "{vd}, ({rs1})", &[&VD, &X1], UNIT, Load(Addressing::Mask), "Loads a mask.").fix(&RS2, 0b01011).fix(&VM, 1).fix(&NF, 0).fix(&FUNCT3, 0),
    access("vsm.v", "{vs3}, ({rs1})", &[&VS3, &X1], UNIT, Store(Addressing::Mask), "Stores a mask.").fix(&RS2, 0b01011).fix(&VM, 1).fix(&NF, 0).fix(&FUNCT3, 0),
    whole("vl{nf}re{width}.v", "{vd}, ({rs1})", &[&VD, &X1, &EEW, &REGISTERS], Load(Addressing::Whole), "Loads whole registers."),
    whole("vs{nf}r.v", "{vs3}, ({rs1})", &[&VS3, &X1, &REGISTERS], Store(Addressing::Whole), "Stores whole registers.").fix(&FUNCT3, 0),
];
