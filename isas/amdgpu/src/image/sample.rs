//! Sampling: levels of detail, filters, comparisons.
//!
//! Everything is computed in `f64` from the numbers that registers and texels hold, and rounded once,
//! but that places between texels have eight bits. Chips have fewer bits elsewhere too: see
//! `docs/fidelity.md`.

use super::cube::beyond;
use super::descriptor::{Blend, Kind, Levels, Sampler};
use super::edge::{Axis, between};
use super::surface::{Surface, Texel};
use crate::format::Layout;
use uop::Trap;

/// What is asked of an image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    /// Across, down, and behind, the slice or the face.
    pub at: [f64; 3],
    /// How the first coordinates change from one thread to the next across, and down.
    pub gradients: [[f64; 3]; 2],
    pub level: Detail,
    /// The level of detail is at least so much.
    pub clamp: Option<f64>,
    /// What texels are compared with.
    pub reference: Option<f32>,
    /// Added to the indices of texels.
    pub offset: [i32; 3],
    /// Coordinates count texels.
    pub unnormalized: bool,
}

/// Where the level of detail comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Detail {
    /// The gradients, and what is added to it.
    Gradients(f64),
    Given(f64),
    Zero,
}

/// The components of a texel in the order in which they are stored, as numbers or integers.
pub(crate) type Stored = [u32; 4];

/// What fetches the texel at an address.
pub(crate) type Fetch<'a> = dyn FnMut(u64, &Layout) -> Result<Stored, Trap> + 'a;

/// An image, and how it is sampled.
pub(crate) struct Sampling<'a> {
    pub surface: &'a Surface,
    pub sampler: &'a Sampler,
    /// That of the surface, but for the curve of sRGB.
    layout: Layout,
    border: Stored,
}

/// A texel that takes part, none where the border is, and how much of it.
type Tap = (Option<Texel>, f64);

/// Texels that one level contributes.
struct Taps {
    taps: [Tap; 8],
    count: usize,
}

/// How large a thread sees the image.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Footprint {
    /// The level of detail before it is brought within bounds.
    raw: f64,
    lod: f64,
    /// Samples along a line, and the line in texels of the first level.
    samples: u32,
    line: [f64; 3],
}

impl<'a> Sampling<'a> {
    pub fn new(surface: &'a Surface, sampler: &'a Sampler) -> Result<Sampling<'a>, Trap> {
        let mut layout = surface.layout;
        if sampler.skips_curve {
            layout = layout.with_curve(false);
        } else if sampler.forces_curve {
            layout = layout.with_curve(true);
        }
        let one = layout.one();
        let [rgb, alpha] = match sampler.border {
            0 => [0, 0],
            1 => [0, one],
            2 => [one, one],
            _ => {
                let what =
                    "the sampler takes its border colour from a table, which there is none of";
                return Err(Trap::Illegal(what.into()));
            }
        };
        // Where alpha is stored.
        let alpha_at = match surface.image.border_order {
            2 | 3 => 0,
            1 => 1,
            5 => 2,
            _ => 3,
        };
        let mut border = [rgb; 4];
        border[alpha_at] = alpha;
        Ok(Sampling {
            surface,
            sampler,
            layout,
            border,
        })
    }

    /// What a filter makes of the texels around a place.
    pub fn sample(&self, query: &Query, fetch: &mut Fetch<'_>) -> Result<[u32; 4], Trap> {
        let footprint = self.footprint(query);
        let linear = match footprint.lod > 0.0 {
            true => self.sampler.minify_linear,
            false => self.sampler.magnify_linear,
        };
        // Integers are not weighed.
        let whole = self.layout.is_integer();
        if whole || !linear && footprint.samples == 1 && self.sampler.levels != Levels::Linear {
            let level = self.nearest_level(footprint.lod);
            let taps = self.taps(query, query.at, level, false);
            if whole || taps.count == 1 {
                return self.stored(&taps.taps[0].0, query, fetch);
            }
        }
        let mut sum = Sum::new(self.sampler.blend);
        let parts = self.levels(footprint.lod);
        let samples = footprint.samples;
        for (level, part) in parts.into_iter().filter(|(_, part)| *part > 0.0) {
            for n in 0..samples {
                let along = (f64::from(n) + 0.5) / f64::from(samples) - 0.5;
                let mut at = query.at;
                for (at, step) in at.iter_mut().zip(footprint.line) {
                    *at += along * step;
                }
                let taps = self.taps(query, at, level, linear);
                for (texel, weight) in &taps.taps[..taps.count] {
                    if *weight > 0.0 {
                        let stored = self.stored(texel, query, fetch)?;
                        sum.add(stored, weight * part / f64::from(samples));
                    }
                }
            }
        }
        Ok(sum.value.map(|value| (value as f32).to_bits()))
    }

    /// One component of the four texels around a place, or of four in a row.
    pub fn gather(
        &self,
        query: &Query,
        row: bool,
        fetch: &mut Fetch<'_>,
    ) -> Result<[Stored; 4], Trap> {
        let level = self.nearest_level(self.footprint(query).lod);
        let places: [[i32; 2]; 4] = match row {
            true => [[-1, 0], [0, 0], [1, 0], [2, 0]],
            false => [[0, 1], [1, 1], [1, 0], [0, 0]],
        };
        let mut found = [[0; 4]; 4];
        for (found, [x, y]) in found.iter_mut().zip(places) {
            let mut query = *query;
            query.offset[0] += x;
            query.offset[1] += y;
            // The first tap of a linear filter is the upper left one of the four.
            let taps = self.taps(&query, query.at, level, true);
            *found = self.stored(&taps.taps[0].0, &query, fetch)?;
        }
        Ok(found)
    }

    /// The level of detail, within bounds and not.
    pub fn lod(&self, query: &Query) -> [f64; 2] {
        let footprint = self.footprint(query);
        let last = f64::from(self.last_level());
        let lod = match self.sampler.levels {
            Levels::First => 0.0,
            Levels::Nearest => (footprint.lod.clamp(0.0, last) + 0.5).floor(),
            Levels::Linear => footprint.lod.clamp(0.0, last),
        };
        [lod.min(last), footprint.raw]
    }

    /// A texel, compared if that is what is asked.
    fn stored(
        &self,
        texel: &Option<Texel>,
        query: &Query,
        fetch: &mut Fetch<'_>,
    ) -> Result<Stored, Trap> {
        let address = texel.and_then(|texel| self.surface.address(texel));
        let stored = match address {
            Some(address) => fetch(address, &self.layout)?,
            None => self.border,
        };
        let Some(reference) = query.reference else {
            return Ok(stored);
        };
        let reference = match self.layout.is_normalized() {
            true => reference.clamp(0.0, 1.0),
            false => reference,
        };
        let texel = f32::from_bits(stored[0]);
        let passes = match self.sampler.compare {
            0 => false,
            1 => reference < texel,
            2 => reference == texel,
            3 => reference <= texel,
            4 => reference > texel,
            5 => reference != texel,
            6 => reference >= texel,
            _ => true,
        };
        Ok([f32::from(passes).to_bits(); 4])
    }

    fn last_level(&self) -> u32 {
        let (first, last) = self.surface.image.levels;
        last.saturating_sub(first)
    }

    fn footprint(&self, query: &Query) -> Footprint {
        let size = self
            .surface
            .size(self.surface.image.levels.0)
            .map(f64::from);
        let scale = |n: usize| if query.unnormalized { 1.0 } else { size[n] };
        let length = |gradient: [f64; 3]| {
            let parts = [0, 1, 2].map(|n| gradient[n] * scale(n));
            let sum = parts.iter().fold(0.0, |sum, part| sum + part * part);
            libm::sqrt(sum)
        };
        let image = &self.surface.image;
        let mut samples = 1;
        let mut line = [0.0; 3];
        let raw = match query.level {
            Detail::Zero => 0.0,
            Detail::Given(lod) => lod + f64::from(self.sampler.lod_bias) / 256.0,
            Detail::Gradients(bias) => {
                let lengths = query.gradients.map(length);
                let longer = usize::from(lengths[1] > lengths[0]);
                let mut longest = lengths[longer];
                let shortest = lengths[1 - longer].max(f64::MIN_POSITIVE);
                if self.sampler.anisotropy > 0 && longest > shortest {
                    let most = f64::from(1u32 << self.sampler.anisotropy);
                    samples = (longest / shortest).ceil().min(most) as u32;
                    line = query.gradients[longer];
                    longest /= f64::from(samples);
                }
                let lod = if longest > 0.0 {
                    libm::log2(longest)
                } else {
                    f64::NEG_INFINITY
                };
                lod + bias + f64::from(self.sampler.lod_bias) / 256.0
            }
        };
        let raw = if raw.is_nan() { 0.0 } else { raw };
        let least = f64::from(self.sampler.min_lod.max(image.min_lod)) / 256.0;
        let least = query.clamp.map_or(least, |clamp| least.max(clamp));
        let most = f64::from(self.sampler.max_lod) / 256.0;
        Footprint {
            raw,
            lod: raw.max(least).min(most.max(least)),
            samples,
            line,
        }
    }

    /// The levels that a level of detail lies between, and how much of each.
    fn levels(&self, lod: f64) -> [(u32, f64); 2] {
        let last = self.last_level();
        match self.sampler.levels {
            Levels::Linear => {
                let lod = lod.clamp(0.0, f64::from(last));
                let (whole, part) = (lod.floor(), lod - lod.floor());
                let first = whole as u32;
                [(first, 1.0 - part), ((first + 1).min(last), part)]
            }
            _ => [(self.nearest_level(lod), 1.0), (0, 0.0)],
        }
    }

    fn nearest_level(&self, lod: f64) -> u32 {
        match self.sampler.levels {
            Levels::First => 0,
            _ => ((lod + 0.5).max(0.0) as u32).min(self.last_level()),
        }
    }

    /// The texels of a level that a filter takes at a place.
    fn taps(&self, query: &Query, at: [f64; 3], level: u32, linear: bool) -> Taps {
        let kind = self.surface.image.kind;
        let size = self.surface.size(level + self.surface.image.levels.0);
        let place = |n: usize| match query.unnormalized {
            true => at[n],
            false => at[n] * f64::from(size[n]),
        };
        let axis = |n: usize, linear: bool| {
            let edge = self.sampler.edges[n];
            Axis::around(place(n), size[n], edge, linear, query.offset[n])
        };
        if kind == Kind::Cube && !self.sampler.single_faces {
            return self.cube_taps(query, at, level, size[0], linear);
        }
        let across = axis(0, linear);
        let down = match kind.is_line() {
            true => Axis::one(Some(0)),
            false => axis(1, linear),
        };
        let behind = match kind {
            Kind::D3 => axis(
                2,
                match self.sampler.third {
                    0 => linear,
                    third => third > 1,
                },
            ),
            _ if kind.has_slices() => Axis::one(Some(self.slice(at[2]))),
            _ => Axis::one(Some(0)),
        };
        let mut taps = Taps::new();
        for (z, deep) in behind.taps() {
            for (y, low) in down.taps() {
                for (x, wide) in across.taps() {
                    let texel = match (x, y, z) {
                        (Some(x), Some(y), Some(z)) => Some([*x, *y, *z]),
                        _ => None,
                    };
                    let texel = texel.map(|at| Texel {
                        level,
                        at,
                        sample: 0,
                    });
                    taps.push((texel, wide * low * deep));
                }
            }
        }
        taps
    }

    /// Filters go on over the edges of a face; of three texels at a corner each counts alike.
    fn cube_taps(&self, query: &Query, at: [f64; 3], level: u32, n: u32, linear: bool) -> Taps {
        let slice = self.slice(at[2]);
        let (cube, face) = (slice / 6, slice % 6);
        // Coordinates on a face go from 1 to 2 until here; see `coordinates`.
        let place = |axis: usize| (at[axis] * f64::from(n)).clamp(-0.5, f64::from(n) + 0.5);
        let moved = |axis: usize| {
            let offset = f64::from(query.offset[axis]);
            match linear {
                true => between(place(axis) - 0.5) + offset,
                false => (place(axis) + offset).clamp(0.0, f64::from(n) - 0.5),
            }
        };
        let (x, y) = (moved(0), moved(1));
        let part = |at: f64| if linear { at - at.floor() } else { 0.0 };
        let (px, py) = (part(x), part(y));
        let places = [
            (0, 0, (1.0 - px) * (1.0 - py)),
            (1, 0, px * (1.0 - py)),
            (0, 1, (1.0 - px) * py),
            (1, 1, px * py),
        ];
        let mut taps = Taps::new();
        let mut lost = 0.0;
        for (dx, dy, weight) in places.into_iter().take(if linear { 4 } else { 1 }) {
            let (x, y) = (x.floor() as i64 + dx, y.floor() as i64 + dy);
            let clamped = |at: i64| at.clamp(-1, n.into());
            match beyond(face, clamped(x), clamped(y), n) {
                Some((face, x, y)) => {
                    let at = [x, y, cube * 6 + face];
                    let texel = Texel {
                        level,
                        at,
                        sample: 0,
                    };
                    taps.push((Some(texel), weight));
                }
                None => lost += weight,
            }
        }
        if lost > 0.0 {
            let count = taps.count.max(1) as f64;
            taps.taps
                .iter_mut()
                .for_each(|(_, weight)| *weight += lost / count);
        }
        taps
    }

    /// The slice that a number means: the nearest that there is.
    fn slice(&self, number: f64) -> u32 {
        let last = self.surface.slices().saturating_sub(1);
        (number.round_ties_even().max(0.0) as u32).min(last)
    }
}

impl Taps {
    fn new() -> Taps {
        Taps {
            taps: [(None, 0.0); 8],
            count: 0,
        }
    }

    fn push(&mut self, tap: Tap) {
        self.taps[self.count] = tap;
        self.count += 1;
    }
}

/// What a filter has so far.
struct Sum {
    blend: Blend,
    value: [f64; 4],
    any: bool,
}

impl Sum {
    fn new(blend: Blend) -> Sum {
        Sum {
            blend,
            value: [0.0; 4],
            any: false,
        }
    }

    fn add(&mut self, stored: Stored, weight: f64) {
        for (value, stored) in self.value.iter_mut().zip(stored) {
            let stored = f64::from(f32::from_bits(stored));
            *value = match self.blend {
                Blend::Sum => *value + weight * stored,
                _ if !self.any => stored,
                Blend::Least => value.min(stored),
                Blend::Greatest => value.max(stored),
            };
        }
        self.any = true;
    }
}
