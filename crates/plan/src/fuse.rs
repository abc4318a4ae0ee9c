//! Fused steps: what machines without 64-bit addition write as four steps.
//!
//! They add low halves, keep the carry in a mask, and add high halves with it, for every address
//! that a kernel computes. Where the halves are register pairs, or high halves are 0, it is one
//! addition, and where nothing looks at the mask any more, it is not made either.

use crate::{MAX_ADVANCE, Plan};
use op::Op;
use uop::{Program, SReg, Src, Uop, VReg};

/// Several steps that are taken as one.
#[derive(Clone, Debug)]
pub struct Fusion {
    /// The first of them: it makes the mask that holds the carry.
    pub at: usize,
    /// The step after the last.
    pub end: usize,
    /// The mask is made too, by its own step.
    pub keeps_mask: bool,
    /// The mask.
    pub mask: SReg,
    /// What they come to, apart from the mask.
    pub uop: Uop,
}

/// Finds the additions.
pub(crate) fn run(plan: &mut Plan, program: &Program) {
    let all = 0..program.steps.len();
    plan.fusions = all.filter_map(|at| addition(program, at)).collect();
}

/// Takes them as one step each, unless an observer has to be told of something in between.
pub(crate) fn join(plan: &mut Plan) {
    for (number, fusion) in plan.fusions.iter().enumerate() {
        let range = fusion.start()..fusion.end;
        if plan.steps[range.clone()].iter().skip(1).any(|it| it.marked) {
            continue;
        }
        let issues = plan.steps[range.clone()].iter().map(|it| it.issues).sum();
        let step = &mut plan.steps[range.start];
        step.issues = issues;
        step.advance = range.len() as u8;
        step.fused = Some(number as u32);
    }
}

impl Fusion {
    /// The step whose place the sum takes.
    pub fn start(&self) -> usize {
        self.at + usize::from(self.keeps_mask)
    }
}

/// The addition whose first step is at `at`: the carry out of the low halves.
fn addition(program: &Program, at: usize) -> Option<Fusion> {
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
    fits.then(|| Fusion {
        at,
        end: more + 2,
        keeps_mask: true,
        mask: *mask,
        uop: sum(op, *dst, src),
    })
}

fn sum(op: Op, dst: VReg, [a, b]: [Src; 2]) -> Uop {
    let src = [a, b, Src::None];
    Uop::PerLane { op, dst, src }
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

#[cfg(test)]
mod tests {
    use crate::tests::{Code, plan_of};
    use op::Op;
    use uop::{SReg, Src, Uop, VReg};

    /// `v3:v4 = v5:v6 + v7:v8` in four steps, and a step that reads the mask or not.
    fn sum(reads: bool) -> uop::Program {
        let mut code = Code::default();
        let src = [Src::Vector(VReg(5)), Src::Vector(VReg(7)), Src::None];
        let (dst, mask) = (VReg(3), SReg(2));
        code.push(Uop::Compare {
            op: Op::AddOverflowU32,
            dst: mask,
            src,
        });
        code.push(Uop::PerLane {
            op: Op::AddU32,
            dst,
            src,
        });
        code.push(Uop::LanesFromMask { dst: VReg(9), mask });
        let src = [VReg(6), VReg(8), VReg(9)].map(Src::Vector);
        code.push(Uop::PerLane {
            op: Op::AddCarryU32,
            dst: VReg(4),
            src,
        });
        if reads {
            code.push(Uop::LanesFromMask { dst: VReg(9), mask });
        }
        code.push(Uop::End);
        code.finish()
    }

    #[test]
    fn four_steps_are_one_and_the_mask_is_made_where_it_is_read() {
        let (read, dead) = (plan_of(&sum(true), false), plan_of(&sum(false), false));
        assert_eq!(read.steps[1].advance, 3);
        assert_eq!(dead.steps[0].advance, 4);
        assert_eq!(dead.steps[0].issues, 4);
        let program = sum(false);
        let Uop::PerLane { op, src, .. } = dead.uop(&program, 0) else {
            panic!("a sum");
        };
        assert_eq!(*op, Op::AddU64);
        assert_eq!(src[..2], [Src::Vector(VReg(5)), Src::Vector(VReg(7))]);
    }

    #[test]
    fn a_watched_run_makes_every_mask() {
        assert_eq!(plan_of(&sum(false), true).steps[1].advance, 3);
    }
}
