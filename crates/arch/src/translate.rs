//! Kernels in the assembly language of another machine.

/// Kernels in another assembly language, and what a launch there takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The whole file.
    pub text: String,
    /// What the first kernel is called there.
    pub entry: String,
    /// The arguments of the launch, as the kernel finds them.
    pub args: Vec<u8>,
    /// Bytes of local memory that the launch must ask for, because the text cannot.
    pub dynamic_shared: u32,
    /// Threads of a workgroup along each axis, as the launch must have them.
    pub block: [u32; 3],
    /// Workgroups of a cluster along each axis of the grid.
    pub cluster: [u32; 3],
}
