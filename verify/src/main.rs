//! Chores of the workspace.
//!
//! `oracle` records corpora from LLVM, `differential` compares with LLVM afresh, `import` writes
//! table rows from AMD's machine-readable specification, `hardware` what a GPU must run to compare
//! it with the emulator.

#![forbid(unsafe_code)]

mod bytes;
mod compare;
mod generate;
mod hardware;
mod import;
mod kernels;
mod known;
mod lines;
mod llvm;
mod mutate;
mod names;
mod oracle;
mod process;
mod riscv;
mod sweep;
mod verification;

use std::process::ExitCode;

use amdgpu::{Target, Wave};

const USAGE: &str = "\
usage: cargo run -p verify -- COMMAND

  oracle [--out DIR]                     record corpus/rdna/asm from llvm-mc
  differential [--mode rows|mutate|names|bytes|files] [--count N] [--target T] [--wave 32|64] [--seed N]
               [--allow N] [--classes N] [--examples N] [FILE...]
                                         compare instructions with llvm-mc, both ways: random ones
                                         of our rows, the same with something changed, names of
                                         immediates and modifiers in and out of place, any bytes, or
                                         those in files. More than --allow of a hundred thousand
                                         that differ are a failure.
  kernels [--seed N] [--count N] [--seconds N] [--target T] [--level O3] [--wave 32|64]
          [--builds N] [--keep DIR] [--allow N]
                                         compare what random OpenCL kernels do here and, compiled
                                         by clang, on this computer. More than --allow that differ
                                         are a failure: compilers have bugs too.
  kernels written [--name KERNEL] [--target T] [--level O3] [--wave 32|64] [--builds N] [--seed N]
                                         the same for those in corpus/rdna/programs
  kernels record                         record them, compiled, in corpus/rdna/run/programs
  riscv text                             record corpus/riscv/asm/{rows,lines}.txt from llvm-mc
  riscv runs|programs                    record corpus/riscv/{run,vector} or corpus/tile/elf from
                                         clang and qemu-riscv64
  riscv compare [--count N] [--seed N]   compare N random vector programs with qemu-riscv64
  riscv legality [--count N] [--seed N]  compare which vector instructions are illegal
  import FILE.xml                        print table rows for an AMD specification
  hardware --out DIR [--exact] [FOLDER...]
                                         translate WAVE kernels to PTX and write them with what they
                                         must leave in memory, for scripts/run-ptx
  sweep --out DIR [--seed N]             write WAVE kernels that try every instruction on many words
  levels                                 print the levels of vector instructions that this CPU
                                         has, a line each, and with --missing those it lacks
  verification DIR                       put what scripts/run-ptx found, suite.json, sweep.json and
                                         random.json in DIR, into docs/hardware-verification.md";

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
        Some("levels") => {
            let missing = args.iter().any(|arg| arg == "--missing");
            for level in op::Level::ALL {
                if (level > op::Level::of_cpu()) == missing {
                    println!("{}", level.name());
                }
            }
            Ok(true)
        }
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
            let mode = option("--mode").unwrap_or("rows");
            let allowance = number("--allow", 0)? as usize;
            let classes = number("--classes", 40)? as usize;
            let examples = number("--examples", 3)? as usize;
            if !llvm::available() {
                println!("llvm-mc is not installed, nothing compared");
                return Ok(true);
            }
            let mut clean = true;
            for target in targets {
                let mut tally = compare::Tally::new(target, wave);
                let printed = || {
                    let runs = generate::instructions(target, wave, count, seed);
                    let texts = runs
                        .iter()
                        .filter_map(|run| amdgpu::disassemble(run, target, wave).ok());
                    texts.map(|(text, _)| text).collect::<Vec<String>>()
                };
                match mode {
                    "rows" => {
                        let legal = tally.assemble(&printed())?;
                        tally.disassemble(&legal)?;
                    }
                    "mutate" => {
                        let legal = tally.assemble(&mutate::lines(&printed(), count, seed))?;
                        tally.disassemble(&legal)?;
                    }
                    "names" => {
                        let legal = tally.assemble(&names::lines(target, wave, count, seed))?;
                        tally.disassemble(&legal)?;
                    }
                    "bytes" => {
                        let lines = tally.disassemble(&bytes::runs(target, wave, count, seed))?;
                        tally.assemble(&lines)?;
                    }
                    "files" => {
                        let mut found = lines::Found::default();
                        let plain = |arg: &&String| !arg.starts_with("--");
                        let at = args.iter().rposition(|arg| arg.starts_with("--"));
                        for path in args[at.map_or(1, |at| at + 2)..].iter().filter(plain) {
                            found.read(path.as_ref())?;
                        }
                        let lines: Vec<String> = found.lines.into_iter().collect();
                        let legal = tally.assemble(&lines)?;
                        tally.disassemble(&legal)?;
                        tally.disassemble(&found.runs.into_iter().collect::<Vec<_>>())?;
                    }
                    _ => return Err(format!("no mode `{mode}`")),
                }
                clean &= tally.report(allowance, classes, examples);
            }
            Ok(clean)
        }
        Some("riscv") => {
            match args.get(1).map(String::as_str) {
                Some("text") => {
                    riscv::record_text("corpus/riscv/asm/rows.txt")?;
                    riscv::record_lines("corpus/riscv/asm/lines.txt")?;
                }
                Some("runs") => {
                    riscv::record_again("corpus/riscv/run")?;
                    riscv::record_runs("corpus/riscv/vector", number("--count", 24)?)?;
                }
                Some("programs") => riscv::record_programs()?,
                Some("legality") => {
                    return riscv::compare_legality(number("--seed", 1)?, number("--count", 1000)?);
                }
                Some("compare") => {
                    return riscv::compare_runs(number("--seed", 1000)?, number("--count", 20)?);
                }
                _ => return Err(USAGE.into()),
            }
            Ok(true)
        }
        Some("kernels") => {
            let options = kernels::Options {
                seed: number("--seed", 1)?,
                count: number("--count", 100)?,
                allow: number("--allow", 0)?,
                seconds: number("--seconds", 0)?,
                target: option("--target").map(str::to_string),
                level: option("--level").map(str::to_string),
                wave: option("--wave").map(|_| number("--wave", 32)).transpose()?,
                builds: number(
                    "--builds",
                    u64::from(args.get(1).is_none_or(|a| a != "written")),
                )?,
                keep: option("--keep").map(Into::into),
            };
            match args.get(1).map(String::as_str) {
                Some("written") => kernels::compare_written(&options, option("--name")),
                Some("record") => kernels::record_written("corpus/rdna/run/programs"),
                _ => kernels::compare(&options),
            }
        }
        Some("import") => {
            let path = args.get(1).ok_or(USAGE)?;
            let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
            print!("{}", import::rows(&text)?);
            Ok(true)
        }
        Some("hardware") => {
            let out = option("--out").ok_or(USAGE)?;
            let folders = args[1..].iter().map(String::as_str);
            let width = option("--wave");
            let is_option = |&a: &&str| a.starts_with("--") || a == out || Some(a) == width;
            let folders: Vec<&str> = folders.filter(|a| !is_option(a)).collect();
            let styles: &[bool] = match args.iter().any(|arg| arg == "--exact") {
                true => &[false],
                false => &[false, true],
            };
            let usual = ["corpus/wave/conformance", "examples/wave"];
            let folders = if folders.is_empty() {
                &usual
            } else {
                &folders[..]
            };
            let wave = option("--wave").map_or(Ok(32), str::parse);
            let wave = wave.map_err(|_| "--wave takes a number".to_string())?;
            hardware::write(out, folders, styles, wave)?;
            Ok(true)
        }
        Some("verification") => {
            let results = args.get(1).ok_or(USAGE)?;
            verification::write(results, "docs/hardware-verification.md")?;
            Ok(true)
        }
        Some("sweep") => {
            let out = option("--out").ok_or(USAGE)?;
            sweep::write("corpus/wave/asm/all.txt", out, number("--seed", 1)?)?;
            Ok(true)
        }
        _ => Err(USAGE.into()),
    }
}
