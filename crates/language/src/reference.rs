//! The pages of an instruction set by every name that finds them.

use isa::Page;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};
use wavetank::Arch;

/// The reference of one instruction set, made once in the life of a process.
pub struct Reference {
    isa: &'static str,
    pages: Vec<Page>,
    /// In lower case; by name, the name as it is written and its pages.
    names: BTreeMap<String, (String, Vec<u32>)>,
    modifiers: HashSet<String>,
    /// What the assembler understands beside instructions, and what it does.
    directives: BTreeMap<&'static str, &'static str>,
}

impl Reference {
    /// The reference of this instruction set.
    pub fn of(arch: &'static dyn Arch) -> &'static Reference {
        static ALL: Mutex<BTreeMap<&str, &Reference>> = Mutex::new(BTreeMap::new());
        // What is there is whole, even if a thread that was adding more is gone.
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Box::leak(Box::new(Reference::new(arch))) as &_;
        all.entry(arch.name()).or_insert_with(make)
    }

    fn new(arch: &'static dyn Arch) -> Reference {
        let pages = arch.pages();
        let mut names: BTreeMap<String, (String, Vec<u32>)> = BTreeMap::new();
        for (index, page) in pages.iter().enumerate() {
            for name in page.spellings() {
                let entry = names.entry(name.to_ascii_lowercase());
                let (written, all) = entry.or_insert_with(|| (name.clone(), Vec::new()));
                // The page of a name beats one that only knows of it.
                if name == page.mnemonic {
                    *written = name;
                    all.insert(0, index as u32);
                } else {
                    all.push(index as u32);
                }
                all.dedup();
            }
        }
        let common = isa::directives();
        let own = arch.dialect().directives().iter();
        Reference {
            isa: arch.name(),
            pages,
            names,
            modifiers: arch.modifiers().into_iter().collect(),
            directives: common.chain(own.map(|name| (*name, ""))).collect(),
        }
    }

    /// What the instruction set is called.
    pub fn isa(&self) -> &'static str {
        self.isa
    }

    /// The pages of an instruction, by any of its names.
    pub fn pages(&self, name: &str) -> Vec<&Page> {
        let entry = self.names.get(&name.to_ascii_lowercase());
        let pages = entry.map_or(&[][..], |(_, pages)| pages);
        pages
            .iter()
            .map(|&page| &self.pages[page as usize])
            .collect()
    }

    /// Names that begin like this, each with its first page.
    pub fn starting_with<'a>(&'a self, prefix: &str) -> impl Iterator<Item = (&'a str, &'a Page)> {
        let prefix = prefix.to_ascii_lowercase();
        let from = self.names.range(prefix.clone()..);
        from.take_while(move |(name, _)| name.starts_with(&prefix))
            .map(|(_, (written, pages))| (written.as_str(), &self.pages[pages[0] as usize]))
    }

    /// The directives and what they do.
    pub fn directives(&self) -> &BTreeMap<&'static str, &'static str> {
        &self.directives
    }

    /// Whether the word may follow operands.
    pub fn is_modifier(&self, word: &str) -> bool {
        self.modifiers.contains(word)
    }

    /// The page as an editor shows it, in Markdown.
    pub fn markdown(&self, page: &Page) -> String {
        let mut text = format!("```text\n{}\n```\n", page.syntax);
        if let Some(other) = &page.stands_for {
            text += &format!("\nAnother spelling of `{other}`.\n");
        }
        if !page.doc.is_empty() {
            // Lines of a page are lines, and some are columns.
            let mut columns = false;
            for line in page.doc.lines() {
                if line.starts_with("  ") != columns {
                    columns = !columns;
                    text += if columns { "\n```text" } else { "\n```\n" };
                }
                text += "\n";
                text += line;
            }
            text += if columns { "\n```\n" } else { "\n" };
        }
        if !page.operands.is_empty() {
            text += "\n";
        }
        for (name, what, doc) in &page.operands {
            let doc = match doc.is_empty() {
                true => String::new(),
                false => format!(": {doc}"),
            };
            text += &format!("- `{name}` {what}{doc}\n");
        }
        text
    }
}
