//! Mathematics: element-wise, on the scalar unit, and reductions.

use super::{Arg, F32, I32, Out, Shape, Slot, Spec, Typed, U32, arg, spec, typed};
use crate::meaning::Does;
use crate::meaning::LatencyClass::{self, Alu, Div, Mul};
use crate::operands::Takes::{Any, Dist};
use op::Op::{self, *};

const UNARY: &[Arg] = &[arg("val", Slot::A, Dist)];
const BINARY: &[Arg] = &[arg("left", Slot::A, Any), arg("right", Slot::B, Dist)];
const TERNARY: &[Arg] = &[
    arg("a", Slot::FmaA, Any),
    arg("b", Slot::FmaB, Dist),
    arg("c", Slot::FmaC, Dist),
];

const fn u(op: Op, cost: LatencyClass) -> Typed {
    typed("u32", U32, op, cost)
}
const fn i(op: Op, cost: LatencyClass) -> Typed {
    typed("i32", I32, op, cost)
}
const fn f(op: Op, cost: LatencyClass) -> Typed {
    typed("f32", F32, op, cost)
}

const fn unary(types: &'static [Typed]) -> Shape {
    Shape::Elementwise { args: UNARY, types }
}
const fn binary(types: &'static [Typed]) -> Shape {
    Shape::Elementwise {
        args: BINARY,
        types,
    }
}
const fn ternary(types: &'static [Typed]) -> Shape {
    Shape::Elementwise {
        args: TERNARY,
        types,
    }
}
const fn chunks(types: &'static [Typed]) -> Shape {
    Shape::Reduction {
        out: Out::Vector,
        types,
        does: Does::Reduce8,
    }
}
const fn finish(types: &'static [Typed]) -> Shape {
    Shape::Reduction {
        out: Out::Scalar,
        types,
        does: Does::Reduce,
    }
}

const ADD: &[Typed] = &[u(AddU32, Alu), i(AddU32, Alu), f(AddF32, Alu)];
const MUL: &[Typed] = &[u(MulU32, Mul), i(MulU32, Mul), f(MulF32, Mul)];
const MIN: &[Typed] = &[u(MinU32, Alu), i(MinI32, Alu), f(MinNumF32, Alu)];
const MAX: &[Typed] = &[u(MaxU32, Alu), i(MaxI32, Alu), f(MaxNumF32, Alu)];
const AND: &[Typed] = &[u(AndB32, Alu)];
const OR: &[Typed] = &[u(OrB32, Alu)];
const XOR: &[Typed] = &[u(XorB32, Alu)];

const CHUNKS: &str = "Reduces each chunk of eight lanes, in ascending order, into its first; the others become zero.";
const FINISH: &str = "Combines elements 0, 8, 16 and 24, in this order, into element 0 of `out`: what `reduce8` left.";

#[rustfmt::skip]
pub(super) static SPECS: &[Spec] = &[
    //   name    code  operands and types                                                meaning: the op's own words
    spec("add",  0x10, binary(ADD), ""),
    spec("sub",  0x11, binary(&[u(SubU32, Alu), i(SubU32, Alu), f(SubF32, Alu)]), ""),
    spec("mul",  0x12, binary(MUL), ""),
    spec("div",  0x13, binary(&[u(DivU32, Div), i(DivI32, Div), f(DivF32, Div)]), ""),
    spec("rem",  0x14, binary(&[u(RemU32, Div), i(RemI32, Div), f(RemF32, Div)]), ""),
    spec("min",  0x15, binary(MIN), ""),
    spec("max",  0x16, binary(MAX), ""),
    spec("eq",   0x18, binary(&[u(EqU32, Alu), i(EqU32, Alu), f(EqF32, Alu)]), ""),
    spec("ne",   0x19, binary(&[u(NeU32, Alu), i(NeU32, Alu), f(NeF32, Alu)]), ""),
    spec("lt",   0x1a, binary(&[u(LtU32, Alu), i(LtI32, Alu), f(LtF32, Alu)]), ""),
    spec("le",   0x1b, binary(&[u(LeU32, Alu), i(LeI32, Alu), f(LeF32, Alu)]), ""),
    spec("gt",   0x1c, binary(&[u(GtU32, Alu), i(GtI32, Alu), f(GtF32, Alu)]), ""),
    spec("ge",   0x1d, binary(&[u(GeU32, Alu), i(GeI32, Alu), f(GeF32, Alu)]), ""),
    spec("and",  0x20, binary(AND), ""),
    spec("or",   0x21, binary(OR), ""),
    spec("xor",  0x22, binary(XOR), ""),
    spec("not",  0x23, unary(&[u(NotB32, Alu)]), ""),
    spec("shl",  0x24, binary(&[u(ShlB32, Alu)]), ""),
    spec("shr",  0x25, binary(&[u(ShrU32, Alu), i(ShrI32, Alu)]), ""),
    spec("neg",  0x28, unary(&[i(NegI32, Alu), f(NegF32, Alu)]), ""),
    spec("abs",  0x29, unary(&[i(AbsI32, Alu), f(AbsF32, Alu)]), ""),
    spec("fma",  0x2c, ternary(&[f(FmaF32, Mul)]), ""),
    spec("sqrt", 0x30, unary(&[f(SqrtF32, Div)]), ""),
    spec("rcp",  0x31, unary(&[f(RcpF32, Div)]), ""),
    spec("exp2", 0x32, unary(&[f(Exp2F32, Div)]), ""),
    spec("log2", 0x33, unary(&[f(Log2F32, Div)]), ""),
    spec("sin",  0x34, unary(&[f(SinF32, Div)]), ""),
    spec("cos",  0x35, unary(&[f(CosF32, Div)]), ""),
    // The type field is that of the destination; the opcode says where it comes from.
    spec("cvt",  0x38, unary(&[typed("f32.u32", F32, CvtF32U32, Alu)]), ""),
    spec("cvt",  0x39, unary(&[typed("f32.i32", F32, CvtF32I32, Alu)]), ""),
    spec("cvt",  0x3a, unary(&[typed("u32.f32", U32, CvtU32F32, Alu), typed("i32.f32", I32, CvtI32F32, Alu)]), ""),

    spec("reduce8.add", 0x40, chunks(ADD), CHUNKS),
    spec("reduce8.mul", 0x41, chunks(MUL), CHUNKS),
    spec("reduce8.min", 0x42, chunks(MIN), CHUNKS),
    spec("reduce8.max", 0x43, chunks(MAX), CHUNKS),
    spec("reduce8.and", 0x44, chunks(AND), CHUNKS),
    spec("reduce8.or",  0x45, chunks(OR), CHUNKS),
    spec("reduce8.xor", 0x46, chunks(XOR), CHUNKS),
    spec("reduce.add",  0x48, finish(ADD), FINISH),
    spec("reduce.mul",  0x49, finish(MUL), FINISH),
    spec("reduce.min",  0x4a, finish(MIN), FINISH),
    spec("reduce.max",  0x4b, finish(MAX), FINISH),
    spec("reduce.and",  0x4c, finish(AND), FINISH),
    spec("reduce.or",   0x4d, finish(OR), FINISH),
    spec("reduce.xor",  0x4e, finish(XOR), FINISH),
];
