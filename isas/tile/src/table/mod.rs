//! All instructions, one row each.

pub mod compressed;
mod compute;
mod float;
mod integer;
mod memory;
mod sync;
mod vector;

use crate::host::Host;
use crate::meaning::{Meaning, Tile};
use isa::{Alias, Format, Operand, Row, Table, TableDefinition};
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

const fn host(
    mnemonic: &'static str,
    format: &'static Format,
    syntax: &'static str,
    operands: &'static [&'static Operand],
    meaning: Host,
) -> TileRow {
    Row::new(mnemonic, format, syntax, operands, Meaning::Host(meaning))
}

static BASE: &[&[TileRow]] = &[
    memory::ROWS,
    sync::ROWS,
    compute::MMA,
    compute::MOVES,
    compute::ONE,
    compute::TWO,
    compute::MAD,
    compute::QUANT,
    integer::ROWS,
    float::SAME_SHAPE,
    float::ROWS,
    compressed::EXCEPTIONS,
    compressed::ROWS,
];

/// All other spellings in one list, which is what a table wants.
static ALIASES: LazyLock<&'static [Alias]> = LazyLock::new(|| {
    // Those of `float` name CSRs that those of `integer` would print in general.
    [
        sync::ALIASES,
        float::ALIASES,
        integer::ALIASES,
        vector::ALIASES,
    ]
    .concat()
    .leak()
});

static ROWS: LazyLock<&'static [&'static [TileRow]]> =
    LazyLock::new(|| [BASE, vector::ROWS].concat().leak());

/// The indexed table.
pub static TABLE: LazyLock<Table<Meaning>> = LazyLock::new(|| {
    Table::new(TableDefinition {
        name: "tile",
        rows: &ROWS,
        aliases: &ALIASES,
        sets: &[],
    })
});
