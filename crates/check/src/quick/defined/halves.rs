//! Registers of which the lower half is defined, as code has them that computes with sixteen bits.

use super::{Defined, has};
use op::{Op, Ty};
use uop::{Program, Src};

/// How much of a result is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Low,
    All,
}

impl Defined {
    /// The lower half of a register is defined in active lanes.
    pub(super) fn has_half(&self, register: u16) -> bool {
        has(&self.active.defined, self.halves + register)
    }

    /// Less than a word is loaded, and these bits stay.
    pub(super) fn load_half(&mut self, dst: u16, kept: u32) {
        match kept {
            0xffff_0000 => self.define(self.halves + dst),
            0xffff if self.has_half(dst) => self.define(dst),
            _ => {}
        }
    }

    /// A step of which not all sources are defined, if enough of them is to say something of its result.
    pub(super) fn take_halves(
        &mut self,
        program: &Program,
        op: Op,
        dst: u16,
        src: &[Src; 3],
    ) -> bool {
        match self.known_of(program, op, src) {
            None => return false,
            Some(Known::All) => self.define(dst),
            Some(Known::Low) => {
                self.undefine(dst);
                self.define(self.halves + dst);
            }
        }
        true
    }

    /// All of what an operation gives is defined, as much of its sources as is.
    pub(super) fn is_known(&self, program: &Program, op: Op, src: &[Src; 3]) -> bool {
        self.known_of(program, op, src) == Some(Known::All)
    }

    fn known_of(&self, program: &Program, op: Op, src: &[Src; 3]) -> Option<Known> {
        let all = |i: usize| match src[i] {
            Src::Vector(reg) => has(&self.active.defined, reg.0),
            Src::Scalar(reg) => self.is_whole(reg, 1),
            Src::ScalarPair(reg) => self.is_whole(reg, 2),
            Src::None => true,
        };
        let low = |i: usize| match src[i] {
            Src::Vector(reg) => self.has_half(reg.0),
            _ => all(i),
        };
        let all_if = |good: bool| match good {
            true => Known::All,
            false => Known::Low,
        };
        match op {
            Op::MovB32 if low(0) => Some(Known::Low),
            Op::PackLowHighB16 if low(0) => Some(all_if(all(1))),
            Op::PackLowLowB16 if low(0) => Some(all_if(low(1))),
            Op::AndB32 if is_half(program, src[0]) && low(1) => Some(Known::All),
            Op::AndB32 if is_half(program, src[1]) && low(0) => Some(Known::All),
            _ => {
                let signature = op.signature();
                let of_half = |ty: Ty| matches!(ty, Ty::U16 | Ty::I16 | Ty::F16 | Ty::Bf16);
                let mut args = signature.args.iter().enumerate();
                let wide = |ty: &Ty| ty.registers() == 1;
                let good = args.all(|(i, ty)| match of_half(*ty) {
                    true => low(i),
                    false => wide(ty) && all(i),
                });
                good.then_some(Known::All)
            }
        }
    }
}

/// A constant that has no bit in its upper half.
fn is_half(program: &Program, src: Src) -> bool {
    let constants = |first: u16, values: &[u32], reg: u16| {
        let at = reg.checked_sub(first).map(usize::from);
        at.and_then(|at| values.get(at).copied())
    };
    let value = match src {
        Src::Vector(reg) => constants(program.resources.vectors, &program.constants, reg.0),
        Src::Scalar(reg) => constants(program.resources.scalars, &program.scalar_constants, reg.0),
        _ => None,
    };
    value.is_some_and(|value| value <= 0xffff)
}
