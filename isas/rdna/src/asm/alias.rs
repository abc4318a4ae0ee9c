//! Older and other spellings of instructions.

use crate::target::{Gens, Target};

/// The name in the tables that `name` stands for.
pub(super) fn resolve(name: &str, target: Target) -> Option<&'static str> {
    ALIASES
        .binary_search_by(|(alias, ..)| alias.cmp(&name))
        .ok()
        .map(|index| &ALIASES[index])
        .filter(|(_, _, on)| on.has(target))
        .map(|(_, name, _)| *name)
}

/// Sorted by the first column.
#[rustfmt::skip]
static ALIASES: &[(&str, &str, Gens)] = &[
];
