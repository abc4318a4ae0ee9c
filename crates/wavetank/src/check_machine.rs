//! Undefined values on a machine that an instruction set brings along.

use crate::machine;
use crate::ready::Ready;
use check::{Names, Twin};
use sim::Memory;
use source::Diagnostic;
use std::sync::Arc;
use uop::{InstInfo, RunOptions, Runnable};

/// What a first run has to keep for a second.
pub(crate) struct Twins {
    pub first: Twin,
    /// Memory as it was before the first run.
    before: Option<Memory>,
}

impl Twins {
    /// Before the first run.
    pub fn new(ready: &Ready) -> Twins {
        let regions = ready.memory.regions();
        let device = regions.map(|region| region.base()..region.base() + region.len());
        Twins {
            first: Twin::first(device.collect()),
            before: ready.memory.copy(),
        }
    }

    /// After the first run: makes others, and compares.
    pub fn diagnostics(
        mut self,
        machine: &dyn Runnable,
        ready: &Ready,
        insts: &[InstInfo],
        names: &Names<'_>,
    ) -> Vec<Diagnostic> {
        let run = |twin: &mut Twin, opposite: bool| {
            let options = RunOptions {
                opposite,
                meter: uop::Meter::OFF,
                ..machine::run_options(ready)
            };
            let memory = Arc::new(self.before.as_ref()?.copy()?);
            let mut run = machine.stoppable(memory.clone(), &options);
            let ended = run.resume(twin).is_ok();
            Some((memory, ended))
        };
        let mut second = self.first.second();
        let Some(mut last) = run(&mut second, true) else {
            return Vec::new();
        };
        // Where they are different is mostly where they part. Else it is looked for in all that follows.
        for one_part in [true, false] {
            let Some(mut trace) = Twin::trace(&second, one_part) else {
                break;
            };
            run(&mut trace, false);
            let mut compared = trace.compared();
            last = match run(&mut compared, true) {
                Some(last) => last,
                None => return Vec::new(),
            };
            if let Some(found) = self.first.parting(&compared, insts, names) {
                return vec![found];
            }
        }
        let (memory, ended) = last;
        if !ended {
            return Vec::new();
        }
        let different = |bytes: std::ops::Range<u64>| {
            let mut both = [(); 2].map(|()| vec![0; (bytes.end - bytes.start) as usize]);
            let [ours, theirs] = &mut both;
            ready.memory.read(bytes.start, ours).ok()?;
            memory.read(bytes.start, theirs).ok()?;
            let at = ours.iter().zip(theirs).position(|(a, b)| a != b)?;
            Some(bytes.start + at as u64)
        };
        let results = ready.read_back().filter_map(different);
        let found = results.filter_map(|address| {
            let mut third = Twin::looking_for(address);
            run(&mut third, true)?;
            self.first.result(&third, insts, names)
        });
        found.collect()
    }
}
