//! What is told about launches besides their results, for `wavetank exec`.

use crate::settings;
use serde_json::json;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;
use wavetank::amd_host::{Grid, How, Kernel, Launched, Value};
use wavetank::{Findings, render};

/// How all launches of this process run.
static HOW: LazyLock<How> = LazyLock::new(|| How {
    settings: settings::launches(),
    check: settings::check(),
});

pub(crate) fn how() -> &'static How {
    &HOW
}

/// The number of the next launch of this process.
pub(crate) fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Saves a launch, if the user wants that.
pub(crate) fn record(number: u64, kernel: &Kernel, grid: &Grid, values: &[Value]) {
    static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(settings::record);
    let Some(folder) = &*FOLDER else {
        return;
    };
    if settings::record_once() {
        static SEEN: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
        let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.insert(kernel.info().name.clone()) {
            return;
        }
    }
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '-'
        }
    };
    let kernel_name: String = kernel.info().name.chars().take(64).map(plain).collect();
    let name = format!("{number:04}-{kernel_name}");
    let mut make = |name: &str| {
        let file = File::create(folder.join(name))?;
        Ok(Box::new(BufWriter::new(file)) as Box<dyn Write>)
    };
    if let Err(error) = kernel.record(&mut make, &name, grid, values) {
        eprintln!(
            "wavetank: launch {number} cannot be saved to {}: {error}",
            folder.display()
        );
    }
}

/// Shows what checkers found and did not find before; how many.
pub(crate) fn findings(kernel: &str, number: u64, found: &[Findings]) -> usize {
    static SHOWN: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
    let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut count = 0;
    for findings in found {
        for diagnostic in &findings.diagnostics {
            let text = render::diagnostic(diagnostic, &findings.file, false);
            if shown.insert(format!("{kernel}\n{text}")) {
                eprintln!("wavetank: launch {number}, kernel {kernel}: {text}");
                count += 1;
            }
        }
    }
    count
}

/// Adds a line about a launch to the list, if there is one.
pub(crate) fn add(number: u64, kernel: &str, time: Duration, launched: &Launched, findings: usize) {
    static LIST: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| {
        let open = |path| OpenOptions::new().append(true).open(path).ok();
        settings::report().and_then(open).map(Mutex::new)
    });
    let Some(list) = &*LIST else {
        return;
    };
    let instructions = launched
        .outcome
        .as_ref()
        .map_or(0, |stats| stats.instructions);
    let line = json!({
        "number": number,
        "kernel": kernel,
        "seconds": time.as_secs_f64(),
        "instructions": instructions,
        "findings": findings,
        "trapped": launched.outcome.is_err(),
    });
    let mut file = list.lock().unwrap_or_else(PoisonError::into_inner);
    // A program goes on without its report.
    let _ = writeln!(file, "{line}");
}
