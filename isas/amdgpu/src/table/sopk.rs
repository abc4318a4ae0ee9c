//! Scalar instructions with a 16-bit constant.

use super::prelude::*;
use super::sop2::FORKS;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                  format on      code  operands          meaning                                     traits
    row("s_movk_i32",             Sopk,  RDNA,   0x0,  &[SD32, HEX16],   Scalar(MovB32, Keep),                       NONE) .also(CDNA, 0x0),
    row("s_version",              Sopk,  RDNA,   0x1,  &[VERSION],       Nothing("Names the code's version for tools; does nothing."), NONE),
    row("s_cmovk_i32",            Sopk,  RDNA,   0x2,  &[SD32, HEX16],   ScalarSelect(SelectB32),                    NONE) .also(CDNA, 0x1),
    row("s_cmpk_eq_i32",          Sopk,  RDNA3X, 0x3,  &[S32, HEX16],    Compare(EqU32),                             NONE) .also(CDNA, 0x2),
    row("s_cmpk_lg_i32",          Sopk,  RDNA3X, 0x4,  &[S32, HEX16],    Compare(NeU32),                             NONE) .also(CDNA, 0x3),
    row("s_cmpk_gt_i32",          Sopk,  RDNA3X, 0x5,  &[S32, HEX16],    Compare(GtI32),                             NONE) .also(CDNA, 0x4),
    row("s_cmpk_ge_i32",          Sopk,  RDNA3X, 0x6,  &[S32, HEX16],    Compare(GeI32),                             NONE) .also(CDNA, 0x5),
    row("s_cmpk_lt_i32",          Sopk,  RDNA3X, 0x7,  &[S32, HEX16],    Compare(LtI32),                             NONE) .also(CDNA, 0x6),
    row("s_cmpk_le_i32",          Sopk,  RDNA3X, 0x8,  &[S32, HEX16],    Compare(LeI32),                             NONE) .also(CDNA, 0x7),
    row("s_cmpk_eq_u32",          Sopk,  RDNA3X, 0x9,  &[S32, UHEX16],   Compare(EqU32),                             NONE) .also(CDNA, 0x8),
    row("s_cmpk_lg_u32",          Sopk,  RDNA3X, 0xa,  &[S32, UHEX16],   Compare(NeU32),                             NONE) .also(CDNA, 0x9),
    row("s_cmpk_gt_u32",          Sopk,  RDNA3X, 0xb,  &[S32, UHEX16],   Compare(GtU32),                             NONE) .also(CDNA, 0xa),
    row("s_cmpk_ge_u32",          Sopk,  RDNA3X, 0xc,  &[S32, UHEX16],   Compare(GeU32),                             NONE) .also(CDNA, 0xb),
    row("s_cmpk_lt_u32",          Sopk,  RDNA3X, 0xd,  &[S32, UHEX16],   Compare(LtU32),                             NONE) .also(CDNA, 0xc),
    row("s_cmpk_le_u32",          Sopk,  RDNA3X, 0xe,  &[S32, UHEX16],   Compare(LeU32),                             NONE) .also(CDNA, 0xd),
    row("s_addk_i32",             Sopk,  RDNA3X, 0xf,  &[SD32, HEX16],   ScalarConstant(AddU32, Of(AddOverflowI32)), NONE) .called("s_addk_co_i32", RDNA4, 0xf).also(CDNA, 0xe),
    row("s_mulk_i32",             Sopk,  RDNA,   0x10, &[SD32, HEX16],   ScalarConstant(MulU32, Keep),               NONE) .also(CDNA, 0xf),
    row("s_getreg_b32",           Sopk,  RDNA,   0x11, &[SD32, HWREG],   GetRegister,                                NONE) .also(CDNA, 0x11),
    row("s_setreg_b32",           Sopk,  RDNA,   0x12, &[HWREG, S32],    SetRegister,                                NONE) .also(CDNA, 0x12),
    row("s_setreg_imm32_b32",     Sopk,  RDNA,   0x13, &[HWREG, SIMM32], SetRegister,                                NONE) .also(CDNA, 0x14),
    row("s_call_b64",             Sopk,  RDNA,   0x14, &[SD64, LABEL],   Call,                                       NONE) .also(CDNA, 0x15),
    row("s_subvector_loop_begin", Sopk,  RDNA3X, 0x16, &[S32, LABEL],    SubvectorBegin,                             NONE),
    row("s_subvector_loop_end",   Sopk,  RDNA3X, 0x17, &[S32, LABEL],    SubvectorEnd,                               NONE),
    row("s_waitcnt_vscnt",        Sopk,  RDNA3X, 0x18, &[S32, HEX16],    Wait(One(&[Counter::Store])),               NONE),
    row("s_waitcnt_vmcnt",        Sopk,  RDNA3X, 0x19, &[S32, HEX16],    Wait(One(&[Counter::Load])),                NONE),
    row("s_waitcnt_expcnt",       Sopk,  RDNA3X, 0x1a, &[S32, HEX16],    Wait(One(&[Counter::Export])),              NONE),
    row("s_waitcnt_lgkmcnt",      Sopk,  RDNA3X, 0x1b, &[S32, HEX16],    Wait(One(&[Counter::Lds, Counter::Scalar, Counter::Gds])), NONE),
    row("s_cbranch_i_fork",       Sopk,  CDNA,   0x10, &[S64, LABEL],    not_modelled("Goes on at the label with the lanes of a mask, and keeps the others for later.", FORKS), NONE),
];
