//! The instructions of the tile core, one row each; those of the hart are RISC-V's.

mod compute;
mod memory;
mod sync;

use crate::meaning::Tile;
use isa::{Row, Table, TableDefinition};
use std::sync::LazyLock;

type TileRow = Row<Tile>;

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
pub static TABLE: LazyLock<Table<Tile>> = LazyLock::new(|| {
    Table::new(TableDefinition {
        name: "tile",
        rows: ROWS,
        aliases: sync::ALIASES,
        sets: &[],
    })
});
