//! Where `file("path")` finds its bytes. The application decides; this crate only asks.

use std::collections::BTreeMap;
use std::io;

/// What has the files that a header names.
pub trait Files {
    /// The bytes of the file from `start` on: `limit` of them, or those that there are.
    fn read(&self, path: &str, start: u64, limit: u64) -> io::Result<Vec<u8>>;
}

/// No files at all.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str, _start: u64, _limit: u64) -> io::Result<Vec<u8>> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "files cannot be read here",
        ))
    }
}

/// Files that are in memory already, by their path: for browsers and tests.
impl Files for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str, start: u64, limit: u64) -> io::Result<Vec<u8>> {
        let bytes = self.get(path).ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, "there is no file of this name")
        })?;
        let inside = |at: u64| usize::try_from(at).map_or(bytes.len(), |at| at.min(bytes.len()));
        Ok(bytes[inside(start)..inside(start.saturating_add(limit))].to_vec())
    }
}
