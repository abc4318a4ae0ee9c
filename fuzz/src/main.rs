//! Feeds mutated input to everything that reads: kernel headers, assembly, machine code, ELF files,
//! arrays, images, launch files, debuggers' commands, editors' messages and command lines; and random
//! programs, made of every instruction set's rows, to what must give them back unchanged. Input that
//! makes one of them panic, hang or break its promise is written to a file, and the run fails.

#![forbid(unsafe_code)]

mod mutate;
mod target;

use clap::Parser;
use mutate::Mutator;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use target::Target;

/// One input must not take longer than this.
const PATIENCE: Duration = Duration::from_secs(30);
/// Each target gets so many inputs however short the time is.
const LEAST: u64 = 20;

/// Feeds mutated input and random programs to everything that reads.
#[derive(Parser)]
#[command(after_help = "\
Examples:
  fuzz --seconds 60 --seed 7
  fuzz --only decode
  fuzz --replay fuzz-crash-decode-flux.bin")]
struct Options {
    /// How long in all; the targets share it
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u64,
    /// Another seed makes other inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Those targets whose names have this in them
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Run the input in a file once, on the target that the file's name names
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Print the names of all targets
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut targets = target::all();
    if options.list {
        targets
            .iter()
            .for_each(|target| println!("{}", target.name()));
        return ExitCode::SUCCESS;
    }
    if let Some(path) = &options.replay {
        return replay(path, &targets);
    }
    targets.retain(|target| target.name().contains(&options.only));
    if targets.is_empty() {
        eprintln!(
            "fuzz: no target is called `{}`; --list names them",
            options.only
        );
        return ExitCode::from(2);
    }
    std::panic::set_hook(Box::new(|_| {}));
    let mut failures = 0;
    let share = Duration::from_millis(1000 * options.seconds / targets.len() as u64);
    for target in &targets {
        failures += usize::from(!fuzz(target.as_ref(), share, options.seed));
    }
    let passed = targets.len() - failures;
    println!("seed {}: {passed} passed, {failures} failed", options.seed);
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs one target for a while. False if it did with some input what it must not.
fn fuzz(target: &dyn Target, time: Duration, seed: u64) -> bool {
    let name = target.name();
    let mut seeds = target.seeds();
    if seeds.is_empty() {
        println!("{name}: FAILED, there is nothing to begin with");
        return false;
    }
    // Nothing at all is an input too.
    seeds.push(Vec::new());
    let mut mutator = Mutator::new(seed, seeds, target.longest());
    let start = Instant::now();
    let mut runs = 0u64;
    while start.elapsed() < time || runs < LEAST {
        let input = mutator.next();
        runs += 1;
        if let Err(why) = judge(target, &input) {
            let path = format!("fuzz-crash-{name}.bin");
            let saved = match std::fs::write(&path, &input) {
                Ok(()) => format!("fuzz --replay {path} repeats it"),
                Err(error) => format!("it cannot be saved to {path}: {error}"),
            };
            println!("{name}: FAILED after {runs} runs of seed {seed}: {why}\n  {saved}");
            return false;
        }
    }
    println!("{name}: {runs} runs");
    true
}

/// What is wrong with how a target took an input.
fn judge(target: &dyn Target, input: &[u8]) -> Result<(), String> {
    let began = Instant::now();
    let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| target.run(input)));
    outcome.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(format!("it panicked: {}", text.unwrap_or_default()))
    })?;
    match began.elapsed() {
        took if took > PATIENCE => Err(format!("it took {} seconds", took.as_secs())),
        _ => Ok(()),
    }
}

fn replay(path: &Path, targets: &[Box<dyn Target>]) -> ExitCode {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // The longest name that fits: `run-wave` is also in `run-waves`.
    let fitting = targets
        .iter()
        .filter(|target| name.contains(&target.name()));
    let Some(target) = fitting.max_by_key(|target| target.name().len()) else {
        eprintln!("fuzz: the name of {} names no target", path.display());
        return ExitCode::from(2);
    };
    let input = match std::fs::read(path) {
        Ok(input) => input,
        Err(error) => {
            eprintln!("fuzz: cannot read {}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    match judge(target.as_ref(), &input) {
        Ok(()) => {
            println!("{}: as it should be", target.name());
            ExitCode::SUCCESS
        }
        Err(why) => {
            println!("{}: {why}", target.name());
            ExitCode::FAILURE
        }
    }
}
