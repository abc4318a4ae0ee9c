//! Tests of kernel files. One program, so that it is linked once.

#[path = "../support/common.rs"]
mod common;
mod errors;
mod header;
mod laws;
mod output;
