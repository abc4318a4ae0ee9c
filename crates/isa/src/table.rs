//! All rows of an instruction set, indexed: by name for the assembler, by bits for the decoder.

mod decode;
mod parse;
mod print;
mod template;

pub(crate) use parse::plain;
pub use parse::unknown_mnemonic;

use std::collections::HashMap;

use crate::{Alias, Kind, Row, Set, Values};

use decode::Tree;
pub use decode::{Illegal, Reason};
use template::{Item, NameItem, Preset};

/// What an instruction set says about itself.
#[derive(Clone, Copy)]
pub struct TableDefinition<M: 'static> {
    /// What messages call the instruction set.
    pub name: &'static str,
    /// Rows in groups, as the manual groups them.
    pub rows: &'static [&'static [Row<M>]],
    /// Other spellings of rows.
    pub aliases: &'static [Alias],
    /// The generations or extensions, in words that complete "needs ...".
    pub sets: &'static [(Set, &'static str)],
}

/// The indexed table.
pub struct Table<M: 'static> {
    definition: TableDefinition<M>,
    rows: Vec<Entry<M>>,
    forms: Vec<Form>,
    /// Folded name to the spellings that begin with it, in the order in which they are tried.
    names: HashMap<Box<str>, Vec<u32>>,
    tree: Tree,
    /// A row's address to its number, for printing.
    numbers: HashMap<usize, u32>,
}

/// A row with what was worked out about it.
struct Entry<M: 'static> {
    row: &'static Row<M>,
    name: Vec<NameItem>,
    items: Vec<Item>,
    mask: u128,
    pattern: u128,
    /// Aliases that are printed in place of the row where they fit.
    printed: Vec<u32>,
}

/// One way to write an instruction: a row's own, or an alias.
struct Form {
    /// As it is printed.
    name: Box<str>,
    row: u32,
    alias: Option<&'static Alias>,
    items: Vec<Item>,
    /// Operands that the spelling settles.
    preset: Vec<(usize, Preset)>,
}

impl<M: Copy + Sync + 'static> Table<M> {
    /// Indexes the rows.
    ///
    /// # Panics
    /// If a template names an operand that the row does not have or an alias fits no row: tables
    /// are part of the program, and a wrong one is a bug in it.
    pub fn new(definition: TableDefinition<M>) -> Table<M> {
        let mut rows = Vec::new();
        for row in definition.rows.iter().copied().flatten() {
            rows.push(Entry {
                row,
                name: template::name(row),
                items: template::compile(row.syntax, row),
                mask: row.pattern_mask(),
                pattern: row.pattern(),
                printed: vec![],
            });
        }
        let tree = Tree::new(&rows);
        let numbers = (0..)
            .zip(&rows)
            .map(|(number, e)| (address(e.row), number))
            .collect();
        let (forms, names) = (vec![], HashMap::new());
        let mut table = Table {
            definition,
            rows,
            forms,
            names,
            tree,
            numbers,
        };
        for index in 0..table.rows.len() {
            table.add_row(index);
        }
        for alias in definition.aliases {
            table.add_alias(alias);
        }
        table
    }

    /// The name of the instruction set.
    pub fn name(&self) -> &'static str {
        self.definition.name
    }

    /// All rows, in the order of their definition.
    pub fn rows(&self) -> impl Iterator<Item = &'static Row<M>> {
        self.rows.iter().map(|entry| entry.row)
    }

    /// All other spellings.
    pub fn aliases(&self) -> &'static [Alias] {
        self.definition.aliases
    }

    /// Every name an instruction can have, folded to lower case, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(AsRef::as_ref)
    }

    /// Every name of an instruction as it is printed, rows before aliases.
    pub fn mnemonics(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for entry in &self.rows {
            all.extend(self.spellings(entry.row));
        }
        all.extend(
            self.definition
                .aliases
                .iter()
                .map(|alias| alias.mnemonic.to_string()),
        );
        let mut seen = std::collections::HashSet::new();
        all.retain(|name| seen.insert(name.clone()));
        all
    }

    /// Every name of a row.
    pub(crate) fn spellings(&self, row: &'static Row<M>) -> Vec<String> {
        let number = self.numbers.get(&address(row));
        let entries = number
            .map(|&number| &self.rows[number as usize])
            .into_iter();
        let names = entries.flat_map(|entry| template::spellings(&entry.name, row));
        names.map(|(name, _)| name).collect()
    }

    /// The rows that can be written with this name, aliases resolved.
    pub fn find(&self, name: &str) -> Vec<&'static Row<M>> {
        let mut found: Vec<&'static Row<M>> = vec![];
        for &form in self
            .names
            .get(name.to_ascii_lowercase().as_str())
            .into_iter()
            .flatten()
        {
            let row = self.rows[self.forms[form as usize].row as usize].row;
            if !found.iter().any(|&other| std::ptr::eq(other, row)) {
                found.push(row);
            }
        }
        found
    }

    /// The length in bytes of the shortest instruction: what to skip where nothing decodes.
    pub fn shortest(&self) -> usize {
        self.rows
            .iter()
            .map(|entry| entry.row.format.len())
            .min()
            .unwrap_or(1)
    }

    /// What the rows of `sets` need, in words.
    fn needs(&self, sets: Set) -> String {
        let names: Vec<_> = self
            .definition
            .sets
            .iter()
            .filter(|(set, _)| sets.has(*set))
            .map(|(_, n)| *n)
            .collect();
        match names.len() {
            0 => "something that is switched off".to_string(),
            _ => names.join(" or "),
        }
    }

    fn add_row(&mut self, index: usize) {
        let entry = &self.rows[index];
        for (name, preset) in template::spellings(&entry.name, entry.row) {
            self.names
                .entry(fold(&name))
                .or_default()
                .push(self.forms.len() as u32);
            self.forms.push(Form {
                name: name.into(),
                row: index as u32,
                alias: None,
                items: entry.items.clone(),
                preset,
            });
        }
    }

    fn add_alias(&mut self, alias: &'static Alias) {
        let (name, rest) = alias
            .expansion
            .split_once(' ')
            .unwrap_or((alias.expansion, ""));
        let candidates = self.names.get(&fold(name)).cloned().unwrap_or_default();
        let found = candidates.iter().find_map(|&candidate| {
            let form = &self.forms[candidate as usize];
            let entry = &self.rows[form.row as usize];
            let constants = template::unify(&entry.items, rest, entry.row)?;
            let mut preset = form.preset.clone();
            preset.extend(constants);
            Some((form.row, preset))
        });
        let Some((row, preset)) = found else {
            panic!(
                "alias {} expands to `{}`, which fits no row",
                alias.mnemonic, alias.expansion
            );
        };
        let entry = &mut self.rows[row as usize];
        let items = template::compile(alias.syntax, entry.row);
        let index = self.forms.len() as u32;
        if alias.printed {
            entry.printed.push(index);
        }
        self.names
            .entry(fold(alias.mnemonic))
            .or_default()
            .push(index);
        self.forms.push(Form {
            name: alias.mnemonic.into(),
            row,
            alias: Some(alias),
            items,
            preset,
        });
    }
}

impl Form {
    fn matches(&self, values: &Values) -> bool {
        let mut settled = *values;
        self.settle(&mut settled);
        settled == *values
    }

    /// Gives operands the values that the spelling says.
    fn settle(&self, values: &mut Values) {
        for &(operand, preset) in &self.preset {
            values[operand] = match preset {
                Preset::Value(value) => value,
                Preset::SameAs(other) => values[other],
            };
        }
    }
}

/// Rows are compared by where they lie.
fn address<M>(row: &'static Row<M>) -> usize {
    std::ptr::from_ref(row).addr()
}

fn fold(name: &str) -> Box<str> {
    name.to_ascii_lowercase().into()
}

/// The value a table can give an operand that is written as a constant in an alias.
fn constant<M>(row: &Row<M>, operand: usize, text: &str) -> Option<i64> {
    let operand = row.operands[operand];
    let value = match operand.kind {
        Kind::Register(class) => class.find(text)?.into(),
        Kind::Named(names) => names.iter().find(|(name, _)| *name == text)?.1,
        _ => text.parse().ok()?,
    };
    operand.encode(value).map(|_| value)
}
