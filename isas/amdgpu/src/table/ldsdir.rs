//! Pixel attributes and single values read from LDS.

use super::prelude::*;

const PARAMETER: Meaning = not_modelled(
    "Loads a pixel attribute of the triangle's corners.",
    "pixel attributes need a rasteriser",
);

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic           format  on      code operands      meaning     traits
    row("lds_param_load",  Ldsdir, RDNA3X, 0x0, &[D32, ATTR], PARAMETER,  NONE) .called("ds_param_load", RDNA4, 0x0),
    row("lds_direct_load", Ldsdir, RDNA3X, 0x1, &[D32],       DirectLoad, NONE) .called("ds_direct_load", RDNA4, 0x1),
];
