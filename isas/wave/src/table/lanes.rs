//! Section 6.11: operations across the active threads of a wave.

use super::modifiers::{GROUP, GROUP_FLAGS, flags};
use crate::meaning::From::{Down, Index, Up, Xor};
use crate::meaning::Meaning::{Ballot, Broadcast, Combine, Shuffle, Vote};
use crate::meaning::Quantity::{All, Any};
use crate::ptx::Ptx::ByMeaning;
use crate::row::Immediate::Int;
use crate::row::Operand::{Condition, Pair, Predicate, Reg, Source};
use crate::row::Slot::{A, D};
use crate::row::{Bits, Modifier, Operand, SR, SRKL, WaveRow};
use op::Op;

#[rustfmt::skip]
static KIND: Modifier = flags("kind", 0x30, &[(".reduce", 0), (".prefix", 0x10), (".prefix.inc", 0x30)],
    "reduce: every thread gets the result; prefix: what the threads before it give; prefix.inc: with its own");
static ADD: Modifier = flags(
    "type",
    0,
    &[(".u32", 0), (".s32", 0)],
    "the type, which changes nothing",
);
#[rustfmt::skip]
static SHUFFLE: Modifier = flags("from", 7, &[("", 0), (".xor", 1), (".up", 2), (".down", 3)],
    "the source lane: rb, lane ^ rb, lane - rb, lane + rb");

const UNARY: &[Operand] = &[Reg(D), Reg(A)];
const FROM_LANE: &[Operand] = &[Reg(D), Reg(A), Source(Int)];
const PREDICATE: Operand = Condition(Bits::new(A, 7, 0));

const COMBINED: &[&Modifier] = &[&KIND, &GROUP];

#[rustfmt::skip]
const fn combine(name: &'static str, code: u8, op: Op, identity: u32, doc: &'static str) -> WaveRow {
    WaveRow::new(name, 44, SR, COMBINED, UNARY, Combine(op, identity), ByMeaning, doc).fix(15, code)
}

#[rustfmt::skip]
pub static ROWS: &[WaveRow] = &[
    WaveRow::new("wave{kind}.add{group}{type}", 44, SR, &[&KIND, &GROUP, &ADD], UNARY, Combine(Op::AddU32, 0), ByMeaning, "sums over the active threads").fix(15, 0),
    combine("wave{kind}.min{group}.s32", 2, Op::MinI32, i32::MAX as u32, "least signed value of the active threads"),
    combine("wave{kind}.max{group}.s32", 3, Op::MaxI32, i32::MIN as u32, "greatest signed value of the active threads"),
    combine("wave{kind}.min{group}.u32", 4, Op::MinU32, u32::MAX, "least unsigned value of the active threads").completion(),
    combine("wave{kind}.max{group}.u32", 5, Op::MaxU32, 0, "greatest unsigned value of the active threads").completion(),
    combine("wave{kind}.and{group}.b32", 6, Op::AndB32, u32::MAX, "bitwise and over the active threads"),
    combine("wave{kind}.or{group}.b32",  7, Op::OrB32,  0, "bitwise or over the active threads"),
    combine("wave{kind}.xor{group}.b32", 8, Op::XorB32, 0, "bitwise exclusive or over the active threads").completion(),
    combine("wave{kind}.add{group}.f32", 12, Op::AddF32, 0, "sum over the active threads in ascending order").completion(),
    combine("wave{kind}.min{group}.f32", 13, Op::MinNumF32, f32::INFINITY.to_bits(), "least value of the active threads").completion(),
    combine("wave{kind}.max{group}.f32", 14, Op::MaxNumF32, f32::NEG_INFINITY.to_bits(), "greatest value of the active threads").completion(),
    WaveRow::new("wave.shuffle{from}{group}.b32", 45, SRKL, &[&SHUFFLE, &GROUP_FLAGS], FROM_LANE, Shuffle([Index, Xor, Up, Down]), ByMeaning, "rd = ra of another lane; its own where that lane is inactive or outside"),
    WaveRow::new("wave.broadcast{group}.b32",     45, SRKL, &[&GROUP_FLAGS], FROM_LANE, Broadcast, ByMeaning, "rd = ra of lane rb, where rb is that of the lowest active lane; if that lane is inactive or outside, ra of the lowest active lane").fix(7, 4),
    WaveRow::new("wave.ballot{group}.b32", 46, SR, &[&GROUP], &[Reg(D), PREDICATE], Ballot(1), ByMeaning, "rd = a bit for every active lane whose ps is true; lanes 0 to 31").fix(0x3f, 0),
    WaveRow::new("wave.any{group}",        46, SR, &[&GROUP], &[Predicate, PREDICATE], Vote(Any), ByMeaning, "pd = whether ps is true in any active thread").fix(0x3f, 1),
    WaveRow::new("wave.all{group}",        46, SR, &[&GROUP], &[Predicate, PREDICATE], Vote(All), ByMeaning, "pd = whether ps is true in every active thread").fix(0x3f, 2),
    WaveRow::new("wave.ballot{group}.b64", 46, SR, &[&GROUP], &[Pair(D), PREDICATE], Ballot(2), ByMeaning, "rd:rd+1 = a bit for every active lane whose ps is true").fix(0x3f, 3).completion(),
];
