//! All instructions, one row each.

mod compressed;
mod float;
mod integer;
mod vector;

use crate::effect::Effect;
use isa::{Alias, Row, Table, TableDefinition};
use std::sync::LazyLock;

type RiscvRow = Row<Effect>;

static SCALAR: &[&[RiscvRow]] = &[
    integer::ROWS,
    float::SAME_SHAPE,
    float::ROWS,
    compressed::EXCEPTIONS,
    compressed::ROWS,
];

static ROWS: LazyLock<&'static [&'static [RiscvRow]]> =
    LazyLock::new(|| [SCALAR, vector::ROWS].concat().leak());

/// All other spellings in one list, which is what a table wants.
static ALIASES: LazyLock<&'static [Alias]> = LazyLock::new(|| {
    // Those of `float` name CSRs that those of `integer` would print in general.
    [float::ALIASES, integer::ALIASES, vector::ALIASES]
        .concat()
        .leak()
});

/// The indexed table.
pub static TABLE: LazyLock<Table<Effect>> = LazyLock::new(|| {
    Table::new(TableDefinition {
        name: "riscv",
        rows: &ROWS,
        aliases: &ALIASES,
        sets: &[],
    })
});
