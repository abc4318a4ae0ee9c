//! The reference, with names that people can read: a tile instruction has many spellings, so a
//! page is called by what they have in common and shows the suffixes as choices.

use crate::meaning::Meaning;
use crate::table::TABLE;
use isa::{Kind, Operand, Page, Row};

/// A page for every row and every alias.
pub fn all() -> Vec<Page> {
    let rows = TABLE.rows().flat_map(|row| match names(row) {
        Some(names) => names.iter().map(|name| named(row, name)).collect(),
        None => vec![page(row)],
    });
    let aliases = TABLE.aliases().iter().flat_map(|alias| {
        let pages = TABLE.pages(alias.mnemonic).into_iter();
        pages.filter(|page| page.stands_for.is_some() && page.mnemonic == alias.mnemonic)
    });
    let mut seen = std::collections::HashSet::new();
    let mut pages: Vec<Page> = rows.chain(aliases).collect();
    // An alias with several forms brings all of them along each time.
    pages.retain(|page| seen.insert((page.syntax.clone(), page.stands_for.clone())));
    pages
}

/// The most spellings that have a page each.
const FEW: usize = 16;

/// The names of a vector instruction with a width in the middle of its name, if they are few:
/// `vle8.v`, `vle16.v`, ...
fn names(row: &Row<Meaning>) -> Option<Vec<String>> {
    if !crate::is_vector(row) || !row.mnemonic.contains('{') {
        return None;
    }
    let mut all = vec![row.mnemonic.to_string()];
    for operand in row.operands {
        let hole = format!("{{{}}}", operand.name);
        if let (Kind::Named(choices), true) = (operand.kind, row.mnemonic.contains(&hole)) {
            let fill = |name: &String| {
                let with = |&(choice, _): &(&str, i64)| name.replace(&hole, choice);
                choices.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(fill).collect();
        }
    }
    (all.len() <= FEW).then_some(all)
}

fn named(row: &'static Row<Meaning>, name: &str) -> Page {
    Page {
        mnemonic: name.to_string(),
        syntax: line(name, row.syntax),
        ..TABLE.row_page(row)
    }
}

fn page(row: &'static Row<Meaning>) -> Page {
    let page = TABLE.row_page(row);
    let Some((name, _)) = row.mnemonic.split_once('{') else {
        return Page {
            syntax: line(row.mnemonic, row.syntax),
            ..page
        };
    };
    let mut mnemonic = row.mnemonic.to_string();
    for operand in row.operands {
        mnemonic = mnemonic.replace(&format!("{{{}}}", operand.name), &choices(operand));
    }
    Page {
        mnemonic: name.to_string(),
        syntax: line(&mnemonic, row.syntax),
        ..page
    }
}

/// The suffixes that an operand stands for: `.global|.shared`, `[.x2|.x4|.x8]`, or `.TYPE` where
/// there are many.
fn choices(operand: &Operand) -> String {
    let Kind::Named(names) = operand.kind else {
        return String::new();
    };
    let optional = names.iter().any(|(name, _)| name.is_empty());
    let mut list: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    list.retain(|name| !name.is_empty() && *name != ".x1");
    // Not a suffix but a part of the name: `vlsegNFeWIDTH.v`.
    if list.iter().any(|name| !name.starts_with('.')) {
        return operand.name.to_uppercase();
    }
    let text = match list.len() {
        0..=4 => list.join("|"),
        _ => format!(".{}", operand.name.to_uppercase()),
    };
    if optional { format!("[{text}]") } else { text }
}

fn line(mnemonic: &str, syntax: &str) -> String {
    let plain = syntax
        .replace("{flags}", "[, flags]")
        .replace("{tm}", "[, tm]")
        .replace("{[", "[")
        .replace("]}", "]")
        .replace("?}", "}")
        .replace(['{', '}'], "");
    let plain = plain
        .replace("[neg1]", "[-]")
        .replace("[neg2]", "[-]")
        .replace("[neg3]", "[-]");
    format!("{mnemonic} {plain}").trim_end().to_string()
}
