//! Where the bits of RISC-V instructions lie, and what may stand in them.

use crate::operand::{CompressedRegister, CsrNumber, FenceSet, Upper, VectorType};
use crate::registers::{FLOAT, INTEGER, VECTOR};
use isa::{Field, Format, Kind, Operand, Origin};

macro_rules! fields {
    ($($name:ident = $field:expr;)*) => { $(pub static $name: Field = $field;)* };
}

fields! {
    OP = Field::bits("opcode", 6, 0);
    RD = Field::bits("rd", 11, 7);
    FUNCT3 = Field::bits("funct3", 14, 12);
    RS1 = Field::bits("rs1", 19, 15);
    RS2 = Field::bits("rs2", 24, 20);
    RS3 = Field::bits("rs3", 31, 27);
    FUNCT7 = Field::bits("funct7", 31, 25);
    FUNCT6 = Field::bits("funct6", 31, 26);
    FUNCT5 = Field::bits("funct5", 31, 27);
    FUNCT2 = Field::bits("fmt", 26, 25);
    FUNCT12 = Field::bits("funct12", 31, 20);
    AQRL = Field::bits("aq, rl", 26, 25);
    RM = Field::bits("rm", 14, 12);
    IMM_I = Field::bits("imm", 31, 20);
    IMM_S = Field::split("imm", &[(31, 25, 5), (11, 7, 0)]);
    IMM_B = Field::split("imm", &[(31, 31, 12), (7, 7, 11), (30, 25, 5), (11, 8, 1)]);
    IMM_U = Field::bits("imm", 31, 12);
    IMM_J = Field::split("imm", &[(31, 31, 20), (19, 12, 12), (20, 20, 11), (30, 21, 1)]);
    SHAMT6 = Field::bits("shamt", 25, 20);
    SHAMT5 = Field::bits("shamt", 24, 20);
    CSR = Field::bits("csr", 31, 20);
    UIMM = Field::bits("uimm", 19, 15);
    PRED = Field::bits("pred", 27, 24);
    SUCC = Field::bits("succ", 23, 20);
    // Vector.
    VM = Field::bits("vm", 25, 25);
    ZIMM11 = Field::bits("vtypei", 30, 20);
    ZIMM10 = Field::bits("vtypei", 29, 20);
    V31 = Field::bits("31", 31, 31);
    V3130 = Field::bits("31:30", 31, 30);
    NF = Field::bits("nf", 31, 29);
    MEW_MOP = Field::bits("mew, mop", 28, 26);
    SIMM5 = Field::bits("simm5", 19, 15);
    // Compressed.
    C_OP = Field::bits("op", 1, 0);
    C_FUNCT3 = Field::bits("funct3", 15, 13);
    C_FUNCT4 = Field::bits("funct4", 15, 12);
    C_FUNCT2 = Field::bits("funct2", 11, 10);
    C_FUNCT6 = Field::bits("funct6", 15, 10);
    C_FUNCT2B = Field::bits("funct2", 6, 5);
    C_RD = Field::bits("rd", 11, 7);
    C_RS2 = Field::bits("rs2", 6, 2);
    C_RD3 = Field::bits("rd'", 9, 7);
    C_RS23 = Field::bits("rs2'", 4, 2);
    C_IMM6 = Field::split("imm", &[(12, 12, 5), (6, 2, 0)]);
    C_LWSP = Field::split("imm", &[(12, 12, 5), (6, 4, 2), (3, 2, 6)]);
    C_LDSP = Field::split("imm", &[(12, 12, 5), (6, 5, 3), (4, 2, 6)]);
    C_SWSP = Field::split("imm", &[(12, 9, 2), (8, 7, 6)]);
    C_SDSP = Field::split("imm", &[(12, 10, 3), (9, 7, 6)]);
    C_LW = Field::split("imm", &[(12, 10, 3), (6, 6, 2), (5, 5, 6)]);
    C_LD = Field::split("imm", &[(12, 10, 3), (6, 5, 6)]);
    C_ADDI16SP = Field::split("imm", &[(12, 12, 9), (6, 6, 4), (5, 5, 6), (4, 3, 7), (2, 2, 5)]);
    C_ADDI4SPN = Field::split("imm", &[(12, 11, 4), (10, 7, 6), (6, 6, 2), (5, 5, 3)]);
    C_LUI = Field::split("imm", &[(12, 12, 5), (6, 2, 0)]);
    C_J = Field::split("imm", &[(12, 12, 11), (11, 11, 4), (10, 9, 8), (8, 8, 10), (7, 7, 6), (6, 6, 7), (5, 3, 1), (2, 2, 5)]);
    C_B = Field::split("imm", &[(12, 12, 8), (11, 10, 3), (6, 5, 6), (4, 3, 1), (2, 2, 5)]);
}

macro_rules! formats {
    ($($name:ident $text:literal $bits:literal [$($field:ident),*] $doc:literal;)*) => {
        $(pub static $name: Format = Format::new($text, $bits, &[$(&$field),*], $doc);)*
    };
}

formats! {
    R "R" 32 [OP, RD, FUNCT3, RS1, RS2, FUNCT7, FUNCT5, AQRL] "Register with register.";
    R4 "R4" 32 [OP, RD, RM, RS1, RS2, RS3, FUNCT2] "Three sources.";
    FR "FR" 32 [OP, RD, FUNCT3, RM, RS1, RS2, FUNCT7] "Floating point.";
    I "I" 32 [OP, RD, FUNCT3, RS1, IMM_I, FUNCT12, CSR, UIMM, PRED, SUCC] "Register with a number.";
    SH "SH" 32 [OP, RD, FUNCT3, RS1, SHAMT6, SHAMT5, FUNCT6, FUNCT7] "Shift by a number.";
    S "S" 32 [OP, FUNCT3, RS1, RS2, IMM_S] "Store.";
    B "B" 32 [OP, FUNCT3, RS1, RS2, IMM_B] "Branch.";
    U "U" 32 [OP, RD, IMM_U] "Upper 20 bits.";
    J "J" 32 [OP, RD, IMM_J] "Jump.";
    V "V" 32 [OP, RD, FUNCT3, RS1, RS2, FUNCT6, VM, ZIMM11, ZIMM10, V31, V3130, NF, MEW_MOP, SIMM5, FUNCT7, UIMM] "Vector.";
    C "C" 16 [C_OP, C_FUNCT3, C_FUNCT4, C_FUNCT2, C_FUNCT6, C_FUNCT2B, C_RD, C_RS2, C_RD3, C_RS23, C_IMM6, C_LWSP, C_LDSP, C_SWSP, C_SDSP, C_LW, C_LD, C_ADDI16SP, C_ADDI4SPN, C_LUI, C_J, C_B] "Compressed, 16 bits.";
}

const X: Kind = Kind::Register(&INTEGER);
const F: Kind = Kind::Register(&FLOAT);
const VR: Kind = Kind::Register(&VECTOR);
const SIGNED: Kind = Kind::Immediate {
    signed: true,
    scale: 1,
};
const UNSIGNED: Kind = Kind::Immediate {
    signed: false,
    scale: 1,
};
const TARGET: Kind = Kind::Target {
    signed: true,
    scale: 1,
    align: 2,
    origin: Origin::This,
};
const CX: Kind = Kind::Custom(&CompressedRegister { class: &INTEGER });
const CF: Kind = Kind::Custom(&CompressedRegister { class: &FLOAT });
const ROUNDINGS: Kind = Kind::Named(&[
    ("rne", 0),
    ("rtz", 1),
    ("rdn", 2),
    ("rup", 3),
    ("rmm", 4),
    ("dyn", 7),
]);
const ORDERINGS: Kind = Kind::Named(&[("", 0), (".rl", 1), (".aq", 2), (".aqrl", 3)]);

macro_rules! operands {
    ($($name:ident = $label:literal, $field:ident, $kind:expr, $doc:literal $(, $default:literal)?;)*) => {
        $(pub static $name: Operand = Operand::new($label, &$field, $kind).doc($doc)$(.default($default))?;)*
    };
}

operands! {
    XD = "rd", RD, X, "destination";
    X1 = "rs1", RS1, X, "first source";
    X2 = "rs2", RS2, X, "second source";
    FD = "rd", RD, F, "destination";
    F1 = "rs1", RS1, F, "first source";
    F2 = "rs2", RS2, F, "second source";
    F3 = "rs3", RS3, F, "third source";
    IMM = "imm", IMM_I, SIGNED, "number";
    STORE = "imm", IMM_S, SIGNED, "offset in bytes";
    UPPER = "imm", IMM_U, Kind::Custom(&Upper), "upper 20 bits";
    BRANCH = "target", IMM_B, TARGET, "where to";
    JUMP = "target", IMM_J, TARGET, "where to";
    SH6 = "imm", SHAMT6, UNSIGNED, "bits to shift by";
    SH5 = "imm", SHAMT5, UNSIGNED, "bits to shift by";
    CSR_NUMBER = "csr", CSR, Kind::Custom(&CsrNumber), "the register";
    UIMM5 = "uimm", UIMM, UNSIGNED, "number";
    PREDECESSORS = "pred", PRED, Kind::Custom(&FenceSet), "what comes before";
    SUCCESSORS = "succ", SUCC, Kind::Custom(&FenceSet), "what comes after";
    ROUND = "rm", RM, ROUNDINGS, "rounding mode", 7;
    ROUND_EXACT = "rm", RM, ROUNDINGS, "rounding mode", 0;
    ORDER = "order", AQRL, ORDERINGS, "acquire, release";

    VD = "vd", RD, VR, "destination";
    VS3 = "vs3", RD, VR, "what is stored";
    VS1 = "vs1", RS1, VR, "first source";
    VS2 = "vs2", RS2, VR, "second source";
    MASK = "vm", VM, Kind::Named(&[("", 1), ("v0.t", 0)]), "only elements whose bit of v0 is set", 1;
    VTYPE11 = "vtype", ZIMM11, Kind::Custom(&VectorType), "element width and grouping";
    VTYPE10 = "vtype", ZIMM10, Kind::Custom(&VectorType), "element width and grouping";
    VIMM = "imm", SIMM5, SIGNED, "number";
    VUIMM = "imm", SIMM5, UNSIGNED, "number";
    EEW = "width", FUNCT3, Kind::Named(&[("8", 0), ("16", 5), ("32", 6), ("64", 7)]), "bits of an element, or of an index";
    FIELDS = "nf", NF, Kind::Named(&[("2", 1), ("3", 2), ("4", 3), ("5", 4), ("6", 5), ("7", 6), ("8", 7)]), "fields of a structure";
    REGISTERS = "nf", NF, Kind::Named(&[("1", 0), ("2", 1), ("4", 3), ("8", 7)]), "registers";

    CXD = "rd", C_RD, X, "destination and source";
    CX2 = "rs2", C_RS2, X, "second source";
    CX1 = "rs1", C_RD, X, "source";
    CFD = "rd", C_RD, F, "destination";
    CF2 = "rs2", C_RS2, F, "what is stored";
    CXD3 = "rd", C_RD3, CX, "destination and source";
    CX13 = "rs1", C_RD3, CX, "base address";
    CX23 = "rs2", C_RS23, CX, "second source";
    CXL3 = "rd", C_RS23, CX, "destination";
    CFL3 = "rd", C_RS23, CF, "destination";
    CF23 = "rs2", C_RS23, CF, "what is stored";
    CIMM = "imm", C_IMM6, SIGNED, "number";
    CSHAMT = "imm", C_IMM6, UNSIGNED, "bits to shift by";
    CLUI = "imm", C_LUI, Kind::Custom(&crate::operand::CompressedUpper), "upper bits";
    CLWSP = "imm", C_LWSP, UNSIGNED, "offset";
    CLDSP = "imm", C_LDSP, UNSIGNED, "offset";
    CSWSP = "imm", C_SWSP, UNSIGNED, "offset";
    CSDSP = "imm", C_SDSP, UNSIGNED, "offset";
    CLW = "imm", C_LW, UNSIGNED, "offset";
    CLD = "imm", C_LD, UNSIGNED, "offset";
    CADDI16 = "imm", C_ADDI16SP, SIGNED, "multiple of 16";
    CADDI4 = "imm", C_ADDI4SPN, UNSIGNED, "multiple of 4";
    CJ = "target", C_J, TARGET, "where to";
    CB = "target", C_B, TARGET, "where to";
}
