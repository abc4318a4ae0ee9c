//! Tests of rays against nodes of a bounding volume hierarchy.
//!
//! A node has 64 bytes, or 128. What a pointer's lowest bits say of it, and what lies where, is as AMD's drivers
//! write it and as they test it where a chip cannot: 0 to 3 are triangles that share up to five corners, 4 and 5
//! are four boxes with halves and with floats, 6 and 7 mean something to programs alone. RDNA 4 has more of
//! them: see [`wide`]. How the hardware rounds is in no manual. Here boxes are tested in single precision and
//! grown as the descriptor says, so that a ray that grazes one enters it; triangles are tested in double
//! precision and rounded once.

mod boxes;
mod instance;
mod oriented;
mod packed;
mod packet;
mod triangle;
mod wide;

use crate::target::Target;
use boxes::{Child, Order};
use triangle::Found;
use uop::Trap;
pub use wide::{Answer, Query};

/// A child that is not there, and a box that is not hit.
pub const INVALID: u32 = !0;
/// Bytes that pointers count.
const NODE_BYTES: u64 = 64;
/// The word of a triangle node that describes its triangles, a byte for each.
const TRIANGLE_ID: usize = 15;
/// The word of a node of boxes with floats that has flags for its children.
const BOX_FLAGS: usize = 28;
/// The greatest kind of a pointer that is one to a triangle.
const LAST_TRIANGLE: u32 = 3;

/// What a descriptor of four words says about a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// Of the first byte.
    pub base: u64,
    /// The number of the last node.
    pub last: u64,
    /// Children that are hit come in order.
    pub sorts: bool,
    /// Eight of them in one order, and not each four in their own.
    pub sorts_eight: bool,
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
    /// Four boxes in 64 bytes have a common exponent instead of halves.
    pub common_exponents: bool,
    /// Nodes of kind 6 are instances of another hierarchy.
    pub instances: bool,
    /// Nodes are packed: eight boxes in 128 bytes, and packets of triangles.
    pub packed: bool,
    /// It describes no hierarchy at all.
    pub unknown: bool,
}

impl Hierarchy {
    /// What a descriptor of all-zero flags would say, at an address.
    pub fn at(base: u64) -> Hierarchy {
        Hierarchy {
            base,
            last: (1 << 42) - 1,
            sorts: false,
            sorts_eight: false,
            heuristic: 0,
            triangles_first: false,
            grow: 0,
            pointer_flags: false,
            barycentrics: true,
            common_exponents: false,
            instances: false,
            packed: false,
            unknown: false,
        }
    }

    /// Reads a descriptor.
    pub fn read(words: [u32; 4], target: Target) -> Hierarchy {
        let bit = |word: usize, at: u32| words[word] >> at & 1 != 0;
        let wide = target.generation().wide_descriptors;
        Hierarchy {
            base: (u64::from(words[0]) | u64::from(words[1] & 0xff) << 32) << 8,
            last: u64::from(words[2]) | u64::from(words[3] & 0x3ff) << 32,
            sorts: bit(1, 31),
            sorts_eight: wide && bit(3, 21),
            heuristic: words[1] >> 21 & 3,
            triangles_first: wide && bit(1, 20),
            grow: words[1] >> 23 & 0xff,
            pointer_flags: bit(3, 23),
            barycentrics: bit(3, 24),
            common_exponents: wide && bit(3, 20),
            instances: wide && bit(3, 22),
            packed: wide && bit(3, 19),
            unknown: words[3] >> 28 != 8,
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
                | flag(self.packed, 19)
                | flag(self.common_exponents, 20)
                | flag(self.sorts_eight, 21)
                | flag(self.instances, 22)
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
    const BOTH_SIDES: u32 = 56;
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

    /// Whether a triangle is opaque that says so or not of itself.
    fn opaque(self, itself: bool) -> bool {
        self.has(Flags::FORCE_OPAQUE) || !self.has(Flags::FORCE_NOT_OPAQUE) && itself
    }

    /// Whether primitives are left out that are opaque or not.
    fn culls_opaque(self, opaque: bool) -> bool {
        self.has(match opaque {
            true => Flags::CULL_OPAQUE,
            false => Flags::CULL_NOT_OPAQUE,
        })
    }

    /// Whether triangles are left out that are seen from this side.
    fn culls_face(self, front: bool) -> bool {
        let face = match front {
            true => Flags::CULL_FRONT,
            false => Flags::CULL_BACK,
        };
        self.has(Flags::SKIP_TRIANGLES) || self.has(face) && !self.has(Flags::BOTH_SIDES)
    }
}

/// Memory, in words from an address on.
type Load<'a> = &'a mut dyn FnMut(u64, &mut [u32]) -> Result<(), Trap>;

impl Hierarchy {
    /// Tests a ray against the node of a pointer; `load` gives words of memory.
    pub fn test(&self, pointer: u64, ray: &Ray, load: Load) -> Result<[u32; 4], Trap> {
        let flags = self.flags(pointer);
        let number = (pointer & ((1 << Flags::FIRST) - 1)) >> 3;
        let kind = pointer as u32 & 7;
        Ok(match kind {
            0..=LAST_TRIANGLE => match self.fetch::<16>(number, load)? {
                Some(words) => self.triangle(kind as usize, &words, ray, flags),
                None => [INVALID; 4],
            },
            _ => match self.four(number, kind, load)? {
                Some(children) => {
                    let mut hits = self.hits(children, ray, flags);
                    self.sort(&mut hits, Order::of_four(self));
                    hits.map(|hit| hit.pointer)
                }
                None => [INVALID; 4],
            },
        })
    }

    /// The flags of a pointer, where it has some.
    fn flags(&self, pointer: u64) -> Flags {
        Flags(if self.pointer_flags { pointer } else { 0 })
    }

    /// The words of nodes of 64 bytes from a number on; nothing past the end of the hierarchy.
    fn fetch<const N: usize>(&self, number: u64, load: Load) -> Result<Option<[u32; N]>, Trap> {
        if number + N as u64 / 16 - 1 > self.last {
            return Ok(None);
        }
        let mut words = [0; N];
        let address = self.base.wrapping_add(number.wrapping_mul(NODE_BYTES));
        load(address, &mut words)?;
        Ok(Some(words))
    }

    /// The children of a node of four boxes.
    fn four(&self, number: u64, kind: u32, load: Load) -> Result<Option<[Child; 4]>, Trap> {
        Ok(match kind {
            4 => self
                .fetch::<16>(number, load)?
                .map(|words| match self.common_exponents {
                    true => packed::with_common_exponents(&words),
                    false => boxes::with_halves(&words),
                }),
            5 => (self.fetch::<32>(number, load)?).map(|words| boxes::with_floats(&words)),
            _ => None,
        })
    }

    fn triangle(&self, kind: usize, words: &[u32; 16], ray: &Ray, flags: Flags) -> [u32; 4] {
        let found = Found::of(ray, triangle::corners(kind, words));
        let id = words[TRIANGLE_ID];
        let about = id >> (8 * kind);
        let (mut t, mut scale) = (found.t as f32, found.scale as f32);
        let mut hit = found.is_hit();
        if self.pointer_flags {
            if flags.has(Flags::FLIP) {
                (t, scale) = (-t, -scale);
            }
            let opaque = flags.opaque(about >> 7 & 1 != 0);
            hit &= !flags.culls_face(scale >= 0.0) && !flags.culls_opaque(opaque);
        }
        if !hit {
            (t, scale) = (f32::INFINITY, 1.0);
        }
        let [third, fourth] = match self.barycentrics {
            true if !hit => [0, 0],
            true => found.shares(about).map(f32::to_bits),
            false => [id, u32::from(hit)],
        };
        [t.to_bits(), scale.to_bits(), third, fourth]
    }
}
