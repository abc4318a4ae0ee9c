//! What the registers of an address hold: coordinates, levels, gradients and the rest, by dimensions.

use super::Unit;
use crate::format::widen;
use crate::image::LANES;
use crate::image::descriptor::ImageKind;
use crate::image::sample::{self, Closeness, Queries};
use crate::image::surface::{Surface, Texel};
use crate::image::taps::bits;
use crate::meaning::{Asks, Detail, Image};
use uop::Machine;

/// Registers that an address has at most, and some more.
const WORDS: usize = 16;

/// The addresses of lanes in parts.
pub(super) struct Parts<'a> {
    unit: &'a Unit,
    registers: [&'a [u32]; WORDS],
    asks: Asks,
    /// Where coordinates begin, and how many there are.
    before: usize,
    count: usize,
    /// How many coordinates have gradients.
    directions: usize,
}

impl<'a> Parts<'a> {
    pub fn of(unit: &'a Unit, machine: &'a dyn Machine) -> Parts<'a> {
        let mut registers = [&[][..]; WORDS];
        for (words, reg) in registers.iter_mut().zip(&unit.address) {
            *words = machine.vector(*reg);
        }
        let directions = match unit.kind {
            ImageKind::D1 | ImageKind::D1Array => 1,
            ImageKind::D3 => 3,
            _ => 2,
        };
        let gradients = match (unit.parts.gradients, unit.parts.half) {
            (false, _) => 0,
            (true, true) => usize::next_multiple_of(directions, 2),
            (true, false) => 2 * directions,
        };
        Parts {
            unit,
            registers,
            asks: match unit.does {
                Image::Sample(asks) | Image::Gather { asks, .. } => asks,
                _ => crate::image::meaning::PLAIN,
            },
            before: usize::from(unit.parts.extra) + gradients,
            count: match unit.kind {
                ImageKind::D1 => 1,
                ImageKind::D2 | ImageKind::D1Array => 2,
                ImageKind::D3 | ImageKind::Cube | ImageKind::D2Array | ImageKind::Msaa => 3,
                ImageKind::MsaaArray => 4,
            },
            directions,
        }
    }

    #[inline(always)]
    fn word(&self, lane: usize, n: usize) -> u32 {
        self.registers[n][lane]
    }

    /// Of coordinates and the level behind them, which may be halves, from a register on.
    #[inline(always)]
    pub fn number(&self, lane: usize, from: usize, n: usize) -> u32 {
        match self.unit.a16 {
            true => self.word(lane, from + n / 2) >> (16 * (n % 2)) & 0xffff,
            false => self.word(lane, from + n),
        }
    }

    /// The texel that whole numbers name in an image.
    pub fn texel(&self, lane: usize, surface: &Surface) -> Texel {
        let number = |n: usize| self.number(lane, 0, n);
        let last = self.count - 1;
        let [x, y, z] = match self.unit.kind {
            ImageKind::D1 => [number(0), 0, 0],
            ImageKind::D2 | ImageKind::Msaa => [number(0), number(1), 0],
            ImageKind::D1Array => [number(0), 0, number(1)],
            _ => [number(0), number(1), number(2)],
        };
        let kind = surface.image.kind;
        let deep = kind == ImageKind::D3 || kind.has_slices();
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

    /// The place that is sampled.
    #[inline(always)]
    fn place(&self, lane: usize) -> [f64; 3] {
        let number = |n: usize| float(self.number(lane, self.before, n), self.unit.a16);
        match self.unit.kind {
            ImageKind::D1 => [number(0), 0.0, 0.0],
            ImageKind::D2 | ImageKind::Msaa => [number(0), number(1), 0.0],
            ImageKind::D1Array => [number(0), 0.0, number(1)],
            ImageKind::Cube => {
                // Coordinates on a face go from 1 to 2, and there is room for eight faces.
                let id = number(2).round_ties_even().max(0.0);
                let cube = (id / 8.0).floor();
                [number(0) - 1.0, number(1) - 1.0, id - 2.0 * cube]
            }
            _ => [number(0), number(1), number(2)],
        }
    }

    /// How the place changes from lane to lane of a square, across and down.
    fn square(&self, lane: usize) -> [[f64; 3]; 2] {
        let first = lane & !3;
        let start = self.place(first);
        [1, 2].map(|step| {
            let next = self.place(first + step);
            [0, 1, 2].map(|n| match n < self.directions {
                true => next[n] - start[n],
                false => 0.0,
            })
        })
    }

    /// The gradients that the address has.
    fn gradients(&self, lane: usize) -> [[f64; 3]; 2] {
        let (from, n) = (usize::from(self.unit.parts.extra), self.directions);
        let value = |direction: usize, i: usize| match self.unit.parts.half {
            true => {
                let word = self.word(lane, from + direction * n.div_ceil(2) + i / 2);
                float(word >> (16 * (i % 2)) & 0xffff, true)
            }
            false => float(self.word(lane, from + direction * n + i), false),
        };
        [0, 1].map(|direction| [0, 1, 2].map(|i| if i < n { value(direction, i) } else { 0.0 }))
    }

    /// What lanes ask for.
    pub fn queries(&self, lanes: u64) -> Queries {
        let asks = self.asks;
        let mut at = [[0.0; LANES]; 3];
        for lane in bits(lanes) {
            for (to, at) in at.iter_mut().zip(self.place(lane)) {
                to[lane] = at;
            }
        }
        let references = asks.compares.then(|| {
            let own = usize::from(asks.moves) + usize::from(asks.level == Detail::Biased);
            let mut references = [0.0; LANES];
            bits(lanes).for_each(|it| references[it] = f32::from_bits(self.word(it, own)));
            references
        });
        let offsets = asks.moves.then(|| {
            let mut offsets = [[0; LANES]; 3];
            for lane in bits(lanes) {
                // Six bits each, with a sign.
                for (to, low) in offsets.iter_mut().zip([0, 8, 16]) {
                    to[lane] = (self.word(lane, 0) >> low << 26) as i32 >> 26;
                }
            }
            offsets
        });
        Queries {
            at,
            references,
            offsets,
        }
    }

    /// All lanes ask for the same detail.
    pub fn are_alike(&self) -> bool {
        self.asks.level == Detail::Zero && !self.asks.clamps
    }

    /// The four lanes of a square ask for the same.
    pub fn are_alike_in_squares(&self) -> bool {
        self.asks.level == Detail::Square && !self.asks.clamps
    }

    pub fn closeness(&self, lane: usize) -> Closeness {
        let (asks, half) = (self.asks, self.unit.a16);
        let lod = || float(self.number(lane, self.before, self.count), half);
        let (gradients, level) = match asks.level {
            Detail::Square => (self.square(lane), sample::Detail::Gradients(0.0)),
            Detail::Biased => {
                let bits = self.word(lane, usize::from(asks.moves));
                let bias = float(if half { bits & 0xffff } else { bits }, half);
                (self.square(lane), sample::Detail::Gradients(bias))
            }
            Detail::Gradients => (self.gradients(lane), sample::Detail::Gradients(0.0)),
            Detail::Given => ([[0.0; 3]; 2], sample::Detail::Given(lod())),
            Detail::Zero => ([[0.0; 3]; 2], sample::Detail::Zero),
        };
        Closeness {
            level,
            gradients,
            clamp: asks.clamps.then(lod),
        }
    }
}

fn float(bits: u32, half: bool) -> f64 {
    let value = if half {
        widen(bits)
    } else {
        f32::from_bits(bits)
    };
    value.into()
}
