//! What `sweep` takes.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank sweep examples/wave/saxpy.wave --set N=64,128,256 --seed 1..1000 --check\n  \
    wavetank sweep corpus/flux/run --schedule 1..20 --out rows.csv\n  \
    wavetank sweep kernel.rdna3 --seed 1..100000 --backend ray --address auto --out rows.parquet\n\n\
    It is carried out by Wavetank's package for Python, which docs/python.md installs; `ray`, `dask` and \
    `local` need the packages ray, distributed and joblib there.\n\n\
    Exit codes: 0 every case is as it should be; 1 some are not; 2 bad input; 130 interrupted.")]
pub struct SweepArgs {
    /// Kernel files, or folders to search for them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Run with each of these values of a constant of the header: N=64,128 or N=1..9
    #[arg(long, value_name = "NAME=VALUES")]
    pub set: Vec<String>,
    /// Seeds of random arrays: 1,2,8 or 1..1000
    #[arg(long, value_name = "VALUES")]
    pub seed: Option<String>,
    /// Seeds of random orders of waves
    #[arg(long, value_name = "VALUES")]
    pub schedule: Option<String>,
    /// Run with every checker on
    #[arg(long)]
    pub check: bool,
    /// Who runs the cases: processes of this computer, this process, a cluster of Ray's or Dask's
    #[arg(long, value_name = "NAME", value_parser = ["local", "serial", "ray", "dask"], default_value = "local")]
    pub backend: String,
    /// Where the cluster is; without it, one is started on this computer
    #[arg(long, value_name = "ADDRESS")]
    pub address: Option<String>,
    /// How many cases run at a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// How often a case is tried again whose worker died
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub retries: u32,
    /// Write a row for every case to this table, .csv or .parquet; what has a row there is not run again
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Stop a case after this many wave-instructions
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Show no progress, where stderr is a terminal
    #[arg(short, long)]
    pub quiet: bool,
    /// The Python that has the package, if not python3 or what WAVETANK_PYTHON names
    #[arg(long, value_name = "FILE")]
    pub python: Option<PathBuf>,
}
