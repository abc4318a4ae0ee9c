//! Folded hints: steps that do nothing are done with the step before them. They cost nothing and
//! are still counted.

use crate::{MAX_ADVANCE, Plan, flow};
use uop::{Program, Uop};

/// Folds hints into what they follow.
pub(crate) fn run(plan: &mut Plan, program: &Program, eager: bool) {
    for i in (0..plan.steps.len()).rev() {
        let step = &plan.steps[i];
        let next = i + usize::from(step.advance);
        let Some(hint) = plan.steps.get(next) else {
            continue;
        };
        let does_nothing = match program.steps[next].uop {
            Uop::Nop => true,
            Uop::Wait { .. } => eager || hint.idle_wait,
            _ => false,
        };
        let goes_on = flow::falls_through(plan.uop(program, i), eager) || step.idle_wait;
        let fits = step.advance + hint.advance <= MAX_ADVANCE;
        if does_nothing && !hint.marked && goes_on && fits {
            let (issues, advance) = (hint.issues, hint.advance);
            plan.steps[i].issues += issues;
            plan.steps[i].advance += advance;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{Code, plan_of, plan_with};
    use uop::{Channel, Uop};

    fn program() -> uop::Program {
        let mut code = Code::default();
        code.add(3, 1, 2);
        code.push(Uop::Nop);
        code.push(Uop::Wait {
            channel: Channel(0),
            at_most: 0,
        });
        code.push(Uop::End);
        code.finish()
    }

    #[test]
    fn hints_and_waits_go_with_the_step_before_them() {
        let plan = plan_of(&program(), false);
        assert_eq!((plan.steps[0].advance, plan.steps[0].issues), (3, 3));
    }

    #[test]
    fn a_marked_hint_is_a_step_of_its_own() {
        let plan = plan_with(&program(), true, None, |inst| inst == 1);
        assert_eq!(plan.steps[0].advance, 1);
        assert_eq!(plan.steps[1].advance, 2);
    }
}
