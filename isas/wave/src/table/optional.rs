//! Sections 6.5, 6.6 and 6.14, and the dot products that section 7.2 asks for.

use super::arithmetic::{F64S, FCMP};
use super::modifiers::{ROUND, SAT, SAT_HALF};
use crate::device::Capability::{Dp4a, F16, F64, Mma};
use crate::meaning::Meaning::{CompareFloat, Double, Half, Lanes, Matrix, Packed};
use crate::meaning::Rounding::{Each, Mode};
use crate::ptx::Ptx::{ByMeaning, Emit, Same};
use crate::ptx::{self, Ptx};
use crate::row::Immediate::{F16x2, Int};
use crate::row::Operand::{
    HalfIn, HalfOut, List, Pair, Predicate, Reg, Source, SourceHalf, SourcePair,
};
use crate::row::Slot::{A, B, C, D, Flags};
use crate::row::{Bits, Operand, R, RKL, WaveRow};
use op::Op;

const PACKED: &[Operand] = &[Reg(D), Reg(A), Source(F16x2)];
const PACKED3: &[Operand] = &[Reg(D), Reg(A), Source(F16x2), Reg(C)];

const HALF_OUT: Operand = HalfOut(Bits::new(Flags, 4, 3));
const HALF_A: Operand = HalfIn(A, Bits::new(Flags, 0, 0));
const HALF_B: Operand = SourceHalf(Bits::new(Flags, 1, 1));
const HALF_C: Operand = HalfIn(C, Bits::new(Flags, 2, 2));
const HALVES: &[Operand] = &[HALF_OUT, HALF_A, HALF_B];
const HALVES3: &[Operand] = &[HALF_OUT, HALF_A, HALF_B, HALF_C];

#[rustfmt::skip]
pub static HALF: &[WaveRow] = &[
    WaveRow::new("add{sat}.f16x2", 72, RKL, &[&SAT], PACKED,  Packed(Op::AddF16x2), Ptx::Packed("add.rn.f16x2"), "rd = ra + rb in each half").needs(&[F16]),
    WaveRow::new("sub{sat}.f16x2", 73, RKL, &[&SAT], PACKED,  Packed(Op::SubF16x2), Ptx::Packed("sub.rn.f16x2"), "rd = ra - rb in each half").needs(&[F16]).completion(),
    WaveRow::new("mul{sat}.f16x2", 74, RKL, &[&SAT], PACKED,  Packed(Op::MulF16x2), Ptx::Packed("mul.rn.f16x2"), "rd = ra * rb in each half").needs(&[F16]),
    WaveRow::new("fma{sat}.f16x2", 75, RKL, &[&SAT], PACKED3, Packed(Op::FmaF16x2), Ptx::Packed("fma.rn.f16x2"), "rd = ra * rb + rc in each half, with one rounding").needs(&[F16]),
    WaveRow::new("add{sat}.f16",   80, RKL, &[&SAT_HALF], HALVES,  Half(Op::AddF16), Ptx::Half("add.rn.f16"), "rd = ra + rb on selected halves").needs(&[F16]).implied(),
    WaveRow::new("sub{sat}.f16",   81, RKL, &[&SAT_HALF], HALVES,  Half(Op::SubF16), Ptx::Half("sub.rn.f16"), "rd = ra - rb on selected halves").needs(&[F16]).completion(),
    WaveRow::new("mul{sat}.f16",   82, RKL, &[&SAT_HALF], HALVES,  Half(Op::MulF16), Ptx::Half("mul.rn.f16"), "rd = ra * rb on selected halves").needs(&[F16]).implied(),
    WaveRow::new("fma{sat}.f16",   83, RKL, &[&SAT_HALF], HALVES3, Half(Op::FmaF16), Ptx::Half("fma.rn.f16"), "rd = ra * rb + rc on selected halves, with one rounding").needs(&[F16]).implied(),
];

const PAIRS: &[Operand] = &[Pair(D), Pair(A), SourcePair];
const PAIRS3: &[Operand] = &[Pair(D), Pair(A), SourcePair, Pair(C)];

#[rustfmt::skip]
pub static DOUBLE: &[WaveRow] = &[
    WaveRow::new("add{round}.f64", 96,  RKL, &[&ROUND], PAIRS,  Double(Op::AddF64, Mode(Op::AddRoundF64)), Ptx::F64("add{rnd}.f64"), "rd = ra + rb").needs(&[F64]),
    WaveRow::new("sub{round}.f64", 97,  RKL, &[&ROUND], PAIRS,  Double(Op::SubF64, Mode(Op::SubRoundF64)), Ptx::F64("sub{rnd}.f64"), "rd = ra - rb").needs(&[F64]).completion(),
    WaveRow::new("mul{round}.f64", 98,  RKL, &[&ROUND], PAIRS,  Double(Op::MulF64, Mode(Op::MulRoundF64)), Ptx::F64("mul{rnd}.f64"), "rd = ra * rb").needs(&[F64]),
    WaveRow::new("fma{round}.f64", 99,  RKL, &[&ROUND], PAIRS3, Double(Op::FmaF64, Each([Op::FmaRzF64, Op::FmaRdF64, Op::FmaRuF64])), Ptx::F64("fma{rnd}.f64"), "rd = ra * rb + rc with one rounding").needs(&[F64]),
    WaveRow::new("div{round}.f64", 100, RKL, &[&ROUND], PAIRS,  Double(Op::DivF64, Mode(Op::DivRoundF64)), Ptx::F64("div{rnd}.f64"), "rd = ra / rb").needs(&[F64]),
    WaveRow::new("setp{cmp}.f64",  101, RKL, &[&FCMP], &[Predicate, Pair(A), SourcePair], CompareFloat(&F64S), Emit(ptx::float::compare_double), "pd = the comparison of ra and rb").needs(&[F64]).completion(),
];

const DOTS: &[Operand] = &[Reg(D), Reg(A), Source(Int), Reg(C)];

#[rustfmt::skip]
pub static DOT: &[WaveRow] = &[
    WaveRow::new("dp4a.s32.s32", 65, RKL, &[], DOTS, Lanes(Op::Dot4I8), Same, "rd = rc + the products of four signed bytes of ra and rb").needs(&[Dp4a]).implied(),
    WaveRow::new("dp4a.u32.u32", 66, RKL, &[], DOTS, Lanes(Op::Dot4U8), Same, "rd = rc + the products of four unsigned bytes of ra and rb").needs(&[Dp4a]).completion(),
    WaveRow::new("dp4a.s32.u32", 67, RKL, &[], DOTS, Lanes(Op::Dot4I8U8), Same, "rd = rc + the products of four signed bytes of ra and unsigned ones of rb").needs(&[Dp4a]).completion(),
    WaveRow::new("dp4a.u32.s32", 68, RKL, &[], DOTS, Lanes(Op::Dot4U8I8), Same, "rd = rc + the products of four unsigned bytes of ra and signed ones of rb").needs(&[Dp4a]).completion(),
];

#[rustfmt::skip]
pub static MATRIX: &[WaveRow] = &[
    WaveRow::new("mma.m16n8k8.f32.f16", 192, R, &[], &[List(D, 4), List(A, 2), List(B, 1), List(C, 4)], Matrix, ByMeaning,
        "D = A * B + C on fragments spread over 32 threads: A 16x8 and B 8x8 in f16, C and D 16x8 in f32").needs(&[Mma]),
];
