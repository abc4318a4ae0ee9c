//! Instructions to text.

use std::fmt::Write as _;

use super::template::{Item, NameItem};
use super::{Entry, Table, address, fold};
use crate::{Inst, Kind, Origin, Row, Values};

/// Where an instruction lies and how places are called.
pub(crate) struct Labels<'a> {
    pub address: u64,
    pub name: &'a dyn Fn(u64) -> Option<String>,
}

impl<M: Copy + Sync + 'static> Table<M> {
    /// The instruction as the assembler reads it; targets as distances.
    pub fn print(&self, inst: &Inst<M>) -> String {
        self.write(inst, None)
    }

    /// The same for the instruction at `address`, with `name` giving targets their labels.
    pub fn print_at(
        &self,
        inst: &Inst<M>,
        address: u64,
        name: &dyn Fn(u64) -> Option<String>,
    ) -> String {
        self.write(inst, Some(Labels { address, name }))
    }

    /// An instruction of this row written with one of its names, which settles some of the values.
    pub(crate) fn spell(
        &self,
        name: &str,
        row: &'static Row<M>,
        mut values: Values,
    ) -> Option<(String, Inst<M>)> {
        let forms = self.names.get(&fold(name))?.iter();
        let mut forms = forms.map(|&form| &self.forms[form as usize]);
        let form = forms.find(|form| std::ptr::eq(self.rows[form.row as usize].row, row))?;
        form.settle(&mut values);
        let mut out = String::new();
        match form.alias {
            Some(alias) => out.push_str(alias.mnemonic),
            None => self.rows[form.row as usize].write_name(&values, &mut out),
        }
        out.push(' ');
        let inst = Inst { row, values };
        write_items(&form.items, &inst, None, &mut out);
        out.truncate(out.trim_end().len());
        Some((out, inst))
    }

    fn write(&self, inst: &Inst<M>, labels: Option<Labels<'_>>) -> String {
        let mut out = String::with_capacity(32);
        let Some(entry) = self.entry(inst) else {
            return out;
        };
        let alias = entry
            .printed
            .iter()
            .map(|&form| &self.forms[form as usize])
            .find(|form| form.matches(&inst.values));
        let items = match alias {
            Some(form) => {
                out.push_str(form.alias.map_or("", |alias| alias.mnemonic));
                &form.items
            }
            None => {
                entry.write_name(&inst.values, &mut out);
                &entry.items
            }
        };
        if !items.is_empty() {
            out.push(' ');
        }
        write_items(items, inst, labels.as_ref(), &mut out);
        out.truncate(out.trim_end().len());
        out
    }

    /// The places that an instruction at `address` can go to.
    pub fn targets(&self, inst: &Inst<M>, address: u64) -> Vec<u64> {
        let operands = inst.row.operands.iter().zip(inst.values);
        operands
            .filter_map(|(operand, value)| match operand.kind {
                Kind::Target { origin, .. } => Some(place(origin, address, inst.len(), value)),
                _ => None,
            })
            .collect()
    }

    fn entry(&self, inst: &Inst<M>) -> Option<&Entry<M>> {
        self.numbers
            .get(&address(inst.row))
            .map(|&number| &self.rows[number as usize])
    }
}

fn place(origin: Origin, address: u64, len: usize, distance: i64) -> u64 {
    match origin {
        Origin::This => address.wrapping_add_signed(distance),
        Origin::Next => address
            .wrapping_add(len as u64)
            .wrapping_add_signed(distance),
        Origin::Start => distance as u64,
    }
}

impl<M> Entry<M> {
    fn write_name(&self, values: &Values, out: &mut String) {
        for item in &self.name {
            match *item {
                NameItem::Text(text) => out.push_str(text),
                NameItem::Operand(index) => self.row.operands[index].print(values[index], out),
            }
        }
    }
}

fn write_items<M>(items: &[Item], inst: &Inst<M>, labels: Option<&Labels<'_>>, out: &mut String) {
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        match *item {
            Item::Space => out.push(' '),
            Item::Punct(punct) => out.push(punct as char),
            Item::Word(word) => out.push_str(word),
            Item::Operand { index, .. } => write_operand(index, inst, labels, out),
            Item::Group(len) => {
                let group = &items[at..at + len];
                let says_something = group.iter().any(|item| match *item {
                    Item::Operand { index, .. } => {
                        inst.values[index] != inst.row.operands[index].default
                    }
                    _ => false,
                });
                if says_something {
                    write_items(group, inst, labels, out);
                }
                at += len;
            }
        }
    }
}

fn write_operand<M>(index: usize, inst: &Inst<M>, labels: Option<&Labels<'_>>, out: &mut String) {
    let (operand, value) = (inst.row.operands[index], inst.values[index]);
    if let (Kind::Target { origin, .. }, Some(labels)) = (operand.kind, labels) {
        let to = place(origin, labels.address, inst.len(), value);
        if let Some(name) = (labels.name)(to) {
            write!(out, "{name}").expect("writing to a string");
            return;
        }
    }
    operand.print(value, out);
}
