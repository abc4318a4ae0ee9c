//! The RISC-V Tile Extension: a RISC-V core that issues multi-word instructions to a tile core
//! with 256 registers of 1 KiB, a matrix unit, an element-wise unit and a copy engine.

mod decode;
mod dialect;
mod formats;
mod host;
mod kinds;
mod meaning;
mod operands;
mod registers;
mod rules;
mod table;

pub use decode::decode;
pub use dialect::TileDialect;
pub use table::TABLE;
