//! The matrix instructions of CDNA: their shapes, and where the elements of matrices lie across a wave.
//!
//! Lanes are divided between the lines (rows of A, columns of B) of all blocks, and what remains are
//! groups that share K: each holds a run of it, lowest bits first. Where a run is 256 bits long the
//! groups hold half of it, one after the other, and then the other half. A sparse A is the same with
//! the values that are stored.
//!
//! C and D have a column in every lane. Four rows that follow each other are in registers that do, and
//! groups of lanes take such fours in turn; rows of doubles go round one by one.
//!
//! `corpus/cdna/matrix` has where AMD's matrix instruction calculator puts every element on CDNA 3. It
//! does not know CDNA 4: of that, blogs of AMD show dense products ("Matrix Core Programming on AMD CDNA
//! 3 and CDNA 4 architecture") and AMD's floating point sanitizer has sparse ones as a chip showed them.

use crate::encoding::{Encoding, ParamKind};
use crate::inst::{Mod, Mods};
use crate::matrix::Spot;
use crate::meaning::{Element, Meaning};

/// Lanes of a wave.
const LANES: usize = 64;
/// Bits of a lane's values that it has in one run.
const RUN: usize = 128;

/// The shape and the types of a product of matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mfma {
    /// Of C and D.
    pub d: Element,
    /// Rows of A, columns of B.
    pub side: u8,
    /// Columns of A, rows of B.
    pub k: u8,
    /// Products that are independent of each other.
    pub blocks: u8,
    /// Of A.
    pub a: Element,
    /// Of B.
    pub b: Element,
    /// What else there is to it.
    pub kind: MfmaKind,
    /// Passes of four cycles through the matrix core, with the smallest elements that it takes.
    pub least_passes: u8,
}

/// What the last operands of a product of matrices are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MfmaKind {
    /// C.
    Dense,
    /// Which two of every four values A holds; D is C too.
    Sparse,
    /// C, and the scales of 32 values each of A and of B.
    Scaled,
}

/// `D = A * B + C` in so many blocks, with as many rows as columns.
pub const fn mfma(
    d: Element,
    side: u8,
    k: u8,
    blocks: u8,
    a: Element,
    b: Element,
    least_passes: u8,
) -> Meaning {
    Meaning::Mfma(Mfma {
        d,
        side,
        k,
        blocks,
        a,
        b,
        kind: MfmaKind::Dense,
        least_passes,
    })
}

/// `D = A * B + D`, where A holds two of every four values and an index says which.
pub const fn smfmac(
    d: Element,
    side: u8,
    k: u8,
    a: Element,
    b: Element,
    least_passes: u8,
) -> Meaning {
    Meaning::Mfma(Mfma {
        d,
        side,
        k,
        blocks: 1,
        a,
        b,
        kind: MfmaKind::Sparse,
        least_passes,
    })
}

/// `D = A * B + C`, where modifiers say what A and B are made of; with scales or without.
pub const fn mfma_mixed(side: u8, k: u8, least_passes: u8, scaled: bool) -> Meaning {
    Meaning::Mfma(Mfma {
        d: Element::F32,
        side,
        k,
        blocks: 1,
        a: Element::Mixed,
        b: Element::Mixed,
        kind: if scaled {
            MfmaKind::Scaled
        } else {
            MfmaKind::Dense
        },
        least_passes,
    })
}

/// Formats that modifiers name, by their numbers.
const MIXED: [Element; 5] = [
    Element::Fp8,
    Element::Bf8,
    Element::Fp6,
    Element::Bf6,
    Element::Fp4,
];

/// How many registers hold the 32 values of a format that a modifier names.
fn mixed_registers(format: i32) -> u8 {
    // Numbers that name no format are taken as if they did one of bytes.
    let element = MIXED.get(format as usize).unwrap_or(&Element::Fp8);
    element.bits() as u8
}

/// Whether the registers of A or B are as many as the format takes that a modifier names.
pub(crate) fn format_fits(encoding: &Encoding, which: Mod, format: i32) -> bool {
    let Meaning::Mfma(Mfma {
        a: Element::Mixed, ..
    }) = encoding.row.meaning
    else {
        return true;
    };
    let factor = match which {
        Mod::Cbsz => 1,
        Mod::Blgp => 2,
        _ => return true,
    };
    encoding.params[factor].kind == ParamKind::Vgpr(mixed_registers(format))
}

impl Mfma {
    /// The product with the types that modifiers name, if they do.
    pub fn resolved(self, mods: &Mods) -> Option<Mfma> {
        if self.a != Element::Mixed {
            return Some(self);
        }
        let format = |number: i32| MIXED.get(number as usize).copied();
        let (a, b) = (format(mods.cbsz)?, format(mods.blgp)?);
        Some(Mfma { a, b, ..self })
    }

    /// Passes of four cycles that it takes.
    pub fn passes(self, mods: &Mods) -> u32 {
        let bytes = |format: i32| mixed_registers(format) == 8;
        let slow = self.a == Element::Mixed && (bytes(mods.cbsz) || bytes(mods.blgp));
        u32::from(self.least_passes) << u32::from(slow)
    }

    /// Whether two of every four values of A are stored.
    pub fn is_sparse(self) -> bool {
        self.kind == MfmaKind::Sparse
    }

    /// Values that are stored of a row of A.
    pub fn stored(self) -> usize {
        usize::from(self.k) >> u32::from(self.is_sparse())
    }

    /// Values of a matrix with so many in a line that a lane holds.
    pub fn held(self, depth: usize) -> usize {
        depth * usize::from(self.side) * usize::from(self.blocks) / LANES
    }

    /// In how many runs a lane has them.
    pub fn runs(self, element: Element, depth: usize) -> usize {
        match self.held(depth) * element.bits() as usize {
            bits if bits == 2 * RUN => 2,
            _ => 1,
        }
    }

    /// Value `k` of the `depth` values of a row of A or a column of B.
    pub fn factor(
        self,
        element: Element,
        depth: usize,
        block: usize,
        line: usize,
        k: usize,
    ) -> Spot {
        let side = usize::from(self.side);
        let runs = self.runs(element, depth);
        let run = self.held(depth) / runs;
        let (turn, k) = (k / (depth / runs), k % (depth / runs));
        let lane = (k / run * usize::from(self.blocks) + block) * side + line;
        (lane, turn * run + k % run)
    }

    /// Row `m` and column `n` of C and D; doubles count as one value.
    pub fn sum(self, block: usize, m: usize, n: usize) -> Spot {
        let side = usize::from(self.side);
        let groups = LANES / side;
        // Blocks that are side by side, and values of a block that each lane has.
        let (together, each) = match side {
            4 => (usize::from(self.blocks), 0),
            _ => (1, side * side / LANES),
        };
        let (group, at) = match self.d {
            Element::F64 => (m % groups, m / groups),
            _ => (m / 4 % groups, m / (4 * groups) * 4 + m % 4),
        };
        let lane = (group * together + block % together) * side + n;
        (lane, block * each + at)
    }

    /// The block of A that a block's product takes, by `cbsz` and `abid`.
    pub fn block_of_a(self, block: usize, mods: &Mods) -> usize {
        // A sparse product and formats have other uses for the modifiers, one block none.
        if !self.repeats_a() {
            return block;
        }
        let most = self.blocks.ilog2();
        let others = (1 << (mods.cbsz as u32).min(most)) - 1;
        block & !others | mods.abid as usize & others
    }

    /// Whether `cbsz` and `abid` say which blocks of A are taken.
    pub fn repeats_a(self) -> bool {
        self.blocks > 1 && self.d != Element::F64
    }

    /// The lane that a lane of B is taken from, by `blgp`.
    pub fn lane_of_b(self, lane: usize, mods: &Mods) -> usize {
        if !self.permutes_b() {
            return lane;
        }
        match mods.blgp as usize {
            0 => lane,
            half @ 1..=2 => lane % 32 + 32 * (half - 1),
            3 => (lane + 16) % LANES,
            quarter => lane % 16 + 16 * (quarter - 4),
        }
    }

    /// Whether `blgp` says where lanes of B come from.
    pub fn permutes_b(self) -> bool {
        self.a == Element::F32 || self.repeats_a()
    }

    /// The first bit of a lane's indices of a sparse A, by `cbsz` and `abid`.
    pub fn first_index(self, mods: &Mods) -> u32 {
        let bits = 2 * self.held(self.stored()) as u32;
        match mods.cbsz {
            0 => mods.abid as u32 * bits % 32,
            _ => 0,
        }
    }
}
