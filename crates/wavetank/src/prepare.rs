//! From an input to code and a parsed header.

use crate::{Error, Input, Settings, elf};
use arch::{AsmSource, Assembled, Code};
use kernel::{Folder, KernelFile};
use source::{Diagnostic, Severity};
use std::collections::BTreeMap;

/// An input with its header understood and its code assembled.
pub(crate) struct Prepared {
    pub kernel: KernelFile,
    pub code: Code,
    pub extensions: Vec<String>,
    /// Warnings of the assembler.
    pub warnings: Vec<Diagnostic>,
}

/// Parses the header and assembles the body. All errors of both are reported together.
pub(crate) fn prepare(input: &Input, settings: &Settings) -> Result<Prepared, Error> {
    if input.code.is_some() && !settings.set.is_empty() {
        return Err(Error::Plain(
            "constants of an assembled binary are fixed: --set works on kernel files".into(),
        ));
    }
    let extensions = extensions(input, settings)?;
    let kernel = match parse_header(input, settings) {
        Ok(kernel) => kernel,
        Err(header) => {
            let mut all = header;
            all.extend(body_errors(input, settings, &extensions));
            return Err(Error::input(&input.file, all));
        }
    };
    if let Some(code) = &input.code {
        return Ok(Prepared {
            kernel,
            code: code.clone(),
            extensions,
            warnings: Vec::new(),
        });
    }
    let assembled = assemble_body(input, settings, &kernel, &extensions);
    let (errors, warnings): (Vec<_>, Vec<_>) = (assembled.assembly.diagnostics.into_iter())
        .partition(|diagnostic| diagnostic.severity == Severity::Error);
    if !errors.is_empty() {
        return Err(Error::input(&input.file, errors));
    }
    Ok(Prepared {
        kernel,
        code: assembled.code,
        extensions,
        warnings,
    })
}

/// What the binary was assembled with, and what the user switches on.
fn extensions(input: &Input, settings: &Settings) -> Result<Vec<String>, Error> {
    let known = input.arch.extensions();
    if let Some(unknown) = settings
        .extensions
        .iter()
        .find(|name| !known.contains(&name.as_str()))
    {
        let isa = input.arch.name();
        return Err(Error::Plain(match known {
            [] => format!("{isa} has no extensions, so there is none called `{unknown}`"),
            _ => format!(
                "{isa} has no extension `{unknown}`; it has {}",
                known.join(", ")
            ),
        }));
    }
    Ok(input
        .extensions
        .iter()
        .chain(&settings.extensions)
        .cloned()
        .collect())
}

/// What is wrong with the assembly below a header that is wrong itself. Its constants are not
/// known, so what is said about them does not count.
fn body_errors(input: &Input, settings: &Settings, extensions: &[String]) -> Vec<Diagnostic> {
    let Some(body) = kernel::body_span(&input.file).filter(|_| input.code.is_none()) else {
        return Vec::new();
    };
    let assembled = input.arch.assemble(&AsmSource {
        file: &input.file,
        body,
        constants: &BTreeMap::new(),
        wave: settings.wave.unwrap_or(input.arch.schema().default_wave),
        extensions,
    });
    let counts = |d: &Diagnostic| d.code != "undefined-constant" && d.severity == Severity::Error;
    assembled
        .assembly
        .diagnostics
        .into_iter()
        .filter(counts)
        .collect()
}

fn parse_header(input: &Input, settings: &Settings) -> Result<KernelFile, Vec<Diagnostic>> {
    let mut folder = Folder::new(match input.folder.as_os_str().is_empty() {
        true => ".".into(),
        false => input.folder.clone(),
    });
    for path in &settings.allow_paths {
        folder = folder.allow(path);
    }
    let options = kernel::Options {
        set: if input.code.is_some() {
            input.set.clone()
        } else {
            settings.set.clone()
        },
        seed: settings.seed,
        max_bytes: settings.memory_bytes,
    };
    kernel::parse(&input.file, input.arch.schema(), &options, &folder)
}

/// Assembles a kernel file. Errors of its instructions are in the result, line by line; only a
/// header that cannot be read is an error here.
pub fn assemble(input: &Input, settings: &Settings) -> Result<Assembled, Error> {
    if input.code.is_some() {
        return Err(Error::Plain(format!(
            "{} is a binary already",
            input.file.name()
        )));
    }
    let kernel = parse_header(input, settings)
        .map_err(|diagnostics| Error::input(&input.file, diagnostics))?;
    Ok(assemble_body(
        input,
        settings,
        &kernel,
        &settings.extensions,
    ))
}

/// The ELF file of a kernel file.
pub fn assemble_to_elf(input: &Input, settings: &Settings) -> Result<Vec<u8>, Error> {
    if input.code.is_some() {
        return Err(Error::Plain(format!(
            "{} is a binary already",
            input.file.name()
        )));
    }
    let Prepared {
        kernel,
        code,
        extensions,
        ..
    } = prepare(input, settings)?;
    let header = &input.file.text()[..kernel.body.range().start];
    elf::write(input, &code, header, settings, &extensions)
}

fn assemble_body(
    input: &Input,
    settings: &Settings,
    kernel: &KernelFile,
    extensions: &[String],
) -> Assembled {
    input.arch.assemble(&AsmSource {
        file: &input.file,
        body: kernel.body,
        constants: &kernel.constants,
        wave: settings.wave.unwrap_or(kernel.wave),
        extensions,
    })
}
