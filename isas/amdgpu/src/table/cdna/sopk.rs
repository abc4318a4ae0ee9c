//! Scalar instructions with a 16-bit constant.

use super::sop2::FORKS;
use crate::table::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic              format on    code  operands          meaning                                     traits
    row("s_movk_i32",         Sopk, CDNA, 0x0,  &[SD32, HEX16],   Scalar(MovB32, Keep),                       NONE),
    row("s_cmovk_i32",        Sopk, CDNA, 0x1,  &[SD32, HEX16],   ScalarSelect(SelectB32),                    NONE),
    row("s_cmpk_eq_i32",      Sopk, CDNA, 0x2,  &[S32, HEX16],    Compare(EqU32),                             NONE),
    row("s_cmpk_lg_i32",      Sopk, CDNA, 0x3,  &[S32, HEX16],    Compare(NeU32),                             NONE),
    row("s_cmpk_gt_i32",      Sopk, CDNA, 0x4,  &[S32, HEX16],    Compare(GtI32),                             NONE),
    row("s_cmpk_ge_i32",      Sopk, CDNA, 0x5,  &[S32, HEX16],    Compare(GeI32),                             NONE),
    row("s_cmpk_lt_i32",      Sopk, CDNA, 0x6,  &[S32, HEX16],    Compare(LtI32),                             NONE),
    row("s_cmpk_le_i32",      Sopk, CDNA, 0x7,  &[S32, HEX16],    Compare(LeI32),                             NONE),
    row("s_cmpk_eq_u32",      Sopk, CDNA, 0x8,  &[S32, UHEX16],   Compare(EqU32),                             NONE),
    row("s_cmpk_lg_u32",      Sopk, CDNA, 0x9,  &[S32, UHEX16],   Compare(NeU32),                             NONE),
    row("s_cmpk_gt_u32",      Sopk, CDNA, 0xa,  &[S32, UHEX16],   Compare(GtU32),                             NONE),
    row("s_cmpk_ge_u32",      Sopk, CDNA, 0xb,  &[S32, UHEX16],   Compare(GeU32),                             NONE),
    row("s_cmpk_lt_u32",      Sopk, CDNA, 0xc,  &[S32, UHEX16],   Compare(LtU32),                             NONE),
    row("s_cmpk_le_u32",      Sopk, CDNA, 0xd,  &[S32, UHEX16],   Compare(LeU32),                             NONE),
    row("s_addk_i32",         Sopk, CDNA, 0xe,  &[SD32, HEX16],   ScalarConstant(AddU32, Of(AddOverflowI32)), NONE),
    row("s_mulk_i32",         Sopk, CDNA, 0xf,  &[SD32, HEX16],   ScalarConstant(MulU32, Keep),               NONE),
    row("s_cbranch_i_fork",   Sopk, CDNA, 0x10, &[S64, LABEL],    not_modelled("Goes on at the label with the lanes of a mask, and keeps the others for later.", FORKS), NONE),
    row("s_getreg_b32",       Sopk, CDNA, 0x11, &[SD32, HWREG],   GetRegister,                                NONE),
    row("s_setreg_b32",       Sopk, CDNA, 0x12, &[HWREG, S32],    SetRegister,                                NONE),
    row("s_setreg_imm32_b32", Sopk, CDNA, 0x14, &[HWREG, SIMM32], SetRegister,                                NONE),
    row("s_call_b64",         Sopk, CDNA, 0x15, &[SD64, LABEL],   Call,                                       NONE),
];
