//! What instructions mean: the shapes that many share, and the way out for the rest.

use crate::encoding::Inst;
use crate::lower::Lowering;
use isa::Fidelity;
use op::Op;

#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// `rd = op(ra, rb, rc)` in every active thread, with as many sources as the row has.
    Lanes(Op),
    /// The first operation for `.s32`, the second for `.u32`.
    Signed([Op; 2]),
    /// `.s32`, `.u32`, `.sat.s32`, `.sat.u32`.
    Saturating([Op; 4]),
    /// Single precision with a rounding mode in flags 1:0 and `.sat` in flag 2.
    Float(Op, Rounding),
    /// Single precision with `.sat` in flag 2.
    Approximate(Op),
    /// Two halves at once with `.sat` in flag 2.
    Packed(Op),
    /// One half of each register, selected by flags, with `.sat` in flag 5.
    Half(Op),
    /// Register pairs with a rounding mode in flags 1:0.
    Double(Op, Rounding),
    /// Something of its own.
    Lower(fn(&Inst, &mut Lowering)),
}

impl Meaning {
    /// How sure its result is to be what any device gives.
    pub fn fidelity(self) -> Fidelity {
        const WHY: &str = "the specification allows an error, and devices use it; here it is the nearest \
                           number";
        match self {
            Meaning::Approximate(_) => Fidelity::Approximate(WHY),
            _ => Fidelity::Exact,
        }
    }
}

/// How an operation rounds other than to nearest.
#[derive(Clone, Copy, Debug)]
pub enum Rounding {
    /// By an operation that takes the mode as one more argument.
    Mode(Op),
    /// By one operation each: toward zero, down, up.
    Each([Op; 3]),
}
