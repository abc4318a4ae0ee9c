//! Tests of WAVE. One program, so that it is linked once.

mod asm;
mod common;
mod random_programs;
