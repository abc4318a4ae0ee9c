//! The flux instruction set: 32-bit RISC words over registers of four floats.
//!
//! The tables in [`mod@table`] say how every instruction is spelled, encoded and meant; the
//! engines of the `isa` crate derive the assembler, the disassembler and the reference from them.

#![forbid(unsafe_code)]

mod arch;
mod dialect;
mod format;
mod lower;
mod meaning;
mod operand;
pub mod table;
mod texture;
mod timing;

pub use arch::Flux;
pub use dialect::{Assembler, EXTENSIONS, REGISTERS, SYNTAX};
pub use meaning::{Identity, Meaning, MemorySpace};
pub use table::{BASE, V0_2, table};
