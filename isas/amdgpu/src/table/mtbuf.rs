//! Buffers with a format.

use super::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                         format on    code operands    meaning                traits
    row("tbuffer_load_format_x",         Mtbuf, RDNA, 0x0, &[D32],     LoadTyped(1, Words),   NO_TFE),
    row("tbuffer_load_format_xy",        Mtbuf, RDNA, 0x1, &[D64],     LoadTyped(2, Words),   NO_TFE),
    row("tbuffer_load_format_xyz",       Mtbuf, RDNA, 0x2, &[D96],     LoadTyped(3, Words),   NO_TFE),
    row("tbuffer_load_format_xyzw",      Mtbuf, RDNA, 0x3, &[D128],    LoadTyped(4, Words),   NO_TFE),
    row("tbuffer_store_format_x",        Mtbuf, RDNA, 0x4, &[DATA32],  StoreTyped(1, Words),  STORE | NO_TFE),
    row("tbuffer_store_format_xy",       Mtbuf, RDNA, 0x5, &[DATA64],  StoreTyped(2, Words),  STORE | NO_TFE),
    row("tbuffer_store_format_xyz",      Mtbuf, RDNA, 0x6, &[DATA96],  StoreTyped(3, Words),  STORE | NO_TFE),
    row("tbuffer_store_format_xyzw",     Mtbuf, RDNA, 0x7, &[DATA128], StoreTyped(4, Words),  STORE | NO_TFE),
    row("tbuffer_load_d16_format_x",     Mtbuf, RDNA, 0x8, &[D32],     LoadTyped(1, Halves),  NO_TFE),
    row("tbuffer_load_d16_format_xy",    Mtbuf, RDNA, 0x9, &[D32],     LoadTyped(2, Halves),  NO_TFE),
    row("tbuffer_load_d16_format_xyz",   Mtbuf, RDNA, 0xa, &[D64],     LoadTyped(3, Halves),  NO_TFE),
    row("tbuffer_load_d16_format_xyzw",  Mtbuf, RDNA, 0xb, &[D64],     LoadTyped(4, Halves),  NO_TFE),
    row("tbuffer_store_d16_format_x",    Mtbuf, RDNA, 0xc, &[DATA32],  StoreTyped(1, Halves), STORE | NO_TFE),
    row("tbuffer_store_d16_format_xy",   Mtbuf, RDNA, 0xd, &[DATA32],  StoreTyped(2, Halves), STORE | NO_TFE),
    row("tbuffer_store_d16_format_xyz",  Mtbuf, RDNA, 0xe, &[DATA64],  StoreTyped(3, Halves), STORE | NO_TFE),
    row("tbuffer_store_d16_format_xyzw", Mtbuf, RDNA, 0xf, &[DATA64],  StoreTyped(4, Halves), STORE | NO_TFE),
];
