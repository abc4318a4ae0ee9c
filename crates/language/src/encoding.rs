//! What became of the lines: their bytes, and what the fields of those hold.

use crate::Document;
use isa::{Bits, Page};
use source::Span;

/// The most bytes that are written beside a line.
const SHOWN: usize = 16;

/// What an editor writes beside a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Behind this place.
    pub offset: u32,
    /// The bytes, in memory order.
    pub bytes: String,
}

impl Document {
    /// The bytes of every instruction in a stretch of the text.
    pub fn hints(&self, within: Span) -> Vec<Hint> {
        let assembly = &self.analysis.assembled.assembly;
        let mut hints: Vec<(Span, Vec<u8>, usize)> = Vec::new();
        for line in &assembly.lines {
            let inside = line.span.start < within.end && line.span.end > within.start;
            if !inside || line.error.is_some() || line.len == 0 {
                continue;
            }
            let bytes = assembly.bytes(line);
            // What a macro or a repetition makes stands at one place.
            match hints.last_mut() {
                Some((span, all, more)) if *span == line.span => match all.len() < SHOWN {
                    true => all.extend(bytes),
                    false => *more += bytes.len(),
                },
                _ => hints.push((line.span, bytes.to_vec(), 0)),
            }
        }
        let hint = |(span, bytes, more): (Span, Vec<u8>, usize)| {
            let mut text = hex(&bytes);
            if more > 0 {
                text += &format!(" and {more} bytes");
            }
            Hint {
                offset: span.end,
                bytes: text,
            }
        };
        hints.into_iter().map(hint).collect()
    }

    /// The encoding of the instruction whose statement holds `offset`, in Markdown.
    pub(crate) fn encoding_at(&self, offset: u32, pages: &[&Page]) -> Option<String> {
        let assembly = &self.analysis.assembled.assembly;
        let holds = |span: Span| span.start <= offset && offset <= span.end;
        let line = assembly.lines.iter().find(|line| holds(line.span))?;
        if line.error.is_some() || line.len == 0 {
            return None;
        }
        let bytes = assembly.bytes(line);
        let section = assembly.sections.get(line.section as usize)?;
        let place = format!("{}+{:#x}", section.name, line.offset);
        let mut text = format!("This line: `{}` at `{place}`\n", hex(bytes));
        let forms = pages.iter().flat_map(|page| &page.forms);
        if let Some(fields) = forms.filter_map(|form| fields(form, bytes)).next() {
            text += "\n```text\n";
            for (bits, name, value) in fields {
                text += &format!("{bits:>8}  {name:<12} {value:#x}\n");
            }
            text += "```\n";
        }
        Some(text)
    }
}

/// Bytes in memory order.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// The fields of a form with what these bytes have in them; `None` if the bytes are not of the form.
fn fields(form: &Bits, bytes: &[u8]) -> Option<Vec<(String, String, u128)>> {
    if form.bytes as usize != bytes.len() || bytes.len() > 16 {
        return None;
    }
    let mut word = [0; 16];
    word[..bytes.len()].copy_from_slice(bytes);
    let word = u128::from_le_bytes(word);
    let mut fields = Vec::new();
    for run in &form.fields {
        let width = run.high - run.low + 1;
        let mask = u128::MAX >> (128 - width.min(128));
        let value = word >> run.low & mask;
        let digits = run.text.bytes().all(|b| matches!(b, b'0' | b'1'));
        if digits && run.text.len() == width as usize {
            if u128::from_str_radix(&run.text, 2) != Ok(value) {
                return None;
            }
            continue;
        }
        if run.text == "0" || run.text == "-" || run.text == "ignored" {
            continue;
        }
        let bits = match run.high == run.low {
            true => run.high.to_string(),
            false => format!("{}:{}", run.high, run.low),
        };
        fields.push((bits, run.text.clone(), value));
    }
    Some(fields)
}
