//! The 16-bit instructions.
//!
//! Where the manual carves an instruction out of another one's encoding (`c.addi16sp` is `c.lui`
//! of `sp`), the exception stands first and the decoder takes it; [`EXCEPTIONS`] holds these.

use super::RiscvRow;
use crate::effect::Effect::Compressed;
use crate::encoding::*;
use isa::{Operand, Set};

type Operands = &'static [&'static Operand];

/// Rows that share encodings belong to different sets; all sets are always switched on.
pub const GENERAL: Set = Set(1);
pub const EXCEPTION: Set = Set(2);
pub const EXCEPTION_OF_EXCEPTION: Set = Set(4);

const fn c(
    name: &'static str,
    syntax: &'static str,
    operands: Operands,
    op: u64,
    f3: u64,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &C, syntax, operands, Compressed)
        .fix(&C_OP, op)
        .fix(&C_FUNCT3, f3)
        .doc(doc)
        .only(GENERAL)
}

const fn bits(
    name: &'static str,
    f2: u64,
    syntax: &'static str,
    operands: Operands,
    doc: &'static str,
) -> RiscvRow {
    c(name, syntax, operands, 1, 4, doc).fix(&C_FUNCT2, f2)
}

const BOTH: Operands = &[&CXD3, &CX23];

const fn two(name: &'static str, f6: u64, f2: u64, doc: &'static str) -> RiscvRow {
    RiscvRow::new(name, &C, "{rd}, {rs2}", BOTH, Compressed)
        .fix(&C_OP, 1)
        .fix(&C_FUNCT6, f6)
        .fix(&C_FUNCT2B, f2)
        .doc(doc)
        .only(GENERAL)
}

#[rustfmt::skip]
pub static EXCEPTIONS: &[RiscvRow] = &[
    RiscvRow::new("c.nop", &C, "", &[], Compressed).fix(&C_OP, 1).fix(&C_FUNCT3, 0).doc("Does nothing.").only(EXCEPTION),
    c("c.addi16sp", "sp, {imm}", &[&CADDI16], 1, 3, "sp += imm.").fix(&C_RD, 2).only(EXCEPTION),
    RiscvRow::new("c.ebreak", &C, "", &[], Compressed).fix(&C_OP, 2).fix(&C_FUNCT4, 9).doc("Stops.").only(EXCEPTION_OF_EXCEPTION),
    RiscvRow::new("c.jr", &C, "{rs1}", &[&CX1], Compressed).fix(&C_OP, 2).fix(&C_FUNCT4, 8).fix(&C_RS2, 0).doc("Jumps to a register.").only(EXCEPTION),
    RiscvRow::new("c.jalr", &C, "{rs1}", &[&CX1], Compressed).fix(&C_OP, 2).fix(&C_FUNCT4, 9).fix(&C_RS2, 0).doc("Jumps to a register and links.").only(EXCEPTION),
];

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = &[
    c("c.addi4spn", "{rd}, sp, {imm}", &[&CXL3, &CADDI4], 0, 0, "rd = sp + imm."),
    c("c.fld", "{rd}, {imm?}({rs1})", &[&CFL3, &CLD, &CX13], 0, 1, "Loads a double."),
    c("c.lw", "{rd}, {imm?}({rs1})", &[&CXL3, &CLW, &CX13], 0, 2, "Loads a word."),
    c("c.ld", "{rd}, {imm?}({rs1})", &[&CXL3, &CLD, &CX13], 0, 3, "Loads a double word."),
    c("c.fsd", "{rs2}, {imm?}({rs1})", &[&CF23, &CLD, &CX13], 0, 5, "Stores a double."),
    c("c.sw", "{rs2}, {imm?}({rs1})", &[&CX23, &CLW, &CX13], 0, 6, "Stores a word."),
    c("c.sd", "{rs2}, {imm?}({rs1})", &[&CX23, &CLD, &CX13], 0, 7, "Stores a double word."),
    c("c.addi", "{rd}, {imm}", &[&CXD, &CIMM], 1, 0, "rd += imm."),
    c("c.addiw", "{rd}, {imm}", &[&CXD, &CIMM], 1, 1, "rd += imm, 32 bits."),
    c("c.li", "{rd}, {imm}", &[&CXD, &CIMM], 1, 2, "rd = imm."),
    c("c.lui", "{rd}, {imm}", &[&CXD, &CLUI], 1, 3, "rd = imm << 12."),
    bits("c.srli", 0, "{rd}, {imm}", &[&CXD3, &CSHAMT], "rd >>= imm, logical."),
    bits("c.srai", 1, "{rd}, {imm}", &[&CXD3, &CSHAMT], "rd >>= imm, arithmetic."),
    bits("c.andi", 2, "{rd}, {imm}", &[&CXD3, &CIMM], "rd &= imm."),
    two("c.sub", 0b100011, 0, "rd -= rs2."),
    two("c.xor", 0b100011, 1, "rd ^= rs2."),
    two("c.or", 0b100011, 2, "rd |= rs2."),
    two("c.and", 0b100011, 3, "rd &= rs2."),
    two("c.subw", 0b100111, 0, "rd -= rs2, 32 bits."),
    two("c.addw", 0b100111, 1, "rd += rs2, 32 bits."),
    c("c.j", "{target}", &[&CJ], 1, 5, "Jumps."),
    c("c.beqz", "{rs1}, {target}", &[&CX13, &CB], 1, 6, "Branches if zero."),
    c("c.bnez", "{rs1}, {target}", &[&CX13, &CB], 1, 7, "Branches if not zero."),
    c("c.slli", "{rd}, {imm}", &[&CXD, &CSHAMT], 2, 0, "rd <<= imm."),
    c("c.fldsp", "{rd}, {imm?}(sp)", &[&CFD, &CLDSP], 2, 1, "Loads a double."),
    c("c.lwsp", "{rd}, {imm?}(sp)", &[&CXD, &CLWSP], 2, 2, "Loads a word."),
    c("c.ldsp", "{rd}, {imm?}(sp)", &[&CXD, &CLDSP], 2, 3, "Loads a double word."),
    RiscvRow::new("c.mv", &C, "{rd}, {rs2}", &[&CXD, &CX2], Compressed).fix(&C_OP, 2).fix(&C_FUNCT4, 8).doc("rd = rs2.").only(GENERAL),
    RiscvRow::new("c.add", &C, "{rd}, {rs2}", &[&CXD, &CX2], Compressed).fix(&C_OP, 2).fix(&C_FUNCT4, 9).doc("rd += rs2.").only(GENERAL),
    c("c.fsdsp", "{rs2}, {imm?}(sp)", &[&CF2, &CSDSP], 2, 5, "Stores a double."),
    c("c.swsp", "{rs2}, {imm?}(sp)", &[&CX2, &CSWSP], 2, 6, "Stores a word."),
    c("c.sdsp", "{rs2}, {imm?}(sp)", &[&CX2, &CSDSP], 2, 7, "Stores a double word."),
];
