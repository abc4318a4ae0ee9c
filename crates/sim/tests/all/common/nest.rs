//! Structured control flow at random.

use super::*;
use uop::{LabelId, MaskOp, Program, SReg, Src, Uop, VReg};

const TEMP: VReg = VReg(6);
/// Registers that programs compute with and store in the end.
pub const DATA: [VReg; 5] = [VReg(7), VReg(8), VReg(9), VReg(10), VReg(11)];

struct Nest<'r> {
    asm: Asm,
    random: &'r mut Random,
    base: u32,
    threads: u32,
    budget: usize,
    loops: u16,
}

impl Nest<'_> {
    /// A mask register with a random condition in it.
    fn condition(&mut self) -> (SReg, bool) {
        let dst = s(self.random.pick(&[2, 4, 6]));
        let reg = self.random.pick(&DATA);
        let bit = 1 << self.random.below(6);
        self.asm.op_with(Op::AndB32, TEMP, reg, bit);
        let zero = self.asm.constant(0);
        self.compare(Op::NeU32, dst, TEMP, zero);
        (dst, self.random.chance(50))
    }

    fn compare(&mut self, op: Op, dst: SReg, a: VReg, b: VReg) {
        let src = [Src::Vector(a), Src::Vector(b), Src::None];
        self.asm.push(Uop::Compare { op, dst, src });
    }

    /// Statements; a lane that leaves them all goes to `skip`.
    fn block(&mut self, depth: usize, skip: LabelId) {
        for _ in 0..1 + self.random.below(4) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.random.below(10) {
                0..3 if depth < 6 => self.branch(depth),
                3..5 if depth < 6 && self.loops < 4 => self.repeat(depth),
                5 if self.loops > 0 => {
                    let (mask, invert) = self.condition();
                    let mask = Some(mask).filter(|_| self.random.chance(80));
                    let skip = skip.0;
                    self.asm.mask(if self.random.chance(50) {
                        MaskOp::Break {
                            mask,
                            invert: invert && mask.is_some(),
                            skip,
                        }
                    } else {
                        MaskOp::Continue {
                            mask,
                            invert: invert && mask.is_some(),
                            skip,
                        }
                    });
                }
                6 if depth > 0 && self.random.chance(30) => {
                    self.asm.dump(self.base, self.threads, &DATA, TEMP);
                    self.asm.mask(MaskOp::Return { skip: skip.0 });
                }
                _ => {
                    let op = self
                        .random
                        .pick(&[Op::AddU32, Op::XorB32, Op::MulU32, Op::SubU32]);
                    let [dst, a, b] = [0; 3].map(|_| self.random.pick(&DATA));
                    self.asm.op(op, dst, &[a, b]);
                }
            }
        }
    }

    fn branch(&mut self, depth: usize) {
        let (mask, invert) = self.condition();
        let (otherwise, end) = (self.asm.label(), self.asm.label());
        let has_else = self.random.chance(60);
        let first = if has_else { otherwise } else { end };
        self.asm.mask(MaskOp::If {
            mask,
            invert,
            skip: first.0,
        });
        self.block(depth + 1, first);
        if has_else {
            self.asm.bind(otherwise);
            self.asm.mask(MaskOp::Else { skip: end.0 });
            self.block(depth + 1, end);
        }
        self.asm.bind(end);
        self.asm.mask(MaskOp::EndIf);
    }

    /// A loop of at most eight rounds, different for each lane.
    fn repeat(&mut self, depth: usize) {
        let counter = VReg(12 + self.loops);
        let reg = self.random.pick(&DATA);
        self.asm.op_with(Op::AndB32, counter, reg, 7);
        self.asm.op_with(Op::AddU32, counter, counter, 1);
        self.loops += 1;
        self.asm.mask(MaskOp::Loop);
        let back = self.asm.here();
        let end = self.asm.label();
        let zero = self.asm.constant(0);
        self.compare(Op::EqU32, s(8), counter, zero);
        self.asm.mask(MaskOp::Break {
            mask: Some(s(8)),
            invert: false,
            skip: end.0,
        });
        self.asm.op_with(Op::SubU32, counter, counter, 1);
        self.block(depth + 1, end);
        self.asm.bind(end);
        self.asm.mask(MaskOp::EndLoop { back: back.0 });
        self.loops -= 1;
    }
}

/// Statements in statements: `if`, `else`, loops, `break`, `continue` and `return`.
pub fn random_nest(random: &mut Random, base: u32, threads: u32) -> std::sync::Arc<Program> {
    let mut asm = Asm::new();
    asm.scatter(&DATA, random, 20);
    nest_after(asm, random, base, threads)
}

/// The same after a beginning.
pub fn nest_after(
    asm: Asm,
    random: &mut Random,
    base: u32,
    threads: u32,
) -> std::sync::Arc<Program> {
    let mut nest = Nest {
        asm,
        random,
        base,
        threads,
        budget: 40,
        loops: 0,
    };
    let end = nest.asm.label();
    nest.block(0, end);
    nest.block(0, end);
    nest.asm.bind(end);
    nest.asm.dump(base, threads, &DATA, TEMP);
    nest.asm.push(Uop::End);
    nest.asm.finish()
}
