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
    row("image_msaa_load",           Vsample, RDNA, 0x18, &[Slot::Image(COORDS)],                                   FOUR_SAMPLES,                                NO_SAMPLER | D16 | MSAA),
    row("image_sample",              Vsample, RDNA, 0x1b, &[Slot::Image(COORDS)],                                   samples(PLAIN),                              D16),
    row("image_sample_d",            Vsample, RDNA, 0x1c, &[Slot::Image(COORDS.gradients())],                       samples(ALONG),                              D16),
    row("image_sample_l",            Vsample, RDNA, 0x1d, &[Slot::Image(COORDS.lod())],                             samples(GIVEN),                              D16),
    row("image_sample_b",            Vsample, RDNA, 0x1e, &[Slot::Image(COORDS.extra(1))],                          samples(BIASED),                             D16),
    row("image_sample_lz",           Vsample, RDNA, 0x1f, &[Slot::Image(COORDS)],                                   samples(ZERO),                               D16),
    row("image_sample_c",            Vsample, RDNA, 0x20, &[Slot::Image(COORDS.extra(1))],                          samples(PLAIN.compares()),                   D16),
    row("image_sample_c_d",          Vsample, RDNA, 0x21, &[Slot::Image(COORDS.extra(1).gradients())],              samples(ALONG.compares()),                   D16),
    row("image_sample_c_l",          Vsample, RDNA, 0x22, &[Slot::Image(COORDS.extra(1).lod())],                    samples(GIVEN.compares()),                   D16),
    row("image_sample_c_b",          Vsample, RDNA, 0x23, &[Slot::Image(COORDS.extra(2))],                          samples(BIASED.compares()),                  D16),
    row("image_sample_c_lz",         Vsample, RDNA, 0x24, &[Slot::Image(COORDS.extra(1))],                          samples(ZERO.compares()),                    D16),
    row("image_sample_o",            Vsample, RDNA, 0x25, &[Slot::Image(COORDS.extra(1))],                          samples(PLAIN.moves()),                      D16),
    row("image_sample_d_o",          Vsample, RDNA, 0x26, &[Slot::Image(COORDS.extra(1).gradients())],              samples(ALONG.moves()),                      D16),
    row("image_sample_l_o",          Vsample, RDNA, 0x27, &[Slot::Image(COORDS.extra(1).lod())],                    samples(GIVEN.moves()),                      D16),
    row("image_sample_b_o",          Vsample, RDNA, 0x28, &[Slot::Image(COORDS.extra(2))],                          samples(BIASED.moves()),                     D16),
    row("image_sample_lz_o",         Vsample, RDNA, 0x29, &[Slot::Image(COORDS.extra(1))],                          samples(ZERO.moves()),                       D16),
    row("image_sample_c_o",          Vsample, RDNA, 0x2a, &[Slot::Image(COORDS.extra(2))],                          samples(PLAIN.compares().moves()),           D16),
    row("image_sample_c_d_o",        Vsample, RDNA, 0x2b, &[Slot::Image(COORDS.extra(2).gradients())],              samples(ALONG.compares().moves()),           D16),
    row("image_sample_c_l_o",        Vsample, RDNA, 0x2c, &[Slot::Image(COORDS.extra(2).lod())],                    samples(GIVEN.compares().moves()),           D16),
    row("image_sample_c_b_o",        Vsample, RDNA, 0x2d, &[Slot::Image(COORDS.extra(3))],                          samples(BIASED.compares().moves()),          D16),
    row("image_sample_c_lz_o",       Vsample, RDNA, 0x2e, &[Slot::Image(COORDS.extra(2))],                          samples(ZERO.compares().moves()),            D16),
    row("image_gather4",             Vsample, RDNA, 0x2f, &[Slot::Image(COORDS)],                                   gathers(PLAIN),                              D16 | GATHER4),
    row("image_gather4_l",           Vsample, RDNA, 0x30, &[Slot::Image(COORDS.lod())],                             gathers(GIVEN),                              D16 | GATHER4),
    row("image_gather4_b",           Vsample, RDNA, 0x31, &[Slot::Image(COORDS.extra(1))],                          gathers(BIASED),                             D16 | GATHER4),
    row("image_gather4_lz",          Vsample, RDNA, 0x32, &[Slot::Image(COORDS)],                                   gathers(ZERO),                               D16 | GATHER4),
    row("image_gather4_c",           Vsample, RDNA, 0x33, &[Slot::Image(COORDS.extra(1))],                          gathers(PLAIN.compares()),                   D16 | GATHER4),
    row("image_gather4_c_lz",        Vsample, RDNA, 0x34, &[Slot::Image(COORDS.extra(1))],                          gathers(ZERO.compares()),                    D16 | GATHER4),
    row("image_gather4_o",           Vsample, RDNA, 0x35, &[Slot::Image(COORDS.extra(1))],                          gathers(PLAIN.moves()),                      D16 | GATHER4),
    row("image_gather4_lz_o",        Vsample, RDNA, 0x36, &[Slot::Image(COORDS.extra(1))],                          gathers(ZERO.moves()),                       D16 | GATHER4),
    row("image_gather4_c_lz_o",      Vsample, RDNA, 0x37, &[Slot::Image(COORDS.extra(2))],                          gathers(ZERO.compares().moves()),            D16 | GATHER4),
    row("image_get_lod",             Vsample, RDNA, 0x38, &[Slot::Image(COORDS)],                                   LOD,                                         NONE),
    row("image_sample_d_g16",        Vsample, RDNA, 0x39, &[Slot::Image(COORDS.gradients().half())],                samples(ALONG),                              D16),
    row("image_sample_c_d_g16",      Vsample, RDNA, 0x3a, &[Slot::Image(COORDS.extra(1).gradients().half())],       samples(ALONG.compares()),                   D16),
    row("image_sample_d_o_g16",      Vsample, RDNA, 0x3b, &[Slot::Image(COORDS.extra(1).gradients().half())],       samples(ALONG.moves()),                      D16),
    row("image_sample_c_d_o_g16",    Vsample, RDNA, 0x3c, &[Slot::Image(COORDS.extra(2).gradients().half())],       samples(ALONG.compares().moves()),           D16),
    row("image_sample_cl",           Vsample, RDNA, 0x40, &[Slot::Image(COORDS.lod())],                             samples(PLAIN.clamps()),                     D16),
    row("image_sample_d_cl",         Vsample, RDNA, 0x41, &[Slot::Image(COORDS.gradients().lod())],                 samples(ALONG.clamps()),                     D16),
    row("image_sample_b_cl",         Vsample, RDNA, 0x42, &[Slot::Image(COORDS.extra(1).lod())],                    samples(BIASED.clamps()),                    D16),
    row("image_sample_c_cl",         Vsample, RDNA, 0x43, &[Slot::Image(COORDS.extra(1).lod())],                    samples(PLAIN.compares().clamps()),          D16),
    row("image_sample_c_d_cl",       Vsample, RDNA, 0x44, &[Slot::Image(COORDS.extra(1).gradients().lod())],        samples(ALONG.compares().clamps()),          D16),
    row("image_sample_c_b_cl",       Vsample, RDNA, 0x45, &[Slot::Image(COORDS.extra(2).lod())],                    samples(BIASED.compares().clamps()),         D16),
    row("image_sample_cl_o",         Vsample, RDNA, 0x46, &[Slot::Image(COORDS.extra(1).lod())],                    samples(PLAIN.clamps().moves()),             D16),
    row("image_sample_d_cl_o",       Vsample, RDNA, 0x47, &[Slot::Image(COORDS.extra(1).gradients().lod())],        samples(ALONG.clamps().moves()),             D16),
    row("image_sample_b_cl_o",       Vsample, RDNA, 0x48, &[Slot::Image(COORDS.extra(2).lod())],                    samples(BIASED.clamps().moves()),            D16),
    row("image_sample_c_cl_o",       Vsample, RDNA, 0x49, &[Slot::Image(COORDS.extra(2).lod())],                    samples(PLAIN.compares().clamps().moves()),  D16),
    row("image_sample_c_d_cl_o",     Vsample, RDNA, 0x4a, &[Slot::Image(COORDS.extra(2).gradients().lod())],        samples(ALONG.compares().clamps().moves()),  D16),
    row("image_sample_c_b_cl_o",     Vsample, RDNA, 0x4b, &[Slot::Image(COORDS.extra(3).lod())],                    samples(BIASED.compares().clamps().moves()), D16),
    row("image_sample_c_d_cl_g16",   Vsample, RDNA, 0x54, &[Slot::Image(COORDS.extra(1).gradients().half().lod())], samples(ALONG.compares().clamps()),          D16),
    row("image_sample_d_cl_o_g16",   Vsample, RDNA, 0x55, &[Slot::Image(COORDS.extra(1).gradients().half().lod())], samples(ALONG.clamps().moves()),             D16),
    row("image_sample_c_d_cl_o_g16", Vsample, RDNA, 0x56, &[Slot::Image(COORDS.extra(2).gradients().half().lod())], samples(ALONG.compares().clamps().moves()),  D16),
    row("image_sample_d_cl_g16",     Vsample, RDNA, 0x5f, &[Slot::Image(COORDS.gradients().half().lod())],          samples(ALONG.clamps()),                     D16),
    row("image_gather4_cl",          Vsample, RDNA, 0x60, &[Slot::Image(COORDS.lod())],                             gathers(PLAIN.clamps()),                     D16 | GATHER4),
    row("image_gather4_b_cl",        Vsample, RDNA, 0x61, &[Slot::Image(COORDS.extra(1).lod())],                    gathers(BIASED.clamps()),                    D16 | GATHER4),
    row("image_gather4_c_cl",        Vsample, RDNA, 0x62, &[Slot::Image(COORDS.extra(1).lod())],                    gathers(PLAIN.compares().clamps()),          D16 | GATHER4),
    row("image_gather4_c_l",         Vsample, RDNA, 0x63, &[Slot::Image(COORDS.extra(1).lod())],                    gathers(GIVEN.compares()),                   D16 | GATHER4),
    row("image_gather4_c_b",         Vsample, RDNA, 0x64, &[Slot::Image(COORDS.extra(2))],                          gathers(BIASED.compares()),                  D16 | GATHER4),
    row("image_gather4_c_b_cl",      Vsample, RDNA, 0x65, &[Slot::Image(COORDS.extra(2).lod())],                    gathers(BIASED.compares().clamps()),         D16 | GATHER4),
    row("image_gather4h",            Vsample, RDNA, 0x90, &[Slot::Image(COORDS)],                                   IN_A_ROW,                                    D16 | GATHER4),
];
