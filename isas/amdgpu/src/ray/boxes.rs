//! Boxes: whether a ray enters them, and in which order those come that it does.

use super::{Flags, Hierarchy, INVALID, LAST_TRIANGLE, Ray};
use crate::format::widen;

/// The lowest corner and the highest one.
pub(super) type Bounds = [[f32; 3]; 2];

/// A child of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub pointer: u32,
    pub bounds: Bounds,
    /// What is known of all below it, in four bits.
    pub flags: u32,
}

impl Child {
    /// Where a node has fewer.
    pub const NONE: Child = Child {
        pointer: INVALID,
        bounds: [[f32::NAN; 3]; 2],
        flags: 0,
    };
}

/// A node of four boxes with halves.
pub(super) fn with_halves(words: &[u32; 16]) -> [Child; 4] {
    let half = |n: usize| widen(words[n / 2] >> (16 * (n % 2)) & 0xffff);
    [0, 1, 2, 3].map(|child| Child {
        pointer: words[child],
        bounds: [0, 3].map(|from| [0, 1, 2].map(|i| half(8 + 6 * child + from + i))),
        flags: 0,
    })
}

/// A node of four boxes with floats.
pub(super) fn with_floats(words: &[u32; 32]) -> [Child; 4] {
    let float = |n: usize| f32::from_bits(words[n]);
    [0, 1, 2, 3].map(|child| Child {
        pointer: words[child],
        bounds: [0, 3].map(|from| [0, 1, 2].map(|i| float(4 + 6 * child + from + i))),
        flags: words[super::BOX_FLAGS] >> (8 * child) & 0xff,
    })
}

/// A child and what it is ordered by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub pointer: u32,
    key: f32,
}

/// What comes first where children are sorted, but for how near they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// The greatest kind of pointers that come before others.
    leaves: Option<u32>,
    /// Pointers of kind 1 come first of all: they are pairs of triangles.
    pairs: bool,
}

impl Order {
    /// Of a test of four boxes.
    pub fn of_four(hierarchy: &Hierarchy) -> Order {
        Order {
            leaves: hierarchy.triangles_first.then_some(LAST_TRIANGLE),
            pairs: false,
        }
    }

    /// Of a test of eight. Where nodes are not packed, kinds 2 and 3 are eight boxes too.
    pub fn of_eight(hierarchy: &Hierarchy) -> Order {
        let last = if hierarchy.packed { LAST_TRIANGLE } else { 1 };
        Order {
            leaves: hierarchy.triangles_first.then_some(last),
            pairs: hierarchy.triangles_first,
        }
    }

    /// The less, the earlier.
    fn rank(self, pointer: u32) -> (bool, bool, bool) {
        let kind = pointer & 7;
        (
            pointer == INVALID,
            self.leaves.is_some_and(|last| kind > last),
            self.pairs && kind != 1,
        )
    }

    fn comes_later(self, a: &Hit, b: &Hit) -> bool {
        let ranks = (self.rank(a.pointer), self.rank(b.pointer));
        match ranks.0 == ranks.1 {
            true => b.key < a.key,
            false => ranks.1 < ranks.0,
        }
    }
}

/// The hardware's networks of comparisons, so that equals come in its order.
const FOUR: [(usize, usize); 5] = [(0, 2), (1, 3), (0, 1), (2, 3), (1, 2)];
/// What follows where two halves are merged.
const MERGE: [(usize, usize); 9] = [
    (0, 4),
    (1, 5),
    (2, 6),
    (3, 7),
    (2, 4),
    (3, 5),
    (1, 2),
    (3, 4),
    (5, 6),
];

impl Hierarchy {
    /// Which children a ray enters; the others have no pointer.
    pub(super) fn hits<const N: usize>(
        &self,
        children: [Child; N],
        ray: &Ray,
        flags: Flags,
    ) -> [Hit; N] {
        children.map(|child| {
            let span = Span::of(ray, child.bounds);
            let grown = span.far * (1.0 + self.grow as f32 * 2f32.powi(-24));
            let hit = span.near <= grown && !flags.culls(child.flags);
            Hit {
                pointer: if hit { child.pointer } else { INVALID },
                key: match self.heuristic {
                    1 => span.near - span.far,
                    2 => span.middle,
                    _ => span.near,
                },
            }
        })
    }

    /// Puts hits of four or eight children in order, if the descriptor asks for it.
    pub(super) fn sort(&self, hits: &mut [Hit], order: Order) {
        if !self.sorts {
            return;
        }
        let eight = hits.len() == 8;
        let mut compare = |pairs: &[(usize, usize)], from: usize| {
            for (a, b) in pairs.iter().map(|(a, b)| (from + a, from + b)) {
                if order.comes_later(&hits[a], &hits[b]) {
                    hits.swap(a, b);
                }
            }
        };
        compare(&FOUR, 0);
        if eight {
            compare(&FOUR, 4);
        }
        if eight && self.sorts_eight {
            compare(&MERGE, 0);
        }
    }
}

/// Leaves a pointer only once where children that follow each other have the same: several boxes may be about one
/// node.
pub(super) fn once(hits: &mut [Hit]) {
    let mut before = INVALID;
    for hit in hits {
        match hit.pointer == before {
            true => hit.pointer = INVALID,
            false => before = hit.pointer,
        }
    }
}

/// The part of a ray that is in a box: nothing, where it begins after it ends.
struct Span {
    near: f32,
    far: f32,
    /// Twice the middle, of the whole line.
    middle: f32,
}

impl Span {
    /// A ray along a side of a box, in the plane of that side, meets it at no particular time: such a number
    /// is none, and the other sides decide. A box of which no side says anything is not there.
    fn of(ray: &Ray, [low, high]: Bounds) -> Span {
        let (mut near, mut far) = (f32::NAN, f32::NAN);
        for i in 0..3 {
            let at = |plane: f32| (plane - ray.origin[i]) * ray.inverse[i];
            let (first, second) = match ray.inverse[i] >= 0.0 {
                true => (at(low[i]), at(high[i])),
                false => (at(high[i]), at(low[i])),
            };
            (near, far) = (near.max(first), far.min(second));
        }
        let known = !near.is_nan() && !far.is_nan();
        let middle = match (near.is_nan(), far.is_nan()) {
            (false, false) => near + far,
            (true, false) => far,
            _ => f32::INFINITY,
        };
        Span {
            near: if known { near.max(0.0) } else { f32::INFINITY },
            far: match known {
                true => far.min(ray.extent),
                false => f32::NEG_INFINITY,
            },
            middle,
        }
    }
}
