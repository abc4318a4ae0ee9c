//! Compiled kernels with a wait, a barrier or an emptied cache taken out, one at a time.
//!
//! A kernel that clang made is right, so what was taken out is missed by `check`, or it was not needed:
//! no path uses a register too early (the linter looks at all of them) and no two accesses conflict
//! that were ordered by it alone, in a run whose results stay what they are though nothing arrives
//! before it is waited for. `corpus/check/mutations.txt` holds what came of each, so that a change shows.

use super::{read, root, write};
use crate::lint::row_at;
use amdgpu::Target;
use amdgpu::meaning::Meaning;
use arch::DisStyle;
use compile::Folder;
use kernel::Files;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wavetank::{Error, Settings, Surroundings};

/// A file of the folder is another one.
struct Overlay {
    folder: Folder,
    name: String,
    bytes: Vec<u8>,
}

impl Files for Overlay {
    fn read(&self, path: &str, start: u64, limit: u64) -> io::Result<Vec<u8>> {
        if path != self.name {
            return self.folder.read(path, start, limit);
        }
        let bytes = self.bytes.iter().skip(start as usize);
        Ok(bytes.take(limit as usize).copied().collect())
    }
}

impl Surroundings for Overlay {}

/// `s_nop 0`, and a word that is no instruction.
const NOP: [u8; 4] = 0xbf80_0000_u32.to_le_bytes();
const ILLEGAL: [u8; 4] = [0xff; 4];

/// A compiled kernel and how it is launched.
struct Program {
    path: PathBuf,
    name: String,
    object: String,
    bytes: Vec<u8>,
    /// Offset in the object, bytes, address and text of what can be taken out.
    parts: Vec<(usize, usize, u64, String)>,
}

pub fn run(record: bool) -> Result<bool, String> {
    let path = root().join("corpus/check/mutations.txt");
    let now = all(1)?;
    if record {
        write(&path, &now)?;
        return Ok(true);
    }
    let before = read(&path)?;
    let known: BTreeSet<&str> = before.lines().collect();
    let changed: Vec<&str> = now.lines().filter(|line| !known.contains(line)).collect();
    changed.iter().for_each(|line| println!("new: {line}"));
    println!(
        "{} mutations",
        now.lines().filter(|line| !line.starts_with('#')).count()
    );
    Ok(changed.is_empty())
}

/// One of so many is tried.
fn all(one_of: usize) -> Result<String, String> {
    let mut text = String::from(
        "# What `check` finds when an instruction is taken out of a kernel that clang compiled for gfx1100.\n\
         # `verify checkers mutations --record` writes this file.\n",
    );
    let mut number = 0;
    for program in programs()? {
        if !codes(&program, None)?.is_empty() {
            continue;
        }
        for (at, len, address, name) in &program.parts {
            number += 1;
            if number % one_of != 0 {
                continue;
            }
            let found = codes(&program, Some((*at, *len, NOP)))?;
            let verdict = match found.is_empty() {
                false => found.into_iter().collect::<Vec<_>>().join(" "),
                true => match codes(&program, Some((*at, 4, ILLEGAL)))?.is_empty() {
                    true => "not reached".into(),
                    false => "not needed".into(),
                },
            };
            let _ = writeln!(text, "{} {address:#x} {name}: {verdict}", program.name);
        }
    }
    Ok(text)
}

/// What is said about the program with some bytes replaced.
fn codes(
    program: &Program,
    change: Option<(usize, usize, [u8; 4])>,
) -> Result<BTreeSet<&'static str>, String> {
    let mut bytes = program.bytes.clone();
    if let Some((at, len, by)) = change {
        for word in bytes[at..at + len].chunks_mut(4) {
            word.copy_from_slice(&by);
        }
    }
    let folder = program.path.parent().unwrap_or(Path::new("."));
    let surroundings = Overlay {
        folder: Folder::new(folder),
        name: program.object.clone(),
        bytes,
    };
    let input = compile::open_in(&program.path, None, Arc::new(surroundings));
    let input = input.map_err(|error| error.to_string())?;
    // A wait that is not there may keep a kernel going for ever.
    let settings = Settings {
        max_instructions: 2_000_000,
        ..Settings::default()
    };
    Ok(match wavetank::check(&input, &settings) {
        Ok(found) => found.diagnostics.iter().map(|it| it.code).collect(),
        Err(Error::Diagnostics { diagnostics, .. }) => {
            diagnostics.iter().map(|it| it.code).collect()
        }
        Err(error) => return Err(error.to_string()),
    })
}

/// Compiled kernels with barriers or atomics.
fn programs() -> Result<Vec<Program>, String> {
    let folder = root().join("corpus/rdna/run/programs");
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let files: Result<Vec<PathBuf>, String> = std::fs::read_dir(&folder)
        .map_err(fail)?
        .map(|file| Ok(file.map_err(fail)?.path()))
        .collect();
    let mut files = files?;
    files.retain(|path| path.extension().is_some_and(|it| it == "rdna3"));
    files.sort();
    let mut programs = Vec::new();
    for path in files {
        let text = read(&path)?;
        let value = |key: &str| {
            let line = text.lines().find(|line| line.starts_with(key))?;
            Some(line.split('"').nth(1)?.to_string())
        };
        let (Some(object), Some(name)) = (value("code ="), value("kernel =")) else {
            continue;
        };
        let bytes = std::fs::read(folder.join(&object)).map_err(fail)?;
        let input =
            compile::open_plain(&folder.join(&object), None).map_err(|error| error.to_string())?;
        let Some(code) = input.code else { continue };
        let style = DisStyle {
            wave: 32,
            extensions: Vec::new(),
        };
        let Some(start) = code.symbols.iter().find(|it| it.name == name) else {
            continue;
        };
        let lines = input.arch.listing(&code, &style);
        let target = Target::from_name(input.arch.name()).ok_or("an unknown target")?;
        let mut ours = Vec::new();
        for line in lines.iter().skip_while(|line| line.address < start.address) {
            let meaning = row_at(&code, line.address, target).map(|row| row.meaning);
            ours.extend(meaning.map(|meaning| (line, meaning)));
            if meaning == Some(Meaning::End) {
                break;
            }
        }
        let orders = |meaning| {
            use Meaning::{Atomic, Barrier, ShareAtomic, SplitBarrier};
            matches!(
                meaning,
                Barrier | SplitBarrier(_) | Atomic(..) | ShareAtomic(..)
            )
        };
        if !ours.iter().any(|&(_, meaning)| orders(meaning)) {
            continue;
        }
        // Relocations change some words: what is looked for is the kernel's first instructions.
        let from = (start.address - code.base) as usize;
        let head = &code.bytes[from..from + 64.min(code.bytes.len() - from)];
        let in_file = bytes.windows(head.len()).position(|window| window == head);
        let Some(in_file) = in_file else {
            return Err(format!("{object}: the code of {name} is not found in it"));
        };
        let wanted = |meaning| {
            use Meaning::{Barrier, Empties, SplitBarrier, Wait, WritesBack};
            matches!(
                meaning,
                Wait(_) | Barrier | SplitBarrier(_) | Empties(..) | WritesBack(_)
            )
        };
        let parts = ours.iter().filter(|(_, meaning)| wanted(*meaning));
        let parts = parts.map(|(line, _)| {
            let at = in_file + (line.address - start.address) as usize;
            (at, line.len, line.address, line.text.trim().to_string())
        });
        programs.push(Program {
            parts: parts.collect(),
            path,
            name,
            object,
            bytes,
        });
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_out_of_compiled_kernels_is_found_as_it_was() {
        let recorded = read(&root().join("corpus/check/mutations.txt")).unwrap();
        // All of them take a minute.
        let now = all(5).unwrap();
        let is_one = |line: &&str| !line.starts_with('#');
        let recorded: Vec<&str> = recorded.lines().filter(is_one).collect();
        let now: Vec<&str> = now.lines().filter(is_one).collect();
        let recorded: Vec<&str> = recorded.into_iter().skip(4).step_by(5).collect();
        assert_eq!(
            recorded, now,
            "`verify checkers mutations --record` writes it anew"
        );
        let found = now
            .iter()
            .filter(|it| !it.ends_with("not needed") && !it.starts_with('#'));
        assert!(found.count() > 50);
    }
}
