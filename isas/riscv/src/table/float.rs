//! RV64 F and D.

use super::RiscvRow;
use crate::effect::Effect::*;
use crate::encoding::*;
use crate::float::{FloatOp, FloatOp::*, Integer};
use isa::{Alias, Operand};

type Operands = &'static [&'static Operand];
const FFF_RM: Operands = &[&FD, &F1, &F2, &ROUND];
const FF_RM: Operands = &[&FD, &F1, &ROUND];
const FF_RNE: Operands = &[&FD, &F1, &ROUND_EXACT];
const FFF: Operands = &[&FD, &F1, &F2];
const XFF: Operands = &[&XD, &F1, &F2];
const XF: Operands = &[&XD, &F1];
const FX: Operands = &[&FD, &X1];
const XF_RM: Operands = &[&XD, &F1, &ROUND];
const FX_RM: Operands = &[&FD, &X1, &ROUND];
const FX_RNE: Operands = &[&FD, &X1, &ROUND_EXACT];
const LOADED: Operands = &[&FD, &X1, &IMM];
const STORED: Operands = &[&F2, &X1, &STORE];
const FFFF: Operands = &[&FD, &F1, &F2, &F3, &ROUND];

const fn row(
    name: &'static str,
    syntax: &'static str,
    operands: Operands,
    f7: u64,
    op: FloatOp,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(
        name,
        &FR,
        syntax,
        operands,
        Float {
            op,
            double: f7 & 1 == 1,
        },
    )
    .fix(&OP, 0x53)
    .fix(&FUNCT7, f7)
    .doc(doc)
}

const fn rounded(name: &'static str, f7: u64, op: FloatOp, doc: &'static str) -> RiscvRow {
    row(name, "{rd}, {rs1}, {rs2}{[, {rm}]}", FFF_RM, f7, op, doc)
}

const fn exact(name: &'static str, f7: u64, f3: u64, op: FloatOp, doc: &'static str) -> RiscvRow {
    row(name, "{rd}, {rs1}, {rs2}", FFF, f7, op, doc).fix(&FUNCT3, f3)
}

const fn compare(name: &'static str, f7: u64, f3: u64, op: FloatOp, doc: &'static str) -> RiscvRow {
    row(name, "{rd}, {rs1}, {rs2}", XFF, f7, op, doc).fix(&FUNCT3, f3)
}

const fn to_integer(name: &'static str, f7: u64, rs2: u64, ty: Integer) -> RiscvRow {
    row(
        name,
        "{rd}, {rs1}{[, {rm}]}",
        XF_RM,
        f7,
        ToInteger(ty),
        "Converts to an integer.",
    )
    .fix(&RS2, rs2)
}

const fn from_integer(name: &'static str, f7: u64, rs2: u64, ty: Integer) -> RiscvRow {
    row(
        name,
        "{rd}, {rs1}{[, {rm}]}",
        FX_RM,
        f7,
        FromInteger(ty),
        "Converts an integer.",
    )
    .fix(&RS2, rs2)
}

/// A conversion that is always exact, whose rounding mode is therefore written as `rne`.
const fn from_integer_exact(name: &'static str, f7: u64, rs2: u64, ty: Integer) -> RiscvRow {
    row(
        name,
        "{rd}, {rs1}{[, {rm}]}",
        FX_RNE,
        f7,
        FromInteger(ty),
        "Converts an integer.",
    )
    .fix(&RS2, rs2)
}

const fn fused(
    name: &'static str,
    op: u64,
    fmt: u64,
    meaning: FloatOp,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(
        name,
        &R4,
        "{rd}, {rs1}, {rs2}, {rs3}{[, {rm}]}",
        FFFF,
        Float {
            op: meaning,
            double: fmt == 1,
        },
    )
    .fix(&OP, op)
    .fix(&FUNCT2, fmt)
    .doc(doc)
}

const fn load(name: &'static str, f3: u64, bytes: u8) -> RiscvRow {
    RiscvRow::new(name, &I, "{rd}, {imm?}({rs1})", LOADED, FloatLoad { bytes })
        .fix(&OP, 0x07)
        .fix(&FUNCT3, f3)
        .doc("Loads a float.")
}

const fn store(name: &'static str, f3: u64, bytes: u8) -> RiscvRow {
    RiscvRow::new(
        name,
        &S,
        "{rs2}, {imm?}({rs1})",
        STORED,
        FloatStore { bytes },
    )
    .fix(&OP, 0x27)
    .fix(&FUNCT3, f3)
    .doc("Stores a float.")
}

macro_rules! both {
    ($($base:literal $make:ident($f7:literal $(, $more:expr)*);)*) => {
        &[$($make(concat!($base, ".s"), $f7 $(, $more)*), $make(concat!($base, ".d"), $f7 + 1 $(, $more)*)),*]
    };
}

#[rustfmt::skip]
pub static SAME_SHAPE: &[RiscvRow] = both! {
    "fadd" rounded(0x00, Add, "rs1 + rs2.");
    "fsub" rounded(0x04, Sub, "rs1 - rs2.");
    "fmul" rounded(0x08, Mul, "rs1 * rs2.");
    "fdiv" rounded(0x0c, Div, "rs1 / rs2.");
    "fsgnj" exact(0x10, 0, SignCopy, "rs1 with the sign of rs2.");
    "fsgnjn" exact(0x10, 1, SignNot, "rs1 with the opposite of the sign of rs2.");
    "fsgnjx" exact(0x10, 2, SignXor, "rs1 with the product of both signs.");
    "fmin" exact(0x14, 0, Min, "Minimum.");
    "fmax" exact(0x14, 1, Max, "Maximum.");
    "fle" compare(0x50, 0, Le, "1 if rs1 <= rs2.");
    "flt" compare(0x50, 1, Lt, "1 if rs1 < rs2.");
    "feq" compare(0x50, 2, Eq, "1 if rs1 == rs2.");
    "fcvt.w" to_integer(0x60, 0, Integer::I32);
    "fcvt.wu" to_integer(0x60, 1, Integer::U32);
    "fcvt.l" to_integer(0x60, 2, Integer::I64);
    "fcvt.lu" to_integer(0x60, 3, Integer::U64);
};

const SQRT: &str = "Square root.";

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = &[
    load("flw", 2, 4),
    load("fld", 3, 8),
    store("fsw", 2, 4),
    store("fsd", 3, 8),
    row("fsqrt.s", "{rd}, {rs1}{[, {rm}]}", FF_RM, 0x2c, Sqrt, SQRT).fix(&RS2, 0),
    row("fsqrt.d", "{rd}, {rs1}{[, {rm}]}", FF_RM, 0x2d, Sqrt, SQRT).fix(&RS2, 0),
    from_integer("fcvt.s.w", 0x68, 0, Integer::I32),
    from_integer("fcvt.s.wu", 0x68, 1, Integer::U32),
    from_integer("fcvt.s.l", 0x68, 2, Integer::I64),
    from_integer("fcvt.s.lu", 0x68, 3, Integer::U64),
    from_integer_exact("fcvt.d.w", 0x69, 0, Integer::I32),
    from_integer_exact("fcvt.d.wu", 0x69, 1, Integer::U32),
    from_integer("fcvt.d.l", 0x69, 2, Integer::I64),
    from_integer("fcvt.d.lu", 0x69, 3, Integer::U64),
    row("fcvt.s.d", "{rd}, {rs1}{[, {rm}]}", FF_RM, 0x20, Convert, "Rounds to single precision.").fix(&RS2, 1),
    row("fcvt.d.s", "{rd}, {rs1}{[, {rm}]}", FF_RNE, 0x21, Convert, "Widens to double precision.").fix(&RS2, 0),
    row("fmv.x.w", "{rd}, {rs1}", XF, 0x70, ToBits, "Copies bits, sign-extended.").fix(&RS2, 0).fix(&FUNCT3, 0),
    row("fmv.x.d", "{rd}, {rs1}", XF, 0x71, ToBits, "Copies bits.").fix(&RS2, 0).fix(&FUNCT3, 0),
    row("fmv.w.x", "{rd}, {rs1}", FX, 0x78, FromBits, "Copies bits.").fix(&RS2, 0).fix(&FUNCT3, 0),
    row("fmv.d.x", "{rd}, {rs1}", FX, 0x79, FromBits, "Copies bits.").fix(&RS2, 0).fix(&FUNCT3, 0),
    row("fclass.s", "{rd}, {rs1}", XF, 0x70, Class, "What kind of number it is, a bit each.").fix(&RS2, 0).fix(&FUNCT3, 1),
    row("fclass.d", "{rd}, {rs1}", XF, 0x71, Class, "What kind of number it is, a bit each.").fix(&RS2, 0).fix(&FUNCT3, 1),
    fused("fmadd.s", 0x43, 0, MulAdd { negate_product: false, negate_addend: false }, "rs1 * rs2 + rs3."),
    fused("fmadd.d", 0x43, 1, MulAdd { negate_product: false, negate_addend: false }, "rs1 * rs2 + rs3."),
    fused("fmsub.s", 0x47, 0, MulAdd { negate_product: false, negate_addend: true }, "rs1 * rs2 - rs3."),
    fused("fmsub.d", 0x47, 1, MulAdd { negate_product: false, negate_addend: true }, "rs1 * rs2 - rs3."),
    fused("fnmsub.s", 0x4b, 0, MulAdd { negate_product: true, negate_addend: false }, "-(rs1 * rs2) + rs3."),
    fused("fnmsub.d", 0x4b, 1, MulAdd { negate_product: true, negate_addend: false }, "-(rs1 * rs2) + rs3."),
    fused("fnmadd.s", 0x4f, 0, MulAdd { negate_product: true, negate_addend: true }, "-(rs1 * rs2) - rs3."),
    fused("fnmadd.d", 0x4f, 1, MulAdd { negate_product: true, negate_addend: true }, "-(rs1 * rs2) - rs3."),
];

#[rustfmt::skip]
pub static ALIASES: &[Alias] = &[
    Alias::new("fmv.s", "{rd}, {rs1}", "fsgnj.s {rd}, {rs1}, {rs1}", "Copies.").printed(),
    Alias::new("fabs.s", "{rd}, {rs1}", "fsgnjx.s {rd}, {rs1}, {rs1}", "Absolute value.").printed(),
    Alias::new("fneg.s", "{rd}, {rs1}", "fsgnjn.s {rd}, {rs1}, {rs1}", "Negates.").printed(),
    Alias::new("fmv.d", "{rd}, {rs1}", "fsgnj.d {rd}, {rs1}, {rs1}", "Copies.").printed(),
    Alias::new("fabs.d", "{rd}, {rs1}", "fsgnjx.d {rd}, {rs1}, {rs1}", "Absolute value.").printed(),
    Alias::new("fneg.d", "{rd}, {rs1}", "fsgnjn.d {rd}, {rs1}, {rs1}", "Negates.").printed(),
    Alias::new("fgt.s", "{rd}, {rs2}, {rs1}", "flt.s {rd}, {rs1}, {rs2}", "1 if greater."),
    Alias::new("fge.s", "{rd}, {rs2}, {rs1}", "fle.s {rd}, {rs1}, {rs2}", "1 if not less."),
    Alias::new("fgt.d", "{rd}, {rs2}, {rs1}", "flt.d {rd}, {rs1}, {rs2}", "1 if greater."),
    Alias::new("fge.d", "{rd}, {rs2}, {rs1}", "fle.d {rd}, {rs1}, {rs2}", "1 if not less."),
    Alias::new("fmv.x.s", "{rd}, {rs1}", "fmv.x.w {rd}, {rs1}", "Copies bits."),
    Alias::new("fmv.s.x", "{rd}, {rs1}", "fmv.w.x {rd}, {rs1}", "Copies bits."),
    Alias::new("frcsr", "{rd}", "csrrs {rd}, 3, zero", "Reads fcsr.").printed(),
    Alias::new("fscsr", "{rs1}", "csrrw zero, 3, {rs1}", "Writes fcsr.").printed(),
    Alias::new("fscsr", "{rd}, {rs1}", "csrrw {rd}, 3, {rs1}", "Swaps fcsr.").printed(),
    Alias::new("frrm", "{rd}", "csrrs {rd}, 2, zero", "Reads the rounding mode.").printed(),
    Alias::new("fsrm", "{rs1}", "csrrw zero, 2, {rs1}", "Writes the rounding mode.").printed(),
    Alias::new("fsrm", "{rd}, {rs1}", "csrrw {rd}, 2, {rs1}", "Swaps the rounding mode.").printed(),
    Alias::new("frflags", "{rd}", "csrrs {rd}, 1, zero", "Reads the flags.").printed(),
    Alias::new("fsflags", "{rs1}", "csrrw zero, 1, {rs1}", "Writes the flags.").printed(),
    Alias::new("fsflags", "{rd}, {rs1}", "csrrw {rd}, 1, {rs1}", "Swaps the flags.").printed(),
    Alias::new("fsrmi", "{uimm}", "csrrwi zero, 2, {uimm}", "Sets the rounding mode.").printed(),
    Alias::new("fsrmi", "{rd}, {uimm}", "csrrwi {rd}, 2, {uimm}", "Swaps the rounding mode.").printed(),
    Alias::new("fsflagsi", "{uimm}", "csrrwi zero, 1, {uimm}", "Sets the flags.").printed(),
    Alias::new("fsflagsi", "{rd}, {uimm}", "csrrwi {rd}, 1, {uimm}", "Swaps the flags.").printed(),
    Alias::new("rdinstret", "{rd}", "csrrs {rd}, 3074, zero", "Instructions so far.").printed(),
    Alias::new("rdcycle", "{rd}", "csrrs {rd}, 3072, zero", "Cycles so far.").printed(),
    Alias::new("rdtime", "{rd}", "csrrs {rd}, 3073, zero", "The time.").printed(),
];
