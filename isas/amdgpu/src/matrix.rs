//! The matrix instructions of RDNA: their shapes, and where the elements of matrices lie across a wave.
//!
//! RDNA 3 has a whole row of A, or column of B, in each of 16 lanes, repeated in the other lanes, and
//! deals the rows of C and D out to groups of 16 lanes in turn. RDNA 4 divides K, and the rows, between
//! two groups of 16 lanes; in a wave of 64 the upper lanes hold what a wave of 32 has in the upper half
//! of its registers. What fits into one register stays in the lower lanes, and the upper are not read.
//!
//! `corpus/rdna/matrix` has where AMD's matrix instruction calculator puts every element.

use crate::meaning::Meaning;
use crate::target::Target;

/// The types and the depth of a matrix product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// Of C and D.
    pub d: Element,
    /// Columns of A, rows of B.
    pub k: u8,
    /// Of A.
    pub a: Element,
    /// Of B.
    pub b: Element,
    /// A holds two of every four values.
    pub sparse: bool,
}

/// The type of a matrix's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names say it.
pub enum Element {
    F64,
    F32,
    /// Single precision of which the factors lose 13 bits.
    Xf32,
    F16,
    Bf16,
    Fp8,
    Bf8,
    /// Without infinities and with one zero; so are those that follow.
    Fp8Fnuz,
    Bf8Fnuz,
    /// Of six bits.
    Fp6,
    Bf6,
    Fp4,
    /// As a modifier says, floats of eight, six or four bits.
    Mixed,
    I32,
    /// So many bits, signed or unsigned by the instruction's modifiers.
    Int(u8),
}

impl Element {
    /// How many bits an element has.
    pub fn bits(self) -> u32 {
        match self {
            Element::F64 => 64,
            Element::F32 | Element::Xf32 | Element::I32 => 32,
            Element::F16 | Element::Bf16 => 16,
            Element::Fp8 | Element::Bf8 | Element::Fp8Fnuz | Element::Bf8Fnuz | Element::Mixed => 8,
            Element::Fp6 | Element::Bf6 => 6,
            Element::Fp4 => 4,
            Element::Int(bits) => bits.into(),
        }
    }
}

/// `D = A * B + C`, with 16 rows of A, 16 columns of B and so many products in each sum.
pub const fn wmma(d: Element, k: u8, a: Element, b: Element) -> Meaning {
    Meaning::Matrix(Matrix {
        d,
        k,
        a,
        b,
        sparse: false,
    })
}

/// `D = A * B + D`, where A holds two of every four values and an index says which.
pub const fn swmmac(d: Element, k: u8, a: Element, b: Element) -> Meaning {
    Meaning::Matrix(Matrix {
        d,
        k,
        a,
        b,
        sparse: true,
    })
}

/// Rows of A, columns of B.
const SIDE: usize = 16;

/// How waves of one size hold matrices.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    lanes: usize,
    divided: bool,
}

/// Where an element is: its lane, and its position among the values of that lane, lowest bits first.
pub type Spot = (usize, usize);

impl Layout {
    /// That of waves of so many lanes.
    pub fn new(target: Target, lanes: usize) -> Layout {
        Layout {
            lanes,
            divided: target.generation().divides_matrices,
        }
    }

    /// Whether lanes share K.
    pub fn is_divided(&self) -> bool {
        self.divided
    }

    /// Value `k` of the `depth` values of a row of A or a column of B.
    pub fn factor(&self, element: Element, depth: usize, line: usize, k: usize) -> Spot {
        if !self.divided {
            return (line, k);
        }
        let each = depth / 2;
        let (group, at) = match takes_turns(element) {
            true => {
                let run = each / 2;
                (k / run % 2, k / each * run + k % run)
            }
            false => (k / each, k % each),
        };
        self.fold(element, each, (SIDE * group + line, at))
    }

    /// Row `m` and column `n` of C and D.
    pub fn sum(&self, element: Element, m: usize, n: usize) -> Spot {
        if !self.divided {
            let groups = self.lanes / SIDE;
            return (m % groups * SIDE + n, m / groups);
        }
        self.fold(element, 8, (m / 8 * SIDE + n, m % 8))
    }

    /// How many of `depth` values of a row or a column a lane holds.
    pub fn held(&self, element: Element, depth: usize) -> usize {
        match self.divided {
            true => depth / 2 / self.folds(element, depth / 2),
            false => depth,
        }
    }

    /// Which K value `n` of lane `l` is of, as pages write it.
    pub fn factor_formula(&self, element: Element, depth: usize) -> String {
        let each = depth / 2;
        let run = each / 2;
        match (
            self.divided,
            takes_turns(element),
            self.folds(element, each),
        ) {
            (false, ..) => "n".into(),
            (_, true, 2) => format!("{run}*(l/16)+n"),
            (_, true, _) => format!("{each}*(n/{run})+{run}*(l/16)+n%{run}"),
            (_, false, 2) => format!("{each}*(l/16%2)+{run}*(l/32)+n"),
            (_, false, _) => format!("{each}*(l/16)+n"),
        }
    }

    /// Which row value `n` of lane `l` is of, as pages write it.
    pub fn sum_formula(&self) -> String {
        match (self.divided, self.lanes) {
            (false, lanes) => format!("{}*n+l/16", lanes / SIDE),
            (true, 64) => "8*(l/16%2)+4*(l/32)+n".into(),
            (true, _) => "8*(l/16)+n".into(),
        }
    }

    /// Into how many lanes go what one lane of a wave of 32 has in `each` values.
    pub fn folds(&self, element: Element, each: usize) -> usize {
        let registers = each * element.bits() as usize / 32;
        if self.lanes == 64 && registers > 1 {
            2
        } else {
            1
        }
    }

    fn fold(&self, element: Element, each: usize, (lane, at): Spot) -> Spot {
        let each = each / self.folds(element, each);
        (lane + at / each * 32, at % each)
    }
}

/// The two groups of lanes hold 16-bit values by turns, half of a lane's values at a time: it is the
/// order in which they are added up.
fn takes_turns(element: Element) -> bool {
    element.bits() == 16
}
