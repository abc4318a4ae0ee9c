//! Floating point.

use super::*;
use crate::float::FloatOp::{self, *};
use crate::vector::{
    FloatLane, Number, Rounding,
    VectorOp::{Convert, FloatCompare, FloatEach, FloatReduce},
    Widths,
};

const fn two(op: FloatOp) -> VectorOp {
    two_wide(Widths::Same, op)
}

const fn two_wide(widths: Widths, op: FloatOp) -> VectorOp {
    let lane = FloatLane::Two {
        op,
        reversed: false,
    };
    FloatEach { widths, lane }
}

const fn reversed(op: FloatOp) -> VectorOp {
    let lane = FloatLane::Two { op, reversed: true };
    FloatEach {
        widths: Widths::Same,
        lane,
    }
}

const fn fused(negate_product: bool, negate_addend: bool) -> FloatOp {
    MulAdd {
        negate_product,
        negate_addend,
    }
}

/// `vd` is the addend.
const fn accumulate(widths: Widths, op: FloatOp) -> VectorOp {
    let lane = FloatLane::Fused {
        op,
        multiplies_vd: false,
    };
    FloatEach { widths, lane }
}

/// `vd` is a factor.
const fn multiply(op: FloatOp) -> VectorOp {
    let lane = FloatLane::Fused {
        op,
        multiplies_vd: true,
    };
    FloatEach {
        widths: Widths::Same,
        lane,
    }
}

const fn one(lane: FloatLane) -> VectorOp {
    FloatEach {
        widths: Widths::Same,
        lane,
    }
}

const fn compare(op: FloatOp, reversed: bool, negated: bool) -> VectorOp {
    FloatCompare {
        op,
        reversed,
        negated,
    }
}

const fn reduce(op: FloatOp, wide: bool) -> VectorOp {
    FloatReduce { wide, op }
}

const PLUS: FloatOp = fused(false, false);
const MINUS_BOTH: FloatOp = fused(true, true);
const MINUS_ADDEND: FloatOp = fused(false, true);
const MINUS_PRODUCT: FloatOp = fused(true, false);

#[rustfmt::skip]
pub static ROWS: &[RiscvRow] = rows! {
    "vfadd" 0b000000 ["vv" FVV, "vf" FVF] two(Add), "Sum.";
    "vfsub" 0b000010 ["vv" FVV, "vf" FVF] two(Sub), "Difference.";
    "vfrsub" 0b100111 ["vf" FVF] reversed(Sub), "rs1 - vs2.";
    "vfmul" 0b100100 ["vv" FVV, "vf" FVF] two(Mul), "Product.";
    "vfdiv" 0b100000 ["vv" FVV, "vf" FVF] two(Div), "Quotient.";
    "vfrdiv" 0b100001 ["vf" FVF] reversed(Div), "rs1 / vs2.";
    "vfmin" 0b000100 ["vv" FVV, "vf" FVF] two(Min), "Minimum.";
    "vfmax" 0b000110 ["vv" FVV, "vf" FVF] two(Max), "Maximum.";
    "vfsgnj" 0b001000 ["vv" FVV, "vf" FVF] two(SignCopy), "vs2 with the sign of the second source.";
    "vfsgnjn" 0b001001 ["vv" FVV, "vf" FVF] two(SignNot), "vs2 with the opposite of that sign.";
    "vfsgnjx" 0b001010 ["vv" FVV, "vf" FVF] two(SignXor), "vs2 with the product of both signs.";
    "vfmadd" 0b101000 ["vv" FVV_FIRST, "vf" FVF_FIRST] multiply(PLUS), "vd = second * vd + vs2.";
    "vfnmadd" 0b101001 ["vv" FVV_FIRST, "vf" FVF_FIRST] multiply(MINUS_BOTH), "vd = -(second * vd) - vs2.";
    "vfmsub" 0b101010 ["vv" FVV_FIRST, "vf" FVF_FIRST] multiply(MINUS_ADDEND), "vd = second * vd - vs2.";
    "vfnmsub" 0b101011 ["vv" FVV_FIRST, "vf" FVF_FIRST] multiply(MINUS_PRODUCT), "vd = -(second * vd) + vs2.";
    "vfmacc" 0b101100 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Same, PLUS), "vd = second * vs2 + vd.";
    "vfnmacc" 0b101101 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Same, MINUS_BOTH), "vd = -(second * vs2) - vd.";
    "vfmsac" 0b101110 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Same, MINUS_ADDEND), "vd = second * vs2 - vd.";
    "vfnmsac" 0b101111 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Same, MINUS_PRODUCT), "vd = -(second * vs2) + vd.";
    "vfwadd" 0b110000 ["vv" FVV, "vf" FVF] two_wide(Widths::Widen, Add), "Sum, twice as wide.";
    "vfwsub" 0b110010 ["vv" FVV, "vf" FVF] two_wide(Widths::Widen, Sub), "Difference, twice as wide.";
    "vfwadd" 0b110100 ["wv" FVV, "wf" FVF] two_wide(Widths::WidenWide, Add), "Sum with a wide source.";
    "vfwsub" 0b110110 ["wv" FVV, "wf" FVF] two_wide(Widths::WidenWide, Sub), "Difference with a wide source.";
    "vfwmul" 0b111000 ["vv" FVV, "vf" FVF] two_wide(Widths::Widen, Mul), "Product, twice as wide.";
    "vfwmacc" 0b111100 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Widen, PLUS), "vd = second * vs2 + vd, twice as wide.";
    "vfwnmacc" 0b111101 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Widen, MINUS_BOTH), "vd = -(second * vs2) - vd, twice as wide.";
    "vfwmsac" 0b111110 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Widen, MINUS_ADDEND), "vd = second * vs2 - vd, twice as wide.";
    "vfwnmsac" 0b111111 ["vv" FVV_FIRST, "vf" FVF_FIRST] accumulate(Widths::Widen, MINUS_PRODUCT), "vd = -(second * vs2) + vd, twice as wide.";
    "vfsqrt" 0b010011 ["v" unary(1, 0b00000)] one(FloatLane::Sqrt), "Square root.";
    "vfrsqrt7" 0b010011 ["v" unary(1, 0b00100)] one(FloatLane::Rsqrt7), "Estimate of the reciprocal square root, to 7 bits.";
    "vfrec7" 0b010011 ["v" unary(1, 0b00101)] one(FloatLane::Rec7), "Estimate of the reciprocal, to 7 bits.";
    "vfclass" 0b010011 ["v" unary(1, 0b10000)] one(FloatLane::Class), "What kind of number it is, a bit each.";
    "vmfeq" 0b011000 ["vv" FVV, "vf" FVF] compare(Eq, false, false), "Mask of equal elements.";
    "vmfle" 0b011001 ["vv" FVV, "vf" FVF] compare(Le, false, false), "Mask of elements not greater.";
    "vmflt" 0b011011 ["vv" FVV, "vf" FVF] compare(Lt, false, false), "Mask of lesser elements.";
    "vmfne" 0b011100 ["vv" FVV, "vf" FVF] compare(Eq, false, true), "Mask of different elements.";
    "vmfgt" 0b011101 ["vf" FVF] compare(Lt, true, false), "Mask of greater elements.";
    "vmfge" 0b011111 ["vf" FVF] compare(Le, true, false), "Mask of elements not less.";
    "vfredusum" 0b000001 ["vs" FVV] reduce(Add, false), "Sum of the elements and vs1[0], in any order: here as `vfredosum`.";
    "vfredosum" 0b000011 ["vs" FVV] reduce(Add, false), "Sum of the elements and vs1[0], in order.";
    "vfredmin" 0b000101 ["vs" FVV] reduce(Min, false), "Minimum of the elements and vs1[0].";
    "vfredmax" 0b000111 ["vs" FVV] reduce(Max, false), "Maximum of the elements and vs1[0].";
    "vfwredusum" 0b110001 ["vs" FVV] reduce(Add, true), "Sum, twice as wide, in any order: here as `vfwredosum`.";
    "vfwredosum" 0b110011 ["vs" FVV] reduce(Add, true), "Sum, twice as wide, in order.";
};

const fn cvt(
    name: &'static str,
    code: u64,
    to: Number,
    from: Number,
    rounding: Rounding,
) -> RiscvRow {
    // The code's upper bits tell how wide source and result are.
    let (widths, doc) = match code >> 3 {
        0 => (Widths::Same, "Converts."),
        1 => (Widths::Widen, "Converts to twice the width."),
        _ => (Widths::Narrow, "Converts to half the width."),
    };
    let meaning = Convert {
        widths,
        from,
        to,
        rounding,
    };
    op(name, 0b010010, unary(1, code), meaning, doc)
}

use Number::{Float, Signed, Unsigned};
use Rounding::{Dynamic, ToOdd, TowardZero};

#[rustfmt::skip]
pub static CONVERSIONS: &[RiscvRow] = &[
    cvt("vfcvt.xu.f.v", 0b00000, Unsigned, Float, Dynamic),
    cvt("vfcvt.x.f.v", 0b00001, Signed, Float, Dynamic),
    cvt("vfcvt.f.xu.v", 0b00010, Float, Unsigned, Dynamic),
    cvt("vfcvt.f.x.v", 0b00011, Float, Signed, Dynamic),
    cvt("vfcvt.rtz.xu.f.v", 0b00110, Unsigned, Float, TowardZero),
    cvt("vfcvt.rtz.x.f.v", 0b00111, Signed, Float, TowardZero),
    cvt("vfwcvt.xu.f.v", 0b01000, Unsigned, Float, Dynamic),
    cvt("vfwcvt.x.f.v", 0b01001, Signed, Float, Dynamic),
    cvt("vfwcvt.f.xu.v", 0b01010, Float, Unsigned, Dynamic),
    cvt("vfwcvt.f.x.v", 0b01011, Float, Signed, Dynamic),
    cvt("vfwcvt.f.f.v", 0b01100, Float, Float, Dynamic),
    cvt("vfwcvt.rtz.xu.f.v", 0b01110, Unsigned, Float, TowardZero),
    cvt("vfwcvt.rtz.x.f.v", 0b01111, Signed, Float, TowardZero),
    cvt("vfncvt.xu.f.w", 0b10000, Unsigned, Float, Dynamic),
    cvt("vfncvt.x.f.w", 0b10001, Signed, Float, Dynamic),
    cvt("vfncvt.f.xu.w", 0b10010, Float, Unsigned, Dynamic),
    cvt("vfncvt.f.x.w", 0b10011, Float, Signed, Dynamic),
    cvt("vfncvt.f.f.w", 0b10100, Float, Float, Dynamic),
    cvt("vfncvt.rod.f.f.w", 0b10101, Float, Float, ToOdd),
    cvt("vfncvt.rtz.xu.f.w", 0b10110, Unsigned, Float, TowardZero),
    cvt("vfncvt.rtz.x.f.w", 0b10111, Signed, Float, TowardZero),
];
