//! The cycle model beside what real chips measured: kernels of captured thread traces are run in the
//! model, and the times of their instructions compared.
//!
//! A capture is three files: `X.s` (offset, encoding, text), `X.launch.tsv` (how it was launched) and
//! `X.tsv` (what was issued when). They are others' and not part of the repository.

mod capture;
mod events;
mod fit;
mod published;
mod replay;
mod tokens;

use capture::Capture;
use clap::Args;
use replay::{Replay, replay};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  verify timing --traces ../timing\n  \
    verify timing --traces ../timing --only gfx1201 --key memory_latency=900\n  \
    verify timing --traces ../timing --tokens > corpus/rdna/rgp/tokens.tsv")]
pub struct Timing {
    /// The folder with captures
    #[arg(long, value_name = "DIR", required_unless_present = "published")]
    traces: Option<PathBuf>,
    /// Only captures whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Give a number of the chips another value
    #[arg(long, value_name = "NAME=VALUE")]
    key: Vec<String>,
    /// Print the median time of every instruction of each kernel as well
    #[arg(long)]
    instructions: bool,
    /// Find numbers from what waves waited for instead, and how well those from all other kernels predict one
    #[arg(long)]
    fit: bool,
    /// Print the token of every instruction of the lanes and of the scalar unit instead, as the tests have them
    #[arg(long, conflicts_with_all = ["only", "key", "instructions", "fit"])]
    tokens: bool,
    /// Put what others have measured and published beside the model instead
    #[arg(long, conflicts_with_all = ["traces", "only", "key", "instructions", "fit", "tokens"])]
    published: bool,
}

impl Timing {
    pub fn run(&self) -> Result<bool, String> {
        let Some(traces) = &self.traces else {
            published::print()?;
            return Ok(true);
        };
        if self.tokens {
            tokens::print(traces)?;
            return Ok(true);
        }
        let keys: Vec<(String, i64)> = self
            .key
            .iter()
            .map(|text| key(text))
            .collect::<Result<_, _>>()?;
        let (captures, others) = Capture::all(traces, &self.only)?;
        if self.fit {
            fit::fit(&captures, &keys)?;
            return Ok(true);
        }
        let mut replays: BTreeMap<Kernel, Vec<Replay>> = BTreeMap::new();
        let mut refused = 0;
        for capture in &captures {
            match replay(capture, &keys) {
                Ok(result) => {
                    let kernel = Kernel::of(capture, &captures);
                    replays.entry(kernel).or_default().push(result);
                }
                Err(why) => {
                    refused += 1;
                    println!("{}: left out: {why}", capture.name);
                }
            }
        }
        if replays.is_empty() {
            return Err(format!("no captures in {}", traces.display()));
        }
        if self.instructions {
            replays.values().for_each(|all| all[0].print_instructions());
        }
        print_kernels(&replays);
        print_classes(&replays);
        if refused > 0 {
            println!("\n{refused} captures left out");
        }
        for (chip, count) in others {
            println!("{count} captures of {chip} left out: the chip is not modelled");
        }
        Ok(true)
    }
}

/// A kernel of a chip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kernel {
    chip: String,
    name: String,
}

impl Kernel {
    /// That of a capture. Programs that have the name of another are told apart by their size.
    fn of(capture: &Capture, all: &[Capture]) -> Kernel {
        let same = |it: &&Capture| it.chip == capture.chip && it.kernel == capture.kernel;
        let several = all.iter().filter(same).any(|it| it.code != capture.code);
        let name = match several {
            false => capture.kernel.clone(),
            true => format!("{}, {} bytes", capture.kernel, capture.code.len()),
        };
        let chip = capture.chip.clone();
        Kernel { chip, name }
    }
}

fn key(text: &str) -> Result<(String, i64), String> {
    let parts = text.split_once('=');
    let parsed = parts.and_then(|(name, value)| Some((name.to_string(), value.parse().ok()?)));
    parsed.ok_or_else(|| format!("--key {text}: expected NAME=NUMBER"))
}

/// Cycles of a wave from its start to its end, of each kernel.
fn print_kernels(replays: &BTreeMap<Kernel, Vec<Replay>>) {
    println!("| chip | kernel | captures | measured (least to most) | predicted | error |");
    println!("|---|---|---:|---:|---:|---:|");
    let mut errors = Vec::new();
    for (Kernel { chip, name }, all) in replays {
        let mut measured: Vec<f64> = all.iter().map(|it| it.measured).collect();
        let mut predicted: Vec<f64> = all.iter().map(|it| it.predicted).collect();
        let (least, most) = bounds(&measured);
        let (measured, predicted) = (median(&mut measured), median(&mut predicted));
        let error = (predicted - measured) / measured;
        errors.push(error.abs());
        println!(
            "| {chip} | {name} | {} | {measured:.0} ({least:.0} to {most:.0}) | {predicted:.0} | {:+.0} % |",
            all.len(),
            100.0 * error
        );
    }
    println!();
    print_errors("that numbers were found from", errors);
    println!();
}

fn print_errors(which: &str, mut errors: Vec<f64>) {
    let count = errors.len();
    let error = 100.0 * median(&mut errors);
    println!("median error of {count} kernels {which}: {error:.0} %");
}

/// Cycles from an instruction to the next of its wave, by class.
fn print_classes(replays: &BTreeMap<Kernel, Vec<Replay>>) {
    type Times = (Vec<f64>, Vec<f64>);
    let mut gaps: BTreeMap<(&str, &str), Times> = BTreeMap::new();
    for (Kernel { chip, .. }, all) in replays {
        for gap in all.iter().flat_map(|it| &it.gaps) {
            let (measured, predicted) = gaps.entry((chip, gap.class)).or_default();
            measured.push(gap.measured);
            predicted.push(gap.predicted);
        }
    }
    println!("| chip | class | instructions | measured median, mean | predicted median, mean |");
    println!("|---|---|---:|---:|---:|");
    for ((chip, class), (mut measured, mut predicted)) in gaps {
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        println!(
            "| {chip} | {class} | {} | {:.0}, {:.1} | {:.0}, {:.1} |",
            measured.len(),
            median(&mut measured),
            mean(&measured),
            median(&mut predicted),
            mean(&predicted),
        );
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

fn bounds(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (least, values.iter().copied().fold(0.0, f64::max))
}
