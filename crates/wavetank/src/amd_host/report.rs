//! What went wrong in a launch, in terms of its source.

use super::launch::Run;
use crate::check::check_loaded;
use crate::prepare::Prepared;
use crate::ready::Ready;
use crate::{Error, Findings, Settings, launch_of};
use arch::{LaunchRequest, Loaded};
use kernel::NoFiles;
use sim::{Config, Delivery, Fault};
use source::SourceFile;

/// A trap with its line of source and its place in the grid.
pub(super) fn trap(run: &Run<'_>, loaded: &Loaded, mut fault: Fault) -> Error {
    for (id, first) in fault.site.group.iter_mut().zip(run.part.first) {
        *id += first;
    }
    match ready(run, loaded) {
        Ok(ready) => ready.trap_error(&fault),
        Err(error) => error,
    }
}

/// Runs with every checker on.
pub(super) fn check(run: &Run<'_>, loaded: &Loaded) -> Result<Findings, Error> {
    let config = Config {
        delivery: Delivery::Strict,
        threads: 1,
        ..run.config()
    };
    let launch = launch_of(loaded, run.part.groups, run.part.local);
    let silent = ::check::run_silent(&loaded.program, &launch, run.memory, &config, false);
    // What the code itself says is the same in every launch, and so is that there is nothing to tell.
    let (module, checkers) = (&run.kernel.module, run.how.settings.checkers);
    let name = run.kernel.info().name.as_str();
    if let Some(stats) = silent
        && let Some(nothing) = module.nothing_found(name, loaded.lanes, checkers)
    {
        return Ok(Findings {
            text: Vec::new(),
            instructions: stats.instructions,
            ..nothing
        });
    }
    let mut ready = ready(run, loaded)?;
    ready.config = config;
    let settings = Settings {
        quiet_addresses: run.kernel.module.device().heap.parts.heads(),
        ..run.how.settings.clone()
    };
    let findings = check_loaded(ready, loaded, None, &settings, silent)?;
    if silent.is_some() && findings.diagnostics.is_empty() {
        module.note_nothing_found(name, loaded.lanes, checkers, &findings);
    }
    Ok(findings)
}

/// The launch as the rest of the façade knows launches.
fn ready(run: &Run<'_>, loaded: &Loaded) -> Result<Ready, Error> {
    let module = &run.kernel.module;
    let arch = module.device().arch;
    let (code, source) = module.lines();
    let nothing = SourceFile::new(source.name(), "");
    let options = kernel::Options {
        set: Vec::new(),
        seed: None,
        max_bytes: Settings::default().memory_bytes,
    };
    let parsed = kernel::parse(&nothing, arch.schema(), &options, &NoFiles);
    let mut kernel = parsed.map_err(|diagnostics| Error::input(&nothing, diagnostics))?;
    kernel.launch = kernel::Launch {
        local: run.part.local,
        global: run.part.groups,
        local_dims: 3,
        global_dims: 3,
    };
    let request = LaunchRequest::default();
    Ok(Ready {
        arch,
        file: nothing,
        registers: arch.registers(&request, loaded),
        prepared: Prepared {
            compiled: true,
            ..Prepared::new(kernel, code, source)
        },
        memory: run.memory.clone(),
        addresses: Vec::new(),
        lent: Vec::new(),
        config: run.config(),
        lanes: loaded.lanes,
        quiet: Vec::new(),
        mistakes: module.mistakes.clone(),
        timed: false,
    })
}
