//! Exports to the pixel and primitive pipelines.

use super::prelude::*;

const EXPORTS: Meaning = not_modelled(
    "Sends up to four registers of each lane to the fixed-function hardware.",
    "exports need a rasteriser",
);

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic  format on      code operandsmeaning  traits
    row("exp",    Exp,   RDNA3X, 0x0, &[], EXPORTS, NONE) .called("export", RDNA4, 0x0),
];
