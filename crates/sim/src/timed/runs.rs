//! Instructions in a row that can be carried out in one go.

use uop::{Program, UopIdx};

/// Where the instructions end that follow one without a branch and concern no other wave: the first that
/// is not of that kind, and its step. Itself, if it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub end: u32,
    pub step: UopIdx,
}

/// By instruction, of those of which `may` is true.
pub(super) fn runs(program: &Program, may: impl Fn(usize) -> bool) -> Vec<Run> {
    let count = program.insts.len();
    let mut first = vec![UopIdx::MAX; count];
    let mut private = vec![true; count];
    for (at, step) in program.steps.iter().enumerate().rev() {
        first[step.inst as usize] = at as UopIdx;
        // Behind the last of a way there may be a step that is no instruction, where ways meet again: it
        // is done with what is before it, and may lead elsewhere.
        let next = program.steps.get(at + 1);
        let leads_on = next.is_none_or(|next| next.first || next.inst == step.inst);
        private[step.inst as usize] &= leads_on && step.uop.is_private();
    }
    let mut runs: Vec<Run> = Vec::with_capacity(count);
    for inst in (0..count).rev() {
        let next = runs.last().filter(|_| private[inst] && may(inst));
        runs.push(match next {
            Some(&run) if run.end as usize > inst + 1 => run,
            Some(_) => Run {
                end: inst as u32 + 1,
                step: first[inst + 1],
            },
            None => Run {
                end: inst as u32,
                step: first[inst],
            },
        });
    }
    runs.reverse();
    runs
}
