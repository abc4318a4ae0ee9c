//! AMD's assembly and machine code beside LLVM's.
//!
//! `generate`, `mutate`, `names`, `bytes` and `lines` each make instructions in a way of their own;
//! `compare` puts them through both assemblers and disassemblers; `known` explains what is LLVM's
//! mistake; `oracle` records answers for tests that need no LLVM, `directives` those for whole snippets, `matrix` those of AMD's calculator.

mod bytes;
mod compare;
mod directives;
mod generate;
mod known;
mod lines;
mod llvm;
mod matrix;
mod mutate;
mod names;
mod oracle;

pub use matrix::record as record_matrices;
pub use oracle::record;

use ::amdgpu::{Target, Wave};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What instructions are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// Our rows, with random operands
    Rows,
    /// The same, with something changed
    Mutate,
    /// Names of immediates and modifiers, in and out of place
    Names,
    /// Any bytes
    Bytes,
    /// An instruction of each of our encodings, with each of its bits turned over
    Bits,
    /// Those in files: lines of assembly, and bytes as disassembler tests write them
    Files,
}

/// Compares instructions with llvm-mc, both ways: text to bytes and bytes to text. Any difference
/// that no entry of `known.rs` explains is a failure.
#[derive(Args)]
#[command(after_help = "\
Examples:
  verify differential --mode mutate --count 50000 --seed 7
  verify differential --target gfx1200 --wave 64
  verify differential --mode bits --target gfx950 --wave 64 --count 1000000
  verify differential --mode files llvm-project/llvm/test/MC/AMDGPU")]
pub struct Differential {
    /// What the instructions are made of
    #[arg(long, value_enum, default_value = "rows")]
    mode: Mode,
    /// How many instructions, for each target
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    count: usize,
    /// One target; if not given all that have such waves
    #[arg(long, value_name = "TARGET", value_parser = target)]
    target: Option<Target>,
    /// Lanes of a wave
    #[arg(long, value_name = "32|64", default_value = "32", value_parser = wave)]
    wave: Wave,
    /// Another seed makes other instructions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many classes of differences to print
    #[arg(long, value_name = "N", default_value_t = 40)]
    classes: usize,
    /// How many examples of each class
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: usize,
    /// Files and folders of `--mode files`
    #[arg(value_name = "FILE", required_if_eq("mode", "files"))]
    files: Vec<PathBuf>,
}

fn target(name: &str) -> Result<Target, String> {
    let all = Target::ALL.map(|target| target.to_string()).join(", ");
    Target::from_name(name).ok_or(format!("targets are {all}"))
}

fn wave(lanes: &str) -> Result<Wave, String> {
    let lanes = lanes.parse().ok();
    lanes
        .and_then(Wave::from_lanes)
        .ok_or("a wave has 32 or 64 lanes".into())
}

impl Differential {
    /// True if nothing differs that has no entry.
    pub fn run(&self) -> Result<bool, String> {
        if self.mode != Mode::Files && !self.files.is_empty() {
            return Err("files are for `--mode files`".into());
        }
        if !llvm::available() {
            return Err(format!(
                "{} is not installed: nothing compared",
                llvm::PROGRAM
            ));
        }
        let targets = self.target.map_or(self.usual_targets(), |one| vec![one]);
        let mut clean = true;
        for target in targets {
            let tally = self.compare(target)?;
            tally.report(self.classes, self.examples);
            clean &= tally.differing() == 0;
        }
        Ok(clean)
    }

    /// Those that have waves of this size.
    fn usual_targets(&self) -> Vec<Target> {
        let mut targets = Target::ALL.to_vec();
        targets.retain(|target| target.generation().wave_sizes.contains(&self.wave));
        targets
    }

    fn compare(&self, target: Target) -> Result<compare::Tally, String> {
        let Differential {
            wave, count, seed, ..
        } = *self;
        let mut tally = compare::Tally::new(target, wave);
        let lines = match self.mode {
            Mode::Rows => printed(target, wave, count, seed),
            Mode::Mutate => mutate::lines(&printed(target, wave, count, seed), count, seed),
            Mode::Names => names::lines(target, wave, count, seed),
            Mode::Bytes => tally.disassemble(&bytes::runs(target, wave, count, seed))?,
            Mode::Bits => tally.disassemble(&bytes::turned(target, wave, count, seed))?,
            Mode::Files => {
                let mut found = lines::Found::default();
                self.files.iter().try_for_each(|path| found.read(path))?;
                tally.disassemble(&found.runs.into_iter().collect::<Vec<_>>())?;
                found.lines.into_iter().collect()
            }
        };
        let legal = tally.assemble(&lines)?;
        if !matches!(self.mode, Mode::Bytes | Mode::Bits) {
            tally.disassemble(&legal)?;
        }
        Ok(tally)
    }
}

/// Random instructions as we print them.
fn printed(target: Target, wave: Wave, count: usize, seed: u64) -> Vec<String> {
    let runs = generate::instructions(target, wave, count, seed);
    let texts = runs.iter();
    let texts = texts.filter_map(|run| ::amdgpu::disassemble(run, target, wave).ok());
    texts.map(|(text, _)| text).collect()
}
