//! Loads, stores and atomics.

use op::Op;
use uop::{Addr, AtomicOp, Extend, MemKind, MemOp, Src, Uop, VReg};

use super::Lowering;
use crate::encoding::WaveInst;

pub fn load(inst: &WaveInst, lower: &mut Lowering, bytes: u8, extend: Extend) {
    access(inst, lower, MemKind::Load(extend), bytes, VReg(0));
}

pub fn store(inst: &WaveInst, lower: &mut Lowering, bytes: u8) {
    let data = VReg(inst.fields.b.into());
    access(inst, lower, MemKind::Store { high: false }, bytes, data);
}

pub fn atomic(inst: &WaveInst, lower: &mut Lowering, op: AtomicOp, bytes: u8) {
    let kind = MemKind::Atomic { op, returns: true };
    let data = VReg(inst.fields.b.into());
    access(inst, lower, kind, bytes, data);
}

/// The engine wants the new value and then the expected one in consecutive registers.
pub fn compare_swap(inst: &WaveInst, lower: &mut Lowering, bytes: u8) {
    let words = u16::from(bytes / 4);
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
    access(inst, lower, kind, bytes, lower.temp(0));
}

fn access(inst: &WaveInst, lower: &mut Lowering, kind: MemKind, bytes: u8, data: VReg) {
    let Some(space) = inst.space() else {
        return;
    };
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
