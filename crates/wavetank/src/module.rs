//! Code that is launched again and again, with arguments that the caller has in memory.

use crate::check::{watch, watched};
use crate::launch::sizes;
use crate::prepare::{Prepared, UNSAID, prepare};
use crate::ready::{Engine, Ready};
use crate::repeat::Repeatable;
use crate::run::complete;
use crate::{
    Debuggable, DisStyle, Error, Findings, Input, ListingLine, Profile, Report, Settings, profile,
};
use arch::{Code, KernelSignature};
use kernel::{Arg, Array, Expect};
use sim::HostBytes;
use source::{Diagnostic, SourceFile, Span};
use std::sync::Arc;

/// An input whose code is assembled. Threads share it as it is.
pub struct Module {
    input: Input,
    /// Without arguments and expectations.
    prepared: Prepared,
    /// What the header declares, with first values.
    args: Vec<Arg>,
    /// What the header expects of a run with just these.
    expects: Vec<Expect>,
    kernels: Vec<KernelSignature>,
}

/// An argument of a launch.
#[derive(Clone, Debug)]
pub struct Given {
    /// The parameter that it is for; messages call it so.
    pub name: String,
    /// Type, shape, and the bytes unless they are lent.
    pub array: Array,
    /// Bytes that stay where they are.
    pub lent: Option<HostBytes>,
}

/// A launch: what differs from what the header says.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// In the order of the parameters.
    pub args: Vec<Given>,
    /// Workgroups, in one to three dimensions.
    pub grid: Vec<u32>,
    /// Threads of a workgroup.
    pub block: Vec<u32>,
}

/// A launch of a module.
struct Called<'a>(&'a Module, &'a Call);

impl Repeatable for Called<'_> {
    fn input(&self) -> &Input {
        self.0.input()
    }

    fn ready(&self, settings: &Settings) -> Result<(Ready, Engine), Error> {
        self.0.ready(self.1, settings, false)
    }

    fn lends(&self) -> bool {
        self.1.args.iter().any(|given| given.lent.is_some())
    }
}

impl Module {
    /// Assembles, if need be.
    pub fn new(input: Input, settings: &Settings) -> Result<Module, Error> {
        let mut prepared = prepare(&input, settings)?;
        prepared.memo = Some(Arc::default());
        let kernels = input.arch.signatures(&prepared.code);
        Ok(Module {
            args: std::mem::take(&mut prepared.kernel.args),
            expects: std::mem::take(&mut prepared.kernel.expects),
            input,
            prepared,
            kernels,
        })
    }

    /// What it was made of.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// The machine code.
    pub fn code(&self) -> &Code {
        &self.prepared.code
    }

    /// What the lines of the code are places in.
    pub fn source(&self) -> &SourceFile {
        &self.prepared.source
    }

    /// What the assembler warned of.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.prepared.warnings
    }

    /// The kernels, as far as the code says.
    pub fn kernels(&self) -> &[KernelSignature] {
        &self.kernels
    }

    /// Arguments that the header declares.
    pub fn arguments(&self) -> &[Arg] {
        &self.args
    }

    /// The code as text.
    pub fn listing(&self, settings: &Settings) -> Vec<ListingLine> {
        let style = DisStyle {
            wave: settings.wave.unwrap_or(self.prepared.kernel.wave),
            extensions: self.prepared.extensions.clone(),
        };
        self.input.arch.listing(&self.prepared.code, &style)
    }

    /// Runs a launch to its end. Arguments that are lent are changed in place, so a run on several
    /// threads that reaches a limit is not run again on one. What takes another run (cycles) leaves in
    /// them what the first left.
    pub fn run(&self, call: &Call, settings: &Settings) -> Result<Report, Error> {
        complete(&Called(self, call), settings)
    }

    /// Runs a launch and counts what every instruction costs. Arguments that are lent hold what one run
    /// leaves in them.
    pub fn profile(&self, call: &Call, settings: &Settings) -> Result<Profile, Error> {
        profile::of(&Called(self, call), settings)
    }

    /// Runs a launch with every checker on.
    pub fn check(&self, call: &Call, settings: &Settings) -> Result<Findings, Error> {
        let settings = watched(settings);
        watch(self.ready(call, &settings, false)?, &settings)
    }

    /// A launch to be stopped and looked at.
    pub fn debug(&self, call: &Call, settings: &Settings) -> Result<Debuggable, Error> {
        Ok(Debuggable::of(self.ready(call, settings, true)?))
    }

    fn ready(
        &self,
        call: &Call,
        settings: &Settings,
        names: bool,
    ) -> Result<(Ready, Engine), Error> {
        let given = |name: &str| call.args.iter().find(|given| given.name == name);
        let (mut args, mut lent) = (Vec::new(), Vec::new());
        for declared in &self.args {
            args.push(match given(&declared.name) {
                None => declared.clone(),
                Some(given) if given.array.ty != declared.array.ty => {
                    return Err(self.wrong_type(given, declared));
                }
                Some(given) => Arg {
                    name: declared.name.clone(),
                    array: given.array.clone(),
                    span: declared.span,
                    is_output: declared.is_output,
                    is_initialized: true,
                },
            });
            lent.push(given(&declared.name).and_then(|given| given.lent));
        }
        for given in &call.args {
            if self.args.iter().all(|declared| declared.name != given.name) {
                args.push(Arg {
                    name: given.name.clone(),
                    span: Span::default(),
                    array: given.array.clone(),
                    is_output: given.name.starts_with("out_"),
                    is_initialized: true,
                });
                lent.push(given.lent);
            }
        }
        let mut prepared = self.prepared.clone();
        if call.args.is_empty() {
            prepared.kernel.expects.clone_from(&self.expects);
        }
        prepared.kernel.args = args;
        if !call.grid.is_empty() || !call.block.is_empty() {
            prepared.warnings.retain(|it| it.code != UNSAID);
            prepared.launched = true;
        }
        let launch = &mut prepared.kernel.launch;
        sizes(
            "grid",
            &call.grid,
            &mut launch.global,
            &mut launch.global_dims,
        )?;
        sizes(
            "block",
            &call.block,
            &mut launch.local,
            &mut launch.local_dims,
        )?;
        let (threads, most) = (
            launch.threads_per_workgroup(),
            self.input.arch.schema().max_workgroup,
        );
        if threads > most {
            let message = format!("block: {threads} threads per workgroup; {most} are possible");
            return Err(Error::Plain(message));
        }
        Ready::of(&self.input, prepared, lent, settings, names)
    }

    fn wrong_type(&self, given: &Given, declared: &Arg) -> Error {
        let (name, ty) = (&given.name, given.array.ty);
        let message = format!("`{name}` is {ty}, but is declared as {}", declared.array.ty);
        let diagnostic = Diagnostic::error("argument-type", message)
            .label(declared.span, "declared here")
            .help("its bits would be taken as they are: give an array of the declared type");
        Error::input(&self.input.file, vec![diagnostic])
    }
}
