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
        "{:<12} {:>11} {:>14} {:>9} {:>9} {:>7} {:>11} {:>7}",
        "checked",
        "wave-insts",
        "M wave-inst/s",
        "check ms",
        "run ms",
        "ratio",
        "watched ms",
        "ratio"
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
        let watched = best(repeats, || prepared.time_watched());
        let times = |other: Duration| other.as_secs_f64() / time.as_secs_f64();
        let ratio = times(checked);
        ratios.push(ratio);
        let instructions = stats.instructions;
        println!(
            "{:<12} {instructions:>11} {:>14.1} {:>9.2} {:>9.2} {ratio:>7.1} {:>11.2} {:>7.1}",
            case.name,
            1e-6 * instructions as f64 / checked.as_secs_f64(),
            milliseconds(checked),
            milliseconds(time),
            milliseconds(watched),
            times(watched),
        );
    }
    println!("{:<12} {:>59.1}", "mean", mean(&ratios));
    crate::files::check_rows(options);
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

/// How much memory a process takes that runs a kernel, and one that checks it.
pub fn memory_table(options: &Options) {
    if let Some(how) = &options.measure {
        return measure_memory(options, how);
    }
    println!(
        "{:<12} {:>9} {:>9} {:>9} {:>8} {:>11} {:>8}",
        "memory", "arrays MB", "run MB", "check MB", "kernel's", "watched MB", "kernel's"
    );
    let cases = cases::ALL.iter();
    for (name, make) in cases.filter(|(name, _)| options.wants_row(name)) {
        let arrays = Prepared::new(&make(options.quick)).memory.used() as f64 / 1e6;
        let [run, check, watched] =
            ["run", "check", "watch"].map(|how| peak_of(options, name, how));
        // How many times what the kernel has, where that is more than what any process needs.
        let times = |peak: Option<f64>| {
            let more = (peak? - run?).max(0.0);
            (arrays >= 1.0).then_some(1.0 + more / arrays)
        };
        let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
        println!(
            "{name:<12} {arrays:>9.1} {:>9} {:>9} {:>8} {:>11} {:>8}",
            shown(run),
            shown(check),
            shown(times(check)),
            shown(watched),
            shown(times(watched)),
        );
    }
}

/// The most memory in megabytes that another process of this program takes, where that can be told.
fn peak_of(options: &Options, name: &str, how: &str) -> Option<f64> {
    let this = std::env::current_exe().expect("this program");
    let mut command = std::process::Command::new(this);
    command.args(["memory", name, "--measure", how]);
    command.args(options.quick.then_some("--quick"));
    // What is large goes back to the system when it is freed.
    command.env("MALLOC_MMAP_THRESHOLD_", "65536");
    let output = command.output().expect("it starts again");
    assert!(output.status.success(), "{name} {how}");
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

fn measure_memory(options: &Options, how: &str) {
    let mut cases = cases::ALL.iter();
    let (_, make) = cases
        .find(|(name, _)| options.wants_row(name))
        .expect("a row");
    let prepared = Prepared::new(&make(options.quick));
    // The most is counted from here on.
    _ = std::fs::write("/proc/self/clear_refs", "5");
    _ = match how {
        "run" => prepared.time(1),
        "check" => prepared.time_checked(),
        _ => prepared.time_watched(),
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    println!(
        "{}",
        peak.map_or("-".into(), |kib| format!("{:.1}", kib * 1.024e-3))
    );
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logs / ratios.len() as f64).exp()
}

/// Results arrive when they are waited for.
fn strict() -> Config {
    Config {
        delivery: sim::Delivery::Strict,
        ..Config::default()
    }
}

impl Prepared {
    /// The same as `check` does it: with every checker on, unless it shows that they find nothing.
    fn time_checked(&self) -> Duration {
        let program = &self.loaded.program;
        let launch = wavetank::launch_of(&self.loaded, self.grid, self.block);
        timed(|| {
            let config = strict();
            if check::run_silent(program, &launch, &self.memory, &config, false).is_none() {
                self.watch();
            }
        })
    }

    /// The same with every checker on, which find nothing.
    fn time_watched(&self) -> Duration {
        timed(|| self.watch())
    }

    fn watch(&self) {
        let program = &self.loaded.program;
        let launch = wavetank::launch_of(&self.loaded, self.grid, self.block);
        let mut checkers = check::all(program, &launch);
        let mut dispatch = Dispatch::new(program, launch, &self.memory, strict());
        dispatch.resume(&mut checkers).expect("a kernel that runs");
        let (in_flight, (races, _)) = checkers;
        assert!(in_flight.findings().is_empty() && races.races().is_empty());
    }

    fn time(&self, threads: usize) -> Duration {
        let dispatch = self.dispatch(threads);
        timed(|| {
            dispatch.run().expect("a kernel that runs");
        })
    }
}
