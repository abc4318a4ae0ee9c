//! Loads, stores and atomics.

use op::Op;
use uop::{Addr, AtomicOp, Extend, MemKind, MemOp, Space, Src, Uop, VReg};

use super::Lowering;
use crate::encoding::Inst;
use crate::table::memory::PEER;

/// Bytes and extension of a load by its type code.
const LOADS: [(u8, Extend); 8] = [
    (4, Extend::Zero),
    (8, Extend::Zero),
    (8, Extend::Zero),
    (16, Extend::Zero),
    (1, Extend::Zero),
    (1, Extend::Sign),
    (2, Extend::Zero),
    (2, Extend::Sign),
];

const WORDS: [AtomicOp; 10] = [
    AtomicOp::Apply(Op::AddU32),
    AtomicOp::Apply(Op::SubU32),
    AtomicOp::Apply(Op::MinI32),
    AtomicOp::Apply(Op::MaxI32),
    AtomicOp::Apply(Op::MinU32),
    AtomicOp::Apply(Op::MaxU32),
    AtomicOp::Apply(Op::AndB32),
    AtomicOp::Apply(Op::OrB32),
    AtomicOp::Apply(Op::XorB32),
    AtomicOp::Exchange,
];
const DOUBLES: [AtomicOp; 10] = [
    AtomicOp::Apply(Op::AddU64),
    AtomicOp::Apply(Op::SubU64),
    AtomicOp::Apply(Op::MinI64),
    AtomicOp::Apply(Op::MaxI64),
    AtomicOp::Apply(Op::MinU64),
    AtomicOp::Apply(Op::MaxU64),
    AtomicOp::Apply(Op::AndB64),
    AtomicOp::Apply(Op::OrB64),
    AtomicOp::Apply(Op::XorB64),
    AtomicOp::Exchange,
];

pub fn load(inst: &Inst, lower: &mut Lowering) {
    let (bytes, extend) = LOADS[usize::from(inst.fields.flags >> 2 & 7)];
    let space = space(inst, inst.fields.flags & 3);
    access(inst, lower, space, MemKind::Load(extend), bytes, VReg(0));
}

pub fn store(inst: &Inst, lower: &mut Lowering) {
    let (bytes, _) = LOADS[usize::from(inst.fields.flags >> 2 & 7)];
    let space = space(inst, inst.fields.flags & 3);
    let data = VReg(inst.fields.b.into());
    access(
        inst,
        lower,
        space,
        MemKind::Store { high: false },
        bytes,
        data,
    );
}

pub fn atomic(inst: &Inst, lower: &mut Lowering) {
    let code = usize::from(inst.fields.flags & 15);
    let (op, bytes) = match inst.row.number {
        43 => (WORDS[code], 4),
        _ => (DOUBLES[code], 8),
    };
    let kind = MemKind::Atomic { op, returns: true };
    let data = VReg(inst.fields.b.into());
    access(inst, lower, shared(inst), kind, bytes, data);
}

/// The engine wants the new value and then the expected one in consecutive registers.
pub fn compare_swap(inst: &Inst, lower: &mut Lowering) {
    let words = if inst.row.number == 128 { 1 } else { 2 };
    let (expected, new) = (inst.fields.b, inst.fields.c);
    for word in 0..words {
        let from = |register: u8| Src::Vector(VReg(u16::from(register) + word));
        lower.op(Op::MovB32, lower.temp(word), &[from(new)]);
        lower.op(Op::MovB32, lower.temp(words + word), &[from(expected)]);
    }
    let kind = MemKind::Atomic {
        op: AtomicOp::CompareSwap,
        returns: true,
    };
    let data = lower.temp(0);
    access(inst, lower, shared(inst), kind, 4 * words as u8, data);
}

fn space(inst: &Inst, code: u8) -> Space {
    match code {
        0 if inst.fields.flags & PEER != 0 => Space::Cluster,
        0 => Space::Local,
        1 => Space::Global,
        2 => Space::Constant,
        _ => Space::Private,
    }
}

fn shared(inst: &Inst) -> Space {
    space(inst, inst.fields.flags >> 4 & 1)
}

fn access(inst: &Inst, lower: &mut Lowering, space: Space, kind: MemKind, bytes: u8, data: VReg) {
    let offset = inst.immediate().unwrap_or(0) as i32;
    let memory = MemOp {
        space,
        kind,
        bytes,
        align: bytes,
        addr: Addr {
            base: lower.a(inst),
            wide: false,
            scalar: None,
            offset: offset.into(),
            wrap32: true,
        },
        // Stores have no destination, and a slot that may hold the guard.
        dst: if matches!(kind, MemKind::Store { .. }) {
            VReg(0)
        } else {
            lower.d(inst)
        },
        data,
        lanes: None,
        channel: None,
    };
    lower.push(Uop::Memory(Box::new(memory)));
}
