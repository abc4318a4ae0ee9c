//! What the tile core computes, as functions of register contents.

pub mod alu;
pub mod atomic;
pub mod mma;
pub mod number;
