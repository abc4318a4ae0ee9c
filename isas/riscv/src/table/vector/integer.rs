//! Integer and fixed-point arithmetic.

use super::*;
use crate::vector::lanes::*;
use crate::vector::{IntegerLane, Signs, VectorOp::*, Widths};

const SS: Signs = Signs(true, true);
const UU: Signs = Signs(false, false);
const SU: Signs = Signs(true, false);
const US: Signs = Signs(false, true);

const fn each(signs: Signs, lane: IntegerLane) -> VectorOp {
    Each {
        widths: Widths::Same,
        signs,
        lane,
    }
}

const fn widen(signs: Signs, lane: IntegerLane) -> VectorOp {
    Each {
        widths: Widths::Widen,
        signs,
        lane,
    }
}

const fn widen_wide(signs: Signs, lane: IntegerLane) -> VectorOp {
    Each {
        widths: Widths::WidenWide,
        signs,
        lane,
    }
}

const fn narrow(signs: Signs, lane: IntegerLane) -> VectorOp {
    Each {
        widths: Widths::Narrow,
        signs,
        lane,
    }
}

const fn extend(by: u8, signed: bool) -> VectorOp {
    Each {
        widths: Widths::Extend(by),
        signs: Signs(signed, false),
        lane: |_, a, _, _| a,
    }
}

const fn compare(signed: bool, lane: fn(i128, i128) -> bool) -> VectorOp {
    Compare { signed, lane }
}

const fn reduce(signed: bool, lane: fn(i128, i128) -> i128) -> VectorOp {
    Reduce {
        wide: false,
        signed,
        lane,
    }
}

const SIGNED: bool = true;
const UNSIGNED: bool = false;

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = rows! {
    "vadd" 0b000000 ["vv" IVV, "vx" IVX, "vi" IVI] each(SS, |_, a, b, _| a + b), "Sum.";
    "vsub" 0b000010 ["vv" IVV, "vx" IVX] each(SS, |_, a, b, _| a - b), "Difference.";
    "vrsub" 0b000011 ["vx" IVX, "vi" IVI] each(SS, |_, a, b, _| b - a), "The scalar minus the element.";
    "vminu" 0b000100 ["vv" IVV, "vx" IVX] each(UU, |_, a, b, _| a.min(b)), "Unsigned minimum.";
    "vmin" 0b000101 ["vv" IVV, "vx" IVX] each(SS, |_, a, b, _| a.min(b)), "Minimum.";
    "vmaxu" 0b000110 ["vv" IVV, "vx" IVX] each(UU, |_, a, b, _| a.max(b)), "Unsigned maximum.";
    "vmax" 0b000111 ["vv" IVV, "vx" IVX] each(SS, |_, a, b, _| a.max(b)), "Maximum.";
    "vand" 0b001001 ["vv" IVV, "vx" IVX, "vi" IVI] each(SS, |_, a, b, _| a & b), "Bitwise and.";
    "vor" 0b001010 ["vv" IVV, "vx" IVX, "vi" IVI] each(SS, |_, a, b, _| a | b), "Bitwise or.";
    "vxor" 0b001011 ["vv" IVV, "vx" IVX, "vi" IVI] each(SS, |_, a, b, _| a ^ b), "Bitwise exclusive or.";
    "vsll" 0b100101 ["vv" IVV, "vx" IVX, "vi" IVU] each(UU, |_, a, b, lane| a << count(b, lane.bits)), "Left shift.";
    "vsrl" 0b101000 ["vv" IVV, "vx" IVX, "vi" IVU] each(UU, |_, a, b, lane| a >> count(b, lane.bits)), "Logical right shift.";
    "vsra" 0b101001 ["vv" IVV, "vx" IVX, "vi" IVU] each(SU, |_, a, b, lane| a >> count(b, lane.bits)), "Arithmetic right shift.";
    "vnsrl" 0b101100 ["wv" IVV, "wx" IVX, "wi" IVU] narrow(UU, |_, a, b, lane| a >> count(b, 2 * lane.bits)), "Logical right shift to half the width.";
    "vnsra" 0b101101 ["wv" IVV, "wx" IVX, "wi" IVU] narrow(SU, |_, a, b, lane| a >> count(b, 2 * lane.bits)), "Arithmetic right shift to half the width.";
    "vmseq" 0b011000 ["vv" IVV, "vx" IVX, "vi" IVI] compare(SIGNED, |a, b| a == b), "Mask of equal elements.";
    "vmsne" 0b011001 ["vv" IVV, "vx" IVX, "vi" IVI] compare(SIGNED, |a, b| a != b), "Mask of different elements.";
    "vmsltu" 0b011010 ["vv" IVV, "vx" IVX] compare(UNSIGNED, |a, b| a < b), "Mask of lesser elements, unsigned.";
    "vmslt" 0b011011 ["vv" IVV, "vx" IVX] compare(SIGNED, |a, b| a < b), "Mask of lesser elements.";
    "vmsleu" 0b011100 ["vv" IVV, "vx" IVX, "vi" IVI] compare(UNSIGNED, |a, b| a <= b), "Mask of elements not greater, unsigned.";
    "vmsle" 0b011101 ["vv" IVV, "vx" IVX, "vi" IVI] compare(SIGNED, |a, b| a <= b), "Mask of elements not greater.";
    "vmsgtu" 0b011110 ["vx" IVX, "vi" IVI] compare(UNSIGNED, |a, b| a > b), "Mask of greater elements, unsigned.";
    "vmsgt" 0b011111 ["vx" IVX, "vi" IVI] compare(SIGNED, |a, b| a > b), "Mask of greater elements.";
    "vdivu" 0b100000 ["vv" MVV, "vx" MVX] each(UU, |_, a, b, _| divide(a, b)), "Unsigned quotient.";
    "vdiv" 0b100001 ["vv" MVV, "vx" MVX] each(SS, |_, a, b, _| divide(a, b)), "Quotient.";
    "vremu" 0b100010 ["vv" MVV, "vx" MVX] each(UU, |_, a, b, _| remainder(a, b)), "Unsigned remainder.";
    "vrem" 0b100011 ["vv" MVV, "vx" MVX] each(SS, |_, a, b, _| remainder(a, b)), "Remainder.";
    "vmulhu" 0b100100 ["vv" MVV, "vx" MVX] each(UU, |_, a, b, lane| a.wrapping_mul(b) >> lane.bits), "Upper half of the unsigned product.";
    "vmul" 0b100101 ["vv" MVV, "vx" MVX] each(SS, |_, a, b, _| a * b), "Lower half of the product.";
    "vmulhsu" 0b100110 ["vv" MVV, "vx" MVX] each(SU, |_, a, b, lane| (a * b) >> lane.bits), "Upper half of the product, vs2 signed.";
    "vmulh" 0b100111 ["vv" MVV, "vx" MVX] each(SS, |_, a, b, lane| (a * b) >> lane.bits), "Upper half of the product.";
    "vmadd" 0b101001 ["vv" MVV_FIRST, "vx" MVX_FIRST] each(SS, |d, a, b, _| b * d + a), "vd = second * vd + vs2.";
    "vnmsub" 0b101011 ["vv" MVV_FIRST, "vx" MVX_FIRST] each(SS, |d, a, b, _| a - b * d), "vd = vs2 - second * vd.";
    "vmacc" 0b101101 ["vv" MVV_FIRST, "vx" MVX_FIRST] each(SS, |d, a, b, _| d + b * a), "vd += second * vs2.";
    "vnmsac" 0b101111 ["vv" MVV_FIRST, "vx" MVX_FIRST] each(SS, |d, a, b, _| d - b * a), "vd -= second * vs2.";
    "vadc" 0b010000 ["vvm" with_v0(IVV), "vxm" with_v0(IVX), "vim" with_v0(IVI)] Carry { subtract: false }, "Sum with carry.";
    "vsbc" 0b010010 ["vvm" with_v0(IVV), "vxm" with_v0(IVX)] Carry { subtract: true }, "Difference with borrow.";
    "vmadc" 0b010001 ["vvm" with_v0(IVV), "vxm" with_v0(IVX), "vim" with_v0(IVI)] CarryOut { subtract: false }, "Mask of carries of a sum with carry.";
    "vmadc" 0b010001 ["vv" unmasked(IVV), "vx" unmasked(IVX), "vi" unmasked(IVI)] CarryOut { subtract: false }, "Mask of carries of a sum.";
    "vmsbc" 0b010011 ["vv" unmasked(IVV), "vx" unmasked(IVX)] CarryOut { subtract: true }, "Mask of borrows of a difference.";
    "vmsbc" 0b010011 ["vvm" with_v0(IVV), "vxm" with_v0(IVX)] CarryOut { subtract: true }, "Mask of borrows of a difference with borrow.";
    "vmerge" 0b010111 ["vvm" with_v0(IVV), "vxm" with_v0(IVX), "vim" with_v0(IVI)] Merge, "The second source where v0 is set, vs2 elsewhere.";
    "vzext" 0b010010 ["vf2" unary(2, 0b00110)] extend(2, false), "Zero-extends from half the width.";
    "vzext" 0b010010 ["vf4" unary(2, 0b00100)] extend(4, false), "Zero-extends from a quarter of the width.";
    "vzext" 0b010010 ["vf8" unary(2, 0b00010)] extend(8, false), "Zero-extends from an eighth of the width.";
    "vsext" 0b010010 ["vf2" unary(2, 0b00111)] extend(2, true), "Sign-extends from half the width.";
    "vsext" 0b010010 ["vf4" unary(2, 0b00101)] extend(4, true), "Sign-extends from a quarter of the width.";
    "vsext" 0b010010 ["vf8" unary(2, 0b00011)] extend(8, true), "Sign-extends from an eighth of the width.";
};

#[rustfmt::skip]
pub static FIXED_POINT: &[RiscvRow] = rows! {
    "vsaddu" 0b100000 ["vv" IVV, "vx" IVX, "vi" IVI] each(UU, |_, a, b, lane| saturate_unsigned(a + b, lane)), "Unsigned sum that saturates.";
    "vsadd" 0b100001 ["vv" IVV, "vx" IVX, "vi" IVI] each(SS, |_, a, b, lane| saturate_signed(a + b, lane)), "Sum that saturates.";
    "vssubu" 0b100010 ["vv" IVV, "vx" IVX] each(UU, |_, a, b, lane| saturate_unsigned(a - b, lane)), "Unsigned difference that saturates.";
    "vssub" 0b100011 ["vv" IVV, "vx" IVX] each(SS, |_, a, b, lane| saturate_signed(a - b, lane)), "Difference that saturates.";
    "vaaddu" 0b001000 ["vv" MVV, "vx" MVX] each(UU, |_, a, b, lane| shift_rounded(a + b, 1, lane)), "Unsigned average.";
    "vaadd" 0b001001 ["vv" MVV, "vx" MVX] each(SS, |_, a, b, lane| shift_rounded(a + b, 1, lane)), "Average.";
    "vasubu" 0b001010 ["vv" MVV, "vx" MVX] each(UU, |_, a, b, lane| shift_rounded(a - b, 1, lane)), "Half of the unsigned difference.";
    "vasub" 0b001011 ["vv" MVV, "vx" MVX] each(SS, |_, a, b, lane| shift_rounded(a - b, 1, lane)), "Half of the difference.";
    "vsmul" 0b100111 ["vv" IVV, "vx" IVX] each(SS, |_, a, b, lane| saturate_signed(shift_rounded(a * b, lane.bits - 1, lane), lane)), "Product of fractions.";
    "vssrl" 0b101010 ["vv" IVV, "vx" IVX, "vi" IVU] each(UU, |_, a, b, lane| shift_rounded(a, count(b, lane.bits), lane)), "Logical right shift, rounded.";
    "vssra" 0b101011 ["vv" IVV, "vx" IVX, "vi" IVU] each(SU, |_, a, b, lane| shift_rounded(a, count(b, lane.bits), lane)), "Arithmetic right shift, rounded.";
    "vnclipu" 0b101110 ["wv" IVV, "wx" IVX, "wi" IVU] narrow(UU, |_, a, b, lane| saturate_unsigned(shift_rounded(a, count(b, 2 * lane.bits), lane), lane)), "Unsigned shift to half the width, rounded and saturated.";
    "vnclip" 0b101111 ["wv" IVV, "wx" IVX, "wi" IVU] narrow(SU, |_, a, b, lane| saturate_signed(shift_rounded(a, count(b, 2 * lane.bits), lane), lane)), "Shift to half the width, rounded and saturated.";
};

#[rustfmt::skip]
pub static WIDENING: &[RiscvRow] = rows! {
    "vwaddu" 0b110000 ["vv" MVV, "vx" MVX] widen(UU, |_, a, b, _| a + b), "Unsigned sum, twice as wide.";
    "vwadd" 0b110001 ["vv" MVV, "vx" MVX] widen(SS, |_, a, b, _| a + b), "Sum, twice as wide.";
    "vwsubu" 0b110010 ["vv" MVV, "vx" MVX] widen(UU, |_, a, b, _| a - b), "Unsigned difference, twice as wide.";
    "vwsub" 0b110011 ["vv" MVV, "vx" MVX] widen(SS, |_, a, b, _| a - b), "Difference, twice as wide.";
    "vwaddu" 0b110100 ["wv" MVV, "wx" MVX] widen_wide(UU, |_, a, b, _| a + b), "Unsigned sum with a wide source.";
    "vwadd" 0b110101 ["wv" MVV, "wx" MVX] widen_wide(SS, |_, a, b, _| a + b), "Sum with a wide source.";
    "vwsubu" 0b110110 ["wv" MVV, "wx" MVX] widen_wide(UU, |_, a, b, _| a - b), "Unsigned difference with a wide source.";
    "vwsub" 0b110111 ["wv" MVV, "wx" MVX] widen_wide(SS, |_, a, b, _| a - b), "Difference with a wide source.";
    "vwmulu" 0b111000 ["vv" MVV, "vx" MVX] widen(UU, |_, a, b, _| a * b), "Unsigned product, twice as wide.";
    "vwmulsu" 0b111010 ["vv" MVV, "vx" MVX] widen(SU, |_, a, b, _| a * b), "Product, twice as wide, vs2 signed.";
    "vwmul" 0b111011 ["vv" MVV, "vx" MVX] widen(SS, |_, a, b, _| a * b), "Product, twice as wide.";
    "vwmaccu" 0b111100 ["vv" MVV_FIRST, "vx" MVX_FIRST] widen(UU, |d, a, b, _| d + a * b), "vd += second * vs2, unsigned, twice as wide.";
    "vwmacc" 0b111101 ["vv" MVV_FIRST, "vx" MVX_FIRST] widen(SS, |d, a, b, _| d + a * b), "vd += second * vs2, twice as wide.";
    "vwmaccus" 0b111110 ["vx" MVX_FIRST] widen(SU, |d, a, b, _| d + a * b), "vd += second * vs2, twice as wide, rs1 unsigned.";
    "vwmaccsu" 0b111111 ["vv" MVV_FIRST, "vx" MVX_FIRST] widen(US, |d, a, b, _| d + a * b), "vd += second * vs2, twice as wide, vs2 unsigned.";
};

#[rustfmt::skip]
pub static REDUCTIONS: &[RiscvRow] = rows! {
    "vredsum" 0b000000 ["vs" MVV] reduce(SIGNED, |a, b| a + b), "Sum of the elements and vs1[0].";
    "vredand" 0b000001 ["vs" MVV] reduce(SIGNED, |a, b| a & b), "And of the elements and vs1[0].";
    "vredor" 0b000010 ["vs" MVV] reduce(SIGNED, |a, b| a | b), "Or of the elements and vs1[0].";
    "vredxor" 0b000011 ["vs" MVV] reduce(SIGNED, |a, b| a ^ b), "Exclusive or of the elements and vs1[0].";
    "vredminu" 0b000100 ["vs" MVV] reduce(UNSIGNED, i128::min), "Unsigned minimum of the elements and vs1[0].";
    "vredmin" 0b000101 ["vs" MVV] reduce(SIGNED, i128::min), "Minimum of the elements and vs1[0].";
    "vredmaxu" 0b000110 ["vs" MVV] reduce(UNSIGNED, i128::max), "Unsigned maximum of the elements and vs1[0].";
    "vredmax" 0b000111 ["vs" MVV] reduce(SIGNED, i128::max), "Maximum of the elements and vs1[0].";
    "vwredsumu" 0b110000 ["vs" IVV] Reduce { wide: true, signed: false, lane: |a, b| a + b }, "Unsigned sum, twice as wide.";
    "vwredsum" 0b110001 ["vs" IVV] Reduce { wide: true, signed: true, lane: |a, b| a + b }, "Sum, twice as wide.";
};
