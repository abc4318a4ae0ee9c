//! Scalar comparisons.

use crate::table::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic            format on    code  operands            meaning                 traits
    row("s_cmp_eq_i32",     Sopc, CDNA, 0x0,  &[SB32, SB32],      Compare(EqU32),         NONE),
    row("s_cmp_lg_i32",     Sopc, CDNA, 0x1,  &[SB32, SB32],      Compare(NeU32),         NONE),
    row("s_cmp_gt_i32",     Sopc, CDNA, 0x2,  &[SB32, SB32],      Compare(GtI32),         NONE),
    row("s_cmp_ge_i32",     Sopc, CDNA, 0x3,  &[SB32, SB32],      Compare(GeI32),         NONE),
    row("s_cmp_lt_i32",     Sopc, CDNA, 0x4,  &[SB32, SB32],      Compare(LtI32),         NONE),
    row("s_cmp_le_i32",     Sopc, CDNA, 0x5,  &[SB32, SB32],      Compare(LeI32),         NONE),
    row("s_cmp_eq_u32",     Sopc, CDNA, 0x6,  &[SB32, SB32],      Compare(EqU32),         NONE),
    row("s_cmp_lg_u32",     Sopc, CDNA, 0x7,  &[SB32, SB32],      Compare(NeU32),         NONE),
    row("s_cmp_gt_u32",     Sopc, CDNA, 0x8,  &[SB32, SB32],      Compare(GtU32),         NONE),
    row("s_cmp_ge_u32",     Sopc, CDNA, 0x9,  &[SB32, SB32],      Compare(GeU32),         NONE),
    row("s_cmp_lt_u32",     Sopc, CDNA, 0xa,  &[SB32, SB32],      Compare(LtU32),         NONE),
    row("s_cmp_le_u32",     Sopc, CDNA, 0xb,  &[SB32, SB32],      Compare(LeU32),         NONE),
    row("s_bitcmp0_b32",    Sopc, CDNA, 0xc,  &[SB32, SB32],      CompareNot(BitTestB32), NONE),
    row("s_bitcmp1_b32",    Sopc, CDNA, 0xd,  &[SB32, SB32],      Compare(BitTestB32),    NONE),
    row("s_bitcmp0_b64",    Sopc, CDNA, 0xe,  &[SB64, SB32],      CompareNot(BitTestB64), NONE),
    row("s_bitcmp1_b64",    Sopc, CDNA, 0xf,  &[SB64, SB32],      Compare(BitTestB64),    NONE),
    row("s_setvskip",       Sopc, CDNA, 0x10, &[SB32, SB32],      not_modelled("From here on vector instructions are skipped, or not any more.", "vector instructions do not look at a flag before they run"), NONE),
    row("s_set_gpr_idx_on", Sopc, CDNA, 0x11, &[SB32, GPR_INDEX], Index(Indexing::On), NONE),
    row("s_cmp_eq_u64",     Sopc, CDNA, 0x12, &[SB64, SB64],      Compare(EqU64),         NONE),
    row("s_cmp_lg_u64",     Sopc, CDNA, 0x13, &[SB64, SB64],      Compare(NeU64),         NONE),
];
