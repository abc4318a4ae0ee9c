//! Halves of dual instructions. Any two make an instruction, where the second may be any of these
//! and the first any but the last three.

use crate::row::Format::*;
use crate::row::*;
use crate::target::*;

#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    //  mnemonic                  format generations code operands        traits
    row("v_dual_fmac_f32",         Vopd, ALL,    0x0,  &[D32, F32, V32],      READS_DST),
    row("v_dual_fmaak_f32",        Vopd, ALL,    0x1,  &[D32, F32, V32, K32], NONE),
    row("v_dual_fmamk_f32",        Vopd, ALL,    0x2,  &[D32, F32, K32, V32], NONE),
    row("v_dual_mul_f32",          Vopd, ALL,    0x3,  &[D32, F32, V32],      NONE),
    row("v_dual_add_f32",          Vopd, ALL,    0x4,  &[D32, F32, V32],      NONE),
    row("v_dual_sub_f32",          Vopd, ALL,    0x5,  &[D32, F32, V32],      NONE),
    row("v_dual_subrev_f32",       Vopd, ALL,    0x6,  &[D32, F32, V32],      NONE),
    row("v_dual_mul_dx9_zero_f32", Vopd, ALL,    0x7,  &[D32, F32, V32],      NONE),
    row("v_dual_mov_b32",          Vopd, ALL,    0x8,  &[D32, I32],           NONE),
    row("v_dual_cndmask_b32",      Vopd, ALL,    0x9,  &[D32, I32, V32],      READS_VCC),
    row("v_dual_max_f32",          Vopd, RDNA3X, 0xa,  &[D32, F32, V32],      NONE),
    row("v_dual_max_num_f32",      Vopd, RDNA4,  0xa,  &[D32, F32, V32],      NONE),
    row("v_dual_min_f32",          Vopd, RDNA3X, 0xb,  &[D32, F32, V32],      NONE),
    row("v_dual_min_num_f32",      Vopd, RDNA4,  0xb,  &[D32, F32, V32],      NONE),
    row("v_dual_dot2acc_f32_f16",  Vopd, ALL,    0xc,  &[D32, V2F16, V32],    READS_DST),
    row("v_dual_dot2acc_f32_bf16", Vopd, ALL,    0xd,  &[D32, V2BF16, V32],   READS_DST),
    row("v_dual_add_nc_u32",       Vopd, ALL,    0x10, &[D32, I32, V32],      NONE),
    row("v_dual_lshlrev_b32",      Vopd, ALL,    0x11, &[D32, I32, V32],      NONE),
    row("v_dual_and_b32",          Vopd, ALL,    0x12, &[D32, I32, V32],      NONE),
];
