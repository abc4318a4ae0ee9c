//! The debugger as a full screen: source and code side by side, lanes, registers, memory, waves, and
//! time as a line to move along.
//!
//! [`App`] is what is seen and what keys do; it touches no terminal. [`draw`] makes a frame of it, for
//! a terminal or for a test. [`run`] has the terminal, and gives it back whatever happens.

#![forbid(unsafe_code)]

mod app;
mod draw;
mod grid;
mod keys;
mod layout;
mod memory;
mod palette;
mod prompt;
mod terminal;

pub use app::{App, KeyEffect, Said};
pub use draw::draw;
pub use palette::Palette;
pub use terminal::run;
