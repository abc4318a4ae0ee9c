//! From coordinates to texels: what is outside, and which texels a filter takes and how much of each. Loops go over
//! lanes and have no branch on one where that can be.

use super::LANES;
use super::descriptor::Edge;

/// Places between the centres of texels have eight bits, which is what drivers of these chips tell programs. A texel
/// that would have less of a share has none.
const STEPS: f64 = 256.0;

/// Where a linear filter places itself between the centres of texels.
pub(super) fn between(from_centre: f64) -> f64 {
    (from_centre * STEPS).round_ties_even() / STEPS
}

/// The nearest whole number, the even one of two, of one that is small: it is what is left in the low bits of
/// a sum that has no room for fractions. No CPU needs a call for that, or a branch.
#[inline(always)]
fn nearest(number: f64) -> i32 {
    const NO_FRACTIONS: f64 = 1.5 * (1u64 << 52) as f64;
    (number + NO_FRACTIONS).to_bits() as i32
}

/// The greatest whole number that is not above one that is small.
#[inline(always)]
fn below(number: f64) -> i32 {
    let near = nearest(number);
    near - i32::from(number < f64::from(near))
}

/// The number of a texel where the border is: no image has so many.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// Along one dimension, by lane: what a filter takes.
pub(super) struct Axis {
    /// The first texel, as if there were no end of them.
    first: [i32; LANES],
    /// How much of the second.
    part: [f64; LANES],
    linear: bool,
    /// Steps lead nowhere else: it is not a dimension of the image, or a slice.
    fixed: bool,
    n: u32,
    edge: Edge,
}

impl Axis {
    pub const NONE: Axis = Axis {
        first: [0; LANES],
        part: [0.0; LANES],
        linear: false,
        fixed: true,
        n: 1,
        edge: Edge::Clamp,
    };

    /// One texel for each lane.
    pub fn set_to(&mut self, texels: impl Iterator<Item = u32>) {
        for (first, texel) in self.first.iter_mut().zip(texels) {
            *first = texel as i32;
        }
        (self.linear, self.fixed) = (false, true);
    }

    /// What a filter takes around places, counted in texels of which there are `n`.
    pub fn set_around(&mut self, places: &mut [f64], n: u32, edge: Edge, linear: bool) {
        (self.linear, self.fixed) = (linear, false);
        (self.n, self.edge) = (n, edge);
        edge.bring_near(places, n);
        let to = self.first.iter_mut().zip(&mut self.part).zip(places);
        if linear {
            for ((first, part), place) in to {
                let steps = nearest((*place - 0.5) * STEPS);
                *first = steps >> 8;
                *part = f64::from(steps & 0xff) / STEPS;
            }
        } else {
            for ((first, _), place) in to {
                *first = below(*place);
            }
        }
    }

    /// Moves lanes by whole texels.
    pub fn shift(&mut self, by: impl Iterator<Item = i32>) {
        self.first.iter_mut().zip(by).for_each(|(at, by)| *at += by);
    }

    /// How many texels a filter takes.
    pub fn taps(&self) -> usize {
        1 + usize::from(self.linear)
    }

    /// The texels so many steps from the first, or [`OUTSIDE`].
    pub fn texels(&self, step: i32, to: &mut [u32]) {
        let from = self.first.iter().zip(to);
        match self.edge {
            _ if self.fixed => from.for_each(|(at, to)| *to = *at as u32),
            Edge::Clamp => {
                let last = self.n - 1;
                from.for_each(|(at, to)| *to = ((at + step).max(0) as u32).min(last));
            }
            edge => from.for_each(|(at, to)| *to = edge.index((at + step).into(), self.n)),
        }
    }

    /// Multiplies weights by those of a tap.
    pub fn weigh(&self, tap: usize, weights: &mut [f64]) {
        let parts = self.part.iter().zip(weights);
        match (self.linear, tap) {
            (false, _) => {}
            (true, 0) => parts.for_each(|(part, weight)| *weight *= 1.0 - part),
            (true, _) => parts.for_each(|(part, weight)| *weight *= part),
        }
    }
}

impl Edge {
    /// Brings places within reach of the image: what repeats is where it begins, and what is far away near.
    fn bring_near(self, places: &mut [f64], n: u32) {
        let n = f64::from(n);
        let range = match self {
            Edge::Wrap => return near_by_period(places, n, n),
            Edge::Mirror => return near_by_period(places, n, 2.0 * n),
            Edge::Clamp | Edge::Border | Edge::MirrorOnce | Edge::MirrorOnceBorder => {
                [-n - 64.0, n + 64.0]
            }
            Edge::ClampHalfBorder => [0.0, n],
            Edge::MirrorOnceHalfBorder => [-n, n],
        };
        for place in places {
            // What is no number is at the beginning.
            let number = if place.is_nan() { 0.0 } else { *place };
            let least = if number < range[0] { range[0] } else { number };
            *place = if least > range[1] { range[1] } else { least };
        }
    }

    /// Which of `n` texels an index means, or [`OUTSIDE`].
    #[inline(always)]
    fn index(self, index: i64, n: u32) -> u32 {
        match (0..i64::from(n)).contains(&index) {
            true => index as u32,
            false => self.index_beyond(index, n.into()),
        }
    }

    #[inline(never)]
    fn index_beyond(self, index: i64, n: i64) -> u32 {
        let index = match self {
            Edge::Wrap => index.rem_euclid(n),
            Edge::Mirror => {
                let index = index.rem_euclid(2 * n);
                index.min(2 * n - 1 - index)
            }
            Edge::Clamp => index.clamp(0, n - 1),
            Edge::MirrorOnce => index.max(-1 - index).min(n - 1),
            Edge::MirrorOnceHalfBorder | Edge::MirrorOnceBorder => index.max(-1 - index),
            Edge::ClampHalfBorder | Edge::Border => index,
        };
        match (0..n).contains(&index) {
            true => index as u32,
            false => OUTSIDE,
        }
    }
}

/// The same for what is the same again after a period.
fn near_by_period(places: &mut [f64], n: f64, period: f64) {
    /// Turns and periods of which a product has no more bits than a number.
    const FEW: f64 = (1 << 20) as f64;
    for place in places {
        // Most places are inside.
        if !(0.0..n).contains(place) {
            let turns = *place / period;
            *place = match turns.abs() < FEW {
                true => *place - f64::from(below(turns)) * period,
                false if place.is_finite() => place.rem_euclid(period),
                false => 0.0,
            };
        }
    }
}
