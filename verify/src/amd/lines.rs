//! Instructions from files: lines of assembly, and bytes as disassembler tests write them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What was found in files, each once.
#[derive(Default)]
pub struct Found {
    pub lines: BTreeSet<String>,
    pub runs: BTreeSet<Vec<u8>>,
}

impl Found {
    /// Reads a file, or everything below a directory.
    pub fn read(&mut self, path: &Path) -> Result<(), String> {
        let error = |error: std::io::Error| format!("{}: {error}", path.display());
        if path.is_dir() {
            let mut inside: Vec<PathBuf> = vec![];
            for entry in std::fs::read_dir(path).map_err(error)? {
                inside.push(entry.map_err(error)?.path());
            }
            inside.sort();
            return inside.iter().try_for_each(|path| self.read(path));
        }
        let bytes = std::fs::read(path).map_err(error)?;
        for line in String::from_utf8_lossy(&bytes).lines() {
            self.line(line);
        }
        Ok(())
    }

    fn line(&mut self, line: &str) {
        let text = line.trim();
        if let Some(run) = hex_list(text) {
            self.runs.insert(run);
            return;
        }
        let text = text.split("//").next().unwrap_or("");
        let text = text.split(';').next().unwrap_or("").trim();
        let name: &str = text.split_whitespace().next().unwrap_or("");
        let mut letters = name.bytes();
        let is_name = letters.next().is_some_and(|b| b.is_ascii_alphabetic())
            && letters.all(|b| b.is_ascii_alphanumeric() || b == b'_');
        // An assignment is no instruction.
        if is_name && !text.contains(" = ") {
            self.lines.insert(text.to_string());
        }
    }
}

/// `[0x01,0x02]` or `0x01 0x02`, with a comment after it.
fn hex_list(text: &str) -> Option<Vec<u8>> {
    let text = text.split('#').next()?.split("//").next()?;
    let text = text.trim().trim_start_matches('[').trim_end_matches(']');
    let bytes: Option<Vec<u8>> = text
        .split([',', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| u8::from_str_radix(part.strip_prefix("0x")?, 16).ok())
        .collect();
    bytes.filter(|bytes| !bytes.is_empty())
}
