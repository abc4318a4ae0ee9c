//! Data movement within a wave.

use super::{Out, Shape, Slot, Spec, arg, spec};
use crate::meaning::Does;
use crate::operands::Takes::{Any, Dist};

#[rustfmt::skip]
pub(super) static SPECS: &[Spec] = &[
    spec("mov", 0x01, Shape::Mov,
        "Copies `val` to the lanes of `out` where the mask is true; the others keep their values. With a scalar \
         destination, copies a scalar and has no mask."),
    spec("select", 0x02,
        Shape::Plain { out: Out::Vector, masked: true, does: Does::Select,
            args: &[arg("false", Slot::A, Dist), arg("true", Slot::B, Dist)] },
        "In each lane, the last operand where the mask is true and the one before it elsewhere."),
    spec("first_where_true", 0x03,
        Shape::Plain { out: Out::Scalar, masked: true, does: Does::FirstWhereTrue,
            args: &[arg("values", Slot::A, Dist)] },
        "The value in the lowest lane where the mask is true; if there is none, `out` keeps its value."),
    spec("shuffle", 0x04,
        Shape::Plain { out: Out::Vector, masked: false, does: Does::Shuffle,
            args: &[arg("val", Slot::A, Any), arg("idx", Slot::B, Dist)] },
        "Lane i receives lane `idx[i]` mod 32 of `val`."),
    spec("rotate", 0x05,
        Shape::Plain { out: Out::Vector, masked: false, does: Does::Rotate,
            args: &[arg("val", Slot::A, Any), arg("n", Slot::B, Dist)] },
        "Lane i receives lane (i + n) mod 32 of `val`."),
    spec("broadcast", 0x06,
        Shape::Plain { out: Out::Vector, masked: false, does: Does::Broadcast,
            args: &[arg("val", Slot::A, Any), arg("lane", Slot::B, Dist)] },
        "Every lane receives lane `lane` mod 32 of `val`."),
];
