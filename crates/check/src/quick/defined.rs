//! On every path, all that a step reads is defined in the lanes that read it.
//!
//! Which lanes those are is known relative to masks: of every scalar that may hold one it is known which
//! vector registers are defined in all lanes of it. A mask that is part of another has what that has, one
//! that is made of two has what both have.

use super::flow::Facts;
use op::Op;
use std::collections::BTreeMap;
use uop::{CrossOp, MaskOp, MemKind, Operand, Program, Reach, SReg, Uop, UopIdx, Use};

/// Registers as bits.
type Set = Vec<u64>;

/// What is defined.
#[derive(Clone, PartialEq)]
pub(super) struct Defined {
    lanes: u32,
    /// Where the mask of active lanes can be read.
    mirror: Option<SReg>,
    /// Vector registers that are defined in every lane that holds a thread.
    everywhere: Set,
    scalars: Set,
    /// The mask of active lanes.
    active: Mask,
    /// Scalars that hold masks of which more is known than that. The mirror is among them only while it
    /// does not hold the active lanes.
    masks: BTreeMap<u16, Mask>,
}

/// A set of lanes.
#[derive(Clone, PartialEq)]
struct Mask {
    /// Vector registers that are defined in all of them.
    defined: Set,
    /// Every lane that holds a thread is among them.
    whole: bool,
}

fn has(set: &Set, register: u16) -> bool {
    set[usize::from(register / 64)] >> (register % 64) & 1 != 0
}

fn add(set: &mut Set, register: u16) {
    set[usize::from(register / 64)] |= 1 << (register % 64);
}

fn with(mut a: Set, b: &Set) -> Set {
    a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
    a
}

fn both(mut a: Set, b: &Set) -> Set {
    a.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
    a
}

impl Defined {
    /// As waves of so many lanes start, of whose registers these are defined.
    pub fn at_start(program: &Program, lanes: u32, is_defined: impl Fn(usize) -> bool) -> Defined {
        let vectors = program.vector_file;
        let set = |first: u16, count: u16| {
            let mut set = vec![0; usize::from(count).div_ceil(64)];
            (0..count)
                .filter(|reg| is_defined(usize::from(first + reg)))
                .for_each(|reg| add(&mut set, reg));
            set
        };
        let everywhere = set(0, vectors);
        Defined {
            lanes,
            mirror: program.resources.exec,
            active: Mask {
                defined: everywhere.clone(),
                whole: true,
            },
            everywhere,
            scalars: set(vectors, program.scalar_file),
            masks: BTreeMap::new(),
        }
    }

    fn mask_words(&self) -> u16 {
        if self.lanes == 64 { 2 } else { 1 }
    }

    /// What is known of the lanes of the mask that a scalar holds.
    fn mask(&self, program: &Program, reg: SReg) -> Mask {
        let constant = reg
            .0
            .checked_sub(program.resources.scalars)
            .map(usize::from);
        let words = usize::from(self.mask_words());
        let words = constant.and_then(|at| program.scalar_constants.get(at..at + words));
        let known = self.masks.get(&reg.0).filter(|_| words.is_none());
        let known = known.or((self.mirror == Some(reg)).then_some(&self.active));
        let mask = known.cloned().unwrap_or_else(|| Mask {
            defined: match words {
                Some(words) if words.iter().all(|word| *word == 0) => {
                    vec![!0; self.everywhere.len()]
                }
                _ => self.everywhere.clone(),
            },
            whole: words.is_some_and(|words| words.iter().all(|word| *word == !0)),
        });
        Mask {
            defined: with(mask.defined, &self.everywhere),
            ..mask
        }
    }

    /// A vector register is written in the active lanes.
    fn define(&mut self, register: u16) {
        add(&mut self.active.defined, register);
        if self.active.whole {
            add(&mut self.everywhere, register);
        }
    }

    /// A scalar is written: what was known of the masks that it is part of is not known any more.
    fn write_scalar(&mut self, register: u16) {
        add(&mut self.scalars, register);
        let low = register.saturating_sub(self.mask_words() - 1);
        (low..=register).for_each(|mask| _ = self.masks.remove(&mask));
        if let Some(mirror) = self.mirror.filter(|it| (low..=register).contains(&it.0)) {
            let unknown = Mask {
                defined: self.everywhere.clone(),
                whole: false,
            };
            self.masks.insert(mirror.0, unknown);
        }
    }

    /// A mask that an operation makes of others.
    fn made(&self, program: &Program, op: Op, src: &[SReg; 3]) -> Option<Mask> {
        use Op::*;
        let wide = matches!(op, MovB64 | AndB64 | OrB64 | XorB64 | AndNotB64 | NotAndB64);
        if wide != (self.lanes == 64) {
            return None;
        }
        let [a, b] = [0, 1].map(|i| self.mask(program, src[i]));
        match op {
            MovB32 | MovB64 => Some(a),
            AndB32 | AndB64 => Some(Mask {
                defined: with(a.defined, &b.defined),
                whole: a.whole && b.whole,
            }),
            AndNotB32 | AndNotB64 => Some(Mask { whole: false, ..a }),
            NotAndB32 | NotAndB64 => Some(Mask { whole: false, ..b }),
            OrB32 | OrB64 | XorB32 | XorB64 => Some(Mask {
                defined: both(a.defined, &b.defined),
                whole: matches!(op, OrB32 | OrB64) && (a.whole || b.whole),
            }),
            _ => None,
        }
    }

    /// What a step reads is defined. Movement between lanes may read those that are not active.
    fn reads(&self, uop: &Uop) -> bool {
        let vectors = match uop {
            Uop::Cross(_) | Uop::Custom(_) => &self.everywhere,
            _ => &self.active.defined,
        };
        let mut good = true;
        uop.for_each_operand(self.mask_words(), &mut |how, operand| {
            let (set, first, count) = match operand {
                Operand::Vector(reg, count) => (vectors, reg.0, count),
                Operand::Scalar(reg, count) => (&self.scalars, reg.0, count),
            };
            good &= how == Use::Write || (first..first + count).all(|reg| has(set, reg));
        });
        good
    }

    /// A step writes what it names, in all active lanes if `whole`.
    fn writes(&mut self, uop: &Uop, whole: bool) {
        uop.for_each_operand(self.mask_words(), &mut |how, operand| match operand {
            _ if how == Use::Read => {}
            Operand::Vector(reg, count) if whole => {
                (reg.0..reg.0 + count).for_each(|reg| self.define(reg));
            }
            Operand::Vector(..) => {}
            Operand::Scalar(reg, count) => {
                (reg.0..reg.0 + count).for_each(|reg| self.write_scalar(reg));
            }
        });
    }
}

impl Facts for Defined {
    fn take(&mut self, program: &Program, at: UopIdx) -> bool {
        let uop = &program.steps[at as usize].uop;
        if !self.reads(uop) {
            return false;
        }
        let active = |this: &Defined| this.active.clone();
        match uop {
            Uop::PerLane { .. } | Uop::Modified(_) => self.writes(uop, true),
            Uop::Compare { dst, .. } => {
                self.writes(uop, true);
                let mask = Mask {
                    whole: false,
                    ..active(self)
                };
                self.masks.insert(dst.0, mask);
            }
            Uop::Predicate { dst, .. } => {
                let before = self.mask(program, *dst);
                self.writes(uop, true);
                let mask = Mask {
                    defined: both(before.defined, &self.active.defined),
                    whole: false,
                };
                self.masks.insert(dst.0, mask);
            }
            Uop::LanesFromMask { dst, .. } => {
                add(&mut self.everywhere, dst.0);
                add(&mut self.active.defined, dst.0);
            }
            Uop::Scalar { op, dst, src } | Uop::ScalarFlag { op, dst, src, .. } => {
                let mask = self.made(program, *op, src);
                self.writes(uop, true);
                if let Some(mask) = mask {
                    self.masks.insert(dst.0, mask);
                }
            }
            Uop::ScalarLoad(load) => {
                // Less than a word may leave the rest as it was.
                let kept = load.bytes < 4 && load.extend.kept() != 0;
                if kept && !has(&self.scalars, load.dst.0) {
                    return false;
                }
                self.writes(uop, true);
            }
            Uop::Memory(op) => {
                let kept = match op.kind {
                    MemKind::Load(extend) => extend.kept() != 0,
                    _ => false,
                };
                self.writes(uop, op.lanes.is_none() && !kept);
            }
            Uop::Mask(MaskOp::Set(reg)) => {
                self.active = self.mask(program, *reg);
                if let Some(mirror) = self.mirror {
                    (0..self.mask_words()).for_each(|n| self.write_scalar(mirror.0 + n));
                    self.masks.remove(&mirror.0);
                }
            }
            Uop::Cross(cross) => {
                let whole = !matches!(**cross, CrossOp::WriteLane { .. });
                self.writes(uop, whole);
            }
            // Which lanes it leaves out is its own affair.
            Uop::Custom(op) if op.reach() == Reach::Registers => self.writes(uop, false),
            Uop::Wait { .. }
            | Uop::Jump { .. }
            | Uop::Branch { .. }
            | Uop::Barrier
            | Uop::End
            | Uop::Nop
            | Uop::Trap(_) => {}
            _ => return false,
        }
        true
    }

    fn join(&mut self, other: &Defined) -> Option<bool> {
        let before = self.clone();
        let astray = |of: &Defined| self.mirror.is_some_and(|it| of.masks.contains_key(&it.0));
        if astray(self) != astray(other) {
            return None;
        }
        // A scalar of which one way knows nothing holds any mask.
        let (own, others) = (&self.everywhere, &other.everywhere);
        self.masks.retain(|reg, mask| {
            let Some(other) = other.masks.get(reg) else {
                return false;
            };
            let defined = with(mask.defined.clone(), own);
            mask.defined = both(defined, &with(other.defined.clone(), others));
            mask.whole &= other.whole;
            true
        });
        let active = with(self.active.defined.clone(), own);
        self.active = Mask {
            defined: both(active, &with(other.active.defined.clone(), others)),
            whole: self.active.whole && other.active.whole,
        };
        self.everywhere = both(std::mem::take(&mut self.everywhere), others);
        self.scalars = both(std::mem::take(&mut self.scalars), &other.scalars);
        Some(*self != before)
    }
}
