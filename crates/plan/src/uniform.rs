//! Uniform values: scalar registers that hold the same in all waves of a workgroup. Most do:
//! arguments, ids of the workgroup, addresses, counts of loops. Waves in lockstep need them once.
//!
//! What is found here holds as long as the waves have gone the same way since their start; waves that
//! parted and met again have to be asked.

use crate::{Plan, Start};
use uop::{Cond, Operand, Program, SReg, Uop, Use};

/// For every scalar register whether it is such.
#[derive(Clone, Debug, Default)]
pub struct Uniform(Vec<bool>);

/// Finds the registers, and the steps whose results or conditions are uniform.
pub(crate) fn run(plan: &mut Plan, program: &Program, start: &Start, mask_words: u16) {
    let Some(reached) = &plan.reached else {
        return;
    };
    let mut uniform = Uniform(start.differ.iter().map(|differs| !differs).collect());
    if let Some(exec) = program.resources.exec {
        uniform.remove(exec, mask_words);
    }
    // What is not carried out makes nothing differ.
    let alive = plan.steps.iter().map(|planned| !planned.dead);
    let mut runs: Vec<bool> = alive.zip(reached).map(|(a, b)| a && *b).collect();
    for fusion in plan.fusions.iter().filter(|fusion| !fusion.keeps_mask) {
        runs[fusion.at] = plan.steps[fusion.at].fused.is_none() && runs[fusion.at];
    }
    let steps = || program.steps.iter().zip(&runs).filter(|(_, runs)| **runs);
    while steps().fold(false, |more, (step, _)| {
        uniform.follow(&step.uop, mask_words) | more
    }) {}
    for (planned, step) in plan.steps.iter_mut().zip(&program.steps) {
        planned.uniform = uniform.is_of(&step.uop);
    }
    plan.uniform = uniform;
}

impl Uniform {
    /// None is, where nothing is known.
    #[inline]
    pub fn has(&self, reg: usize) -> bool {
        self.0.get(reg) == Some(&true)
    }

    /// Whether all of so many registers are.
    pub fn all(&self, reg: SReg, words: usize) -> bool {
        (usize::from(reg.0)..).take(words).all(|reg| self.has(reg))
    }

    /// Those that are.
    pub fn registers(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|&reg| self.0[reg])
    }

    /// The result of a step, or its condition, is uniform. Masks of lanes are a wave's own, near
    /// enough.
    fn is_of(&self, uop: &Uop) -> bool {
        match uop {
            Uop::Scalar { op, dst, .. } => self.all(*dst, op.signature().result.registers()),
            Uop::ScalarFlag { op, dst, flag, .. } => {
                self.all(*dst, op.signature().result.registers()) && self.all(*flag, 1)
            }
            Uop::ScalarLoad(load) => self.all(load.dst, load.bytes.div_ceil(4).into()),
            Uop::Branch {
                when: Cond::Zero(reg) | Cond::NonZero(reg),
                ..
            } => self.all(*reg, 1),
            _ => false,
        }
    }

    /// Removes registers; true if there was something to remove.
    fn remove(&mut self, reg: SReg, words: u16) -> bool {
        let registers = &mut self.0[usize::from(reg.0)..][..usize::from(words)];
        let had = registers.contains(&true);
        registers.fill(false);
        had
    }

    /// Removes what a step makes differ, and says whether that is something new.
    fn follow(&mut self, uop: &Uop, mask_words: u16) -> bool {
        let mut alike = matches!(
            uop,
            Uop::Scalar { .. } | Uop::ScalarFlag { .. } | Uop::ScalarLoad(_)
        );
        uop.for_each_operand(mask_words, &mut |how, operand| {
            if let (Use::Read, Operand::Scalar(reg, words)) = (how, operand) {
                alike &= self.all(reg, words.into());
            }
        });
        let mut more = false;
        uop.for_each_operand(mask_words, &mut |how, operand| {
            if let (Use::Write, Operand::Scalar(reg, words), false) = (how, operand, alike) {
                more |= self.remove(reg, words);
            }
        });
        more
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{Code, Ids, plan_with, start_of};
    use op::Op;
    use uop::{SReg, Uop};

    #[test]
    fn what_is_made_of_uniform_values_is_uniform() {
        let mut code = Code::default();
        let scalar = |dst, a, b| Uop::Scalar {
            op: Op::AddU32,
            dst: SReg(dst),
            src: [SReg(a), SReg(b), SReg(a)],
        };
        // s0 is the number of the wave, s1 that of the workgroup.
        code.push(scalar(2, 1, 1));
        code.push(scalar(3, 2, 0));
        code.push(scalar(4, 3, 1));
        code.push(Uop::End);
        let program = code.finish();
        let start = start_of(&program, &Ids, 4);
        let plan = plan_with(&program, false, Some(&start), |_| false);
        let uniform = [0, 1, 2, 3, 4].map(|reg| plan.uniform.has(reg));
        assert_eq!(uniform, [false, true, true, false, false]);
        let steps = [0, 1, 2].map(|at| plan.steps[at].uniform);
        assert_eq!(steps, [true, false, false]);
    }
}
