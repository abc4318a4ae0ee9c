//! Sections 6.9 and 6.10.

use super::modifiers::flags;
use crate::device::Capability::{Atomic64, Cluster};
use crate::meaning::Meaning::{Atomic, CompareSwap, Load, Store};
use crate::meaning::PEER;
use crate::ptx::Ptx::ByMeaning;
use crate::row::Operand::{Address, List, Pair, Reg};
use crate::row::Slot::{B, C, D, Flags};
use crate::row::{Modifier, Operand, R, RK, SRK, SRKL, WaveRow};
use op::Op;
use uop::AtomicOp::{self, Apply, Exchange};
use uop::Extend::{self, Sign, Zero};

#[rustfmt::skip]
static FROM: Modifier = Modifier {
    name: "space", slot: Flags, mask: 0x23,
    spellings: &[(".local", 0), (".global", 1), (".const", 2), (".private", 3), (".local.cluster", PEER)],
    needs: Some((PEER, Cluster)),
    doc: "the address space; `.cluster` takes a workgroup of the cluster from address bits 31:24",
};
#[rustfmt::skip]
static TO: Modifier = Modifier {
    name: "space", slot: Flags, mask: 0x23,
    spellings: &[(".local", 0), (".global", 1), (".private", 3), (".local.cluster", PEER)],
    needs: Some((PEER, Cluster)),
    doc: "the address space; `.cluster` takes a workgroup of the cluster from address bits 31:24",
};
#[rustfmt::skip]
static SHARED: Modifier = Modifier {
    name: "space", slot: Flags, mask: 0x30,
    spellings: &[(".local", 0), (".global", 0x10), (".local.cluster", PEER)],
    needs: Some((PEER, Cluster)),
    doc: "the address space; `.cluster` takes a workgroup of the cluster from address bits 31:24",
};

const ADDRESS: Operand = Address { offset: true };
const PLAIN: Operand = Address { offset: false };

const LOADED: &[&Modifier] = &[&FROM];
const STORED: &[&Modifier] = &[&TO];

#[rustfmt::skip]
const fn load(name: &'static str, code: u8, bytes: u8, extend: Extend, operands: &'static [Operand], doc: &'static str) -> WaveRow {
    WaveRow::new(name, 41, SRKL, LOADED, operands, Load(bytes, extend), ByMeaning, doc).fix(0x1c, code << 2)
}

#[rustfmt::skip]
const fn store(name: &'static str, code: u8, bytes: u8, operands: &'static [Operand], doc: &'static str) -> WaveRow {
    WaveRow::new(name, 42, SRKL, STORED, operands, Store(bytes), ByMeaning, doc).fix(0x1c, code << 2)
}

#[rustfmt::skip]
pub static ROWS: &[WaveRow] = &[
    load("ld{space}.b32",    0, 4, Zero,  &[Reg(D), ADDRESS],     "rd = 32 bits at ra + offset"),
    load("ld{space}.b64",    1, 8, Zero,  &[Pair(D), ADDRESS],    "rd:rd+1 = 64 bits at ra + offset"),
    load("ld{space}.v2.b32", 2, 8, Zero,  &[List(D, 2), ADDRESS], "two consecutive registers from memory"),
    load("ld{space}.v4.b32", 3, 16, Zero, &[List(D, 4), ADDRESS], "four consecutive registers from memory"),
    load("ld{space}.u8",     4, 1, Zero,  &[Reg(D), ADDRESS],     "rd = a byte, zero-extended").completion(),
    load("ld{space}.s8",     5, 1, Sign,  &[Reg(D), ADDRESS],     "rd = a byte, sign-extended").completion(),
    load("ld{space}.u16",    6, 2, Zero,  &[Reg(D), ADDRESS],     "rd = 16 bits, zero-extended").completion(),
    load("ld{space}.s16",    7, 2, Sign,  &[Reg(D), ADDRESS],     "rd = 16 bits, sign-extended").completion(),
    store("st{space}.b32",    0, 4,  &[ADDRESS, Reg(B)],     "32 bits of rb to ra + offset"),
    store("st{space}.b64",    1, 8,  &[ADDRESS, Pair(B)],    "64 bits of rb:rb+1 to ra + offset").implied(),
    store("st{space}.v2.b32", 2, 8,  &[ADDRESS, List(B, 2)], "two consecutive registers to memory").implied(),
    store("st{space}.v4.b32", 3, 16, &[ADDRESS, List(B, 4)], "four consecutive registers to memory").implied(),
    store("st{space}.b8",     4, 1,  &[ADDRESS, Reg(B)],     "the low byte of rb to memory").completion(),
    store("st{space}.b16",    6, 2,  &[ADDRESS, Reg(B)],     "the low half of rb to memory").completion(),
];

#[rustfmt::skip]
static OP32: Modifier = flags("op", 15, &[
    (".add.u32", 0), (".add.s32", 0), (".sub.u32", 1), (".sub.s32", 1),
    (".min.s32", 2), (".max.s32", 3), (".min.u32", 4), (".max.u32", 5),
    (".and.b32", 6), (".or.b32", 7), (".xor.b32", 8), (".exch.b32", 9),
], "what happens to the word");
#[rustfmt::skip]
static WORDS: [AtomicOp; 10] = [
    Apply(Op::AddU32), Apply(Op::SubU32), Apply(Op::MinI32), Apply(Op::MaxI32), Apply(Op::MinU32), Apply(Op::MaxU32),
    Apply(Op::AndB32), Apply(Op::OrB32), Apply(Op::XorB32), Exchange,
];
#[rustfmt::skip]
static OP64: Modifier = flags("op", 15, &[
    (".add.u64", 0), (".add.s64", 0), (".sub.u64", 1), (".sub.s64", 1),
    (".min.s64", 2), (".max.s64", 3), (".min.u64", 4), (".max.u64", 5),
    (".and.b64", 6), (".or.b64", 7), (".xor.b64", 8), (".exch.b64", 9),
], "what happens to the value");
#[rustfmt::skip]
static DOUBLES: [AtomicOp; 10] = [
    Apply(Op::AddU64), Apply(Op::SubU64), Apply(Op::MinI64), Apply(Op::MaxI64), Apply(Op::MinU64), Apply(Op::MaxU64),
    Apply(Op::AndB64), Apply(Op::OrB64), Apply(Op::XorB64), Exchange,
];

#[rustfmt::skip]
pub static ATOMICS: &[WaveRow] = &[
    WaveRow::new("atom{space}{op}",      43, SRK, &[&SHARED, &OP32], &[Reg(D), ADDRESS, Reg(B)], Atomic(&WORDS, 4), ByMeaning, "rd = the word at ra + offset before it was combined with rb, indivisibly"),
    WaveRow::new("atom{space}.cas.b32", 128, R,   &[&SHARED], &[Reg(D), PLAIN, Reg(B), Reg(C)], CompareSwap(4), ByMeaning, "rd = the word at ra; if it equals rb it becomes rc, indivisibly"),
    WaveRow::new("atom{space}{op}",     129, RK,  &[&SHARED, &OP64], &[Pair(D), ADDRESS, Pair(B)], Atomic(&DOUBLES, 8), ByMeaning, "as the 32-bit atomics, on register pairs").implied().needs(&[Atomic64]),
    WaveRow::new("atom{space}.cas.b64", 130, R,   &[&SHARED], &[Pair(D), PLAIN, Pair(B), Pair(C)], CompareSwap(8), ByMeaning, "as the 32-bit compare-and-swap, on register pairs").implied().needs(&[Atomic64]),
];
