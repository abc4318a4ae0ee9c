//! WAVE kernels for a real GPU: each translated to PTX, exactly and fast, with what its memory
//! holds at the start and what the emulator left there. `scripts/run-ptx` launches them.

mod page;
mod sweep;

use crate::process::files;
use clap::Subcommand;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use wavetank::{Error, Failure, Placed, Settings, run, translate};

/// What is written.
#[derive(Subcommand)]
pub enum Hardware {
    /// Translate WAVE kernels to PTX, with what they must leave in memory, for scripts/run-ptx
    #[command(after_help = "Examples:
  verify hardware cases --out cases/suite
  verify hardware cases --exact --out cases/random kernels/random")]
    Cases {
        /// Where the cases go
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Exact translations only; otherwise fast ones too
        #[arg(long)]
        exact: bool,
        /// Threads of a wave
        #[arg(long, value_name = "N", default_value_t = 32)]
        wave: u32,
        /// Folders of kernels
        #[arg(value_name = "FOLDER", default_values = ["corpus/wave/conformance", "examples/wave"])]
        folders: Vec<PathBuf>,
    },
    /// Write WAVE kernels that try every instruction on many words
    #[command(after_help = "Example:\n  verify hardware sweep --out kernels/sweep")]
    Sweep {
        /// Where the kernels go
        #[arg(long, value_name = "DIR")]
        out: String,
        /// Another seed makes other words
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Put what scripts/run-ptx found into docs/hardware-verification.md
    #[command(after_help = "Example:\n  verify hardware page results")]
    Page {
        /// The folder with suite.json, sweep.json and random.json
        #[arg(value_name = "DIR")]
        results: String,
    },
}

impl Hardware {
    pub fn run(&self) -> Result<(), String> {
        match self {
            Hardware::Cases {
                out,
                exact,
                wave,
                folders,
            } => {
                let styles: &[bool] = if *exact { &[false] } else { &[false, true] };
                write(out, folders, styles, *wave)
            }
            Hardware::Sweep { out, seed } => sweep::write("corpus/wave/asm/all.txt", out, *seed),
            Hardware::Page { results } => page::write(results, "docs/hardware-verification.md"),
        }
    }
}

/// Writes a folder with `cases.json` and a PTX file for each case. `styles` says whether to
/// translate exactly (false), fast (true), or both, `wave` how many threads a wave has.
fn write(out: &Path, folders: &[PathBuf], styles: &[bool], wave: u32) -> Result<(), String> {
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let mut cases = Vec::new();
    for folder in folders {
        for path in files(folder, "wave")? {
            for &fast in styles {
                cases.push(case(&path, fast, wave, out)?);
            }
        }
    }
    let text = serde_json::to_string(&json!({ "cases": cases })).map_err(|e| e.to_string())?;
    let path = out.join("cases.json");
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    println!("{} cases in {}", cases.len(), out.display());
    Ok(())
}

fn case(path: &Path, fast: bool, wave: u32, out: &Path) -> Result<Value, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let style = if fast { "fast" } else { "exact" };
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let about = json!({ "name": name, "suite": folder.to_string_lossy(), "style": style });
    let with = |more: Value| {
        let mut all = about.clone();
        if let (Some(all), Some(more)) = (all.as_object_mut(), more.as_object()) {
            all.extend(more.clone());
        }
        all
    };
    let skipped = |why: &str| Ok(with(json!({ "skipped": why })));
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let outcome = text
        .lines()
        .find_map(|line| line.strip_prefix("# outcome: "));
    let loose = text.lines().filter_map(|l| l.strip_prefix("# fast: "));
    let loose: Vec<&str> = loose.filter(|_| fast).collect();
    match outcome {
        Some(outcome) if outcome.starts_with("refuse") => {
            return skipped("refused before it runs");
        }
        Some(outcome) if outcome.starts_with("check") => {
            return skipped("undefined behaviour, for the checkers");
        }
        _ => {}
    }
    let settings = Settings {
        wave: Some(wave),
        ..Settings::default()
    };
    let fail = |error| format!("{}: {error}", path.display());
    let input = compile::open_plain(path, Some("wave")).map_err(fail)?;
    let translated = match translate(&input, &settings, "ptx", fast) {
        Ok(translated) => translated,
        // Some kernels are for one width only, or their workgroups are too large for narrow waves.
        Err(error) if wave != 32 => return skipped(&error.to_string()),
        Err(error) => return Err(fail(error)),
    };
    let report = run(&input, &settings);
    let traps = match &report {
        Ok(_) => None,
        Err(error) if error.failure() == Failure::Trap => match error {
            Error::Diagnostics { diagnostics, .. } => diagnostics.first().map(|d| d.code),
            Error::Plain(_) | Error::Placeless { .. } | Error::Stopped { .. } => None,
        },
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let outputs = report.map(|report| report.outputs).unwrap_or_default();
    let arrays = translated.arrays.iter().map(|placed| {
        let after = outputs.iter().find(|(name, _)| *name == placed.name);
        array(placed, after.map(|(_, array)| array.data.as_slice()))
    });
    let file = format!("{name}-{style}.ptx");
    std::fs::write(out.join(&file), &translated.translation.text)
        .map_err(|e| format!("{file}: {e}"))?;
    Ok(with(json!({
        "ptx": file,
        "entry": translated.translation.entry,
        "grid": translated.grid,
        "block": translated.translation.block,
        "dynamic_shared": translated.translation.dynamic_shared,
        "cluster": translated.translation.cluster,
        "args": hex(&translated.translation.args),
        "arrays": arrays.collect::<Vec<_>>(),
        "traps": traps,
        "tol": translated.tol,
        // Words that a fast translation may leave with other bits.
        "loose": loose,
    })))
}

fn array(placed: &Placed, after: Option<&[u8]>) -> Value {
    json!({
        "name": placed.name,
        "type": placed.array.ty.to_string(),
        "address": placed.address,
        "bytes": placed.array.data.len(),
        // Nothing stands for zeros.
        "before": placed.array.data.iter().any(|&b| b != 0).then(|| hex(&placed.array.data)),
        // What the emulator leaves, and what the file itself asks for.
        "emulated": after.map(hex),
        "expected": placed.expected.as_ref().map(|array| hex(&array.data)),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
