//! Compiled programs on disk, so that nothing is compiled twice.
//!
//! An entry is found by everything that its program depends on: the text, the options, the
//! processor, the compiler. Files that the text includes are listed in the entry with what they
//! held. A file that still has the size and the time of its last change that it had then is not read
//! again: HIP's headers are hundreds of files. `WAVETANK_CACHE` names another folder, or `off`.

use crate::clang::Compiled;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The environment variable that names the folder.
pub const FOLDER: &str = "WAVETANK_CACHE";
/// When there are more entries, the oldest half goes.
const MOST_ENTRIES: usize = 4096;
/// The first line of an entry.
const MAGIC: &str = "wavetank program 2\n";

/// A file that was changed less long ago than this may change again without its time telling: its
/// content decides.
const SETTLED: Duration = Duration::from_secs(2);
/// What stands for the time of such a file.
const UNSETTLED: &str = "-";

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
    decode(&std::fs::read(file(&entry_name(key))?).ok()?)
}

/// Keeps a program, with the files that it was made of besides its text.
pub(crate) fn insert(key: &str, compiled: &Compiled, files: &[PathBuf]) {
    if let Some(entry) = encode(compiled, files) {
        keep(&entry_name(key), &entry);
    }
}

/// What an entry holds, unless a file that it was made of is another now.
fn decode(bytes: &[u8]) -> Option<Compiled> {
    let rest = bytes.strip_prefix(MAGIC.as_bytes())?;
    let (head, rest) = split_line(rest)?;
    let mut sizes = head.split(' ').map(|text| text.parse::<usize>().ok());
    let (files, log) = (sizes.next()??, sizes.next()??);
    let mut rest = rest;
    for _ in 0..files {
        let (line, after) = split_line(rest)?;
        let (stamp, line) = line.split_once(' ')?;
        let (content, path) = line.split_once(' ')?;
        let path = Path::new(path);
        let same = stamp != UNSETTLED && stamp_of(path)? == stamp;
        if !same && content_key(path)? != content {
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

/// An entry; nothing where it could not be told whether a file is another.
fn encode(compiled: &Compiled, files: &[PathBuf]) -> Option<Vec<u8>> {
    let mut entry = format!("{MAGIC}{} {}\n", files.len(), compiled.log.len());
    for path in files {
        let content = content_key(path)?;
        let text = path.to_str().filter(|text| !text.contains('\n'))?;
        let stamp = match is_settled(path) {
            true => stamp_of(path),
            false => None,
        };
        let stamp = stamp.as_deref().unwrap_or(UNSETTLED);
        entry += &format!("{stamp} {content} {text}\n");
    }
    let mut bytes = entry.into_bytes();
    bytes.extend(compiled.log.as_bytes());
    bytes.extend(&compiled.bytes);
    Some(bytes)
}

fn entry_name(key: &str) -> String {
    format!("program-{key}")
}

fn content_key(path: &Path) -> Option<String> {
    Some(key(&[&std::fs::read(path).ok()?]))
}

/// Size and time of the last change.
fn stamp_of(path: &Path) -> Option<String> {
    let data = std::fs::metadata(path).ok()?;
    let changed = data.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH);
    Some(format!("{}.{}", data.len(), changed.ok()?.as_nanos()))
}

fn is_settled(path: &Path) -> bool {
    let changed = std::fs::metadata(path).and_then(|data| data.modified());
    let age = changed.ok().and_then(|changed| changed.elapsed().ok());
    age.is_some_and(|age| age > SETTLED)
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

    #[test]
    fn headers_that_changed_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a header.h");
        let write = |text: &str, age: u64| {
            std::fs::write(&path, text).unwrap();
            let file = std::fs::File::options().write(true).open(&path).unwrap();
            let past = SystemTime::now() - Duration::from_secs(age);
            file.set_modified(past).unwrap();
        };
        let compiled = Compiled {
            bytes: b"code\nin lines".into(),
            log: "a warning\n".into(),
        };
        for age in [0, 3600] {
            write("int a;", age);
            let entry = encode(&compiled, std::slice::from_ref(&path)).unwrap();
            assert_eq!(decode(&entry).as_ref(), Some(&compiled));
            write("int a;", 60);
            assert_eq!(decode(&entry).as_ref(), Some(&compiled), "only its time");
            write("int b;", 60);
            assert_eq!(decode(&entry), None);
        }
        // One that has just been written may be written again within the same instant.
        write("int a;", 0);
        let now = std::fs::metadata(&path).unwrap().modified().unwrap();
        let entry = encode(&compiled, std::slice::from_ref(&path)).unwrap();
        std::fs::write(&path, "int b;").unwrap();
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(now).unwrap();
        assert_eq!(decode(&entry), None);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(decode(&entry), None);
    }
}
