//! What a host is told.

use sim::Fault;
use thiserror::Error;

/// Why a device did not do what its host asked for.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum HostError {
    /// There is no such device, or its properties are not possible.
    #[error("{0}")]
    Device(String),
    /// There is no room for more memory.
    #[error("{0}")]
    OutOfMemory(String),
    /// No buffer is there, or an access goes beyond one.
    #[error("{0}")]
    Memory(String),
    /// What the assembler or the loader says, one line each.
    #[error("{}", .0.join("\n"))]
    Module(Vec<String>),
    /// The launch asks for what the kernel or the device does not allow.
    #[error("{0}")]
    Launch(String),
    /// The kernel trapped. Who waits for what is said in lines of their own.
    #[error("{0}{waits}", waits = lines(.0.trap.waits()))]
    Trap(Box<Fault>),
}

/// Lines that follow others.
pub fn lines(all: &[String]) -> String {
    all.iter().map(|line| format!("\n{line}")).collect()
}
