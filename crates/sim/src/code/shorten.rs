//! Steps that are taken together when nobody looks in between.

use super::prepare::Preparation;
use super::{Code, How, Kind, MAX_ADVANCE};
use op::Op;
use std::ops::Range;
use uop::{MaskOp, Operand, Program, Reach, SReg, Src, Step, Uop, Use, VReg};

/// Hints that follow a step are done with it.
pub(super) fn take_hints_along(code: &mut [Code]) {
    for i in (0..code.len()).rev() {
        let Some(next) = code.get(i + usize::from(code[i].advance)) else {
            continue;
        };
        let (count, advance) = (next.count, next.advance);
        if next.kind == Kind::Nop
            && !next.marked
            && code[i].falls_through()
            && code[i].advance + advance <= MAX_ADVANCE
        {
            code[i].count += count;
            code[i].advance += advance;
        }
    }
}

/// Kernels on vector registers that follow each other are called in a loop of their own.
pub(super) fn find_runs(code: &mut [Code]) {
    for i in (0..code.len()).rev() {
        let next = code.get(i + usize::from(code[i].advance));
        let more = next.is_some_and(|next| next.is_vectors() && !next.marked);
        if code[i].is_vectors() && more {
            code[i].kind = Kind::VectorRun;
        }
    }
}

/// Machines without 64-bit addition add low halves, keep the carry in a mask, and add high halves
/// with it: four steps for every address that a kernel computes. Where the halves are register
/// pairs, or high halves are 0, it is one, and where nobody looks at the mask any more, it is not
/// made either.
pub(super) fn wide_additions(program: &Program, how: How) -> Vec<WideAddition> {
    let sums = (0..program.steps.len()).filter_map(|at| WideAddition::at(program, at));
    let mut sums: Vec<WideAddition> = sums.collect();
    if !how.exact && how.eager {
        for sum in &mut sums {
            sum.dead = sum.mask_is_dead(&program.steps, how.mask_words());
        }
    }
    sums
}

/// Takes them as one step each.
pub(super) fn join(preparation: &mut Preparation<'_>, sums: &[WideAddition]) {
    for sum in sums {
        let start = sum.start();
        let code = &preparation.prepared.entries;
        if code[start + 1..sum.end].iter().any(|code| code.marked) {
            continue;
        }
        let count = code[start..sum.end].iter().map(|code| code.count).sum();
        let first = &preparation.prepared.entries[start];
        let joined = Code {
            first: first.first,
            marked: first.marked,
            count,
            advance: (sum.end - start) as u8,
            joined: true,
            ..preparation.step(&sum.uop())
        };
        let entry = &mut preparation.prepared.entries[start];
        let alone = std::mem::replace(entry, joined);
        preparation.prepared.alone.push((start as u32, alone));
    }
}

/// Two additions of 32 bits that are one of 64.
pub(super) struct WideAddition {
    /// Where the carry out of the low halves is made, unless nobody looks at it.
    pub at: usize,
    pub dead: bool,
    mask: SReg,
    dst: VReg,
    op: Op,
    src: [Src; 2],
    /// The step after the last.
    end: usize,
}

impl WideAddition {
    /// The addition whose first step is at `at`: the carry out of the low halves.
    fn at(program: &Program, at: usize) -> Option<WideAddition> {
        let uop = |at: usize| program.steps.get(at).map(|step| &step.uop);
        let Uop::Compare {
            op: Op::AddOverflowU32,
            dst: mask,
            src: flagged,
        } = uop(at)?
        else {
            return None;
        };
        let Uop::PerLane {
            op: Op::AddU32,
            dst,
            src: low,
        } = uop(at + 1)?
        else {
            return None;
        };
        let reach = at + usize::from(MAX_ADVANCE) / 2;
        let more = (at + 2..reach).find(|&at| !matches!(uop(at), Some(Uop::Nop)))?;
        let Uop::LanesFromMask {
            dst: carry,
            mask: carried,
        } = uop(more)?
        else {
            return None;
        };
        let Uop::PerLane {
            op: Op::AddCarryU32,
            dst: above,
            src: high,
        } = uop(more + 1)?
        else {
            return None;
        };
        let apart = |src: &Src| *src != Src::Vector(*dst) && *src != Src::Scalar(*mask);
        let fits = flagged[..2] == low[..2]
            && carried == mask
            && *above == dst.plus(1)
            && high[2] == Src::Vector(*carry)
            && high[..2].iter().all(apart);
        let (op, src) = match [high[0], high[1]].map(|src| is_zero(program, src)) {
            [true, true] => (Op::AddWideU32, [low[0], low[1]]),
            [true, false] => (Op::AddU64U32, [pair(low[1], high[1])?, low[0]]),
            [false, true] => (Op::AddU64U32, [pair(low[0], high[0])?, low[1]]),
            [false, false] => {
                let wide = [pair(low[0], high[0])?, pair(low[1], high[1])?];
                (Op::AddU64, wide)
            }
        };
        fits.then_some(WideAddition {
            at,
            dead: false,
            mask: *mask,
            dst: *dst,
            op,
            src,
            end: more + 2,
        })
    }

    /// The step whose place the sum takes.
    pub fn start(&self) -> usize {
        if self.dead { self.at } else { self.at + 1 }
    }

    pub fn uop(&self) -> Uop {
        Uop::PerLane {
            op: self.op,
            dst: self.dst,
            src: [self.src[0], self.src[1], Src::None],
        }
    }

    /// What follows replaces the mask, or ends, before anything looks at it.
    fn mask_is_dead(&self, steps: &[Step], words: u16) -> bool {
        let mask = self.mask.0..self.mask.0 + words;
        for step in steps[self.end..].iter().take(DEAD_WITHIN) {
            let mut read = false;
            let mut written = 0;
            step.uop.for_each_operand(words, &mut |how, operand| {
                if let Operand::Scalar(first, count) = operand {
                    let common = overlap(&mask, &(first.0..first.0 + count));
                    match how {
                        Use::Read => read |= common > 0,
                        Use::Write => written = written.max(common),
                    }
                }
            });
            match step.uop {
                _ if read => return false,
                _ if written == words => return true,
                Uop::End => return true,
                Uop::PerLane { .. }
                | Uop::Modified(_)
                | Uop::Compare { .. }
                | Uop::Predicate { .. }
                | Uop::LanesFromMask { .. }
                | Uop::Scalar { .. }
                | Uop::ScalarFlag { .. }
                | Uop::FirstLane { .. }
                | Uop::Memory(_)
                | Uop::ScalarLoad(_)
                | Uop::Mask(MaskOp::Set(_))
                | Uop::Cross(_)
                | Uop::Wait { .. }
                | Uop::Nop => {}
                Uop::Custom(ref op) if op.reach() != Reach::Anywhere => {}
                _ => return false,
            }
        }
        false
    }
}

/// How far to look for the end of a mask.
const DEAD_WITHIN: usize = 64;

fn overlap(a: &Range<u16>, b: &Range<u16>) -> u16 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

/// The source is a constant, and 0.
fn is_zero(program: &Program, src: Src) -> bool {
    let constant = match src {
        Src::Vector(reg) => {
            let index = reg.0.checked_sub(program.resources.vectors);
            index.and_then(|index| program.constants.get(usize::from(index)))
        }
        Src::Scalar(reg) => {
            let index = reg.0.checked_sub(program.resources.scalars);
            index.and_then(|index| program.scalar_constants.get(usize::from(index)))
        }
        Src::ScalarPair(_) | Src::None => None,
    };
    constant == Some(&0)
}

/// One source for two halves that are in registers next to each other.
fn pair(low: Src, high: Src) -> Option<Src> {
    match (low, high) {
        (Src::Vector(low), Src::Vector(high)) if high == low.plus(1) => Some(Src::Vector(low)),
        (Src::Scalar(low), Src::Scalar(high)) if high == low.plus(1) => Some(Src::ScalarPair(low)),
        _ => None,
    }
}
