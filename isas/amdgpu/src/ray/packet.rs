//! Packets of up to eight pairs of triangles in 128 bytes.
//!
//! A head says how many bits everything has. Behind it are the leading bits that all corners share, then the corners
//! without them and without the zeros that they end with, up to sixteen. At the end there are descriptions of the
//! pairs, the first one last. Somewhere between, numbers of primitives go up from a middle and numbers of geometries
//! go down: the first of each whole, the others as far as they differ from it.

use super::triangle::Found;
use super::{Flags, Ray};
use uop::Trap;

const WORDS: usize = 32;
/// Bits of the head.
const HEAD: usize = 52;
/// Bits that describe a pair.
const PAIR: usize = 29;
/// Both of the first corners of a primitive that is no triangle: programs know where it is.
const PROCEDURAL: u32 = 15;

/// A node.
pub(super) struct Packet([u32; WORDS]);

/// What is said about one triangle of a pair.
struct About {
    corners: [u32; 3],
    opaque: bool,
    both_sides: bool,
}

impl Packet {
    pub fn of(words: [u32; WORDS]) -> Result<Packet, Trap> {
        match words[0] >> 31 {
            0 => Ok(Packet(words)),
            _ => Err(Trap::Unmodelled(
                "a packet of triangles whose corners are no floats: no driver makes any".into(),
            )),
        }
    }

    /// Tests a ray against a pair: four words for each of the two, and a word for each about where it belongs.
    pub fn test(&self, pair: usize, ray: &Ray, flags: Flags) -> [u32; 10] {
        let about = self.bits(32 * WORDS - PAIR * (pair + 1), PAIR);
        // The second one's corners lie lower.
        let of = |first: u32| About {
            both_sides: about >> first & 1 != 0,
            opaque: about >> (first + 1) & 1 != 0,
            corners: [0, 1, 2].map(|i| about >> (first + 2 + 4 * i) & 15),
        };
        let (first, second) = (of(15), of(1));
        let mut words = [0; 10];
        words[..4].copy_from_slice(&self.one(2 * pair, &first, ray, flags));
        words[4..8].copy_from_slice(&match second.corners {
            [0, 0, 0] => [f32::INFINITY, 1.0, 1.0, 0.0].map(f32::to_bits),
            _ => self.one(2 * pair + 1, &second, ray, flags),
        });
        let pairs = self.head(28, 3) as usize + 1;
        // Where what a child refers to ends: here, or else with this node, or with none of both.
        let ends = match about & 1 {
            1 => 3,
            _ if pair + 1 == pairs => 1,
            _ => 0,
        };
        for (at, word) in [0, 1].into_iter().zip(&mut words[8..]) {
            *word = self.geometry(2 * pair + at) << 2 | ends;
        }
        words
    }

    fn one(&self, number: usize, about: &About, ray: &Ray, flags: Flags) -> [u32; 4] {
        let opaque = flags.opaque(about.opaque);
        // Signs say that a program has to look: at a primitive that is no triangle, or whether it is there at all.
        let sign = u32::from(!opaque) << 31;
        let primitive = self.primitive(number) << 1;
        if about.corners[..2] == [PROCEDURAL; 2] {
            let culled = flags.has(Flags::SKIP_PROCEDURAL) || flags.culls_opaque(opaque);
            let t = if culled { f32::INFINITY } else { 0.0 };
            let one = 1f32.to_bits();
            return [t.to_bits(), 1 << 31 | one, sign | one, primitive];
        }
        let found = Found::of(ray, about.corners.map(|n| self.corner(n as usize)));
        let front = (found.scale >= 0.0) != flags.has(Flags::FLIP);
        let culled = match about.both_sides {
            true => flags.has(Flags::SKIP_TRIANGLES),
            false => flags.culls_face(front),
        };
        if !found.is_hit() || culled || flags.culls_opaque(opaque) {
            return [f32::INFINITY.to_bits(), 0, sign, primitive];
        }
        let divided = |it: f64| (it / found.scale).abs() as f32;
        [
            divided(found.t).to_bits(),
            divided(found.u).to_bits(),
            sign | divided(found.v).to_bits(),
            primitive | u32::from(!front),
        ]
    }

    /// Up to 32 bits from anywhere. A head that says so may lead past the end: there are zeros.
    fn bits(&self, at: usize, bits: usize) -> u32 {
        let word = |n: usize| u64::from(self.0.get(n).copied().unwrap_or(0));
        let both = word(at / 32) | word(at / 32 + 1) << 32;
        (both >> (at % 32)) as u32 & ((1u64 << bits) - 1) as u32
    }

    fn head(&self, first: usize, bits: usize) -> u32 {
        self.bits(first, bits)
    }

    fn corner(&self, number: usize) -> [f32; 3] {
        let zeros = self.head(15, 5);
        let own = [0, 1, 2].map(|i| self.head(5 * i, 5) + 1);
        let shared = own.map(|own| 32u32.saturating_sub(zeros + own));
        let sum = |of: &[u32]| of.iter().sum::<u32>() as usize;
        let first = HEAD + sum(&shared) + number * sum(&own);
        [0, 1, 2].map(|i| {
            let above = self.bits(HEAD + sum(&shared[..i]), shared[i] as usize);
            let here = self.bits(first + sum(&own[..i]), own[i] as usize);
            let above = above.checked_shl(32 - shared[i]).unwrap_or(0);
            f32::from_bits(above | here << zeros)
        })
    }

    /// The number of a primitive: it lies above the middle.
    fn primitive(&self, number: usize) -> u32 {
        let (whole, part) = (self.head(32, 5) as usize, self.head(37, 5) as usize);
        let middle = self.head(42, 10) as usize;
        let first = self.bits(middle, whole);
        match number {
            0 => first,
            _ => {
                let at = middle + whole + (number - 1) * part;
                below_as(first, whole, self.bits(at, part), part)
            }
        }
    }

    /// The number of a geometry: it lies below the middle.
    fn geometry(&self, number: usize) -> u32 {
        let (whole, part) = (2 * self.head(20, 4) as usize, 2 * self.head(24, 4) as usize);
        let middle = self.head(42, 10) as usize;
        let at = |back: usize, bits: usize| match middle.checked_sub(back) {
            Some(at) => self.bits(at, bits),
            None => 0,
        };
        let first = at(whole, whole);
        match number {
            0 => first,
            _ => below_as(first, whole, at(whole + number * part, part), part),
        }
    }
}

/// A number of which some bits are another one's.
fn below_as(first: u32, whole: usize, own: u32, part: usize) -> u32 {
    match part >= whole {
        true => own,
        false => first & !((1 << part) - 1) | own,
    }
}
