//! flux v0.1, as the specification groups it.

use isa::{Operand, Row};
use op::Op;

use super::BASE;
use crate::Meaning::{self, *};
use crate::MemorySpace::Global;
use crate::format::{B, FUNCT3, FUNCT7, H, I, J, M, OPCODE, R};
use crate::operand::{self, BRANCH, IMM, JUMP, LINK, OFFSET, RD, RS1, RS2, STORED};

#[rustfmt::skip]
pub static ROWS: &[Row<Meaning>] = &[
    //         name   funct3 funct7 meaning                  documentation
    arithmetic("ADD", 0,     0x00,  PerComponent(Op::AddF32), "rd = rs1 + rs2, floats."),
    arithmetic("SUB", 0,     0x20,  PerComponent(Op::SubF32), "rd = rs1 - rs2, floats."),
    arithmetic("MUL", 0,     0x01,  PerComponent(Op::MulF32), "rd = rs1 * rs2, floats."),
    arithmetic("DIV", 4,     0x01,  PerComponent(Op::DivF32), "rd = rs1 / rs2, floats; x / 0 is an infinity."),
    arithmetic("MAD", 0,     0x02,  Accumulate(Op::FmaF32),   "rd = rs1 * rs2 + rd, floats, rounded once."),

    Row::new("ADDI", &I, "{rd}, {rs1}, {imm}", &[&RD, &RS1, &IMM], AddImmediate)
        .fix(&OPCODE, 0x13).fix(&FUNCT3, 0).only(BASE)
        .doc("rd = rs1 + imm, 32-bit integers, wrapping."),

    Row::new("LOAD", &I, "{rd}, {offset?}({rs1})", &[&RD, &OFFSET, &operand::BASE], Load(Global))
        .fix(&OPCODE, 0x03).fix(&FUNCT3, 2).only(BASE)
        .doc("rd from global memory, four bytes a component."),
    Row::new("STORE", &M, "{rs2}, {offset?}({rs1})", &[&STORED, &OFFSET, &operand::BASE], Store(Global))
        .fix(&OPCODE, 0x23).fix(&FUNCT3, 2).only(BASE)
        .doc("rs2 to global memory, four bytes a component."),

    branch("BEQ", 0, Branch { equal: true },  "Goes to the target if rs1.x equals rs2.x."),
    branch("BNE", 1, Branch { equal: false }, "Goes to the target if rs1.x differs from rs2.x."),

    Row::new("JAL", &J, "{rd}, {target}", &[&LINK, &JUMP], Jump)
        .fix(&OPCODE, 0x6F).only(BASE)
        .doc("Goes to the target; rd gets the address of the next instruction."),
    Row::new("JALR", &I, "{rd}, {rs1}, {imm}", &[&LINK, &RS1, &IMM], JumpRegister)
        .fix(&OPCODE, 0x67).fix(&FUNCT3, 0).only(BASE)
        .doc("Goes to rs1.x + imm; rd gets the address of the next instruction."),

    Row::new("HALT", &H, "", &[], Halt)
        .fix(&OPCODE, 0x7F).only(BASE)
        .doc("Ends the thread."),
];

// Lists that functions put into rows are constants, because only those live forever.
const RD_RS1_RS2: &[&Operand] = &[&RD, &RS1, &RS2];
const RS1_RS2_TARGET: &[&Operand] = &[&RS1, &RS2, &BRANCH];

const fn arithmetic(
    name: &'static str,
    funct3: u64,
    funct7: u64,
    meaning: Meaning,
    doc: &'static str,
) -> Row<Meaning> {
    Row::new(name, &R, "{rd}, {rs1}, {rs2}", RD_RS1_RS2, meaning)
        .fix(&OPCODE, 0x33)
        .fix(&FUNCT3, funct3)
        .fix(&FUNCT7, funct7)
        .only(BASE)
        .doc(doc)
}

const fn branch(
    name: &'static str,
    funct3: u64,
    meaning: Meaning,
    doc: &'static str,
) -> Row<Meaning> {
    Row::new(name, &B, "{rs1}, {rs2}, {target}", RS1_RS2_TARGET, meaning)
        .fix(&OPCODE, 0x63)
        .fix(&FUNCT3, funct3)
        .only(BASE)
        .doc(doc)
}
