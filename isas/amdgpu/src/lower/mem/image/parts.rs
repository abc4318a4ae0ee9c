//! What the registers of an address hold: coordinates, levels, gradients and the rest, by dimensions.

use super::Unit;
use crate::image::descriptor::{Kind, Sampler};
use crate::image::sample::{self, Query};
use crate::image::surface::{Surface, Texel};
use crate::meaning::{Detail, Image};
use op::Op;
use uop::Machine;

/// The address of a lane in parts.
pub(super) struct Parts<'a> {
    pub unit: &'a Unit,
    pub machine: &'a dyn Machine,
    pub lane: usize,
}

impl Parts<'_> {
    fn word(&self, n: usize) -> u32 {
        self.machine.vector(self.unit.address[n])[self.lane]
    }

    /// Of coordinates and the level behind them, which may be halves, from a register on.
    pub fn number(&self, from: usize, n: usize) -> u32 {
        match self.unit.a16 {
            true => self.word(from + n / 2) >> (16 * (n % 2)) & 0xffff,
            false => self.word(from + n),
        }
    }

    fn float(&self, bits: u32, half: bool) -> f64 {
        f32::from_bits(if half { widen(bits) } else { bits }).into()
    }

    /// The coordinates that there are: how many, and what they are made of.
    fn count(&self) -> usize {
        match self.unit.kind {
            Kind::D1 => 1,
            Kind::D2 | Kind::D1Array => 2,
            Kind::D3 | Kind::Cube | Kind::D2Array | Kind::Msaa => 3,
            Kind::MsaaArray => 4,
        }
    }

    /// The texel that whole numbers name in an image.
    pub fn texel(&self, surface: &Surface) -> Texel {
        let number = |n: usize| self.number(0, n);
        let last = self.count() - 1;
        let [x, y, z] = match self.unit.kind {
            Kind::D1 => [number(0), 0, 0],
            Kind::D2 | Kind::Msaa => [number(0), number(1), 0],
            Kind::D1Array => [number(0), 0, number(1)],
            _ => [number(0), number(1), number(2)],
        };
        let kind = surface.image.kind;
        let deep = kind == Kind::D3 || kind.has_slices();
        Texel {
            level: match self.unit.parts.lod {
                true => number(last + 1),
                false => 0,
            },
            at: [
                x,
                if kind.is_line() { 0 } else { y },
                if deep { z } else { 0 },
            ],
            sample: match self.unit.kind.has_samples() && kind.has_samples() {
                true => number(last),
                false => 0,
            },
        }
    }

    /// What comes before the coordinates, in registers.
    fn before(&self) -> usize {
        let parts = &self.unit.parts;
        let gradients = match (parts.gradients, parts.half) {
            (false, _) => 0,
            (true, true) => (self.directions()).next_multiple_of(2),
            (true, false) => 2 * self.directions(),
        };
        usize::from(parts.extra) + gradients
    }

    /// How many coordinates have gradients.
    fn directions(&self) -> usize {
        match self.unit.kind {
            Kind::D1 | Kind::D1Array => 1,
            Kind::D3 => 3,
            _ => 2,
        }
    }

    /// The place that is sampled.
    fn place(&self) -> [f64; 3] {
        let from = self.before();
        let number = |n: usize| self.float(self.number(from, n), self.unit.a16);
        match self.unit.kind {
            Kind::D1 => [number(0), 0.0, 0.0],
            Kind::D2 | Kind::Msaa => [number(0), number(1), 0.0],
            Kind::D1Array => [number(0), 0.0, number(1)],
            Kind::Cube => {
                // Coordinates on a face go from 1 to 2, and there is room for eight faces.
                let id = number(2).round_ties_even().max(0.0);
                let cube = (id / 8.0).floor();
                [number(0) - 1.0, number(1) - 1.0, id - 2.0 * cube]
            }
            _ => [number(0), number(1), number(2)],
        }
    }

    /// How the place changes from lane to lane of a square, across and down.
    fn square(&self) -> [[f64; 3]; 2] {
        let at = |lane: usize| Parts { lane, ..*self }.place();
        let first = self.lane & !3;
        let (start, directions) = (at(first), self.directions());
        [1, 2].map(|step| {
            let next = at(first + step);
            [0, 1, 2].map(|n| match n < directions {
                true => next[n] - start[n],
                false => 0.0,
            })
        })
    }

    /// The gradients that the address has.
    fn gradients(&self) -> [[f64; 3]; 2] {
        let (from, n) = (usize::from(self.unit.parts.extra), self.directions());
        let value = |direction: usize, i: usize| match self.unit.parts.half {
            true => {
                let word = self.word(from + direction * n.div_ceil(2) + i / 2);
                self.float(word >> (16 * (i % 2)) & 0xffff, true)
            }
            false => self.float(self.word(from + direction * n + i), false),
        };
        [0, 1].map(|direction| [0, 1, 2].map(|i| if i < n { value(direction, i) } else { 0.0 }))
    }

    pub fn query(&self, sampler: &Sampler) -> Query {
        let plain = crate::image::meaning::PLAIN;
        let asks = match self.unit.does {
            Image::Sample(asks) | Image::Gather { asks, .. } => asks,
            _ => plain,
        };
        let biased = asks.level == Detail::Biased;
        let bias_at = usize::from(asks.moves);
        let reference_at = bias_at + usize::from(biased);
        let last = self.before();
        let lod = || self.float(self.number(last, self.count()), self.unit.a16);
        let (gradients, level) = match asks.level {
            Detail::Square => (self.square(), sample::Detail::Gradients(0.0)),
            Detail::Biased => {
                let bits = self.word(bias_at);
                let half = self.unit.a16;
                let bias = self.float(if half { bits & 0xffff } else { bits }, half);
                (self.square(), sample::Detail::Gradients(bias))
            }
            Detail::Gradients => (self.gradients(), sample::Detail::Gradients(0.0)),
            Detail::Given => ([[0.0; 3]; 2], sample::Detail::Given(lod())),
            Detail::Zero => ([[0.0; 3]; 2], sample::Detail::Zero),
        };
        let offsets = if asks.moves { self.word(0) } else { 0 };
        Query {
            at: self.place(),
            gradients,
            level,
            clamp: asks.clamps.then(lod),
            reference: (asks.compares).then(|| f32::from_bits(self.word(reference_at))),
            // Six bits each, with a sign.
            offset: [0, 8, 16].map(|at| (offsets >> at << 26) as i32 >> 26),
            unnormalized: self.unit.unnormalized || sampler.unnormalized,
        }
    }
}

fn widen(half: u32) -> u32 {
    Op::CvtF32F16.eval([half.into(), 0, 0]) as u32
}
