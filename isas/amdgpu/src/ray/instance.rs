//! Instances: another hierarchy, and how a ray is seen from there.

use super::boxes::{Order, once};
use super::oriented::times;
use super::packed::{self, Grid};
use super::wide::{Answer, Query};
use super::{Flags, Hierarchy, INVALID, Load, Ray};
use uop::Trap;

/// What of a base is an address; the rest is flags.
pub(super) const ADDRESS: u64 = 0x3f_ffff_ffff_fff8;
/// Words of what is transformed with, and of all of a packed node.
const WHOLE: usize = 32;

impl Hierarchy {
    /// Takes a ray to an instance: where its hierarchy is, 24 bits for programs, and which node comes next. A packed
    /// node has up to four boxes, and says in a byte for each which of its nodes come next.
    pub(super) fn instance(
        &self,
        query: &Query,
        number: u64,
        ray: &Ray,
        load: Load,
    ) -> Result<Answer, Trap> {
        let mut words = [0; WHOLE];
        let known = match self.packed {
            true => self.fetch::<WHOLE>(number, load)?.map(|all| words = all),
            false => (self.fetch::<16>(number, load)?).map(|all| words[..16].copy_from_slice(&all)),
        };
        if known.is_none() {
            return Ok(Answer::none(ray));
        }
        let flags = self.flags(query.base);
        let base = u64::from(words[12]) | u64::from(words[13]) << 32;
        let procedural = Flags(base).has(Flags::SKIP_TRIANGLES);
        let skips = match procedural {
            true => Flags::SKIP_PROCEDURAL,
            false => Flags::SKIP_TRIANGLES,
        };
        let mut answer = Answer::none(ray);
        if words[15] >> 24 & query.mask != 0 && !flags.has(skips) {
            let seen = transformed(&words, ray);
            answer = Answer::none(&seen);
            answer.words[7] = match self.packed {
                true => self.entries(&words[16..], query, &seen, flags),
                false => words[14],
            };
        }
        let [low, high] = [0, 32].map(|shift| (joined(query.base, base) >> shift) as u32);
        (answer.words[2], answer.words[3]) = (low, high);
        answer.words[6] = words[15] & 0xff_ffff;
        Ok(answer)
    }

    /// Which nodes of an instance a ray enters, a byte for each.
    fn entries(&self, words: &[u32], query: &Query, ray: &Ray, flags: Flags) -> u32 {
        let grid = Grid::of(words);
        let children = packed::children::<4>(&words[4..], &grid, [0, 0], query.mask);
        let mut hits = self.hits(children, ray, flags);
        once(&mut hits);
        if !grid.is_unsorted() {
            self.sort(&mut hits, Order::of_eight(self));
        }
        hits.iter()
            .rev()
            .fold(0, |all, hit| all << 8 | hit.pointer & 0xff)
    }
}

/// The ray as the instance sees it, by a matrix of three rows of four.
fn transformed(words: &[u32; WHOLE], ray: &Ray) -> Ray {
    let float = |n: usize| f32::from_bits(words[n]);
    let rows = [0, 1, 2].map(|row| [0, 1, 2].map(|column| float(4 * row + column)));
    let away = [0, 1, 2].map(|row| float(4 * row + 3));
    Ray {
        origin: times(&rows, ray.origin, away),
        // A product alone: nothing is added to it, not even a zero that has a sign.
        direction: times(&rows, ray.direction, [-0.0; 3]),
        ..*ray
    }
    .with_inverse()
}

/// The base of an instance with the flags of both. What a ray says about being opaque takes the place of what the
/// instance says.
fn joined(of_ray: u64, of_instance: u64) -> u64 {
    let forces = 1u64 << Flags::FORCE_OPAQUE | 1u64 << Flags::FORCE_NOT_OPAQUE;
    let flags = !((1u64 << Flags::FIRST) - 1);
    let kept = match of_ray & forces {
        0 => flags,
        _ => flags & !forces,
    };
    of_instance & (ADDRESS | kept) | of_ray & flags
}

const _: () = assert!(INVALID & 0xff == 0xff, "a byte of none is none");
