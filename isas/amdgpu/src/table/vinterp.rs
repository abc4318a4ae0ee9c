//! Interpolation of pixel attributes.

use super::prelude::*;

const INTERPOLATES: Meaning = not_modelled(
    "Interpolates a pixel's attribute between the corners of its triangle.",
    "pixel attributes need a rasteriser",
);

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                    format   on   code operands                meaning       traits
    row("v_interp_p10_f32",         Vinterp, ALL, 0x0, &[D32, N32, N32, N32],  INTERPOLATES, CLAMP),
    row("v_interp_p2_f32",          Vinterp, ALL, 0x1, &[D32, N32, N32, N32],  INTERPOLATES, CLAMP),
    row("v_interp_p10_f16_f32",     Vinterp, ALL, 0x2, &[D32, N16, N32, N16],  INTERPOLATES, CLAMP | OPSEL),
    row("v_interp_p2_f16_f32",      Vinterp, ALL, 0x3, &[D16H, N16, N32, N32], INTERPOLATES, CLAMP | OPSEL),
    row("v_interp_p10_rtz_f16_f32", Vinterp, ALL, 0x4, &[D32, N16, N32, N16],  INTERPOLATES, CLAMP | OPSEL),
    row("v_interp_p2_rtz_f16_f32",  Vinterp, ALL, 0x5, &[D16H, N16, N32, N32], INTERPOLATES, CLAMP | OPSEL),
];
