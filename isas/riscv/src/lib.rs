//! RV64GCV: RV64IMAFDC with Zicsr and Zifencei, and the vector extension 1.0.
//!
//! Everything that is RISC-V and nothing else: the rows of its instructions, its assembly
//! language, executables, and a [`Hart`] that carries out one instruction at a time. What lies
//! around a hart (memory, output, other harts) is behind the [`Bus`] trait, so that a machine with
//! more instructions than these, such as that of the tile extension, builds on this crate.
#![forbid(unsafe_code)]

mod compressed;
mod constant;
mod decode;
mod dialect;
mod effect;
mod elf;
mod encoding;
mod estimate;
mod float;
mod hart;
mod int;
pub mod operand;
mod pseudo;
mod registers;
mod rules;
mod sources;
mod table;
mod vector;
mod vector_unit;

pub use decode::{HartOp, decode};
pub use dialect::{DIRECTIVES, RiscvDialect, TEXT_BASE, functions, section_base};
pub use effect::{CsrAction, Effect};
pub use elf::{ELF_MACHINE, WRITABLE, is_for_riscv, read_executable};
pub use float::boxed;
pub use hart::{
    Bus, Hart, Next, Result, Stop, VILL, VLEN_BYTES, access_fault, bad_target, illegal, misaligned,
    past_end, run, sign_extend,
};
pub use registers::{CSRS, FLOAT, INTEGER, VECTOR, is_register};
pub use rules::check;
pub use table::TABLE;
