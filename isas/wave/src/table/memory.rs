//! Sections 6.9 and 6.10.

use super::modifiers::flags;
use crate::device::Capability::{Atomic64, Cluster};
use crate::lower::memory;
use crate::meaning::Meaning::Lower;
use crate::ptx;
use crate::ptx::Ptx::Emit;
use crate::row::Operand::{Address, List, Pair, Reg};
use crate::row::Slot::{B, C, D, Flags};
use crate::row::{Modifier, Operand, R, RK, Row, SRK, SRKL};

/// Bit 5 of the flags: another workgroup's local memory.
pub const PEER: u8 = 0x20;

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
const fn load(name: &'static str, code: u8, operands: &'static [Operand], doc: &'static str) -> Row {
    Row::new(name, 41, SRKL, LOADED, operands, Lower(memory::load), Emit(ptx::memory::load), doc).fix(0x1c, code << 2)
}

#[rustfmt::skip]
const fn store(name: &'static str, code: u8, operands: &'static [Operand], doc: &'static str) -> Row {
    Row::new(name, 42, SRKL, STORED, operands, Lower(memory::store), Emit(ptx::memory::store), doc).fix(0x1c, code << 2)
}

#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    load("ld{space}.b32",    0, &[Reg(D), ADDRESS],     "rd = 32 bits at ra + offset"),
    load("ld{space}.b64",    1, &[Pair(D), ADDRESS],    "rd:rd+1 = 64 bits at ra + offset"),
    load("ld{space}.v2.b32", 2, &[List(D, 2), ADDRESS], "two consecutive registers from memory"),
    load("ld{space}.v4.b32", 3, &[List(D, 4), ADDRESS], "four consecutive registers from memory"),
    load("ld{space}.u8",     4, &[Reg(D), ADDRESS],     "rd = a byte, zero-extended").completion(),
    load("ld{space}.s8",     5, &[Reg(D), ADDRESS],     "rd = a byte, sign-extended").completion(),
    load("ld{space}.u16",    6, &[Reg(D), ADDRESS],     "rd = 16 bits, zero-extended").completion(),
    load("ld{space}.s16",    7, &[Reg(D), ADDRESS],     "rd = 16 bits, sign-extended").completion(),
    store("st{space}.b32",    0, &[ADDRESS, Reg(B)],     "32 bits of rb to ra + offset"),
    store("st{space}.b64",    1, &[ADDRESS, Pair(B)],    "64 bits of rb:rb+1 to ra + offset").implied(),
    store("st{space}.v2.b32", 2, &[ADDRESS, List(B, 2)], "two consecutive registers to memory").implied(),
    store("st{space}.v4.b32", 3, &[ADDRESS, List(B, 4)], "four consecutive registers to memory").implied(),
    store("st{space}.b8",     4, &[ADDRESS, Reg(B)],     "the low byte of rb to memory").completion(),
    store("st{space}.b16",    6, &[ADDRESS, Reg(B)],     "the low half of rb to memory").completion(),
];

#[rustfmt::skip]
static OP32: Modifier = flags("op", 15, &[
    (".add.u32", 0), (".add.s32", 0), (".sub.u32", 1), (".sub.s32", 1),
    (".min.s32", 2), (".max.s32", 3), (".min.u32", 4), (".max.u32", 5),
    (".and.b32", 6), (".or.b32", 7), (".xor.b32", 8), (".exch.b32", 9),
], "what happens to the word");
#[rustfmt::skip]
static OP64: Modifier = flags("op", 15, &[
    (".add.u64", 0), (".add.s64", 0), (".sub.u64", 1), (".sub.s64", 1),
    (".min.s64", 2), (".max.s64", 3), (".min.u64", 4), (".max.u64", 5),
    (".and.b64", 6), (".or.b64", 7), (".xor.b64", 8), (".exch.b64", 9),
], "what happens to the value");

#[rustfmt::skip]
pub static ATOMICS: &[Row] = &[
    Row::new("atom{space}{op}",      43, SRK, &[&SHARED, &OP32], &[Reg(D), ADDRESS, Reg(B)], Lower(memory::atomic), Emit(ptx::memory::atomic), "rd = the word at ra + offset before it was combined with rb, indivisibly"),
    Row::new("atom{space}.cas.b32", 128, R,   &[&SHARED], &[Reg(D), PLAIN, Reg(B), Reg(C)], Lower(memory::compare_swap), Emit(ptx::memory::compare_swap), "rd = the word at ra; if it equals rb it becomes rc, indivisibly"),
    Row::new("atom{space}{op}",     129, RK,  &[&SHARED, &OP64], &[Pair(D), ADDRESS, Pair(B)], Lower(memory::atomic), Emit(ptx::memory::atomic), "as the 32-bit atomics, on register pairs").implied().needs(&[Atomic64]),
    Row::new("atom{space}.cas.b64", 130, R,   &[&SHARED], &[Pair(D), PLAIN, Pair(B), Pair(C)], Lower(memory::compare_swap), Emit(ptx::memory::compare_swap), "as the 32-bit compare-and-swap, on register pairs").implied().needs(&[Atomic64]),
];
