//! `setp`.

use op::Op;
use uop::{Src, Uop};

use super::{Lowering, predicate};
use crate::encoding::Inst;

const SIGNED: [Op; 6] = [
    Op::EqU32,
    Op::NeU32,
    Op::LtI32,
    Op::LeI32,
    Op::GtI32,
    Op::GeI32,
];
const UNSIGNED: [Op; 6] = [
    Op::EqU32,
    Op::NeU32,
    Op::LtU32,
    Op::LeU32,
    Op::GtU32,
    Op::GeU32,
];
/// By comparison code. The plain ones are false when an operand is NaN, so `ne` is "less or
/// greater"; those from 8 on are true, so `ltu` is "not greater or equal".
const F32: [Op; 14] = [
    Op::EqF32,
    Op::LgF32,
    Op::LtF32,
    Op::LeF32,
    Op::GtF32,
    Op::GeF32,
    Op::OrdF32,
    Op::UnoF32,
    Op::NlgF32,
    Op::NeF32,
    Op::NgeF32,
    Op::NgtF32,
    Op::NleF32,
    Op::NltF32,
];
const F64: [Op; 14] = [
    Op::EqF64,
    Op::LgF64,
    Op::LtF64,
    Op::LeF64,
    Op::GtF64,
    Op::GeF64,
    Op::OrdF64,
    Op::UnoF64,
    Op::NlgF64,
    Op::NeF64,
    Op::NgeF64,
    Op::NgtF64,
    Op::NleF64,
    Op::NltF64,
];

pub fn int(inst: &Inst, lower: &mut Lowering) {
    let flags = usize::from(inst.fields.flags);
    let ops = if flags & 8 == 0 { SIGNED } else { UNSIGNED };
    setp(inst, lower, ops[flags & 7]);
}

pub fn f32(inst: &Inst, lower: &mut Lowering) {
    setp(inst, lower, F32[usize::from(inst.fields.flags & 15)]);
}

pub fn f64(inst: &Inst, lower: &mut Lowering) {
    setp(inst, lower, F64[usize::from(inst.fields.flags & 15)]);
}

fn setp(inst: &Inst, lower: &mut Lowering, op: Op) {
    let src = [lower.a(inst), lower.b(inst), Src::None];
    lower.push(Uop::Predicate {
        op,
        dst: predicate(inst.fields.d),
        src,
    });
}
