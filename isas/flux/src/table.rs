//! One instruction, one row.

mod base;
mod v0_2;

use std::sync::LazyLock;

use isa::{Alias, Set, Table, TableDefinition};

use crate::Meaning;

/// What the specification has.
pub const BASE: Set = Set(1);
/// The extension that `.ext v0.2` switches on.
pub const V0_2: Set = Set(2);

/// All of flux.
pub fn table() -> &'static Table<Meaning> {
    static TABLE: LazyLock<Table<Meaning>> = LazyLock::new(|| Table::new(DEFINITION));
    &TABLE
}

static DEFINITION: TableDefinition<Meaning> = TableDefinition {
    name: "flux",
    rows: &[base::ROWS, v0_2::ROWS],
    aliases: ALIASES,
    sets: &[(BASE, "flux v0.1"), (V0_2, "extension v0.2 (`.ext v0.2`)")],
};

/// Other spellings. All are printed where they fit; the first that fits wins.
#[rustfmt::skip]
static ALIASES: &[Alias] = &[
    Alias::new("NOP",  "",             "ADDI R0, R0, 0",           "Does nothing.").printed(),
    Alias::new("LI",   "{rd}, {imm}",  "ADDI {rd}, R0, {imm}",     "The immediate, in every component.").printed(),
    Alias::new("RET",  "",             "JALR R0, R31, 0",          "Goes to where the last JAL or JALR came from.").printed(),
    Alias::new("JAL",  "{target}",     "JAL R31, {target}",        "Goes to the target; R31 gets the address of the next instruction.").printed(),
    Alias::new("JALR", "{rs1}, {imm}", "JALR R31, {rs1}, {imm}",   "Goes to rs1.x + imm; R31 gets the address of the next instruction.").printed(),
];
