//! The WAVE instruction set, version 0.1.
//!
//! Rows say how instructions are spelled, encoded and lowered; the rest walks them. The encoding
//! has four forms per operation, so this crate brings its own row type and encoder in place of
//! the bit-level formats that `isa` offers, and uses that crate's statement driver.

#![forbid(unsafe_code)]

mod arch;
mod decode;
pub mod device;
mod dialect;
mod document;
mod encoding;
mod info;
mod load;
mod lower;
mod meaning;
mod nesting;
mod operand;
mod parse;
mod print;
mod ptx;
mod query;
mod row;
mod table;

pub use arch::Wave;
pub use decode::decode;
pub use device::{Capability, CoreOccupancy, DeviceProperties, Footprint};
pub use dialect::{SYNTAX, WaveDialect};
pub use encoding::{Fields, InstWords, WaveInst};
pub use load::{WaveKernel, read};
pub use operand::Condition;
pub use query::{MMA_F16, MMA_F32, Query};
pub use row::{Form, RowOrigin, WaveRow};
pub use table::rows;
