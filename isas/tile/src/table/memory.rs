//! Loads, stores, atomics and tensor copies.

use super::TileRow;
use crate::formats::*;
use crate::meaning::{Completion::*, Stepping::*, Tile};
use crate::operands::*;

/// A load (memuop 000000) or store (001000) in words 1 and 0.
const fn access2(row: TileRow, store: bool, lsuop: u64) -> TileRow {
    row.fix(&OPCODE2, OPCODES_2)
        .fix(&MEM_TUOP2, 0b00_110)
        .fix(&RS1_EN, 1)
        .fix(&RS2_RD_EN, 0)
        .fix(&MEMUOP, (store as u64) << 3)
        .fix(&LSUOP, lsuop)
}

/// The same with an index vector in word 2.
const fn access3(row: TileRow, store: bool) -> TileRow {
    row.fix(&OPCODE3, OPCODES_3)
        .fix(&MEM_TUOP3, 0b1110_0110)
        .fix(&ASP_MODE, 0b01_000)
        .fix(&RS1_EN, 1)
        .fix(&RS2_RD_EN, 0)
        .fix(&MEMUOP, (store as u64) << 3)
        .fix(&LSUOP, 0b10)
}

const fn atomic2(row: TileRow, enables: u64, lsuop: u64) -> TileRow {
    row.fix(&OPCODE2, OPCODES_2)
        .fix(&MEM_TUOP2, 0b00_110)
        .fix(&RS1_EN, 1)
        .fix(&RS2_RD_EN, enables)
        .fix(&ATOMIC, 1)
        .fix(&LSUOP, lsuop)
}

const fn atomic3(row: TileRow) -> TileRow {
    row.fix(&OPCODE3, OPCODES_3)
        .fix(&MEM_TUOP3, 0b1110_0110)
        .fix(&ASP_MODE, 0b01_000)
        .fix(&RS1_EN, 1)
        .fix(&RS2_RD_EN, 0b10)
        .fix(&ATOMIC, 1)
        .fix(&LSUOP, 0b11)
}

/// Compare and swap of 32 bits, whose operation code does not stand for an operand.
const CAS: u64 = 0b01111;
const CAS_V: u64 = CAS | 0b10_0101 << 5;

const fn copy(row: TileRow, completion: u64) -> TileRow {
    row.fix(&OPCODE3, OPCODES_3)
        .fix(&TUOP3, 0b111_000_110)
        .fix(&ASP_MODE, 0b01_010)
        .fix(&FUNC6, 0b10_0101)
        // rs1_en, rs2_en and offseten are 1, rd_en is 0.
        .fix(&COPY_ENABLES, 0b1101)
        .fix(&MEMUOP, 0b00_0001)
        .fix(&COMPLETION, completion)
}

#[rustfmt::skip]
pub static ROWS: &[TileRow] = &[
    access2(TileRow::new("tld{space}.u{xn}", &MEM2, "{td}, {offset}({rs1}){tm}", &[&SP, &XN, &TD, &OFF10, &BASE, &TMASK], Tile::Load(Unit)), false, 0)
        .doc("Loads tile registers from consecutive rows of 32 bytes."),
    access2(TileRow::new("tst{space}.u{xn}", &MEM2, "{td}, {offset}({rs1}){tm}", &[&SP, &XN, &TS, &OFF10, &BASE, &TMASK], Tile::Store(Unit)), true, 0)
        .doc("Stores tile registers to consecutive rows of 32 bytes."),
    access2(TileRow::new("tld{space}.s{xn}", &MEM2, "{td}, {offset}({rs1}), {rs2}{tm}", &[&SP, &XN, &TD, &OFF5, &BASE, &STRIDE_REG, &TMASK], Tile::Load(Strided)), false, 1)
        .doc("Loads rows that lie a stride apart."),
    access2(TileRow::new("tst{space}.s{xn}", &MEM2, "{td}, {offset}({rs1}), {rs2}{tm}", &[&SP, &XN, &TS, &OFF5, &BASE, &STRIDE_REG, &TMASK], Tile::Store(Strided)), true, 1)
        .doc("Stores rows a stride apart."),
    access3(TileRow::new("tld{space}.i{ew}{xn}", &MEM3, "{td}, {offset}({rs1}), {vs2}{tm}", &[&SP, &EW, &XN, &TD, &OFF5, &BASE, &INDEX_REG, &TMASK], Tile::Load(Indexed)), false)
        .doc("Gathers rows by an index vector."),
    access3(TileRow::new("tst{space}.i{ew}{xn}", &MEM3, "{td}, {offset}({rs1}), {vs2}{tm}", &[&SP, &EW, &XN, &TS, &OFF5, &BASE, &INDEX_REG, &TMASK], Tile::Store(Indexed)), true)
        .doc("Scatters rows by an index vector."),

    atomic2(TileRow::new("tatom{space}{op}{xn}", &MEM2, "{rd}, ({rs1}), {rs2}", &[&SP, &ATOMIC_X, &ATOMIC_XN, &OLD, &BASE, &OPERAND_X], Tile::AtomicScalar { returns: true, cas: false }), 0b11, 1)
        .doc("Updates packed elements atomically and gives the old ones."),
    atomic2(TileRow::new("tred{space}{op}{xn}", &MEM2, "({rs1}), {rs2}", &[&SP, &ATOMIC_X, &ATOMIC_XN, &BASE, &OPERAND_X], Tile::AtomicScalar { returns: false, cas: false }), 0b10, 1)
        .doc("Updates packed elements atomically."),
    atomic2(TileRow::new("tatom{space}.cas.u32", &MEM2, "{rd}, ({rs1}), {rs2}, {rs3}", &[&SP, &OLD, &BASE, &OPERAND_X, &NEW_X], Tile::AtomicScalar { returns: true, cas: true }), 0b11, 1)
        .fix(&CAS_EN, 1).fix(&ATOMIC_OP, CAS)
        .doc("Stores rs3 where memory holds rs2, and gives the old value."),
    atomic2(TileRow::new("tred{space}.cas.u32", &MEM2, "({rs1}), {rs2}, {rs3}", &[&SP, &BASE, &OPERAND_X, &NEW_X], Tile::AtomicScalar { returns: false, cas: true }), 0b10, 1)
        .fix(&CAS_EN, 1).fix(&ATOMIC_OP, CAS)
        .doc("Stores rs3 where memory holds rs2."),
    atomic3(TileRow::new("tredv{space}{op}{xn}", &MEM3, "{offset}({rs1}), {vs2}{tm}", &[&SP, &ATOMIC_V, &ATOMIC_XN, &IMM5, &BASE, &OPERAND_V, &TMASK], Tile::AtomicVector { cas: false }))
        .doc("Updates memory atomically with all elements of vector registers."),
    atomic3(TileRow::new("tredv{space}.cas.u32{xn}", &MEM3, "({rs1}), {vs2}, {rs3}{tm}", &[&SP, &ATOMIC_XN, &BASE, &OPERAND_V, &NEW_X, &TMASK], Tile::AtomicVector { cas: true }))
        .fix(&CAS_EN, 1).fix(&ATOMIC_OP_V, CAS_V)
        .doc("Stores rs3 where memory holds the element of the vector."),
    atomic2(TileRow::new("tredt{space}{op}{xn}", &MEM2, "{td}, {offset}({rs1}){tm}", &[&SP, &ATOMIC_X, &ATOMIC_XN, &TS, &OFF10, &BASE, &TMASK], Tile::AtomicTiles { returns: false }), 0b00, 0)
        .doc("Updates memory atomically with all elements of tile registers."),
    atomic2(TileRow::new("tatomt{space}{op}{xn}", &MEM2, "{td}, {offset}({rs1}){tm}", &[&SP, &ATOMIC_X, &ATOMIC_XN, &TD, &OFF10, &BASE, &TMASK], Tile::AtomicTiles { returns: true }), 0b01, 0)
        .doc("Updates memory atomically with all elements of tile registers, which get the old ones."),

    copy(TileRow::new("ttma{mode}{dstloc}{srcloc}.bulk", &MEM3, "{dst}, {src}, {vs1}{flags}", &[&COPY_MODE, &COPY_TO, &COPY_FROM, &DST, &SRC, &COORDS, &CP_FLAGS], Tile::Copy(Bulk)), 0b00)
        .doc("Starts a tensor copy that belongs to a copy group."),
    copy(TileRow::new("ttma{mode}{dstloc}{srcloc}.mbar", &MEM3, "{dst}, {src}, {vs1}, {obj}{flags}", &[&COPY_MODE, &COPY_TO, &COPY_FROM, &DST, &SRC, &COORDS, &MBAR_REG, &CP_FLAGS], Tile::Copy(Mbarrier)), 0b01)
        .doc("Starts a tensor copy that reports its bytes to an mbarrier."),
    copy(TileRow::new("ttma{mode}{dstloc}{srcloc}.sem", &MEM3, "{dst}, {src}, {vs1}, {obj}{flags}", &[&COPY_MODE, &COPY_TO, &COPY_FROM, &DST, &SRC, &COORDS, &SEM_INDEX, &CP_FLAGS], Tile::Copy(Semaphore)), 0b10)
        .doc("Starts a tensor copy that posts a semaphore."),
];
