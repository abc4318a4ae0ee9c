//! Reference pages for instructions with many spellings: a page is called by what they have in
//! common and shows the suffixes as choices.

use crate::document::line;
use crate::{Kind, Operand, Page, Row, Table};

/// The most spellings that have a page each.
const FEW: usize = 16;

impl<M: Copy + Sync + 'static> Table<M> {
    /// A page for every row and every alias.
    pub fn reference(&self) -> Vec<Page> {
        let rows = self.rows().flat_map(|row| match names(row) {
            Some(names) => names.iter().map(|name| self.named(row, name)).collect(),
            None => vec![self.page_with_choices(row)],
        });
        let aliases = self.aliases().iter().flat_map(|alias| {
            let pages = self.pages(alias.mnemonic).into_iter();
            pages.filter(|page| page.stands_for.is_some() && page.mnemonic == alias.mnemonic)
        });
        let mut seen = std::collections::HashSet::new();
        let mut pages: Vec<Page> = rows.chain(aliases).collect();
        // An alias with several forms brings all of them along each time.
        pages.retain(|page| seen.insert((page.syntax.clone(), page.stands_for.clone())));
        pages
    }

    fn named(&self, row: &'static Row<M>, name: &str) -> Page {
        Page {
            mnemonic: name.to_string(),
            syntax: line(name, row.syntax, row.operands),
            ..self.row_page(row)
        }
    }

    fn page_with_choices(&self, row: &'static Row<M>) -> Page {
        let name = row.mnemonic.split('{').next().unwrap_or("");
        let with_choices = row.operands.iter().fold(row.mnemonic.to_string(), fill);
        Page {
            mnemonic: name.to_string(),
            syntax: line(&with_choices, row.syntax, row.operands),
            ..self.row_page(row)
        }
    }
}

fn hole(operand: &Operand) -> String {
    format!("{{{}}}", operand.name)
}

fn fill(mnemonic: String, operand: &&'static Operand) -> String {
    mnemonic.replace(&hole(operand), &choices(operand))
}

/// The names of an instruction with a number in the middle of its name, if they are few: `vle8.v`,
/// `vle16.v`, ...
fn names<M>(row: &Row<M>) -> Option<Vec<String>> {
    let mut all = vec![row.mnemonic.to_string()];
    for operand in row.operands {
        let hole = hole(operand);
        if !row.mnemonic.contains(&hole) {
            continue;
        }
        let Kind::Named(choices) = operand.kind else {
            return None;
        };
        if is_suffix(choices) {
            return None;
        }
        let fill = |name: &String| {
            let with = |&(choice, _): &(&str, i64)| name.replace(&hole, choice);
            choices.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(fill).collect();
    }
    (all.len() > 1 && all.len() <= FEW).then_some(all)
}

/// Whether choices are suffixes, and not numbers in the middle of a name.
fn is_suffix(choices: &[(&str, i64)]) -> bool {
    let mut names = choices.iter().map(|(name, _)| name);
    names.all(|name| name.is_empty() || name.starts_with('.'))
}

/// The suffixes that an operand stands for: `.global|.shared`, `[.x2|.x4|.x8]`, or `.TYPE` where
/// there are many.
fn choices(operand: &Operand) -> String {
    let Kind::Named(names) = operand.kind else {
        return String::new();
    };
    if !is_suffix(names) {
        return operand.name.to_uppercase();
    }
    // Where nothing is written for a value, that is the usual way to write it.
    let silent = names.iter().find(|(name, _)| name.is_empty());
    let said = |&&(name, value): &&(&str, i64)| {
        !name.is_empty() && silent.is_none_or(|&(_, silent)| silent != value)
    };
    let list: Vec<&str> = names.iter().filter(said).map(|(name, _)| *name).collect();
    let text = match list.len() {
        0..=4 => list.join("|"),
        _ => format!(".{}", operand.name.to_uppercase()),
    };
    match silent {
        Some(_) => format!("[{text}]"),
        None => text,
    }
}
