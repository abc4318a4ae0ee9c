//! Which registers an instruction needs: what machines that count cycles ask.

use crate::decode::HartOp;
use crate::effect::Effect;
use crate::float::FloatOp;
use crate::vector::{Addressing, Second, VectorOp};

impl HartOp {
    /// Integer registers that it reads, a bit for each.
    pub fn integers_read(&self) -> u32 {
        let (first, second) = (bit(self.rs1), bit(self.rs2));
        let all = match self.what {
            Effect::Alu(_) | Effect::Branch(_) | Effect::Store { .. } => first | second,
            Effect::Amo { .. } | Effect::StoreConditional { .. } => first | second,
            Effect::AluImm(_)
            | Effect::Jalr
            | Effect::Load { .. }
            | Effect::LoadReserved { .. }
            | Effect::FloatLoad { .. }
            | Effect::FloatStore { .. }
            | Effect::Csr {
                immediate: false, ..
            } => first,
            Effect::Float { op, .. } if op.reads_integer() => first,
            // The number of the call, and what it is called with.
            Effect::Ecall => bit(17) | bit(10) | bit(11) | bit(12),
            Effect::Vector(
                VectorOp::SetVl
                | VectorOp::Load(Addressing::Strided)
                | VectorOp::Store(Addressing::Strided),
                _,
            ) => first | second,
            Effect::Vector(VectorOp::SetVli | VectorOp::Load(_) | VectorOp::Store(_), _) => first,
            Effect::Vector(_, Second::Integer) => first,
            _ => 0,
        };
        // `x0` is always there.
        all & !1
    }

    /// Float registers that it reads.
    pub fn floats_read(&self) -> u32 {
        match self.what {
            Effect::FloatStore { .. } => bit(self.rs2),
            Effect::Float { op, .. } => match op {
                FloatOp::FromBits | FloatOp::FromInteger(_) => 0,
                FloatOp::Sqrt
                | FloatOp::Class
                | FloatOp::ToBits
                | FloatOp::ToInteger(_)
                | FloatOp::Convert => bit(self.rs1),
                FloatOp::MulAdd { .. } => bit(self.rs1) | bit(self.rs2) | bit(self.rs3),
                _ => bit(self.rs1) | bit(self.rs2),
            },
            Effect::Vector(_, Second::Float) => bit(self.rs1),
            _ => 0,
        }
    }

    /// Whether its result comes from memory.
    pub fn loads(&self) -> bool {
        matches!(
            self.what,
            Effect::Load { .. }
                | Effect::FloatLoad { .. }
                | Effect::LoadReserved { .. }
                | Effect::StoreConditional { .. }
                | Effect::Amo { .. }
                | Effect::Vector(VectorOp::Load(_), _)
        )
    }

    /// Whether it works on vectors; those that choose their type do not.
    pub fn works_on_vectors(&self) -> bool {
        match self.what {
            Effect::Vector(op, _) => {
                !matches!(op, VectorOp::SetVli | VectorOp::SetIvli | VectorOp::SetVl)
            }
            _ => false,
        }
    }
}

fn bit(register: u8) -> u32 {
    1 << (register & 31)
}
