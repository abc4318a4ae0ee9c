//! Observers that find bugs in kernels while they run.
//!
//! A checker is a [`sim::Observer`] that collects what it sees and, after the run, turns it into
//! diagnostics: each finding once, with every source line that has a part in it. Nothing here
//! knows an instruction set; what registers and instructions are called it asks [`Names`].

mod waits;

pub use waits::MissingWaits;

use source::Span;

/// What a front end knows about the code that a run is about.
pub trait Names {
    /// Where the instruction at a code address was written.
    fn span(&self, address: u64) -> Option<Span>;
    /// The instruction at a code address as text.
    fn text(&self, address: u64) -> Option<String>;
    fn register(&self, register: uop::Operand) -> String;
}
