//! RV64I, M, A and Zicsr.

use super::RiscvRow;
use crate::effect::CsrAction;
use crate::effect::Effect::*;
use crate::encoding::*;
use crate::int;
use isa::Alias;

/// `name rd, rs1, rs2`.
const fn alu(
    name: &'static str,
    op: u64,
    f3: u64,
    f7: u64,
    f: fn(u64, u64) -> u64,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &R, "{rd}, {rs1}, {rs2}", XXX, Alu(f))
        .fix(&OP, op)
        .fix(&FUNCT3, f3)
        .fix(&FUNCT7, f7)
        .doc(doc)
}

/// `name rd, rs1, imm`.
const fn imm(
    name: &'static str,
    op: u64,
    f3: u64,
    f: fn(u64, u64) -> u64,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &I, "{rd}, {rs1}, {imm}", XXI, AluImm(f))
        .fix(&OP, op)
        .fix(&FUNCT3, f3)
        .doc(doc)
}

const fn shift6(
    name: &'static str,
    f3: u64,
    f6: u64,
    f: fn(u64, u64) -> u64,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &SH, "{rd}, {rs1}, {imm}", XX6, AluImm(f))
        .fix(&OP, 0x13)
        .fix(&FUNCT3, f3)
        .fix(&FUNCT6, f6)
        .doc(doc)
}

const fn shift5(
    name: &'static str,
    f3: u64,
    f7: u64,
    f: fn(u64, u64) -> u64,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &SH, "{rd}, {rs1}, {imm}", XX5, AluImm(f))
        .fix(&OP, 0x1b)
        .fix(&FUNCT3, f3)
        .fix(&FUNCT7, f7)
        .doc(doc)
}

const fn branch(
    name: &'static str,
    f3: u64,
    f: fn(u64, u64) -> bool,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &B, "{rs1}, {rs2}, {target}", XXB, Branch(f))
        .fix(&OP, 0x63)
        .fix(&FUNCT3, f3)
        .doc(doc)
}

const fn load(name: &'static str, f3: u64, bytes: u8, signed: bool, doc: &'static str) -> RiscvRow {
    RiscvRow::new(name, &I, "{rd}, {imm?}({rs1})", XXI, Load { bytes, signed })
        .fix(&OP, 0x03)
        .fix(&FUNCT3, f3)
        .doc(doc)
}

const fn store(name: &'static str, f3: u64, bytes: u8, doc: &'static str) -> RiscvRow {
    RiscvRow::new(name, &S, "{rs2}, {imm?}({rs1})", XXS, Store { bytes })
        .fix(&OP, 0x23)
        .fix(&FUNCT3, f3)
        .doc(doc)
}

const fn csr(name: &'static str, f3: u64, action: CsrAction, doc: &'static str) -> RiscvRow {
    RiscvRow::new(
        name,
        &I,
        "{rd}, {csr}, {rs1}",
        XCX,
        Csr {
            action,
            immediate: false,
        },
    )
    .fix(&OP, 0x73)
    .fix(&FUNCT3, f3)
    .doc(doc)
}

const fn csri(name: &'static str, f3: u64, action: CsrAction, doc: &'static str) -> RiscvRow {
    RiscvRow::new(
        name,
        &I,
        "{rd}, {csr}, {uimm}",
        XCI,
        Csr {
            action,
            immediate: true,
        },
    )
    .fix(&OP, 0x73)
    .fix(&FUNCT3, f3)
    .doc(doc)
}

const fn system(
    name: &'static str,
    f12: u64,
    meaning: crate::effect::Effect,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &I, "", &[], meaning)
        .fix(&OP, 0x73)
        .fix(&FUNCT12, f12)
        .doc(doc)
}

const fn amo(
    name: &'static str,
    f3: u64,
    f5: u64,
    bytes: u8,
    op: fn(u64, u64) -> u64,
    doc: &'static str,
) -> RiscvRow {
    RiscvRow::new(name, &R, "{rd}, {rs2}, ({rs1})", AMO, Amo { bytes, op })
        .fix(&OP, 0x2f)
        .fix(&FUNCT3, f3)
        .fix(&FUNCT5, f5)
        .doc(doc)
}

const fn sc(name: &'static str, f3: u64, bytes: u8) -> RiscvRow {
    RiscvRow::new(
        name,
        &R,
        "{rd}, {rs2}, ({rs1})",
        AMO,
        StoreConditional { bytes },
    )
    .fix(&OP, 0x2f)
    .fix(&FUNCT3, f3)
    .fix(&FUNCT5, 0b00011)
    .doc("Stores if the reservation still holds; rd is 0 where it did.")
}

const fn lr(name: &'static str, f3: u64, bytes: u8) -> RiscvRow {
    RiscvRow::new(name, &R, "{rd}, ({rs1})", LR, LoadReserved { bytes })
        .fix(&OP, 0x2f)
        .fix(&FUNCT3, f3)
        .fix(&FUNCT5, 0b00010)
        .doc("Loads and takes a reservation.")
}

type Operands = &'static [&'static isa::Operand];
const XXX: Operands = &[&XD, &X1, &X2];
const XXI: Operands = &[&XD, &X1, &IMM];
const XX6: Operands = &[&XD, &X1, &SH6];
const XX5: Operands = &[&XD, &X1, &SH5];
const XXB: Operands = &[&X1, &X2, &BRANCH];
const XXS: Operands = &[&X1, &X2, &STORE];
const XCX: Operands = &[&XD, &CSR_NUMBER, &X1];
const XCI: Operands = &[&XD, &CSR_NUMBER, &UIMM5];
const AMO: Operands = &[&ORDER, &XD, &X2, &X1];
const LR: Operands = &[&ORDER, &XD, &X1];

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = &[
    RiscvRow::new("lui", &U, "{rd}, {imm}", &[&XD, &UPPER], Lui).fix(&OP, 0x37).doc("rd = imm << 12."),
    RiscvRow::new("auipc", &U, "{rd}, {imm}", &[&XD, &UPPER], Auipc).fix(&OP, 0x17).doc("rd = pc + (imm << 12)."),
    RiscvRow::new("jal", &J, "{rd}, {target}", &[&XD, &JUMP], Jal).fix(&OP, 0x6f).doc("Jumps and links."),
    RiscvRow::new("jalr", &I, "{rd}, {imm?}({rs1})", XXI, Jalr).fix(&OP, 0x67).fix(&FUNCT3, 0).doc("Jumps to a register and links."),
    branch("beq", 0, int::eq, "Branches if equal."),
    branch("bne", 1, int::ne, "Branches if not equal."),
    branch("blt", 4, int::lt, "Branches if less."),
    branch("bge", 5, int::ge, "Branches if not less."),
    branch("bltu", 6, int::ltu, "Branches if less, unsigned."),
    branch("bgeu", 7, int::geu, "Branches if not less, unsigned."),
    load("lb", 0, 1, true, "Loads a byte, sign-extended."),
    load("lh", 1, 2, true, "Loads a halfword, sign-extended."),
    load("lw", 2, 4, true, "Loads a word, sign-extended."),
    load("ld", 3, 8, true, "Loads a double word."),
    load("lbu", 4, 1, false, "Loads a byte, zero-extended."),
    load("lhu", 5, 2, false, "Loads a halfword, zero-extended."),
    load("lwu", 6, 4, false, "Loads a word, zero-extended."),
    store("sb", 0, 1, "Stores a byte."),
    store("sh", 1, 2, "Stores a halfword."),
    store("sw", 2, 4, "Stores a word."),
    store("sd", 3, 8, "Stores a double word."),
    imm("addi", 0x13, 0, int::add, "rs1 + imm."),
    imm("slti", 0x13, 2, int::slt, "1 if rs1 < imm, else 0."),
    imm("sltiu", 0x13, 3, int::sltu, "1 if rs1 < imm unsigned, else 0."),
    imm("xori", 0x13, 4, int::xor, "rs1 ^ imm."),
    imm("ori", 0x13, 6, int::or, "rs1 | imm."),
    imm("andi", 0x13, 7, int::and, "rs1 & imm."),
    shift6("slli", 1, 0b000000, int::sll, "rs1 << imm."),
    shift6("srli", 5, 0b000000, int::srl, "rs1 >> imm, logical."),
    shift6("srai", 5, 0b010000, int::sra, "rs1 >> imm, arithmetic."),
    alu("add", 0x33, 0, 0, int::add, "rs1 + rs2."),
    alu("sub", 0x33, 0, 32, int::sub, "rs1 - rs2."),
    alu("sll", 0x33, 1, 0, int::sll, "rs1 << rs2."),
    alu("slt", 0x33, 2, 0, int::slt, "1 if rs1 < rs2, else 0."),
    alu("sltu", 0x33, 3, 0, int::sltu, "1 if rs1 < rs2 unsigned, else 0."),
    alu("xor", 0x33, 4, 0, int::xor, "rs1 ^ rs2."),
    alu("srl", 0x33, 5, 0, int::srl, "rs1 >> rs2, logical."),
    alu("sra", 0x33, 5, 32, int::sra, "rs1 >> rs2, arithmetic."),
    alu("or", 0x33, 6, 0, int::or, "rs1 | rs2."),
    alu("and", 0x33, 7, 0, int::and, "rs1 & rs2."),
    imm("addiw", 0x1b, 0, int::addw, "rs1 + imm, 32 bits."),
    shift5("slliw", 1, 0, int::sllw, "rs1 << imm, 32 bits."),
    shift5("srliw", 5, 0, int::srlw, "rs1 >> imm, logical, 32 bits."),
    shift5("sraiw", 5, 32, int::sraw, "rs1 >> imm, arithmetic, 32 bits."),
    alu("addw", 0x3b, 0, 0, int::addw, "rs1 + rs2, 32 bits."),
    alu("subw", 0x3b, 0, 32, int::subw, "rs1 - rs2, 32 bits."),
    alu("sllw", 0x3b, 1, 0, int::sllw, "rs1 << rs2, 32 bits."),
    alu("srlw", 0x3b, 5, 0, int::srlw, "rs1 >> rs2, logical, 32 bits."),
    alu("sraw", 0x3b, 5, 32, int::sraw, "rs1 >> rs2, arithmetic, 32 bits."),
    RiscvRow::new("fence", &I, "{pred}, {succ}", &[&PREDECESSORS, &SUCCESSORS], Fence).fix(&OP, 0x0f).fix(&FUNCT3, 0)
        .doc("Orders memory accesses."),
    RiscvRow::new("fence.i", &I, "", &[], Fence).fix(&OP, 0x0f).fix(&FUNCT3, 1).doc("Orders stores and fetches."),
    system("ecall", 0, Ecall, "Asks the environment."),
    system("ebreak", 1, Ebreak, "Stops."),
    csr("csrrw", 1, CsrAction::Write, "Reads and writes a CSR."),
    csr("csrrs", 2, CsrAction::Set, "Reads a CSR and sets bits."),
    csr("csrrc", 3, CsrAction::Clear, "Reads a CSR and clears bits."),
    csri("csrrwi", 5, CsrAction::Write, "Reads a CSR and writes a number."),
    csri("csrrsi", 6, CsrAction::Set, "Reads a CSR and sets the bits of a number."),
    csri("csrrci", 7, CsrAction::Clear, "Reads a CSR and clears the bits of a number."),
    alu("mul", 0x33, 0, 1, int::mul, "rs1 * rs2, low 64 bits."),
    alu("mulh", 0x33, 1, 1, int::mulh, "High 64 bits, signed."),
    alu("mulhsu", 0x33, 2, 1, int::mulhsu, "High 64 bits, signed by unsigned."),
    alu("mulhu", 0x33, 3, 1, int::mulhu, "High 64 bits, unsigned."),
    alu("div", 0x33, 4, 1, int::div, "rs1 / rs2."),
    alu("divu", 0x33, 5, 1, int::divu, "rs1 / rs2, unsigned."),
    alu("rem", 0x33, 6, 1, int::rem, "Remainder."),
    alu("remu", 0x33, 7, 1, int::remu, "Remainder, unsigned."),
    alu("mulw", 0x3b, 0, 1, int::mulw, "rs1 * rs2, 32 bits."),
    alu("divw", 0x3b, 4, 1, int::divw, "rs1 / rs2, 32 bits."),
    alu("divuw", 0x3b, 5, 1, int::divuw, "rs1 / rs2, unsigned, 32 bits."),
    alu("remw", 0x3b, 6, 1, int::remw, "Remainder, 32 bits."),
    alu("remuw", 0x3b, 7, 1, int::remuw, "Remainder, unsigned, 32 bits."),
    lr("lr.w{order}", 2, 4),
    sc("sc.w{order}", 2, 4),
    lr("lr.d{order}", 3, 8),
    sc("sc.d{order}", 3, 8),
    amo("amoswap.w{order}", 2, 0b00001, 4, int::swap, "Swaps atomically."),
    amo("amoadd.w{order}", 2, 0b00000, 4, int::add, "Adds atomically."),
    amo("amoxor.w{order}", 2, 0b00100, 4, int::xor, "Exclusive or, atomically."),
    amo("amoand.w{order}", 2, 0b01100, 4, int::and, "And, atomically."),
    amo("amoor.w{order}", 2, 0b01000, 4, int::or, "Or, atomically."),
    amo("amomin.w{order}", 2, 0b10000, 4, int::min, "Minimum, atomically."),
    amo("amomax.w{order}", 2, 0b10100, 4, int::max, "Maximum, atomically."),
    amo("amominu.w{order}", 2, 0b11000, 4, int::minu, "Unsigned minimum, atomically."),
    amo("amomaxu.w{order}", 2, 0b11100, 4, int::maxu, "Unsigned maximum, atomically."),
    amo("amoswap.d{order}", 3, 0b00001, 8, int::swap, "Swaps atomically."),
    amo("amoadd.d{order}", 3, 0b00000, 8, int::add, "Adds atomically."),
    amo("amoxor.d{order}", 3, 0b00100, 8, int::xor, "Exclusive or, atomically."),
    amo("amoand.d{order}", 3, 0b01100, 8, int::and, "And, atomically."),
    amo("amoor.d{order}", 3, 0b01000, 8, int::or, "Or, atomically."),
    amo("amomin.d{order}", 3, 0b10000, 8, int::min, "Minimum, atomically."),
    amo("amomax.d{order}", 3, 0b10100, 8, int::max, "Maximum, atomically."),
    amo("amominu.d{order}", 3, 0b11000, 8, int::minu, "Unsigned minimum, atomically."),
    amo("amomaxu.d{order}", 3, 0b11100, 8, int::maxu, "Unsigned maximum, atomically."),
];

/// Other spellings. Those that are printed come in the order in which they are preferred.
#[rustfmt::skip]
pub static ALIASES: &[Alias] = &[
    Alias::new("nop", "", "addi zero, zero, 0", "Does nothing.").printed(),
    Alias::new("li", "{rd}, {imm}", "addi {rd}, zero, {imm}", "Loads a number.").printed(),
    Alias::new("mv", "{rd}, {rs1}", "addi {rd}, {rs1}, 0", "Copies a register.").printed(),
    Alias::new("not", "{rd}, {rs1}", "xori {rd}, {rs1}, -1", "Complements.").printed(),
    Alias::new("neg", "{rd}, {rs2}", "sub {rd}, zero, {rs2}", "Negates.").printed(),
    Alias::new("negw", "{rd}, {rs2}", "subw {rd}, zero, {rs2}", "Negates, 32 bits.").printed(),
    Alias::new("sext.w", "{rd}, {rs1}", "addiw {rd}, {rs1}, 0", "Sign-extends 32 bits.").printed(),
    Alias::new("zext.b", "{rd}, {rs1}", "andi {rd}, {rs1}, 255", "Zero-extends a byte.").printed(),
    Alias::new("seqz", "{rd}, {rs1}", "sltiu {rd}, {rs1}, 1", "1 if zero.").printed(),
    Alias::new("snez", "{rd}, {rs2}", "sltu {rd}, zero, {rs2}", "1 if not zero.").printed(),
    Alias::new("sltz", "{rd}, {rs1}", "slt {rd}, {rs1}, zero", "1 if negative.").printed(),
    Alias::new("sgtz", "{rd}, {rs2}", "slt {rd}, zero, {rs2}", "1 if positive.").printed(),
    Alias::new("beqz", "{rs1}, {target}", "beq {rs1}, zero, {target}", "Branches if zero.").printed(),
    Alias::new("bnez", "{rs1}, {target}", "bne {rs1}, zero, {target}", "Branches if not zero.").printed(),
    Alias::new("blez", "{rs2}, {target}", "bge zero, {rs2}, {target}", "Branches if not positive.").printed(),
    Alias::new("bgez", "{rs1}, {target}", "bge {rs1}, zero, {target}", "Branches if not negative.").printed(),
    Alias::new("bltz", "{rs1}, {target}", "blt {rs1}, zero, {target}", "Branches if negative.").printed(),
    Alias::new("bgtz", "{rs2}, {target}", "blt zero, {rs2}, {target}", "Branches if positive.").printed(),
    Alias::new("bgt", "{rs2}, {rs1}, {target}", "blt {rs1}, {rs2}, {target}", "Branches if greater."),
    Alias::new("ble", "{rs2}, {rs1}, {target}", "bge {rs1}, {rs2}, {target}", "Branches if not greater."),
    Alias::new("bgtu", "{rs2}, {rs1}, {target}", "bltu {rs1}, {rs2}, {target}", "Branches if greater, unsigned."),
    Alias::new("bleu", "{rs2}, {rs1}, {target}", "bgeu {rs1}, {rs2}, {target}", "Branches if not greater, unsigned."),
    Alias::new("sgt", "{rd}, {rs2}, {rs1}", "slt {rd}, {rs1}, {rs2}", "1 if greater."),
    Alias::new("sgtu", "{rd}, {rs2}, {rs1}", "sltu {rd}, {rs1}, {rs2}", "1 if greater, unsigned."),
    Alias::new("j", "{target}", "jal zero, {target}", "Jumps.").printed(),
    Alias::new("jal", "{target}", "jal ra, {target}", "Jumps and links to ra.").printed(),
    Alias::new("ret", "", "jalr zero, 0(ra)", "Returns.").printed(),
    Alias::new("jr", "{rs1}", "jalr zero, 0({rs1})", "Jumps to a register.").printed(),
    Alias::new("jalr", "{rs1}", "jalr ra, 0({rs1})", "Jumps to a register and links to ra.").printed(),
    Alias::new("jr", "{imm}({rs1})", "jalr zero, {imm}({rs1})", "Jumps to a register.").printed(),
    Alias::new("jalr", "{imm}({rs1})", "jalr ra, {imm}({rs1})", "Jumps to a register and links to ra.").printed(),
    Alias::new("jalr", "{rd}, {rs1}", "jalr {rd}, 0({rs1})", "Jumps to a register and links.").printed(),
    Alias::new("c.nop", "{imm}", "c.addi zero, {imm}", "Does nothing.").printed(),
    Alias::new("jalr", "{rd}, {rs1}, {imm}", "jalr {rd}, {imm}({rs1})", "Jumps to a register and links."),
    Alias::new("fence", "", "fence 15, 15", "Orders everything.").printed(),
    Alias::new("csrr", "{rd}, {csr}", "csrrs {rd}, {csr}, zero", "Reads a CSR.").printed(),
    Alias::new("csrw", "{csr}, {rs1}", "csrrw zero, {csr}, {rs1}", "Writes a CSR.").printed(),
    Alias::new("csrs", "{csr}, {rs1}", "csrrs zero, {csr}, {rs1}", "Sets bits of a CSR.").printed(),
    Alias::new("csrc", "{csr}, {rs1}", "csrrc zero, {csr}, {rs1}", "Clears bits of a CSR.").printed(),
    Alias::new("csrwi", "{csr}, {uimm}", "csrrwi zero, {csr}, {uimm}", "Writes a number to a CSR.").printed(),
    Alias::new("csrsi", "{csr}, {uimm}", "csrrsi zero, {csr}, {uimm}", "Sets bits of a CSR.").printed(),
    Alias::new("csrci", "{csr}, {uimm}", "csrrci zero, {csr}, {uimm}", "Clears bits of a CSR.").printed(),
    Alias::new("add", "{rd}, {rs1}, {imm}", "addi {rd}, {rs1}, {imm}", "rs1 + imm."),
    Alias::new("and", "{rd}, {rs1}, {imm}", "andi {rd}, {rs1}, {imm}", "rs1 & imm."),
    Alias::new("or", "{rd}, {rs1}, {imm}", "ori {rd}, {rs1}, {imm}", "rs1 | imm."),
    Alias::new("xor", "{rd}, {rs1}, {imm}", "xori {rd}, {rs1}, {imm}", "rs1 ^ imm."),
    Alias::new("sll", "{rd}, {rs1}, {imm}", "slli {rd}, {rs1}, {imm}", "rs1 << imm."),
    Alias::new("srl", "{rd}, {rs1}, {imm}", "srli {rd}, {rs1}, {imm}", "rs1 >> imm, logical."),
    Alias::new("sra", "{rd}, {rs1}, {imm}", "srai {rd}, {rs1}, {imm}", "rs1 >> imm, arithmetic."),
    Alias::new("addw", "{rd}, {rs1}, {imm}", "addiw {rd}, {rs1}, {imm}", "rs1 + imm, 32 bits."),
];
