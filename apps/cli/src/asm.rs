//! `wavetank asm`.

use crate::args::{AsmArgs, CompileArgs};
use crate::out::{self, Exit, Outcome};
use serde_json::json;
use std::path::{Path, PathBuf};
use wavetank::{Error, Failure, Input, Settings, render};

pub fn asm(args: &AsmArgs) -> Outcome {
    let folders = CompileArgs {
        include: args.include.clone(),
        ..CompileArgs::default()
    };
    let input = args.language.open(&args.file, &args.reading, &folders)?;
    if input.code.is_some() {
        return Err(Error::Plain(no_assembly(&args.file)));
    }
    let settings = args.language.settings(&args.set, &args.reading)?;
    if args.encoding {
        return encoding(args, &input, &settings);
    }
    let binary = wavetank::assemble_to_elf(&input, &settings)?;
    let output = args
        .output
        .clone()
        .unwrap_or_else(|| default_output(&args.file));
    out::file(&output, &binary)?;
    if args.json {
        let object = json!({ "schema": "wavetank.asm/1", "output": output.display().to_string() });
        out::data(&format!("{object}\n"))?;
    } else if args.output.is_none() {
        out::note(&format!("written to {}", output.display()));
    }
    Ok(Exit::DONE)
}

/// Why nothing is assembled of a file whose code is machine code, or becomes it elsewhere.
fn no_assembly(path: &Path) -> String {
    let name = path.display();
    match Input::is_source(path) {
        true => format!(
            "{name} is no assembly: a compiler makes its code, and `wavetank run` takes it as it is"
        ),
        false => format!("{name} is a binary already"),
    }
}

pub fn stdin() -> Result<Vec<u8>, Error> {
    compile::read_from("stdin", std::io::stdin().lock())
}

fn default_output(file: &Path) -> PathBuf {
    if file == Path::new("-") {
        "a.elf".into()
    } else {
        file.with_extension("elf")
    }
}

/// One line for every instruction, errors among them; goes on after errors.
fn encoding(args: &AsmArgs, input: &Input, settings: &Settings) -> Outcome {
    let assembled = wavetank::assemble(input, settings)?;
    let mut lines = Vec::new();
    let mut failed = false;
    for (line, result) in assembled.assembly.encodings(&input.file) {
        failed |= result.is_err();
        lines.push(match (result, args.json) {
            (Ok(bytes), false) => format!("{line}\t{}", hex(bytes)),
            (Err(error), false) => format!("{line}\terror: {}", error.message),
            (Ok(bytes), true) => json!({ "line": line, "hex": hex(bytes) }).to_string(),
            (Err(error), true) => {
                json!({ "line": line, "error": render::to_json(error, &input.file) }).to_string()
            }
        });
    }
    if args.json {
        out::data(&format!(
            "{{\"schema\":\"wavetank.encoding/1\",\"lines\":[{}]}}\n",
            lines.join(",")
        ))?;
    } else {
        lines.iter_mut().for_each(|line| line.push('\n'));
        out::data(&lines.concat())?;
    }
    // What is wrong outside instructions has no line of its own above.
    let errors = assembled
        .assembly
        .diagnostics
        .iter()
        .filter(|d| d.severity == wavetank::Severity::Error);
    let own: Vec<_> = assembled
        .assembly
        .lines
        .iter()
        .filter_map(|line| line.error)
        .collect();
    for (i, diagnostic) in assembled.assembly.diagnostics.iter().enumerate() {
        if !own.contains(&(i as u32)) {
            out::note(&render::diagnostic(diagnostic, &input.file, out::colour()));
        }
    }
    failed |= errors.count() > 0;
    Ok(if failed {
        Exit::of(Failure::Input)
    } else {
        Exit::DONE
    })
}

/// Bytes in memory order, lowercase, no spaces.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
