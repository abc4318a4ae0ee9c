//! What may stand in tile instructions, and which field it fills.

use crate::formats::*;
use crate::kinds::{
    BroadcastIndex, CsrNumber, FlagList, MapRegister, Offset, RegisterOr, VectorSource,
};
use crate::registers::TILES;
use isa::{Kind, Operand};
use riscv::{FLOAT, INTEGER, VECTOR};

macro_rules! operands {
    ($($name:ident = $label:literal, $field:ident, $kind:expr, $doc:literal;)*) => {
        $(pub static $name: Operand = Operand::new($label, &$field, $kind).doc($doc);)*
    };
}

const X: Kind = Kind::Register(&INTEGER);
const F: Kind = Kind::Register(&FLOAT);
const V: Kind = Kind::Register(&VECTOR);
const T: Kind = Kind::Register(&TILES);
const UNSIGNED: Kind = Kind::Immediate {
    signed: false,
    scale: 1,
};
const MINUS: Kind = Kind::Named(&[("", 0), ("-", 1)]);
const SPACES: Kind = Kind::Named(&[(".global", 0), (".shared", 1)]);
const COUNTS: Kind = Kind::Named(&[("", 0), (".x2", 1), (".x4", 2), (".x8", 3), (".x1", 0)]);
const TM: Kind = Kind::Custom(&FlagList(&[("tm", 1)]));

/// `func6` of an unmasked vector store with elements of 1, 2, 4 and 8 bytes.
const STORE8: i64 = 0b10_0001;
const STORE16: i64 = 0b10_0011;
const STORE32: i64 = 0b10_0101;
const STORE64: i64 = 0b10_0111;

const FORMATS: Kind = Kind::Named(&[(".f32", 0), (".f16", 1), (".bf16", 2), (".i32", 3)]);
const FLOATS: Kind = Kind::Named(&[(".f32", 0), (".f16", 1), (".bf16", 2)]);
const INTEGERS: Kind = Kind::Named(&[(".i32", 3)]);
/// With a vector source the format settles the width of the elements that word 2 carries.
const fn wide(code: i64) -> i64 {
    code | STORE32 << 2
}
const fn narrow(code: i64) -> i64 {
    code | STORE16 << 2
}
const FORMATS_V: Kind = Kind::Named(&[
    (".f32", wide(0)),
    (".f16", narrow(1)),
    (".bf16", narrow(2)),
    (".i32", wide(3)),
]);
const FLOATS_V: Kind = Kind::Named(&[(".f32", wide(0)), (".f16", narrow(1)), (".bf16", narrow(2))]);
const INTEGERS_V: Kind = Kind::Named(&[(".i32", wide(3))]);
/// The width of a float register that is sent: half, single (which may be left out), double.
const WIDTHS: Kind = Kind::Named(&[
    (".h", 0b10_0101),
    (".s", 0b10_0110),
    (".d", 0b10_0111),
    ("", 0b10_0110),
]);

macro_rules! atomic_names {
    ($($name:literal $code:literal $func6:ident),*) => {
        pub const ATOMICS: Kind = Kind::Named(&[$(($name, $code)),*]);
        pub const ATOMICS_V: Kind = Kind::Named(&[$(($name, $code | $func6 << 5)),*]);
    };
}

atomic_names! {
    ".add.u32" 0b00000 STORE32, ".sub.u32" 0b00001 STORE32, ".min.u32" 0b00010 STORE32,
    ".max.u32" 0b00011 STORE32, ".and.u32" 0b00100 STORE32, ".or.u32" 0b00101 STORE32,
    ".xor.u32" 0b00110 STORE32, ".swap.u32" 0b00111 STORE32, ".min.s32" 0b01010 STORE32,
    ".max.s32" 0b01011 STORE32, ".add.f32" 0b10000 STORE32, ".sub.f32" 0b10001 STORE32,
    ".min.f32" 0b10010 STORE32, ".max.f32" 0b10011 STORE32, ".add.f16" 0b11000 STORE16,
    ".sub.f16" 0b11001 STORE16, ".min.f16" 0b11010 STORE16, ".max.f16" 0b11011 STORE16,
    ".add.bf16" 0b11100 STORE16, ".sub.bf16" 0b11101 STORE16, ".min.bf16" 0b11110 STORE16,
    ".max.bf16" 0b11111 STORE16
}

/// `tmauop` and `dim` of a copy. The specification has two bits for up to four dimensions; five are
/// `tmauop` 10, which it reserves.
const COPY_MODES: Kind = Kind::Named(&[
    (".tile.1d", 0b00_00),
    (".tile.2d", 0b00_01),
    (".tile.3d", 0b00_10),
    (".tile.4d", 0b00_11),
    (".lin.1d", 0b01_00),
    (".lin.2d", 0b01_01),
    // Refused by a rule, which says more than that there is no such name.
    (".lin.3d", 0b01_10),
    (".lin.4d", 0b01_11),
    (".tile.5d", 0b10_00),
]);
/// Whether a copy is linear, and its dimensions.
pub const fn copy_mode(code: i64) -> (bool, u8) {
    match code {
        0b10_00 => (false, 5),
        _ => (code & 0b01_00 != 0, (code & 3) as u8 + 1),
    }
}

const MMA_TYPES: Kind = Kind::Named(&[
    (".f32", 0),
    (".tf32", 1),
    (".f16", 2),
    (".bf16", 3),
    (".e4m3", 4),
    (".e5m2", 5),
    (".e4m3_e5m2", 6),
    (".e5m2_e4m3", 7),
    (".s8", 8),
    (".u8", 9),
    (".s8_u8", 10),
    (".u8_s8", 11),
    (".s4", 12),
    (".u4", 13),
    (".s4_u4", 14),
    (".u4_s4", 15),
]);

const MMA_SIZES: Kind = Kind::Named(&[
    ("", 0),
    (".x2", 1),
    (".x4", 2),
    (".x8", 3),
    (".k1", 8),
    (".k2", 9),
    (".k4", 10),
    (".k8", 11),
    (".x1", 0),
]);

macro_rules! conversion_types {
    ($($name:literal $code:literal),*) => {
        const CVT_TYPES: Kind = Kind::Named(&[$(($name, $code)),*]);
    };
}

conversion_types! {
    ".f32" 0, ".f16" 1, ".bf16" 2, ".s32" 3, ".u32" 4, ".s16" 5, ".u16" 6, ".s8" 7, ".u8" 8,
    ".s4" 9, ".u4" 10, ".e4m3" 11, ".e5m2" 12, ".tf32" 13
}

/// Bits of the flags of a matrix multiply, as its field has them.
pub const MMA_REUSED: u64 = 1;
pub const MMA_REUSEA: u64 = 2;
pub const MMA_NEGA: u64 = 4;
pub const MMA_TRANSA: u64 = 8;
pub const MMA_REUSEB: u64 = 16;
pub const MMA_NEGD: u64 = 32;
pub const MMA_TRANSB: u64 = 64;

static MMA_FLAG_LIST: FlagList = FlagList(&[
    ("transa", MMA_TRANSA),
    ("transb", MMA_TRANSB),
    ("nega", MMA_NEGA),
    ("negd", MMA_NEGD),
    ("reusea", MMA_REUSEA),
    ("reuseb", MMA_REUSEB),
    ("reused", MMA_REUSED),
]);

operands! {
    SP = "space", SPACE, SPACES, "which memory";
    XN = "xn", TILESIZE, COUNTS, "how many tile registers";
    TD = "td", TILE, T, "destination";
    TS = "td", TILE, T, "source";
    BASE = "rs1", RS1, X, "base address";
    OFF10 = "offset", OFFSET10, Kind::Custom(&Offset { bits: 10 }), "bytes, or a register, added to the base";
    OFF5 = "offset", OFFSET5, Kind::Custom(&Offset { bits: 5 }), "bytes, or a register, added to the base";
    STRIDE_REG = "rs2", STRIDE, X, "distance of rows in units of 32 bytes";
    INDEX_REG = "vs2", INDEX, V, "index of each row in units of 32 bytes";
    EW = "ew", FUNC6, Kind::Named(&[(".e8", STORE8), (".e16", STORE16), (".e32", STORE32), (".e64", STORE64), ("", STORE32)]), "width of an index";
    TMASK = "tm", TMASK9, TM, "only rows of the row mask";

    ATOMIC_X = "op", ATOMIC_OP, ATOMICS, "operation and type";
    ATOMIC_V = "op", ATOMIC_OP_V, ATOMICS_V, "operation and type";
    ATOMIC_XN = "xn", VEC_SIZE, COUNTS, "how many elements or registers";
    OLD = "rd", ATOMIC_RD, X, "the old value";
    OPERAND_X = "rs2", RS2, X, "operand; for cas what is expected";
    NEW_X = "rs3", RS3, X, "what cas stores";
    OPERAND_V = "vs2", INDEX, V, "operand; for cas what is expected";
    IMM5 = "offset", IMM2, Kind::Immediate { signed: true, scale: 32 }, "bytes added to the base";

    COPY_MODE = "mode", TMAUOP_DIM, COPY_MODES, "with tensor maps or linear, and how many dimensions";
    COPY_TO = "dstloc", DSTLOC, Kind::Named(&[(".global", 0), (".shared", 1), (".cluster", 2)]), "where to";
    COPY_FROM = "srcloc", SRCLOC, SPACES, "where from";
    DST = "dst", COPY_DST, Kind::Custom(&MapRegister), "destination address, or `[map]`";
    SRC = "src", COPY_SRC, Kind::Custom(&MapRegister), "source address, or `[map]`";
    COORDS = "vs1", INDEX, V, "coordinates and sizes";
    MBAR_REG = "obj", COMPLETEOBJ, X, "address of the mbarrier";
    SEM_INDEX = "obj", COMPLETEOBJ, UNSIGNED, "number of the semaphore";
    CP_FLAGS = "flags", COPY_FLAGS, Kind::Custom(&FlagList(&[("mc", 2), ("tm", 1)])), "multicast, row mask";

    CSR_NAME = "csr", CSR_INDEX, Kind::Custom(&CsrNumber), "the register";
    CSR_XD = "rd", CSR_RD, X, "the old value";
    CSR_XS = "rs1", CSR_SOURCE, X, "the new value, or bits";
    CSR_IMM = "uimm", CSR_SOURCE, UNSIGNED, "the new value, or bits";

    MMA_TYPE = "type", MMAUOP, MMA_TYPES, "types of A and B";
    MMA_N = "size", MMA_SIZE, MMA_SIZES, "blocks of N (`.x`) or K (`.k`)";
    MMA_D = "td", MMA_TD, T, "accumulator";
    MMA_A = "ts1", MMA_TS1, T, "A";
    MMA_B = "ts2", MMA_TS2, T, "B, transposed";
    MMA_AX = "rs1", MMA_RS1, X, "descriptor of A";
    MMA_BX = "rs2", MMA_RS2, X, "descriptor of B";
    MMA_AV = "vs1", MMA_VS1, V, "descriptor of A in element 0";
    MMA_BV = "vs2", MMA_VS2, V, "descriptor of B in element 1";
    MMA_ABV = "vs1", MMA_VS, Kind::Custom(&crate::kinds::SameVector), "descriptors of A and B in elements 0 and 1";
    MMA_FL = "flags", MMA_FLAGS, Kind::Custom(&MMA_FLAG_LIST), "transpose, negate, hints";

    MV_V = "v", MOVE_HOST, V, "vector register";
    MV_X = "x", MOVE_HOST, X, "integer register";
    MV_F = "f", MOVE_HOST, F, "float register";
    MV_T = "t", MOVE_TILE, T, "tile register";
    MV_IDX = "index", MOVE_INDEX, Kind::Custom(&BroadcastIndex { broadcast: false }), "which part of the tile register";
    MV_IDX_BC = "index", MOVE_INDEX_BC, Kind::Custom(&BroadcastIndex { broadcast: true }), "which part of the tile register, or `bc` for all";
    MV_V_IN = "size", MOVE_FUNC5, Kind::Named(&[(".b", 1), (".h", 3), (".w", 5), (".d", 7), (".n", 17)]), "element";
    MV_V_OUT = "size", MOVE_FUNC5, Kind::Named(&[(".b", 0), (".h", 2), (".w", 4), (".d", 6), (".n", 16)]), "element";
    MV_X_IN = "size", MOVE_FUNC6, Kind::Named(&[(".bu", 1), (".hu", 3), (".wu", 5), (".du", 7), (".nu", 17), (".h", 19), (".w", 21), (".d", 23), (".n", 49)]), "element";
    MV_X_OUT = "size", MOVE_FUNC6, Kind::Named(&[(".bu", 0), (".hu", 2), (".wu", 4), (".du", 6), (".nu", 16), (".h", 18), (".w", 20), (".d", 22), (".n", 48)]), "element and its extension";
    MV_F_IN = "size", MOVE_FUNC6, Kind::Named(&[(".h", 0b10_0101), (".s", 0b10_0110), (".d", 0b10_0111)]), "width";
    MV_F_OUT = "size", MOVE_FUNC6, Kind::Named(&[(".h", 0b10_0001), (".s", 0b10_0010), (".d", 0b10_0011)]), "width";

    D = "td", ALU_TD, T, "destination";
    S1 = "ts1", ALU_TS1, T, "first source";
    S2 = "ts2", ALU_TS2, T, "second source";
    S2V = "vs2", ALU_VS2, Kind::Custom(&VectorSource), "second source, an element for each row, or column with `.col`";
    S2F = "frs2", ALU_FRS2, F, "second source, the same for every element";
    S3 = "ts3", ALU_TS3, T, "third source";
    N1 = "neg1", NEG1, MINUS, "negate the first source";
    N2 = "neg2", NEG2, MINUS, "negate the second source";
    MN1 = "neg1", MAD_NEG1, MINUS, "negate the first source";
    MN3 = "neg3", MAD_NEG3, MINUS, "negate the third source";
    FMT = "format", ALU_FORMAT, FORMATS, "type of the elements";
    FMT_F = "format", ALU_FORMAT, FLOATS, "type of the elements";
    FMT_I = "format", ALU_FORMAT, INTEGERS, "type of the elements";
    FMT_V = "format", ALU_FORMAT_V, FORMATS_V, "type of the elements";
    FMT_IV = "format", ALU_FORMAT_V, INTEGERS_V, "type of the elements";
    MFMT = "format", MAD_FORMAT, FORMATS, "type of the elements";
    MFMT_F = "format", MAD_FORMAT, FLOATS, "type of the elements";
    MFMT_V = "format", MAD_FORMAT_V, FORMATS_V, "type of the elements";
    MFMT_FV = "format", MAD_FORMAT_V, FLOATS_V, "type of the elements";
    WIDTH = "width", FUNC6, WIDTHS, "width of the float register";
    CVT_TO = "dst", CVT_DST, CVT_TYPES, "type of the result";
    CVT_FROM = "src", CVT_SRC, CVT_TYPES, "type of the source";
    FL1 = "flags", ALU_FLAGS1, Kind::Custom(&FlagList(&[("reuse1", 2), ("tm", 1)])), "hint, row mask";
    FL2 = "flags", ALU_FLAGS, Kind::Custom(&FlagList(&[("reuse1", 2), ("reuse2", 4), ("tm", 1)])), "hints, row mask";
    FL3 = "flags", TMASK11, TM, "row mask";

    SYNC_SCOPE = "scope", SCOPE, Kind::Named(&[(".cta", 0), (".cluster", 1)]), "who takes part";
    ARRIVE = "arrive", NONBLK, Kind::Named(&[("", 1), (".arrive", 0)]), "without waiting";
    BARRIER = "id", SYNC_ID, Kind::Custom(&RegisterOr { bits: 5, hex: false }), "barrier number";
    THREADS = "mask", SYNC_MASK, Kind::Custom(&RegisterOr { bits: 8, hex: true }), "threads that take part";
    WSPACE = "space", WAIT_SPACE, SPACES, "which memory";
    LDE = "ld_en", LD_EN, UNSIGNED, "whether loads count";
    LDC = "ld_cnt", LD_CNT, UNSIGNED, "loads that may be outstanding";
    STE = "st_en", ST_EN, UNSIGNED, "whether stores count";
    STC = "st_cnt", ST_CNT, UNSIGNED, "stores that may be outstanding";
    GROUP = "group", TMA_GROUP, UNSIGNED, "copy group";
    MB_SCOPE = "scope", SCOPE, Kind::Named(&[("", 0), (".cluster", 1)]), "a cluster address";
    MB_ADDR = "rs1", MB_RS1, X, "address of the object";
    MB_ARG = "arg", OBJECT_ARG, Kind::Custom(&RegisterOr { bits: 5, hex: false }), "operand";
    SEM_ID = "id", SYNC_ID, Kind::Custom(&RegisterOr { bits: 5, hex: false }), "semaphore number";
    SEM_N = "arg", OBJECT_ARG, Kind::Custom(&RegisterOr { bits: 5, hex: false }), "amount";
}

pub static UNMASKED: Operand =
    Operand::new("v0", &MOVE_UNMASKED, Kind::Named(&[("", 1), ("v0.t", 0)]))
        .default(1)
        .doc("only elements whose bit of v0 is set");
