//! Image loads, stores, atomics and ray tracing.

use super::prelude::*;

const WHY: &str = "images need a texture unit";
const READS_TEXEL: Meaning = not_modelled("Reads a texel.", WHY);
const WRITES_TEXEL: Meaning = not_modelled("Writes a texel.", WHY);
const CHANGES_TEXEL: Meaning = not_modelled("Changes a texel in one piece.", WHY);
const ASKS_IMAGE: Meaning = not_modelled("Asks for a property of an image.", WHY);
const TESTS_RAY: Meaning = not_modelled(
    "Tests a ray against a node of a bounding volume hierarchy.",
    "ray tests need the layout of a bounding volume hierarchy",
);

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                        format on      code  operands                         meaning        traits
    row("image_load",                   Mimg,  ALL,    0x0,  &[Slot::Image(COORDS)],          READS_TEXEL,   D16),
    row("image_load_mip",               Mimg,  ALL,    0x1,  &[Slot::Image(COORDS.lod())],    READS_TEXEL,   D16),
    row("image_load_pck",               Mimg,  ALL,    0x2,  &[Slot::Image(COORDS)],          READS_TEXEL,   NONE),
    row("image_load_pck_sgn",           Mimg,  ALL,    0x3,  &[Slot::Image(COORDS)],          READS_TEXEL,   NONE),
    row("image_load_mip_pck",           Mimg,  ALL,    0x4,  &[Slot::Image(COORDS.lod())],    READS_TEXEL,   NONE),
    row("image_load_mip_pck_sgn",       Mimg,  ALL,    0x5,  &[Slot::Image(COORDS.lod())],    READS_TEXEL,   NONE),
    row("image_store",                  Mimg,  ALL,    0x6,  &[Slot::Image(COORDS)],          WRITES_TEXEL,  D16 | STORE),
    row("image_store_mip",              Mimg,  ALL,    0x7,  &[Slot::Image(COORDS.lod())],    WRITES_TEXEL,  D16 | STORE),
    row("image_store_pck",              Mimg,  ALL,    0x8,  &[Slot::Image(COORDS)],          WRITES_TEXEL,  STORE),
    row("image_store_mip_pck",          Mimg,  ALL,    0x9,  &[Slot::Image(COORDS.lod())],    WRITES_TEXEL,  STORE),
    row("image_atomic_swap",            Mimg,  ALL,    0xa,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_cmpswap",         Mimg,  ALL,    0xb,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC | TWO_VALUES),
    row("image_atomic_add",             Mimg,  RDNA3X, 0xc,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_add_uint",        Mimg,  RDNA4,  0xc,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_sub",             Mimg,  RDNA3X, 0xd,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_sub_uint",        Mimg,  RDNA4,  0xd,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_min_int",         Mimg,  RDNA4,  0xe,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_smin",            Mimg,  RDNA3X, 0xe,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_min_uint",        Mimg,  RDNA4,  0xf,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_umin",            Mimg,  RDNA3X, 0xf,  &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_max_int",         Mimg,  RDNA4,  0x10, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_smax",            Mimg,  RDNA3X, 0x10, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_max_uint",        Mimg,  RDNA4,  0x11, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_umax",            Mimg,  RDNA3X, 0x11, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_and",             Mimg,  ALL,    0x12, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_or",              Mimg,  ALL,    0x13, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_xor",             Mimg,  ALL,    0x14, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_inc",             Mimg,  RDNA3X, 0x15, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_inc_uint",        Mimg,  RDNA4,  0x15, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_dec",             Mimg,  RDNA3X, 0x16, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_dec_uint",        Mimg,  RDNA4,  0x16, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_get_resinfo",            Mimg,  ALL,    0x17, &[Slot::Image(NO_COORDS.lod())], ASKS_IMAGE,    NONE),
    row("image_bvh_intersect_ray",      Mimg,  ALL,    0x19, &[D128, RAY],                    TESTS_RAY,     BVH),
    row("image_bvh64_intersect_ray",    Mimg,  ALL,    0x1a, &[D128, RAY64],                  TESTS_RAY,     BVH),
    row("image_bvh_dual_intersect_ray", Mimg,  RDNA4,  0x80, &[Slot::VDst(10), RAY_DUAL],     TESTS_RAY,     BVH),
    row("image_bvh8_intersect_ray",     Mimg,  RDNA4,  0x81, &[Slot::VDst(10), RAY8],         TESTS_RAY,     BVH),
    row("image_atomic_add_flt",         Mimg,  RDNA4,  0x83, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_min_flt",         Mimg,  RDNA4,  0x84, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_max_flt",         Mimg,  RDNA4,  0x85, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_pk_add_f16",      Mimg,  RDNA4,  0x86, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
    row("image_atomic_pk_add_bf16",     Mimg,  RDNA4,  0x87, &[Slot::Image(COORDS)],          CHANGES_TEXEL, ATOMIC),
];
