//! `wavetank isa`: the instruction reference.

use crate::args::{IsaArgs, IsaCommand};
use crate::out::{self, Exit, Outcome};
use serde_json::{Value, json};
use wavetank::reference::{self, page_to_json, page_to_text};
use wavetank::{Arch, Coverage, Error, Missing, Page, archs, fidelity_of, find_arch};

pub fn isa(args: &IsaArgs) -> Outcome {
    match &args.what {
        IsaCommand::List { isa: None, json } => list_archs(*json),
        IsaCommand::List {
            isa: Some(isa),
            json,
        } => list(find(isa)?, *json),
        IsaCommand::Show { names, isa, json } => show(names, isa.as_deref(), *json),
        IsaCommand::Coverage { isa, missing, json } => coverage(isa.as_deref(), *missing, *json),
    }
}

fn find(name: &str) -> Result<&'static dyn Arch, Error> {
    find_arch(name).map_err(Error::Plain)
}

fn list_archs(json: bool) -> Outcome {
    let text = match json {
        true => format!("{}\n", reference::archs_to_json()),
        false => archs()
            .iter()
            .map(|arch| format!("{:<8} {}\n", arch.name(), arch.title()))
            .collect(),
    };
    show_text(&text, json)?;
    Ok(Exit::DONE)
}

/// JSON is for programs, which want it as it is.
fn show_text(text: &str, json: bool) -> Result<(), Error> {
    match json {
        true => out::data(text),
        false => out::page(text),
    }
}

fn list(arch: &dyn Arch, json: bool) -> Outcome {
    let pages = arch.pages();
    let text = match json {
        true => format!(
            "{}\n",
            Value::Array(pages.iter().map(page_to_json).collect())
        ),
        false => {
            let line = |page: &Page| {
                let summary = page.doc.lines().next().unwrap_or("");
                format!("{:<36} {summary}", page.syntax)
                    .trim_end()
                    .to_string()
                    + "\n"
            };
            // A mnemonic with several forms has a page for each; the first stands for all.
            let mut pages = pages;
            pages.dedup_by(|next, page| next.mnemonic == page.mnemonic);
            pages.iter().map(line).collect()
        }
    };
    show_text(&text, json)?;
    Ok(Exit::DONE)
}

fn show(names: &[String], isa: Option<&str>, json: bool) -> Outcome {
    let (name, among): (&str, Vec<&dyn Arch>) = match (names, isa) {
        ([name], Some(isa)) => (name, vec![find(isa)?]),
        ([isa, name], None) => (name, vec![find(isa)?]),
        ([name], None) => (name, archs().to_vec()),
        _ => {
            return Err(Error::Plain(
                "name the instruction set once: `isa show flux ADD`".into(),
            ));
        }
    };
    let pages: Vec<(&dyn Arch, Page)> = among
        .iter()
        .flat_map(|arch| arch.pages().into_iter().map(move |page| (*arch, page)))
        .collect();
    let found: Vec<_> = pages
        .iter()
        .filter(|(_, page)| reference::is_called(page, name))
        .collect();
    if found.is_empty()
        && let Ok(arch) = find_arch(name)
    {
        return about(arch, json);
    }
    if found.is_empty() {
        let why = reference::unknown(name, pages.iter().map(|(_, page)| page));
        return Err(Error::Plain(why));
    }
    if json {
        let all = found.iter().map(|(arch, page)| {
            let fidelity = fidelity_of(*arch, page);
            let mut object = page_to_json(page);
            object["fidelity"] = fidelity.name().into();
            object["fidelity_reason"] = fidelity.reason().into();
            object
        });
        let all = all.collect();
        out::data(&format!("{}\n", Value::Array(all)))?;
    } else {
        let all: Vec<String> = found
            .iter()
            .map(|(arch, page)| page_to_text(*arch, page))
            .collect();
        out::page(&all.join("\n"))?;
    }
    Ok(Exit::DONE)
}

/// An instruction set as a whole: what it is called, and how many instructions each family has.
fn about(arch: &dyn Arch, json: bool) -> Outcome {
    let mut families: Vec<(&str, usize)> = Vec::new();
    let mut counted: Vec<String> = Vec::new();
    for page in arch.pages() {
        if counted.contains(&page.mnemonic) {
            continue;
        }
        match families
            .iter_mut()
            .find(|(family, _)| *family == page.format)
        {
            Some((_, count)) => *count += 1,
            None => families.push((page.format, 1)),
        }
        counted.push(page.mnemonic);
    }
    if json {
        let families = families
            .iter()
            .map(|(family, count)| json!({ "family": family, "instructions": count }));
        let page = json!({
            "name": arch.name(),
            "title": arch.title(),
            "aliases": arch.aliases(),
            "families": families.collect::<Vec<_>>(),
        });
        out::data(&format!("{page}\n"))?;
        return Ok(Exit::DONE);
    }
    let mut text = format!("{}  {}\n", arch.name(), arch.title());
    if !arch.aliases().is_empty() {
        text += &format!("\nAlso called {}.\n", arch.aliases().join(", "));
    }
    text += "\nInstructions\n";
    for (family, count) in families {
        text += &format!("  {family:<20} {count:>4}\n");
    }
    let name = arch.name();
    text +=
        &format!("\n`isa list {name}` names them, `isa show {name} NAME` has a page for each.\n");
    out::page(&text)?;
    Ok(Exit::DONE)
}

fn coverage(isa: Option<&str>, list_missing: bool, json: bool) -> Outcome {
    let among = match isa {
        Some(isa) => vec![find(isa)?],
        None => archs().to_vec(),
    };
    let mut text = format!(
        "{:<8} {:<20} {:>12} {:>10} {:>13} {:>9}\n",
        "isa", "family", "instructions", "assembled", "disassembled", "executed"
    );
    let mut all = Vec::new();
    let mut missing = String::new();
    for arch in among {
        for row in arch.coverage() {
            text += &format!(
                "{:<8} {:<20} {:>12} {:>10} {:>13} {:>9}\n",
                arch.name(),
                row.family,
                row.instructions,
                row.assembled,
                row.disassembled,
                row.executed
            );
            missing += &missing_text(arch, &row, list_missing);
        }
        all.extend(reference::coverage_to_json(arch));
    }
    if !missing.is_empty() {
        text += &format!("\nnot executed\n{missing}");
    }
    match json {
        true => out::data(&format!("{}\n", Value::Array(all)))?,
        false => out::page(&text)?,
    }
    Ok(Exit::DONE)
}

/// What a family lacks, a line for each reason; the names in full where they are asked for.
fn missing_text(arch: &dyn Arch, family: &Coverage, in_full: bool) -> String {
    /// So many names give an idea of the rest.
    const SHOWN: usize = 3;
    let mut reasons: Vec<(&str, Vec<&str>)> = vec![];
    for Missing { name, why } in &family.missing {
        match reasons.iter_mut().find(|(known, _)| known == why) {
            Some((_, names)) => names.push(name),
            None => reasons.push((why, vec![name])),
        }
    }
    let mut text = String::new();
    for (why, names) in reasons {
        let shown = if in_full { names.len() } else { SHOWN };
        let more = match names.len().saturating_sub(shown) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let names = names.iter().take(shown).copied().collect::<Vec<_>>();
        text += &format!(
            "{:<8} {:<20} {why}: {}{more}\n",
            arch.name(),
            family.family,
            names.join(", ")
        );
    }
    text
}
