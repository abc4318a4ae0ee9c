//! Pixel attributes and single values read from LDS.

use crate::row::Format::*;
use crate::row::*;
use crate::target::*;

#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    //  mnemonic          format  generations code operands    traits
    row("lds_param_load",  Ldsdir, RDNA3X, 0x0, &[D32, ATTR], NONE),
    row("ds_param_load",   Ldsdir, RDNA4,  0x0, &[D32, ATTR], NONE),
    row("lds_direct_load", Ldsdir, RDNA3X, 0x1, &[D32],       NONE),
    row("ds_direct_load",  Ldsdir, RDNA4,  0x1, &[D32],       NONE),
];
