//! The verification laboratory: what Wavetank says beside what an independent program or machine
//! says about the same thing.
//!
//! `docs/verification.md` is its page. Each module holds one oracle: `amd` LLVM's assembler and
//! disassembler, `kernels` clang and this computer, `lint` what LLVM does about hazards, `riscv` LLVM and QEMU, `hardware` NVIDIA GPUs.
//! Nothing here forgives a difference: one that is the oracle's own mistake has an entry that says why
//! and checks it (`amd/known.rs`, `kernels/bugs.rs`), any other fails the command.

#![forbid(unsafe_code)]

mod amd;
mod checkers;
mod hardware;
mod import;
mod kernels;
mod lint;
mod process;
mod riscv;
mod timing;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  verify differential --target gfx1200 --count 20000      random instructions against llvm-mc
  verify kernels random --seconds 60 --seed 7             random OpenCL kernels against this computer
  verify compiler-bugs                                    the mistakes of clang that were found, tried again
  verify timing --traces ../timing                        the cycle model against real chips
  verify hardware cases --out cases/suite                 WAVE kernels for scripts/run-ptx

Commands end with 0 if all agree, 1 if something differs, 2 for bad usage or a tool that is missing.
docs/verification.md says what is compared with what, and how a difference becomes a case.";

/// The verification laboratory: compares Wavetank with LLVM, clang, QEMU and real hardware, and
/// records their answers.
#[derive(Parser)]
#[command(name = "verify", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare AMD instructions with llvm-mc, assembled and disassembled
    Differential(amd::Differential),
    /// Record corpus/rdna/asm and corpus/rdna/directives from llvm-mc
    #[command(after_help = "Example:\n  verify oracle --out corpus/rdna/asm")]
    Oracle {
        /// Where the lines go
        #[arg(long, value_name = "DIR", default_value = "corpus/rdna/asm")]
        out: String,
    },
    /// Record corpus/rdna/matrix and corpus/cdna/matrix from AMD's matrix instruction calculator
    #[command(
        after_help = "Example:\n  verify matrices amd_matrix_instruction_calculator/matrix_calculator.py"
    )]
    Matrices {
        /// The calculator, a program in Python
        #[arg(value_name = "FILE.py")]
        calculator: PathBuf,
        /// Where the lines go
        #[arg(long, value_name = "DIR", default_value = "corpus")]
        out: PathBuf,
    },
    /// Compare what OpenCL kernels do here with what they do on this computer
    #[command(subcommand)]
    Kernels(kernels::Kernels),
    Lint(lint::Lint),
    /// Try the mistakes of clang again that corpus/compiler-bugs describes
    CompilerBugs(kernels::CompilerBugs),
    /// Record from LLVM and QEMU, and compare with them, the RISC-V core of the tile extension
    #[command(subcommand)]
    Riscv(riscv::Riscv),
    /// Write cases for real NVIDIA GPUs, and judge what they answered
    #[command(subcommand)]
    Hardware(hardware::Hardware),
    /// Compare the cycle model of AMD's chips with thread traces of real ones
    Timing(timing::Timing),
    /// Compare the checkers of kernels with what is known to be right or wrong
    #[command(subcommand)]
    Checkers(checkers::Checkers),
    /// Print table rows for AMD's machine-readable specification
    #[command(after_help = "Example:\n  verify import amdgpu_isa_rdna4.xml > rows.txt")]
    Import {
        #[arg(value_name = "FILE.xml")]
        file: PathBuf,
    },
    /// Print the levels of vector instructions that this CPU has, one in a line
    #[command(after_help = "Example:\n  verify levels --missing")]
    Levels {
        /// Those that it lacks
        #[arg(long)]
        missing: bool,
    },
}

fn main() -> ExitCode {
    let agrees = match &Cli::parse().command {
        Command::Differential(args) => args.run(),
        Command::Oracle { out } => amd::record(out).map(|()| true),
        Command::Matrices { calculator, out } => {
            amd::record_matrices(calculator, out).map(|()| true)
        }
        Command::Kernels(command) => command.run(),
        Command::Lint(args) => args.run(),
        Command::CompilerBugs(args) => args.run(),
        Command::Riscv(command) => command.run(),
        Command::Checkers(command) => command.run(),
        Command::Hardware(command) => command.run().map(|()| true),
        Command::Timing(args) => args.run(),
        Command::Import { file } => import(file).map(|()| true),
        Command::Levels { missing } => {
            levels(*missing);
            Ok(true)
        }
    };
    match agrees {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("verify: {message}");
            ExitCode::from(2)
        }
    }
}

fn import(file: &std::path::Path) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(fail)?;
    print!("{}", import::rows(&text)?);
    Ok(())
}

fn levels(missing: bool) {
    for level in op::Level::ALL {
        if (level > op::Level::of_cpu()) == missing {
            println!("{}", level.name());
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        super::Cli::command().debug_assert();
    }

    /// Every command has an example, and every example is one that the command line takes.
    #[test]
    fn examples_are_commands() {
        fn of(command: &clap::Command, found: &mut usize) {
            let subcommands: Vec<_> = command.get_subcommands().collect();
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            assert!(
                !subcommands.is_empty() || help.contains("  verify "),
                "`{}` has no example",
                command.get_name()
            );
            for line in help
                .lines()
                .filter_map(|line| line.strip_prefix("  verify "))
            {
                let line = line.split("  ").next().unwrap_or(line);
                let line = line.split(" >").next().unwrap_or(line);
                let words = std::iter::once("verify").chain(line.split_whitespace());
                if let Err(error) = super::Cli::command().try_get_matches_from(words) {
                    panic!("verify {line}: {error}");
                }
                *found += 1;
            }
            subcommands.iter().for_each(|command| of(command, found));
        }
        let mut found = 0;
        of(&super::Cli::command(), &mut found);
        assert!(found > 10, "only {found} examples");
    }
}
