//! Tests of two nodes at once, and of nodes of eight boxes: RDNA 4.
//!
//! A base of 64 bits says where the hierarchy is, and has the flags; nodes are offsets from it. The answer is eight
//! words about the nodes and two about triangles, and the ray: instances change it.
//!
//! Where nodes are not packed, kind 2 is two nodes of four boxes with floats and kind 3 two of those with common
//! exponents, tested as one. Where they are, kind 5 is eight boxes, and 0 to 3 are pairs of triangles of a packet, with
//! bit 3 for pairs from four on.

use super::boxes::{Child, Hit, Order, once};
use super::instance::ADDRESS;
use super::oriented;
use super::packed::{self, Grid, INSTANCE, PACKED_BOXES, TWO_COMMON};
use super::packet::Packet;
use super::triangle::{self, Found};
use super::{Flags, Hierarchy, INVALID, LAST_TRIANGLE, Load, Ray, TRIANGLE_ID};
use uop::Trap;

/// The kind of a pointer to two nodes of boxes with floats.
const TWO_FLOATS: u32 = 2;
/// The word of a triangle node that has the number of its geometry.
const GEOMETRY: usize = 14;

/// Where a test is made.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// Of the hierarchy, in units of eight bytes, with flags.
    pub base: u64,
    /// What the ray sees, in eight bits.
    pub mask: u32,
}

impl Query {
    /// The number of a node.
    fn number(&self, node: u32) -> u64 {
        ((self.base & ADDRESS) + u64::from(node & !7)) >> 3
    }
}

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Four words for each of two nodes or triangles, or eight children; then a word for each of two triangles.
    pub words: [u32; 10],
    /// Where the ray begins, as bits.
    pub origin: [u32; 3],
    /// Where it goes, as bits.
    pub direction: [u32; 3],
}

impl Answer {
    /// Nothing is hit.
    pub(super) fn none(ray: &Ray) -> Answer {
        Answer {
            words: [INVALID; 10],
            origin: ray.origin.map(f32::to_bits),
            direction: ray.direction.map(f32::to_bits),
        }
    }

    fn with(mut self, from: usize, words: &[u32]) -> Answer {
        self.words[from..from + words.len()].copy_from_slice(words);
        self
    }
}

impl Ray {
    /// The same ray with the inverse that its direction has.
    pub fn with_inverse(self) -> Ray {
        let inverse = self.direction.map(|it| 1.0 / it);
        Ray { inverse, ..self }
    }
}

/// What one of two nodes gives.
enum Half {
    Words([u32; 4]),
    Boxes([Hit; 4]),
}

impl Hierarchy {
    /// Tests two nodes. The first one may be an instance, and then the second one is not looked at.
    pub fn test_two(
        &self,
        query: &Query,
        nodes: [u32; 2],
        ray: &Ray,
        load: Load,
    ) -> Result<Answer, Trap> {
        if self.packed {
            let what = "packed nodes in a test that is not of eight boxes: what it makes of them is not known";
            return Err(Trap::Unmodelled(what.into()));
        }
        let is_instance = |node: u32| self.instances && node & 7 == INSTANCE;
        if is_instance(nodes[0]) {
            return match is_instance(nodes[1]) {
                true => Ok(Answer::none(ray)),
                false => self.instance(query, query.number(nodes[0]), ray, load),
            };
        }
        let mut answer = Answer::none(ray);
        let mut halves = [Half::Words([INVALID; 4]), Half::Words([INVALID; 4])];
        for (at, node) in nodes.into_iter().enumerate() {
            let geometry;
            (halves[at], geometry) = self.half(query, node, ray, load)?;
            answer.words[8 + at] = geometry;
        }
        let order = Order::of_four(self);
        if let [Half::Boxes(a), Half::Boxes(b)] = halves {
            let mut all = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
            self.sort(&mut all, order);
            return Ok(answer.with(0, &all.map(|hit| hit.pointer)));
        }
        for (at, half) in halves.into_iter().enumerate() {
            let words = match half {
                Half::Words(words) => words,
                Half::Boxes(mut hits) => {
                    self.sort(&mut hits, order);
                    hits.map(|hit| hit.pointer)
                }
            };
            answer = answer.with(4 * at, &words);
        }
        Ok(answer)
    }

    /// Tests a node of eight boxes, an instance, or two triangles of one node.
    pub fn test_eight(
        &self,
        query: &Query,
        node: u32,
        ray: &Ray,
        load: Load,
    ) -> Result<Answer, Trap> {
        let none = Answer::none(ray);
        let number = query.number(node);
        let flags = self.flags(query.base);
        match node & 7 {
            INSTANCE if self.packed && self.instances => self.instance(query, number, ray, load),
            PACKED_BOXES if self.packed => {
                let Some(words) = self.fetch::<32>(number, load)? else {
                    return Ok(none);
                };
                let grid = Grid::of(&words[3..]);
                let inner = [words[0] | PACKED_BOXES, words[1]];
                let children = packed::children::<8>(&words[8..], &grid, inner, query.mask);
                let turned = match words[7] & 0x7f {
                    oriented::NONE => *ray,
                    number => oriented::turned(ray, number),
                };
                Ok(none.with(
                    0,
                    &self.eight(children, &turned, flags, !grid.is_unsorted()),
                ))
            }
            0..=LAST_TRIANGLE if self.packed => {
                // The fourth bit belongs to the kind, and nodes have 128 bytes.
                let Some(words) = self.fetch::<32>(query.number(node & !8), load)? else {
                    return Ok(none);
                };
                let pair = (node & 3 | (node & 8) >> 1) as usize;
                Ok(none.with(0, &Packet::of(words)?.test(pair, ray, flags)))
            }
            _ if self.packed => Ok(none),
            kind @ (TWO_FLOATS | TWO_COMMON) => {
                let (a, b) = match kind {
                    TWO_FLOATS => (self.four(number, 5, load)?, self.four(number + 2, 5, load)?),
                    _ => {
                        let common = Hierarchy {
                            common_exponents: true,
                            ..*self
                        };
                        let mut four = |number: u64| common.four(number, 4, load);
                        (four(number)?, four(number + 1)?)
                    }
                };
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(none);
                };
                let all = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
                Ok(none.with(0, &self.eight(all, ray, flags, true)))
            }
            // The second of two triangles stands for both.
            1 => self.test_two(query, [node - 1, node], ray, load),
            _ => self.test_two(query, [node, INVALID], ray, load),
        }
    }

    fn eight(&self, children: [Child; 8], ray: &Ray, flags: Flags, sorts: bool) -> [u32; 8] {
        let mut hits = self.hits(children, ray, flags);
        once(&mut hits);
        if sorts {
            self.sort(&mut hits, Order::of_eight(self));
        }
        hits.map(|hit| hit.pointer)
    }

    /// One of two nodes, and the number of its geometry.
    fn half(&self, query: &Query, node: u32, ray: &Ray, load: Load) -> Result<(Half, u32), Trap> {
        let none = (Half::Words([INVALID; 4]), INVALID);
        let (number, flags) = (query.number(node), self.flags(query.base));
        Ok(match node & 7 {
            kind @ 0..=LAST_TRIANGLE => match self.fetch::<16>(number, load)? {
                Some(words) => (
                    Half::Words(self.primitive(kind as usize, &words, ray, flags)),
                    words[GEOMETRY],
                ),
                None => none,
            },
            kind => match self.four(number, kind, load)? {
                Some(children) => (Half::Boxes(self.hits(children, ray, flags)), INVALID),
                None => none,
            },
        })
    }

    /// A triangle, or a primitive that is none. Shares have no signs of their own: they say that a program has to
    /// look at the primitive, or whether it is there.
    fn primitive(&self, kind: usize, words: &[u32; 16], ray: &Ray, flags: Flags) -> [u32; 4] {
        let id = words[TRIANGLE_ID];
        let about = id >> (8 * kind);
        let opaque = flags.opaque(about >> 7 & 1 != 0);
        let sign = u32::from(!opaque) << 31;
        let (infinity, one) = (f32::INFINITY.to_bits(), 1f32.to_bits());
        if about >> 6 & 1 != 0 {
            let hit = !flags.has(Flags::SKIP_PROCEDURAL) && !flags.culls_opaque(opaque);
            let t = if hit { 0 } else { infinity };
            return match self.barycentrics {
                true => [t, one, 1 << 31 | one, sign | one],
                false => [t, one, id, u32::from(hit)],
            };
        }
        let found = Found::of(ray, triangle::corners(kind, words));
        let (mut t, mut scale) = (found.t as f32, found.scale as f32);
        if flags.has(Flags::FLIP) {
            (t, scale) = (-t, -scale);
        }
        let culled = flags.culls_face(scale >= 0.0) || flags.culls_opaque(opaque);
        let hit = found.is_hit() && !culled;
        let [t, scale] = match hit {
            true => [t.to_bits(), scale.to_bits()],
            false => [infinity, one],
        };
        match self.barycentrics {
            false => [t, scale, id, u32::from(hit)],
            true if !hit => [t, scale, 0, sign],
            true => {
                let [i, j] = found.shares(about).map(|share| share.abs().to_bits());
                [t, scale, i, sign | j]
            }
        }
    }
}
