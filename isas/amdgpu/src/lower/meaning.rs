//! What an instruction means, by its name.

use super::control::{self, Control};
use super::salu::{self, Salu};
use super::valu::{self, Valu};
use crate::row::{Format, Row};
use std::collections::HashMap;
use std::sync::LazyLock;

#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Control(Control),
    Salu(Salu),
    Valu(Valu),
    Memory,
    Matrix,
}

/// The meaning of a row, if it has one here.
pub(super) fn of(row: &Row) -> Option<Meaning> {
    static NAMED: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| {
        let control = control::MEANINGS
            .iter()
            .map(|&(name, meaning)| (name, Meaning::Control(meaning)));
        let salu = salu::MEANINGS
            .iter()
            .map(|&(name, meaning)| (name, Meaning::Salu(meaning)));
        let valu = valu::MEANINGS
            .iter()
            .map(|&(name, meaning)| (name, Meaning::Valu(meaning)));
        control.chain(salu).chain(valu).collect()
    });
    if let Some(&meaning) = NAMED.get(row.name) {
        return Some(meaning);
    }
    match row.format {
        Format::Vop3p if row.name.contains("wmma") => Some(Meaning::Matrix),
        Format::Vopd => Some(Meaning::Valu(Valu::Dual)),
        Format::Vopc => Some(Meaning::Valu(Valu::Compare)),
        Format::Sopc | Format::Sopk if row.name.starts_with("s_cmp") => {
            salu::comparison(row.name).map(|op| Meaning::Salu(Salu::Compare(op)))
        }
        Format::Ldsdir if row.name.ends_with("direct_load") => Some(Meaning::Memory),
        Format::Smem
        | Format::Ds
        | Format::Flat
        | Format::Global
        | Format::Scratch
        | Format::Mubuf
        | Format::Mtbuf => Some(Meaning::Memory),
        _ => None,
    }
}
