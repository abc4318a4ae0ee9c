//! Branches that are promised to be uniform and are not, and barriers that some lanes of a wave pass by.

use sim::{Observer, Site, Stop, Wave};
use source::Diagnostic;
use std::ops::{ControlFlow, Range};
use uop::{Program, Uop, UopIdx};

use crate::Names;

/// Finds branches on which threads of a wave disagree although the program promises that they do
/// not.
#[derive(Clone, Debug, Default)]
pub struct BrokenUniformity {
    promised: Vec<u32>,
    findings: Vec<(Site, u64)>,
    /// By instruction: lanes wait for others there, or end.
    meets: Vec<bool>,
    /// Steps at which they wait, and their instructions.
    barriers: Vec<(UopIdx, u32)>,
    /// Barriers that lanes waited at, where others of their wave went instead, and how often.
    passed_by: Vec<(u32, Site, u64)>,
}

impl BrokenUniformity {
    /// Holds `program` to its promises.
    pub fn new(program: &Program) -> BrokenUniformity {
        let mut promised = program.uniform.clone();
        promised.sort_unstable();
        let mut meets = vec![false; program.insts.len()];
        for step in &program.steps {
            meets[step.inst as usize] |= matches!(step.uop, Uop::Barrier | Uop::Exit);
        }
        let steps = program.steps.iter().enumerate();
        let barriers = steps.filter(|(_, step)| matches!(step.uop, Uop::Barrier));
        BrokenUniformity {
            promised,
            meets,
            barriers: barriers
                .map(|(at, step)| (at as UopIdx, step.inst))
                .collect(),
            ..BrokenUniformity::default()
        }
    }

    /// One diagnostic for each branch.
    pub fn diagnostics(&self, program: &Program, names: &Names<'_>) -> Vec<Diagnostic> {
        let diagnostic = |(site, count): &(Site, u64)| {
            let message = "a branch that is marked uniform diverges";
            let places = [(site.inst, "threads of one wave disagree here")];
            let diagnostic = Diagnostic::error("not-uniform", message);
            let diagnostic = names.point(diagnostic, &program.insts, &places);
            let [x, y, z] = site.group;
            diagnostic.help(format!(
                "{count} times, first in workgroup ({x},{y},{z}), wave {}",
                site.wave
            ))
        };
        let barriers = self.passed_by.iter().map(|(barrier, site, count)| {
            let message = "some lanes of a wave wait at a barrier that others pass by";
            let places = [
                (*barrier, "lanes wait here"),
                (site.inst, "others of the same wave come here instead"),
            ];
            let diagnostic = Diagnostic::error("divergent-barrier", message);
            let diagnostic = names.point(diagnostic, &program.insts, &places);
            let [x, y, z] = site.group;
            diagnostic.help(format!(
                "{count} times, first in workgroup ({x},{y},{z}), wave {}; a barrier belongs where all \
                 lanes come",
                site.wave
            ))
        });
        self.findings
            .iter()
            .map(diagnostic)
            .chain(barriers)
            .collect()
    }
}

impl Observer for BrokenUniformity {
    fn sees_memory(&self) -> bool {
        false
    }

    /// Lanes neither wait nor end there.
    fn stretch(&mut self, _: &Site, _: &Wave, _: Range<UopIdx>) -> bool {
        true
    }

    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        if self.meets.get(at.inst as usize) == Some(&true)
            && let Some(next) = wave.lanes_wait_before()
            && let Some(&(_, inst)) = self.barriers.iter().find(|it| it.0 + 1 == next)
            && inst != at.inst
        {
            let same = |it: &&mut (u32, Site, u64)| (it.0, it.1.inst) == (inst, at.inst);
            match self.passed_by.iter_mut().find(same) {
                Some((_, _, count)) => *count += 1,
                None => self.passed_by.push((inst, *at, 1)),
            }
        }
        ControlFlow::Continue(())
    }

    fn diverge(&mut self, at: &Site) {
        if self.promised.binary_search(&at.inst).is_err() {
            return;
        }
        match self
            .findings
            .iter_mut()
            .find(|(site, _)| site.inst == at.inst)
        {
            Some((_, count)) => *count += 1,
            None => self.findings.push((*at, 1)),
        }
    }
}
