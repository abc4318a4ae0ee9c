//! WMMA and SWMMAC: products of 16 by 16 matrices that lie across the wave.
//!
//! 16-bit floats are added up as the dot product instructions do it, two products at a time on RDNA 3
//! and four on RDNA 4, with the type of the result in between. Products of other floats are formed
//! exactly and summed with the accumulator in double precision; the sum is rounded once to the type of
//! the result. Integers are summed without loss and then wrap, or with `clamp` are held at the ends of
//! their range. All lanes take part whatever EXEC says.
//!
//! A sparse A holds two of every four values of a row; two bits for each say which. The index
//! register holds the bits of a lane's values, lowest first, for several products, among which
//! `index_key` chooses.

mod steps;

use super::registers::{constant_bits, vector_of};
use super::{Lowering, Outcome};
use crate::inst::NULL;
use crate::inst::{AmdInst, OperandValue};
use crate::matrix::Layout;
use crate::meaning::{Element, Matrix};
use crate::row;
use op::{Bf16, F16, Op, formats};
use std::sync::Arc;
use uop::{Breadth, Custom, Machine, Reach, Trap, Uop, VReg};

/// What a sum begins with: the zero to which even the other one can be added.
const NOTHING: f64 = -0.0;

impl Element {
    /// The value of raw bits.
    fn value(self, raw: u32, signed: bool) -> f64 {
        match self {
            Element::I32 => f64::from(raw as i32),
            Element::Int(bits) if signed => f64::from(((raw << (32 - bits)) as i32) >> (32 - bits)),
            Element::Int(_) => raw.into(),
            _ => self.float(raw).into(),
        }
    }

    /// The value of the raw bits of a float of at most 32 bits.
    pub(super) fn float(self, raw: u32) -> f32 {
        match self {
            Element::F16 => formats::f16_to_f32(F16(raw as u16)),
            Element::Bf16 => formats::bf16_to_f32(Bf16(raw as u16)),
            Element::Fp8 => formats::e4m3_to_f32(raw),
            Element::Bf8 => formats::e5m2_to_f32(raw),
            Element::Fp8Fnuz => formats::e4m3_fnuz_to_f32(raw),
            Element::Bf8Fnuz => formats::e5m2_fnuz_to_f32(raw),
            Element::Fp6 => formats::e2m3_to_f32(raw),
            Element::Bf6 => formats::e3m2_to_f32(raw),
            Element::Fp4 => formats::e2m1_to_f32(raw),
            Element::Xf32 => f32::from_bits(raw & !0x1fff),
            _ => f32::from_bits(raw),
        }
    }

    /// A result as raw bits.
    pub(super) fn round(self, value: f64, clamp: bool) -> u32 {
        let convert = |op: Op| op.eval([value.to_bits(), 0, 0]) as u32;
        match self {
            Element::F16 => convert(Op::CvtF16F64),
            Element::Bf16 => convert(Op::CvtBf16F64),
            // Sums of integers are exact in a double.
            Element::I32 if clamp => value as i32 as u32,
            Element::I32 => value as i64 as u32,
            _ => convert(Op::CvtF32F64),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Accumulator {
    Register(VReg),
    /// The same value everywhere.
    Constant(u32),
}

#[derive(Debug)]
struct Product {
    k: usize,
    a: (Element, VReg),
    b: (Element, VReg),
    c: Accumulator,
    d: (Element, VReg),
    layout: Layout,
    /// `neg_lo` and `neg_hi`.
    neg: (i32, i32),
    clamp: bool,
    /// RDNA 3 keeps 16-bit results in one half of a register.
    half: Option<bool>,
    /// Index register and first bit, of a sparse product.
    sparse: Option<(VReg, u32)>,
    registers: [u16; 3],
}

impl Lowering<'_> {
    pub fn matrix(&mut self, inst: &AmdInst, matrix: Matrix) -> Outcome {
        let Matrix { d, a, b, .. } = matrix;
        let sparse = matrix.sparse;
        let operands = inst.operands();
        let register = |n: usize| vector_of(&operands[n]);
        let layout = Layout::new(self.options.target, self.options.wave.lanes() as usize);
        let k = usize::from(matrix.k);
        let to = register(0)?;
        let (c, index) = match operands[3].value {
            // Nothing is read as zero.
            OperandValue::Reg(reg) if reg.code == NULL && !sparse => {
                (Accumulator::Constant(0), None)
            }
            OperandValue::Reg(_) if sparse => {
                let sum = Accumulator::Register(self.vgpr(to));
                (sum, Some(register(3)?))
            }
            OperandValue::Reg(_) => (Accumulator::Register(self.vgpr(register(3)?)), None),
            value => {
                let ty = match d {
                    Element::F16 => row::OperandType::F16,
                    Element::Bf16 => row::OperandType::Bf16,
                    Element::I32 => row::OperandType::I32,
                    _ => row::OperandType::F32,
                };
                let bits = constant_bits(inst, value, ty).ok_or("an accumulator")?;
                (Accumulator::Constant(bits as u32), None)
            }
        };
        let key_bits = 2 * layout.held(a, k / 2) as u32;
        let product = Product {
            k,
            a: (a, self.vgpr(register(1)?)),
            b: (b, self.vgpr(register(2)?)),
            c,
            d: (d, self.vgpr(to)),
            layout,
            neg: (inst.mods.neg_lo, inst.mods.neg_hi),
            clamp: inst.mods.clamp != 0,
            half: (!layout.is_divided() && d.bits() == 16).then_some(inst.mods.op_sel & 4 != 0),
            sparse: index.map(|reg| (self.vgpr(reg), key_bits * inst.mods.index_key as u32)),
            registers: [to.dwords, register(1)?.dwords, register(2)?.dwords].map(u16::from),
        };
        self.b.push(Uop::Custom(Arc::new(product)));
        Ok(())
    }
}

impl Product {
    /// Element `n` of the values that a lane holds from register `first` on.
    fn element(machine: &dyn Machine, first: VReg, bits: u32, lane: usize, n: usize) -> u32 {
        let at = n as u32 * bits;
        let word = machine.vector(first.plus((at / 32) as u16))[lane];
        (u64::from(word) >> (at % 32) & ((1 << bits) - 1)) as u32
    }

    /// The rows of A, or columns of B, as they are stored: for each K, what every one has.
    fn input(&self, machine: &dyn Machine, which: usize, depth: usize) -> Vec<[f64; 16]> {
        let (element, first) = if which == 0 { self.a } else { self.b };
        let integer = matches!(element, Element::Int(_));
        let signed = self.neg.0 >> which & 1 != 0;
        (0..depth)
            .map(|k| {
                let (lane, n) = self.layout.factor(element, depth, 0, k);
                let flips = if n % 2 == 0 { self.neg.0 } else { self.neg.1 };
                let negative = !integer && flips >> which & 1 != 0;
                let at = n as u32 * element.bits();
                let words = machine.vector(first.plus((at / 32) as u16));
                std::array::from_fn(|i| {
                    let raw = words[lane + i] >> (at % 32) & (u32::MAX >> (32 - element.bits()));
                    let value = element.value(raw, signed);
                    if negative { -value } else { value }
                })
            })
            .collect()
    }

    /// A row of A with its zeros put back.
    fn spread(&self, machine: &dyn Machine, row: usize, stored: &[[f64; 16]]) -> Vec<f64> {
        let Some((index, shift)) = self.sparse else {
            return stored.iter().map(|all| all[row]).collect();
        };
        let mut all = vec![0.0; self.k];
        for (i, values) in stored.iter().enumerate() {
            let (lane, n) = (self.layout).factor(self.a.0, stored.len(), row, i);
            let bits = u64::from(machine.vector(index)[lane]) >> shift;
            let position = (bits >> (2 * n) & 3) as usize;
            all[i / 2 * 4 + position] = values[row];
        }
        all
    }

    fn accumulator(&self, machine: &dyn Machine, lane: usize, n: usize) -> f64 {
        let element = self.d.0;
        let raw = self.raw_accumulator(machine, lane, n);
        let value = element.value(raw, true);
        if element == Element::I32 {
            return value;
        }
        let value = if self.neg.1 & 4 != 0 {
            value.abs()
        } else {
            value
        };
        if self.neg.0 & 4 != 0 { -value } else { value }
    }

    fn raw_accumulator(&self, machine: &dyn Machine, lane: usize, n: usize) -> u32 {
        let element = self.d.0;
        match (self.c, self.half) {
            (Accumulator::Constant(bits), _) => bits,
            (Accumulator::Register(first), Some(high)) => {
                let word = machine.vector(first.plus(n as u16))[lane];
                if high { word >> 16 } else { word & 0xffff }
            }
            (Accumulator::Register(first), None) => {
                Self::element(machine, first, element.bits(), lane, n)
            }
        }
    }

    /// All results as exact sums, rounded once, rows first.
    fn sums(&self, machine: &dyn Machine) -> Vec<[u32; 16]> {
        let stored = if self.sparse.is_some() {
            self.k / 2
        } else {
            self.k
        };
        let (rows, columns) = (
            self.input(machine, 0, stored),
            self.input(machine, 1, self.k),
        );
        (0..16)
            .map(|m| {
                // Sums of a row side by side: none has to wait for its own last addition.
                let mut sums = [NOTHING; 16];
                for (a, b) in self.spread(machine, m, &rows).iter().zip(&columns) {
                    for (sum, b) in sums.iter_mut().zip(b) {
                        *sum += a * b;
                    }
                }
                std::array::from_fn(|n| {
                    let (lane, at) = self.layout.sum(self.d.0, m, n);
                    let sum: f64 = sums[n] + self.accumulator(machine, lane, at);
                    self.d.0.round(sum, self.clamp)
                })
            })
            .collect()
    }
}

impl Custom for Product {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let results = match self.in_steps() {
            Some(format) => self.add_up(machine, format),
            None => self.sums(machine),
        };
        let (element, first) = self.d;
        for (m, row) in results.iter().enumerate() {
            for (n, &value) in row.iter().enumerate() {
                let (lane, at) = self.layout.sum(self.d.0, m, n);
                let (register, high) = match (element.bits(), self.half) {
                    (16, Some(high)) => (at, Some(high)),
                    (16, None) => (at / 2, Some(at % 2 == 1)),
                    _ => (at, None),
                };
                let word = &mut machine.vector_mut(first.plus(register as u16))[lane];
                *word = match high {
                    None => value,
                    Some(true) => *word & 0xffff | value << 16,
                    Some(false) => *word & 0xffff_0000 | value,
                };
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        match self.half {
            None => Breadth::Whole,
            // The other halves stay.
            Some(_) => Breadth::Unknown,
        }
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let range = |first: VReg, count: u16| (0..count).map(move |n| first.plus(n));
        let [d, a, b] = self.registers;
        let mut reads: Vec<VReg> = range(self.a.1, a).chain(range(self.b.1, b)).collect();
        if let Accumulator::Register(first) = self.c {
            reads.extend(range(first, d));
        }
        reads.extend(self.sparse.map(|(index, _)| index));
        (reads, range(self.d.1, d).collect())
    }
}
