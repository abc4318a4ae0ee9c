//! Tests of the command line, as a process that others start. One program, so that it is linked once.

mod amd;
mod cli;
mod common;
mod dap;
mod dap_any;
#[cfg(unix)]
mod examples;
#[cfg(unix)]
mod hostile;
mod lsp;
#[cfg(unix)]
mod screen;
mod state;
mod timeline;
#[cfg(unix)]
mod typing;
mod wire;
mod workbench;
