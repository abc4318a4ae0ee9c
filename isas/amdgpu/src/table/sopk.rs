//! Scalar instructions with a 16-bit constant.

use super::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                  format on      code  operands          meaning                                     traits
    row("s_movk_i32",             Sopk,  RDNA,   0x0,  &[SD32, HEX16],   Scalar(MovB32, Keep),                       NONE),
    row("s_version",              Sopk,  RDNA,   0x1,  &[VERSION],       Nothing("Names the code's version for tools; does nothing."), NONE),
    row("s_cmovk_i32",            Sopk,  RDNA,   0x2,  &[SD32, HEX16],   ScalarSelect(SelectB32),                    NONE),
    row("s_cmpk_eq_i32",          Sopk,  RDNA3X, 0x3,  &[S32, HEX16],    Compare(EqU32),                             NONE),
    row("s_cmpk_lg_i32",          Sopk,  RDNA3X, 0x4,  &[S32, HEX16],    Compare(NeU32),                             NONE),
    row("s_cmpk_gt_i32",          Sopk,  RDNA3X, 0x5,  &[S32, HEX16],    Compare(GtI32),                             NONE),
    row("s_cmpk_ge_i32",          Sopk,  RDNA3X, 0x6,  &[S32, HEX16],    Compare(GeI32),                             NONE),
    row("s_cmpk_lt_i32",          Sopk,  RDNA3X, 0x7,  &[S32, HEX16],    Compare(LtI32),                             NONE),
    row("s_cmpk_le_i32",          Sopk,  RDNA3X, 0x8,  &[S32, HEX16],    Compare(LeI32),                             NONE),
    row("s_cmpk_eq_u32",          Sopk,  RDNA3X, 0x9,  &[S32, UHEX16],   Compare(EqU32),                             NONE),
    row("s_cmpk_lg_u32",          Sopk,  RDNA3X, 0xa,  &[S32, UHEX16],   Compare(NeU32),                             NONE),
    row("s_cmpk_gt_u32",          Sopk,  RDNA3X, 0xb,  &[S32, UHEX16],   Compare(GtU32),                             NONE),
    row("s_cmpk_ge_u32",          Sopk,  RDNA3X, 0xc,  &[S32, UHEX16],   Compare(GeU32),                             NONE),
    row("s_cmpk_lt_u32",          Sopk,  RDNA3X, 0xd,  &[S32, UHEX16],   Compare(LtU32),                             NONE),
    row("s_cmpk_le_u32",          Sopk,  RDNA3X, 0xe,  &[S32, UHEX16],   Compare(LeU32),                             NONE),
    row("s_addk_co_i32",          Sopk,  RDNA4,  0xf,  &[SD32, HEX16],   ScalarConstant(AddU32, Of(AddOverflowI32)), NONE),
    row("s_addk_i32",             Sopk,  RDNA3X, 0xf,  &[SD32, HEX16],   ScalarConstant(AddU32, Of(AddOverflowI32)), NONE),
    row("s_mulk_i32",             Sopk,  RDNA,   0x10, &[SD32, HEX16],   ScalarConstant(MulU32, Keep),               NONE),
    row("s_getreg_b32",           Sopk,  RDNA,   0x11, &[SD32, HWREG],   GetRegister,                                NONE),
    row("s_setreg_b32",           Sopk,  RDNA,   0x12, &[HWREG, S32],    SetRegister,                                NONE),
    row("s_setreg_imm32_b32",     Sopk,  RDNA,   0x13, &[HWREG, SIMM32], SetRegister,                                NONE),
    row("s_call_b64",             Sopk,  RDNA,   0x14, &[SD64, LABEL],   Call,                                       NONE),
    row("s_subvector_loop_begin", Sopk,  RDNA3X, 0x16, &[S32, LABEL],    SubvectorBegin,                             NONE),
    row("s_subvector_loop_end",   Sopk,  RDNA3X, 0x17, &[S32, LABEL],    SubvectorEnd,                               NONE),
    row("s_waitcnt_vscnt",        Sopk,  RDNA3X, 0x18, &[S32, HEX16],    Wait(One(&[Counter::Store])),               NONE),
    row("s_waitcnt_vmcnt",        Sopk,  RDNA3X, 0x19, &[S32, HEX16],    Wait(One(&[Counter::Load])),                NONE),
    row("s_waitcnt_expcnt",       Sopk,  RDNA3X, 0x1a, &[S32, HEX16],    Wait(One(&[Counter::Export])),              NONE),
    row("s_waitcnt_lgkmcnt",      Sopk,  RDNA3X, 0x1b, &[S32, HEX16],    Wait(One(&[Counter::Lds, Counter::Scalar, Counter::Gds])), NONE),
];
