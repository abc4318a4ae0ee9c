//! The checkers beside what is known to be right or wrong: kernels in pairs, all interleavings of tiny
//! kernels, and compiled kernels with a wait or a barrier taken out.

mod cases;
mod interleave;
mod mutate;
mod pairs;
mod render;
mod tiny;

use std::path::{Path, PathBuf};

/// What the checkers of kernels find and miss.
#[derive(clap::Subcommand)]
pub enum Checkers {
    /// Judge the kernels of corpus/check, and print the table of docs/checkers.md
    #[command(after_help = "Example:\n  verify checkers pairs --write")]
    Pairs {
        /// Put the table into docs/checkers.md
        #[arg(long)]
        write: bool,
    },
    /// Compare the checker of races with all interleavings of random tiny kernels
    #[command(after_help = "Example:\n  verify checkers interleavings --count 200 --seed 7")]
    Interleavings {
        /// How many kernels
        #[arg(long, default_value_t = 200)]
        count: u64,
        /// Of the first kernel
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Take waits and barriers out of compiled kernels, one at a time, and see what is found
    #[command(after_help = "Example:\n  verify checkers mutations --record")]
    Mutations {
        /// Write the result to corpus/check/mutations.txt
        #[arg(long)]
        record: bool,
    },
}

impl Checkers {
    pub fn run(&self) -> Result<bool, String> {
        match *self {
            Checkers::Pairs { write } => pairs::run(write),
            Checkers::Interleavings { count, seed } => {
                println!("{} kernels of the corpus are judged right", cases::run()?);
                Ok(tiny::run(count, seed))
            }
            Checkers::Mutations { record } => mutate::run(record),
        }
    }
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
