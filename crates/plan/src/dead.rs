//! Dead writes: masks that are replaced, or the program ends, before anything looks at them.

use crate::Plan;
use std::ops::Range;
use uop::{MaskOp, Operand, Program, Reach, SReg, Step, Uop, Use};

/// How far to look for the end of a mask.
const WITHIN: usize = 64;

/// Finds comparisons whose result nothing looks at, those of fused additions included.
pub(crate) fn run(plan: &mut Plan, program: &Program, mask_words: u16) {
    for fusion in &mut plan.fusions {
        let rest = &program.steps[fusion.end..];
        fusion.keeps_mask = !is_dead(fusion.mask, rest, mask_words);
    }
    for (at, planned) in plan.steps.iter_mut().enumerate() {
        if let Uop::Compare { dst, .. } = &program.steps[at].uop {
            planned.dead = is_dead(*dst, &program.steps[at + 1..], mask_words);
        }
    }
}

/// What follows replaces the mask, or ends, before anything looks at it.
fn is_dead(mask: SReg, rest: &[Step], words: u16) -> bool {
    let mask = mask.0..mask.0 + words;
    for step in rest.iter().take(WITHIN) {
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
            ref uop if uop.is_private() => {}
            Uop::Memory(_) | Uop::ScalarLoad(_) | Uop::Mask(MaskOp::Set(_)) => {}
            Uop::Custom(ref op) if op.reach() != Reach::Anywhere => {}
            _ => return false,
        }
    }
    false
}

fn overlap(a: &Range<u16>, b: &Range<u16>) -> u16 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

#[cfg(test)]
mod tests {
    use crate::tests::{Code, plan_of};
    use op::Op;
    use uop::{Cond, SReg, Src, Uop, VReg};

    fn compare(dst: u16) -> Uop {
        let src = [Src::Vector(VReg(1)), Src::Vector(VReg(2)), Src::None];
        Uop::Compare {
            op: Op::LtU32,
            dst: SReg(dst),
            src,
        }
    }

    #[test]
    fn a_mask_that_is_replaced_unread_is_dead() {
        let mut code = Code::default();
        code.push(compare(2));
        code.push(compare(2));
        code.push(Uop::LanesFromMask {
            dst: VReg(3),
            mask: SReg(2),
        });
        code.push(compare(2));
        code.push(Uop::End);
        let program = code.finish();
        let dead = |exact| {
            plan_of(&program, exact)
                .steps
                .iter()
                .map(|it| it.dead)
                .collect::<Vec<_>>()
        };
        assert_eq!(dead(false)[..4], [true, false, false, true]);
        assert!(!dead(true).contains(&true));
    }

    #[test]
    fn behind_a_branch_anything_may_look() {
        let mut code = Code::default();
        code.push(compare(2));
        let to = code.builder.label();
        code.push(Uop::Branch {
            when: Cond::Zero(SReg(5)),
            to: to.0,
        });
        code.builder.bind(to);
        code.push(Uop::End);
        assert!(!plan_of(&code.finish(), false).steps[0].dead);
    }
}
