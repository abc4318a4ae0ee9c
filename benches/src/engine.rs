//! Wave-instructions per second for the shapes that kernels are made of. The ratio is the plain
//! loop's time over the engine's: 1 is as fast as compiled code.

use crate::workload::{self, Workload};
use crate::{Options, best, native};
use op::Level;
use sim::{Config, Dispatch};
use std::time::{Duration, Instant};

/// Each figure is the best of this many measurements, each a few milliseconds long: short enough
/// that on a busy machine some are undisturbed.
const REPEATS: u32 = 40;
/// Workgroups of a launch: enough to share between two threads.
const GROUPS: u32 = 16;

pub fn table(options: &Options) {
    let quick = options.quick;
    let repeats = if quick { 2 } else { REPEATS };
    println!(
        "{:<16} {:<9} {:>7} {:>14} {:>9} {:>8}",
        "workload", "level", "threads", "M wave-inst/s", "ns each", "ratio"
    );
    for workload in workload::all() {
        if !options.wants_row(workload.name) {
            continue;
        }
        let rounds = options.rounds.unwrap_or(workload.rounds);
        let plain = best(repeats, || native::time(&workload, rounds * GROUPS));
        for level in Level::ALL {
            if !options.wants_level(level.name()) {
                continue;
            }
            let Some(kernels) = op::kernels_at(level) else {
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
