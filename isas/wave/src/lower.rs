//! Instructions to steps.
//!
//! General registers are the first vector registers; predicates are lane masks in scalar
//! registers. A guard is a short `if` around its instruction: the engine's mask stack saves and
//! restores the active threads, and an instruction that no thread runs is skipped.

mod convert;
mod flow;
mod lanes;
mod matrix;
mod memory;
pub(crate) mod select;
mod sync;

use op::Op;
use uop::{
    Builder, LabelId, MaskOp, MemoryOrder, Modified, OutMods, Program, Resources, SReg, Src, Unset,
    Uop, VReg,
};

use crate::encoding::{WaveInst, immediate_of};
use crate::meaning::{From, Meaning, Rounding};
use crate::operand::Condition;
use crate::row::{Guarding, Immediate};
use crate::table::special::{SPECIAL, Special};

/// Vector registers after the general ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    TidX,
    TidY,
    TidZ,
    Lane,
    /// The first of six temporaries.
    Temp,
}

const TEMPS: u16 = 6;
const EXTRAS: u16 = Extra::Temp as u16 + TEMPS;

/// Scalar registers: eight predicates of two words each, then special registers in their order.
const PREDICATES: u16 = 16;
pub(crate) const SCALARS: u16 = PREDICATES + SPECIAL.len() as u16;

/// The lane mask of a predicate.
pub fn predicate(number: u8) -> SReg {
    SReg(2 * u16::from(number))
}

/// The scalar that holds a special register, for those that are the same in every lane.
pub fn special(which: Special) -> SReg {
    SReg(PREDICATES + which as u16)
}

/// What a scalar register is called: a predicate or a special register.
pub fn scalar_name(reg: SReg) -> String {
    match reg.0.checked_sub(PREDICATES) {
        None => format!("p{}", reg.0 / 2),
        Some(at) => match SPECIAL.get(usize::from(at)) {
            Some(register) => register.name.to_string(),
            None => format!("scalar register {}", reg.0),
        },
    }
}

/// The vector register of an extra, for a kernel with `registers` general ones.
pub fn extra(registers: u16, which: Extra) -> VReg {
    VReg(registers + which as u16)
}

/// How many general registers a lowered kernel has.
pub fn general_registers(program: &uop::Program) -> u16 {
    program.resources.vectors - EXTRAS
}

pub struct Lowering {
    builder: Builder,
    /// Whether a cluster is more than one workgroup.
    clustered: bool,
    registers: u16,
    /// For each open construct, the label of the instruction that divides or closes it next.
    open: Vec<Open>,
    /// For each open loop, its first instruction.
    backs: Vec<LabelId>,
    /// Where waves end.
    end: LabelId,
}

struct Open {
    next: LabelId,
    /// Whether threads may have gone for good, so that no thread may be left at its end.
    loses: bool,
    is_loop: bool,
}

impl Lowering {
    pub fn new(registers: u16, cluster: u32) -> Lowering {
        let resources = Resources {
            vectors: registers + EXTRAS,
            scalars: SCALARS,
            exec: None,
            ended_waves_arrive: true,
            uniform_barriers: true,
            cluster,
            ..Resources::default()
        };
        let mut builder = Builder::new(resources, Vec::new());
        builder.starts_without(Unset {
            vectors: registers,
            scalars: std::iter::once(0..PREDICATES).collect(),
            local: true,
            private: true,
        });
        builder.order(MemoryOrder {
            relaxed_atomics: true,
            unordered_branches: true,
            stores_await_fences: true,
            advice: "a barrier orders them; so does an atomic or a flag with `fence` before the store \
                     and after the load, of workgroup scope or, between workgroups, of device scope",
            ..MemoryOrder::default()
        });
        let end = builder.label();
        Lowering {
            builder,
            clustered: cluster > 1,
            registers,
            open: Vec::new(),
            backs: Vec::new(),
            end,
        }
    }

    /// Lowers the instruction at `address`.
    pub fn instruction(&mut self, inst: &WaveInst, address: u64) {
        self.builder.begin(address, inst.len() as u8);
        if inst.is_uniform() {
            self.builder.promise_uniform();
        }
        let guard = match inst.row.guarding {
            Guarding::Allowed => inst.condition(),
            _ => None,
        };
        let Some(Condition { predicate, negated }) = guard else {
            return self.meaning(inst);
        };
        let after = self.builder.label();
        // What all threads have to reach looks at them even if the guard leaves none.
        let all_reach = matches!(inst.row.meaning, Meaning::Barrier);
        let skip = if all_reach {
            self.builder.label()
        } else {
            after
        };
        self.push(Uop::Mask(MaskOp::Guard {
            mask: self::predicate(predicate),
            invert: negated,
            skip: skip.0,
        }));
        if all_reach {
            self.builder.bind(skip);
        }
        self.open.push(Open {
            next: after,
            loses: false,
            is_loop: false,
        });
        self.meaning(inst);
        self.close_if();
    }

    /// The program that starts at `entry`.
    pub fn finish(mut self, entry: u64) -> Program {
        self.builder.bind(self.end);
        self.push(Uop::End);
        let entry = self.builder.label_at(entry);
        self.builder.finish(entry)
    }

    fn meaning(&mut self, inst: &WaveInst) {
        let flags = usize::from(inst.fields.flags);
        let sat = |bit: usize, op: Op| (flags & bit != 0).then_some(op);
        match inst.row.meaning {
            Meaning::Lanes(op) => self.lanes(inst, op, None),
            Meaning::Signed(ops) => self.lanes(inst, ops[flags & 1], None),
            Meaning::Saturating(ops) => self.lanes(inst, ops[flags & 3], None),
            Meaning::Approximate(op) => self.lanes(inst, op, sat(4, Op::SaturateF32)),
            Meaning::Packed(op) => self.lanes(inst, op, sat(4, Op::SaturateF16x2)),
            Meaning::Float(op, rounding) => {
                self.rounded(inst, op, rounding, sat(4, Op::SaturateF32));
            }
            Meaning::Double(op, rounding) => self.rounded(inst, op, rounding, None),
            Meaning::Half(op) => convert::half(inst, self, op),
            Meaning::Compare(ops) => self.compare(inst, ops[flags >> 3 & 1][flags & 7]),
            Meaning::CompareFloat(ops) => self.compare(inst, ops[flags & 15]),
            Meaning::Move => select::mov(inst, self),
            Meaning::MovePart => select::part(inst, self),
            Meaning::Select => select::selp(inst, self),
            Meaning::Extract(op) => select::extract(inst, self, op),
            Meaning::Insert => select::insert(inst, self),
            Meaning::Convert => convert::cvt(inst, self),
            Meaning::Load(bytes, extend) => memory::load(inst, self, bytes, extend),
            Meaning::Store(bytes) => memory::store(inst, self, bytes),
            Meaning::Atomic(ops, bytes) => memory::atomic(inst, self, ops[flags & 15], bytes),
            Meaning::CompareSwap(bytes) => memory::compare_swap(inst, self, bytes),
            Meaning::Combine(op, identity) => lanes::combine(inst, self, op, identity),
            Meaning::Shuffle(from) => lanes::shuffle(inst, self, from[flags & 3]),
            Meaning::Broadcast => lanes::shuffle(inst, self, From::Broadcast),
            Meaning::Ballot(words) => lanes::ballot(inst, self, words),
            Meaning::Vote(quantity) => lanes::vote(inst, self, quantity),
            Meaning::Matrix => matrix::mma(inst, self),
            Meaning::Nop => self.push(Uop::Nop),
            Meaning::Barrier => sync::barrier(inst, self),
            Meaning::Fence => sync::fence(inst, self),
            Meaning::Structure(what) => flow::structure(inst, self, what),
        }
    }

    /// `rd = op(ra, rb, rc)` with as many sources as the operation takes.
    fn lanes(&mut self, inst: &WaveInst, op: Op, clamp: Option<Op>) {
        let all = [self.a(inst), self.b(inst), self.c(inst)];
        let arity = op.signature().args.len();
        let src = [0, 1, 2].map(|i| if i < arity { all[i] } else { Src::None });
        self.per_lane(op, self.d(inst), src, clamp);
    }

    /// `pd = op(ra, rb)`.
    fn compare(&mut self, inst: &WaveInst, op: Op) {
        let src = [self.a(inst), self.b(inst), Src::None];
        let dst = predicate(inst.fields.d);
        self.push(Uop::Predicate { op, dst, src });
    }

    fn rounded(&mut self, inst: &WaveInst, op: Op, rounding: Rounding, clamp: Option<Op>) {
        let mode = inst.fields.flags & 3;
        let other = match (mode, rounding) {
            (0, _) => return self.lanes(inst, op, clamp),
            (_, Rounding::Each(ops)) => {
                return self.lanes(inst, ops[usize::from(mode) - 1], clamp);
            }
            (_, Rounding::Mode(other)) => other,
        };
        let mode = self.constant(mode.into());
        let src = match other.signature().args.len() {
            2 => [self.a(inst), mode, Src::None],
            _ => [self.a(inst), self.b(inst), mode],
        };
        self.per_lane(other, self.d(inst), src, clamp);
    }

    pub fn per_lane(&mut self, op: Op, dst: VReg, src: [Src; 3], clamp: Option<Op>) {
        self.push(match clamp {
            None => Uop::PerLane { op, dst, src },
            Some(first) => Uop::Modified(Box::new(Modified {
                op,
                dst,
                src,
                mods: Default::default(),
                out: OutMods {
                    first: Some(first),
                    second: None,
                },
            })),
        });
    }

    /// One operation without frills.
    pub fn op(&mut self, op: Op, dst: VReg, src: &[Src]) {
        let src = [0, 1, 2].map(|i| src.get(i).copied().unwrap_or(Src::None));
        self.push(Uop::PerLane { op, dst, src });
    }

    pub fn push(&mut self, uop: Uop) {
        self.builder.push(uop);
    }

    pub fn custom(&mut self, custom: impl uop::Custom + 'static) {
        self.push(Uop::Custom(std::sync::Arc::new(custom)));
    }

    pub fn temp(&self, number: u16) -> VReg {
        debug_assert!(number < TEMPS);
        extra(self.registers, Extra::Temp).plus(number)
    }

    pub fn extra(&self, which: Extra) -> VReg {
        extra(self.registers, which)
    }

    pub fn d(&self, inst: &WaveInst) -> VReg {
        VReg(inst.fields.d.into())
    }

    pub fn a(&self, inst: &WaveInst) -> Src {
        VReg(inst.fields.a.into()).into()
    }

    pub fn c(&self, inst: &WaveInst) -> Src {
        VReg(inst.fields.c.into()).into()
    }

    /// The second source: a register, or a constant that holds the immediate.
    pub fn b(&mut self, inst: &WaveInst) -> Src {
        match (inst.immediate(), immediate_of(inst.row)) {
            (None, _) => VReg(inst.fields.b.into()).into(),
            (Some(upper), Immediate::F64) => self.builder.constant64(u64::from(upper) << 32).into(),
            (Some(bits), _) => self.constant(bits),
        }
    }

    pub fn constant(&mut self, value: u32) -> Src {
        self.builder.constant(value).into()
    }
}
