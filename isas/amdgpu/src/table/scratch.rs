//! Private memory.

use super::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                    format   on     code  operands     meaning            traits
    row("scratch_load_u8",          Scratch, RDNA,  0x10, &[D32],      Load(1, Zero),     NONE)  .called("scratch_load_ubyte", CDNA, 0x10),
    row("scratch_load_i8",          Scratch, RDNA,  0x11, &[D32],      Load(1, Sign),     NONE)  .called("scratch_load_sbyte", CDNA, 0x11),
    row("scratch_load_u16",         Scratch, RDNA,  0x12, &[D32],      Load(2, Zero),     NONE)  .called("scratch_load_ushort", CDNA, 0x12),
    row("scratch_load_i16",         Scratch, RDNA,  0x13, &[D32],      Load(2, Sign),     NONE)  .called("scratch_load_sshort", CDNA, 0x13),
    row("scratch_load_b32",         Scratch, RDNA,  0x14, &[D32],      Load(4, Zero),     NONE)  .called("scratch_load_dword", CDNA, 0x14),
    row("scratch_load_b64",         Scratch, RDNA,  0x15, &[D64],      Load(8, Zero),     NONE)  .called("scratch_load_dwordx2", CDNA, 0x15),
    row("scratch_load_b96",         Scratch, RDNA,  0x16, &[D96],      Load(12, Zero),    NONE)  .called("scratch_load_dwordx3", CDNA, 0x16),
    row("scratch_load_b128",        Scratch, RDNA,  0x17, &[D128],     Load(16, Zero),    NONE)  .called("scratch_load_dwordx4", CDNA, 0x17),
    row("scratch_store_b8",         Scratch, RDNA,  0x18, &[DATA32],   Store(1),          STORE) .called("scratch_store_byte", CDNA, 0x18),
    row("scratch_store_b16",        Scratch, RDNA,  0x19, &[DATA32],   Store(2),          STORE) .called("scratch_store_short", CDNA, 0x1a),
    row("scratch_store_b32",        Scratch, RDNA,  0x1a, &[DATA32],   Store(4),          STORE) .called("scratch_store_dword", CDNA, 0x1c),
    row("scratch_store_b64",        Scratch, RDNA,  0x1b, &[DATA64],   Store(8),          STORE) .called("scratch_store_dwordx2", CDNA, 0x1d),
    row("scratch_store_b96",        Scratch, RDNA,  0x1c, &[DATA96],   Store(12),         STORE) .called("scratch_store_dwordx3", CDNA, 0x1e),
    row("scratch_store_b128",       Scratch, RDNA,  0x1d, &[DATA128],  Store(16),         STORE) .called("scratch_store_dwordx4", CDNA, 0x1f),
    row("scratch_load_d16_u8",      Scratch, RDNA,  0x1e, &[D32],      Load(1, LowZero),  NONE)  .called("scratch_load_ubyte_d16", CDNA, 0x20),
    row("scratch_load_d16_i8",      Scratch, RDNA,  0x1f, &[D32],      Load(1, LowSign),  NONE)  .called("scratch_load_sbyte_d16", CDNA, 0x22),
    row("scratch_load_d16_b16",     Scratch, RDNA,  0x20, &[D32],      Load(2, LowZero),  NONE)  .called("scratch_load_short_d16", CDNA, 0x24),
    row("scratch_load_d16_hi_u8",   Scratch, RDNA,  0x21, &[D32],      Load(1, HighZero), NONE)  .called("scratch_load_ubyte_d16_hi", CDNA, 0x21),
    row("scratch_load_d16_hi_i8",   Scratch, RDNA,  0x22, &[D32],      Load(1, HighSign), NONE)  .called("scratch_load_sbyte_d16_hi", CDNA, 0x23),
    row("scratch_load_d16_hi_b16",  Scratch, RDNA,  0x23, &[D32],      Load(2, HighZero), NONE)  .called("scratch_load_short_d16_hi", CDNA, 0x25),
    row("scratch_store_d16_hi_b8",  Scratch, RDNA,  0x24, &[DATA32],   StoreHigh(1),      STORE) .called("scratch_store_byte_d16_hi", CDNA, 0x19),
    row("scratch_store_d16_hi_b16", Scratch, RDNA,  0x25, &[DATA32],   StoreHigh(2),      STORE) .called("scratch_store_short_d16_hi", CDNA, 0x1b),
    row("scratch_load_block",       Scratch, RDNA4, 0x53, &[D1024],    LoadBlock,         NONE),
    row("scratch_store_block",      Scratch, RDNA4, 0x54, &[DATA1024], StoreBlock,        STORE),
    row("scratch_load_lds_ubyte",   Scratch, CDNA,  0x26, &[],         LoadToShare(1, Zero), NONE),
    row("scratch_load_lds_sbyte",   Scratch, CDNA,  0x27, &[],         LoadToShare(1, Sign), NONE),
    row("scratch_load_lds_ushort",  Scratch, CDNA,  0x28, &[],         LoadToShare(2, Zero), NONE),
    row("scratch_load_lds_sshort",  Scratch, CDNA,  0x29, &[],         LoadToShare(2, Sign), NONE),
    row("scratch_load_lds_dword",   Scratch, CDNA,  0x2a, &[],         LoadToShare(4, Zero), NONE),
];
