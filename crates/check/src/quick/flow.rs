//! Facts that hold on every path through a program.

use std::collections::{BTreeSet, HashMap, HashSet};
use uop::{MaskOp, Program, Uop, UopIdx};

/// What is known before a step.
pub(super) trait Facts: Clone {
    /// Takes the step at a place, of which it is known where it has `gone`. False where the program cannot
    /// be relied on.
    fn take(&mut self, program: &Program, at: UopIdx, gone: u8) -> bool;

    /// Goes where the step leads that was taken last: to the next one, or `away` to another. In one wave
    /// lanes may have `parted` there.
    fn go(&mut self, _uop: &Uop, _away: bool, _parted: bool) {}

    /// Keeps what holds on another way to the same step as well, and says whether something was given
    /// up. Nothing where the two have nothing in common that would do.
    fn join(&mut self, other: &Self) -> Option<bool>;
}

/// Where waves have gone.
#[derive(Clone, PartialEq)]
pub(super) struct Ways {
    /// Bits by step.
    pub branches: Vec<u8>,
    /// From which step to which one jumps have gone, unless they came back from a call to where it was.
    pub jumps: BTreeSet<(UopIdx, UopIdx)>,
}

/// A branch was not taken.
pub(super) const ON: u8 = 1;
/// A branch was taken.
pub(super) const AWAY: u8 = 2;
/// A jump went back to behind the last call.
pub(super) const RETURN: u8 = 4;
/// The step was taken by a wave of which no lane was active.
pub(super) const NONE_ACTIVE: u8 = 8;
/// Lanes of a wave disagreed on a branch.
pub(super) const PARTED: u8 = 16;

impl Ways {
    /// Of so many steps no wave has gone anywhere.
    pub fn new(steps: usize) -> Ways {
        Ways {
            branches: vec![0; steps],
            jumps: BTreeSet::new(),
        }
    }
}

/// Places of which something is known, for all calls that lead there. More would take too long.
const MOST_PLACES: usize = 1 << 13;

/// A step, and where the calls under way return to.
type Spot = (UopIdx, Vec<UopIdx>);

/// Follows all paths from the entry on that go where branches and jumps have gone, and out of calls to
/// where they came from. False where a step on one of them cannot be relied on.
pub(super) fn holds<F: Facts>(program: &Program, ways: &Ways, start: F) -> bool {
    let mut leaders: HashSet<usize> = plan::targets(program);
    leaders.insert(program.entry as usize);
    let entry: Spot = (program.entry, Vec::new());
    let mut known: HashMap<Spot, F> = HashMap::from([(entry.clone(), start)]);
    let mut work = vec![entry];
    while let Some(leader) = work.pop() {
        let mut facts = known[&leader].clone();
        let (first, calls) = leader;
        let mut at = Some(first);
        while let Some(here) = at.take() {
            let Some(step) = program.steps.get(here as usize) else {
                return false;
            };
            let gone = ways.branches[here as usize];
            if !facts.take(program, here, gone) {
                return false;
            }
            let mut next: Vec<(Spot, bool)> = Vec::new();
            match step.uop {
                Uop::Branch { to, .. } => {
                    for (way, to) in [(ON, here + 1), (AWAY, to)] {
                        if gone & way != 0 {
                            next.push(((to, calls.clone()), way == AWAY));
                        }
                    }
                }
                Uop::Jump { to } => next.push(((to, calls.clone()), true)),
                Uop::JumpScalar { .. } => {
                    if gone & RETURN != 0
                        && let Some((to, rest)) = calls.split_last()
                    {
                        next.push(((*to, rest.to_vec()), true));
                    }
                    let is_call = program.calls.binary_search(&step.inst).is_ok();
                    let after = is_call.then_some(here + 1);
                    for (_, to) in ways.jumps.range((here, 0)..(here + 1, 0)) {
                        let calls = calls.iter().copied().chain(after);
                        next.push(((*to, calls.collect()), true));
                    }
                }
                Uop::End | Uop::Exit | Uop::Trap(_) => {}
                Uop::Mask(MaskOp::Return { skip }) => next.push(((skip, calls.clone()), true)),
                // Lanes may go either way.
                Uop::Mask(_) | Uop::Diverge { .. }
                    if plan::successors(&step.uop, here).count() > 1 =>
                {
                    let ways = plan::successors(&step.uop, here).enumerate();
                    next.extend(ways.map(|(way, to)| ((to, calls.clone()), way > 0)));
                }
                _ if leaders.contains(&(here as usize + 1)) => {
                    next.push(((here + 1, calls.clone()), false));
                }
                _ => at = Some(here + 1),
            }
            for (spot, away) in next {
                let mut facts = facts.clone();
                facts.go(&step.uop, away, gone & PARTED != 0);
                match known.get_mut(&spot) {
                    None => _ = known.insert(spot.clone(), facts.clone()),
                    Some(before) => match before.join(&facts) {
                        None => return false,
                        Some(false) => continue,
                        Some(true) => {}
                    },
                }
                work.push(spot);
            }
            if known.len() > MOST_PLACES {
                return false;
            }
        }
    }
    true
}

/// Every step that can be reached is of a kind, as far as it is known where steps lead.
pub(super) fn all_reached(program: &Program, is: impl Fn(&Uop) -> bool) -> bool {
    let mut seen = vec![false; program.steps.len()];
    let mut work = vec![program.entry];
    while let Some(at) = work.pop() {
        let (Some(step), Some(seen)) = (program.steps.get(at as usize), seen.get_mut(at as usize))
        else {
            continue;
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        if !is(&step.uop) {
            return false;
        }
        work.extend(plan::successors(&step.uop, at));
    }
    true
}
