//! Buffers with a format.

use super::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                         format on    code operands    meaning                traits
    row("tbuffer_load_format_x",         Mtbuf, RDNA, 0x0, &[D32],     LoadTyped(1, Words),   NO_TFE)         .also(CDNA, 0x0),
    row("tbuffer_load_format_xy",        Mtbuf, RDNA, 0x1, &[D64],     LoadTyped(2, Words),   NO_TFE)         .also(CDNA, 0x1),
    row("tbuffer_load_format_xyz",       Mtbuf, RDNA, 0x2, &[D96],     LoadTyped(3, Words),   NO_TFE)         .also(CDNA, 0x2),
    row("tbuffer_load_format_xyzw",      Mtbuf, RDNA, 0x3, &[D128],    LoadTyped(4, Words),   NO_TFE)         .also(CDNA, 0x3),
    row("tbuffer_store_format_x",        Mtbuf, RDNA, 0x4, &[DATA32],  StoreTyped(1, Words),  STORE | NO_TFE) .also(CDNA, 0x4),
    row("tbuffer_store_format_xy",       Mtbuf, RDNA, 0x5, &[DATA64],  StoreTyped(2, Words),  STORE | NO_TFE) .also(CDNA, 0x5),
    row("tbuffer_store_format_xyz",      Mtbuf, RDNA, 0x6, &[DATA96],  StoreTyped(3, Words),  STORE | NO_TFE) .also(CDNA, 0x6),
    row("tbuffer_store_format_xyzw",     Mtbuf, RDNA, 0x7, &[DATA128], StoreTyped(4, Words),  STORE | NO_TFE) .also(CDNA, 0x7),
    row("tbuffer_load_d16_format_x",     Mtbuf, RDNA, 0x8, &[D32],     LoadTyped(1, Halves),  NO_TFE)         .called("tbuffer_load_format_d16_x", CDNA, 0x8),
    row("tbuffer_load_d16_format_xy",    Mtbuf, RDNA, 0x9, &[D32],     LoadTyped(2, Halves),  NO_TFE)         .called("tbuffer_load_format_d16_xy", CDNA, 0x9),
    row("tbuffer_load_d16_format_xyz",   Mtbuf, RDNA, 0xa, &[D64],     LoadTyped(3, Halves),  NO_TFE)         .called("tbuffer_load_format_d16_xyz", CDNA, 0xa),
    row("tbuffer_load_d16_format_xyzw",  Mtbuf, RDNA, 0xb, &[D64],     LoadTyped(4, Halves),  NO_TFE)         .called("tbuffer_load_format_d16_xyzw", CDNA, 0xb),
    row("tbuffer_store_d16_format_x",    Mtbuf, RDNA, 0xc, &[DATA32],  StoreTyped(1, Halves), STORE | NO_TFE) .called("tbuffer_store_format_d16_x", CDNA, 0xc),
    row("tbuffer_store_d16_format_xy",   Mtbuf, RDNA, 0xd, &[DATA32],  StoreTyped(2, Halves), STORE | NO_TFE) .called("tbuffer_store_format_d16_xy", CDNA, 0xd),
    row("tbuffer_store_d16_format_xyz",  Mtbuf, RDNA, 0xe, &[DATA64],  StoreTyped(3, Halves), STORE | NO_TFE) .called("tbuffer_store_format_d16_xyz", CDNA, 0xe),
    row("tbuffer_store_d16_format_xyzw", Mtbuf, RDNA, 0xf, &[DATA64],  StoreTyped(4, Halves), STORE | NO_TFE) .called("tbuffer_store_format_d16_xyzw", CDNA, 0xf),
];
