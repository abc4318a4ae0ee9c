//! Sampling: levels of detail, filters, comparisons.
//!
//! Everything is computed in `f64` from the numbers that registers and texels hold, and rounded once,
//! but that places between texels have eight bits. Chips have fewer bits elsewhere too: see
//! `docs/fidelity.md`.

use super::cube::beyond;
use super::descriptor::{Blend, Kind, Levels, Sampler};
use super::edge::{Axis, between};
use super::surface::{Plane, Row, Surface};
use crate::format::Layout;
use uop::Trap;

/// What is asked of an image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    /// Across, down, and behind, the slice or the face.
    pub at: [f64; 3],
    /// What texels are compared with.
    pub reference: Option<f32>,
    /// Added to the indices of texels.
    pub offset: [i32; 3],
}

/// In how much detail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closeness {
    pub level: Detail,
    /// How the first coordinates change from one thread to the next across, and down.
    pub gradients: [[f64; 3]; 2],
    /// The level of detail is at least so much.
    pub clamp: Option<f64>,
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

/// An image, and how it is sampled.
pub(crate) struct Sampling<'a> {
    pub surface: &'a Surface,
    pub sampler: &'a Sampler,
    /// That of the surface, but for the curve of sRGB.
    pub layout: Layout,
    border: Stored,
    /// Levels from the first that is seen on.
    levels: Vec<View<'a>>,
}

/// A level as filters see it.
struct View<'a> {
    plane: Option<Plane<'a>>,
    size: [u32; 3],
    /// What coordinates are multiplied with to count texels.
    scale: [f64; 3],
}

impl View<'_> {
    fn address(&self, at: [u32; 3]) -> Option<u64> {
        self.plane.as_ref()?.address(at, 0)
    }

    #[inline(always)]
    fn row(&self, y: u32, z: u32) -> Option<Row<'_>> {
        self.plane.as_ref()?.row(y, z, 0)
    }
}

/// Texels that the lanes of a wave ask for, lane by lane, and what becomes of them.
pub(crate) struct Asked {
    /// Lanes, and the addresses that they ask for.
    pub from: Vec<(u32, u64)>,
    taps: Vec<Tap>,
    lanes: Vec<Lane>,
}

/// A texel that takes part: its number among those that are asked for, or [`BORDER`]; and how much of it.
struct Tap {
    texel: u32,
    weight: f64,
}

const BORDER: u32 = u32::MAX;

/// What a lane asks for.
struct Lane {
    lane: usize,
    /// Where its taps end; those of the lane before end where they begin.
    end: usize,
    /// What its texels are compared with.
    reference: Option<f32>,
    /// Its only texel is taken as it is, or they are weighed.
    whole: bool,
}

impl Asked {
    /// Nothing so far, with room for what so many lanes mostly ask for.
    pub fn of(lanes: usize) -> Asked {
        Asked {
            from: Vec::with_capacity(8 * lanes),
            taps: Vec::with_capacity(8 * lanes),
            lanes: Vec::with_capacity(lanes),
        }
    }

    #[inline(always)]
    fn push(&mut self, lane: usize, address: Option<u64>, weight: f64) {
        let texel = match address {
            Some(address) => {
                self.from.push((lane as u32, address));
                self.from.len() as u32 - 1
            }
            None => BORDER,
        };
        self.taps.push(Tap { texel, weight });
    }

    /// All taps of a lane have been given.
    fn finish(&mut self, lane: usize, reference: Option<f32>, whole: bool) {
        self.lanes.push(Lane {
            lane,
            end: self.taps.len(),
            reference,
            whole,
        });
    }

    /// Lanes and their taps.
    fn lanes(&self) -> impl Iterator<Item = (&Lane, &[Tap])> {
        let mut start = 0;
        self.lanes.iter().map(move |lane| {
            let taps = &self.taps[start..lane.end];
            start = lane.end;
            (lane, taps)
        })
    }
}

/// How large a thread sees the image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footprint {
    /// The level of detail before it is brought within bounds.
    raw: f64,
    lod: f64,
    /// Samples along a line, and the line in texels of the first level.
    samples: u32,
    line: [f64; 3],
}

impl<'a> Sampling<'a> {
    /// `unnormalized` coordinates count texels, whatever the sampler says.
    pub fn new(
        surface: &'a Surface,
        sampler: &'a Sampler,
        unnormalized: bool,
    ) -> Result<Sampling<'a>, Trap> {
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
        let unnormalized = unnormalized || sampler.unnormalized;
        let (first, last) = surface.image.levels;
        let levels = (0..=last.saturating_sub(first)).map(|level| {
            let size = surface.size(level + first);
            View {
                plane: surface.plane(level),
                size,
                scale: size.map(|n| if unnormalized { 1.0 } else { n.into() }),
            }
        });
        Ok(Sampling {
            surface,
            sampler,
            layout,
            border,
            levels: levels.collect(),
        })
    }

    /// Asks for the texels that a filter takes around a place.
    pub fn sample(&self, lane: usize, query: &Query, footprint: &Footprint, asked: &mut Asked) {
        let linear = match footprint.lod > 0.0 {
            true => self.sampler.minify_linear,
            false => self.sampler.magnify_linear,
        };
        // Integers are not weighed.
        let whole = self.layout.is_integer();
        if whole || !linear && footprint.samples == 1 && self.sampler.levels != Levels::Linear {
            let level = self.nearest_level(footprint.lod);
            let deep = self.surface.image.kind == Kind::D3 && self.sampler.third > 1;
            if whole || !deep {
                self.first_tap(lane, query, level, false, asked);
                return asked.finish(lane, query.reference, true);
            }
        }
        let parts = self.between(footprint.lod);
        let samples = footprint.samples;
        let count = f64::from(samples);
        for (level, part) in parts.into_iter().filter(|(_, part)| *part > 0.0) {
            if samples == 1 {
                self.taps(query, query.at, level, linear, |address, weight| {
                    if weight > 0.0 {
                        asked.push(lane, address, weight * part);
                    }
                });
                continue;
            }
            for n in 0..samples {
                let along = (f64::from(n) + 0.5) / count - 0.5;
                let mut at = query.at;
                for (at, step) in at.iter_mut().zip(footprint.line) {
                    *at += along * step;
                }
                self.taps(query, at, level, linear, |address, weight| {
                    if weight > 0.0 {
                        asked.push(lane, address, weight * part / count);
                    }
                });
            }
        }
        asked.finish(lane, query.reference, false);
    }

    /// Asks for the four texels around a place, or four in a row.
    pub fn gather(
        &self,
        lane: usize,
        query: &Query,
        footprint: &Footprint,
        row: bool,
        asked: &mut Asked,
    ) {
        let level = self.nearest_level(footprint.lod);
        let places: [[i32; 2]; 4] = match row {
            true => [[-1, 0], [0, 0], [1, 0], [2, 0]],
            false => [[0, 1], [1, 1], [1, 0], [0, 0]],
        };
        for [x, y] in places {
            let mut query = *query;
            query.offset[0] += x;
            query.offset[1] += y;
            // The first tap of a linear filter is the upper left one of the four.
            self.first_tap(lane, &query, level, true, asked);
        }
        asked.finish(lane, query.reference, true);
    }

    /// What the filter makes of the texels that lanes have asked for, in the components of `which`.
    pub fn filtered(
        &self,
        asked: &Asked,
        texels: &[Stored],
        which: &[usize],
        mut give: impl FnMut(usize, Stored),
    ) {
        for (lane, taps) in asked.lanes() {
            let stored = |tap: &Tap| self.compared(tap, lane.reference, texels);
            let mut value = [0; 4];
            match (taps, lane.whole) {
                ([tap], true) => value = stored(tap),
                _ => {
                    for &n in which {
                        let parts = taps.iter().map(|tap| {
                            let part = f64::from(f32::from_bits(stored(tap)[n]));
                            (part, tap.weight)
                        });
                        value[n] = (blend(self.sampler.blend, parts) as f32).to_bits();
                    }
                }
            }
            give(lane.lane, value);
        }
    }

    /// The texels that lanes have asked for, four each.
    pub fn gathered(
        &self,
        asked: &Asked,
        texels: &[Stored],
        mut give: impl FnMut(usize, [Stored; 4]),
    ) {
        for (lane, taps) in asked.lanes() {
            let mut four = [[0; 4]; 4];
            for (stored, tap) in four.iter_mut().zip(taps) {
                *stored = self.compared(tap, lane.reference, texels);
            }
            give(lane.lane, four);
        }
    }

    /// The level of detail, within bounds and not.
    pub fn lod(&self, footprint: &Footprint) -> [f64; 2] {
        let last = f64::from(self.last_level());
        let lod = match self.sampler.levels {
            Levels::First => 0.0,
            Levels::Nearest => (footprint.lod.clamp(0.0, last) + 0.5).floor(),
            Levels::Linear => footprint.lod.clamp(0.0, last),
        };
        [lod.min(last), footprint.raw]
    }

    /// A texel, compared if there is something to compare it with.
    #[inline]
    fn compared(&self, tap: &Tap, reference: Option<f32>, texels: &[Stored]) -> Stored {
        let stored = match tap.texel {
            BORDER => self.border,
            texel => texels[texel as usize],
        };
        match reference {
            None => stored,
            Some(reference) => [self.passes(reference, stored); 4],
        }
    }

    /// 1 if a reference passes the comparison with a texel, else 0.
    fn passes(&self, reference: f32, stored: Stored) -> u32 {
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
        f32::from(passes).to_bits()
    }

    fn last_level(&self) -> u32 {
        let (first, last) = self.surface.image.levels;
        last.saturating_sub(first)
    }

    /// How large the image is seen.
    pub fn footprint(&self, asked: &Closeness) -> Footprint {
        let scale = &self.levels[0].scale;
        let length = |gradient: [f64; 3]| {
            let parts = [0, 1, 2].map(|n| gradient[n] * scale[n]);
            let sum = parts.iter().fold(0.0, |sum, part| sum + part * part);
            libm::sqrt(sum)
        };
        let image = &self.surface.image;
        let mut samples = 1;
        let mut line = [0.0; 3];
        let raw = match asked.level {
            Detail::Zero => 0.0,
            Detail::Given(lod) => lod + f64::from(self.sampler.lod_bias) / 256.0,
            Detail::Gradients(bias) => {
                let lengths = asked.gradients.map(length);
                let longer = usize::from(lengths[1] > lengths[0]);
                let mut longest = lengths[longer];
                let shortest = lengths[1 - longer].max(f64::MIN_POSITIVE);
                if self.sampler.anisotropy > 0 && longest > shortest {
                    let most = f64::from(1u32 << self.sampler.anisotropy);
                    samples = (longest / shortest).ceil().min(most) as u32;
                    line = asked.gradients[longer];
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
        let least = asked.clamp.map_or(least, |clamp| least.max(clamp));
        let most = f64::from(self.sampler.max_lod) / 256.0;
        Footprint {
            raw,
            lod: raw.max(least).min(most.max(least)),
            samples,
            line,
        }
    }

    /// The levels that a level of detail lies between, and how much of each.
    fn between(&self, lod: f64) -> [(u32, f64); 2] {
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

    /// Asks for the first of the texels that a filter takes at a place.
    fn first_tap(&self, lane: usize, query: &Query, level: u32, linear: bool, asked: &mut Asked) {
        let mut first = None;
        self.taps(query, query.at, level, linear, |address, _| {
            first.get_or_insert(address);
        });
        asked.push(lane, first.flatten(), 1.0);
    }

    /// The addresses of the texels of a level that a filter takes at a place, none where the border is, and
    /// how much of each.
    #[inline]
    fn taps(
        &self,
        query: &Query,
        at: [f64; 3],
        level: u32,
        linear: bool,
        mut tap: impl FnMut(Option<u64>, f64),
    ) {
        let kind = self.surface.image.kind;
        let view = &self.levels[level as usize];
        let axis = |n: usize, linear: bool| {
            let (place, edge) = (at[n] * view.scale[n], self.sampler.edges[n]);
            Axis::around(place, view.size[n], edge, linear, query.offset[n])
        };
        if kind == Kind::Cube && !self.sampler.single_faces {
            return self.cube_taps(query, at, view, linear, tap);
        }
        let across = axis(0, linear);
        let down = match kind.is_line() {
            true => Axis::one(0),
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
            _ if kind.has_slices() => Axis::one(self.slice(at[2])),
            _ => Axis::one(0),
        };
        for &(z, deep) in behind.taps() {
            for &(y, low) in down.taps() {
                let row = view.row(y, z);
                for &(x, wide) in across.taps() {
                    let address = row.as_ref().and_then(|row| row.address(x));
                    tap(address, wide * low * deep);
                }
            }
        }
    }

    /// Filters go on over the edges of a face; of three texels at a corner each counts alike.
    fn cube_taps(
        &self,
        query: &Query,
        at: [f64; 3],
        view: &View<'_>,
        linear: bool,
        mut tap: impl FnMut(Option<u64>, f64),
    ) {
        let n = view.size[0];
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
        let mut taps = [(None, 0.0); 4];
        let (mut count, mut lost) = (0, 0.0);
        for (dx, dy, weight) in places.into_iter().take(if linear { 4 } else { 1 }) {
            let (x, y) = (x.floor() as i64 + dx, y.floor() as i64 + dy);
            let clamped = |at: i64| at.clamp(-1, n.into());
            match beyond(face, clamped(x), clamped(y), n) {
                Some((face, x, y)) => {
                    taps[count] = (view.address([x, y, cube * 6 + face]), weight);
                    count += 1;
                }
                None => lost += weight,
            }
        }
        let share = if lost > 0.0 {
            lost / count.max(1) as f64
        } else {
            0.0
        };
        for (address, weight) in &taps[..count] {
            tap(*address, weight + share);
        }
    }

    /// The slice that a number means: the nearest that there is.
    fn slice(&self, number: f64) -> u32 {
        let last = self.surface.slices().saturating_sub(1);
        (number.round_ties_even().max(0.0) as u32).min(last)
    }
}

/// What is made of numbers and their weights, of which there may be none.
#[inline(always)]
fn blend(how: Blend, mut parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    match how {
        Blend::Sum => parts.fold(0.0, |sum, (part, weight)| sum + weight * part),
        _ => {
            let Some((first, _)) = parts.next() else {
                return 0.0;
            };
            parts.fold(first, |chosen, (part, _)| match how {
                Blend::Greatest => chosen.max(part),
                _ => chosen.min(part),
            })
        }
    }
}
