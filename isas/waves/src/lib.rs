//! The Waves architecture.
//!
//! A compute unit runs two waves of 32 lanes, each with 48 vector registers, explicit masks in
//! place of an execution mask, and sixteen signals by which asynchronous accesses to global
//! memory say that they are done. [`Waves`] is what the rest of the world uses; the table of
//! instructions is [`table::TABLE`].

#![forbid(unsafe_code)]

mod formats;
mod meaning;
pub mod operands;
pub mod registers;
pub mod table;

mod custom;
mod lower;
mod timing;

mod arch;

pub use arch::Waves;
pub use meaning::{Does, LatencyClass, Meaning};

use isa::{Set, Syntax, TableDialect};

/// The assembly language, for drivers of [`isa::assemble()`].
pub fn dialect() -> TableDialect<Meaning> {
    let syntax = Syntax {
        reserved: registers::is_reserved,
        ..Syntax::PLAIN
    };
    TableDialect {
        table: &table::TABLE,
        enabled: Set::ALL,
        syntax,
        align: 8,
    }
}
