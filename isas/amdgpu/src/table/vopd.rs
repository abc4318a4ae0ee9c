//! Halves of dual instructions. Any two make an instruction, where the second may be any of these
//! and the first any but the last three. What a half does is what the instruction does that it
//! refers to; a few exist as halves alone.

use super::prelude::*;

/// The vector instruction of this name, which half of a pair stands for.
const fn dual(name: &str) -> Meaning {
    let rows = [super::vop1::ROWS, super::vop2::ROWS];
    let mut at = (0, 0);
    while at.0 < rows.len() {
        if at.1 == rows[at.0].len() {
            at = (at.0 + 1, 0);
        } else if is_called(&rows[at.0][at.1], name) {
            return Dual(&rows[at.0][at.1]);
        } else {
            at.1 += 1;
        }
    }
    panic!("half of a pair stands for no vector instruction")
}

const fn is_called(row: &InstRow, name: &str) -> bool {
    let (a, b) = (row.name.as_bytes(), name.as_bytes());
    let mut same = a.len() == b.len();
    let mut i = 0;
    while same && i < a.len() {
        same = a[i] == b[i];
        i += 1;
    }
    same
}

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                   format on      code  operands               meaning                         traits
    row("v_dual_fmac_f32",         Vopd,  RDNA,   0x0,  &[D32, F32, V32],      dual("v_fmac_f32"),             READS_DST),
    row("v_dual_fmaak_f32",        Vopd,  RDNA,   0x1,  &[D32, F32, V32, K32], dual("v_fmaak_f32"),            NONE),
    row("v_dual_fmamk_f32",        Vopd,  RDNA,   0x2,  &[D32, F32, K32, V32], dual("v_fmamk_f32"),            NONE),
    row("v_dual_mul_f32",          Vopd,  RDNA,   0x3,  &[D32, F32, V32],      dual("v_mul_f32"),              NONE),
    row("v_dual_add_f32",          Vopd,  RDNA,   0x4,  &[D32, F32, V32],      dual("v_add_f32"),              NONE),
    row("v_dual_sub_f32",          Vopd,  RDNA,   0x5,  &[D32, F32, V32],      dual("v_sub_f32"),              NONE),
    row("v_dual_subrev_f32",       Vopd,  RDNA,   0x6,  &[D32, F32, V32],      dual("v_subrev_f32"),           NONE),
    row("v_dual_mul_dx9_zero_f32", Vopd,  RDNA,   0x7,  &[D32, F32, V32],      dual("v_mul_dx9_zero_f32"),     NONE),
    row("v_dual_mov_b32",          Vopd,  RDNA,   0x8,  &[D32, I32],           dual("v_mov_b32"),              NONE),
    row("v_dual_cndmask_b32",      Vopd,  RDNA,   0x9,  &[D32, I32, V32],      dual("v_cndmask_b32"),          READS_VCC),
    row("v_dual_max_f32",          Vopd,  RDNA3X, 0xa,  &[D32, F32, V32],      dual("v_max_f32"),              NONE),
    row("v_dual_max_num_f32",      Vopd,  RDNA4,  0xa,  &[D32, F32, V32],      dual("v_max_f32"),              NONE),
    row("v_dual_min_f32",          Vopd,  RDNA3X, 0xb,  &[D32, F32, V32],      dual("v_min_f32"),              NONE),
    row("v_dual_min_num_f32",      Vopd,  RDNA4,  0xb,  &[D32, F32, V32],      dual("v_min_f32"),              NONE),
    row("v_dual_dot2acc_f32_f16",  Vopd,  RDNA3X, 0xc,  &[D32, V2F16, V32],    dual("v_dot2acc_f32_f16"),      READS_DST),
    row("v_dual_dot2acc_f32_f16",  Vopd,  RDNA4,  0xc,  &[D32, V2F16, V32],    Accumulate(Dot2FlooredF32F16),  READS_DST),
    row("v_dual_dot2acc_f32_bf16", Vopd,  RDNA3X, 0xd,  &[D32, V2BF16, V32],   Accumulate(Dot2FramedF32Bf16),  READS_DST),
    row("v_dual_dot2acc_f32_bf16", Vopd,  RDNA4,  0xd,  &[D32, V2BF16, V32],   Accumulate(Dot2FlooredF32Bf16), READS_DST),
    row("v_dual_add_nc_u32",       Vopd,  RDNA,   0x10, &[D32, I32, V32],      dual("v_add_nc_u32"),           NONE),
    row("v_dual_lshlrev_b32",      Vopd,  RDNA,   0x11, &[D32, I32, V32],      dual("v_lshlrev_b32"),          NONE),
    row("v_dual_and_b32",          Vopd,  RDNA,   0x12, &[D32, I32, V32],      dual("v_and_b32"),              NONE),
];
