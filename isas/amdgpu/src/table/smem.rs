//! Scalar memory.

use super::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                  format on      code  operands                       meaning         traits
    row("s_load_b32",             Smem,  RDNA,   0x0,  &[SD32, S64],                  Load(4, Zero),  NONE),
    row("s_load_b64",             Smem,  RDNA,   0x1,  &[SD64, S64],                  Load(8, Zero),  NONE),
    row("s_load_b128",            Smem,  RDNA,   0x2,  &[Slot::SDst(4), S64],         Load(16, Zero), NONE),
    row("s_load_b256",            Smem,  RDNA,   0x3,  &[Slot::SDst(8), S64],         Load(32, Zero), NONE),
    row("s_load_b512",            Smem,  RDNA,   0x4,  &[Slot::SDst(16), S64],        Load(64, Zero), NONE),
    row("s_load_b96",             Smem,  RDNA4,  0x5,  &[Slot::SDst(3), S64],         Load(12, Zero), NONE),
    row("s_buffer_load_b32",      Smem,  RDNA3X, 0x8,  &[SD32, Slot::S(4)],           Load(4, Zero),  NONE),
    row("s_load_i8",              Smem,  RDNA4,  0x8,  &[SD32, S64],                  Load(1, Sign),  NONE),
    row("s_buffer_load_b64",      Smem,  RDNA3X, 0x9,  &[SD64, Slot::S(4)],           Load(8, Zero),  NONE),
    row("s_load_u8",              Smem,  RDNA4,  0x9,  &[SD32, S64],                  Load(1, Zero),  NONE),
    row("s_buffer_load_b128",     Smem,  RDNA3X, 0xa,  &[Slot::SDst(4), Slot::S(4)],  Load(16, Zero), NONE),
    row("s_load_i16",             Smem,  RDNA4,  0xa,  &[SD32, S64],                  Load(2, Sign),  NONE),
    row("s_buffer_load_b256",     Smem,  RDNA3X, 0xb,  &[Slot::SDst(8), Slot::S(4)],  Load(32, Zero), NONE),
    row("s_load_u16",             Smem,  RDNA4,  0xb,  &[SD32, S64],                  Load(2, Zero),  NONE),
    row("s_buffer_load_b512",     Smem,  RDNA3X, 0xc,  &[Slot::SDst(16), Slot::S(4)], Load(64, Zero), NONE),
    row("s_buffer_load_b32",      Smem,  RDNA4,  0x10, &[SD32, Slot::S(4)],           Load(4, Zero),  NONE),
    row("s_buffer_load_b64",      Smem,  RDNA4,  0x11, &[SD64, Slot::S(4)],           Load(8, Zero),  NONE),
    row("s_buffer_load_b128",     Smem,  RDNA4,  0x12, &[Slot::SDst(4), Slot::S(4)],  Load(16, Zero), NONE),
    row("s_buffer_load_b256",     Smem,  RDNA4,  0x13, &[Slot::SDst(8), Slot::S(4)],  Load(32, Zero), NONE),
    row("s_buffer_load_b512",     Smem,  RDNA4,  0x14, &[Slot::SDst(16), Slot::S(4)], Load(64, Zero), NONE),
    row("s_buffer_load_b96",      Smem,  RDNA4,  0x15, &[Slot::SDst(3), Slot::S(4)],  Load(12, Zero), NONE),
    row("s_buffer_load_i8",       Smem,  RDNA4,  0x18, &[SD32, Slot::S(4)],           Load(1, Sign),  NONE),
    row("s_buffer_load_u8",       Smem,  RDNA4,  0x19, &[SD32, Slot::S(4)],           Load(1, Zero),  NONE),
    row("s_buffer_load_i16",      Smem,  RDNA4,  0x1a, &[SD32, Slot::S(4)],           Load(2, Sign),  NONE),
    row("s_buffer_load_u16",      Smem,  RDNA4,  0x1b, &[SD32, Slot::S(4)],           Load(2, Zero),  NONE),
    row("s_gl1_inv",              Smem,  RDNA3X, 0x20, &[],                           Nothing("Keeps caches in step with memory; memory is always coherent here."), NONE),
    row("s_dcache_inv",           Smem,  RDNA,   0x21, &[],                           Nothing("Keeps caches in step with memory; memory is always coherent here."), NONE),
    row("s_atc_probe",            Smem,  RDNA,   0x22, &[S64],                        Nothing("Asks whether an address can be used."), PROBE),
    row("s_atc_probe_buffer",     Smem,  RDNA,   0x23, &[Slot::S(4)],                 Nothing("Asks whether an address can be used."), PROBE),
    row("s_prefetch_inst",        Smem,  RDNA4,  0x24, &[S64],                        Nothing("Brings memory into a cache ahead of use."), PREFETCH),
    row("s_prefetch_inst_pc_rel", Smem,  RDNA4,  0x25, &[],                           Nothing("Brings memory into a cache ahead of use."), PREFETCH),
    row("s_prefetch_data",        Smem,  RDNA4,  0x26, &[S64],                        Nothing("Brings memory into a cache ahead of use."), PREFETCH),
    row("s_buffer_prefetch_data", Smem,  RDNA4,  0x27, &[Slot::S(4)],                 Nothing("Brings memory into a cache ahead of use."), PREFETCH),
    row("s_prefetch_data_pc_rel", Smem,  RDNA4,  0x28, &[],                           Nothing("Brings memory into a cache ahead of use."), PREFETCH),
];
