//! What the instructions of a row are in PTX. Every row carries one of these.

use super::emit::Emitter;
use super::{float, template};
use crate::encoding::Inst;
use crate::row::{Operand, Row, Slot};

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
    /// Something of its own.
    Emit(fn(&Inst, &mut Emitter)),
}

impl Ptx {
    pub fn emit(self, inst: &Inst, e: &mut Emitter) {
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
            Ptx::Emit(emit) => emit(inst, e),
        }
    }
}

/// The instruction on whole registers, which computes `{v}`.
fn whole(row: &Row, name: &str) -> String {
    format!("{name} {{v}}, {};", operands(row)[1..].join(", "))
}

/// The row's operands as places of a template.
fn operands(row: &Row) -> Vec<&'static str> {
    let place = |operand: &Operand| match operand {
        Operand::Predicate => "{p}",
        Operand::Reg(Slot::D) => "{d}",
        Operand::Reg(Slot::A) => "{a}",
        Operand::Reg(Slot::C) => "{c}",
        Operand::Source(_) => "{b}",
        other => panic!("PTX has no {other:?} for {}", row.name),
    };
    row.operands.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that promises a PTX instruction with its own operands has operands that PTX knows.
    #[test]
    fn rows_that_are_written_alike_can_be_written() {
        let mut count = 0;
        for row in crate::rows() {
            match row.ptx {
                Ptx::Same => count += operands(row).len(),
                Ptx::F32(text) | Ptx::Packed(text) => count += whole(row, text).len(),
                Ptx::Half(_) | Ptx::F64(_) => assert!((3..=4).contains(&row.operands.len())),
                Ptx::Lines(_) | Ptx::Emit(_) => {}
            }
        }
        assert!(count > 0);
    }
}
