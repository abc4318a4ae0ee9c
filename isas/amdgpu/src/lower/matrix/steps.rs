//! Products of 16-bit floats, which are added up a few at a time.

use super::{Element, Product};
use op::Kernels;
use op::dot_rows::{Factor, Factors};
use op::dot_unit::{self, DotFormat, DotUnit, Total, dot};
use uop::{Machine, VReg};

/// Rows, columns, and products of each sum.
const SIDE: usize = 16;

/// The raw factors of all rows, or columns, for each K.
type Raw = [[u32; SIDE]; SIDE];

/// How products are added up.
struct Steps {
    format: DotFormat,
    unit: DotUnit,
    total: Total,
    /// How many products a step adds, in the order of K.
    count: usize,
    /// The vector form of a step.
    kernels: &'static Kernels,
}

impl Product {
    /// The format of factors that are added up a few at a time.
    pub(super) fn in_steps(&self) -> Option<DotFormat> {
        match self.a.0 {
            _ if self.sparse.is_some() => None,
            Element::F16 => Some(DotFormat::Half),
            Element::Bf16 => Some(DotFormat::Bfloat),
            _ => None,
        }
    }

    /// All results, rows first.
    pub(super) fn add_up(&self, machine: &dyn Machine, format: DotFormat) -> Vec<[u32; SIDE]> {
        let (unit, count) = match self.layout.is_divided() {
            false => (DotUnit::Framed, 2),
            true => (DotUnit::Floored, 4),
        };
        let steps = Steps {
            format,
            unit,
            total: match self.d.0 {
                Element::F16 => Total::Half,
                Element::Bf16 => Total::Bfloat,
                _ => Total::Single,
            },
            count,
            kernels: machine.kernels(),
        };
        let (a, b) = (self.raw(machine, 0), self.raw(machine, 1));
        let factors = |raw: &Raw| -> Option<Vec<[Factor; SIDE]>> {
            let mut all = vec![[Factor::default(); SIDE]; SIDE];
            for (to, from) in all.iter_mut().zip(raw) {
                for (to, &raw) in to.iter_mut().zip(from) {
                    *to = Factor::new(raw, format, unit)?;
                }
            }
            Some(all)
        };
        // Half numbers are rounded one by one, and what is not finite goes its own ways.
        let finite = match steps.total {
            Total::Half => None,
            _ => factors(&a).zip(factors(&b)),
        };
        let columns = finite.as_ref().map(|(_, b)| {
            let columns = b.iter().map(|b| Factors::new(|n| b[n]));
            columns.collect::<Vec<Factors>>()
        });
        (0..SIDE)
            .map(|m| {
                let mut sums = std::array::from_fn(|n| {
                    let (lane, at) = self.layout.sum(self.d.0, m, n);
                    self.start(machine, lane, at)
                });
                let row = finite
                    .as_ref()
                    .map(|(a, _)| std::array::from_fn(|k| a[k][m]));
                for first in (0..SIDE).step_by(count) {
                    let rest = match (&row, &columns) {
                        (Some(row), Some(columns)) => steps.row(first, row, columns, &mut sums),
                        _ => u16::MAX,
                    };
                    if rest == 0 {
                        continue;
                    }
                    for n in (0..SIDE).filter(|n| rest >> n & 1 != 0) {
                        sums[n] = steps.one(first, |k| a[k][m], |k| b[k][n], sums[n]);
                    }
                }
                sums
            })
            .collect()
    }

    /// Factors as they are written, signs apart.
    fn raw(&self, machine: &dyn Machine, which: usize) -> Raw {
        let (element, first): (Element, VReg) = if which == 0 { self.a } else { self.b };
        std::array::from_fn(|k| {
            let (lane, n) = self.layout.factor(element, SIDE, 0, k);
            let flips = if n % 2 == 0 { self.neg.0 } else { self.neg.1 };
            let flip = (flips as u32 >> which & 1) << 15;
            let words = &machine.vector(first.plus(n as u16 / 2))[lane..][..SIDE];
            std::array::from_fn(|at| (words[at] >> (16 * (n % 2)) & 0xffff) ^ flip)
        })
    }

    /// What a sum begins with.
    fn start(&self, machine: &dyn Machine, lane: usize, at: usize) -> u32 {
        let sign = match self.d.0 {
            Element::F16 | Element::Bf16 => 1 << 15,
            _ => 1 << 31,
        };
        let mut sum = self.raw_accumulator(machine, lane, at);
        if self.neg.1 & 4 != 0 {
            sum &= !sign;
        }
        if self.neg.0 & 4 != 0 {
            sum ^= sign;
        }
        sum
    }
}

impl Steps {
    /// One step of a row of sums. Returns those that it is not for, a bit each.
    fn row(&self, first: usize, a: &[Factor; SIDE], b: &[Factors], sums: &mut [u32; SIDE]) -> u16 {
        let (a, b) = (&a[first..][..self.count], &b[first..][..self.count]);
        if self.total == Total::Single {
            return self.kernels.dots(self.unit, a, b, sums);
        }
        // Single numbers without their lower halves.
        let mut wide = sums.map(|sum| sum << 16);
        let rest = self.kernels.dots(self.unit, a, b, &mut wide);
        *sums = wide.map(|sum| sum >> 16);
        rest
    }

    /// One step of one sum.
    fn one(
        &self,
        first: usize,
        a: impl Fn(usize) -> u32,
        b: impl Fn(usize) -> u32,
        sum: u32,
    ) -> u32 {
        let wide = match self.total {
            Total::Single => sum,
            _ => dot_unit::widen(sum as u16, self.format),
        };
        let formats = [self.format; 2];
        match self.count {
            2 => {
                let at = [first, first + 1];
                dot(self.unit, at.map(a), at.map(b), formats, wide, self.total)
            }
            _ => {
                let at = [first, first + 1, first + 2, first + 3];
                dot(self.unit, at.map(a), at.map(b), formats, wide, self.total)
            }
        }
    }
}
