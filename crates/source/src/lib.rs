//! Source files, spans and diagnostics as plain data.
//!
//! Everything that reads text (kernel headers, assembly, launch files) reports problems as
//! [`Diagnostic`]s that point into a [`SourceFile`]. Nothing here prints or renders: front ends
//! decide how a diagnostic looks, this crate only says what it is.

#![forbid(unsafe_code)]

mod diagnostic;
mod file;
mod suggest;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity};
pub use file::{LineColumn, SourceFile, Span};
pub use suggest::{did_you_mean, nearest};
