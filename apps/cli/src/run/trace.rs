//! `run --trace`: every instruction, in a file that is written whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use wavetank::{Error, Failure, Input, Settings};

pub fn write(path: &Path, input: &Input, settings: &Settings) -> Result<(), Error> {
    let fail = |error: io::Error| Error::Plain(format!("cannot write {}: {error}", path.display()));
    // Devices such as /dev/stdout can't be renamed over.
    if path.exists() && !path.is_file() {
        return to_file(path, path, input, settings, &fail);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = to_file(path, &temporary, input, settings, &fail);
    let written = written.and_then(|()| std::fs::rename(&temporary, path).map_err(fail));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

fn to_file(
    path: &Path,
    temporary: &Path,
    input: &Input,
    settings: &Settings,
    fail: &dyn Fn(io::Error) -> Error,
) -> Result<(), Error> {
    let json = path
        .extension()
        .is_some_and(|extension| extension == "jsonl");
    let mut out = BufWriter::new(File::create(temporary).map_err(fail)?);
    let mut failed = None;
    let ran = wavetank::log(input, settings, &mut |step| {
        let line = match json {
            true => step.to_json().to_string(),
            false => step.to_text(),
        };
        failed = writeln!(out, "{line}").err();
        failed.is_none()
    });
    if let Some(error) = failed.or_else(|| out.flush().err()) {
        return Err(fail(error));
    }
    match ran {
        // What led to a trap is what a trace is for; the run itself tells of it.
        Err(error) if error.failure() == Failure::Trap => Ok(()),
        ran => ran,
    }
}
