//! The façade that all front ends use: open a file, assemble, disassemble, run.
//!
//! ```no_run
//! use wavetank::{Input, Settings};
//! # fn main() -> Result<(), wavetank::Error> {
//! let input = Input::open("examples/flux/vector-add.flux".as_ref(), None)?;
//! let report = wavetank::run(&input, &Settings::default())?;
//! println!("{}", report.to_text(&Default::default()));
//! # Ok(())
//! # }
//! ```
//!
//! Nothing here prints. Errors are plain data ([`Error`]) that [`render`] turns into text.

mod debugging;
mod elf;
mod error;
mod input;
mod prepare;
mod ready;
mod registry;
pub mod render;
mod report;
mod run;

pub use debugging::open_core;
pub use error::{Error, Failure};
pub use input::Input;
pub use prepare::{assemble, assemble_to_elf};
pub use ready::Ready;
pub use registry::{arch, archs, find_arch};
pub use report::{Expectation, Report};
pub use run::{Settings, run};

pub use arch::{Arch, Assembled, Code, Coverage, DisStyle};
pub use debug;
pub use isa::{ListingLine, Page};
pub use kernel::npy::write as npy_bytes;
pub use kernel::{Array, Style, Value as Constant, parse_set};
pub use sim::{Delivery, Order, Stats};
pub use source::{Diagnostic, Severity, SourceFile, nearest};
pub use uop::Blame;

/// The version of this build.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
