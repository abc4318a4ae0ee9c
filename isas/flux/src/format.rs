//! Where the bits of a flux word lie.
//!
//! The formats are those of RV32I except for M, which keeps the 12-bit offset of an I-type load
//! for stores as well and puts the stored register where a load has its destination. The
//! specification draws a 7-bit offset there, but its worked example `LOAD R5, 16(R4)` is
//! `0x01022283`, which only the 12-bit offset in bits 31:20 gives.

use isa::{Field, Format};

pub static OPCODE: Field = Field::bits("opcode", 6, 0);
pub static RD: Field = Field::bits("rd", 11, 7);
pub static FUNCT3: Field = Field::bits("funct3", 14, 12);
pub static RS1: Field = Field::bits("rs1", 19, 15);
pub static RS2: Field = Field::bits("rs2", 24, 20);
pub static FUNCT7: Field = Field::bits("funct7", 31, 25);
pub static IMM: Field = Field::bits("imm", 31, 20);
pub static STORED: Field = Field::bits("rs2", 11, 7);
pub static ORDER: Field = Field::bits("order", 27, 20);
pub static BRANCH: Field = Field::split(
    "offset",
    &[(31, 31, 12), (30, 25, 5), (11, 8, 1), (7, 7, 11)],
);
pub static JUMP: Field = Field::split(
    "offset",
    &[(31, 31, 20), (30, 21, 1), (20, 20, 11), (19, 12, 12)],
);

pub static R: Format = Format::new(
    "R",
    32,
    &[&FUNCT7, &RS2, &RS1, &FUNCT3, &RD, &OPCODE],
    "Two source registers and a destination.",
);
pub static I: Format = Format::new(
    "I",
    32,
    &[&IMM, &RS1, &FUNCT3, &RD, &OPCODE],
    "A source register, a signed 12-bit immediate and a destination.",
);
pub static M: Format = Format::new(
    "M",
    32,
    &[&IMM, &RS1, &FUNCT3, &STORED, &OPCODE],
    "A stored register at a base register with a signed 12-bit offset.",
);
pub static B: Format = Format::new(
    "B",
    32,
    &[&BRANCH, &RS2, &RS1, &FUNCT3, &OPCODE],
    "Two compared registers and a distance of up to 4 KiB.",
);
pub static J: Format = Format::new(
    "J",
    32,
    &[&JUMP, &RD, &OPCODE],
    "A link register and a distance of up to 1 MiB.",
);
pub static S: Format = Format::new(
    "S",
    32,
    &[&ORDER, &RS1, &FUNCT3, &RD, &OPCODE],
    "A source register, a selector of two bits a component and a destination.",
);
pub static H: Format = Format::new("H", 32, &[&OPCODE], "The opcode alone; all else is zero.");
