//! Control and status registers, barriers, waits, mbarriers and semaphores.

use super::TileRow;
use crate::formats::*;
use crate::meaning::{MbarrierOp::*, SemaphoreOp, Tile};
use crate::operands::*;
use isa::Alias;
use riscv::CsrAction::*;

/// `enables` is rs1_en, rd_en and csr_uop.
const fn csr(row: TileRow, enables: u64) -> TileRow {
    row.fix(&OPCODE1, OPCODES_1)
        .fix(&TUOP1, 0b010)
        .fix(&CSR_ENABLES, enables)
}

const fn sync(row: TileRow, ctrluop: u64) -> TileRow {
    row.fix(&OPCODE1, OPCODES_1)
        .fix(&TUOP1, 0b101)
        .fix(&CTRLUOP, ctrluop)
}

const fn wait(row: TileRow, waitop: u64, bit25: u64) -> TileRow {
    sync(row, 0b001)
        .fix(&WAITOP, waitop)
        .fix(&WAIT_BIT25, bit25)
}

const fn mbarrier(row: TileRow, op: u64) -> TileRow {
    sync(row, 0b010).fix(&MB_RS1_EN, 1).fix(&OBJECT_OP, op)
}

#[rustfmt::skip]
pub static ROWS: &[TileRow] = &[
    csr(TileRow::new("tcsrr",   &CSR, "{rd}, {csr}",         &[&CSR_XD, &CSR_NAME],           Tile::Csr { action: Read, immediate: false }), 0b0100).doc("Reads a tile CSR."),
    csr(TileRow::new("tcsrw",   &CSR, "{csr}, {rs1}",        &[&CSR_NAME, &CSR_XS],           Tile::Csr { action: Write, immediate: false }), 0b1001).doc("Writes a tile CSR."),
    csr(TileRow::new("tcsrwi",  &CSR, "{csr}, {uimm}",       &[&CSR_NAME, &CSR_IMM],          Tile::Csr { action: Write, immediate: true }), 0b0001).doc("Writes a number to a tile CSR."),
    csr(TileRow::new("tcsrrw",  &CSR, "{rd}, {csr}, {rs1}",  &[&CSR_XD, &CSR_NAME, &CSR_XS],  Tile::Csr { action: Write, immediate: false }), 0b1101).doc("Reads and writes a tile CSR."),
    csr(TileRow::new("tcsrrwi", &CSR, "{rd}, {csr}, {uimm}", &[&CSR_XD, &CSR_NAME, &CSR_IMM], Tile::Csr { action: Write, immediate: true }), 0b0101).doc("Reads a tile CSR and writes a number."),
    csr(TileRow::new("tcsrrs",  &CSR, "{rd}, {csr}, {rs1}",  &[&CSR_XD, &CSR_NAME, &CSR_XS],  Tile::Csr { action: Set, immediate: false }), 0b1110).doc("Reads a tile CSR and sets bits."),
    csr(TileRow::new("tcsrrsi", &CSR, "{rd}, {csr}, {uimm}", &[&CSR_XD, &CSR_NAME, &CSR_IMM], Tile::Csr { action: Set, immediate: true }), 0b0110).doc("Reads a tile CSR and sets the bits of a number."),
    csr(TileRow::new("tcsrrc",  &CSR, "{rd}, {csr}, {rs1}",  &[&CSR_XD, &CSR_NAME, &CSR_XS],  Tile::Csr { action: Clear, immediate: false }), 0b1111).doc("Reads a tile CSR and clears bits."),
    csr(TileRow::new("tcsrrci", &CSR, "{rd}, {csr}, {uimm}", &[&CSR_XD, &CSR_NAME, &CSR_IMM], Tile::Csr { action: Clear, immediate: true }), 0b0111).doc("Reads a tile CSR and clears the bits of a number."),

    sync(TileRow::new("tsync{scope}{arrive}", &SYNC, "{id}, {mask}", &[&SYNC_SCOPE, &ARRIVE, &BARRIER, &THREADS], Tile::Sync), 0b000)
        .doc("Arrives at a barrier of the threads in the mask, and waits for the others unless `.arrive`."),

    sync(TileRow::new("twait{space}.raw", &SYNC, "{ld_en}, {ld_cnt}, {st_en}, {st_cnt}", &[&WSPACE, &LDE, &LDC, &STE, &STC], Tile::WaitMemory), 0b001).fix(&WAITOP, 0)
        .doc("Waits until at most so many loads and stores of the thread are outstanding."),
    wait(TileRow::new("tcommit.tma", &SYNC, "{group}", &[&GROUP], Tile::Commit), 0b001, 0).doc("Moves the uncommitted bulk copies into a copy group."),
    wait(TileRow::new("twait.tma", &SYNC, "{group}", &[&GROUP], Tile::WaitCopies), 0b001, 1).doc("Waits until a copy group is empty."),
    wait(TileRow::new("twait.mma", &SYNC, "", &[], Tile::WaitMma), 0b010, 0).doc("Waits for every matrix multiply of the thread."),
    wait(TileRow::new("twait.alu", &SYNC, "", &[], Tile::WaitAlu), 0b100, 0).doc("Waits for every element-wise operation and move of the thread."),
    wait(TileRow::new("twait.all", &SYNC, "", &[], Tile::WaitAll), 0b111, 0).doc("Waits for everything that the thread has outstanding."),

    mbarrier(TileRow::new("tmbar.init{scope}",   &SYNC, "({rs1}), {arg}", &[&MB_SCOPE, &MB_ADDR, &MB_ARG], Tile::Mbarrier(Init)), 0b000).doc("Sets up an mbarrier for a number of arrivals."),
    mbarrier(TileRow::new("tmbar.arrive{scope}", &SYNC, "({rs1}), {arg}", &[&MB_SCOPE, &MB_ADDR, &MB_ARG], Tile::Mbarrier(Arrive)), 0b001).doc("Arrives a number of times."),
    mbarrier(TileRow::new("tmbar.expect{scope}", &SYNC, "({rs1}), {arg}", &[&MB_SCOPE, &MB_ADDR, &MB_ARG], Tile::Mbarrier(Expect)), 0b010).doc("Expects a number of bytes from copies."),
    mbarrier(TileRow::new("tmbar.arrx{scope}",   &SYNC, "({rs1}), {arg}", &[&MB_SCOPE, &MB_ADDR, &MB_ARG], Tile::Mbarrier(ArriveExpect)), 0b011).doc("Expects a number of bytes and arrives once."),
    mbarrier(TileRow::new("tmbar.wait{scope}",   &SYNC, "({rs1}), {arg}", &[&MB_SCOPE, &MB_ADDR, &MB_ARG], Tile::Mbarrier(Wait)), 0b100).doc("Waits until the phase of this parity has ended."),

    sync(TileRow::new("tsem.post", &SYNC, "{id}, {arg}", &[&SEM_ID, &SEM_N], Tile::Semaphore(SemaphoreOp::Post)), 0b011).fix(&OBJECT_OP, 0).doc("Adds to a semaphore."),
    sync(TileRow::new("tsem.wait", &SYNC, "{id}, {arg}", &[&SEM_ID, &SEM_N], Tile::Semaphore(SemaphoreOp::Wait)), 0b011).fix(&OBJECT_OP, 1).doc("Waits until a semaphore is large enough and subtracts."),
];

/// The usual waits; any other combination of the four fields prints as `.raw`.
#[rustfmt::skip]
pub static ALIASES: &[Alias] = &[
    Alias::new("twait.global.ld",   "{ld_cnt}",           "twait.global.raw 1, {ld_cnt}, 0, 0",        "Waits for global loads.").printed(),
    Alias::new("twait.global.st",   "{st_cnt}",           "twait.global.raw 0, 0, 1, {st_cnt}",        "Waits for global stores.").printed(),
    Alias::new("twait.global.ldst", "{ld_cnt}, {st_cnt}", "twait.global.raw 1, {ld_cnt}, 1, {st_cnt}", "Waits for global loads and stores.").printed(),
    Alias::new("twait.shared.ld",   "{ld_cnt}",           "twait.shared.raw 1, {ld_cnt}, 0, 0",        "Waits for shared loads.").printed(),
    Alias::new("twait.shared.st",   "{st_cnt}",           "twait.shared.raw 0, 0, 1, {st_cnt}",        "Waits for shared stores.").printed(),
    Alias::new("twait.shared.ldst", "{ld_cnt}, {st_cnt}", "twait.shared.raw 1, {ld_cnt}, 1, {st_cnt}", "Waits for shared loads and stores.").printed(),
];
