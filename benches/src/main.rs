//! How fast the engine is: wave-instructions per second for the shapes that kernels are made of,
//! beside a plain Rust loop that does the same work on the same data in the same run.
//!
//! `cargo run --release -p benches [--quick] [NAME] [LEVEL] [ROUNDS]` runs all of it, or one workload
//! (or `all`), at one level of the host's instruction set (or `all`), for a given number of rounds.
//! The ratio is the plain loop's time over the engine's: 1 is as fast as compiled code. Nothing is
//! asserted; machines differ. `--quick` only shows that everything runs.

mod asm;
mod native;
mod workload;

use op::Level;
use sim::{Config, Dispatch};
use std::time::{Duration, Instant};
use workload::Workload;

/// Each figure is the best of this many measurements, each a few milliseconds long: short enough
/// that on a busy machine some are undisturbed.
const REPEATS: u32 = 40;
/// Workgroups of a launch: enough to share between two threads.
const GROUPS: u32 = 16;

fn main() {
    let (flags, arguments): (Vec<String>, Vec<String>) =
        (std::env::args().skip(1)).partition(|argument| argument.starts_with("--"));
    let quick = flags.iter().any(|flag| flag == "--quick");
    let repeats = if quick { 2 } else { REPEATS };
    let wanted = |index: usize, name: &str| {
        arguments
            .get(index)
            .is_none_or(|arg| arg == name || arg == "all")
    };
    if wanted(0, "asm") {
        asm::report(repeats);
    }
    let rounds = arguments.get(2).and_then(|arg| arg.parse().ok());
    println!(
        "{:<16} {:<9} {:>7} {:>14} {:>9} {:>8}",
        "workload", "level", "threads", "M wave-inst/s", "ns each", "ratio"
    );
    for workload in workload::all() {
        if !wanted(0, workload.name) {
            continue;
        }
        let rounds = rounds.unwrap_or(workload.rounds);
        let plain = best(repeats, || native::time(&workload, rounds * GROUPS));
        for level in Level::ALL {
            let Some(kernels) = op::kernels_at(level).filter(|_| wanted(1, level.name())) else {
                continue;
            };
            for threads in [1, 2] {
                let config = Config {
                    kernels,
                    threads,
                    max_instructions: u64::MAX,
                    ..Config::default()
                };
                // A pool takes a while to start: give it more to do.
                let more = if threads > 1 && !quick { 8 } else { 1 };
                let plain = plain * more;
                report(&workload, level, config, repeats, rounds * more, plain);
            }
        }
    }
}

fn report(
    workload: &Workload,
    level: Level,
    config: Config,
    repeats: u32,
    rounds: u32,
    plain: Duration,
) {
    let threads = config.threads;
    let mut instructions = 0;
    let time = best(repeats, || {
        let (program, memory) = workload.program(rounds);
        let launch = workload.launch(GROUPS);
        let dispatch = Dispatch::new(&program, launch, &memory, config.clone());
        let start = Instant::now();
        let stats = dispatch.run().expect("a workload that runs");
        instructions = stats.instructions;
        start.elapsed()
    });
    let each = time.as_secs_f64() / instructions as f64;
    println!(
        "{:<16} {:<9} {threads:>7} {:>14.1} {:>9.2} {:>8.2}",
        workload.name,
        level.name(),
        1e-6 / each,
        1e9 * each,
        plain.as_secs_f64() / time.as_secs_f64(),
    );
}

fn best(repeats: u32, mut measure: impl FnMut() -> Duration) -> Duration {
    (0..repeats).map(|_| measure()).min().unwrap_or_default()
}
