//! From a kernel that is ready to run to a debugging session over it.

use crate::{Error, Ready};
use debug::{Argument, History, Inst, Session, Subject};
use std::path::Path;

impl Ready {
    /// A debugging session at the start of the run.
    pub fn debug(&self, history: History) -> Session<'_> {
        let program = &self.loaded.program;
        Session::new(
            self.subject(),
            program,
            &self.memory,
            self.dispatch(),
            history,
        )
    }

    /// What is known about the kernel before it runs.
    fn subject(&self) -> Subject {
        let kernel = &self.prepared.kernel;
        let program = &self.loaded.program;
        let code = &self.prepared.code;
        let listing = self.listing();
        let text_at = |address: u64| {
            let at = listing.partition_point(|line| line.address < address);
            let line = listing.get(at).filter(|line| line.address == address);
            line.map_or("(no instruction)".into(), |line| line.text.clone())
        };
        let insts = program.insts.iter().map(|inst| {
            let span = code.span_at(inst.address).filter(|_| inst.len > 0);
            let text = match inst.len {
                0 => "(past the end of the code)".into(),
                _ => text_at(inst.address),
            };
            Inst {
                address: inst.address,
                len: inst.len,
                text,
                line: span.map(|span| self.file.line_of(span.start)),
            }
        });
        let arguments = kernel.args.iter().zip(&self.addresses);
        Subject {
            isa: self.arch.name().into(),
            file: self.file.clone(),
            code: code.clone(),
            insts: insts.collect(),
            steps: program.steps.iter().map(|step| step.inst).collect(),
            registers: self.registers.clone(),
            arguments: arguments
                .map(|(arg, &address)| Argument {
                    name: arg.name.clone(),
                    ty: arg.array.ty,
                    shape: arg.array.shape.clone(),
                    address,
                })
                .collect(),
            channels: (program.channels.iter())
                .map(|rule| rule.name.clone())
                .collect(),
            lanes: self.loaded.lanes,
            grid: kernel.launch.global,
            block: kernel.launch.local,
        }
    }
}

/// A session over the state that a run left behind.
pub fn open_core(path: &Path) -> Result<Session<'static>, Error> {
    let fail = |why: String| Error::Plain(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    let (subject, core) = debug::read_core(&text).map_err(fail)?;
    Ok(Session::from_core(subject, core))
}
