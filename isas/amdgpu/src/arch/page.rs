//! Reference pages in the shape that front ends show.

use crate::document;
use crate::encoding::Form;
use crate::names::{self, RowPattern};
use crate::row::{InstRow, WAVE64};
use crate::target::Target;
use isa::{BitRun, Bits, Page};

/// What the tables know about an instruction.
pub(super) fn of(row: &'static InstRow, target: Target) -> Option<Page> {
    let page = document::page(row, target);
    let first = page.diagrams.first()?;
    let example = first.example.clone();
    let mut names: Vec<&str> = vec![];
    for (name, _) in &page.operands {
        names.push(name);
    }
    let mut doc = page.meaning.clone();
    if !doc.is_empty() {
        doc.push_str("\n\n");
    }
    let on: Vec<&str> = page.targets.iter().map(|t| t.name()).collect();
    doc.push_str(&format!("On {}.", on.join(", ")));
    if !page.aliases.is_empty() {
        doc.push_str(&format!(" Also written {}.", page.aliases.join(", ")));
    }
    let mut diagram = String::new();
    for one in &page.diagrams {
        let form = if one.form_name.is_empty() { "" } else { ", " };
        let literal = match one.example_bytes.len() > one.bytes.into() {
            true => " and a literal",
            false => "",
        };
        diagram.push_str(&format!(
            "{}{form}{} bytes{literal}: {}\n",
            one.form_name, one.bytes, one.example
        ));
        diagram.push_str(&document::render(one));
    }
    doc.push_str(&patterns(&page, target));
    let mut also: Vec<String> = page.aliases.iter().map(|name| name.to_string()).collect();
    for one in &page.diagrams {
        let written = one.example.split(' ').next().unwrap_or("");
        for name in [&one.mnemonic, written] {
            if name != row.name && !also.iter().any(|other| other == name) {
                also.push(name.to_string());
            }
        }
    }
    let forms = page.diagrams.iter().map(|one| Bits {
        form: one.form_name.into(),
        bytes: one.example_bytes.len() as u32,
        example: one.example.clone(),
        fields: one.fields.iter().map(run).collect(),
    });
    Some(Page {
        also,
        forms: forms.collect(),
        mnemonic: row.name.into(),
        syntax: format!("{} {}", row.name, names.join(", "))
            .trim_end()
            .into(),
        operands: page
            .operands
            .into_iter()
            .map(|(name, what)| (name, what, String::new()))
            .collect(),
        format: page.family,
        format_doc: match row.has(WAVE64) {
            true => "In waves of 64.",
            false => "",
        },
        diagram,
        doc,
        example,
        stands_for: None,
    })
}

fn run(field: &document::EncodingField) -> BitRun {
    BitRun {
        high: field.hi.into(),
        low: field.lo.into(),
        text: field.what.clone(),
    }
}

/// What can stand for a lane pattern, and its code, where the instruction takes one.
fn patterns(page: &document::AmdPage, target: Target) -> String {
    let takes = |forms: [Form; 2]| page.diagrams.iter().any(|one| forms.contains(&one.form));
    let mut text = String::new();
    if takes([Form::Dpp16, Form::LongDpp16]) {
        text.push_str("\n\nWith DPP, src0 comes from another lane (dpp_ctrl):");
        let mut line = |written: &str, codes: String, what: &str| {
            text.push_str(&format!("\n  {written:<24} {codes:<14} {what}"));
        };
        line(
            "quad_perm:[a,b,c,d]",
            "0x000..=0x0ff".into(),
            "lane a, b, c or d of the same four, two bits each",
        );
        for pattern in RowPattern::all(target) {
            let (least, most, code) = (pattern.least, pattern.most, pattern.code);
            let (numbers, codes) = match least == most {
                true => (least.to_string(), format!("{code:#05x}")),
                false => (
                    format!("{least}..{most}"),
                    format!("{code:#05x}..={:#05x}", code + most - least),
                ),
            };
            line(&format!("{}:{numbers}", pattern.name), codes, pattern.what);
        }
        for (name, code) in names::MIRRORS {
            let what = match *name {
                "row_mirror" => "the lanes of a row of 16 in the other order",
                _ => "the lanes of each half of a row in the other order",
            };
            line(name, format!("{code:#05x}"), what);
        }
        text.push_str(
            "\nrow_mask and bank_mask have a bit for each row of 16 and each four of a row whose lanes are \
             written. A lane without a source, or whose source is not active, keeps its value, or reads 0 \
             with bound_ctrl:1",
        );
        text.push_str(match target.generation().wave_patterns {
            true => ".",
            false => "; fi:1 reads lanes that are not active.",
        });
    }
    if takes([Form::Dpp8, Form::LongDpp8]) {
        text.push_str(
            "\nWith dpp8:[a,b,c,d,e,f,g,h], lane i of every eight reads the lane of the same eight that the \
             ith number names, three bits each.",
        );
    }
    text
}
