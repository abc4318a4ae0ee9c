//! Interpolation of pixel attributes, which is arithmetic on what the lanes of a quad hold.

use super::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                    format   on    code operands                meaning                        traits
    row("v_interp_p10_f32",         Vinterp, RDNA, 0x0, &[D32, N32, N32, N32],  Interpolate(P10, FmaF32),      CLAMP),
    row("v_interp_p2_f32",          Vinterp, RDNA, 0x1, &[D32, N32, N32, N32],  Interpolate(P2, FmaF32),       CLAMP),
    row("v_interp_p10_f16_f32",     Vinterp, RDNA, 0x2, &[D32, N16, N32, N16],  Interpolate(P10, FmaF32),      CLAMP | OPSEL),
    row("v_interp_p2_f16_f32",      Vinterp, RDNA, 0x3, &[D16H, N16, N32, N32], Interpolate(P2, FmaMixF16),    CLAMP | OPSEL),
    row("v_interp_p10_rtz_f16_f32", Vinterp, RDNA, 0x4, &[D32, N16, N32, N16],  Interpolate(P10, FmaRzF32),    CLAMP | OPSEL),
    row("v_interp_p2_rtz_f16_f32",  Vinterp, RDNA, 0x5, &[D16H, N16, N32, N32], Interpolate(P2, FmaMixRzF16),  CLAMP | OPSEL),
];
