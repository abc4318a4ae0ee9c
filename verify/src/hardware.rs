//! WAVE kernels for a real GPU: each translated to PTX, exactly and fast, with what its memory
//! holds at the start and what the emulator left there. `scripts/run-ptx` launches them.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use wavetank::{Error, Failure, Input, Placed, Settings, run, translate};

/// Writes a folder with `cases.json` and a PTX file for each case. `styles` says whether to
/// translate exactly (false), fast (true), or both, `wave` how many threads a wave has.
pub fn write(out: &str, folders: &[&str], styles: &[bool], wave: u32) -> Result<(), String> {
    let out = Path::new(out);
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let mut cases = Vec::new();
    for folder in folders {
        for path in kernel_files(Path::new(folder))? {
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

fn kernel_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "wave"))
        .collect();
    files.sort();
    Ok(files)
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
    let input = Input::open(path, Some("wave")).map_err(fail)?;
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
            Error::Plain(_) => None,
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
