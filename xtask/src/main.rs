//! Chores of the workspace.
//!
//! `oracle` records corpora from LLVM, `differential` compares with LLVM afresh, `import` writes
//! table rows from AMD's machine-readable specification.

mod generate;
mod import;
mod llvm;
mod oracle;
mod riscv;

use std::process::ExitCode;

use rdna::{Target, Wave};

const USAGE: &str = "\
usage: cargo run -p xtask -- COMMAND

  oracle [--out DIR]                     record corpus/rdna/asm from llvm-mc
  differential [--count N] [--target T] [--wave 32|64] [--seed N]
                                         compare N random instructions with llvm-mc, both ways
  riscv text|runs|programs               record corpus/tile/asm/riscv.txt from llvm-mc,
                                         corpus/tile/rvv and corpus/tile/elf from qemu-riscv64
  riscv compare [--count N] [--seed N]   compare N random vector programs with qemu-riscv64
  import FILE.xml                        print table rows for an AMD specification";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<bool, String> {
    let option = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).map(String::as_str)
    };
    let number = |name: &str, default: u64| match option(name) {
        Some(text) => text
            .parse()
            .map_err(|_| format!("{name} takes a number, not `{text}`")),
        None => Ok(default),
    };
    match args.first().map(String::as_str) {
        Some("oracle") => {
            oracle::record(option("--out").unwrap_or("corpus/rdna/asm"))?;
            Ok(true)
        }
        Some("differential") => {
            let targets = match option("--target") {
                Some(name) => {
                    vec![Target::from_name(name).ok_or(format!("no target `{name}`"))?]
                }
                None => Target::ALL.to_vec(),
            };
            let wave =
                Wave::from_lanes(number("--wave", 32)? as u32).ok_or("--wave is 32 or 64")?;
            let (count, seed) = (number("--count", 100_000)? as usize, number("--seed", 1)?);
            let mut clean = true;
            for target in targets {
                clean &= oracle::compare(target, wave, count, seed)?;
            }
            Ok(clean)
        }
        Some("riscv") => {
            match args.get(1).map(String::as_str) {
                Some("text") => riscv::record_text("corpus/tile/asm/riscv.txt")?,
                Some("runs") => riscv::record_runs("corpus/tile/rvv", number("--count", 24)?)?,
                Some("programs") => riscv::record_programs()?,
                Some("compare") => {
                    return riscv::compare_runs(number("--seed", 1000)?, number("--count", 20)?);
                }
                _ => return Err(USAGE.into()),
            }
            Ok(true)
        }
        Some("import") => {
            let path = args.get(1).ok_or(USAGE)?;
            let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
            print!("{}", import::rows(&text)?);
            Ok(true)
        }
        _ => Err(USAGE.into()),
    }
}
