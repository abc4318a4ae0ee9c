//! What becomes of the texels that lanes have asked for: they are compared, and weighed or taken as they are.

use super::LANES;
use super::descriptor::Blend;
use super::sample::{Queries, Sampling};
use super::taps::{Asked, BORDER, Group, UNUSED};

/// Values by lane.
pub(crate) type ByLane = [u32; LANES];

/// Texels that were asked for: the words that were found, and room for what is made of them.
#[derive(Default)]
pub(crate) struct Texels {
    pub words: Vec<u32>,
    found: Vec<u32>,
    /// By tap.
    values: Vec<u32>,
}

impl Texels {
    /// Room for the words of so many texels.
    pub fn words(&mut self, count: usize) -> &mut [u32] {
        self.words.clear();
        self.words.resize(count, 0);
        &mut self.words
    }

    /// By tap, a value of each texel; `read` makes those of texels that were found of their words.
    fn by_tap(
        &mut self,
        asked: &Asked,
        border: u32,
        read: impl FnOnce(&[u32], &mut Vec<u32>),
    ) -> &mut [u32] {
        self.values.clear();
        if asked.taps.len() == asked.places.len() {
            read(&self.words, &mut self.values);
            return &mut self.values;
        }
        self.found.clear();
        read(&self.words, &mut self.found);
        self.values.extend(asked.taps.iter().map(|tap| match *tap {
            BORDER => border,
            // Added with a weight of 0, it changes nothing.
            UNUSED => 0,
            texel => self.found[texel as usize],
        }));
        &mut self.values
    }

    /// The values of one tap that lanes have; `read` as above, and 0 where there is no texel.
    pub fn taken(
        &mut self,
        asked: &Asked,
        tap: usize,
        read: impl FnOnce(&[u32], &mut Vec<u32>),
        to: &mut ByLane,
    ) {
        let values = self.by_tap(asked, 0, read);
        for group in &asked.groups {
            group.take(values, tap, to);
        }
    }

    /// One component of what a filter makes of texels.
    pub fn filtered(
        &mut self,
        sampling: &Sampling,
        asked: &Asked,
        queries: &Queries,
        component: usize,
        to: &mut ByLane,
    ) {
        let values = self.compared(sampling, asked, queries, component);
        for group in &asked.groups {
            match (group.whole, sampling.sampler.blend) {
                (true, _) => group.take(values, 0, to),
                (false, Blend::Sum) => group.sum(asked, values, to),
                (false, how) => group.choose(asked, values, how, to),
            }
        }
    }

    /// One component of a texel that was gathered.
    pub fn gathered(
        &mut self,
        sampling: &Sampling,
        asked: &Asked,
        queries: &Queries,
        (component, tap): (usize, usize),
        to: &mut ByLane,
    ) {
        let values = self.compared(sampling, asked, queries, component);
        for group in &asked.groups {
            group.take(values, tap, to);
        }
    }

    /// By tap, a component of each texel, or what comes of comparing it where there is something to compare with.
    fn compared(
        &mut self,
        sampling: &Sampling,
        asked: &Asked,
        queries: &Queries,
        component: usize,
    ) -> &[u32] {
        let component = if queries.references.is_some() {
            0
        } else {
            component
        };
        let border = sampling.border[component];
        let layout = &sampling.layout;
        let values = self.by_tap(asked, border, |words, to| {
            layout.read_all(component, words, to)
        });
        if let Some(references) = &queries.references {
            for group in &asked.groups {
                let values = &mut values[group.first..][..group.taps * group.lanes().len()];
                let lanes = group.lanes().iter().cycle();
                for (value, lane) in values.iter_mut().zip(lanes) {
                    *value = sampling.passes(references[*lane as usize], f32::from_bits(*value));
                }
            }
        }
        values
    }
}

impl Group {
    /// The values of a tap, lane by lane.
    fn tap<T: Copy>(&self, all: &[T], tap: usize) -> impl Iterator<Item = T> {
        let count = self.lanes().len();
        all[self.first + tap * count..][..count].iter().copied()
    }

    fn give(&self, values: impl Iterator<Item = u32>, to: &mut ByLane) {
        for (lane, value) in self.lanes().iter().zip(values) {
            to[*lane as usize] = value;
        }
    }

    fn take(&self, values: &[u32], tap: usize, to: &mut ByLane) {
        self.give(self.tap(values, tap), to);
    }

    /// The sum of all taps by their weights, in their order.
    fn sum(&self, asked: &Asked, values: &[u32], to: &mut ByLane) {
        let mut sums = [0.0; LANES];
        for tap in 0..self.taps {
            let parts = self.tap(&asked.weights, tap).zip(self.tap(values, tap));
            for (sum, (weight, value)) in sums.iter_mut().zip(parts) {
                *sum += weight * f64::from(f32::from_bits(value));
            }
        }
        self.give(sums.iter().map(|sum| (*sum as f32).to_bits()), to);
    }

    /// The least or the greatest of all taps that a lane has; 0 where it has none.
    fn choose(&self, asked: &Asked, values: &[u32], how: Blend, to: &mut ByLane) {
        let mut chosen = [None; LANES];
        for tap in 0..self.taps {
            let parts = self.tap(&asked.taps, tap).zip(self.tap(values, tap));
            for (chosen, (tap, value)) in chosen.iter_mut().zip(parts) {
                let value = f64::from(f32::from_bits(value));
                *chosen = match (tap, *chosen) {
                    (UNUSED, chosen) => chosen,
                    (_, None) => Some(value),
                    (_, Some(other)) if how == Blend::Greatest => Some(other.max(value)),
                    (_, Some(other)) => Some(other.min(value)),
                };
            }
        }
        let chosen = chosen.iter().map(|it| (it.unwrap_or(0.0) as f32).to_bits());
        self.give(chosen, to);
    }
}

impl Sampling {
    /// 1 if a reference passes the comparison with a texel, else 0.
    fn passes(&self, reference: f32, texel: f32) -> u32 {
        let reference = match self.layout.is_normalized() {
            true => reference.clamp(0.0, 1.0),
            false => reference,
        };
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
}
