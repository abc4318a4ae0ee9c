//! What LLVM and QEMU say about the RISC-V core of the tile extension, recorded for its tests.

mod programs;
mod random;
mod text;

use crate::process::call;
use ::random::Random;
use std::path::Path;

use clap::Subcommand;

/// What to record or compare.
#[derive(Subcommand)]
pub enum Riscv {
    /// Record corpus/riscv/asm/{rows,lines}.txt from llvm-mc
    #[command(after_help = "Example:\n  verify riscv text")]
    Text,
    /// Record corpus/riscv/{run,vector} from qemu-riscv64
    #[command(after_help = "Example:\n  verify riscv runs --count 24")]
    Runs {
        /// Random vector programs
        #[arg(long, value_name = "N", default_value_t = 24)]
        count: u64,
    },
    /// Record corpus/tile/elf from clang and qemu-riscv64
    #[command(after_help = "Example:\n  verify riscv programs")]
    Programs,
    /// Compare random vector programs with qemu-riscv64
    #[command(after_help = "Example:\n  verify riscv compare --count 20 --seed 1000")]
    Compare {
        /// How many programs
        #[arg(long, value_name = "N", default_value_t = 20)]
        count: u64,
        /// The seed of the first; the others follow
        #[arg(long, value_name = "N", default_value_t = 1000)]
        seed: u64,
    },
    /// Compare which vector instructions are illegal with qemu-riscv64
    #[command(after_help = "Example:\n  verify riscv legality --count 1000 --seed 1")]
    Legality {
        /// How many instructions
        #[arg(long, value_name = "N", default_value_t = 1000)]
        count: u64,
        /// Another seed makes other instructions
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

impl Riscv {
    /// True if what was compared agrees.
    pub fn run(&self) -> Result<bool, String> {
        match *self {
            Riscv::Text => {
                text::record("corpus/riscv/asm/rows.txt")?;
                text::record_lines("corpus/riscv/asm/lines.txt")?;
            }
            Riscv::Runs { count } => {
                random::record_again("corpus/riscv/run")?;
                random::record("corpus/riscv/vector", count)?;
            }
            Riscv::Programs => programs::record()?,
            Riscv::Compare { count, seed } => return random::compare(seed, count),
            Riscv::Legality { count, seed } => return random::compare_legality(seed, count),
        }
        Ok(true)
    }
}

/// The emulator with the vector length of the machine.
fn emulate(program: &Path) -> Result<Vec<u8>, String> {
    let path = program.to_str().ok_or("a path that is not text")?;
    call(
        "qemu-riscv64",
        &["-cpu", "rv64,v=true,vlen=1024", path],
        &[],
    )
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}
