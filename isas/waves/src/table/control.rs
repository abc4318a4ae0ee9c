//! Control flow of the whole wave.

use super::{Condition, Shape, Spec, spec};
use crate::meaning::{Does, LatencyClass};

const fn branch(on: Condition, does: Does) -> Shape {
    Shape::Branch { on, does }
}

#[rustfmt::skip]
pub(super) static SPECS: &[Spec] = &[
    spec("brz",     0x70, branch(Condition::Scalar, Does::Brz), "Branches if the scalar is zero."),
    spec("brnz",    0x71, branch(Condition::Scalar, Does::Brnz), "Branches if the scalar is not zero."),
    spec("br_all",  0x72, branch(Condition::Mask, Does::BrAll), "Branches if the mask is true in every lane."),
    spec("br_any",  0x73, branch(Condition::Mask, Does::BrAny), "Branches if the mask is true in any lane."),
    spec("jmp",     0x74, branch(Condition::None, Does::Jmp), "Goes to `dest`."),
    spec("barrier", 0x78, Shape::Bare { does: Does::Barrier, cost: LatencyClass::Barrier },
        "Waits until every wave of the group is here."),
    spec("end",     0x7f, Shape::Bare { does: Does::End, cost: LatencyClass::Alu }, "The wave is done."),
];
