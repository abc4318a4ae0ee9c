//! Reference pages for instructions with many spellings: a page is called by what they have in
//! common and shows the suffixes as choices.

use crate::document::line;
use crate::{Broken, Inst, Kind, Operand, Page, Row, Table};

/// The most spellings that have a page each.
const FEW: usize = 16;

impl<M: Copy + Sync + 'static> Table<M> {
    /// A page for every row and every alias. Examples keep the rules that are checked.
    pub fn reference(&self, check: &dyn Fn(&Inst<M>) -> Result<(), Broken>) -> Vec<Page> {
        let rows = self.rows().flat_map(|row| {
            // `vle8.v`, `vle16.v`, ...
            let names = self.spellings(row);
            match (2..=FEW).contains(&names.len()) && has_numbers(row) {
                true => names
                    .iter()
                    .map(|name| self.named(row, name, check))
                    .collect(),
                false => vec![self.page_with_choices(row, check)],
            }
        });
        let aliases = self.aliases().iter().flat_map(|alias| {
            let pages = self.pages(alias.mnemonic).into_iter();
            let own = |page: &Page| page.stands_for.is_some() && page.mnemonic == alias.mnemonic;
            pages.filter(own).map(|mut page| {
                let name = alias.expansion.split(' ').next().unwrap_or("");
                if let Some(row) = self.find(name).first() {
                    self.exemplify(&mut page, alias.mnemonic, row, check);
                }
                page
            })
        });
        let mut seen = std::collections::HashSet::new();
        let mut pages: Vec<Page> = rows.chain(aliases).collect();
        // An alias with several forms brings all of them along each time.
        pages.retain(|page| seen.insert((page.syntax.clone(), page.stands_for.clone())));
        pages
    }

    fn named(
        &self,
        row: &'static Row<M>,
        name: &str,
        check: &dyn Fn(&Inst<M>) -> Result<(), Broken>,
    ) -> Page {
        let mut page = Page {
            mnemonic: name.to_string(),
            syntax: line(name, row.syntax, row.operands),
            ..self.row_page(row)
        };
        self.exemplify(&mut page, name, row, check);
        page
    }

    fn page_with_choices(
        &self,
        row: &'static Row<M>,
        check: &dyn Fn(&Inst<M>) -> Result<(), Broken>,
    ) -> Page {
        let name = row.mnemonic.split('{').next().unwrap_or("");
        let with_choices = row.operands.iter().fold(row.mnemonic.to_string(), fill);
        let mut page = Page {
            mnemonic: name.to_string(),
            syntax: line(&with_choices, row.syntax, row.operands),
            ..self.row_page(row)
        };
        if let Some(first) = self.spellings(row).first() {
            self.exemplify(&mut page, first, row, check);
        }
        page
    }
}

fn hole(operand: &Operand) -> String {
    format!("{{{}}}", operand.name)
}

fn fill(mnemonic: String, operand: &&'static Operand) -> String {
    mnemonic.replace(&hole(operand), &choices(operand))
}

/// Whether all that is left open in the name of an instruction are numbers in the middle of it.
fn has_numbers<M>(row: &Row<M>) -> bool {
    let mut open = row
        .operands
        .iter()
        .filter(|operand| row.mnemonic.contains(&hole(operand)));
    open.all(|operand| matches!(operand.kind, Kind::Named(choices) if !is_suffix(choices)))
}

/// Whether choices are suffixes, and not numbers in the middle of a name.
fn is_suffix(choices: &[(&str, i64)]) -> bool {
    let mut names = choices.iter().map(|(name, _)| name);
    names.all(|name| name.is_empty() || name.starts_with('.'))
}

/// The suffixes that an operand stands for: `.global|.shared`, `[.x2|.x4|.x8]`, or `.TYPE` where
/// there are many. Numbers in the middle of a name are in parentheses: `(8|16|32)`.
fn choices(operand: &Operand) -> String {
    let Kind::Named(names) = operand.kind else {
        return String::new();
    };
    if !is_suffix(names) {
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        return format!("({})", names.join("|"));
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
