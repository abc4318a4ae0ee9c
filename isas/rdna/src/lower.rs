//! From instructions to steps the engine runs.

pub mod layout;

use crate::target::{Target, Wave};
use layout::Layout;

/// What lowering needs to know besides the code.
#[derive(Clone, Debug)]
pub struct Options {
    pub target: Target,
    pub wave: Wave,
    /// Address of the first instruction to run.
    pub entry: u64,
    /// At least so many vector registers exist, whatever the code names: the loader fills some and
    /// a front end may show others.
    pub vgprs: u16,
    /// MODE when a wave starts: rounding in bits 3:0, denormals in bits 7:4, as the kernel
    /// descriptor has them.
    pub mode: u32,
    /// Where the flat address space shows local and private memory.
    pub apertures: uop::Apertures,
}

/// Round to nearest even; denormals of every width kept; DX10_CLAMP and IEEE as compilers set them.
pub const DEFAULT_MODE: u32 = 0xf0 | 1 << 8;

/// An instruction that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    pub address: u64,
    /// The instruction as text.
    pub text: String,
    pub why: String,
}

/// A program and where its registers are.
#[derive(Debug)]
pub struct Lowered {
    pub program: uop::Program,
    pub layout: Layout,
}

/// Lowers the code that lies at `base`. Words that are no instruction become traps, met only if
/// reached; instructions that can be reached and are not modelled are refused here.
pub fn lower(code: &[u8], base: u64, options: &Options) -> Result<Lowered, Vec<Unmodelled>> {
    let _ = (code, base, options);
    todo!()
}
