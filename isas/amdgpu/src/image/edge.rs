//! From coordinates to texels: what is outside, and which texels a filter takes and how much of each.

use super::descriptor::Edge;

/// Where a linear filter places itself between the centres of texels: to eight bits, which is what
/// drivers of these chips tell programs. A texel that would have less of a share has none.
pub(super) fn between(from_centre: f64) -> f64 {
    const STEPS: f64 = 256.0;
    (from_centre * STEPS).round_ties_even() / STEPS
}

/// The number of a texel where the border is: no image has so many.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// Along one dimension: numbers of texels, or [`OUTSIDE`], and their weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    taps: [(u32, f64); 2],
    count: usize,
}

impl Axis {
    /// The whole of one texel.
    pub fn one(at: u32) -> Axis {
        Axis {
            taps: [(at, 1.0); 2],
            count: 1,
        }
    }

    /// What a filter takes around a place, counted in texels of which there are `n`.
    #[inline(always)]
    pub fn around(place: f64, n: u32, edge: Edge, linear: bool, offset: i32) -> Axis {
        // Most places are inside, whatever becomes of others.
        match place >= 0.0 && place < f64::from(n) {
            true => Axis::inside(place, n, edge, linear, offset),
            false => Axis::beyond(place, n, edge, linear, offset),
        }
    }

    #[inline(always)]
    fn inside(place: f64, n: u32, edge: Edge, linear: bool, offset: i32) -> Axis {
        let index = |at: i32| edge.index(i64::from(at) + i64::from(offset), n);
        if !linear {
            return Axis::one(index(place as i32));
        }
        let from_centre = between(place - 0.5);
        // Before the centre of the first texel there is none.
        let first = from_centre as i32 - i32::from(from_centre < 0.0);
        let part = from_centre - f64::from(first);
        Axis {
            taps: [(index(first), 1.0 - part), (index(first + 1), part)],
            count: 2,
        }
    }

    #[inline(never)]
    fn beyond(place: f64, n: u32, edge: Edge, linear: bool, offset: i32) -> Axis {
        let index = |at: f64| edge.index((at as i64).saturating_add(offset.into()), n);
        let place = edge.place(place, n);
        if !linear {
            return Axis::one(index(place.floor()));
        }
        let from_centre = between(place - 0.5);
        let first = from_centre.floor();
        let part = from_centre - first;
        Axis {
            taps: [(index(first), 1.0 - part), (index(first + 1.0), part)],
            count: 2,
        }
    }

    #[inline(always)]
    pub fn taps(&self) -> &[(u32, f64)] {
        &self.taps[..self.count]
    }
}

impl Edge {
    /// A place within reach of the image: what repeats is where it begins, and what is far away near.
    fn place(self, place: f64, n: u32) -> f64 {
        let n = f64::from(n);
        // What is no number is at the beginning.
        let place = if place.is_nan() { 0.0 } else { place };
        match self {
            Edge::Wrap | Edge::Mirror if place.is_infinite() => 0.0,
            Edge::Wrap => place - (place / n).floor() * n,
            Edge::Mirror => place - (place / (2.0 * n)).floor() * (2.0 * n),
            Edge::Clamp | Edge::Border | Edge::MirrorOnce | Edge::MirrorOnceBorder => {
                place.clamp(-n - 64.0, n + 64.0)
            }
            Edge::ClampHalfBorder => place.clamp(0.0, n),
            Edge::MirrorOnceHalfBorder => place.clamp(-n, n),
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
