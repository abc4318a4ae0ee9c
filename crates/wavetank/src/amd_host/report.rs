//! What went wrong in a launch, in terms of its source.

use super::launch::Run;
use crate::check::check_loaded;
use crate::prepare::Prepared;
use crate::ready::Ready;
use crate::{Error, Findings, Settings};
use arch::{LaunchRequest, Loaded};
use kernel::NoFiles;
use sim::{Delivery, Fault};
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
    let mut ready = ready(run, loaded)?;
    ready.config.delivery = Delivery::Strict;
    ready.config.threads = 1;
    let settings = Settings {
        quiet_addresses: run.kernel.module.device().heap.parts.heads(),
        ..run.how.settings.clone()
    };
    check_loaded(ready, loaded, None, &settings)
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
    })
}
