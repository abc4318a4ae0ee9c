//! What the environment says.

use std::path::PathBuf;
use std::sync::OnceLock;
use wavetank::Settings;

/// The processors to offer: a list, or `all`.
pub const DEVICES: &str = "WAVETANK_DEVICE";
/// Errors are told on stderr.
const LOG: &str = "WAVETANK_LOG";
/// Device memory, in MiB.
const MEMORY: &str = "WAVETANK_MEMORY_MB";
const THREADS: &str = "WAVETANK_THREADS";
const LIMIT: &str = "WAVETANK_MAX_INSTRUCTIONS";

/// Checkers watch every launch.
const CHECK: &str = "WAVETANK_CHECK";
/// The folder that launches are saved to.
const RECORD: &str = "WAVETANK_RECORD";
const RECORD_ONCE: &str = "WAVETANK_RECORD_ONCE";
/// The file that every launch adds a line to.
const REPORT: &str = "WAVETANK_REPORT";

/// A kernel of a real program may run long; what never ends is ended by the user.
const USUAL_LIMIT: u64 = 1 << 50;
const USUAL_MEMORY: u64 = 4 << 10;

/// Whether checkers watch.
pub fn check() -> bool {
    is_set(CHECK)
}

/// Where launches are saved.
pub fn record() -> Option<PathBuf> {
    std::env::var_os(RECORD).map(PathBuf::from)
}

/// Whether only the first launch of each kernel is saved.
pub fn record_once() -> bool {
    static ONCE: OnceLock<bool> = OnceLock::new();
    *ONCE.get_or_init(|| is_set(RECORD_ONCE))
}

/// Where launches are listed.
pub fn report() -> Option<PathBuf> {
    std::env::var_os(REPORT).map(PathBuf::from)
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0")
}

/// Whether errors are logged.
pub fn log() -> bool {
    static LOGS: OnceLock<bool> = OnceLock::new();
    *LOGS.get_or_init(|| is_set(LOG))
}

/// Device memory, in bytes.
pub fn memory_bytes() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| number(MEMORY).unwrap_or(USUAL_MEMORY).clamp(64, 1 << 20) << 20)
}

/// How launches run.
pub fn launches() -> Settings {
    let usual = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = number(THREADS).map_or(usual, |n| n.clamp(1, 1024) as usize);
    Settings {
        threads,
        max_instructions: number(LIMIT).unwrap_or(USUAL_LIMIT),
        patience: Some(wavetank::amd_host::patience()),
        ..Settings::default()
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
