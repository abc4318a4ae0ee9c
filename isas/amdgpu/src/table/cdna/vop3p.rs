//! Packed, mixed and dot product instructions.

use crate::table::prelude::*;

/// Products of integers, whose signs the mnemonic says: first without `clamp`.
const DOT4_I8: [[op::Op; 4]; 2] = [[Dot4I8; 4], [Dot4SatI8; 4]];
const DOT4_U8: [[op::Op; 4]; 2] = [[Dot4U8; 4], [Dot4SatU8; 4]];
const DOT8_I4: [[op::Op; 4]; 2] = [[Dot8I4; 4], [Dot8SatI4; 4]];
const DOT8_U4: [[op::Op; 4]; 2] = [[Dot8U4; 4], [Dot8SatU4; 4]];

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic             format on     code  operands                     meaning                                  traits
    row("v_pk_mad_i16",      Vop3p, CDNA,  0x0,  &[D32, V2I16, V2I16, V2I16], PackedSaturating(MadU16x2, MadSatI16x2), CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_mul_lo_u16",   Vop3p, CDNA,  0x1,  &[D32, V2I16, V2I16],        Packed(MulU16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_add_i16",      Vop3p, CDNA,  0x2,  &[D32, V2I16, V2I16],        PackedSaturating(AddU16x2, AddSatI16x2), CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_sub_i16",      Vop3p, CDNA,  0x3,  &[D32, V2I16, V2I16],        PackedSaturating(SubU16x2, SubSatI16x2), CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_lshlrev_b16",  Vop3p, CDNA,  0x4,  &[D32, V2I16, V2I16],        PackedSwapped(ShlB16x2),                 CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_lshrrev_b16",  Vop3p, CDNA,  0x5,  &[D32, V2I16, V2I16],        PackedSwapped(ShrU16x2),                 CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_ashrrev_i16",  Vop3p, CDNA,  0x6,  &[D32, V2I16, V2I16],        PackedSwapped(ShrI16x2),                 CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_max_i16",      Vop3p, CDNA,  0x7,  &[D32, V2I16, V2I16],        Packed(MaxI16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_min_i16",      Vop3p, CDNA,  0x8,  &[D32, V2I16, V2I16],        Packed(MinI16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_mad_u16",      Vop3p, CDNA,  0x9,  &[D32, V2I16, V2I16, V2I16], PackedSaturating(MadU16x2, MadSatU16x2), CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_add_u16",      Vop3p, CDNA,  0xa,  &[D32, V2I16, V2I16],        PackedSaturating(AddU16x2, AddSatU16x2), CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_sub_u16",      Vop3p, CDNA,  0xb,  &[D32, V2I16, V2I16],        PackedSaturating(SubU16x2, SubSatU16x2), CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_max_u16",      Vop3p, CDNA,  0xc,  &[D32, V2I16, V2I16],        Packed(MaxU16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_min_u16",      Vop3p, CDNA,  0xd,  &[D32, V2I16, V2I16],        Packed(MinU16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_fma_f16",      Vop3p, CDNA,  0xe,  &[D32, V2F16, V2F16, V2F16], Packed(FmaF16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_add_f16",      Vop3p, CDNA,  0xf,  &[D32, V2F16, V2F16],        Packed(AddF16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_mul_f16",      Vop3p, CDNA,  0x10, &[D32, V2F16, V2F16],        Packed(MulF16x2),                        CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_min_f16",      Vop3p, CDNA,  0x11, &[D32, V2F16, V2F16],        Packed(MinNumF16x2),                     CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_max_f16",      Vop3p, CDNA,  0x12, &[D32, V2F16, V2F16],        Packed(MaxNumF16x2),                     CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_dot2_f32_bf16",   Vop3p, CDNA4, 0x1a, &[D32, V2BF16, V2BF16, F32], DotPairs(Dot2SumF32Bf16),                CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_minimum3_f16", Vop3p, CDNA4, 0x1b, &[D32, V2F16, V2F16, V2F16], Packed(Minimum3F16x2),                   CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_maximum3_f16", Vop3p, CDNA4, 0x1c, &[D32, V2F16, V2F16, V2F16], Packed(Maximum3F16x2),                   CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_fma_mix_f32",     Vop3p, CDNA,  0x20, &[D32, F16, F16, F16],       Mix(Half::Whole),                        CLAMP | MIX),
    row("v_fma_mixlo_f16",   Vop3p, CDNA,  0x21, &[D32, F16, F16, F16],       Mix(Half::Low),                          CLAMP | MIX),
    row("v_fma_mixhi_f16",   Vop3p, CDNA,  0x22, &[D32, F16, F16, F16],       Mix(Half::High),                         CLAMP | MIX),
    row("v_dot2_f32_f16",    Vop3p, CDNA,  0x23, &[D32, V2F16, V2F16, F32],   DotPairs(Dot2ChainF32F16),               CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_dot2_i32_i16",    Vop3p, CDNA,  0x26, &[D32, V2I16, V2I16, I32],   PackedSaturating(Dot2I16, Dot2SatI16),   CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_dot2_u32_u16",    Vop3p, CDNA,  0x27, &[D32, V2I16, V2I16, I32],   PackedSaturating(Dot2U16, Dot2SatU16),   CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_dot4_i32_i8",     Vop3p, CDNA,  0x28, &[D32, I32, I32, I32],       DotIntegers(&DOT4_I8),                   CLAMP | NEG_PACKED),
    row("v_dot4_u32_u8",     Vop3p, CDNA,  0x29, &[D32, I32, I32, I32],       DotIntegers(&DOT4_U8),                   CLAMP | NEG_PACKED),
    row("v_dot8_i32_i4",     Vop3p, CDNA,  0x2a, &[D32, I32, I32, I32],       DotIntegers(&DOT8_I4),                   CLAMP | NEG_PACKED),
    row("v_dot8_u32_u4",     Vop3p, CDNA,  0x2b, &[D32, I32, I32, I32],       DotIntegers(&DOT8_U4),                   CLAMP | NEG_PACKED),
    row("v_pk_fma_f32",      Vop3p, CDNA,  0x30, &[D64, V2F32, V2F32, V2F32], PackedWords(FmaF32),                     CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_mul_f32",      Vop3p, CDNA,  0x31, &[D64, V2F32, V2F32],        PackedWords(MulF32),                     CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_add_f32",      Vop3p, CDNA,  0x32, &[D64, V2F32, V2F32],        PackedWords(AddF32),                     CLAMP | OPSEL_PACKED | NEG_PACKED),
    row("v_pk_mov_b32",      Vop3p, CDNA,  0x33, &[D64, V2F32, V2F32],        PackWords,                               CLAMP | OPSEL_PACKED | NEG_PACKED),
];
