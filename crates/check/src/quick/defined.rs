//! On every path, all that a step reads is defined in the lanes that read it.
//!
//! Which lanes those are is known relative to masks: of every scalar that may hold one it is known which
//! vector registers are defined in all lanes of it. A mask that is part of another has what that has, one
//! that is made of two has what both have. A scalar is such a register too, with a bit for each lane: loops
//! begin with masks of which only some lanes count.

mod frames;
mod halves;
mod lanes;
mod scalars;

use super::flow::Facts;
use crate::undefined::rules;
use frames::Frame;
use std::collections::BTreeMap;
use uop::{Breadth, Cond, MaskOp, MemKind, Operand, Program, Reach, SReg, Src, Uop, UopIdx, Use};

/// Registers as bits.
type Set = Vec<u64>;

/// What is defined.
#[derive(Clone, PartialEq)]
pub(super) struct Defined {
    lanes: u32,
    /// Every lane holds a thread.
    full: bool,
    /// Where the mask of active lanes can be read.
    mirror: Option<SReg>,
    vectors: u16,
    /// The number of the first of the halves in sets of registers.
    halves: u16,
    /// Registers that are defined in every lane that holds a thread: vectors, behind them scalars as masks,
    /// and behind those the lower halves of vectors.
    everywhere: Set,
    /// Scalars that are defined in all bits.
    scalars: Set,
    /// Vector registers that are defined in lane 0, and perhaps nowhere else.
    firsts: Set,
    /// The mask of active lanes.
    active: Mask,
    /// Scalars that hold masks of which more is known than that. The mirror is among them only while it
    /// does not hold the active lanes.
    masks: BTreeMap<u16, Mask>,
    /// Scalars that were put into single lanes of vector registers, and what is known of them as masks.
    set_aside: BTreeMap<(u16, u32), Mask>,
    /// Constructs that are open, the innermost last.
    frames: Vec<Frame>,
}

/// A set of lanes.
#[derive(Clone, PartialEq)]
struct Mask {
    /// Registers that are defined in all of them, as for those that are so everywhere.
    defined: Set,
    /// Every lane that holds a thread is among them.
    whole: bool,
    /// All of them are active.
    within: bool,
    /// All active lanes are among them.
    covers: bool,
}

fn has(set: &Set, register: u16) -> bool {
    set[usize::from(register / 64)] >> (register % 64) & 1 != 0
}

fn add(set: &mut Set, register: u16) {
    set[usize::from(register / 64)] |= 1 << (register % 64);
}

fn remove(set: &mut Set, register: u16) {
    set[usize::from(register / 64)] &= !(1 << (register % 64));
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
    /// As waves of so many lanes start, of whose registers these are defined. They may be `full` of threads.
    pub fn at_start(
        program: &Program,
        (lanes, full): (u32, bool),
        is_defined: impl Fn(usize) -> bool,
    ) -> Defined {
        let vectors = program.vector_file;
        let set = |first: u16, count: u16| {
            let mut set = vec![0; usize::from(count).div_ceil(64)];
            (0..count)
                .filter(|reg| is_defined(usize::from(first + reg)))
                .for_each(|reg| add(&mut set, reg));
            set
        };
        let halves = vectors + program.scalar_file;
        let mut everywhere = set(0, halves);
        everywhere.resize(usize::from(halves + vectors).div_ceil(64), 0);
        for reg in (0..vectors).filter(|reg| is_defined(usize::from(*reg))) {
            add(&mut everywhere, halves + reg);
        }
        let scalars = set(vectors, program.scalar_file);
        Defined {
            lanes,
            full,
            mirror: program.resources.exec,
            active: Mask {
                defined: everywhere.clone(),
                whole: true,
                within: true,
                covers: true,
            },
            vectors,
            halves,
            firsts: vec![0; everywhere.len()],
            everywhere,
            scalars,
            masks: BTreeMap::new(),
            set_aside: BTreeMap::new(),
            frames: Vec::new(),
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
            within: words.is_some_and(|words| words.iter().all(|word| *word == 0)),
            covers: words.is_some_and(|words| words.iter().all(|word| *word == !0)),
        });
        Mask {
            defined: with(mask.defined, &self.everywhere),
            ..mask
        }
    }

    /// A register is written in the active lanes.
    fn define(&mut self, register: u16) {
        self.overwrite(register);
        if register < self.vectors {
            self.define(self.halves + register);
        }
        add(&mut self.active.defined, register);
        let masks = self.masks.values_mut().chain(self.set_aside.values_mut());
        let masks = masks.filter(|mask| mask.within);
        masks.for_each(|mask| add(&mut mask.defined, register));
        if self.active.whole {
            add(&mut self.everywhere, register);
        }
    }

    /// What was put into lanes of a register is not there any more.
    fn overwrite(&mut self, register: u16) {
        if !self.set_aside.is_empty() {
            self.set_aside.retain(|(vector, _), _| *vector != register);
        }
    }

    /// A register is written in all lanes.
    fn define_everywhere(&mut self, register: u16) {
        self.overwrite(register);
        if register < self.vectors {
            self.define_everywhere(self.halves + register);
        }
        add(&mut self.everywhere, register);
        add(&mut self.active.defined, register);
    }

    /// A register no longer holds anything defined.
    fn undefine(&mut self, register: u16) {
        self.overwrite(register);
        remove(&mut self.firsts, register);
        if register < self.vectors {
            self.undefine(self.halves + register);
        }
        let masks = self.masks.values_mut().chain(self.set_aside.values_mut());
        let masks = masks.map(|mask| &mut mask.defined);
        let frames = self.frames.iter_mut().flat_map(Frame::sets);
        let all = [&mut self.everywhere, &mut self.active.defined];
        let all = masks.chain(frames).chain(all);
        all.for_each(|set| remove(set, register));
    }

    /// Something that a step reads is undefined, which alone is no mistake: so is what it writes. Of two
    /// words that are added to or multiplied, the lower one depends on lower ones only. False if the step
    /// does more than to compute.
    fn spoil(&mut self, program: &Program, uop: &Uop) -> bool {
        if let Uop::PerLane { op, dst, src } = uop
            && self.take_halves(program, *op, dst.0, src)
        {
            return true;
        }
        let mut low = true;
        let upwards = match uop {
            Uop::PerLane { op, dst, src } => {
                for src in src {
                    low &= match *src {
                        Src::Vector(reg) => has(&self.active.defined, reg.0),
                        Src::Scalar(reg) | Src::ScalarPair(reg) => has(&self.scalars, reg.0),
                        Src::None => true,
                    };
                }
                (low && rules::goes_upwards(*op)).then_some(dst.0)
            }
            Uop::Modified(_) | Uop::Compare { .. } | Uop::Predicate { .. } => None,
            Uop::Custom(op) if op.reach() == Reach::Registers => None,
            _ => return false,
        };
        self.undefine_results(uop);
        upwards.into_iter().for_each(|low| self.define(low));
        true
    }

    /// Nothing that a step writes is defined.
    fn undefine_results(&mut self, uop: &Uop) {
        uop.for_each_operand(
            self.mask_words(),
            &mut |how, operand| match (how, operand) {
                (Use::Read, _) => {}
                (Use::Write, Operand::Vector(reg, count)) => {
                    (reg.0..reg.0 + count).for_each(|reg| self.undefine(reg));
                }
                (Use::Write, Operand::Scalar(reg, count)) => {
                    self.set_state(reg, count, false);
                }
            },
        );
    }

    /// What a step reads is defined. Operations of their own may read lanes that are not active.
    fn reads(&self, uop: &Uop) -> bool {
        let vectors = match uop {
            Uop::Custom(op) if op.breadth() != Breadth::Active => &self.everywhere,
            _ => &self.active.defined,
        };
        // Of a register of which less is stored, the lower half counts.
        let half = match uop {
            Uop::Memory(op) if op.bytes < 4 => match op.kind {
                MemKind::Store { high: false }
                    if op.addr.base != Src::Vector(op.data) && op.lanes != Some(op.data) =>
                {
                    Some(op.data)
                }
                _ => None,
            },
            _ => None,
        };
        let mut good = true;
        uop.for_each_operand(self.mask_words(), &mut |how, operand| {
            if let Operand::Vector(reg, 1) = operand
                && Some(reg) == half
                && self.has_half(reg.0)
            {
                return;
            }
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
            Operand::Vector(reg, count) => {
                (reg.0..reg.0 + count).for_each(|reg| self.overwrite(reg));
            }
            Operand::Scalar(reg, count) => {
                self.set_state(reg, count, true);
            }
        });
    }
}

/// Keeps what two ways know of the same masks, given what is defined everywhere on each.
fn join_masks<K: Ord>(
    masks: &mut BTreeMap<K, Mask>,
    theirs: &BTreeMap<K, Mask>,
    own: &Set,
    others: &Set,
) {
    masks.retain(|key, mask| {
        let Some(other) = theirs.get(key) else {
            return false;
        };
        let defined = with(mask.defined.clone(), own);
        mask.defined = both(defined, &with(other.defined.clone(), others));
        mask.whole &= other.whole;
        mask.within &= other.within;
        mask.covers &= other.covers;
        true
    });
}

impl Facts for Defined {
    fn take(&mut self, program: &Program, at: UopIdx, gone: u8) -> bool {
        let uop = &program.steps[at as usize].uop;
        match uop {
            Uop::Scalar { op, dst, src } => {
                self.take_scalar(program, *op, *dst, src);
                return true;
            }
            Uop::ScalarFlag { op, dst, src, flag } => {
                let whole = self.take_scalar(program, *op, *dst, src);
                self.set_state(*flag, 1, whole);
                return true;
            }
            Uop::LanesFromMask { dst, mask } => {
                self.lanes_from(*dst, *mask);
                return true;
            }
            Uop::FirstLane { op, dst, src } => {
                self.take_first_lane(*op, *dst, src);
                return true;
            }
            Uop::Cross(cross) => return self.take_cross(program, uop, cross, gone),
            Uop::Mask(op) if !matches!(op, MaskOp::Set(_)) => return self.take_mask(*op),
            Uop::Custom(op) if op.masks() != [None; 2] => {
                self.take_masks(&**op, op.masks());
                return true;
            }
            Uop::Predicate { dst, .. } if !self.reads(uop) && self.reads_but(uop, *dst) => {
                self.change_lanes(*dst);
                return true;
            }
            _ => {}
        }
        let of_halves = match uop {
            Uop::Compare { op, src, .. } => self.is_known(program, *op, src),
            _ => false,
        };
        if !of_halves && !self.reads(uop) {
            return self.spoil(program, uop);
        }
        let active = |this: &Defined| this.active.clone();
        match uop {
            Uop::PerLane { .. } | Uop::Modified(_) => self.writes(uop, true),
            Uop::Compare { dst, .. } => {
                self.writes(uop, true);
                let mask = Mask {
                    whole: false,
                    covers: false,
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
                    within: before.within,
                    covers: false,
                };
                self.masks.insert(dst.0, mask);
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
                    MemKind::Load(extend) => extend.kept(),
                    _ => 0,
                };
                self.writes(uop, op.lanes.is_none() && kept == 0);
                if op.lanes.is_none() && kept != 0 {
                    self.load_half(op.dst.0, kept);
                }
            }
            Uop::Mask(MaskOp::Set(reg)) => {
                self.activate(self.mask(program, *reg));
            }
            // Which lanes it leaves out is its own affair, unless it says so.
            Uop::Custom(op) if op.reach() != Reach::Anywhere => {
                self.writes(uop, op.breadth() != Breadth::Unknown && op.kept() == 0);
                for reg in op.vectors().1 {
                    if op.breadth() == Breadth::Whole && op.kept() == 0 {
                        self.define_everywhere(reg.0);
                    }
                }
            }
            Uop::Wait { .. }
            | Uop::Jump { .. }
            | Uop::Branch { .. }
            | Uop::JumpScalar { .. }
            | Uop::Barrier
            | Uop::Split(_)
            | Uop::End
            | Uop::Nop
            | Uop::Trap(_) => {}
            _ => return false,
        }
        true
    }

    fn go(&mut self, uop: &Uop, away: bool, parted: bool) {
        match *uop {
            // Of no lanes everything is true.
            Uop::Branch { when, .. }
                if (when, away) == (Cond::NoneActive, true)
                    || (when, away) == (Cond::AnyActive, false) =>
            {
                self.active.defined.fill(!0);
            }
            Uop::Mask(op) => self.go_by_mask(op, away, parted),
            _ => {}
        }
    }

    fn join(&mut self, other: &Defined) -> Option<bool> {
        let before = self.clone();
        let astray = |of: &Defined| self.mirror.is_some_and(|it| of.masks.contains_key(&it.0));
        if astray(self) != astray(other) {
            return None;
        }
        // A scalar of which one way knows nothing holds any mask.
        let (own, others) = (&self.everywhere, &other.everywhere);
        join_masks(&mut self.masks, &other.masks, own, others);
        join_masks(&mut self.set_aside, &other.set_aside, own, others);
        if !frames::join(&mut self.frames, &other.frames, own, others) {
            return None;
        }
        let active = with(self.active.defined.clone(), own);
        self.active = Mask {
            defined: both(active, &with(other.active.defined.clone(), others)),
            whole: self.active.whole && other.active.whole,
            within: true,
            covers: true,
        };
        self.everywhere = both(std::mem::take(&mut self.everywhere), others);
        self.scalars = both(std::mem::take(&mut self.scalars), &other.scalars);
        let firsts = with(std::mem::take(&mut self.firsts), &before.everywhere);
        self.firsts = both(firsts, &with(other.firsts.clone(), others));
        Some(*self != before)
    }
}
