//! Extension v0.2: the future extensions that the specification lists, in RISC-V's custom
//! opcodes. `0x0B` computes, `0x2B` is memory and threads; funct3 is the group, and funct7 counts
//! the operations of a group in the order in which they are listed.

use isa::{Operand, Row};
use op::Op;

use super::V0_2;
use crate::Identity::{Block, BlockSize, Lane, Thread};
use crate::Meaning::{self, *};
use crate::MemorySpace::Shared;
use crate::format::{FUNCT3, FUNCT7, I, M, OPCODE, R, S};
use crate::operand::{self, OFFSET, ORDER, RD, RS1, RS2, STORED};

const COMPUTE: u64 = 0x0B;
const SYSTEM: u64 = 0x2B;

#[rustfmt::skip]
pub static ROWS: &[Row<Meaning>] = &[
    //     name     opcode  funct3 funct7 meaning                   documentation
    binary("IADD",  COMPUTE, 0, 0,  PerComponent(Op::AddU32), "rd = rs1 + rs2, integers, wrapping."),
    binary("ISUB",  COMPUTE, 0, 1,  PerComponent(Op::SubU32), "rd = rs1 - rs2, integers, wrapping."),
    binary("IMUL",  COMPUTE, 0, 2,  PerComponent(Op::MulU32), "rd = the low 32 bits of rs1 * rs2."),
    binary("IDIV",  COMPUTE, 0, 3,  PerComponent(Op::DivI32), "rd = rs1 / rs2, signed; all ones if rs2 is zero."),
    binary("IREM",  COMPUTE, 0, 4,  PerComponent(Op::RemI32), "rd = rs1 % rs2, signed; rs1 if rs2 is zero."),
    binary("AND",   COMPUTE, 0, 5,  PerComponent(Op::AndB32), "rd = rs1 & rs2."),
    binary("OR",    COMPUTE, 0, 6,  PerComponent(Op::OrB32),  "rd = rs1 | rs2."),
    binary("XOR",   COMPUTE, 0, 7,  PerComponent(Op::XorB32), "rd = rs1 ^ rs2."),
    binary("SLL",   COMPUTE, 0, 8,  PerComponent(Op::ShlB32), "rd = rs1 << rs2, by the low five bits."),
    binary("SRL",   COMPUTE, 0, 9,  PerComponent(Op::ShrU32), "rd = rs1 >> rs2 with zeros from above."),
    binary("SRA",   COMPUTE, 0, 10, PerComponent(Op::ShrI32), "rd = rs1 >> rs2 with copies of the sign."),
    binary("SLT",   COMPUTE, 0, 11, PerComponent(Op::LtI32),  "rd = 1 if rs1 < rs2, signed, else 0."),
    binary("SLTU",  COMPUTE, 0, 12, PerComponent(Op::LtU32),  "rd = 1 if rs1 < rs2, unsigned, else 0."),

    binary("FMIN",  COMPUTE, 1, 0,  PerComponent(Op::MinNumF32), "The smaller float; a NaN loses."),
    binary("FMAX",  COMPUTE, 1, 1,  PerComponent(Op::MaxNumF32), "The larger float; a NaN loses."),
    binary("FLT",   COMPUTE, 1, 2,  PerComponent(Op::LtF32),  "rd = 1 if rs1 < rs2, floats, else 0."),
    binary("FLE",   COMPUTE, 1, 3,  PerComponent(Op::LeF32),  "rd = 1 if rs1 <= rs2, floats, else 0."),
    binary("FEQ",   COMPUTE, 1, 4,  PerComponent(Op::EqF32),  "rd = 1 if rs1 = rs2, floats, else 0."),
    unary( "FABS",  COMPUTE, 1, 5,  PerComponent(Op::AbsF32), "rd = rs1 without its sign."),
    unary( "FNEG",  COMPUTE, 1, 6,  PerComponent(Op::NegF32), "rd = -rs1."),
    unary( "ITOF",  COMPUTE, 1, 7,  PerComponent(Op::CvtF32I32), "The signed integer as a float."),
    unary( "FTOI",  COMPUTE, 1, 8,  PerComponent(Op::CvtI32F32Rv), "The float as a signed integer, towards zero, saturating; a NaN gives the largest."),

    unary( "SIN",   COMPUTE, 2, 0,  PerComponent(Op::SinF32),   "The sine of rs1 radians."),
    unary( "COS",   COMPUTE, 2, 1,  PerComponent(Op::CosF32),   "The cosine of rs1 radians."),
    unary( "EXP",   COMPUTE, 2, 2,  PerComponent(Op::ExpF32),   "e to the power rs1."),
    unary( "LOG",   COMPUTE, 2, 3,  PerComponent(Op::LogF32),   "The natural logarithm."),
    unary( "SQRT",  COMPUTE, 2, 4,  PerComponent(Op::SqrtF32),  "The square root."),
    unary( "RSQRT", COMPUTE, 2, 5,  PerComponent(Op::RsqrtF32), "One over the square root."),
    unary( "RCP",   COMPUTE, 2, 6,  PerComponent(Op::RcpF32),   "One over rs1."),

    binary("SHUFFLE", COMPUTE, 3, 0, Shuffle,       "rs1 of the lane that rs2.x names."),
    unary( "HSUM",    COMPUTE, 3, 1, HorizontalSum, "The sum of rs1's four components, in every component."),

    binary("HADD",  COMPUTE, 4, 0,  PerComponent(Op::AddF16x2), "rd = rs1 + rs2, two halves a component."),
    binary("HMUL",  COMPUTE, 4, 1,  PerComponent(Op::MulF16x2), "rd = rs1 * rs2, two halves a component."),
    binary("HFMA",  COMPUTE, 4, 2,  Accumulate(Op::FmaF16x2),   "rd = rs1 * rs2 + rd, two halves a component."),

    Row::new("SWIZZLE", &S, "{rd}, {rs1}, {order}", &[&RD, &RS1, &ORDER], Swizzle)
        .fix(&OPCODE, COMPUTE).fix(&FUNCT3, 5).only(V0_2)
        .doc("The components of rs1 in another order: `wzyx` reverses them."),

    binary("ATOMIC_ADD", SYSTEM, 0, 0, AtomicAdd,         "Adds rs2.x to global memory at rs1.x; rd.x gets the old value."),
    binary("ATOMIC_CAS", SYSTEM, 0, 1, AtomicCompareSwap, "Stores rs2.x at rs1.x if rd.x is there; rd.x gets the old value."),

    Row::new("SLOAD", &I, "{rd}, {offset?}({rs1})", &[&RD, &OFFSET, &operand::BASE], Load(Shared))
        .fix(&OPCODE, SYSTEM).fix(&FUNCT3, 1).only(V0_2)
        .doc("rd from the block's shared memory."),
    Row::new("SSTORE", &M, "{rs2}, {offset?}({rs1})", &[&STORED, &OFFSET, &operand::BASE], Store(Shared))
        .fix(&OPCODE, SYSTEM).fix(&FUNCT3, 2).only(V0_2)
        .doc("rs2 to the block's shared memory."),

    thread("BAR",  "",     &[],    0, Barrier,             "Waits for every thread of the block."),
    thread("TID",  "{rd}", &[&RD], 1, Identity(Thread),    "The thread's number in its block."),
    thread("BID",  "{rd}", &[&RD], 2, Identity(Block),     "The block's number."),
    thread("BDIM", "{rd}", &[&RD], 3, Identity(BlockSize), "The number of threads in a block."),
    thread("LANE", "{rd}", &[&RD], 4, Identity(Lane),      "The thread's number in its warp."),

    binary("TEX",  SYSTEM, 4, 0, Texture, "Samples the texture rs2.x at rs1.xy, bilinear, clamped at the edges."),
];

// Lists that functions put into rows are constants, because only those live forever.
const RD_RS1_RS2: &[&Operand] = &[&RD, &RS1, &RS2];
const RD_RS1: &[&Operand] = &[&RD, &RS1];

const fn binary(
    name: &'static str,
    opcode: u64,
    group: u64,
    operation: u64,
    meaning: Meaning,
    doc: &'static str,
) -> Row<Meaning> {
    row(
        name,
        "{rd}, {rs1}, {rs2}",
        RD_RS1_RS2,
        opcode,
        group,
        operation,
        meaning,
    )
    .doc(doc)
}

const fn unary(
    name: &'static str,
    opcode: u64,
    group: u64,
    operation: u64,
    meaning: Meaning,
    doc: &'static str,
) -> Row<Meaning> {
    row(
        name,
        "{rd}, {rs1}",
        RD_RS1,
        opcode,
        group,
        operation,
        meaning,
    )
    .doc(doc)
}

const fn thread(
    name: &'static str,
    syntax: &'static str,
    operands: &'static [&'static Operand],
    operation: u64,
    meaning: Meaning,
    doc: &'static str,
) -> Row<Meaning> {
    row(name, syntax, operands, SYSTEM, 3, operation, meaning).doc(doc)
}

const fn row(
    name: &'static str,
    syntax: &'static str,
    operands: &'static [&'static Operand],
    opcode: u64,
    group: u64,
    operation: u64,
    meaning: Meaning,
) -> Row<Meaning> {
    Row::new(name, &R, syntax, operands, meaning)
        .fix(&OPCODE, opcode)
        .fix(&FUNCT3, group)
        .fix(&FUNCT7, operation)
        .only(V0_2)
}
