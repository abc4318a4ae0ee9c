//! How often instructions of each family were issued.

use crate::ready::Ready;
use arch::DisStyle;
use sim::{InstCounts, Observer, Site, Stop, Wave};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use uop::Program;

/// Counts by instruction: its own in a run that is watched, otherwise those of the executor.
pub(crate) struct Families {
    counts: Vec<u64>,
    of_executor: Option<InstCounts>,
}

impl Observer for Families {
    fn issue(&mut self, at: &Site, _: &Wave) -> ControlFlow<Stop> {
        if let Some(count) = self.counts.get_mut(at.inst as usize) {
            *count += 1;
        }
        ControlFlow::Continue(())
    }
}

impl Families {
    /// Nothing where the instruction set does not tell its instructions apart.
    pub fn new(ready: &Ready, program: &Program) -> Option<Families> {
        family(ready, program.insts.first()?.address)?;
        Some(Families {
            counts: vec![0; program.insts.len()],
            of_executor: None,
        })
    }

    /// The run is not watched, so the executor counts, which takes nothing apart for it.
    pub fn leave_to_executor(&mut self, ready: &mut Ready, program: &Program) {
        ready.config.threads = 1;
        let counts = InstCounts::new(program, ready.lanes);
        let counts = ready.config.counts.get_or_insert(counts);
        self.of_executor = Some(counts.clone());
    }

    /// The families that occurred, in alphabetical order.
    pub fn totals(&self, ready: &Ready, program: &Program) -> Vec<(&'static str, u64)> {
        let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
        let counts = match &self.of_executor {
            None => self.counts.clone(),
            Some(counts) => {
                let counted = counts.by_instruction().into_iter();
                counted.map(|own| own.instructions).collect()
            }
        };
        for (inst, count) in program.insts.iter().zip(counts) {
            if count > 0
                && let Some(family) = family(ready, inst.address)
            {
                *totals.entry(family).or_default() += count;
            }
        }
        totals.into_iter().collect()
    }
}

fn family(ready: &Ready, address: u64) -> Option<&'static str> {
    let style = DisStyle {
        wave: ready.lanes,
        extensions: ready.prepared.extensions.clone(),
    };
    let bytes = ready.prepared.code.at(address)?;
    ready.arch.family(bytes, &style)
}
