//! Boxes in fewer bits: with a common exponent, or with planes of twelve bits on a grid.

use super::INVALID;
use super::boxes::{Bounds, Child};

/// The kind of a pointer to a node of eight boxes that is packed.
pub(super) const PACKED_BOXES: u32 = 5;
/// The kind of a pointer to an instance.
pub(super) const INSTANCE: u32 = 6;
/// The kind of a pointer to two nodes of boxes with common exponents.
pub(super) const TWO_COMMON: u32 = 3;

/// A part of a word.
pub(super) fn field(word: u32, first: u32, bits: u32) -> u32 {
    word >> first & ((1 << bits) - 1)
}

/// Four boxes whose planes have signs and 17 bits, and an exponent for each axis. Children lie one after the
/// other, so that one pointer does for all.
pub(super) fn with_common_exponents(words: &[u32; 16]) -> [Child; 4] {
    /// Where the planes begin, and bits of each.
    const PLANES: (usize, usize) = (80, 18);
    /// The kind of a child that is not there.
    const ABSENT: u32 = 2;
    let kinds = [
        field(words[0], 29, 3),
        field(words[1], 0, 3),
        field(words[1], 3, 3),
        field(words[1], 6, 3),
    ];
    let exponents = [words[1] >> 24, words[2] & 0xff, words[2] >> 8 & 0xff];
    let plane = |n: usize| {
        let at = PLANES.0 + n * PLANES.1;
        let low = u64::from(words[at / 32]);
        let high = words.get(at / 32 + 1).copied().unwrap_or(0);
        ((low | u64::from(high) << 32) >> (at % 32)) as u32 & ((1 << PLANES.1) - 1)
    };
    // The flags of the last child have lost a bit.
    let flags = field(words[1], 9, 15);
    let mut number = field(words[0], 0, 29);
    let mut next = 0;
    kinds.map(|kind| {
        let child = next;
        let pointer = number << 3 | kind;
        next += 1;
        number = number.wrapping_add(match kind {
            INSTANCE | TWO_COMMON => 2,
            _ => 1,
        });
        Child {
            pointer: if kind == ABSENT { INVALID } else { pointer },
            bounds: [false, true].map(|high| {
                [0, 1, 2].map(|i| {
                    let n = 6 * child + if high { 3 } else { 0 } + i;
                    outwards(plane(n), exponents[i], high)
                })
            }),
            flags: flags >> (4 * child) & 0xf,
        }
    })
}

/// A number of a sign and 17 bits with an exponent. Bits that it has not are ones where that makes a box larger.
fn outwards(block: u32, exponent: u32, high: bool) -> f32 {
    let (negative, mantissa) = (block >> 17 & 1 != 0, block & 0x1_ffff);
    let larger = high != negative;
    let bits = match mantissa {
        0 if larger => exponent.saturating_sub(17) << 23 | 0x7f_ffff,
        0 => 0,
        _ => {
            // The leading one says how much less the exponent was.
            let less = (mantissa.leading_zeros() - 15).min(exponent);
            let own = exponent - less;
            let ones = if larger && own != 0xff { !0 } else { 0 };
            let below = ones & ((1 << (7 + less)) - 1);
            own << 23 | (mantissa << (7 + less) | below) & 0x7f_ffff
        }
    };
    f32::from_bits(bits | u32::from(negative) << 31)
}

/// Where planes of twelve bits are.
pub(super) struct Grid {
    origin: [f32; 3],
    exponents: u32,
}

impl Grid {
    /// From an origin of three words and a word of exponents.
    pub fn of(words: &[u32]) -> Grid {
        Grid {
            origin: [0, 1, 2].map(|i| f32::from_bits(words[i])),
            exponents: words[3],
        }
    }

    /// A plane is a 4096th of the size of the node. What would be a denormal is zero.
    fn plane(&self, axis: usize, plane: u32) -> f32 {
        let size = field(self.exponents, 8 * axis as u32, 8);
        let exponent = match plane.checked_ilog2() {
            Some(highest) if highest + size > 12 => highest + size - 12,
            _ => return self.origin[axis],
        };
        let mantissa = plane << (23 - plane.ilog2()) & 0x7f_ffff;
        let offset = f32::from_bits((exponent << 23 | mantissa) & 0x7fff_ffff);
        offset + self.origin[axis]
    }
}

/// A child on a grid.
pub(super) struct Quantised {
    pub bounds: Bounds,
    pub flags: u32,
    /// Which rays see what is below it.
    pub mask: u32,
    pub kind: u32,
    /// How many nodes of 128 bytes follow it before the next child's.
    pub nodes: u32,
}

impl Quantised {
    /// From three words. The highest plane is stored one less than it is.
    pub fn of(words: &[u32], grid: &Grid) -> Quantised {
        let [a, b, c] = [words[0], words[1], words[2]];
        let low = [field(a, 0, 12), field(a, 12, 12), field(b, 0, 12)];
        let high = [field(b, 12, 12), field(c, 0, 12), field(c, 12, 12)];
        Quantised {
            bounds: [low, high.map(|plane| plane + 1)]
                .map(|planes| [0, 1, 2].map(|i| grid.plane(i, planes[i]))),
            flags: field(a, 24, 4),
            mask: b >> 24,
            kind: field(c, 24, 4),
            nodes: c >> 28,
        }
    }
}

/// The children of a packed node, of which there is room for so many: inner nodes lie one after the other from one
/// pointer on, all others from another. Those that the mask of a ray excludes are none.
pub(super) fn children<const N: usize>(
    words: &[u32],
    grid: &Grid,
    first: [u32; 2],
    mask: u32,
) -> [Child; N] {
    let count = field(grid.exponents, 28, N.ilog2()) as usize + 1;
    let [mut inner, mut leaves] = first;
    let mut all = [Child::NONE; N];
    for (child, words) in all.iter_mut().zip(words.chunks_exact(3)).take(count) {
        let quantised = Quantised::of(words, grid);
        let next = match quantised.kind {
            PACKED_BOXES => &mut inner,
            _ => &mut leaves,
        };
        let pointer = *next | quantised.kind;
        *next = next.wrapping_add(quantised.nodes << 4);
        *child = Child {
            pointer: match quantised.mask & mask {
                0 => INVALID,
                _ => pointer,
            },
            bounds: quantised.bounds,
            flags: quantised.flags,
        };
    }
    all
}

impl Grid {
    /// The node says that its children are not to be sorted.
    pub fn is_unsorted(&self) -> bool {
        self.exponents >> 24 & 1 != 0
    }
}
