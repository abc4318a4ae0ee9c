//! Facts: what every register holds before every step, on whichever way a wave came there, through
//! loops, branches and masks.
//!
//! It is a data-flow analysis as compilers know it under the names of divergence and uniformity: states
//! go along all ways through a program, and where ways meet, what both say is left. What depends on
//! which way was taken is handled where lanes or waves meet again that went different ones:
//!
//! - Lanes of a wave meet at the ends of regions under a mask, where the program writes its mask, at
//!   joins and at barriers. What was written while only some of them were active is not the same in all
//!   of them then, even if it is in those that wrote it; unless it follows from a lane's number alone.
//! - Waves that branch differently meet at the branch's post-dominator, and in between wherever two of
//!   the ways do. What was written on any of them is each wave's own from there on.
//!
//! Both depend on which branches divide lanes or waves, which depends on the values: at first none does,
//! and the program is followed anew until no further one turns up.
//!
//! What is said of waves together holds between waves that were at the same steps before, those left out
//! where [waves may be apart](RegisterFacts::apart). Words that waves load as scalars count as the same in all
//! of them: in a program without races they are. What vectors load is the same for lanes of one wave
//! that ask for the same, and where nothing can be stored, for all.

mod flow;
mod state;
mod step;
#[cfg(test)]
mod tests;

pub use state::State;

use crate::start::Begin;
use crate::value::{Value, WaveShape};
use crate::{Purpose, flow as control};
use flow::{Flow, regions};
use state::Registers;
use std::collections::BTreeMap;
use uop::{Entry, MaskOp, Operand, Program, Uop, UopIdx, Use, WavePlace};

/// What is known of a program in one shape of launch.
#[derive(Clone, Debug)]
pub struct RegisterFacts {
    /// By step.
    pub steps: Vec<StepFacts>,
    /// By step: waves of a workgroup that came here may have taken different ways, and not have met
    /// again.
    pub apart: Vec<bool>,
    known: Known,
    /// Before the entry and every step that others lead to.
    begins: BTreeMap<UopIdx, State>,
}

/// What is known of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepFacts {
    /// Some way leads here.
    pub reached: bool,
    /// What the first register of its results holds afterwards; of a lane mask, the bits of active
    /// lanes; where it writes lane 0 alone, what that holds.
    pub result: Option<Value>,
    /// Where lanes go that access memory: the low words of their addresses.
    pub address: Option<Value>,
    /// Who goes the same way, where there are several.
    pub way: Option<Agreement>,
}

/// Who goes the same way from a step that leads to several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// All waves of a workgroup that have not parted before.
    Common,
    /// All lanes of a wave, but waves may part.
    OfWave,
    /// Lanes may part.
    OfLane,
}

/// What states go by, besides the program.
#[derive(Clone, Debug)]
struct Known {
    shape: WaveShape,
    mask_words: u16,
    eager: bool,
    /// There are branches of single lanes, which come by their scalars at different times.
    diverges: bool,
    /// Lanes can wait for others anywhere.
    barriers: bool,
    /// Some lanes may wait at a barrier while others are elsewhere.
    torn: bool,
    /// By step, who may part there. For a loop, at its beginning, who may leave it apart.
    ways: Vec<Agreement>,
    /// Steps that others lead to.
    leaders: Vec<bool>,
    /// Where waves meet that may have written these apart.
    meets: BTreeMap<UopIdx, Registers>,
}

impl RegisterFacts {
    /// Follows a program from its entry, for workgroups at places like that of the first wave of the first
    /// one. Nothing where control may go anywhere.
    pub fn of(
        program: &Program,
        how: Purpose,
        entry: &dyn Entry,
        first: WavePlace,
    ) -> Option<RegisterFacts> {
        let reached = control::reached(program)?;
        let uops = || {
            program
                .steps
                .iter()
                .zip(&reached)
                .filter(|(_, at)| **at)
                .map(|(step, _)| &step.uop)
        };
        let is_barrier =
            |uop: &Uop| matches!(uop, Uop::Barrier | Uop::ClusterBarrier | Uop::Split(_));
        let sets = uops().any(|uop| matches!(uop, Uop::Mask(MaskOp::Set(_))));
        let diverges = uops().any(|uop| matches!(uop, Uop::Diverge { .. }));
        if diverges && uops().any(|uop| matches!(uop, Uop::Mask(_))) {
            return None;
        }
        let full = first.block_size().is_multiple_of(first.lanes);
        let begin = Begin::of(program, entry, first, sets || program.resources.whole_waves);
        let steps = program.steps.len();
        let mut leaders = vec![false; steps];
        let targets = control::targets(program)
            .into_iter()
            .chain([program.entry as usize]);
        targets
            .filter(|&at| at < steps)
            .for_each(|at| leaders[at] = true);
        let known = Known {
            shape: begin.shape,
            mask_words: how.mask_words(),
            eager: how.eager,
            diverges,
            barriers: uops().any(is_barrier),
            torn: false,
            ways: vec![Agreement::Common; steps],
            leaders,
            meets: BTreeMap::new(),
        };
        let start = State::start(&begin, program, &known, sets && !full);
        let mut facts = RegisterFacts {
            steps: vec![StepFacts::default(); steps],
            apart: vec![false; steps],
            known,
            begins: BTreeMap::new(),
        };
        while facts.follow(program, &start)? {
            if facts.known.shape.waves > 1 {
                let (apart, meets) = regions(program, &reached, &facts.known);
                meets
                    .keys()
                    .for_each(|&at| facts.known.leaders[at as usize] = true);
                (facts.apart, facts.known.meets) = (apart, meets);
            }
        }
        facts.note(program);
        Some(facts)
    }

    /// Follows all ways, and says whether more may part than was thought. Nothing where the structure
    /// of masks is none.
    fn follow(&mut self, program: &Program, start: &State) -> Option<bool> {
        self.begins.clear();
        self.begins.insert(program.entry, start.clone());
        let mut flow = Flow::new(program, self.known.clone());
        let mut work = vec![program.entry];
        while let Some(from) = work.pop() {
            let mut state = self.begins[&from].clone();
            let mut at = from;
            loop {
                let mut leads = Vec::new();
                let on = flow.take(at, &mut state, &mut leads)?;
                let leader = self
                    .known
                    .leaders
                    .get(at as usize + 1)
                    .is_some_and(|it| *it);
                if on && leader {
                    leads.push((at + 1, state.clone()));
                }
                for (to, state) in leads {
                    if self.lead(program, to, state)? && !work.contains(&to) {
                        work.push(to);
                    }
                }
                at += 1;
                if !on || leader || at as usize >= program.steps.len() {
                    break;
                }
            }
        }
        let more = flow.more;
        self.known = flow.known;
        Some(more)
    }

    /// One more way leads to a step. True if that makes less known.
    fn lead(&mut self, program: &Program, to: UopIdx, state: State) -> Option<bool> {
        let before = self.begins.get(&to).cloned();
        let mut after = state;
        if let Some(before) = &before {
            after.meet(before.clone(), to)?;
        }
        // On each of the ways it may have been a number that is known, and another one.
        if let Some(written) = self.known.meets.get(&to) {
            after.waves_meet(written);
        }
        after.show_active(program, &self.known);
        let less = before.as_ref() != Some(&after);
        self.begins.insert(to, after);
        Some(less)
    }

    /// Notes what is known of each step.
    fn note(&mut self, program: &Program) {
        let mut flow = Flow::new(program, self.known.clone());
        let begins = std::mem::take(&mut self.begins);
        for (&from, state) in &begins {
            let mut state = state.clone();
            for at in from as usize..program.steps.len() {
                if at > from as usize && self.known.leaders[at] {
                    break;
                }
                let uop = &program.steps[at].uop;
                let address = flow.address(uop, &mut state);
                let Some(on) = flow.take(at as UopIdx, &mut state, &mut Vec::new()) else {
                    break;
                };
                self.steps[at] = StepFacts {
                    reached: true,
                    result: result(uop, &state, self.known.mask_words),
                    address,
                    way: flow::chooses(uop).then_some(self.known.ways[at]),
                };
                if !on {
                    break;
                }
            }
        }
        self.begins = begins;
    }

    /// Goes through all steps that can be reached, with what is known before each.
    pub fn walk(&self, program: &Program, mut visit: impl FnMut(UopIdx, &State)) {
        let mut flow = Flow::new(program, self.known.clone());
        for (&from, state) in &self.begins {
            let mut state = state.clone();
            for at in from..program.steps.len() as UopIdx {
                if at > from && self.known.leaders[at as usize] {
                    break;
                }
                visit(at, &state);
                if flow.take(at, &mut state, &mut Vec::new()) != Some(true) {
                    break;
                }
            }
        }
    }
}

/// What a step has left of its result.
fn result(uop: &Uop, state: &State, mask_words: u16) -> Option<Value> {
    let mut first = None;
    uop.for_each_operand(mask_words, &mut |how, operand| {
        if how == Use::Write && first.is_none() {
            first = Some(operand);
        }
    });
    Some(match (first?, uop) {
        (Operand::Vector(reg, _), Uop::FirstLane { .. }) => state.first_lane(reg),
        (Operand::Vector(reg, _), _) => state.vector(reg),
        (Operand::Scalar(reg, _), Uop::Compare { .. } | Uop::Predicate { .. }) => state.bits(reg),
        (Operand::Scalar(reg, _), _) => state.scalar(reg),
    })
}
