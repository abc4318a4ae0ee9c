//! Scalars, of which some bits may be undefined, and masks that are made of others.

use super::{Defined, Mask, add, both, has, remove, with};
use op::Op;
use uop::{Operand, Program, SReg, Uop, Use, VReg};

impl Defined {
    /// Scalars are defined in all bits.
    pub(super) fn is_whole(&self, first: SReg, count: u16) -> bool {
        (first.0..first.0 + count).all(|reg| has(&self.scalars, reg))
    }

    /// A scalar as a register with a bit for each lane.
    fn as_lanes(&self, reg: SReg) -> u16 {
        self.vectors + reg.0
    }

    /// Of a mask, the bits of some lanes are defined.
    pub(super) fn has_mask(&self, lanes: &super::Set, mask: SReg) -> bool {
        (0..self.mask_words()).all(|n| has(lanes, self.as_lanes(mask.plus(n))))
    }

    /// Scalars are written: they are `whole`, or nothing is known of them. Nor is it any more of masks that
    /// they are part of.
    pub(super) fn set_state(&mut self, first: SReg, count: u16, whole: bool) {
        for reg in first.0..first.0 + count {
            self.forget_masks(reg);
            let lanes = self.as_lanes(SReg(reg));
            match whole {
                true => {
                    add(&mut self.scalars, reg);
                    self.define_everywhere(lanes);
                }
                false => {
                    remove(&mut self.scalars, reg);
                    self.undefine(lanes);
                }
            }
        }
    }

    /// What was known of the masks that a scalar is part of is not known any more.
    fn forget_masks(&mut self, register: u16) {
        let low = register.saturating_sub(self.mask_words() - 1);
        (low..=register).for_each(|mask| _ = self.masks.remove(&mask));
        if let Some(mirror) = self.mirror.filter(|it| (low..=register).contains(&it.0)) {
            let unknown = Mask {
                defined: self.everywhere.clone(),
                whole: false,
                within: false,
                covers: false,
            };
            self.masks.insert(mirror.0, unknown);
        }
    }

    /// The bits of active lanes of a mask are written, and others stay.
    pub(super) fn change_lanes(&mut self, mask: SReg) {
        for reg in mask.0..mask.0 + self.mask_words() {
            self.forget_masks(reg);
            remove(&mut self.scalars, reg);
            self.define(self.as_lanes(SReg(reg)));
        }
    }

    /// A set of lanes becomes the active one.
    pub(super) fn activate(&mut self, mask: Mask) {
        // Those that were within the old one are within one that covers it, and the other way round.
        let masks = self.masks.values_mut().chain(self.set_aside.values_mut());
        for other in masks {
            other.within &= mask.covers;
            other.covers &= mask.within;
        }
        self.active = Mask {
            within: true,
            covers: true,
            ..mask
        };
        if let Some(mirror) = self.mirror {
            self.set_state(mirror, self.mask_words(), true);
            self.masks.remove(&mirror.0);
        }
    }

    /// An operation on scalars; whether all bits of its result are defined.
    pub(super) fn take_scalar(
        &mut self,
        program: &Program,
        op: Op,
        dst: SReg,
        src: &[SReg; 3],
    ) -> bool {
        let signature = op.signature();
        let mut args = signature.args.iter().zip(src);
        let mut whole = args.all(|(ty, reg)| self.is_whole(*reg, ty.registers() as u16));
        let mask = self.made(program, op, src);
        if !whole && mask.is_some() {
            whole = self.is_made_whole(program, op, src);
            if !whole {
                self.make_lanes(op, dst, src);
            }
        } else {
            self.set_state(dst, signature.result.registers() as u16, whole);
        }
        if whole {
            self.set_state(dst, signature.result.registers() as u16, true);
        }
        if let Some(mask) = mask {
            self.masks.insert(dst.0, mask);
        }
        whole
    }

    /// A mask of which nothing is left that is not defined, though one that it is made of has such.
    fn is_made_whole(&self, program: &Program, op: Op, src: &[SReg; 3]) -> bool {
        use Op::*;
        let words = self.mask_words();
        // Lanes that one does not have do not matter to the other. Of those without a thread nothing is known.
        let counts = |lanes: usize, other: usize| {
            self.full
                && self.is_whole(src[lanes], words)
                && self.has_mask(&self.mask(program, src[lanes]).defined, src[other])
        };
        match op {
            AndB32 | AndB64 => counts(0, 1) || counts(1, 0),
            AndNotB32 | AndNotB64 => counts(0, 1),
            NotAndB32 | NotAndB64 | OrNotB32 | OrNotB64 => counts(1, 0),
            _ => false,
        }
    }

    /// A mask is defined in lanes in which those are that it is made of.
    fn make_lanes(&mut self, op: Op, dst: SReg, src: &[SReg; 3]) {
        use Op::*;
        let is_active = |reg: SReg| self.mirror == Some(reg) && !self.masks.contains_key(&reg.0);
        let [a, b] = [src[0], src[1]];
        // All active lanes get the same.
        let sets_active = match op {
            AndNotB32 | AndNotB64 => is_active(b),
            NotAndB32 | NotAndB64 => is_active(a),
            OrB32 | OrB64 => is_active(a) || is_active(b),
            _ => false,
        };
        let unary = matches!(op, MovB32 | MovB64);
        let one = |set: &super::Set, mask: SReg| {
            self.has_mask(set, mask) || self.has_mask(&self.everywhere, mask)
        };
        let known = |set: &super::Set| one(set, a) && (unary || one(set, b));
        let of = |mask: &Mask| known(&mask.defined) || sets_active && mask.within;
        let everywhere = known(&self.everywhere);
        let active = of(&self.active);
        let masks: Vec<bool> = self.masks.values().map(of).collect();
        let set_aside: Vec<bool> = self.set_aside.values().map(of).collect();
        for reg in dst.0..dst.0 + self.mask_words() {
            let lanes = self.as_lanes(SReg(reg));
            remove(&mut self.scalars, reg);
            let sets = [
                (&mut self.everywhere, everywhere),
                (&mut self.active.defined, active),
            ];
            let masks = self.masks.values_mut().zip(masks.iter().copied());
            let masks = masks.chain(self.set_aside.values_mut().zip(set_aside.iter().copied()));
            let masks = masks.map(|(mask, known)| (&mut mask.defined, known));
            for (set, known) in sets.into_iter().chain(masks) {
                match known {
                    true => add(set, lanes),
                    false => remove(set, lanes),
                }
            }
        }
        for reg in dst.0..dst.0 + self.mask_words() {
            self.forget_masks(reg);
        }
    }

    /// A mask that an operation makes of others.
    fn made(&self, program: &Program, op: Op, src: &[SReg; 3]) -> Option<Mask> {
        use Op::*;
        let wide = matches!(
            op,
            MovB64 | AndB64 | OrB64 | XorB64 | AndNotB64 | NotAndB64 | OrNotB64
        );
        if wide != (self.lanes == 64) {
            return None;
        }
        let [a, b] = [0, 1].map(|i| self.mask(program, src[i]));
        match op {
            MovB32 | MovB64 => Some(a),
            AndB32 | AndB64 => Some(Mask {
                defined: with(a.defined, &b.defined),
                whole: a.whole && b.whole,
                within: a.within || b.within,
                covers: a.covers && b.covers,
            }),
            AndNotB32 | AndNotB64 => Some(Mask {
                whole: false,
                covers: false,
                ..a
            }),
            NotAndB32 | NotAndB64 => Some(Mask {
                whole: false,
                covers: false,
                ..b
            }),
            OrB32 | OrB64 | XorB32 | XorB64 => {
                let or = matches!(op, OrB32 | OrB64);
                Some(Mask {
                    defined: both(a.defined, &b.defined),
                    whole: or && (a.whole || b.whole),
                    within: a.within && b.within,
                    covers: or && (a.covers || b.covers),
                })
            }
            // It may have any lane.
            OrNotB32 | OrNotB64 => Some(Mask {
                defined: self.everywhere.clone(),
                whole: a.whole,
                within: false,
                covers: a.covers,
            }),
            _ => None,
        }
    }

    /// Every lane gets its bit of a mask.
    pub(super) fn lanes_from(&mut self, dst: VReg, mask: SReg) {
        if self.is_whole(mask, self.mask_words()) {
            return self.define_everywhere(dst.0);
        }
        let everywhere = self.has_mask(&self.everywhere, mask);
        let active = self.has_mask(&self.active.defined, mask);
        // Of other lanes less is said than is known.
        self.undefine(dst.0);
        match (everywhere, active) {
            (true, _) => self.define_everywhere(dst.0),
            (_, true) => self.define(dst.0),
            _ => {}
        }
    }

    /// What a step reads is defined, but for the mask that it changes.
    pub(super) fn reads_but(&self, uop: &Uop, mask: SReg) -> bool {
        let mut good = true;
        uop.for_each_operand(self.mask_words(), &mut |how, operand| {
            good &= match operand {
                _ if how == Use::Write => true,
                Operand::Vector(reg, count) => {
                    (reg.0..reg.0 + count).all(|reg| has(&self.active.defined, reg))
                }
                Operand::Scalar(reg, _) if reg == mask => true,
                Operand::Scalar(reg, count) => self.is_whole(reg, count),
            };
        });
        good
    }
}
