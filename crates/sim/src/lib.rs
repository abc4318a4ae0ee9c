//! The engine: waves, memory, divergence and scheduling.
//!
//! It runs a [`uop::Program`] over a grid of workgroups, as a [`plan::Plan`] says, and knows no
//! instruction set. Registers are laid out lane by lane and wave by wave; a step fetches whole
//! registers of all waves that take it, calls one kernel of [`op`], and commits by blending with the
//! mask of active lanes. What watches a run (debugger,
//! tracer, checker) is an [`Observer`]; a run without one pays nothing for the possibility.

mod access;
mod affine;
mod barrier;
mod cluster;
mod code;
mod control;
mod counts;
mod cross;
mod custom;
mod digest;
mod dispatch;
mod diverge;
mod executor;
mod fault;
mod global;
mod guard;
mod hazard;
mod image;
mod look;
mod mask;
mod memory;
mod observe;
#[cfg(feature = "threads")]
mod order;
mod pending;
mod prefetch;
mod registers;
mod resident;
mod shuffle;
mod stats;
#[cfg(feature = "threads")]
mod thread_pool;
mod timed;
mod trace;
mod wave;
mod waves;
mod workgroup;

pub use counts::InstCounts;
pub use dispatch::{Config, Delivery, Dispatch, Launch, Order, Progress, RESIDENT};
pub use fault::{Fault, Site};
pub use guard::{CarriedOut, Guard, Guarded, Spot, Touches, Touching, Where};
pub use image::Image;
pub use memory::{AccessError, HostBytes, Memory, Region, RegionLabel};
pub use observe::{Access, Extent, Lanes, Observer, Stop};
pub use pending::{Hazard, HazardKind, Register};
pub use stats::Stats;
pub use timed::Clocked;
pub use wave::{Wave, WaveState};
pub use workgroup::Workgroup;

pub use uop::{
    Apertures, Cycles, InstCycles, MemoryCounts, Occupancy, Series, Slice, Stall, Timeline,
    TimelineSlice, Track, WaveSpan,
};
