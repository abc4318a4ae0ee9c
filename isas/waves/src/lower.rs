//! From instructions to steps of the engine.
//!
//! Register numbers are the engine's: 0 to 63, with the constants among them, which are filled
//! when a wave starts and never written. There is no execution mask: all lanes of a wave always
//! run, and an instruction's own mask becomes a blend or the lanes of an access.

use crate::custom::{AllDone, FirstDone, FirstWhereTrue, ReduceChunks, ReduceFirsts};
use crate::meaning::{Does, Meaning};
use crate::operands::{Mask, Source};
use crate::registers::{self, CONSTANTS, SID, VECTORS};
use crate::table::TABLE;
use crate::timing::{Latencies, cost};
use arch::Code;
use isa::{Inst, Set};
use op::Op;
use std::sync::Arc;
use uop::timing::Cost;
use uop::{
    Addr, Builder, Channel, ChannelRule, Cond, CrossOp, Custom, Extend, LabelId, MemKind, MemOp,
    MemoryOrder, Program, Resources, SReg, Space, Src, Unset, Uop, VReg,
};

/// Bytes of an instruction word.
const WORD: usize = 8;
pub(crate) const SIGNALS: u8 = 16;
/// Registers that instructions can name.
const NAMED: u16 = 64;
/// Registers that only steps name: a source that is a mask or a scalar takes one of the first
/// three, the mask of the instruction the fourth, an index worked out on the way the fifth.
const TEMPORARIES: u16 = 5;
const MASK: VReg = VReg(NAMED + 3);
const INDEX: VReg = VReg(NAMED + 4);
/// Scalars that only steps name: one for each source, one for conditions.
const SCALARS: u16 = 4;
const CONDITION: SReg = SReg(3);

/// Lowers all of `code`, with what each instruction costs. Words that are no instruction become
/// traps, met only if reached.
pub(crate) fn lower(code: &Code, entry: u64, latencies: &Latencies) -> (Program, Vec<Cost>) {
    let resources = Resources {
        vectors: NAMED + TEMPORARIES,
        scalars: SCALARS,
        whole_waves: true,
        ..Resources::default()
    };
    let signals = (0..SIGNALS).map(|n| ChannelRule {
        name: format!("sig{n}"),
        in_order: true,
        writes_in_order: true,
        limit: 1,
    });
    let mut builder = Builder::new(resources, signals.collect());
    let all = (1 << SIGNALS) - 1;
    builder.order(MemoryOrder {
        global: all,
        results: all,
        stores: all,
        advice: "to order them, wait for the signal of the access that comes first before the barrier",
        ..MemoryOrder::default()
    });
    let mut lowering = Lowering {
        builder,
        base: code.base,
    };
    lowering.builder.starts_without(Unset {
        vectors: (CONSTANTS + VECTORS).into(),
        local: true,
        ..Unset::default()
    });
    let mut costs = Vec::new();
    let mut at = 0;
    while at < code.bytes.len() {
        let (bytes, address) = (&code.bytes[at..], code.base + at as u64);
        match TABLE.decode(bytes, address, Set::ALL) {
            Ok(inst) => {
                lowering.builder.begin(address, inst.len() as u8);
                lowering.instruction(&inst);
                costs.push(cost(&inst, latencies));
                at += inst.len();
            }
            Err(illegal) => {
                let len = bytes.len().min(WORD);
                lowering.builder.begin(address, len as u8);
                lowering.builder.push(Uop::Trap(illegal.to_string().into()));
                costs.push(latencies.trap());
                at += len;
            }
        }
    }
    // The instruction behind the last, which traps.
    costs.push(latencies.trap());
    let entry = lowering.builder.label_at(entry);
    (lowering.builder.finish(entry), costs)
}

struct Lowering {
    builder: Builder,
    base: u64,
}

/// The signals that an instruction names, in order.
pub(crate) fn signals(inst: &Inst<Meaning>) -> Vec<Channel> {
    let names = ["sig", "sig0", "sig1", "sig2", "sig3"];
    names
        .iter()
        .filter_map(|name| inst.find(name))
        .map(|n| Channel(n as u8))
        .collect()
}

/// Whether the scalar unit runs it.
pub(crate) fn is_scalar_form(inst: &Inst<Meaning>) -> bool {
    inst.row.pattern() >> 16 & 1 == 1
}

impl Lowering {
    fn instruction(&mut self, inst: &Inst<Meaning>) {
        match inst.row.meaning.does {
            Does::Elementwise(op) if is_scalar_form(inst) => self.on_scalars(inst, op),
            Does::Elementwise(op) => {
                let args = self.args(inst, &["left", "right", "val", "a", "b", "c"]);
                self.per_lane(op, out(inst), args);
            }
            Does::Mov if is_scalar_form(inst) => self.on_scalars(inst, Op::MovB32),
            Does::Mov => {
                let value = self.source(inst, "val", 0);
                let out = out(inst);
                match self.mask(inst, "mask") {
                    None => self.per_lane(Op::MovB32, out, [value, Src::None, Src::None]),
                    Some(mask) => {
                        self.per_lane(Op::SelectB32, out, [mask.into(), value, out.into()]);
                    }
                }
            }
            Does::Select => {
                let (no, yes) = (self.source(inst, "false", 0), self.source(inst, "true", 1));
                let mask = self
                    .mask(inst, "mask")
                    .unwrap_or(VReg(registers::ONE.into()));
                self.per_lane(Op::SelectB32, out(inst), [mask.into(), yes, no]);
            }
            Does::FirstWhereTrue => {
                let mask = self
                    .mask(inst, "mask")
                    .unwrap_or(VReg(registers::ONE.into()));
                let values = self.vector(inst, "values", 0);
                self.custom(FirstWhereTrue {
                    dst: out(inst),
                    mask,
                    values,
                });
            }
            Does::Reduce8(op) => {
                let src = self.vector(inst, "val", 0);
                self.custom(ReduceChunks {
                    dst: out(inst),
                    src,
                    f: op.scalar(),
                });
            }
            Does::Reduce(op) => {
                let src = self.vector(inst, "val", 0);
                self.custom(ReduceFirsts {
                    dst: out(inst),
                    src,
                    f: op.scalar(),
                });
            }
            Does::Shuffle => self.permute(inst, "idx"),
            Does::Broadcast => self.permute(inst, "lane"),
            Does::Rotate => {
                let src = self.vector(inst, "val", 0);
                let n = self.source(inst, "n", 1);
                let sid = VReg(SID.into());
                self.per_lane(Op::AddU32, INDEX, [sid.into(), n, Src::None]);
                self.cross(CrossOp::Permute {
                    dst: out(inst),
                    src,
                    index: INDEX.into(),
                });
            }
            Does::LocalLoad => self.load(inst, Space::Local),
            Does::GlobalLoad => self.load(inst, Space::Global),
            Does::LocalStore => self.store(inst, Space::Local),
            Does::GlobalStore => self.store(inst, Space::Global),
            Does::SigDone => self.custom(AllDone {
                dst: out(inst),
                channels: signals(inst),
            }),
            Does::SigWait => {
                for channel in signals(inst) {
                    self.builder.push(Uop::Wait {
                        channel,
                        at_most: 0,
                    });
                }
                let one = self.builder.constant(1);
                self.first_lane(Op::MovB32, out(inst), [one; 3]);
            }
            Does::SigAny => self.any_signal(inst),
            Does::Brz => self.branch_on_scalar(inst, true),
            Does::Brnz => self.branch_on_scalar(inst, false),
            Does::BrAll => {
                self.compare_mask(inst);
                let all = self.builder.scalar_constant(u32::MAX);
                let src = [CONDITION, all, all];
                self.builder.push(Uop::Scalar {
                    op: Op::EqU32,
                    dst: CONDITION,
                    src,
                });
                self.branch(inst, Cond::NonZero(CONDITION));
            }
            Does::BrAny => {
                self.compare_mask(inst);
                self.branch(inst, Cond::MaskNonZero(CONDITION));
            }
            Does::Jmp => {
                let to = self.dest(inst, "dest").0;
                self.builder.push(Uop::Jump { to });
            }
            Does::Barrier => self.builder.push(Uop::Barrier),
            Does::End => self.builder.push(Uop::End),
        }
    }

    fn per_lane(&mut self, op: Op, dst: VReg, src: [Src; 3]) {
        self.builder.push(Uop::PerLane { op, dst, src });
    }

    fn first_lane(&mut self, op: Op, dst: VReg, src: [VReg; 3]) {
        self.builder.push(Uop::FirstLane { op, dst, src });
    }

    fn custom(&mut self, custom: impl Custom + 'static) {
        self.builder.push(Uop::Custom(Arc::new(custom)));
    }

    fn cross(&mut self, cross: CrossOp) {
        self.builder.push(Uop::Cross(Box::new(cross)));
    }

    /// The operands called `names` that the instruction has, as sources in their order.
    fn args(&mut self, inst: &Inst<Meaning>, names: &[&str]) -> [Src; 3] {
        let mut args = [Src::None; 3];
        let present = names.iter().filter(|name| inst.find(name).is_some());
        for (slot, (arg, name)) in args.iter_mut().zip(present).enumerate() {
            *arg = self.source(inst, name, slot as u16);
        }
        args
    }

    /// A source of a per-lane step. Each has a slot, so that two of them do not share a temporary.
    fn source(&mut self, inst: &Inst<Meaning>, name: &str, slot: u16) -> Src {
        match Source::from_value(inst.get(name)) {
            Source::Vector(register) => VReg(register.into()).into(),
            Source::Immediate(bits) => self.builder.constant(bits).into(),
            Source::Mask(mask) => self.mask_value(mask, VReg(NAMED + slot)).into(),
            Source::Scalar(register) => {
                let dst = SReg(slot);
                self.cross(CrossOp::ReadFirst {
                    dst,
                    src: VReg(register.into()),
                });
                dst.into()
            }
        }
    }

    /// The same where only a register will do.
    fn vector(&mut self, inst: &Inst<Meaning>, name: &str, slot: u16) -> VReg {
        match self.source(inst, name, slot) {
            Src::Vector(register) => register,
            scalar => {
                let to = VReg(NAMED + slot);
                self.per_lane(Op::MovB32, to, [scalar, Src::None, Src::None]);
                to
            }
        }
    }

    /// A register that holds 1 in the lanes of the mask and 0 elsewhere.
    fn mask_value(&mut self, mask: Mask, to: VReg) -> VReg {
        let [first, second] = mask.0;
        let plain =
            |term: crate::operands::Term| !term.inverted && registers::is_boolean(term.register);
        if plain(first) && second == Mask::ALL.0[1] {
            return VReg(first.register.into());
        }
        let terms = self.terms(mask);
        self.per_lane(Op::MaskTermsB32, to, terms);
        to
    }

    fn terms(&mut self, mask: Mask) -> [Src; 3] {
        let [first, second] = mask.0;
        let turned = u32::from(first.inverted) | u32::from(second.inverted) << 1;
        let turned = self.builder.constant(turned);
        [
            VReg(first.register.into()).into(),
            VReg(second.register.into()).into(),
            turned.into(),
        ]
    }

    /// The mask of an instruction as a register of 0 and 1; `None` for all lanes.
    fn mask(&mut self, inst: &Inst<Meaning>, name: &str) -> Option<VReg> {
        match Source::from_value(inst.get(name)) {
            Source::Mask(mask) if mask != Mask::ALL => Some(self.mask_value(mask, MASK)),
            _ => None,
        }
    }

    fn on_scalars(&mut self, inst: &Inst<Meaning>, op: Op) {
        let names = ["left", "right", "val", "a", "b", "c"];
        let mut args = [VReg(0); 3];
        let present = names.iter().filter_map(|name| inst.find(name));
        for (arg, value) in args.iter_mut().zip(present) {
            *arg = match Source::from_value(value) {
                Source::Immediate(bits) => self.builder.constant(bits),
                Source::Vector(register) | Source::Scalar(register) => VReg(register.into()),
                Source::Mask(_) => unreachable!("the scalar unit takes no masks"),
            };
        }
        self.first_lane(op, out(inst), args);
    }

    fn permute(&mut self, inst: &Inst<Meaning>, index: &str) {
        let src = self.vector(inst, "val", 0);
        let index = self.source(inst, index, 1);
        self.cross(CrossOp::Permute {
            dst: out(inst),
            src,
            index,
        });
    }

    fn load(&mut self, inst: &Inst<Meaning>, space: Space) {
        let dst = out(inst);
        self.memory(inst, space, MemKind::Load(Extend::Zero), dst);
    }

    fn store(&mut self, inst: &Inst<Meaning>, space: Space) {
        let data = self.vector(inst, "val", 1);
        self.memory(inst, space, MemKind::Store { high: false }, data);
    }

    fn memory(&mut self, inst: &Inst<Meaning>, space: Space, kind: MemKind, reg: VReg) {
        let lanes = self.mask(inst, "mask");
        let base = self.source(inst, "addr", 0);
        self.builder.push(Uop::Memory(Box::new(MemOp {
            space,
            kind,
            bytes: 4,
            align: 4,
            addr: Addr {
                base,
                wide: false,
                scalar: None,
                offset: 0,
                wrap32: true,
            },
            dst: reg,
            data: reg,
            lanes,
            channel: signals(inst).first().copied(),
        })));
    }

    /// The number of the signal that is done first, then a branch for each.
    fn any_signal(&mut self, inst: &Inst<Meaning>) {
        let channels = signals(inst);
        let names = ["dest0", "dest1", "dest2", "dest3"];
        let last = channels.len() - 1;
        self.custom(FirstDone {
            dst: SReg(0),
            channels,
        });
        for (i, name) in names[..last].iter().enumerate() {
            let number = self.builder.scalar_constant(i as u32);
            let src = [SReg(0), number, number];
            self.builder.push(Uop::Scalar {
                op: Op::EqU32,
                dst: CONDITION,
                src,
            });
            let to = self.dest(inst, name).0;
            self.builder.push(Uop::Branch {
                when: Cond::NonZero(CONDITION),
                to,
            });
        }
        let to = self.dest(inst, names[last]).0;
        self.builder.push(Uop::Jump { to });
    }

    fn branch_on_scalar(&mut self, inst: &Inst<Meaning>, on_zero: bool) {
        match Source::from_value(inst.get("val")) {
            Source::Immediate(bits) if (bits == 0) == on_zero => {
                let to = self.dest(inst, "dest").0;
                self.builder.push(Uop::Jump { to });
            }
            Source::Immediate(_) => self.builder.push(Uop::Nop),
            _ => {
                self.source(inst, "val", 0);
                let scalar = SReg(0);
                let when = if on_zero {
                    Cond::Zero(scalar)
                } else {
                    Cond::NonZero(scalar)
                };
                self.branch(inst, when);
            }
        }
    }

    /// The lanes where the condition of a branch holds, as bits.
    fn compare_mask(&mut self, inst: &Inst<Meaning>) {
        let mask = match Source::from_value(inst.get("cond")) {
            Source::Mask(mask) => mask,
            _ => Mask::ALL,
        };
        let src = self.terms(mask);
        self.builder.push(Uop::Compare {
            op: Op::MaskTermsB32,
            dst: CONDITION,
            src,
        });
    }

    fn branch(&mut self, inst: &Inst<Meaning>, when: Cond) {
        let to = self.dest(inst, "dest").0;
        self.builder.push(Uop::Branch { when, to });
    }

    fn dest(&mut self, inst: &Inst<Meaning>, name: &str) -> LabelId {
        self.builder
            .label_at(self.base.wrapping_add(inst.get(name) as u64))
    }
}

fn out(inst: &Inst<Meaning>) -> VReg {
    VReg(inst.get("out") as u16)
}
