//! `wavetank run`.

use super::Running;
use clap::{ArgGroup, Args};
use std::path::PathBuf;

#[derive(Args)]
#[group(skip)]
#[command(group = ArgGroup::new("picture").args(["timeline", "rgp"]))]
#[command(after_help = "Examples:\n  \
    wavetank run examples/flux/vector-add.flux\n  \
    wavetank run examples/waves/tutorial/3-banks.waves --set PITCH=32 --json\n  \
    wavetank run kernel.flux --stats --schedule random --seed 7\n  \
    wavetank run vadd.hsaco --kernel vector_add --arg 'a=f32[64]:arange(64)' --arg 'b=f32[64]' \
    --arg 'out_c=f32[64]' --arg n=u32:64 --local 64\n  \
    wavetank run examples/waves/matmul.waves --cus 256 --timeline trace.pftrace --window 0..2000\n  \
    wavetank run kernel.rdna3 --cycles --key wgps=1\n  \
    wavetank run kernel.rdna3 --rgp kernel.rgp\n  \
    wavetank run kernel.rdna3 --trace trace.jsonl\n  \
    wavetank run examples/wave/saxpy.wave --fidelity\n  \
    wavetank run kernel.flux --dump @2 && wavetank debug --core wavetank-state.json")]
pub struct RunArgs {
    /// A kernel file, an assembled binary, a code object, or a .s, .cl or .hip file
    pub file: PathBuf,
    #[command(flatten)]
    pub running: Running,
    /// Show no progress, where stderr is a terminal
    #[arg(short, long)]
    pub quiet: bool,
    /// Print statistics
    #[arg(long)]
    pub stats: bool,
    /// Count cycles by the chip's model, which changes no result (docs/timing.md)
    #[arg(long)]
    pub cycles: bool,
    /// Say which of the instructions that ran are exact, and of the others why they are not
    #[arg(long)]
    pub fidelity: bool,
    /// End with 4 if an instruction ran that is not exact
    #[arg(long)]
    pub require_exact: bool,
    /// Write what happened in which cycle to this file, for Perfetto; as JSON for chrome://tracing if its
    /// name ends in .json
    #[arg(long, value_name = "FILE")]
    pub timeline: Option<PathBuf>,
    /// Write what happened in which cycle to this file, for Radeon GPU Profiler: a thread trace with the
    /// instructions of one SIMD of each shader engine, and the code (AMD's chips alone)
    #[arg(long, value_name = "FILE", conflicts_with = "timeline")]
    pub rgp: Option<PathBuf>,
    /// Of --timeline or --rgp, only these cycles
    #[arg(long, value_name = "FROM..TO", requires = "picture")]
    pub window: Option<String>,
    /// Write every instruction of every wave with what it changed to this file, a line each; as JSON
    /// lines if its name ends in .jsonl
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Also write every result as an .npy file to this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print long arrays whole
    #[arg(long)]
    pub full: bool,
    /// If the kernel traps, write the state of every wave as JSON
    #[arg(long)]
    pub dump_on_trap: bool,
    /// Write the state of every wave as JSON when a line, a label or an address (*0x10) is first
    /// reached, or after this many instructions (@100)
    #[arg(long, value_name = "WHEN")]
    pub dump: Option<String>,
    /// Where state is written, if not to wavetank-state.json; `wavetank debug --core FILE` opens it
    #[arg(long, value_name = "FILE")]
    pub dump_to: Option<PathBuf>,
}
