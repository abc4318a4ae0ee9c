//! How fast the engine, the assembler and the debugger are, in tables.
//! `cargo run --release -p benches` prints all of them.
//!
//! - `kernels`: OpenCL C that clang compiles for gfx1100 at -O3, beside PoCL, which compiles the
//!   same source for this CPU, on one thread with the same data in the same run. The sources and
//!   the code objects that clang made of them (`scripts/record-kernels`) are in `benches/kernels`,
//!   so that neither a compiler nor PoCL need be installed; without PoCL its columns are empty.
//! - `check`: the same kernels with every checker on, and how many times as long that takes.
//! - `cycles`: the same kernels on the cycle model of their chip.
//! - `files`: kernel files of other instruction sets.
//! - `paths`: memory by every way there is, movement between lanes and matrices of RDNA 3, beside plain
//!   additions.
//! - `engine`: loops of one kind of step, beside a plain Rust loop that does the same work.
//! - `asm`: AMD instructions assembled and disassembled in a second.
//! - `editor`: texts of ten thousand lines, looked at again as after every letter that is typed.
//! - `lint`: AMD instructions that the linter looks at in a second.
//! - `debugger`: kernels of ten million instructions under the debugger, forwards and backwards.
//!
//! `benches [--quick] [TABLE] [NAME] [LEVEL] [ROUNDS]` prints one table, one of its rows, and that for
//! `engine` at one level of the host's instruction set and for so many rounds; `all` is every one.
//! Results are checked, speed is not: machines differ. `--quick` only shows that everything runs.

mod asm;
mod cases;
mod debugger;
mod editor;
mod engine;
mod files;
mod kernels;
mod lint;
mod native;
mod paths;
mod pocl;
mod prepared;
mod workload;

use std::time::{Duration, Instant};

/// What the command line asks for.
pub struct Options {
    /// Nothing is measured: everything runs once, to show that it does.
    pub quick: bool,
    arguments: Vec<String>,
}

impl Options {
    /// Whether argument `index` leaves room for `name`.
    pub fn wants(&self, index: usize, name: &str) -> bool {
        let argument = self.arguments.get(index);
        argument.is_none_or(|argument| argument == name || argument == "all")
    }

    /// How often to repeat, where the last argument says so.
    pub fn rounds(&self) -> Option<u32> {
        self.arguments.get(3)?.parse().ok()
    }
}

fn main() {
    let (flags, arguments): (Vec<String>, Vec<String>) =
        (std::env::args().skip(1)).partition(|argument| argument.starts_with("--"));
    let quick = flags.iter().any(|flag| flag == "--quick");
    let options = Options { quick, arguments };
    if options.wants(0, "kernels") {
        kernels::table(&options);
        println!();
    }
    if options.wants(0, "check") {
        kernels::check_table(&options);
        println!();
    }
    if options.wants(0, "cycles") {
        kernels::cycle_table(&options);
        println!();
    }
    if options.wants(0, "files") {
        files::table(&options);
        println!();
    }
    if options.wants(0, "paths") {
        paths::table(&options);
        println!();
    }
    if options.wants(0, "engine") {
        engine::table(&options);
        println!();
    }
    if options.wants(0, "asm") {
        asm::table(&options);
        println!();
    }
    if options.wants(0, "editor") {
        editor::table(&options);
        println!();
    }
    if options.wants(0, "lint") {
        lint::table(&options);
        println!();
    }
    if options.wants(0, "debugger") {
        debugger::table(&options);
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
