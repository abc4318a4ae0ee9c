//! Where the bits of tile instructions lie.
//!
//! The words of an instruction are numbered 2, 1, 0 and lie in memory in that order, so a format
//! counts bits from the last word up: word 0 is bits 31:0, word 1 is bits 63:32, word 2 is bits
//! 95:64. A register that word 2 carries is named again in word 0, and both numbers must be
//! equal: such a field has two pieces that hold the same bits.

use isa::{Field, Format, Order};

/// Bit `bit` of word `word`.
const fn at(word: u8, bit: u8) -> u8 {
    32 * word + bit
}

const fn bits(name: &'static str, word: u8, high: u8, low: u8) -> Field {
    Field::bits(name, at(word, high), at(word, low))
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $field:expr;)*) => {
        $($(#[$doc])* pub static $name: Field = $field;)*
    };
}

/// The opcode custom-3, which every word has.
pub const OPCODE: u64 = 0b111_1011;
/// The opcodes of one, two and three words.
pub const OPCODES_1: u64 = OPCODE;
pub const OPCODES_2: u64 = OPCODE | OPCODE << 7;
pub const OPCODES_3: u64 = OPCODES_2 | OPCODE << 14;

fields! {
    // Words of one-word instructions.
    OPCODE1 = bits("opcode", 0, 6, 0);
    TUOP1 = bits("tuop", 0, 14, 12);
    CSR_ENABLES = bits("rs1_en, rd_en, csr_uop", 0, 31, 28);
    CSR_INDEX = bits("csr_idx", 0, 27, 20);
    CSR_SOURCE = bits("rs1", 0, 19, 15);
    CSR_RD = bits("rd", 0, 11, 7);
    CTRLUOP = bits("ctrluop", 0, 9, 7);
    SCOPE = bits("scope", 0, 11, 10);
    NONBLK = bits("nonblk", 0, 28, 28);
    SYNC_ID = Field::split("sync_id", &[(19, 15, 0), (31, 31, 5)]);
    SYNC_MASK = Field::split("imm/rs2", &[(27, 20, 0), (29, 29, 8)]);
    WAITOP = bits("waitop", 0, 28, 26);
    WAIT_BIT25 = bits("commit/wait", 0, 25, 25);
    WAIT_SPACE = bits("global/share", 0, 25, 25);
    ST_CNT = bits("st_cnt", 0, 24, 20);
    LD_CNT = bits("ld_cnt", 0, 19, 15);
    ST_EN = bits("st_en", 0, 11, 11);
    LD_EN = bits("ld_en", 0, 10, 10);
    TMA_GROUP = bits("tma_group_id", 0, 19, 15);
    MB_RS1_EN = bits("rs1_en", 0, 31, 31);
    MB_RS1 = bits("rs1", 0, 19, 15);
    OBJECT_OP = bits("mbop/semop", 0, 28, 26);
    OBJECT_ARG = Field::split("rs2/imm", &[(24, 20, 0), (29, 29, 5)]);

    // The opcodes and tuops of all words together.
    OPCODE2 = Field::split("opcode", &[(6, 0, 0), (38, 32, 7)]);
    OPCODE3 = Field::split("opcode", &[(6, 0, 0), (38, 32, 7), (70, 64, 14)]);
    TUOP2 = Field::split("tuop", &[(14, 12, 0), (46, 44, 3)]);
    TUOP3 = Field::split("tuop", &[(14, 12, 0), (46, 44, 3), (78, 76, 6)]);
    /// The same without the bit that tells shared from global memory.
    MEM_TUOP2 = Field::split("tuop", &[(14, 12, 0), (46, 45, 3)]);
    MEM_TUOP3 = Field::split("tuop", &[(14, 12, 0), (46, 45, 3), (78, 76, 5)]);
    SPACE = bits("tuop[0]", 1, 12, 12);

    // Word 2: what a register of the hart is sent for.
    ASP_MODE = bits("input, mode", 2, 31, 27);
    ASP_CONTROL = bits("addrCtl", 2, 26, 26);
    FUNC6 = bits("func6", 2, 25, 20);

    // Memory.
    RS1_EN = bits("rs1_en", 1, 31, 31);
    TILE = bits("td/ts1", 1, 30, 23);
    TILESIZE = bits("tilesize", 1, 22, 20);
    RS1 = bits("rs1", 1, 19, 15);
    RS2_RD_EN = bits("rs2_en, rd_en", 1, 8, 7);
    MEMUOP = bits("memuop", 0, 30, 25);
    LSUOP = bits("lsuop", 0, 8, 7);
    OFFSET10 = Field::split("offseten, rs3/imm", &[(24, 20, 0), (19, 15, 5), (31, 31, 10)]);
    OFFSET5 = Field::split("offseten, rs3/imm2", &[(24, 20, 0), (31, 31, 5)]);
    STRIDE = bits("rs2", 0, 19, 15);
    INDEX = Field::split("vs2", &[(19, 15, 0), (75, 71, 0)]);
    TMASK9 = bits("tmask", 0, 9, 9);

    // Atomics.
    ATOMIC = bits("memuop[5]", 0, 30, 30);
    ATOMIC_OP = bits("memuop[4:0]", 0, 29, 25);
    ATOMIC_OP_V = Field::split("memuop[4:0], func6", &[(29, 25, 0), (89, 84, 5)]);
    CAS_EN = bits("cas_en", 0, 31, 31);
    VEC_SIZE = bits("vec_size", 1, 22, 21);
    ATOMIC_RD = bits("rd", 1, 27, 23);
    RS3 = bits("rs3", 0, 24, 20);
    RS2 = bits("rs2", 0, 19, 15);
    IMM2 = bits("imm2[4:0]", 0, 24, 20);

    // Tensor copies.
    COPY_ENABLES = Field::split("rs1_en, rs2_en, rd_en, offseten", &[(63, 63, 0), (40, 39, 1), (31, 31, 3)]);
    TMAUOP_DIM = bits("tmauop, dim", 1, 30, 27);
    COPY_DST = Field::split("dst, dsttm", &[(56, 52, 0), (58, 58, 5)]);
    COPY_SRC = Field::split("src, srctm", &[(51, 47, 0), (57, 57, 5)]);
    DSTLOC = bits("dstloc", 1, 11, 10);
    SRCLOC = bits("srcloc", 1, 9, 9);
    COMPLETEOBJ = bits("completeobj", 0, 24, 20);
    COMPLETION = bits("completion", 0, 8, 7);
    COPY_FLAGS = bits("multicastl2, tmask", 0, 10, 9);

    // Matrix multiply.
    MEMMAT = Field::split("memmata, memmatb", &[(63, 63, 0), (39, 39, 1)]);
    MMA_TD = bits("td", 1, 30, 23);
    MMA_TS1 = bits("ts1", 1, 22, 15);
    MMA_TS2 = bits("ts2", 0, 30, 23);
    MMA_RS1 = bits("rs1", 1, 19, 15);
    MMA_RS2 = bits("rs2", 0, 27, 23);
    MMA_VS1 = Field::split("vs1", &[(51, 47, 0), (75, 71, 0)]);
    MMA_VS2 = Field::split("vs2", &[(27, 23, 0), (75, 71, 0)]);
    MMA_VS = Field::split("vs1/vs2", &[(51, 47, 0), (27, 23, 0), (75, 71, 0)]);
    MMAUOP = bits("mmauop", 0, 22, 18);
    MMA_SIZE = Field::split("tilesize, multitile", &[(17, 15, 0), (8, 8, 3)]);
    /// reused, reuse1, neg1, transmata; reuse2, negd, transmatb.
    MMA_FLAGS = Field::split("trans, neg, reuse", &[(43, 40, 0), (11, 9, 4)]);

    // Moves.
    MOVE_OP = bits("input, mvop", 1, 31, 26);
    MOVE_FUNC6 = bits("func6", 1, 25, 20);
    MOVE_FUNC5 = bits("func6[4:0]", 1, 24, 20);
    MOVE_UNMASKED = bits("func6[5]", 1, 25, 25);
    MOVE_HOST = bits("vs1/rs1/frs1", 1, 11, 7);
    MOVE_TILE = bits("td/ts1", 0, 30, 23);
    MOVE_INDEX = Field::split("rs2/imm, rs2_en", &[(19, 15, 0), (7, 7, 5)]);
    MOVE_INDEX_BC = Field::split("rs2/imm, rs2_en, bc", &[(19, 15, 0), (7, 7, 5), (51, 51, 6)]);

    // Element-wise operations.
    ALU_TD = bits("td", 1, 30, 23);
    ALU_TS1 = bits("ts1", 1, 22, 15);
    VECUOP2 = Field::split("vecuop2", &[(30, 29, 0), (43, 40, 2)]);
    VECUOP1 = bits("vecuop1", 0, 10, 9);
    ASP_EN = bits("asp_en", 0, 8, 8);
    SRC_TYPE = bits("src_type", 0, 20, 20);
    NEG1 = bits("neg1", 0, 27, 27);
    NEG2 = bits("neg2", 0, 28, 28);
    ALU_FORMAT = bits("format", 0, 24, 23);
    ALU_FORMAT_V = Field::split("format, func6", &[(24, 23, 0), (89, 84, 2)]);
    /// tmask, reuse1, reuse2.
    ALU_FLAGS = Field::split("tmask, reuse", &[(11, 11, 0), (26, 25, 1)]);
    ALU_FLAGS1 = Field::split("tmask, reuse1", &[(11, 11, 0), (25, 25, 1)]);
    TMASK11 = bits("tmask", 0, 11, 11);
    ALU_TS2 = bits("ts2", 0, 22, 15);
    ALU_VS2 = Field::split("vs2, addrCtl", &[(19, 15, 0), (75, 71, 0), (90, 90, 5)]);
    ALU_FRS2 = Field::split("frs2", &[(19, 15, 0), (75, 71, 0)]);
    ALU_TS3 = bits("ts3", 0, 30, 23);
    CVT_DST = bits("dst_type", 0, 22, 19);
    CVT_SRC = bits("src_fmt", 0, 18, 15);
    MAD_FORMAT = bits("vecuop2[1:0]", 1, 9, 8);
    MAD_FORMAT_V = Field::split("vecuop2[1:0], func6", &[(41, 40, 0), (89, 84, 2)]);
    MAD_NEG1 = bits("vecuop2[2]", 1, 10, 10);
    MAD_NEG3 = bits("vecuop2[3]", 1, 11, 11);
    QUANT_OP = bits("vecuop2[3:2]", 1, 11, 10);
}

const fn words(
    name: &'static str,
    bits: u8,
    fields: &'static [&'static Field],
    doc: &'static str,
) -> Format {
    Format::new(name, bits, fields, doc).order(Order::HighWordFirst)
}

#[rustfmt::skip]
pub static CSR: Format = words("CSR", 32,
    &[&OPCODE1, &TUOP1, &CSR_ENABLES, &CSR_INDEX, &CSR_SOURCE, &CSR_RD],
    "One word: control and status registers of the tile core.");

#[rustfmt::skip]
pub static SYNC: Format = words("SYNC", 32,
    &[&OPCODE1, &TUOP1, &CTRLUOP, &SCOPE, &NONBLK, &SYNC_ID, &SYNC_MASK, &WAITOP, &WAIT_BIT25,
      &WAIT_SPACE, &ST_CNT, &LD_CNT, &ST_EN, &LD_EN, &TMA_GROUP, &MB_RS1_EN, &MB_RS1, &OBJECT_OP,
      &OBJECT_ARG],
    "One word: barriers, waits, mbarriers and semaphores.");

#[rustfmt::skip]
pub static MEM2: Format = words("MEM2", 64,
    &[&OPCODE2, &MEM_TUOP2, &SPACE, &RS1_EN, &TILE, &TILESIZE, &RS1, &RS2_RD_EN, &MEMUOP, &LSUOP,
      &OFFSET10, &OFFSET5, &STRIDE, &TMASK9, &ATOMIC, &ATOMIC_OP, &CAS_EN, &VEC_SIZE, &ATOMIC_RD,
      &RS3, &RS2],
    "Words 1 and 0: memory accesses and atomics.");

#[rustfmt::skip]
pub static MEM3: Format = words("MEM3", 96,
    &[&OPCODE3, &MEM_TUOP3, &TUOP3, &SPACE, &ASP_MODE, &ASP_CONTROL, &FUNC6, &RS1_EN, &TILE,
      &TILESIZE, &RS1, &RS2_RD_EN, &MEMUOP, &LSUOP, &OFFSET5, &INDEX, &TMASK9, &ATOMIC,
      &ATOMIC_OP_V, &CAS_EN, &VEC_SIZE, &RS3, &IMM2, &COPY_ENABLES, &TMAUOP_DIM, &COPY_DST,
      &COPY_SRC, &DSTLOC, &SRCLOC, &COMPLETEOBJ, &COMPLETION, &COPY_FLAGS],
    "Words 2, 1 and 0: memory accesses, atomics and copies with a vector register.");

#[rustfmt::skip]
pub static MMA2: Format = words("MMA2", 64,
    &[&OPCODE2, &TUOP2, &MEMMAT, &MMA_TD, &MMA_TS1, &MMA_TS2, &MMA_RS1, &MMA_RS2, &MMAUOP,
      &MMA_SIZE, &MMA_FLAGS],
    "Words 1 and 0: matrix multiply-accumulate.");

#[rustfmt::skip]
pub static MMA3: Format = words("MMA3", 96,
    &[&OPCODE3, &TUOP3, &ASP_MODE, &FUNC6, &MEMMAT, &MMA_TD, &MMA_TS1, &MMA_TS2, &MMA_VS1,
      &MMA_VS2, &MMA_VS, &MMAUOP, &MMA_SIZE, &MMA_FLAGS],
    "Words 2, 1 and 0: matrix multiply-accumulate with descriptors in a vector register.");

#[rustfmt::skip]
pub static MOVE: Format = words("MOVE", 64,
    &[&OPCODE2, &TUOP2, &MOVE_OP, &MOVE_FUNC6, &MOVE_FUNC5, &MOVE_UNMASKED, &MOVE_HOST, &MOVE_TILE,
      &MOVE_INDEX, &MOVE_INDEX_BC],
    "Words 2 and 0: between a register of the hart and a tile register.");

#[rustfmt::skip]
pub static ALU2: Format = words("ALU2", 64,
    &[&OPCODE2, &TUOP2, &ALU_TD, &ALU_TS1, &VECUOP2, &VECUOP1, &ASP_EN, &NEG1, &NEG2, &ALU_FORMAT,
      &ALU_FLAGS, &ALU_FLAGS1, &TMASK11, &ALU_TS2, &ALU_TS3, &CVT_DST, &CVT_SRC, &MAD_FORMAT,
      &MAD_NEG1, &MAD_NEG3, &QUANT_OP],
    "Words 1 and 0: element by element.");

#[rustfmt::skip]
pub static ALU3: Format = words("ALU3", 96,
    &[&OPCODE3, &TUOP3, &ASP_MODE, &FUNC6, &ALU_TD, &ALU_TS1, &VECUOP2, &VECUOP1, &ASP_EN,
      &SRC_TYPE, &NEG1, &NEG2, &ALU_FORMAT, &ALU_FORMAT_V, &ALU_FLAGS, &TMASK11, &ALU_VS2,
      &ALU_FRS2, &ALU_TS3, &MAD_FORMAT, &MAD_FORMAT_V, &MAD_NEG1, &MAD_NEG3, &QUANT_OP],
    "Words 2, 1 and 0: element by element, with a vector or float register.");
