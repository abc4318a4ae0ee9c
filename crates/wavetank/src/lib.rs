//! The façade that all front ends use: open a file, assemble, disassemble, run.
//!
//! ```no_run
//! use wavetank::{Input, Settings};
//! # fn main() -> Result<(), wavetank::Error> {
//! let input = Input::open("examples/flux/vector-add.flux".as_ref(), None)?;
//! let report = wavetank::run(&input, &Settings::default())?;
//! println!("{}", report.to_text(Default::default()));
//! # Ok(())
//! # }
//! ```
//!
//! Nothing here prints. Errors are plain data ([`Error`]) that [`render`] turns into text.

#![forbid(unsafe_code)]

pub mod amd_host;
mod analysis;
mod check;
mod check_machine;
mod checked;
pub mod conformance;
mod debugging;
mod diff;
mod elf;
mod error;
mod families;
mod fidelity;
mod info;
mod input;
mod launch;
mod lines;
mod lint;
mod log;
mod machine;
mod memory_file;
mod module;
mod plan;
mod prepare;
mod print;
mod profile;
mod ready;
pub mod reference;
mod registry;
pub mod render;
mod repeat;
mod report;
mod run;
mod settings;
mod surroundings;
mod trace;
mod translate;
mod trap;
pub mod wave_host;

pub use analysis::{Analysis, Header, analyze};
pub use check::{Findings, RACE_MARK, check};
pub use checked::{CHECKERS, Checked, checker_of};
pub use debugging::{Debuggable, open_core};
pub use diff::{Difference, ResultDifference, Section, Side, diff};
pub use error::{Error, Failure};
pub use fidelity::{Ledger, Used, fidelity_of};
pub use info::{chip, chip_json, info, info_json};
pub use input::{Input, is_compiled, read_bounded};
pub use launch::LaunchOptions;
pub use lint::lint;
pub use log::{Changed, LoggedStep, Touch, log};
pub use module::{Call, Given, Module};
pub use plan::{PlanReport, PlannedLine, plan};
pub use prepare::{assemble, assemble_to_elf};
pub use print::Printed;
pub use profile::{
    CYCLES_UP_TO, Figures, InstProfile, Profile, ProfileRow, Remark, Roofline, profile,
};
pub use ready::launch_of;
pub use registry::{arch, archs, find_arch};
pub use report::{Expectation, Report};
pub use run::run;
pub use settings::{Checkers, Settings, check_wave};
pub use surroundings::Surroundings;
pub use trace::Trace;
pub use translate::{Placed, Translated, translate};

pub use arch::info::{ArgumentInfo, OccupancyInfo, OccupancyStep, Resource};
pub use arch::{
    Arch, Assembled, Code, Coverage, DisStyle, FormalParameter, KernelInfo, KernelSignature,
    Missing, Parameter, ParameterKind, Translation,
};
pub use debug;
pub use isa::{BitRun, Bits, Fidelity, ListingLine, Page};
pub use kernel::npy::write as npy_bytes;
pub use kernel::{Array, Constant, Files, Folder, NoFiles, Shape, Style, Type, parse_set};
pub use sim::{Cycles, Delivery, HostBytes, InstCycles, Order, Slice, Stall, Stats, Track};
pub use source::{Diagnostic, Severity, SourceFile, Span, nearest};
pub use uop::{Blame, Meter};

/// The version of this build.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
