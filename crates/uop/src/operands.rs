//! Which registers a step reads and writes, for observers that track what is in flight.

use crate::{BarrierName, Channel, CrossOp, MaskOp, MemKind, MemOp, SReg, SplitOp, Src, Uop, VReg};
use op::Op;

/// How a step uses a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Its value matters.
    Read,
    /// It gets a value, in some lane at least.
    Write,
}

/// Consecutive registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// So many vector registers from this one on.
    Vector(VReg, u16),
    /// So many scalar registers from this one on.
    Scalar(SReg, u16),
}

impl Uop {
    /// It reads and changes what belongs to its wave alone, and goes on with the next step: it neither
    /// faults nor leads anywhere else. A wait does so where nothing is left to wait for.
    pub fn is_private(&self) -> bool {
        matches!(
            self,
            Uop::PerLane { .. }
                | Uop::Modified(_)
                | Uop::Compare { .. }
                | Uop::Predicate { .. }
                | Uop::LanesFromMask { .. }
                | Uop::Scalar { .. }
                | Uop::ScalarFlag { .. }
                | Uop::FirstLane { .. }
                | Uop::Cross(_)
                | Uop::Wait { .. }
                | Uop::Nop
        )
    }

    /// The channel on which its results are outstanding.
    pub fn channel(&self) -> Option<Channel> {
        match self {
            Uop::Memory(op) => op.channel,
            Uop::ScalarLoad(load) => load.channel,
            Uop::Custom(op) => op.channel(),
            Uop::Cross(op) => match &**op {
                CrossOp::Shuffle(shuffle) => shuffle.channel,
                _ => None,
            },
            _ => None,
        }
    }

    /// By which way they come: see [`Custom::way`](crate::Custom::way).
    pub fn way(&self) -> Option<u8> {
        match self {
            Uop::Custom(op) => op.way(),
            _ => Some(0),
        }
    }

    /// Calls `f` for every operand. `mask_words` is how many scalar registers a lane mask takes.
    pub fn for_each_operand(&self, mask_words: u16, f: &mut dyn FnMut(Use, Operand)) {
        use Operand::{Scalar, Vector};
        use Use::{Read, Write};
        match self {
            Uop::PerLane { op, dst, src } => {
                sources(*op, src, f);
                f(Write, Vector(*dst, result_registers(*op)));
            }
            Uop::Modified(modified) => {
                sources(modified.op, &modified.src, f);
                f(Write, Vector(modified.dst, result_registers(modified.op)));
            }
            Uop::Compare { op, dst, src } => {
                sources(*op, src, f);
                f(Write, Scalar(*dst, mask_words));
            }
            Uop::Predicate { op, dst, src } => {
                sources(*op, src, f);
                f(Read, Scalar(*dst, mask_words));
                f(Write, Scalar(*dst, mask_words));
            }
            Uop::LanesFromMask { dst, mask } => {
                f(Read, Scalar(*mask, mask_words));
                f(Write, Vector(*dst, 1));
            }
            Uop::Scalar { op, dst, src } | Uop::ScalarFlag { op, dst, src, .. } => {
                for (ty, &reg) in op.signature().args.iter().zip(src) {
                    f(Read, Scalar(reg, ty.registers() as u16));
                }
                f(Write, Scalar(*dst, result_registers(*op)));
                if let Uop::ScalarFlag { flag, .. } = self {
                    f(Write, Scalar(*flag, 1));
                }
            }
            Uop::FirstLane { op, dst, src } => {
                for (ty, &reg) in op.signature().args.iter().zip(src) {
                    f(Read, Vector(reg, ty.registers() as u16));
                }
                f(Write, Vector(*dst, result_registers(*op)));
            }
            Uop::Memory(memory) => memory_operands(memory, f),
            Uop::ScalarLoad(load) => {
                f(Read, Scalar(load.base, 2));
                load.index
                    .into_iter()
                    .for_each(|index| f(Read, Scalar(index, 1)));
                f(Write, Scalar(load.dst, u16::from(load.bytes.div_ceil(4))));
            }
            Uop::Branch { when, .. } => when.for_each_operand(mask_words, f),
            Uop::JumpScalar { address } => f(Read, Scalar(*address, 2)),
            Uop::Diverge { a, b, .. } => {
                f(Read, Vector(*a, 1));
                f(Read, Vector(*b, 1));
            }
            Uop::DivergeIndirect { address, .. } => f(Read, Vector(*address, 1)),
            Uop::Mask(mask) => match mask {
                MaskOp::Set(reg)
                | MaskOp::If { mask: reg, .. }
                | MaskOp::Guard { mask: reg, .. }
                | MaskOp::Break {
                    mask: Some(reg), ..
                }
                | MaskOp::Continue {
                    mask: Some(reg), ..
                } => f(Read, Scalar(*reg, mask_words)),
                _ => {}
            },
            Uop::Cross(cross) => cross_operands(cross, mask_words, f),
            Uop::Custom(custom) => {
                let (reads, writes) = custom.vectors();
                reads.into_iter().for_each(|reg| f(Read, Vector(reg, 1)));
                writes.into_iter().for_each(|reg| f(Write, Vector(reg, 1)));
                let (reads, writes) = custom.scalars();
                reads.into_iter().for_each(|reg| f(Read, Scalar(reg, 1)));
                writes.into_iter().for_each(|reg| f(Write, Scalar(reg, 1)));
            }
            Uop::Split(split) => split_operands(*split, f),
            Uop::Wait { .. }
            | Uop::Jump { .. }
            | Uop::Join(_)
            | Uop::Exit
            | Uop::Barrier
            | Uop::ClusterBarrier
            | Uop::End
            | Uop::Nop
            | Uop::Trap(_) => {}
        }
    }
}

fn split_operands(split: SplitOp, f: &mut dyn FnMut(Use, Operand)) {
    let mut read = |barrier: BarrierName| {
        if let BarrierName::Register(reg) = barrier {
            f(Use::Read, Operand::Scalar(reg, 1));
        }
    };
    match split {
        SplitOp::Signal { barrier, first } => {
            read(barrier);
            first
                .into_iter()
                .for_each(|reg| f(Use::Write, Operand::Scalar(reg, 1)));
        }
        SplitOp::Init { barrier, members } => {
            read(barrier);
            f(Use::Read, Operand::Scalar(members, 1));
        }
        SplitOp::Join { barrier } => read(barrier),
        SplitOp::Leave { left } => left
            .into_iter()
            .for_each(|reg| f(Use::Write, Operand::Scalar(reg, 1))),
        SplitOp::State { barrier, dst } => {
            read(barrier);
            f(Use::Write, Operand::Scalar(dst, 1));
        }
        SplitOp::Wait { .. } => {}
    }
}

fn result_registers(op: Op) -> u16 {
    op.signature().result.registers() as u16
}

fn source(src: Src, registers: u16, f: &mut dyn FnMut(Use, Operand)) {
    match src {
        Src::Vector(reg) => f(Use::Read, Operand::Vector(reg, registers)),
        Src::Scalar(reg) => f(Use::Read, Operand::Scalar(reg, 1)),
        Src::ScalarPair(reg) => f(Use::Read, Operand::Scalar(reg, 2)),
        Src::None => {}
    }
}

fn sources(op: Op, src: &[Src; 3], f: &mut dyn FnMut(Use, Operand)) {
    for (ty, &src) in op.signature().args.iter().zip(src) {
        source(src, ty.registers() as u16, f);
    }
}

fn memory_operands(memory: &MemOp, f: &mut dyn FnMut(Use, Operand)) {
    let words = u16::from(memory.bytes.div_ceil(4));
    source(memory.addr.base, if memory.addr.wide { 2 } else { 1 }, f);
    memory
        .addr
        .scalar
        .into_iter()
        .for_each(|reg| f(Use::Read, Operand::Scalar(reg, 2)));
    memory
        .lanes
        .into_iter()
        .for_each(|reg| f(Use::Read, Operand::Vector(reg, 1)));
    match memory.kind {
        MemKind::Load(_) => f(Use::Write, Operand::Vector(memory.dst, words)),
        MemKind::Store { .. } => f(Use::Read, Operand::Vector(memory.data, words)),
        MemKind::Atomic { op, returns } => {
            let sources = if matches!(
                op,
                crate::AtomicOp::CompareSwap | crate::AtomicOp::CompareSwapFloat
            ) {
                2 * words
            } else {
                words
            };
            f(Use::Read, Operand::Vector(memory.data, sources));
            if returns {
                f(Use::Write, Operand::Vector(memory.dst, words));
            }
        }
    }
}

fn cross_operands(cross: &CrossOp, mask_words: u16, f: &mut dyn FnMut(Use, Operand)) {
    use Operand::{Scalar, Vector};
    use Use::{Read, Write};
    match *cross {
        CrossOp::Permute { dst, src, index } => {
            f(Read, Vector(src, 1));
            source(index, 1, f);
            f(Write, Vector(dst, 1));
        }
        CrossOp::ReadLane { dst, src, lane } => {
            f(Read, Vector(src, 1));
            f(Read, Scalar(lane, 1));
            f(Write, Scalar(dst, 1));
        }
        CrossOp::ReadFirst { dst, src } => {
            f(Read, Vector(src, 1));
            f(Write, Scalar(dst, 1));
        }
        CrossOp::WriteLane { dst, src, lane } => {
            f(Read, Scalar(src, 1));
            f(Read, Scalar(lane, 1));
            f(Write, Vector(dst, 1));
        }
        CrossOp::Shuffle(ref shuffle) => {
            f(Read, Vector(shuffle.src, shuffle.words));
            f(Write, Vector(shuffle.dst, shuffle.words));
            (shuffle.found).inspect(|(reg, _)| f(Write, Scalar(*reg, mask_words)));
        }
        CrossOp::Reduce { dst, src, .. } | CrossOp::Scan { dst, src, .. } => {
            f(Read, Vector(src, 1));
            f(Write, Vector(dst, 1));
        }
    }
}

impl crate::Cond {
    fn for_each_operand(&self, mask_words: u16, f: &mut dyn FnMut(Use, Operand)) {
        use crate::Cond;
        match *self {
            Cond::Zero(reg) | Cond::NonZero(reg) => f(Use::Read, Operand::Scalar(reg, 1)),
            Cond::MaskZero(reg) | Cond::MaskNonZero(reg) => {
                f(Use::Read, Operand::Scalar(reg, mask_words));
            }
            Cond::NoneActive | Cond::AnyActive => {}
        }
    }
}
