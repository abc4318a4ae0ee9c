//! Instructions in a row that touch nothing but registers and do not branch: a run that is watched asks
//! once for all of them whether any has to be told of.

use super::{Code, Kind, Prepared};
use crate::pending::RegisterSet;
use uop::{Program, Uop};

impl Prepared {
    /// The step behind the stretch that begins here; no further than here if none does.
    #[inline]
    pub fn stretch(&self, at: u32) -> u32 {
        self.stretches.get(at as usize).map_or(0, |&end| end)
    }

    /// Whole instructions, as the executor goes from entry to entry.
    pub(super) fn find_stretches(&mut self, program: &Program) {
        let steps = self.entries.len();
        self.stretches = (0..steps as u32).collect();
        self.ahead = vec![RegisterSet::default(); steps];
        for at in (0..steps).rev() {
            let next = at + usize::from(self.entries[at].advance);
            if !is_plain(&self.entries[at]) || !(at..next).all(|step| is_silent(program, step)) {
                continue;
            }
            let Some(after) = self.entries.get(next) else {
                continue;
            };
            let goes_on = self.stretches[next] as usize > next;
            if !goes_on && !after.first {
                continue;
            }
            self.stretches[at] = self.stretches[next];
            let mut used = RegisterSet::default();
            self.used[at..next].iter().for_each(|it| used.join(it));
            if goes_on {
                used.join(&self.ahead[next]);
            }
            self.ahead[at] = used;
        }
    }
}

/// The entry reads and writes registers and is followed by the next.
fn is_plain(code: &Code) -> bool {
    matches!(
        code.kind,
        Kind::Vectors
            | Kind::VectorRun
            | Kind::Mixed
            | Kind::Modified
            | Kind::Compare
            | Kind::Predicate
            | Kind::LanesFromMask
            | Kind::ReadLane
            | Kind::ReadFirst
            | Kind::Shuffle
            | Kind::Words
            | Kind::WordsFlag
            | Kind::FirstLane
            | Kind::Wide
            | Kind::WideFlag
            | Kind::Nop
    )
}

/// A step that orders nothing: fences do nothing else, and waits are waited for.
fn is_silent(program: &Program, step: usize) -> bool {
    let step = &program.steps[step];
    let fence = program.fences.binary_search_by_key(&step.inst, |it| it.0);
    fence.is_err() && !matches!(step.uop, Uop::Wait { .. })
}
