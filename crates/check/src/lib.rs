//! Observers that find bugs in kernels while they run.
//!
//! A checker watches a run through [`sim::Observer`] and keeps what it finds as plain data; each
//! finding becomes one diagnostic, however often it happened. Nothing here knows an instruction
//! set: names of registers and lines of source come from the caller.

#![forbid(unsafe_code)]

mod bytes;
mod in_flight;
mod races;
mod undefined;
mod uniform;

pub use in_flight::{Finding, InFlight, Names};
pub use races::{How, Race, Races, Toucher};
pub use undefined::Undefined;
pub use uniform::Uniform;
