//! Sections 6.2, 6.4 and 6.8: integer and single precision arithmetic, comparison, selection.

use super::modifiers::{INT, ROUND, SAT, SAT_INT, flags};
use crate::meaning::Meaning::{
    self, Approximate, Compare, CompareFloat, Float, Lanes, Move, Saturating, Select, Signed,
};
use crate::meaning::Rounding::{Each, Mode};
use crate::ptx::Ptx::{ByMeaning, Emit, Lines, Same};
use crate::ptx::{self, Ptx};
use crate::row::Immediate::{Bits, F32, Int};
use crate::row::Operand::{self, Condition, Predicate, Reg, Source};
use crate::row::Slot::{A, C, D, Flags};
use crate::row::{self, Modifier, RKL, SR, SRKL, WaveRow};
use op::Op;

type Operands = &'static [Operand];

const UNARY: Operands = &[Reg(D), Reg(A)];
const BINARY: Operands = &[Reg(D), Reg(A), Source(Int)];
const BINARY_F32: Operands = &[Reg(D), Reg(A), Source(F32)];
const TERNARY: Operands = &[Reg(D), Reg(A), Source(Int), Reg(C)];
const TERNARY_F32: Operands = &[Reg(D), Reg(A), Source(F32), Reg(C)];
const WIDE: Operands = &[Operand::Pair(D), Reg(A), Source(Int)];

#[allow(clippy::too_many_arguments)] // They are the columns of the table.
const fn row(
    name: &'static str,
    number: u8,
    forms: row::Forms,
    modifiers: &'static [&'static Modifier],
    operands: Operands,
    meaning: Meaning,
    ptx: Ptx,
    doc: &'static str,
) -> WaveRow {
    WaveRow::new(name, number, forms, modifiers, operands, meaning, ptx, doc)
}

#[rustfmt::skip]
pub static INTEGER: &[WaveRow] = &[
    row("add{sat}{int}",  2, SRKL, &[&SAT_INT, &INT], BINARY, Saturating([Op::AddU32, Op::AddU32, Op::AddSatI32, Op::AddSatU32]), ByMeaning, "rd = ra + rb"),
    row("sub{sat}{int}",  3, SRKL, &[&SAT_INT, &INT], BINARY, Saturating([Op::SubU32, Op::SubU32, Op::SubSatI32, Op::SubSatU32]), ByMeaning, "rd = ra - rb"),
    row("mul.lo{int}",    4, SRKL, &[&INT], BINARY, Lanes(Op::MulU32), Same, "rd = the low 32 bits of ra * rb"),
    row("mul.hi{int}",    5, SRKL, &[&INT], BINARY, Signed([Op::MulHiI32, Op::MulHiU32]), Same, "rd = the high 32 bits of ra * rb"),
    row("mul.wide{int}",  6, SRKL, &[&INT], WIDE,   Signed([Op::MulWideI32, Op::MulWideU32]), Emit(ptx::select::wide), "rd:rd+1 = ra * rb, all 64 bits"),
    row("div{int}",       7, SRKL, &[&INT], BINARY, Signed([Op::DivI32, Op::DivU32]), ByMeaning, "rd = ra / rb toward zero; all ones if rb is 0"),
    row("rem{int}",       8, SRKL, &[&INT], BINARY, Signed([Op::RemI32, Op::RemU32]), ByMeaning, "rd = ra mod rb with the sign of ra; ra if rb is 0"),
    row("min{int}",       9, SRKL, &[&INT], BINARY, Signed([Op::MinI32, Op::MinU32]), Same, "rd = the lesser of ra and rb"),
    row("max{int}",      10, SRKL, &[&INT], BINARY, Signed([Op::MaxI32, Op::MaxU32]), Same, "rd = the greater of ra and rb"),
    row("neg.s32",       11, SR,   &[],     UNARY,  Lanes(Op::NegI32), Same, "rd = -ra"),
    row("abs.s32",       12, SR,   &[],     UNARY,  Lanes(Op::AbsI32), Lines("neg.s32 %t0, {a};\n@max.s32 {d}, {a}, %t0;"), "rd = |ra|"),
    row("mad.lo.s32",    56, RKL,  &[],     TERNARY, Lanes(Op::MadU32), Same, "rd = the low 32 bits of ra * rb, plus rc"),
    row("mad.lo.u32",    57, RKL,  &[],     TERNARY, Lanes(Op::MadU32), Same, "rd = the low 32 bits of ra * rb, plus rc").completion(),
];

#[rustfmt::skip]
pub static FLOAT: &[WaveRow] = &[
    row("add{round}{sat}.f32",  22, SRKL, &[&ROUND, &SAT], BINARY_F32, Float(Op::AddF32, Mode(Op::AddRoundF32)), Ptx::F32("add{rnd}.f32"), "rd = ra + rb"),
    row("sub{round}{sat}.f32",  23, SRKL, &[&ROUND, &SAT], BINARY_F32, Float(Op::SubF32, Mode(Op::SubRoundF32)), Ptx::F32("sub{rnd}.f32"), "rd = ra - rb"),
    row("mul{round}{sat}.f32",  24, SRKL, &[&ROUND, &SAT], BINARY_F32, Float(Op::MulF32, Mode(Op::MulRoundF32)), Ptx::F32("mul{rnd}.f32"), "rd = ra * rb"),
    row("div{round}{sat}.f32",  25, SRKL, &[&ROUND, &SAT], BINARY_F32, Float(Op::DivF32, Mode(Op::DivRoundF32)), Ptx::F32("div{rnd}.f32"), "rd = ra / rb"),
    row("min.f32",              26, SRKL, &[],             BINARY_F32, Lanes(Op::MinNumF32), Ptx::F32("min.f32"), "rd = the lesser; a NaN, quiet or signalling, loses; -0 is less than +0"),
    row("max.f32",              27, SRKL, &[],             BINARY_F32, Lanes(Op::MaxNumF32), Ptx::F32("max.f32"), "rd = the greater; a NaN, quiet or signalling, loses; -0 is less than +0"),
    row("neg.f32",              28, SR,   &[],             UNARY,      Lanes(Op::NegF32), Lines("@xor.b32 {d}, {a}, 0x80000000;"), "rd = ra with the sign flipped"),
    row("abs.f32",              29, SR,   &[],             UNARY,      Lanes(Op::AbsF32), Lines("@and.b32 {d}, {a}, 0x7fffffff;"), "rd = ra with the sign cleared"),
    row("sqrt{round}{sat}.f32", 30, SR,   &[&ROUND, &SAT], UNARY,      Float(Op::SqrtF32, Mode(Op::SqrtRoundF32)), Ptx::F32("sqrt{rnd}.f32"), "rd = the square root of ra, correctly rounded"),
    row("rcp{sat}.f32",         31, SR,   &[&SAT],         UNARY,      Approximate(Op::RcpF32), Ptx::F32("rcp.rn.f32"), "rd = 1 / ra"),
    row("rsqrt{sat}.f32",       32, SR,   &[&SAT],         UNARY,      Approximate(Op::RsqrtF32), Emit(ptx::float::rsqrt), "rd = 1 / the square root of ra"),
    row("sin{sat}.f32",         33, SR,   &[&SAT],         UNARY,      Approximate(Op::SinF32), Emit(ptx::float::sin), "rd = the sine of ra in radians"),
    row("cos{sat}.f32",         34, SR,   &[&SAT],         UNARY,      Approximate(Op::CosF32), Emit(ptx::float::cos), "rd = the cosine of ra in radians"),
    row("exp2{sat}.f32",        35, SR,   &[&SAT],         UNARY,      Approximate(Op::Exp2F32), Emit(ptx::float::exp2), "rd = 2 to the power ra"),
    row("log2{sat}.f32",        36, SR,   &[&SAT],         UNARY,      Approximate(Op::Log2F32), Emit(ptx::float::log2), "rd = the binary logarithm of ra"),
    row("fma{round}{sat}.f32",  64, RKL,  &[&ROUND, &SAT], TERNARY_F32, Float(Op::FmaF32, Each([Op::FmaRzF32, Op::FmaRdF32, Op::FmaRuF32])), Ptx::F32("fma{rnd}.f32"), "rd = ra * rb + rc with one rounding"),
];

#[rustfmt::skip]
static CMP: Modifier = flags("cmp", 7,
    &[(".eq", 0), (".ne", 1), (".lt", 2), (".le", 3), (".gt", 4), (".ge", 5)], "the comparison");
#[rustfmt::skip]
const SIGNED: [Op; 6] = [Op::EqU32, Op::NeU32, Op::LtI32, Op::LeI32, Op::GtI32, Op::GeI32];
#[rustfmt::skip]
const UNSIGNED: [Op; 6] = [Op::EqU32, Op::NeU32, Op::LtU32, Op::LeU32, Op::GtU32, Op::GeU32];
static CMP_INT: Modifier = flags("int", 8, &[(".s32", 0), (".u32", 8)], "the type");
#[rustfmt::skip]
pub static FCMP: Modifier = flags("cmp", 15,
    &[(".eq", 0), (".ne", 1), (".lt", 2), (".le", 3), (".gt", 4), (".ge", 5), (".num", 6), (".nan", 7),
      (".equ", 8), (".neu", 9), (".ltu", 10), (".leu", 11), (".gtu", 12), (".geu", 13)],
    "the comparison; those that end in `u` are true when an operand is NaN, the others false");
/// The plain ones are false when an operand is NaN, so `ne` is "less or greater"; those from 8 on are true, so
/// `ltu` is "not greater or equal".
#[rustfmt::skip]
const F32S: [Op; 14] = [
    Op::EqF32, Op::LgF32, Op::LtF32, Op::LeF32, Op::GtF32, Op::GeF32, Op::OrdF32, Op::UnoF32,
    Op::NlgF32, Op::NeF32, Op::NgeF32, Op::NgtF32, Op::NleF32, Op::NltF32,
];
#[rustfmt::skip]
pub const F64S: [Op; 14] = [
    Op::EqF64, Op::LgF64, Op::LtF64, Op::LeF64, Op::GtF64, Op::GeF64, Op::OrdF64, Op::UnoF64,
    Op::NlgF64, Op::NeF64, Op::NgeF64, Op::NgtF64, Op::NleF64, Op::NltF64,
];
#[rustfmt::skip]
static ANY_DATA: Modifier = flags("data", 0, &[(".s32", 0), (".b32", 0), (".u32", 0), (".f32", 0)], "the type, which changes nothing");

const SELECTOR: row::Bits = row::Bits::new(Flags, 4, 0);

#[rustfmt::skip]
pub static COMPARE: &[WaveRow] = &[
    row("mov.b32",        1, row::SRL, &[], &[Reg(D), Operand::MoveSource], Move, ByMeaning, "rd = a register, an immediate or a special register").completion(),
    row("setp{cmp}{int}", 38, SRKL, &[&CMP, &CMP_INT], &[Predicate, Reg(A), Source(Int)], Compare([&SIGNED, &UNSIGNED]), Same, "pd = the comparison of ra and rb"),
    row("setp{cmp}.f32",  39, SRKL, &[&FCMP], &[Predicate, Reg(A), Source(F32)], CompareFloat(&F32S), Same, "pd = the comparison of ra and rb"),
    row("selp{data}",     40, SRKL, &[&ANY_DATA], &[Reg(D), Reg(A), Source(Bits), Condition(SELECTOR)], Select, ByMeaning, "rd = ps ? ra : rb"),
    row("slct.s32.f32",   61, RKL, &[], &[Reg(D), Reg(A), Source(Bits), Reg(C)], Lanes(Op::SelectNotNegF32), Lines("@slct.b32.f32 {d}, {a}, {b}, {c};"), "rd = rc >= 0 ? ra : rb; a NaN selects rb"),
    row("slct.s32.s32",   62, RKL, &[], &[Reg(D), Reg(A), Source(Bits), Reg(C)], Lanes(Op::SelectNotNegI32), Lines("@slct.b32.s32 {d}, {a}, {b}, {c};"), "rd = rc >= 0 ? ra : rb").completion(),
];
