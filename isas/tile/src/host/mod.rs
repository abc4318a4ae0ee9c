//! The RISC-V core.

/// What an instruction of the RISC-V core does.
#[derive(Clone, Copy, Debug)]
pub enum Host {
    Todo,
}
