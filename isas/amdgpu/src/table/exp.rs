//! Exports to the pixel and primitive pipelines.

use crate::row::Format::*;
use crate::row::*;
use crate::target::*;

#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    //  mnemonic  format generations code operands traits
    row("exp",    Exp, RDNA3X, 0x0, &[], NONE),
    row("export", Exp, RDNA4,  0x0, &[], NONE),
];
