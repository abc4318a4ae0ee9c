//! Compiled programs on disk, so that nothing is compiled twice.
//!
//! An entry is found by everything that its program depends on: the text, the options, the
//! processor, the compiler. Files that the text includes are listed in the entry with what they
//! held, and looked at again. `WAVETANK_CACHE` names another folder, or `off`.

use crate::clang::Compiled;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The environment variable that names the folder.
pub const FOLDER: &str = "WAVETANK_CACHE";
/// When there are more entries, the oldest half goes.
const MOST_ENTRIES: usize = 4096;
/// The first line of an entry.
const MAGIC: &str = "wavetank program 1\n";

/// 128 bits that stand for these texts.
pub(crate) fn key(parts: &[&[u8]]) -> String {
    let hash = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(seed);
        for part in parts {
            hasher.write_usize(part.len());
            hasher.write(part);
        }
        hasher.finish()
    };
    format!("{:016x}{:016x}", hash(1), hash(2))
}

/// The folder, if there is to be one.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(named) = set(FOLDER) {
        return (named != "off").then(|| named.into());
    }
    if let Some(caches) = set("XDG_CACHE_HOME") {
        return Some(Path::new(&caches).join("wavetank"));
    }
    Some(Path::new(&set("HOME")?).join(".cache/wavetank"))
}

/// A file of the cache that is there.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    Some(folder()?.join(name)).filter(|path| path.is_file())
}

/// Puts a file into the cache, whole or not at all. Where it cannot be written, nothing is kept.
pub(crate) fn keep(name: &str, bytes: &[u8]) -> Option<PathBuf> {
    let folder = folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    let mut file = tempfile::NamedTempFile::new_in(&folder).ok()?;
    file.write_all(bytes).ok()?;
    let path = folder.join(name);
    file.persist(&path).ok()?;
    thin_out(&folder);
    Some(path)
}

/// Looks a program up.
pub(crate) fn find(key: &str) -> Option<Compiled> {
    let bytes = std::fs::read(file(&entry_name(key))?).ok()?;
    let rest = bytes.strip_prefix(MAGIC.as_bytes())?;
    let (head, rest) = split_line(rest)?;
    let mut sizes = head.split(' ').map(|text| text.parse::<usize>().ok());
    let (files, log) = (sizes.next()??, sizes.next()??);
    let mut rest = rest;
    for _ in 0..files {
        let (line, after) = split_line(rest)?;
        let (content, path) = line.split_once(' ')?;
        if content_key(Path::new(path))? != content {
            return None;
        }
        rest = after;
    }
    let (log, bytes) = rest.split_at_checked(log)?;
    Some(Compiled {
        bytes: bytes.to_vec(),
        log: String::from_utf8(log.to_vec()).ok()?,
    })
}

/// Keeps a program, with the files that it was made of besides its text.
pub(crate) fn insert(key: &str, compiled: &Compiled, files: &[PathBuf]) {
    let mut entry = format!("{MAGIC}{} {}\n", files.len(), compiled.log.len());
    for path in files {
        let (Some(content), Some(text)) = (content_key(path), path.to_str()) else {
            return;
        };
        if text.contains('\n') {
            return;
        }
        entry += &format!("{content} {text}\n");
    }
    let mut bytes = entry.into_bytes();
    bytes.extend(compiled.log.as_bytes());
    bytes.extend(&compiled.bytes);
    keep(&entry_name(key), &bytes);
}

fn entry_name(key: &str) -> String {
    format!("program-{key}")
}

fn content_key(path: &Path) -> Option<String> {
    Some(key(&[&std::fs::read(path).ok()?]))
}

fn split_line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

/// Removes the oldest entries where there are too many.
fn thin_out(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut all: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.metadata().ok()?.modified().ok()?, entry.path()))
        })
        .collect();
    if all.len() <= MOST_ENTRIES {
        return;
    }
    all.sort();
    for (_, path) in &all[..all.len() / 2] {
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_parts_apart() {
        assert_ne!(key(&[b"ab", b"c"]), key(&[b"a", b"bc"]));
        assert_eq!(key(&[b"ab"]), key(&[b"ab"]));
        assert_eq!(key(&[]).len(), 32);
    }
}
