//! Programs that a host hands over as text or as bitcode. The host may do what its user may, so the
//! compiler is bounded in what it takes but not in what it reads.

use crate::cache;
use crate::clang::{Compiled, DEPENDENCIES, Job, Output, Refused, Toolchain};
use crate::limits::CompilerLimits;
use crate::options::CompilerOptions;
use crate::prelude;
use std::path::{Path, PathBuf};

/// What messages and lines of the source call a program's text.
pub const NAME: &str = "program.cl";

/// The version of OpenCL C where no option says otherwise.
pub(crate) const STANDARD: &str = "CL1.2";

/// A program as text.
#[derive(Clone, Copy, Debug)]
pub struct ProgramSource<'a> {
    /// OpenCL C.
    pub text: &'a str,
    /// Headers that it may include, by the names that it includes them by.
    pub headers: &'a [(String, String)],
}

/// Compiles a program, or finds it in the cache.
pub fn compile_program(
    source: &ProgramSource<'_>,
    options: &CompilerOptions,
    processor: &str,
    output: Output,
) -> Result<Compiled, Refused> {
    let tools = Toolchain::find().map_err(Refused::Unavailable)?;
    let args = options.args(STANDARD);
    let mut parts: Vec<&[u8]> = vec![source.text.as_bytes()];
    for (name, text) in source.headers {
        parts.extend([name.as_bytes(), text.as_bytes()]);
    }
    let key = key("source", &parts, &args, processor, output, &tools);
    if let Some(found) = cache::find(&key) {
        return Ok(found);
    }
    let scratch = scratch()?;
    let folder = scratch.path();
    let path = folder.join(NAME);
    write(&path, source.text.as_bytes())?;
    let mut args = args;
    if !source.headers.is_empty() {
        let headers = folder.join("headers");
        for (name, text) in source.headers {
            write_header(&headers, name, text.as_bytes())?;
        }
        args.push(format!("-I{}", headers.display()));
    }
    let compiled = job(&path, &[], processor, &args, output, folder).run(&tools)?;
    let listed = std::fs::read_to_string(folder.join(DEPENDENCIES)).unwrap_or_default();
    let included = dependencies(&listed);
    let outside: Vec<PathBuf> = included
        .into_iter()
        .filter(|path| !path.starts_with(folder))
        .collect();
    cache::insert(&key, &compiled, &outside);
    Ok(compiled)
}

/// Links programs that were compiled to bitcode.
pub fn link_programs(
    units: &[&[u8]],
    options: &CompilerOptions,
    processor: &str,
    output: Output,
) -> Result<Compiled, Refused> {
    let tools = Toolchain::find().map_err(Refused::Unavailable)?;
    let args = options.args(STANDARD);
    let key = key("units", units, &args, processor, output, &tools);
    if let Some(found) = cache::find(&key) {
        return Ok(found);
    }
    let scratch = scratch()?;
    let mut paths = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let path = scratch.path().join(format!("unit{number}.bc"));
        write(&path, unit)?;
        paths.push(path);
    }
    let Some((first, others)) = paths.split_first() else {
        return Err(Refused::Source("there is nothing to link".into()));
    };
    let compiled = job(first, others, processor, &args, output, scratch.path()).run(&tools)?;
    cache::insert(&key, &compiled, &[]);
    Ok(compiled)
}

fn job<'a>(
    path: &'a Path,
    linked: &'a [PathBuf],
    processor: &'a str,
    options: &'a [String],
    output: Output,
    scratch: &'a Path,
) -> Job<'a> {
    Job {
        name: NAME,
        path,
        linked,
        processor,
        options,
        output,
        lists: true,
        readable: &[],
        scratch,
        confined: false,
        limits: CompilerLimits::of_programs(),
    }
}

/// Everything that a program is made of, but for the files that its text includes.
fn key(
    kind: &str,
    parts: &[&[u8]],
    args: &[String],
    processor: &str,
    output: Output,
    tools: &Toolchain,
) -> String {
    let identity = tools.identity();
    let output = format!("{output:?}");
    // Folders for headers may be relative.
    let folder = std::env::current_dir().unwrap_or_default();
    let folder = folder.as_os_str().as_encoded_bytes();
    let folder = if args.iter().any(|arg| arg.starts_with("-I")) {
        folder
    } else {
        b""
    };
    let own = prelude::identity().map(str::as_bytes);
    let mut all: Vec<&[u8]> = vec![kind.as_bytes(), identity.as_bytes(), processor.as_bytes()];
    all.extend([output.as_bytes(), folder]);
    all.extend(own);
    all.extend(args.iter().map(|arg| arg.as_bytes()));
    all.push(b"--");
    all.extend(parts);
    cache::key(&all)
}

pub(crate) fn scratch() -> Result<tempfile::TempDir, Refused> {
    let made = tempfile::Builder::new().prefix("wavetank").tempdir();
    made.map_err(|error| Refused::Unavailable(format!("no temporary folder can be made: {error}")))
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Refused> {
    let written = std::fs::write(path, bytes);
    written
        .map_err(|error| Refused::Unavailable(format!("cannot write {}: {error}", path.display())))
}

/// A header by the name that it is included by, which stays below the folder.
pub(crate) fn write_header(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Refused> {
    let inside = |part| matches!(part, std::path::Component::Normal(_));
    if !Path::new(name).components().all(inside) || name.is_empty() {
        return Err(Refused::Source(format!(
            "`{name}` cannot be the name of a header"
        )));
    }
    let path = folder.join(name);
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    made.map_err(|error| Refused::Unavailable(error.to_string()))?;
    write(&path, bytes)
}

/// The files of a list as `make` reads it, but for what is made of them.
pub(crate) fn dependencies(list: &str) -> Vec<PathBuf> {
    let Some((_, list)) = list.split_once(':') else {
        return Vec::new();
    };
    let mut paths = vec![String::new()];
    let mut chars = list.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'\n') => {}
            '\\' if chars.peek() == Some(&' ') => {
                paths.last_mut().expect("one").extend(chars.next())
            }
            c if c.is_whitespace() => paths.push(String::new()),
            c => paths.last_mut().expect("one").push(c),
        }
    }
    paths
        .into_iter()
        .filter(|path| !path.is_empty())
        .map(PathBuf::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_those_of_make() {
        let list = "-: /tmp/x/program.cl \\\n  /a/b\\ c.h /d.h\n";
        let expected = ["/tmp/x/program.cl", "/a/b c.h", "/d.h"].map(PathBuf::from);
        assert_eq!(dependencies(list), expected);
        assert!(dependencies("").is_empty());
    }
}
