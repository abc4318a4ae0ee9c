//! Tests of the whole, through what a front end calls. One program, so that it is linked once.

mod ahead;
mod cycles;
mod damaged;
mod debug;
mod flux_cycles;
mod flux_random;
mod launches;
mod linear;
mod lint;
mod matrix_pages;
mod messages;
mod meter;
mod module;
mod opencl;
mod pages;
mod profile;
mod races;
mod registry;
mod reports;
mod resident;
mod rgp;
mod silence;
mod sub_groups;
mod threads;
mod tile_cycles;
mod translate;
mod tree;
mod undefined;
mod wave_conformance;
mod waves_examples;

use std::path::Path;

/// The tree of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
