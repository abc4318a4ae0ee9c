//! What drivers have in common that host programs are run with, whatever interface they offer: what
//! the environment says, the devices that there are, and launches with all that is told about them.
#![forbid(unsafe_code)]

mod report;
pub mod settings;

use std::io::Write;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use wavetank::amd_host::{Device, Grid, HostError, Kernel, Slot, Target, Value, chips};
use wavetank::{Error, render};

/// The devices of this process. They have their memory in common.
pub fn devices() -> &'static [Arc<Device>] {
    devices_for(Vec::new)
}

/// The same. Where the user names none, they are those that the program has code for, if these are
/// known by the time that the first call asks.
pub fn devices_for(wanted: fn() -> Vec<String>) -> &'static [Arc<Device>] {
    static ALL: OnceLock<Vec<Arc<Device>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let memory = Device::shared_memory(settings::memory_bytes());
        let named = std::env::var(settings::DEVICES).unwrap_or_default();
        let wanted = wanted();
        let wanted: Vec<&str> = chips()
            .map(|chip| chip.name)
            .filter(|name| wanted.iter().any(|wanted| wanted == name))
            .collect();
        let names: Vec<&str> = match named.trim() {
            "" if !wanted.is_empty() => wanted,
            // One chip of each generation.
            "" => Target::ALL.map(Target::name).to_vec(),
            "all" => chips().map(|chip| chip.name).collect(),
            list => list.split(',').map(str::trim).collect(),
        };
        let open = |name: &&str| match Device::open(name, &memory) {
            Ok(device) => Some(Arc::new(device)),
            Err(error) => {
                eprintln!("wavetank: {}: {error}", settings::DEVICES);
                None
            }
        };
        names.iter().filter_map(open).collect()
    })
}

/// Why a launch did not come to its end.
#[derive(Debug)]
pub enum Failed {
    /// It did not begin.
    Host(HostError),
    /// The kernel trapped.
    Trapped {
        /// What the trap is called: `memory-fault`.
        code: &'static str,
        /// What has been told already.
        report: String,
    },
}

/// Runs a kernel to its end, in the place for launches that its queue has. What it prints goes to
/// stdout; the rest goes where the user wants it.
pub fn launch(
    slot: &mut Slot,
    kernel: &Kernel,
    grid: &Grid,
    values: &[Value],
) -> Result<(), Failed> {
    let number = report::number();
    report::record(number, kernel, grid, values);
    let began = Instant::now();
    let launched = slot.launch(kernel, grid, values, report::how());
    let launched = launched.map_err(Failed::Host)?;
    if !launched.text.is_empty() {
        let mut out = std::io::stdout().lock();
        // Where nothing can be written, nothing can be said about it.
        let _ = out.write_all(&launched.text).and_then(|()| out.flush());
    }
    let name = &kernel.info().name;
    let findings = report::findings(name, number, &launched.findings);
    report::add(number, name, began.elapsed(), &launched, findings);
    let Err(error) = launched.outcome else {
        return Ok(());
    };
    let report = format!("kernel {name}: {}", render::error(&error, false));
    eprintln!("wavetank: {report}");
    let code = match &error {
        Error::Diagnostics { diagnostics, .. } => diagnostics.first().map_or("", |it| it.code),
        _ => "",
    };
    Err(Failed::Trapped { code, report })
}
