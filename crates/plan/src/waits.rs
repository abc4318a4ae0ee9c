//! Reachable wait states: how many operations can be outstanding when a wait is reached.
//!
//! A wait for "at most n left" that is never reached with more than n outstanding does nothing, on
//! any path. What is computed is an upper bound, the largest over all paths, for every channel.

use crate::{Plan, flow};
use uop::{Channel, Program, StandIn, Uop, UopIdx};

/// What can be outstanding at a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitState {
    /// The wait.
    pub at: UopIdx,
    /// The channel it waits for.
    pub channel: Channel,
    /// It goes on when at most so many are left.
    pub at_most: u16,
    /// At most so many can be outstanding when it is reached; nothing where that is not known.
    pub most: Option<u16>,
}

impl WaitState {
    /// It never has to wait.
    pub fn is_idle(&self) -> bool {
        self.most.is_some_and(|most| most <= self.at_most)
    }
}

/// A number that no count of outstanding operations is followed beyond.
const MANY: u16 = 64;

/// Finds the states of all waits.
pub(crate) fn run(plan: &mut Plan, program: &Program) {
    let states = plan.reached.is_some().then(|| states(program));
    let waits = program.steps.iter().enumerate();
    let waits = waits.filter_map(|(at, step)| {
        let Uop::Wait { channel, at_most } = step.uop else {
            return None;
        };
        let before = states.as_ref().and_then(|states| states[at].as_ref());
        let most = before.map(|state| state[usize::from(channel.0)]);
        Some(WaitState {
            at: at as UopIdx,
            channel,
            at_most,
            most: most.filter(|most| *most < MANY),
        })
    });
    plan.waits = waits.collect();
    for wait in plan.waits.iter().filter(|wait| wait.is_idle()) {
        plan.steps[wait.at as usize].idle_wait = true;
    }
}

/// By channel.
type State = Vec<u16>;

/// The state before every step that can be reached.
fn states(program: &Program) -> Vec<Option<State>> {
    let channels = 1 + usize::from(u8::MAX);
    let mut states: Vec<Option<State>> = vec![None; program.steps.len()];
    let mut work = vec![(program.entry, vec![0; channels])];
    while let Some((at, state)) = work.pop() {
        let Some(known) = states.get_mut(at as usize) else {
            continue;
        };
        let mut more = known.is_none();
        let known = known.get_or_insert_with(|| state.clone());
        for (known, new) in known.iter_mut().zip(&state) {
            more |= new > known;
            *known = (*known).max(*new);
        }
        if !more {
            continue;
        }
        let mut after = known.clone();
        let uop = &program.steps[at as usize].uop;
        carry_out(uop, program, &mut after);
        work.extend(flow::successors(uop, at).map(|to| (to, after.clone())));
    }
    states
}

fn carry_out(uop: &Uop, program: &Program, state: &mut State) {
    let begun = match uop {
        Uop::Wait { channel, at_most } => {
            let rule = program.channels.get(usize::from(channel.0));
            // On a channel without order, a wait for more than zero says nothing.
            if *at_most == 0 || rule.is_none_or(|rule| rule.in_order) {
                let count = &mut state[usize::from(channel.0)];
                *count = (*count).min(*at_most);
            }
            None
        }
        uop => uop.channel(),
    };
    let held = match uop {
        Uop::Custom(op) => op.held().map(|(channel, _)| channel),
        _ => None,
    };
    for channel in begun.into_iter().chain(held) {
        let stand_in = (program.resources.stand_ins.iter()).find(|(of, _)| *of == channel);
        let mut add = |channel: Channel| {
            let count = &mut state[usize::from(channel.0)];
            *count = (*count + 1).min(MANY);
        };
        match stand_in {
            None => add(channel),
            Some((_, StandIn::Both(a, b))) => [*a, *b].into_iter().for_each(add),
            Some((_, StandIn::Part(of))) => add(*of),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{Code, load, plan_strict};
    use uop::{Channel, Cond, SReg, Uop};

    fn on(channel: u8, uop: Uop) -> Uop {
        match uop {
            Uop::Memory(mut op) => {
                op.channel = Some(Channel(channel));
                Uop::Memory(op)
            }
            other => other,
        }
    }

    fn wait(at_most: u16) -> Uop {
        Uop::Wait {
            channel: Channel(0),
            at_most,
        }
    }

    #[test]
    fn a_wait_without_anything_outstanding_is_idle() {
        let mut code = Code::default();
        code.push(wait(0));
        code.push(on(0, load(3, 0)));
        code.push(on(0, load(4, 0)));
        code.push(wait(2));
        code.push(wait(1));
        code.push(wait(1));
        code.push(wait(0));
        code.push(Uop::End);
        let plan = plan_strict(&code.finish());
        let most: Vec<_> = plan.waits.iter().map(|wait| wait.most).collect();
        assert_eq!(most, [0, 2, 2, 1, 1].map(Some));
        let idle: Vec<_> = plan.waits.iter().map(|wait| wait.is_idle()).collect();
        assert_eq!(idle, [true, true, false, true, false]);
        assert!(plan.steps[0].idle_wait && !plan.steps[6].idle_wait);
    }

    #[test]
    fn a_loop_adds_up() {
        let mut code = Code::default();
        let again = code.builder.label();
        code.builder.bind(again);
        code.push(on(0, load(3, 0)));
        code.push(Uop::Branch {
            when: Cond::NonZero(SReg(2)),
            to: again.0,
        });
        code.push(wait(3));
        code.push(Uop::End);
        assert_eq!(plan_strict(&code.finish()).waits[0].most, None);
    }
}
