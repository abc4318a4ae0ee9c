//! OpenCL kernels on the engine and on PoCL.

use crate::cases;
use crate::pocl::Pocl;
use crate::prepared::Prepared;
use crate::{Options, best, milliseconds, timed};
use sim::{Config, Dispatch};
use std::time::Duration;

const REPEATS: u32 = 60;

pub fn table(options: &Options) {
    // A quick run does not wait for a compiler.
    let pocl = if options.quick { None } else { Pocl::open() };
    let repeats = if options.quick { 1 } else { REPEATS };
    println!(
        "{:<12} {:>11} {:>14} {:>9} {:>9} {:>7} {:>11} {:>8}",
        "kernel", "wave-insts", "M wave-inst/s", "ms", "PoCL ms", "ratio", "2 threads", "speedup"
    );
    let mut ratios = Vec::new();
    for (_, make) in cases::ALL
        .iter()
        .filter(|(name, _)| options.wants_row(name))
    {
        let case = make(options.quick);
        let prepared = Prepared::new(&case);
        let stats = prepared.check(&case);
        let time = best(repeats, || prepared.time(1));
        let two = best(repeats, || prepared.time(2));
        let native = pocl.as_ref().map(|pocl| pocl.time(&case, repeats));
        let ratio = native.map(|native| time.as_secs_f64() / native.as_secs_f64());
        ratios.extend(ratio);
        let instructions = stats.instructions;
        let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
        println!(
            "{:<12} {instructions:>11} {:>14.1} {:>9.2} {:>9} {:>7} {:>11.2} {:>8.2}",
            case.name,
            1e-6 * instructions as f64 / time.as_secs_f64(),
            milliseconds(time),
            shown(native.map(milliseconds)),
            shown(ratio),
            milliseconds(two),
            time.as_secs_f64() / two.as_secs_f64(),
        );
    }
    if !ratios.is_empty() {
        println!("{:<12} {:>59.2}", "mean", mean(&ratios));
    }
}

/// The same kernels with every checker on.
pub fn check_table(options: &Options) {
    let repeats = if options.quick { 1 } else { 5 };
    println!(
        "{:<12} {:>11} {:>14} {:>9} {:>9} {:>7}",
        "checked", "wave-insts", "M wave-inst/s", "check ms", "run ms", "ratio"
    );
    let mut ratios = Vec::new();
    for (_, make) in cases::ALL
        .iter()
        .filter(|(name, _)| options.wants_row(name))
    {
        let case = make(options.quick);
        let prepared = Prepared::new(&case);
        let stats = prepared.check(&case);
        let time = best(repeats, || prepared.time(1));
        let checked = best(repeats, || prepared.time_checked());
        let ratio = checked.as_secs_f64() / time.as_secs_f64();
        ratios.push(ratio);
        let instructions = stats.instructions;
        println!(
            "{:<12} {instructions:>11} {:>14.1} {:>9.2} {:>9.2} {ratio:>7.1}",
            case.name,
            1e-6 * instructions as f64 / checked.as_secs_f64(),
            milliseconds(checked),
            milliseconds(time),
        );
    }
    println!("{:<12} {:>59.1}", "mean", mean(&ratios));
}

/// The same kernels on the cycle model of their chip.
pub fn cycle_table(options: &Options) {
    let repeats = if options.quick { 1 } else { 5 };
    println!(
        "{:<12} {:>11} {:>11} {:>14} {:>9} {:>9} {:>7}",
        "on the model", "wave-insts", "cycles", "M wave-inst/s", "model ms", "run ms", "ratio"
    );
    let mut speeds = Vec::new();
    for (_, make) in cases::ALL
        .iter()
        .filter(|(name, _)| options.wants_row(name))
    {
        let case = make(options.quick);
        let prepared = Prepared::new(&case);
        let stats = prepared.check(&case);
        let time = best(repeats, || {
            let dispatch = prepared.dispatch(1);
            timed(|| {
                dispatch.run().expect("a kernel that runs");
            })
        });
        let mut cycles = 0;
        let model = best(repeats, || {
            let dispatch = prepared.dispatch(1);
            timed(|| {
                let ended = dispatch.run_timed(&prepared.timing, None);
                cycles = ended.expect("a kernel that runs").1.cycles;
            })
        });
        let instructions = stats.instructions;
        let speed = 1e-6 * instructions as f64 / model.as_secs_f64();
        speeds.push(speed);
        println!(
            "{:<12} {instructions:>11} {cycles:>11} {speed:>14.1} {:>9.2} {:>9.2} {:>7.1}",
            case.name,
            milliseconds(model),
            milliseconds(time),
            model.as_secs_f64() / time.as_secs_f64(),
        );
    }
    println!("{:<12} {:>38.1}", "mean", mean(&speeds));
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logs / ratios.len() as f64).exp()
}

impl Prepared {
    /// The same with every checker on, which find nothing.
    fn time_checked(&self) -> Duration {
        let loaded = &self.loaded;
        let launch = wavetank::launch_of(loaded, self.grid, self.block);
        let config = Config {
            delivery: sim::Delivery::Strict,
            ..Config::default()
        };
        let mut checkers = check::all(&loaded.program, &launch);
        let mut dispatch = Dispatch::new(&loaded.program, launch, &self.memory, config);
        let time = timed(|| {
            dispatch.resume(&mut checkers).expect("a kernel that runs");
        });
        let (in_flight, (races, _)) = checkers;
        assert!(in_flight.findings().is_empty() && races.races().is_empty());
        time
    }

    fn time(&self, threads: usize) -> Duration {
        let dispatch = self.dispatch(threads);
        timed(|| {
            dispatch.run().expect("a kernel that runs");
        })
    }
}
