//! The RISC-V Tile Extension: a RISC-V core that issues multi-word instructions to a tile core
//! with 256 registers of 1 KiB, a matrix unit, an element-wise unit and a copy engine.

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
mod registers;
mod rules;
mod table;

pub use arch::{TileExtension, code_from_elf};
pub use decode::decode;
pub use dialect::TileDialect;
pub use table::TABLE;
