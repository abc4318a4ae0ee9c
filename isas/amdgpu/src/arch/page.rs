//! Reference pages in the shape that front ends show.

use crate::document;
use crate::row::Row;
use crate::target::Target;
use isa::Page;

/// What the tables know about an instruction.
pub(super) fn of(row: &'static Row, target: Target) -> Option<Page> {
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
        let form = if one.form.is_empty() { "" } else { ", " };
        diagram.push_str(&format!(
            "{}{form}{} bytes: {}\n",
            one.form, one.bytes, one.example
        ));
        diagram.push_str(&document::render(one));
    }
    Some(Page {
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
        format_doc: "",
        diagram,
        doc,
        example,
        stands_for: None,
    })
}
