//! MFMA and SMFMAC: products of matrices on CDNA.
//!
//! All lanes take part whatever EXEC says, and nothing depends on MODE: factors, accumulators and
//! results keep subnormals. What is added to what, and when it is rounded, goes by the type of A.
//!
//! Doubles and single numbers: a chain of fused multiply-adds in the order of K. 16-bit floats, single
//! numbers that lose 13 bits (`xf32`) and bytes: [`op::dot_core`] has the sums of a group of products, which
//! are up to 8, 4 and 16 in the order of K. Both were found by tests of CDNA 3 and published ("MMA-Sim",
//! arXiv 2511.10909). Integers wrap.
//!
//! Nothing is published of sparse products, which are added up here like dense ones of the values that are
//! stored; of CDNA 4, which here goes like CDNA 3; and of floats of six and four bits and of scales. Those are
//! taken for bytes, whose exponents the scales count for: AMD says that a scale goes to the exponent of what
//! it scales. NaNs are canonical.
//!
//! A sparse A holds two of every four values of a row; two bits for each say which. The index register
//! holds the bits of a lane's values, lowest first, for several products.

use super::registers::{constant_bits, vector_of};
use super::{Lowering, Outcome};
use crate::inst::{AmdInst, OperandValue, Reg};
use crate::matrix::Spot;
use crate::meaning::{Element, Mfma, MfmaKind};
use crate::row::OperandSlot;
use op::CHUNK;
use op::dot_core::Core;
use op::dot_rows::{Factor, Factors};
use op::formats::e8m0_to_f64;
use std::sync::Arc;
use uop::{Breadth, Custom, Machine, Reach, Trap, Uop, VReg};

const LANES: usize = 64;
/// Registers of the largest matrix.
const REGISTERS: usize = 32;
/// Values that a scale is for.
const SCALED: usize = 32;
/// Products of a group at most.
const GROUP: usize = 16;

/// Results by their register and lane.
type Results = [[u32; LANES]; REGISTERS];

#[derive(Clone, Copy, Debug)]
enum Accumulator {
    Register(VReg),
    /// The same value everywhere.
    Constant(u64),
}

#[derive(Debug)]
struct Multiply {
    product: Mfma,
    a: VReg,
    b: VReg,
    c: Accumulator,
    d: VReg,
    /// Registers of D, A and B.
    registers: [u16; 3],
    /// By K, where the first row of A and the first column of B have their values.
    of_a: Box<[Spot]>,
    of_b: Box<[Spot]>,
    /// The block of A that each block takes, and the lane of B that each lane takes.
    blocks: [u8; 16],
    lanes: [u8; LANES],
    /// Matrices that are negated, a bit each.
    neg: i32,
    /// Index register and first bit, of a sparse product.
    sparse: Option<(VReg, u32)>,
    /// The registers of the scales of A and B, and their first bits.
    scales: Option<[(VReg, u32); 2]>,
}

impl Lowering<'_> {
    pub fn mfma(&mut self, inst: &AmdInst, product: Mfma) -> Outcome {
        let mods = &inst.mods;
        let product = product
            .resolved(mods)
            .ok_or("`cbsz` or `blgp` names no format")?;
        let operands = inst.operands();
        let register = |n: usize| vector_of(&operands[n]);
        let to = register(0)?;
        let c = match (operands[3].value, &inst.row().operands[3]) {
            _ if product.is_sparse() => Accumulator::Register(self.vgpr(to)),
            (OperandValue::Reg(reg), _) if reg.is_vgpr() => Accumulator::Register(self.vgpr(reg)),
            (value, OperandSlot::Acc(_, ty)) => {
                let bits = constant_bits(inst, value, *ty);
                Accumulator::Constant(bits.ok_or("an accumulator that is a scalar")?)
            }
            _ => return Err("an accumulator".into()),
        };
        let sparse = match product.is_sparse() {
            true => Some((self.vgpr(register(3)?), product.first_index(mods))),
            false => None,
        };
        // The byte of the scale register: one bit in each list.
        let byte = |n: u32| (mods.op_sel >> n & 1 | (mods.op_sel_hi >> n & 1) << 1) as u32;
        let scale = |n: u32| -> Result<(VReg, u32), String> {
            Ok((self.vgpr(register(4 + n as usize)?), 8 * byte(n)))
        };
        let scales = match product.kind {
            MfmaKind::Scaled => Some([scale(0)?, scale(1)?]),
            _ => None,
        };
        let spots = |element: Element, depth: usize| {
            let spot = |k| product.factor(element, depth, 0, 0, k);
            (0..depth).map(spot).collect()
        };
        let dwords = |reg: Reg| u16::from(reg.dwords);
        let multiply = Multiply {
            product,
            a: self.vgpr(register(1)?),
            b: self.vgpr(register(2)?),
            c,
            d: self.vgpr(to),
            registers: [to, register(1)?, register(2)?].map(dwords),
            of_a: spots(product.a, product.stored()),
            of_b: spots(product.b, product.k.into()),
            blocks: std::array::from_fn(|block| product.block_of_a(block, mods) as u8),
            lanes: std::array::from_fn(|lane| product.lane_of_b(lane, mods) as u8),
            neg: mods.neg,
            sparse,
            scales,
        };
        self.b.push(Uop::Custom(Arc::new(multiply)));
        Ok(())
    }
}

/// Registers that follow each other.
struct Words<'a>([&'a [u32]; REGISTERS]);

impl Words<'_> {
    fn new(machine: &dyn Machine, first: VReg, count: u16) -> Words<'_> {
        let mut words: [&[u32]; REGISTERS] = [&[]; REGISTERS];
        for (n, words) in words.iter_mut().take(count.into()).enumerate() {
            *words = machine.vector(first.plus(n as u16));
        }
        Words(words)
    }

    /// Element `n` of a lane, which may begin in one word and end in the next.
    #[inline(always)]
    fn element(&self, bits: u32, lane: usize, n: usize) -> u32 {
        let (word, shift) = (n * bits as usize / 32, n as u32 * bits % 32);
        let low = u64::from(self.0[word][lane]);
        let high = match shift + bits > 32 {
            true => u64::from(self.0[word + 1][lane]),
            false => 0,
        };
        ((low | high << 32) >> shift) as u32 & (u32::MAX >> (32 - bits))
    }

    fn double(&self, lane: usize, n: usize) -> f64 {
        let [low, high] = [2 * n, 2 * n + 1].map(|word| u64::from(self.0[word][lane]));
        f64::from_bits(high << 32 | low)
    }
}

/// A row of results in one block, or as much of it as is worked on at a time.
struct Part {
    row: usize,
    /// The first column.
    column: usize,
    /// The value of lanes from this one on that holds it.
    at: usize,
    lane: usize,
}

impl Multiply {
    /// Results that are worked on at a time.
    fn width(&self) -> usize {
        usize::from(self.product.side).min(CHUNK)
    }

    fn depth(&self) -> usize {
        self.product.k.into()
    }

    /// All results of a block.
    fn parts(&self, block: usize) -> impl Iterator<Item = Part> + use<> {
        let product = self.product;
        let side = usize::from(product.side);
        (0..side * side).step_by(self.width()).map(move |n| {
            let (row, column) = (n / side, n % side);
            let (lane, at) = product.sum(block, row, column);
            Part {
                row,
                column,
                at,
                lane,
            }
        })
    }

    /// What A has, by the block and row that is asked for, and K.
    #[inline(always)]
    fn a<T>(&self, block: usize, row: usize, k: usize, get: impl Fn(usize, usize) -> T) -> T {
        let (lane, n) = self.of_a[k];
        let line = usize::from(self.blocks[block]) * usize::from(self.product.side) + row;
        get(lane + line, n)
    }

    /// What B has: for as many columns as are worked on at a time, and each K.
    #[inline(always)]
    fn columns<T: Copy>(
        &self,
        block: usize,
        columns: &mut Vec<[T; CHUNK]>,
        nothing: T,
        get: impl Fn(usize, usize) -> T,
    ) {
        let (side, width) = (usize::from(self.product.side), self.width());
        columns.clear();
        for first in (0..side).step_by(width) {
            columns.extend(self.of_b.iter().map(|&(lane, n)| {
                let first = lane + block * side + first;
                let mut all = [nothing; CHUNK];
                for (at, to) in all.iter_mut().take(width).enumerate() {
                    *to = get(self.lanes[first + at].into(), n);
                }
                all
            }));
        }
    }

    /// Begins results with C.
    fn start(&self, machine: &dyn Machine) -> Results {
        let mut results = [[0; LANES]; REGISTERS];
        for (n, words) in results
            .iter_mut()
            .take(self.registers[0].into())
            .enumerate()
        {
            match self.c {
                Accumulator::Register(first) => {
                    words.copy_from_slice(machine.vector(first.plus(n as u16)));
                }
                Accumulator::Constant(bits) => {
                    let high = self.product.d == Element::F64 && n % 2 == 1;
                    words.fill((bits >> (32 * u32::from(high))) as u32);
                }
            }
        }
        results
    }

    /// Which of the values of B a row's stored values of A are multiplied with.
    fn places(&self, machine: &dyn Machine, block: usize, row: usize, places: &mut [usize]) {
        let Some((index, shift)) = self.sparse else {
            for (k, place) in places.iter_mut().enumerate() {
                *place = k;
            }
            return;
        };
        let index = machine.vector(index);
        for (k, place) in places.iter_mut().enumerate() {
            let bits = |lane: usize, n: usize| index[lane] >> (shift + 2 * n as u32) & 3;
            *place = k / 2 * 4 + self.a(block, row, k, bits) as usize;
        }
    }

    /// The scale of a line's value.
    fn scale(&self, machine: &dyn Machine, which: usize, line: usize, k: usize) -> f64 {
        let Some(scales) = self.scales else {
            return 1.0;
        };
        let (register, shift) = scales[which];
        let lane = k / SCALED * usize::from(self.product.side) + line;
        e8m0_to_f64(machine.vector(register)[lane] >> shift)
    }

    fn small_floats(&self, machine: &dyn Machine, results: &mut Results) {
        let product = self.product;
        let (core, group) = match product.a {
            Element::F16 | Element::Bf16 => (Core::Together, 8),
            Element::Xf32 => (Core::Together, 4),
            _ => (Core::Apart, GROUP),
        };
        let (a, b) = self.factors(machine);
        let (depth, stored) = (self.depth(), product.stored());
        let side = usize::from(product.side);
        let width = self.width();
        let chunks = side / width;
        let factor = |words: &Words, element: Element, lane, n| {
            let value = element.float(words.element(element.bits(), lane, n));
            Factor::of(value.into(), least_exponent(element))
        };
        let mut rows = Vec::with_capacity(side * stored);
        let mut values = Vec::with_capacity(chunks * depth);
        let mut columns = Vec::with_capacity(chunks * depth);
        let mut places = [0; u8::MAX as usize];
        let places = &mut places[..stored];
        for block in 0..usize::from(product.blocks) {
            rows.clear();
            for row in 0..side {
                rows.extend((0..stored).map(|k| {
                    let a = self.a(block, row, k, |lane, n| factor(&a, product.a, lane, n));
                    a.scaled(self.scale(machine, 0, row, k))
                }));
            }
            let get = |lane, n| factor(&b, product.b, lane, n);
            self.columns(block, &mut values, Factor::default(), get);
            columns.clear();
            columns.extend(values.iter().enumerate().map(|(at, values)| {
                let (first, k) = (at / depth * width, at % depth);
                Factors::new(|n| values[n].scaled(self.scale(machine, 1, first + n % width, k)))
            }));
            for part in self.parts(block) {
                if part.column == 0 {
                    self.places(machine, block, part.row, places);
                }
                let a = &rows[part.row * stored..][..stored];
                let b = &columns[part.column / width * depth..][..depth];
                let own = &mut results[part.at][part.lane..][..width];
                let mut sums = [0; CHUNK];
                sums[..width].copy_from_slice(own);
                for (a, places) in a.chunks(group).zip(places.chunks(group)) {
                    let mut at = [&b[0]; GROUP];
                    for (at, &place) in at.iter_mut().zip(places) {
                        *at = &b[place];
                    }
                    machine.kernels().group(core, a, &at[..a.len()], &mut sums);
                }
                own.copy_from_slice(&sums[..width]);
            }
        }
    }

    fn factors<'a>(&self, machine: &'a dyn Machine) -> (Words<'a>, Words<'a>) {
        let [_, a, b] = self.registers;
        (
            Words::new(machine, self.a, a),
            Words::new(machine, self.b, b),
        )
    }

    fn singles(&self, machine: &dyn Machine, results: &mut Results) {
        let (a, b) = self.factors(machine);
        let width = self.width();
        let float = |words: &Words, lane, n: usize| f32::from_bits(words.0[n][lane]);
        let mut columns = Vec::with_capacity(2 * self.depth());
        for block in 0..usize::from(self.product.blocks) {
            self.columns(block, &mut columns, 0.0, |lane, n| float(&b, lane, n));
            for part in self.parts(block) {
                let own = &mut results[part.at][part.lane..][..width];
                let mut sums = [0.0; CHUNK];
                for (sum, &bits) in sums.iter_mut().zip(own.iter()) {
                    *sum = f32::from_bits(bits);
                }
                let b = &columns[part.column / width * self.depth()..][..self.depth()];
                for (k, b) in b.iter().enumerate() {
                    let a = self.a(block, part.row, k, |lane, n| float(&a, lane, n));
                    machine.kernels().fused(a, b, &mut sums);
                }
                for (to, sum) in own.iter_mut().zip(sums) {
                    *to = sum.to_bits();
                }
            }
        }
    }

    fn doubles(&self, machine: &dyn Machine, results: &mut Results) {
        let (a, b) = self.factors(machine);
        let width = self.width();
        let signed = |which: u32, value: f64| match self.neg >> which & 1 {
            0 => value,
            _ => -value,
        };
        let mut columns = Vec::with_capacity(self.depth());
        for block in 0..usize::from(self.product.blocks) {
            let get = |lane, n| signed(1, b.double(lane, n));
            self.columns(block, &mut columns, 0.0, get);
            for part in self.parts(block) {
                let lanes = part.lane..part.lane + width;
                let mut sums = [0.0; CHUNK];
                for (sum, lane) in sums.iter_mut().zip(lanes.clone()) {
                    let words = [2 * part.at + 1, 2 * part.at].map(|n| u64::from(results[n][lane]));
                    *sum = signed(2, f64::from_bits(words[0] << 32 | words[1]));
                }
                let b = &columns[part.column / width * self.depth()..][..self.depth()];
                for (k, b) in b.iter().enumerate() {
                    let a = self.a(block, part.row, k, |lane, n| signed(0, a.double(lane, n)));
                    machine.kernels().fused64(a, b, &mut sums);
                }
                for (lane, sum) in lanes.zip(sums) {
                    results[2 * part.at][lane] = sum.to_bits() as u32;
                    results[2 * part.at + 1][lane] = (sum.to_bits() >> 32) as u32;
                }
            }
        }
    }

    fn integers(&self, machine: &dyn Machine, results: &mut Results) {
        let (a, b) = self.factors(machine);
        let (depth, stored) = (self.depth(), self.product.stored());
        let side = usize::from(self.product.side);
        let width = self.width();
        let byte = |words: &Words, lane, n| words.element(8, lane, n) as i8 as i32;
        let mut columns = Vec::with_capacity(side.div_ceil(CHUNK) * depth);
        let mut places = [0; u8::MAX as usize];
        let places = &mut places[..stored];
        for block in 0..usize::from(self.product.blocks) {
            self.columns(block, &mut columns, 0, |lane, n| byte(&b, lane, n));
            for part in self.parts(block) {
                if part.column == 0 {
                    self.places(machine, block, part.row, places);
                }
                let own = &mut results[part.at][part.lane..][..width];
                let b = &columns[part.column / width * depth..][..depth];
                let mut sums = [0_i32; CHUNK];
                for (k, &place) in places.iter().enumerate() {
                    let a = self.a(block, part.row, k, |lane, n| byte(&a, lane, n));
                    for (sum, b) in sums.iter_mut().zip(&b[place]) {
                        *sum += a * b;
                    }
                }
                for (to, sum) in own.iter_mut().zip(sums) {
                    *to = to.wrapping_add(sum as u32);
                }
            }
        }
    }
}

/// The exponent of the least number that is not subnormal.
fn least_exponent(element: Element) -> i32 {
    match element {
        Element::F16 | Element::Bf8 => -14,
        Element::Fp8 => -6,
        Element::Fp8Fnuz => -7,
        Element::Bf8Fnuz => -15,
        Element::Fp6 | Element::Fp4 => 0,
        Element::Bf6 => -2,
        _ => -126,
    }
}

impl Custom for Multiply {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let mut results = self.start(machine);
        match self.product.a {
            Element::F64 => self.doubles(machine, &mut results),
            Element::F32 => self.singles(machine, &mut results),
            Element::Int(_) => self.integers(machine, &mut results),
            _ => self.small_floats(machine, &mut results),
        }
        for (n, words) in results.iter().take(self.registers[0].into()).enumerate() {
            machine
                .vector_mut(self.d.plus(n as u16))
                .copy_from_slice(words);
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Whole
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let range = |first: VReg, count: u16| (0..count).map(move |n| first.plus(n));
        let [d, a, b] = self.registers;
        let mut reads: Vec<VReg> = range(self.a, a).chain(range(self.b, b)).collect();
        if let Accumulator::Register(first) = self.c {
            reads.extend(range(first, d));
        }
        reads.extend(self.sparse.map(|(index, _)| index));
        reads.extend(self.scales.into_iter().flatten().map(|(scale, _)| scale));
        (reads, range(self.d, d).collect())
    }
}
