//! Places as editors count them: lines from zero, columns in units of UTF-16 unless both sides agree
//! on bytes.

use lsp_types::{Position, Range};
use wavetank::{Severity, Span};

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    Utf16,
    Utf8,
}

/// Where the lines of a text begin. A line ends with `\n`, `\r\n` or `\r`.
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|&(i, &b)| b == b'\n' || b == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
        let starts = ends.map(|(i, _)| i as u32 + 1);
        Lines {
            starts: std::iter::once(0).chain(starts).collect(),
        }
    }

    /// The byte at a position; places beyond the end of a line or of the text are their ends.
    pub fn offset(&self, text: &str, position: Position, columns: Columns) -> u32 {
        let Some(&start) = self.starts.get(position.line as usize) else {
            return text.len() as u32;
        };
        let end = self.starts.get(position.line as usize + 1);
        let end = end.map_or(text.len(), |&end| end as usize);
        let line = text[start as usize..end].trim_end_matches(['\n', '\r']);
        let mut left = position.character;
        let mut at = line.len();
        for (index, c) in line.char_indices() {
            if left == 0 {
                at = index;
                break;
            }
            // The middle of a character is its beginning.
            let units = units(c, columns);
            if left < units {
                at = index;
                break;
            }
            left -= units;
        }
        start + at as u32
    }

    pub fn position(&self, text: &str, offset: u32, columns: Columns) -> Position {
        let offset = (offset as usize).min(text.len());
        let line = self
            .starts
            .partition_point(|&start| start as usize <= offset)
            - 1;
        let start = self.starts[line] as usize;
        // A place within a character is its beginning.
        let before = text[start..].char_indices();
        let before = before.take_while(|(index, c)| start + index + c.len_utf8() <= offset);
        let character = before.map(|(_, c)| units(c, columns)).sum();
        Position {
            line: line as u32,
            character,
        }
    }

    pub fn range(&self, text: &str, span: Span, columns: Columns) -> Range {
        Range {
            start: self.position(text, span.start, columns),
            end: self.position(text, span.end, columns),
        }
    }
}

fn units(c: char, columns: Columns) -> u32 {
    match columns {
        Columns::Utf16 => c.len_utf16() as u32,
        Columns::Utf8 => c.len_utf8() as u32,
    }
}

pub fn severity(severity: Severity) -> lsp_types::DiagnosticSeverity {
    match severity {
        Severity::Error => lsp_types::DiagnosticSeverity::ERROR,
        Severity::Warning => lsp_types::DiagnosticSeverity::WARNING,
        Severity::Note => lsp_types::DiagnosticSeverity::INFORMATION,
    }
}

/// The file that a URI means, if it is one.
pub fn path_of(uri: &str) -> Option<std::path::PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // A host would stand before the first slash.
    let rest = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut input = rest.bytes();
    while let Some(byte) = input.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [input.next()?, input.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    Some(String::from_utf8(bytes).ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_utf_16() {
        let text = "a€𝄞b\r\nx\rend";
        let lines = Lines::new(text);
        let at = |line, character| lines.offset(text, Position { line, character }, Columns::Utf16);
        assert_eq!(at(0, 0), 0);
        assert_eq!(at(0, 1), 1);
        assert_eq!(at(0, 2), 4, "€ is three bytes and one unit");
        assert_eq!(at(0, 3), 4, "the middle of a pair is its beginning");
        assert_eq!(at(0, 4), 8, "𝄞 is four bytes and two units");
        assert_eq!(at(0, 99), 9, "beyond the line is its end");
        assert_eq!(at(1, 0), 11);
        assert_eq!(at(2, 1), 14);
        assert_eq!(at(9, 0), text.len() as u32);
        for (offset, line, character) in [(0, 0, 0), (4, 0, 2), (8, 0, 4), (11, 1, 0), (14, 2, 1)] {
            let position = lines.position(text, offset, Columns::Utf16);
            assert_eq!(position, Position { line, character }, "{offset}");
        }
        let bytes = Position {
            line: 0,
            character: 8,
        };
        assert_eq!(lines.position(text, 8, Columns::Utf8), bytes);
        assert_eq!(lines.offset(text, bytes, Columns::Utf8), 8);
    }

    #[test]
    fn uris_of_files_are_paths() {
        let path = |uri| path_of(uri).map(|path| path.display().to_string());
        assert_eq!(path("file:///a/b%20c.flux").unwrap(), "/a/b c.flux");
        assert_eq!(path("file://host/a").unwrap(), "/a");
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///a%2"), None);
        assert_eq!(path("file:///a%ff"), None);
    }
}
