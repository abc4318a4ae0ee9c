//! Syntax templates, compiled: what stands between the operands, and in which order they come.

use super::constant;
use crate::{Kind, Row};

/// One step of a template.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Punct(u8),
    Word(&'static str),
    Space,
    Operand {
        index: usize,
        optional: bool,
    },
    /// A group that may be left out: how many of the following items it has.
    Group(usize),
}

/// One step of a name.
#[derive(Clone, Debug)]
pub(super) enum NameItem {
    Text(&'static str),
    Operand(usize),
}

/// Compiles a syntax template for the operands of `row`.
pub(super) fn compile<M>(template: &'static str, row: &Row<M>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut group = None;
    let mut rest = template;
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("{{") {
            items.push(Item::Punct(b'{'));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("{[") {
            assert!(
                group.is_none(),
                "groups do not nest: `{template}` of {}",
                row.mnemonic
            );
            group = Some(items.len());
            items.push(Item::Group(0));
            rest = after;
        } else if let (Some(after), Some(start)) = (rest.strip_prefix("]}"), group) {
            items[start] = Item::Group(items.len() - start - 1);
            group = None;
            rest = after;
        } else if let Some(after) = rest.strip_prefix("}}") {
            items.push(Item::Punct(b'}'));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let optional = name.ends_with('?');
            let index = operand(row, name.trim_end_matches('?'), template);
            items.push(Item::Operand { index, optional });
            rest = after;
        } else if first.is_ascii_whitespace() {
            items.push(Item::Space);
            rest = &rest[1..];
        } else if first.is_ascii_alphanumeric() {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'));
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            items.push(Item::Word(word));
            rest = after;
        } else {
            assert!(
                first.is_ascii(),
                "`{template}` of {} is not ASCII",
                row.mnemonic
            );
            items.push(Item::Punct(first as u8));
            rest = &rest[1..];
        }
    }
    assert!(
        group.is_none(),
        "a group of `{template}` of {} does not end",
        row.mnemonic
    );
    items
}

/// Compiles the name of `row`.
pub(super) fn name<M>(row: &Row<M>) -> Vec<NameItem> {
    let mut items = Vec::new();
    let mut rest = row.mnemonic;
    while let Some((text, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        if !text.is_empty() {
            items.push(NameItem::Text(text));
        }
        items.push(NameItem::Operand(operand(row, name, row.mnemonic)));
        rest = after;
    }
    if !rest.is_empty() {
        items.push(NameItem::Text(rest));
    }
    items
}

/// What settles an operand that is not written itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Preset {
    Value(i64),
    /// It is the same as another one.
    SameAs(usize),
}

/// Every way to write a name, with the operand values that it settles.
pub(super) fn spellings<M>(
    items: &[NameItem],
    row: &Row<M>,
) -> Vec<(String, Vec<(usize, Preset)>)> {
    let mut all = vec![(String::new(), vec![])];
    for item in items {
        match item {
            NameItem::Text(text) => all.iter_mut().for_each(|(name, _)| name.push_str(text)),
            NameItem::Operand(index) => {
                let Kind::Named(choices) = row.operands[*index].kind else {
                    panic!(
                        "an operand in the name {} has no named values",
                        row.mnemonic
                    );
                };
                all = all
                    .iter()
                    .flat_map(|(name, preset)| {
                        choices.iter().map(move |&(choice, value)| {
                            let mut preset = preset.clone();
                            preset.push((*index, Preset::Value(value)));
                            (format!("{name}{choice}"), preset)
                        })
                    })
                    .collect();
            }
        }
    }
    all
}

/// Matches the text of an alias's expansion against a row's template. Gives the operands that the
/// expansion writes as constants or as another operand, or `None` where it does not fit.
pub(super) fn unify<M>(
    items: &[Item],
    mut text: &'static str,
    row: &Row<M>,
) -> Option<Vec<(usize, Preset)>> {
    let mut constants = Vec::new();
    for item in items {
        text = text.trim_start();
        match item {
            Item::Space | Item::Group(_) => {}
            Item::Punct(punct) => text = text.strip_prefix(char::from(*punct))?,
            Item::Word(word) => text = text.strip_prefix(word)?,
            Item::Operand { index, .. } => {
                if let Some(after) = text.strip_prefix('{') {
                    let (name, after) = after.split_once('}')?;
                    if name != row.operands[*index].name {
                        let other = row.operand(name)?;
                        let alike = match (row.operands[*index].kind, row.operands[other].kind) {
                            (Kind::Register(a), Kind::Register(b)) => std::ptr::eq(a, b),
                            _ => false,
                        };
                        if !alike {
                            return None;
                        }
                        constants.push((*index, Preset::SameAs(other)));
                    }
                    text = after;
                } else {
                    let end = text
                        .find(|c: char| !(c.is_ascii_alphanumeric() || "_.-".contains(c)))
                        .unwrap_or(text.len());
                    let value = constant(row, *index, &text[..end])?;
                    constants.push((*index, Preset::Value(value)));
                    text = &text[end..];
                }
            }
        }
    }
    text.trim().is_empty().then_some(constants)
}

fn operand<M>(row: &Row<M>, name: &str, template: &str) -> usize {
    row.operand(name)
        .unwrap_or_else(|| panic!("`{template}` of {} has no operand `{name}`", row.mnemonic))
}
