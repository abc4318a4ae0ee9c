//! The instruction reference as data for programs, and as text.

use crate::{Arch, BitRun, Page, archs, fidelity_of};
use serde_json::{Value, json};

/// What the instruction sets are called.
pub fn archs_to_json() -> Value {
    let all = archs().iter().map(
        |arch| json!({ "name": arch.name(), "aliases": arch.aliases(), "title": arch.title() }),
    );
    Value::Array(all.collect())
}

/// A page with everything that is on it.
pub fn page_to_json(page: &Page) -> Value {
    let operands = page
        .operands
        .iter()
        .map(|(name, what, doc)| json!({ "name": name, "what": what, "doc": doc }));
    let field = |run: &BitRun| json!({ "high": run.high, "low": run.low, "what": run.text });
    let forms = page.forms.iter().map(|form| {
        json!({
            "form": form.form,
            "bytes": form.bytes,
            "example": form.example,
            "fields": form.fields.iter().map(field).collect::<Vec<_>>(),
        })
    });
    json!({
        "also": page.also,
        "forms": forms.collect::<Vec<_>>(),
        "mnemonic": page.mnemonic,
        "syntax": page.syntax,
        "operands": operands.collect::<Vec<_>>(),
        "format": page.format,
        "doc": page.doc,
        "example": page.example,
        "stands_for": page.stands_for,
    })
}

/// A page as text.
pub fn page_to_text(arch: &dyn Arch, page: &Page) -> String {
    let mut text = format!(
        "{}  ({})\n\n  {}\n",
        page.mnemonic,
        arch.name(),
        page.syntax
    );
    if let Some(other) = &page.stands_for {
        text += &format!("\nAnother spelling of `{other}`.\n");
    }
    if !page.doc.is_empty() {
        text += &format!("\n{}\n", page.doc);
    }
    let fidelity = fidelity_of(arch, page);
    if let Some(reason) = fidelity.reason() {
        text += &format!("\nFidelity\n  {}: {reason}\n", fidelity.name());
    }
    if !page.operands.is_empty() {
        text += "\nOperands\n";
        for (name, what, doc) in &page.operands {
            let doc = if doc.is_empty() {
                String::new()
            } else {
                format!(": {doc}")
            };
            text += &format!("  {name:<8} {what}{doc}\n");
        }
    }
    text += &format!("\nEncoding {}", page.format);
    if !page.format_doc.is_empty() {
        text += &format!(": {}", page.format_doc);
    }
    text += "\n";
    for line in page.diagram.lines() {
        text += &format!("  {line}\n");
    }
    text + &format!("\nExample\n  {}\n", page.example)
}

/// Whether a page is found under a name.
pub fn is_called(page: &Page, name: &str) -> bool {
    let called = |other: &String| other.eq_ignore_ascii_case(name);
    page.mnemonic.eq_ignore_ascii_case(name) || page.spellings().iter().any(called)
}

/// Says that none of the pages is found under a name, and which one might be meant.
pub fn unknown<'a>(name: &str, pages: impl IntoIterator<Item = &'a Page>) -> String {
    let pages = pages.into_iter().map(|page| page.mnemonic.as_str());
    let near = source::nearest(name, pages);
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    format!("no instruction is called `{name}`{hint}")
}

/// What of an instruction set is modelled, a row for each family.
pub fn coverage_to_json(arch: &dyn Arch) -> Vec<Value> {
    let rows = arch.coverage().into_iter().map(|row| {
        let missing = row.missing.iter();
        json!({
            "isa": arch.name(),
            "family": row.family,
            "instructions": row.instructions,
            "assembled": row.assembled,
            "disassembled": row.disassembled,
            "executed": row.executed,
            "missing": missing
                .map(|missing| json!({ "name": missing.name, "why": missing.why }))
                .collect::<Vec<_>>(),
        })
    });
    rows.collect()
}
