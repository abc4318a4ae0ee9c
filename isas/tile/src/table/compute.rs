//! Matrix multiply, moves, and element-wise operations.

use super::TileRow;
use crate::formats::*;
use crate::meaning::{Bank, MmaOperand as Mma, One, Quant, Second, Tile, Two};
use crate::operands::*;
use isa::Operand;

const fn mma2(row: TileRow, in_memory: u64) -> TileRow {
    row.fix(&OPCODE2, OPCODES_2)
        .fix(&TUOP2, 0b011_110)
        .fix(&MEMMAT, in_memory)
}

const fn mma3(row: TileRow, in_memory: u64) -> TileRow {
    row.fix(&OPCODE3, OPCODES_3)
        .fix(&TUOP3, 0b111_011_110)
        .fix(&ASP_MODE, 0b01_100)
        .fix(&FUNC6, 0b10_0111)
        .fix(&MEMMAT, in_memory)
}

const fn moves(row: TileRow, mvop: u64) -> TileRow {
    row.fix(&OPCODE2, OPCODES_2)
        .fix(&TUOP2, 0b111_110)
        .fix(&MOVE_OP, mvop << 1)
}

#[rustfmt::skip]
pub static MMA: &[TileRow] = &[
    mma2(TileRow::new("tmma{type}{size}", &MMA2, "{td}, {ts1}, {ts2}{flags}", &[&MMA_TYPE, &MMA_N, &MMA_D, &MMA_A, &MMA_B, &MMA_FL], Tile::Mma { a: Mma::Tile, b: Mma::Tile }), 0b00)
        .doc("D += A * B^T on tile registers."),
    mma2(TileRow::new("tmma.async{type}{size}", &MMA2, "{td}, {ts1}, ({rs2}){flags}", &[&MMA_TYPE, &MMA_N, &MMA_D, &MMA_A, &MMA_BX, &MMA_FL], Tile::Mma { a: Mma::Tile, b: Mma::Integer }), 0b10)
        .doc("D += A * B^T with B in shared memory, to be waited for."),
    mma2(TileRow::new("tmma.async{type}{size}", &MMA2, "{td}, ({rs1}), {ts2}{flags}", &[&MMA_TYPE, &MMA_N, &MMA_D, &MMA_AX, &MMA_B, &MMA_FL], Tile::Mma { a: Mma::Integer, b: Mma::Tile }), 0b01)
        .doc("D += A * B^T with A in shared memory, to be waited for."),
    mma2(TileRow::new("tmma.async{type}{size}", &MMA2, "{td}, ({rs1}), ({rs2}){flags}", &[&MMA_TYPE, &MMA_N, &MMA_D, &MMA_AX, &MMA_BX, &MMA_FL], Tile::Mma { a: Mma::Integer, b: Mma::Integer }), 0b11)
        .doc("D += A * B^T with both in shared memory, to be waited for."),
    mma3(TileRow::new("tmma.async{type}{size}", &MMA3, "{td}, {ts1}, ({vs2}){flags}", &[&MMA_TYPE, &MMA_N, &MMA_D, &MMA_A, &MMA_BV, &MMA_FL], Tile::Mma { a: Mma::Tile, b: Mma::Vector }), 0b10)
        .doc("The same with the descriptor of B in a vector register."),
    mma3(TileRow::new("tmma.async{type}{size}", &MMA3, "{td}, ({vs1}), {ts2}{flags}", &[&MMA_TYPE, &MMA_N, &MMA_D, &MMA_AV, &MMA_B, &MMA_FL], Tile::Mma { a: Mma::Vector, b: Mma::Tile }), 0b01)
        .doc("The same with the descriptor of A in a vector register."),
    mma3(TileRow::new("tmma.async{type}{size}", &MMA3, "{td}, {vs1}{flags}", &[&MMA_TYPE, &MMA_N, &MMA_D, &MMA_ABV, &MMA_FL], Tile::Mma { a: Mma::Vector, b: Mma::Vector }), 0b11)
        .doc("The same with both descriptors in one vector register."),
];

#[rustfmt::skip]
pub static MOVES: &[TileRow] = &[
    moves(TileRow::new("tmv.t.v{size}", &MOVE, "{t}, {v}, {index}{[, {v0}]}", &[&MV_V_IN, &MV_T, &MV_V, &MV_IDX_BC, &UNMASKED], Tile::MoveIn(Bank::Vector)), 0b101)
        .doc("Moves a vector register into four rows of a tile register."),
    moves(TileRow::new("tmv.v.t{size}", &MOVE, "{v}, {t}, {index}{[, {v0}]}", &[&MV_V_OUT, &MV_V, &MV_T, &MV_IDX, &UNMASKED], Tile::MoveOut(Bank::Vector)), 0b100)
        .doc("Moves four rows of a tile register to a vector register."),
    moves(TileRow::new("tmv.t.x{size}", &MOVE, "{t}, {x}, {index}", &[&MV_X_IN, &MV_T, &MV_X, &MV_IDX_BC], Tile::MoveIn(Bank::Integer)), 0b001)
        .doc("Moves the low bits of an integer register into a tile register."),
    moves(TileRow::new("tmv.x.t{size}", &MOVE, "{x}, {t}, {index}", &[&MV_X_OUT, &MV_X, &MV_T, &MV_IDX], Tile::MoveOut(Bank::Integer)), 0b000)
        .doc("Moves an element of a tile register to an integer register."),
    moves(TileRow::new("tmv.t.f{size}", &MOVE, "{t}, {f}, {index}", &[&MV_F_IN, &MV_T, &MV_F, &MV_IDX_BC], Tile::MoveIn(Bank::Float)), 0b011)
        .doc("Moves a float register into a tile register."),
    moves(TileRow::new("tmv.f.t{size}", &MOVE, "{f}, {t}, {index}", &[&MV_F_OUT, &MV_F, &MV_T, &MV_IDX], Tile::MoveOut(Bank::Float)), 0b010)
        .doc("Moves an element of a tile register to a float register."),
];

const fn alu2(row: TileRow, class: u64) -> TileRow {
    row.fix(&OPCODE2, OPCODES_2)
        .fix(&TUOP2, 0b100_110)
        .fix(&VECUOP1, class)
        .fix(&ASP_EN, 0)
}

/// `vector`: the register that word 2 carries is a vector register, else a float register.
const fn alu3(row: TileRow, class: u64, vector: bool) -> TileRow {
    row.fix(&OPCODE3, OPCODES_3)
        .fix(&TUOP3, 0b111_100_110)
        .fix(&ASP_MODE, 0b01_110 | vector as u64)
        .fix(&SRC_TYPE, vector as u64)
        .fix(&VECUOP1, class)
        .fix(&ASP_EN, 1)
}

/// One source, with or without negation, in the formats of `format`.
macro_rules! one {
    ($name:literal, $code:literal, $format:ident, $op:ident, neg, $doc:literal) => {
        alu2(
            TileRow::new(
                concat!($name, "{format}"),
                &ALU2,
                "{td}, {[{neg1}]}{ts1}{flags}",
                &[&$format, &D, &N1, &S1, &FL1],
                Tile::One(One::$op),
            ),
            0b00,
        )
        .fix(&VECUOP2, $code)
        .doc($doc)
    };
    ($name:literal, $code:literal, $format:ident, $op:ident, plain, $doc:literal) => {
        alu2(
            TileRow::new(
                concat!($name, "{format}"),
                &ALU2,
                "{td}, {ts1}{flags}",
                &[&$format, &D, &S1, &FL1],
                Tile::One(One::$op),
            ),
            0b00,
        )
        .fix(&VECUOP2, $code)
        .doc($doc)
    };
}

const TRANSPOSED: &[&Operand] = &[&D, &S1, &FL1];

const fn transpose(name: &'static str, code: u64, bytes: u8, doc: &'static str) -> TileRow {
    alu2(
        TileRow::new(
            name,
            &ALU2,
            "{td}, {ts1}{flags}",
            TRANSPOSED,
            Tile::Transpose(bytes),
        ),
        0b00,
    )
    .fix(&VECUOP2, code)
    .doc(doc)
}

#[rustfmt::skip]
pub static ONE: &[TileRow] = &[
    one!("tmov",     0b00_0000, FMT,   Mov,     neg,   "Copies."),
    one!("tabs",     0b00_0001, FMT,   Abs,     neg,   "Absolute value."),
    one!("tnot",     0b00_0010, FMT,   Not,     plain, "Bitwise complement."),
    one!("trelu",    0b00_0011, FMT,   Relu,    neg,   "The larger of the source and +0."),
    one!("trcp",     0b00_0100, FMT_F, Rcp,     neg,   "1 / x."),
    one!("tsqrt",    0b00_0101, FMT_F, Sqrt,    neg,   "Square root."),
    one!("trsqrt",   0b00_0110, FMT_F, Rsqrt,   neg,   "1 / sqrt(x)."),
    one!("texp2",    0b00_0111, FMT_F, Exp2,    neg,   "2^x."),
    one!("tlog2",    0b00_1000, FMT_F, Log2,    neg,   "Base-2 logarithm."),
    one!("tsin",     0b00_1001, FMT_F, Sin,     neg,   "Sine of radians."),
    one!("tcos",     0b00_1010, FMT_F, Cos,     neg,   "Cosine of radians."),
    one!("ttanh",    0b00_1011, FMT_F, Tanh,    neg,   "Hyperbolic tangent."),
    one!("tsigmoid", 0b00_1100, FMT_F, Sigmoid, neg,   "1 / (1 + e^-x)."),
    one!("tfloor",   0b01_0000, FMT_F, Floor,   neg,   "Rounds toward minus infinity."),
    one!("tceil",    0b01_0001, FMT_F, Ceil,    neg,   "Rounds toward plus infinity."),
    one!("trint",    0b01_0010, FMT_F, Rint,    neg,   "Rounds to an integral value by `trm`."),
    one!("ttrunc",   0b01_0011, FMT_F, Trunc,   neg,   "Rounds toward zero."),
    one!("trowsum",  0b01_1000, FMT,   RowSum,  neg,   "Sum of the row, in every element of the row."),
    one!("trowmax",  0b01_1001, FMT,   RowMax,  neg,   "Maximum of the row, in every element of the row."),
    one!("trowmin",  0b01_1010, FMT,   RowMin,  neg,   "Minimum of the row, in every element of the row."),
    one!("tcolsum",  0b01_1100, FMT,   ColSum,  neg,   "Sum of the column over the active rows, in every active row."),
    one!("tcolmax",  0b01_1101, FMT,   ColMax,  neg,   "Maximum of the column over the active rows."),
    one!("tcolmin",  0b01_1110, FMT,   ColMin,  neg,   "Minimum of the column over the active rows."),
    transpose("ttrans.b8",  0b10_0000, 1, "Transposes the 32 x 32 bytes."),
    transpose("ttrans.b16", 0b10_0001, 2, "Transposes two blocks of 16 x 16 halfwords."),
    transpose("ttrans.b32", 0b10_0010, 4, "Transposes four blocks of 8 x 8 words."),
    alu2(TileRow::new("tcvt{dst}{src}", &ALU2, "{td}, {ts1}{flags}", &[&CVT_TO, &CVT_FROM, &D, &S1, &FL1], Tile::Convert), 0b00)
        .fix(&VECUOP2, 0b11_0000)
        .doc("Converts elements to another type, rounding once by `trm`."),
];

/// The operand lists of one two-source operation with a tile, vector and float second source.
struct Forms {
    tile: &'static [&'static Operand],
    vector: &'static [&'static Operand],
    float: &'static [&'static Operand],
    negates: bool,
}

const ANY: Forms = Forms {
    tile: &[&FMT, &D, &N1, &S1, &N2, &S2, &FL2],
    vector: &[&FMT_V, &D, &N1, &S1, &N2, &S2V, &FL2],
    float: &[&FMT, &WIDTH, &D, &N1, &S1, &N2, &S2F, &FL2],
    negates: true,
};
const BITS: Forms = Forms {
    tile: &[&FMT, &D, &S1, &S2, &FL2],
    vector: &[&FMT_V, &D, &S1, &S2V, &FL2],
    float: &[&FMT, &WIDTH, &D, &S1, &S2F, &FL2],
    negates: false,
};
const INTS: Forms = Forms {
    tile: &[&FMT_I, &D, &S1, &S2, &FL2],
    vector: &[&FMT_IV, &D, &S1, &S2V, &FL2],
    float: &[&FMT_I, &WIDTH, &D, &S1, &S2F, &FL2],
    negates: false,
};

const fn two(
    names: [&'static str; 2],
    code: u64,
    forms: Forms,
    op: Two,
    doc: &'static str,
) -> [TileRow; 3] {
    let [plain, sized] = names;
    let [t, v, f] = match forms.negates {
        true => [
            "{td}, {[{neg1}]}{ts1}, {[{neg2}]}{ts2}{flags}",
            "{td}, {[{neg1}]}{ts1}, {[{neg2}]}{vs2}{flags}",
            "{td}, {[{neg1}]}{ts1}, {[{neg2}]}{frs2}{flags}",
        ],
        false => [
            "{td}, {ts1}, {ts2}{flags}",
            "{td}, {ts1}, {vs2}{flags}",
            "{td}, {ts1}, {frs2}{flags}",
        ],
    };
    [
        alu2(
            TileRow::new(plain, &ALU2, t, forms.tile, Tile::Two(op, Second::Tile)),
            0b01,
        )
        .fix(&VECUOP2, code)
        .doc(doc),
        alu3(
            TileRow::new(plain, &ALU3, v, forms.vector, Tile::Two(op, Second::Vector)),
            0b01,
            true,
        )
        .fix(&VECUOP2, code)
        .doc(doc),
        alu3(
            TileRow::new(sized, &ALU3, f, forms.float, Tile::Two(op, Second::Float)),
            0b01,
            false,
        )
        .fix(&VECUOP2, code)
        .doc(doc),
    ]
}

macro_rules! names {
    ($name:literal) => {
        [
            concat!($name, "{format}"),
            concat!($name, "{format}{width}"),
        ]
    };
}

#[rustfmt::skip]
static TWO_BY_OPERATION: [[TileRow; 3]; 22] = [
    two(names!("tadd"),    0b00_0000, ANY,  Two::Add,    "a + b."),
    two(names!("tsub"),    0b00_0001, ANY,  Two::Sub,    "a - b."),
    two(names!("tmul"),    0b00_0010, ANY,  Two::Mul,    "a * b."),
    two(names!("tdiv"),    0b00_0011, ANY,  Two::Div,    "a / b."),
    two(names!("tmin"),    0b00_0100, ANY,  Two::Min,    "Minimum."),
    two(names!("tmax"),    0b00_0101, ANY,  Two::Max,    "Maximum."),
    two(names!("tminu"),   0b00_0110, INTS, Two::MinU,   "Unsigned minimum."),
    two(names!("tmaxu"),   0b00_0111, INTS, Two::MaxU,   "Unsigned maximum."),
    two(names!("tand"),    0b00_1000, BITS, Two::And,    "Bitwise and."),
    two(names!("tor"),     0b00_1001, BITS, Two::Or,     "Bitwise or."),
    two(names!("txor"),    0b00_1010, BITS, Two::Xor,    "Bitwise exclusive or."),
    two(names!("tshl"),    0b00_1100, BITS, Two::Shl,    "Left shift."),
    two(names!("tshr"),    0b00_1101, BITS, Two::Shr,    "Logical right shift."),
    two(names!("tsra"),    0b00_1110, BITS, Two::Sra,    "Arithmetic right shift."),
    two(names!("tcmpeq"),  0b01_0000, ANY,  Two::CmpEq,  "All ones where a == b, else zero."),
    two(names!("tcmpne"),  0b01_0001, ANY,  Two::CmpNe,  "All ones where a != b, else zero."),
    two(names!("tcmplt"),  0b01_0010, ANY,  Two::CmpLt,  "All ones where a < b, else zero."),
    two(names!("tcmple"),  0b01_0011, ANY,  Two::CmpLe,  "All ones where a <= b, else zero."),
    two(names!("tcmpgt"),  0b01_0100, ANY,  Two::CmpGt,  "All ones where a > b, else zero."),
    two(names!("tcmpge"),  0b01_0101, ANY,  Two::CmpGe,  "All ones where a >= b, else zero."),
    two(names!("tcmpltu"), 0b01_0110, INTS, Two::CmpLtU, "All ones where a < b unsigned, else zero."),
    two(names!("tcmpgeu"), 0b01_0111, INTS, Two::CmpGeU, "All ones where a >= b unsigned, else zero."),
];
pub static TWO: &[TileRow] = TWO_BY_OPERATION.as_flattened();

const MAD_DOC: &str = "a * b + c, rounded once.";
const SYNTAX_T: &str = "{td}, {ts1}, {ts2}, {ts3}{flags}";
const SYNTAX_V: &str = "{td}, {ts1}, {vs2}, {ts3}{flags}";
const SYNTAX_F: &str = "{td}, {ts1}, {frs2}, {ts3}{flags}";

const QUANTISED: Forms = Forms {
    tile: &[&MFMT, &D, &S1, &S2, &S3, &FL3],
    vector: &[&MFMT_V, &D, &S1, &S2V, &S3, &FL3],
    float: &[&MFMT, &WIDTH, &D, &S1, &S2F, &S3, &FL3],
    negates: false,
};
/// Without `.i32`.
const DEQUANTISED: Forms = Forms {
    tile: &[&MFMT_F, &D, &S1, &S2, &S3, &FL3],
    vector: &[&MFMT_FV, &D, &S1, &S2V, &S3, &FL3],
    float: &[&MFMT_F, &WIDTH, &D, &S1, &S2F, &S3, &FL3],
    negates: false,
};

const fn quant(
    names: [&'static str; 2],
    code: u64,
    forms: Forms,
    op: Quant,
    doc: &'static str,
) -> [TileRow; 3] {
    let [plain, sized] = names;
    [
        alu2(
            TileRow::new(
                plain,
                &ALU2,
                SYNTAX_T,
                forms.tile,
                Tile::Quant(op, Second::Tile),
            ),
            0b11,
        )
        .fix(&QUANT_OP, code)
        .doc(doc),
        alu3(
            TileRow::new(
                plain,
                &ALU3,
                SYNTAX_V,
                forms.vector,
                Tile::Quant(op, Second::Vector),
            ),
            0b11,
            true,
        )
        .fix(&QUANT_OP, code)
        .doc(doc),
        alu3(
            TileRow::new(
                sized,
                &ALU3,
                SYNTAX_F,
                forms.float,
                Tile::Quant(op, Second::Float),
            ),
            0b11,
            false,
        )
        .fix(&QUANT_OP, code)
        .doc(doc),
    ]
}

#[rustfmt::skip]
pub static MAD: &[TileRow] = &[
    alu2(TileRow::new("tmad{format}", &ALU2, "{td}, {[{neg1}]}{ts1}, {ts2}, {[{neg3}]}{ts3}{flags}", &[&MFMT, &D, &MN1, &S1, &S2, &MN3, &S3, &FL3], Tile::Mad(Second::Tile)), 0b10).doc(MAD_DOC),
    alu3(TileRow::new("tmad{format}", &ALU3, "{td}, {[{neg1}]}{ts1}, {vs2}, {[{neg3}]}{ts3}{flags}", &[&MFMT_V, &D, &MN1, &S1, &S2V, &MN3, &S3, &FL3], Tile::Mad(Second::Vector)), 0b10, true).doc(MAD_DOC),
    alu3(TileRow::new("tmad{format}{width}", &ALU3, "{td}, {[{neg1}]}{ts1}, {frs2}, {[{neg3}]}{ts3}{flags}", &[&MFMT, &WIDTH, &D, &MN1, &S1, &S2F, &MN3, &S3, &FL3], Tile::Mad(Second::Float)), 0b10, false).doc(MAD_DOC),
];

#[rustfmt::skip]
static QUANT_BY_OPERATION: [[TileRow; 3]; 4] = [
    quant(names!("tquant.s8"),   0b00, QUANTISED, Quant::ToS8,   "Scales, adds the zero point, rounds by `trm` and saturates to s8."),
    quant(names!("tquant.e4m3"), 0b01, QUANTISED, Quant::ToE4m3, "Scales, adds the zero point and converts to e4m3."),
    quant(names!("tdequant.s8"), 0b10, DEQUANTISED, Quant::FromS8, "Subtracts the zero point from s8 and scales."),
    quant(names!("tsel"),        0b11, QUANTISED, Quant::Select, "The second source where the first is not zero, else the third."),
];
pub static QUANT: &[TileRow] = QUANT_BY_OPERATION.as_flattened();
