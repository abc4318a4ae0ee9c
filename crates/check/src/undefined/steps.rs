//! What a step does to undefined bits in registers.

use super::findings::{Findings, Sink};
use super::origin::{Origins, Tag};
use super::registers::{Bits, Registers};
use super::rules;
use op::{Op, Ty};
use sim::{Site, Wave};
use std::ops::{Deref, DerefMut};
use uop::{
    BarrierName, Cond, CrossOp, MaskOp, Modified, NOWHERE, Operand, SReg, Shuffle, SplitOp, Src,
    SrcMods, Uop, Use, VReg,
};

/// A value of one lane, or of the wave: its bits, those among them that are undefined, and why.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Value {
    bits: u64,
    unknown: u64,
    tag: Tag,
}

/// What is known of a wave whose instruction is under way.
pub(super) struct Marks<'a> {
    pub registers: &'a mut Registers,
    pub origins: &'a mut Origins,
    pub findings: &'a mut Findings,
    pub at: &'a Site,
}

/// A step that is about to be taken by a wave.
pub(super) struct Taking<'a> {
    pub marks: Marks<'a>,
    pub wave: &'a Wave,
}

impl<'a> Deref for Taking<'a> {
    type Target = Marks<'a>;

    fn deref(&self) -> &Marks<'a> {
        &self.marks
    }
}

impl<'a> DerefMut for Taking<'a> {
    fn deref_mut(&mut self) -> &mut Marks<'a> {
        &mut self.marks
    }
}

pub(super) fn lanes_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

/// Registers that a step reads or writes, by number, scalars behind `vectors`.
pub(super) fn named(uop: &Uop, wanted: Use, vectors: u16, mask_words: u16, to: &mut Vec<u16>) {
    uop.for_each_operand(mask_words, &mut |how, operand| {
        let (first, count) = match operand {
            Operand::Vector(reg, count) => (reg.0, count),
            Operand::Scalar(reg, count) => (vectors + reg.0, count),
        };
        if how == wanted {
            to.extend(first..first + count);
        }
    });
}

impl Marks<'_> {
    /// A value decides something.
    pub fn decide(&mut self, sink: Sink, tag: Tag, lane: Option<usize>) {
        self.findings.add(self.at, sink, tag, lane);
    }

    /// Registers decide something in these lanes; from then on they are taken as defined, so that one
    /// mistake is told once.
    pub fn decide_lanes(&mut self, sink: Sink, first: VReg, count: u16, lanes: u64) {
        for n in 0..count {
            let reg = first.plus(n);
            if self.registers.vector_flag(reg) == super::registers::DEFINED {
                continue;
            }
            for lane in lanes_of(lanes) {
                let bits = self.vector(reg, lane);
                if bits.mask != 0 {
                    self.decide(sink, bits.tag, Some(lane));
                    self.define(reg, 1, lane);
                }
            }
        }
    }

    pub fn decide_scalars(&mut self, sink: Sink, first: SReg, count: u16) {
        for n in 0..count {
            let bits = self.scalar(first.plus(n));
            if bits.mask != 0 {
                self.decide(sink, bits.tag, None);
                self.registers.set_scalar(first.plus(n), Bits::default());
            }
        }
    }

    /// A source of an access: a register of lanes, or of the wave.
    pub fn decide_source(&mut self, sink: Sink, src: Src, count: u16, lanes: u64) {
        match src {
            Src::Vector(reg) => self.decide_lanes(sink, reg, count, lanes),
            Src::Scalar(reg) => self.decide_scalars(sink, reg, 1),
            Src::ScalarPair(reg) => self.decide_scalars(sink, reg, 2),
            Src::None => {}
        }
    }

    pub fn define(&mut self, first: VReg, count: u16, lane: usize) {
        for n in 0..count {
            let none = Bits::default();
            self.set_vector(first.plus(n), lane, none);
        }
    }

    /// Lanes of registers were set.
    pub fn settle(&mut self, first: VReg, count: usize, written: u64) {
        for n in 0..count as u16 {
            let reg = first.plus(n);
            (self.registers).settle(reg, written, self.at.inst, self.origins);
        }
    }

    /// The same bits behind the instruction under way.
    pub fn through(&mut self, bits: Bits) -> Bits {
        match bits.mask {
            0 => Bits::default(),
            mask => Bits {
                mask,
                tag: self.origins.through(bits.tag, self.at.inst),
            },
        }
    }

    pub fn vector(&mut self, reg: VReg, lane: usize) -> Bits {
        self.registers.vector(reg, lane, self.origins)
    }

    pub fn scalar(&mut self, reg: SReg) -> Bits {
        self.registers.scalar(reg, self.origins)
    }

    pub fn set_vector(&mut self, reg: VReg, lane: usize, bits: Bits) {
        self.registers.set_vector(reg, lane, bits, self.origins);
    }
}

impl Taking<'_> {
    /// A step whose sources are all defined: so are its results.
    pub fn define_results(&mut self, uop: &Uop) {
        let mask_words = self.mask_words();
        let lanes = match uop {
            Uop::LanesFromMask { .. } => Some(!0),
            Uop::FirstLane { .. } => Some(1),
            Uop::Cross(cross) => match **cross {
                CrossOp::WriteLane { .. } => None,
                _ => Some(self.wave.exec()),
            },
            _ => Some(self.wave.exec()),
        };
        let Some(lanes) = lanes else {
            return self.take(uop);
        };
        uop.for_each_operand(mask_words, &mut |how, operand| match (how, operand) {
            (Use::Read, _) => {}
            (Use::Write, Operand::Vector(first, count)) => {
                self.define_in(first, count, lanes);
            }
            (Use::Write, Operand::Scalar(first, count)) => {
                for n in 0..count {
                    (self.registers).set_scalar(first.plus(n), Bits::default());
                }
            }
        });
    }

    /// Active lanes of registers get defined values.
    pub fn define_vectors(&mut self, first: VReg, count: u16) {
        self.define_in(first, count, self.wave.exec());
    }

    fn define_in(&mut self, first: VReg, count: u16, lanes: u64) {
        // Lanes outside of the workgroup hold no thread.
        let whole = self.wave.place().occupied() & !lanes == 0;
        for n in 0..count {
            let reg = first.plus(n);
            if whole {
                self.registers.define_vector(reg);
                continue;
            }
            lanes_of(lanes).for_each(|lane| self.define(reg, 1, lane));
            self.settle(reg, 1, lanes);
        }
    }

    /// Every step but accesses to memory and custom operations.
    pub fn take(&mut self, uop: &Uop) {
        let exec = self.wave.exec();
        match uop {
            Uop::PerLane { op, dst, src } => {
                let ty = op.signature().result;
                for lane in lanes_of(exec) {
                    let value = self.per_lane(*op, src, lane);
                    self.set_lane(*dst, ty, lane, value);
                }
                self.settle(*dst, ty.registers(), exec);
            }
            Uop::Modified(modified) => {
                let ty = modified.op.signature().result;
                for lane in lanes_of(exec) {
                    let value = self.modified(modified, lane);
                    self.set_lane(modified.dst, ty, lane, value);
                }
                self.settle(modified.dst, ty.registers(), exec);
            }
            Uop::Compare { op, dst, src } => self.compare(*op, *dst, src, !0),
            Uop::Predicate { op, dst, src } => self.compare(*op, *dst, src, exec),
            Uop::LanesFromMask { dst, mask } => {
                for lane in 0..self.wave.lanes() {
                    let bits = self.mask_bit(*mask, lane);
                    let value = self.through(bits);
                    self.set_vector(*dst, lane, value);
                }
                self.settle(*dst, 1, !0);
            }
            Uop::Scalar { op, dst, src } => {
                let value = self.scalar_result(*op, src);
                self.set_scalars(*dst, op.signature().result, value);
            }
            Uop::ScalarFlag { op, dst, src, flag } => {
                let value = self.scalar_result(*op, src);
                self.set_scalars(*dst, op.signature().result, value);
                let open = value.unknown != 0 && value.bits & !value.unknown == 0;
                let bits = Bits {
                    mask: open.into(),
                    tag: value.tag,
                };
                self.registers.set_scalar(*flag, bits);
            }
            Uop::FirstLane { op, dst, src } => {
                let src = src.map(Src::Vector);
                let value = self.per_lane(*op, &src, 0);
                let ty = op.signature().result;
                self.set_lane(*dst, ty, 0, value);
                self.settle(*dst, ty.registers(), 1);
            }
            Uop::Branch { when, .. } => self.branch(*when),
            Uop::JumpScalar { address } => self.decide_scalars(Sink::Jump, *address, 2),
            Uop::Diverge { a, b, .. } => {
                for lane in lanes_of(exec) {
                    let src = [Src::Vector(*a), Src::Vector(*b), Src::None];
                    let value = self.per_lane(Op::EqU32, &src, lane);
                    if value.unknown != 0 {
                        self.decide(Sink::Branch, value.tag, Some(lane));
                        self.define(*a, 1, lane);
                        self.define(*b, 1, lane);
                    }
                }
            }
            Uop::DivergeIndirect { address, .. } => {
                self.decide_lanes(Sink::Jump, *address, 1, exec);
            }
            Uop::Mask(mask) => self.mask(*mask),
            Uop::Cross(cross) => self.cross(cross),
            Uop::Split(split) => self.split(*split),
            Uop::Memory(_)
            | Uop::ScalarLoad(_)
            | Uop::Custom(_)
            | Uop::Wait { .. }
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

    fn per_lane(&mut self, op: Op, src: &[Src; 3], lane: usize) -> Value {
        let args = op.signature().args;
        let mut values = [Value::default(); 3];
        for ((value, ty), src) in values.iter_mut().zip(args).zip(src) {
            *value = self.source(*src, *ty, lane);
        }
        self.eval(op, values)
    }

    fn modified(&mut self, modified: &Modified, lane: usize) -> Value {
        let args = modified.op.signature().args;
        let mut values = [Value::default(); 3];
        for (i, ty) in args.iter().enumerate() {
            let SrcMods { first, second } = modified.mods[i];
            let mut value = self.source(modified.src[i], *ty, lane);
            for op in first.into_iter().chain(second) {
                value = self.eval(op, [value, Value::default(), Value::default()]);
            }
            values[i] = value;
        }
        let mut value = self.eval(modified.op, values);
        for op in modified.out.first.into_iter().chain(modified.out.second) {
            value = self.eval(op, [value, Value::default(), Value::default()]);
        }
        value
    }

    fn scalar_result(&mut self, op: Op, src: &[SReg; 3]) -> Value {
        let args = op.signature().args;
        let mut values = [Value::default(); 3];
        for ((value, ty), &reg) in values.iter_mut().zip(args).zip(src) {
            *value = self.scalars(reg, ty.registers());
        }
        self.eval(op, values)
    }

    fn eval(&mut self, op: Op, values: [Value; 3]) -> Value {
        let bits = values.map(|value| value.bits);
        let unknown = values.map(|value| value.unknown);
        let result = op.eval(bits);
        if unknown == [0; 3] {
            return Value {
                bits: result,
                ..Value::default()
            };
        }
        let unknown = rules::result(op, bits, unknown);
        let tag = match unknown {
            0 => 0,
            _ => {
                let from = values.iter().find(|value| value.unknown != 0);
                let tag = from.map_or(0, |value| value.tag);
                let inst = self.at.inst;
                self.origins.through(tag, inst)
            }
        };
        Value {
            bits: result,
            unknown,
            tag,
        }
    }

    fn source(&mut self, src: Src, ty: Ty, lane: usize) -> Value {
        match src {
            Src::Vector(reg) => self.words(ty.registers(), |this, n| {
                let word = this.wave.vector(reg.plus(n))[lane];
                (word, this.vector(reg.plus(n), lane))
            }),
            Src::Scalar(reg) => self.scalars(reg, 1),
            Src::ScalarPair(reg) => self.scalars(reg, 2),
            Src::None => Value::default(),
        }
    }

    fn scalars(&mut self, reg: SReg, count: usize) -> Value {
        self.words(count, |this, n| {
            let word = this.wave.scalar(reg.plus(n));
            (word, this.scalar(reg.plus(n)))
        })
    }

    fn words(&mut self, count: usize, word: impl Fn(&mut Self, u16) -> (u32, Bits)) -> Value {
        let mut value = Value::default();
        for n in 0..count as u16 {
            let (word, bits) = word(self, n);
            value.bits |= u64::from(word) << (32 * n);
            value.unknown |= u64::from(bits.mask) << (32 * n);
            if value.tag == 0 && bits.mask != 0 {
                value.tag = bits.tag;
            }
        }
        value
    }

    fn set_lane(&mut self, dst: VReg, ty: Ty, lane: usize, value: Value) {
        for n in 0..ty.registers() as u16 {
            let bits = Bits {
                mask: (value.unknown >> (32 * n)) as u32,
                tag: value.tag,
            };
            self.set_vector(dst.plus(n), lane, bits);
        }
    }

    fn set_scalars(&mut self, dst: SReg, ty: Ty, value: Value) {
        for n in 0..ty.registers() as u16 {
            let bits = Bits {
                mask: (value.unknown >> (32 * n)) as u32,
                tag: value.tag,
            };
            self.registers.set_scalar(dst.plus(n), bits);
        }
    }

    fn mask_words(&self) -> u16 {
        if self.wave.lanes() == 64 { 2 } else { 1 }
    }

    /// Undefined bits of a lane mask, a bit for each lane.
    fn mask_of(&mut self, reg: SReg) -> Value {
        self.scalars(reg, self.mask_words().into())
    }

    fn mask_bit(&mut self, reg: SReg, lane: usize) -> Bits {
        let bits = self.scalar(reg.plus(lane as u16 / 32));
        Bits {
            mask: bits.mask >> (lane % 32) & 1,
            tag: bits.tag,
        }
    }

    fn set_mask(&mut self, reg: SReg, unknown: u64, tag: Tag) {
        for n in 0..self.mask_words() {
            let mask = (unknown >> (32 * n)) as u32;
            self.registers.set_scalar(reg.plus(n), Bits { mask, tag });
        }
    }

    /// Bits of lanes that are not among `fresh` stay as they are.
    fn compare(&mut self, op: Op, dst: SReg, src: &[Src; 3], fresh: u64) {
        let old = self.mask_of(dst);
        let (mut unknown, mut tag) = (old.unknown & !fresh, old.tag);
        for lane in lanes_of(self.wave.exec()) {
            let value = self.per_lane(op, src, lane);
            if value.unknown != 0 {
                unknown |= 1 << lane;
                tag = value.tag;
            }
        }
        self.set_mask(dst, unknown, tag);
    }

    fn branch(&mut self, when: Cond) {
        let (reg, count) = match when {
            Cond::Zero(reg) | Cond::NonZero(reg) => (reg, 1),
            Cond::MaskZero(reg) | Cond::MaskNonZero(reg) => (reg, self.mask_words()),
            Cond::NoneActive | Cond::AnyActive => return,
        };
        let value = self.scalars(reg, count.into());
        if value.unknown != 0 && value.bits & !value.unknown == 0 {
            self.decide(Sink::Branch, value.tag, None);
            for n in 0..count {
                (self.registers).set_scalar(reg.plus(n), Bits::default());
            }
        }
    }

    fn mask(&mut self, mask: MaskOp) {
        let (reg, lanes) = match mask {
            MaskOp::Set(reg) => (reg, self.wave.place().occupied()),
            MaskOp::If { mask, .. }
            | MaskOp::Guard { mask, .. }
            | MaskOp::Break {
                mask: Some(mask), ..
            }
            | MaskOp::Continue {
                mask: Some(mask), ..
            } => (mask, self.wave.exec()),
            _ => return,
        };
        let value = self.mask_of(reg);
        let open = value.unknown & lanes;
        if open != 0 {
            let lane = open.trailing_zeros() as usize;
            self.decide(Sink::Lanes, value.tag, Some(lane));
        }
        let rest = match mask {
            // Lanes outside of the workgroup hold no thread.
            MaskOp::Set(_) => 0,
            _ => value.unknown & !lanes,
        };
        self.set_mask(reg, rest, value.tag);
    }

    fn split(&mut self, split: SplitOp) {
        let uop = Uop::Split(split);
        if let SplitOp::Signal { barrier, .. }
        | SplitOp::Init { barrier, .. }
        | SplitOp::Join { barrier }
        | SplitOp::State { barrier, .. } = split
            && let BarrierName::Register(reg) = barrier
        {
            self.decide_scalars(Sink::Barrier, reg, 1);
        }
        if let SplitOp::Init { members, .. } = split {
            self.decide_scalars(Sink::Barrier, members, 1);
        }
        uop.for_each_operand(1, &mut |how, operand| {
            if let (Use::Write, Operand::Scalar(reg, _)) = (how, operand) {
                self.registers.set_scalar(reg, Bits::default());
            }
        });
    }

    fn cross(&mut self, cross: &CrossOp) {
        let (exec, lanes) = (self.wave.exec(), self.wave.lanes());
        let wholly = |value: Bits| match value.mask {
            0 => value,
            _ => Bits { mask: !0, ..value },
        };
        match *cross {
            CrossOp::Permute { dst, src, index } => {
                let mut results = [Bits::default(); 64];
                for lane in lanes_of(exec) {
                    let from = self.source(index, Ty::U32, lane);
                    let low = from.unknown & (lanes as u64 - 1);
                    results[lane] = match low {
                        0 => {
                            let from = from.bits as usize % lanes;
                            self.vector(src, from)
                        }
                        _ => Bits {
                            mask: !0,
                            tag: from.tag,
                        },
                    };
                }
                self.put(dst, &results, exec);
            }
            CrossOp::ReadLane { dst, src, lane } => {
                let from = self.scalars(lane, 1);
                let bits = match from.unknown & (lanes as u64 - 1) {
                    0 => {
                        let lane = from.bits as usize % lanes;
                        self.vector(src, lane)
                    }
                    _ => Bits {
                        mask: !0,
                        tag: from.tag,
                    },
                };
                let bits = self.through(bits);
                self.registers.set_scalar(dst, bits);
            }
            CrossOp::ReadFirst { dst, src } => {
                let lane = match exec {
                    0 => 0,
                    exec => exec.trailing_zeros() as usize,
                };
                let bits = self.vector(src, lane);
                let bits = self.through(bits);
                self.registers.set_scalar(dst, bits);
            }
            CrossOp::WriteLane { dst, src, lane } => {
                self.decide_scalars(Sink::Lanes, lane, 1);
                let to = self.wave.scalar(lane) as usize % lanes;
                let bits = self.scalar(src);
                let bits = self.through(bits);
                self.set_vector(dst, to, bits);
                self.settle(dst, 1, 1 << to);
            }
            CrossOp::Reduce { dst, src, .. } => {
                let mut sum = Bits::default();
                for lane in lanes_of(exec) {
                    let bits = self.vector(src, lane);
                    if bits.mask != 0 {
                        sum = wholly(bits);
                        break;
                    }
                }
                self.put(dst, &[sum; 64], exec);
            }
            CrossOp::Scan {
                dst,
                src,
                inclusive,
                ..
            } => {
                let (mut sum, mut results) = (Bits::default(), [Bits::default(); 64]);
                for lane in lanes_of(exec) {
                    let before = sum;
                    let bits = self.vector(src, lane);
                    if sum.mask == 0 {
                        sum = wholly(bits);
                    }
                    results[lane] = if inclusive { sum } else { before };
                }
                self.put(dst, &results, exec);
            }
            CrossOp::Shuffle(ref shuffle) => self.shuffle(shuffle),
        }
    }

    fn shuffle(&mut self, shuffle: &Shuffle) {
        let (exec, lanes) = (self.wave.exec(), self.wave.lanes());
        for word in 0..shuffle.words {
            let mut results = [Bits::default(); 64];
            for lane in lanes_of(exec) {
                let from = usize::from(shuffle.from[lane]);
                let there = from < lanes && shuffle.from[lane] != NOWHERE;
                if there && (shuffle.inactive || exec >> from & 1 != 0) {
                    let src = shuffle.src.plus(word);
                    results[lane] = self.vector(src, from);
                }
            }
            self.put(shuffle.dst.plus(word), &results, exec);
        }
        if let Some((found, _)) = shuffle.found {
            self.set_mask(found, 0, 0);
        }
    }

    fn put(&mut self, dst: VReg, results: &[Bits; 64], exec: u64) {
        for lane in lanes_of(exec) {
            let bits = self.through(results[lane]);
            self.set_vector(dst, lane, bits);
        }
        self.settle(dst, 1, exec);
    }
}
