//! Which instructions give what the chip gives, to the bit.

use crate::inst::AmdInst;
use crate::meaning::{Element, Image, Meaning, Nodes, Texels};
use isa::Fidelity;
use op::Op;

const ESTIMATE: &str = "the chip has an estimate, good to about one unit in the last place; here it is \
                        the nearest number";
const SUMS: &str = "in which order and on which grid the chip adds products is in no manual: it is \
                    concluded from results that were published and measured";
const LAYOUT: &str =
    "no manual shows which lanes of a wave of 64 get which elements: concluded from waves of 32";
const SIXTHS: &str =
    "no manual shows which lanes get which elements of 6 bits: concluded from those of 4 bits";
const SHARE: &str = "what M0 says about the global data share is in no manual of this generation: \
                     concluded from earlier ones and from drivers";
const MACHINE: &str = "it asks where or when it runs: there is one place here, and clocks tick when they \
                       are read";

const FILTER: &str = "the chip has fewer bits of texels and of levels of detail, and its own logarithm; here \
                      places between texels have eight bits, and nothing else is rounded before the result";
const TEXELS: &str = "where samples of a texel lie, and what becomes of its bits unconverted, is in no \
                      manual";

const RAYS: &str = "how the chip rounds ray tests is in no manual; here boxes are tested in single \
                    precision, and triangles are rounded once";

const WIDE_RAYS: &str = "nodes of eight boxes, packets of triangles and instances are in no manual: they are as \
                         drivers write them, and tested as a driver does where a chip cannot";

const STACK: &str = "the manuals push nodes in another order, and their pseudocode pops an entry that was not pushed; \
                     here it is as drivers count on it";

impl AmdInst {
    /// How sure its result is to be what the chip gives.
    pub fn fidelity(&self) -> Fidelity {
        let of = |meaning: Meaning| meaning.alone().fidelity();
        let both = [Some(self.row()), self.encoding.second];
        let both = both.into_iter().flatten().map(|row| of(row.meaning));
        let share = match self.mods.gds != 0 {
            true => Fidelity::Inferred(SHARE),
            false => Fidelity::Exact,
        };
        both.chain([share]).max().unwrap_or_default()
    }
}

impl Meaning {
    fn fidelity(self) -> Fidelity {
        use Meaning::{
            DotBytes, DotHalves, DotPairs, GetRegister, Lane, LoadTransposed, Matrix,
            MessageReturn, Mfma, OfImage, OnScalar, OrderedAdd, RayStack, TestRay,
        };
        match self {
            Lane(op) | OnScalar(op) => Fidelity::approximate_if(is_estimate(op), ESTIMATE),
            DotPairs(_) | DotHalves(_) | DotBytes(_) => Fidelity::Inferred(SUMS),
            Matrix(matrix) if !matches!(matrix.d, Element::I32) => Fidelity::Inferred(SUMS),
            Mfma(product) if !matches!(product.d, Element::I32) => Fidelity::Inferred(SUMS),
            LoadTransposed { bits: 6, .. } => Fidelity::Inferred(SIXTHS),
            LoadTransposed { lanes: 4, .. } => Fidelity::Inferred(LAYOUT),
            OfImage(Image::Sample(_) | Image::Lod) => Fidelity::Approximate(FILTER),
            OfImage(Image::Samples | Image::Gather { row: true, .. }) => Fidelity::Inferred(TEXELS),
            OfImage(Image::Load(texels) | Image::Store(texels)) if texels != Texels::Converted => {
                Fidelity::Inferred(TEXELS)
            }
            TestRay(Nodes::One) => Fidelity::Approximate(RAYS),
            TestRay(_) => Fidelity::Inferred(WIDE_RAYS),
            RayStack(_) => Fidelity::Inferred(STACK),
            OrderedAdd => Fidelity::Inferred(SHARE),
            GetRegister | MessageReturn => Fidelity::Approximate(MACHINE),
            _ => Fidelity::Exact,
        }
    }
}

/// Square roots are estimates on these chips, too.
fn is_estimate(op: Op) -> bool {
    op.is_estimate() || matches!(op, Op::SqrtF32 | Op::SqrtF16 | Op::SqrtF64)
}
