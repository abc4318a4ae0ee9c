//! Private memory.

use crate::row::Format::*;
use crate::row::*;
use crate::target::*;

#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    //  mnemonic                    format   generations code  operands     traits
    row("scratch_load_u8",          Scratch, ALL,   0x10, &[D32],      NONE),
    row("scratch_load_i8",          Scratch, ALL,   0x11, &[D32],      NONE),
    row("scratch_load_u16",         Scratch, ALL,   0x12, &[D32],      NONE),
    row("scratch_load_i16",         Scratch, ALL,   0x13, &[D32],      NONE),
    row("scratch_load_b32",         Scratch, ALL,   0x14, &[D32],      NONE),
    row("scratch_load_b64",         Scratch, ALL,   0x15, &[D64],      NONE),
    row("scratch_load_b96",         Scratch, ALL,   0x16, &[D96],      NONE),
    row("scratch_load_b128",        Scratch, ALL,   0x17, &[D128],     NONE),
    row("scratch_store_b8",         Scratch, ALL,   0x18, &[DATA32],   STORE),
    row("scratch_store_b16",        Scratch, ALL,   0x19, &[DATA32],   STORE),
    row("scratch_store_b32",        Scratch, ALL,   0x1a, &[DATA32],   STORE),
    row("scratch_store_b64",        Scratch, ALL,   0x1b, &[DATA64],   STORE),
    row("scratch_store_b96",        Scratch, ALL,   0x1c, &[DATA96],   STORE),
    row("scratch_store_b128",       Scratch, ALL,   0x1d, &[DATA128],  STORE),
    row("scratch_load_d16_u8",      Scratch, ALL,   0x1e, &[D32],      NONE),
    row("scratch_load_d16_i8",      Scratch, ALL,   0x1f, &[D32],      NONE),
    row("scratch_load_d16_b16",     Scratch, ALL,   0x20, &[D32],      NONE),
    row("scratch_load_d16_hi_u8",   Scratch, ALL,   0x21, &[D32],      NONE),
    row("scratch_load_d16_hi_i8",   Scratch, ALL,   0x22, &[D32],      NONE),
    row("scratch_load_d16_hi_b16",  Scratch, ALL,   0x23, &[D32],      NONE),
    row("scratch_store_d16_hi_b8",  Scratch, ALL,   0x24, &[DATA32],   STORE),
    row("scratch_store_d16_hi_b16", Scratch, ALL,   0x25, &[DATA32],   STORE),
    row("scratch_load_block",       Scratch, RDNA4, 0x53, &[D1024],    NONE),
    row("scratch_store_block",      Scratch, RDNA4, 0x54, &[DATA1024], STORE),
];
