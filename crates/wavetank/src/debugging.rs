//! From a kernel that is ready to run to a debugging session over it.

use crate::machine::run_options;
use crate::ready::{self, Engine, Ready};
use crate::report::Report;
use crate::run::no_cycle_model;
use crate::{Error, Input, Settings};
use debug::{ArrayArgument, History, ListedInst, Session, Subject};
use sim::Fault;
use uop::timing::LocalTiming;
use uop::{Facts, RunReport, Stoppable};

/// A kernel that can be debugged. Debugging changes its memory.
pub struct Debuggable {
    ready: Ready,
    engine: Engine,
}

impl Debuggable {
    /// Assembles if need be, places the arguments, and loads the program.
    pub fn new(input: &Input, settings: &Settings) -> Result<Debuggable, Error> {
        let (ready, engine) = Ready::new(input, settings)?;
        if settings.timed && !engine.has_clock() {
            return Err(no_cycle_model("--cycles", input));
        }
        Ok(Debuggable::of((ready, engine)))
    }

    pub(crate) fn of((mut ready, engine): (Ready, Engine)) -> Debuggable {
        ready.config.holds_stores = false;
        Debuggable { ready, engine }
    }

    /// A session at the start of the run. It shares the memory, and needs nothing else of this.
    pub fn debug(&self, history: History) -> Session {
        let machine = self.machine();
        let subject = self.subject(machine.facts());
        let (arch, memory) = (self.ready.arch, self.ready.memory.clone());
        let (code, printed) = (subject.code.clone(), memory.clone());
        Session::new(subject, machine, memory, history)
            .printing(move || ready::printed(arch, &code, &printed))
    }

    /// The run at its start, for what watches it in another way than a session.
    pub fn machine(&self) -> Box<dyn Stoppable> {
        match &self.engine {
            Engine::Waves(loaded, timing) => self.ready.stoppable(loaded, timing.as_ref()),
            Engine::Own(machine) => {
                let memory = self.ready.memory.clone();
                machine.stoppable(memory, &run_options(&self.ready))
            }
        }
    }

    /// Runs to the end without stopping, with the cycle model if the settings asked for one.
    pub fn run(&self) -> Result<RunReport, Error> {
        let ended = match &self.engine {
            Engine::Own(machine) => {
                let ran = machine.run(self.ready.memory.clone(), &run_options(&self.ready));
                ran.map_err(|trapped| trapped.fault)
            }
            Engine::Waves(loaded, timing) => {
                let dispatch = self.ready.dispatch(loaded);
                let stats = match timing {
                    None => dispatch.run(),
                    Some(timing) => dispatch.run_timed(timing, None).map(|(stats, _)| stats),
                };
                stats.map(|stats| RunReport {
                    stats,
                    ..RunReport::default()
                })
            }
        };
        ended.map_err(|fault| self.trap_error(&fault))
    }

    pub(crate) fn ready(&self) -> &Ready {
        &self.ready
    }

    /// The banks of local memory, if the settings asked for a cycle model and there is one.
    pub fn banks(&self) -> Option<LocalTiming> {
        match &self.engine {
            Engine::Waves(_, Some(timing)) => Some(timing.local),
            _ => None,
        }
    }

    /// What memory holds after a run that has ended.
    pub fn report(&self, ran: RunReport) -> Report {
        let report = self.ready.report();
        Report {
            stats: ran.stats,
            cycles: ran.cycles,
            text: [ran.output, report.text].concat(),
            exit_code: ran.exit_code,
            ..report
        }
    }

    /// A trap with its place in the source and in the grid.
    pub fn trap_error(&self, fault: &Fault) -> Error {
        self.ready.trap_error(fault)
    }

    /// What is known about the kernel before it runs.
    pub fn subject(&self, facts: Facts) -> Subject {
        let Ready { prepared, .. } = &self.ready;
        let (kernel, code, source) = (&prepared.kernel, &prepared.code, &prepared.source);
        let listing = self.ready.listing();
        let text_at = |address: u64| {
            let at = listing.partition_point(|line| line.address < address);
            // Directives stand before the instruction that they share an address with.
            let here = listing[at..]
                .iter()
                .take_while(|line| line.address == address);
            let line = here.into_iter().find(|line| line.len > 0);
            let text = line.map(|line| line.text.clone());
            text.or_else(|| self.ready.text_at(address))
                .unwrap_or_else(|| "(no instruction)".into())
        };
        let insts = facts.insts.iter().map(|inst| {
            let line = code.line_at(inst.address).filter(|_| inst.len > 0);
            ListedInst {
                address: inst.address,
                len: inst.len,
                text: match inst.len {
                    0 => "(past the end of the code)".into(),
                    _ => text_at(inst.address),
                },
                file: line.map_or(0, |line| line.file),
                line: line.map(|line| code.file(line.file, source).line_of(line.span.start)),
            }
        });
        let arguments = kernel.args.iter().zip(&self.ready.addresses);
        Subject {
            isa: self.ready.arch.name().into(),
            file: source.clone(),
            code: code.clone(),
            insts: insts.collect(),
            steps: facts.steps,
            branches: facts.branches,
            calls: facts.calls,
            registers: self.ready.registers.clone(),
            arguments: arguments
                .map(|(arg, &address)| ArrayArgument {
                    name: arg.name.clone(),
                    ty: arg.array.ty,
                    shape: arg.array.shape.clone(),
                    address,
                })
                .collect(),
            channels: facts.channels,
            lanes: facts.lanes,
            grid: kernel.launch.global,
            block: kernel.launch.local,
        }
    }
}

/// A session over the state that a run left behind, as a text that messages call `name`.
pub fn open_core(name: &str, text: &str) -> Result<Session, Error> {
    let fail = |why: String| Error::Plain(format!("{name}: {why}"));
    let (subject, core) = debug::read_core(text).map_err(fail)?;
    Ok(Session::from_core(subject, core))
}
