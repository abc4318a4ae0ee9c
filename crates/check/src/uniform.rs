//! Branches that are promised to be uniform and are not.

use sim::{Observer, Site};
use source::Diagnostic;
use uop::Program;

use crate::Names;

/// Finds branches on which threads of a wave disagree although the program promises that they do
/// not.
#[derive(Clone, Debug, Default)]
pub struct Uniform {
    promised: Vec<u32>,
    findings: Vec<(Site, u64)>,
}

impl Uniform {
    /// Holds `program` to its promises.
    pub fn new(program: &Program) -> Uniform {
        let mut promised = program.uniform.clone();
        promised.sort_unstable();
        Uniform {
            promised,
            findings: Vec::new(),
        }
    }

    /// One diagnostic for each branch.
    pub fn diagnostics(&self, program: &Program, names: &Names<'_>) -> Vec<Diagnostic> {
        let diagnostic = |(site, count): &(Site, u64)| {
            let message = "a branch that is marked uniform diverges";
            let mut diagnostic = Diagnostic::error("not-uniform", message);
            let address = program
                .insts
                .get(site.inst as usize)
                .map(|inst| inst.address);
            if let Some(span) = address.and_then(names.span) {
                diagnostic = diagnostic.label(span, "threads of one wave disagree here");
            }
            let [x, y, z] = site.group;
            diagnostic.help(format!(
                "{count} times, first in workgroup ({x},{y},{z}), wave {}",
                site.wave
            ))
        };
        self.findings.iter().map(diagnostic).collect()
    }
}

impl Observer for Uniform {
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
