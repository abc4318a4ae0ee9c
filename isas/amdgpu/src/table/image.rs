//! Image loads, stores, atomics and ray tracing.

use super::prelude::*;
use op::Op;
use uop::AtomicOp;

/// Loads and stores of texels.
const LOADS: Meaning = OfImage(Image::Load(Texels::Converted));
const LOADS_RAW: Meaning = OfImage(Image::Load(Texels::Raw));
const LOADS_SIGNED: Meaning = OfImage(Image::Load(Texels::RawSigned));
const STORES: Meaning = OfImage(Image::Store(Texels::Converted));
const STORES_RAW: Meaning = OfImage(Image::Store(Texels::Raw));
const SIZE: Meaning = OfImage(Image::Size);

/// A change of texels of 32 or 64 bits.
const fn changes(narrow: AtomicOp, wide: AtomicOp) -> Meaning {
    OfImage(Image::Atomic(narrow, Some(wide)))
}

/// A change of texels of 32 bits.
const fn changes32(op: Op) -> Meaning {
    OfImage(Image::Atomic(Apply(op), None))
}

/// The same on integers of either width.
const fn both(narrow: Op, wide: Op) -> Meaning {
    changes(Apply(narrow), Apply(wide))
}

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                        format on      code  operands                         meaning                            traits
    row("image_load",                   Mimg,  RDNA,   0x0,  &[OperandSlot::Image(COORDS)],          LOADS,                             D16),
    row("image_load_mip",               Mimg,  RDNA,   0x1,  &[OperandSlot::Image(COORDS.lod())],    LOADS,                             D16),
    row("image_load_pck",               Mimg,  RDNA,   0x2,  &[OperandSlot::Image(COORDS)],          LOADS_RAW,                         NONE),
    row("image_load_pck_sgn",           Mimg,  RDNA,   0x3,  &[OperandSlot::Image(COORDS)],          LOADS_SIGNED,                      NONE),
    row("image_load_mip_pck",           Mimg,  RDNA,   0x4,  &[OperandSlot::Image(COORDS.lod())],    LOADS_RAW,                         NONE),
    row("image_load_mip_pck_sgn",       Mimg,  RDNA,   0x5,  &[OperandSlot::Image(COORDS.lod())],    LOADS_SIGNED,                      NONE),
    row("image_store",                  Mimg,  RDNA,   0x6,  &[OperandSlot::Image(COORDS)],          STORES,                            D16 | STORE),
    row("image_store_mip",              Mimg,  RDNA,   0x7,  &[OperandSlot::Image(COORDS.lod())],    STORES,                            D16 | STORE),
    row("image_store_pck",              Mimg,  RDNA,   0x8,  &[OperandSlot::Image(COORDS)],          STORES_RAW,                        STORE),
    row("image_store_mip_pck",          Mimg,  RDNA,   0x9,  &[OperandSlot::Image(COORDS.lod())],    STORES_RAW,                        STORE),
    row("image_atomic_swap",            Mimg,  RDNA,   0xa,  &[OperandSlot::Image(COORDS)],          changes(Exchange, Exchange),       ATOMIC),
    row("image_atomic_cmpswap",         Mimg,  RDNA,   0xb,  &[OperandSlot::Image(COORDS)],          changes(CompareSwap, CompareSwap), ATOMIC | TWO_VALUES),
    row("image_atomic_add",             Mimg,  RDNA3X, 0xc,  &[OperandSlot::Image(COORDS)],          both(AddU32, AddU64),              ATOMIC) .called("image_atomic_add_uint", RDNA4, 0xc),
    row("image_atomic_sub",             Mimg,  RDNA3X, 0xd,  &[OperandSlot::Image(COORDS)],          both(SubU32, SubU64),              ATOMIC) .called("image_atomic_sub_uint", RDNA4, 0xd),
    row("image_atomic_smin",            Mimg,  RDNA3X, 0xe,  &[OperandSlot::Image(COORDS)],          both(MinI32, MinI64),              ATOMIC) .called("image_atomic_min_int", RDNA4, 0xe),
    row("image_atomic_umin",            Mimg,  RDNA3X, 0xf,  &[OperandSlot::Image(COORDS)],          both(MinU32, MinU64),              ATOMIC) .called("image_atomic_min_uint", RDNA4, 0xf),
    row("image_atomic_smax",            Mimg,  RDNA3X, 0x10, &[OperandSlot::Image(COORDS)],          both(MaxI32, MaxI64),              ATOMIC) .called("image_atomic_max_int", RDNA4, 0x10),
    row("image_atomic_umax",            Mimg,  RDNA3X, 0x11, &[OperandSlot::Image(COORDS)],          both(MaxU32, MaxU64),              ATOMIC) .called("image_atomic_max_uint", RDNA4, 0x11),
    row("image_atomic_and",             Mimg,  RDNA,   0x12, &[OperandSlot::Image(COORDS)],          both(AndB32, AndB64),              ATOMIC),
    row("image_atomic_or",              Mimg,  RDNA,   0x13, &[OperandSlot::Image(COORDS)],          both(OrB32, OrB64),                ATOMIC),
    row("image_atomic_xor",             Mimg,  RDNA,   0x14, &[OperandSlot::Image(COORDS)],          both(XorB32, XorB64),              ATOMIC),
    row("image_atomic_inc",             Mimg,  RDNA3X, 0x15, &[OperandSlot::Image(COORDS)],          both(IncWrapU32, IncWrapU64),      ATOMIC) .called("image_atomic_inc_uint", RDNA4, 0x15),
    row("image_atomic_dec",             Mimg,  RDNA3X, 0x16, &[OperandSlot::Image(COORDS)],          both(DecWrapU32, DecWrapU64),      ATOMIC) .called("image_atomic_dec_uint", RDNA4, 0x16),
    row("image_get_resinfo",            Mimg,  RDNA,   0x17, &[OperandSlot::Image(NO_COORDS.lod())], SIZE,                              NONE),
    row("image_bvh_intersect_ray",      Mimg,  RDNA,   0x19, &[D128, RAY],                    TestRay(Nodes::One),               BVH),
    row("image_bvh64_intersect_ray",    Mimg,  RDNA,   0x1a, &[D128, RAY64],                  TestRay(Nodes::One),               BVH),
    row("image_bvh_dual_intersect_ray", Mimg,  RDNA4,  0x80, &[OperandSlot::VDst(10), RAY_DUAL],     TestRay(Nodes::Two),               BVH),
    row("image_bvh8_intersect_ray",     Mimg,  RDNA4,  0x81, &[OperandSlot::VDst(10), RAY8],         TestRay(Nodes::Eight),             BVH),
    row("image_atomic_add_flt",         Mimg,  RDNA4,  0x83, &[OperandSlot::Image(COORDS)],          changes32(SumF32),                 ATOMIC),
    row("image_atomic_min_flt",         Mimg,  RDNA4,  0x84, &[OperandSlot::Image(COORDS)],          changes32(LesserNumF32),           ATOMIC),
    row("image_atomic_max_flt",         Mimg,  RDNA4,  0x85, &[OperandSlot::Image(COORDS)],          changes32(GreaterNumF32),          ATOMIC),
    row("image_atomic_pk_add_f16",      Mimg,  RDNA4,  0x86, &[OperandSlot::Image(COORDS)],          changes32(SumF16x2),               ATOMIC),
    row("image_atomic_pk_add_bf16",     Mimg,  RDNA4,  0x87, &[OperandSlot::Image(COORDS)],          changes32(SumBf16x2),              ATOMIC),
];
