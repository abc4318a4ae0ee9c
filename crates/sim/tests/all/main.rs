//! Tests of the engine. One program, so that it is linked once.

mod common;
mod diverge;
mod facts;
mod lockstep;
mod mask;
mod memory;
#[cfg(feature = "threads")]
mod racing;
mod resident;
mod schedule;
mod strict;
