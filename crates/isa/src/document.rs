//! Reference pages, derived from the rows.

use std::fmt::Write as _;

use crate::table::plain;
use crate::{Alias, Format, Inst, MAX_OPERANDS, Operand, Row, Table};

/// Everything there is to say about one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// As written, or the pattern of its spellings.
    pub mnemonic: String,
    /// The whole line: `LOAD rd, offset(rs1)`.
    pub syntax: String,
    /// Name, what may stand there, and what it is for.
    pub operands: Vec<(String, String, String)>,
    /// What the manual calls its layout.
    pub format: &'static str,
    /// One line about the layout.
    pub format_doc: &'static str,
    /// Bit boxes, several lines.
    pub diagram: String,
    /// What it does.
    pub doc: String,
    /// A line that assembles.
    pub example: String,
    /// For an alias, the instruction it stands for.
    pub stands_for: Option<String>,
    /// Other names that find it: older spellings, and names with the suffix of a form.
    pub also: Vec<String>,
    /// The bits of each of its forms.
    pub forms: Vec<Bits>,
}

impl Page {
    /// The page as plain text; `isa` is what the instruction set is called.
    pub fn text(&self, isa: &str) -> String {
        let mut text = format!("{}  ({isa})\n\n  {}\n", self.mnemonic, self.syntax);
        if let Some(other) = &self.stands_for {
            text += &format!("\nAnother spelling of `{other}`.\n");
        }
        if !self.doc.is_empty() {
            text += &format!("\n{}\n", self.doc);
        }
        if !self.operands.is_empty() {
            text += "\nOperands\n";
            for (name, what, doc) in &self.operands {
                let doc = match doc.is_empty() {
                    true => String::new(),
                    false => format!(": {doc}"),
                };
                text += &format!("  {name:<8} {what}{doc}\n");
            }
        }
        text += &format!("\nEncoding {}", self.format);
        if !self.format_doc.is_empty() {
            text += &format!(": {}", self.format_doc);
        }
        text += "\n";
        for line in self.diagram.lines() {
            text += &format!("  {line}\n");
        }
        text + &format!("\nExample\n  {}\n", self.example)
    }
}

/// One form of an instruction, bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// What tells it from the other forms; empty where there is one.
    pub form: String,
    /// How long it is.
    pub bytes: u32,
    /// A line that assembles to it.
    pub example: String,
    /// From the highest bit down.
    pub fields: Vec<BitRun>,
}

impl<M: Copy + Sync + 'static> Table<M> {
    /// The pages of everything that can be written with this name.
    pub fn pages(&self, name: &str) -> Vec<Page> {
        let mut pages: Vec<Page> = Vec::new();
        for alias in self
            .aliases()
            .iter()
            .filter(|a| a.mnemonic.eq_ignore_ascii_case(name))
        {
            pages.extend(self.alias_page(alias));
        }
        let rows = self.find(name).into_iter().filter(|row| {
            // Aliases have brought the rows of other names along.
            row.mnemonic.contains('{') || row.mnemonic.eq_ignore_ascii_case(name)
        });
        pages.splice(0..0, rows.map(|row| self.row_page(row)).collect::<Vec<_>>());
        pages
    }

    /// The reference page of one row.
    pub fn row_page(&self, row: &'static Row<M>) -> Page {
        Page {
            mnemonic: plain(row.mnemonic, &[]),
            syntax: line(&plain(row.mnemonic, &[]), row.syntax, row.operands),
            operands: row
                .operands
                .iter()
                .map(|o| (o.name.to_string(), o.describe(), o.doc.to_string()))
                .collect(),
            format: row.format.name,
            format_doc: row.format.doc,
            diagram: diagram(row),
            doc: row.doc.to_string(),
            example: self.print(&example(row)),
            stands_for: None,
            also: Vec::new(),
            forms: vec![Bits {
                form: String::new(),
                bytes: u32::from(row.format.bits) / 8,
                example: self.print(&example(row)),
                fields: runs(row, row.format, u32::from(row.format.bits), 0),
            }],
        }
    }

    fn alias_page(&self, alias: &'static Alias) -> Option<Page> {
        let expanded = alias.expansion.split(' ').next().unwrap_or("");
        let row = self.find(expanded).into_iter().next()?;
        let mut page = self.row_page(row);
        page.mnemonic = alias.mnemonic.to_string();
        page.syntax = line(alias.mnemonic, alias.syntax, row.operands);
        page.operands.retain(|(name, _, _)| {
            alias.syntax.contains(&format!("{{{name}}}"))
                || alias.syntax.contains(&format!("{{{name}?}}"))
        });
        page.doc = alias.doc.to_string();
        page.stands_for = Some(plain(alias.expansion, &[]));
        Some(page)
    }
}

/// How an instruction is written.
pub(crate) fn line(mnemonic: &str, syntax: &str, operands: &[&Operand]) -> String {
    format!("{mnemonic} {}", plain(syntax, operands))
        .trim_end()
        .to_string()
}

/// An instruction of this row with operands that are easy to tell apart.
fn example<M>(row: &'static Row<M>) -> Inst<M> {
    let mut values = [0; MAX_OPERANDS];
    for (index, operand) in row.operands.iter().enumerate() {
        let wishes = [index as i64 + 1, 16, 8, 4, 2, 0, operand.default];
        values[index] = wishes
            .into_iter()
            .find(|&value| operand.encode(value).and_then(|b| operand.decode(b)) == Some(value))
            .unwrap_or_else(|| (0..64).find_map(|bits| operand.decode(bits)).unwrap_or(0));
    }
    Inst { row, values }
}

/// The encoding as boxes of 32 bits a line, highest bits first.
fn diagram<M>(row: &Row<M>) -> String {
    let format = row.format;
    let mut out = String::new();
    let mut high = u32::from(format.bits);
    while high > 0 {
        let low = high.saturating_sub(32) & !31;
        bit_boxes(&runs(row, format, high, low), &mut out);
        high = low;
    }
    out
}

/// A run of neighbouring bits with one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitRun {
    /// The highest bit.
    pub high: u32,
    /// The lowest bit.
    pub low: u32,
    /// The field's name, or bits that are fixed.
    pub text: String,
}

fn runs<M>(row: &Row<M>, format: &Format, high: u32, low: u32) -> Vec<BitRun> {
    let mut runs: Vec<BitRun> = Vec::new();
    for bit in (low..high).rev() {
        let (text, starts) = describe_bit(row, format, bit);
        match runs.last_mut() {
            Some(run) if !starts && run.text == text => run.low = bit,
            _ => runs.push(BitRun {
                high: bit,
                low: bit,
                text,
            }),
        }
    }
    runs
}

/// What stands in a bit, and whether a new box begins there.
fn describe_bit<M>(row: &Row<M>, format: &Format, bit: u32) -> (String, bool) {
    let at = |field: &crate::Field| {
        field
            .pieces()
            .iter()
            .find(|p| (u32::from(p.at)..u32::from(p.at + p.width)).contains(&bit))
            .copied()
    };
    for operand in row.operands {
        if let Some(piece) = at(operand.field) {
            let top = u32::from(piece.at + piece.width) - 1 == bit;
            let split = operand.field.pieces().len() > 1;
            let text = match split {
                false => operand.name.to_string(),
                true if piece.width == 1 => format!("{}[{}]", operand.name, piece.of),
                true => {
                    format!(
                        "{}[{}:{}]",
                        operand.name,
                        piece.of + piece.width - 1,
                        piece.of
                    )
                }
            };
            return (text, top);
        }
    }
    for fixed in row.fixed() {
        if let Some(piece) = at(fixed.field) {
            let top = u32::from(piece.at + piece.width) - 1 == bit;
            let value = fixed.value >> piece.of & ((1u128 << piece.width) - 1) as u64;
            return (
                format!("{value:0width$b}", width = piece.width as usize),
                top,
            );
        }
    }
    if format.ignored >> bit & 1 == 1 {
        return ("ignored".to_string(), false);
    }
    ("0".to_string(), false)
}

/// Draws bits as one line of boxes.
pub fn bit_boxes(runs: &[BitRun], out: &mut String) {
    let mut lines = [String::new(), "+".to_string(), "|".to_string()];
    for run in runs {
        let bits = match run.high == run.low {
            true => run.high.to_string(),
            false => format!("{}:{}", run.high, run.low),
        };
        let width = run.text.len().max(bits.len()) + 2;
        write!(lines[0], " {bits:^width$}").expect("writing to a string");
        lines[1].push_str(&"-".repeat(width));
        lines[1].push('+');
        write!(lines[2], "{:^width$}|", run.text).expect("writing to a string");
    }
    for line in [&lines[0], &lines[1], &lines[2], &lines[1]] {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}
