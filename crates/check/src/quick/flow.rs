//! Facts that hold on every path through a program.

use std::collections::{HashMap, HashSet};
use uop::{Program, Uop, UopIdx};

/// What is known before a step.
pub(super) trait Facts: Clone {
    /// Takes the step at a place. False where the program cannot be relied on.
    fn take(&mut self, program: &Program, at: UopIdx) -> bool;

    /// Keeps what holds on another way to the same step as well, and says whether something was given
    /// up. Nothing where the two have nothing in common that would do.
    fn join(&mut self, other: &Self) -> Option<bool>;
}

/// Where branches have gone: bits by step.
pub(super) type Ways = [u8];

/// A branch was not taken.
pub(super) const ON: u8 = 1;
/// A branch was taken.
pub(super) const AWAY: u8 = 2;

/// Follows all paths from the entry on that go where branches have gone. False where a step on one of
/// them cannot be relied on.
pub(super) fn holds<F: Facts>(program: &Program, ways: &Ways, start: F) -> bool {
    let mut leaders: HashSet<usize> = plan::targets(program);
    leaders.insert(program.entry as usize);
    let mut known: HashMap<UopIdx, F> = HashMap::from([(program.entry, start)]);
    let mut work = vec![program.entry];
    while let Some(leader) = work.pop() {
        let mut facts = known[&leader].clone();
        let mut at = Some(leader);
        while let Some(here) = at.take() {
            let Some(step) = program.steps.get(here as usize) else {
                return false;
            };
            if !facts.take(program, here) {
                return false;
            }
            for (way, to) in [ON, AWAY].into_iter().zip(ways_on(&step.uop, here)) {
                let branches = matches!(step.uop, Uop::Branch { .. });
                let Some(to) = to.filter(|_| !branches || ways[here as usize] & way != 0) else {
                    continue;
                };
                if to == here + 1 && !leaders.contains(&(to as usize)) {
                    at = Some(to);
                    continue;
                }
                match known.get_mut(&to) {
                    None => _ = known.insert(to, facts.clone()),
                    Some(before) => match before.join(&facts) {
                        None => return false,
                        Some(false) => continue,
                        Some(true) => {}
                    },
                }
                work.push(to);
            }
        }
    }
    true
}

/// The next step, if control may go there, and another.
fn ways_on(uop: &Uop, at: UopIdx) -> [Option<UopIdx>; 2] {
    match *uop {
        Uop::Branch { to, .. } => [Some(at + 1), Some(to)],
        Uop::Jump { to } => [None, Some(to)],
        Uop::End | Uop::Trap(_) => [None, None],
        _ => [Some(at + 1), None],
    }
}
