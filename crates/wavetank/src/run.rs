//! Running a kernel.

use crate::ready::Ready;
use crate::report::Report;
use crate::{Error, Input};
use kernel::Value;
use sim::{Config, Delivery, Order};
use std::path::PathBuf;

/// How to run; the defaults are those of the command line.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Constants of the header to override.
    pub set: Vec<(String, Value)>,
    pub seed: Option<u64>,
    pub wave: Option<u32>,
    pub threads: usize,
    pub delivery: Delivery,
    pub order: Order,
    pub max_instructions: u64,
    /// Device memory, in bytes.
    pub memory_bytes: u64,
    pub extensions: Vec<String>,
    /// Which kernel to start, where there are several.
    pub kernel: Option<String>,
    /// Folders besides the kernel file's own from which it may read.
    pub allow_paths: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        let config = Config::default();
        Settings {
            set: Vec::new(),
            seed: None,
            wave: None,
            threads: 1,
            delivery: config.delivery,
            order: config.order,
            max_instructions: config.max_instructions,
            memory_bytes: 32 << 20,
            extensions: Vec::new(),
            kernel: None,
            allow_paths: Vec::new(),
        }
    }
}

/// Assembles if need be, runs to the end, and compares with what the header expects.
pub fn run(input: &Input, settings: &Settings) -> Result<Report, Error> {
    let ready = Ready::new(input, settings)?;
    let stats = ready.dispatch().run();
    let stats = stats.map_err(|fault| ready.trap_error(&fault))?;
    Ok(ready.report(stats))
}
