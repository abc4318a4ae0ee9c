//! Section 6.3, and moves between parts of registers (section 3.2).

use super::modifiers::INT;
use crate::device::Capability;
use crate::meaning::Meaning::{Extract, Insert, Lanes, MovePart, Signed};
use crate::ptx::Ptx::{ByMeaning, Lines, Same};
use crate::row::Immediate::{Bits, Int};
use crate::row::Operand::{Field, Into, PartIn, PartOut, Reg, Source};
use crate::row::Slot::{A, D};
use crate::row::{Operand, R, RKL, RL, SR, SRKL, WaveRow};
use op::Op;

const UNARY: &[Operand] = &[Reg(D), Reg(A)];
const BINARY: &[Operand] = &[Reg(D), Reg(A), Source(Bits)];
const SHIFT: &[Operand] = &[Reg(D), Reg(A), Source(Int)];

#[rustfmt::skip]
pub static ROWS: &[WaveRow] = &[
    WaveRow::new("and.b32",  13, SRKL, &[], BINARY, Lanes(Op::AndB32), Same, "rd = ra & rb"),
    WaveRow::new("or.b32",   14, SRKL, &[], BINARY, Lanes(Op::OrB32), Same, "rd = ra | rb"),
    WaveRow::new("xor.b32",  15, SRKL, &[], BINARY, Lanes(Op::XorB32), Same, "rd = ra ^ rb"),
    WaveRow::new("not.b32",  16, SR,   &[], UNARY,  Lanes(Op::NotB32), Same, "rd = ~ra"),
    WaveRow::new("shl.b32",  17, SRKL, &[], SHIFT,  Lanes(Op::ShlFullB32), Same, "rd = ra << rb; 0 from 32 on"),
    WaveRow::new("shr{int}", 18, SRKL, &[&INT], SHIFT, Signed([Op::ShrFullI32, Op::ShrFullU32]), Same, "rd = ra >> rb, filled with the sign (s32) or zeros (u32)"),
    WaveRow::new("popc.b32", 19, SR,   &[], UNARY,  Lanes(Op::PopCountB32), Same, "rd = how many bits of ra are set"),
    WaveRow::new("clz.b32",  20, SR,   &[], UNARY,  Lanes(Op::ClzB32), Same, "rd = how many bits of ra above the highest set one are clear; 32 for 0"),
    WaveRow::new("brev.b32", 21, SR,   &[], UNARY,  Lanes(Op::BrevB32), Same, "rd = ra with its bits in reverse order"),
    WaveRow::new("bfe.u32",  58, RKL,  &[], &[Reg(D), Reg(A), Field { mixed: true }], Extract(Op::ExtractU32), Same, "rd = rc bits of ra from bit rb on"),
    WaveRow::new("bfe.s32",  59, RKL,  &[], &[Reg(D), Reg(A), Field { mixed: true }], Extract(Op::ExtractI32), Same, "rd = rc bits of ra from bit rb on, sign-extended").completion(),
    WaveRow::new("bfi.b32",  60, RL,   &[], &[Reg(D), Reg(A), Field { mixed: false }, Into], Insert, Lines("@bfi.b32 {d}, {a}, {into}, {position}, {length};"), "rd = re with rc bits of ra at bit rb"),
    WaveRow::new("mov.b16",  63, R,    &[], &[PartOut(16), PartIn(16)], MovePart, ByMeaning, "copies a half of a register; the other half stays, a whole destination is zero-extended").implied(),
    WaveRow::new("mov.b8",   63, R,    &[], &[PartOut(8), PartIn(8)], MovePart, ByMeaning, "copies a byte of a register; the others stay, a whole destination is zero-extended").implied().needs(&[Capability::ByteRegisters]),
];
