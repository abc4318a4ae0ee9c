//! Conversions between small floats, which a power of two scales, and larger ones.

use super::super::float::held_at_the_ends;
use super::super::registers::MODE;
use super::super::{Lowering, Outcome};
use super::Operands;
use crate::inst::AmdInst;
use crate::meaning::{Scaling, Way};
use op::small::{Small, prng_b32, scale};
use std::sync::Arc;
use uop::{Breadth, Custom, Machine, Reach, SReg, Src, Trap, Uop, VReg};

pub(super) fn convert(
    l: &mut Lowering,
    inst: &AmdInst,
    scaling: Scaling,
    operands: &Operands,
) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let (numbers, rest) = match (scaling.way, operands.sources.as_slice()) {
        (Way::NarrowNoisily, [numbers @ .., _, _]) => (numbers, operands.sources.len() - 2),
        (_, [numbers @ .., _]) => (numbers, operands.sources.len() - 1),
        _ => return Err("operands of a conversion".into()),
    };
    let signs = numbers.iter().map(|source| (source.neg, source.abs));
    let signs = signs.collect();
    let sources = operands.sources.iter().map(|source| source.src).collect();
    let factor = operands.sources.last().ok_or("no scale")?;
    let step = Conversion {
        scaling,
        dst,
        sources,
        numbers: rest,
        signs,
        factor: (factor.neg, factor.abs),
        op_sel: inst.mods.op_sel as u32,
    };
    l.b.push(Uop::Custom(Arc::new(step)));
    Ok(())
}

#[derive(Debug)]
struct Conversion {
    scaling: Scaling,
    dst: VReg,
    /// Numbers, noise if there is any, and what scales.
    sources: Vec<Src>,
    /// How many sources are numbers.
    numbers: usize,
    /// Whether those are negated, and made absolute.
    signs: Vec<(bool, bool)>,
    factor: (bool, bool),
    op_sel: u32,
}

impl Conversion {
    fn word(&self, machine: &dyn Machine, source: usize, lane: usize, n: u16) -> u32 {
        match self.sources[source] {
            Src::Vector(reg) => machine.vector(reg.plus(n))[lane],
            Src::Scalar(reg) | Src::ScalarPair(reg) => machine.scalar(reg.plus(n)),
            Src::None => 0,
        }
    }

    /// Bits of a source that lie side by side, from one of its registers to the next.
    fn bits(&self, machine: &dyn Machine, source: usize, lane: usize, at: u32, count: u32) -> u32 {
        let (first, shift) = ((at / 32) as u16, at % 32);
        let low = u64::from(self.word(machine, source, lane, first));
        let crosses = shift + count > 32;
        let high = if crosses {
            self.word(machine, source, lane, first + 1)
        } else {
            0
        };
        ((low | u64::from(high) << 32) >> shift) as u32 & (u64::MAX >> (64 - count)) as u32
    }

    /// A number that is to become a small one.
    fn large(&self, machine: &dyn Machine, lane: usize, n: u32) -> f32 {
        let width = self.scaling.large.bits();
        // Where there are two runs of numbers, or two numbers, they take turns.
        let (source, n) = match self.numbers {
            2 => (n as usize % 2, n / 2),
            _ => (0, n),
        };
        // A half alone is in the part of its register that `op_sel` names.
        let half = self.scaling.count == 1 && width == 16 && self.op_sel & 1 != 0;
        let at = n * width + if half { 16 } else { 0 };
        let bits = self.bits(machine, source, lane, at, width);
        signed(self.scaling.large.float(bits), self.signs[source])
    }

    fn scale(&self, machine: &dyn Machine, lane: usize) -> f32 {
        let word = self.word(machine, self.sources.len() - 1, lane, 0);
        signed(f32::from_bits(word), self.factor)
    }

    /// What becomes of the numbers of one lane, in registers.
    fn results(&self, machine: &dyn Machine, lane: usize) -> Vec<u32> {
        let Scaling {
            count,
            small,
            large,
            ..
        } = self.scaling;
        let factor = self.scale(machine, lane);
        let mut words = vec![0; self.scaling.fills().div_ceil(32) as usize];
        let mut put = |at: u32, bits: u32| {
            let wide = u64::from(bits) << (at % 32);
            words[(at / 32) as usize] |= wide as u32;
            if let Some(word) = words.get_mut((at / 32) as usize + 1) {
                *word |= (wide >> 32) as u32;
            }
        };
        if self.scaling.way == Way::Widen {
            let packed = u32::from(count) * small.bits();
            // Of few numbers `op_sel` says where in the register they are.
            let first = match packed {
                8 => 8 * (self.op_sel & 3),
                16 => 16 * (self.op_sel & 1),
                _ => 0,
            };
            for n in 0..u32::from(count) {
                let bits = self.bits(machine, 0, lane, first + n * small.bits(), small.bits());
                let value = scale(small.value(bits), factor, false);
                put(n * large.bits(), large.round(value, false));
            }
            return words;
        }
        let mut noise = (self.scaling.way == Way::NarrowNoisily)
            .then(|| self.word(machine, self.numbers, lane, 0));
        let saturate = held_at_the_ends(machine.scalar(MODE));
        for n in 0..u32::from(count) {
            let value = scale(self.large(machine, lane, n), factor, true);
            put(n * small.bits(), round(small, value, noise, saturate));
            noise = noise.map(prng_b32);
        }
        words
    }
}

/// A quotient as a small float. A number that is too small for a single one is too small for that, too.
fn round(small: Small, value: f64, noise: Option<u32>, saturate: bool) -> u32 {
    small.round(value as f32, noise, saturate)
}

fn signed(value: f32, (neg, abs): (bool, bool)) -> f32 {
    let value = if abs { value.abs() } else { value };
    if neg { -value } else { value }
}

impl Custom for Conversion {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        let filled = self.scaling.fills();
        // Results of less than a register go to a part of it, which `op_sel` names.
        let (at, keep) = match filled {
            8 => (8 * (self.op_sel >> 2 & 3), !0xff),
            16 => (16 * (self.op_sel >> 3 & 1), !0xffff),
            _ => (0, 0u32),
        };
        for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0) {
            let words = self.results(machine, lane);
            for (n, word) in words.into_iter().enumerate() {
                let to = &mut machine.vector_mut(self.dst.plus(n as u16))[lane];
                *to = *to & keep.rotate_left(at) | word << at;
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        match self.scaling.fills() {
            32.. => Breadth::Active,
            _ => Breadth::Unknown,
        }
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let large = u32::from(self.scaling.count) * self.scaling.large.bits();
        let small = u32::from(self.scaling.count) * self.scaling.small.bits();
        let read = match self.scaling.way {
            Way::Widen => small,
            _ => large / self.numbers as u32,
        };
        let words = |bits: u32| bits.div_ceil(32) as u16;
        let sources = self.sources.iter().enumerate();
        let reads = sources.flat_map(|(n, source)| {
            let count = if n < self.numbers { words(read) } else { 1 };
            let first = match source {
                Src::Vector(reg) => Some(*reg),
                _ => None,
            };
            (0..count).filter_map(move |n| Some(first?.plus(n)))
        });
        let mut reads: Vec<VReg> = reads.collect();
        let writes: Vec<VReg> = (0..words(self.scaling.fills()))
            .map(|n| self.dst.plus(n))
            .collect();
        if self.scaling.fills() < 32 {
            reads.push(self.dst);
        }
        (reads, writes)
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let reads = self.sources.iter().filter_map(|source| match source {
            Src::Scalar(reg) | Src::ScalarPair(reg) => Some(*reg),
            _ => None,
        });
        (reads.chain([MODE]).collect(), Vec::new())
    }
}
