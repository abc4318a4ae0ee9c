//! Image sampling.

use super::prelude::*;

const WHY: &str = "images need a texture unit";
const READS_TEXEL: Meaning = not_modelled("Reads a texel.", WHY);
const ASKS_IMAGE: Meaning = not_modelled("Asks for a property of an image.", WHY);
const SAMPLES: Meaning = not_modelled("Samples an image: looks texels up and filters them.", WHY);
const GATHERS: Meaning = not_modelled(
    "Fetches one component of the four texels around a point.",
    WHY,
);

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                     format   on   code  operands                                                  meaning      traits
    row("image_msaa_load",           Vsample, ALL, 0x18, &[Slot::Image(COORDS)],                                   READS_TEXEL, NO_SAMPLER | D16 | MSAA),
    row("image_sample",              Vsample, ALL, 0x1b, &[Slot::Image(COORDS)],                                   SAMPLES,     D16),
    row("image_sample_d",            Vsample, ALL, 0x1c, &[Slot::Image(COORDS.gradients())],                       SAMPLES,     D16),
    row("image_sample_l",            Vsample, ALL, 0x1d, &[Slot::Image(COORDS.lod())],                             SAMPLES,     D16),
    row("image_sample_b",            Vsample, ALL, 0x1e, &[Slot::Image(COORDS.extra(1))],                          SAMPLES,     D16),
    row("image_sample_lz",           Vsample, ALL, 0x1f, &[Slot::Image(COORDS)],                                   SAMPLES,     D16),
    row("image_sample_c",            Vsample, ALL, 0x20, &[Slot::Image(COORDS.extra(1))],                          SAMPLES,     D16),
    row("image_sample_c_d",          Vsample, ALL, 0x21, &[Slot::Image(COORDS.extra(1).gradients())],              SAMPLES,     D16),
    row("image_sample_c_l",          Vsample, ALL, 0x22, &[Slot::Image(COORDS.extra(1).lod())],                    SAMPLES,     D16),
    row("image_sample_c_b",          Vsample, ALL, 0x23, &[Slot::Image(COORDS.extra(2))],                          SAMPLES,     D16),
    row("image_sample_c_lz",         Vsample, ALL, 0x24, &[Slot::Image(COORDS.extra(1))],                          SAMPLES,     D16),
    row("image_sample_o",            Vsample, ALL, 0x25, &[Slot::Image(COORDS.extra(1))],                          SAMPLES,     D16),
    row("image_sample_d_o",          Vsample, ALL, 0x26, &[Slot::Image(COORDS.extra(1).gradients())],              SAMPLES,     D16),
    row("image_sample_l_o",          Vsample, ALL, 0x27, &[Slot::Image(COORDS.extra(1).lod())],                    SAMPLES,     D16),
    row("image_sample_b_o",          Vsample, ALL, 0x28, &[Slot::Image(COORDS.extra(2))],                          SAMPLES,     D16),
    row("image_sample_lz_o",         Vsample, ALL, 0x29, &[Slot::Image(COORDS.extra(1))],                          SAMPLES,     D16),
    row("image_sample_c_o",          Vsample, ALL, 0x2a, &[Slot::Image(COORDS.extra(2))],                          SAMPLES,     D16),
    row("image_sample_c_d_o",        Vsample, ALL, 0x2b, &[Slot::Image(COORDS.extra(2).gradients())],              SAMPLES,     D16),
    row("image_sample_c_l_o",        Vsample, ALL, 0x2c, &[Slot::Image(COORDS.extra(2).lod())],                    SAMPLES,     D16),
    row("image_sample_c_b_o",        Vsample, ALL, 0x2d, &[Slot::Image(COORDS.extra(3))],                          SAMPLES,     D16),
    row("image_sample_c_lz_o",       Vsample, ALL, 0x2e, &[Slot::Image(COORDS.extra(2))],                          SAMPLES,     D16),
    row("image_gather4",             Vsample, ALL, 0x2f, &[Slot::Image(COORDS)],                                   GATHERS,     D16 | GATHER4),
    row("image_gather4_l",           Vsample, ALL, 0x30, &[Slot::Image(COORDS.lod())],                             GATHERS,     D16 | GATHER4),
    row("image_gather4_b",           Vsample, ALL, 0x31, &[Slot::Image(COORDS.extra(1))],                          GATHERS,     D16 | GATHER4),
    row("image_gather4_lz",          Vsample, ALL, 0x32, &[Slot::Image(COORDS)],                                   GATHERS,     D16 | GATHER4),
    row("image_gather4_c",           Vsample, ALL, 0x33, &[Slot::Image(COORDS.extra(1))],                          GATHERS,     D16 | GATHER4),
    row("image_gather4_c_lz",        Vsample, ALL, 0x34, &[Slot::Image(COORDS.extra(1))],                          GATHERS,     D16 | GATHER4),
    row("image_gather4_o",           Vsample, ALL, 0x35, &[Slot::Image(COORDS.extra(1))],                          GATHERS,     D16 | GATHER4),
    row("image_gather4_lz_o",        Vsample, ALL, 0x36, &[Slot::Image(COORDS.extra(1))],                          GATHERS,     D16 | GATHER4),
    row("image_gather4_c_lz_o",      Vsample, ALL, 0x37, &[Slot::Image(COORDS.extra(2))],                          GATHERS,     D16 | GATHER4),
    row("image_get_lod",             Vsample, ALL, 0x38, &[Slot::Image(COORDS)],                                   ASKS_IMAGE,  NONE),
    row("image_sample_d_g16",        Vsample, ALL, 0x39, &[Slot::Image(COORDS.gradients().half())],                SAMPLES,     D16),
    row("image_sample_c_d_g16",      Vsample, ALL, 0x3a, &[Slot::Image(COORDS.extra(1).gradients().half())],       SAMPLES,     D16),
    row("image_sample_d_o_g16",      Vsample, ALL, 0x3b, &[Slot::Image(COORDS.extra(1).gradients().half())],       SAMPLES,     D16),
    row("image_sample_c_d_o_g16",    Vsample, ALL, 0x3c, &[Slot::Image(COORDS.extra(2).gradients().half())],       SAMPLES,     D16),
    row("image_sample_cl",           Vsample, ALL, 0x40, &[Slot::Image(COORDS.lod())],                             SAMPLES,     D16),
    row("image_sample_d_cl",         Vsample, ALL, 0x41, &[Slot::Image(COORDS.gradients().lod())],                 SAMPLES,     D16),
    row("image_sample_b_cl",         Vsample, ALL, 0x42, &[Slot::Image(COORDS.extra(1).lod())],                    SAMPLES,     D16),
    row("image_sample_c_cl",         Vsample, ALL, 0x43, &[Slot::Image(COORDS.extra(1).lod())],                    SAMPLES,     D16),
    row("image_sample_c_d_cl",       Vsample, ALL, 0x44, &[Slot::Image(COORDS.extra(1).gradients().lod())],        SAMPLES,     D16),
    row("image_sample_c_b_cl",       Vsample, ALL, 0x45, &[Slot::Image(COORDS.extra(2).lod())],                    SAMPLES,     D16),
    row("image_sample_cl_o",         Vsample, ALL, 0x46, &[Slot::Image(COORDS.extra(1).lod())],                    SAMPLES,     D16),
    row("image_sample_d_cl_o",       Vsample, ALL, 0x47, &[Slot::Image(COORDS.extra(1).gradients().lod())],        SAMPLES,     D16),
    row("image_sample_b_cl_o",       Vsample, ALL, 0x48, &[Slot::Image(COORDS.extra(2).lod())],                    SAMPLES,     D16),
    row("image_sample_c_cl_o",       Vsample, ALL, 0x49, &[Slot::Image(COORDS.extra(2).lod())],                    SAMPLES,     D16),
    row("image_sample_c_d_cl_o",     Vsample, ALL, 0x4a, &[Slot::Image(COORDS.extra(2).gradients().lod())],        SAMPLES,     D16),
    row("image_sample_c_b_cl_o",     Vsample, ALL, 0x4b, &[Slot::Image(COORDS.extra(3).lod())],                    SAMPLES,     D16),
    row("image_sample_c_d_cl_g16",   Vsample, ALL, 0x54, &[Slot::Image(COORDS.extra(1).gradients().half().lod())], SAMPLES,     D16),
    row("image_sample_d_cl_o_g16",   Vsample, ALL, 0x55, &[Slot::Image(COORDS.extra(1).gradients().half().lod())], SAMPLES,     D16),
    row("image_sample_c_d_cl_o_g16", Vsample, ALL, 0x56, &[Slot::Image(COORDS.extra(2).gradients().half().lod())], SAMPLES,     D16),
    row("image_sample_d_cl_g16",     Vsample, ALL, 0x5f, &[Slot::Image(COORDS.gradients().half().lod())],          SAMPLES,     D16),
    row("image_gather4_cl",          Vsample, ALL, 0x60, &[Slot::Image(COORDS.lod())],                             GATHERS,     D16 | GATHER4),
    row("image_gather4_b_cl",        Vsample, ALL, 0x61, &[Slot::Image(COORDS.extra(1).lod())],                    GATHERS,     D16 | GATHER4),
    row("image_gather4_c_cl",        Vsample, ALL, 0x62, &[Slot::Image(COORDS.extra(1).lod())],                    GATHERS,     D16 | GATHER4),
    row("image_gather4_c_l",         Vsample, ALL, 0x63, &[Slot::Image(COORDS.extra(1).lod())],                    GATHERS,     D16 | GATHER4),
    row("image_gather4_c_b",         Vsample, ALL, 0x64, &[Slot::Image(COORDS.extra(2))],                          GATHERS,     D16 | GATHER4),
    row("image_gather4_c_b_cl",      Vsample, ALL, 0x65, &[Slot::Image(COORDS.extra(2).lod())],                    GATHERS,     D16 | GATHER4),
    row("image_gather4h",            Vsample, ALL, 0x90, &[Slot::Image(COORDS)],                                   GATHERS,     D16 | GATHER4),
];
