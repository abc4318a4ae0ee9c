//! Image sampling.

use super::prelude::*;

/// Samples, as asked.
const fn samples(asks: Asks) -> Meaning {
    OfImage(Image::Sample(asks))
}

/// Gathers, as asked.
const fn gathers(asks: Asks) -> Meaning {
    OfImage(Image::Gather { asks, row: false })
}

const BIASED: Asks = PLAIN.level(Detail::Biased);
const ALONG: Asks = PLAIN.level(Detail::Gradients);
const GIVEN: Asks = PLAIN.level(Detail::Given);
const ZERO: Asks = PLAIN.level(Detail::Zero);
const FOUR_SAMPLES: Meaning = OfImage(Image::Samples);
const LOD: Meaning = OfImage(Image::Lod);
const IN_A_ROW: Meaning = OfImage(Image::Gather {
    asks: PLAIN,
    row: true,
});

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                     format   on    code  operands                                                  meaning                                      traits
    row("image_msaa_load",           Vsample, RDNA, 0x18, &[OperandSlot::Image(COORDS)],                                   FOUR_SAMPLES,                                NO_SAMPLER | D16 | MSAA),
    row("image_sample",              Vsample, RDNA, 0x1b, &[OperandSlot::Image(COORDS)],                                   samples(PLAIN),                              D16),
    row("image_sample_d",            Vsample, RDNA, 0x1c, &[OperandSlot::Image(COORDS.gradients())],                       samples(ALONG),                              D16),
    row("image_sample_l",            Vsample, RDNA, 0x1d, &[OperandSlot::Image(COORDS.lod())],                             samples(GIVEN),                              D16),
    row("image_sample_b",            Vsample, RDNA, 0x1e, &[OperandSlot::Image(COORDS.extra(1))],                          samples(BIASED),                             D16),
    row("image_sample_lz",           Vsample, RDNA, 0x1f, &[OperandSlot::Image(COORDS)],                                   samples(ZERO),                               D16),
    row("image_sample_c",            Vsample, RDNA, 0x20, &[OperandSlot::Image(COORDS.extra(1))],                          samples(PLAIN.compares()),                   D16),
    row("image_sample_c_d",          Vsample, RDNA, 0x21, &[OperandSlot::Image(COORDS.extra(1).gradients())],              samples(ALONG.compares()),                   D16),
    row("image_sample_c_l",          Vsample, RDNA, 0x22, &[OperandSlot::Image(COORDS.extra(1).lod())],                    samples(GIVEN.compares()),                   D16),
    row("image_sample_c_b",          Vsample, RDNA, 0x23, &[OperandSlot::Image(COORDS.extra(2))],                          samples(BIASED.compares()),                  D16),
    row("image_sample_c_lz",         Vsample, RDNA, 0x24, &[OperandSlot::Image(COORDS.extra(1))],                          samples(ZERO.compares()),                    D16),
    row("image_sample_o",            Vsample, RDNA, 0x25, &[OperandSlot::Image(COORDS.extra(1))],                          samples(PLAIN.moves()),                      D16),
    row("image_sample_d_o",          Vsample, RDNA, 0x26, &[OperandSlot::Image(COORDS.extra(1).gradients())],              samples(ALONG.moves()),                      D16),
    row("image_sample_l_o",          Vsample, RDNA, 0x27, &[OperandSlot::Image(COORDS.extra(1).lod())],                    samples(GIVEN.moves()),                      D16),
    row("image_sample_b_o",          Vsample, RDNA, 0x28, &[OperandSlot::Image(COORDS.extra(2))],                          samples(BIASED.moves()),                     D16),
    row("image_sample_lz_o",         Vsample, RDNA, 0x29, &[OperandSlot::Image(COORDS.extra(1))],                          samples(ZERO.moves()),                       D16),
    row("image_sample_c_o",          Vsample, RDNA, 0x2a, &[OperandSlot::Image(COORDS.extra(2))],                          samples(PLAIN.compares().moves()),           D16),
    row("image_sample_c_d_o",        Vsample, RDNA, 0x2b, &[OperandSlot::Image(COORDS.extra(2).gradients())],              samples(ALONG.compares().moves()),           D16),
    row("image_sample_c_l_o",        Vsample, RDNA, 0x2c, &[OperandSlot::Image(COORDS.extra(2).lod())],                    samples(GIVEN.compares().moves()),           D16),
    row("image_sample_c_b_o",        Vsample, RDNA, 0x2d, &[OperandSlot::Image(COORDS.extra(3))],                          samples(BIASED.compares().moves()),          D16),
    row("image_sample_c_lz_o",       Vsample, RDNA, 0x2e, &[OperandSlot::Image(COORDS.extra(2))],                          samples(ZERO.compares().moves()),            D16),
    row("image_gather4",             Vsample, RDNA, 0x2f, &[OperandSlot::Image(COORDS)],                                   gathers(PLAIN),                              D16 | GATHER4),
    row("image_gather4_l",           Vsample, RDNA, 0x30, &[OperandSlot::Image(COORDS.lod())],                             gathers(GIVEN),                              D16 | GATHER4),
    row("image_gather4_b",           Vsample, RDNA, 0x31, &[OperandSlot::Image(COORDS.extra(1))],                          gathers(BIASED),                             D16 | GATHER4),
    row("image_gather4_lz",          Vsample, RDNA, 0x32, &[OperandSlot::Image(COORDS)],                                   gathers(ZERO),                               D16 | GATHER4),
    row("image_gather4_c",           Vsample, RDNA, 0x33, &[OperandSlot::Image(COORDS.extra(1))],                          gathers(PLAIN.compares()),                   D16 | GATHER4),
    row("image_gather4_c_lz",        Vsample, RDNA, 0x34, &[OperandSlot::Image(COORDS.extra(1))],                          gathers(ZERO.compares()),                    D16 | GATHER4),
    row("image_gather4_o",           Vsample, RDNA, 0x35, &[OperandSlot::Image(COORDS.extra(1))],                          gathers(PLAIN.moves()),                      D16 | GATHER4),
    row("image_gather4_lz_o",        Vsample, RDNA, 0x36, &[OperandSlot::Image(COORDS.extra(1))],                          gathers(ZERO.moves()),                       D16 | GATHER4),
    row("image_gather4_c_lz_o",      Vsample, RDNA, 0x37, &[OperandSlot::Image(COORDS.extra(2))],                          gathers(ZERO.compares().moves()),            D16 | GATHER4),
    row("image_get_lod",             Vsample, RDNA, 0x38, &[OperandSlot::Image(COORDS)],                                   LOD,                                         NONE),
    row("image_sample_d_g16",        Vsample, RDNA, 0x39, &[OperandSlot::Image(COORDS.gradients().half())],                samples(ALONG),                              D16),
    row("image_sample_c_d_g16",      Vsample, RDNA, 0x3a, &[OperandSlot::Image(COORDS.extra(1).gradients().half())],       samples(ALONG.compares()),                   D16),
    row("image_sample_d_o_g16",      Vsample, RDNA, 0x3b, &[OperandSlot::Image(COORDS.extra(1).gradients().half())],       samples(ALONG.moves()),                      D16),
    row("image_sample_c_d_o_g16",    Vsample, RDNA, 0x3c, &[OperandSlot::Image(COORDS.extra(2).gradients().half())],       samples(ALONG.compares().moves()),           D16),
    row("image_sample_cl",           Vsample, RDNA, 0x40, &[OperandSlot::Image(COORDS.lod())],                             samples(PLAIN.clamps()),                     D16),
    row("image_sample_d_cl",         Vsample, RDNA, 0x41, &[OperandSlot::Image(COORDS.gradients().lod())],                 samples(ALONG.clamps()),                     D16),
    row("image_sample_b_cl",         Vsample, RDNA, 0x42, &[OperandSlot::Image(COORDS.extra(1).lod())],                    samples(BIASED.clamps()),                    D16),
    row("image_sample_c_cl",         Vsample, RDNA, 0x43, &[OperandSlot::Image(COORDS.extra(1).lod())],                    samples(PLAIN.compares().clamps()),          D16),
    row("image_sample_c_d_cl",       Vsample, RDNA, 0x44, &[OperandSlot::Image(COORDS.extra(1).gradients().lod())],        samples(ALONG.compares().clamps()),          D16),
    row("image_sample_c_b_cl",       Vsample, RDNA, 0x45, &[OperandSlot::Image(COORDS.extra(2).lod())],                    samples(BIASED.compares().clamps()),         D16),
    row("image_sample_cl_o",         Vsample, RDNA, 0x46, &[OperandSlot::Image(COORDS.extra(1).lod())],                    samples(PLAIN.clamps().moves()),             D16),
    row("image_sample_d_cl_o",       Vsample, RDNA, 0x47, &[OperandSlot::Image(COORDS.extra(1).gradients().lod())],        samples(ALONG.clamps().moves()),             D16),
    row("image_sample_b_cl_o",       Vsample, RDNA, 0x48, &[OperandSlot::Image(COORDS.extra(2).lod())],                    samples(BIASED.clamps().moves()),            D16),
    row("image_sample_c_cl_o",       Vsample, RDNA, 0x49, &[OperandSlot::Image(COORDS.extra(2).lod())],                    samples(PLAIN.compares().clamps().moves()),  D16),
    row("image_sample_c_d_cl_o",     Vsample, RDNA, 0x4a, &[OperandSlot::Image(COORDS.extra(2).gradients().lod())],        samples(ALONG.compares().clamps().moves()),  D16),
    row("image_sample_c_b_cl_o",     Vsample, RDNA, 0x4b, &[OperandSlot::Image(COORDS.extra(3).lod())],                    samples(BIASED.compares().clamps().moves()), D16),
    row("image_sample_c_d_cl_g16",   Vsample, RDNA, 0x54, &[OperandSlot::Image(COORDS.extra(1).gradients().half().lod())], samples(ALONG.compares().clamps()),          D16),
    row("image_sample_d_cl_o_g16",   Vsample, RDNA, 0x55, &[OperandSlot::Image(COORDS.extra(1).gradients().half().lod())], samples(ALONG.clamps().moves()),             D16),
    row("image_sample_c_d_cl_o_g16", Vsample, RDNA, 0x56, &[OperandSlot::Image(COORDS.extra(2).gradients().half().lod())], samples(ALONG.compares().clamps().moves()),  D16),
    row("image_sample_d_cl_g16",     Vsample, RDNA, 0x5f, &[OperandSlot::Image(COORDS.gradients().half().lod())],          samples(ALONG.clamps()),                     D16),
    row("image_gather4_cl",          Vsample, RDNA, 0x60, &[OperandSlot::Image(COORDS.lod())],                             gathers(PLAIN.clamps()),                     D16 | GATHER4),
    row("image_gather4_b_cl",        Vsample, RDNA, 0x61, &[OperandSlot::Image(COORDS.extra(1).lod())],                    gathers(BIASED.clamps()),                    D16 | GATHER4),
    row("image_gather4_c_cl",        Vsample, RDNA, 0x62, &[OperandSlot::Image(COORDS.extra(1).lod())],                    gathers(PLAIN.compares().clamps()),          D16 | GATHER4),
    row("image_gather4_c_l",         Vsample, RDNA, 0x63, &[OperandSlot::Image(COORDS.extra(1).lod())],                    gathers(GIVEN.compares()),                   D16 | GATHER4),
    row("image_gather4_c_b",         Vsample, RDNA, 0x64, &[OperandSlot::Image(COORDS.extra(2))],                          gathers(BIASED.compares()),                  D16 | GATHER4),
    row("image_gather4_c_b_cl",      Vsample, RDNA, 0x65, &[OperandSlot::Image(COORDS.extra(2).lod())],                    gathers(BIASED.compares().clamps()),         D16 | GATHER4),
    row("image_gather4h",            Vsample, RDNA, 0x90, &[OperandSlot::Image(COORDS)],                                   IN_A_ROW,                                    D16 | GATHER4),
];
