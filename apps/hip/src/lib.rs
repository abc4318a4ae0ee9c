//! A HIP runtime for simulated GPUs: the library that programs compiled by clang for AMD's machines
//! are linked with.
//!
//! The compiler puts calls into a program that hand over its fat binary before `main` begins
//! ([`register`]); a launch names a function of the host, behind which a kernel of the fat binary is
//! found. Every stream has a thread. Handles are numbers that know when they are stale. What memory
//! of a device is has addresses of its own; what the host can use too (pinned, managed) has the same
//! address on both sides. `docs/hip.md` says what there is.

mod attribute;
mod copy;
mod device;
mod error;
mod event;
mod graph;
mod launch;
mod memory;
mod module;
mod names;
mod occupancy;
mod pointer;
mod properties;
mod register;
mod rtc;
mod stream;
mod symbol;
mod texture;
mod unsupported;
