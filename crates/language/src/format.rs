//! Columns: labels at the left, instructions below each other, operands and comments too.
//!
//! Only blanks change, and only between tokens; a file that assembles, assembles to the same bytes
//! afterwards. A stretch of lines without an empty one among them has its own columns.

use crate::{Document, Role};
use source::Span;

/// Operands of instructions with long names do not push those of all others to the right.
const WIDEST: usize = 16;

/// Where instructions begin if the file does not say.
const INDENT: usize = 4;

/// A line in parts.
#[derive(Default)]
struct Line<'a> {
    span: Span,
    label: &'a str,
    word: &'a str,
    rest: String,
    comment: &'a str,
    /// Nothing of it is touched.
    fixed: bool,
}

impl Line<'_> {
    fn is_empty(&self) -> bool {
        !self.fixed && self.label.is_empty() && self.word.is_empty() && self.comment.is_empty()
    }

    fn is_directive(&self) -> bool {
        self.word.starts_with('.')
    }
}

impl Document {
    /// What has to change for straight columns: stretches of the text and what they become.
    pub fn format(&self, within: Span) -> Vec<(Span, String)> {
        let lines = self.lines();
        let indent = self.indent(&lines);
        let mut edits = Vec::new();
        for block in lines.split(|line| line.is_empty()) {
            self.block(block, indent, &mut edits);
        }
        // Blanks in empty lines, and behind everything in the header.
        let file = self.file();
        for number in 1..=file.line_count() as u32 {
            let span = file.line_span(number);
            let text = file.slice(span);
            let header = span.start < self.analysis.body.start;
            if (header || text.trim().is_empty()) && text.trim_end().len() != text.len() {
                edits.push((span, text.trim_end().to_string()));
            }
        }
        edits.retain(|(span, _)| span.start < within.end.max(1) && span.end >= within.start);
        edits.sort_by_key(|(span, _)| span.start);
        edits.dedup_by_key(|(span, _)| *span);
        edits
    }

    /// How far in most instructions of the file stand.
    fn indent(&self, lines: &[Line]) -> usize {
        let mut counts = std::collections::BTreeMap::<usize, usize>::new();
        for line in lines.iter().filter(|line| !line.fixed) {
            if line.label.is_empty() && !line.word.is_empty() && !line.is_directive() {
                let text = self.text(line.span);
                *counts
                    .entry(text.len() - text.trim_start().len())
                    .or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by_key(|&(_, count)| count);
        most.map_or(INDENT, |(indent, _)| indent.min(16))
    }

    fn lines(&self) -> Vec<Line<'_>> {
        let file = self.file();
        let body = self.analysis.body;
        let first = file.line_of(body.start) + u32::from(body.start > 0);
        let last = file.line_count() as u32;
        let from = self
            .marks
            .partition_point(|mark| mark.span.start < body.start);
        let mut marks = self.marks[from..].iter().peekable();
        let mut raw_until: Option<&str> = None;
        let dialect = self.input.arch.dialect();
        let mut lines = Vec::new();
        for number in first..=last {
            let span = file.line_span(number);
            let text = file.slice(span);
            let mut own = Vec::new();
            while let Some(mark) = marks.next_if(|mark| mark.span.start < span.end) {
                own.push(mark);
            }
            let mut line = Line {
                span,
                ..Line::default()
            };
            if let Some(end) = raw_until {
                line.fixed = true;
                if text.trim_start().starts_with(end) {
                    raw_until = None;
                }
                lines.push(line);
                continue;
            }
            if text.trim().is_empty() {
                lines.push(line);
                continue;
            }
            // Comments over several lines, and tabs within texts, are left alone.
            let block = text.contains("/*") || text.contains("*/") || own.is_empty();
            let spills = own.iter().any(|mark| mark.span.end > span.end);
            let middle = own.iter().position(|mark| mark.role == Role::Comment);
            let inner = middle.is_some_and(|at| at + 1 < own.len());
            line.fixed = block || spills || inner || text.contains(['"', '\'']);
            if !line.fixed {
                self.split(&mut line, text, &own);
            }
            let word = own.iter().find(|mark| mark.role == Role::Directive);
            let word = word.map(|mark| self.text(mark.span));
            if let Some(end) = word.and_then(|word| dialect.raw_block(word)) {
                raw_until = Some(end);
            }
            lines.push(line);
        }
        lines
    }

    fn split<'a>(&'a self, line: &mut Line<'a>, text: &'a str, own: &[&crate::Mark]) {
        let start = line.span.range().start;
        let comment = own.last().filter(|mark| mark.role == Role::Comment);
        let code_end = comment.map_or(text.len(), |mark| mark.span.range().start - start);
        line.comment = text[code_end..].trim_end();
        let mut code = text[..code_end].trim_end();
        // A label ends with its colon.
        let labels = own
            .iter()
            .take_while(|mark| mark.defines && matches!(mark.role, Role::Label | Role::Local));
        if let Some(label) = labels.last() {
            let end = label.span.range().end - start;
            let colon = code[end..].find(':').map_or(end, |at| end + at + 1);
            line.label = code[..colon].trim();
            code = &code[colon..];
        }
        let code = code.trim();
        let word_end = code.find([' ', '\t']).unwrap_or(code.len());
        line.word = &code[..word_end];
        line.rest = code[word_end..]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
    }

    fn block(&self, block: &[Line], indent: usize, edits: &mut Vec<(Span, String)>) {
        let instruction = |line: &&Line| {
            !line.fixed && !line.word.is_empty() && !line.is_directive() && !line.rest.is_empty()
        };
        let words = block.iter().filter(instruction).map(|line| line.word.len());
        let column = words.filter(|&len| len <= WIDEST).max().unwrap_or(0) + 1;
        let codes: Vec<String> = block
            .iter()
            .map(|line| code(line, indent, column))
            .collect();
        let commented = block
            .iter()
            .zip(&codes)
            .filter(|(line, code)| !line.fixed && !line.comment.is_empty() && !code.is_empty());
        let margin = commented.map(|(_, code)| width(code)).max().unwrap_or(0) + 2;
        for (line, code) in block.iter().zip(&codes) {
            if line.fixed {
                continue;
            }
            let text = match (code.is_empty(), line.comment.is_empty()) {
                // A comment of its own stays where it is.
                (true, _) => {
                    let own = self.text(line.span);
                    own.trim_end().to_string()
                }
                (false, true) => code.clone(),
                (false, false) => {
                    let pad = margin.saturating_sub(width(code));
                    format!("{code}{:pad$}{}", "", line.comment)
                }
            };
            if text != self.text(line.span) {
                edits.push((line.span, text));
            }
        }
    }
}

fn code(line: &Line, indent: usize, column: usize) -> String {
    if line.fixed || line.label.is_empty() && line.word.is_empty() {
        return String::new();
    }
    let mut text = line.label.to_string();
    if line.word.is_empty() {
        return text;
    }
    if !text.is_empty() {
        text.push(' ');
    }
    // Directives stand with the instructions where those are not at the margin.
    let pad = indent.saturating_sub(width(&text));
    text += &" ".repeat(pad);
    text += line.word;
    if line.rest.is_empty() {
        return text;
    }
    let pad = match line.is_directive() {
        true => 1,
        false => column.saturating_sub(line.word.len()).max(1),
    };
    text += &" ".repeat(pad);
    text + &line.rest
}

fn width(text: &str) -> usize {
    text.chars().count()
}
