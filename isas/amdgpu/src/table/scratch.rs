//! Private memory.

use super::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                    format   on     code  operands     meaning            traits
    row("scratch_load_u8",          Scratch, RDNA,  0x10, &[D32],      Load(1, Zero),     NONE),
    row("scratch_load_i8",          Scratch, RDNA,  0x11, &[D32],      Load(1, Sign),     NONE),
    row("scratch_load_u16",         Scratch, RDNA,  0x12, &[D32],      Load(2, Zero),     NONE),
    row("scratch_load_i16",         Scratch, RDNA,  0x13, &[D32],      Load(2, Sign),     NONE),
    row("scratch_load_b32",         Scratch, RDNA,  0x14, &[D32],      Load(4, Zero),     NONE),
    row("scratch_load_b64",         Scratch, RDNA,  0x15, &[D64],      Load(8, Zero),     NONE),
    row("scratch_load_b96",         Scratch, RDNA,  0x16, &[D96],      Load(12, Zero),    NONE),
    row("scratch_load_b128",        Scratch, RDNA,  0x17, &[D128],     Load(16, Zero),    NONE),
    row("scratch_store_b8",         Scratch, RDNA,  0x18, &[DATA32],   Store(1),          STORE),
    row("scratch_store_b16",        Scratch, RDNA,  0x19, &[DATA32],   Store(2),          STORE),
    row("scratch_store_b32",        Scratch, RDNA,  0x1a, &[DATA32],   Store(4),          STORE),
    row("scratch_store_b64",        Scratch, RDNA,  0x1b, &[DATA64],   Store(8),          STORE),
    row("scratch_store_b96",        Scratch, RDNA,  0x1c, &[DATA96],   Store(12),         STORE),
    row("scratch_store_b128",       Scratch, RDNA,  0x1d, &[DATA128],  Store(16),         STORE),
    row("scratch_load_d16_u8",      Scratch, RDNA,  0x1e, &[D32],      Load(1, LowZero),  NONE),
    row("scratch_load_d16_i8",      Scratch, RDNA,  0x1f, &[D32],      Load(1, LowSign),  NONE),
    row("scratch_load_d16_b16",     Scratch, RDNA,  0x20, &[D32],      Load(2, LowZero),  NONE),
    row("scratch_load_d16_hi_u8",   Scratch, RDNA,  0x21, &[D32],      Load(1, HighZero), NONE),
    row("scratch_load_d16_hi_i8",   Scratch, RDNA,  0x22, &[D32],      Load(1, HighSign), NONE),
    row("scratch_load_d16_hi_b16",  Scratch, RDNA,  0x23, &[D32],      Load(2, HighZero), NONE),
    row("scratch_store_d16_hi_b8",  Scratch, RDNA,  0x24, &[DATA32],   StoreHigh(1),      STORE),
    row("scratch_store_d16_hi_b16", Scratch, RDNA,  0x25, &[DATA32],   StoreHigh(2),      STORE),
    row("scratch_load_block",       Scratch, RDNA4, 0x53, &[D1024],    LoadBlock,         NONE),
    row("scratch_store_block",      Scratch, RDNA4, 0x54, &[DATA1024], StoreBlock,        STORE),
];
