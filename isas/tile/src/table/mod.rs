//! All instructions, one row each.

mod compute;
mod memory;
mod sync;

use crate::meaning::{Meaning, Tile};
use isa::{Format, Operand, Row, Table, TableDefinition};
use std::sync::LazyLock;

pub type TileRow = Row<Meaning>;

const fn tile(
    mnemonic: &'static str,
    format: &'static Format,
    syntax: &'static str,
    operands: &'static [&'static Operand],
    meaning: Tile,
) -> TileRow {
    Row::new(mnemonic, format, syntax, operands, Meaning::Tile(meaning))
}

static ROWS: &[&[TileRow]] = &[
    memory::ROWS,
    sync::ROWS,
    compute::MMA,
    compute::MOVES,
    compute::ONE,
    compute::TWO,
    compute::MAD,
    compute::QUANT,
];

/// The indexed table.
pub static TABLE: LazyLock<Table<Meaning>> = LazyLock::new(|| {
    Table::new(TableDefinition {
        name: "tile",
        rows: ROWS,
        aliases: sync::ALIASES,
        sets: &[],
    })
});
