//! Buffers with a format.

use crate::row::Format::*;
use crate::row::*;
use crate::target::*;

#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    //  mnemonic                         format generations code operands    traits
    row("tbuffer_load_format_x",         Mtbuf, ALL, 0x0, &[D32],     NO_TFE),
    row("tbuffer_load_format_xy",        Mtbuf, ALL, 0x1, &[D64],     NO_TFE),
    row("tbuffer_load_format_xyz",       Mtbuf, ALL, 0x2, &[D96],     NO_TFE),
    row("tbuffer_load_format_xyzw",      Mtbuf, ALL, 0x3, &[D128],    NO_TFE),
    row("tbuffer_store_format_x",        Mtbuf, ALL, 0x4, &[DATA32],  STORE | NO_TFE),
    row("tbuffer_store_format_xy",       Mtbuf, ALL, 0x5, &[DATA64],  STORE | NO_TFE),
    row("tbuffer_store_format_xyz",      Mtbuf, ALL, 0x6, &[DATA96],  STORE | NO_TFE),
    row("tbuffer_store_format_xyzw",     Mtbuf, ALL, 0x7, &[DATA128], STORE | NO_TFE),
    row("tbuffer_load_d16_format_x",     Mtbuf, ALL, 0x8, &[D32],     NO_TFE),
    row("tbuffer_load_d16_format_xy",    Mtbuf, ALL, 0x9, &[D32],     NO_TFE),
    row("tbuffer_load_d16_format_xyz",   Mtbuf, ALL, 0xa, &[D64],     NO_TFE),
    row("tbuffer_load_d16_format_xyzw",  Mtbuf, ALL, 0xb, &[D64],     NO_TFE),
    row("tbuffer_store_d16_format_x",    Mtbuf, ALL, 0xc, &[DATA32],  STORE | NO_TFE),
    row("tbuffer_store_d16_format_xy",   Mtbuf, ALL, 0xd, &[DATA32],  STORE | NO_TFE),
    row("tbuffer_store_d16_format_xyz",  Mtbuf, ALL, 0xe, &[DATA64],  STORE | NO_TFE),
    row("tbuffer_store_d16_format_xyzw", Mtbuf, ALL, 0xf, &[DATA64],  STORE | NO_TFE),
];
