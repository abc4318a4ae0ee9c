//! Reference pages, derived from the rows.

use std::fmt::Write as _;

use crate::table::plain;
use crate::{Alias, Broken, Format, Inst, Kind, MAX_OPERANDS, Operand, Row, Table, Values};

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
        let values = example(row, 0);
        let example = match self.spell(&plain(row.mnemonic, &[]), row, values) {
            Some((example, _)) => example,
            None => self.print(&Inst { row, values }),
        };
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
            example: example.clone(),
            stands_for: None,
            also: Vec::new(),
            forms: vec![Bits {
                form: String::new(),
                bytes: u32::from(row.format.bits) / 8,
                example,
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
        self.exemplify(&mut page, alias.mnemonic, row, &|_| Ok(()));
        Some(page)
    }

    /// The example of a page is written with this name and breaks no rule.
    pub(crate) fn exemplify(
        &self,
        page: &mut Page,
        name: &str,
        row: &'static Row<M>,
        check: &dyn Fn(&Inst<M>) -> Result<(), Broken>,
    ) {
        let examples = (0..ATTEMPTS).map(|attempt| example(row, attempt));
        let mut examples = examples.filter_map(|values| self.spell(name, row, values));
        let Some((example, _)) = examples.find(|(_, inst)| check(inst).is_ok()) else {
            return;
        };
        for form in &mut page.forms {
            form.example.clone_from(&example);
        }
        page.example = example;
    }
}

/// How an instruction is written.
pub(crate) fn line(mnemonic: &str, syntax: &str, operands: &[&Operand]) -> String {
    format!("{mnemonic} {}", plain(syntax, operands))
        .trim_end()
        .to_string()
}

/// How often other operands are tried until an example breaks no rule.
const ATTEMPTS: usize = 48;

/// Operands of this row that are easy to tell apart. Other attempts have registers that are far apart,
/// other choices of names, smaller numbers, and behind 32 what is there instead of a number.
fn example<M>(row: &'static Row<M>, attempt: usize) -> Values {
    let mut values = [0; MAX_OPERANDS];
    for (index, operand) in row.operands.iter().enumerate() {
        let first = index as i64 + 1;
        let (mut wishes, names) = match operand.kind {
            Kind::Named(names) => {
                let choice = match attempt / 2 % 4 {
                    0 => Some(first),
                    1 => Some(operand.default),
                    2 => names.last().map(|name| name.1),
                    _ => names.first().map(|name| name.1),
                };
                (Vec::from_iter(choice), names)
            }
            Kind::Register(_) => (vec![[first, 8 * first][attempt % 2]], &[][..]),
            _ => {
                let other = [32, 32 * (first % 2), 32 * (1 - first % 2)];
                let other = other.map(|other| first + other);
                let numbers = [first, 1, 0, other[0], other[1], other[2]];
                (vec![numbers[attempt / 8]], &[][..])
            }
        };
        if attempt >= ATTEMPTS / 2 {
            wishes.push(operand.default);
        }
        wishes.extend([first, 16, 8, 4, 2, 0, operand.default]);
        wishes.extend(names.iter().map(|name| name.1));
        let back = |value: i64| operand.encode(value).and_then(|bits| operand.decode(bits));
        values[index] = (wishes.into_iter())
            .find(|&value| back(value) == Some(value))
            .unwrap_or_else(|| (0..64).find_map(|bits| operand.decode(bits)).unwrap_or(0));
    }
    values
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
