//! The RISC-V Tile Extension: a RISC-V hart that issues multi-word instructions to a tile core
//! with 256 registers of 1 KiB, a matrix unit, an element-wise unit and a copy engine.
//!
//! The hart, its instructions and its assembly language are those of the crate `riscv`.

mod arch;
mod core;
mod decode;
mod dialect;
mod formats;
mod kinds;
pub mod machine;
mod meaning;
mod operands;
mod registers;
mod rules;
mod table;
mod timing;

pub use arch::TileExtension;
pub use decode::{Word, decode, decode_tile};
pub use dialect::TileDialect;
pub use meaning::Tile;
pub use table::TABLE;
