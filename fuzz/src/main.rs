//! Feeds mutated input to everything that parses: kernel headers, assembly, machine code and ELF
//! files of every instruction set. Input that makes one of them panic is written to a file and the
//! run fails.
//!
//! ```text
//! cargo run --release -p fuzz -- --seconds 60 --seed 7 --only decode
//! cargo run --release -p fuzz -- --replay fuzz-crash-decode-flux.bin
//! ```

#![forbid(unsafe_code)]

mod mutate;
mod target;

use mutate::Mutator;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use target::Target;

/// Longest input, in bytes: long enough to nest and repeat, short enough to stay fast.
const MAX_LEN: usize = 4096;
/// One input must not take longer than this.
const PATIENCE: Duration = Duration::from_secs(30);

struct Options {
    seconds: u64,
    seed: u64,
    replay: Option<PathBuf>,
    /// Part of the names of the targets to run.
    only: String,
}

fn main() -> ExitCode {
    let options = match parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!(
                "fuzz: {why}\nusage: fuzz [--seconds N] [--seed N] [--only NAME] [--replay FILE]"
            );
            return ExitCode::from(2);
        }
    };
    let targets = Target::all();
    if let Some(path) = &options.replay {
        return replay(path, &targets);
    }
    let targets: Vec<Target> = (targets.into_iter())
        .filter(|target| target.name().contains(&options.only))
        .collect();
    if targets.is_empty() {
        eprintln!("fuzz: no target is called `{}`", options.only);
        return ExitCode::from(2);
    }
    std::panic::set_hook(Box::new(|_| {}));
    let mut failures = 0;
    let share = Duration::from_millis(1000 * options.seconds / targets.len() as u64);
    for target in &targets {
        failures += usize::from(!fuzz(target, share, options.seed));
    }
    let passed = targets.len() - failures;
    println!("{passed} passed, {failures} failed");
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        seconds: 10,
        seed: 1,
        replay: None,
        only: String::new(),
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        let number = |text: String| {
            text.parse()
                .map_err(|_| format!("`{text}` is not a number"))
        };
        match arg.as_str() {
            "--seconds" => options.seconds = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--replay" => options.replay = Some(value()?.into()),
            "--only" => options.only = value()?,
            _ => return Err(format!("unknown option `{arg}`")),
        }
    }
    Ok(options)
}

/// Runs one target for a while. False if some input made it panic or hang.
fn fuzz(target: &Target, time: Duration, seed: u64) -> bool {
    let mut mutator = Mutator::new(seed, target.seeds(), MAX_LEN);
    let start = Instant::now();
    let mut runs = 0u64;
    while start.elapsed() < time || runs < 100 {
        let input = mutator.next();
        let began = Instant::now();
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| target.run(&input)));
        let took = began.elapsed();
        runs += 1;
        if outcome.is_err() || took > PATIENCE {
            let what = if outcome.is_err() {
                "panicked"
            } else {
                "took too long"
            };
            let path = format!("fuzz-crash-{}.bin", target.name());
            let saved = std::fs::write(&path, &input).is_ok();
            println!(
                "{}: {what} after {runs} runs; saved to {path}: {saved}",
                target.name()
            );
            return false;
        }
    }
    println!("{}: {runs} runs", target.name());
    true
}

fn replay(path: &Path, targets: &[Target]) -> ExitCode {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("");
    let Some(target) = targets.iter().find(|target| name.contains(&target.name())) else {
        eprintln!("fuzz: the name of {} names no target", path.display());
        return ExitCode::from(2);
    };
    match std::fs::read(path) {
        Ok(input) => {
            target.run(&input);
            println!("{}: no panic", target.name());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("fuzz: cannot read {}: {error}", path.display());
            ExitCode::from(2)
        }
    }
}
