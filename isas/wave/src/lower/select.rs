//! Moves, selection and bit fields.

use op::Op;
use uop::{Custom, Machine, Src, Trap, Uop, VReg};

use super::{Extra, Lowering, predicate, special};
use crate::encoding::WaveInst;
use crate::operand::{Condition, PART_IN, PART_OUT, WHOLE, part_place};
use crate::row::{Bits, Form, Slot};
use crate::table::special::Special;

pub fn mov(inst: &WaveInst, lower: &mut Lowering) {
    let dst = lower.d(inst);
    let src = match inst.special().map(|register| register.holds) {
        None => lower.b(inst),
        Some(Special::ThreadX) => lower.extra(Extra::TidX).into(),
        Some(Special::ThreadY) => lower.extra(Extra::TidY).into(),
        Some(Special::ThreadZ) => lower.extra(Extra::TidZ).into(),
        Some(Special::Lane) => lower.extra(Extra::Lane).into(),
        Some(Special::Clock) => return lower.custom(Clock { dst }),
        Some(same) => special(same).into(),
    };
    lower.op(Op::MovB32, dst, &[src]);
}

/// `%clock`: instructions that the wave has issued.
#[derive(Debug)]
struct Clock {
    dst: VReg,
}

impl Custom for Clock {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (clock, exec) = (machine.clock() as u32, machine.exec());
        let lanes = machine.vector_mut(self.dst).iter_mut().enumerate();
        for (_, word) in lanes.filter(|(lane, _)| exec >> lane & 1 == 1) {
            *word = clock;
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![], vec![self.dst])
    }
}

pub fn selp(inst: &WaveInst, lower: &mut Lowering) {
    let code = inst.fields.bits(Bits::new(Slot::Flags, 4, 0));
    let Some(condition) = Condition::from_code(code) else {
        return;
    };
    let chosen = lower.temp(0);
    lower.push(Uop::LanesFromMask {
        dst: chosen,
        mask: predicate(condition.predicate),
    });
    let (mut yes, mut no) = (lower.a(inst), lower.b(inst));
    if condition.negated {
        std::mem::swap(&mut yes, &mut no);
    }
    lower.op(Op::SelectB32, lower.d(inst), &[chosen.into(), yes, no]);
}

/// Position and length of a bit field.
fn field(inst: &WaveInst, lower: &mut Lowering) -> (Src, Src) {
    match (inst.form, inst.immediate()) {
        (Form::Literal, Some(field)) => (
            lower.constant(field & 255),
            lower.constant(field >> 8 & 255),
        ),
        (_, Some(position)) => (lower.constant(position), lower.c(inst)),
        _ => (VReg(inst.fields.b.into()).into(), lower.c(inst)),
    }
}

pub fn extract(inst: &WaveInst, lower: &mut Lowering, op: Op) {
    let (position, length) = field(inst, lower);
    lower.op(op, lower.d(inst), &[lower.a(inst), position, length]);
}

pub fn insert(inst: &WaveInst, lower: &mut Lowering) {
    let (position, length) = field(inst, lower);
    let (mask, moved) = (lower.temp(0), lower.temp(1));
    let into = VReg(inst.fields.get(inst.into_slot()).into());
    lower.op(Op::FieldMaskB32, mask, &[position, length]);
    lower.op(Op::ShlB32, moved, &[lower.a(inst), position]);
    lower.op(
        Op::BfiB32,
        lower.d(inst),
        &[mask.into(), moved.into(), into.into()],
    );
}

/// `mov.b16` and `mov.b8`.
pub fn part(inst: &WaveInst, lower: &mut Lowering) {
    let dst = lower.d(inst);
    let from = Src::Vector(VReg(inst.fields.b.into()));
    let (start, length) = part_place(inst.fields.bits(PART_IN));
    let to = inst.fields.bits(PART_OUT);
    let value = if to == WHOLE { dst } else { lower.temp(0) };
    let (first, count) = (lower.constant(start), lower.constant(length));
    lower.op(Op::ExtractU32, value, &[from, first, count]);
    if to == WHOLE {
        return;
    }
    let (start, length) = part_place(to);
    let shift = lower.constant(start);
    lower.op(Op::ShlB32, value, &[value.into(), shift]);
    let mask = lower.constant(((1 << length) - 1) << start);
    lower.op(Op::BfiB32, dst, &[mask, value.into(), dst.into()]);
}
