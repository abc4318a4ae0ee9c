//! Sampling: levels of detail, filters, comparisons.
//!
//! Everything is computed in `f64` from the numbers that registers and texels hold, and rounded once,
//! but that places between texels have eight bits. Chips have fewer bits elsewhere too: see
//! `docs/fidelity.md`.

use super::LANES;
use super::descriptor::{ImageKind, Levels, Sampler};
use super::surface::{Plane, Surface};
use crate::format::Layout;
use uop::Trap;

/// What lanes ask of an image, by lane.
pub(crate) struct Queries {
    /// Across, down, and behind, the slice or the face.
    pub at: [[f64; LANES]; 3],
    /// What texels are compared with.
    pub references: Option<[f32; LANES]>,
    /// Added to the numbers of texels in each dimension.
    pub offsets: Option<[[i32; LANES]; 3]>,
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
pub(crate) struct Sampling {
    pub surface: Surface,
    pub sampler: Sampler,
    /// That of the surface, but for the curve of sRGB.
    pub layout: Layout,
    pub border: Stored,
    /// Levels from the first that is seen on.
    pub levels: Vec<View>,
}

/// A level as filters see it.
pub(crate) struct View {
    pub plane: Option<Plane>,
    pub size: [u32; 3],
    /// What coordinates are multiplied with to count texels.
    pub scale: [f64; 3],
}

/// How large a lane sees the image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footprint {
    /// The level of detail before it is brought within bounds.
    raw: f64,
    lod: f64,
    /// Samples along a line, and the line in texels of the first level.
    samples: u32,
    line: [f64; 3],
}

/// Which texels a lane takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The texel is taken as it is; or they are weighed.
    pub whole: bool,
    pub linear: bool,
    /// Levels, and how much of each.
    pub levels: [(u32, f64); 2],
    /// As in [`Footprint`].
    pub samples: u32,
    pub line: [f64; 3],
}

impl Way {
    /// Takes as many texels from the same levels as another one.
    pub fn is_like(&self, other: &Way) -> bool {
        let shape = |it: &Way| (it.whole, it.linear, it.samples, it.levels.map(|it| it.0));
        shape(self) == shape(other)
    }
}

impl Sampling {
    /// `unnormalized` coordinates count texels, whatever the sampler says.
    pub fn new(surface: Surface, sampler: Sampler, unnormalized: bool) -> Result<Sampling, Trap> {
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
            // What has no slices has none to be found, wherever that is.
            let size = surface.size(level + first).map(|n| n.max(1));
            View {
                plane: surface.plane(level),
                size,
                scale: size.map(|n| if unnormalized { 1.0 } else { n.into() }),
            }
        });
        let levels = levels.collect();
        Ok(Sampling {
            surface,
            sampler,
            layout,
            border,
            levels,
        })
    }

    /// Which texels a filter takes.
    pub(super) fn way(&self, footprint: &Footprint) -> Way {
        let linear = match footprint.lod > 0.0 {
            true => self.sampler.minify_linear,
            false => self.sampler.magnify_linear,
        };
        let (samples, line) = (footprint.samples, footprint.line);
        let deep = self.surface.image.kind == ImageKind::D3 && self.sampler.third > 1;
        let nearest = !linear && !deep && samples == 1 && self.sampler.levels != Levels::Linear;
        // Integers are not weighed.
        if nearest || self.layout.is_integer() {
            return Way {
                linear: false,
                ..self.gathering(footprint)
            };
        }
        Way {
            whole: false,
            linear,
            levels: self.between(footprint.lod),
            samples,
            line,
        }
    }

    /// The level that texels around a place are gathered from.
    pub(super) fn gathering(&self, footprint: &Footprint) -> Way {
        Way {
            whole: true,
            linear: true,
            levels: [(self.nearest_level(footprint.lod), 1.0), (0, 0.0)],
            samples: 1,
            line: [0.0; 3],
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
            sum.sqrt()
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

    /// The slice that a number means: the nearest that there is.
    pub(super) fn slice(&self, number: f64) -> u32 {
        let last = self.surface.slices().saturating_sub(1);
        (number.round_ties_even().max(0.0) as u32).min(last)
    }
}
