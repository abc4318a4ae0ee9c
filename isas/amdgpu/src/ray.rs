//! Tests of rays against nodes of a bounding volume hierarchy, as `image_bvh_intersect_ray` does them.
//!
//! A node has 64 bytes, or 128. What a pointer's three lowest bits say of it, and what lies where, is as
//! AMD's drivers write it: 0 to 3 are triangles that share up to five corners, 4 and 5 are four boxes
//! with halves and with floats, 6 and 7 mean something to programs alone. How the hardware rounds is in
//! no manual. Here boxes are tested in single precision and grown as the descriptor says, so that a
//! ray that grazes one enters it; triangles are tested in double precision and rounded once.

use crate::target::Target;

/// A child that is not there, and a box that is not hit.
pub const INVALID: u32 = !0;
/// Bytes that pointers count.
const NODE_BYTES: u64 = 64;
/// The word of a triangle node that describes its triangles, a byte for each.
const TRIANGLE_ID: usize = 15;
/// The word of a node of boxes with floats that has flags for its children.
const BOX_FLAGS: usize = 28;

/// What a descriptor of four words says about a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// Of the first byte.
    pub base: u64,
    /// The number of the last node.
    pub last: u64,
    /// Children that are hit come in order.
    pub sorts: bool,
    /// What they are ordered by: 0 how near they are, 1 how much of the ray is in them, 2 how near their
    /// middle is.
    pub heuristic: u32,
    /// Pointers to triangles come before those to boxes.
    pub triangles_first: bool,
    /// How far boxes are grown, in halves of a unit in the last place.
    pub grow: u32,
    /// Pointers of 64 bits have flags.
    pub pointer_flags: bool,
    /// A triangle gives where it was hit instead of its number.
    pub barycentrics: bool,
    /// Something that is set and not known here.
    pub unknown: Option<&'static str>,
}

impl Hierarchy {
    /// What a descriptor of all-zero flags would say, at an address.
    pub fn at(base: u64) -> Hierarchy {
        Hierarchy {
            base,
            last: (1 << 42) - 1,
            sorts: false,
            heuristic: 0,
            triangles_first: false,
            grow: 0,
            pointer_flags: false,
            barycentrics: true,
            unknown: None,
        }
    }

    /// Reads a descriptor.
    pub fn read(words: [u32; 4], target: Target) -> Hierarchy {
        let bit = |word: usize, at: u32| words[word] >> at & 1 != 0;
        let wide = target.generation().wide_descriptors;
        let unknown = match words[3] >> 28 {
            8 if wide && bit(3, 20) => Some("boxes that are packed in 64 bytes"),
            8 if wide && bit(3, 19) => Some("compressed nodes"),
            8 if wide && bit(3, 18) => Some("nodes of instances"),
            8 => None,
            _ => Some("a descriptor that is none of a hierarchy"),
        };
        Hierarchy {
            base: (u64::from(words[0]) | u64::from(words[1] & 0xff) << 32) << 8,
            last: u64::from(words[2]) | u64::from(words[3] & 0x3ff) << 32,
            sorts: bit(1, 31),
            heuristic: words[1] >> 21 & 3,
            triangles_first: wide && bit(1, 20),
            grow: words[1] >> 23 & 0xff,
            pointer_flags: bit(3, 23),
            barycentrics: bit(3, 24),
            unknown,
        }
    }

    /// The words of a descriptor.
    pub fn words(&self) -> [u32; 4] {
        let base = self.base >> 8;
        let flag = |on: bool, at: u32| u32::from(on) << at;
        [
            base as u32,
            (base >> 32) as u32 & 0xff
                | flag(self.triangles_first, 20)
                | self.heuristic << 21
                | self.grow << 23
                | flag(self.sorts, 31),
            self.last as u32,
            (self.last >> 32) as u32 & 0x3ff
                | flag(self.pointer_flags, 23)
                | flag(self.barycentrics, 24)
                | 8 << 28,
        ]
    }
}

/// A ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Boxes that begin farther away are not hit.
    pub extent: f32,
    /// Where it begins.
    pub origin: [f32; 3],
    /// Where it goes.
    pub direction: [f32; 3],
    /// One over each component of the direction, as the program has it.
    pub inverse: [f32; 3],
}

/// What flags of a pointer say, from bit 54 on.
#[derive(Clone, Copy)]
struct Flags(u64);

impl Flags {
    const FORCE_OPAQUE: u32 = 54;
    const FORCE_NOT_OPAQUE: u32 = 55;
    const FLIP: u32 = 57;
    const CULL_BACK: u32 = 58;
    const CULL_FRONT: u32 = 59;
    const CULL_OPAQUE: u32 = 60;
    const CULL_NOT_OPAQUE: u32 = 61;
    const SKIP_TRIANGLES: u32 = 62;
    const SKIP_PROCEDURAL: u32 = 63;
    const FIRST: u32 = Flags::FORCE_OPAQUE;

    fn has(self, flag: u32) -> bool {
        self.0 >> flag & 1 != 0
    }

    /// Whether a child is left out, by what is known of all below it.
    fn culls(self, child: u32) -> bool {
        let all = |bit: u32| child >> bit & 1 != 0;
        let (opaque, not) = (Flags::FORCE_OPAQUE, Flags::FORCE_NOT_OPAQUE);
        let only_opaque = (all(0) || self.has(opaque)) && !self.has(not);
        let only_not = (all(1) || self.has(not)) && !self.has(opaque);
        only_opaque && self.has(Flags::CULL_OPAQUE)
            || only_not && self.has(Flags::CULL_NOT_OPAQUE)
            || all(2) && self.has(Flags::SKIP_TRIANGLES)
            || all(3) && self.has(Flags::SKIP_PROCEDURAL)
    }
}

impl Hierarchy {
    /// Tests a ray against the node of a pointer; `load` gives words of memory.
    pub fn test<E>(
        &self,
        pointer: u64,
        ray: &Ray,
        load: impl FnOnce(u64, &mut [u32]) -> Result<(), E>,
    ) -> Result<[u32; 4], E> {
        let flags = Flags(if self.pointer_flags { pointer } else { 0 });
        let number = (pointer & ((1 << Flags::FIRST) - 1)) >> 3;
        let kind = pointer as u32 & 7;
        let large = kind == 5;
        if kind > 5 || number + u64::from(large) > self.last {
            return Ok([INVALID; 4]);
        }
        let mut words = [0; 32];
        let words = &mut words[..if large { 32 } else { 16 }];
        let address = self.base.wrapping_add(number.wrapping_mul(NODE_BYTES));
        load(address, words)?;
        Ok(match kind {
            0..=3 => self.triangle(kind as usize, words, ray, flags),
            _ => self.boxes(words, ray, flags),
        })
    }

    fn boxes(&self, words: &[u32], ray: &Ray, flags: Flags) -> [u32; 4] {
        let all_flags = words.get(BOX_FLAGS).copied().unwrap_or(0);
        let mut hits = [0, 1, 2, 3].map(|child| {
            let bounds = match words.len() {
                32 => bounds(&words[4 + 6 * child..]),
                _ => half_bounds(&words[4 + 3 * child..]),
            };
            let span = Span::of(ray, bounds);
            let grown = span.far * (1.0 + self.grow as f32 * 2f32.powi(-24));
            let culled = flags.culls(all_flags >> (8 * child));
            let hit = span.near <= grown && !culled;
            Hit {
                pointer: if hit { words[child] } else { INVALID },
                key: match self.heuristic {
                    1 => span.near - span.far,
                    2 => span.middle,
                    _ => span.near,
                },
            }
        });
        if self.sorts {
            // The hardware's network of comparisons, so that equals come in its order.
            for (a, b) in [(0, 2), (1, 3), (0, 1), (2, 3), (1, 2)] {
                if self.comes_later(&hits[a], &hits[b]) {
                    hits.swap(a, b);
                }
            }
        }
        hits.map(|hit| hit.pointer)
    }

    /// Whether `a` is to come after `b`, which follows it.
    fn comes_later(&self, a: &Hit, b: &Hit) -> bool {
        if a.pointer == INVALID || b.pointer == INVALID {
            return a.pointer == INVALID;
        }
        let leaf = |hit: &Hit| self.triangles_first && hit.pointer & 7 <= 3;
        match (leaf(a), leaf(b)) {
            (true, false) => false,
            (false, true) => true,
            _ => b.key < a.key,
        }
    }

    fn triangle(&self, kind: usize, words: &[u32], ray: &Ray, flags: Flags) -> [u32; 4] {
        /// Which corners the triangles of a node have.
        const CORNERS: [[usize; 3]; 4] = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [2, 4, 0]];
        let corner = |n: usize| [0, 1, 2].map(|i| f64::from(f32::from_bits(words[3 * n + i])));
        let found = Found::of(ray, CORNERS[kind].map(corner));
        let id = words[TRIANGLE_ID];
        let about = id >> (8 * kind);
        let (mut t, mut scale) = (found.t as f32, found.scale as f32);
        let mut hit = found.is_hit();
        if self.pointer_flags {
            if flags.has(Flags::FLIP) {
                (t, scale) = (-t, -scale);
            }
            let front = scale >= 0.0;
            let face = if front {
                Flags::CULL_FRONT
            } else {
                Flags::CULL_BACK
            };
            let opaque = flags.has(Flags::FORCE_OPAQUE)
                || !flags.has(Flags::FORCE_NOT_OPAQUE) && about >> 7 & 1 != 0;
            let kind = match opaque {
                true => Flags::CULL_OPAQUE,
                false => Flags::CULL_NOT_OPAQUE,
            };
            hit &= ![face, kind, Flags::SKIP_TRIANGLES]
                .iter()
                .any(|&flag| flags.has(flag));
        }
        if !hit {
            (t, scale) = (f32::INFINITY, 1.0);
        }
        let [third, fourth] = match self.barycentrics {
            true if !hit => [0, 0],
            true => {
                // Corners may have been turned so that triangles share them.
                let shares = [found.scale - found.u - found.v, found.u, found.v];
                let share = |at: u32| shares.get(at as usize & 3).map_or(0.0, |it| *it as f32);
                [share(about).to_bits(), share(about >> 2).to_bits()]
            }
            false => [id, u32::from(hit)],
        };
        [t.to_bits(), scale.to_bits(), third, fourth]
    }
}

/// A child and what it is ordered by.
#[derive(Clone, Copy)]
struct Hit {
    pointer: u32,
    key: f32,
}

/// The lowest corner and the highest one.
type Bounds = [[f32; 3]; 2];

fn bounds(words: &[u32]) -> Bounds {
    [0, 3].map(|from| [0, 1, 2].map(|i| f32::from_bits(words[from + i])))
}

fn half_bounds(words: &[u32]) -> Bounds {
    let half = |n: usize| widen(words[n / 2] >> (16 * (n % 2)) & 0xffff);
    [0, 3].map(|from| [0, 1, 2].map(|i| half(from + i)))
}

/// The number that 16 bits are.
pub(crate) fn widen(half: u32) -> f32 {
    f32::from_bits(op::Op::CvtF32F16.eval([half.into(), 0, 0]) as u32)
}

/// The part of a ray that is in a box: nothing, where it begins after it ends.
struct Span {
    near: f32,
    far: f32,
    /// Twice the middle, of the whole line.
    middle: f32,
}

impl Span {
    fn of(ray: &Ray, [low, high]: Bounds) -> Span {
        let (mut near, mut far) = (f32::NEG_INFINITY, f32::INFINITY);
        let mut known = true;
        for i in 0..3 {
            let at = |plane: f32| (plane - ray.origin[i]) * ray.inverse[i];
            let (first, second) = match ray.inverse[i] >= 0.0 {
                true => (at(low[i]), at(high[i])),
                false => (at(high[i]), at(low[i])),
            };
            known &= !first.is_nan() && !second.is_nan();
            (near, far) = (near.max(first), far.min(second));
        }
        if !known {
            return Span {
                near: f32::INFINITY,
                far: f32::NEG_INFINITY,
                middle: f32::INFINITY,
            };
        }
        Span {
            near: near.max(0.0),
            far: far.min(ray.extent),
            middle: near + far,
        }
    }
}

/// Where a ray meets the plane of a triangle: all of it is to be divided by the scale.
struct Found {
    t: f64,
    scale: f64,
    u: f64,
    v: f64,
}

type Vector = [f64; 3];

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Found {
    fn of(ray: &Ray, [a, b, c]: [Vector; 3]) -> Found {
        let direction = ray.direction.map(f64::from);
        let (ab, ac) = (minus(b, a), minus(c, a));
        let from_a = minus(ray.origin.map(f64::from), a);
        let (p, q) = (cross(direction, ac), cross(from_a, ab));
        Found {
            t: dot(ac, q),
            scale: dot(p, ab),
            u: dot(from_a, p),
            v: dot(direction, q),
        }
    }

    /// Within the triangle and not behind the origin. A triangle without an area is not hit.
    fn is_hit(&self) -> bool {
        let positive = self.scale.abs();
        let sign = self.scale.signum();
        let (u, v, t) = (self.u * sign, self.v * sign, self.t * sign);
        positive > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= positive && t >= 0.0
    }
}
