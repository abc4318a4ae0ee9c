//! The folder of a file that the user names, with the files that this one may name in turn.

use kernel::Files;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use wavetank::Surroundings;

/// The files under one folder, and under whatever else was allowed.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    allowed: Vec<PathBuf>,
}

impl Folder {
    /// The files under `root`.
    pub fn new(root: impl Into<PathBuf>) -> Folder {
        Folder {
            root: root.into(),
            allowed: vec![],
        }
    }

    /// The folder that holds the kernel file.
    pub fn of_file(kernel_file: &Path) -> Folder {
        match kernel_file.parent() {
            Some(parent) if parent != Path::new("") => Folder::new(parent),
            _ => Folder::new("."),
        }
    }

    /// Also allows everything at or below `path`.
    pub fn allow(mut self, path: impl Into<PathBuf>) -> Folder {
        self.allowed.push(path.into());
        self
    }

    /// The folder itself, and whatever else was allowed.
    pub fn roots(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.root)
            .chain(&self.allowed)
            .map(PathBuf::as_path)
    }

    /// A path as the file that names it means it. Nothing is checked yet.
    pub fn join(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Where a regular file really lies, once all links are followed. Anything outside is refused
    /// alike, whether it is there or not.
    pub fn resolve(&self, path: &str) -> io::Result<PathBuf> {
        let resolved = match self.join(path).canonicalize() {
            Err(error) if is_below(path) => return Err(error),
            resolved => resolved.map_err(|_| refused())?,
        };
        let holds = |folder: &Path| {
            let folder = folder.canonicalize();
            folder.is_ok_and(|folder| resolved.starts_with(folder))
        };
        if !self.roots().any(holds) {
            return Err(refused());
        }
        // A pipe or a device could keep us waiting for ever.
        if !resolved.metadata()?.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "this is not a plain file",
            ));
        }
        Ok(resolved)
    }
}

impl Files for Folder {
    fn read(&self, path: &str, start: u64, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = vec![];
        let mut file = File::open(self.resolve(path)?)?;
        file.seek(SeekFrom::Start(start))?;
        file.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Surroundings for Folder {}

/// Nothing in the path leads out of the folder, but for links.
fn is_below(path: &str) -> bool {
    Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

fn refused() -> io::Error {
    io::Error::new(
        io::ErrorKind::PermissionDenied,
        "the path leaves the kernel file's folder (`--allow-path` permits more)",
    )
}
