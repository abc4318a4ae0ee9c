//! The Waves architecture.
//!
//! A compute unit runs two waves of 32 lanes, each with 48 vector registers, explicit masks in
//! place of an execution mask, and sixteen signals by which asynchronous accesses to global
//! memory say that they are done. [`Waves`] is what the rest of the world uses; the table of
//! instructions is [`table::TABLE`].

mod formats;
mod meaning;
pub mod operands;
pub mod registers;
pub mod table;

pub use meaning::{Cost, Does, Meaning};
