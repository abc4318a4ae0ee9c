//! What the instructions of a row are in PTX. Every row carries one of these.

use super::emit::Emitter;
use super::{float, flow, lanes, matrix, memory, select, template};
use crate::encoding::WaveInst;
use crate::meaning::{From, Meaning};
use crate::row::{Operand, Slot, WaveRow};
use op::Op;

/// In all of these, `{rnd}` and modifiers of the row stand in braces, as [`template`] has it.
#[derive(Clone, Copy, Debug)]
pub enum Ptx {
    /// The instruction of the same name, with the same operands.
    Same,
    /// Lines; those with `@` write what is seen.
    Lines(&'static str),
    /// The name of an instruction in single precision. Its result is saturated or made canonical.
    F32(&'static str),
    /// The same on one half of each register.
    Half(&'static str),
    /// The same on both halves.
    Packed(&'static str),
    /// The same on register pairs.
    F64(&'static str),
    /// What its meaning says.
    ByMeaning,
    /// Something of its own.
    Emit(fn(&WaveInst, &mut Emitter)),
}

impl Ptx {
    pub fn emit(self, inst: &WaveInst, e: &mut Emitter) {
        let wide = || ["{x}", "{y}", "{z}"][..inst.row.operands.len() - 1].join(", ");
        match self {
            Ptx::Same => {
                let all = operands(inst.row).join(", ");
                // The name of a row has its modifiers in braces, as templates do.
                template::plain(inst, e, &format!("@{} {all};", inst.row.name));
            }
            Ptx::Lines(text) => template::plain(inst, e, text),
            Ptx::F32(name) => float::single(inst, e, &whole(inst.row, name)),
            Ptx::Packed(name) => float::packed(inst, e, &whole(inst.row, name)),
            Ptx::Half(name) => float::half(inst, e, &format!("{name} %h0, {};", wide())),
            Ptx::F64(name) => float::double(inst, e, &format!("{name} %w0, {};", wide())),
            Ptx::ByMeaning => by_meaning(inst, e),
            Ptx::Emit(emit) => emit(inst, e),
        }
    }
}

fn by_meaning(inst: &WaveInst, e: &mut Emitter) {
    let flags = usize::from(inst.fields.flags);
    match inst.row.meaning {
        Meaning::Signed(ops) => select::arithmetic(inst, e, ops[flags & 1]),
        Meaning::Saturating(ops) => select::arithmetic(inst, e, ops[flags & 3]),
        Meaning::Move => select::mov(inst, e),
        Meaning::MovePart => float::part(inst, e),
        Meaning::Select => select::selp(inst, e),
        Meaning::Convert => float::cvt(inst, e),
        Meaning::Load(bytes, extend) => memory::load(inst, e, bytes, extend),
        Meaning::Store(bytes) => memory::store(inst, e, bytes),
        Meaning::Atomic(ops, bytes) => memory::atomic(inst, e, ops[flags & 15], bytes),
        Meaning::CompareSwap(bytes) => memory::compare_swap(inst, e, bytes),
        Meaning::Combine(op, identity) => lanes::combine(inst, e, op, identity),
        Meaning::Shuffle(from) => lanes::shuffle(inst, e, from[flags & 3]),
        Meaning::Broadcast => lanes::shuffle(inst, e, From::Broadcast),
        Meaning::Ballot(words) => lanes::ballot(inst, e, words),
        Meaning::Vote(quantity) => lanes::vote(inst, e, quantity),
        Meaning::Matrix => matrix::mma(inst, e),
        Meaning::Barrier => flow::barrier(inst, e),
        Meaning::Fence => flow::fence(inst, e),
        Meaning::Structure(what) => flow::structure(inst, e, what),
        other => panic!("{other:?} alone does not say what {} is", inst.row.name),
    }
}

/// What an operation that combines two values is called, with its type.
pub fn combination(op: Op) -> &'static str {
    match op {
        Op::AddU32 => "add.u32",
        Op::AddU64 => "add.u64",
        Op::AddF32 => "add.rn.f32",
        Op::MinI32 => "min.s32",
        Op::MinI64 => "min.s64",
        Op::MinU32 => "min.u32",
        Op::MinU64 => "min.u64",
        Op::MinNumF32 => "min.f32",
        Op::MaxI32 => "max.s32",
        Op::MaxI64 => "max.s64",
        Op::MaxU32 => "max.u32",
        Op::MaxU64 => "max.u64",
        Op::MaxNumF32 => "max.f32",
        Op::AndB32 => "and.b32",
        Op::AndB64 => "and.b64",
        Op::OrB32 => "or.b32",
        Op::OrB64 => "or.b64",
        Op::XorB32 => "xor.b32",
        Op::XorB64 => "xor.b64",
        other => panic!("PTX combines nothing by {other:?}"),
    }
}

/// The instruction on whole registers, which computes `{v}`.
fn whole(row: &WaveRow, name: &str) -> String {
    format!("{name} {{v}}, {};", operands(row)[1..].join(", "))
}

/// The row's operands as places of a template.
fn operands(row: &WaveRow) -> Vec<&'static str> {
    let place = |operand: &Operand| match operand {
        Operand::Predicate => "{p}",
        Operand::Reg(Slot::D) => "{d}",
        Operand::Reg(Slot::A) => "{a}",
        Operand::Reg(Slot::C) => "{c}",
        Operand::Source(_) => "{b}",
        Operand::Field { .. } => "{position}, {length}",
        other => panic!("PTX has no {other:?} for {}", row.name),
    };
    row.operands.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Style;
    use crate::ptx::emit::EntryShape;

    /// A row that promises a PTX instruction with its own operands has operands that PTX knows.
    #[test]
    fn rows_that_are_written_alike_can_be_written() {
        let mut count = 0;
        for row in crate::rows() {
            match row.ptx {
                Ptx::Same => count += operands(row).len(),
                Ptx::F32(text) | Ptx::Packed(text) => count += whole(row, text).len(),
                Ptx::Half(_) | Ptx::F64(_) => assert!((3..=4).contains(&row.operands.len())),
                Ptx::Lines(_) | Ptx::ByMeaning | Ptx::Emit(_) => {}
            }
        }
        assert!(count > 0);
    }

    #[test]
    fn every_instruction_is_something() {
        let shape = EntryShape {
            width: 32,
            cluster: 1,
            ..EntryShape::default()
        };
        let mut emitter = Emitter::new(shape, Style::default());
        for inst in crate::document::examples() {
            emitter.instruction(&inst);
        }
    }
}
