//! The RISC-V Tile Extension: a RISC-V core that issues multi-word instructions to a tile core
//! with 256 registers of 1 KiB, a matrix unit, an element-wise unit and a copy engine.

#![warn(missing_docs)]

mod arch;
mod core;
mod decode;
mod dialect;
mod elf;
mod formats;
mod host;
mod kinds;
pub mod machine;
mod meaning;
mod operands;
mod pages;
mod pseudo;
mod registers;
mod rules;
mod table;

pub use arch::TileExtension;
pub use decode::decode;
pub use dialect::TileDialect;
pub use meaning::Meaning;
pub use registers::HOST_CSRS;
pub use table::TABLE;

/// Whether a row is an instruction of the RISC-V core, and not of the tile core.
pub fn is_host(row: &isa::Row<Meaning>) -> bool {
    matches!(row.meaning, Meaning::Host(_))
}

/// Whether a row is an instruction of the vector extension.
pub fn is_vector(row: &isa::Row<Meaning>) -> bool {
    matches!(row.meaning, Meaning::Host(host::Host::Vector(..)))
}
