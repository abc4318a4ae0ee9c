//! Observers that find bugs in kernels while they run.
//!
//! A checker watches a run through [`sim::Observer`] and keeps what it finds as plain data; each
//! finding becomes one diagnostic, however often it happened. Nothing here knows an instruction
//! set: names of registers and lines of source come from the caller.

#![forbid(unsafe_code)]

mod bytes;
mod in_flight;
mod names;
mod quick;
mod races;
mod spread;
mod twins;
mod undefined;
mod uniform;

pub use in_flight::{Finding, InFlight};
pub use names::Names;
pub use quick::run_silent;
pub use races::{Race, RaceKind, Races, Toucher};
pub use twins::Twin;
pub use undefined::Undefined;
pub use uniform::BrokenUniformity;

use sim::Launch;
use std::sync::Arc;
use uop::Program;

/// Every checker.
pub type All = (InFlight, (Races, (BrokenUniformity, Undefined)));

/// Every checker, for a run of this program.
pub fn all(program: &Arc<Program>, launch: &Launch) -> All {
    let undefined = Undefined::new(program, launch);
    let promises = (BrokenUniformity::new(program), undefined);
    (InFlight::default(), (Races::new(program), promises))
}
