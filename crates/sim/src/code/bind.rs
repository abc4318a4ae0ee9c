//! Looking up what a step needs: kernels, and where operands lie.

use super::{Call, Code, Kind, ModifiedCode, Prepared};
use crate::access::Shape;
use crate::registers::Layout;
use crate::shuffle::Shuffling;
use op::{Kernels, Nans, Op};
use plan::{AffineStep, Planned};
use std::collections::HashMap;
use uop::{
    Cond, CrossOp, MaskOp, MemOp, MemoryOrder, Modified, OutMods, Reach, SReg, Src, SrcMods, Uop,
    VReg,
};

/// Binding a plan, step by step.
pub(super) struct Binding<'a> {
    pub kernels: &'a Kernels,
    pub nans: Nans,
    pub layout: Layout,
    pub eager: bool,
    pub order: &'a MemoryOrder,
    /// Scratch registers by the scalar that they shadow, and whether two of them do.
    pub shadows: HashMap<(SReg, bool), usize>,
    /// The instruction that the step belongs to.
    pub inst: u32,
    pub prepared: Prepared,
}

impl Binding<'_> {
    pub fn step(&mut self, uop: &Uop, planned: &Planned) -> Code {
        match uop {
            Uop::Compare { .. } if planned.dead => Code::of(Kind::Nop),
            Uop::Wait { .. } if self.eager || planned.idle_wait => Code::of(Kind::Nop),
            Uop::PerLane { op, dst, src } => {
                let mut code = self.kernel(*op, src);
                code.dst = self.vector(*dst);
                code
            }
            Uop::Modified(modified) => self.modified(modified),
            Uop::Compare { op, dst, src } => self.compare(Kind::Compare, *op, *dst, src),
            Uop::Predicate { op, dst, src } => self.compare(Kind::Predicate, *op, *dst, src),
            Uop::LanesFromMask { dst, mask } => Code {
                dst: self.vector(*dst),
                src: [mask.0.into(), 0, 0],
                ..Code::of(Kind::LanesFromMask)
            },
            Uop::Scalar { op, dst, src } => self.scalar(*op, *dst, src, None),
            Uop::ScalarFlag { op, dst, src, flag } => self.scalar(*op, *dst, src, Some(*flag)),
            Uop::FirstLane { op, dst, src } => {
                let at = |reg: VReg| self.vector(reg);
                let scalar = op.scalar_for(self.nans);
                Code {
                    call: Call { scalar },
                    dst: at(*dst),
                    src: src.map(at),
                    ..Code::of(Kind::FirstLane)
                }
            }
            Uop::Cross(cross) => match **cross {
                CrossOp::ReadLane { dst, src, lane } => Code {
                    dst: dst.0.into(),
                    src: [src.0.into(), lane.0.into(), 0],
                    ..Code::of(Kind::ReadLane)
                },
                CrossOp::ReadFirst { dst, src } => Code {
                    dst: dst.0.into(),
                    src: [src.0.into(), 0, 0],
                    ..Code::of(Kind::ReadFirst)
                },
                CrossOp::Shuffle(ref shuffle) if self.eager || shuffle.channel.is_none() => {
                    let list = &mut self.prepared.shuffles;
                    list.push(Shuffling::new(shuffle, self.layout.lanes));
                    Code {
                        dst: list.len() as u32 - 1,
                        ..Code::of(Kind::Shuffle)
                    }
                }
                _ => Code::of(Kind::Other),
            },
            Uop::Mask(MaskOp::Set(reg)) => Code {
                src: [reg.0.into(), 0, 0],
                ..Code::of(Kind::SetExec)
            },
            Uop::Jump { to } => Code {
                dst: *to,
                ..Code::of(Kind::Jump)
            },
            Uop::Branch { when, to } => {
                let (kind, reg) = match *when {
                    Cond::Zero(reg) => (Kind::BranchZero, reg.0),
                    Cond::NonZero(reg) => (Kind::BranchNonZero, reg.0),
                    Cond::MaskZero(reg) => (Kind::BranchMaskZero, reg.0),
                    Cond::MaskNonZero(reg) => (Kind::BranchMaskNonZero, reg.0),
                    Cond::NoneActive => (Kind::BranchNoneActive, 0),
                    Cond::AnyActive => (Kind::BranchAnyActive, 0),
                };
                Code {
                    dst: *to,
                    src: [reg.into(), 0, 0],
                    ..Code::of(kind)
                }
            }
            Uop::Nop => Code::of(Kind::Nop),
            Uop::Memory(op) => {
                let constants = match planned.loads_constant {
                    true => u32::from(op.bytes / 4),
                    false => 0,
                };
                Code {
                    src: [planned.affine_address.into(), op.dst.0.into(), constants],
                    ..self.memory(op)
                }
            }
            Uop::ScalarLoad(_) => self.access(Kind::ScalarLoad, Shape::default()),
            Uop::Custom(op) if op.reach() == Reach::Memory => {
                self.access(Kind::Bounded, Shape::default())
            }
            _ => Code::of(Kind::Other),
        }
    }

    fn memory(&mut self, op: &MemOp) -> Code {
        let shape = Shape::of(op, 4 * self.layout.pitch as u32, self.order);
        let lanes = self.layout.width;
        let awaits = op.channel.is_some() || self.order.stores_await_fences;
        let at_once = self.eager || !awaits;
        match shape.local_kernel(self.kernels, lanes).filter(|_| at_once) {
            None => self.access(Kind::Memory, shape),
            Some(words) => Code {
                call: Call { words },
                ..self.access(Kind::LocalWords, shape)
            },
        }
    }

    fn access(&mut self, kind: Kind, mut shape: Shape) -> Code {
        let shapes = &mut self.prepared.shapes;
        shape.inst = self.inst;
        shapes.push(shape);
        Code {
            dst: shapes.len() as u32 - 1,
            ..Code::of(kind)
        }
    }

    /// An entry with the kernel of an op and its sources; the result's place is left open.
    fn kernel(&mut self, op: Op, src: &[Src; 3]) -> Code {
        let kernel = self.kernels.get_for(op, self.nans);
        let mut code = self.operands(src);
        code.call = Call { kernel };
        code.kind = match code.widths {
            0 => Kind::Vectors,
            _ => Kind::Mixed,
        };
        code
    }

    fn operands(&mut self, src: &[Src; 3]) -> Code {
        let mut code = Code::of(Kind::Other);
        for (i, src) in src.iter().enumerate() {
            let (reg, wide) = match *src {
                Src::Vector(reg) => {
                    code.src[i] = self.vector(reg);
                    continue;
                }
                Src::None => continue,
                Src::Scalar(reg) => (reg, false),
                Src::ScalarPair(reg) => (reg, true),
            };
            code.src[i] = u32::from(reg.0) << 16 | self.shadow(reg, wide) as u32;
            code.widths |= (1 + u8::from(wide)) << (2 * i);
        }
        code
    }

    /// The first scratch register of a scalar's shadow.
    fn shadow(&mut self, reg: SReg, wide: bool) -> usize {
        let scratch = &mut self.prepared.scratch;
        *self.shadows.entry((reg, wide)).or_insert_with(|| {
            let first = *scratch;
            *scratch += 1 + usize::from(wide);
            first
        })
    }

    fn modified(&mut self, modified: &Modified) -> Code {
        let mut code = self.kernel(modified.op, &modified.src);
        code.dst = self.vector(modified.dst);
        let kernel = |op: Option<Op>| op.map(|op| self.kernels.get_for(op, self.nans));
        let of_source = |mods: &SrcMods| [kernel(mods.first), kernel(mods.second)];
        let OutMods { first, second } = modified.out;
        let [first, second] = [first, second].map(kernel);
        let modified = ModifiedCode {
            code,
            mods: [0, 1, 2].map(|i| of_source(&modified.mods[i])),
            out: [first.or(second), first.and(second)],
            registers: modified.op.signature().result.registers(),
        };
        let list = &mut self.prepared.modified;
        list.push(modified);
        Code {
            dst: list.len() as u32 - 1,
            ..Code::of(Kind::Modified)
        }
    }

    fn compare(&mut self, kind: Kind, op: Op, dst: SReg, src: &[Src; 3]) -> Code {
        let Some(mask) = self.kernels.mask(op) else {
            return Code::of(Kind::Other);
        };
        let code = self.operands(src);
        Code {
            call: Call { mask },
            dst: dst.0.into(),
            kind,
            ..code
        }
    }

    /// A step on affine values, and what it is on vectors.
    pub fn affine(&mut self, step: &AffineStep, on_vectors: Code) -> Code {
        let affine = Code {
            dst: self.prepared.affine.len() as u32,
            first: on_vectors.first,
            count: on_vectors.count,
            advance: on_vectors.advance,
            marked: on_vectors.marked,
            fused: on_vectors.fused,
            ..Code::of(Kind::Affine)
        };
        let call = step.op.scalar_for(self.nans);
        self.prepared.affine.push((call, on_vectors));
        affine
    }

    /// Where a vector register is, in bytes.
    fn vector(&self, reg: VReg) -> u32 {
        4 * u32::from(reg.0) * self.layout.pitch as u32
    }

    fn scalar(&self, op: Op, dst: SReg, src: &[SReg; 3], flag: Option<SReg>) -> Code {
        let signature = op.signature();
        let types = signature.args.iter().zip(src).enumerate();
        let mut code = Code::of(Kind::Other);
        for (i, (ty, reg)) in types {
            code.src[i] = u32::from(reg.0) * self.layout.row as u32;
            code.widths |= (ty.registers() as u8) << (2 * i);
        }
        let results = signature.result.registers();
        code.widths |= (results as u8) << 6;
        let wide = code.widths & 0b10_10_10_10 != 0;
        Code {
            call: Call {
                scalar: op.scalar_for(self.nans),
            },
            dst: u32::from(dst.0) | flag.map_or(0, |flag| u32::from(flag.0) << 16),
            kind: match (wide, flag) {
                (false, None) => Kind::Words,
                (false, Some(_)) => Kind::WordsFlag,
                (true, None) => Kind::Wide,
                (true, Some(_)) => Kind::WideFlag,
            },
            ..code
        }
    }
}
