//! `wavetank profile` and `wavetank diff`.

use super::Running;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank profile examples/rdna/vector-add.rdna3\n  \
    wavetank profile examples/waves/matmul.waves --asm --sort cycles\n  \
    wavetank profile examples/waves/blur.waves --html profile.html\n  \
    wavetank profile kernel.rdna3 --json > before.json\n\n\
    docs/timing.md explains every figure.")]
pub struct ProfileArgs {
    /// A kernel file, an assembled binary, a code object, or a .s, .cl or .hip file
    pub file: PathBuf,
    #[command(flatten)]
    pub running: Running,
    /// Show no progress, where stderr is a terminal
    #[arg(short, long)]
    pub quiet: bool,
    /// A row for every instruction, and not for every line
    #[arg(long)]
    pub asm: bool,
    /// In which order rows come
    #[arg(long, value_enum, default_value_t = RowOrder::Share, value_name = "ORDER")]
    pub sort: RowOrder,
    /// Count cycles however long the launch is; without this, launches of up to 200,000
    /// instructions are put through the cycle model, of up to 25,000 where it follows waves one
    /// by one
    #[arg(long)]
    pub cycles: bool,
    /// Write a page for browsers to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum RowOrder {
    /// The costliest first: by cycles if they are counted, else by issues
    Share,
    /// As the source has them
    Source,
    /// By how often they were issued
    Issued,
    /// By wave-cycles
    Cycles,
    /// Those with the fewest active lanes first
    Lanes,
    /// By memory transactions
    Transactions,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank diff examples/waves/blur-naive.waves examples/waves/blur.waves\n  \
    wavetank profile kernel.rdna3 --json > before.json; wavetank diff before.json kernel.rdna3\n\n\
    Exit codes: 0 results are the same; 1 they differ; 2 bad input, or instruction sets that differ.")]
pub struct DiffArgs {
    /// A kernel file, a binary, or what `run --json` or `profile --json` wrote
    pub a: PathBuf,
    /// What to compare it with
    pub b: PathBuf,
    #[command(flatten)]
    pub running: Running,
    /// Count cycles however long the launches are
    #[arg(long)]
    pub cycles: bool,
    /// Show figures that are the same on both sides as well
    #[arg(long)]
    pub all: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
