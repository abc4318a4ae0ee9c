//! Files that the user names: opened as they are, links and pipes too, and read as long as there is room.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use wavetank::{Error, MAX_FILE, SourceFile};

/// All of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let name = path.display().to_string();
    let file = File::open(path);
    read_from(&name, file.map_err(|error| cannot_read(&name, error))?)
}

/// All that another program writes, which messages call `name`.
pub fn read_from(name: &str, from: impl Read) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_FILE + 1).read_to_end(&mut bytes);
    read.map_err(|error| cannot_read(name, error))?;
    match bytes.len() as u64 > MAX_FILE {
        false => Ok(bytes),
        true => {
            let most = MAX_FILE >> 20;
            let message = format!("{name} is too long: files of up to {most} MB are read");
            Err(Error::Plain(message))
        }
    }
}

/// A file as text.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| cannot_read(path.display(), "it is not text in UTF-8"))
}

/// The files of a folder as texts, by name.
pub fn read_folder(folder: &Path) -> Result<Vec<SourceFile>, Error> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.map_err(|error| cannot_read(folder.display(), error))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let file = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(SourceFile::new(name.as_ref(), read_text(&path)?))
    };
    paths.into_iter().map(file).collect()
}

fn cannot_read(what: impl Display, why: impl Display) -> Error {
    Error::Plain(format!("cannot read {what}: {why}"))
}
