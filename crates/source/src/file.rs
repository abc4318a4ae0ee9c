//! One text with a name, and places in it.

use std::ops::Range;

/// A half-open range of bytes in one source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to before `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The empty span at `at`: "something is missing here".
    pub fn at(at: usize) -> Span {
        Span::new(at, at)
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The same for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column as people count them: both from one, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// From one.
    pub line: u32,
    /// From one, in characters.
    pub column: u32,
}

/// A text with the name under which people know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    text: String,
    /// Byte offset of the first character of every line.
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// A text as read from a file, or from elsewhere under a name that says so.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(
                text.bytes()
                    .enumerate()
                    .filter(|&(_, b)| b == b'\n')
                    .map(|(i, _)| i as u32 + 1),
            )
            .collect();
        SourceFile {
            name: name.into(),
            text,
            line_starts,
        }
    }

    /// The name, as it stands in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Lines, of which the last may be empty: one more than there are line breaks.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The line number (from one) that holds byte `offset`.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|&start| start <= offset) as u32
    }

    /// The line and column of byte `offset`.
    pub fn place(&self, offset: u32) -> LineColumn {
        let line = self.line_of(offset);
        let start = self.line_starts[line as usize - 1] as usize;
        let upto = self.text.get(start..offset as usize).unwrap_or("");
        LineColumn {
            line,
            column: upto.chars().count() as u32 + 1,
        }
    }

    /// The bytes of line `line` (from one), without its line break.
    pub fn line_span(&self, line: u32) -> Span {
        let start = self.line_starts[line as usize - 1] as usize;
        let end = self
            .line_starts
            .get(line as usize)
            .map_or(self.text.len(), |&next| next as usize);
        let text = self.text[start..end].trim_end_matches(['\n', '\r']);
        Span::new(start, start + text.len())
    }

    /// The text of line `line` (from one), without its line break.
    pub fn line(&self, line: u32) -> &str {
        &self.text[self.line_span(line).range()]
    }

    /// The text of a span; empty where the span is not one of this file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let file = SourceFile::new("f", "ab\nçd\r\n\nend");
        let at = |offset| (file.place(offset).line, file.place(offset).column);
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (2, 2), "ç is two bytes and one column");
        assert_eq!(at(9), (4, 1));
        assert_eq!(file.line(2), "çd");
        assert_eq!(file.line(3), "");
        assert_eq!(file.line(4), "end");
    }
}
