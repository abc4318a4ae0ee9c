//! What `exec` takes.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank exec -- clinfo\n  \
    wavetank exec --device gfx1200 --check -- ./app\n  \
    wavetank exec --record launches --json -- ./app\n  \
    wavetank exec --profile -- ./app\n  \
    wavetank exec --debug -- ./app\n\n\
    Exit codes: the program's own; where that is 0: 1 a checker found something, 3 a kernel trapped.")]
pub struct ExecArgs {
    /// Watch every launch with all checkers
    #[arg(long)]
    pub check: bool,
    /// The devices that the program sees, or `all`; one of each generation without it
    #[arg(long, value_name = "NAME,...")]
    pub device: Option<String>,
    /// Save each launch here before it runs, as files that run, check and debug take
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// When the program has ended, profile the first launch of each of its hottest kernels
    #[arg(long, conflicts_with = "json")]
    pub profile: bool,
    /// When the program has ended, debug one of its launches: the first that trapped, or this one
    #[arg(long, value_name = "N", num_args = 0..=1, conflicts_with = "json")]
    pub debug: Option<Option<u64>>,
    /// Run workgroups on this many threads, if not on all that there are
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// The OpenCL driver or the HIP runtime, if they are not beside this program
    #[arg(long, value_name = "FILE")]
    pub driver: Option<PathBuf>,
    /// Print nothing about the launches
    #[arg(short, long)]
    pub quiet: bool,
    /// Print one JSON object about the launches when the program has ended
    #[arg(long)]
    pub json: bool,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<OsString>,
}
