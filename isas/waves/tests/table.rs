//! What must hold for the table, and the assembler corpus.

use isa::{Set, TableDialect, checks};
use waves::table::TABLE;

fn dialect() -> TableDialect<waves::Meaning> {
    let syntax = isa::Syntax {
        reserved: waves::registers::is_reserved,
        ..isa::Syntax::PLAIN
    };
    TableDialect {
        table: &TABLE,
        enabled: Set::ALL,
        syntax,
    }
}

#[test]
fn rows_are_consistent() {
    checks::consistent(&TABLE, &[Set::ALL]);
}

#[test]
fn every_row_survives_a_round_trip() {
    checks::round_trips(&TABLE, Set::ALL, &mut dialect(), 40);
}
