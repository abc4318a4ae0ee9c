//! How fast the engine, the assembler and the debugger are, in tables.
//! `cargo run --release -p benches` prints all of them.
//!
//! - `kernels`: OpenCL C that clang compiles for gfx1100 at -O3, beside PoCL, which compiles the
//!   same source for this CPU, on one thread with the same data in the same run. The sources and
//!   the code objects that clang made of them (`scripts/record-kernels`) are in `benches/kernels`,
//!   so that neither a compiler nor PoCL need be installed; without PoCL its columns are empty.
//! - `check`: the same kernels under `check`, and how many times as long that takes; and with every
//!   checker on, as `check` runs what it cannot show to be free of mistakes.
//! - `memory`: how much memory processes take that run the same kernels and check them.
//! - `cycles`: the same kernels on the cycle model of their chip.
//! - `files`: kernel files of other instruction sets.
//! - `paths`: memory by every way there is, movement between lanes and matrices of RDNA 3, beside plain
//!   additions.
//! - `engine`: loops of one kind of step, beside a plain Rust loop that does the same work.
//! - `asm`: AMD instructions assembled and disassembled in a second.
//! - `editor`: texts of ten thousand lines, looked at again as after every letter that is typed.
//! - `lint`: AMD instructions that the linter looks at in a second.
//! - `hosts`: what programs wait for in the drivers: cached programs, and launches beyond the engine's own.
//! - `debugger`: kernels of ten million instructions under the debugger, forwards and backwards.
//!
//! Results are checked, speed is not: machines differ. `--quick` only shows that everything runs.

mod asm;
mod cases;
mod debugger;
mod editor;
mod engine;
mod files;
mod hosts;
mod kernels;
mod lint;
mod native;
mod paths;
mod pocl;
mod prepared;
mod workload;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use std::time::{Duration, Instant};

/// A table: its name, and what prints it.
type Table = (&'static str, fn(&Options));

const TABLES: &[Table] = &[
    ("kernels", kernels::table),
    ("check", kernels::check_table),
    ("memory", kernels::memory_table),
    ("cycles", kernels::cycle_table),
    ("files", files::table),
    ("paths", paths::table),
    ("engine", engine::table),
    ("asm", asm::table),
    ("editor", editor::table),
    ("lint", lint::table),
    ("hosts", hosts::table),
    ("debugger", debugger::table),
];

const EXAMPLES: &str = "\
Examples:
  benches                              every table
  benches --quick                      everything once, to see that it runs
  benches kernels sgemm                one row, beside PoCL where that is installed
  WAVETANK_LEVEL=avx2 benches paths    as on a CPU without AVX-512

docs/benchmarks.md says what the columns mean and what was measured.";

/// How fast the engine, the assembler, the checkers and the debugger are, in tables.
#[derive(Parser)]
#[command(name = "benches", version, after_help = EXAMPLES)]
pub struct Options {
    /// Measure nothing: everything runs once, to show that it does
    #[arg(long)]
    pub quick: bool,

    /// Which table; all of them without it
    #[arg(value_parser = PossibleValuesParser::new(TABLES.iter().map(|(name, _)| *name).chain(["all"])))]
    table: Option<String>,

    /// Which of its rows
    row: Option<String>,

    /// At which level of the host's instruction set, for `engine`
    level: Option<String>,

    /// How many rounds, for `engine`
    pub rounds: Option<u32>,

    /// In the process that `memory` starts: what to do once
    #[arg(long, hide = true)]
    pub measure: Option<String>,
}

impl Options {
    /// Whether the row of this name is asked for.
    pub fn wants_row(&self, name: &str) -> bool {
        wants(self.row.as_deref(), name)
    }

    /// Whether this level of the host's instruction set is asked for.
    pub fn wants_level(&self, name: &str) -> bool {
        wants(self.level.as_deref(), name)
    }
}

fn wants(asked: Option<&str>, name: &str) -> bool {
    asked.is_none_or(|asked| asked == name || asked == "all")
}

fn main() {
    hosts::measure_as_child();
    let options = Options::parse();
    let wanted = |(name, _): &&Table| wants(options.table.as_deref(), name);
    for (index, (_, print)) in TABLES.iter().filter(wanted).enumerate() {
        if index > 0 {
            println!();
        }
        print(&options);
    }
}

/// The workloads are our own: one that cannot be run is a mistake.
fn fail(error: &wavetank::Error) -> ! {
    panic!("{}", wavetank::render::error(error, false))
}

/// The shortest of several measurements: on a busy machine some are undisturbed.
fn best(repeats: u32, mut measure: impl FnMut() -> Duration) -> Duration {
    (0..repeats).map(|_| measure()).min().unwrap_or_default()
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}
