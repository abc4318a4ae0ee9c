//! Buffers with a format.

use crate::table::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                         format on    code operands    meaning                traits
    row("tbuffer_load_format_x",         Mtbuf, CDNA, 0x0, &[D32],     LoadTyped(1, Words),   NONE),
    row("tbuffer_load_format_xy",        Mtbuf, CDNA, 0x1, &[D64],     LoadTyped(2, Words),   NONE),
    row("tbuffer_load_format_xyz",       Mtbuf, CDNA, 0x2, &[D96],     LoadTyped(3, Words),   NONE),
    row("tbuffer_load_format_xyzw",      Mtbuf, CDNA, 0x3, &[D128],    LoadTyped(4, Words),   NONE),
    row("tbuffer_store_format_x",        Mtbuf, CDNA, 0x4, &[DATA32],  StoreTyped(1, Words),  STORE),
    row("tbuffer_store_format_xy",       Mtbuf, CDNA, 0x5, &[DATA64],  StoreTyped(2, Words),  STORE),
    row("tbuffer_store_format_xyz",      Mtbuf, CDNA, 0x6, &[DATA96],  StoreTyped(3, Words),  STORE),
    row("tbuffer_store_format_xyzw",     Mtbuf, CDNA, 0x7, &[DATA128], StoreTyped(4, Words),  STORE),
    row("tbuffer_load_format_d16_x",     Mtbuf, CDNA, 0x8, &[D32],     LoadTyped(1, Halves),  NONE),
    row("tbuffer_load_format_d16_xy",    Mtbuf, CDNA, 0x9, &[D32],     LoadTyped(2, Halves),  NONE),
    row("tbuffer_load_format_d16_xyz",   Mtbuf, CDNA, 0xa, &[D64],     LoadTyped(3, Halves),  NONE),
    row("tbuffer_load_format_d16_xyzw",  Mtbuf, CDNA, 0xb, &[D64],     LoadTyped(4, Halves),  NONE),
    row("tbuffer_store_format_d16_x",    Mtbuf, CDNA, 0xc, &[DATA32],  StoreTyped(1, Halves), STORE),
    row("tbuffer_store_format_d16_xy",   Mtbuf, CDNA, 0xd, &[DATA32],  StoreTyped(2, Halves), STORE),
    row("tbuffer_store_format_d16_xyz",  Mtbuf, CDNA, 0xe, &[DATA64],  StoreTyped(3, Halves), STORE),
    row("tbuffer_store_format_d16_xyzw", Mtbuf, CDNA, 0xf, &[DATA64],  StoreTyped(4, Halves), STORE),
];
